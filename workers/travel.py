"""States travel: what a chunk that takes long has come to, stored beside its result at intervals and when its worker has to go,
and gone on from anywhere.

Only chunks with searches take long, and their decisions are functions of the position: whoever goes on from the stored states,
on whatever machine, gets the rows that a chunk without an interruption would have had. Chunks with agents that run in processes
don't travel, since nobody knows what such an agent remembers.

A file `chunks/<cell>/<first game>-<games>.states` is one msgpack map:

    format          "warhost-live-chunk"
    format_version  1
    job             hash of the chunk's job: which games, under which rules
    states          the games as an envelope of `engine.codec.encode_states`, finished ones included
    seat_decisions  (games, seats) i4, little-endian: decisions of each seat so far
    iterations      (games, seats) i8, little-endian: what the searches of each seat took so far
    actions         each game's actions so far as i4, little-endian, or nil where none are stored

It is no truth: one that can't be read or belongs to another job is passed over, and the chunk played from its beginning.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.agents.compiled import SEARCHES
from engine.batch import Batch, Lanes
from engine.codec import CodecError, CorruptError, decode_states, encode_states, pack, unpack
from engine.types import RecordArray
from workers.chunk_file import chunk_name
from workers.departure import Departure
from workers.drafting import Drafted
from workers.errors import LeftOffError, StorageError
from workers.messages import ChunkJob
from workers.storage import Storage

SAVE_SECONDS = 30.0
"""A chunk that takes longer leaves its states at such intervals."""

MAX_ENTRIES = 1 << 24
"""Bound on the decisions that games which travel together may take."""

SUFFIX = ".states"

_FORMAT = "warhost-live-chunk"
_STEP_SECONDS = 0.5
_MOST_LANES = 4096


def states_path(chunk: str) -> str:
    """Where the live states of a chunk are, below the run directory."""
    return f"chunks/{chunk}{SUFFIX}"


def can_travel(job: ChunkJob, agents: RecordArray, external: int) -> bool:
    """Whether a chunk leaves states: it has searches, no agent in a process, and no more games than fit in memory."""
    searches = bool(np.isin(agents["kind"], SEARCHES).any())
    return searches and not external and job.games * job.cell.decision_cap <= MAX_ENTRIES


class LiveChunk:
    """The live states of one chunk. It is asked between searches (`engine.batch.Rests`).

    Attributes:
        taken_up: decisions that were found in a file and needn't be made again.
        seat_decisions: (games, seats) i4, decisions by seat that were made before the lanes: those found, and drafts.
        iterations: (games, seats) i8, what searches took for them.
        actions: each game's actions among them, or None if actions are not stored.
    """

    def __init__(
        self,
        storage: Storage,
        job: ChunkJob,
        save_seconds: float = SAVE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        departure: Departure | None = None,
    ) -> None:
        self._departure = departure or Departure()
        self._warned = False
        self._storage = storage
        self._name = states_path(chunk_name(job))
        self._job = _hash_of(job)
        self._save_seconds = save_seconds
        self._clock = clock
        self._saved = self._rested = clock()
        self._lanes = 1
        self._left_a_file = False
        self.taken_up = 0
        self.seat_decisions: npt.NDArray[np.int32] = np.zeros((0, 0), np.int32)
        self.iterations: npt.NDArray[np.int64] = np.zeros((0, 0), np.int64)
        self.actions: Sequence[npt.NDArray[np.int32]] | None = None

    def take_up(self, batch: Batch, record: bool) -> None:
        """Put stored states, if there are any, into the places of a chunk's first positions.

        Args:
            batch: all games of the chunk, at their beginning; changed in place.
            record: whether actions are wanted.
        """
        n = len(batch)
        self.seat_decisions = np.zeros((n, batch.seats), np.int32)
        self.iterations = np.zeros((n, batch.seats), np.int64)
        self.actions = [np.zeros(0, np.int32)] * n if record else None
        data = self._storage.get(self._name)
        if data is None:
            return
        self._left_a_file = True
        with suppress(CodecError):
            states, self.seat_decisions, self.iterations, self.actions = _read(data, self._job, batch, record)
            batch.states[:] = states
            self.taken_up = int(self.seat_decisions.sum())

    def add(self, drafted: Drafted) -> None:
        """Count what drafts have just taken among what was decided before."""
        self.seat_decisions = self.seat_decisions + drafted.seat_decisions
        self.iterations = self.iterations + drafted.iterations
        if self.actions is not None and drafted.actions is not None:
            self.actions = [np.concatenate(parts) for parts in zip(self.actions, drafted.actions, strict=True)]

    def lanes(self) -> int:
        """See `engine.batch.Rests`."""
        return self._lanes

    def rest(self, lanes: Lanes) -> None:
        """See `engine.batch.Rests`: keep steps short enough for the interval, and store the states when it is over.

        Raises:
            LeftOffError: the worker has to go; what could be stored is stored.
        """
        now = self._clock()
        if now - self._rested < _STEP_SECONDS / 4:
            self._lanes = min(2 * self._lanes, _MOST_LANES)
        elif now - self._rested > _STEP_SECONDS:
            self._lanes = max(1, self._lanes // 2)
        ends, warned = self._departure.due, self._departure.announced
        if ends or warned != self._warned or now - self._saved >= self._save_seconds:
            trouble = self._try_to_save(lanes)
            self._saved, self._warned = self._clock(), warned
            if ends:
                decisions = int(self.seat_decisions.sum()) + int(lanes.seat_decisions.sum())
                raise LeftOffError(f"left off after {decisions} decisions; {trouble or 'its states are stored'}")
        self._rested = self._clock()

    def _try_to_save(self, lanes: Lanes) -> str:
        """Why the states could not be stored, if so. The chunk may find room for its result, or says that there is none."""
        try:
            self._save(lanes)
        except StorageError as error:
            return str(error)
        return ""

    def _save(self, lanes: Lanes) -> None:
        actions = None
        if self.actions is not None:
            both = zip(self.actions, lanes.recorded_actions(), strict=True)
            actions = [np.concatenate(parts).astype("<i4").tobytes() for parts in both]
        message = {
            "format": _FORMAT,
            "format_version": 1,
            "job": self._job,
            "states": encode_states(lanes.batch),
            "seat_decisions": (self.seat_decisions + lanes.seat_decisions).astype("<i4").tobytes(),
            "iterations": (self.iterations + lanes.iterations).astype("<i8").tobytes(),
            "actions": actions,
        }
        self._left_a_file = True
        self._storage.put(self._name, pack(message))

    def clear(self) -> None:
        """The chunk's result is there: its states are no longer needed."""
        if self._left_a_file:
            self._storage.remove(self._name)


