"""Networks on a Ray cluster of two machines: beside each worker, and at desks that workers share. The games are the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml
from fault_samples import nodes, same_run

from cluster import open_run
from cluster.run_directory import RunDirectory
from engine.agents.networks.weights import initial_layers, save_layers
from engine.game import get_game

pytestmark = [pytest.mark.ray, pytest.mark.slow]

NUMPY, TORCH = "policy-network", "policy-network-torch"
GAMES = 1200


def sweep_file(folder: Path, path: str, **settings: Any) -> Path:
    """A sweep in a folder of its own, with the weights beside it: the network against greedy, and against itself."""
    game = get_game("connect-four")
    folder.mkdir()
    layers = initial_layers([game.observation_spec().size, 32, game.num_distinct_actions], seed=7)
    save_layers(folder / "net.npz", layers)
    network = {"kind": "python", "path": path, "files": ["net.npz"], "reproducible": True, **settings}
    network["parameters"] = {"weights": "net.npz", "temperature": 0.3}
    sweep = {
        "game": "connect-four",
        "seed": 3,
        "agents": {"net": network, "greedy": {"kind": "greedy"}},
        "design": [{"round_robin": ["net", "greedy"]}, {"mirror": ["net"]}],
        "games": GAMES,
        "metrics": None,
    }
    (folder / "sweep.yaml").write_text(yaml.safe_dump(sweep))
    return folder / "sweep.yaml"


def start(sweep: Path, address: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "dashboards.cli.main", "run", str(sweep), "--run-dir", str(sweep.parent / "run"), "--json"]
    environment = os.environ | {"RAY_ADDRESS": address}
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def play(sweep: Path, address: str) -> dict[str, Any]:
    process = start(sweep, address)
    output, errors = process.communicate(timeout=240)
    assert process.returncode == 0, errors
    found: dict[str, Any] = json.loads(output)
    return found


def desks() -> list[psutil.Process]:
    """Processes of desks on the nodes that this process started."""
    return [child for child in psutil.Process().children(recursive=True) if "DeskService" in " ".join(child.cmdline())]


@pytest.mark.parametrize("path", [NUMPY, TORCH])
def test_where_a_network_decides_changes_no_game(path: str, tmp_path: Path) -> None:
    if path == TORCH:
        pytest.importorskip("torch")
    beside = sweep_file(tmp_path / "beside", path)
    shared = sweep_file(tmp_path / "shared", path, placement="shared", actors=2)
    with nodes(2, 2) as cluster:
        play(beside, cluster.address)
        result = play(shared, cluster.address)
    same_run(beside.parent / "run", shared.parent / "run")
    assert {cell["games"] for cell in result["cells"]} == {GAMES}
    lines = list(RunDirectory(shared.parent / "run").read_telemetry())
    assert len({line["worker"] for line in lines}) == 2, "two of four CPUs are the desks'"
    assert all(line["agent_cpu_seconds"]["net"] > 0 for line in lines)
    assert open_run(shared.parent / "run").notes == ()


def test_a_desk_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    calm = sweep_file(tmp_path / "calm", NUMPY)
    struck = sweep_file(tmp_path / "struck", NUMPY, placement="shared")
    with nodes(1, 2) as cluster:
        play(calm, cluster.address)
        process = start(struck, cluster.address)
        end = time.monotonic() + 120
        while not list((struck.parent / "run").glob("chunks/*/*.parquet")) and time.monotonic() < end:
            time.sleep(0.01)
        found = desks()
        assert len(found) == 1
        os.kill(found[0].pid, signal.SIGKILL)
        output, errors = process.communicate(timeout=240)
    assert process.returncode == 0, errors
    assert json.loads(output)["complete"], "what Ray says of the desk is no part of the document"
    same_run(calm.parent / "run", struck.parent / "run")
