"""Intervals for means and ratios over blocks.

A block's games share their luck, so the block is the unit of every error bar: nothing is assumed of games within one. What a
figure needs of its blocks is five integer sums (`Moments`); everything up to the last division is exact, so the same sums give
the same interval on every machine and in whatever order the blocks came.

Sources:
    Cochran, "Sampling Techniques" (1977), section 6.4, for the variance of a ratio by linearisation.
    Borkowf, "Constructing binomial confidence intervals with near nominal coverage by adding a single imaginary failure or
    success" (Statistics in Medicine 25, 2006); here blocks stand in the place of trials.
    Robbins, "Statistical methods related to the law of the iterated logarithm" (Annals of Mathematical Statistics 41, 1970),
    for the interval that holds however often one looks, at few blocks.
    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences"
    (Annals of Statistics 52, 2024), for the one from `WATCHED_BLOCKS` blocks on, which makes use of a small variance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr, stdtrit

CONFIDENCE = 0.95

BLOCK_T = "block-t"
"""Student's t on block variance, with one imaginary lost block for the low end and one imaginary won block for the high end."""

BLOCK_MIXTURE = "block-mixture"
"""Robbins' normal mixture on blocks: it holds at every number of blocks at once, so one may look and stop at will."""

BLOCK_SEQUENCE = "block-sequence"
"""A confidence sequence on block variance, imaginary blocks as in `BLOCK_T`: it holds at every number of blocks, too."""

BLOCK_WORST_CASE = "block-worst-case"
"""As `BLOCK_T`, as if the games of a block always ended alike: for counts of games that are not kept block by block."""

WATCHED_BLOCKS = 100
"""Blocks from which on a watched interval trusts the variance that it sees."""

_TIGHT_BLOCKS = 1000
"""Number of blocks at which a watched interval is about as tight as it gets; any fixed number keeps the promise."""


@dataclass(frozen=True)
class Moments:
    """Block sums of a figure: block b holds `n_b` observations that add up to `y_b`, each 0 .. `unit`.

    Attributes:
        n, y: sums of n_b and y_b.
        nn, ny, yy: sums of their squares and product.
        unit: the largest value of one observation; the figure is y / n / unit, 0 .. 1.
    """

    n: int
    y: int
    nn: int
    ny: int
    yy: int
    unit: int = 1

    @classmethod
    def of_equal_blocks(cls, blocks: int, size: int, y: int, yy: int, unit: int) -> Moments:
        """Of blocks that each hold `size` observations."""
        return cls(size * blocks, y, size * size * blocks, size * y, yy, unit)

    @property
    def estimate(self) -> float | None:
        """The figure; None if nothing was observed."""
        return self.y / (self.n * self.unit) if self.n else None

    @property
    def effective_blocks(self) -> float:
        """The number of blocks if all were of equal size, else the equal blocks that vary as much: n^2 / nn."""
        return self.n * self.n / self.nn if self.n else 0.0

    @property
    def se(self) -> float | None:
        """Standard error from block variance; None for fewer than two blocks."""
        if self.n * self.n <= self.nn:
            return None
        # residual of block b: y_b - (y / n) n_b; with n^2 in front, its squares add up to an integer
        squares = self.n * self.n * self.yy - 2 * self.n * self.y * self.ny + self.y * self.y * self.nn
        # variance = m / (m - 1) * squares / n^4 with m effective blocks, and m / (m - 1) = n^2 / (n^2 - nn)
        return math.sqrt(squares / (self.n * self.n * (self.n * self.n - self.nn))) / self.unit

    def with_imaginary_block(self, value: int) -> Moments:
        """With one more block of average size (nn / n) whose observations all are `value`.

        Every size and sum is multiplied by n so that they stay integers; no estimate or error depends on that.
        """
        n, nn = self.n, self.nn
        return Moments(
            n=n * n + nn,
            y=n * self.y + value * nn,
            nn=n * n * nn + nn * nn,
            ny=n * n * self.ny + value * nn * nn,
            yy=n * n * self.yy + value * value * nn * nn,
            unit=self.unit,
        )


@dataclass(frozen=True)
class Interval:
    """A confidence interval, 0 .. 1, and how it was made."""

    low: float
    high: float
    method: str
    confidence: float = CONFIDENCE
    valid_under_peeking: bool = False

    @property
    def half_width(self) -> float:
        """Half the distance between the ends."""
        return (self.high - self.low) / 2


