"""The odds of an attack in tables for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dashboards.tables import new_table
from dashboards.words import share

_BAR = 40
"""Characters of the longest bar."""


def odds_report(
    wounds: Mapping[int, Fraction], slain: Mapping[int, Fraction], returned: Mapping[int, Fraction]
) -> RenderableType:
    """Expectations, then the distributions; of what comes back only where anything can."""
    parts: list[RenderableType] = [
        Text(f"expected: {summary('wounds', wounds)}; {summary('models slain', slain)}"),
        distribution_table("Wounds", "wounds", wounds),
        distribution_table("Models slain", "slain", slain),
    ]
    if any(value and p for value, p in returned.items()):
        parts.append(distribution_table("Mortal wounds that come back", "wounds", returned))
    return Group(*parts)


def summary(words: str, spread: Mapping[int, Fraction]) -> str:
    """Mean and standard deviation."""
    mean = sum((value * p for value, p in spread.items()), Fraction(0))
    variance = sum(((value - mean) ** 2 * p for value, p in spread.items()), Fraction(0))
    return f"{float(mean):.3f} {words} (standard deviation {sqrt(variance):.3f})"


def distribution_table(title: str, name: str, spread: Mapping[int, Fraction]) -> Table:
    """Each value, its chance, and the chance of at least so much."""
    table = new_table(title, f">{name}", ">chance", ">at least", "")
    rest, most = Fraction(1), max(spread.values())
    for value, p in sorted(spread.items()):
        if p:
            table.add_row(str(value), share(float(p)), share(float(rest)), "\N{FULL BLOCK}" * round(_BAR * p / most))
        rest -= p
    return table
