"""A table as a child process: what `Table` is on Ray, for a machine without it. `python -m workers.table_process [SECONDS]`.

Requests come in on standard input, replies go out on what was standard output: msgpack in the frames of `engine.agents.wire`.

    {"call": "warm", "wanted": {...}}                      -> {"reply": bytes}   as `TableCore.warm`
    {"call": "play", "job": bytes, "run_directory": text}  -> {"reply": bytes}   as `TableCore.play`

Either may be answered by {"error": name of its class, "text": text}. The process ends with its input. SIGTERM, from its
parent or from a machine that shuts down, asks it to leave off within SECONDS (`TableCore.leave_off`).
"""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Any

from engine.agents.host import die_with_parent, take_over_pipes
from engine.agents.process_player import AgentSetupError
from engine.agents.wire import MAX_REPLY, MAX_REQUEST, MAX_TEXT, read_message, to_frame
from engine.batch import EngineError
from engine.codec import pack
from workers.departure import DRAIN_SECONDS
from workers.errors import DeterminismError, LeftOffError, RefusedJobError, StorageError, TornFileError
from workers.table import TableCore

_ERRORS: dict[str, type[Exception]] = {
    error.__name__: error
    for error in (AgentSetupError, DeterminismError, EngineError, LeftOffError, RefusedJobError, StorageError, TornFileError)
}


class TableProcessError(RuntimeError):
    """An error in a table's process of no kind that has a meaning for its parent; the text names it."""


def error_of(reply: dict[str, Any]) -> Exception | None:
    """The error that a reply speaks of, as an object of its class; None if it speaks of none."""
    if "error" not in reply:
        return None
    name, text = str(reply["error"]), str(reply.get("text", ""))
    return _ERRORS[name](text) if name in _ERRORS else TableProcessError(f"{name}: {text}")


def answer(table: TableCore, request: dict[str, Any]) -> dict[str, Any]:
    """Carry out one request; whatever goes wrong is the reply's."""
    try:
        match request:
            case {"call": "warm", "wanted": dict() as wanted}:
                return {"reply": table.warm(pack(wanted))}
            case {"call": "play", "job": bytes() as job, "run_directory": str() as run_directory}:
                return {"reply": table.play(job, run_directory)}
            case _:
                raise RefusedJobError(f"no request that a table knows: {sorted(request)}")
    except Exception as error:  # rules and agents may raise anything, and the parent decides what to do about it
        return {"error": type(error).__name__, "text": str(error)[-MAX_TEXT:]}


def _leave_off_on_sigterm(table: TableCore, seconds: float) -> None:
    def leave_off(_number: int, _frame: FrameType | None) -> None:
        table.leave_off(pack({"seconds": seconds}))

    signal.signal(signal.SIGTERM, leave_off)


def main() -> None:
    """Answer requests until the input ends."""
    requests, replies = take_over_pipes()
    die_with_parent(requests)
    table = TableCore()
    _leave_off_on_sigterm(table, float(sys.argv[1]) if len(sys.argv) > 1 else DRAIN_SECONDS)
    while (request := read_message(requests, MAX_REQUEST)) is not None:
        replies.write(to_frame(answer(table, request), MAX_REPLY))
        replies.flush()


if __name__ == "__main__":
    main()
