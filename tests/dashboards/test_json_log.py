"""`warhost run --log-format json`: everything on standard error is one JSON object a line."""

from __future__ import annotations

import io
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from cluster.run_directory import RunDirectory
from cluster.status import RunStatus
from dashboards.cli.json_log import JsonLog, JsonProgress

SWEEP = "game: connect-four\nagents: {g: {kind: greedy}}\ndesign: [{mirror: [g]}]\ngames: 600\nmetrics: null\n"


@pytest.fixture
def sweep(tmp_path: Path) -> Path:
    (tmp_path / "sweep.yaml").write_text(SWEEP)
    return tmp_path / "sweep.yaml"


def entries(stderr: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [json.loads(line) for line in stderr.splitlines()]
    for entry in found:
        assert datetime.fromisoformat(entry["time"]).utcoffset() is not None
        assert entry["level"] in {"info", "warning", "error"}
        assert entry["message"].strip()
    return found


def test_progress_events_and_notes_of_a_run_are_objects(warhost: Any, sweep: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    done = warhost("run", sweep, "--run-dir", run, "--shard", "1/1", "--workers", "1", "--log-format", "json")
    assert done.exit_code == 0
    assert "Score and win rate" in done.stdout, "results are for people, as before"
    log = entries(done.stderr)
    stored = list(RunDirectory(next(run.glob("shards/*"))).read_events())
    assert [entry["event"] for entry in log if "event" in entry] == stored
    assert [event["kind"] for event in stored] == ["start", "finish"]
    last = [entry["progress"] for entry in log if "progress" in entry][-1]
    assert (last["state"], last["games_done"], last["games_needed"]) == ("complete", 600, 600)
    assert any("Run directory:" in entry["message"] for entry in log)
    assert any(entry["level"] == "warning" and entry["message"].startswith("this is shard 1/1 alone") for entry in log)


def test_an_error_is_an_object_too(warhost: Any, sweep: Path, tmp_path: Path) -> None:
    done = warhost("run", sweep, "--run-dir", tmp_path / "run", "--set", "gmaes=5", "--log-format", "json")
    assert done.exit_code == 2
    (entry,) = entries(done.stderr)
    assert entry["level"] == "error"
    assert "gmaes" in entry["message"]


def test_what_others_print_while_a_run_is_played_is_no_result(
    warhost: Any, sweep: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def talk(progress: JsonProgress, status: RunStatus) -> None:
        print("(raylet) A worker died or was killed")

    monkeypatch.setattr(JsonProgress, "update", talk)
    words = ("--shard", "1/1", "--workers", "1", "--json", "--log-format", "json")
    done = warhost("run", sweep, "--run-dir", tmp_path / "run", *words)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["complete"]
    assert any(entry["message"].startswith("(raylet)") for entry in entries(done.stderr))


def test_text_in_pieces_is_cut_into_lines() -> None:
    stream = io.StringIO()
    log = JsonLog(stream)
    print("warning: a", "b", file=log)
    log.write("no end ")
    log.write("yet\n\n  \nnot written")
    assert [(entry["level"], entry["message"]) for entry in entries(stream.getvalue())] == [
        ("warning", "a b"),
        ("info", "no end yet"),
    ]
    assert not log.isatty()
