"""The legal actions: what the current player can do with each coin, and at decisions inside a turn."""

from __future__ import annotations

from engine.bits import lowest
from engine.compilation import rule
from engine.games.war_chest.actions import (
    DECLINE_ACTION,
    FIRST_ACTION,
    LOSE_FROM_STACK_ACTION,
    LOSE_FROM_SUPPLY_ACTION,
    Verb,
)
from engine.games.war_chest.board import NEIGHBOURS, step_number
from engine.games.war_chest.data import NO_COIN, ROYAL, SECOND_FOOTMAN, UNIT_COUNT, Unit
from engine.games.war_chest.rules import tactics
from engine.games.war_chest.rules.draft import draft_verb
from engine.games.war_chest.rules.stacks import can_control, empty_hexes, moves_from, normal_attacks
from engine.games.war_chest.state import NOBODY, Pending
from engine.types import Actions, Record

_UNITS_MASK = (1 << UNIT_COUNT) - 1

_PASS = int(Verb.PASS)
_CLAIM_INITIATIVE = int(Verb.CLAIM_INITIATIVE)
_RECRUIT = int(Verb.RECRUIT)
_DEPLOY = int(Verb.DEPLOY)
_BOLSTER = int(Verb.BOLSTER)
_CONTROL = int(Verb.CONTROL)
_MOVE = int(Verb.MOVE)
_ATTACK = int(Verb.ATTACK)
_TACTIC = int(Verb.TACTIC)

_CAVALRY = int(Unit.CAVALRY)
_ENSIGN = int(Unit.ENSIGN)
_FOOTMAN = int(Unit.FOOTMAN)
_LANCER = int(Unit.LANCER)
_LIGHT_CAVALRY = int(Unit.LIGHT_CAVALRY)
_ARCHER = int(Unit.ARCHER)
_CROSSBOWMAN = int(Unit.CROSSBOWMAN)
_MARSHALL = int(Unit.MARSHALL)
_ROYAL_GUARD = int(Unit.ROYAL_GUARD)
_SCOUT = int(Unit.SCOUT)
_BERSERKER = int(Unit.BERSERKER)
_SWORDSMAN = int(Unit.SWORDSMAN)
_MERCENARY = int(Unit.MERCENARY)

_USE_DRAWN_COIN = int(Pending.USE_DRAWN_COIN)
_REPEAT = int(Pending.REPEAT)
_FREE_MOVE = int(Pending.FREE_MOVE)
_FREE_MANEUVER = int(Pending.FREE_MANEUVER)
_FOOTMEN_ACT = int(Pending.FOOTMEN_ACT)


@rule
def put_each(first: int, members: int, out: Actions, n: int) -> int:
    """Append action `first + m` for each member m of a set; returns the new number of actions."""
    while members:
        out[n] = first + lowest(members)
        n += 1
        members &= members - 1
    return n


@rule
def put_steps(first: int, origin: int, destinations: int, out: Actions, n: int) -> int:
    """Append action `first + step` for each step from `origin` to one of `destinations`, which are neighbours of it."""
    while destinations:
        out[n] = first + step_number(origin, lowest(destinations))
        n += 1
        destinations &= destinations - 1
    return n


@rule
def legal_actions(options: Record, state: Record, out: Actions) -> int:
    """The use of a coin in hand; or the answer to the decision that waits; or a ban or pick of the draft."""
    if state.pending > 0:
        return pending_choices(options, state, out)
    if state.draft_step > 0:
        return put_each(FIRST_ACTION[NO_COIN, draft_verb(options, state)], state.draft_left, out, 0)
    kinds = state.purse[state.current_player]
    recruits = recruitable(state, kinds)
    n = 0
    while kinds:
        kind = lowest(kinds)
        if state.hand[kind] > 0:
            n = coin_choices(options, state, kind, recruits, out, n)
        kinds &= kinds - 1
    return n


