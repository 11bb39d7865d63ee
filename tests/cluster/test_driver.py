"""Who drives a run, told from what lies in its directory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cluster.driver import STALE_SECONDS, find_driver
from cluster.run_directory import RunDirectory


def test_nobody_ever(tmp_path: Path) -> None:
    assert find_driver(RunDirectory(tmp_path)).state == "none"


def test_at_work_then_gone_in_order(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    with run.locked():
        run.write_status({"state": "running"})
        found = find_driver(RunDirectory(tmp_path))
        assert found.state == "at work"
        assert f"process {os.getpid()} on" in found.owner
    assert find_driver(run).state == "none"


def test_a_driver_that_fails_is_gone_though_its_process_lives(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    with pytest.raises(ZeroDivisionError), run.locked():
        _ = 1 // 0
    assert find_driver(run).state == "none"


def test_looking_does_not_get_in_the_way(tmp_path: Path) -> None:
    find_driver(RunDirectory(tmp_path))
    with RunDirectory(tmp_path).locked():
        find_driver(RunDirectory(tmp_path))


def test_silent_for_too_long(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    with run.locked():
        run.write_status({"state": "running"})
        status = tmp_path / "status.json"
        before = status.stat().st_mtime - STALE_SECONDS - 1
        os.utime(status, (before, before))
        found = find_driver(run)
    assert found.state == "stale"
    assert found.silence is not None
    assert found.silence > STALE_SECONDS


def test_killed(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys\n"
        "from cluster.run_directory import RunDirectory\n"
        "with RunDirectory(sys.argv[1]).locked():\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False, timeout=60)
    assert find_driver(RunDirectory(tmp_path)).state == "dead"
