"""The coordinator: carries out what the scheduler says, and tells it what happened. It lives in the driver process.

It holds no rows: a chunk's result is its file; what comes back is sums. Killed at any moment, it loses nothing that counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from cluster.fleet_kinds import FleetKinds
from cluster.plan import Plan
from cluster.pool import DriverLeaves, Message, NotPlayed, Played, Pool, Room, WorkerDown, WorkerLeaves, WorkerUp
from cluster.progress import Progress, order_of
from cluster.run_directory import RunDirectory
from cluster.run_log import RunLog
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
from cluster.status import Activity, RunState, RunStatus
from cluster.stop_signals import StopSignals
from engine.agents.process_player import AgentSetupError
from workers.agent_words import in_one_line
from workers.build import build, differences
from workers.departure import DRAIN_SECONDS
from workers.errors import DeterminismError, LeftOffError, RefusedJobError, StorageError
from workers.sums import BlockSums

LISTEN_SECONDS = 0.25
STATUS_SECONDS = 0.5
SAVE_SECONDS = 2.0
PAUSE_SECONDS = 10.0
"""A driver that didn't look at the clock for so long stood still: it was stopped or starved, or its disk hung."""


class ExitCode(IntEnum):
    """How a run ended (contract 9)."""

    COMPLETE = 0
    BAD_SPEC = 2
    GUARD = 3
    INCOMPLETE = 75


@dataclass(frozen=True)
class Ending:
    """How a driver ended: the exit code, and what a person should know, one line each."""

    exit_code: ExitCode
    notes: tuple[str, ...] = ()


