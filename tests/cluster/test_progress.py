"""Speed, time left and what a status says, at every stage of a run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cluster_samples import begin, play_some, sweep

from cluster.progress import WINDOW_SECONDS, Progress, Speed
from cluster.scheduler_types import ChunkRef
from cluster.status import Activity
from workers.chunk_file import read_footer


def test_speed_is_that_of_the_last_seconds() -> None:
    speed = Speed()
    assert speed.rates(5.0) == (0.0, 0.0, 0.0)
    speed.begin(0.0)
    for second in range(10):
        speed.add(second + 0.5, games=100, decisions=2000, cost=0.2)
    assert speed.rates(10.0) == pytest.approx((100, 2000, 0.2))
    for second in range(100, 140):
        speed.add(float(second), games=7, decisions=70, cost=0.1)
    games, decisions, work = speed.rates(139.9)
    assert games == pytest.approx(7, rel=0.05)
    assert decisions == pytest.approx(70, rel=0.05)
    assert work == pytest.approx(0.1, rel=0.05)
    assert speed.rates(139.9 + WINDOW_SECONDS + 1) == (0.0, 0.0, 0.0)


def test_speed_needs_no_more_memory_for_more_chunks() -> None:
    speed = Speed()
    for number in range(100_000):
        speed.add(number / 1000, 1, 1, 1.0)
    assert len(speed._seconds) <= WINDOW_SECONDS + 2


def test_time_left_comes_from_chunks_that_are_done(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    progress = Progress(plan, sweep(), directory)
    assert progress.status("running", 0.0, 0.0).eta is None
    progress.speed.begin(0.0)
    play_some(directory, plan, range(5))
    for chunk in list(plan.order())[:5]:
        sums = read_footer(directory.chunk_file(plan.cells[0], chunk.index)).sums
        progress.add(ChunkRef(0, chunk.index), sums, {"chunk": "c/0000000000-1", "seconds": 0.1}, now=10.0)
    status = progress.status("running", 10.0, 0.0, Activity(in_flight=2, workers=1))
    done = status.games_done / status.games
    assert status.eta == pytest.approx(10.0 * (1 - done) / done)
    assert (status.in_flight, status.workers, status.elapsed) == (2, 1, 10.0)
    assert status.cells[0].headline()[0].valid_under_peeking


def test_the_status_of_a_finished_run_shows_no_speed(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    play_some(directory, plan, range(plan.number_of_chunks))
    progress = Progress(plan, sweep(), directory)
    progress.load()
    status = progress.status("complete", 1.0, 0.0)
    assert status.games_per_second == status.in_flight == status.workers == 0
    assert status.eta == 0.0
    assert (status.chunks_done, status.games_done) == (status.chunks, status.games)
    assert not status.cells[0].headline()[0].valid_under_peeking
    plain = status.to_plain()
    assert json.loads(json.dumps(plain)) == plain
    assert len(plain["cells"][0]["score"]) == 4


def test_a_cell_that_did_not_change_is_not_worked_out_again(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    play_some(directory, plan, range(2))
    progress = Progress(plan, sweep(), directory)
    progress.load()
    first, second = (progress.status("running", now, 0.0).cells[0] for now in (1.0, 2.0))
    assert first is second
