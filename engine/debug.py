"""States for plain-Python runs (`NUMBA_DISABLE_JIT=1`) and for people who look at them.

Compiled code computes in 64 bits and cuts when it stores; NumPy scalars would wrap around in between. A `RecordView` gives
Python ints and refuses a store that the field can't hold, so that a plain run finds what a compiled one would silently cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt


def _checked(value: Any, dtype: np.dtype[Any], what: str) -> Any:
    if isinstance(value, ArrayView):
        value = value.array
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        if type(value) is int:
            if not limits.min <= value <= limits.max:
                raise OverflowError(f"{what}: {value!r} does not fit in {dtype.str} ({limits.min} .. {limits.max})")
            return value
        array = np.asarray(value)
        if array.dtype.kind not in "iub":
            raise TypeError(f"{what}: {value!r} is not an integer")
        if array.size and (int(array.min()) < limits.min or int(array.max()) > limits.max):
            raise OverflowError(f"{what}: {value!r} does not fit in {dtype.str} ({limits.min} .. {limits.max})")
    return value


class ArrayView:
    """An array field: indexing gives Python ints or smaller views, stores are range-checked."""

    __slots__ = ("array", "name")

    def __init__(self, array: npt.NDArray[Any], name: str) -> None:
        self.array = array
        self.name = name

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""
        return self.array.shape

    @property
    def size(self) -> int:
        """Number of entries."""
        return self.array.size

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the entries."""
        return self.array.dtype

    def __len__(self) -> int:
        return len(self.array)

    def _check_index(self, index: Any) -> None:
        parts = index if isinstance(index, tuple) else (index,)
        for part in parts:
            if isinstance(part, (int, np.integer)) and part < 0:
                raise IndexError(f"{self.name}[{index}]: compiled code has no negative indices here")

    def __getitem__(self, index: Any) -> Any:
        self._check_index(index)
        value = self.array[index]
        return ArrayView(value, self.name) if isinstance(value, np.ndarray) else value.item()

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check_index(index)
        self.array[index] = _checked(value, self.array.dtype, f"{self.name}[{index}]")

    def __iter__(self) -> Iterator[Any]:
        for index in range(len(self.array)):
            yield self[index]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.array(self.array, dtype=dtype) if copy is not False else self.array

    def tolist(self) -> Any:
        """The entries as nested lists of Python ints."""
        return self.array.tolist()

    def __repr__(self) -> str:
        return f"{self.name}={self.array.tolist()}"


class RecordView:
    """One record of a structured array by attribute: `view.hand[seat, coin] += 1`. It is a view: stores reach the array."""

    __slots__ = ("_record",)

    def __init__(self, record: np.void) -> None:
        object.__setattr__(self, "_record", record)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record's structured dtype."""
        return self._record.dtype

    @property
    def record(self) -> np.void:
        """The record itself."""
        return self._record

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._record[name]
        except (KeyError, ValueError):
            raise AttributeError(f"the record has no field {name!r}; it has {self._record.dtype.names}") from None
        return ArrayView(value, name) if isinstance(value, np.ndarray) else value.item()

    def __setattr__(self, name: str, value: Any) -> None:
        fields = self._record.dtype.fields
        if name not in fields:
            raise AttributeError(f"the record has no field {name!r}; it has {self._record.dtype.names}")
        self._record[name] = _checked(value, fields[name][0].base, name)

    def __repr__(self) -> str:
        names = [name for name in self._record.dtype.names or () if self._record[name].size]
        return "RecordView(" + ", ".join(f"{name}={self._record[name].tolist()}" for name in names) + ")"
