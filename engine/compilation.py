"""How rules and kernels are compiled, and where the compiled code is kept.

`@rule` marks a function that plays one game; `@kernel` one that loops over a batch. Both are numba `njit`. With
`NUMBA_DISABLE_JIT=1` both are plain Python, and states are seen through `engine.debug.RecordView`.

Compiled code counts no references (`_nrt=False`): counting those of every array argument cost half of a game's time. So it
makes no arrays on the heap and returns none; `engine.arrays.scratch` gives a rule space on the stack.

Compiled code is cached in one private directory per version of the engine's own sources. numba stamps a cached
function with the hash of its own file only, so a function that calls into the engine would survive an edit of the
engine; a directory of its own for each version of the engine makes such code unfindable. The tag in a state's dtype
(`engine.game.state_dtype`) does the same for the sources of a game.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numba.core.config
import numpy as np
import platformdirs

from engine.debug import ArrayView, RecordView
from engine.types import AnyFunction

F = TypeVar("F", bound=AnyFunction)

_numba_config: Any = numba.core.config

JIT_DISABLED = bool(_numba_config.DISABLE_JIT)
"""True when numba compiles nothing (`NUMBA_DISABLE_JIT=1`)."""

ENGINE_DIRECTORY = Path(__file__).resolve().parent


def hash_sources(paths: Iterable[Path], length: int = 12) -> str:
    """Hash file names and contents, in sorted order, to `length` hexadecimal digits."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(paths, key=lambda p: p.as_posix()):
        content = path.read_bytes()
        digest.update(f"{path.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:length]


def _core_sources() -> list[Path]:
    return [*ENGINE_DIRECTORY.glob("*.py"), *(ENGINE_DIRECTORY / "agents").glob("*.py")]


CORE_HASH = hash_sources(_core_sources())
"""Hash of the engine's sources apart from the games."""


def cache_directory() -> Path:
    """The directory that holds this engine's compiled code: `NUMBA_CACHE_DIR`, or one per engine version and user."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("warhost")) / "kernels"
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    checked = "-boundscheck" if _numba_config.BOUNDSCHECK else ""  # numba's index doesn't tell such code apart
    return root / f"{CORE_HASH}-{python}-numba{numba.__version__}{checked}"


def _use_private_cache() -> None:
    """Point numba at `cache_directory()`. Mode 0700: numba's index is a pickle, and whoever writes it runs code."""
    directory = cache_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        directory.chmod(0o700)
    except OSError:
        return  # read-only home: numba falls back to __pycache__ or compiles in memory
    _numba_config.CACHE_DIR = str(directory)


if not JIT_DISABLED:
    _use_private_cache()


def _plain(argument: object) -> object:
    if isinstance(argument, np.void):
        return RecordView(argument)
    if isinstance(argument, np.ndarray) and argument.dtype.names is None:
        return ArrayView(argument, "array")
    return argument


def with_views(function: F) -> F:
    """Plain Python: let a function see records and arrays through range-checked views that give Python ints."""

    @functools.wraps(function)
    def call(*arguments):  # type: ignore[no-untyped-def]
        return function(*[_plain(argument) for argument in arguments])

    return cast("F", call)


_SETTINGS: dict[str, Any] = {
    "cache": True,
    "error_model": "numpy",
    "nogil": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}


def _widened(kind: Any) -> Any:
    """The type as which a rule takes an argument: small and literal integers are 64 bits wide, others as they are."""
    is_signed_integer = getattr(numba.types.unliteral(kind), "signed", False)
    return numba.types.int64 if is_signed_integer else kind


def _compile_once_for_all_integers(dispatcher: Any) -> None:
    """Let callers of a compiled function share one version of it, whatever the widths of the integers that they hand over.

    numba would compile `push(state, 3, state.seat)` and `push(state, state.kind, 1)` apart, dozens of times in a game of
    many small rules. It computes in 64 bits in either case, so results are the same.
    """
    find = dispatcher.get_call_template

    def find_widened(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        wide = {name: _widened(kind) for name, kind in keywords.items()}
        return find(tuple(_widened(kind) for kind in arguments), wide)

    dispatcher.get_call_template = find_widened


def _compiled(function: F, **further: bool) -> F:
    if JIT_DISABLED:
        return with_views(function)
    dispatcher = cast("Any", numba.njit)(**_SETTINGS, **further)(function)
    _compile_once_for_all_integers(dispatcher)
    return cast("F", dispatcher)


def rule(function: F) -> F:
    """Compile a function that works on one game: scalars, records and small arrays in, scalars out."""
    return _compiled(function)


def kernel(function: F) -> F:
    """Compile a function that loops over a batch. It runs without the GIL and on one thread."""
    return _compiled(function)


def kernel_part(function: F) -> F:
    """Compile a part of a kernel that has one caller, into it: a call with a dozen arrays costs as much as a decision."""
    return _compiled(function, forceinline=True)
