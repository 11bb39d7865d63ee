"""Arrays for rules: constant tables and scratch space, which give Python ints in plain runs."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin
from numba.np.arrayobj import make_array, populate_array

from engine.compilation import JIT_DISABLED
from engine.debug import ArrayView
from engine.types import AnyFunction


def table(rows: Any, code: str = "i4") -> Any:
    """A constant array for compiled code, from nested sequences of integers. Compiled code bakes it in; don't change it."""
    array = np.array(rows, dtype=code)
    array.setflags(write=False)
    return ArrayView(array, "table") if JIT_DISABLED else array


def scratch(size: int) -> Any:
    """A new i4 array of `size` entries, not initialised, for use within one call; `size` must be a constant."""
    return ArrayView(np.empty(size, np.int32), "scratch")


def scratch_words(size: int) -> Any:
    """A new u8 array of `size` entries, not initialised: keys and streams; `size` must be a constant."""
    return ArrayView(np.empty(size, np.uint64), "scratch_words")


def _compile_on_the_stack(function: AnyFunction, entry: Any) -> None:
    """Let compiled code keep the array that `function` gives in its own stack frame.

    An overload would do, were it not that without reference counts numba lets no function return an array.
    """
    kind = types.Array(entry, 1, "C")

    @infer_global(function)
    class Typer(AbstractTemplate):
        key = function
        prefer_literal = True

        def generic(self, arguments, keywords):  # type: ignore[no-untyped-def]
            (size,) = arguments
            if not isinstance(size, types.IntegerLiteral):
                raise TypingError(f"{function.__name__}: the size must be a constant, such as a global name of the module")
            return signature(kind, size)

    @lower_builtin(function, types.IntegerLiteral)
    def build(context, builder, sig, arguments):  # type: ignore[no-untyped-def]
        length, width = sig.args[0].literal_value, entry.bitwidth // 8
        data = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(entry.bitwidth), length))
        array = make_array(kind)(context, builder)
        shape, stride = context.get_constant(types.intp, length), context.get_constant(types.intp, width)
        populate_array(array, cgutils.gep(builder, data, 0, 0), [shape], [stride], stride, None)
        return array._getvalue()


_compile_on_the_stack(scratch, types.int32)
_compile_on_the_stack(scratch_words, types.uint64)
