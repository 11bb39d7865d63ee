"""What a driver writes down beside the truth: events, who played which chunk, the status; and what a person gets to know."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from cluster.plan import Chunk, Plan
from cluster.progress import Progress
from cluster.run_directory import RunDirectory
from cluster.scheduler_types import ChunkRef, Quarantine
from cluster.status import RunStatus
from workers.errors import StorageError


class RunLog:
    """Of one driver. What can't be written is noted, and the run goes on: workers will say whether there is room for chunks.

    Attributes:
        notes: what a person should know when the driver ends, one line each.
    """

    def __init__(self, plan: Plan, directory: RunDirectory, progress: Progress) -> None:
        self._plan = plan
        self._directory = directory
        self._progress = progress
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        """Take a line among the notes, once."""
        if text not in self.notes:
            self.notes.append(text)

    def event(self, kind: str, reason: str, **fields: Any) -> None:
        """Write an event (`cluster.events`), and count it."""
        self._try_to(lambda: self._directory.events.write(kind, reason, **fields))
        with self._progress.lock:
            self._progress.counts[kind] += 1

    def chunk_event(self, kind: str, reason: str, chunk: ChunkRef, worker: int, **fields: Any) -> None:
        """Write an event of a chunk in a worker's hands."""
        self.event(kind, reason, chunk=self._name(chunk), worker=worker, **fields)

    def status(self, status: RunStatus) -> None:
        """Replace `status.json`."""
        self._try_to(lambda: self._directory.write_status(status.to_plain()))

    def played(self, chunk: ChunkRef, worker: int, result: dict[str, Any]) -> dict[str, Any]:
        """Write the line of a chunk that is in, from what `TableCore.play` says of it; the line."""
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "session": self._directory.events.session,
            "chunk": self._name(chunk),
            "worker": worker,
            "node": result.get("node"),
            "pid": result.get("pid"),
            "processor": result.get("processor", ""),
            "games": result["games"],
            "decisions": result["decisions"],
            "seconds": round(float(result["seconds"]), 6),
            "write_seconds": round(float(result.get("write_seconds", 0.0)), 6),
            "cpu_seconds": result.get("cpu_seconds"),
            "agent_cpu_seconds": result.get("agent_cpu_seconds", {}),
            "bytes": result.get("bytes"),
            "taken_up": result.get("taken_up", 0),
        }
        self._try_to(lambda: self._directory.write_telemetry(line))
        return line

    def quarantined(self, given_up: Quarantine) -> None:
        """Keep the job of a chunk that failed too often, and say how it is played alone."""
        chunk = self._chunk(given_up.chunk)
        name = self._name(given_up.chunk)
        path = self._directory.store_job(name.replace("/", "-"), self._plan.chunk_job(chunk).to_bytes())
        alone = f"python -m workers.play_job {path}"
        last = given_up.attempts[-1]
        attempts = [{"worker": attempt.worker, "error": attempt.error} for attempt in given_up.attempts]
        self.event("quarantine", last.error, chunk=name, attempts=attempts, command=alone)
        self.note(f"chunk {name} failed {len(attempts)} times ({last.error}); play it alone: {alone}")

    def _chunk(self, chunk: ChunkRef) -> Chunk:
        return self._plan.cells[chunk.cell].chunk(chunk.index)

    def _name(self, chunk: ChunkRef) -> str:
        found = self._chunk(chunk)
        return f"{self._plan.cells[chunk.cell].cell_id}/{found.first_game:010d}-{found.games}"

    def _try_to(self, write: Callable[[], None]) -> None:
        try:
            write()
        except StorageError as error:
            self.note(str(error))
