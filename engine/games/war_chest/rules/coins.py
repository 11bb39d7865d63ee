"""Coins on their way: bag, hand, discard pile, supply; and counters that results show."""

from __future__ import annotations

from engine.bits import lowest
from engine.compilation import rule
from engine.games.war_chest.data import UNIT_COUNT
from engine.games.war_chest.state import NOBODY, Chance
from engine.rng import below
from engine.trace import EVERYBODY, note3
from engine.types import Record, Stream, Trace

_DRAWN = int(Chance.DRAWN)
_REFILLED = int(Chance.REFILLED)
_COUNTER_LIMIT = 32767


@rule
def tally(counters: Stream, index: int) -> None:
    """Count one more; an i2 counter stays at its limit."""
    if counters[index] < _COUNTER_LIMIT:
        counters[index] += 1


@rule
def refill(state: Record, seat: int, trace: Trace) -> None:
    """The whole discard pile, face up and face down, goes into the bag (rulebook, Draw coins)."""
    total = state.in_bag[seat]
    kinds = state.purse[seat]
    while kinds:
        kind = lowest(kinds)
        discards = state.face_up[kind] + state.face_down[kind]
        state.bag[kind] += discards
        state.face_up[kind] = 0
        state.face_down[kind] = 0
        total += discards
        kinds &= kinds - 1
    note3(trace, _REFILLED, EVERYBODY, seat, total - state.in_bag[seat], state.players)
    state.in_bag[seat] = total


@rule
def draw_coin(state: Record, seat: int, trace: Trace) -> int:
    """Take a coin from a bag, refilled if it is empty; returns its kind, or NOBODY if there is no coin to draw."""
    if state.in_bag[seat] == 0:
        refill(state, seat, trace)
        if state.in_bag[seat] == 0:
            return NOBODY
    ticket = below(state.play_rng, state.in_bag[seat])
    kinds = state.purse[seat]
    kind = lowest(kinds)
    while ticket >= state.bag[kind]:
        ticket -= state.bag[kind]
        kinds &= kinds - 1
        kind = lowest(kinds)
    state.bag[kind] -= 1
    state.in_bag[seat] -= 1
    if kind < UNIT_COUNT:
        tally(state.drawn, kind)
    note3(trace, _DRAWN, 1 << seat, seat, kind, state.players)
    return kind


@rule
def draw_hand(state: Record, seat: int, hand_size: int, trace: Trace) -> None:
    """Draw one at a time until the hand is full; with too few coins it stays smaller."""
    while state.in_hand[seat] < hand_size:
        kind = draw_coin(state, seat, trace)
        if kind == NOBODY:
            return
        state.hand[kind] += 1
        state.in_hand[seat] += 1


@rule
def count_played(state: Record, unit: int) -> None:
    """A unit's coin was used to place or maneuver it."""
    tally(state.played, unit)
    if state.first_round[unit] == 0:
        state.first_round[unit] = state.round_number
