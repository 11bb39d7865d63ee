"""Small sweeps, runs without Ray, and a pool of workers that does what a test tells it."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cluster.coordinator import Coordinator, Ending
from cluster.plan import Plan, make_plan
from cluster.pool import Message, NotPlayed, Played, WorkerDown, WorkerUp
from cluster.progress import Progress
from cluster.run_directory import RunDirectory
from cluster.scheduler import SchedulerSettings
from cluster.scheduler_types import ChunkRef
from cluster.spec import SweepSpec, load_sweep
from cluster.stop_signals import StopSignals
from engine.codec import unpack
from workers.chunk import play_chunk, read_job
from workers.chunk_file import write_chunk
from workers.errors import DeterminismError, LeftOffError
from workers.table import TableCore


def sweep(games: int = 400, **changes: Any) -> SweepSpec:
    """Random against greedy at Connect Four."""
    words: dict[str, Any] = {
        "game": "connect-four",
        "seed": 5,
        "agents": {"dice": {"kind": "random"}, "keen": {"kind": "greedy"}},
        "design": [{"round_robin": ["dice", "keen"]}],
        "games": games,
        "metrics": None,
    }
    return load_sweep(words | changes)


@contextmanager
def small_chunks(blocks: int = 10) -> Iterator[None]:
    """Plans made inside have chunks of so many blocks (of two games)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cluster.costs.MAX_CHUNK_GAMES", 2 * blocks)
        yield


def small_plan(spec: SweepSpec, blocks: int = 10) -> Plan:
    """The plan of a sweep in chunks of so many blocks."""
    with small_chunks(blocks):
        return make_plan(spec)


def begin(path: Path, spec: SweepSpec, blocks: int = 10) -> tuple[RunDirectory, Plan]:
    """A run directory that was begun, with nothing done."""
    directory, plan = RunDirectory(path), small_plan(spec, blocks)
    directory.write_plan(plan)
    return directory, plan


def play_some(directory: RunDirectory, plan: Plan, chunks: Iterable[int], cell: int = 0) -> None:
    """Play chunks of a cell into the run directory."""
    for index in chunks:
        job = plan.chunk_job(plan.cells[cell].chunk(index))
        result = play_chunk(job)
        write_chunk(directory.path, job, result.files, result.content_hash)


def play_all(directory: RunDirectory, plan: Plan, most: int | None = None) -> None:
    """Write a plan into a new run directory, and play its chunks in their order: all, or the first `most`."""
    with directory.locked():
        directory.write_plan(plan)
    for chunk in itertools.islice(plan.order(), most):
        play_some(directory, plan, [chunk.index], chunk.cell)


class LocalPool:
    """Workers that play in this process, one chunk a call of `listen`, and fail as told.

    Attributes:
        told_to_leave: worker -> seconds that it was given.
        gives_back: whether it leaves its chunks off then, rather than play them.
        faults: called before each chunk with (worker, chunk, how many were played); it may raise an error, which is then what
            comes back, or give "die", which kills the worker, or "hang", which never answers.
    """

    def __init__(self, directory: RunDirectory, faults: Callable[[int, ChunkRef, int], str | None] | None = None) -> None:
        self.directory = directory
        self.faults = faults or (lambda worker, chunk, played: None)
        self.queues: dict[int, list[tuple[ChunkRef, bytes]]] = {}
        self.starting: list[int] = []
        self.played = 0
        self.killed: list[int] = []
        self.told_to_leave: dict[int, float] = {}
        self.gives_back = False
        self.most_in_flight = 0
        self.table = TableCore()

    def start(self, worker: int, delay: float = 0.0) -> None:
        self.starting.append(worker)

    def play(self, worker: int, chunk: ChunkRef, job: bytes) -> None:
        self.queues[worker].append((chunk, job))
        self.most_in_flight = max(self.most_in_flight, len(self.queues[worker]))

    def leave_off(self, worker: int, seconds: float) -> None:
        self.told_to_leave[worker] = seconds

    def kill(self, worker: int) -> None:
        self.killed.append(worker)
        self.queues.pop(worker, None)

    def wake(self) -> None:
        pass

    def listen(self, seconds: float) -> list[Message]:
        if self.starting:
            worker = self.starting.pop(0)
            self.queues[worker] = []
            return [WorkerUp(worker, compiled=False)]
        for worker in list(self.queues):
            if self.queues[worker]:
                self.queues[worker] = self.queues.pop(worker)  # to the end of the line
                message = self._play_next(worker)
                if message is not None:
                    return [message]
        time.sleep(0.002)
        return []

    def _play_next(self, worker: int) -> Message | None:
        chunk, job = self.queues[worker][0]
        if self.gives_back and worker in self.told_to_leave:
            self.queues[worker].pop(0)
            return NotPlayed(worker, chunk, LeftOffError("not begun"))
        try:
            told = self.faults(worker, chunk, self.played)
        except Exception as error:
            self.queues[worker].pop(0)
            return NotPlayed(worker, chunk, error)
        if told == "hang":
            return None
        if told == "die":
            del self.queues[worker]
            return WorkerDown(worker, "killed by the test")
        self.queues[worker].pop(0)
        self.played += 1
        try:
            return Played(worker, chunk, unpack(self.table.play(job, str(self.directory.path))))
        except DeterminismError as error:
            return NotPlayed(worker, chunk, error)


def drive(
    directory: RunDirectory,
    plan: Plan,
    spec: SweepSpec,
    pool: LocalPool,
    workers: int = 2,
    settings: SchedulerSettings | None = None,
    signals: StopSignals | None = None,
) -> tuple[Ending, Progress]:
    """Play what is left of a run with a pool."""
    progress = Progress(plan, spec, directory)
    progress.load(set_aside=True)
    coordinator = Coordinator(plan, directory, progress, settings=settings, signals=signals)
    return coordinator.run(pool, workers), progress


def job_of(data: bytes) -> tuple[int, int]:
    """First block and number of blocks of a job."""
    job = read_job(data)
    return job.first_block, job.blocks
