"""What a simple player wants in War Chest.

Take locations; kill what can be killed cheaply, first what stands on a location; bring units out and towards locations that
the side doesn't control; else bolster, recruit, and spend the coins that matter least face down. Priorities are points on one
scale; only what the current player sees is used.
"""

from __future__ import annotations

from engine.arrays import table
from engine.bits import count
from engine.compilation import rule
from engine.games.war_chest.actions import COIN, DESTINATION, ORIGIN, PARTS, TARGET, UNIT, VERB, Verb
from engine.games.war_chest.board import NEIGHBOURS, WITHIN_TWO
from engine.games.war_chest.data import ATTACKS_NEIGHBOURS, NO_COIN, ROYAL, UNIT_OF_STACK, Unit
from engine.games.war_chest.rules.tactics import charge_destination
from engine.games.war_chest.state import NOBODY, Pending
from engine.types import Record

_RECRUIT = int(Verb.RECRUIT)
_CLAIM_INITIATIVE = int(Verb.CLAIM_INITIATIVE)
_DEPLOY = int(Verb.DEPLOY)
_BOLSTER = int(Verb.BOLSTER)
_CONTROL = int(Verb.CONTROL)
_MOVE = int(Verb.MOVE)
_ATTACK = int(Verb.ATTACK)
_TACTIC = int(Verb.TACTIC)
_DECLINE = int(Verb.DECLINE)
_LOSE_FROM_STACK = int(Verb.LOSE_FROM_STACK)
_LOSE_FROM_SUPPLY = int(Verb.LOSE_FROM_SUPPLY)

_FOOTMAN = int(Unit.FOOTMAN)
_LANCER = int(Unit.LANCER)
_PIKEMAN = int(Unit.PIKEMAN)
_ROYAL_GUARD = int(Unit.ROYAL_GUARD)
_REPEAT = int(Pending.REPEAT)

_UNIT_WORTH = table([1, 8, 6, 3, 0, 4, 4, 1, 9, 2, 8, 4, 2, 6, 5, 8], "i1")
"""Worth in a draft, from win rates of recorded games and players' tier lists (README, Sources)."""

_WIN = 100_000


@rule
def action_priority(options: Record, state: Record, action: int) -> int:
    """How much a simple player wants an action: see the head of this module."""
    verb = PARTS[action, VERB]
    if PARTS[action, COIN] == NO_COIN:
        return answer_priority(options, state, action, verb)
    if verb <= _RECRUIT:
        return face_down_priority(state, action, verb)
    unit = PARTS[action, COIN]
    if unit == ROYAL:
        unit = _ROYAL_GUARD
    if verb == _DEPLOY:
        return deploy_priority(options, state, PARTS[action, DESTINATION])
    if verb == _BOLSTER:
        return bolster_priority(state, unit, PARTS[action, DESTINATION])
    if verb == _TACTIC:
        return tactic_priority(options, state, unit, action)
    origin = PARTS[action, ORIGIN]
    return maneuver_priority(options, state, unit if origin == NOBODY else state.stack_at[origin], action, verb)


@rule
def wanted_locations(options: Record, state: Record, team: int) -> int:
    """Locations that a side doesn't control and none of its units stands on."""
    return options.locations & ~state.markers[team] & ~state.stacks[team]


@rule
def closeness(place: int, wanted: int) -> int:
    """3 on a wanted location, 2 beside one, 1 two away from one, else 0."""
    if wanted >> place & 1:
        return 3
    if NEIGHBOURS[place] & wanted:
        return 2
    return 1 if WITHIN_TWO[place] & wanted else 0


@rule
def move_value(options: Record, state: Record, team: int, origin: int, destination: int) -> int:
    """What a unit gains by going from one hex to another: closeness to wanted locations."""
    wanted = wanted_locations(options, state, team)
    here = options.locations & ~state.markers[team] & (1 << origin)
    return closeness(destination, wanted) - closeness(origin, wanted | here)


@rule
def attack_value(options: Record, state: Record, stack: int, place: int, adjacent: bool) -> int:
    """What an attack on the unit on a hex is worth; less if a Pikeman strikes back at a lone coin."""
    target = state.stack_at[place]
    team = state.owner[UNIT_OF_STACK[stack]] & 1
    value = 900
    if state.height[target] == 1:
        value += 500
    if options.locations >> place & 1:
        value += 300
        if state.markers[team] >> place & 1:
            value += 300
    if target == _PIKEMAN and adjacent and state.height[stack] == 1:
        value -= 700
    return value


