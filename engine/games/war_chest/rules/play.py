"""One decision carried out, and what follows from it up to the next decision."""

from __future__ import annotations

from engine.bits import lowest
from engine.compilation import rule
from engine.games.war_chest.actions import COIN, DESTINATION, ORIGIN, PARTS, UNIT, VERB, Verb
from engine.games.war_chest.data import NO_COIN, ROYAL, Unit
from engine.games.war_chest.rules.coins import count_played, tally
from engine.games.war_chest.rules.draft import draft_unit
from engine.games.war_chest.rules.maneuvers import maneuver, soak, tactic
from engine.games.war_chest.rules.pending import deciding_seat, drop_unanswerable, pop, push
from engine.games.war_chest.rules.rounds import next_turn
from engine.games.war_chest.rules.stacks import deploy, shrink
from engine.games.war_chest.rules.tactics import footman_hexes
from engine.games.war_chest.state import NOBODY, Pending
from engine.types import Record, Trace

_CLAIM_INITIATIVE = int(Verb.CLAIM_INITIATIVE)
_RECRUIT = int(Verb.RECRUIT)
_DEPLOY = int(Verb.DEPLOY)
_BOLSTER = int(Verb.BOLSTER)
_TACTIC = int(Verb.TACTIC)
_DECLINE = int(Verb.DECLINE)
_BAN = int(Verb.BAN)

_BERSERKER = int(Unit.BERSERKER)
_MERCENARY = int(Unit.MERCENARY)
_ROYAL_GUARD = int(Unit.ROYAL_GUARD)

_REPEAT = int(Pending.REPEAT)
_FREE_MANEUVER = int(Pending.FREE_MANEUVER)
_FOOTMEN_ACT = int(Pending.FOOTMEN_ACT)
_SOAK = int(Pending.SOAK)


@rule
def apply_action(options: Record, state: Record, action: int, trace: Trace) -> None:
    """Use a coin, answer the decision that waits, or ban or pick a unit."""
    verb = PARTS[action, VERB]
    if verb >= _BAN:
        draft_unit(options, state, verb, PARTS[action, UNIT], trace)
        return
    if PARTS[action, COIN] == NO_COIN:
        answer(options, state, action, verb, trace)
    else:
        use_coin(options, state, action, verb, trace)
    if state.terminal == 0:
        go_on(options, state, trace)


@rule
def go_on(options: Record, state: Record, trace: Trace) -> None:
    """To the next decision: one that waits inside the turn, or the next turn."""
    drop_unanswerable(options, state)
    if state.pending > 0:
        state.current_player = deciding_seat(state)
    else:
        next_turn(options, state, trace)


@rule
def use_coin(options: Record, state: Record, action: int, verb: int, trace: Trace) -> None:
    """Use a coin in hand, or the one that a Warrior Priest drew, for one of the nine actions."""
    seat = state.current_player
    coin = PARTS[action, COIN]
    kind = coin + seat if coin == ROYAL else coin
    if state.pending > 0:
        pop(state)
    else:
        state.hand[kind] -= 1
        state.in_hand[seat] -= 1
    if verb <= _RECRUIT:
        state.face_down[kind] += 1
        use_face_down(state, seat, verb, PARTS[action, UNIT])
        return
    if coin == ROYAL:
        state.face_up[kind] += 1
        tactic(options, state, _ROYAL_GUARD, action, trace)
        return
    count_played(state, coin)
    if verb <= _BOLSTER:
        place(state, coin, verb, PARTS[action, DESTINATION])
        return
    state.face_up[coin] += 1
    if verb == _TACTIC:
        tactic(options, state, coin, action, trace)
    else:
        origin = PARTS[action, ORIGIN]
        maneuver(options, state, coin if origin == NOBODY else state.stack_at[origin], action, verb, trace)


@rule
def use_face_down(state: Record, seat: int, verb: int, unit: int) -> None:
    """Claim the initiative, recruit, or pass (rulebook, face-down discards)."""
    if verb == _CLAIM_INITIATIVE:
        state.initiative = seat
        state.initiative_moved = 1
        tally(state.claims, seat)
    elif verb == _RECRUIT:
        state.supply[unit] -= 1
        state.face_up[unit] += 1
        tally(state.recruits, seat)
        if unit == _MERCENARY and state.hex_of[_MERCENARY] != NOBODY:
            push(state, _FREE_MANEUVER, 0)


@rule
def place(state: Record, unit: int, verb: int, destination: int) -> None:
    """Deploy a unit or bolster one (rulebook, placement); only a Footman's bolster names the hex."""
    if verb == _DEPLOY:
        deploy(state, unit, destination)
    elif destination == NOBODY:
        state.height[unit] += 1
    else:
        state.height[state.stack_at[destination]] += 1


@rule
def answer(options: Record, state: Record, action: int, verb: int, trace: Trace) -> None:
    """Answer the decision on top of the stack with an action that uses no coin."""
    kind = state.pending_kind[state.pending - 1]
    detail = state.pending_detail[state.pending - 1]
    pop(state)
    if verb == _DECLINE:
        return
    if kind == _SOAK:
        soak(state, detail, verb, trace)
        return
    origin = PARTS[action, ORIGIN]
    if kind == _REPEAT:
        pay_for_repeat(state)
    elif kind == _FOOTMEN_ACT and detail == NOBODY:
        other = footman_hexes(state) & ~(1 << origin)
        if other != 0:
            push(state, _FOOTMEN_ACT, lowest(other))
    maneuver(options, state, state.stack_at[origin], action, verb, trace)


@rule
def pay_for_repeat(state: Record) -> None:
    """Berserker: a coin of its stack, never the last, goes to its owner's discard pile before it maneuvers again."""
    shrink(state, _BERSERKER)
    state.face_up[_BERSERKER] += 1
