"""The interval of a bounded mean by betting: exact at every number of blocks at once, few ones included.

Whoever believes that the mean is m is bet against, block by block, at odds that are fair if m is true. Capital then hardly ever
(with chance `1 - confidence`) reaches `1 / (1 - confidence)`; each m against which it does is left out of the interval. Unlike
`intervals.peeking_interval`, which needs a hundred blocks before it trusts the variance, this one makes use of it from the
first block on; it needs the blocks in their order, not their sums alone.

Source:
    Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (Journal of the Royal Statistical
    Society B 86, 2024): hedged capital, spread over bets of several sizes (their grid Kelly). Whichever size would have
    been best in hindsight, the capital is at least its share of what that one won.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from cluster.statistics.intervals import CONFIDENCE, Interval

BLOCK_BETTING = "block-betting"
"""Hedged capital on block means: it holds at every number of blocks, and without any approximation."""

_STEPS = 1000
"""Means that are bet against: so many and one, evenly from 0 to 1."""

_BETS = 0.75 * 0.5 ** np.arange(6)
"""Sizes of bets, as parts of the capital that could be lost in one block: from 0.75, so that no single block ends the game,
down to what suits a mean that is off by two points."""

_WEIGHTS = 1 / np.arange(1, len(_BETS) + 1)
_SHARES = np.log(_WEIGHTS / np.sum(_WEIGHTS))
"""Log shares of the capital that make these bets: most for the largest, which alone can say something after a few blocks."""


def betting_interval(values: npt.NDArray[np.float64], confidence: float = CONFIDENCE) -> Interval | None:
    """The interval of the mean of block values, 0 .. 1, in the order in which they were played.

    It may be looked at, and the run stopped, whenever one likes; the mean of the values is always in it. None without a block.
    """
    if len(values) == 0:
        return None
    means = np.linspace(0.0, 1.0, _STEPS + 1)
    # at the ends of the range there is nothing to lose, and any bound will do
    bets_up = _BETS[:, None] / np.maximum(means, 1 / _STEPS)
    bets_down = _BETS[:, None] / np.maximum(1 - means, 1 / _STEPS)
    up, down = np.zeros_like(bets_up), np.zeros_like(bets_down)  # log capital of bets on a larger mean, and on a smaller one
    for value in values.tolist():
        up += np.log1p(bets_up * (value - means))
        down += np.log1p(bets_down * (means - value))
    shares = _SHARES[:, None]
    capital = np.maximum(np.logaddexp.reduce(shares + up), np.logaddexp.reduce(shares + down))
    kept = np.flatnonzero(capital < math.log(2 / (1 - confidence)))
    # one step outwards, where the ends may lie
    low, high = max(kept[0] - 1, 0) / _STEPS, min(kept[-1] + 1, _STEPS) / _STEPS
    return Interval(float(low), float(high), BLOCK_BETTING, confidence, valid_under_peeking=True)
