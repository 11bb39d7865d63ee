"""The driver's memory is flat over ten million games: made-up workers bring in results as fast as the driver takes them."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cluster" / "support"))

from cluster_samples import begin, sweep

from cluster.coordinator import Coordinator, ExitCode
from cluster.plan import Plan
from cluster.pool import Message, Played, WorkerUp
from cluster.progress import Progress
from cluster.scheduler_types import ChunkRef
from engine.codec import pack, unpack
from workers.sums import BlockSums

GAMES, BLOCKS = 10_000_000, 500


def resident_bytes() -> int:
    """Memory that this process holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


class MadeUpPool:
    """Workers that answer at once, with sums that no game was played for. Half of the answers come in late and out of order."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.waiting: list[Message] = []
        self.memory: list[int] = []
        self.played = 0

    def start(self, worker: int, delay: float = 0.0) -> None:
        self.waiting.append(WorkerUp(worker, compiled=False))

    def play(self, worker: int, chunk: ChunkRef, job: bytes) -> None:
        blocks = self.plan.cells[chunk.cell].chunk(chunk.index).blocks
        sums = BlockSums(
            4,
            blocks=blocks,
            games=2 * blocks,
            decisions=40 * blocks,
            outcomes={"connected": 2 * blocks},
            rounds={20: 2 * blocks},
        )
        result = {
            "sums": sums.to_plain(),
            "games": sums.games,
            "decisions": sums.decisions,
            "seconds": 0.01,
            "duplicate": False,
            "pid": worker,
            "node": "here",
            "bytes": len(job),
        }
        self.waiting.append(Played(worker, chunk, unpack(pack(result))))
        self.played += 1
        if self.played % 1000 == 0:
            self.memory.append(resident_bytes())

    def kill(self, worker: int) -> None:
        raise AssertionError("nobody dies here")

    def listen(self, seconds: float) -> list[Message]:
        heard, self.waiting = self.waiting[::-1], []
        return heard

    def wake(self) -> None:
        pass


@pytest.mark.slow
def test_memory_is_flat_over_ten_million_games(tmp_path: Path) -> None:
    spec = sweep(GAMES)
    directory, plan = begin(tmp_path, spec, BLOCKS)
    assert plan.number_of_chunks >= 10_000
    progress, pool = Progress(plan, spec, directory), MadeUpPool(plan)
    ending = Coordinator(plan, directory, progress).run(pool, workers=64)
    assert ending.exit_code == ExitCode.COMPLETE
    assert progress.games_done == GAMES
    early, late = pool.memory[len(pool.memory) // 4], pool.memory[-1]
    print(f"{len(pool.memory)} readings, {early / 1e6:.1f} MB after a quarter, {late / 1e6:.1f} MB at the end")
    assert late - early < 10e6  # a byte a game; what a process holds moves by megabytes without any cause of ours
