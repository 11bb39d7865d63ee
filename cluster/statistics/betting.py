"""The interval of a bounded mean by betting: exact at every number of blocks at once, few ones included.

Whoever believes that the mean is m is bet against, block by block, at odds that are fair if m is true. Capital then hardly ever
(with chance `1 - confidence`) reaches `1 / (1 - confidence)`; each m against which it does is left out of the interval. Unlike
`intervals.peeking_interval`, which needs a hundred blocks before it trusts the variance, this one makes use of it from the
first block on; it needs the blocks in their order, not their sums alone.

Source:
    Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (Journal of the Royal Statistical
    Society B 86, 2024): the hedged capital process with predictable plug-in bets (their theorem 3).
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from cluster.statistics.intervals import CONFIDENCE, Interval

BLOCK_BETTING = "block-betting"
"""Hedged capital on block means: it holds at every number of blocks, and without any approximation."""

_STEPS = 2000
"""Means that are bet against: so many and one, evenly from 0 to 1."""

_LARGEST_BET = 0.75
"""Of the capital that could be lost in one block, so that no single block ends the game."""


def betting_interval(values: npt.NDArray[np.float64], confidence: float = CONFIDENCE) -> Interval | None:
    """The interval of the mean of block values, 0 .. 1, in the order in which they were played.

    It may be looked at, and the run stopped, whenever one likes. None without any block.
    """
    if len(values) == 0:
        return None
    alpha = 1 - confidence
    means = np.linspace(0.0, 1.0, _STEPS + 1)
    rising, falling = np.zeros(_STEPS + 1), np.zeros(_STEPS + 1)  # log capital of bets on a larger mean, and on a smaller one
    # the largest bets that leave something; at the ends of the range there is nothing to lose, and any bound will do
    most_up = _LARGEST_BET / np.maximum(means, 1 / _STEPS)
    most_down = _LARGEST_BET / np.maximum(1 - means, 1 / _STEPS)
    total, squares = 0.5, 0.25
    for number, value in enumerate(values.tolist(), start=1):
        bet = math.sqrt(2 * math.log(2 / alpha) / (squares * math.log(1 + number)))
        gain = value - means
        rising += np.log1p(np.minimum(bet, most_up) * gain)
        falling += np.log1p(-np.minimum(bet, most_down) * gain)
        total += value
        squares += (value - total / (number + 1)) ** 2
    kept = np.flatnonzero(np.maximum(rising, falling) < math.log(2 / alpha))
    low, high = (int(kept[0]), int(kept[-1])) if len(kept) else (0, _STEPS)
    # one step outwards, where the ends may lie
    return Interval(
        max(low - 1, 0) / _STEPS, min(high + 1, _STEPS) / _STEPS, BLOCK_BETTING, confidence, valid_under_peeking=True
    )