@rule
def control_value(options: Record, state: Record, team: int, place: int) -> int:
    """A new location, more if it is taken from the enemy; everything if it is the last marker."""
    if count(state.markers[team]) + 1 >= options.markers:
        return _WIN
    return 5000 if state.markers[1 - team] >> place & 1 else 4000


@rule
def maneuver_priority(options: Record, state: Record, stack: int, action: int, verb: int) -> int:
    """Control, move or attack by a stack."""
    team = state.owner[UNIT_OF_STACK[stack]] & 1
    origin = state.hex_of[stack]
    if verb == _CONTROL:
        return control_value(options, state, team, origin)
    if verb == _MOVE:
        return 500 + 300 * move_value(options, state, team, origin, PARTS[action, DESTINATION])
    return attack_value(options, state, stack, PARTS[action, TARGET], True)


@rule
def tactic_priority(options: Record, state: Record, unit: int, action: int) -> int:
    """A tactic by the moves and attacks it is made of."""
    if unit == _FOOTMAN:
        return 1150
    origin = PARTS[action, ORIGIN]
    stack = unit if origin == NOBODY else state.stack_at[origin]
    team = state.owner[UNIT_OF_STACK[stack]] & 1
    origin = state.hex_of[stack]
    destination = PARTS[action, DESTINATION]
    target = PARTS[action, TARGET]
    if target == NOBODY:
        return 510 + 300 * move_value(options, state, team, origin, destination)
    if unit == _LANCER:
        destination = charge_destination(origin, target)
    value = attack_value(options, state, stack, target, bool(ATTACKS_NEIGHBOURS[stack]) or unit == _LANCER)
    if destination != NOBODY:
        value += 150 * move_value(options, state, team, origin, destination)
    return value


@rule
def deploy_priority(options: Record, state: Record, destination: int) -> int:
    """Units belong on the board, near what they can take, and not beside enemies."""
    seat = state.current_player
    team = seat & 1
    wanted = wanted_locations(options, state, team)
    return 900 + 100 * closeness(destination, wanted) - 60 * count(NEIGHBOURS[destination] & state.stacks[1 - team])


@rule
def bolster_priority(state: Record, unit: int, destination: int) -> int:
    """A second coin for a unit in danger, less for what is tall or alone."""
    stack = unit if destination == NOBODY else state.stack_at[destination]
    team = state.owner[unit] & 1
    danger = count(WITHIN_TWO[state.hex_of[stack]] & state.stacks[1 - team])
    return 560 + 120 * min(danger, 2) - 150 * state.height[stack]


@rule
def face_down_priority(state: Record, action: int, verb: int) -> int:
    """Recruit, then the initiative, then nothing; with the Royal Coin rather than with a unit's."""
    coin = PARTS[action, COIN]
    spare = 100 if coin == ROYAL else 0
    if verb == _RECRUIT:
        unit = PARTS[action, UNIT]
        deployed = 40 if state.hex_of[unit] != NOBODY else 0
        return 300 + spare + deployed - 10 * (state.bag[unit] + state.face_up[unit])
    if verb == _CLAIM_INITIATIVE:
        return 260 + spare
    return spare


@rule
def answer_priority(options: Record, state: Record, action: int, verb: int) -> int:
    """Decisions without a coin: draft, Royal Guard's loss, and what may be done or left out."""
    if verb > _LOSE_FROM_SUPPLY:
        return _UNIT_WORTH[PARTS[action, UNIT]]
    if verb == _LOSE_FROM_SUPPLY:
        return 100 if state.height[_ROYAL_GUARD] == 1 else 0
    if verb == _LOSE_FROM_STACK:
        return 50
    kind = state.pending_kind[state.pending - 1]
    if verb == _DECLINE:
        return 850 if kind == _REPEAT else 501
    return maneuver_priority(options, state, state.stack_at[PARTS[action, ORIGIN]], action, verb)


@rule
def position_value(options: Record, state: Record, seat: int) -> float:
    """A half, and more for each marker and each coin on the board that the seat's side has beyond the other."""
    team = seat & 1
    markers = count(state.markers[team]) - count(state.markers[1 - team])
    units = count(state.stacks[team]) - count(state.stacks[1 - team])
    return min(max(0.5 + 0.08 * markers + 0.03 * units, 0.02), 0.98)
