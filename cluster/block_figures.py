"""What each block of a cell brought, read back from the rows of a run: for figures that need more than sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from cluster.plan import CellPlan
from cluster.statistics.groups import METRICS
from cluster.statistics.paired import BlockFigure
from workers.tally import BlockValues

COLUMNS = ("block_id", "rotation", "seat", "score", "sole_win", "outcome", "forfeit_cause")
"""Columns of the `games` table that are read."""


@dataclass(frozen=True)
class BlockFigures:
    """The blocks of one cell that count.

    Attributes:
        cell: its plan.
        values: what each block brought to each slot.
        outcomes: outcome -> (B,), games of each block that ended so; all blocks, those with forfeits too.
    """

    cell: CellPlan
    values: BlockValues
    outcomes: dict[str, npt.NDArray[np.int64]]

    def figure(self, slots: Sequence[int], metric: str = "score") -> BlockFigure:
        """The mean of a metric over some slots; blocks with a forfeit are left out."""
        source, unit = METRICS[metric]
        chosen = self.values.values[source][:, list(slots)].sum(axis=1, dtype=np.int64)
        fair = self.values.fair
        return BlockFigure(self.values.blocks[fair], chosen[fair], unit * len(slots))

    def outcome_share(self, outcome: str) -> BlockFigure:
        """The share of games that ended so."""
        counted = self.outcomes.get(outcome, np.zeros(len(self.values.blocks), np.int64))
        return BlockFigure(self.values.blocks, counted, self.cell.rotations)


def block_figures(cell: CellPlan, games: pl.LazyFrame) -> BlockFigures:
    """Read a cell's blocks.

    Args:
        cell: its plan.
        games: its `games` rows, whole blocks in their order.

    Raises:
        ValueError: the rows are not whole blocks in order.
    """
    rows = games.select(COLUMNS).collect()
    slots, seats = len(cell.slots), len(cell.seats)
    order = rows["rotation"].cast(pl.Int64).to_numpy() * seats + rows["seat"].to_numpy()
    if len(rows) % slots or not (order.reshape(-1, slots) == np.arange(slots)).all():
        raise ValueError(f"cell {cell.cell_id}: {len(rows)} rows are not whole blocks of {slots} rows in order")

    def by_slot(name: str) -> npt.NDArray[np.int64]:
        return rows[name].cast(pl.Int64).to_numpy().reshape(-1, slots)

    fair = np.asarray(rows["forfeit_cause"].is_null().to_numpy().reshape(-1, slots).all(axis=1), np.bool_)
    values = BlockValues(by_slot("block_id")[:, 0], fair, {"credits": by_slot("score"), "wins": by_slot("sole_win")})
    words = rows["outcome"].cast(pl.String).gather_every(seats)
    outcomes = {
        str(name): np.asarray((words == name).to_numpy().reshape(-1, cell.rotations).sum(axis=1), np.int64)
        for name in sorted(words.unique().to_list())
    }
    return BlockFigures(cell, values, outcomes)
