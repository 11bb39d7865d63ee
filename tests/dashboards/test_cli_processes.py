"""The command as a process of its own, on a real Ray: what is printed where, exit codes, ends in the middle."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cluster.run_directory import RunDirectory

pytestmark = [pytest.mark.ray, pytest.mark.slow]

WARHOST = [sys.executable, "-c", "from dashboards.cli.main import main; main()"]
SWEEP = """
game: connect-four
options: {opening_moves: 2}
agents: {greedy: {kind: greedy}, random: {kind: random}}
design: [{round_robin: [greedy, random]}]
games: 2000
metrics: null
"""


def warhost(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [*WARHOST, *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sweep.yaml").write_text(SWEEP)
    return tmp_path


def figures(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != "execution"}


def test_run_extend_and_the_same_from_a_fresh_run(folder: Path) -> None:
    first = warhost(folder, "run", "sweep.yaml", "--run-dir", "a", "--workers", 2, "--json")
    assert first.returncode == 0, first.stderr
    document = json.loads(first.stdout)
    assert document["games"] == 2000
    assert re.search(r"^complete: 2,000 of 2,000 games \(100 %\)", first.stderr, re.MULTILINE)
    assert "Run directory: a" in first.stderr
    extended = warhost(folder, "extend", "a", "sweep.yaml", "--games", 3000, "--workers", 1, "--json")
    assert extended.returncode == 0, extended.stderr
    fresh = warhost(folder, "run", "sweep.yaml", "--games", 3000, "--run-dir", "b", "--workers", 1, "--json")
    assert fresh.returncode == 0, fresh.stderr
    assert figures(json.loads(extended.stdout))["cells"] == figures(json.loads(fresh.stdout))["cells"]
    refused = warhost(folder, "extend", "a", "sweep.yaml", "--games", 3000, "--set", "seed=9")
    assert refused.returncode == 2
    assert "seed" in refused.stderr
    assert "Traceback" not in refused.stderr


def wait_for(run: Path, pattern: str, process: subprocess.Popen[str]) -> None:
    limit = time.monotonic() + 120
    while not any(run.glob(pattern)):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < limit
        time.sleep(0.05)


def test_ctrl_c_saves_and_says_how_to_go_on_and_a_killed_driver_is_seen(folder: Path) -> None:
    games = 4_000_000
    arguments = ["run", "sweep.yaml", "--games", str(games), "--run-dir", "long", "--workers", "1"]
    process = subprocess.Popen(
        [*WARHOST, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    wait_for(folder / "long", "chunks/*/*.parquet", process)
    process.send_signal(signal.SIGINT)
    shown, progress = process.communicate(timeout=120)
    assert process.returncode == 75, progress
    assert "Score and win rate" in shown
    assert "Go on with: warhost run long" in progress
    assert "incomplete" in warhost(folder, "status", "long").stdout

    process = subprocess.Popen(
        [*WARHOST, "run", "long", "--workers", "1"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    before = len(list((folder / "long").rglob("chunks/*/*.parquet")))
    limit = time.monotonic() + 120
    while len(list((folder / "long").rglob("chunks/*/*.parquet"))) <= before:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < limit
        time.sleep(0.05)
    live = json.loads(warhost(folder, "status", "long", "--json").stdout)
    assert live["driver"]["state"] == "at work"
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    dead = warhost(folder, "status", "long")
    assert "its driver is gone" in dead.stdout
    assert "warhost run long" in dead.stdout.replace("\n", " ")


def test_what_ray_says_of_a_killed_worker_is_no_part_of_the_document(folder: Path) -> None:
    words = ["run", "sweep.yaml", "--games", "400000", "--run-dir", "a", "--workers", "1", "--json", "--log-format", "json"]
    with subprocess.Popen(
        [*WARHOST, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        run, end = RunDirectory(folder / "a"), time.monotonic() + 120
        while not (lines := list(run.read_telemetry())):
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.02)
        os.kill(lines[0]["pid"], signal.SIGKILL)
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert json.loads(output)["games"] == 400_000
    told = [json.loads(line) for line in errors.splitlines()]
    assert any(line.get("event", {}).get("kind") == "worker lost" for line in told)
