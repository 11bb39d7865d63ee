"""When a cell may stop: a rule looked at after every block in design order, so the stop block is a function of the sweep alone.

The half-width is that of `block_interval`, which the tables show. As most blocks are far from the end, a closed form over whole
arrays finds the blocks that come near; only those are put to the exact function.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from cluster.plan import CellPlan
from cluster.spec import Stop
from cluster.statistics import CONFIDENCE, Moments, block_interval, slots_with
from cluster.statistics.groups import METRICS
from workers.tally import BlockValues

_MARGIN = 1e-6
"""Relative; far above the rounding of the closed form, far below what would put many blocks to the exact function."""


@dataclass(frozen=True)
class StopRule:
    """A cell stops after the first block at which the figure's interval is narrow enough.

    Attributes:
        slots: of the block sums; the figure is their mean.
        metric: `score` or `win_rate`.
        half_width: at most this, in units of the figure.
        min_blocks: not before this many blocks without a forfeit.
        confidence: of the interval.
    """

    slots: tuple[int, ...]
    metric: str
    half_width: float
    min_blocks: int
    confidence: float = CONFIDENCE

    @classmethod
    def of_cell(cls, stop: Stop | None, cell: CellPlan) -> StopRule | None:
        """The rule for a cell; None if there is none, or the cell has nobody whom it speaks of: then every game is played."""
        if stop is None:
            return None
        slots = slots_with(cell, agent=stop.agent, seat=stop.seat, faction=stop.faction)
        return cls(slots, stop.metric, stop.half_width, stop.min_blocks) if slots else None

    def met(self, blocks: int, total: int, squares: int) -> bool:
        """Whether the rule is met by the sums of the figure's block values and of their squares."""
        if blocks < self.min_blocks:
            return False
        moments = Moments.of_equal_blocks(blocks, len(self.slots), total, squares, METRICS[self.metric][1])
        interval = block_interval(moments, self.confidence)
        return interval is not None and interval.half_width <= self.half_width

    def near(
        self, blocks: npt.NDArray[np.int64], totals: npt.NDArray[np.int64], squares: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.bool_]:
        """Where the rule may be met: never False where `met` is True."""
        m = np.maximum(blocks, 2).astype(np.float64)
        best = float(len(self.slots) * METRICS[self.metric][1])
        y, yy = totals.astype(np.float64), squares.astype(np.float64)
        spread = np.maximum(yy - y * y / m, 0.0)
        factor = stdtrit(m - 1, (1 + self.confidence) / 2) / np.sqrt(m * (m + 1))
        ends = []
        for imaginary, sign in ((0.0, -1.0), (best, 1.0)):
            deviation = np.sqrt(spread + m / (m + 1) * (imaginary - y / m) ** 2)
            ends.append(np.clip((y + imaginary) / (m + 1) / best + sign * factor * deviation / best, 0.0, 1.0))
        half_widths = (ends[1] - ends[0]) / 2
        near: npt.NDArray[np.bool_] = (blocks >= self.min_blocks) & (half_widths <= self.half_width * (1 + _MARGIN))
        return near


class StopScan:
    """Looks at a cell's blocks in design order until its rule is met.

    Attributes:
        stop_block: how many blocks of the cell count, from its first on; None while the rule isn't met.
    """

    def __init__(self, rule: StopRule) -> None:
        self.rule = rule
        self.stop_block: int | None = None
        self._blocks = 0
        self._total = 0
        self._squares = 0

    def look(self, values: BlockValues) -> bool:
        """Take the next blocks of the cell; returns whether the rule is met within them."""
        if self.stop_block is not None:
            return True
        figure = values.values[METRICS[self.rule.metric][0]][:, list(self.rule.slots)].sum(axis=1, dtype=np.int64)
        figure = np.where(values.fair, figure, 0)
        blocks = self._blocks + np.cumsum(values.fair, dtype=np.int64)
        totals = self._total + np.cumsum(figure)
        squares = self._squares + np.cumsum(figure * figure)
        for place in np.flatnonzero(self.rule.near(blocks, totals, squares) & values.fair):
            if self.rule.met(int(blocks[place]), int(totals[place]), int(squares[place])):
                self.stop_block = int(values.blocks[place]) + 1
                return True
        if len(blocks):
            self._blocks, self._total, self._squares = int(blocks[-1]), int(totals[-1]), int(squares[-1])
        return False
