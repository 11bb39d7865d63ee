"""An interval set is a set of integers, whatever the order in which they arrive."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster.interval_set import IntervalSet

numbers = st.lists(st.integers(0, 40))


@given(numbers)
def test_it_holds_what_a_set_holds(values: list[int]) -> None:
    intervals, plain = IntervalSet(), set[int]()
    for value in values:
        assert intervals.add(value) == (value not in plain)
        plain.add(value)
    assert len(intervals) == len(plain)
    assert [n for n in range(42) if n in intervals] == sorted(plain)
    assert [n for first, end in intervals.runs() for n in range(first, end)] == sorted(plain)
    assert [intervals.below(limit) for limit in range(43)] == [sum(n < limit for n in plain) for limit in range(43)]
    assert intervals.prefix == next(n for n in range(43) if n not in plain)


@given(numbers)
def test_runs_are_as_few_as_can_be(values: list[int]) -> None:
    runs = list(IntervalSet(values).runs())
    assert all(end < following for (_, end), (following, _) in pairwise(runs))


def test_a_million_numbers_in_order_are_one_run() -> None:
    assert list(IntervalSet(range(1_000_000)).runs()) == [(0, 1_000_000)]


def test_a_number_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="below 0"):
        IntervalSet([-1])
