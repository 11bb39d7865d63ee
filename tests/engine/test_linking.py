"""Rules that are compiled apart: one version each, found again in a new process, never older than the sources of their game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.compilation import JIT_DISABLED
from engine.linking import RuleCompiler

RULES = """
from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.arrays import scratch
from engine.compilation import kernel
from engine.linking import RuleCompiler
from fees import fee

STATE = np.dtype([("stream", "u8", (2,)), ("purse", "i2"), ("dice", "i1", (3,))])
compiler = RuleCompiler(Path(__file__).parent, lambda: {"state": STATE})


@compiler.part
def doubled(number: int) -> int:
    return 2 * number


@compiler.rule
def sum_up(numbers: Actions, stream: Stream, trace: Trace, negative: bool) -> int:
    total = trace.shape[0] + numbers.shape[0] + int(stream[0])
    for k in range(3):
        total += numbers[k]
    return -total if negative else total


@compiler.rule
def pay(state: Record, place: int, trace: Trace, negative: bool) -> int:
    numbers = scratch(3)
    for k in range(3):
        numbers[k] = doubled(state.dice[k])
    state.purse -= fee()
    return sum_up(numbers, state.stream, trace, negative) + place


@kernel
def run(states, trace, out):
    for i in range(states.shape[0]):
        out[i] = pay(states[i], states[i].purse, trace, i == 1)


def main():
    states = np.zeros(2, STATE)
    states["stream"][:, 0] = 100
    states["purse"] = 7, 9
    states["dice"] = [(1, 2, 3), (4, 5, 6)]
    out = np.zeros(2, np.int64)
    run(states, np.zeros((5, 8), np.int32), out)
    print(*out.tolist(), *states["purse"].tolist(), "compiled" if run.stats.cache_misses else "found")
"""
FEES = """
from __future__ import annotations

from pathlib import Path

from engine.linking import RuleCompiler

compiler = RuleCompiler(Path(__file__).parent, dict)


@compiler.rule
def fee() -> int:
    return {fee}
"""


def outcome(directory: Path, fee: int, **environment: str) -> list[str]:
    """What the rules come to in a new process."""
    (directory / "house.py").write_text(RULES)
    (directory / "fees.py").write_text(FEES.format(fee=fee))
    settings = os.environ | {"PYTHONPATH": str(directory), "NUMBA_CACHE_DIR": str(directory / "cache")} | environment
    done = subprocess.run(
        [sys.executable, "-c", "import house; house.main()"],
        cwd=directory,
        env=settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.split()


@pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
def test_rules_are_found_again_behind_a_kernel_and_compiled_anew_when_a_source_changes(tmp_path: Path) -> None:
    assert outcome(tmp_path, 1) == ["127", "-129", "6", "8", "compiled"]
    assert outcome(tmp_path, 1) == ["127", "-129", "6", "8", "found"], "the kernel's rules come by their trampolines"
    assert outcome(tmp_path, 2)[:4] == ["127", "-129", "5", "7"], "`pay` is in a file that has not changed"


def test_what_an_argument_is_must_be_known(tmp_path: Path) -> None:
    def rule(state, place):  # type: ignore[no-untyped-def]
        return 0

    compiler = RuleCompiler(tmp_path, dict)
    if not JIT_DISABLED:
        apart = compiler.rule(rule)
        with pytest.raises(TypeError, match="what is state"):
            apart.declared(apart.parameters[0], None)
