"""Sums over the chunks of a cell that are done, in whatever order they come in."""

from __future__ import annotations

from workers.sums import BlockSums


class ClosedSums:
    """Adds up neighbouring chunks as they come in, so that memory grows with the gaps between them, not with their number.

    Only the run of chunks from the first one on is looked at while a cell is played: it holds every block up to some block, in
    design order, whoever was fast or slow.
    """

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._runs: dict[int, tuple[int, BlockSums]] = {}
        self._firsts: dict[int, int] = {}
        self.games = 0
        self.decisions = 0

    def begin_with(self, chunks: int, sums: BlockSums) -> None:
        """Take so many chunks from the first one on at once, before any was added."""
        if self._runs:
            raise ValueError("chunks were added before")
        self._runs[0], self._firsts[chunks] = (chunks, sums), 0
        self.games, self.decisions = sums.games, sums.decisions

    def add(self, index: int, sums: BlockSums) -> None:
        """Add chunk `index`, which was not added before."""
        self.games += sums.games
        self.decisions += sums.decisions
        first, end = index, index + 1
        total = BlockSums(self._slots)
        total.add(sums)
        if first in self._firsts:
            first = self._firsts.pop(first)
            total.add(self._runs.pop(first)[1])
        if end in self._runs:
            end, following = self._runs.pop(end)
            total.add(following)
        self._runs[first] = (end, total)
        self._firsts[end] = first

    @property
    def prefix(self) -> int:
        """How many chunks are done from the first one on, without a gap."""
        return self._runs[0][0] if 0 in self._runs else 0

    @property
    def prefix_sums(self) -> BlockSums:
        """Their sums; not to be changed."""
        return self._runs[0][1] if 0 in self._runs else BlockSums(self._slots)

    @property
    def gaps(self) -> int:
        """Runs of chunks that are done, beyond the first gap."""
        return len(self._runs) - (0 in self._runs)

    def runs(self) -> list[BlockSums]:
        """The sums of every run of chunks that are done, beyond gaps, too; not to be changed."""
        return [sums for _, sums in self._runs.values()]
