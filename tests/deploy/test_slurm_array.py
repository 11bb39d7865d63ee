"""The Slurm array script: checked by shellcheck, and played task by task in an environment like Slurm's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cluster import open_run
from cluster.merge import merge

SCRIPT = Path(__file__).resolve().parents[2] / "deploy" / "slurm" / "array.sh"
SWEEP = "game: connect-four\nagents: {g: {kind: greedy}}\ndesign: [{mirror: [g]}]\ngames: 200000\n"


def test_the_script_has_no_finding_of_shellcheck() -> None:
    shellcheck = Path(sys.executable).with_name("shellcheck")
    done = subprocess.run([shellcheck, SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_script_says_how_it_is_called() -> None:
    done = subprocess.run(["bash", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "usage: sbatch array.sh SWEEP RUN_DIRECTORY" in done.stderr


@pytest.mark.slow
def test_the_tasks_of_an_array_play_the_whole_sweep(tmp_path: Path) -> None:
    """Also when the second one is submitted again alone: Slurm then counts one task, `SHARDS` two."""
    (tmp_path / "sweep.yaml").write_text(SWEEP)
    warhost = tmp_path / "bin" / "warhost"
    warhost.parent.mkdir()
    warhost.write_text(f'#!/bin/sh\nexec {sys.executable} -m dashboards.cli.main "$@"\n')
    warhost.chmod(0o755)
    for task, lowest, count in (("1", "1", "2"), ("2", "2", "1")):
        slurm = {
            "SLURM_ARRAY_TASK_ID": task,
            "SLURM_ARRAY_TASK_MIN": lowest,
            "SLURM_ARRAY_TASK_MAX": "2",
            "SLURM_ARRAY_TASK_COUNT": count,
            "SHARDS": "2",
        }
        path = f"{warhost.parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", SCRIPT, tmp_path / "sweep.yaml", tmp_path / "run"],
            env=os.environ | slurm | {"PATH": path},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
    assert merge(tmp_path / "run").complete
    assert open_run(tmp_path / "run").status.games_done == 200_000
