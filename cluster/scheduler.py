"""The scheduler: a pure state machine that decides who plays what.

`handle(event)` takes one event and returns the commands that follow from it. No clock, no Ray, no files: the coordinator
carries the commands out and reports what happened. Its memory grows with workers and failures, not with chunks: those not
started yet stay in the plan's iterator, those done are runs of numbers.

Always true, and asserted after each event:

1. a worker holds at most `in_flight` chunks, none twice; one that leaves is given none;
2. a chunk is held by at most two workers, and is then not waiting;
3. a quarantined chunk is neither held nor waiting;
4. while a chunk is wanted it is held, waiting, quarantined or still in the plan: none is lost;
5. `Finish` is said once, and nothing after it.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from cluster.interval_set import IntervalSet
from cluster.scheduler_types import (
    Assign,
    Attempt,
    CellStopped,
    ChunkDone,
    ChunkFailed,
    ChunkLeftOff,
    ChunkRef,
    Command,
    Dismiss,
    Drain,
    Duplicate,
    Event,
    Finish,
    FinishReason,
    Quarantine,
    ReplaceWorker,
    Retry,
    Tick,
    WorkerJoined,
    WorkerLeaving,
    WorkerLost,
)

COPIES = 2
"""Workers that may hold one chunk at a time."""


class InvariantError(AssertionError):
    """The scheduler's bookkeeping contradicts itself: a defect, after which nothing it says can be trusted."""


def _require(holds: bool, broken: str) -> None:
    if not holds:
        raise InvariantError(broken)


@dataclass(frozen=True)
class SchedulerSettings:
    """How patient the scheduler is.

    Attributes:
        in_flight: chunks given to a worker at a time; the second hides the round trip, a third would only be lost with it.
        attempts: failures after which a chunk is quarantined.
        lease_factor, lease_minimum: a chunk may take `lease_factor` times its expected seconds, and at least `lease_minimum`
            seconds; each lease that runs out doubles the chunk's next one.
        copy_factor, copy_minimum: an idle worker gets a copy of a chunk held for longer than this, when nothing else is left.
        backoff_first, backoff_most: seconds before a second attempt, doubled with each further one up to the most.
        most_quarantined: quarantined chunks after which no more work is given out: the rules or the machines are at fault.
        barren_losses: workers lost in a row, with nothing done in between, after which the scheduler gives up; per worker.
        seed: of the jitter on back-offs.
    """

    in_flight: int = 2
    attempts: int = 5
    lease_factor: float = 20.0
    lease_minimum: float = 60.0
    copy_factor: float = 3.0
    copy_minimum: float = 3.0
    backoff_first: float = 0.25
    backoff_most: float = 15.0
    most_quarantined: int = 20
    barren_losses: int = 10
    seed: int = 0


@dataclass
class _Held:
    """A chunk in a worker's hands."""

    chunk: ChunkRef
    assigned: float
    started: float | None = None
    """When it came first in the worker's queue."""


@dataclass
class _Cell:
    """What is known of a cell's chunks."""

    needed: int
    done: IntervalSet
    quarantined: set[int] = field(default_factory=set)

    def wanted(self, index: int) -> bool:
        return index < self.needed and index not in self.done and index not in self.quarantined

    def left(self) -> int:
        return self.needed - self.done.below(self.needed) - sum(index < self.needed for index in self.quarantined)


