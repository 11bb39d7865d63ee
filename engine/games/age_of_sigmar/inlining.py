"""`@part`: a rule with one caller, compiled as part of it.

numba compiles every function into a module that holds all that it calls, so a function between a rule and its only caller costs
the whole closure once more. This game has deep chains of small functions; compiled as parts of their callers they cost a third.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import numba

from engine.compilation import JIT_DISABLED, rule
from engine.types import AnyFunction

F = TypeVar("F", bound=AnyFunction)


def part(function: F) -> F:
    """As `engine.compilation.rule`, for a function that one other function calls: its code becomes the caller's."""
    if JIT_DISABLED:
        return rule(function)
    njit = cast("Any", numba.njit)
    return cast("F", njit(inline="always", error_model="numpy", nogil=True, _nrt=False)(function))
