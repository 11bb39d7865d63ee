"""Looking at something in a thread of its own, and waking whoever waits for news of it."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod


class Watcher(ABC):
    """A thread that looks until it is closed. What it finds changes under `_changed`, which wakes those who wait."""

    def __init__(self, thread_name: str) -> None:
        self._changed = threading.Condition()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name=thread_name, daemon=True)

    @abstractmethod
    def _go_on(self) -> None:
        """Look now and then, until `_ends` is set."""

    def start(self) -> None:
        """Look in the background from now on."""
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._ends.set()
        with self._changed:
            self._changed.notify_all()
        self._thread.join(timeout=10)

    @property
    def closed(self) -> bool:
        """Whether nothing new will come."""
        return self._ends.is_set()
