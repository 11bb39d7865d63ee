"""A War Chest tournament on Ray against as many bare kernels, at the same time, on the same games.

Bare kernels are processes that do nothing but play: set-up, decisions, score. The tournament does all the rest, too: rows,
components, sums, hashes, Parquet files flushed to the disk, scheduling, messages. Both run at once, so what else the machine
does hits both. With fewer processors than processes, what Ray and the driver take is taken from both sides; so it is a figure
of its own, `overhead`: where there is a processor for each worker and no more, the efficiency is smaller by as much.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from cluster.cluster_connection import connected
from cluster.coordinator import Coordinator
from cluster.costs import GAME_COSTS
from cluster.plan import Plan, make_plan
from cluster.pool import Message, RayPool, WorkerUp
from cluster.progress import Progress
from cluster.run_directory import RunDirectory
from cluster.spec import SweepSpec, load_sweep
from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys, block_keys
from engine.game import get_game
from engine.options import resolve_options
from workers.chunk import BATCH_GAMES
from workers.messages import CellJob
from workers.node import WORKER_ENVIRONMENT, warm

SECONDS = 45.0
"""Work of each worker in a race; long, since a race includes the end, at which a worker waits for the last chunk (for half of
one on average: 2% of a race of 15 s, which is short for a tournament)."""

REPEATS = 2


@dataclass(frozen=True)
class Efficiency:
    """One measurement.

    Attributes:
        games, seconds: of the tournament, from the moment all workers are up to the last chunk's file.
        bare_rate: games a second of all bare kernels together, in the same time.
        overhead: processor seconds that the driver and Ray take, in parts of those of all workers.
    """

    games: int
    seconds: float
    bare_rate: float
    overhead: float

    @property
    def ratio(self) -> float:
        """Speed of the tournament in parts of the bare kernels' speed."""
        return self.games / self.seconds / self.bare_rate


class GatheredPool(RayPool):
    """Workers of which nobody begins before all are up, and that know when that was."""

    def __init__(self, game: str, run_directory: str, workers: int, begin: Callable[[], None]) -> None:
        super().__init__(game, run_directory)
        self._missing = workers
        self._up: list[Message] = []
        self._begin = begin
        self.began = 0.0

    def listen(self, seconds: float) -> list[Message]:
        """See `Pool`."""
        heard = super().listen(seconds)
        if not self._missing:
            return heard
        self._up += heard
        self._missing -= sum(isinstance(message, WorkerUp) for message in heard)
        if self._missing:
            return []
        self._begin()
        self.began = time.perf_counter()
        return self._up


def tournament(games: int, agent: str, seed: int = 1) -> SweepSpec:
    """The sweep: an agent against itself, armies dealt at random."""
    return load_sweep(
        {
            "game": "war-chest",
            "seed": seed,
            "agents": {"one": {"kind": agent}},
            "design": [{"mirror": ["one"]}],
            "games": games,
            "metrics": None,
        }
    )


def _bare_kernel(pipe: Connection, job_bytes: bytes, first: int, games: int) -> None:
    """A process that plays games of a cell, `first` .. `first + games` over and over, from one word to the next.

    It sends its process id when it is warm, and then, for each pair of words, games and seconds up to the second word.
    """
    job = CellJob.model_validate_json(job_bytes)
    warm([job.game])
    pipe.send(os.getpid())
    while pipe.recv():
        started, seconds, played = time.perf_counter(), 1e-9, 0
        while not pipe.poll():
            start = first + played % games
            batch = min(BATCH_GAMES, first + games - start)
            play_bare(job, start, batch)
            if not pipe.poll():
                played += batch
                seconds = time.perf_counter() - started
        pipe.recv()
        pipe.send((played, seconds))


def play_bare(job: CellJob, first: int, games: int) -> None:
    """Set up, play and score games with the kernels."""
    game = get_game(job.game)
    options = resolve_options(game.options, job.options)
    blocks = np.arange(first, first + games, dtype=np.int64)
    batch = Batch.new(game, options, block_keys(job.seed, "setup", blocks), block_keys(job.seed, "play", blocks))
    agents = np.zeros(batch.seats, AGENT_DTYPE)
    agents["kind"] = [AgentKind[job.agents[name]["kind"].upper()] for name in job.seatings[0]]
    batch.play(agents, agent_keys(job.seed, job.cell_id, blocks, np.zeros_like(blocks), batch.seats), job.decision_cap)
    batch.settle()


