"""The run directory: what is there is what counts, and nobody else's run is touched."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from cluster_samples import begin, play_some, small_plan, sweep

from cluster.events import EVENT_KINDS, EventLog
from cluster.plan import Plan
from cluster.progress import Progress
from cluster.run_directory import (
    ChangedRunError,
    RunDirectory,
    RunDirectoryError,
    RunLockedError,
    ScanReport,
    chunk_index,
    spec_hash,
)


def test_a_run_that_was_begun_gives_its_plan_back(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path / "run", sweep())
    assert RunDirectory(directory.path).read_plan() == plan
    written = yaml.safe_load((directory.path / "spec.yaml").read_text())
    assert written["spec"] == plan.spec
    assert written["spec_hash"] == spec_hash(plan.spec)
    assert written["provenance"]["rules_version"] == {"connect-four": plan.rules_version}
    assert written["provenance"].keys() >= {"python", "numpy", "numba", "polars", "warhost"}


def test_a_run_counts_as_begun_only_when_its_sweep_is_there(tmp_path: Path) -> None:
    directory, _ = begin(tmp_path / "run", sweep())
    assert directory.begun
    (directory.path / "spec.yaml").unlink()
    assert not directory.begun


def test_chunk_boundaries_are_those_the_run_was_begun_with(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path / "run", sweep(), blocks=10)
    other = small_plan(sweep(), blocks=40)
    assert other.cells[0].segments != plan.cells[0].segments
    directory.check_unchanged(directory.read_plan(), other)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"seed": 6}, "seed: 5 -> 6"),
        ({"games": 800}, "games: 400 -> 800"),
        ({"agents": {"dice": {"kind": "random"}, "keen": {"kind": "random"}}}, "agents.keen.kind"),
        ({"decision_cap": 30}, "decision_cap: null -> 30"),
    ],
)
def test_another_sweep_is_refused_and_the_difference_named(tmp_path: Path, changes: dict[str, object], line: str) -> None:
    directory, _ = begin(tmp_path / "run", sweep())
    with pytest.raises(ChangedRunError, match="holds another run") as caught:
        directory.check_unchanged(directory.read_plan(), small_plan(sweep(**changes)))
    assert any(line in found for found in caught.value.lines), caught.value.lines


def test_other_rules_are_refused(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path / "run", sweep())
    plain = plan.to_plain()
    plain["rules_version"] = "0+000000000000"
    with pytest.raises(ChangedRunError, match="rules of connect-four"):
        directory.check_unchanged(Plan.from_plain(plain), plan)


def test_how_a_run_is_driven_may_change(tmp_path: Path) -> None:
    directory, _ = begin(tmp_path / "run", sweep())
    driven_otherwise = sweep(title="again", workers=7, metrics={"host": "127.0.0.1", "port": 0})
    directory.check_unchanged(directory.read_plan(), small_plan(driven_otherwise))
    assert spec_hash(driven_otherwise.to_plain()) == spec_hash(sweep().to_plain()) != spec_hash(sweep(seed=6).to_plain())


@pytest.mark.parametrize("content", [None, "no: run\n", ": :", "format: 99\n"])
def test_another_folder_is_no_run(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "spec.yaml").write_text(content)
    with pytest.raises(RunDirectoryError):
        RunDirectory(tmp_path).read_plan()


def test_a_second_driver_is_refused_and_told_who_is_at_work(tmp_path: Path) -> None:
    first, second = RunDirectory(tmp_path), RunDirectory(tmp_path)
    with first.locked(), pytest.raises(RunLockedError, match=f"process {os.getpid()} on"), second.locked():
        pass
    with RunDirectory(tmp_path).locked():
        pass


def test_the_lock_goes_with_the_process_that_held_it(tmp_path: Path) -> None:
    program = (
        "import sys, time; from cluster.run_directory import RunDirectory\n"
        "with RunDirectory(sys.argv[1]).locked():\n    print('locked', flush=True); time.sleep(60)"
    )
    holder = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "locked\n"
    with pytest.raises(RunLockedError, match=f"process {holder.pid}"), RunDirectory(tmp_path).locked():
        pass
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    with RunDirectory(tmp_path).locked():
        pass


def test_a_scan_finds_each_chunk_that_is_there(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path / "run", sweep())
    play_some(directory, plan, range(3, 7))
    report = ScanReport()
    found = list(directory.scan(plan.cells[0], report))
    assert [chunk.index for chunk in found] == [3, 4, 5, 6]
    assert all(chunk.sums.blocks == plan.cells[0].chunk(chunk.index).blocks for chunk in found)
    assert not report.torn
    assert not report.strays


@pytest.mark.parametrize("kept", [0, 100, -1])
def test_a_torn_file_is_set_aside_and_its_chunk_is_open_again(tmp_path: Path, kept: int) -> None:
    directory, plan = begin(tmp_path / "run", sweep())
    play_some(directory, plan, range(3))
    torn = directory.chunk_file(plan.cells[0], 1)
    torn.write_bytes(torn.read_bytes()[:kept])
    report = ScanReport()
    assert [chunk.index for chunk in directory.scan(plan.cells[0], report, set_aside=True)] == [0, 2]
    assert list(report.torn) == [str(torn.relative_to(directory.path))]
    assert not torn.exists()
    assert len(list((directory.path / "set-aside").iterdir())) == 1
    play_some(directory, plan, range(1, 2))
    assert [chunk.index for chunk in directory.scan(plan.cells[0])] == [0, 1, 2]


def test_files_that_are_no_chunk_of_the_plan_are_passed_over(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path / "run", sweep())
    play_some(directory, plan, range(1))
    folder = directory.chunk_file(plan.cells[0], 0).parent
    whole = directory.chunk_file(plan.cells[0], 0).read_bytes()
    for name in ("0000000001-20", "0000000000-21", "9999999999-20", "notes"):
        (folder / f"{name}.parquet").write_bytes(whole)
    (folder / ".0000000020-20.parquet.abc.tmp").write_bytes(whole)
    report = ScanReport()
    assert [chunk.index for chunk in directory.scan(plan.cells[0], report)] == [0]
    assert len(report.strays) == 4


def test_a_chunk_played_with_other_rules_is_refused(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path / "run", sweep())
    play_some(directory, plan, range(1))
    plain = plan.to_plain()
    plain["cells"][0]["job"]["rules_version"] = "9+000000000000"
    with pytest.raises(ChangedRunError, match="played with rules"):
        list(directory.scan(Plan.from_plain(plain).cells[0]))


def test_every_chunk_is_found_by_its_file_name() -> None:
    cell = small_plan(sweep(games=402), blocks=7).cells[0]
    stems = [f"{chunk.first_game:010d}-{chunk.games}" for chunk in cell.chunks()]
    assert [chunk_index(cell, stem) for stem in stems] == list(range(cell.number_of_chunks))
    assert len(cell.segments) > 1


def test_status_is_replaced_as_a_whole(tmp_path: Path) -> None:
    directory = RunDirectory(tmp_path)
    assert directory.read_status() is None
    directory.write_status({"games": 1})
    directory.write_status({"games": 2})
    assert directory.read_status() == {"games": 2}
    assert [path.name for path in tmp_path.iterdir()] == ["status.json"]


def test_events_are_appended_and_their_kinds_known(tmp_path: Path) -> None:
    directory = RunDirectory(tmp_path)
    log = EventLog(directory.diary)
    log.write("start", "begun", games=4)
    log.write("retry", "fault", chunk="c/0-2")
    again = EventLog(directory.diary)
    again.write("resume", "started again")
    with pytest.raises(ValueError, match="unknown kind"):
        again.write("party", "why not")
    assert [(e["session"], e["kind"], e["reason"]) for e in directory.read_events()] == [
        (1, "start", "begun"),
        (1, "retry", "fault"),
        (2, "resume", "started again"),
    ]
    assert all(EVENT_KINDS.values())


def test_a_torn_last_event_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    RunDirectory(tmp_path).events.write("start", "begun")
    path.write_bytes(path.read_bytes() + b'{"time":"2026-11-29T')
    RunDirectory(tmp_path).events.write("finish", "complete")
    assert [event["kind"] for event in RunDirectory(tmp_path).read_events()] == ["start", "finish"]
    assert len(path.read_bytes().splitlines()) == 3


def test_resuming_reads_footers_only(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path / "run", sweep(games=2000), blocks=10)
    play_some(directory, plan, range(plan.cells[0].number_of_chunks))
    started = time.process_time()
    progress = Progress(plan, sweep(games=2000), directory)
    progress.load()
    assert progress.cells[0].complete
    assert time.process_time() - started < 0.01 * plan.number_of_chunks
    for path in (directory.path / "chunks").rglob("*.parquet"):
        assert json.loads(_footer_sums(path))["games"] > 0


def _footer_sums(path: Path) -> str:
    import polars as pl

    return pl.read_parquet_metadata(path)["warhost.sums"]
