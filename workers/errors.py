"""What can go wrong in a worker, one class for each thing that a caller treats differently.

Every error takes one message, so that it survives the way from an actor to its caller.
"""

from __future__ import annotations


class WorkerError(RuntimeError):
    """Base of the errors that workers raise on purpose."""


class RefusedJobError(WorkerError):
    """A job that this worker can't take: another protocol, other rules, or words that mean nothing here. Don't try it again."""


class StorageError(WorkerError):
    """The run directory can't be written or read: the disk is full, read-only, gone or not permitted."""


class TornFileError(WorkerError):
    """A chunk file that can't be read: cut short, damaged or none of ours. It doesn't count: set it aside and play again."""


class DeterminismError(WorkerError):
    """The same chunk came out twice with different rows: a defect of a game or an agent, or different sources under one run."""


class LeftOffError(WorkerError):
    """The worker has to go, and left a chunk off before its end. Its states are stored if it says so; any worker goes on."""
