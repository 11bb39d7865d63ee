"""Rounds and turns, the start of play, and how a game ends."""

from __future__ import annotations

from engine.bits import lowest
from engine.compilation import rule
from engine.games.war_chest.data import ROYAL, UNIT_COUNT
from engine.games.war_chest.rules.coins import draw_hand
from engine.games.war_chest.state import Ending
from engine.types import Record, Stream, Trace

_CONTROL = int(Ending.CONTROL)
_ROUND_LIMIT = int(Ending.ROUND_LIMIT)
_NO_COINS_LEFT = int(Ending.NO_COINS_LEFT)
_UNITS_MASK = (1 << UNIT_COUNT) - 1
_LAST_ROUND = 32767


@rule
def next_seat(state: Record, seat: int) -> int:
    """The seat to the left."""
    return seat + 1 if seat + 1 < state.players else 0


@rule
def begin_play(options: Record, state: Record, trace: Trace) -> None:
    """Armies are formed: fill bags and supplies, and start the first round (rulebook, Setup)."""
    for seat in range(state.players):
        state.bag[ROYAL + seat] = 1
        state.in_bag[seat] = 1
        state.purse[seat] |= 1 << (ROYAL + seat)
        units = state.purse[seat] & _UNITS_MASK
        while units:
            unit = lowest(units)
            state.bag[unit] = options.bag[unit]
            state.in_bag[seat] += options.bag[unit]
            state.supply[unit] = options.coins[unit] - options.bag[unit]
            state.coins_left += options.coins[unit]
            units &= units - 1
    state.first_player = state.initiative
    start_round(options, state, trace)


@rule
def start_round(options: Record, state: Record, trace: Trace) -> None:
    """Everybody draws a hand; the holder of the initiative begins (rulebook, Draw coins)."""
    if options.max_rounds > 0 and state.round_number >= options.max_rounds:
        end_game(state, _ROUND_LIMIT, 0)
        return
    if state.round_number < _LAST_ROUND:
        state.round_number += 1
    state.initiative_moved = 0
    seat = state.initiative
    for _ in range(state.players):
        draw_hand(state, seat, options.hand_size, trace)
        seat = next_seat(state, seat)
    state.turn = state.initiative
    state.current_player = state.initiative


@rule
def next_turn(options: Record, state: Record, trace: Trace) -> None:
    """The next seat with a coin in hand; when all hands are empty a new round (rulebook, Use coins)."""
    seat = state.turn
    for _ in range(state.players):
        seat = next_seat(state, seat)
        if state.in_hand[seat] > 0:
            state.turn = seat
            state.current_player = seat
            return
    start_round(options, state, trace)


@rule
def end_game(state: Record, outcome: int, winners: int) -> None:
    """The game is over at once: nothing that still waits is carried out."""
    state.terminal = 1
    state.outcome = outcome
    state.winners = winners
    while state.pending > 0:
        state.pending -= 1
        state.pending_kind[state.pending] = 0
        state.pending_detail[state.pending] = 0


@rule
def win_by_control(state: Record, team: int) -> None:
    """A side placed its last control marker: all its seats win."""
    winners = 0
    for seat in range(state.players):
        if seat & 1 == team:
            winners |= 1 << seat
    end_game(state, _CONTROL, winners)


@rule
def end_if_no_coins_left(state: Record) -> None:
    """With every unit coin in the box nobody can place a marker any more: a draw (open question Q11)."""
    if state.coins_left == 0:
        end_game(state, _NO_COINS_LEFT, 0)


@rule
def returns(options: Record, state: Record, out: Stream) -> None:
    """1 for each seat of the side that won, 1/2 each in a draw."""
    for seat in range(options.players):
        if state.winners == 0:
            out[seat] = 0.5
        else:
            out[seat] = float(state.winners >> seat & 1)
