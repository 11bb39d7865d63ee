"""A driver to be killed: `python driver.py RUN_DIRECTORY GAMES BLOCKS WORKERS PORT`; without metrics if PORT is 0.

WORKERS 0 is one for each CPU. The variable PATIENCE may hold settings of the scheduler as JSON, TREE the iterations of an
agent that searches, and SAVE_SECONDS how often its chunks leave their states.
"""

from __future__ import annotations

import functools
import json
import os
import sys

import cluster.api
import cluster.coordinator
import cluster.costs
from cluster import load_sweep, run
from cluster.pool import RayPool
from cluster.scheduler import SchedulerSettings
from cluster.status import RunStatus


def main(run_directory: str, games: int, blocks: int, workers: int, port: int) -> int:
    cluster.costs.MAX_CHUNK_GAMES = 2 * blocks
    patience = json.loads(os.environ.get("PATIENCE", "{}"))
    cluster.coordinator.SchedulerSettings = functools.partial(SchedulerSettings, **patience)  # type: ignore[misc,assignment]
    if seconds := os.environ.get("SAVE_SECONDS"):
        cluster.api.RayPool = functools.partial(RayPool, save_seconds=float(seconds))  # type: ignore[misc,assignment]
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

    result = run(spec, run_dir=run_directory, workers=workers or None, on_status=say)
    print(*result.notes, sep="\n")
    return result.exit_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