class Coordinator:
    """Plays what is left of a run. One use: `run`.

    Attributes:
        scheduler: what it obeys.
        message: what the driver is doing until the first worker is up; shown in the status.
        metrics_url: shown in the status.
    """

    def __init__(
        self,
        plan: Plan,
        directory: RunDirectory,
        progress: Progress,
        *,
        settings: SchedulerSettings | None = None,
        on_status: Callable[[RunStatus], None] | None = None,
        signals: StopSignals | None = None,
        drain_seconds: float = DRAIN_SECONDS,
    ) -> None:
        self._plan = plan
        self._directory = directory
        self._progress = progress
        self._log = RunLog(plan, directory, progress)
        self._drain_seconds = drain_seconds
        self._on_status = on_status
        self.metrics_url: str | None = None
        self.message = ""
        self._signals = signals or StopSignals()
        self._started = self._last_look = time.monotonic()
        self._stood_still = 0.0
        self._last_tick = self._last_save = 0.0
        self._drain_ends: float | None = None
        self._mismatched = False
        self._next_worker = 0
        self._failures_in_a_row = 0
        self._kinds = FleetKinds(progress.played_on())
        self._refused = 0
        self._finish: FinishReason | None = None
        self._pool: Pool
        self.scheduler = Scheduler(
            [cell.needed_chunks for cell in progress.cells],
            [cell.done.copy() for cell in progress.cells],
            order_of(plan),
            progress.expected_seconds,
            settings or SchedulerSettings(seed=plan.seed),
        )

    @property
    def activity(self) -> Activity:
        """What goes on at this moment."""
        if self.scheduler.finished is not None:
            return Activity(quarantined=len(self.scheduler.quarantined()))
        return Activity(self.scheduler.in_flight, self.scheduler.workers, len(self.scheduler.quarantined()))

    def run(self, pool: Pool, workers: int, grow: bool = False) -> Ending:
        """Play until the scheduler says that it is over.

        Args:
            pool: starts workers and speaks with them.
            workers: how many to start.
            grow: start more when the cluster grows.
        """
        self._pool = pool
        self._places, self._grows = workers, grow
        self._signals.wake = pool.wake
        for _ in range(workers):
            self._start_worker(0.0)
        self._tell(Tick(self._now()))
        while self._finish is None:
            self._look_at_signals()
            self._look_at_the_clock()
            if self._finish is None:
                for heard in pool.listen(LISTEN_SECONDS):
                    self._hear(heard)
        return self._end()

    def _now(self) -> float:
        """Seconds of a clock that stands still while this process does: nobody could be heard then, so nobody was late."""
        clock = time.monotonic()
        pause, self._last_look = clock - self._last_look, clock
        if pause > PAUSE_SECONDS:
            self._stood_still += pause
            self._log.event("pause", f"the driver stood still for {pause:.0f} s", seconds=round(pause, 1))
        return clock - self._stood_still

    def _start_worker(self, delay: float) -> None:
        self._pool.start(self._next_worker, delay)
        self._next_worker += 1

    def _use(self, room: int) -> None:
        """Start workers for CPUs that have come to the cluster. Those that went need nothing: their workers wait for others."""
        if self._grows and room > self._places and not self.scheduler.draining:
            self._log.event("more room", f"{room} CPUs instead of {self._places}", workers=room)
            for _ in range(room - self._places):
                self._start_worker(0.0)
            self._places = room

    def _tell(self, event: Event) -> None:
        for command in self.scheduler.handle(event):
            self._carry_out(command)

    def _hear(self, message: Message) -> None:
        now = self._now()
        match message:
            case WorkerUp():
                self._welcome(message, now)
            case WorkerDown():
                self._kinds.lost(message.worker)
                self._tell(WorkerLost(message.worker, message.reason, now))
                if self.scheduler.workers == 0:
                    self._join(self._kinds.nobody_else(), now)
                self._test_kinds()
            case WorkerLeaves():
                self._tell(WorkerLeaving(message.worker, message.reason, now))
                seconds = self._drain_seconds if message.seconds is None else message.seconds
                self._pool.leave_off(message.worker, seconds)
            case DriverLeaves():
                self._drain(message.reason, message.seconds)
            case Room():
                self._use(message.workers)
            case Played() if self._kinds.is_tested(message.worker):
                kind, workers = self._kinds.agreed(message.worker, message.chunk)
                if workers:
                    self._log.event("verified", f"{kind} comes to the same rows", processor=kind)
                self._join(workers, now)
            case Played():
                self._take_in(message, now)
            case NotPlayed():
                self._take_failure(message, now)
                if self._kinds.is_tested(message.worker):
                    self._kinds.lost(message.worker)
                    self._tell(WorkerLost(message.worker, f"its trial failed: {message.error}", now))

    def _welcome(self, up: WorkerUp, now: float) -> None:
        """Let a worker join, if it plays with what the driver plays with and on a processor that is known to agree."""
        self.message = ""
        self._progress.speed.begin(now)
        differ = differences(build(), up.build) if up.build else ""
        if differ:
            self._refuse(up.worker, differ, f"every worker has another build than the driver: {differ}")
        elif up.storage:
            self._refuse(up.worker, up.storage, up.storage)
            self._log.note(up.storage)
        elif self._kinds.arrive(up.worker, up.processor, others=self.scheduler.workers > 0):
            self._join([up.worker], now)
        else:
            self._test_kinds()

    def _refuse(self, worker: int, reason: str, if_all: str) -> None:
        """Give a worker no work; if no worker is left that could get any, the run ends, and `if_all` says why."""
        self._pool.kill(worker)
        self._log.event("refused", reason, worker=worker)
        self._refused += 1
        if self._refused >= self._places:
            self._drain(if_all)

    def _join(self, workers: list[int], now: float) -> None:
        for worker in workers:
            self._tell(WorkerJoined(worker, now))

    def _test_kinds(self) -> None:
        for worker, chunks in self._kinds.tests():
            for chunk in chunks:
                self._give(worker, chunk)

    def _give(self, worker: int, chunk: ChunkRef) -> None:
        job = self._plan.chunk_job(self._plan.cells[chunk.cell].chunk(chunk.index))
        self._pool.play(worker, chunk, job.to_bytes())

    def _take_in(self, played: Played, now: float) -> None:
        """A chunk counts from the moment its file is there; here it is only added up."""
        self._failures_in_a_row = 0
        chunk, result = played.chunk, played.result
        new = chunk.index not in self._progress.cells[chunk.cell].done
        seconds = float(result["seconds"])
        if new:
            line = self._log.played(chunk, played.worker, result)
            if self._progress.add(chunk, BlockSums.from_plain(result["sums"]), line, now):
                self._stop_cell(chunk.cell, now)
            self._look_at_guard(now)
        self._tell(ChunkDone(played.worker, chunk, seconds, now, duplicate=bool(result["duplicate"]) or not new))
        self._kinds.done(chunk)
        self._test_kinds()

    def _stop_cell(self, number: int, now: float) -> None:
        cell = self._progress.cells[number]
        reason = f"the stop rule of cell {cell.plan.cell_id} is met: {cell.stop_reason}"
        self._log.event("stop", reason, cell=cell.plan.cell_id, stop_block=cell.stop_block)
        self._tell(CellStopped(number, cell.needed_chunks, now))

    def _look_at_guard(self, now: float) -> None:
        """Play no more of the cells of agents that forfeit too often; the others go on."""
        for found in self._progress.look_at_guard():
            self._log.event("guard", found.reason, guard="max_forfeit_rate", **found.to_plain())
            for number, cell in enumerate(self._progress.cells):
                if cell.plan.cell_id in found.cells:
                    self._tell(CellStopped(number, cell.needed_chunks, now))

    def _take_failure(self, failure: NotPlayed, now: float) -> None:
        error = failure.error
        said = in_one_line(str(error)) if isinstance(error, AgentSetupError) else str(error)
        text = f"{type(error).__name__}: {said}"
        match error:
            case LeftOffError():
                self._take_back(failure, now)
                return
            case DeterminismError():
                self._log.chunk_event("mismatch", text, failure.chunk, failure.worker)
                self._mismatched = True
                self._drain(text)
            case RefusedJobError():  # every worker would refuse it, and every other chunk
                self._drain(text)
            case StorageError() | AgentSetupError():  # not the chunk's fault, nor that of one worker if nothing else comes off
                self._failures_in_a_row += 1
                if self._failures_in_a_row > 2 * max(1, self.scheduler.workers):
                    self._drain(text)
        self._tell(ChunkFailed(failure.worker, failure.chunk, text, now))

    def _take_back(self, left: NotPlayed, now: float) -> None:
        """A worker has to go. If nobody here told it so, its machine did; then another is started elsewhere."""
        self._log.chunk_event("left off", str(left.error), left.chunk, left.worker)
        if not self.scheduler.draining:
            self._tell(WorkerLeaving(left.worker, "its process was asked to end", now))
        self._tell(ChunkLeftOff(left.worker, left.chunk, now))

    def _carry_out(self, command: Command) -> None:
        match command:
            case Assign():
                self._give(command.worker, command.chunk)
            case ReplaceWorker():
                self._pool.kill(command.worker)
                self._log.event("worker lost", command.reason, worker=command.worker)
                if not self.scheduler.draining:
                    self._start_worker(command.delay)
            case Dismiss():
                self._pool.kill(command.worker)
                self._log.event("worker left", command.reason, worker=command.worker)
                if not self.scheduler.draining:
                    self._start_worker(0.0)
            case Retry():
                attempt = command.attempt
                self._log.chunk_event("retry", attempt.error, command.chunk, attempt.worker, attempts=command.attempts)
            case Quarantine():
                self._log.quarantined(command)
            case Duplicate():
                self._log.chunk_event("duplicate", "came in twice, same rows", command.chunk, command.worker)
            case Finish():
                self._finish = command.reason

    def _look_at_signals(self) -> None:
        if self._signals.times == 1 and self._drain_ends is None:
            self._drain(self._signals.name)
        elif self._signals.times > 1:
            self._finish = "drain"

    def _drain(self, reason: str, seconds: float | None = None) -> None:
        """Give out no more work, and wait for what is in hand, but not for ever: what takes longer leaves its states."""
        if self._drain_ends is None:
            seconds = self._drain_seconds if seconds is None else min(seconds, self._drain_seconds)
            self._drain_ends = self._now() + seconds
            self._log.event("drain", reason)
            self._log.note(f"stopped: {reason}")
            self._tell(Drain(self._now()))
            for worker in self.scheduler.busy:
                self._pool.leave_off(worker, seconds)

    def _look_at_the_clock(self) -> None:
        now = self._now()
        if self._drain_ends is not None and now > self._drain_ends:
            self._finish = "drain"
        if now - self._last_tick >= STATUS_SECONDS:
            self._last_tick = now
            self._look_at_the_directory()
            self._progress.keep_in_passing()
            self._tell(Tick(now))
            self.show(self._state())

    def _look_at_the_directory(self) -> None:
        """What was played is lost with the run directory: nothing more must be counted as done when it is gone."""
        trouble = None if self._drain_ends is not None else self._directory.why_not_go_on()
        if trouble is not None:
            self._drain(trouble)

    def _state(self) -> RunState:
        if self.scheduler.draining:
            return "draining"
        return "preparing" if self.message else "running"

    def show(self, state: RunState, save: bool = False) -> RunStatus:
        """Give the status to whoever asked for it, and to `status.json` now and then."""
        now = self._now()
        status = self._progress.status(state, now, self._started, self.activity, self.message, self.metrics_url)
        if self._on_status is not None:
            self._on_status(status)
        if save or now - self._last_save >= SAVE_SECONDS:
            self._last_save = now
            self._log.status(status)
        return status

    def _end(self) -> Ending:
        if self._finish == "no workers":
            self._log.note("workers die before they get anything done: see events.jsonl")
        gone = self._directory.is_gone()
        whole = self._finish == "complete" and not gone
        if gone:
            self._log.note(f"the run directory {self._directory.path} is gone, or can't be read, and with it what was played")
        for found in self._progress.quarantined_agents:
            self._log.note(found.reason)
        guarded = self._mismatched or (whole and self._progress.quarantined_agents)
        code = ExitCode.GUARD if guarded else ExitCode.COMPLETE if whole else ExitCode.INCOMPLETE
        return Ending(code, tuple(self._log.notes))