@contextmanager
def bare_kernels(job: CellJob, games: int, processes: int) -> Iterator[tuple[list[Connection], set[int]]]:
    """Processes that are warm and wait to be told to play their share of the games."""
    context = multiprocessing.get_context("spawn")
    share = games // processes
    before = {name: os.environ.get(name) for name in WORKER_ENVIRONMENT}
    os.environ.update(WORKER_ENVIRONMENT)
    pipes, children = [], []
    for number in range(processes):
        ours, theirs = context.Pipe()
        child = context.Process(
            target=_bare_kernel, args=(theirs, job.model_dump_json().encode(), number * share, share), daemon=True
        )
        child.start()
        pipes.append(ours)
        children.append(child)
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value
    try:
        yield pipes, {pipe.recv() for pipe in pipes}
    finally:
        for child in children:
            child.terminate()
            child.join()


class BareKernels:
    """The bare kernels as one side of the race."""

    def __init__(self, pipes: list[Connection]) -> None:
        self._pipes = pipes

    def begin(self) -> None:
        """Let all of them play."""
        for pipe in self._pipes:
            pipe.send(True)

    def end(self) -> float:
        """Let all of them stop; games a second of all together."""
        for pipe in self._pipes:
            pipe.send(True)
        return sum(games / seconds for games, seconds in (pipe.recv() for pipe in self._pipes))


def processor_seconds(without: set[int]) -> dict[int, float]:
    """Processor seconds of this process and of all that descend from it, those of `without` left out."""
    parents, seconds = {}, {}
    tick = os.sysconf("SC_CLK_TCK")
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # it ended meanwhile
        parents[int(folder.name)] = int(fields[1])
        seconds[int(folder.name)] = (int(fields[11]) + int(fields[12])) / tick
    family = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in family} - family - without:
        family |= more
    return {pid: seconds[pid] for pid in family if pid in seconds}


def race(spec: SweepSpec, plan: Plan, workers: int, bare: BareKernels, without: set[int]) -> Efficiency:
    """Play the tournament while the bare kernels play."""
    with tempfile.TemporaryDirectory() as folder:
        directory = RunDirectory(folder)
        directory.write_plan(plan)
        progress = Progress(plan, spec, directory)
        before: dict[int, float] = {}

        def begin() -> None:
            before.update(processor_seconds(without))
            bare.begin()

        with closing(GatheredPool(plan.game, folder, workers, begin)) as pool:
            ending = Coordinator(plan, directory, progress).run(pool, workers)
            seconds = time.perf_counter() - pool.began
            after = processor_seconds(without)
        rate = bare.end()
        players = {int(line["pid"]) for line in directory.read_telemetry()}
    if ending.exit_code:
        raise RuntimeError(f"the tournament ended with {ending.exit_code.name}: {'; '.join(ending.notes)}")
    used = {pid: total - before.get(pid, 0.0) for pid, total in after.items()}
    overhead = sum(spent for pid, spent in used.items() if pid not in players) / seconds / workers
    return Efficiency(plan.games, seconds, rate, overhead)


def measure(agent: str = "random", workers: int = 2, seconds: float = SECONDS, repeats: int = REPEATS) -> list[Efficiency]:
    """Race as often as asked, the tournament with about so many seconds of work."""
    games = int(workers * seconds / GAME_COSTS["war-chest"].kinds[agent].seconds)
    spec = tournament(games, agent)
    plan = make_plan(spec)
    with connected("local", workers), bare_kernels(plan.cells[0].job, games, workers) as (pipes, pids):
        return [race(spec, plan, workers, BareKernels(pipes), pids) for _ in range(repeats)]


def cluster_efficiency(workers: int = 2) -> tuple[float, float]:
    """Medians of races of a War Chest tournament: `Efficiency.ratio` and `Efficiency.overhead`."""
    found = measure(workers=workers)
    return statistics.median(one.ratio for one in found), statistics.median(one.overhead for one in found)


if __name__ == "__main__":
    for kind in ("random", "greedy"):
        for found in measure(kind):
            print(kind, round(found.ratio, 4), found)  # noqa: T201
