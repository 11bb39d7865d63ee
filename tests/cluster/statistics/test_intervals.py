"""Intervals keep their promise: by enumeration where trials are few, by simulation where blocks are correlated."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cluster.statistics import Moments, block_interval, peeking_interval, worst_case_interval


def moments(blocks: list[list[int]], unit: int = 1) -> Moments:
    """The moments of blocks given as lists of observations, added up naively."""
    n = [len(block) for block in blocks]
    y = [sum(block) for block in blocks]
    return Moments(
        sum(n),
        sum(y),
        sum(a * a for a in n),
        sum(a * b for a, b in zip(n, y, strict=True)),
        sum(b * b for b in y),
        unit,
    )


def test_the_standard_error_is_the_block_variance_of_means() -> None:
    means = np.array([0.5, 1.0, 0.0, 0.5, 1.0])
    blocks = [[12, 0], [12, 12], [0, 0], [6, 6], [12, 12]]
    found = moments(blocks, unit=12)
    assert found.estimate == pytest.approx(means.mean())
    assert found.se == pytest.approx(means.std(ddof=1) / math.sqrt(5))


def test_the_standard_error_of_a_ratio_agrees_with_the_jackknife() -> None:
    rng = np.random.default_rng(5)
    blocks = [rng.integers(0, 2, size=rng.integers(1, 5)).tolist() for _ in range(400)]
    n, y = np.array([len(b) for b in blocks]), np.array([sum(b) for b in blocks])
    left_out = (y.sum() - y) / (n.sum() - n)
    jackknife = math.sqrt(399 / 400 * ((left_out - left_out.mean()) ** 2).sum())
    assert moments(blocks).se == pytest.approx(jackknife, rel=0.02)


def test_large_blocks_do_not_lose_digits() -> None:
    """Ten thousand million blocks of which one differs: floats would cancel to zero or below."""
    n = 10**10
    found = Moments.of_equal_blocks(n, 2, 12 * (n - 1), 144 * (n - 1), 12)
    assert found.se == pytest.approx(0.5 / n, rel=1e-9)


@pytest.mark.parametrize("n", [2, 3, 5, 10, 20, 50, 100, 300])
def test_single_games_are_covered_at_every_strength(n: int) -> None:
    """Exact coverage over all results of n games, for 199 true win rates from 0.5 % to 99.5 %."""
    results = np.arange(n + 1)
    found = [block_interval(Moments.of_equal_blocks(n, 1, int(x), int(x), 1)) for x in results]
    low = np.array([interval.low for interval in found if interval])
    high = np.array([interval.high for interval in found if interval])
    for truth in np.linspace(0.005, 0.995, 199):
        covered = (low <= truth) & (truth <= high)
        assert stats.binom.pmf(results, n, truth)[covered].sum() >= 0.945


def correlated_block(rng: np.random.Generator, blocks: int, seats: int, truth: float, kind: str) -> np.ndarray:
    """Wins of an agent in blocks of `seats` games, each won with probability `truth`; `kind` says how alike they are."""
    if kind == "independent":
        return rng.binomial(seats, truth, blocks)
    if kind == "alike":  # a lucky deal helps in every rotation
        return rng.binomial(seats, rng.beta(truth / 2, (1 - truth) / 2, blocks))
    whole = math.floor(truth * seats)  # "opposed": a good seat helps once and hurts once
    return whole + (rng.random(blocks) < truth * seats - whole)


@pytest.mark.parametrize("kind", ["independent", "alike", "opposed"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("blocks", [5, 30, 200])
def test_correlated_blocks_are_covered(kind: str, seats: int, blocks: int) -> None:
    rng = np.random.default_rng(11)
    for truth in (0.03, 0.3, 1 / seats):
        hits, repetitions = 0, 1500
        for _ in range(repetitions):
            wins = correlated_block(rng, blocks, seats, truth, kind).astype(int)
            interval = block_interval(Moments.of_equal_blocks(blocks, seats, int(wins.sum()), int((wins**2).sum()), 1))
            assert interval is not None
            hits += interval.low - 1e-12 <= truth <= interval.high + 1e-12
        # 94 %, less what 1,500 repetitions may be off by chance (three standard errors)
        assert hits / repetitions >= 0.94 - 3 * math.sqrt(0.94 * 0.06 / repetitions), (truth, hits / repetitions)


def test_pairing_narrows_the_interval_where_seats_decide() -> None:
    opposed = moments([[1, 0], [0, 1]] * 50)
    alike = moments([[1, 1], [0, 0]] * 50)
    narrow, wide = block_interval(opposed), block_interval(alike)
    assert narrow is not None
    assert wide is not None
    assert narrow.half_width < wide.half_width / 5


@pytest.mark.parametrize("value", [0, 6, 12])
@pytest.mark.parametrize("blocks", [1, 2, 10, 1000])
def test_figures_that_never_varied_still_have_a_width(value: int, blocks: int) -> None:
    found = moments([[value, value]] * blocks, unit=12)
    interval = block_interval(found)
    assert interval is not None
    assert interval.low <= value / 12 <= interval.high
    assert interval.high - interval.low >= min(1.0, 2.5 / blocks)
    assert interval.high - interval.low <= 1.0 if blocks < 10 else interval.high - interval.low < 5 / blocks


def test_one_block_says_nothing() -> None:
    interval = block_interval(moments([[1, 1]]))
    assert interval is not None
    assert (interval.low, interval.high) == (0.0, 1.0)
    assert moments([[1, 1]]).se is None


def test_nothing_observed_is_none_and_never_nan() -> None:
    nothing = moments([])
    assert nothing.estimate is None
    assert nothing.se is None
    assert block_interval(nothing) is None
    assert peeking_interval(nothing) is None
    assert worst_case_interval(0, 0, 0) is None


@given(st.lists(st.lists(st.integers(0, 12), min_size=1, max_size=4), min_size=1, max_size=30))
def test_every_interval_holds_its_estimate_within_0_and_1(blocks: list[list[int]]) -> None:
    found = moments(blocks, unit=12)
    for interval in (block_interval(found), peeking_interval(found)):
        assert interval is not None
        assert found.estimate is not None
        assert 0.0 <= interval.low <= found.estimate + 1e-12
        assert found.estimate - 1e-12 <= interval.high <= 1.0
        assert interval.low < interval.high


@given(st.lists(st.lists(st.integers(0, 12), min_size=2, max_size=2), min_size=2, max_size=30))
def test_winning_and_losing_mirror_each_other(blocks: list[list[int]]) -> None:
    """An estimate lies above 1/2 exactly if the other side's lies below, and so do the ends."""
    ours = block_interval(moments(blocks, unit=12))
    theirs = block_interval(moments([[12 - value for value in block] for block in blocks], unit=12))
    assert ours is not None
    assert theirs is not None
    assert ours.low == pytest.approx(1 - theirs.high, abs=1e-12)
    assert ours.high == pytest.approx(1 - theirs.low, abs=1e-12)


