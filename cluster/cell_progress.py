"""How far a cell is: which of its chunks are done, which of its blocks count, whether a stop rule or a guard ended it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import polars as pl

from cluster.closed_prefix import ClosedPrefix
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


@dataclass(frozen=True)
class _Cut:
    """Where a guard ended a cell: the number of the first block that doesn't count, why, and chunks and sums before it."""

    block: int
    reason: str
    chunks: int
    sums: BlockSums


class CellProgress:
    """What is done of a cell.

    Attributes:
        plan: the cell.
        done: numbers of the chunks that are done.
        closed: their sums.
        with_forfeits: numbers of those in which an agent forfeited.
    """

    def __init__(
        self, plan: CellPlan, rule: StopRule | None, read_rows: ChunkRows, read_sums: Callable[[CellPlan, int], BlockSums]
    ):
        self.plan = plan
        self.done = IntervalSet()
        self.closed = ClosedSums(len(plan.slots))
        self.with_forfeits: set[int] = set()
        self._scan = None if rule is None else StopScan(rule)
        self._read_rows = read_rows
        self._read_sums = read_sums
        self._looked_at = 0
        self._looked_at_sums = BlockSums(len(plan.slots))
        self._cut: _Cut | None = None

    @property
    def stop_block(self) -> int | None:
        """Blocks from this number on don't count: the stop rule was met there, or a guard ended the cell. None: all count."""
        if self._cut is not None:
            return self._cut.block
        return None if self._scan is None else self._scan.stop_block

    @property
    def stop_reason(self) -> str | None:
        """Why the cell stops there, in words; None if it doesn't."""
        if self._cut is not None:
            return self._cut.reason
        return None if self._scan is None else self._scan.reason

    @property
    def guarded(self) -> bool:
        """Whether it was a guard that ended the cell."""
        return self._cut is not None

    @property
    def needed_games(self) -> int:
        """Games that are wanted: all, or those before the stop block."""
        blocks = self.plan.blocks if self.stop_block is None else self.stop_block - self.plan.first_block
        return blocks * self.plan.rotations

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
        if self._cut is not None:
            return self._cut.chunks
        return self.plan.number_of_chunks if self.stop_block is None else self._looked_at

    @property
    def sums(self) -> BlockSums:
        """Sums over the blocks that count so far: from the first one on, without a gap, and before the stop block.

        They are a function of how far the cell is, never of the order in which chunks came in. Not to be changed.
        """
        if self._cut is not None:
            return self._cut.sums
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
        if sums.forfeits:
            self.with_forfeits.add(index)
        return self._look()

    def begin_with(self, prefix: ClosedPrefix) -> None:
        """Take the first chunks at once, before any other."""
        self.done = IntervalSet.below_limit(prefix.chunks)
        self.closed.begin_with(prefix.chunks, prefix.sums)
        self.with_forfeits |= prefix.with_forfeits
        self._look()

    @property
    def prefix(self) -> ClosedPrefix:
        """The first chunks, as far as they are done without a gap."""
        chunks = self.closed.prefix
        forfeits = frozenset(index for index in self.with_forfeits if index < chunks)
        return ClosedPrefix(chunks, self.closed.prefix_sums, forfeits)

    def end_after(self, blocks: int, reason: str) -> bool:
        """Let only so many blocks count, which are done; returns False if no more than these count anyway."""
        if blocks >= (self.sums.blocks if self.complete else self.plan.blocks):
            return False
        end, total, chunks = self.plan.first_block + blocks, BlockSums(len(self.plan.slots)), 0
        while chunks < self.plan.number_of_chunks and self.plan.chunk(chunks).first_block < end:
            whole = self.plan.chunk(chunks).first_block + self.plan.chunk(chunks).blocks <= end
            total.add(self._read_sums(self.plan, chunks) if whole else self._sums_before(chunks, end))
            chunks += 1
        self._cut = _Cut(end, reason, chunks, total)
        return True

    def rows(self, index: int, table: str) -> pl.DataFrame | None:
        """The rows of a chunk that is done, as `ChunkRows`."""
        return self._read_rows(self.plan, index, table)

    def _sums_before(self, index: int, end: int) -> BlockSums:
        """Sums over the blocks of a chunk before block `end`."""
        games = self._read_rows(self.plan, index, "games")
        if games is None:
            raise ValueError(f"chunk {index} of cell {self.plan.cell_id} counts as done and has no rows")
        kept = games.filter(pl.col("block_id") < end)
        return sums_from_rows(kept, self._read_rows(self.plan, index, "components"), self.plan.job)

    def _look(self) -> bool:
        """Put the chunks that are next in design order to the stop rule, from their rows."""
        if self._scan is None or self._scan.stop_block is not None or self._cut is not None:
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
                more = self._sums_before(index, self._scan.stop_block)
            total = BlockSums(len(self.plan.slots))
            total.add(self._looked_at_sums)
            total.add(more)
            self._looked_at_sums = total
            if met:
                return True
        return False
