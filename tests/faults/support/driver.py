"""A driver to be killed: `python driver.py RUN_DIRECTORY GAMES BLOCKS WORKERS PORT`; without metrics if PORT is 0.

WORKERS 0 is one for each CPU. The variable PATIENCE may hold settings of the scheduler as JSON, TREE the iterations of an
agent that searches, and SAVE_SECONDS how often its chunks leave their states. With SHARD the run is shard 1/1, without Ray.
Workers that have to go are given LEAVE_SECONDS, however long the driver waits for them. KILL_AT is the number of the write to
the run directory before which the driver kills itself.
"""

from __future__ import annotations

import functools
import itertools
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import cluster.api
import cluster.coordinator
import cluster.costs
import cluster.run_directory
import workers.storage
from cluster import load_sweep, run
from cluster.pool import RayPool
from cluster.process_pool import ProcessPool
from cluster.scheduler import SchedulerSettings
from cluster.shards import Shard
from cluster.status import RunStatus

LEAVE_SECONDS = os.environ.get("LEAVE_SECONDS")


class HastyRayPool(RayPool):
    """Workers on Ray that have as long as the environment says."""

    def leave_off(self, worker: int, seconds: float) -> None:
        super().leave_off(worker, float(LEAVE_SECONDS or seconds))


class HastyProcessPool(ProcessPool):
    """Worker processes that have as long as the environment says."""

    def __init__(self, game: str, run_directory: str, searches: bool, drain_seconds: float) -> None:
        super().__init__(game, run_directory, searches, float(LEAVE_SECONDS or drain_seconds))


def kill_at(write: int) -> None:
    """Kill this process before its n-th write to the run directory."""
    left = itertools.count(write, -1)

    def wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            if next(left) == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*arguments)

        return call

    run_dir = cluster.run_directory.RunDirectory
    run_dir.write_status = wrapped(run_dir.write_status)  # type: ignore[method-assign]
    for name in ("_append", "_write_through", "_flush_folder"):
        setattr(workers.storage, name, wrapped(getattr(workers.storage, name)))


def main(run_directory: str, games: int, blocks: int, number: int, port: int) -> int:
    cluster.costs.MAX_CHUNK_GAMES = 2 * blocks
    if "KILL_AT" in os.environ:
        kill_at(int(os.environ["KILL_AT"]))
    patience = json.loads(os.environ.get("PATIENCE", "{}"))
    cluster.coordinator.SchedulerSettings = functools.partial(SchedulerSettings, **patience)  # type: ignore[misc,assignment]
    save = {"save_seconds": float(os.environ["SAVE_SECONDS"])} if "SAVE_SECONDS" in os.environ else {}
    cluster.api.RayPool = functools.partial(HastyRayPool, **save)  # type: ignore[misc,assignment]
    cluster.api.ProcessPool = HastyProcessPool  # type: ignore[misc]
    tree = os.environ.get("TREE")
    agents = {"dice": {"kind": "random"}, "keen": {"kind": "greedy"}}
    design = [{"round_robin": ["dice", "keen"]}, {"mirror": ["keen"]}]
    if tree:
        cluster.costs.CHUNK_SECONDS = 1e9
        agents["tree"] = {"kind": "ismcts", "level": "fast", "iterations": int(tree)}
        design = [{"round_robin": ["tree", "keen"]}]
    spec = load_sweep(
        {
            "game": "connect-four",
            "seed": 11,
            "agents": agents,
            "design": design,
            "games": games,
            "metrics": {"host": "127.0.0.1", "port": port} if port else None,
        }
    )

    def say(status: RunStatus) -> None:
        print(f"{status.state} {status.chunks_done}/{status.chunks} {status.message}", flush=True)

    shard = Shard(1, 1) if "SHARD" in os.environ else None
    result = run(spec, run_dir=run_directory, workers=number or None, on_status=say, shard=shard)
    print(*result.notes, sep="\n")
    return result.exit_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
