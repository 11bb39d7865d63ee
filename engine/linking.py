"""Rules of large games, compiled one by one instead of into each other.

numba compiles a function anew for each combination of argument types, and puts all that a function calls into its module, at
every level of calls: the rules of a large game would be optimised and kept a hundred times over, once more for each kernel.
With a `RuleCompiler` a function has one signature, which its annotations say (`int` is 64 bits wide), and a `rule` is compiled
apart: its callers hold no copy of it but call it through a cell, a pointer with a name of its own. So compiling costs what the
sources cost, and kernels hold no rules at all. A `part` is a short function in a busy place: linked into its callers, where
LLVM may inline it.

The pointer of a rule that nobody called yet leads to a trampoline, which fetches the compiled code and goes on. It matters
where the caller came out of the cache: then nothing else has fetched what it calls.
"""

from __future__ import annotations

import ctypes
import inspect
import os
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding
import numba
import numba.core.config
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.base import OverloadSelector
from numba.core.imputils import impl_ret_new_ref, lower_cast
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_concrete_template

from engine import compilation
from engine.compilation import JIT_DISABLED, hash_sources
from engine.types import AnyFunction

F = TypeVar("F", bound=AnyFunction)
Records = Callable[[], Mapping[str, np.dtype[np.void]]]

_SETTINGS = {
    "nopython": True,
    "error_model": "numpy",
    "nogil": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}
_Dispatcher: Any = CPUDispatcher
_ARRAYS: dict[str, Any] = {
    "Actions": types.Array(types.int32, 1, "C"),
    "Trace": types.Array(types.int32, 2, "C"),
    "Stream": types.Array(types.uint64, 1, "C"),
}
_WORDS_OF_ARRAY = 5
"""Words of an array as an argument beside shape and strides: memory, parent, items, item size, data."""
_EXIT_CODE = 70


class RuleCompiler:
    """What compiles the rules of one game.

    Args:
        directory: the folder that holds its sources (`Path(__file__).parent`). Compiled rules are kept by the hash of all of
            them: numba's own stamp sees one file only.
        records: gives the dtypes of arguments that are records by their names, such as `options` and `state`; asked for when
            the first rule is compiled, so that the modules which hold them may import the rules.
    """

    def __init__(self, directory: Path, records: Records) -> None:
        self._directory = directory
        self._records = records
        self._hash = "" if JIT_DISABLED else hash_sources(directory.rglob("*.py"))

    def rule(self, function: F) -> F:
        """Compile a rule apart.

        Its arguments are annotated `int`, `bool`, `Actions`, `Trace` (i4), `Stream` (two u8) or `Record`, and a record's name
        is one of `records`. Called from Python it runs as plain Python, which takes views of records.
        """
        return compilation.rule(function) if JIT_DISABLED else cast("F", _Apart(function, self))

    def part(self, function: F) -> F:
        """Compile a short function that becomes part of its callers; it may have arguments of other types, too."""
        return compilation.rule(function) if JIT_DISABLED else cast("F", _Widening(function, self))

    def cache_directory(self, usual: str) -> str:
        """Where this game's rules are kept, in numba's own directory."""
        return str(Path(usual) / f"{self._directory.name}-{self._hash}")

    def record_type(self, name: str) -> types.Type | None:
        """The numba type of a record argument."""
        dtype = self._records().get(name)
        return None if dtype is None else numba.from_dtype(dtype)


@lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator]
def _array_of_field(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    """An array that is a field of a record is passed on as any array."""
    return value


class _Widening(_Dispatcher):  # type: ignore[misc]
    """A compiled function that takes its arguments as its annotations say, whatever integers the caller has."""

    def __init__(self, function: AnyFunction, compiler: RuleCompiler) -> None:
        super().__init__(function, targetoptions=dict(_SETTINGS))
        self.rules = compiler
        self.parameters = list(inspect.signature(function).parameters.values())
        self.in_plain_python = compilation.with_views(function)
        config = cast("Any", numba.core.config)
        usual = config.CACHE_DIR
        if usual:
            config.CACHE_DIR = compiler.cache_directory(usual)
        self.enable_caching()
        config.CACHE_DIR = usual

    def __call__(self, *arguments: Any) -> Any:
        """Python gets the function in plain Python."""
        return self.in_plain_python(*arguments)

    def declared(self, parameter: inspect.Parameter, given: types.Type | None) -> Any:
        """The type of an argument."""
        kind = parameter.annotation
        if kind == "int":
            return types.int64
        if kind == "bool":
            return types.boolean
        if kind in _ARRAYS:
            return _ARRAYS[kind]
        record = self.rules.record_type(parameter.name) if kind == "Record" else None
        if record is None and given is None:
            raise TypeError(f"{self.py_func.__name__}: what is {parameter}? Make it a part, or say its type")
        return record or given

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """As numba's: compile for the declared types, and give that version alone."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(self.declared(p, types.unliteral(given)) for p, given in zip(self.parameters, args, strict=True))
        self.compile(args)
        name = self.py_func.__name__
        return make_concrete_template(name, key=name, signatures=[self.overloads[args].signature]), pysig, args, {}


class _Apart(_Widening):
    """A rule with object code of its own, called through a cell."""

    def __init__(self, function: AnyFunction, compiler: RuleCompiler) -> None:
        super().__init__(function, compiler)
        self.symbol = f"warhost.{function.__module__}.{function.__qualname__}"
        self.prototype = ctypes.CFUNCTYPE(ctypes.c_int32, *_words(self.parameters))
        self.trampoline = self.prototype(self._fetch_and_call)
        self.cell = ctypes.c_void_p(ctypes.cast(self.trampoline, ctypes.c_void_p).value)
        llvmlite.binding.add_symbol(self.symbol, ctypes.addressof(self.cell))

    def _fetch_and_call(self, *arguments: Any) -> int:
        try:
            self.compile(tuple(self.declared(p, None) for p in self.parameters))
        except BaseException:  # no exception may leave compiled code, and without the rule it can't go on
            traceback.print_exc()
            os._exit(_EXIT_CODE)
        return self.prototype(self.cell.value or 0)(*arguments)

    def add_overload(self, compiled: Any) -> None:
        """Let callers go through the cell, and the cell lead to the code."""
        super().add_overload(compiled)
        selector = OverloadSelector()
        call = _through_cell(compiled.fndesc, self.symbol)
        selector.append(call, compiled.fndesc.argtypes)
        self.targetctx._defns[compiled.entry_point] = selector
        self.cell.value = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


def _words(parameters: list[inspect.Parameter]) -> list[Any]:
    """The arguments of compiled code as C has them: where the result and an exception go, then the words of each argument."""
    words: list[Any] = [ctypes.c_void_p, ctypes.c_void_p]
    for parameter in parameters:
        if parameter.annotation in _ARRAYS:
            words += [ctypes.c_int64] * (_WORDS_OF_ARRAY + 2 * _ARRAYS[parameter.annotation].ndim)
        else:
            words.append(ctypes.c_uint8 if parameter.annotation == "bool" else ctypes.c_int64)
    return words


def _through_cell(described: Any, symbol: str) -> Callable[..., Any]:
    """As numba's `user_function`, by way of a pointer in a global variable of the process."""

    def call(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        convention, module = context.call_conv, builder.module
        pointer = convention.get_function_type(described.restype, described.argtypes).as_pointer()
        cell = module.globals.get(symbol) or ir.GlobalVariable(module, pointer, symbol)
        callee = builder.load(cell)
        status, result = convention.call_function(builder, callee, described.restype, described.argtypes, arguments)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return impl_ret_new_ref(context, builder, described.restype, result)

    call.signature = described.argtypes  # type: ignore[attr-defined]
    call.libs = ()  # type: ignore[attr-defined]
    return call
