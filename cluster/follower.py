"""A run directory that is looked at again and again while a driver may be at work there: each file is read once."""

from __future__ import annotations

import os
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import Any, Literal

from cluster.diary import DiaryTail
from cluster.driver import Driver, find_driver
from cluster.events import events_among
from cluster.progress import Progress
from cluster.results import RunResult, result_of
from cluster.run_directory import RunDirectory, RunDirectoryError
from cluster.spec_models import checked_sweep
from cluster.status import RunState
from cluster.stopping import StopScan
from cluster.telemetry_figures import SpeedHistory, WorkerFigures, Workers

EVENTS_KEPT = 200
"""Newest events that are kept at hand."""

Life = Literal["preparing", "running", "draining", "silent", "died", "stopped", "stopped by a guard", "finished"]
"""How it is with a run: `silent` should be running and has not been heard of for long; `died`: its driver is gone without a
good-bye; `stopped`: it can be gone on with."""

_LATELY = ("games_per_second", "decisions_per_second", "eta", "workers", "in_flight", "metrics_url", "message", "elapsed")
"""What only the driver knows, and says in `status.json`."""


@dataclass(frozen=True)
class Sighting:
    """What one look at a run directory saw.

    Attributes:
        result: what the run has come to; its status holds the driver's speed, time left and workers while one is at work.
        life: how it is with the run.
        driver: who drives it.
        events: the newest ones, oldest first.
        speed: games per second over time, in all sessions.
        workers: of the newest session.
        scans: stop rules and how they stand, one a cell; None for a cell without.
    """

    result: RunResult
    life: Life
    driver: Driver
    events: tuple[dict[str, Any], ...]
    speed: SpeedHistory
    workers: tuple[WorkerFigures, ...]
    scans: tuple[StopScan | None, ...]

    @property
    def alive(self) -> bool:
        """Whether more is to be expected without anybody's doing."""
        return self.life in {"preparing", "running", "draining", "silent"}


class Follower:
    """Looks at one run directory, and remembers what it read."""

    def __init__(self, run_dir: str | os.PathLike[str]) -> None:
        """Begin to follow.

        Raises:
            RunDirectoryError: no run was begun there.
        """
        self.directory = RunDirectory(run_dir)
        if not self.directory.begun:
            raise RunDirectoryError(f"{self.directory.path} is no run directory: there is no spec.yaml")
        self._begin()

    def _begin(self) -> None:
        plan = self.directory.read_plan()
        self._plan_stamp = self.directory.storage.stamp("plan/plan.json")
        self._progress = Progress(plan, checked_sweep(plan.spec), self.directory)
        self._events = DiaryTail(self.directory.diary)
        self._telemetry = DiaryTail(self.directory.telemetry)
        self._kept: deque[dict[str, Any]] = deque(maxlen=EVENTS_KEPT)
        self._speed = SpeedHistory()
        self._workers = Workers()

    def look(self) -> Sighting:
        """Read what is new. A plan that was extended is read afresh.

        Raises:
            RunDirectoryError: the directory is none any more.
            ChangedRunError: a chunk was played with other rules than the plan says.
        """
        driver, said = find_driver(self.directory), self.directory.read_status() or {}
        if self.directory.storage.stamp("plan/plan.json") != self._plan_stamp:
            self._begin()
        progress = self._progress
        progress.take_chunks()
        self._read_diaries()
        life = _life(driver, said, progress.resting_state)
        now = time.monotonic()
        status = progress.status(progress.resting_state, now, now)
        status = replace(status, quarantined=said.get("quarantined", 0))
        if driver.state == "at work":
            told = {key: said[key] for key in _LATELY if said.get(key) is not None}
            status = replace(status, state=said.get("state", "running"), **told)
            status = status if said.get("eta") is not None else replace(status, eta=None)
        scans = tuple(cell.scan for cell in progress.cells)
        result = result_of(progress, status)
        return Sighting(result, life, driver, tuple(self._kept), self._speed, tuple(self._workers), scans)

    def _read_diaries(self) -> None:
        events = list(events_among(self._events.new()))
        lines = list(self._telemetry.new())
        self._progress.take_diaries(events, lines)
        self._kept.extend(events)
        for event in events:
            self._workers.take_event(event)
        for line in lines:
            self._workers.take_chunk(line)
            self._speed.add_line(line)


def _life(driver: Driver, said: dict[str, Any], resting: RunState) -> Life:
    if driver.state == "at work":
        state: Life = said.get("state", "running")
        return state if state in {"preparing", "running", "draining"} else "running"
    if "stopped by a guard" in (resting, said.get("state") if driver.state == "none" else ""):
        return "stopped by a guard"
    if resting == "complete":
        return "finished"
    if driver.state == "stale":
        return "silent"
    return "died" if driver.state == "dead" else "stopped"
