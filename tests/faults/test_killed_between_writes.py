"""A driver that is killed at any write to the run directory leaves a run that goes on to the same tables."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cluster" / "support"))

from cluster_samples import LocalPool, begin, drive, small_chunks, sweep
from fault_samples import driver, finished, same_run

from cluster import run_directory
from cluster.api import RunDirectory
from cluster.plan import make_plan
from workers import storage


class KilledError(BaseException):
    """The process is gone: nothing catches it."""


class Killer:
    """Kills at the n-th write; `before`: nothing of it reaches the disk, else all of it does."""

    def __init__(self, patch: pytest.MonkeyPatch, at: int, before: bool) -> None:
        self.left = at
        self.before = before
        for module, name in (
            (storage, "_append"),
            (run_directory.RunDirectory, "write_status"),
            (storage, "_write_through"),
            (storage, "_flush_folder"),
        ):
            patch.setattr(module, name, self.wrap(getattr(module, name)))

    def wrap(self, function):  # type: ignore[no-untyped-def]
        def call(*arguments):  # type: ignore[no-untyped-def]
            self.left -= 1
            if self.left == 0 and self.before:
                raise KilledError
            result = function(*arguments)
            if self.left == 0:
                raise KilledError
            return result

        return call


def play(path: Path) -> None:
    """What `run` does, with workers in this process."""
    spec = sweep(games=120)
    directory = RunDirectory(path)
    with directory.locked(), small_chunks(10):
        if not directory.begun:
            directory.write_plan(make_plan(spec))
        drive(directory, directory.read_plan(), spec, LocalPool(directory))


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_killed_at_each_write_in_turn(tmp_path: Path, before: bool) -> None:
    play(tmp_path / "undisturbed")
    for at in range(1, 400):
        path = tmp_path / f"killed-{at}"
        with pytest.MonkeyPatch.context() as patch:
            killer = Killer(patch, at, before)
            try:
                play(path)
            except KilledError:
                pass
            else:
                assert killer.left > 0
                assert at > 20
                return
        play(path)
        same_run(tmp_path / "undisturbed", path)
    raise AssertionError("a run of 12 chunks takes more than 400 writes")


def test_a_run_that_was_killed_over_and_over_still_ends(tmp_path: Path) -> None:
    directory, _ = begin(tmp_path / "undisturbed", sweep(games=120))
    drive(directory, directory.read_plan(), sweep(games=120), LocalPool(directory))
    for kills in range(100):
        with pytest.MonkeyPatch.context() as patch:
            Killer(patch, 9, before=kills % 2 == 0)
            try:
                play(tmp_path / "killed")
            except KilledError:
                continue
        break
    assert kills >= 3
    same_run(tmp_path / "undisturbed", tmp_path / "killed")


@pytest.mark.slow
def test_a_process_that_is_killed_before_writes_at_random(tmp_path: Path) -> None:
    """The same with SIGKILL, on a shard and its workers."""
    seed, shard = int.from_bytes(os.urandom(4)), "shards/000001-of-000001"
    random = Random(seed)
    for name, writes in (("undisturbed", []), ("killed", [random.randrange(1, 30) for _ in range(3)])):
        for write in writes:
            with driver(tmp_path / name, 4000, 50, 2, SHARD="", KILL_AT=str(write)) as process:
                code, output = finished(process)
            print(f"{datetime.now(UTC)}: seed {seed}, killed before write {write}")
            assert code == -signal.SIGKILL, output
        with driver(tmp_path / name, 4000, 50, 2, SHARD="") as process:
            code, output = finished(process)
        assert code == 0, output
    same_run(tmp_path / "undisturbed" / shard, tmp_path / "killed" / shard)
    told = Counter(line["chunk"] for line in RunDirectory(tmp_path / "killed" / shard).read_telemetry())
    assert set(told.values()) == {1}
