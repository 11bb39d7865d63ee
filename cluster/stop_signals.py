"""Ctrl-C and SIGTERM as a polite request, and as an order when repeated."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StopSignals:
    """Counts the signals that ask the driver to stop while the context is open. Does nothing outside the main thread.

    Attributes:
        times: how often a signal came: once asks to end what is begun, twice to end at once.
        name: of the last signal.
        wake: called on each signal; must be safe inside a signal handler.
    """

    def __init__(self) -> None:
        self.times = 0
        self.name = ""
        self.wake: Callable[[], None] = lambda: None
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> StopSignals:
        self.listen()
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

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
