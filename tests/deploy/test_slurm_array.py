"""The Slurm array script: checked by shellcheck, and played task by task in an environment like Slurm's."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from deployments import DEPLOY, put_warhost, shellcheck

from cluster import open_run
from cluster.merge import merge

SCRIPT = DEPLOY / "slurm" / "array.sh"
SWEEP = "game: connect-four\nagents: {g: {kind: greedy}}\ndesign: [{mirror: [g]}]\ngames: 200000\n"


def test_the_script_has_no_finding_of_shellcheck() -> None:
    code, findings = shellcheck(SCRIPT)
    assert code == 0, findings


def test_the_script_says_how_it_is_called() -> None:
    done = subprocess.run(["bash", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "usage: sbatch array.sh SWEEP RUN_DIRECTORY" in done.stderr


@pytest.mark.slow
def test_the_tasks_of_an_array_play_the_whole_sweep(tmp_path: Path) -> None:
    """Also when the second one is submitted again alone: Slurm then counts one task, `SHARDS` two."""
    (tmp_path / "sweep.yaml").write_text(SWEEP)
    programs = put_warhost(tmp_path)
    for task, lowest, count in (("1", "1", "2"), ("2", "2", "1")):
        slurm = {
            "SLURM_ARRAY_TASK_ID": task,
            "SLURM_ARRAY_TASK_MIN": lowest,
            "SLURM_ARRAY_TASK_MAX": "2",
            "SLURM_ARRAY_TASK_COUNT": count,
            "SHARDS": "2",
        }
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
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
