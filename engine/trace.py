"""What chance brought: events that set-up and actions append while somebody listens.

A trace is an i4 array of shape (rows, 8). Row 0 counts: [events written, events that found no room, 0...]. Each further
row is one event: [kind, visible_to, n, value 0 .. value 4]. `visible_to` is a bit mask of seats (`EVERYBODY` = -1). Bulk
play passes zero rows, and every helper returns at once. A trace is no part of a state or its hash.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.compilation import rule
from engine.types import Trace

EVERYBODY = -1
VALUES = 5
_COLUMNS = 3 + VALUES


def new_trace(rows: int = 256) -> npt.NDArray[np.int32]:
    """An empty trace with room for `rows` events."""
    return np.zeros((rows + 1, _COLUMNS), np.int32)


NO_TRACE = np.zeros((0, _COLUMNS), np.int32)
"""The trace of bulk play: nobody listens. An argument, never a global of compiled code, where it would be read-only."""


@rule
def note(trace: Trace, kind: int, visible_to: int, n: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Append one event with its first `n` of five values."""
    if trace.shape[0] == 0:
        return
    row = trace[0, 0] + 1
    if row >= trace.shape[0]:
        trace[0, 1] += 1
        return
    trace[0, 0] = row
    trace[row, 0] = kind
    trace[row, 1] = visible_to
    trace[row, 2] = n
    trace[row, 3] = a
    trace[row, 4] = b
    trace[row, 5] = c
    trace[row, 6] = d
    trace[row, 7] = e


@rule
def note1(trace: Trace, kind: int, visible_to: int, a: int) -> None:
    """Append an event with one value."""
    note(trace, kind, visible_to, 1, a, 0, 0, 0, 0)


@rule
def note2(trace: Trace, kind: int, visible_to: int, a: int, b: int) -> None:
    """Append an event with two values."""
    note(trace, kind, visible_to, 2, a, b, 0, 0, 0)


@rule
def note3(trace: Trace, kind: int, visible_to: int, a: int, b: int, c: int) -> None:
    """Append an event with three values."""
    note(trace, kind, visible_to, 3, a, b, c, 0, 0)


@dataclass(frozen=True)
class Event:
    """One event, read back from a trace."""

    kind: int
    visible_to: int
    values: tuple[int, ...]

    def seen_by(self, seat: int) -> bool:
        """Whether a seat may know of it."""
        return bool(self.visible_to >> seat & 1)


def read_trace(trace: npt.NDArray[np.int32]) -> list[Event]:
    """The events of a trace, in the order they happened.

    Raises:
        ValueError: events were lost because the buffer was too small.
    """
    if len(trace) == 0:
        return []
    if trace[0, 1]:
        raise ValueError(f"the trace was too small: {trace[0, 1]} events found no room in {len(trace) - 1} rows")
    rows = trace[1 : 1 + int(trace[0, 0])].tolist()
    return [Event(row[0], row[1], tuple(row[3 : 3 + row[2]])) for row in rows]
