"""What a simple player wants in Connect Four."""

from __future__ import annotations

from engine.bits import count
from engine.compilation import rule
from engine.games.connect_four.rules import has_four, landing
from engine.games.connect_four.state import BOARD, COLUMN_BITS, COLUMNS
from engine.types import Record

_CENTRE = COLUMNS // 2


@rule
def action_priority(options: Record, state: Record, action: int) -> int:
    """Win now; else stop the other seat from winning next; else the middle first."""
    seat = state.current_player
    stone = landing(state.stones[0] | state.stones[1], action)
    if has_four(state.stones[seat] | stone):
        return 1000
    if has_four(state.stones[1 - seat] | stone):
        return 500
    return _CENTRE - abs(action - _CENTRE)


@rule
def winning_holes(stones: int, empty: int) -> int:
    """The empty holes that would give a seat four in a row."""
    holes = stones << 1 & stones << 2 & stones << 3
    for shift in (COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1):
        pair_below = stones << shift & stones << (2 * shift)
        holes |= pair_below & stones << (3 * shift)
        holes |= pair_below & stones >> shift
        pair_above = stones >> shift & stones >> (2 * shift)
        holes |= pair_above & stones >> (3 * shift)
        holes |= pair_above & stones << shift
    return holes & empty


@rule
def position_value(options: Record, state: Record, seat: int) -> float:
    """A half, and a tenth more for each winning hole that the seat has beyond the other's."""
    empty = BOARD & ~(state.stones[0] | state.stones[1])
    lead = count(winning_holes(state.stones[seat], empty)) - count(winning_holes(state.stones[1 - seat], empty))
    return min(max(0.5 + 0.1 * lead, 0.05), 0.95)
