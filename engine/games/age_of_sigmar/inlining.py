"""How this game's rules are compiled: `@rule`, `@part` and `@verb`.

numba compiles a function anew for each combination of argument types, and a unit's number may come as an i1 out of the state,
an i2 out of the options or an i8 that was computed: deep rules would exist thirty times over. `@rule` widens every integer
argument to 64 bits at the call, so that one version is enough. numba also puts all that a function calls into its module, so a
function between a rule and its only caller costs the whole closure once more: `@part` compiles it as part of the caller.
"""

from __future__ import annotations

import inspect
from typing import Any, TypeVar, cast

import numba

from engine import compilation
from engine.compilation import JIT_DISABLED
from engine.types import AnyFunction

F = TypeVar("F", bound=AnyFunction)

verb = compilation.rule
"""A verb: called by the engine's kernels, which choose it by the state's type."""


def _inlined(function: AnyFunction) -> AnyFunction:
    njit = cast("Any", numba.njit)
    return cast("AnyFunction", njit(inline="always", error_model="numpy", nogil=True, _nrt=False)(function))


def rule(function: F) -> F:
    """As `engine.compilation.rule`; arguments annotated `int` are widened to 64 bits by the caller."""
    compiled = compilation.rule(function)
    if JIT_DISABLED:
        return compiled
    names = list(inspect.signature(function).parameters.values())
    passed = ", ".join(f"{p.name} + 0" if p.annotation == "int" else p.name for p in names)
    source = f"def {function.__name__}({', '.join(p.name for p in names)}):\n    return compiled({passed})"
    namespace: dict[str, Any] = {"compiled": compiled}
    exec(source, namespace)  # noqa: S102  (a call with the function's own parameter names)
    widened = namespace[function.__name__]
    widened.__doc__, widened.__module__ = function.__doc__, function.__module__
    return cast("F", _inlined(widened))


def part(function: F) -> F:
    """A rule that one other function calls: its code becomes the caller's."""
    return compilation.rule(function) if JIT_DISABLED else cast("F", _inlined(function))
