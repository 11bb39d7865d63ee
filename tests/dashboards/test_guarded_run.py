"""A run from which a guard set an agent apart: every place that shows it says who and why."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cluster.follower import Follower
from dashboards.html_report.markup import Markup
from dashboards.live.run_page import run_view

CRASH = """
from engine.agents.python import PythonAgent

class Crash(PythonAgent):
    def act(self, observations, legal):
        raise RuntimeError("as always")
"""

REASON = "agent crash is quarantined: it forfeited 500 of 500 games (error), 100.00%; guards.max_forfeit_rate allows 1.00%"


@pytest.fixture
def guarded(tmp_path: Path, play: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Connect Four with an agent that always crashes, in the first of two cells."""
    (tmp_path / "crashing.py").write_text(CRASH)
    monkeypatch.syspath_prepend(tmp_path)
    agents = {"crash": {"kind": "python", "path": "crashing:Crash"}, "greedy": {"kind": "greedy"}}
    design = [{"round_robin": ["crash", "greedy"]}, {"mirror": ["greedy"]}]
    path: Path = play(
        tmp_path / "run", {"game": "connect-four", "agents": agents, "design": design, "games": 520, "metrics": None}
    ).path
    return path


def test_every_place_names_the_agent_and_the_reason(guarded: Path, warhost: Callable[..., Any]) -> None:
    status = warhost("status", guarded)
    assert "stopped by a guard: 1,040 of 1,020 games done" in status.stdout
    assert REASON in status.stdout.replace("\n", " ")
    document = json.loads(warhost("status", guarded, "--json").stdout)
    assert document["complete"] is False
    assert [found["agent"] for found in document["quarantined_agents"]] == ["crash"]

    report = warhost("report", guarded)
    assert "a guard ended it after block 250" in report.stdout
    assert f"Stopped: {REASON}" in report.stdout.replace("\n", " ")
    assert "finished without crash, which forfeits too often" in report.stderr
    assert "with forfeits" in report.stdout
    page = (guarded / "report/report.html").read_text()
    assert REASON in page
    assert "Scores without blocks in which an agent forfeited" in page
    document = json.loads(warhost("report", guarded, "--json").stdout)
    assert document["quarantined_agents"][0]["rate"] == 1.0
    assert document["execution"]["exit_code"] == 3

    sight = Follower(guarded).look()
    view = run_view(sight, None, Markup(""))
    assert sight.life == "stopped by a guard"
    assert REASON in view.parts["state"]
    assert REASON in view.parts["forfeits"]
