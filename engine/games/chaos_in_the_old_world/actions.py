"""The actions of Chaos in the Old World: how they are numbered, and their parts.

An action is a verb with named parts. Verbs have consecutive ranges of numbers; within a verb the parts count up, the last one
fastest. Rules write legal actions in that order and read them back through `PARTS`.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator
from typing import Any

from engine.arrays import table
from engine.game import ActionPart, ActionSpec
from engine.games.chaos_in_the_old_world.chaos_cards import CARD_NAMES, CARDS
from engine.games.chaos_in_the_old_world.data import (
    FIGURE_NAMES,
    FIGURE_TYPES,
    POWER_NAMES,
    POWERS,
    REGION_NAMES,
    REGIONS,
    SIDES,
    SLOTS,
    SLOTS_A_POWER,
    TOKEN_NAMES,
    TOKENS,
)
from engine.games.chaos_in_the_old_world.upgrades import UPGRADE_CARDS, UPGRADE_NAMES


class Verb(enum.IntEnum):
    """What a decision does."""

    PASS = 0
    """Summoning: set the power points to 0."""
    SUMMON = 1
    PLAY = 2
    CHOOSE_FIGURE = 3
    CHOOSE_REGION = 4
    CHOOSE_TOKEN = 5
    CHOOSE_CORRUPTION = 6
    DISCARD = 7
    TAKE_UPGRADE = 8
    CHOOSE_POWER = 9
    CHOOSE_SPACE = 10
    HIT_PEASANT = 11
    ACCEPT = 12
    """Do what may be done; of two alternatives the first."""
    DECLINE = 13
    """Leave it, keep hits, no more; of two alternatives the second."""


VARIANTS = 12
"""Figures of one type in one region differ by: shielded (1), summoned free this round (2), card space (4 left, 8 right)."""
VARIANT_NAMES = tuple(
    " ".join(words) or "plain"
    for space in ("", "on the left card space", "on the right card space")
    for spent in ("", "summoned free")
    for shield in ("", "shielded")
    for words in [[word for word in (shield, spent, space) if word]]
)

_PARTS: dict[Verb, tuple[tuple[str, int], ...]] = {
    Verb.PASS: (),
    Verb.SUMMON: (("figure", FIGURE_TYPES), ("origin", REGIONS + 1), ("region", REGIONS)),
    Verb.PLAY: (("card", CARDS), ("region", REGIONS), ("side", 2)),
    Verb.CHOOSE_FIGURE: (("figure", FIGURE_TYPES), ("controller", POWERS), ("variant", VARIANTS)),
    Verb.CHOOSE_REGION: (("region", REGIONS),),
    Verb.CHOOSE_TOKEN: (("token", TOKENS), ("region", REGIONS)),
    Verb.CHOOSE_CORRUPTION: (("controller", POWERS), ("region", REGIONS)),
    Verb.DISCARD: (("card", CARDS),),
    Verb.TAKE_UPGRADE: (("upgrade", UPGRADE_CARDS),),
    Verb.CHOOSE_POWER: (("controller", POWERS),),
    Verb.CHOOSE_SPACE: (("region", REGIONS), ("side", 2)),
    Verb.HIT_PEASANT: (),
    Verb.ACCEPT: (),
    Verb.DECLINE: (),
}
"""By verb: its parts and how many values each has; the last one counts fastest."""

COLUMNS = ("verb", "figure", "controller", "variant", "origin", "region", "side", "card", "token", "upgrade")
VERB, FIGURE, CONTROLLER, VARIANT, ORIGIN, REGION, SIDE, CARD, TOKEN, UPGRADE = range(len(COLUMNS))
NONE = -1
"""A part that an action doesn't have."""


