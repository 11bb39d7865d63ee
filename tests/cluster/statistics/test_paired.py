"""Differences of figures by blocks, and corrections for looking at many."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cluster.statistics.multiplicity import holm, simultaneous
from cluster.statistics.paired import BlockFigure, paired_difference


def figure(values: object, first: int = 0, most: int = 12) -> BlockFigure:
    table = np.array(values, np.int64)
    return BlockFigure(np.arange(first, first + len(table), dtype=np.int64), table, most)


def test_a_paired_difference_is_that_of_the_blocks_differences() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.integers(0, 13, 200), rng.integers(0, 13, 200)
    found = paired_difference(figure(one), figure(other))
    assert found is not None
    differences = (other - one) / 12
    assert found.estimate == pytest.approx(differences.mean())
    assert found.se == pytest.approx(differences.std(ddof=1) / math.sqrt(200))
    alone = paired_difference(figure(one), figure(other), paired=False)
    assert alone is not None
    assert alone.se == pytest.approx(math.sqrt((one.var(ddof=1) + other.var(ddof=1)) / 144 / 200))
    assert found.se_unpaired == pytest.approx(alone.se)


def test_the_p_value_is_about_that_of_the_paired_t_test_and_never_less() -> None:
    """More, since the imaginary block is as far on the other side as a block can be."""
    rng = np.random.default_rng(2)
    luck = rng.integers(0, 7, 400)
    one, other = luck + rng.integers(0, 6, 400), luck + rng.integers(0, 7, 400)
    found = paired_difference(figure(one), figure(other))
    assert found is not None
    p_value = found.p_value()
    assert p_value is not None
    assert 1 <= p_value / stats.ttest_rel(one, other).pvalue < 4


def test_blocks_that_only_one_side_has_count_for_that_side() -> None:
    rng = np.random.default_rng(3)
    luck = rng.integers(0, 13, 150)
    found = paired_difference(figure(luck[:100]), figure(luck[50:], first=50))
    assert found is not None
    assert found.blocks == 100
    assert found.estimate == pytest.approx((luck[50:].mean() - luck[:100].mean()) / 12)
    assert found.variance_saved == pytest.approx(0.5, abs=0.12)  # half of the blocks are common to both


def test_equal_cells_differ_by_nothing_and_still_have_an_interval() -> None:
    found = paired_difference(figure([0, 12] * 100), figure([0, 12] * 100))
    assert found is not None
    assert (found.estimate, found.se, found.p_value()) == (0.0, 0.0, 1.0)
    assert found.interval().low < -0.01
    assert found.variance_saved == 1.0


def test_nothing_played_has_no_difference_and_other_scales_are_refused() -> None:
    assert paired_difference(figure([]), figure([1])) is None
    one = paired_difference(figure([0]), figure([12]))
    assert one is not None
    assert (one.se, one.p_value()) == (None, None)
    with pytest.raises(ValueError, match="not compared"):
        paired_difference(figure([1]), figure([1], most=24))


def test_large_numbers_of_blocks_lose_no_digits() -> None:
    values = np.full(10**6, 12, np.int64)
    values[0] = 11
    found = paired_difference(figure(values), figure(np.full(10**6, 12)))
    assert found is not None
    assert found.se == pytest.approx(1 / 12 / 10**6, rel=1e-6)


def test_holm_on_known_values() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([None, 0.5, None]) == [None, 0.5, None]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_never_makes_smaller_and_keeps_the_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    for before, after in zip(p_values, adjusted, strict=True):
        assert after is not None
        assert before <= after <= 1
    order = np.argsort(p_values, kind="stable")
    sorted_values = [adjusted[place] for place in order]
    assert sorted_values == sorted(sorted_values)  # type: ignore[type-var]


def test_many_intervals_hold_together() -> None:
    assert simultaneous(0.95, 1) == pytest.approx(0.95)
    assert simultaneous(0.95, 10) == pytest.approx(0.995)
    assert simultaneous(0.95, 0) == pytest.approx(0.95)
