"""From army lists to units: reads `liberators:5:hammer and shield:grandhammer=1`, checks sizes, points and limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.games.age_of_sigmar.data import LEADER, LOADOUTS, SIDE_MODELS, SIDE_UNITS, UNIT_MODELS, WEAPONS
from engine.games.age_of_sigmar.warscrolls.model import Build, Modifier, Power, Warscroll, Weapon
from engine.options import near_word


class MusterError(ValueError):
    """A unit or army that can't be fielded; names the unit and the field."""


@dataclass(frozen=True)
class Unit:
    """One unit of an army.

    Attributes:
        loadouts: for each kind of model (rank and file, leader, specials): how many models, and a bit set of `weapons`.
    """

    scroll: Warscroll
    models: int
    build: str
    weapons: tuple[Weapon, ...]
    loadouts: tuple[tuple[int, int], ...]
    keywords: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    powers: tuple[Power, ...]

    @property
    def cost(self) -> int:
        """Points: by blocks of the smallest size (fact sheet, 3); smaller units pro rata, rounded to the nearest."""
        if self.models < self.scroll.least:
            return round(self.scroll.cost * self.models / self.scroll.least)
        return self.scroll.cost * -(-self.models // self.scroll.least)


def _read_size(word: str, scroll: Warscroll, small: bool) -> int:
    try:
        size = int(word) if word else scroll.least
    except ValueError:
        raise MusterError(f"{scroll.key}: size {word!r} is not a number") from None
    least = 1 if small else scroll.least
    if not least <= size <= min(scroll.most, UNIT_MODELS):
        raise MusterError(f"{scroll.key}: size {size}, must be {least} .. {scroll.most}")
    return size


def _build_of(scroll: Warscroll, name: str) -> tuple[str, Build]:
    chosen = name or next(iter(scroll.builds))
    if chosen not in scroll.builds:
        known = list(scroll.builds)
        raise MusterError(f"{scroll.key}: build {chosen!r} is unknown{near_word(chosen, known)}; there are {', '.join(known)}")
    return chosen, scroll.builds[chosen]


def _specials_of(scroll: Warscroll, words: Sequence[str], size: int) -> list[tuple[int, tuple[str, ...]]]:
    chosen = []
    for word in words:
        name, _, number = word.partition("=")
        if name not in scroll.specials:
            known = list(scroll.specials)
            raise MusterError(f"{scroll.key}: special {name!r} is unknown{near_word(name, known)}; there are {known}")
        special, count = scroll.specials[name], int(number or 1)
        allowed = max(size // special.per, 1)
        if not 0 <= count <= allowed:
            raise MusterError(f"{scroll.key}: {count} models with {name}, a unit of {size} may have {allowed}")
        if count:
            chosen.append((count, special.weapons))
    return chosen


def read_unit(text: str, scrolls: Mapping[str, Warscroll], small: bool = False) -> Unit:
    """One unit from `key[:size[:build[:special=count ...]]]`; `small` allows fewer models than the warscroll's least.

    Raises:
        MusterError: names the unit and what is wrong with it.
    """
    key, *rest = text.split(":")
    if key not in scrolls:
        raise MusterError(f"{key}: no warscroll of that name{near_word(key, list(scrolls))}")
    scroll = scrolls[key]
    size = _read_size(rest[0] if rest else "", scroll, small)
    name, build = _build_of(scroll, rest[1] if len(rest) > 1 else "")
    specials = _specials_of(scroll, rest[2:], size)
    names = list(dict.fromkeys([*build.weapons, *build.leader, *(w for _, weapons in specials for w in weapons)]))
    if len(names) > WEAPONS or len(specials) > LOADOUTS - 2:
        raise MusterError(f"{key}: too many kinds of weapons ({len(names)}) or specials ({len(specials)})")
    profiles = {weapon.name: weapon for weapon in scroll.weapons}
    missing = [weapon for weapon in names if weapon not in profiles]
    if missing:
        raise MusterError(f"{key}: weapons {missing} have no profile")
    leads = size > 1 and (bool(build.leader) or any(w.leader or w.leader_hit or w.leader_wound for w in scroll.weapons))
    sets = [_weapon_set(build.weapons, names), _weapon_set(build.leader or build.weapons, names)]
    sets += [_weapon_set(weapons, names) for _, weapons in specials]
    counts = [0, int(leads), *(count for count, _ in specials)]
    if sum(counts) > size:
        raise MusterError(f"{key}: {sum(counts)} models with special weapons in a unit of {size}")
    counts[0] = size - sum(counts)
    return Unit(
        scroll,
        size,
        name,
        tuple(profiles[weapon] for weapon in names),
        tuple(zip(counts, sets, strict=True)),
        tuple(dict.fromkeys([*scroll.keywords, *build.keywords])),
        (*scroll.modifiers, *build.modifiers),
        _usable_powers(scroll, build, specials),
    )


def _weapon_set(weapons: Sequence[str], names: Sequence[str]) -> int:
    return sum(1 << names.index(weapon) for weapon in weapons)


def _usable_powers(scroll: Warscroll, build: Build, specials: Sequence[tuple[int, tuple[str, ...]]]) -> tuple[Power, ...]:
    """All powers but those of special weapons that nobody carries (their group is the weapon's name)."""
    carried = {weapon for _, weapons in specials for weapon in weapons}
    optional = set(scroll.specials)
    return tuple(p for p in (*scroll.powers, *build.powers) if p.group not in optional or p.group in carried)


def read_army(texts: Sequence[str], scrolls: Mapping[str, Warscroll], small: bool = False) -> list[Unit]:
    """The units of one army.

    Raises:
        MusterError: a unit is wrong, or the army has too many units or models.
    """
    units = [read_unit(text, scrolls, small) for text in texts]
    if not 1 <= len(units) <= SIDE_UNITS:
        raise MusterError(f"an army has 1 .. {SIDE_UNITS} units, not {len(units)}")
    total = sum(unit.models for unit in units)
    if total > SIDE_MODELS:
        raise MusterError(f"an army has at most {SIDE_MODELS} models, not {total}")
    return units


def points(units: Sequence[Unit]) -> int:
    """Points of an army."""
    return sum(unit.cost for unit in units)


def check_limits(units: Sequence[Unit], limit: int, pitched: bool) -> None:
    """Check the cap on points and, if wanted, the limits of pitched battles (fact sheet, 3).

    Raises:
        MusterError: says which limit is broken.
    """
    total = points(units)
    if limit and total > limit:
        raise MusterError(f"the army costs {total} points, the cap is {limit}")
    if not pitched:
        return
    large = total > 1000
    roles = [unit.scroll.role for unit in units]
    leaders, battleline = roles.count("leader"), roles.count("battleline")
    behemoths = sum("MONSTER" in unit.keywords for unit in units)
    artillery = roles.count("artillery")
    most_leaders, least_line, most_large = (6, 3, 4) if large else (4, 2, 2)
    if not 1 <= leaders <= most_leaders:
        raise MusterError(f"{leaders} leaders, a pitched battle wants 1 .. {most_leaders}")
    if battleline < least_line:
        raise MusterError(f"{battleline} battleline units, a pitched battle wants at least {least_line}")
    if behemoths > most_large or artillery > most_large:
        raise MusterError(f"{behemoths} behemoths and {artillery} artillery, a pitched battle allows {most_large} of each")


__all__ = ["LEADER", "MusterError", "Unit", "check_limits", "points", "read_army", "read_unit"]
