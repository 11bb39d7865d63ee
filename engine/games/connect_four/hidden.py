"""What a seat sees: everything."""

from __future__ import annotations

import numpy as np

from engine.compilation import rule
from engine.game import ObservationSpec, observation_spec
from engine.games.connect_four.state import COLUMN_BITS, COLUMNS, ROWS
from engine.rng import extend_key, seed_stream
from engine.types import Record, Stream

OBSERVATION = np.dtype([("mine", "i1", (ROWS, COLUMNS)), ("theirs", "i1", (ROWS, COLUMNS)), ("to_move", "i1")])


def spec() -> ObservationSpec:
    """The observation's fields."""
    return observation_spec(
        OBSERVATION,
        {
            "mine": ("1 where the seat's own stone lies; lowest row first", 0, 1),
            "theirs": ("1 where the other seat's stone lies; lowest row first", 0, 1),
            "to_move": ("1 if it is the seat's turn", 0, 1),
        },
        version=1,
    )


@rule
def observation(options: Record, state: Record, seat: int, out: Record) -> None:
    """The board from a seat's side."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            bit = COLUMN_BITS * column + row
            out.mine[row, column] = state.stones[seat] >> bit & 1
            out.theirs[row, column] = state.stones[1 - seat] >> bit & 1
    out.to_move = state.current_player == seat


@rule
def resample(options: Record, state: Record, seat: int, key: Stream) -> None:
    """Nothing is hidden but the streams."""
    seed_stream(state.setup_rng, key)
    extend_key(state.setup_rng, 1, state.play_rng)
    seed_stream(state.play_rng, state.play_rng)
