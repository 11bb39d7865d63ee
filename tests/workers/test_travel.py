"""States travel: chunks of searches that are ended at random decisions and gone on from elsewhere come out the same."""

from __future__ import annotations

from random import Random
from typing import ClassVar

import pytest
from worker_kills import Doomed, KilledError, play, play_through_kills
from worker_samples import chunk_job

from engine.codec import pack, unpack
from workers.cell import Cell
from workers.chunk import play_chunk
from workers.departure import Departure
from workers.errors import LeftOffError, RefusedJobError, StorageError
from workers.messages import ChunkJob
from workers.playing import Players
from workers.storage import LocalStorage
from workers.table import TableCore
from workers.travel import LiveChunk, can_travel, states_path

AGENTS = {
    "tree": {"kind": "ismcts", "level": "fast", "iterations": 40},
    "flat": {"kind": "flat_monte_carlo", "iterations": 30},
}


def search_job(**changes) -> ChunkJob:
    return chunk_job(agents=AGENTS, seatings=[["tree", "flat"], ["flat", "tree"]], **changes)


@pytest.mark.parametrize("record_actions", [0.0, 0.4, 1.0])
def test_killed_at_random_decisions_the_files_are_the_same(tmp_path, record_actions):
    job = search_job(blocks=3, record_actions=record_actions)
    result, kills, taken_up = play_through_kills(job, LocalStorage(tmp_path), Random(record_actions))
    assert kills >= 5
    assert taken_up > 0
    assert result.files == play_chunk(job).files


def test_a_search_against_a_simple_player_travels_too(tmp_path):
    agents = {"tree": AGENTS["tree"], "keen": {"kind": "greedy"}}
    job = chunk_job(agents=agents, seatings=[["tree", "keen"], ["keen", "tree"]], blocks=4)
    result, kills, _ = play_through_kills(job, LocalStorage(tmp_path), Random(1))
    assert kills >= 3
    assert result.files == play_chunk(job).files


def test_nothing_is_stored_before_the_interval_is_over_and_nothing_stays_behind(tmp_path):
    job, storage = search_job(blocks=2), LocalStorage(tmp_path)
    times = iter(range(10_000))
    quick = LiveChunk(storage, job, save_seconds=1e9, clock=lambda: next(times))
    play(job, quick)
    assert list(tmp_path.rglob("*")) == []
    slow = LiveChunk(storage, job, save_seconds=10, clock=lambda: next(times))
    play(job, slow)
    (path,) = tmp_path.rglob("*.states")
    assert path.relative_to(tmp_path).as_posix() == states_path("00c0ffee00c0ffee/0000000000-4")
    slow.clear()
    assert not path.exists()


def test_a_worker_that_has_to_go_stores_at_once_plays_on_for_most_of_its_time_and_leaves_off(tmp_path):
    job, storage = search_job(blocks=2), LocalStorage(tmp_path)
    now = [0.0]
    departure = Departure(clock=lambda: now[0])

    class Clocked(LiveChunk):
        """A second passes between rests; at the third the worker hears that it has ten more."""

        stored: ClassVar[list[float]] = []

        def rest(self, lanes):
            now[0] += 1.0
            if now[0] == 3.0:
                departure.announce(10.0)
            before = storage.get(states_path("00c0ffee00c0ffee/0000000000-4"))
            try:
                super().rest(lanes)
            finally:
                if storage.get(states_path("00c0ffee00c0ffee/0000000000-4")) != before:
                    self.stored.append(now[0])

    with pytest.raises(LeftOffError, match=r"left off after [1-9][0-9]* decisions; its states are stored"):
        play(job, Clocked(storage, job, save_seconds=1e9, departure=departure))
    assert Clocked.stored == [3.0, 11.0]
    again = LiveChunk(storage, job)
    assert play(job, again).files == play_chunk(job).files
    assert again.taken_up > 0


def test_of_several_words_to_go_the_shortest_time_counts():
    now = [0.0]
    departure = Departure(clock=lambda: now[0])
    assert not departure.announced
    for seconds in (100.0, 10.0, 50.0):
        departure.announce(seconds)
    now[0] = 7.9
    assert departure.announced
    assert not departure.due
    now[0] = 8.0
    assert departure.due