@rule
def coin_choices(options: Record, state: Record, kind: int, recruits: int, out: Actions, n: int) -> int:
    """What a coin can be used for: the nine actions (rulebook, Use coins). `recruits`: what can be recruited."""
    coin = min(kind, ROYAL)
    n = face_down_choices(state, coin, recruits, out, n)
    if coin == ROYAL:
        return royal_tactic(options, state, out, n)
    if coin == _FOOTMAN:
        return footman_choices(options, state, out, n)
    if state.hex_of[coin] == NOBODY:
        return put_each(FIRST_ACTION[coin, _DEPLOY], deployment_hexes(options, state, coin), out, n)
    out[n] = FIRST_ACTION[coin, _BOLSTER]
    n += 1
    if can_control(options, state, coin):
        out[n] = FIRST_ACTION[coin, _CONTROL]
        n += 1
    n = put_each(FIRST_ACTION[coin, _MOVE], moves_from(options, state, state.hex_of[coin]), out, n)
    n = put_each(FIRST_ACTION[coin, _ATTACK], normal_attacks(state, coin, state.height[coin]), out, n)
    return tactic_choices(options, state, coin, out, n)


@rule
def recruitable(state: Record, kinds: int) -> int:
    """The units among a seat's coin kinds that its supply still holds."""
    found = 0
    units = kinds & _UNITS_MASK
    while units:
        unit = lowest(units)
        if state.supply[unit] > 0:
            found |= 1 << unit
        units &= units - 1
    return found


@rule
def face_down_choices(state: Record, coin: int, recruits: int, out: Actions, n: int) -> int:
    """Pass, claim initiative, recruit."""
    out[n] = FIRST_ACTION[coin, _PASS]
    n += 1
    if may_claim_initiative(state, state.current_player):
        out[n] = FIRST_ACTION[coin, _CLAIM_INITIATIVE]
        n += 1
    return put_each(FIRST_ACTION[coin, _RECRUIT], recruits, out, n)


@rule
def may_claim_initiative(state: Record, seat: int) -> bool:
    """Not from one's own side, and once a round at most (rulebook, Claim initiative; Four players)."""
    return state.initiative_moved == 0 and (state.initiative ^ seat) & 1 != 0


@rule
def deployment_hexes(options: Record, state: Record, unit: int) -> int:
    """The empty locations of one's side; for a Scout also every empty hex beside a friendly unit."""
    team = state.owner[unit] & 1
    hexes = state.markers[team]
    if unit == _SCOUT:
        friends = state.stacks[team]
        while friends:
            hexes |= NEIGHBOURS[lowest(friends)]
            friends &= friends - 1
    return hexes & empty_hexes(options, state)


@rule
def royal_tactic(options: Record, state: Record, out: Actions, n: int) -> int:
    """The Royal Coin pays for the tactic of its owner's Royal Guard."""
    if state.owner[_ROYAL_GUARD] != state.current_player or state.hex_of[_ROYAL_GUARD] == NOBODY:
        return n
    return put_each(FIRST_ACTION[ROYAL, _TACTIC], tactics.tactic_destinations(options, state, _ROYAL_GUARD), out, n)


@rule
def tactic_choices(options: Record, state: Record, unit: int, out: Actions, n: int) -> int:
    """The uses of a deployed unit's tactic that can be carried out completely."""
    first = FIRST_ACTION[unit, _TACTIC]
    if unit in (_ARCHER, _CROSSBOWMAN, _LANCER):
        return put_each(first, tactics.tactic_targets(options, state, unit), out, n)
    if unit == _LIGHT_CAVALRY:
        return put_each(first, tactics.tactic_destinations(options, state, unit), out, n)
    if unit == _CAVALRY:
        return cavalry_choices(options, state, first, out, n)
    if unit in (_ENSIGN, _MARSHALL):
        return order_choices(options, state, unit, first, out, n)
    return n


@rule
def cavalry_choices(options: Record, state: Record, first: int, out: Actions, n: int) -> int:
    """Move one hex, then attack: only to hexes with an enemy to attack."""
    origin = state.hex_of[_CAVALRY]
    destinations = moves_from(options, state, origin)
    while destinations:
        destination = lowest(destinations)
        n = put_steps(first, destination, tactics.charges(options, state, _CAVALRY, destination), out, n)
        destinations &= destinations - 1
    return n


