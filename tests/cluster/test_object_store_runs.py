"""Runs whose directory is an address in an object store: the same rows and tables as on a disk."""

from __future__ import annotations

import json
import os
import socket
from contextlib import nullcontext
from pathlib import Path

import pytest
from cluster_samples import LocalPool, begin, drive, play_all, play_some, small_chunks, small_plan, sweep

from cluster import RunLockedError, extend, load_sweep, open_run, run
from cluster.coordinator import ExitCode
from cluster.diary import Diary, DiaryTail
from cluster.driver import find_driver
from cluster.follower import Follower
from cluster.ids import GameId
from cluster.lock import Lease, LockHeldError
from cluster.merge import merge
from cluster.metrics import metrics_text
from cluster.plan import make_plan
from cluster.progress import Progress
from cluster.run_directory import RunDirectory, chunk_file_name
from cluster.shard_status import shards_status
from cluster.shards import Shard, plan_of_shard
from cluster.status import IDLE
from cluster.stored_games import find_game, replay_stored, verify
from workers.errors import StorageError
from workers.storage import storage_at


def content_hashes(directory: RunDirectory) -> dict[int, str]:
    return {done.index: done.content_hash for done in directory.scan(directory.read_plan().cells[0])}


def test_a_run_on_workers_is_the_same_as_on_a_disk(s3: str, tmp_path: Path) -> None:
    results = []
    for place in (tmp_path / "run", f"{s3}/runs/first"):
        directory, plan = begin(place, sweep())
        with directory.locked():
            directory.events.write("start", "begun")
            ending, _ = drive(directory, plan, sweep(), LocalPool(directory))
        assert ending.exit_code == ExitCode.COMPLETE
        results.append(open_run(place))
    one, two = results
    assert two.exit_code == 0
    assert one.estimates.equals(two.estimates)
    assert one.games.collect().equals(two.games.collect())
    assert content_hashes(RunDirectory(one.run_dir)) == content_hashes(RunDirectory(two.run_dir))
    directory = RunDirectory(two.run_dir)
    assert verify(directory, two.plan, 20).mismatches == ()
    game = two.games.select("game_id").first().collect().item()
    assert find_game(directory, two.plan, GameId.parse(game)).id == GameId.parse(game)
    assert sorted(line["chunk"] for line in directory.read_telemetry()) == sorted(
        Path(chunk_file_name(two.plan.cells[0], index)).with_suffix("").as_posix().removeprefix("chunks/")
        for index in range(two.plan.number_of_chunks)
    )
    assert not [name for name in directory.storage.names("", "") if "tmp" in name or name == "lock"]


class OwnPool(LocalPool):
    """In the place of workers on Ray."""

    def __init__(self, game: str, home: str, searches: bool, places: object) -> None:
        super().__init__(RunDirectory(home))

    def close(self) -> None:
        pass


