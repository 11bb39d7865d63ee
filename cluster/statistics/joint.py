"""Slot means of one or several cells with their covariances, blocks being the unit: what every linear figure is made from.

Cells of a run with paired seeds share the luck of blocks of equal number, so their figures vary together. `JointSums` keeps the
products between cells that say how much; where cells are independent these products are zero. All of it is integers, so the
same blocks give the same sums in whatever order they were added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cluster.plan import CellPlan
from cluster.statistics.groups import METRICS
from workers.sums import BlockSums
from workers.tally import BlockValues

Floats = npt.NDArray[np.float64]

_ROWS = 1 << 16
"""Blocks that are multiplied at a time."""


@dataclass(frozen=True)
class JointSums:
    """Of C cells with S slots in all: sums over blocks in which no agent forfeited.

    Attributes:
        cells: in order; their slots follow each other.
        metric: `score` or `win_rate`.
        clusters: independent units behind the sums: block numbers if cells are paired, else blocks.
        counts: (C, C) i8, blocks that count in both of two cells; the diagonal holds the blocks of each.
        totals: (C, S) i8, of each slot over the blocks that also count in a cell.
        products: (S, S) i8, sums of products of slot values over the blocks that count in both their cells.
    """

    cells: tuple[CellPlan, ...]
    metric: str
    clusters: int
    counts: npt.NDArray[np.int64]
    totals: npt.NDArray[np.int64]
    products: npt.NDArray[np.int64]

    @classmethod
    def independent(cls, cells: Sequence[tuple[CellPlan, BlockSums]], metric: str = "score") -> JointSums:
        """Of cells that share no luck, or of one cell, from block sums."""
        source, _ = METRICS[metric]
        slots = _offsets([cell for cell, _ in cells])
        counts = np.zeros((len(cells), len(cells)), np.int64)
        totals = np.zeros((len(cells), slots[-1]), np.int64)
        products = np.zeros((slots[-1], slots[-1]), np.int64)
        for number, (_, sums) in enumerate(cells):
            own = slice(slots[number], slots[number + 1])
            counts[number, number] = sums.blocks - sums.excluded_blocks
            totals[number, own] = sums.totals[source]
            products[own, own] = sums.products[source]
        return cls(tuple(cell for cell, _ in cells), metric, int(np.trace(counts)), counts, totals, products)

    @classmethod
    def paired(cls, cells: Sequence[tuple[CellPlan, BlockValues]], metric: str = "score") -> JointSums:
        """Of cells whose blocks of equal number share their luck, from what each block brought."""
        source, _ = METRICS[metric]
        slots = _offsets([cell for cell, _ in cells])
        numbers = np.unique(np.concatenate([values.blocks[values.fair] for _, values in cells]))
        width = len(cells) + slots[-1]
        total = np.zeros((width, width), np.int64)
        for start in range(0, len(numbers), _ROWS):
            some = numbers[start : start + _ROWS]
            stacked = np.zeros((len(some), width))
            for place, (_, values) in enumerate(cells):
                chosen = values.fair & (values.blocks >= some[0]) & (values.blocks <= some[-1])
                rows = np.searchsorted(some, values.blocks[chosen])
                stacked[rows, place] = 1
                columns = slice(len(cells) + slots[place], len(cells) + slots[place + 1])
                stacked[rows, columns] = values.values[source][chosen]
            total += np.rint(stacked.T @ stacked).astype(np.int64)  # exact: far below 2 ** 53
        first = len(cells)
        return cls(
            tuple(cell for cell, _ in cells),
            metric,
            len(numbers),
            total[:first, :first],
            total[:first, first:],
            total[first:, first:],
        )

    @property
    def offsets(self) -> tuple[int, ...]:
        """Where each cell's slots begin, and where the last one's end."""
        return _offsets(self.cells)

    @property
    def unit(self) -> int:
        """The largest value of a slot."""
        return METRICS[self.metric][1]

    @cached_property
    def cell_of_slot(self) -> npt.NDArray[np.int64]:
        """(S,), the cell of each slot."""
        return np.repeat(np.arange(len(self.cells)), np.diff(self.offsets))

    @cached_property
    def blocks(self) -> npt.NDArray[np.int64]:
        """(S,), how many blocks each slot's mean is over."""
        return np.diag(self.counts)[self.cell_of_slot]

    @cached_property
    def means(self) -> Floats:
        """(S,), 0 .. 1; 0 where nothing was played."""
        own = self.totals[self.cell_of_slot, np.arange(len(self.cell_of_slot))]
        return own / np.maximum(self.blocks, 1) / self.unit

    @cached_property
    def covariance(self) -> Floats:
        """(S, S), of the means, from block variance; 0 where fewer than two blocks tell."""
        cell = self.cell_of_slot
        exact = [array.astype(object) for array in (self.blocks, self.totals, self.products, self.counts)]
        blocks, totals, products, counts = exact
        own = totals[cell, np.arange(len(cell))]
        with_other = totals[cell].T  # [i, j]: slot i over the blocks that count in the cell of slot j as well
        size = np.multiply.outer(blocks, blocks)
        # sum over common blocks of (v_i - mean_i) (v_j - mean_j), times n_i n_j
        centred = (
            size * products
            - np.multiply.outer(own, blocks) * with_other.T
            - with_other * np.multiply.outer(blocks, own)
            + counts[np.ix_(cell, cell)] * np.multiply.outer(own, own)
        )
        floats = np.where(size > 0, centred, 0).astype(np.float64)
        scale = np.maximum(size, 1).astype(np.float64) ** 2 * self.unit**2
        clusters = max(self.clusters, 2)
        result: Floats = floats / scale * (clusters / (clusters - 1))
        return result

    def independent_variance(self, weights: Floats) -> float:
        """What the variance of a weighted sum of means would be if no two cells shared their luck."""
        alone = self.covariance * np.equal.outer(self.cell_of_slot, self.cell_of_slot)
        return max(float(weights @ alone @ weights), 0.0)


def _offsets(cells: Sequence[CellPlan]) -> tuple[int, ...]:
    return (0, *np.cumsum([len(cell.slots) for cell in cells]).tolist())
