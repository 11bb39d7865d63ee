"""`--log-format json`: standard error as one JSON object a line, for collectors of logs.

Each has `time` (UTC, ISO 8601), `level` (`info`, `warning` or `error`) and `message`. A line of progress also has
`progress`, its figures; an event of the run has `event`, the line that stands in `events.jsonl`.
"""

from __future__ import annotations

import io
import json
import math
import sys
import threading
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

from cluster.status import RunStatus
from dashboards.run_progress import LineProgress, progress_line

Level = Literal["info", "warning", "error"]

_PREFIXES: dict[str, Level] = {"error: ": "error", "warning: ": "warning", "note: ": "warning"}
_LEVELS: dict[str, Level] = {
    **dict.fromkeys(("worker lost", "refused", "retry", "torn", "guard", "drain"), "warning"),
    **dict.fromkeys(("quarantine", "mismatch"), "error"),
}


class JsonLog(io.TextIOBase):
    """A text stream whose lines come out as JSON objects. Any thread may write."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._unfinished = ""
        self._lock = threading.RLock()

    def write(self, text: str) -> int:
        """Take text; every line that is complete goes out, empty ones apart."""
        with self._lock:
            *lines, self._unfinished = (self._unfinished + text).split("\n")
            for line in filter(str.strip, lines):
                prefix = next((prefix for prefix in _PREFIXES if line.startswith(prefix)), "")
                self.say(_PREFIXES.get(prefix, "info"), line.removeprefix(prefix))
        return len(text)

    def flush(self) -> None:
        """Flush what it writes to."""
        with self._lock:
            self._stream.flush()

    def say(self, level: Level, message: str, **fields: Any) -> None:
        """Write one object."""
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = json.dumps({"time": time, "level": level, "message": message, **fields}, ensure_ascii=False, allow_nan=False)
        with self._lock:
            self._stream.write(line + "\n")
            self._stream.flush()

    def event(self, event: dict[str, Any]) -> None:
        """Write an event of a run."""
        self.say(_LEVELS.get(event["kind"], "info"), f"{event['kind']}: {event['reason']}", event=event)


class JsonProgress(LineProgress):
    """Progress as objects, as often as plain lines."""

    def __init__(self, log: JsonLog) -> None:
        super().__init__()
        self._log = log

    def say(self, status: RunStatus) -> None:
        """Write the status with its figures."""
        self._log.say("info", status.message or progress_line(status), progress=_figures(status))


def _figures(status: RunStatus) -> dict[str, Any]:
    names = ("state", "games_done", "games_needed", "chunks_done", "chunks", "games_per_second", "eta", "workers", "in_flight")
    figures = {name: getattr(status, name) for name in (*names, "retried", "quarantined")}
    return {name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in figures.items()}


def log_as_json() -> JsonLog:
    """From now on all that this process prints on standard error is JSON; what foreign code writes past Python is not."""
    log = JsonLog(sys.stderr)
    sys.stderr = log
    return log