def _rows() -> Iterator[tuple[int, ...]]:
    for verb, parts in _PARTS.items():
        for values in itertools.product(*(range(size) for _, size in parts)):
            row = [NONE] * len(COLUMNS)
            row[VERB] = verb
            for (name, _), value in zip(parts, values, strict=True):
                row[COLUMNS.index(name)] = value
            yield tuple(row)


ACTIONS: tuple[tuple[int, ...], ...] = tuple(_rows())
"""Every action by number: its parts in the order of `COLUMNS`."""

NUM_DISTINCT_ACTIONS = len(ACTIONS)
PARTS = table(ACTIONS, "i1")

FIRST = tuple(next(number for number, row in enumerate(ACTIONS) if row[VERB] == verb) for verb in Verb)
"""By verb: its lowest action."""
PASS_ACTION = FIRST[Verb.PASS]
SUMMON_FIRST = FIRST[Verb.SUMMON]
PLAY_FIRST = FIRST[Verb.PLAY]
FIGURE_FIRST = FIRST[Verb.CHOOSE_FIGURE]
REGION_FIRST = FIRST[Verb.CHOOSE_REGION]
TOKEN_FIRST = FIRST[Verb.CHOOSE_TOKEN]
CORRUPTION_FIRST = FIRST[Verb.CHOOSE_CORRUPTION]
DISCARD_FIRST = FIRST[Verb.DISCARD]
UPGRADE_FIRST = FIRST[Verb.TAKE_UPGRADE]
POWER_FIRST = FIRST[Verb.CHOOSE_POWER]
SPACE_FIRST = FIRST[Verb.CHOOSE_SPACE]
PEASANT_ACTION = FIRST[Verb.HIT_PEASANT]
ACCEPT_ACTION = FIRST[Verb.ACCEPT]
DECLINE_ACTION = FIRST[Verb.DECLINE]


_OWN_SUMMONS = SLOTS_A_POWER * (REGIONS - 1) + 3 * REGIONS
_CONTROLLED_SUMMONS = (SLOTS - SLOTS_A_POWER) * (REGIONS - 1)
_CARDS_A_POWER = 8 + 10
MAX_LEGAL_ACTIONS = 1 + _OWN_SUMMONS + _CONTROLLED_SUMMONS + _CARDS_A_POWER * 2 * REGIONS
"""A bound: every own and controlled figure alone in its region, every title of a power in hand, all card spaces empty."""

_VALUES: dict[str, tuple[str, ...]] = {
    "figure": FIGURE_NAMES,
    "controller": POWER_NAMES,
    "variant": VARIANT_NAMES,
    "origin": (*REGION_NAMES, "reserve"),
    "region": REGION_NAMES,
    "side": SIDES,
    "card": CARD_NAMES,
    "token": TOKEN_NAMES,
    "upgrade": UPGRADE_NAMES,
}

_MEANINGS = {
    "figure": "figure type",
    "controller": "power that controls the figure, owns the corruption token, or is chosen",
    "variant": "what sets the figure apart from others of its type in its region",
    "origin": "where the figure comes from",
    "region": "region that is chosen, or where the figure, card or token goes",
    "side": "card space",
    "card": "Chaos card",
    "token": "Old World token",
    "upgrade": "upgrade card",
}


def action_spec() -> ActionSpec:
    """The parts of an action; a part that doesn't apply is absent."""
    verbs = ActionPart("verb", "what is done", tuple(verb.name.lower() for verb in Verb))
    parts = tuple(ActionPart(name, _MEANINGS[name], _VALUES[name]) for name in COLUMNS[1:])
    return ActionSpec(1, NUM_DISTINCT_ACTIONS, (verbs, *parts))


def decode_action(action: int) -> dict[str, Any]:
    """An action as its named parts, without those that don't apply."""
    row = ACTIONS[action]
    decoded: dict[str, Any] = {"verb": Verb(row[VERB]).name.lower()}
    return decoded | {name: _VALUES[name][row[i]] for i, name in enumerate(COLUMNS) if i != VERB and row[i] != NONE}
