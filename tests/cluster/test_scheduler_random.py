"""Random events in any order: the scheduler keeps its invariants, loses nothing and comes to rest."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cluster.interval_set import IntervalSet
from cluster.scheduler import Scheduler, SchedulerSettings
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


class World(RuleBasedStateMachine):
    """A cluster in which anything happens: the files are the truth that the scheduler's words are compared with."""

    @initialize(
        chunks=st.lists(st.integers(0, 8), min_size=1, max_size=4),
        there=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 7)), max_size=6),
    )
    def start(self, chunks: list[int], there: set[tuple[int, int]]) -> None:
        self.chunks = chunks
        self.files = {ChunkRef(c, i) for c, i in there if c < len(chunks) and i < chunks[c]}
        self.needed = dict(enumerate(chunks))
        self.held: dict[int, list[ChunkRef]] = {}
        self.zombies: list[tuple[int, ChunkRef]] = []
        self.to_start = 0
        self.leaving: set[int] = set()
        self.quarantined: set[ChunkRef] = set()
        self.finish: list[Finish] = []
        self.accepted: set[ChunkRef] = set()
        self.now = 0.0
        self.last_worker = -1
        order = sorted(
            (ChunkRef(c, i) for c, number in enumerate(chunks) for i in range(number)),
            key=lambda r: (r.index / chunks[r.cell], r.cell),
        )
        done = [IntervalSet(sorted(f.index for f in self.files if f.cell == c)) for c in range(len(chunks))]
        self.scheduler = Scheduler(chunks, done, iter(order), lambda _: 1.0, SchedulerSettings(attempts=3, most_quarantined=6))
        self.hear(self.scheduler.handle(Tick(0.0)))

    def hear(self, commands: list[Command]) -> None:
        for command in commands:
            assert not self.finish, f"{command} after the last word"
            match command:
                case Assign(worker=worker, chunk=chunk):
                    assert worker not in self.leaving
                    assert chunk.index < self.needed[chunk.cell] <= self.chunks[chunk.cell]
                    assert chunk not in self.quarantined
                    assert chunk not in self.files or any(chunk == z for _, z in self.zombies) or self.told_late(chunk)
                    self.held[worker].append(chunk)
                    assert len(self.held[worker]) <= 2
                case ReplaceWorker(worker=worker):
                    self.zombies += [(worker, chunk) for chunk in self.held.pop(worker, [])]
                    self.to_start += 1
                case Dismiss(worker=worker):
                    assert self.held.pop(worker) == []
                    self.leaving.remove(worker)
                case Quarantine(chunk=chunk, attempts=attempts):
                    assert len(attempts) >= 3
                    self.quarantined.add(chunk)
                case Finish():
                    self.finish.append(command)

    def told_late(self, chunk: ChunkRef) -> bool:
        """A worker died between writing the file and saying so: the scheduler can't know."""
        return chunk in self.files and chunk not in self.accepted

    @rule()
    def a_worker_joins(self) -> None:
        if len(self.held) < 4:
            self.last_worker += 1
            self.held[self.last_worker] = []
            self.hear(self.scheduler.handle(WorkerJoined(self.last_worker, self.now)))

    @precondition(lambda self: any(self.held.values()))
    @rule(data=st.data(), seconds=st.floats(0, 50))
    def a_chunk_comes_in(self, data: st.DataObject, seconds: float) -> None:
        worker = data.draw(st.sampled_from([w for w, chunks in self.held.items() if chunks]))
        chunk = self.held[worker].pop(0)
        self.come_in(worker, chunk, seconds)

    def come_in(self, worker: int, chunk: ChunkRef, seconds: float) -> None:
        duplicate = chunk in self.files
        known = chunk in self.accepted
        self.files.add(chunk)
        self.quarantined.discard(chunk)
        commands = self.scheduler.handle(ChunkDone(worker, chunk, seconds, self.now, duplicate))
        if not self.finish:
            assert any(isinstance(c, Duplicate) for c in commands) == (duplicate or known)
        self.accepted.add(chunk)
        self.hear(commands)

    @precondition(lambda self: self.zombies)
    @rule(data=st.data())
    def a_worker_given_up_sends_its_result(self, data: st.DataObject) -> None:
        worker, chunk = self.zombies.pop(data.draw(st.integers(0, len(self.zombies) - 1)))
        self.come_in(worker, chunk, 1.0)

    @precondition(lambda self: self.held)
    @rule(data=st.data(), wrote=st.booleans())
    def a_worker_dies(self, data: st.DataObject, wrote: bool) -> None:
        worker = data.draw(st.sampled_from(sorted(self.held)))
        chunks = self.held.pop(worker)
        if wrote and chunks:
            self.files.add(chunks[0])
        self.hear(self.scheduler.handle(WorkerLost(worker, "killed", self.now)))

    @precondition(lambda self: self.held)
    @rule(data=st.data())
    def a_machine_will_be_taken_away(self, data: st.DataObject) -> None:
        worker = data.draw(st.sampled_from(sorted(self.held)))
        self.leaving.add(worker)
        self.hear(self.scheduler.handle(WorkerLeaving(worker, "spot notice", self.now)))
        assert self.finish or (worker in self.held) == bool(self.held.get(worker))

    @precondition(lambda self: any(self.held.values()))
    @rule(data=st.data())
    def a_chunk_fails(self, data: st.DataObject) -> None:
        worker = data.draw(st.sampled_from([w for w, chunks in self.held.items() if chunks]))
        chunk = self.held[worker].pop(0)
        self.hear(self.scheduler.handle(ChunkFailed(worker, chunk, "fault", self.now)))

    @precondition(lambda self: any(self.held.values()))
    @rule(data=st.data())
    def a_chunk_is_left_off(self, data: st.DataObject) -> None:
        worker = data.draw(st.sampled_from([w for w, chunks in self.held.items() if chunks]))
        chunk = self.held[worker].pop(0)
        commands = self.scheduler.handle(ChunkLeftOff(worker, chunk, self.now))
        assert not any(isinstance(command, Retry | Quarantine) for command in commands), "nobody is to blame"
        self.hear(commands)

    @precondition(lambda self: self.zombies)
    @rule(data=st.data())
    def a_worker_given_up_sends_a_failure(self, data: st.DataObject) -> None:
        worker, chunk = data.draw(st.sampled_from(self.zombies))
        self.hear(self.scheduler.handle(ChunkFailed(worker, chunk, "fault", self.now)))

    @rule(seconds=st.floats(0, 200))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds
        self.hear(self.scheduler.handle(Tick(self.now)))

    @rule(data=st.data())
    def a_cell_stops(self, data: st.DataObject) -> None:
        cell = data.draw(st.integers(0, len(self.chunks) - 1))
        needed = data.draw(st.integers(0, self.chunks[cell]))
        self.needed[cell] = min(needed, self.needed[cell])
        self.hear(self.scheduler.handle(CellStopped(cell, needed, self.now)))

    @rule(really=st.integers(0, 9))
    def a_drain_is_asked_for(self, really: int) -> None:
        if really == 0:
            self.hear(self.scheduler.handle(Drain(self.now)))

    @invariant()
    def its_bookkeeping_is_right(self) -> None:
        if hasattr(self, "scheduler"):
            self.scheduler.check_all()

    def teardown(self) -> None:
        """From wherever it is, a world in which workers live and answer brings it to rest, with nothing lost."""
        if not hasattr(self, "scheduler"):
            return
        for _ in range(200):
            if self.finish:
                break
            self.a_worker_joins()
            for worker in sorted(self.held):
                while self.held.get(worker) and not self.finish:
                    self.come_in(worker, self.held[worker].pop(0), 1.0)
            if not self.finish:
                self.time_passes(30.0)
        assert len(self.finish) == 1, "it does not come to rest"
        wanted = {ChunkRef(c, i) for c, needed in self.needed.items() for i in range(needed)}
        if self.finish[0].reason == "complete":
            assert wanted <= self.files
        if self.finish[0].reason == "quarantine" and len(self.quarantined) < 6:
            assert wanted - self.files <= self.quarantined


TestWorld = World.TestCase
TestWorld.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
