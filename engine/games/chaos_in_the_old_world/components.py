"""Component files: TOML that changes Chaos cards and upgrades or adds new ones from existing effects.

    [[chaos_card]]                       # changes a card: only what differs
    name = "Blood Frenzy"
    cost = 1

    [[chaos_card]]                       # adds a card: a name that no power has, and what it is
    name = "Skull Harvest"
    power = "khorne"
    copies = 2
    cost = 1
    effect = "early_dice"                # a member of `Effect`
    amount = 3
    magic = false

    [[upgrade]]                          # changes or adds an upgrade card in the same way
    name = "Brass Legion"
    power = "khorne"
    rank = "warrior"                     # cultist, warrior, daemon; left out: a power upgrade
    cost = 2
    attack = 3
    defense = 1
    ability = "early_strike"             # a member of `Ability`

A file becomes option overrides, so that everything about a run's components stands in its options.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from engine.games.chaos_in_the_old_world.chaos_cards import CHAOS_CARDS, ChaosCard, Effect
from engine.games.chaos_in_the_old_world.data import POWER_KEYS, Power, Rank
from engine.games.chaos_in_the_old_world.extras import card_text, parse_card, parse_upgrade, upgrade_text
from engine.games.chaos_in_the_old_world.upgrades import NO_RANK, UPGRADES, Ability, Upgrade
from engine.options import ComponentError, near_word

_CARD_NUMBERS = ("copies", "cost", "magic", "amount")
_UPGRADE_NUMBERS = ("cost", "attack", "defense", "amount")
_NEW_CARD = (*_CARD_NUMBERS, "name", "power", "effect")
_NEW_UPGRADE = (*_UPGRADE_NUMBERS, "name", "power", "rank", "ability")


def option_overrides(texts: Iterable[str]) -> dict[str, Any]:
    """The option overrides (path -> value) of component files, read in order; a later file wins.

    Raises:
        ComponentError: no TOML, an unknown key, power, effect or ability, or a new component that lacks something.
    """
    overrides: dict[str, Any] = {}
    cards: dict[str, str] = {}
    upgrades: dict[str, str] = {}
    for text in texts:
        try:
            content = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ComponentError(f"no TOML: {error}") from None
        unknown = set(content) - {"chaos_card", "upgrade"}
        if unknown:
            raise ComponentError(f"unknown table {sorted(unknown)[0]!r}; there are chaos_card, upgrade")
        for entry in content.get("chaos_card", []):
            _card(entry, overrides, cards)
        for entry in content.get("upgrade", []):
            _upgrade(entry, overrides, upgrades)
    if cards:
        overrides["extra_cards"] = tuple(cards.values())
    if upgrades:
        overrides["extra_upgrades"] = tuple(upgrades.values())
    return overrides


def _check_keys(entry: Mapping[str, Any], known: tuple[str, ...]) -> str:
    name = entry.get("name")
    if not isinstance(name, str) or not name.strip() or "|" in name:
        raise ComponentError(f"an entry needs a name without `|`: {dict(entry)}")
    for key in entry:
        if key not in known:
            raise ComponentError(f"{name}: unknown key {key!r}{near_word(key, list(known))}")
    return name


def _power(entry: Mapping[str, Any]) -> Power:
    word = entry.get("power")
    if word not in POWER_KEYS:
        raise ComponentError(f"{entry['name']}: power must be one of {', '.join(POWER_KEYS)}, not {word!r}")
    return Power(POWER_KEYS.index(word))


def _card(entry: Mapping[str, Any], overrides: dict[str, Any], extra: dict[str, str]) -> None:
    name = _check_keys(entry, _NEW_CARD)
    printed = next((card for card in CHAOS_CARDS if card.name == name), None)
    if printed is not None:
        _change(entry, f"{POWER_KEYS[printed.power]}.cards.{printed.key}", _CARD_NUMBERS, overrides)
        return
    word = str(entry.get("effect", "none"))
    if word.upper() not in Effect.__members__:
        raise ComponentError(f"{name}: unknown effect {word!r}{near_word(word, [e.name.lower() for e in Effect])}")
    card = ChaosCard(
        _power(entry),
        name,
        entry.get("copies", 1),
        entry.get("cost", 0),
        entry.get("magic", False),
        Effect[word.upper()],
        entry.get("amount", 0),
    )
    try:
        extra[name] = card_text(parse_card(card_text(card)))
    except ValueError as error:
        raise ComponentError(f"{name}: {error}") from None


def _upgrade(entry: Mapping[str, Any], overrides: dict[str, Any], extra: dict[str, str]) -> None:
    name = _check_keys(entry, _NEW_UPGRADE)
    printed = next((upgrade for upgrade in UPGRADES if upgrade.name == name), None)
    if printed is not None:
        numbers = _UPGRADE_NUMBERS if printed.rank != NO_RANK else ("amount",)
        _change(entry, f"{POWER_KEYS[printed.power]}.upgrades.{printed.key}", numbers, overrides)
        return
    word = str(entry.get("ability", "none"))
    if word.upper() not in Ability.__members__:
        raise ComponentError(f"{name}: unknown ability {word!r}{near_word(word, [a.name.lower() for a in Ability])}")
    rank = entry.get("rank")
    if rank is not None and str(rank).upper() not in Rank.__members__:
        raise ComponentError(f"{name}: rank must be cultist, warrior or daemon, not {rank!r}")
    upgrade = Upgrade(
        _power(entry),
        name,
        NO_RANK if rank is None else Rank[str(rank).upper()],
        entry.get("cost", 1),
        entry.get("attack", 0),
        entry.get("defense", 1),
        Ability[word.upper()],
        entry.get("amount", 0),
    )
    try:
        extra[name] = upgrade_text(parse_upgrade(upgrade_text(upgrade)))
    except ValueError as error:
        raise ComponentError(f"{name}: {error}") from None


def _change(entry: Mapping[str, Any], path: str, numbers: tuple[str, ...], overrides: dict[str, Any]) -> None:
    for key, value in entry.items():
        if key == "name":
            continue
        if key not in numbers:
            raise ComponentError(f"{entry['name']}: {key} of a printed component can't be changed; {', '.join(numbers)} can")
        overrides[f"{path}.{key}"] = value
