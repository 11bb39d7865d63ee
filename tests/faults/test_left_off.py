"""SIGTERM and spot notices in the middle of chunks that take long: their states are left, and the run goes on from them."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen
from typing import Any

import psutil
import pytest
from fault_samples import blocking_node, driver, finished, nodes, same_run

from cluster.run_directory import RunDirectory

pytestmark = [pytest.mark.slow]

GAMES, BLOCKS = 40, 10
TREE = {"TREE": "20000", "LEAVE_SECONDS": "0.2"}
SHARD = Path("shards/000001-of-000001")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("undisturbed")
    with driver(path, GAMES, BLOCKS, SHARD="", **TREE) as process:
        code, output = finished(process, 300)
    assert code == 0, output
    return path / SHARD


def counted(run_dir: Path) -> Counter[str]:
    return Counter(event["kind"] for event in RunDirectory(run_dir).read_events())


def wait_until(holds: Callable[[], Any], process: Popen[str], seconds: float = 240.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert process.poll() is None, "the run was over too early"
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.05)


def half_way(run_dir: Path) -> bool:
    """A chunk is in, so another one is begun: each worker has two in hand, and there are four."""
    return counted(run_dir)["start"] > 0 and len(list(RunDirectory(run_dir).read_telemetry())) > 0


def left_off(run_dir: Path) -> list[int]:
    """Decisions after which chunks were left off whose states are stored."""
    reasons = [event["reason"] for event in RunDirectory(run_dir).read_events() if event["kind"] == "left off"]
    return [int(reason.split()[3]) for reason in reasons if reason.endswith("its states are stored")]


def taken_up(run_dir: Path) -> int:
    return sum(line["taken_up"] for line in RunDirectory(run_dir).read_telemetry())


@pytest.mark.ray
def test_sigterm_to_the_driver_leaves_states_that_the_next_one_goes_on_from(undisturbed: Path, tmp_path: Path) -> None:
    with driver(tmp_path, GAMES, BLOCKS, **TREE) as process:
        wait_until(lambda: half_way(tmp_path), process)
        process.send_signal(signal.SIGTERM)
        code, output = finished(process, 300)
    assert code == 75, output
    decisions = left_off(tmp_path)
    assert decisions
    assert len(list(tmp_path.rglob("*.states"))) == len(decisions)
    assert counted(tmp_path)["worker lost"] == counted(tmp_path)["retry"] == 0
    with driver(tmp_path, GAMES, BLOCKS, **TREE) as process:
        code, output = finished(process, 300)
    assert code == 0, output
    assert taken_up(tmp_path) == sum(decisions)
    same_run(undisturbed, tmp_path)
    assert list(tmp_path.rglob("*.states")) == []


def test_a_machine_that_shuts_down_tells_a_shard_and_its_workers_at_once(undisturbed: Path, tmp_path: Path) -> None:
    run_dir = tmp_path / SHARD
    with driver(tmp_path, GAMES, BLOCKS, SHARD="", **TREE) as process:
        wait_until(lambda: half_way(run_dir), process)
        for child in psutil.Process(process.pid).children():
            os.kill(child.pid, signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        code, output = finished(process, 300)
    assert code == 75, output
    decisions = left_off(run_dir)
    assert decisions
    with driver(tmp_path, GAMES, BLOCKS, SHARD="", **TREE) as process:
        code, output = finished(process, 300)
    assert code == 0, output
    assert taken_up(run_dir) == sum(decisions)
    same_run(undisturbed, run_dir)


@pytest.mark.ray
def test_a_node_that_hears_sigterm_moves_its_work_without_a_loss(undisturbed: Path, tmp_path: Path) -> None:
    with (
        nodes() as cluster,
        blocking_node(cluster.address, RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S="60") as node,
        driver(tmp_path, GAMES, BLOCKS, 1, RAY_ADDRESS=cluster.address, **TREE) as process,
    ):
        wait_until(lambda: half_way(tmp_path), process)
        node.send_signal(signal.SIGTERM)
        wait_until(lambda: counted(tmp_path)["worker left"], process)
        node.wait(timeout=120)  # nothing holds it any more
        cluster.add_node(num_cpus=1)
        code, output = finished(process, 300)
    assert code == 0, output
    kinds = counted(tmp_path)
    assert (kinds["worker left"], kinds["worker lost"], kinds["retry"]) == (1, 0, 0)
    assert left_off(tmp_path)
    assert taken_up(tmp_path) == sum(left_off(tmp_path))
    same_run(undisturbed, tmp_path)
