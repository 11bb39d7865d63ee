"""Joint sums and contrasts against figures computed naively."""

from __future__ import annotations

import math

import numpy as np
import pytest
from statistics_samples import cell_of, sums_of_blocks, values_of_blocks

from cluster.statistics.contrasts import contrast
from cluster.statistics.intervals import Moments, block_interval
from cluster.statistics.joint import JointSums

PAIR = [["a", "b"], ["b", "a"]]


def random_blocks(rng: np.random.Generator, blocks: int, games: int = 2, luck: np.ndarray | None = None) -> np.ndarray:
    """Credits of blocks of two-seat games; `luck` (0 .. 1, one a block) decides which side each block favours."""
    draws = rng.random((blocks, games)) if luck is None else np.tile(luck[:, None], (1, games))
    first = np.where(draws < 0.45, 12, np.where(draws < 0.6, 6, 0))
    return np.stack([first, 12 - first], axis=2).reshape(blocks, -1)


def test_the_covariance_of_means_is_that_of_numpy() -> None:
    blocks = random_blocks(np.random.default_rng(1), 60)
    joint = JointSums.independent([(cell_of(PAIR), sums_of_blocks(blocks))])
    assert joint.means == pytest.approx(blocks.mean(axis=0) / 12)
    assert joint.covariance == pytest.approx(np.cov(blocks.T) / 144 / 60)


def test_paired_sums_of_one_cell_are_its_block_sums() -> None:
    blocks = random_blocks(np.random.default_rng(2), 200)
    fair = np.arange(200) % 7 > 0
    paired = JointSums.paired([(cell_of(PAIR), values_of_blocks(blocks, fair=fair))])
    alone = JointSums.independent([(cell_of(PAIR), sums_of_blocks(blocks[fair]))])
    assert paired.clusters == alone.clusters == int(fair.sum())
    for name in ("counts", "totals", "products"):
        assert np.array_equal(getattr(paired, name), getattr(alone, name)), name


def test_a_difference_of_paired_cells_has_the_variance_of_the_blocks_differences() -> None:
    rng = np.random.default_rng(3)
    luck = rng.random(300)
    one = random_blocks(rng, 300, luck=luck)
    other = random_blocks(rng, 300, luck=(luck + 0.1 * rng.random(300)) % 1)
    cells = [(cell_of(PAIR), values_of_blocks(one)), (cell_of(PAIR), values_of_blocks(other))]
    weights = np.array([1, 0, 0, 0, -1, 0, 0, 0], float)
    found = contrast(JointSums.paired(cells), weights)
    assert found is not None
    differences = (one[:, 0] - other[:, 0]) / 12
    assert found.estimate == pytest.approx(differences.mean())
    assert found.se == pytest.approx(differences.std(ddof=1) / math.sqrt(300))
    assert found.se_unpaired == pytest.approx(math.sqrt((one[:, 0].var(ddof=1) + other[:, 0].var(ddof=1)) / 144 / 300))
    assert found.variance_saved is not None
    assert found.variance_saved > 0.5
    assert (found.least, found.most) == (-1.0, 1.0)


def test_where_cells_share_only_some_blocks_the_covariance_counts_those_alone() -> None:
    rng = np.random.default_rng(4)
    luck = rng.random(120)
    one, other = random_blocks(rng, 120, luck=luck), random_blocks(rng, 120, luck=luck)
    joint = JointSums.paired([(cell_of(PAIR), values_of_blocks(one[:80])), (cell_of(PAIR), values_of_blocks(other[40:], 40))])
    assert joint.clusters == 120
    assert joint.counts.tolist() == [[80, 40], [40, 80]]
    a, b = one[:80, 0] / 12, other[40:, 0] / 12
    shared = ((a[40:] - a.mean()) * (b[:40] - b.mean())).sum() / 80 / 80 * 120 / 119
    assert joint.covariance[0, 4] == pytest.approx(shared)