class Scheduler:
    """See the module."""

    def __init__(
        self,
        chunks: Sequence[int],
        done: Sequence[IntervalSet],
        order: Iterator[ChunkRef],
        expected_seconds: Callable[[ChunkRef], float],
        settings: SchedulerSettings | None = None,
    ) -> None:
        """Start on a plan.

        Args:
            chunks: number of chunks of each cell.
            done: chunks of each cell whose files are there; taken over.
            order: every chunk of the plan once, in the order in which to play; taken from as needed.
            expected_seconds: the plan's static cost of a chunk.
            settings: how patient to be.
        """
        self.settings = settings or SchedulerSettings()
        self._cells = [_Cell(number, numbers) for number, numbers in zip(chunks, done, strict=True)]
        self._left = sum(cell.left() for cell in self._cells)
        self._order = order
        self._exhausted = False
        self._expected_seconds = expected_seconds
        self._slowness = 1.0
        self._queues: dict[int, deque[_Held]] = {}
        self._by_load: list[dict[int, None]] = [{} for _ in range(self.settings.in_flight + 1)]
        self._leaving: dict[int, str] = {}
        self._holders: dict[ChunkRef, list[int]] = {}
        self._waiting: dict[ChunkRef, float] = {}
        self._heap: list[tuple[float, int, ChunkRef]] = []
        self._pushes = 0
        self._failures: dict[ChunkRef, list[Attempt]] = {}
        self._barren = 0
        self._most_workers = 1
        self._draining = False
        self.finished: FinishReason | None = None

    @property
    def chunks_left(self) -> int:
        """Wanted chunks that are neither done nor quarantined."""
        return self._left

    @property
    def in_flight(self) -> int:
        """Chunks in workers' hands, copies counted."""
        return sum(len(queue) for queue in self._queues.values())

    @property
    def workers(self) -> int:
        """Workers that are up."""
        return len(self._queues)

    @property
    def busy(self) -> list[int]:
        """Workers that have something in hand."""
        return [worker for worker, queue in self._queues.items() if queue]

    @property
    def draining(self) -> bool:
        """Whether no more work is given out."""
        return self._draining

    def quarantined(self) -> list[ChunkRef]:
        """Chunks that failed too often."""
        return [ChunkRef(number, index) for number, cell in enumerate(self._cells) for index in sorted(cell.quarantined)]

    def handle(self, event: Event) -> list[Command]:
        """Take an event; returns what to do, in this order. After `Finish` every event is heard and nothing is asked."""
        if self.finished is not None:
            return []
        commands = self._take(event) + self._dismiss()
        if not self._draining:
            commands += self._give_out(event.now)
        reason = self._finish_reason()
        if reason is not None:
            self.finished = reason
            commands.append(Finish(reason))
        self._check(event)
        return commands

    def _take(self, event: Event) -> list[Command]:
        match event:
            case WorkerJoined():
                self._join(event.worker)
            case WorkerLost():
                return self._lose(event.worker, event.reason, event.now)
            case WorkerLeaving():
                self._see_off(event)
            case ChunkDone():
                return self._close(event)
            case ChunkFailed():
                return self._fail(event)
            case ChunkLeftOff():
                if self._release(event.worker, event.chunk, event.now):
                    self._wait(event.chunk, event.now)
            case CellStopped():
                self._stop(event)
            case Drain():
                self._draining = True
            case Tick():
                return self._expire(event.now)
        return []

    def _join(self, worker: int) -> None:
        if worker in self._queues:
            raise ValueError(f"worker {worker} joined twice")
        self._queues[worker] = deque()
        self._file(worker)
        self._most_workers = max(self._most_workers, len(self._queues))

    def _file(self, worker: int) -> None:
        """File a worker under its load, for those that look for one with little to do."""
        if worker not in self._leaving:
            self._by_load[len(self._queues[worker])][worker] = None

    def _unfile(self, worker: int) -> None:
        self._by_load[len(self._queues[worker])].pop(worker, None)

    def _see_off(self, event: WorkerLeaving) -> None:
        if event.worker in self._queues and event.worker not in self._leaving:
            self._unfile(event.worker)
            self._leaving[event.worker] = event.reason

    def _dismiss(self) -> list[Command]:
        """Let go of those who leave and have nothing in hand."""
        free = [worker for worker in self._leaving if not self._queues[worker]]
        for worker in free:
            del self._queues[worker]
        return [Dismiss(worker, self._leaving.pop(worker)) for worker in free]

    def _lose(self, worker: int, reason: str, now: float, lease: bool = False) -> list[Command]:
        """Only the chunk that was being played is blamed: those queued behind it are innocent."""
        self._barren += 1
        commands: list[Command] = [ReplaceWorker(worker, reason, self._delay(f"worker:{worker}", self._barren - 1))]
        queue = self._queues.get(worker, deque())
        if worker in self._queues:
            self._unfile(worker)
            del self._queues[worker]
        self._leaving.pop(worker, None)
        for held in queue:
            self._forget(held.chunk, worker)
        for number, held in enumerate(queue):
            if number == 0:
                error = reason if lease else f"worker lost: {reason}"
                commands += self._blame(held.chunk, Attempt(worker, error), now)
            else:
                self._wait(held.chunk, now)
        return commands

    def _close(self, event: ChunkDone) -> list[Command]:
        """A chunk is in, from whomever: a worker given up long ago, or the second of two."""
        self._release(event.worker, event.chunk, event.now)
        self._barren = 0
        cell = self._cells[event.chunk.cell]
        if not cell.done.add(event.chunk.index):
            return [Duplicate(event.chunk, event.worker)]
        planned = self._expected_seconds(event.chunk)
        if planned > 0 and event.seconds > 0:
            self._slowness += 0.05 * (event.seconds / planned - self._slowness)
        if event.chunk.index < cell.needed and event.chunk.index not in cell.quarantined:
            self._left -= 1
        cell.quarantined.discard(event.chunk.index)
        self._waiting.pop(event.chunk, None)
        self._failures.pop(event.chunk, None)
        return [Duplicate(event.chunk, event.worker)] if event.duplicate else []

    def _fail(self, event: ChunkFailed) -> list[Command]:
        if not self._release(event.worker, event.chunk, event.now):
            return []  # its worker was given up, and the chunk requeued then
        return self._blame(event.chunk, Attempt(event.worker, event.error), event.now)

    def _stop(self, event: CellStopped) -> None:
        cell = self._cells[event.cell]
        before = cell.left()
        cell.needed = min(cell.needed, event.needed)
        self._left += cell.left() - before
        for chunk in [c for c in self._waiting if c.cell == event.cell and c.index >= cell.needed]:
            del self._waiting[chunk]

    def _expire(self, now: float) -> list[Command]:
        commands: list[Command] = []
        for worker, queue in list(self._queues.items()):
            if queue and queue[0].started is not None:
                lease = self.lease(queue[0].chunk)
                if now - queue[0].started > lease:
                    commands += self._lose(worker, f"no answer within the lease of {lease:.0f} s", now, lease=True)
        return commands

    def lease(self, chunk: ChunkRef) -> float:
        """Seconds that a worker has for a chunk, from the moment it comes first in its queue."""
        expected = self._expected_seconds(chunk) * max(1.0, self._slowness)
        late = sum("lease" in attempt.error for attempt in self._failures.get(chunk, ()))
        return float(max(self.settings.lease_minimum, self.settings.lease_factor * expected) * 2**late)

    def _blame(self, chunk: ChunkRef, attempt: Attempt, now: float) -> list[Command]:
        """Count a failed attempt; the chunk waits, unless it failed too often or another worker still has it."""
        cell = self._cells[chunk.cell]
        if not cell.wanted(chunk.index):
            return []
        failures = self._failures.setdefault(chunk, [])
        failures.append(attempt)
        delay = self._delay(f"chunk:{chunk.cell}:{chunk.index}", len(failures))
        if chunk in self._holders:
            return [Retry(chunk, attempt, len(failures), 0.0)]
        if len(failures) >= self.settings.attempts:
            cell.quarantined.add(chunk.index)
            self._left -= 1
            self._barren = 0
            self._draining |= len(self.quarantined()) >= self.settings.most_quarantined
            return [Quarantine(chunk, tuple(self._failures.pop(chunk)))]
        self._wait(chunk, now + delay)
        return [Retry(chunk, attempt, len(failures), delay)]

    def _delay(self, what: str, times: int) -> float:
        """Exponential back-off with jitter, a function of what failed and how often."""
        if times <= 0:
            return 0.0
        most = min(self.settings.backoff_most, self.settings.backoff_first * 2.0 ** min(times - 1, 30))
        return most * (0.5 + 0.5 * Random(f"{self.settings.seed}:{what}:{times}").random())

    def _wait(self, chunk: ChunkRef, not_before: float) -> None:
        if not self._cells[chunk.cell].wanted(chunk.index) or chunk in self._holders:
            return
        self._waiting[chunk] = not_before
        self._pushes += 1
        heapq.heappush(self._heap, (not_before, self._pushes, chunk))

    def _release(self, worker: int, chunk: ChunkRef, now: float) -> bool:
        """Take a chunk out of a worker's hands; False if it didn't hold it."""
        queue = self._queues.get(worker, deque())
        held = next((h for h in queue if h.chunk == chunk), None)
        if held is None:
            return False
        self._unfile(worker)
        queue.remove(held)
        self._file(worker)
        if queue and queue[0].started is None:
            queue[0].started = now
        self._forget(chunk, worker)
        return True

    def _forget(self, chunk: ChunkRef, worker: int) -> None:
        holders = self._holders[chunk]
        holders.remove(worker)
        if not holders:
            del self._holders[chunk]

    def _give_out(self, now: float) -> list[Command]:
        """Fill the least loaded workers first, then look whether an idle one can help a slow one.

        A chunk that failed before is played alone: a worker that dies takes with it the answer for the chunk before, and then
        nobody knows which of them it died of. While one waits for an idle worker, no worker gets more than it has.
        """
        commands: list[Command] = []
        for load in range(self.settings.in_flight):
            while not (load and self._suspect_is_due(now)):
                worker = next((number for number in self._by_load[load] if not self._holds_suspect(number)), None)
                chunk = None if worker is None else self._next_chunk(now)
                if worker is None or chunk is None:
                    break
                commands.append(self._assign(worker, chunk, now))
        if self._exhausted:
            for worker in list(self._by_load[0]):
                slow = self._slow_chunk(worker, now)
                if slow is None:
                    break
                commands.append(self._assign(worker, slow, now))
        return commands

    def _suspect_is_due(self, now: float) -> bool:
        """Whether the next chunk to give out is one that failed before."""
        return self._first_due(now) in self._failures

    def _holds_suspect(self, worker: int) -> bool:
        return any(held.chunk in self._failures for held in self._queues[worker])

    def _first_due(self, now: float) -> ChunkRef | None:
        """The chunk that has waited longest of those whose back-off is over; it goes on waiting."""
        while self._heap and self._waiting.get(self._heap[0][2]) != self._heap[0][0]:
            heapq.heappop(self._heap)  # it waits no more, or anew
        return self._heap[0][2] if self._heap and self._heap[0][0] <= now else None

    def _next_chunk(self, now: float) -> ChunkRef | None:
        """A chunk whose back-off is over, else the next of the plan that is wanted."""
        due = self._first_due(now)
        if due is not None:
            heapq.heappop(self._heap)
            del self._waiting[due]
            return due
        for chunk in self._order:
            if self._cells[chunk.cell].wanted(chunk.index) and chunk not in self._holders:
                return chunk
        self._exhausted = True
        return None

    def _slow_chunk(self, helper: int, now: float) -> ChunkRef | None:
        """The chunk that was held longest, and too long, by one other worker only."""
        slow: tuple[float, ChunkRef] | None = None
        for worker, queue in self._queues.items():
            for held in queue:
                chunk = held.chunk
                patience = max(
                    self.settings.copy_minimum, self.settings.copy_factor * self._expected_seconds(chunk) * self._slowness
                )
                late = now - held.assigned > patience and worker != helper
                if not late or len(self._holders[chunk]) >= COPIES or not self._cells[chunk.cell].wanted(chunk.index):
                    continue
                if slow is None or (held.assigned, chunk) < slow:
                    slow = held.assigned, chunk
        return slow[1] if slow else None

    def _assign(self, worker: int, chunk: ChunkRef, now: float) -> Assign:
        queue = self._queues[worker]
        self._unfile(worker)
        queue.append(_Held(chunk, now, started=None if queue else now))
        self._file(worker)
        holders = self._holders.setdefault(chunk, [])
        holders.append(worker)
        return Assign(worker, chunk, len(self._failures.get(chunk, ())) + 1, copy=len(holders) > 1)

    def _finish_reason(self) -> FinishReason | None:
        if self._left == 0:
            return "quarantine" if self.quarantined_wanted() else "complete"
        if self._draining and not self._holders:
            return "quarantine" if len(self.quarantined()) >= self.settings.most_quarantined else "drain"
        if self._barren >= self.settings.barren_losses * self._most_workers:
            return "no workers"
        return None

    def quarantined_wanted(self) -> list[ChunkRef]:
        """Quarantined chunks that no stop rule has made unnecessary."""
        return [chunk for chunk in self.quarantined() if chunk.index < self._cells[chunk.cell].needed]

    def _check(self, event: Event) -> None:
        """The invariants, as far as this event can have touched them: a constant amount of work."""
        worker = getattr(event, "worker", None)
        held = [item.chunk for item in self._queues.get(worker, ())] if worker is not None else []
        _require(len(held) <= self.settings.in_flight, f"worker {worker} holds {held}")
        _require(len(set(held)) == len(held), f"worker {worker} holds a chunk twice: {held}")
        _require(self._left >= 0, "more chunks are done than wanted")
        chunk = getattr(event, "chunk", None)
        if chunk is not None:
            holders = self._holders.get(chunk, [])
            waits = chunk in self._waiting
            _require(len(holders) <= COPIES, f"{chunk} is held by {holders}")
            _require(not (holders and waits), f"{chunk} is held by {holders} and waits")
            quarantined = chunk.index in self._cells[chunk.cell].quarantined
            _require(not (quarantined and (holders or waits)), f"{chunk} is in quarantine and in play")
        if self._exhausted:
            known = len(self._holders) + len(self._waiting)
            _require(self._left <= known, f"{self._left} chunks are wanted, only {known} are held or wait: some are lost")

    def check_all(self) -> None:
        """Every invariant over the whole state, whatever its size: for tests.

        Raises:
            InvariantError: one doesn't hold.
        """
        held: dict[ChunkRef, list[int]] = {}
        for worker, queue in self._queues.items():
            filed = worker in self._by_load[len(queue)]
            _require(filed != (worker in self._leaving), f"worker {worker} is filed under another load, or leaves and is filed")
            _require(len(queue) <= self.settings.in_flight, f"worker {worker} holds too much")
            _require(not queue or queue[0].started is not None, f"worker {worker} has no lease")
            for item in queue:
                held.setdefault(item.chunk, []).append(worker)
        _require({c: sorted(w) for c, w in held.items()} == {c: sorted(w) for c, w in self._holders.items()}, "holders differ")
        _require(sum(map(len, self._by_load)) == len(self._queues) - len(self._leaving), "a worker is filed twice")
        _require(all(len(set(w)) == len(w) <= COPIES for w in held.values()), "too many copies")
        _require(not held.keys() & self._waiting.keys(), "a held chunk waits")
        _require(not set(self.quarantined()) & (held.keys() | self._waiting.keys()), "a quarantined chunk is in play")
        _require(self._left == sum(cell.left() for cell in self._cells), "the count of chunks left is wrong")
        wanted = {c for c in held.keys() | self._waiting.keys() if self._cells[c.cell].wanted(c.index)}
        _require(self._waiting.keys() <= wanted, "a chunk waits that nobody wants")
        if self._exhausted:
            _require(self._left == len(wanted), "a chunk is lost")
