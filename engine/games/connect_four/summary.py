"""What a game of Connect Four leaves in the results."""

from __future__ import annotations

from engine.bits import count
from engine.compilation import rule
from engine.game import summary_dtype
from engine.types import Record

SUMMARY = summary_dtype([("stones", "i1")])


@rule
def summarize(options: Record, state: Record, seat: int, out: Record) -> None:
    """Who began, the place, and the number of stones that the seat played."""
    out.first_player = state.opening_moves & 1
    out.stones = count(state.stones[seat])
    won = state.winners >> seat & 1
    out.placement = 1 if won or state.winners == 0 else 2
