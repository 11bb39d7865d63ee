"""What the scheduler is told (events) and what it asks for (commands). Times are seconds of one clock, given by the caller."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, order=True, slots=True)
class ChunkRef:
    """A chunk of the plan: the cell's number in the plan and the chunk's number in the cell."""

    cell: int
    index: int


@dataclass(frozen=True)
class Attempt:
    """An attempt at a chunk that failed: on which worker, and how."""

    worker: int
    error: str


@dataclass(frozen=True)
class WorkerJoined:
    """A worker is up. Its number was never used before: a worker that is replaced comes back under another."""

    worker: int
    now: float


@dataclass(frozen=True)
class WorkerLost:
    """A worker died, or did not come up."""

    worker: int
    reason: str
    now: float


@dataclass(frozen=True)
class WorkerLeaving:
    """A worker's machine will be taken away: it plays what it has in hand, or gives it back, and gets nothing more."""

    worker: int
    reason: str
    now: float


@dataclass(frozen=True)
class ChunkDone:
    """A chunk's file is there. `duplicate`: it was there before this worker wrote it."""

    worker: int
    chunk: ChunkRef
    seconds: float
    now: float
    duplicate: bool = False


@dataclass(frozen=True)
class ChunkFailed:
    """A worker could not play a chunk, and lives."""

    worker: int
    chunk: ChunkRef
    error: str
    now: float


@dataclass(frozen=True)
class ChunkLeftOff:
    """A worker that has to go gives a chunk back that it did not get done; nobody is to blame."""

    worker: int
    chunk: ChunkRef
    now: float


@dataclass(frozen=True)
class CellStopped:
    """A cell's stop rule is met: chunks from `needed` on are no longer wanted."""

    cell: int
    needed: int
    now: float


@dataclass(frozen=True)
class Drain:
    """Give out no more work."""

    now: float


@dataclass(frozen=True)
class Tick:
    """Time has passed: leases run out, back-offs end, idle workers look for slow chunks."""

    now: float


Event = WorkerJoined | WorkerLost | WorkerLeaving | ChunkDone | ChunkFailed | ChunkLeftOff | CellStopped | Drain | Tick


@dataclass(frozen=True)
class Assign:
    """Give a chunk to a worker. `copy`: another worker has it too."""

    worker: int
    chunk: ChunkRef
    attempt: int
    copy: bool = False


@dataclass(frozen=True)
class ReplaceWorker:
    """Make sure that this worker is dead and start another after `delay` seconds."""

    worker: int
    reason: str
    delay: float


@dataclass(frozen=True)
class Dismiss:
    """End this worker, whose machine will be taken away and who has nothing in hand, and start another elsewhere."""

    worker: int
    reason: str


@dataclass(frozen=True)
class Retry:
    """Said of a chunk that failed and will be tried again not before `delay` seconds."""

    chunk: ChunkRef
    attempt: Attempt
    attempts: int
    delay: float


@dataclass(frozen=True)
class Quarantine:
    """Said of a chunk that failed too often: it is given out no more in this session."""

    chunk: ChunkRef
    attempts: tuple[Attempt, ...]


@dataclass(frozen=True)
class Duplicate:
    """Said of a chunk that came in a second time."""

    chunk: ChunkRef
    worker: int


FinishReason = Literal["complete", "quarantine", "drain", "no workers"]


@dataclass(frozen=True)
class Finish:
    """The last command. `complete`: every wanted chunk is done; `quarantine`: all but the quarantined ones;
    `drain`: as asked; `no workers`: workers die without getting anything done.
    """

    reason: FinishReason


Command = Assign | ReplaceWorker | Dismiss | Retry | Quarantine | Duplicate | Finish
