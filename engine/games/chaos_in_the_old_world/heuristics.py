"""What a simple player wants: placeholder priorities until the game plays."""

from __future__ import annotations

from engine.compilation import rule
from engine.types import Record


@rule
def action_priority(options: Record, state: Record, action: int) -> int:
    """All actions alike."""
    return 0


@rule
def position_value(options: Record, state: Record, seat: int) -> float:
    """The seat's share of the victory points."""
    total = 0
    for power in range(4):
        total += state.victory_points[power] + 1
    return (state.victory_points[options.power_of[seat]] + 1) / total
