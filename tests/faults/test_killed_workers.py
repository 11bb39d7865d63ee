"""Workers on a real Ray that are killed, hang or meet a poison chunk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest
import ray

sys.path.insert(0, str(Path(__file__).parents[1] / "cluster" / "support"))

from cluster_samples import small_chunks, sweep
from fault_samples import content_hashes, same_run

import cluster.pool
from cluster import RunStatus, run
from cluster.run_directory import RunDirectory
from cluster.scheduler import SchedulerSettings
from workers.chunk import read_job
from workers.table import TableCore

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("ray_session")]

GAMES = 60_000


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, ray_session: None) -> Path:
    path = tmp_path_factory.mktemp("undisturbed")
    with small_chunks(250):
        assert run(sweep(GAMES), run_dir=path, workers=1).exit_code == 0
    return path


def test_one_worker_and_two_give_the_same_chunks_and_tables(undisturbed: Path, tmp_path: Path) -> None:
    with small_chunks(250):
        result = run(sweep(GAMES), run_dir=tmp_path, workers=2)
    assert result.exit_code == 0
    assert {line["worker"] for line in RunDirectory(tmp_path).read_telemetry()} == {0, 1}
    same_run(undisturbed, tmp_path)
    assert len(content_hashes(tmp_path)) == result.status.chunks > 100


def test_other_chunk_sizes_give_the_same_tables(undisturbed: Path, tmp_path: Path) -> None:
    with small_chunks(3000):
        other = run(sweep(GAMES), run_dir=tmp_path, workers=2)
    with small_chunks(250):
        first = run(sweep(GAMES), run_dir=undisturbed)
    assert other.estimates.equals(first.estimates)
    assert other.status.chunks < first.status.chunks


@pytest.mark.slow
def test_killing_workers_at_random_changes_nothing(undisturbed: Path, tmp_path: Path) -> None:
    random, killed, done = Random(3), set[int](), threading.Event()

    def kill_now_and_then() -> None:
        while not done.wait(random.uniform(0.05, 0.3)):
            pids = {line["pid"] for line in RunDirectory(tmp_path).read_telemetry()} - killed
            for pid in sorted(pids)[:1] if len(killed) < 6 else ():
                killed.add(pid)
                os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_now_and_then)
    killer.start()
    try:
        with small_chunks(250):
            result = run(sweep(GAMES), run_dir=tmp_path, workers=2)
    finally:
        done.set()
        killer.join()
    assert result.exit_code == 0
    lost = [event for event in RunDirectory(tmp_path).read_events() if event["kind"] == "worker lost"]
    assert len(lost) >= len(killed) >= 2
    same_run(undisturbed, tmp_path)


class PoisonTable(TableCore):
    """Dies of one chunk, fails at another, and hangs once at a third."""

    def play(self, job: bytes, run_directory: str) -> bytes:
        block = read_job(job).first_block
        if block == 5000:
            os.kill(os.getpid(), signal.SIGKILL)
        if block == 10_000:
            raise ArithmeticError("the rules divide by zero")
        if block == 15_000 and not Path(run_directory, "hung").exists():
            Path(run_directory, "hung").touch()
            time.sleep(3600)
        return super().play(job, run_directory)


@pytest.mark.slow
def test_poison_chunks_are_set_apart_and_the_rest_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    table = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(PoisonTable)  # type: ignore[call-overload]
    monkeypatch.setattr(cluster.pool, "Table", table)
    monkeypatch.setattr("cluster.coordinator.SchedulerSettings", _impatient)
    states: list[RunStatus] = []
    with small_chunks(1000):
        result = run(sweep(GAMES), run_dir=tmp_path, workers=2, on_status=states.append)
    assert result.exit_code == 75
    assert result.status.quarantined == 2
    assert result.status.chunks_done == result.status.chunks - 2
    assert result.status.workers == result.status.in_flight == 0
    assert max(status.in_flight for status in states) <= 4
    assert (tmp_path / "hung").exists()
    events = list(RunDirectory(tmp_path).read_events())
    quarantined = [event for event in events if event["kind"] == "quarantine"]
    assert sorted(len(event["attempts"]) for event in quarantined) == [5, 5]
    assert any("the rules divide by zero" in event["reason"] for event in quarantined)
    assert any("lease" in event["reason"] for event in events if event["kind"] == "worker lost")
    for event in quarantined:
        alone = subprocess.run([sys.executable, *event["command"].split()[1:]], capture_output=True, text=True, check=False)
        assert alone.returncode == 0, alone.stdout + alone.stderr

    monkeypatch.undo()
    assert run(sweep(GAMES), run_dir=tmp_path, workers=2).exit_code == 0


def _impatient(seed: int = 0) -> SchedulerSettings:
    return SchedulerSettings(
        seed=seed, lease_minimum=3.0, lease_factor=0.0, copy_minimum=60.0, backoff_first=0.05, backoff_most=0.2
    )
