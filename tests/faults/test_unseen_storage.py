"""A node on which the run directory isn't mounted: found before it plays, and named."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fault_samples import chunk_files, driver, finished

from cluster.run_directory import RunDirectory

BLIND = 'mount -t tmpfs none "$1" && exec "$2" -m ray.scripts.scripts start --address="$3" --num-cpus=1 --block'


def _may_mount() -> bool:
    unshare = shutil.which("unshare")
    words = [str(unshare), "--mount", "sh", "-c", "mount -t tmpfs none /mnt"]
    return unshare is not None and subprocess.run(words, capture_output=True, check=False).returncode == 0


pytestmark = [
    pytest.mark.ray,
    pytest.mark.slow,
    pytest.mark.skipif(not _may_mount(), reason="needs the right to mount in a name space of its own"),
]


@contextmanager
def blind_node(cluster: Any, folder: Path) -> Iterator[None]:
    """A node of one CPU that finds an empty folder where others find the run directory."""
    words = ["unshare", "--mount", "sh", "-c", BLIND, "blind", str(folder), sys.executable, cluster.address]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            yield
        finally:
            os.killpg(process.pid, 15)
            process.wait(timeout=30)


def examined(address: str, run_dir: Path) -> list[dict[str, str]]:
    """What `warhost doctor` finds, asked in a process of its own: this one may be connected to another Ray."""
    words = [sys.executable, "-m", "dashboards.cli.main", "doctor", "--address", address, "--run-dir", str(run_dir), "--json"]
    said = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    return json.loads(said.stdout)["findings"]


def test_a_node_without_the_run_directory_plays_nothing_and_is_named(tmp_path: Path) -> None:
    from ray.cluster_utils import Cluster

    shared = tmp_path / "shared"
    shared.mkdir()
    run_dir = shared / "run"
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:  # socket paths must be short
        head = {"num_cpus": 0, "include_dashboard": False, "temp_dir": folder}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            with blind_node(cluster, shared):
                end = time.monotonic() + 120
                while len(alive := [node for node in cluster.global_state.node_table() if node["Alive"]]) < 2:
                    assert time.monotonic() < end, "the blind node does not join"
                    time.sleep(0.2)
                blind = next(node["NodeID"] for node in alive if node["Resources"].get("CPU"))
                with driver(run_dir, 4000, 50, 0, RAY_ADDRESS=cluster.address) as process:
                    code, output = finished(process, 180)
                assert code == 75
                told = f"({blind[:12]}) can't use the run directory: {run_dir} is not there"
                assert told in output
                assert "mount the same file system under the same path on that node" in output
                assert chunk_files(run_dir) == []
                (found,) = (finding for finding in examined(cluster.address, run_dir) if finding["level"] == "mend")
                assert f"({blind[:8]}) can't use it: {run_dir} is not there" in found["words"]
                cluster.add_node(num_cpus=1)
                with driver(run_dir, 4000, 50, 0, RAY_ADDRESS=cluster.address) as process:
                    code, output = finished(process, 180)
                assert code == 0, output
                kinds = Counter(event["kind"] for event in RunDirectory(run_dir).read_events())
                assert kinds["refused"] in {1, 2}, "once in the first session; in the second if the worker came up in time"
                assert len({line["worker"] for line in RunDirectory(run_dir).read_telemetry()}) == 1
                assert not list(run_dir.glob(".probe*"))
        finally:
            cluster.shutdown()
