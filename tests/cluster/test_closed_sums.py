"""Sums of neighbouring chunks are added up in whatever order they come in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cluster.closed_sums import ClosedSums
from workers.sums import BlockSums


def sums_of(index: int) -> BlockSums:
    return BlockSums(2, blocks=1, games=index + 1, decisions=10 * index, outcomes={"line": index + 1})


@given(st.permutations(range(12)), st.integers(0, 12))
def test_the_prefix_is_the_same_for_any_order(order: list[int], taken: int) -> None:
    closed = ClosedSums(2)
    for index in order[:taken]:
        closed.add(index, sums_of(index))
    there = set(order[:taken])
    prefix = next(n for n in range(13) if n not in there)
    assert closed.prefix == prefix
    expected = BlockSums(2)
    for index in range(prefix):
        expected.add(sums_of(index))
    assert closed.prefix_sums.to_plain() == expected.to_plain()
    assert closed.games == sum(index + 1 for index in there)
    assert sum(sums.games for sums in closed.runs()) == closed.games
    assert closed.gaps == sum(index not in there and index + 1 in there for index in range(12))


def test_memory_grows_with_gaps_only() -> None:
    closed = ClosedSums(2)
    for index in range(10_000):
        closed.add(index, sums_of(0))
    assert closed.gaps == 0
    assert len(closed.runs()) == 1
