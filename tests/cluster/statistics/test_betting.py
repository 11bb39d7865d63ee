"""The betting interval keeps its promise at every number of blocks at once, few ones included, and shrinks as it should."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cluster.statistics import peeking_interval
from cluster.statistics.betting import betting_interval
from cluster.statistics.intervals import Moments


def test_without_blocks_there_is_nothing_to_say() -> None:
    assert betting_interval(np.zeros(0)) is None


@pytest.mark.parametrize(("games", "truth"), [(1, 0.5), (2, 0.9), (4, 0.25)])
def test_it_covers_whenever_one_looks(games: int, truth: float) -> None:
    """Each of 150 runs is looked at several times; a run that misses once has missed."""
    rng, missed = np.random.default_rng(7), 0
    for _ in range(150):
        values = rng.binomial(games, truth, 100) / games
        found = [betting_interval(values[:number]) for number in (3, 8, 20, 45, 100)]
        missed += any(interval is None or not interval.low <= truth <= interval.high for interval in found)
    assert missed / 150 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 150)


def test_twenty_blocks_tell_a_strong_player() -> None:
    """Where the interval from sums says nothing yet."""
    values = np.tile([1.0, 0.5, 1.0, 1.0], 5)
    found = betting_interval(values)
    wide = peeking_interval(Moments.of_equal_blocks(20, 1, 35, 65, 2))
    assert found is not None
    assert wide is not None
    assert 0.6 < found.low < values.mean() < found.high
    assert wide.low == 0


def test_it_narrows_with_the_root_of_blocks_and_is_symmetric() -> None:
    values = np.random.default_rng(3).binomial(2, 0.6, 3200) / 2
    few, many, mirrored = betting_interval(values[:200]), betting_interval(values), betting_interval(1 - values)
    assert few is not None
    assert many is not None
    assert mirrored is not None
    assert few.half_width / many.half_width == pytest.approx(4, rel=0.3)
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - many.high, 1 - many.low))


@pytest.mark.parametrize("first", [0.0, 1.0])
def test_the_mean_is_in_it_even_after_luck_has_turned(first: float) -> None:
    values = np.repeat([first, 1 - first], 40)
    found = betting_interval(values)
    assert found is not None
    assert found.low < 0.5 < found.high


def test_values_that_never_vary_still_have_a_width() -> None:
    found = betting_interval(np.ones(30))
    assert found is not None
    assert 0.8 < found.low < 1
    assert found.high == 1
