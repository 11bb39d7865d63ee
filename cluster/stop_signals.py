"""Ctrl-C and SIGTERM as a polite request, and as an order when repeated; the end of a time as a request, too."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StopSignals:
    """Counts the signals that ask the driver to stop while the context is open. Hears none outside the main thread.

    Args:
        seconds: after so long in the context the first request comes by itself; None: never.

    Attributes:
        times: how often a signal came: once asks to end what is begun, twice to end at once.
        name: of the last signal.
        wake: called on each signal; must be safe inside a signal handler.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.times = 0
        self.name = ""
        self.wake: Callable[[], None] = lambda: None
        self._before: dict[signal.Signals, Any] = {}
        self._timer = None if seconds is None else threading.Timer(seconds, self._time_is_over)

    def __enter__(self) -> StopSignals:
        self.listen()
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def listen(self) -> None:
        """Take the signals; again after something else (`ray.init`) took them."""
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                before = signal.signal(number, self._heard)
                self._before.setdefault(number, before)

    def wait(self, seconds: float) -> None:
        """Let time pass, until a signal comes; not at all if one came already."""
        heard = threading.Event()
        self.wake = heard.set
        if seconds > 0 and self.times == 0:
            heard.wait(seconds)

    def _heard(self, number: int, _frame: FrameType | None) -> None:
        self.times += 1
        self.name = signal.Signals(number).name
        self.wake()

    def _time_is_over(self) -> None:
        if self.times == 0:
            self.times, self.name = 1, "its time is over"
            self.wake()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
