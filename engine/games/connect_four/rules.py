"""The rules of Connect Four."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.connect_four.state import BOARD, COLUMN_BITS, COLUMNS, ROWS, Ending
from engine.types import Actions, Record, Stream, Trace

_FOUR_IN_A_ROW = int(Ending.FOUR_IN_A_ROW)
_BOARD_FULL = int(Ending.BOARD_FULL)
_COLUMN = (1 << ROWS) - 1


@rule
def has_four(stones: int) -> bool:
    """Whether a seat's stones hold four in a row: upright, level or on a diagonal."""
    for shift in (1, COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1):
        pairs = stones & (stones >> shift)
        if pairs & (pairs >> (2 * shift)):
            return True
    return False


@rule
def landing(occupied: int, column: int) -> int:
    """The bit where a stone dropped into a column comes to rest."""
    return (occupied + (1 << (COLUMN_BITS * column))) & (_COLUMN << (COLUMN_BITS * column))


@rule
def legal_actions(options: Record, state: Record, out: Actions) -> int:
    """The columns that are not full."""
    occupied = state.stones[0] | state.stones[1]
    n = 0
    for column in range(COLUMNS):
        if not occupied >> (COLUMN_BITS * column + ROWS - 1) & 1:
            out[n] = column
            n += 1
    return n


@rule
def drop(state: Record, column: int) -> None:
    """The current player drops a stone; the game ends with four in a row or a full board."""
    seat = state.current_player
    occupied = state.stones[0] | state.stones[1]
    stone = landing(occupied, column)
    stones = state.stones[seat] | stone
    state.stones[seat] = stones
    state.current_player = 1 - seat
    if has_four(stones):
        state.terminal = 1
        state.winners = 1 << seat
        state.outcome = _FOUR_IN_A_ROW
    elif occupied | stone == BOARD:
        state.terminal = 1
        state.winners = 0
        state.outcome = _BOARD_FULL


@rule
def apply_action(options: Record, state: Record, action: int, trace: Trace) -> None:
    """Drop a stone into a column; a round is a move of each seat."""
    drop(state, action)
    if state.current_player == 0:
        state.round_number += 1


@rule
def returns(options: Record, state: Record, out: Stream) -> None:
    """1 for the winner, 0 for the loser, 1/2 each on a full board."""
    for seat in range(2):
        if state.winners == 0:
            out[seat] = 0.5
        else:
            out[seat] = float(state.winners >> seat & 1)
