"""Bit boards: the compiled intrinsics and the plain functions agree."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.bits import count, lowest
from engine.compilation import rule


@rule
def compiled_lowest(squares: int) -> int:
    return lowest(squares)


@rule
def compiled_count(squares: int) -> int:
    return count(squares)


@given(st.sets(st.integers(0, 62)))
def test_count_is_the_size_of_the_set(squares: set[int]) -> None:
    board = sum(1 << square for square in squares)
    assert compiled_count(board) == count(board) == len(squares)


@given(st.sets(st.integers(0, 62), min_size=1))
def test_lowest_is_the_smallest_member(squares: set[int]) -> None:
    board = sum(1 << square for square in squares)
    assert compiled_lowest(board) == lowest(board) == min(squares)
