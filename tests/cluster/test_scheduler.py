"""What the scheduler says in the situations that have names."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import pytest

from cluster.interval_set import IntervalSet
from cluster.scheduler import InvariantError, Scheduler, SchedulerSettings
from cluster.scheduler_types import (
    Assign,
    CellStopped,
    ChunkDone,
    ChunkFailed,
    ChunkLeftOff,
    ChunkRef,
    Command,
    Dismiss,
    Drain,
    Duplicate,
    Finish,
    Quarantine,
    ReplaceWorker,
    Retry,
    Tick,
    WorkerJoined,
    WorkerLeaving,
    WorkerLost,
)


def order(*chunks: int) -> Iterator[ChunkRef]:
    return (ChunkRef(cell, index) for cell, number in enumerate(chunks) for index in range(number))


def scheduler(*chunks: int, done: tuple[tuple[int, ...], ...] = (), seconds: float = 1.0, **settings: float) -> Scheduler:
    sets = [IntervalSet(numbers) for numbers in done] or [IntervalSet() for _ in chunks]
    return Scheduler(chunks, sets, order(*chunks), lambda _: seconds, SchedulerSettings(**settings))  # type: ignore[arg-type]


def assigned(commands: list[Command]) -> list[tuple[int, int]]:
    return [(c.worker, c.chunk.index) for c in commands if isinstance(c, Assign)]


def done(worker: int, index: int, now: float = 0.0, duplicate: bool = False) -> ChunkDone:
    return ChunkDone(worker, ChunkRef(0, index), 1.0, now, duplicate)


def test_a_worker_gets_two_chunks_and_another_for_each_that_it_returns() -> None:
    s = scheduler(5)
    assert assigned(s.handle(WorkerJoined(0, 0.0))) == [(0, 0), (0, 1)]
    assert assigned(s.handle(done(0, 0))) == [(0, 2)]
    assert s.in_flight == 2


def test_idle_workers_are_served_before_those_that_have_one() -> None:
    s = scheduler(3)
    s.handle(WorkerJoined(0, 0.0))
    assert assigned(s.handle(WorkerJoined(1, 0.0))) == [(1, 2)]


def test_a_run_ends_when_every_chunk_is_done() -> None:
    s = scheduler(2)
    s.handle(WorkerJoined(0, 0.0))
    assert s.handle(done(0, 0)) == []
    assert s.handle(done(0, 1)) == [Finish("complete")]
    assert s.handle(Tick(9.0)) == []


def test_a_finished_run_ends_at_once() -> None:
    assert scheduler(2, done=((0, 1),)).handle(Tick(0.0)) == [Finish("complete")]


def test_chunks_whose_files_are_there_are_not_played_again() -> None:
    s = scheduler(4, done=((0, 2),))
    assert assigned(s.handle(WorkerJoined(0, 0.0))) == [(0, 1), (0, 3)]


def test_only_the_chunk_that_was_being_played_is_blamed_for_a_lost_worker() -> None:
    s = scheduler(2)
    s.handle(WorkerJoined(0, 0.0))
    commands = s.handle(WorkerLost(0, "killed", 0.0))
    assert [c.worker for c in commands if isinstance(c, ReplaceWorker)] == [0]
    assert [(c.chunk.index, c.attempts) for c in commands if isinstance(c, Retry)] == [(0, 1)]
    assert assigned(s.handle(WorkerJoined(1, 100.0))) == [(1, 1)]


def test_what_a_worker_leaves_off_goes_to_another_at_once_and_blames_nobody() -> None:
    s = scheduler(2)
    s.handle(WorkerJoined(0, 0.0))
    s.handle(WorkerLeaving(0, "spot notice", 0.0))
    s.handle(WorkerJoined(1, 0.0))
    assert s.busy == [0]
    assert assigned(s.handle(ChunkLeftOff(0, ChunkRef(0, 0), 1.0))) == [(1, 0)]
    commands = s.handle(ChunkLeftOff(0, ChunkRef(0, 1), 1.0))
    assert commands[0] == Dismiss(0, "spot notice")
    assert assigned(commands) == [(1, 1)]


def test_a_drain_is_over_when_everything_in_hand_was_left_off() -> None:
    s = scheduler(3)
    s.handle(WorkerJoined(0, 0.0))
    s.handle(Drain(0.0))
    assert s.handle(ChunkLeftOff(0, ChunkRef(0, 0), 1.0)) == []
    assert s.handle(ChunkLeftOff(0, ChunkRef(0, 1), 1.0)) == [Finish("drain")]


def test_a_chunk_that_was_blamed_is_played_alone_so_that_no_other_is_blamed_for_it_again_and_again() -> None:
    s = scheduler(6)
    s.handle(WorkerJoined(0, 0.0))
    s.handle(WorkerJoined(1, 0.0))
    s.handle(WorkerLost(0, "killed", 0.0))  # 0 is blamed, 1 was behind it; worker 1 has 2 and 3
    assert assigned(s.handle(done(1, 2, 100.0))) == [(1, 1)]
    assert assigned(s.handle(done(1, 3, 101.0))) == []  # 0 waits for a worker that is idle
    assert assigned(s.handle(done(1, 1, 102.0))) == [(1, 0)]
    assert assigned(s.handle(done(1, 0, 103.0))) == [(1, 4), (1, 5)]


def test_a_poison_chunk_is_quarantined_after_five_attempts_with_every_error() -> None:
    s = scheduler(1)
    said: list[Command] = []
    for worker in range(5):
        now = worker * 1000.0
        said += s.handle(WorkerJoined(worker, now))
        said += s.handle(WorkerLost(worker, f"segmentation fault {worker}", now))
    quarantine = next(c for c in said if isinstance(c, Quarantine))
    assert [(a.worker, a.error) for a in quarantine.attempts] == [(n, f"worker lost: segmentation fault {n}") for n in range(5)]
    assert [c.attempt for c in said if isinstance(c, Assign)] == [1, 2, 3, 4, 5]
    assert said[-1] == Finish("quarantine")


def test_a_chunk_that_fails_waits_longer_each_time_and_the_same_for_the_same_seed() -> None:
    def delays(seed: int) -> list[float]:
        s, found = scheduler(1, seed=seed), []
        s.handle(WorkerJoined(0, 0.0))
        for attempt in range(4):
            commands = s.handle(ChunkFailed(0, ChunkRef(0, 0), "fault", attempt * 100.0))
            found += [c.delay for c in commands if isinstance(c, Retry)]
            assert assigned(s.handle(Tick(attempt * 100.0 + found[-1] - 1e-3))) == []
            assert assigned(s.handle(Tick(attempt * 100.0 + found[-1]))) == [(0, 0)]
        return found

    assert delays(1) == delays(1)
    assert delays(1) != delays(2)
    assert all(0.125 * 2**n <= delay <= 0.25 * 2**n for n, delay in enumerate(delays(1)))


def test_a_worker_whose_lease_runs_out_is_replaced_and_its_late_result_is_welcome() -> None:
    s = scheduler(1)
    s.handle(WorkerJoined(0, 0.0))
    assert s.handle(Tick(59.0)) == []
    commands = s.handle(Tick(61.0))
    assert [c.worker for c in commands if isinstance(c, ReplaceWorker)] == [0]
    assert s.handle(done(0, 0, 62.0)) == [Finish("complete")]


def test_the_next_lease_of_a_chunk_that_ran_out_is_twice_as_long() -> None:
    s = scheduler(1)
    s.handle(WorkerJoined(0, 0.0))
    first = s.lease(ChunkRef(0, 0))
    s.handle(Tick(61.0))
    assert s.lease(ChunkRef(0, 0)) == 2 * first


def test_the_lease_of_a_queued_chunk_starts_when_it_is_its_turn() -> None:
    s = scheduler(3)
    s.handle(WorkerJoined(0, 0.0))
    s.handle(done(0, 0, 59.0))
    assert s.handle(Tick(100.0)) == []
    assert any(isinstance(c, ReplaceWorker) for c in s.handle(Tick(120.0)))


def test_near_the_end_an_idle_worker_gets_a_copy_of_a_slow_chunk_and_the_second_result_is_a_duplicate() -> None:
    s = scheduler(3)
    s.handle(WorkerJoined(0, 0.0))
    s.handle(WorkerJoined(1, 0.0))
    s.handle(done(1, 2, 1.0))
    assert s.handle(Tick(2.0)) == []
    assert s.handle(Tick(4.0)) == [Assign(1, ChunkRef(0, 0), 1, copy=True)]
    assert s.handle(done(1, 0, 5.0)) == [Assign(1, ChunkRef(0, 1), 1, copy=True)]
    assert s.handle(done(0, 0, 5.5, duplicate=True)) == [Duplicate(ChunkRef(0, 0), 0)]
    assert s.handle(done(0, 1, 6.0)) == [Finish("complete")]


def test_a_stopped_cell_gets_no_more_chunks_and_the_others_go_on() -> None:
    s = scheduler(10, 2)
    s.handle(WorkerJoined(0, 0.0))
    s.handle(done(0, 0))
    s.handle(done(0, 1))
    s.handle(CellStopped(0, 2, 0.0))
    assert s.chunks_left == 2
    commands = s.handle(done(0, 2))
    assert [c.chunk for c in commands if isinstance(c, Assign)] == [ChunkRef(1, 0)]


def test_a_drain_gives_out_nothing_and_ends_when_what_is_held_has_come_back() -> None:
    s = scheduler(10)
    s.handle(WorkerJoined(0, 0.0))
    assert s.handle(Drain(0.0)) == []
    assert s.handle(done(0, 0)) == []
    assert s.handle(done(0, 1)) == [Finish("drain")]


def test_a_drain_does_not_wait_for_a_worker_that_died() -> None:
    s = scheduler(10)
    s.handle(WorkerJoined(0, 0.0))
    s.handle(Drain(0.0))
    assert s.handle(WorkerLost(0, "killed", 0.0))[-1] == Finish("drain")


def test_workers_that_die_without_doing_anything_end_the_run() -> None:
    s = scheduler(10)
    said = [command for worker in range(10) for command in s.handle(WorkerLost(worker, "no memory", 0.0))]
    assert said[-1] == Finish("no workers")
    delays = [c.delay for c in said if isinstance(c, ReplaceWorker)]
    assert delays[0] == 0.0 < delays[1]
    assert max(delays) <= 15.0


def test_rules_that_fail_everywhere_end_the_run_before_every_chunk_has_failed() -> None:
    s, now, said = scheduler(1000, most_quarantined=3), 0.0, list[Command]()
    s.handle(WorkerJoined(0, now))
    held = [ChunkRef(0, 0), ChunkRef(0, 1)]
    while s.finished is None:
        now += 100.0
        commands = s.handle(ChunkFailed(0, held.pop(0), "fault", now)) if held else s.handle(Tick(now))
        held += [c.chunk for c in commands if isinstance(c, Assign)]
        said += commands
    assert said[-1] == Finish("quarantine")
    assert sum(isinstance(c, Quarantine) for c in said) <= 4


def test_a_worker_number_is_never_used_twice() -> None:
    s = scheduler(1)
    s.handle(WorkerJoined(0, 0.0))
    with pytest.raises(ValueError, match="joined twice"):
        s.handle(WorkerJoined(0, 0.0))


def test_a_lost_chunk_is_noticed() -> None:
    s = Scheduler([2], [IntervalSet()], iter([ChunkRef(0, 0)]), lambda _: 1.0)
    with pytest.raises(InvariantError, match="lost"):
        s.handle(WorkerJoined(0, 0.0))


def test_memory_does_not_grow_with_the_number_of_chunks() -> None:
    def peak(chunks: int) -> int:
        tracemalloc.start()
        s = scheduler(chunks)
        s.handle(WorkerJoined(0, 0.0))
        for index in range(2000):
            s.handle(done(0, index))
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    assert peak(1_000_000_000) < 1.5 * peak(3000)
