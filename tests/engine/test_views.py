"""Views of records and arrays: Python ints out, range-checked stores in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.debug import ArrayView, RecordView

DTYPE = np.dtype([("small", "i1"), ("wide", "i8"), ("word", "u8"), ("grid", "i1", (2, 3))])


@pytest.fixture
def states() -> np.ndarray:
    return np.zeros(2, DTYPE)


@pytest.fixture
def view(states: np.ndarray) -> RecordView:
    return RecordView(states[1])


def test_stores_reach_the_array_and_no_other_record(states: np.ndarray, view: RecordView) -> None:
    view.small = 5
    view.grid[1, 2] = 7
    view.grid[0, 0] += 1
    assert (states["small"][1], states["grid"][1].tolist()) == (5, [[1, 0, 0], [0, 0, 7]])
    assert states[:1].tobytes() == bytes(DTYPE.itemsize)


def test_values_are_python_ints(view: RecordView) -> None:
    view.small, view.wide, view.word = -3, 2**62, 2**64 - 1
    assert [type(value) for value in (view.small, view.wide, view.word, view.grid[0, 0])] == [int] * 4
    assert view.small * 100 == -300
    assert view.word + 1 == 2**64


@pytest.mark.parametrize(("field", "value"), [("small", 128), ("small", -129), ("wide", 2**63), ("word", -1), ("word", 2**64)])
def test_a_store_that_the_field_cannot_hold_is_refused(view: RecordView, field: str, value: int) -> None:
    with pytest.raises(OverflowError):
        setattr(view, field, value)
    assert getattr(view, field) == 0


def test_stores_into_arrays_are_checked_too(view: RecordView) -> None:
    with pytest.raises(OverflowError):
        view.grid[0, 1] = 200
    with pytest.raises(OverflowError):
        view.grid[0] = np.array([1, 2, 300])
    assert view.grid.tolist() == [[0, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize("value", [1.0, "1", None])
def test_only_integers_are_stored(view: RecordView, value: Any) -> None:
    with pytest.raises(TypeError):
        view.small = value


def test_booleans_are_flags(view: RecordView) -> None:
    view.small = view.wide == 0
    assert view.small == 1


@pytest.mark.parametrize("index", [-1, (0, -1), (-1, 0), (2, 0), (0, 3)])
def test_indices_outside_are_refused(view: RecordView, index: Any) -> None:
    with pytest.raises(IndexError):
        view.grid[index]
    with pytest.raises(IndexError):
        view.grid[index] = 1


def test_rows_are_views(view: RecordView) -> None:
    row = view.grid[1]
    row[2] = 4
    assert isinstance(row, ArrayView)
    assert view.grid[1, 2] == 4
    assert list(row) == [0, 0, 4]
    assert (len(row), row.shape, row.size, row.dtype) == (3, (3,), 3, np.int8)


def test_unknown_fields_are_named(view: RecordView) -> None:
    with pytest.raises(AttributeError, match="tall"):
        print(view.tall)
    with pytest.raises(AttributeError, match="tall"):
        view.tall = 1


def test_what_it_looks_like(view: RecordView) -> None:
    assert repr(view) == "RecordView(small=0, wide=0, word=0, grid=[[0, 0, 0], [0, 0, 0]])"


def test_an_array_view_becomes_an_array(view: RecordView) -> None:
    view.grid[0, 1] = 2
    assert np.asarray(view.grid).sum() == 2
