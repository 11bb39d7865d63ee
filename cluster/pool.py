"""The workers as the coordinator sees them: start, give a chunk, kill; and what they say. `RayPool` does it on Ray.

Every call's result is put into one queue by a callback, so nothing waits for one worker in particular, and every wait has an
end. No reference to a result is kept.
"""

from __future__ import annotations

import functools
import queue
import time
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import ray
from ray.exceptions import RayActorError, RayError, RayTaskError

from cluster.agent_places import Desks, Places
from cluster.ray_fleet import RayFleet
from cluster.scheduler_types import ChunkRef
from engine.codec import pack, unpack
from workers.storage import storage_at
from workers.storage_probe import how_to_mend, probe_left
from workers.table import Table
from workers.travel import SAVE_SECONDS

FLEET_SECONDS = 2.0
"""How often the pool asks Ray which machines there are, and which will be taken away."""

UP_SECONDS = 1800.0
"""How long a worker may take to come up: a node to be rented, kernels to be compiled."""


@dataclass(frozen=True)
class WorkerUp:
    """A worker is up and its kernels are warm.

    Attributes:
        worker: which.
        compiled: whether it compiled the kernels.
        build: its code and libraries (`workers.build`); empty if they can't differ from the driver's.
        processor: kind of its processor; empty if that can't differ either.
        storage: why it can't use the run directory, and on which node it is; empty if it can.
    """

    worker: int
    compiled: bool
    build: Mapping[str, str] = field(default_factory=dict)
    processor: str = ""
    storage: str = ""


@dataclass(frozen=True)
class WorkerDown:
    """A worker died, or did not come up."""

    worker: int
    reason: str


@dataclass(frozen=True)
class WorkerLeaves:
    """A worker's machine will be taken away; `seconds`: so long it is there, if somebody said so."""

    worker: int
    reason: str
    seconds: float | None = None


@dataclass(frozen=True)
class DriverLeaves:
    """The driver's own machine will be taken away; `seconds`: so long it is there, if somebody said so."""

    reason: str
    seconds: float | None = None


@dataclass(frozen=True)
class Room:
    """So many workers find a place now."""

    workers: int


@dataclass(frozen=True)
class Played:
    """A chunk's file is there; `result` as `TableCore.play` describes it."""

    worker: int
    chunk: ChunkRef
    result: dict[str, Any]


@dataclass(frozen=True)
class NotPlayed:
    """A chunk could not be played, and its worker lives."""

    worker: int
    chunk: ChunkRef
    error: Exception


Word = TypeVar("Word")

Message = WorkerUp | WorkerDown | WorkerLeaves | DriverLeaves | Room | Played | NotPlayed


class Pool(Protocol):
    """What the coordinator needs of workers."""

    def start(self, worker: int, delay: float = 0.0) -> None:
        """Start a worker under a number that was never used, after a delay in seconds."""
        ...

    def play(self, worker: int, chunk: ChunkRef, job: bytes) -> None:
        """Give a worker a chunk to play after those that it has."""
        ...

    def leave_off(self, worker: int, seconds: float) -> None:
        """Tell a worker that it has so many seconds: `NotPlayed` with a `LeftOffError` is heard of chunks that take longer."""
        ...

    def kill(self, worker: int) -> None:
        """Make sure that a worker is dead; nothing is heard of it any more."""
        ...

    def listen(self, seconds: float) -> list[Message]:
        """What was said since, waiting so long for the first word; empty if nobody spoke or `wake` was called."""
        ...

    def wake(self) -> None:
        """End a `listen` early; may be called by a signal handler."""
        ...


def take_all(words: queue.SimpleQueue[Word], seconds: float) -> list[Word]:
    """All that is in a queue, in order; waits so long for the first."""
    taken = []
    try:
        taken.append(words.get(timeout=seconds))
        while True:
            taken.append(words.get_nowait())
    except queue.Empty:
        return taken


_Heard = tuple[str, int, ChunkRef | None, "Future[Any] | None"]


