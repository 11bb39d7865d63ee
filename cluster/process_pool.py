"""Workers as child processes of the driver: a pool for a machine without Ray.

Each worker has a thread in the driver that gives it one request at a time and waits for the reply, or for its end.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Any, BinaryIO, cast

from cluster.pool import Message, NotPlayed, Played, WorkerDown, WorkerUp, take_all
from cluster.scheduler_types import ChunkRef
from engine.agents.wire import MAX_REPLY, MAX_REQUEST, WireError, read_message, to_frame
from engine.codec import unpack
from workers.build import processor
from workers.departure import DRAIN_SECONDS
from workers.node import WORKER_ENVIRONMENT
from workers.table_process import error_of

_Word = Played | NotPlayed | WorkerUp | WorkerDown
_Request = tuple[ChunkRef | None, dict[str, Any]]


@dataclass
class _Child:
    """A worker's process and what it is still to be asked; None ends its thread."""

    process: subprocess.Popen[bytes]
    requests: queue.SimpleQueue[_Request | None] = field(default_factory=queue.SimpleQueue)


class ProcessPool:
    """See the module; the methods are those of `cluster.pool.Pool`."""

    def __init__(self, game: str, run_directory: str, searches: bool = False, drain_seconds: float = DRAIN_SECONDS) -> None:
        """Prepare; `drain_seconds`: how long workers have that are told to leave off."""
        self._drain_seconds = drain_seconds
        self._kernels = {"games": [game], "searches": searches}
        self._run_directory = run_directory
        self._children: dict[int, _Child] = {}
        self._to_start: dict[int, float] = {}
        self._heard: queue.SimpleQueue[_Word | None] = queue.SimpleQueue()

    def start(self, worker: int, delay: float = 0.0) -> None:
        """See `Pool`."""
        self._to_start[worker] = time.monotonic() + delay
        self._start_due()

    def _start_due(self) -> None:
        now = time.monotonic()
        for worker in [number for number, due in self._to_start.items() if due <= now]:
            del self._to_start[worker]
            process = subprocess.Popen(  # noqa: S603 (the words are ours)
                [sys.executable, "-m", "workers.table_process", str(self._drain_seconds)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | WORKER_ENVIRONMENT,
                start_new_session=True,  # Ctrl-C is the driver's, which lets workers finish what they have in hand
            )
            child = self._children[worker] = _Child(process)
            child.requests.put((None, {"call": "warm", "wanted": self._kernels}))
            threading.Thread(target=self._serve, args=(worker, child), daemon=True).start()

    def _serve(self, worker: int, child: _Child) -> None:
        """Ask one thing after the other, and put into the queue what comes of it. The last word is that the worker is down."""
        try:
            while (request := child.requests.get()) is not None:
                chunk, message = request
                self._heard.put(_understand(worker, chunk, _ask(child.process, message)))
        except (OSError, WireError) as error:
            self._heard.put(WorkerDown(worker, f"{error} (exit status {child.process.wait()})"))

    def play(self, worker: int, chunk: ChunkRef, job: bytes) -> None:
        """See `Pool`."""
        self._children[worker].requests.put((chunk, {"call": "play", "job": job, "run_directory": self._run_directory}))

    def leave_off(self, worker: int, seconds: float) -> None:
        """See `Pool`. The time is the pool's: a signal carries none, and the end of a machine sends the same signal."""
        if worker in self._children:
            self._children[worker].process.terminate()

    def kill(self, worker: int) -> None:
        """See `Pool`."""
        self._to_start.pop(worker, None)
        child = self._children.pop(worker, None)
        if child is not None:
            child.process.kill()
            child.requests.put(None)
            child.process.wait()

    def close(self) -> None:
        """Kill every worker."""
        for worker in [*self._to_start, *self._children]:
            self.kill(worker)

    def wake(self) -> None:
        """See `Pool`."""
        self._heard.put(None)

    def listen(self, seconds: float) -> list[Message]:
        """See `Pool`. A worker that was given up is still heard when it played a chunk: the file is there."""
        self._start_due()
        heard = take_all(self._heard, seconds)
        return [m for m in heard if m is not None and (isinstance(m, Played) or m.worker in self._children)]


def _ask(process: subprocess.Popen[bytes], message: dict[str, Any]) -> dict[str, Any]:
    """Send a request and wait for its reply.

    Raises:
        OSError, WireError: the process ended, or wrote what is no reply.
    """
    if process.stdin is None or process.stdout is None:
        raise AssertionError("a worker has pipes")
    process.stdin.write(to_frame(message, MAX_REQUEST))
    process.stdin.flush()
    reply = read_message(cast("BinaryIO", process.stdout), MAX_REPLY)
    if reply is None:
        raise BrokenPipeError("the worker's process ended")
    return reply


def _understand(worker: int, chunk: ChunkRef | None, reply: dict[str, Any]) -> _Word:
    error = error_of(reply)
    if chunk is None:
        if error is not None:
            return WorkerDown(worker, f"{type(error).__name__}: {error}")
        return WorkerUp(worker, any(report["compiled"] for report in unpack(reply["reply"])), processor=processor())
    return Played(worker, chunk, unpack(reply["reply"])) if error is None else NotPlayed(worker, chunk, error)
