"""The shape of a warscroll: what a unit's row of data consists of."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.games.age_of_sigmar.vocabulary import Condition, Effect, Payload, PhaseMask, PowerKind, Target, When

NO_SAVE = 7
"""The save characteristic "-"."""

Clause = tuple[Condition, int | str, int | str]
"""A condition with its two arguments; keywords and named effects are given by name."""


def dice(count: int, sides: int, plus: int = 0) -> int:
    """A dice code: 2D6 is `dice(2, 6)`, D3 + 3 is `dice(1, 3, 3)`. A number below 1000 is itself."""
    return count * 1000 + sides * 10 + plus


D3 = dice(1, 3)
D6 = dice(1, 6)
TWO_D6 = dice(2, 6)


def when(condition: Condition, first: int | str = 0, second: int | str = 0) -> Clause:
    """One condition."""
    return (condition, first, second)


CHARGED = when(Condition.CHARGED)
NOT_MOVED = when(Condition.NOT_MOVED)
STEADY = when(Condition.STEADY)


def models(number: int) -> Clause:
    """The unit has at least this many models."""
    return when(Condition.AT_LEAST, number)


def target_has(keyword: str) -> Clause:
    """The other unit has a keyword."""
    return when(Condition.TARGET_HAS, keyword)


def near(keyword: str, inches: int) -> Clause:
    """Within so many inches of another friendly unit with a keyword."""
    return when(Condition.NEAR_KEYWORD, keyword, inches)


@dataclass(frozen=True)
class Modifier:
    """One row of an ability: `effect` with `value` while every clause holds.

    Attributes:
        name: the ability's name on the warscroll.
        weapons: names of the weapons that it concerns; all of them if empty.
        aura: inches; not 0: it works on other units within this distance instead of the unit itself.
        to: keyword of the units that an aura reaches; `itself` adds the unit.
        enemies: an aura that works on enemy units; `everybody` on both sides.
        fixed: who is in the aura is looked at once, at the start of the combat phase (of the battleshock phase for effects on
            battleshock), and holds for that phase.
    """

    name: str
    effect: Effect
    value: int
    clauses: tuple[Clause, ...] = ()
    phase: PhaseMask = PhaseMask.ANY
    weapons: tuple[str, ...] = ()
    aura: int = 0
    to: str = ""
    itself: bool = False
    enemies: bool = False
    everybody: bool = False
    fixed: bool = False


@dataclass(frozen=True)
class Named:
    """Modifiers that a power puts on a unit for a while.

    Attributes:
        lasts: `hero` (until its user's next hero phase), `turn`, `phase`, `combat` (the next combat phase) or `battle`.
    """

    name: str
    modifiers: tuple[Modifier, ...]
    lasts: str = "hero"


@dataclass(frozen=True)
class Power:
    """Something that a player may choose to use.

    Attributes:
        roll: casting value of a spell; the die needed by an ability, 0 if it needs none.
        reach: inches to the target.
        to: keyword that the target needs.
        effects: the named effects that the payload uses, the first one unless the payload says otherwise.
        uses: how many targets it may have in one phase.
        group: powers of one unit in the same group share their uses.
        once: once a battle.
        extra: see `vocabulary.Payload`.
    """

    name: str
    kind: PowerKind
    target: Target
    payload: Payload
    roll: int = 0
    reach: int = 0
    sight: bool = False
    to: str = ""
    dice: int = 0
    effects: tuple[Named, ...] = ()
    uses: int = 1
    group: str = ""
    once: bool = False
    phase: When = When.HERO
    extra: int = 0


@dataclass(frozen=True)
class Weapon:
    """A weapon profile: `reach / attacks / hit / wound / rend / damage`.

    Attributes:
        attacks, damage: dice codes.
        rend: how much saves suffer, 0 for "-".
        leader, leader_hit, leader_wound: what the unit's leader adds.
        each: one attack for each enemy model of one unit in range.
    """

    name: str
    reach: int
    attacks: int
    hit: int
    wound: int
    rend: int = 0
    damage: int = 1
    missile: bool = False
    leader: int = 0
    leader_hit: int = 0
    leader_wound: int = 0
    each: bool = False


@dataclass(frozen=True)
class Build:
    """A choice of weapons for the unit: weapon names, and modifiers that come with them."""

    weapons: tuple[str, ...]
    modifiers: tuple[Modifier, ...] = ()
    powers: tuple[Power, ...] = ()
    keywords: tuple[str, ...] = ()
    leader: tuple[str, ...] = ()
    """Weapons of the leader, if they differ."""


@dataclass(frozen=True)
class Special:
    """Weapons that one model in `per` may carry instead."""

    weapons: tuple[str, ...]
    per: int


@dataclass(frozen=True)
class Warscroll:
    """One unit's sheet: everything about it stands here, with its source.

    Attributes:
        key, name: as options and as people write it.
        move, wounds, bravery, save: characteristics; Move in inches; save `NO_SAVE` for "-".
        least, most: models in a unit; `cost` buys `least` models.
        base: base in mm, length and width.
        builds: choices of weapons, the first one is the default.
        role: `leader`, `battleline`, `behemoth`, `artillery` or `other`, for the limits of pitched battles.
    """

    key: str
    name: str
    move: int
    wounds: int
    bravery: int
    save: int
    least: int
    most: int
    cost: int
    base: tuple[int, int]
    keywords: tuple[str, ...]
    source: str
    weapons: tuple[Weapon, ...]
    builds: Mapping[str, Build]
    specials: Mapping[str, Special] = field(default_factory=dict)
    modifiers: tuple[Modifier, ...] = ()
    powers: tuple[Power, ...] = ()
    casts: int = 0
    unbinds: int = 0
    role: str = "other"

    def radius(self, table: str = "area") -> int:
        """Radius of a model's disc in 1/1000 inch: of the base's area, or as wide as the base is `long` or `short`."""
        widths = {"area": math.sqrt(self.base[0] * self.base[1]), "long": max(self.base), "short": min(self.base)}
        return round(widths[table] / 2 / 25.4 * 1000)


def aura(name: str, effect: Effect, value: int, inches: int, to: str, *clauses: Clause, **more: object) -> Modifier:
    """A modifier that works on other units within `inches`."""
    return Modifier(name, effect, value, clauses, aura=inches, to=to, **more)  # type: ignore[arg-type]


def spell(name: str, value: int, target: Target, payload: Payload, reach: int, **more: object) -> Power:
    """A spell."""
    return Power(name, PowerKind.SPELL, target, payload, value, reach, **more)  # type: ignore[arg-type]


def ability(name: str, target: Target, payload: Payload, reach: int, **more: object) -> Power:
    """A power that needs no spell."""
    return Power(name, PowerKind.ABILITY, target, payload, reach=reach, **more)  # type: ignore[arg-type]


def command(name: str, target: Target, payload: Payload, reach: int, **more: object) -> Power:
    """A command ability."""
    return Power(name, PowerKind.COMMAND, target, payload, reach=reach, **more)  # type: ignore[arg-type]


def only(*weapons: str, **builds: tuple[str, ...]) -> dict[str, Build]:
    """Builds without modifiers: one of all given weapons, or named ones."""
    if weapons:
        return {"standard": Build(weapons)}
    return {name: Build(names) for name, names in builds.items()}


def worsening(
    name: str, effect: Effect, brackets: tuple[tuple[int, int], ...], values: tuple[int, ...], *weapons: str
) -> tuple[Modifier, ...]:
    """What a monster loses as it is hurt: one modifier a bracket of wounds suffered; zeros are left out."""
    return tuple(
        Modifier(name, effect, value, (when(Condition.HURT, low, high),), weapons=weapons)
        for (low, high), value in zip(brackets, values, strict=True)
        if value
    )
