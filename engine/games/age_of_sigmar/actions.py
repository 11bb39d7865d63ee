"""The actions of Age of Sigmar: how they are numbered, and their parts.

Actions name units by their place in the army of the player who decides (`unit`) or in the enemy's (`target`), so that a number
means the same for both seats; targets of powers may be friends or enemies. Numbers go verb by verb.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any

from engine.arrays import table
from engine.game import ActionPart, ActionSpec
from engine.games.age_of_sigmar.data import FEATURES, POWERS, SIDE_UNITS, WEAPONS

NONE = -1
"""A part that an action doesn't have."""
COLUMNS, DEPTHS = 9, 3
SPOTS = 2 * COLUMNS * DEPTHS
"""Places where a unit can be set up: columns along the dividing line and depths, in either half."""
NUMBERS = 300
"""A coordinate in 1/1000 inch is entered as two numbers below this: quotient and remainder."""
ALL, HALF = 0, 1
"""What is aimed at a target: everything, half of it; 2 + w is one weapon."""


class Verb(enum.IntEnum):
    """What a decision does."""

    SPLIT = 0
    HALF = 1
    DEPLOY = 2
    PLACE = 3
    GO_FIRST = 4
    GO_SECOND = 5
    GENERAL = 6
    OBJECTIVE = 7
    NAME_UNIT = 8
    NAME_FEATURE = 9
    POWER = 10
    """On an enemy unit."""
    POWER_ON_FRIEND = 11
    POWER_ON_ITSELF = 12
    """Of all that it reaches, or of its user."""
    SACRIFICE = 13
    UNBIND = 14
    PICK = 15
    TOWARDS = 16
    RUN_TOWARDS = 17
    KEEP_DISTANCE = 18
    TO_FEATURE = 19
    RUN_TO_FEATURE = 20
    SUPPORT = 21
    RETREAT = 22
    RETREAT_RUNNING = 23
    AWAY = 24
    MARCH = 25
    AIM = 26
    CHARGE = 27
    WRAP = 28
    PILE_IN = 29
    STAY = 30
    WITHDRAW = 31
    ALLOCATE = 32
    FLEE = 33
    BLESS = 34
    """Use a triumph: change a die, or be inspired."""
    REROLL = 35
    SPEED = 36
    """Double the random Move."""
    EXACT = 37
    """Hand in exact positions: as it is (0), running (1)."""
    NUMBER = 38
    """A number of a coordinate: see `rules.exact`."""
    DONE = 39
    """Nothing (more)."""


SPLIT_NAMES = ("long", "short", "rising", "falling")
HALF_NAMES = ("lower", "upper")
OBJECTIVE_NAMES = ("none", "assassinate", "blunt", "endure", "seize")
WAY_NAMES = ("rear", "front", "fresh")


@dataclass(frozen=True)
class Action:
    """One action by its parts; `NONE` where a part doesn't apply.

    Attributes:
        unit: place in the own army.
        target: place in the enemy's army.
        power: number of a power.
        feature: number of a terrain feature.
        detail: split, half, spot, objective, way, or what is aimed.
    """

    verb: Verb
    unit: int = NONE
    target: int = NONE
    power: int = NONE
    feature: int = NONE
    detail: int = NONE


_PLACES = range(SIDE_UNITS)


