"""`on_event` of a sweep: each event of a run is also given to a command or posted to a URL, for pagers and chats.

A hook never holds up or ends a run: events wait in a short queue for a thread of their own, each has a deadline, and what
could not be told is counted and said at the end. Whoever writes a sweep may run commands with it, as with agents.
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
import urllib.request
from typing import Any

from cluster.spec_models import OnEvent

DEADLINE_SECONDS = 10.0
"""For a command or a post; and for all that still waits when the run is over."""

MOST_WAITING = 1000


class EventHook:
    """Tells one receiver of events. Close it at the end of a run.

    Attributes:
        problems: what a person should know: the last failure and how many there were; empty if all was told.
    """

    def __init__(self, settings: OnEvent) -> None:
        self._settings = settings
        self._waiting: queue.Queue[dict[str, Any] | None] = queue.Queue(MOST_WAITING)
        self._failed = 0
        self._last = ""
        self._thread = threading.Thread(target=self._work, daemon=True, name="on_event")
        self._thread.start()

    @property
    def problems(self) -> tuple[str, ...]:
        """See the class."""
        return (f"on_event: {self._failed} events could not be told; the last time: {self._last}",) if self._failed else ()

    def tell(self, event: dict[str, Any]) -> None:
        """Tell of an event, soon; those of kinds that nobody asked for are passed over."""
        if self._settings.kinds and event["kind"] not in self._settings.kinds:
            return
        try:
            self._waiting.put_nowait(event)
        except queue.Full:
            self._fail("too many events at once")

    def close(self) -> None:
        """Wait for what is still to be told, but not for ever."""
        end = time.monotonic() + DEADLINE_SECONDS
        try:
            self._waiting.put(None, timeout=DEADLINE_SECONDS)
        except queue.Full:
            self._fail("the receiver is too slow")
            return
        self._thread.join(max(0.0, end - time.monotonic()))
        if self._thread.is_alive():
            self._fail("the receiver is too slow")

    def _work(self) -> None:
        while (event := self._waiting.get()) is not None:
            try:
                self._deliver(json.dumps(event).encode())
            except (OSError, ValueError, subprocess.SubprocessError) as error:
                self._fail(str(error))

    def _deliver(self, event: bytes) -> None:
        if self._settings.command is not None:
            subprocess.run(  # noqa: S603 the sweep's author says what is run
                self._settings.command, input=event, capture_output=True, timeout=DEADLINE_SECONDS, check=True
            )
        if self._settings.url is not None:
            request = urllib.request.Request(  # noqa: S310 the model accepts http and https alone
                self._settings.url, data=event, headers={"Content-Type": "application/json"}, method="POST"
            )
            with urllib.request.urlopen(request, timeout=DEADLINE_SECONDS) as answer:  # noqa: S310
                answer.read(1 << 16)

    def _fail(self, why: str) -> None:
        self._failed += 1
        self._last = why