def test_a_run_is_extended_and_its_games_are_replayed(s3: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluster.api.connected", lambda *arguments: nullcontext(1))
    monkeypatch.setattr("cluster.api.RayPool", OwnPool)
    for module in ("closed_prefix", "progress"):
        monkeypatch.setattr(f"cluster.{module}.LEAST", 3)
    results, replayed = [], []
    for place in (tmp_path / "run", f"{s3}/run"):
        with small_chunks():
            first = run(sweep(games=100), place)
            kept = content_hashes(RunDirectory(place))
            results.append(extend(place, sweep(games=300)))
        assert (first.exit_code, results[-1].exit_code, results[-1].status.games_done) == (0, 0, 300)
        assert kept.items() <= content_hashes(RunDirectory(place)).items()
        directory = RunDirectory(place)
        assert len(list(directory.storage.names("sums", ".json"))) == 1, "what is done is kept at the end of a drive"
        game = results[-1].games.select("game_id").last().collect().item()
        replay, differences = replay_stored(directory, directory.read_plan(), GameId.parse(game))
        assert differences == ()
        replayed.append([decision.chosen.action for decision in replay.decisions])
    assert results[0].estimates.equals(results[1].estimates)
    assert replayed[0] == replayed[1]


def test_what_is_torn_is_set_aside_and_played_again(s3: str) -> None:
    directory, plan = begin(f"{s3}/run", sweep())
    play_some(directory, plan, range(plan.number_of_chunks))
    whole = content_hashes(directory)
    name = chunk_file_name(plan.cells[0], 1)
    data = directory.storage.get(name)
    assert data is not None
    directory.storage.put(name, data[:-9])
    ending, _ = drive(directory, plan, sweep(), pool := LocalPool(directory))
    assert (ending.exit_code, pool.played) == (ExitCode.COMPLETE, 1)
    assert content_hashes(directory) == whole
    (aside,) = directory.storage.names("set-aside", "")
    assert directory.storage.get(aside) == data[:-9]


def test_a_run_that_is_removed_while_it_is_played(s3: str, monkeypatch: pytest.MonkeyPatch) -> None:
    directory, plan = begin(f"{s3}/run", sweep())
    monkeypatch.setattr(directory.storage, "look_seconds", 0.0)

    def faults(worker: int, chunk: object, played: int) -> None:
        if played == 3:
            directory.storage.remove("spec.yaml")
            raise StorageError("can't find the run directory")

    ending, _ = drive(directory, plan, sweep(), LocalPool(directory, faults))
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert any("is gone" in note for note in ending.notes)


def test_a_follower_sees_a_run_grow_and_its_end(s3: str) -> None:
    directory, plan = begin(f"{s3}/run", sweep())
    directory.events.write("start", "begun")
    directory.flush()
    play_some(directory, plan, range(3))
    follower = Follower(f"{s3}/run")
    assert (follower.look().result.status.chunks_done, follower.look().life) == (3, "stopped")
    play_some(directory, plan, range(3, plan.number_of_chunks))
    directory.events.write("finish", "complete")
    directory.flush()
    sight = follower.look()
    assert (sight.life, [event["kind"] for event in sight.events]) == ("finished", ["start", "finish"])


def test_shards_are_merged_from_and_into_a_bucket(s3: str, tmp_path: Path) -> None:
    spec, plan = sweep(), small_plan(sweep())
    for number, place in ((1, f"{s3}/run/shards/{Shard(1, 2).folder}"), (2, tmp_path / "other")):
        directory, shard = RunDirectory(place), Shard(number, 2)
        directory.write_plan(plan, shard)
        play_some(directory, own := plan_of_shard(plan, shard), range(own.number_of_chunks))
    statuses = shards_status(f"{s3}/run")
    assert statuses is not None
    assert [str(shard) for shard in statuses.missing] == ["2/2"]
    assert not merge(f"{s3}/run").complete
    assert merge(f"{s3}/run", [tmp_path / "other"]).complete
    whole, _ = begin(tmp_path / "whole", spec)
    play_all(RunDirectory(tmp_path / "whole"), plan)
    assert content_hashes(RunDirectory(f"{s3}/run")) == content_hashes(whole)


def test_a_copy_of_a_run_on_a_disk_is_read_all_the_same(s3: str, tmp_path: Path) -> None:
    directory, plan = begin(f"{s3}/run", sweep())
    play_some(directory, plan, range(plan.number_of_chunks))
    for kind in ("start", "finish"):
        directory.events.write(kind, "because")
    directory.flush()
    copy = storage_at(tmp_path)
    for name in directory.storage.names("", ""):
        copy.put(name, directory.storage.get(name) or b"")
    assert [event["kind"] for event in RunDirectory(tmp_path).read_events()] == ["start", "finish"]
    assert open_run(tmp_path).estimates.equals(open_run(f"{s3}/run").estimates)
    RunDirectory(tmp_path).events.write("resume", "again")
    assert {event["kind"] for event in RunDirectory(tmp_path).read_events()} == {"start", "finish", "resume"}


def test_a_diary_grows_in_objects_and_is_read_line_by_line(s3: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluster.diary.OBJECT_BYTES", 50)
    storage = storage_at(f"{s3}/run")
    first, second = Diary(storage, "telemetry/chunks.jsonl"), Diary(storage, "telemetry/chunks.jsonl")
    tail, seen = DiaryTail(first), []
    for number in range(10):
        (first if number < 6 else second).append({"number": number, "words": "x" * number})
        if number % 3 == 2:
            first.flush()
            seen += [line["number"] for line in tail.new()]
    assert seen == [0, 1, 2, 3, 4, 5, 6]  # the second one's later lines wait
    second.flush()
    assert [line["number"] for line in tail.new()] == [7, 8, 9]
    assert [line["number"] for line in first.lines()] == list(range(10))
    assert len(storage.sizes("telemetry")) > 2


def test_two_drivers_the_second_is_refused_as_long_as_the_first_one_lives(s3: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluster.lock.BEAT_SECONDS", 0.2)
    monkeypatch.setattr(Lease.__init__, "__defaults__", (0.2, 1.2, Lease.__init__.__defaults__[2]))
    directory = RunDirectory(f"{s3}/run")
    with directory.locked():
        owner = f"process {os.getpid()} on {socket.gethostname()} since"
        with pytest.raises(RunLockedError, match=owner), RunDirectory(f"{s3}/run").locked():
            pass
        assert find_driver(directory).owner.startswith(owner)
    assert find_driver(directory).state == "none"
    with RunDirectory(f"{s3}/run").locked():
        pass


def test_a_lease_that_nobody_renews_is_taken_over(s3: str) -> None:
    storage = storage_at(f"{s3}/run")
    slept: list[float] = []
    storage.put("lock", b"process 1 on elsewhere since then\nlease of-a-killed-one, beat 7\n")
    lease = Lease(storage, beat_seconds=0.2, lease_seconds=1.0, sleep=slept.append)
    with lease.held():
        assert sum(slept) >= 1.0
        storage.put("lock", b"process 2 on elsewhere since now\nlease of-another, beat 1\n")
        lease._ends.wait(0.6)
        assert lease.lost
    assert b"of-another" in (storage.get("lock") or b""), "it is not ours to remove"


def test_a_lease_of_a_dead_process_on_this_machine_is_not_waited_for(s3: str) -> None:
    storage = storage_at(f"{s3}/run")
    storage.put("lock", f"process {2**22 + 1} on {socket.gethostname()} since then\nlease x, beat 1\n".encode())
    slept: list[float] = []
    with Lease(storage, sleep=slept.append).held():
        assert sum(slept) < 5


def test_of_two_that_take_over_at_once_one_has_it(s3: str) -> None:
    storage = storage_at(f"{s3}/run")
    storage.put("lock", b"process 1 on elsewhere since then\nlease x, beat 1\n")

    def sleep(seconds: float) -> None:
        if seconds == 1.0:
            storage.put("lock", b"process 2 on elsewhere since now\nlease y, beat 1\n")

    with pytest.raises(LockHeldError, match="process 2 on elsewhere"), Lease(storage, sleep=sleep).held():
        pass


def test_a_driver_stops_when_another_one_has_taken_over(s3: str) -> None:
    directory, plan = begin(f"{s3}/run", sweep())
    with directory.locked():
        assert directory._lease is not None
        directory._lease.lost = True
        ending, _ = drive(directory, plan, sweep(), LocalPool(directory))
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert any("another driver has taken over" in note for note in ending.notes)


def test_a_bucket_that_is_not_there_is_told_before_the_first_game(s3: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object) -> None:
        raise AssertionError("no Ray must be started")

    monkeypatch.setattr("cluster.api.connected", never)
    with pytest.raises(StorageError, match=r"none/run/lock: The specified bucket does not exist; was the bucket's name"):
        run(sweep(), f"{s3}-none/run")


def test_wrong_credentials_are_told_before_the_first_game(s3: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moto.settings.INITIAL_NO_AUTH_ACTION_COUNT", 0.0)  # from now on the server looks at credentials
    with pytest.raises(StorageError, match=r"can't write s3://.*/run/lock: permission denied: .*Access Key"):
        run(sweep(), f"{s3}/run")


def test_metrics_of_a_run_in_a_bucket_have_no_free_disk(s3: str) -> None:
    directory, plan = begin(f"{s3}/run", sweep())
    text = metrics_text(Progress(plan, sweep(), directory), IDLE, {}).decode()
    assert "warhost_chunks_planned" in text
    assert "warhost_disk_free_bytes{" not in text
    assert not [line for line in text.splitlines() if line.startswith("warhost_disk_free_bytes")]


def test_a_stop_rule_reads_rows_from_a_bucket(s3: str, tmp_path: Path) -> None:
    words = {"stop": {"metric": "score", "agent": "keen", "half_width": 0.1}}
    stopped = []
    for place in (tmp_path / "run", f"{s3}/run"):
        spec = sweep(games=1000, **words)
        directory, plan = begin(place, spec)
        drive(directory, plan, spec, LocalPool(directory))
        stopped.append(json.dumps(open_run(place).summary["cells"]))
        assert open_run(place).status.cells[0].stop_block
    assert stopped[0] == stopped[1]


def test_the_plan_is_read_as_it_was_written(s3: str) -> None:
    spec = load_sweep("connect-four", games=40)
    directory = RunDirectory(f"{s3}/run")
    directory.write_plan(make_plan(spec))
    assert RunDirectory(f"{s3}/run").read_plan() == directory.read_plan()
