"""What a simple player wants in War of the Ring."""

from __future__ import annotations

from engine.compilation import rule
from engine.types import Record


@rule
def action_priority(options: Record, state: Record, action: int) -> int:
    """Nothing yet."""
    return 0


@rule
def position_value(options: Record, state: Record, seat: int) -> float:
    """Even."""
    return 0.5
