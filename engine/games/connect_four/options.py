"""The options of Connect Four."""

from __future__ import annotations

import numpy as np

from engine.options import GameOptions, as_record, option

OPTIONS_DTYPE = np.dtype([("opening_moves", "i1")])


class ConnectFourOptions(GameOptions):
    """The defaults are the game as everybody knows it, and as OpenSpiel plays it."""

    opening_moves: int = option(
        0,
        "Moves made at random before the first decision, none of which ends the game; gives deterministic agents varied games.",
        source="ours",
        mark="house",
        ge=0,
        le=8,
    )

    def to_record(self) -> np.void:
        """One record of `OPTIONS_DTYPE`."""
        return as_record((self.opening_moves,), OPTIONS_DTYPE)
