"""Random games of Connect Four by the kernels and by the same loop in C, on the same keys, in turns."""

from __future__ import annotations

import contextlib
import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys, block_keys
from engine.game import get_game
from engine.types import Keys, RecordArray

SOURCE = Path(__file__).with_name("connect_four.c")
COMPILER = "gcc"
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")

C_STATE = np.dtype(
    [
        ("setup_rng", "u8", (2,)),
        ("play_rng", "u8", (2,)),
        ("stones", "i8", (2,)),
        ("decisions", "i4"),
        ("winners", "i4"),
        ("round_number", "i2"),
        ("outcome", "i2"),
        ("current_player", "i1"),
        ("terminal", "i1"),
    ],
    align=True,
)
"""`State` of connect_four.c."""


def c_compiler() -> str | None:
    """Where gcc is, if it is."""
    return shutil.which(COMPILER)


class Keyring:
    """The keys of `n` games: the same for both sides."""

    def __init__(self, n: int, seed: int = 1) -> None:
        blocks = np.arange(n, dtype=np.int64)
        self.setup: Keys = block_keys(seed, "setup", blocks)
        self.play: Keys = block_keys(seed, "play", blocks)
        self.agent: Keys = agent_keys(seed, "bench", blocks, np.zeros_like(blocks), 2)

    def __len__(self) -> int:
        return len(self.setup)


def play_by_kernel(keys: Keyring) -> tuple[RecordArray, npt.NDArray[np.int32]]:
    """Set up and play the games with the engine; returns the final states and the decisions of each seat."""
    game = get_game("connect-four")
    agents = np.zeros(2, AGENT_DTYPE)
    agents["kind"] = AgentKind.RANDOM
    batch = Batch.new(game, game.options(), keys.setup, keys.play)
    decisions = batch.play(agents, keys.agent)
    return batch.states, decisions


class CPlayer:
    """The C program, compiled into a directory of its own."""

    def __init__(self, directory: Path) -> None:
        library = directory / "connect_four.so"
        command = [c_compiler() or COMPILER, *FLAGS, "-o", str(library), str(SOURCE)]
        subprocess.run(command, check=True, capture_output=True, timeout=60)  # noqa: S603  (our own source)
        self._play = ctypes.CDLL(str(library)).play_games
        self._play.restype = None

    def play(self, keys: Keyring) -> tuple[RecordArray, npt.NDArray[np.int32]]:
        """Set up and play the games; returns the final states, records of `C_STATE`, and the decisions of each seat."""
        states = np.zeros(len(keys), C_STATE)
        decisions = np.zeros((len(keys), 2), np.int32)
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (keys.setup, keys.play, keys.agent, decisions, states)]
        self._play(ctypes.c_int64(len(keys)), ctypes.c_int32(get_game("connect-four").decision_cap), *pointers)
        return states, decisions


def expect_equal_games(kernel: tuple[RecordArray, npt.NDArray[np.int32]], c: tuple[RecordArray, npt.NDArray[np.int32]]) -> None:
    """Check that both sides played the very same games: only then do their times compare.

    Raises:
        RuntimeError: names the field that differs.
    """
    for name in C_STATE.names or ():
        if not np.array_equal(kernel[0][name], c[0][name]):
            raise RuntimeError(f"the kernel and the C program played different games: {name} differs")
    if not np.array_equal(kernel[1], c[1]):
        raise RuntimeError("the kernel and the C program played different games: the seats' decisions differ")


@contextlib.contextmanager
def c_player() -> Iterator[CPlayer]:
    """The C program, compiled now; its files go when the block ends."""
    with tempfile.TemporaryDirectory(prefix="warhost-bench-") as directory:
        yield CPlayer(Path(directory))
