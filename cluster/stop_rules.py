"""Rules for when a figure is known well enough. Each looks at three integers: blocks, and the sums of block values and squares.

As most blocks are far from the end, a closed form over whole arrays (`near`) finds the blocks that come near it; only those are
put to the exact function (`met`), which gives the reason in words. The intervals are those that the tables show.

Sources:
    Wald, "Sequential analysis" (1947), for the two bounds of the sequential test.
    Van den Bergh, "A practical introduction to the GSPRT" (2017, as fishtest uses it), for the likelihood ratio from block
    means and variance: with blocks of two games it is the pentanomial test, with other blocks its generalisation.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from cluster.statistics import CONFIDENCE, Interval, Moments, block_interval, peeking_interval, verdict
from cluster.statistics.groups import METRICS
from cluster.statistics.intervals import WATCHED_BLOCKS, sequence_factor

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_MARGIN = 1e-6
"""Far above the rounding of the closed form, far below what would put many blocks to the exact function."""


@dataclass(frozen=True)
class StopRule(ABC):
    """A cell stops after the first block at which the rule is met.

    Attributes:
        slots: of the block sums; the figure is their mean.
        metric: `score` or `win_rate`.
        min_blocks: not before this many blocks without a forfeit.
    """

    slots: tuple[int, ...]
    metric: str
    min_blocks: int

    @property
    def sequential(self) -> bool:
        """Whether it stops because of what the figure is, so that only intervals valid under peeking may follow."""
        return True

    def reason(self, blocks: int, total: int, squares: int) -> str | None:
        """Why the rule is met by the sums of the figure's block values and of their squares, in words; None if it isn't."""
        if blocks < self.min_blocks:
            return None
        return self.met(Moments.of_equal_blocks(blocks, len(self.slots), total, squares, METRICS[self.metric][1]), blocks)

    @property
    @abstractmethod
    def targets(self) -> tuple[float, ...]:
        """The lines that what `standing` gives has to cross, in its unit."""

    def path(self, blocks: Integers, totals: Integers, squares: Integers) -> list[tuple[int, tuple[float, ...]]]:
        """How the rule stood after each number of blocks: (blocks, what it looks at), to be drawn beside its `targets`."""
        m, mean, spread = self._figures(blocks, totals, squares)
        columns = [values.tolist() for values in self.standing(m, mean, spread)]
        rows = zip(blocks.tolist(), zip(*columns, strict=True), strict=True)
        return [(number, row) for number, row in rows if number >= 2 and all(map(math.isfinite, row))]

    @abstractmethod
    def standing(self, blocks: Floats, mean: Floats, spread: Floats) -> tuple[Floats, ...]:
        """What the rule looks at, from the number of blocks, the figure, and the sum of squared deviations from it."""

    @abstractmethod
    def met(self, moments: Moments, blocks: int) -> str | None:
        """Why it is met by these moments, whatever `min_blocks` says."""

    def near(self, blocks: Integers, totals: Integers, squares: Integers) -> Flags:
        """Where the rule may be met: never False where `reason` gives one."""
        return (blocks >= self.min_blocks) & self.may_be_met(*self._figures(blocks, totals, squares))

    def _figures(self, blocks: Integers, totals: Integers, squares: Integers) -> tuple[Floats, Floats, Floats]:
        """Number of blocks (at least 2), the figure, and the sum of squared deviations from it."""
        best = float(len(self.slots) * METRICS[self.metric][1])
        m = np.maximum(blocks, 2).astype(np.float64)
        mean = totals / best / m
        return m, mean, np.maximum(squares / best**2 - m * mean * mean, 0.0)

    @abstractmethod
    def may_be_met(self, blocks: Floats, mean: Floats, spread: Floats) -> Flags:
        """As `near`, from the number of blocks, the figure, and the sum of squared deviations from it."""


def _ends(blocks: Floats, mean: Floats, spread: Floats, factor: Floats) -> tuple[Floats, Floats]:
    """The ends of an interval of `factor` standard errors, with an imaginary block as in `block_interval`."""
    ends = []
    for imaginary, sign in ((0.0, -1.0), (1.0, 1.0)):
        deviation = np.sqrt(spread + blocks / (blocks + 1) * (imaginary - mean) ** 2)
        middle = mean + (imaginary - mean) / (blocks + 1)
        ends.append(np.clip(middle + sign * factor / np.sqrt(blocks * (blocks + 1)) * deviation, 0.0, 1.0))
    return ends[0], ends[1]


@dataclass(frozen=True)
class WidthRule(StopRule):
    """The figure's interval is narrow enough: half its width is at most `half_width`, in units of the figure."""

    half_width: float = 0.01
    confidence: float = CONFIDENCE

    @property
    def sequential(self) -> bool:
        """Narrowness tells of the variance, hardly of the figure: the usual interval keeps its promise (seen in tests)."""
        return False

    def met(self, moments: Moments, blocks: int) -> str | None:
        """See `StopRule`."""
        interval = block_interval(moments, self.confidence)
        if interval is None or interval.half_width > self.half_width:
            return None
        return f"the interval is narrow enough: {_around(interval)}, asked for {self.half_width:g}"

    @property
    def targets(self) -> tuple[float, ...]:
        """See `StopRule`: the half width that is asked for."""
        return (self.half_width,)

    def standing(self, blocks: Floats, mean: Floats, spread: Floats) -> tuple[Floats, ...]:
        """See `StopRule`: half the interval's width."""
        low, high = _ends(blocks, mean, spread, np.asarray(stdtrit(blocks - 1, (1 + self.confidence) / 2), np.float64))
        return (np.asarray((high - low) / 2),)

    def may_be_met(self, blocks: Floats, mean: Floats, spread: Floats) -> Flags:
        """See `StopRule`."""
        (half_width,) = self.standing(blocks, mean, spread)
        return np.asarray(half_width <= self.half_width * (1 + _MARGIN))