def _hash_of(job: ChunkJob) -> bytes:
    """Of all that the games depend on, in an order of its own: plans lose that of keys when they are stored.

    Where agents' files lie is no part of it.
    """
    return hashlib.blake2b(pack(_in_order(job.model_dump(exclude={"cell": {"base_directory"}}))), digest_size=16).digest()


def _in_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_order(value[key]) for key in sorted(value)}
    return [_in_order(item) for item in value] if isinstance(value, list | tuple) else value


def _read(
    data: bytes, job: bytes, batch: Batch, record: bool
) -> tuple[RecordArray, npt.NDArray[np.int32], npt.NDArray[np.int64], list[npt.NDArray[np.int32]] | None]:
    """States, decisions, iterations and actions of a file; raises `CodecError` if it is none of this chunk."""
    message: Any = unpack(data)
    match message:
        case {"format": str(kind), "format_version": 1, "job": bytes(found), "states": bytes(envelope), **rest}:
            pass
        case _:
            raise CorruptError("no live states of a chunk")
    if kind != _FORMAT or found != job:
        raise CorruptError("the live states are those of another chunk")
    saved = decode_states(envelope, batch.game.name, max_states=len(batch))
    if len(saved) != len(batch):
        raise CorruptError(f"{len(saved)} states for {len(batch)} games")
    shape = (len(batch), batch.seats)
    match rest:
        case {"seat_decisions": bytes(counts), "iterations": bytes(searched), "actions": list() | None as actions} if (
            2 * len(counts) == len(searched) == 8 * shape[0] * shape[1]
        ):
            decisions = np.frombuffer(counts, "<i4").reshape(shape).astype(np.int32)
            iterations = np.frombuffer(searched, "<i8").reshape(shape).astype(np.int64)
        case _:
            raise CorruptError("decisions, iterations or actions are missing")
    if not record:
        return saved.states, decisions, iterations, None
    if actions is None or len(actions) != len(batch):
        raise CorruptError("actions are missing")
    return saved.states, decisions, iterations, [np.frombuffer(taken, "<i4").astype(np.int32) for taken in actions]