class RayPool:
    """Workers as actors: a `Table` each, one CPU each unless agents want more. Made by the driver, they die with it."""

    def __init__(
        self,
        game: str,
        run_directory: str,
        searches: bool = False,
        save_seconds: float = SAVE_SECONDS,
        places: Places | None = None,
    ) -> None:
        """Prepare; desks for shared agents start at once.

        Args:
            game: what is played.
            run_directory: where chunks are written.
            searches: whether the kernels of searches are needed.
            save_seconds: how often chunks that take long leave their states.
            places: what the sweep's agents take of the cluster.
        """
        self._save_seconds = save_seconds
        self._places = places or Places()
        self._desks = Desks(self._places)
        self._kernels = {"games": [game], "searches": searches}
        self._run_directory = run_directory
        self._actors: dict[int, Any] = {}
        self._to_start: dict[int, float] = {}
        self._coming_up: dict[int, float] = {}
        self._left = ExitStack()
        self._probe: str | None = None
        self._fleet = RayFleet()
        self._fleet_due = 0.0
        self._heard: queue.SimpleQueue[_Heard] = queue.SimpleQueue()

    def start(self, worker: int, delay: float = 0.0) -> None:
        """See `Pool`."""
        self._to_start[worker] = time.monotonic() + delay
        self._start_due()

    def _start_due(self) -> None:
        now = time.monotonic()
        for worker in [number for number, due in self._to_start.items() if due <= now]:
            del self._to_start[worker]
            wanted = self._places.worker.options()
            actor = Table.options(**wanted).remote(self._save_seconds, self._desks.of_worker(worker))
            self._actors[worker] = actor
            self._coming_up[worker] = now + UP_SECONDS
            self._hear("up", worker, None, actor.introduce.remote(self._introduction()))

    def _introduction(self) -> bytes:
        """What a worker is asked when it comes up; with it goes what it has to find in the run directory."""
        if self._probe is None:
            self._probe = self._left.enter_context(probe_left(storage_at(self._run_directory)))
        return pack({"kernels": self._kernels, "run_directory": self._run_directory, "probe": self._probe})

    def _hear(self, kind: str, worker: int, chunk: ChunkRef | None, reference: Any) -> None:
        reference.future().add_done_callback(functools.partial(self._put, kind, worker, chunk))

    def _put(self, kind: str, worker: int, chunk: ChunkRef | None, future: Future[Any]) -> None:
        self._heard.put((kind, worker, chunk, future))

    def play(self, worker: int, chunk: ChunkRef, job: bytes) -> None:
        """See `Pool`."""
        self._hear("played", worker, chunk, self._actors[worker].play.remote(job, self._run_directory))

    def leave_off(self, worker: int, seconds: float) -> None:
        """See `Pool`."""
        if worker in self._actors:
            self._actors[worker].leave_off.remote(pack({"seconds": seconds}))

    def kill(self, worker: int) -> None:
        """See `Pool`."""
        self._to_start.pop(worker, None)
        self._coming_up.pop(worker, None)
        self._fleet.forget(worker)
        actor = self._actors.pop(worker, None)
        if actor is not None:
            ray.kill(actor, no_restart=True)

    def close(self) -> None:
        """Kill every worker. Their CPUs are free at once, not when Python gets to counting references."""
        for worker in [*self._to_start, *self._actors]:
            self.kill(worker)
        self._desks.close()
        self._left.close()

    def wake(self) -> None:
        """See `Pool`."""
        self._heard.put(("woken", -1, None, None))

    def listen(self, seconds: float) -> list[Message]:
        """See `Pool`."""
        self._start_due()
        messages = [message for heard in take_all(self._heard, seconds) if (message := self._understand(*heard)) is not None]
        now = time.monotonic()
        for worker in [number for number, end in self._coming_up.items() if end < now]:
            messages.append(self._down(worker, f"did not come up within {UP_SECONDS:.0f} s"))
        if now >= self._fleet_due:
            self._fleet_due = now + FLEET_SECONDS
            messages += [WorkerLeaves(*told) for told in self._fleet.leaving()]
            own_end = self._fleet.own_end()
            messages += [] if own_end is None else [DriverLeaves(*own_end)]
            if not set(self._actors) - set(self._coming_up) and (trouble := self._fleet.trouble()):
                messages.append(DriverLeaves(trouble, 0.0))
            messages.append(Room(self._places.room(self._fleet.machines())))
        return messages

    def _understand(self, kind: str, worker: int, chunk: ChunkRef | None, future: Future[Any] | None) -> Message | None:
        """A worker that was given up is still heard when it played a chunk: the file is there."""
        if future is None:
            return None
        error = future.exception(timeout=0)
        if error is None and chunk is not None:
            return Played(worker, chunk, unpack(future.result(timeout=0)))
        if worker not in self._actors:
            return None
        if error is None:
            del self._coming_up[worker]
            said = unpack(future.result(timeout=0))
            self._fleet.remember(worker, said["node_id"])
            compiled = any(report["compiled"] for report in said["kernels"])
            return WorkerUp(worker, compiled, said["build"], said["processor"], self._storage_trouble(said))
        if chunk is not None and isinstance(error, RayTaskError):
            return NotPlayed(worker, chunk, _cause(error))
        return self._down(worker, _why(error))

    def _storage_trouble(self, said: Mapping[str, Any]) -> str:
        if not said["storage"]:
            return ""
        where = f"node {said['node']} ({said['node_id'][:12]})"
        return f"{where} can't use the run directory: {said['storage']}; {how_to_mend(self._run_directory)}"

    def _down(self, worker: int, reason: str) -> WorkerDown:
        """Said once of a worker, though each chunk that it had in hand fails with it."""
        self.kill(worker)
        return WorkerDown(worker, reason)


def _cause(error: RayTaskError) -> Exception:
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, Exception) else error


def _why(error: BaseException) -> str:
    """The first telling line of an error's text."""
    if isinstance(error, RayTaskError):
        cause = _cause(error)
        return f"{type(cause).__name__}: {cause}".splitlines()[0]
    if isinstance(error, RayActorError | RayError):
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        told = [line for line in lines if "cause" in line.lower() or "exit" in line.lower()]
        return f"{type(error).__name__}: {(told or lines or [''])[0]}"
    return f"{type(error).__name__}: {error}"
