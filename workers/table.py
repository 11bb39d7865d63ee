"""Table: the Ray actor that owns game instances. It plays chunks, and serves one live game.

All that goes in and comes out is msgpack bytes, apart from the path of the run directory. A Table keeps nothing that a chunk's
result could depend on. It is not restarted and its calls are not retried by Ray, which would run a call at most once or at
least once, never exactly once; the coordinator decides what is played again.

Chunks have two threads: while one waits until the disk holds a chunk's files, the other plays the next chunk. Only one of them
plays at a time, so a Table stays one CPU's worth of work. All other calls are carried out one by one, in their order.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar, cast

import ray

from engine.codec import pack, unpack
from workers.build import build, processor
from workers.cell import Cell
from workers.chunk import play_with, read_job
from workers.chunk_file import write_chunk
from workers.departure import Departure
from workers.desk_actor import find_desks
from workers.errors import LeftOffError, RefusedJobError
from workers.live_game import LiveGame
from workers.messages import ChunkJob
from workers.metering import CpuMeter
from workers.node import warm
from workers.playing import Players
from workers.storage import storage_at
from workers.storage_probe import find_probe
from workers.travel import SAVE_SECONDS, LiveChunk, can_travel

Method = TypeVar("Method", bound=Callable[..., Any])

CELLS_AT_HAND = 4
"""So many cells' agents a Table keeps ready."""


def _in_group(group: str) -> Callable[[Method], Method]:
    """Ray's mark of the threads that carry out a method; it leaves the method, and so its type, as it was."""
    return cast("Callable[[Method], Method]", ray.method(concurrency_group=group))


