"""The state record of Connect Four and its named constants.

The board is two bit boards, one a seat. Column c takes bits 7c .. 7c+6, lowest row first; bit 7c+6 is a border that stays
empty, so that shifts never join two columns.
"""

from __future__ import annotations

import enum
from pathlib import Path

from engine.bits import count
from engine.debug import RecordView
from engine.game import FIRST_GAME_OUTCOME, state_dtype

ROWS = 6
COLUMNS = 7
COLUMN_BITS = ROWS + 1
BOTTOM_ROW = sum(1 << (COLUMN_BITS * column) for column in range(COLUMNS))
BOARD = BOTTOM_ROW * ((1 << ROWS) - 1)

STATE = state_dtype(
    "connect_four",
    Path(__file__).parent,
    [
        ("opening_moves", "i2"),  # two bytes, so that the stones start at a multiple of eight
        ("stones", "i8", (2,)),
    ],
)


class Ending(enum.IntEnum):
    """How a game ends by its own rules."""

    FOUR_IN_A_ROW = FIRST_GAME_OUTCOME
    BOARD_FULL = FIRST_GAME_OUTCOME + 1


OUTCOMES = {int(ending): ending.name.lower() for ending in Ending}


class Chance(enum.IntEnum):
    """Kinds of trace events."""

    OPENING_MOVE = 1


def audit(options: RecordView, state: RecordView) -> None:
    """Check that the stones are on the board, none on another, and that their number fits the moves made.

    Raises:
        ValueError: says which of it doesn't hold.
    """
    x, o = state.stones
    if (x | o) & ~BOARD or x < 0 or o < 0:
        raise ValueError("stones lie outside the board")
    if x & o:
        raise ValueError("two stones lie in one hole")
    if (x | o) & ~(((x | o) << 1) | BOTTOM_ROW):
        raise ValueError("a stone hangs above an empty hole")
    if count(x) + count(o) != state.decisions + state.opening_moves:
        raise ValueError(f"{count(x)} + {count(o)} stones after {state.decisions} + {state.opening_moves} moves")
    if count(x) - count(o) not in (0, 1):
        raise ValueError(f"{count(x)} stones of x and {count(o)} of o: the seats did not take turns")
    if state.current_player not in (0, 1):
        raise ValueError(f"current_player is {state.current_player}")
