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

import filelock
import llvmlite.binding
import numpy as np

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, Lanes, agent_keys
from engine.compilation import JIT_DISABLED, cache_directory
from engine.game import get_game
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
"""What compiling a game is expected to take on a machine that never did it."""


@dataclass(frozen=True)
class WarmReport:
    """What warming up a game came to.

    Attributes:
        game: its name.
        compiled: whether this process compiled its kernels; False if they were loaded.
        seconds: how long it took, waiting for others included.
    """

    game: str
    compiled: bool
    seconds: float

    def to_plain(self) -> dict[str, object]:
        """As a map, for messages."""
        return asdict(self)


def warm(games: Iterable[str], lock_seconds: float = LOCK_SECONDS) -> list[WarmReport]:
    """Compile, or load, every kernel that chunks of these games use, so that the first chunk is as fast as the others.

    All compiled agents live in the same kernels, and so do the ways to play with agents that are not compiled.

    Raises:
        UnknownGameError: there is no game of that name.
        StorageError: another process has been compiling for longer than `lock_seconds`.
    """
    return [_warm_game(name, lock_seconds) for name in games]


def will_compile(game: str) -> bool:
    """Whether `warm` would compile the game's kernels on this machine rather than load them."""
    return not JIT_DISABLED and not marker(game).exists()


def expected_compile_seconds(game: str) -> float:
    """How long compiling a game may take: what it took last on this machine, of whatever version, else a typical figure."""
    pattern = f"*/{game}-*.warm"
    markers = sorted(cache_directory().parent.glob(pattern), key=lambda path: path.stat().st_mtime)
    for path in reversed(markers):
        try:
            return float(json.loads(path.read_text())["seconds"])
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return TYPICAL_COMPILE_SECONDS


def marker(game: str) -> Path:
    """The file that says that a game's kernels are compiled for this machine's processor."""
    processor = f"{llvmlite.binding.get_host_cpu_name()} {llvmlite.binding.get_host_cpu_features().flatten()}"
    digest = hashlib.blake2b(processor.encode(), digest_size=4).hexdigest()
    tag = get_game(game).tag.rsplit("_", 1)[1]
    return cache_directory() / f"{game}-{tag}-{llvmlite.binding.get_host_cpu_name()}-{digest}.warm"


def _warm_game(name: str, lock_seconds: float) -> WarmReport:
    started = time.monotonic()
    compiled = False
    if not will_compile(name):
        _touch_kernels(name)
    else:
        try:
            with filelock.FileLock(cache_directory() / "compile.lock", timeout=lock_seconds):
                compiled = will_compile(name)
                _touch_kernels(name)
                if compiled:
                    _leave_marker(name, time.monotonic() - started)
        except filelock.Timeout:
            raise StorageError(f"another process has been compiling in {cache_directory()} for {lock_seconds:.0f} s") from None
        except OSError:  # a cache that can't be written: this process compiles for itself alone
            compiled = True
            _touch_kernels(name)
    return WarmReport(name, compiled, time.monotonic() - started)


def _leave_marker(game: str, seconds: float) -> None:
    path = marker(game)
    temporary = path.with_suffix(".new")
    temporary.write_text(json.dumps({"seconds": round(seconds, 3)}))
    temporary.replace(path)


def _touch_kernels(name: str) -> None:
    """Play a few games in each way that a chunk may play them, so that every kernel is called with a chunk's types."""
    game = get_game(name)
    cell = CellJob(
        cell_id="warm",
        game=name,
        rules_version=game.rules_version,
        options=option_values(game.options()),
        lineup="warm",
        agents={"warm": {"kind": "random"}},
        seatings=[["warm"] * len(game.seats(game.options()))],
        decision_cap=game.decision_cap,
        seed=0,
    )
    for share in (0.0, 1.0):
        changes = {"record_actions": share, "record_curves": share > 0 and game.round_summary is not None}
        play_chunk(ChunkJob(cell=cell.model_copy(update=changes), first_block=0, blocks=2))
    _touch_waiting_lanes(name)


def _touch_waiting_lanes(name: str) -> None:
    game = get_game(name)
    blocks = np.arange(2, dtype=np.int64)
    batch = Batch.from_seed(game, n=len(blocks))
    agents = np.zeros((len(blocks), batch.seats), AGENT_DTYPE)
    agents["kind"] = AgentKind.EXTERNAL
    lanes = Lanes(batch, agents, agent_keys(0, "warm", blocks, blocks, batch.seats), game.decision_cap, record=True)
    lanes.advance()
    batch.observe(0)