def test_who_looks_after_every_block_is_misled_by_one_interval_and_not_by_the_other() -> None:
    rng = np.random.default_rng(3)
    misled_fixed = misled_peeking = 0
    for _ in range(150):
        wins = np.cumsum(rng.integers(0, 2, 2000))
        looks = range(50, 2000, 10)
        found = [Moments.of_equal_blocks(n, 1, int(wins[n - 1]), int(wins[n - 1]), 1) for n in looks]
        misled_fixed += any(not i.low <= 0.5 <= i.high for m in found if (i := block_interval(m)))
        misled_peeking += any(not i.low <= 0.5 <= i.high for m in found if (i := peeking_interval(m)))
    assert misled_fixed / 150 > 0.15
    assert misled_peeking / 150 <= 0.05


@pytest.mark.parametrize("truth", [0.05, 0.5])
def test_stopping_once_the_interval_is_narrow_enough_keeps_the_promise(truth: float) -> None:
    """Narrowness depends on the variance seen, hardly on which side of the truth the figure is."""
    rng = np.random.default_rng(17)
    hits, repetitions, half_width = 0, 400, 0.06
    for _ in range(repetitions):
        wins = np.cumsum(rng.random(2000) < truth)
        for n in range(60, 2000):
            total = int(wins[n - 1])
            if total * (n - total) / n**3 > (half_width / 1.7) ** 2:
                continue  # far from narrow: a shortcut for speed
            interval = block_interval(Moments.of_equal_blocks(n, 1, total, total, 1))
            if interval is not None and interval.half_width <= half_width:
                hits += interval.low <= truth <= interval.high
                break
    assert hits / repetitions >= 0.94 - 3 * math.sqrt(0.94 * 0.06 / repetitions)


def test_a_share_whose_blocks_are_unknown_is_as_wide_as_if_they_ended_alike() -> None:
    alike = block_interval(moments([[1, 1]] * 30 + [[0, 0]] * 70))
    share = worst_case_interval(games=200, blocks=100, count=60)
    assert alike is not None
    assert share is not None
    assert (share.low, share.high) == pytest.approx((alike.low, alike.high))


@pytest.mark.parametrize("truth", [0.01, 0.1, 0.5, 0.9])
def test_a_watched_interval_covers_at_every_number_of_blocks_at_once(truth: float) -> None:
    """Looked at after each of 3,000 blocks; in one of 20 runs it may miss the truth at some time."""
    rng, repetitions, misled = np.random.default_rng(23), 120, 0
    looks = np.unique(np.geomspace(2, 3000, 120).astype(int))
    for _ in range(repetitions):
        wins = np.cumsum(rng.random(3000) < truth)
        found = [peeking_interval(Moments.of_equal_blocks(int(n), 1, int(wins[n - 1]), int(wins[n - 1]), 1)) for n in looks]
        misled += any(not interval.low <= truth <= interval.high for interval in found if interval)
    assert misled / repetitions <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / repetitions)


def test_a_watched_interval_makes_use_of_a_small_variance() -> None:
    calm, wild = moments([[1, 0], [0, 1]] * 500), moments([[1, 1], [0, 0]] * 500)
    narrow, wide, planned = peeking_interval(calm), peeking_interval(wild), block_interval(wild)
    assert narrow is not None
    assert wide is not None
    assert planned is not None
    assert narrow.half_width < wide.half_width / 5
    assert 1.4 < wide.half_width / planned.half_width < 1.8
