"""Small helpers of the audit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.debug import RecordView


def require(holds: object, message: str) -> None:
    """Raise `ValueError` with a message unless something holds."""
    if not holds:
        raise ValueError(message)


def require_range(state: RecordView, name: str, low: int, high: int) -> None:
    """Every entry of a field is in low .. high."""
    values: Any = np.asarray(getattr(state, name))
    require(values.min() >= low and values.max() <= high, f"{name} is {values.tolist()}, not {low} .. {high}")


def bits_of(members: int) -> Iterator[int]:
    """The members of a bit set."""
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1