@dataclass(frozen=True)
class FairShareRule(StopRule):
    """An interval that holds at every number of blocks tells whether the figure is its fair share, give or take `band`."""

    fair_share: float = 0.5
    band: float = 0.02
    confidence: float = CONFIDENCE

    def met(self, moments: Moments, blocks: int) -> str | None:
        """See `StopRule`."""
        interval = peeking_interval(moments, self.confidence)
        if interval is None:
            return None
        said = verdict(interval.low, interval.high, self.fair_share, self.band)
        if said == "not enough games":
            return None
        return f"{said} the fair share {self.fair_share:.3f} give or take {self.band:g}: {_around(interval)}"

    @property
    def targets(self) -> tuple[float, ...]:
        """See `StopRule`: the ends of the band around the fair share."""
        return self.fair_share - self.band, self.fair_share + self.band

    def standing(self, blocks: Floats, mean: Floats, spread: Floats) -> tuple[Floats, ...]:
        """See `StopRule`: the ends of the interval, which say nothing below `WATCHED_BLOCKS` blocks."""
        return _ends(blocks, mean, spread, np.where(blocks < WATCHED_BLOCKS, np.nan, sequence_factor(blocks, self.confidence)))

    def may_be_met(self, blocks: Floats, mean: Floats, spread: Floats) -> Flags:
        """See `StopRule`."""
        factor = np.where(blocks < WATCHED_BLOCKS, 0.0, sequence_factor(blocks, self.confidence))
        low, high = _ends(blocks, mean, spread, factor)
        below, above = self.fair_share - self.band, self.fair_share + self.band
        outside = (low > above - _MARGIN) | (high < below + _MARGIN)
        return np.asarray(outside | ((low >= below - _MARGIN) & (high <= above + _MARGIN)))


@dataclass(frozen=True)
class SequentialTest(StopRule):
    """Which of two values the figure has, `zero` or `one`: the generalised sequential probability ratio test on block values.

    Attributes:
        zero, one: the figure under either hypothesis, 0 .. 1.
        names: of the hypotheses, with their scale.
        alpha: chance of taking `one` where `zero` is true.
        beta: chance of taking `zero` where `one` is true.
    """

    zero: float = 0.5
    one: float = 0.51
    names: tuple[str, str] = ("H0", "H1")
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the log likelihood ratio: at or below the first `zero` is taken, at or above the second `one`."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def met(self, moments: Moments, blocks: int) -> str | None:
        """See `StopRule`."""
        centred = moments.with_imaginary_block(0).with_imaginary_block(moments.unit)
        spread = _squares(centred, blocks + 2)
        ratio = self.log_ratio(np.float64(blocks), np.float64(centred.estimate or 0.0), np.float64(spread))
        return self._said(float(ratio), moments)

    def _said(self, ratio: float, moments: Moments) -> str | None:
        lower, upper = self.bounds
        if lower < ratio < upper:
            return None
        taken, left = (self.names[1], self.names[0]) if ratio >= upper else self.names
        score = 0.0 if moments.estimate is None else moments.estimate
        found = f"log likelihood ratio {ratio:.2f}, bounds {lower:.2f} and {upper:.2f}, at {score:.4f}"
        return f"{taken} accepted against {left}: {found}"

    def log_ratio(self, blocks: Floats | np.float64, mean: Floats | np.float64, spread: Floats | np.float64) -> Floats:
        """The log likelihood ratio of `one` against `zero`; mean and spread hold two imaginary blocks, one lost and one won.

        With them a figure that never varied has a ratio, too: who wins everything is soon told from who wins half.
        """
        variance = spread / (blocks + 2)
        return np.asarray(blocks / 2 * np.log((variance + (mean - self.zero) ** 2) / (variance + (mean - self.one) ** 2)))

    @property
    def targets(self) -> tuple[float, ...]:
        """See `StopRule`: the bounds."""
        return self.bounds

    def standing(self, blocks: Floats, mean: Floats, spread: Floats) -> tuple[Floats, ...]:
        """See `StopRule`: the log likelihood ratio."""
        middle = (blocks * mean + 1) / (blocks + 2)
        more = spread + blocks * (mean - middle) ** 2 + middle**2 + (1 - middle) ** 2
        return (self.log_ratio(blocks, middle, more),)

    def may_be_met(self, blocks: Floats, mean: Floats, spread: Floats) -> Flags:
        """See `StopRule`."""
        (ratio,) = self.standing(blocks, mean, spread)
        lower, upper = self.bounds
        return np.asarray((ratio <= lower + _MARGIN) | (ratio >= upper - _MARGIN))


def _squares(moments: Moments, blocks: int) -> float:
    """Sum of squared deviations of block means, in units of the figure."""
    return (moments.se or 0.0) ** 2 * blocks * (blocks - 1)


def _around(interval: Interval) -> str:
    return f"{interval.low:.4f} to {interval.high:.4f}"
