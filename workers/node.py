"""Once for each machine: its kernels compiled, its threads counted.

Numba's cache holds one index file for each function, which two processes that compile at once overwrite for each other. So
one process at a time compiles, under a lock in the cache directory, and leaves a marker there. Whoever finds the marker loads
what is there and needs no lock.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import filelock
import llvmlite.binding
import numpy as np

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, Lanes, agent_keys
from engine.compilation import JIT_DISABLED, cache_directory
from engine.game import Game, get_game
from engine.options import option_values
from workers.chunk import play_chunk
from workers.errors import StorageError
from workers.messages import CellJob, ChunkJob

WORKER_ENVIRONMENT = {
    "NUMBA_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "1",
    "MALLOC_MMAP_THRESHOLD_": str(1 << 30),
    "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
    "_RJEM_MALLOC_CONF": "dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:always",
}
"""Environment of a worker process, for Ray's `runtime_env`.

A worker is one CPU's, and these libraries would take them all. It needs about the same memory for each chunk: memory that is
given back after one (by glibc for NumPy, by jemalloc for Polars) is cleared page by page for the next, 6,500 pages of them, and
huge pages, where the system has them, are a fourth faster to fill.
"""

LOCK_SECONDS = 900.0
"""How long a worker waits for another one to compile."""

TYPICAL_COMPILE_SECONDS = 60.0
"""What compiling a part of a game is expected to take on a machine that never did it."""

Part = Literal["play", "search"]
"""Kernels that are compiled together: those of bulk play, and those of searches, which most runs don't need."""

_SUFFIXES: dict[Part, str] = {"play": ".warm", "search": ".searches"}
"""Of their markers."""


@dataclass(frozen=True)
class WarmReport:
    """What warming up a game came to.

    Attributes:
        game: its name.
        compiled: whether this process compiled its kernels; False if they were loaded.
        seconds: how long it took, waiting for others included.
        searches: whether the kernels of searches were among them.
    """

    game: str
    compiled: bool
    seconds: float
    searches: bool = False

    def to_plain(self) -> dict[str, object]:
        """As a map, for messages."""
        return asdict(self)


def warm(games: Iterable[str], lock_seconds: float = LOCK_SECONDS, searches: bool = False) -> list[WarmReport]:
    """Compile, or load, every kernel that chunks of these games use, so that the first chunk is as fast as the others.

    All compiled agents live in the same kernels, and so do the ways to play with agents that are not compiled. Searches have
    kernels of their own, which take as long again: `searches` says whether they are wanted, too.

    Raises:
        UnknownGameError: there is no game of that name.
        StorageError: another process has been compiling for longer than `lock_seconds`.
    """
    return [_warm_game(name, lock_seconds, searches) for name in games]


def will_compile(game: str, searches: bool = False) -> bool:
    """Whether `warm` would compile some of the game's kernels on this machine rather than load them."""
    return not JIT_DISABLED and not all(marker(game, part).exists() for part in _parts(searches))


def _parts(searches: bool) -> tuple[Part, ...]:
    return ("play", "search") if searches else ("play",)


def expected_compile_seconds(game: str, searches: bool = False) -> float:
    """How long compiling a game may take: what it took last on this machine, of whatever version, else a typical figure."""
    missing = [part for part in _parts(searches) if not marker(game, part).exists()]
    return sum(_expected_seconds(game, part) for part in missing or _parts(searches))


def _expected_seconds(game: str, part: Part) -> float:
    markers = sorted(cache_directory().parent.glob(f"*/{game}-*{_SUFFIXES[part]}"), key=lambda path: path.stat().st_mtime)
    for path in reversed(markers):
        try:
            return float(json.loads(path.read_text())["seconds"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return TYPICAL_COMPILE_SECONDS


def marker(game: str, part: Part = "play") -> Path:
    """The file that says that a part of a game's kernels is compiled for this machine's processor."""
    processor = f"{llvmlite.binding.get_host_cpu_name()} {llvmlite.binding.get_host_cpu_features().flatten()}"
    digest = hashlib.blake2b(processor.encode(), digest_size=4).hexdigest()
    tag = get_game(game).tag.rsplit("_", 1)[1]
    return cache_directory() / f"{game}-{tag}-{llvmlite.binding.get_host_cpu_name()}-{digest}{_SUFFIXES[part]}"


def _warm_game(name: str, lock_seconds: float, searches: bool) -> WarmReport:
    started = time.monotonic()
    compiled = [_warm_part(name, part, lock_seconds) for part in _parts(searches)]
    return WarmReport(name, any(compiled), time.monotonic() - started, searches)


def _warm_part(name: str, part: Part, lock_seconds: float) -> bool:
    """Load a part of a game's kernels, or compile it; returns whether this process did."""
    touch = _touch_searches if part == "search" else _touch_kernels
    if JIT_DISABLED or marker(name, part).exists():
        touch(name)
        return False
    try:
        with filelock.FileLock(cache_directory() / "compile.lock", timeout=lock_seconds):
            started = time.monotonic()
            compiled = not marker(name, part).exists()
            touch(name)
            if compiled:
                _leave_marker(marker(name, part), time.monotonic() - started)
    except filelock.Timeout:
        raise StorageError(f"another process has been compiling in {cache_directory()} for {lock_seconds:.0f} s") from None
    except OSError:  # a cache that can't be written: this process compiles for itself alone
        compiled = True
        touch(name)
    return compiled


def _leave_marker(path: Path, seconds: float) -> None:
    temporary = path.with_suffix(".new")
    temporary.write_text(json.dumps({"seconds": round(seconds, 3)}))
    temporary.replace(path)


def _touch_kernels(name: str) -> None:
    """Play a few games in each way that a chunk may play them, so that every kernel is called with a chunk's types."""
    game = get_game(name)
    cell = _warm_cell(game, {"kind": "random"})
    for share in (0.0, 1.0):
        changes = {"record_actions": share, "record_curves": share > 0 and game.round_summary is not None}
        play_chunk(ChunkJob(cell=cell.model_copy(update=changes), first_block=0, blocks=2))
    _touch_waiting_lanes(name)


def _touch_searches(name: str) -> None:
    """Search in the first decisions of a game, with a budget in iterations and with one in time."""
    game = get_game(name)
    for budget in ({"iterations": 2}, {"milliseconds": 0.001}):
        cell = _warm_cell(game, {"kind": "ismcts", "depth": 1, "playout": 0.5, **budget})
        play_chunk(ChunkJob(cell=cell.model_copy(update={"decision_cap": _SEARCHED_DECISIONS}), first_block=0, blocks=1))


_SEARCHED_DECISIONS = 20
"""Enough for one with a choice, which alone is searched."""


def _warm_cell(game: Game, agent: dict[str, Any]) -> CellJob:
    return CellJob(
        cell_id="warm",
        game=game.name,
        rules_version=game.rules_version,
        options=option_values(game.options()),
        lineup="warm",
        agents={"warm": agent},
        seatings=[["warm"] * len(game.seats(game.options()))],
        decision_cap=game.decision_cap,
        seed=0,
    )


def _touch_waiting_lanes(name: str) -> None:
    game = get_game(name)
    blocks = np.arange(2, dtype=np.int64)
    batch = Batch.from_seed(game, n=len(blocks))
    agents = np.zeros((len(blocks), batch.seats), AGENT_DTYPE)
    agents["kind"] = AgentKind.EXTERNAL
    lanes = Lanes(batch, agents, agent_keys(0, "warm", blocks, blocks, batch.seats), game.decision_cap, record=True)
    lanes.advance()
    batch.observe(0)
