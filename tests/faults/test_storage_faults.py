"""Storage that is full, read-only, gone or torn, and a worker that is slow: a clear refusal, and then the same tables."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import ray

sys.path.insert(0, str(Path(__file__).parents[1] / "cluster" / "support"))

from cluster_samples import small_chunks, sweep
from fault_samples import chunk_files, same_run

import cluster.pool
from cluster import RunResult, RunStatus, run
from cluster.run_directory import RunDirectory
from cluster.scheduler import SchedulerSettings
from workers.chunk import read_job
from workers.table import TableCore

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("ray_session")]

GAMES = 20_000


def play(path: Path, on_status: Callable[[RunStatus], None] | None = None) -> RunResult:
    with small_chunks(100):
        return run(sweep(GAMES), run_dir=path, workers=2, on_status=on_status)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, ray_session: None) -> Path:
    path = tmp_path_factory.mktemp("undisturbed")
    assert play(path).exit_code == 0
    return path


class SmallDisk:
    """A file system of its own in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def mount(self, options: str) -> bool:
        words = ["mount", "-t", "tmpfs", "-o", options, "warhost-test", str(self.path)]
        return shutil.which("mount") is not None and subprocess.run(words, capture_output=True, check=False).returncode == 0

    def again(self, options: str, folder: str = "") -> None:
        """Give it other options; `bind` ones to a folder alone, in which nobody has a file open."""
        path = str(self.path / folder)
        if "bind" in options and not Path(path).is_mount():
            subprocess.run(["mount", "--bind", path, path], check=True)
        subprocess.run(["mount", "-o", f"remount,{options}", path], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    small = SmallDisk(tmp_path)
    if not small.mount("size=500k"):
        pytest.skip("mounting a file system needs to be root")
    yield small
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def test_a_full_disk_stops_the_run_and_room_lets_it_go_on(undisturbed: Path, disk: SmallDisk) -> None:
    result = play(disk.path / "run")
    assert result.exit_code == 75
    assert any("the disk is full" in note for note in result.notes), result.notes
    there = len(chunk_files(disk.path / "run"))
    assert 0 < there == result.status.chunks_done < result.status.chunks
    assert result.status.quarantined == 0
    disk.again("size=100m")
    assert play(disk.path / "run").exit_code == 0
    same_run(undisturbed, disk.path / "run")


def test_a_disk_that_becomes_read_only(undisturbed: Path, disk: SmallDisk) -> None:
    disk.again("size=100m")

    def turn_read_only(status: RunStatus) -> None:
        if status.chunks_done > 5 and status.state == "running" and not turned:
            turned.append(status.chunks_done)
            disk.again("bind,ro", "run/chunks")

    turned: list[int] = []
    result = play(disk.path / "run", turn_read_only)
    assert turned
    assert result.exit_code == 75
    assert any("the file system is read-only" in note for note in result.notes), result.notes
    disk.again("bind,rw", "run/chunks")
    assert play(disk.path / "run").exit_code == 0
    same_run(undisturbed, disk.path / "run")


def test_a_run_directory_that_vanishes_is_told_and_not_made_anew(undisturbed: Path, tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "run", tmp_path / "elsewhere"

    def vanish(status: RunStatus) -> None:
        if status.chunks_done > 5 and status.state == "running" and path.exists():
            path.rename(elsewhere)

    result = play(path, vanish)
    assert elsewhere.exists(), "the run was over before it lost its directory"
    assert result.exit_code == 75
    assert any("is gone" in note for note in result.notes), result.notes
    assert not path.exists()
    elsewhere.rename(path)
    assert play(path).exit_code == 0
    same_run(undisturbed, path)


def test_torn_files_are_set_aside_and_their_chunks_played_again(undisturbed: Path, tmp_path: Path) -> None:
    shutil.copytree(undisturbed, tmp_path / "run")
    whole = sorted(chunk_files(tmp_path / "run"))
    for file, size in zip(whole[::7], (0, 1, 100, 1000, 10**9), strict=False):
        file.write_bytes(file.read_bytes()[:-1][:size])
    result = play(tmp_path / "run")
    assert result.exit_code == 0
    assert sum("is played again" in note for note in result.notes) == len(list((tmp_path / "run/set-aside").iterdir())) == 5
    same_run(undisturbed, tmp_path / "run")


class SlowTable(TableCore):
    """The first to get one chunk is so slow that another plays it; what is queued behind it keeps the run from ending."""

    def play(self, job: bytes, run_directory: str) -> bytes:
        block, run_dir = read_job(job).first_block, Path(run_directory)
        slow, late = run_dir / "slow", run_dir / "late"
        there = bool(list(run_dir.glob("chunks/*/0000006000-200.parquet")))
        if block == 3000 and not slow.exists():
            slow.touch()
            wait_until(lambda: bool(list(run_dir.glob("chunks/*/0000006000-200.parquet"))))
            result = super().play(job, run_directory)
            late.touch()
            return result
        if there:
            wait_until(late.exists)
            time.sleep(0.5)
        return super().play(job, run_directory)


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)


@pytest.mark.slow
def test_a_slow_workers_chunk_is_given_to_another_and_comes_in_twice(
    undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    table = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(SlowTable)  # type: ignore[call-overload]
    monkeypatch.setattr(cluster.pool, "Table", table)
    eager = SchedulerSettings(copy_minimum=0.5, copy_factor=0.0)
    monkeypatch.setattr("cluster.coordinator.SchedulerSettings", lambda seed=0: eager)
    result = play(tmp_path)
    assert result.exit_code == 0
    same_run(undisturbed, tmp_path)
    counted = Counter(event["kind"] for event in RunDirectory(tmp_path).read_events())
    assert result.status.duplicates == counted["duplicate"] >= 1
    assert counted["worker lost"] == counted["retry"] == 0
