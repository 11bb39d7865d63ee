"""Mixed fleets: other code is refused, another processor is tried out on chunks that are done."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from cluster_samples import LocalPool, begin, drive, play_some, sweep

from cluster.coordinator import ExitCode
from cluster.plan import Plan
from cluster.pool import Message, NotPlayed, WorkerUp
from cluster.run_directory import ChangedRunError, RunDirectory, chunk_file_name
from cluster.scheduler_types import ChunkRef
from workers.build import build, differences, processor
from workers.chunk import play_chunk, read_job
from workers.errors import DeterminismError, RefusedJobError
from workers.table import TableCore


class MixedPool(LocalPool):
    """Workers of odd numbers have another build or processor; whatever another processor plays first is noted."""

    def __init__(self, directory: RunDirectory, **other: object) -> None:
        super().__init__(directory)
        self.other = other
        self.orders: dict[int, list[ChunkRef]] = {}

    def play(self, worker: int, chunk: ChunkRef, job: bytes) -> None:
        self.orders.setdefault(worker, []).append(chunk)
        super().play(worker, chunk, job)

    def listen(self, seconds: float) -> list[Message]:
        own = WorkerUp(0, compiled=False, build=build(), processor=processor())
        return [
            replace(own, worker=heard.worker, **(self.other if heard.worker % 2 else {}))
            if isinstance(heard, WorkerUp)
            else heard
            for heard in super().listen(seconds)
        ]


def counted(directory: RunDirectory) -> Counter[str]:
    return Counter(event["kind"] for event in RunDirectory(directory.path).read_events())


def test_differences_are_said_in_words() -> None:
    assert differences(build(), build()) == ""
    assert differences({"numba": "0.68.1"}, {"numba": "0.67.0"}) == "numba 0.67.0 instead of 0.68.1"
    assert set(build()) == {"code", "numba", "llvmlite", "numpy", "polars"}


def test_a_worker_with_another_build_is_refused_and_the_others_play(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    pool = MixedPool(directory, build=build() | {"numba": "0.67.0"})
    ending, _ = drive(directory, plan, sweep(), pool, workers=2)
    assert ending.exit_code == ExitCode.COMPLETE
    assert pool.killed == [1]
    assert 1 not in pool.orders
    (event,) = (event for event in RunDirectory(tmp_path).read_events() if event["kind"] == "refused")
    assert "numba 0.67.0 instead of" in event["reason"]


def test_if_every_worker_is_refused_the_run_says_why(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    pool = MixedPool(directory, build=build() | {"code": "000000000000"})
    pool.start(1)
    pool.start(3)
    ending, _ = drive(directory, plan, sweep(), pool, workers=0)
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert any("code 000000000000 instead of" in note for note in ending.notes)


def test_another_processor_plays_what_is_done_before_it_joins(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    pool = MixedPool(directory, processor="znver9-00000000")
    ending, progress = drive(directory, plan, sweep(), pool, workers=2)
    assert ending.exit_code == ExitCode.COMPLETE
    first = pool.orders[1][0]
    assert first in pool.orders[0]
    assert len(pool.orders[1]) > 1
    assert counted(directory)["verified"] == 1
    assert counted(directory)["duplicate"] == 0
    assert progress.games_done == 400


def test_a_processor_that_comes_to_other_rows_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Disagreeing(MixedPool):
        def _play_next(self, worker: int) -> Message | None:
            if worker == 1:
                chunk, _ = self.queues[1].pop(0)
                return NotPlayed(1, chunk, DeterminismError("the rows differ"))
            return super()._play_next(worker)

    directory, plan = begin(tmp_path, sweep())
    ending, _ = drive(directory, plan, sweep(), Disagreeing(directory, processor="znver9-00000000"), workers=2)
    assert ending.exit_code == ExitCode.GUARD
    assert counted(directory)["mismatch"] >= 1


def begun_on(path: Path, kind: str | None) -> tuple[RunDirectory, Plan]:
    """A run of which five chunks are played: on such a processor, or nobody knows on which."""
    directory, plan = begin(path, sweep())
    play_some(directory, plan, range(5))
    cell = plan.cells[0]
    names = [chunk_file_name(cell, index).removeprefix("chunks/").removesuffix(".parquet") for index in range(5)]
    for name in names if kind is not None else ():
        directory.write_telemetry({"chunk": name, "processor": kind, "seconds": 1.0, "games": 20, "decisions": 400})
    return directory, plan


@pytest.mark.parametrize(
    ("before", "verified", "again"),
    [("znver9-00000000", 1, 3), (None, 1, 3), (processor(), 0, 0)],
    ids=["other", "unknown", "same"],
)
def test_a_run_that_goes_on_on_another_processor_is_compared_with_what_the_first_one_played(
    tmp_path: Path, before: str | None, verified: int, again: int
) -> None:
    directory, plan = begun_on(tmp_path, before)
    pool = MixedPool(directory)
    ending, _ = drive(directory, plan, sweep(), pool, workers=1)
    assert ending.exit_code == ExitCode.COMPLETE
    assert counted(directory)["verified"] == verified
    assert sum(chunk.index < 5 for chunk in pool.orders[0]) == again
    assert {line["processor"] for line in directory.read_telemetry() if line.get("worker") == 0} == {processor()}


def test_a_run_that_goes_on_on_a_processor_that_comes_to_other_rows_stops(tmp_path: Path) -> None:
    directory, plan = begun_on(tmp_path, "znver9-00000000")
    file = directory.chunk_file(plan.cells[0], 4)
    job = plan.chunk_job(plan.cells[0].chunk(4))
    other = play_chunk(job.model_copy(update={"cell": job.cell.model_copy(update={"seed": 6})}))
    Path(file).write_bytes(other.files["games"])
    ending, progress = drive(directory, plan, sweep(), MixedPool(directory), workers=1)
    assert ending.exit_code == ExitCode.GUARD
    assert counted(directory)["mismatch"] == 1
    assert progress.games_done == 100, "nothing more was played"


def test_a_worker_refuses_a_job_for_another_build(tmp_path: Path) -> None:
    _, plan = begin(tmp_path, sweep())
    job = plan.chunk_job(plan.cells[0].chunk(0))
    assert read_job(job.to_bytes()).build == build()
    other = job.model_copy(update={"build": build() | {"llvmlite": "0.49.0"}})
    with pytest.raises(RefusedJobError, match=r"with another build than this worker has: llvmlite .* instead of 0\.49\.0"):
        TableCore().play(other.to_bytes(), str(tmp_path))
    assert not list(tmp_path.rglob("*.parquet"))


def test_a_run_is_not_gone_on_with_by_other_libraries_than_it_was_begun_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory, plan = begun_on(tmp_path, None)
    directory.check_build()
    monkeypatch.setattr("cluster.run_directory.build", lambda: build() | {"numba": "0.99.0"})
    with pytest.raises(ChangedRunError, match=r'numba: ".*" -> "0\.99\.0"\ngo on with the versions'):
        directory.check_build()
    directory.write_plan(plan)
    with pytest.raises(ChangedRunError, match="numba"):
        directory.check_build()


def test_if_the_first_kind_dies_before_it_did_anything_the_other_goes_on(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    pool = MixedPool(directory, processor="znver9-00000000")
    pool.faults = lambda worker, chunk, played: "die" if worker == 0 else None
    ending, _ = drive(directory, plan, sweep(), pool, workers=2)
    assert ending.exit_code == ExitCode.COMPLETE


def test_a_worker_that_cannot_use_the_run_directory_gets_no_chunk_and_is_named(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    pool = MixedPool(directory, storage="node beta (0123) can't use the run directory: it is not there; mount it")
    ending, _ = drive(directory, plan, sweep(), pool, workers=2)
    assert ending.exit_code == ExitCode.COMPLETE
    assert ending.notes == ("node beta (0123) can't use the run directory: it is not there; mount it",)
    assert 1 not in pool.orders
    (event,) = (event for event in directory.read_events() if event["kind"] == "refused")
    assert "node beta (0123)" in event["reason"]


def test_if_no_worker_can_use_the_run_directory_nothing_is_played(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    pool = MixedPool(directory, storage="node beta (0123) can't use the run directory")
    pool.start(1)
    ending, progress = drive(directory, plan, sweep(), pool, workers=0)
    assert (ending.exit_code, progress.games_done) == (ExitCode.INCOMPLETE, 0)
    assert "stopped: node beta (0123) can't use the run directory" in ending.notes
