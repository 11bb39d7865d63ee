"""How far a cell is: which of its chunks are done, which of its blocks count, whether its stop rule is met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import polars as pl

from cluster.closed_sums import ClosedSums
from cluster.interval_set import IntervalSet
from cluster.plan import CellPlan
from cluster.stop_rules import StopRule
from cluster.stopping import StopScan
from workers.sums import BlockSums
from workers.tally import block_values, sums_from_rows


class ChunkRows(Protocol):
    """Reads the rows of a chunk that is done."""

    def __call__(self, cell: CellPlan, index: int, table: str, /) -> pl.DataFrame | None:
        """The rows of a table, `games` or `components`; None if the game has no such table."""
        ...


class CellProgress:
    """What is done of a cell.

    Attributes:
        plan: the cell.
        done: numbers of the chunks that are done.
        closed: their sums.
    """

    def __init__(
        self, plan: CellPlan, rule: StopRule | None, read_rows: ChunkRows, read_sums: Callable[[CellPlan, int], BlockSums]
    ):
        self.plan = plan
        self.done = IntervalSet()
        self.closed = ClosedSums(len(plan.slots))
        self._scan = None if rule is None else StopScan(rule)
        self._read_rows = read_rows
        self._read_sums = read_sums
        self._looked_at = 0
        self._looked_at_sums = BlockSums(len(plan.slots))

    @property
    def stop_block(self) -> int | None:
        """How many blocks count, if the stop rule is met."""
        return None if self._scan is None else self._scan.stop_block

    @property
    def stop_reason(self) -> str | None:
        """Why the stop rule is met, in words; None while it isn't."""
        return None if self._scan is None else self._scan.reason

    @property
    def scan(self) -> StopScan | None:
        """The stop rule and how it stands; None if there is none. Not to be changed."""
        return self._scan

    @property
    def sequential(self) -> bool:
        """Whether the stop rule looks at what the figure is, so that its intervals must be valid under peeking."""
        return self._scan is not None and self._scan.rule.sequential

    @property
    def needed_chunks(self) -> int:
        """Chunks that are wanted: all, or those up to the stop block."""
        return self.plan.number_of_chunks if self.stop_block is None else self._looked_at

    @property
    def sums(self) -> BlockSums:
        """Sums over the blocks that count so far: from the first one on, without a gap, and before the stop block.

        They are a function of how far the cell is, never of the order in which chunks came in. Not to be changed.
        """
        return self.closed.prefix_sums if self._scan is None else self._looked_at_sums

    @property
    def complete(self) -> bool:
        """Whether every wanted chunk is done."""
        return self.closed.prefix >= self.needed_chunks

    @property
    def overshoot(self) -> int:
        """Games that were played beyond the stop block."""
        return 0 if self.stop_block is None else self.closed.games - self.sums.games

    def add(self, index: int, sums: BlockSums) -> bool:
        """Take a chunk whose file is there; returns whether the stop rule was met with it. A second time is passed over."""
        if not self.done.add(index):
            return False
        self.closed.add(index, sums)
        return self._look()

    def _look(self) -> bool:
        """Put the chunks that are next in design order to the stop rule, from their rows."""
        if self._scan is None or self._scan.stop_block is not None:
            return False
        while self._looked_at < self.closed.prefix:
            index = self._looked_at
            self._looked_at += 1
            games = self._read_rows(self.plan, index, "games")
            if games is None:
                raise ValueError(f"chunk {index} of cell {self.plan.cell_id} counts as done and has no rows")
            met = self._scan.look(block_values(games, self.plan.job))
            more = self._read_sums(self.plan, index)
            if met and self._scan.stop_block is not None:
                kept = games.filter(pl.col("block_id") < self._scan.stop_block)
                more = sums_from_rows(kept, self._read_rows(self.plan, index, "components"), self.plan.job)
            total = BlockSums(len(self.plan.slots))
            total.add(self._looked_at_sums)
            total.add(more)
            self._looked_at_sums = total
            if met:
                return True
        return False
