"""The end of a worker that is known beforehand: its driver was asked to stop, or its machine will be taken away."""

from __future__ import annotations

import time
from collections.abc import Callable

DRAIN_SECONDS = 25.0
"""How long a worker may go on after it was told to leave off, if nobody says otherwise: Kubernetes kills after 30 seconds."""

_PLAYED = 0.8


class Departure:
    """Tells a worker's chunks that it has to go.

    What plays at that moment stores its states at once, since nobody knows whether the time that was promised is given, plays
    on for four fifths of that time, and leaves off then. What has not begun is not begun.

    `announce` may be called by another thread, or by a handler of signals.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._ends: float | None = None

    def announce(self, seconds: float) -> None:
        """The worker has so many seconds. Of several words the one counts that leaves it the least."""
        ends = self._clock() + _PLAYED * seconds
        self._ends = ends if self._ends is None else min(self._ends, ends)

    @property
    def announced(self) -> bool:
        """Whether the worker has to go."""
        return self._ends is not None

    @property
    def due(self) -> bool:
        """Whether its chunks have to leave off now."""
        return self._ends is not None and self._clock() >= self._ends
