"""Looks at a run now and then in a thread of its own, and hands the newest view to whoever waits for it."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import replace

from cluster.follower import Follower, Sighting
from cluster.ids import GameId
from cluster.run_directory import RunDirectoryError
from dashboards.html_report.markup import Markup
from dashboards.live.figure_sections import Strength, cell_name, strength
from dashboards.live.run_page import RunView, games_part, run_view, waiting_view
from dashboards.live.watcher import Watcher
from workers.errors import WorkerError
from workers.storage import storage_at

LOOK_SECONDS = 1.0
"""Between two looks at a run that somebody drives."""

CALM_SECONDS = 4.0
"""Between two looks at one that nobody drives: it may be resumed."""

LOAD = 0.1
"""Looks take at most about this share of one core, and so do ratings."""


class Hub(Watcher):
    """The newest view of a run.

    Attributes:
        run_dir: of the run.
    """

    def __init__(self, run_dir: str | os.PathLike[str]) -> None:
        super().__init__("warhost-watch")
        self.run_dir = run_dir
        self._look_seconds = max(LOOK_SECONDS, storage_at(run_dir).look_seconds)
        self._view = waiting_view(run_dir)
        self._follower: Follower | None = None
        self._strength: Strength | None = None
        self._strength_due = 0.0
        self._strength_thread: threading.Thread | None = None

    def start(self) -> None:
        """Look once, then go on looking in the background."""
        self._look()
        super().start()

    @property
    def view(self) -> RunView:
        """The newest view."""
        return self._view

    def wait(self, version: int, seconds: float) -> RunView:
        """The newest view, as soon as it is newer than `version`, or after so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._view.version > version or self._ends.is_set(), timeout=seconds)
            return self._view

    def _go_on(self) -> None:
        took = 0.0
        while not self._ends.wait(max(self._look_seconds, 0.0 if self._view.life in _BUSY else CALM_SECONDS, took / LOAD)):
            started = time.monotonic()
            self._look()
            took = time.monotonic() - started

    def _look(self) -> None:
        try:
            self._follower = self._follower or Follower(self.run_dir)
            sight = self._follower.look()
        except (RunDirectoryError, WorkerError, OSError) as error:
            begun = self._follower is not None
            self._follower = None
            self._show(waiting_view(self.run_dir, str(error)) if begun else waiting_view(self.run_dir))
            return
        self._look_at_strength(sight)
        self._show(run_view(sight, self._strength, _games(sight)))

    def _show(self, view: RunView) -> None:
        with self._changed:
            view = replace(view, version=self._view.version + 1)
            self._view = view
            self._changed.notify_all()

    def _look_at_strength(self, sight: Sighting) -> None:
        """Compute ratings anew in a thread of their own, if games came in and the last time is long enough ago."""
        games = sum(cell.sums.games for cell in sight.result.status.cells)
        busy = self._strength_thread is not None and self._strength_thread.is_alive()
        if busy or time.monotonic() < self._strength_due or (self._strength is not None and self._strength.games == games):
            return

        def compute() -> None:
            started = time.monotonic()
            self._strength = strength(sight.result)
            ended = time.monotonic()
            self._strength_due = ended + (ended - started) / LOAD

        self._strength_thread = threading.Thread(target=compute, name="warhost-ratings", daemon=True)
        self._strength_thread.start()
        self._strength_thread.join(timeout=0.5)  # most often it is there for this very view


_BUSY = frozenset({"preparing", "running", "draining", "silent", "waiting"})

_GAMES_PER_CELL = 2
_CELLS = 6


def _games(sight: Sighting) -> Markup:
    """Links to the first and the last whole block's games of some cells."""
    found = []
    for cell in sight.result.status.cells[:_CELLS]:
        blocks = cell.sums.blocks
        for block in sorted({0, blocks - 1})[:_GAMES_PER_CELL]:
            if 0 <= block < blocks:
                game = GameId(cell.plan.cell_id, block, 0)
                found.append((str(game), f"{cell_name(cell)}, block {block}"))
    return games_part(found)
