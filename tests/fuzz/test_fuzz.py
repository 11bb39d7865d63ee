"""Bytes that somebody else may have written: damaged messages end in an error of their own kind, never in anything else.

`WARHOST_FUZZ_SECONDS` says how long each target is fuzzed, a few seconds if it is not set; `WARHOST_FUZZ_SEED` from where on.
A finding is printed as a line of Python that shows it again. `tests/fuzz/with_atheris.py` does the same guided by coverage.
"""

from __future__ import annotations

import os
import time
from collections import Counter

import pytest
from fuzz_targets import EXPECTED, SEEDS, TARGETS, WORDS
from mutation import mutants

SECONDS = float(os.environ.get("WARHOST_FUZZ_SECONDS", "5"))
SEED = int(os.environ.get("WARHOST_FUZZ_SEED", "0"))


@pytest.mark.timeout(SECONDS + 300)
@pytest.mark.parametrize("name", TARGETS)
def test_damaged_bytes_are_refused_in_order(name: str) -> None:
    target, seen, slowest = TARGETS[name], Counter[str](), 0.0
    messages = mutants(SEEDS[name](), WORDS[name], SEED)
    target(next(messages))  # imports and compiles what it needs
    end = time.monotonic() + SECONDS
    while (before := time.monotonic()) < end:
        data = next(messages)
        try:
            seen[target(data)] += 1
        except BaseException:
            print(f"fuzz_targets.TARGETS[{name!r}]({data!r})")
            raise
        slowest = max(slowest, time.monotonic() - before)
    print(f"{name}: {seen.total()} messages, slowest {slowest:.3f} s, {dict(seen)}")
    assert EXPECTED[name] <= set(seen)
    assert "refused without a word" not in seen
    assert slowest < 10, "a small message must not take long"
