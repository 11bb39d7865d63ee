"""`events.jsonl`: what happened to a run, one JSON object a line, appended and never changed.

Each line holds `time` (UTC, ISO 8601), `session` (which start of the driver it was, from 1), `kind` (one of `EVENT_KINDS`),
`reason` (why, in words) and what else belongs to the kind. It is a diary, not the truth: no result depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from cluster.diary import Diary

EVENT_KINDS: dict[str, str] = {
    "start": "a run was begun: versions, games, cells",
    "resume": "a driver went on with a run: versions, what was done already",
    "extend": "the sweep was extended: what was added",
    "worker lost": "a worker died or did not answer: which one; another is started",
    "worker left": "a worker's machine will be taken away (a spot notice, a drain): which one; another is started elsewhere",
    "left off": "a worker that has to go gave a chunk back: chunk, worker, whether its states are stored for another",
    "refused": "a worker has another build than the driver, or can't use the run directory, and plays nothing: which one, why",
    "verified": "workers on another kind of processor played chunks again and got the same rows: which kind",
    "more room": "the cluster has grown, and more workers are started: how many there are to be",
    "retry": "a chunk failed and is tried again: chunk, worker, attempts so far, the error",
    "quarantine": "a chunk failed too often and is left out for now: chunk, every attempt, the command that plays it alone",
    "duplicate": "a chunk came in a second time, with the same rows: chunk, worker",
    "mismatch": "a chunk came in a second time with other rows; the first ones stand: chunk, worker",
    "torn": "a chunk file could not be read and was set aside; its chunk is played again: file, where it is now",
    "stop": "a cell's stop rule was met: cell, stop block",
    "merge": "chunks of shards were taken over: how many, from how many runs",
    "stage": "a stage of a staged design was closed: its number",
    "guard": "an agent forfeited too often and is quarantined: its cells end, the others go on; cause, games, limit, cells",
    "pause": "the driver stood still: it was stopped or starved, or its disk hung; no worker is blamed for that; for how long",
    "drain": "the driver was asked to stop: signal, or storage that failed",
    "finish": "the driver ended: exit code, games done and designed",
}
"""Every kind of event and what its line says."""


class EventLog:
    """Appends to a run's `events.jsonl`, and tells `listeners` of each event."""

    def __init__(self, diary: Diary) -> None:
        self._diary = diary
        self.listeners: list[Callable[[dict[str, Any]], None]] = []
        self.session = 1 + sum(event["kind"] in {"start", "resume"} for event in events_among(diary.lines()))

    def write(self, kind: str, reason: str, **fields: Any) -> None:
        """Append one event, in one write, so that a line is there whole or torn at the file's very end.

        Raises:
            ValueError: a kind that is not in `EVENT_KINDS`.
            StorageError: it couldn't be written.
        """
        if kind not in EVENT_KINDS:
            raise ValueError(f"unknown kind of event {kind!r}")
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        event = {"time": time, "session": self.session, "kind": kind, "reason": reason, **fields}
        for listener in self.listeners:  # first: of a full disk somebody should hear
            listener(event)
        self._diary.append(event)


def events_among(lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The lines of a diary that are events of a known kind."""
    return (line for line in lines if line.get("kind") in EVENT_KINDS)
