"""Small helpers for words and numbers in help texts and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NOTHING = "\N{EN DASH}"
"""Shown where there is no number."""


def examples(*commands: str) -> str:
    """The epilogue of a command's help: its examples, one a line."""
    return "Examples:\n\n" + "\n\n".join(f"  $ {command}" for command in commands)


def value_text(value: Any) -> str:
    """A value of an option, as one writes it in a sweep file."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(value_text, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return "null" if value is None else str(value)


def drafts(drafters: Mapping[str, str]) -> str:
    """Who drafts for whom (agent -> drafter), in words."""
    return ", ".join(f"{drafter} for {name}" for name, drafter in drafters.items())


def share(value: float | None) -> str:
    """A share in per cent, most often 0 .. 1; with more digits where it would else look like none or all."""
    if value is None:
        return NOTHING
    looks_whole = 0 < value < 0.0005 or 0 < 1 - value < 0.0005
    return f"{100 * value:.3f} %" if looks_whole else f"{100 * value:.1f} %"


def score(value: float | None, digits: int = 3) -> str:
    """A score or rate, 0 .. 1."""
    return NOTHING if value is None else f"{value:.{digits}f}"


def between(low: float | None, high: float | None, digits: int = 3) -> str:
    """An interval of scores."""
    return NOTHING if low is None or high is None else f"{low:.{digits}f} to {high:.{digits}f}"


def p_value(value: float | None) -> str:
    """A p-value with four digits, which is never 0."""
    return NOTHING if value is None else "< 0.0001" if value < 0.0001 else f"{value:.4f}"


def number(value: float | None) -> str:
    """A count with thousands apart."""
    return NOTHING if value is None else f"{value:,.0f}"


def duration(seconds: float | None) -> str:
    """A duration in the two largest units that say something: `2 h 05 min`, `3 min 20 s`, `8.1 s`."""
    if seconds is None:
        return NOTHING
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def memory(size: float) -> str:
    """A number of bytes in the unit that fits."""
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"
