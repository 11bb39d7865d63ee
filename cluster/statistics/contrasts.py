"""Weighted sums of slot means, such as differences of two cells or effects of a model, with intervals that keep their promise.

The interval is that of `block_interval`: Student's t on block variance, with one imaginary block at the far end on either side,
so that it has a width even where nothing varied.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr, stdtrit

from cluster.statistics.intervals import (
    BLOCK_SEQUENCE,
    BLOCK_T,
    CONFIDENCE,
    WATCHED_BLOCKS,
    Interval,
    sequence_factor,
)
from cluster.statistics.joint import Floats, JointSums


@dataclass(frozen=True)
class Contrast:
    """A weighted sum of slot means.

    Attributes:
        estimate: its value.
        se: standard error from block variance; None with fewer than two blocks.
        blocks: how many blocks the smallest of its cells has.
        freedom: of Student's t.
        least, most: between which values a single block's must lie.
        se_unpaired: what the error would be if cells shared no luck.
    """

    estimate: float
    se: float | None
    blocks: int
    freedom: int
    least: float
    most: float
    se_unpaired: float | None

    def interval(self, confidence: float = CONFIDENCE, watched: bool = False) -> Interval:
        """The interval; from the least to the most that is possible where too few blocks tell.

        Args:
            confidence: that the truth is in it.
            watched: whether the figure is looked at while it grows; then it holds at every number of blocks from
                `WATCHED_BLOCKS` on.
        """
        method = BLOCK_SEQUENCE if watched else BLOCK_T
        if self.se is None or (watched and self.freedom + 1 < WATCHED_BLOCKS):
            return Interval(self.least, self.most, method, confidence, watched)
        factor = float(stdtrit(self.freedom, (1 + confidence) / 2))
        if watched:
            factor = float(sequence_factor(np.float64(self.freedom + 1), confidence))
        ends = []
        for imaginary, sign in ((self.least, -1.0), (self.most, 1.0)):
            mean, se = self._with_imaginary(imaginary)
            ends.append(min(max(mean + sign * factor * se, self.least), self.most))
        return Interval(ends[0], ends[1], method, confidence, watched)

    def p_value(self) -> float | None:
        """Two-sided, of the hypothesis that the truth is zero: 1 less the confidence at which the interval touches zero."""
        if self.se is None:
            return None
        mean, se = self._with_imaginary(self.least if self.estimate >= 0 else self.most)
        if mean * self.estimate <= 0 or se == 0:
            return 1.0
        return float(min(1.0, 2 * stdtr(self.freedom, -abs(mean) / se)))

    @property
    def variance_saved(self) -> float | None:
        """Share of the variance that sharing luck saves, negative where it costs; None where there is none to save."""
        if self.se is None or not self.se_unpaired:
            return None
        return 1 - (self.se / self.se_unpaired) ** 2

    def _with_imaginary(self, value: float) -> tuple[float, float]:
        """Mean and error with one more block that brings `value`; blocks are as many as the freedom tells."""
        blocks = self.freedom + 1
        squares = (self.se or 0.0) ** 2 * blocks * (blocks - 1)
        mean = self.estimate + (value - self.estimate) / (blocks + 1)
        squares += blocks / (blocks + 1) * (value - self.estimate) ** 2
        return mean, math.sqrt(squares / (blocks * (blocks + 1)))


def contrast(joint: JointSums, weights: Floats) -> Contrast | None:
    """The weighted sum of a joint's slot means; None if a slot with a weight was never played.

    Args:
        joint: of the cells.
        weights: (S,), one a slot.
    """
    used = np.flatnonzero(weights)
    blocks = int(joint.blocks[used].min()) if len(used) else 0
    if blocks == 0:
        return None
    least, most = _bounds(joint, weights)
    told = blocks > 1
    return Contrast(
        estimate=float(weights @ joint.means),
        se=math.sqrt(max(float(weights @ joint.covariance @ weights), 0.0)) if told else None,
        blocks=blocks,
        freedom=max(blocks - 1, 1),
        least=least,
        most=most,
        se_unpaired=math.sqrt(joint.independent_variance(weights)) if told else None,
    )


def _bounds(joint: JointSums, weights: Floats) -> tuple[float, float]:
    """Between which values one block's weighted sum lies: each game is lost by all, or shared among its sides."""
    least = most = 0.0
    for cell, start in zip(joint.cells, joint.offsets, strict=False):
        sides = sorted(set(cell.teams))
        for rotation in range(cell.rotations):
            first = start + rotation * len(cell.seats)
            own = [sum(float(weights[first + seat]) for seat, team in enumerate(cell.teams) if team == side) for side in sides]
            least += min(0.0, *own)
            most += max(0.0, *own)
    return least, most