def test_where_states_cannot_be_stored_it_says_so_and_leaves_off(tmp_path, monkeypatch):
    job, storage, departure = search_job(blocks=2), LocalStorage(tmp_path), Departure()
    departure.announce(0.0)

    def full(name, data):
        raise StorageError("the disk is full")

    monkeypatch.setattr(storage, "put", full)
    with pytest.raises(LeftOffError, match="the disk is full"):
        play(job, LiveChunk(storage, job, departure=departure))


def test_a_table_that_has_to_go_begins_nothing_more(tmp_path):
    table = TableCore()
    table.leave_off(pack({"seconds": 30}))
    with pytest.raises(LeftOffError, match="not begun"):
        table.play(search_job(blocks=2).to_bytes(), str(tmp_path))
    with pytest.raises(RefusedJobError, match="no request to leave off"):
        table.leave_off(pack({"seconds": "soon"}))


def damaged(data: bytes) -> list[bytes]:
    """States cut short, of another chunk, with wrong counts, with states that no rules made."""
    message = unpack(data)
    states = bytearray(message["states"])
    states[-1] ^= 0xFF
    changes = [
        {"job": b"another"},
        {"format_version": 2},
        {"seat_decisions": b""},
        {"actions": []},
        {"actions": None},
        {"states": message["states"][:-1]},
    ]
    return [b"", b"\x81", data[:-1], data + b"\0", *(pack(message | change) for change in changes)]


def test_states_that_cannot_be_read_are_passed_over(tmp_path):
    job, storage = search_job(blocks=2, record_actions=1.0), LocalStorage(tmp_path)
    whole = play_chunk(job).files
    live = Doomed(storage, job, save_seconds=0.0)
    live.left = 10
    with pytest.raises(KilledError):
        play(job, live)
    (path,) = tmp_path.rglob("*.states")
    for data in damaged(path.read_bytes()):
        path.write_bytes(data)
        again = LiveChunk(storage, job)
        assert play(job, again).files == whole
        assert again.taken_up == 0


def test_states_of_other_rules_or_another_seed_are_not_gone_on_from(tmp_path):
    storage = LocalStorage(tmp_path)
    live = Doomed(storage, search_job(blocks=2), save_seconds=0.0)
    live.left = 10
    with pytest.raises(KilledError):
        play(search_job(blocks=2), live)
    for change in ({"seed": 8}, {"decision_cap": 20}):
        other = LiveChunk(storage, search_job(blocks=2, **change))
        play(search_job(blocks=2, **change), other)
        assert other.taken_up == 0


def test_a_plan_that_was_stored_in_another_order_of_keys_goes_on_from_the_states(tmp_path):
    job, storage = search_job(blocks=2), LocalStorage(tmp_path)
    live = Doomed(storage, job, save_seconds=0.0)
    live.left = 10
    with pytest.raises(KilledError):
        play(job, live)
    backwards = {key: dict(reversed(getattr(job.cell, key).items())) for key in ("options", "agents")}
    again = LiveChunk(storage, job.model_copy(update={"cell": job.cell.model_copy(update=backwards)}))
    play(job, again)
    assert again.taken_up > 0


def test_only_chunks_with_searches_and_without_processes_travel():
    def answer(agents, games=4):
        job = chunk_job(agents=agents, seatings=[list(agents), list(agents)[::-1]], blocks=games // 2)
        with Players.of_cell(Cell.resolve(job.cell)) as players:
            return can_travel(job, players.records, len(players.external))

    tree, keen = AGENTS["tree"], {"kind": "greedy"}
    python = {"kind": "python", "path": "engine.agents.examples:Preferences"}
    assert answer({"a": tree, "b": keen})
    assert not answer({"a": keen, "b": {"kind": "random"}})
    assert not answer({"a": tree, "b": python})
    assert not answer({"a": tree, "b": keen}, games=1 << 20)
