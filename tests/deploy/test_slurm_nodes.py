"""The Slurm script for several nodes, played on two Ray nodes of this machine by a stand-in for `srun`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from deployments import DEPLOY, put_warhost, shellcheck

from cluster import open_run
from cluster.run_directory import RunDirectory

SCRIPT = DEPLOY / "slurm" / "nodes.sh"
SWEEP = "game: connect-four\nagents: {g: {kind: greedy}}\ndesign: [{mirror: [g]}]\ngames: {games}\nmetrics: null\n"

SRUN = """#!/bin/bash
# One task, here. Notes what it was asked for and whether the task has a token.
echo "$* token=${#RAY_AUTH_TOKEN} mode=$RAY_AUTH_MODE" >> "$SRUN_CALLS"
while [ "${1#--}" != "$1" ]; do shift; done
exec "$@"
"""


def test_the_script_has_no_finding_of_shellcheck() -> None:
    code, findings = shellcheck(SCRIPT)
    assert code == 0, findings


def test_the_script_says_how_it_is_called() -> None:
    done = subprocess.run(["bash", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "usage: sbatch nodes.sh SWEEP RUN_DIRECTORY" in done.stderr


def begin(folder: Path, games: int) -> subprocess.Popen[str]:
    """Start the script as Slurm would on two nodes of one CPU."""
    (folder / "sweep.yaml").write_text(SWEEP.replace("{games}", str(games)))
    programs = put_warhost(folder)
    (programs / "srun").write_text(SRUN)
    (programs / "srun").chmod(0o755)
    with socket.socket() as listener:
        listener.bind(("0.0.0.0", 0))
        port = listener.getsockname()[1]
    slurm = {"SLURM_JOB_ID": "7", "SLURM_JOB_NUM_NODES": "2", "SLURM_CPUS_PER_TASK": "1", "PORT": str(port)}
    path = os.pathsep.join([str(programs), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | slurm | {"PATH": path, "SRUN_CALLS": str(folder / "calls"), "RAY_TMPDIR": str(folder / "ray")}
    with (folder / "output").open("a") as output:
        return subprocess.Popen(
            ["bash", SCRIPT, folder / "sweep.yaml", folder / "run"], env=environment, stdout=output, stderr=output, text=True
        )


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder in which Ray's sockets get names that are short enough; that of a test under pytest-xdist is not."""
    with tempfile.TemporaryDirectory(prefix="n", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def players(run: Path) -> set[int]:
    """Processes that have played a chunk."""
    telemetry = run / "telemetry" / "chunks.jsonl"
    lines = telemetry.read_text().splitlines(keepends=True) if telemetry.exists() else []
    return {json.loads(line)["pid"] for line in lines if line.endswith("\n")}


@pytest.mark.ray
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("hostname") is None, reason="the script asks `hostname` for the node's address")
def test_two_nodes_play_a_sweep_through_a_stop_in_the_middle(short_folder: Path) -> None:
    folder = short_folder
    process = begin(folder, 40_000_000)
    end = time.monotonic() + 120
    while len(players(folder / "run")) < 2:  # each node has one CPU
        assert process.poll() is None, (folder / "output").read_text()
        assert time.monotonic() < end, (folder / "output").read_text()
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=120) == 75, (folder / "output").read_text()
    done = open_run(folder / "run").status.games_done
    assert 0 < done < 40_000_000
    kinds = [event["kind"] for event in RunDirectory(folder / "run").read_events()]
    assert [kind for kind in kinds if kind != "left off"][-2:] == ["drain", "finish"]
    calls = (folder / "calls").read_text().splitlines()
    assert len(calls) == 2
    assert "ray start --head" in calls[0]
    assert "--nodes=1 --ntasks=1 --exclude=" in calls[1]
    assert all("token=64 mode=token" in call for call in calls)
