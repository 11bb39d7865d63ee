"""The actions of Connect Four: the column that a stone is dropped into."""

from __future__ import annotations

from typing import Any

from engine.game import ActionPart, ActionSpec, Mirror
from engine.games.connect_four.state import COLUMN_BITS, COLUMNS, Chance
from engine.trace import Event


def action_spec() -> ActionSpec:
    """One part: the column, named from left to right."""
    columns = tuple(str(column + 1) for column in range(COLUMNS))
    return ActionSpec(1, COLUMNS, (ActionPart("column", "the column that the stone is dropped into", columns),))


def decode_action(action: int) -> dict[str, Any]:
    """An action as its named parts."""
    return {"column": action + 1}


def describe_action(options: Any, state: Any, action: int) -> str:
    """An action in words."""
    return f"drop a stone into column {action + 1}"


def describe_event(event: Event) -> tuple[str, dict[str, Any]]:
    """A trace event in words and as named fields."""
    if event.kind == Chance.OPENING_MOVE:
        return f"opening move into column {event.values[0] + 1}", {"event": "opening_move", "column": event.values[0] + 1}
    raise ValueError(f"unknown event kind {event.kind}")


def _mirror_state(state: Any) -> None:
    column = (1 << COLUMN_BITS) - 1
    for seat in range(2):
        stones = state.stones[seat]
        state.stones[seat] = sum(
            (stones >> (COLUMN_BITS * c) & column) << (COLUMN_BITS * (COLUMNS - 1 - c)) for c in range(COLUMNS)
        )


MIRROR = Mirror(action=lambda action: COLUMNS - 1 - action, state=_mirror_state)
"""Left and right are the same game."""
