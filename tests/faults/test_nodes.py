"""Clusters of several nodes: nodes that are killed, drained or late, workers that freeze or are killed a hundred times."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from fault_samples import chunk_files, driver, finished, is_alive, nodes, same_run, undisturbed_run, wait_for_chunks

from cluster import open_run
from cluster.run_directory import RunDirectory

pytestmark = [pytest.mark.ray, pytest.mark.slow]

GAMES, BLOCKS = 100_000, 100
PATIENT = {"backoff_first": 0.01, "backoff_most": 0.05, "attempts": 1000}
QUICK = json.dumps({"backoff_first": 0.05, "backoff_most": 0.2, "lease_minimum": 8.0, "lease_factor": 0.0})


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return undisturbed_run(tmp_path_factory.mktemp("undisturbed"), GAMES, BLOCKS)


def kinds(run_dir: Path) -> Counter[str]:
    return Counter(event["kind"] for event in RunDirectory(run_dir).read_events())


def pids(run_dir: Path) -> list[int]:
    """Processes that have played something and live."""
    found = {line["pid"]: None for line in RunDirectory(run_dir).read_telemetry()}
    return [pid for pid in found if is_alive(pid)]


def counters_agree(run_dir: Path) -> None:
    """What the run says of retries and duplicates is what its diary says, and each chunk is told of once."""
    status, counted = open_run(run_dir).status, kinds(run_dir)
    assert (status.retried, status.duplicates, status.failed) == (
        counted["retry"],
        counted["duplicate"],
        counted["retry"] + counted["quarantine"],
    )
    told = Counter(line["chunk"] for line in RunDirectory(run_dir).read_telemetry())
    assert set(told.values()) == {1}


def test_a_node_is_killed_at_random_and_another_joins_late(undisturbed: Path, tmp_path: Path) -> None:
    seed = int.from_bytes(os.urandom(4))
    random, chunks = Random(seed), len(chunk_files(undisturbed))
    with nodes(1, 1) as cluster, driver(tmp_path, GAMES, BLOCKS, 0, RAY_ADDRESS=cluster.address, PATIENCE=QUICK) as process:
        moment = random.randrange(1, chunks // 3)
        print(f"seed {seed}: a node is killed after {moment} of {chunks} chunks")
        wait_for_chunks(tmp_path, moment, process=process)
        cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
        after_the_kill = len(chunk_files(tmp_path))
        wait_for_chunks(tmp_path, min(after_the_kill + 5, chunks - 20), process=process)
        cluster.add_node(num_cpus=2)
        code, output = finished(process)
    assert code == 0, output
    same_run(undisturbed, tmp_path)
    counted = kinds(tmp_path)
    assert counted["worker lost"] >= 1, output
    assert counted["retry"] >= counted["worker lost"] - 1
    counters_agree(tmp_path)


def test_cpus_that_come_late_get_workers(undisturbed: Path, tmp_path: Path) -> None:
    with nodes(1) as cluster, driver(tmp_path, GAMES, BLOCKS, 0, RAY_ADDRESS=cluster.address) as process:
        wait_for_chunks(tmp_path, 1, process=process)
        cluster.add_node(num_cpus=2)
        code, output = finished(process)
    assert code == 0, output
    more = [event for event in RunDirectory(tmp_path).read_events() if event["kind"] == "more room"]
    assert [event["workers"] for event in more] == [3]
    same_run(undisturbed, tmp_path)


def test_a_hundred_kills_in_one_run(tmp_path: Path, undisturbed: Path) -> None:
    killed: set[int] = set()
    random = Random(100)
    with driver(tmp_path, GAMES, BLOCKS, 3, PATIENCE=json.dumps(PATIENT)) as process:
        while len(killed) < 100 and process.poll() is None:
            fresh = [pid for pid in pids(tmp_path) if pid not in killed]
            for pid in fresh[: 100 - len(killed)]:
                time.sleep(random.uniform(0, 0.02))
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
            time.sleep(0.002)
        code, output = finished(process)
    assert code == 0, output
    assert len(killed) == 100, f"the run was over after {len(killed)} kills"
    same_run(undisturbed, tmp_path)
    assert kinds(tmp_path)["worker lost"] == 100
    counters_agree(tmp_path)


def test_a_frozen_worker_is_replaced(undisturbed: Path, tmp_path: Path) -> None:
    frozen = 0
    try:
        with driver(tmp_path, GAMES, BLOCKS, 2, PATIENCE=json.dumps(json.loads(QUICK) | {"copy_minimum": 600})) as process:
            wait_for_chunks(tmp_path, 5, process=process)
            frozen = pids(tmp_path)[0]
            os.kill(frozen, signal.SIGSTOP)
            code, output = finished(process)
        assert code == 0, output
    finally:
        with suppress(ProcessLookupError):
            os.kill(frozen, signal.SIGCONT)
    same_run(undisturbed, tmp_path)
    events = list(RunDirectory(tmp_path).read_events())
    assert ["lease" in event["reason"] for event in events if event["kind"] == "worker lost"] == [True]
    counters_agree(tmp_path)


def test_long_chunks_go_on_on_another_node(tmp_path: Path) -> None:
    tree = {"TREE": "6000", "SAVE_SECONDS": "0.1"}
    with driver(tmp_path / "undisturbed", 80, 10, **tree) as process:
        code, output = finished(process)
    assert code == 0, output
    run_dir = tmp_path / "run"
    with nodes(1, 1) as cluster, driver(run_dir, 80, 10, 0, RAY_ADDRESS=cluster.address, **tree) as process:
        for _ in range(2):
            known = set(run_dir.rglob("*.states"))
            end = time.monotonic() + 60
            while len(set(run_dir.rglob("*.states")) - known) < 2 and process.poll() is None and time.monotonic() < end:
                time.sleep(0.02)  # until both nodes have left states: either may be the one that goes
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
            cluster.add_node(num_cpus=1)
        code, output = finished(process)
    assert code == 0, output
    same_run(tmp_path / "undisturbed", run_dir)
    taken_up = [line["taken_up"] for line in RunDirectory(run_dir).read_telemetry()]
    assert any(taken_up), "no chunk was gone on from"
    assert list(run_dir.rglob("*.states")) == []
