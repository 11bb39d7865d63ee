"""A soak: games for minutes or hours while workers are killed; does memory grow, are files left open, do the figures agree?

    python tests/benchmarks/soak.py 60             # an hour of sweeps of all games in turn
    python tests/benchmarks/soak.py 60 10000000    # one run of so many games of War Chest, within the hour

Each sweep has a run directory of its own. After each, the games in the rows, in the sums, in the status and in the metrics must
be the same number, each chunk must have been told of once, and lost workers in the metrics and in the diary must agree. Prints
one JSON line a minute, and a last one.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import polars as pl
from prometheus_client.parser import text_string_to_metric_families

from cluster import RunStatus, load_sweep, run
from cluster.run_directory import RunDirectory

KILL_EVERY_SECONDS = 15.0
DUEL = [{"round_robin": ["dice", "keen"]}]
SWEEPS = (
    {"game": "war-chest", "games": 500_000, "design": [{"mirror": ["keen"]}, *DUEL]},
    {"game": "connect-four", "games": 2_000_000, "design": DUEL},
    {"game": "chaos-in-the-old-world", "games": 20_000, "design": [{"mirror": ["dice", "keen"]}]},
    {"game": "age-of-sigmar", "games": 20_000, "design": [{"mirror": ["keen"]}, *DUEL]},
    {"game": "war-of-the-ring", "games": 5_000, "design": [{"mirror": ["keen"]}, *DUEL]},
)
AGENTS = {"dice": {"kind": "random"}, "keen": {"kind": "greedy"}}


def resident_megabytes(pid: int) -> float:
    """Memory that a process holds now; 0 if it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize() / 1e6
    except OSError:
        return 0.0


def totals(text: str) -> dict[str, float]:
    """The sum of each metric's samples over its labels."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


@dataclass
class Soak:
    """What was seen so far."""

    end: float
    random: Random = field(default_factory=lambda: Random(1))
    games: int = 0
    runs: int = 0
    kills: int = 0
    worker_megabytes: float = 0.0
    readings: list[tuple[float, float, int]] = field(default_factory=list)
    """Seconds, megabytes of the driver, its open files; one a second while a run is at work."""
    last_word: float = field(default_factory=time.monotonic)

    def play(self, folder: Path, sweeps: Sequence[Mapping[str, object]]) -> None:
        """One sweep after the other until the time is over."""
        started = time.monotonic()
        while time.monotonic() < self.end:
            words = sweeps[self.runs % len(sweeps)]
            run_dir = folder / f"run-{self.runs}"
            spec = load_sweep({**words, "agents": AGENTS, "seed": self.runs, "metrics": {"port": 0}})
            self.one_run(spec, run_dir, started)
            self.runs += 1
            shutil.rmtree(run_dir)
            if len(sweeps) == 1:
                break

    def one_run(self, spec, run_dir: Path, started: float) -> None:  # type: ignore[no-untyped-def]
        done = threading.Event()

        def watch(status: RunStatus) -> None:
            now = time.monotonic() - started
            if not self.readings or now - self.readings[-1][0] >= 1:
                self.readings.append((now, resident_megabytes(os.getpid()), len(list(Path("/proc/self/fd").iterdir()))))
            if time.monotonic() - self.last_word > 60:
                self.last_word = time.monotonic()
                print(json.dumps(self.summary() | {"run_games": status.games_done}), flush=True)

        killer = threading.Thread(target=self.kill, args=(run_dir, done))
        killer.start()
        try:
            result = run(spec, run_dir=run_dir, workers=2, on_status=watch)
        finally:
            done.set()
            killer.join()
        assert result.exit_code == 0, result.notes
        rows = result.games.select(pl.struct("game_id").n_unique()).collect().item()
        sums = sum(cell.sums.games for cell in result.status.cells)
        assert rows == sums == result.status.games_done, (rows, sums, result.status.games_done)
        lost = sum(event["kind"] == "worker lost" for event in RunDirectory(run_dir).read_events())
        assert lost <= self.kills
        metrics = totals((run_dir / "metrics.prom").read_text())
        assert metrics["warhost_games_total"] == sums, (metrics, sums)
        assert metrics["warhost_chunks_done_total"] == result.status.chunks_done
        assert metrics["warhost_workers_lost_total"] == lost
        told = [line["chunk"] for line in RunDirectory(run_dir).read_telemetry()]
        assert len(told) == len(set(told)) == result.status.chunks_done
        self.games += sums

    def kill(self, run_dir: Path, done: threading.Event) -> None:
        """Kill a worker now and then."""
        while not done.wait(self.random.uniform(0.5, 1.5) * KILL_EVERY_SECONDS):
            found = {line["pid"] for line in RunDirectory(run_dir).read_telemetry()}
            alive = sorted(pid for pid in found if resident_megabytes(pid) > 0)
            self.worker_megabytes = max([self.worker_megabytes, *map(resident_megabytes, alive)])
            if alive:
                os.kill(self.random.choice(alive), signal.SIGKILL)
                self.kills += 1

    def summary(self) -> dict[str, float]:
        """Figures; slopes over the second half, when everything has been loaded once."""
        half = self.readings[len(self.readings) // 2 :]
        minutes = max((half[-1][0] - half[0][0]) / 60, 1e-9)
        return {
            "runs": self.runs,
            "games": self.games,
            "kills": self.kills,
            "worker_mb_at_most": round(self.worker_megabytes, 1),
            "driver_mb": round(half[-1][1], 1),
            "driver_mb_per_minute": round((half[-1][1] - half[0][1]) / minutes, 3),
            "files": half[-1][2],
            "files_per_minute": round((half[-1][2] - half[0][2]) / minutes, 3),
        }


def main(minutes: float, games: int = 0) -> None:
    import ray

    os.environ["RAY_AUTH_MODE"] = "disabled"
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(time.monotonic() + 60 * minutes)
        soak.play(Path(folder), SWEEPS if not games else [SWEEPS[0] | {"games": games // 2}])  # for each of its two designs
    print(json.dumps({"end": True, **soak.summary()}))


if __name__ == "__main__":
    main(float(sys.argv[1]), int((*sys.argv, 0)[2]))
