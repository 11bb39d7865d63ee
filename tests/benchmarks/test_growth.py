"""Growth: a fleet of made-up workers against the real scheduler, coordinator and run directory, small here and large by hand.

python tests/benchmarks/test_growth.py 1000 1000000     # workers, chunks
"""

from __future__ import annotations

import itertools
import resource
import sys
import tempfile
import time
import tracemalloc
from collections import deque
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cluster" / "support"))

from cluster_samples import begin, sweep

from cluster.coordinator import Coordinator, ExitCode
from cluster.plan import Plan
from cluster.pool import Message, Played, WorkerUp
from cluster.progress import Progress
from cluster.run_directory import RunDirectory
from cluster.scheduler_types import ChunkRef
from engine.codec import pack, unpack
from workers.chunk import play_chunk
from workers.chunk_file import table_path, write_chunk
from workers.sums import BlockSums

COORDINATOR_SECONDS = 2e-3
"""What a chunk may cost the coordinator, in seconds of CPU."""

RESUME_SECONDS = 3e-4
"""What a chunk that is done may cost a driver that resumes the run, in seconds of CPU."""


class Fleet:
    """Workers that answer in turn, one after the other, with sums that no game was played for."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.waiting: deque[Message] = deque()
        self.marks: list[tuple[int, float, int]] = []
        self.played = 0

    def start(self, worker: int, delay: float = 0.0) -> None:
        self.waiting.append(WorkerUp(worker, compiled=False))

    def play(self, worker: int, chunk: ChunkRef, job: bytes) -> None:
        blocks = self.plan.cells[chunk.cell].chunk(chunk.index).blocks
        figures = {"blocks": blocks, "games": 2 * blocks, "decisions": 40 * blocks}
        sums = BlockSums(4, **figures, outcomes={"connected": 2 * blocks}, rounds={20: 2 * blocks})
        told = {"sums": sums.to_plain(), "seconds": 1.0, "duplicate": False, "pid": worker, "node": "here", "bytes": len(job)}
        result = told | figures
        self.waiting.append(Played(worker, chunk, unpack(pack(result))))
        self.played += 1
        if self.played % max(1, self.plan.number_of_chunks // 10) == 0:
            self.marks.append((self.played, time.process_time(), held_bytes()))

    def kill(self, worker: int) -> None:
        raise AssertionError("nobody dies here")

    def listen(self, seconds: float) -> list[Message]:
        return [self.waiting.popleft() for _ in range(min(64, len(self.waiting)))]

    def wake(self) -> None:
        pass


def held_bytes() -> int:
    """Memory that Python's objects hold if it is being traced, else what the process holds: that is noisy, by megabytes."""
    if tracemalloc.is_tracing():
        return tracemalloc.get_traced_memory()[0]
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@dataclass(frozen=True)
class Growth:
    """What a run of made-up workers cost.

    Attributes:
        first, last: seconds of CPU for each chunk over the second and over the last tenth of the run.
        memory: bytes that each chunk of the last half added.
    """

    chunks: int
    first: float
    last: float
    memory: float

    def __str__(self) -> str:
        return (
            f"{self.chunks} chunks: {1e3 * self.first:.3f} ms of CPU a chunk early, {1e3 * self.last:.3f} ms late, "
            f"{self.memory:.1f} bytes of memory a chunk"
        )


def grow(path: Path, workers: int, chunks: int) -> Growth:
    spec = sweep(games=20 * chunks)
    directory, plan = begin(path, spec, blocks=10)
    progress, fleet = Progress(plan, spec, directory), Fleet(plan)
    assert Coordinator(plan, directory, progress).run(fleet, workers).exit_code == ExitCode.COMPLETE
    marks = fleet.marks
    cost = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in itertools.pairwise(marks)]
    half = marks[len(marks) // 2]
    return Growth(fleet.played, cost[0], cost[-1], (marks[-1][2] - half[2]) / (marks[-1][0] - half[0]))


def fill(path: Path, chunks: int) -> RunDirectory:
    """A run directory with so many chunk files; one was played, the others are its bytes under other names."""
    spec = sweep(games=20 * chunks)
    directory, plan = begin(path, spec, blocks=10)
    job = plan.chunk_job(plan.cells[0].chunk(0))
    result = play_chunk(job)
    write_chunk(directory.path, job, result.files, result.content_hash)
    for table, data in result.files.items():
        for index in range(1, plan.cells[0].number_of_chunks):
            chunk = plan.cells[0].chunk(index)
            name = table_path(f"{plan.cells[0].cell_id}/{chunk.first_game:010d}-{chunk.games}", table)
            directory.storage.path(name).write_bytes(data)
    return directory


def resume_seconds(directory: RunDirectory, chunks: int) -> float:
    """Seconds of CPU for each chunk file."""
    plan = directory.read_plan()
    started = time.process_time()
    progress = Progress(plan, sweep(games=20 * chunks), directory)
    progress.load()
    seconds = time.process_time() - started
    assert all(cell.complete for cell in progress.cells)
    return seconds / plan.number_of_chunks


@pytest.mark.slow
def test_a_chunk_costs_the_coordinator_as_much_late_as_early(tmp_path: Path) -> None:
    few = grow(tmp_path / "few", workers=10, chunks=5_000)
    many = grow(tmp_path / "many", workers=1000, chunks=20_000)
    print(few, many, sep="\n")
    assert max(few.first, few.last, many.first, many.last) < COORDINATOR_SECONDS
    assert many.last < 4 * few.last


@pytest.mark.slow
def test_a_chunk_that_is_done_leaves_little_in_memory(tmp_path: Path) -> None:
    tracemalloc.start()
    try:
        growth = grow(tmp_path, workers=100, chunks=5_000)
    finally:
        tracemalloc.stop()
    print(growth)
    assert growth.memory < 200


@pytest.mark.slow
def test_a_run_resumes_at_a_steady_rate(tmp_path: Path) -> None:
    small, large = (resume_seconds(fill(tmp_path / str(n), n), n) for n in (1_000, 8_000))
    print(f"{1e3 * small:.3f} ms of CPU a chunk in a run of 1,000, {1e3 * large:.3f} ms in one of 8,000")
    assert max(small, large) < RESUME_SECONDS
    assert large < 4 * small


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(grow(Path(folder, "run"), int(sys.argv[1]), int(sys.argv[2])), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        chunks = min(100_000, int(sys.argv[2]))
        print(f"resume: {1e3 * resume_seconds(fill(Path(folder, 'run'), chunks), chunks):.3f} ms of CPU a chunk")
