"""The coordinator without Ray: what it does when workers die, fail, hang and lie."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from cluster_samples import LocalPool, begin, drive, play_some, sweep

from cluster import coordinator as coordinator_module
from cluster.closed_prefix import read_prefix
from cluster.coordinator import ExitCode
from cluster.plan import Plan
from cluster.pool import DriverLeaves, Message
from cluster.progress import Progress
from cluster.run_directory import RunDirectory
from cluster.scheduler import SchedulerSettings
from cluster.scheduler_types import ChunkRef
from cluster.stop_signals import StopSignals
from engine.agents.process_player import AgentSetupError
from engine.batch import EngineError
from workers.departure import DRAIN_SECONDS
from workers.errors import DeterminismError, RefusedJobError, StorageError

QUICK = SchedulerSettings(backoff_first=0.001, backoff_most=0.002)


def kinds(directory: RunDirectory) -> list[str]:
    return [event["kind"] for event in RunDirectory(directory.path).read_events()]


def table(directory: RunDirectory, plan: Plan) -> list[object]:
    progress = Progress(plan, sweep(), directory)
    progress.load()
    return [cell.sums.to_plain() for cell in progress.cells]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    directory, plan = begin(tmp_path_factory.mktemp("run"), sweep())
    ending, _ = drive(directory, plan, sweep(), LocalPool(directory))
    assert ending.exit_code == ExitCode.COMPLETE
    return table(directory, plan)


def test_a_run_is_played_with_two_chunks_a_worker_in_flight(tmp_path: Path, undisturbed: list[object]) -> None:
    directory, plan = begin(tmp_path, sweep())
    pool = LocalPool(directory)
    ending, progress = drive(directory, plan, sweep(), pool)
    assert ending.exit_code == ExitCode.COMPLETE
    assert pool.most_in_flight == 2
    assert pool.played == plan.number_of_chunks
    assert progress.games_done == 400
    assert table(directory, plan) == undisturbed


def test_a_run_at_work_keeps_what_its_closed_chunks_come_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluster.closed_prefix.LEAST", 3)
    monkeypatch.setattr("cluster.progress.LEAST_AT_WORK", 4)
    monkeypatch.setattr(coordinator_module, "STATUS_SECONDS", 0.0)
    directory, plan = begin(tmp_path, sweep())
    cell = plan.cells[0]
    ending, progress = drive(directory, plan, sweep(), LocalPool(directory))
    assert ending.exit_code == ExitCode.COMPLETE
    progress.keep_prefixes()  # waits for the thread, and keeps no more: what is missing are fewer than `progress.LEAST`
    prefix = read_prefix(directory.storage, cell)
    assert prefix is not None
    assert 4 <= prefix.chunks <= cell.number_of_chunks


def test_workers_that_die_all_the_time_change_nothing(tmp_path: Path, undisturbed: list[object]) -> None:
    directory, plan = begin(tmp_path, sweep())
    died: set[int] = set()

    def faults(worker: int, chunk: ChunkRef, played: int) -> str | None:
        if played % 3 == 2 and played not in died:
            died.add(played)
            return "die"
        return None

    ending, _ = drive(directory, plan, sweep(), LocalPool(directory, faults), settings=QUICK)
    assert ending.exit_code == ExitCode.COMPLETE
    assert len(died) > 5
    assert kinds(directory).count("worker lost") == len(died)
    assert table(directory, plan) == undisturbed


def test_a_worker_that_hangs_is_killed_and_replaced(tmp_path: Path, undisturbed: list[object]) -> None:
    directory, plan = begin(tmp_path, sweep())
    pool = LocalPool(directory, lambda worker, chunk, played: "hang" if worker == 0 else None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coordinator_module, "STATUS_SECONDS", 0.01)
        impatient = SchedulerSettings(lease_minimum=0.3, lease_factor=0.0, copy_minimum=100.0)
        ending, _ = drive(directory, plan, sweep(), pool, settings=impatient)
    assert ending.exit_code == ExitCode.COMPLETE
    assert 0 in pool.killed
    assert table(directory, plan) == undisturbed


def test_a_driver_that_stood_still_blames_no_worker_for_it(tmp_path: Path, undisturbed: list[object]) -> None:
    """A stopped process, a hung disk: an hour has passed in which nobody could be heard."""
    directory, plan = begin(tmp_path, sweep())
    clock = [1000.0]

    def an_hour_at_the_fifth(worker: int, chunk: ChunkRef, played: int) -> None:
        clock[0] += 3600.0 if played == 5 else 0.25

    pool = LocalPool(directory, an_hour_at_the_fifth)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coordinator_module, "time", SimpleNamespace(monotonic=lambda: clock[0]))
        ending, _ = drive(directory, plan, sweep(), pool)
    assert ending.exit_code == ExitCode.COMPLETE
    assert pool.killed == []
    assert not {"worker lost", "retry"} & set(kinds(directory))
    assert table(directory, plan) == undisturbed


def test_a_chunk_that_always_fails_is_set_apart_with_a_command_that_plays_it_alone(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())

    def faults(worker: int, chunk: ChunkRef, played: int) -> None:
        if chunk.index == 4:
            raise EngineError("connect-four: lane 3 has no legal action")

    ending, progress = drive(directory, plan, sweep(), LocalPool(directory, faults), settings=QUICK)
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert progress.games_done == 400 - plan.cells[0].chunk(4).games
    assert kinds(directory).count("retry") == 4
    note = next(note for note in ending.notes if "failed 5 times" in note)
    assert "lane 3 has no legal action" in note
    command = note.split("alone: ")[1].split()
    assert command[:3] == ["python", "-m", "workers.play_job"]
    alone = subprocess.run([sys.executable, *command[1:]], capture_output=True, text=True, check=False)
    assert alone.returncode == 0, alone.stdout
    assert "20 games of connect-four" in alone.stdout

    ending, _ = drive(directory, plan, sweep(), LocalPool(directory))
    assert ending.exit_code == ExitCode.COMPLETE


def test_an_agent_that_cannot_be_set_up_ends_the_run_and_is_told_of_in_one_line(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    tried: list[int] = []

    def faults(worker: int, chunk: ChunkRef, played: int) -> None:
        tried.append(worker)
        raise AgentSetupError("agent mine:Agent: Traceback (most recent call last):\n  a frame\nKeyError: 'weights'")

    ending, _ = drive(directory, plan, sweep(), LocalPool(directory, faults), settings=QUICK)
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert ending.notes[0].endswith("AgentSetupError: agent mine:Agent: KeyError: 'weights'")
    assert len(tried) < 10
    assert "quarantine" not in kinds(directory)


def test_a_full_disk_drains_the_run_and_says_so(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())

    def faults(worker: int, chunk: ChunkRef, played: int) -> None:
        if played >= 5:
            raise StorageError("can't write chunks/x: the disk is full")

    ending, _ = drive(directory, plan, sweep(), LocalPool(directory, faults))
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert any("the disk is full" in note for note in ending.notes)
    assert "drain" in kinds(directory)
    assert "quarantine" not in kinds(directory)


def test_a_diary_that_cannot_be_written_stops_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    directory, plan = begin(tmp_path, sweep())
    assert directory.events.session == 1

    def full(*arguments: object) -> None:
        raise StorageError("can't write events.jsonl: the disk is full")

    monkeypatch.setattr("cluster.diary.Diary.append", full)
    monkeypatch.setattr(RunDirectory, "write_status", full)
    ending, progress = drive(directory, plan, sweep(), LocalPool(directory))
    assert ending.exit_code == ExitCode.COMPLETE
    assert ending.notes == ("can't write events.jsonl: the disk is full",)
    assert progress.games_done == 400


def test_a_job_that_a_worker_refuses_ends_the_run_at_once(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())

    def faults(worker: int, chunk: ChunkRef, played: int) -> None:
        raise RefusedJobError("planned for other rules: install the same version on every node")

    pool = LocalPool(directory, faults)
    ending, _ = drive(directory, plan, sweep(), pool)
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert any("install the same version" in note for note in ending.notes)
    assert pool.played == 0


def test_a_chunk_that_comes_out_differently_the_second_time_raises_the_alarm(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())

    def faults(worker: int, chunk: ChunkRef, played: int) -> None:
        if played == 3:
            raise DeterminismError("came out twice with different rows")

    ending, _ = drive(directory, plan, sweep(), LocalPool(directory, faults))
    assert ending.exit_code == ExitCode.GUARD
    assert "mismatch" in kinds(directory)


def test_a_chunk_whose_file_came_from_elsewhere_is_a_duplicate_and_counts_once(
    tmp_path: Path, undisturbed: list[object]
) -> None:
    directory, plan = begin(tmp_path, sweep())

    def faults(worker: int, chunk: ChunkRef, played: int) -> None:
        play_some(directory, plan, range(chunk.index, chunk.index + 1))

    ending, progress = drive(directory, plan, sweep(), LocalPool(directory, faults))
    assert ending.exit_code == ExitCode.COMPLETE
    assert kinds(directory).count("duplicate") == plan.number_of_chunks
    assert progress.games_done == 400
    assert table(directory, plan) == undisturbed


def test_the_first_signal_drains_and_the_second_ends_at_once(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    signals = StopSignals()

    def ask_once(worker: int, chunk: ChunkRef, played: int) -> None:
        signals.times, signals.name = 1, "SIGINT"

    pool = LocalPool(directory, ask_once)
    ending, progress = drive(directory, plan, sweep(), pool, workers=1, signals=signals)
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert pool.played == 3
    assert progress.games_done == 60
    assert "stopped: SIGINT" in ending.notes

    signals = StopSignals()

    def insist(worker: int, chunk: ChunkRef, played: int) -> str:
        signals.times += 1
        return "hang"

    ending, _ = drive(directory, plan, sweep(), LocalPool(directory, insist), signals=signals)
    assert ending.exit_code == ExitCode.INCOMPLETE


def test_a_met_stop_rule_ends_its_cell_and_leaves_the_others(tmp_path: Path) -> None:
    both = {"design": [{"round_robin": ["dice", "keen"]}, {"mirror": ["keen"]}], "games": 2000}
    spec = sweep(**both, stop={"agent": "dice", "half_width": 0.03})
    directory, plan = begin(tmp_path, spec)
    pool = LocalPool(directory)
    ending, progress = drive(directory, plan, spec, pool)
    assert ending.exit_code == ExitCode.COMPLETE
    stopped, other = progress.cells
    assert stopped.stop_block is not None
    assert stopped.needed_chunks < stopped.plan.number_of_chunks
    assert other.stop_block is None
    assert other.sums.games == 2000
    assert pool.played < plan.number_of_chunks
    assert "stop" in kinds(directory)


def test_a_drain_tells_every_worker_that_has_something_how_long_it_has(tmp_path: Path, undisturbed: list[object]) -> None:
    directory, plan = begin(tmp_path, sweep())
    pool, signals = LocalPool(directory), StopSignals()
    pool.gives_back = True

    def stop_after_four(worker: int, chunk: ChunkRef, played: int) -> str | None:
        if played == 4:
            signals.times, signals.name = 1, "SIGTERM"
        return None

    pool.faults = stop_after_four
    ending, _ = drive(directory, plan, sweep(), pool, signals=signals)
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert pool.told_to_leave == {0: DRAIN_SECONDS, 1: DRAIN_SECONDS}
    assert kinds(directory).count("left off") == 4, "two of each worker"
    assert kinds(directory).count("retry") == kinds(directory).count("worker left") == 0
    drive(directory, plan, sweep(), LocalPool(directory))
    assert table(directory, plan) == undisturbed


def test_a_worker_whose_process_is_asked_to_end_is_replaced(tmp_path: Path, undisturbed: list[object]) -> None:
    directory, plan = begin(tmp_path, sweep())
    pool = LocalPool(directory)
    pool.gives_back = True

    def ask(worker: int, chunk: ChunkRef, played: int) -> str | None:
        if played == 3 and not pool.told_to_leave:
            pool.told_to_leave[worker] = 1.0
        return None

    pool.faults = ask
    ending, _ = drive(directory, plan, sweep(), pool)
    assert ending.exit_code == ExitCode.COMPLETE
    counted = kinds(directory)
    assert (counted.count("worker left"), counted.count("worker lost"), counted.count("retry")) == (1, 0, 0)
    assert table(directory, plan) == undisturbed


def test_a_driver_whose_own_machine_goes_drains_in_the_time_that_is_left(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())

    class Told(LocalPool):
        def listen(self, seconds: float) -> list[Message]:
            return [DriverLeaves("spot notice", 7.0)] if self.played == 4 else super().listen(seconds)

    pool = Told(directory)
    ending, _ = drive(directory, plan, sweep(), pool)
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert ending.notes == ("stopped: spot notice",)
    assert set(pool.told_to_leave.values()) == {7.0}