def _all_actions() -> Iterator[Action]:
    yield from (Action(Verb.SPLIT, detail=d) for d in range(len(SPLIT_NAMES)))
    yield from (Action(Verb.HALF, detail=d) for d in range(2))
    yield from (Action(Verb.DEPLOY, unit=u) for u in _PLACES)
    yield from (Action(Verb.PLACE, detail=d) for d in range(SPOTS))
    yield Action(Verb.GO_FIRST)
    yield Action(Verb.GO_SECOND)
    yield from (Action(Verb.GENERAL, unit=u) for u in _PLACES)
    yield from (Action(Verb.OBJECTIVE, detail=d) for d in range(len(OBJECTIVE_NAMES)))
    yield from (Action(Verb.NAME_UNIT, unit=u) for u in _PLACES)
    yield from (Action(Verb.NAME_FEATURE, feature=f) for f in range(FEATURES))
    yield from (Action(Verb.POWER, power=p, target=t) for p in range(POWERS) for t in _PLACES)
    yield from (Action(Verb.POWER_ON_FRIEND, power=p, unit=u) for p in range(POWERS) for u in _PLACES)
    yield from (Action(Verb.POWER_ON_ITSELF, power=p) for p in range(POWERS))
    yield from (Action(Verb.SACRIFICE, unit=u, feature=f) for u in _PLACES for f in range(FEATURES))
    yield from (Action(Verb.UNBIND, unit=u) for u in _PLACES)
    yield from (Action(Verb.PICK, unit=u) for u in _PLACES)
    yield from (Action(verb, target=t) for verb in (Verb.TOWARDS, Verb.RUN_TOWARDS, Verb.KEEP_DISTANCE) for t in _PLACES)
    yield from (Action(verb, feature=f) for verb in (Verb.TO_FEATURE, Verb.RUN_TO_FEATURE) for f in range(FEATURES))
    yield from (Action(Verb.SUPPORT, unit=u) for u in _PLACES)
    yield from (Action(verb) for verb in (Verb.RETREAT, Verb.RETREAT_RUNNING, Verb.AWAY))
    yield from (Action(Verb.MARCH, target=t) for t in _PLACES)
    yield from (Action(Verb.AIM, target=t, detail=d) for t in _PLACES for d in range(2 + WEAPONS))
    yield from (Action(verb, target=t) for verb in (Verb.CHARGE, Verb.WRAP) for t in _PLACES)
    yield from (Action(verb) for verb in (Verb.PILE_IN, Verb.STAY, Verb.WITHDRAW))
    yield from (Action(Verb.ALLOCATE, detail=d) for d in range(len(WAY_NAMES)))
    yield from (Action(Verb.FLEE, detail=d) for d in range(2))
    yield from (Action(verb) for verb in (Verb.BLESS, Verb.REROLL, Verb.SPEED))
    yield from (Action(Verb.EXACT, detail=d) for d in range(2))
    yield from (Action(Verb.NUMBER, detail=d) for d in range(NUMBERS))
    yield Action(Verb.DONE)


ACTIONS: tuple[Action, ...] = tuple(_all_actions())
"""Every action, by number."""

ACTION_NUMBER: dict[Action, int] = {action: number for number, action in enumerate(ACTIONS)}
NUM_DISTINCT_ACTIONS = len(ACTIONS)


def _first_numbers() -> list[int]:
    first = [NONE] * len(Verb)
    for number, action in reversed(list(enumerate(ACTIONS))):
        first[action.verb] = number
    return first


FIRST = table(_first_numbers(), "i2")
"""By verb: its lowest action; the others follow in the order of their parts, the last part changing fastest."""

PARTS = table([astuple(action) for action in ACTIONS], "i2")
"""By action: verb, unit, target, power, feature, detail."""
VERB, UNIT, TARGET, POWER, FEATURE, DETAIL = range(6)

DONE_ACTION = ACTION_NUMBER[Action(Verb.DONE)]
AIM_WAYS = 2 + WEAPONS

MAX_LEGAL_ACTIONS = NUM_DISTINCT_ACTIONS
"""Powers, targets, features and places bound what is legal; no position comes near to all of them."""

_DETAILS: dict[Verb, tuple[str, ...]] = {
    Verb.SPLIT: SPLIT_NAMES,
    Verb.HALF: HALF_NAMES,
    Verb.PLACE: tuple(f"spot {d}" for d in range(SPOTS)),
    Verb.OBJECTIVE: OBJECTIVE_NAMES,
    Verb.AIM: ("all", "half", *(f"weapon {w}" for w in range(WEAPONS))),
    Verb.ALLOCATE: WAY_NAMES,
    Verb.FLEE: WAY_NAMES,
    Verb.EXACT: ("walking", "running"),
    Verb.NUMBER: tuple(f"number {d}" for d in range(NUMBERS)),
}


def action_spec() -> ActionSpec:
    """The parts of an action; a part that doesn't apply is absent."""
    places = tuple(str(place) for place in _PLACES)
    details = tuple(dict.fromkeys(name for names in _DETAILS.values() for name in names))
    return ActionSpec(
        1,
        NUM_DISTINCT_ACTIONS,
        (
            ActionPart("verb", "what is done", tuple(verb.name.lower() for verb in Verb)),
            ActionPart("unit", "place of a unit in the army of the player who decides", places),
            ActionPart("target", "place of a unit in the enemy's army", places),
            ActionPart("power", "number of a spell, ability or command ability", tuple(str(p) for p in range(POWERS))),
            ActionPart("feature", "number of a terrain feature", tuple(str(f) for f in range(FEATURES))),
            ActionPart("detail", "split, half, spot, objective, way, or what is aimed", details),
        ),
    )


def decode_action(action: int) -> dict[str, Any]:
    """An action as its named parts, without those that don't apply."""
    parts = ACTIONS[action]
    decoded: dict[str, Any] = {"verb": parts.verb.name.lower()}
    for name in ("unit", "target", "power", "feature"):
        if getattr(parts, name) != NONE:
            decoded[name] = str(getattr(parts, name))
    if parts.detail != NONE:
        decoded["detail"] = _DETAILS[parts.verb][parts.detail]
    return decoded