class TableCore:
    """What a Table does, without Ray."""

    def __init__(self, save_seconds: float = SAVE_SECONDS, desks: bytes | None = None) -> None:
        """Prepare.

        Args:
            save_seconds: the interval at which chunks that take long leave their states.
            desks: {"namespace": text, "names": agent -> name of the desk that decides for it}, where agents are shared.
        """
        self._save_seconds = save_seconds
        self._desks = {} if desks is None else find_desks(desks)
        self._turn = threading.Lock()
        self._departure = Departure()
        self._live: LiveGame | None = None
        self._players: OrderedDict[tuple[str, int, str], Players] = OrderedDict()

    def ping(self) -> bytes:
        """Which process this is: {"pid", "node"}."""
        return pack(_whoami())

    def warm(self, wanted: bytes) -> bytes:
        """Compile or load the kernels of {"games": names, "searches": whether those of searches, too}.

        Answers with a list of {"game", "compiled", "seconds", "searches"}.
        """
        asked = unpack(wanted)
        return pack([report.to_plain() for report in warm(asked["games"], searches=asked["searches"])])

    def introduce(self, request: bytes) -> bytes:
        """Look for the run directory, warm up, and say who and where this is.

        Args:
            request: {"kernels": as `warm` takes it, "run_directory": its address, "probe": what the driver left there}.

        Returns:
            {"kernels": as `warm` gives it; empty if the run directory can't be used, "storage": why it can't, or "", "pid",
            "node", "node_id": Ray's, "build", "processor": see `workers.build`}.
        """
        match unpack(request):
            case {"kernels": dict() as wanted, "run_directory": str() as place, "probe": str() as token}:
                trouble = find_probe(place, token)
            case other:
                raise RefusedJobError(f"no request for an introduction: {other!r}")
        context: Any = ray.get_runtime_context()
        versions = {"build": build(), "processor": processor()}
        kernels = [] if trouble else unpack(self.warm(pack(wanted)))
        return pack({"kernels": kernels, "storage": trouble, "node_id": context.get_node_id(), **versions, **_whoami()})

    def leave_off(self, request: bytes) -> bytes:
        """Be gone within {"seconds"}: chunks that would last longer leave their states, others are not begun.

        Returns at once, with nil; each `play` that is left off raises `LeftOffError`.
        """
        match unpack(request):
            case {"seconds": int() | float() as seconds}:
                self._departure.announce(seconds)
            case other:
                raise RefusedJobError(f"no request to leave off: {other!r}")
        return pack(None)

    @_in_group("chunks")
    def play(self, job: bytes, run_directory: str) -> bytes:
        """Play a chunk and write its files.

        Returns:
            {"sums": as `BlockSums.to_plain`, "content_hash", "duplicate": the chunk was there already, "games", "decisions",
            "taken_up": decisions of these that an earlier worker had made and left, "seconds": of wall clock from the chunk's
            turn on, "write_seconds": of these, writing files, "cpu_seconds": of this process while it played, and of the
            agents' processes, "agent_cpu_seconds": agent -> of these, its searches or its process, "bytes": of the files,
            "processor", "pid", "node"}.

        Raises:
            RefusedJobError, AgentSetupError, EngineError, StorageError, DeterminismError, LeftOffError
        """
        chunk = read_job(job)
        with self._turn:
            if self._departure.announced:
                raise LeftOffError("not begun")
            started, cpu = time.perf_counter(), time.process_time()
            cell = Cell.resolve(chunk.cell)
            players = self._players_of(cell)
            travels = can_travel(chunk, players.records, len(players.external))
            live = self._live_chunk(chunk, run_directory) if travels else None
            meter = CpuMeter(players.records, players.external)
            result = play_with(cell, chunk, players, live=live, meter=meter)
            cpu_seconds = time.process_time() - cpu + meter.process_seconds
        if self._departure.announced and players.external and result.sums.forfeits:
            raise LeftOffError("not counted: its agents forfeited while their machine may have been shutting down")
        played = time.perf_counter()
        duplicate = write_chunk(run_directory, chunk, result.files, result.content_hash)
        if live is not None:
            live.clear()
        ended = time.perf_counter()
        return pack(
            {
                "sums": result.sums.to_plain(),
                "content_hash": result.content_hash,
                "duplicate": duplicate,
                "games": result.sums.games,
                "decisions": result.sums.decisions,
                "taken_up": 0 if live is None else live.taken_up,
                "seconds": ended - started,
                "write_seconds": ended - played,
                "cpu_seconds": cpu_seconds,
                "agent_cpu_seconds": _costs_of(cell, meter),
                "bytes": sum(len(data) for data in result.files.values()),
                "processor": processor(),
                **_whoami(),
            }
        )

    def _live_chunk(self, chunk: ChunkJob, run_directory: str) -> LiveChunk:
        return LiveChunk(storage_at(run_directory), chunk, self._save_seconds, departure=self._departure)

    def _players_of(self, cell: Cell) -> Players:
        """A cell's agents, kept for its next chunk: starting a Python agent's process may take longer than a chunk."""
        key = (cell.job.cell_id, cell.job.seed, cell.job.base_directory)
        if key not in self._players:
            self._players[key] = Players.of_cell(cell, self._desks)
        self._players.move_to_end(key)
        if len(self._players) > CELLS_AT_HAND:
            self._players.popitem(last=False)[1].close()
        return self._players[key]

    def close(self) -> None:
        """End the processes of agents."""
        while self._players:
            self._players.popitem()[1].close()

    def new_game(self, request: bytes) -> bytes:
        """Begin a live game in place of the one before: {"game", "options"?, "seed"?, "block"?, "decision_cap"?}; status."""
        match unpack(request):
            case {"game": str(), **rest} as words if set(rest) <= {"options", "seed", "block", "decision_cap"}:
                self._live = LiveGame.new(**words)
            case other:
                raise RefusedJobError(f"no request for a new game: {other!r}")
        return self.status()

    def load(self, snapshot: bytes) -> bytes:
        """Go on with a live game from a snapshot, in place of the one before; its status. Raises `CodecError`."""
        self._live = LiveGame.load(snapshot)
        return self.status()

    def snapshot(self) -> bytes:
        """The live game as msgpack; `load` on any Table goes on from there."""
        return self._game().snapshot()

    def status(self) -> bytes:
        """Where the live game stands: see `LiveGame.status`."""
        return pack(self._game().status())

    def record(self, since: bytes) -> bytes:
        """The live game's first snapshot and its actions from number `since`, an integer, on: see `LiveGame.record`."""
        return pack(self._game().record(_integer(since)))

    def legal(self) -> bytes:
        """The live game's legal actions: a list of {"action", "text"}."""
        return pack(self._game().describe())

    def step(self, action: bytes) -> bytes:
        """Carry out one legal action, an integer, in the live game; its status. Raises `ValueError`."""
        self._game().step(_integer(action))
        return self.status()

    def observe(self, seat: bytes) -> bytes:
        """What a seat, an integer, sees of the live game: field -> numbers."""
        return pack(self._game().observe(_integer(seat)))

    def render(self, request: bytes) -> bytes:
        """The live game's position: {"seat": integer or nil, "svg": boolean} -> text."""
        match unpack(request):
            case {"seat": int() | None as seat, "svg": bool(svg)}:
                return pack(self._game().render(seat, svg))
            case other:
                raise RefusedJobError(f"no request for a drawing: {other!r}")

    def _game(self) -> LiveGame:
        if self._live is None:
            raise RefusedJobError("there is no live game at this table")
        return self._live


def _costs_of(cell: Cell, meter: CpuMeter) -> dict[str, float]:
    """Processor seconds of each agent that searches or has a process."""
    return {name: seconds for name, seconds in zip(cell.agent_names, meter.seconds.tolist(), strict=True) if seconds > 0}


def _integer(message: bytes) -> int:
    value = unpack(message)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RefusedJobError(f"an integer was expected, not {value!r}")
    return value


def _whoami() -> dict[str, Any]:
    return {"pid": os.getpid(), "node": socket.gethostname()}


_remote: Any = ray.remote  # Ray's type stubs don't know `enable_task_events`

Table: Any = _remote(
    num_cpus=1, max_restarts=0, max_task_retries=0, enable_task_events=False, concurrency_groups={"chunks": 2}
)(TableCore)
"""`TableCore` as a Ray actor on one CPU. Start it with `runtime_env={"env_vars": workers.node.WORKER_ENVIRONMENT}`."""
