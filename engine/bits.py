"""Bit boards: sets of up to 63 squares in one signed 64-bit integer.

Signed on purpose: numba turns mixed signed and unsigned arithmetic into floats. A board of at most 63 squares never
reaches the sign bit.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload


@intrinsic
def _cttz(typing_context, value):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic
def _ctpop(typing_context, value):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        function_type = ir.FunctionType(ir.IntType(64), [ir.IntType(64)])
        function = cgutils.get_or_insert_function(builder.module, function_type, "llvm.ctpop.i64")
        return builder.call(function, arguments)

    return types.int64(types.int64), codegen


def lowest(squares: int) -> int:
    """Index of the lowest square of a set that is not empty (an empty set has no answer)."""
    return (squares & -squares).bit_length() - 1


@overload(lowest, inline="always")
def _compiled_lowest(squares):  # type: ignore[no-untyped-def]
    return lambda squares: _cttz(squares)  # type: ignore[call-arg]


def count(squares: int) -> int:
    """How many squares a set has."""
    return squares.bit_count()


@overload(count, inline="always")
def _compiled_count(squares):  # type: ignore[no-untyped-def]
    return lambda squares: _ctpop(squares)  # type: ignore[call-arg]
