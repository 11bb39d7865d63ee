"""A War Chest tournament on Ray against as many bare kernels: the same games on the same processors, in turns.

Bare kernels are processes that do nothing but play: set-up, decisions, score. The tournament does all the rest, too: rows,
components, sums, hashes, Parquet files flushed to the disk, scheduling, messages. Each tournament run stands between two turns
of the bare kernels, so what else the machine does hits both.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

import numpy as np

from cluster.cluster_connection import connected
from cluster.coordinator import Coordinator
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
from workers.node import ONE_THREAD, warm

SECONDS = 8.0
"""About how long each turn takes."""

REPEATS = 3


@dataclass(frozen=True)
class Efficiency:
    """Wall-clock seconds of each turn: the tournament's, and the mean of the bare kernels' before and after it."""

    tournament: tuple[float, ...]
    bare: tuple[float, ...]
    games: int

    @property
    def ratio(self) -> float:
        """Speed of the tournament in parts of the bare kernels' speed: the median over the turns."""
        return statistics.median(b / t for b, t in zip(self.bare, self.tournament, strict=True))


class GatheredPool(RayPool):
    """Workers of which nobody begins before all are up, and that know when that was."""

    def __init__(self, game: str, run_directory: str, workers: int) -> None:
        super().__init__(game, run_directory)
        self._missing = workers
        self._up: list[Message] = []
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


def play_tournament(spec: SweepSpec, plan: Plan, workers: int) -> float:
    """Seconds from the moment all workers are up to the last chunk's file."""
    with tempfile.TemporaryDirectory() as folder:
        directory = RunDirectory(folder)
        directory.write_plan(plan)
        progress = Progress(plan, spec, directory)
        with closing(GatheredPool(plan.game, folder, workers)) as pool:
            ending = Coordinator(plan, spec, directory, progress).run(pool, workers)
            seconds = time.perf_counter() - pool.began
    if ending.exit_code:
        raise RuntimeError(f"the tournament ended with {ending.exit_code.name}: {'; '.join(ending.notes)}")
    return seconds


def _bare_kernel(pipe: Connection, job_bytes: bytes, first: int, games: int) -> None:
    """A process that plays games `first` .. `first + games` of a cell each time it is told to, and nothing else."""
    job = CellJob.model_validate_json(job_bytes)
    warm([job.game])
    pipe.send(os.getpid())
    while pipe.recv():
        play_bare(job, first, games)
        pipe.send(games)


def play_bare(job: CellJob, first: int, games: int) -> None:
    """Set up, play and score games with the kernels."""
    game = get_game(job.game)
    options = resolve_options(game.options, job.options)
    kinds = np.array([AgentKind[job.agents[name]["kind"].upper()] for name in job.seatings[0]])
    for start in range(first, first + games, BATCH_GAMES):
        blocks = np.arange(start, min(start + BATCH_GAMES, first + games), dtype=np.int64)
        batch = Batch.new(game, options, block_keys(job.seed, "setup", blocks), block_keys(job.seed, "play", blocks))
        agents = np.zeros((len(blocks), batch.seats), AGENT_DTYPE)
        agents["kind"] = kinds
        batch.play(agents, agent_keys(job.seed, job.cell_id, blocks, np.zeros_like(blocks), batch.seats), job.decision_cap)
        batch.settle()


@contextmanager
def bare_kernels(job: CellJob, games: int, processes: int) -> Iterator[list[Connection]]:
    """Processes that are warm and wait to be told to play their share of the games."""
    context = multiprocessing.get_context("spawn")
    share = games // processes
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)
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
        for pipe in pipes:
            pipe.recv()
        yield pipes
    finally:
        for child in children:
            child.terminate()
            child.join()


def play_all_bare(pipes: list[Connection]) -> float:
    """Seconds until all bare kernels, begun at once, are through."""
    started = time.perf_counter()
    for pipe in pipes:
        pipe.send(True)
    for pipe in pipes:
        pipe.recv()
    return time.perf_counter() - started


def measure(agent: str = "random", workers: int = 2, seconds: float = SECONDS, repeats: int = REPEATS) -> Efficiency:
    """Let the tournament and the bare kernels take turns."""
    logging.getLogger("ray").setLevel(logging.ERROR)
    trial = make_plan(tournament(2000 * workers, agent)).cells[0].job
    with bare_kernels(trial, 2000 * workers, workers) as pipes:
        play_all_bare(pipes)
        games = int(2000 * workers * seconds / play_all_bare(pipes)) // workers * workers
    spec = tournament(games, agent)
    plan = make_plan(spec)
    with connected("local", workers), bare_kernels(plan.cells[0].job, games, workers) as pipes:
        bare = [play_all_bare(pipes)]
        runs = []
        for _ in range(repeats):
            runs.append(play_tournament(spec, plan, workers))
            bare.append(play_all_bare(pipes))
    around = tuple((before + after) / 2 for before, after in zip(bare, bare[1:], strict=False))
    return Efficiency(tuple(runs), around, games)


def cluster_efficiency(workers: int = 2) -> float:
    """Speed of a War Chest tournament on Ray with so many workers, in parts of that of as many bare kernels."""
    return measure(workers=workers).ratio


if __name__ == "__main__":
    for kind in ("random", "greedy"):
        found = measure(kind)
        print(kind, round(found.ratio, 4), found)  # noqa: T201
