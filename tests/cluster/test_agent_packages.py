"""Packages of an agent: Ray installs them for its process, beside a worker as at a desk, and for nobody else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

pytestmark = [pytest.mark.ray, pytest.mark.slow]

AGENT = """
from engine.agents.python import PythonAgent

class Guided(PythonAgent):
    def setup(self, context):
        import warhost_guide
        self.choose = warhost_guide.choose

    def act(self, observations, legal):
        return [self.choose(actions) for actions in legal.lists]
"""


def wheel(folder: Path) -> Path:
    """A package of one module, which is nowhere installed."""
    path = folder / "warhost_guide-1.0-py3-none-any.whl"
    info = "warhost_guide-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("warhost_guide.py", "def choose(actions):\n    return int(actions[-1])\n")
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: warhost-guide\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


def small_environment(folder: Path) -> Path:
    """The Python of an environment that sees what ours does. Ray copies the whole of the one that it runs in: ours is large."""
    venv.create(folder, with_pip=True, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    ours = sysconfig.get_path("purelib")
    (site / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
    return folder / "bin/python"


def test_packages_are_there_for_the_agent_alone(tmp_path: Path) -> None:
    python = small_environment(tmp_path / "environment")
    (tmp_path / "guided_agents.py").write_text(AGENT)
    agent = {"kind": "python", "path": "guided_agents:Guided", "reproducible": True, "packages": [str(wheel(tmp_path))]}
    sweep = {
        "game": "connect-four",
        "agents": {"beside": agent, "shared": {**agent, "placement": "shared"}},
        "design": [{"round_robin": ["beside", "shared"]}],
        "games": 20,
        "metrics": None,
    }
    (tmp_path / "sweep.yaml").write_text(yaml.safe_dump(sweep))
    words = [str(python), "-m", "dashboards.cli.main", "run", str(tmp_path / "sweep.yaml"), "--workers", "1", "--json"]
    path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
    environment = {**os.environ, "PYTHONPATH": path, "RAY_ADDRESS": "local"}
    found = subprocess.run(
        [*words, "--run-dir", str(tmp_path / "run")], env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert found.returncode == 0, found.stderr
    (cell,) = json.loads(found.stdout)["cells"]
    assert cell["games"] == 20
    assert not [name for name in cell["outcomes"] if name.startswith("forfeit")]
    with pytest.raises(ModuleNotFoundError):
        __import__("warhost_guide")


def test_an_agent_that_wants_more_than_this_machine_has_is_refused(tmp_path: Path) -> None:
    agent = {"kind": "python", "path": "preferences", "resources": {"num_gpus": 3.0}}
    sweep = {"game": "connect-four", "agents": {"net": agent}, "design": [{"mirror": ["net"]}], "games": 2, "metrics": None}
    (tmp_path / "sweep.yaml").write_text(yaml.safe_dump(sweep))
    words = [
        sys.executable,
        "-m",
        "dashboards.cli.main",
        "run",
        str(tmp_path / "sweep.yaml"),
        "--run-dir",
        str(tmp_path / "run"),
    ]
    path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
    environment = {**os.environ, "PYTHONPATH": path, "RAY_ADDRESS": "local"}
    found = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert found.returncode == 2
    assert "takes 1 CPU, 3 GPUs, and no machine has that" in " ".join(found.stderr.split())
