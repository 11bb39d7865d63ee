"""Finished games as arrays: what rows, sums and hashes are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Curves:
    """Figures at the end of each round of n games, a row for each round of each game, in order.

    Attributes:
        games: (rows,) i8, index of the game.
        rounds: (rows,) i2, number of the round.
        figures: field of the game's `round_summary` -> its values, (rows, seats).
    """

    games: npt.NDArray[np.int64]
    rounds: npt.NDArray[np.int16]
    figures: dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class FinishedGames:
    """n finished games of one cell in the order of their numbers, which are contiguous.

    Attributes:
        blocks, rotations: (n,) i8, which game it is.
        credits: (n, seats) i1, returns in 1/12.
        winners: (n,) i4, bit mask of seats.
        outcomes: (n,) i2, outcome codes.
        rounds: (n,) i2, number of the last round.
        decisions: (n,) i4, decisions of all seats, those before a start position included.
        seat_decisions: (n, seats) i4, decisions of each seat since the start position.
        iterations: (n, seats) i8, what the seats' searches took since then.
        forfeits: (n, seats) i1, outcome code of the seat's forfeit, 0 without one.
        hashes: (n,) u8, hash of the last state.
        summaries: field of the game's summary -> its values, (n, seats) or (n, seats, components).
        actions: index of a game within these -> its actions, for the games whose actions are stored.
        curves: their figures by round, if those are stored.
    """

    blocks: npt.NDArray[np.int64]
    rotations: npt.NDArray[np.int64]
    credits: npt.NDArray[np.int8]
    winners: npt.NDArray[np.int32]
    outcomes: npt.NDArray[np.int16]
    rounds: npt.NDArray[np.int16]
    decisions: npt.NDArray[np.int32]
    seat_decisions: npt.NDArray[np.int32]
    iterations: npt.NDArray[np.int64]
    forfeits: npt.NDArray[np.int8]
    hashes: npt.NDArray[np.uint64]
    summaries: dict[str, npt.NDArray[Any]]
    actions: dict[int, npt.NDArray[np.int32]]
    curves: Curves | None = None

    def __len__(self) -> int:
        return len(self.blocks)

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.credits.shape[1]


def concatenate(parts: Sequence[FinishedGames]) -> FinishedGames:
    """Games of consecutive parts, in order."""
    if len(parts) == 1:
        return parts[0]
    starts = np.cumsum([0, *(len(part) for part in parts)])
    actions = {int(start) + i: taken for start, part in zip(starts, parts, strict=False) for i, taken in part.actions.items()}
    return FinishedGames(
        blocks=np.concatenate([part.blocks for part in parts]),
        rotations=np.concatenate([part.rotations for part in parts]),
        credits=np.concatenate([part.credits for part in parts]),
        winners=np.concatenate([part.winners for part in parts]),
        outcomes=np.concatenate([part.outcomes for part in parts]),
        rounds=np.concatenate([part.rounds for part in parts]),
        decisions=np.concatenate([part.decisions for part in parts]),
        seat_decisions=np.concatenate([part.seat_decisions for part in parts]),
        iterations=np.concatenate([part.iterations for part in parts]),
        forfeits=np.concatenate([part.forfeits for part in parts]),
        hashes=np.concatenate([part.hashes for part in parts]),
        summaries={name: np.concatenate([part.summaries[name] for part in parts]) for name in parts[0].summaries},
        actions=actions,
        curves=_joined([part.curves for part in parts if part.curves is not None], starts),
    )


def _joined(parts: Sequence[Curves], starts: npt.NDArray[np.int64]) -> Curves | None:
    """Curves of consecutive parts, the first game of each of which has the index in `starts`."""
    if not parts:
        return None
    return Curves(
        games=np.concatenate([part.games + start for part, start in zip(parts, starts, strict=False)]),
        rounds=np.concatenate([part.rounds for part in parts]),
        figures={name: np.concatenate([part.figures[name] for part in parts]) for name in parts[0].figures},
    )