def test_no_block_is_counted_twice_or_lost_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluster.statistics.joint._ROWS", 7)
    blocks = random_blocks(np.random.default_rng(5), 100)
    few = JointSums.paired([(cell_of(PAIR), values_of_blocks(blocks))])
    monkeypatch.setattr("cluster.statistics.joint._ROWS", 1000)
    all_at_once = JointSums.paired([(cell_of(PAIR), values_of_blocks(blocks))])
    assert np.array_equal(few.products, all_at_once.products)


def test_a_single_mean_has_the_interval_of_the_tables() -> None:
    blocks = random_blocks(np.random.default_rng(6), 40)
    found = contrast(JointSums.independent([(cell_of(PAIR), sums_of_blocks(blocks))]), np.array([0.5, 0, 0, 0.5]))
    values = blocks[:, 0] + blocks[:, 3]
    table = block_interval(Moments.of_equal_blocks(40, 2, int(values.sum()), int((values**2).sum()), 12))
    assert found is not None
    assert table is not None
    assert (found.interval().low, found.interval().high) == pytest.approx((table.low, table.high))


def test_what_was_not_played_has_no_contrast_and_one_block_says_nothing() -> None:
    empty = JointSums.independent([(cell_of(PAIR), sums_of_blocks(np.zeros((0, 4), int)))])
    assert contrast(empty, np.array([1.0, 0, 0, 0])) is None
    one = contrast(JointSums.independent([(cell_of(PAIR), sums_of_blocks([[12, 0, 0, 12]]))]), np.array([1.0, -1, 0, 0]))
    assert one is not None
    assert (one.se, one.p_value(), one.variance_saved) == (None, None, None)
    assert (one.interval().low, one.interval().high) == (-1.0, 1.0)


def test_a_difference_that_never_varied_still_has_a_width() -> None:
    found = contrast(JointSums.independent([(cell_of(PAIR), sums_of_blocks([[12, 0, 0, 12]] * 50))]), np.array([1.0, -1, 0, 0]))
    assert found is not None
    assert found.estimate == 1.0
    assert found.interval().low < 0.95 < 1.0 == found.interval().high
    assert found.p_value() is not None
    assert found.p_value() < 1e-6  # type: ignore[operator]


def test_the_p_value_is_5_per_cent_where_the_interval_of_95_per_cent_touches_zero() -> None:
    rng = np.random.default_rng(8)
    for blocks in (12, 50, 400):
        for _ in range(20):
            values = random_blocks(rng, blocks)
            joint = JointSums.independent([(cell_of(PAIR), sums_of_blocks(values))])
            found = contrast(joint, np.array([0.5, -0.5, 0, 0]))
            assert found is not None
            p_value = found.p_value()
            assert p_value is not None
            touching = found.interval(1 - p_value)
            assert min(abs(touching.low), abs(touching.high)) < 1e-6 or p_value == 1.0


@pytest.mark.parametrize("blocks", [8, 40])
def test_differences_of_paired_cells_with_three_seats_are_covered(blocks: int) -> None:
    """Blocks whose luck favours a seat in both cells; the truth is a difference of 0.08 at the first seat."""
    rng, repetitions, hits = np.random.default_rng(9), 1500, 0
    cell = cell_of([["a", "a", "a"]])
    for _ in range(repetitions):
        luck = rng.beta(1.5, 3, blocks)
        pairs = []
        for more in (0.0, 0.08):
            won = rng.random(blocks) < luck * (1 - 0.24) + more
            second = rng.random(blocks) < 0.5
            table = np.stack([won, ~won & second, ~won & ~second], axis=1) * 12
            pairs.append((cell, values_of_blocks(table)))
        found = contrast(JointSums.paired(pairs), np.array([-1.0, 0, 0, 1, 0, 0]))
        assert found is not None
        interval = found.interval()
        hits += interval.low <= 0.08 <= interval.high
    assert hits / repetitions >= 0.94 - 3 * math.sqrt(0.94 * 0.06 / repetitions)
