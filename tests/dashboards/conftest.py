"""Run directories to look at, played without Ray."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cluster import load_sweep, make_plan
from cluster.run_directory import RunDirectory
from dashboards.cli.main import app

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / folder / "support") for folder in ("dashboards", "cluster", "engine")]

SWEEP: dict[str, Any] = {
    "game": "connect-four",
    "options": {"opening_moves": 2},
    "agents": {"greedy": {"kind": "greedy"}, "random": {"kind": "random"}},
    "design": [{"round_robin": ["greedy", "random"]}, {"mirror": ["greedy"]}],
    "games": 300,
    "seed": 5,
    "metrics": None,
}


def play_run(path: Path, sweep: dict[str, Any], chunks: int | None = None) -> RunDirectory:
    """Play the first `chunks` chunks of a sweep, or all, into a run directory."""
    from cluster_samples import play_all

    run = RunDirectory(path)
    play_all(run, make_plan(load_sweep(sweep)), chunks)
    return run


@pytest.fixture
def play() -> Callable[..., RunDirectory]:
    """Plays a sweep into a run directory."""
    return play_run


@pytest.fixture
def mirror_run(tmp_path: Path) -> Path:
    """A complete run of a single cell."""
    return play_run(tmp_path / "mirror", {**SWEEP, "design": [{"mirror": ["greedy"]}], "games": 20}).path


@pytest.fixture(scope="session")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that is complete. Don't change it."""
    return play_run(tmp_path_factory.mktemp("finished"), SWEEP).path


@pytest.fixture
def half_run(tmp_path: Path) -> Path:
    """A run whose first chunk alone is done."""
    return play_run(tmp_path / "half", SWEEP, chunks=1).path


@pytest.fixture
def warhost() -> Callable[..., Any]:
    """Calls the command in this process; gives exit code, stdout and stderr."""
    runner = CliRunner()

    def call(*arguments: object) -> Any:
        result = runner.invoke(app, [str(argument) for argument in arguments], terminal_width=160)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call
