"""The difference of one figure between two cells, by blocks: narrower where blocks of equal number share their luck."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from cluster.statistics.contrasts import Contrast
from cluster.statistics.intervals import Moments

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class BlockFigure:
    """A figure of one cell, block by block.

    Attributes:
        blocks: (B,) numbers of the blocks that count, ascending.
        values: (B,) what each brought, 0 .. `most`.
        most: the largest value of a block; the figure is the mean of values / most.
    """

    blocks: Integers
    values: Integers
    most: int

    @property
    def moments(self) -> Moments:
        """The five sums that estimate and interval come from."""
        total, squares = int(self.values.sum()), int((self.values * self.values).sum())
        return Moments.of_equal_blocks(len(self.blocks), 1, total, squares, self.most)


def paired_difference(one: BlockFigure, other: BlockFigure, paired: bool = True) -> Contrast | None:
    """The second figure less the first; None where one of them has no block.

    Args:
        one: a figure.
        other: one with the same largest value.
        paired: whether blocks of equal number share their luck.

    Raises:
        ValueError: figures with different largest values.
    """
    if one.most != other.most:
        raise ValueError(f"a figure of at most {one.most} a block is not compared with one of at most {other.most}")
    sizes = (len(one.blocks), len(other.blocks))
    if not all(sizes):
        return None
    means = [Fraction(int(figure.values.sum()), len(figure.blocks)) for figure in (one, other)]
    alone = sum(_squares(figure, mean) / size**2 for figure, mean, size in zip((one, other), means, sizes, strict=True))
    both = _products(one, other, means[0], means[1]) / (sizes[0] * sizes[1]) if paired else Fraction(0)
    smallest = min(sizes)
    told = smallest > 1

    def error(variance: Fraction) -> float | None:
        scaled = float(variance * smallest / (smallest - 1)) if told else 0.0
        return math.sqrt(max(scaled, 0.0)) / one.most if told else None

    return Contrast(
        estimate=float((means[1] - means[0]) / one.most),
        se=error(alone - 2 * both),
        blocks=smallest,
        freedom=max(smallest - 1, 1),
        least=-1.0,
        most=1.0,
        se_unpaired=error(Fraction(alone)),
    )


def _squares(figure: BlockFigure, mean: Fraction) -> Fraction:
    total, squares = int(figure.values.sum()), int((figure.values * figure.values).sum())
    return squares - 2 * mean * total + mean * mean * len(figure.blocks)


def _products(one: BlockFigure, other: BlockFigure, first: Fraction, second: Fraction) -> Fraction:
    """Sum over common blocks of the products of deviations from the means."""
    _, left, right = np.intersect1d(one.blocks, other.blocks, assume_unique=True, return_indices=True)
    a, b = one.values[left], other.values[right]
    return int((a * b).sum()) - first * int(b.sum()) - second * int(a.sum()) + first * second * len(left)