def block_interval(moments: Moments, confidence: float = CONFIDENCE) -> Interval | None:
    """The interval for a look that was planned beforehand: after a fixed number of blocks, or once it is narrow enough.

    It never has zero width: after n equal blocks it reaches about 3/n beyond a figure that never varied. One block says
    nothing. None if nothing was observed.
    """
    if moments.n == 0:
        return None
    freedom = moments.effective_blocks - 1
    if freedom < 1:
        return Interval(0.0, 1.0, BLOCK_T, confidence)
    factor = float(stdtrit(freedom, (1 + confidence) / 2))
    lower, upper = moments.with_imaginary_block(0), moments.with_imaginary_block(moments.unit)
    low = _number(lower.estimate) - factor * _number(lower.se)
    high = _number(upper.estimate) + factor * _number(upper.se)
    return Interval(max(low, 0.0), min(high, 1.0), BLOCK_T, confidence)


def gain_interval(moments: Moments, ends: tuple[int, int], confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """As `block_interval`, for observations between `ends` that may be negative; None with fewer than two effective blocks."""
    freedom = moments.effective_blocks - 1
    if freedom < 1:
        return None
    factor = float(stdtrit(freedom, (1 + confidence) / 2))
    lower, upper = (moments.with_imaginary_block(end) for end in ends)
    return _number(lower.estimate) - factor * _number(lower.se), _number(upper.estimate) + factor * _number(upper.se)


def gain_p_value(moments: Moments, ends: tuple[int, int]) -> float | None:
    """Two-sided, of the hypothesis that the truth is 0: 1 less the confidence at which `gain_interval` touches 0."""
    freedom = moments.effective_blocks - 1
    if freedom < 1:
        return None
    nearer = moments.with_imaginary_block(ends[0] if _number(moments.estimate) >= 0 else ends[1])
    mean, se = _number(nearer.estimate), _number(nearer.se)
    if mean * _number(moments.estimate) <= 0 or se == 0:
        return 1.0
    return float(min(1.0, 2 * stdtr(freedom, -abs(mean) / se)))


def peeking_interval(moments: Moments, confidence: float = CONFIDENCE) -> Interval | None:
    """The interval for figures that are watched while they grow: it covers at every number of blocks at once.

    From a hundred blocks on it is 1.5 to 2 times as wide as `block_interval`. None if nothing was observed.
    """
    estimate = moments.estimate
    if estimate is None:
        return None
    blocks = moments.effective_blocks
    if blocks < WATCHED_BLOCKS:
        radius = _mixture_radius(blocks, 1 - confidence)
        ends, method = (estimate - radius, estimate + radius), BLOCK_MIXTURE
    else:
        factor = float(sequence_factor(np.float64(blocks), confidence))
        lower, upper = moments.with_imaginary_block(0), moments.with_imaginary_block(moments.unit)
        low = _number(lower.estimate) - factor * _number(lower.se)
        ends, method = (low, _number(upper.estimate) + factor * _number(upper.se)), BLOCK_SEQUENCE
    return Interval(max(ends[0], 0.0), min(ends[1], 1.0), method, confidence, valid_under_peeking=True)


def _mixture_radius(blocks: float, alpha: float) -> float:
    # a block's mean lies in 0 .. 1, so it is sub-Gaussian with variance 1/4 whatever its distribution (Hoeffding)
    clock, mixing = blocks / 4, _TIGHT_BLOCKS / 4
    return math.sqrt((clock + mixing) * math.log((clock + mixing) / (mixing * alpha * alpha))) / blocks


def sequence_factor(blocks: npt.NDArray[np.float64] | np.float64, confidence: float) -> npt.NDArray[np.float64]:
    """By how many standard errors the confidence sequence reaches out, at each number of blocks."""
    alpha = 1 - confidence
    wanted = -2 * math.log(alpha)
    mixing = blocks * ((wanted + math.log(wanted) + 1) / _TIGHT_BLOCKS)
    return np.asarray(np.sqrt(2 * (mixing + 1) / mixing * (np.log1p(mixing) / 2 - math.log(alpha))))


def worst_case_interval(games: int, blocks: int, count: int, confidence: float = CONFIDENCE) -> Interval | None:
    """The interval for a share, `count` of `games`, whose number per block is not known: as if each block's games ended alike.

    None if nothing was observed.
    """
    if games == 0 or blocks == 0:
        return None
    # share p of blocks won outright: the integer sums are those of `games` blocks, the freedom that of `blocks`
    alike = Moments(
        n=games * blocks, y=count * blocks, nn=games * games * blocks, ny=count * games * blocks, yy=count * games * blocks
    )
    found = block_interval(alike, confidence)
    return None if found is None else Interval(found.low, found.high, BLOCK_WORST_CASE, confidence)


def _number(value: float | None) -> float:
    if value is None:
        raise AssertionError("an imaginary block makes at least two")
    return value
