"""The actions of War Chest: how they are numbered, and their parts.

An action is a coin and what it is used for, with every parameter: "Cavalry coin: tactic, move to C4, attack D4" is one
number. Actions are numbered coin by coin (the units, the Royal Coin, then decisions that use no coin), within a coin verb by
verb, within a verb by hex. Rules write legal actions in that order and read them back through `PARTS`.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any

from engine.arrays import table
from engine.game import ActionPart, ActionSpec
from engine.games.war_chest.board import HEX_COUNT, HEX_NAMES, STEPS
from engine.games.war_chest.data import MOST_UNITS_A_PLAYER, NO_COIN, ROYAL, UNIT_CARDS, UNIT_COUNT, UNIT_NAMES, Tactic, Unit


class Verb(enum.IntEnum):
    """What a decision does; the first nine are the rulebook's actions."""

    PASS = 0
    CLAIM_INITIATIVE = 1
    RECRUIT = 2
    DEPLOY = 3
    BOLSTER = 4
    CONTROL = 5
    MOVE = 6
    ATTACK = 7
    TACTIC = 8
    DECLINE = 9
    """Leave out something that may be done."""
    LOSE_FROM_STACK = 10
    """Royal Guard: the lost coin comes from the stack."""
    LOSE_FROM_SUPPLY = 11
    """Royal Guard: the lost coin comes from the supply."""
    BAN = 12
    PICK = 13


VERB_COUNT = len(Verb)
NONE = -1
"""A part that an action doesn't have."""


@dataclass(frozen=True)
class Action:
    """One action by its parts; `NONE` where a part doesn't apply.

    Attributes:
        verb: a `Verb`.
        coin: the coin that is used: a unit, `ROYAL` or `NO_COIN`.
        unit: the unit that is recruited, picked or banned.
        origin: the hex of the unit that acts, where the coin doesn't tell (Footmen, ordered units, decisions without a coin).
        destination: the hex that a coin is placed on or a unit moves to.
        target: the hex that is attacked.
    """

    verb: Verb
    coin: int = NO_COIN
    unit: int = NONE
    origin: int = NONE
    destination: int = NONE
    target: int = NONE


_HEXES = range(HEX_COUNT)


def _face_down_actions(coin: int) -> Iterator[Action]:
    yield Action(Verb.PASS, coin)
    yield Action(Verb.CLAIM_INITIATIVE, coin)
    yield from (Action(Verb.RECRUIT, coin, unit=unit) for unit in range(UNIT_COUNT))


def _footman_maneuvers(coin: int) -> Iterator[Action]:
    """Maneuvers that name the unit that acts by its hex."""
    yield from (Action(Verb.CONTROL, coin, origin=h) for h in _HEXES)
    yield from (Action(Verb.MOVE, coin, origin=a, destination=b) for a, b in STEPS)
    yield from (Action(Verb.ATTACK, coin, origin=a, target=b) for a, b in STEPS)


def _tactic_actions(coin: int, tactic: Tactic) -> Iterator[Action]:
    if tactic == Tactic.TARGET:
        yield from (Action(Verb.TACTIC, coin, target=h) for h in _HEXES)
    elif tactic == Tactic.DESTINATION:
        yield from (Action(Verb.TACTIC, coin, destination=h) for h in _HEXES)
    elif tactic == Tactic.CHARGE:
        yield from (Action(Verb.TACTIC, coin, destination=a, target=b) for a, b in STEPS)
    elif tactic == Tactic.ORDER_MOVE:
        yield from (Action(Verb.TACTIC, coin, origin=a, destination=b) for a, b in STEPS)
    elif tactic == Tactic.ORDER_ATTACK:
        yield from (Action(Verb.TACTIC, coin, origin=a, target=b) for a, b in STEPS)
    elif tactic == Tactic.WHOLE:
        yield Action(Verb.TACTIC, coin)


def _unit_coin_actions(unit: Unit) -> Iterator[Action]:
    card = UNIT_CARDS[unit]
    yield from _face_down_actions(unit)
    yield from (Action(Verb.DEPLOY, unit, destination=h) for h in _HEXES)
    if unit == Unit.FOOTMAN:
        yield from (Action(Verb.BOLSTER, unit, destination=h) for h in _HEXES)
        yield from _footman_maneuvers(unit)
    else:
        yield Action(Verb.BOLSTER, unit)
        yield Action(Verb.CONTROL, unit)
        yield from (Action(Verb.MOVE, unit, destination=h) for h in _HEXES)
        if card.attacks:
            yield from (Action(Verb.ATTACK, unit, target=h) for h in _HEXES)
    if unit != Unit.ROYAL_GUARD:
        yield from _tactic_actions(unit, card.tactic)


