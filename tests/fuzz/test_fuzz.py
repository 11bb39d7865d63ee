"""Bytes that somebody else may have written: damaged messages end in an error of their own kind, never in anything else.

Without settings each target gets the same few thousand messages at every run. `WARHOST_FUZZ_SECONDS` says how long each is
fuzzed instead, `WARHOST_FUZZ_SEED` from where on. A finding is printed as a line of Python that shows it again.
`tests/fuzz/with_atheris.py` does the same guided by coverage.
"""

from __future__ import annotations

import itertools
import os
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from fuzz_targets import EXPECTED, SEEDS, TARGETS, WORDS
from mutation import mutants

MESSAGES = {"codec": 8000, "message": 16_000, "sweep": 600, "protocol": 4000}
"""How many each target gets in a run without settings: about two seconds' worth."""

SECONDS = float(os.environ.get("WARHOST_FUZZ_SECONDS", "0"))
SEED = int(os.environ.get("WARHOST_FUZZ_SEED", "0"))


def damaged(name: str) -> Iterator[bytes]:
    """The messages of a run."""
    messages = mutants(SEEDS[name](), WORDS[name], SEED)
    if not SECONDS:
        yield from itertools.islice(messages, MESSAGES[name])
        return
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        yield next(messages)


@pytest.mark.timeout(SECONDS + 300)
@pytest.mark.parametrize("name", TARGETS)
def test_damaged_bytes_are_refused_in_order(name: str) -> None:
    target, seen, slowest = TARGETS[name], Counter[str](), 0.0
    target(SEEDS[name]()[0])  # imports and compiles what it needs
    for data in damaged(name):
        before = time.monotonic()
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
