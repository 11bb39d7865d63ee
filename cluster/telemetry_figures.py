"""What the coordinator's telemetry and diary tell of workers and of speed over time. No result depends on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

FIRST_WIDTH = 2.0
"""Seconds that a step of the history is long at first; doubled whenever there are more than `MOST_STEPS`."""

MOST_STEPS = 240

LATELY_SECONDS = 30.0
"""A worker's speed is that of its chunks of the last so many seconds."""


def seconds_of(time: Any) -> float | None:
    """Seconds since 1970 for a `time` of a diary; None if it is none."""
    try:
        return datetime.fromisoformat(time).timestamp()
    except (TypeError, ValueError):
        return None


class SpeedHistory:
    """Games over time, from chunks as they were played: each chunk's games are spread over the seconds that it took.

    Attributes:
        width: seconds that a step is long.
    """

    def __init__(self) -> None:
        self.width = FIRST_WIDTH
        self._steps: dict[int, float] = {}

    def add(self, ended: float, seconds: float, games: int) -> None:
        """A chunk of so many games was played in the `seconds` before `ended` (seconds since 1970)."""
        started = ended - max(seconds, 1e-3)
        per_second = games / (ended - started)
        for step in range(int(started // self.width), int(ended // self.width) + 1):
            inside = min(ended, (step + 1) * self.width) - max(started, step * self.width)
            if inside > 0:
                self._steps[step] = self._steps.get(step, 0.0) + inside * per_second
        while self._steps and len(self._steps) > MOST_STEPS:
            self._widen()

    def add_line(self, line: dict[str, Any]) -> None:
        """Take a line of `telemetry/chunks.jsonl`; one without a time, of an older version, is passed over."""
        ended = seconds_of(line.get("time"))
        if ended is not None:
            self.add(ended, float(line.get("seconds", 0.0)), int(line.get("games", 0)))

    def _widen(self) -> None:
        wider: dict[int, float] = {}
        for step, games in self._steps.items():
            wider[step // 2] = wider.get(step // 2, 0.0) + games
        self.width *= 2
        self._steps = wider

    def rates(self) -> list[tuple[float, float | None]]:
        """(middle of a step in seconds since 1970, games per second). A None stands in each pause without any chunk."""
        found: list[tuple[float, float | None]] = []
        last: int | None = None
        for step in sorted(self._steps):
            if last is not None and step > last + 1:
                found.append(((last + 1.5) * self.width, None))
            found.append(((step + 0.5) * self.width, self._steps[step] / self.width))
            last = step
        return found


@dataclass
class WorkerFigures:
    """What is known of one worker of the present session.

    Attributes:
        worker: its number.
        node: the host that it is on; empty until it has played a chunk.
        chunks, games: that it played.
        last: when it handed in a chunk last, in seconds since 1970; None if it never did.
        retries: chunks that failed in its hands and were tried again.
        lost: why it is gone; None while it is not.
    """

    worker: int
    node: str = ""
    chunks: int = 0
    games: int = 0
    last: float | None = None
    retries: int = 0
    lost: str | None = None
    _recent: deque[tuple[float, int, float]] = field(default_factory=deque)

    def take(self, ended: float, games: int, seconds: float, node: str) -> None:
        """It handed in a chunk."""
        self.node, self.last = node, ended
        self.chunks += 1
        self.games += games
        self._recent.append((ended, games, seconds))
        while self._recent[0][0] < ended - LATELY_SECONDS:
            self._recent.popleft()

    @property
    def games_per_second(self) -> float | None:
        """Games for each second of play, in its last chunks; None before its first."""
        seconds = sum(seconds for _, _, seconds in self._recent)
        return sum(games for _, games, _ in self._recent) / seconds if seconds else None


class Workers:
    """The workers of the newest session, from the telemetry's and the diary's lines as they come in."""

    def __init__(self) -> None:
        self._session = 0
        self._workers: dict[int, WorkerFigures] = {}

    def take_event(self, event: dict[str, Any]) -> None:
        """Take a line of `events.jsonl`."""
        found = self._find(event)
        if found is not None and event["kind"] == "worker lost":
            found.lost = str(event.get("reason", ""))
        elif found is not None and event["kind"] == "retry":
            found.retries += 1

    def take_chunk(self, line: dict[str, Any]) -> None:
        """Take a line of `telemetry/chunks.jsonl`."""
        found, ended = self._find(line), seconds_of(line.get("time"))
        if found is not None and ended is not None:
            found.take(ended, int(line.get("games", 0)), float(line.get("seconds", 0.0)), str(line.get("node", "")))

    def _find(self, line: dict[str, Any]) -> WorkerFigures | None:
        session = int(line.get("session", 0))
        if session > self._session:
            self._session = session
            self._workers = {}
        worker = line.get("worker")
        if session < self._session or not isinstance(worker, int):
            return None
        return self._workers.setdefault(worker, WorkerFigures(worker))

    def __iter__(self) -> Iterator[WorkerFigures]:
        return iter(sorted(self._workers.values(), key=lambda worker: worker.worker))
