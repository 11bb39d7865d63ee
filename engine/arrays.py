"""Arrays for rules: constant tables and scratch space, which give Python ints in plain runs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from engine.compilation import JIT_DISABLED
from engine.debug import ArrayView


def table(rows: Any, code: str = "i4") -> Any:
    """A constant array for compiled code, from nested sequences of integers. Compiled code bakes it in; don't change it."""
    array = np.array(rows, dtype=code)
    array.setflags(write=False)
    return ArrayView(array, "table") if JIT_DISABLED else array


def scratch(size: int) -> Any:
    """A new i4 array of `size` entries, not initialised, for use within one call."""
    return ArrayView(np.empty(size, np.int32), "scratch")


@overload(scratch, inline="always")
def _compiled_scratch(size):  # type: ignore[no-untyped-def]
    return lambda size: np.empty(size, np.int32)


def scratch_words(size: int) -> Any:
    """A new u8 array of `size` entries, not initialised: keys and streams."""
    return ArrayView(np.empty(size, np.uint64), "scratch_words")


@overload(scratch_words, inline="always")
def _compiled_scratch_words(size):  # type: ignore[no-untyped-def]
    return lambda size: np.empty(size, np.uint64)
