"""Drivers in processes of their own: killed, interrupted, started twice. What the run directory holds is enough."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import psutil
import pytest
from fault_samples import chunk_files, driver, finished, is_alive, same_run, undisturbed_run, wait_for_chunks

from cluster import open_run
from cluster.run_directory import RunDirectory

pytestmark = [pytest.mark.ray, pytest.mark.slow]

GAMES, BLOCKS = 40_000, 100


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return undisturbed_run(tmp_path_factory.mktemp("undisturbed"), GAMES, BLOCKS)


def test_a_driver_killed_again_and_again_gets_to_the_same_tables(undisturbed: Path, tmp_path: Path) -> None:
    random, chunks = Random(8), len(chunk_files(undisturbed))
    for kill in range(3):
        with driver(tmp_path, GAMES, BLOCKS) as process:
            wait_for_chunks(tmp_path, len(chunk_files(tmp_path)) + random.randrange(chunks // 6), process=process)
            assert process.poll() is None, f"the run was over before kill {kill}"
            process.send_signal(signal.SIGKILL)
            process.wait(timeout=30)
        workers = {line["pid"] for line in RunDirectory(tmp_path).read_telemetry()}
        end = time.monotonic() + 60
        while any(is_alive(pid) for pid in workers):
            assert time.monotonic() < end, "workers outlive their driver"
            time.sleep(0.1)
    half_way = open_run(tmp_path)
    assert half_way.exit_code == 75
    assert 0 < half_way.status.chunks_done < chunks
    with driver(tmp_path, GAMES, BLOCKS) as process:
        code, output = finished(process)
    assert code == 0, output
    same_run(undisturbed, tmp_path)
    assert [event["kind"] for event in RunDirectory(tmp_path).read_events()].count("resume") == 3


def test_ctrl_c_drains_and_the_run_goes_on_later(undisturbed: Path, tmp_path: Path) -> None:
    with driver(tmp_path, GAMES, BLOCKS) as process:
        wait_for_chunks(tmp_path, 10)
        process.send_signal(signal.SIGINT)
        code, output = finished(process)
    assert code == 75, output
    assert "stopped: SIGINT" in output
    kinds = [event["kind"] for event in RunDirectory(tmp_path).read_events()]
    assert kinds[0] == "start"
    assert [kind for kind in kinds if kind != "left off"][-2:] == ["drain", "finish"]
    with driver(tmp_path, GAMES, BLOCKS) as process:
        assert finished(process)[0] == 0
    same_run(undisturbed, tmp_path)


def test_sigterm_does_as_ctrl_c(tmp_path: Path) -> None:
    with driver(tmp_path, GAMES, BLOCKS) as process:
        wait_for_chunks(tmp_path, 10)
        process.send_signal(signal.SIGTERM)
        code, output = finished(process)
    assert code == 75, output
    assert "stopped: SIGTERM" in output


def test_a_driver_whose_ray_dies_says_so_and_the_run_goes_on_later(undisturbed: Path, tmp_path: Path) -> None:
    """Without the raylet, Ray's own process on each machine, workers play on, but those that die are waited for in vain."""
    with driver(tmp_path, GAMES, BLOCKS) as process:
        wait_for_chunks(tmp_path, 10, process=process)
        below = psutil.Process(process.pid).children(recursive=True)
        for child in [child for child in below if child.name() == "raylet" or "ray::Table" in " ".join(child.cmdline())]:
            child.kill()
        code, output = finished(process, 120)
    assert code == 75, output
    assert "stopped: Ray's own process on the driver's machine" in output
    with driver(tmp_path, GAMES, BLOCKS) as process:
        assert finished(process)[0] == 0
    same_run(undisturbed, tmp_path)


def test_a_second_driver_and_another_sweep_are_refused_and_a_finished_run_reported(undisturbed: Path, tmp_path: Path) -> None:
    with driver(tmp_path, GAMES, BLOCKS) as process:
        wait_for_chunks(tmp_path, 3)
        process.send_signal(signal.SIGSTOP)  # so that it isn't done before the second one, on a slow machine, has begun
        with driver(tmp_path, GAMES, BLOCKS) as second:
            code, output = finished(second)
        process.send_signal(signal.SIGCONT)
        assert code == 1
        assert f"RunLockedError: {tmp_path} is being driven by another process: process {process.pid} on" in output
        assert finished(process)[0] == 0
    with driver(tmp_path, GAMES + 2, BLOCKS) as other:
        code, output = finished(other)
    assert code == 1
    assert f"games: {GAMES} -> {GAMES + 2}" in output
    events = (tmp_path / "events.jsonl").read_bytes()
    with driver(tmp_path, GAMES, BLOCKS) as again:
        assert finished(again)[0] == 0
    assert (tmp_path / "events.jsonl").read_bytes() == events
    same_run(undisturbed, tmp_path)


def test_a_driver_prints_nothing_of_rays(undisturbed: Path, tmp_path: Path) -> None:
    with driver(tmp_path, 2000, BLOCKS) as process:
        code, output = finished(process)
    assert code == 0
    states = {"preparing", "running", "complete"}
    assert all(line.split()[0] in states for line in output.splitlines() if line.strip()), output


def test_jobs_are_played_alone_by_one_command(undisturbed: Path, tmp_path: Path) -> None:
    plan = open_run(undisturbed).plan
    job = tmp_path / "chunk.job"
    job.write_bytes(plan.chunk_job(plan.cells[0].chunk(1)).to_bytes())
    played = subprocess.run([sys.executable, "-m", "workers.play_job", str(job)], capture_output=True, text=True, check=False)
    assert played.returncode == 0
    assert "all of them were played, content hash" in played.stdout
    job.write_bytes(b"\x81")
    refused = subprocess.run([sys.executable, "-m", "workers.play_job", str(job)], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "no chunk job" in refused.stdout