def _all_actions() -> Iterator[Action]:
    for unit in Unit:
        yield from _unit_coin_actions(unit)
    yield from _face_down_actions(ROYAL)
    yield from _tactic_actions(ROYAL, UNIT_CARDS[Unit.ROYAL_GUARD].tactic)
    yield from _footman_maneuvers(NO_COIN)
    yield Action(Verb.DECLINE)
    yield Action(Verb.LOSE_FROM_STACK)
    yield Action(Verb.LOSE_FROM_SUPPLY)
    yield from (Action(Verb.BAN, unit=unit) for unit in range(UNIT_COUNT))
    yield from (Action(Verb.PICK, unit=unit) for unit in range(UNIT_COUNT))


ACTIONS: tuple[Action, ...] = tuple(_all_actions())
"""Every action, by number."""

ACTION_NUMBER: dict[Action, int] = {action: number for number, action in enumerate(ACTIONS)}
NUM_DISTINCT_ACTIONS = len(ACTIONS)


def _first_numbers() -> list[list[int]]:
    first = [[NONE] * VERB_COUNT for _ in range(NO_COIN + 1)]
    for number, action in reversed(list(enumerate(ACTIONS))):
        first[action.coin][action.verb] = number
    return first


FIRST_ACTION = table(_first_numbers(), "i2")
"""By coin and verb: the lowest action; the others of that coin and verb follow it in the order of their hexes or steps."""

PARTS = table([astuple(action) for action in ACTIONS], "i1")
"""By action: verb, coin, unit, origin, destination, target."""
VERB, COIN, UNIT, ORIGIN, DESTINATION, TARGET = range(6)

DECLINE_ACTION = ACTION_NUMBER[Action(Verb.DECLINE)]
LOSE_FROM_STACK_ACTION = ACTION_NUMBER[Action(Verb.LOSE_FROM_STACK)]
LOSE_FROM_SUPPLY_ACTION = ACTION_NUMBER[Action(Verb.LOSE_FROM_SUPPLY)]


ROYAL_COIN = "Royal Coin"


def coin_name(kind: int) -> str:
    """A coin kind of actions or states in words."""
    return UNIT_NAMES[kind] if kind < UNIT_COUNT else ROYAL_COIN


def _most_legal_actions() -> int:
    """A bound on legal actions: every coin in hand of another kind, and each in the position that offers it most.

    A unit that is out can bolster, control, and move to or attack six neighbours; one that isn't can deploy to at most 13
    locations. On top of that: a Light Cavalry reaches 18 hexes; a Cavalry has six destinations with five more neighbours each;
    an Ensign or Marshall has at most six friends (five units and a second Footman) with six neighbours each, and so has a Scout
    that deploys; one Footman can be out while the second deploys.
    """
    out = 2 + 6
    tactics = {
        Unit.ARCHER: 12,
        Unit.CAVALRY: 6 * 5,
        Unit.CROSSBOWMAN: 6,
        Unit.ENSIGN: 6 * 6,
        Unit.FOOTMAN: 1 + 13,
        Unit.LANCER: 6,
        Unit.LIGHT_CAVALRY: 18,
        Unit.MARSHALL: 6 * 6,
        Unit.SCOUT: 13 + 6 * 6 - out,
    }
    most = sorted((out + tactics.get(unit, 0) for unit in Unit), reverse=True)[:MOST_UNITS_A_PLAYER]
    face_down = 2 + MOST_UNITS_A_PLAYER
    royal_guard_tactic = 18
    return sum(most) + face_down * (MOST_UNITS_A_PLAYER + 1) + royal_guard_tactic


MAX_LEGAL_ACTIONS = _most_legal_actions()


def action_spec() -> ActionSpec:
    """The parts of an action; a part that doesn't apply is absent."""
    verbs = tuple(verb.name.lower() for verb in Verb)
    return ActionSpec(
        1,
        NUM_DISTINCT_ACTIONS,
        (
            ActionPart("verb", "what is done", verbs),
            ActionPart("coin", "the coin that is used; absent for a decision that uses none", (*UNIT_NAMES, ROYAL_COIN)),
            ActionPart("unit", "the unit that is recruited, banned or picked", UNIT_NAMES),
            ActionPart("origin", "hex of the unit that acts, where the coin doesn't tell", HEX_NAMES),
            ActionPart("destination", "hex that the coin is placed on or the unit moves to", HEX_NAMES),
            ActionPart("target", "hex that is attacked", HEX_NAMES),
        ),
    )


def decode_action(action: int) -> dict[str, Any]:
    """An action as its named parts, without those that don't apply."""
    parts = ACTIONS[action]
    decoded: dict[str, Any] = {"verb": parts.verb.name.lower()}
    if parts.coin != NO_COIN:
        decoded["coin"] = coin_name(parts.coin)
    if parts.unit != NONE:
        decoded["unit"] = UNIT_NAMES[parts.unit]
    for name, place in (("origin", parts.origin), ("destination", parts.destination), ("target", parts.target)):
        if place != NONE:
            decoded[name] = HEX_NAMES[place]
    return decoded
