"""States travel: chunks of searches that are ended at random decisions and gone on from elsewhere come out the same."""

from __future__ import annotations

from random import Random

import pytest
from worker_kills import Doomed, KilledError, play, play_through_kills
from worker_samples import chunk_job

from engine.codec import pack, unpack
from workers.cell import Cell
from workers.chunk import play_chunk
from workers.messages import ChunkJob
from workers.playing import Players
from workers.storage import LocalStorage
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
