"""What commands print with: results on stdout, progress and errors on stderr, JSON as one document."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

from rich.console import Console
from rich.text import Text

_PLAIN_WIDTH = 160
"""Width of tables where stdout is no terminal, so that a log holds whole lines."""


def out() -> Console:
    """The console of results: stdout."""
    return Console(file=sys.stdout, markup=False, highlight=False, width=None if sys.stdout.isatty() else _PLAIN_WIDTH)


def err() -> Console:
    """The console of progress and errors: stderr."""
    return Console(file=sys.stderr, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def results_alone() -> Iterator[None]:
    """Keep stdout for results: what others print meanwhile, as Ray does of processes that died, goes to stderr."""
    with redirect_stdout(sys.stderr):
        yield


def print_json(document: Any) -> None:
    """Print one JSON document on stdout. Raises `ValueError` for NaN and infinities, which JSON does not have."""
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def print_error(message: str) -> None:
    """Print an error on stderr, each of its lines by itself."""
    for line in message.splitlines():
        err().print(Text.assemble(("error: ", "bold red"), line))


def counting(words: str) -> Callable[[int, int], None] | None:
    """Shows on a terminal how far something is, with `{done}` and `{of}` in the words; None where stderr is no terminal."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, of: int) -> None:
        sys.stderr.write("\r" + words.format(done=done, of=of) + ("\n" if done == of else ""))
        sys.stderr.flush()

    return show