@rule
def order_choices(options: Record, state: Record, unit: int, first: int, out: Actions, n: int) -> int:
    """An Ensign's or Marshall's orders to friends within two hexes."""
    friends = tactics.friends_within_two(state, unit)
    while friends:
        friend = lowest(friends)
        if unit == _ENSIGN:
            n = put_steps(first, friend, tactics.ordered_moves(options, state, unit, friend), out, n)
        else:
            n = put_steps(first, friend, tactics.ordered_attacks(state, friend), out, n)
        friends &= friends - 1
    return n


@rule
def footman_choices(options: Record, state: Record, out: Actions, n: int) -> int:
    """Two Footmen may be out; each is deployed, bolstered and maneuvered for itself, the tactic lets both act."""
    if state.hex_of[SECOND_FOOTMAN] == NOBODY:
        n = put_each(FIRST_ACTION[_FOOTMAN, _DEPLOY], deployment_hexes(options, state, _FOOTMAN), out, n)
    if state.hex_of[_FOOTMAN] == NOBODY:
        return n
    n = put_each(FIRST_ACTION[_FOOTMAN, _BOLSTER], tactics.footman_hexes(state), out, n)
    n = maneuvers_by_hex(options, state, _FOOTMAN, tactics.footman_hexes(state), 0, out, n)
    if tactics.footmen_can_act(options, state, NOBODY):
        out[n] = FIRST_ACTION[_FOOTMAN, _TACTIC]
        n += 1
    return n


@rule
def maneuvers_by_hex(options: Record, state: Record, coin: int, hexes: int, cost: int, out: Actions, n: int) -> int:
    """Control, move and attack by the units on `hexes`, in actions that name the hex.

    `cost` is the number of coins that each pays from its own stack first.
    """
    units = hexes
    while units:
        place = lowest(units)
        if can_control(options, state, state.stack_at[place]):
            out[n] = FIRST_ACTION[coin, _CONTROL] + place
            n += 1
        units &= units - 1
    units = hexes
    while units:
        place = lowest(units)
        n = put_steps(FIRST_ACTION[coin, _MOVE], place, moves_from(options, state, place), out, n)
        units &= units - 1
    units = hexes
    while units:
        place = lowest(units)
        stack = state.stack_at[place]
        targets = normal_attacks(state, stack, state.height[stack] - cost)
        n = put_steps(FIRST_ACTION[coin, _ATTACK], place, targets, out, n)
        units &= units - 1
    return n


@rule
def pending_choices(options: Record, state: Record, out: Actions) -> int:
    """The answers to the decision that waits on top."""
    kind = state.pending_kind[state.pending - 1]
    detail = state.pending_detail[state.pending - 1]
    if kind == _USE_DRAWN_COIN:
        return coin_choices(options, state, detail, recruitable(state, state.purse[state.current_player]), out, 0)
    if kind == _FOOTMEN_ACT:
        n = maneuvers_by_hex(options, state, NO_COIN, tactics.footmen_to_act(state, detail), 0, out, 0)
        if detail == NOBODY or options.footman_may_stop == 0:
            return n
    elif kind == _REPEAT:
        n = maneuvers_by_hex(options, state, NO_COIN, 1 << state.hex_of[_BERSERKER], 1, out, 0)
    elif kind == _FREE_MANEUVER:
        n = maneuvers_by_hex(options, state, NO_COIN, 1 << state.hex_of[_MERCENARY], 0, out, 0)
    elif kind == _FREE_MOVE:
        origin = state.hex_of[_SWORDSMAN]
        n = put_steps(FIRST_ACTION[NO_COIN, _MOVE], origin, moves_from(options, state, origin), out, 0)
    else:
        out[0] = LOSE_FROM_STACK_ACTION
        out[1] = LOSE_FROM_SUPPLY_ACTION
        return 2
    out[n] = DECLINE_ACTION
    return n + 1
