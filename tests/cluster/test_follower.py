"""A run directory that is followed shows at each look what a fresh look would."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from cluster import load_sweep, make_plan, open_run
from cluster.follower import Follower
from cluster.run_directory import RunDirectory, RunDirectoryError
from cluster.telemetry_figures import SpeedHistory, Workers
from workers import chunk_file
from workers.chunk import play_chunk
from workers.chunk_file import write_chunk

SWEEP: dict[str, Any] = {
    "game": "connect-four",
    "options": {"opening_moves": 2},
    "agents": {"greedy": {"kind": "greedy"}, "random": {"kind": "random"}},
    "design": [{"round_robin": ["greedy", "random"]}],
    "games": 500,
    "seed": 5,
    "metrics": None,
}

ALWAYS_ALIVE = 1
"""The number of a process that there always is: tests have the same names in every process."""


class Played:
    """A run that is played chunk by chunk without Ray, as a driver would leave it."""

    def __init__(self, path: Path, sweep: dict[str, Any]) -> None:
        self.plan = make_plan(load_sweep(sweep))
        self.run = RunDirectory(path)
        with self.run.locked():
            self.run.write_plan(self.plan)
        self._chunks = self.plan.order()
        self.time = 1_000_000.0

    def go_on(self, chunks: int) -> None:
        for chunk, _ in zip(self._chunks, range(chunks), strict=False):
            job = self.plan.chunk_job(chunk)
            result = play_chunk(job)
            write_chunk(self.run.path, job, result.files, result.content_hash)

    def say(self, state: str, pid: int | None = None, **figures: Any) -> None:
        self.run.write_status({"state": state, **figures})
        owner = "" if pid is None else f"process {pid} on {socket.gethostname()} since now"
        (self.run.path / "lock").write_text(owner)


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    monkeypatch.setattr("cluster.costs.MAX_CHUNK_GAMES", 100)
    return Played(tmp_path / "run", SWEEP)


def test_each_look_sees_what_a_fresh_look_would(played: Played) -> None:
    follower = Follower(played.run.path)
    assert follower.look().result.status.games_done == 0
    for _ in range(3):
        played.go_on(1)
        sight = follower.look()
        fresh = open_run(played.run.path)
        assert sight.result.summary["cells"] == fresh.summary["cells"]
        assert sight.result.status.games_done == fresh.status.games_done > 0


def test_chunk_files_are_read_once(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    follower = Follower(played.run.path)
    played.go_on(2)
    follower.look()
    read: list[object] = []
    footer = chunk_file.read_footer
    monkeypatch.setattr(chunk_file, "read_footer", lambda *source: read.append(source) or footer(*source))
    played.go_on(1)
    follower.look()
    follower.look()
    assert len(read) == 1


@pytest.mark.parametrize(
    ("state", "pid", "life"),
    [
        ("running", ALWAYS_ALIVE, "running"),
        ("preparing", ALWAYS_ALIVE, "preparing"),
        ("draining", ALWAYS_ALIVE, "draining"),
        ("running", 2**22 + 1, "died"),
        ("incomplete", None, "stopped"),
        ("stopped by a guard", None, "stopped by a guard"),
    ],
)
def test_it_says_how_it_is_with_a_run(played: Played, state: str, pid: int | None, life: str) -> None:
    played.go_on(1)
    played.say(state, pid, games_per_second=12.5, eta=None, workers=2)
    sight = Follower(played.run.path).look()
    assert sight.life == life
    assert sight.result.status.games_per_second == (12.5 if sight.alive else 0.0)


def test_chunks_that_were_given_up_are_shown_after_the_end_too(played: Played) -> None:
    played.go_on(1)
    played.say("incomplete", None, quarantined=2)
    assert Follower(played.run.path).look().result.status.quarantined == 2


def test_a_driver_that_is_silent_for_long(played: Played) -> None:
    played.say("running", os.getpid())
    os.utime(played.run.path / "status.json", (0, 0))
    assert Follower(played.run.path).look().life == "silent"


def test_a_finished_run(played: Played) -> None:
    played.go_on(10**6)
    played.say("complete")
    sight = Follower(played.run.path).look()
    assert sight.life == "finished"
    assert not sight.alive


def test_an_extended_plan_is_read_afresh(played: Played) -> None:
    from cluster.plan import extend_plan

    follower = Follower(played.run.path)
    played.go_on(1)
    before = follower.look().result.status
    played.run.write_plan(extend_plan(played.plan, load_sweep(SWEEP, games=1000)))
    after = follower.look().result.status
    assert (after.games, after.games_done) == (2 * before.games, before.games_done)


def test_a_line_that_is_being_written_waits_for_its_end(played: Played) -> None:
    path = played.run.path / "events.jsonl"
    whole = json.dumps({"time": "2026-01-01T00:00:00+00:00", "session": 1, "kind": "start", "reason": "begun"})
    follower = Follower(played.run.path)
    path.write_text(whole[:20])
    assert follower.look().events == ()
    path.write_text(whole + "\n")
    assert [event["kind"] for event in follower.look().events] == ["start"]
    assert [event["kind"] for event in follower.look().events] == ["start"], "each once"


def test_no_run_directory(tmp_path: Path) -> None:
    with pytest.raises(RunDirectoryError, match="no run directory"):
        Follower(tmp_path)


def test_the_games_of_a_chunk_are_spread_over_the_seconds_that_it_took() -> None:
    history = SpeedHistory()
    history.add(ended=110.0, seconds=10.0, games=500)
    assert history.rates() == [(101.0, 50.0), (103.0, 50.0), (105.0, 50.0), (107.0, 50.0), (109.0, 50.0)]


def test_a_pause_is_a_gap_and_a_long_history_gets_wider_steps() -> None:
    history = SpeedHistory()
    for ended in (10.0, 12.0, 100.0):
        history.add(ended, 2.0, 10)
    assert [rate for _, rate in history.rates()] == [5.0, 5.0, None, 5.0]
    for second in range(200, 5000, 2):
        history.add(float(second), 2.0, 10)
    rates = [rate for _, rate in history.rates() if rate is not None]
    assert len(rates) <= 240
    assert sum(rates) * history.width == pytest.approx(10 * (3 + 2400))


def test_workers_of_the_newest_session() -> None:
    workers = Workers()
    line = {"time": "2026-01-01T00:00:10+00:00", "session": 1, "worker": 0, "games": 10, "seconds": 2.0, "node": "here"}
    workers.take_chunk(line)
    workers.take_event({"session": 1, "kind": "worker lost", "worker": 0, "reason": "killed"})
    workers.take_event({"session": 1, "kind": "retry", "worker": 1, "reason": "boom"})
    assert [(w.worker, w.games_per_second, w.lost, w.retries) for w in workers] == [(0, 5.0, "killed", 0), (1, None, None, 1)]
    workers.take_event({"session": 2, "kind": "resume", "reason": "again"})
    assert list(workers) == []
