"""A comparison in tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cluster.comparison import Comparison, Difference
from dashboards.tables import new_table
from dashboards.words import NOTHING, number, p_value, score, share

SAMPLING = "Intervals are the sampling error of these agents, not of human play. P-values are adjusted for how many are shown."


def comparison_report(comparison: Comparison) -> RenderableType:
    """What differs, then every figure on both sides; win rates only where they say something else than scores."""
    lines = [Text(comparison.a), Text(comparison.b)]
    lines += [Text(f"differs: {line}", style="bold") for line in comparison.options]
    lines += [Text(f"warning: {line}", style="yellow") for line in comparison.warnings]
    pairs = list(dict.fromkeys((row.lineup, row.design, row.a, row.b) for row in comparison.rows))
    parts: list[RenderableType] = [*lines]
    for lineup, design, a, b in pairs:
        rows = [row for row in comparison.rows if (row.lineup, row.design, row.a, row.b) == (lineup, design, a, b)]
        parts += [Text(""), _table(f"{design}, line-up {lineup}: {a} against {b}", shown(rows)), Text(pairing_line(rows))]
    return Group(*parts, Text(SAMPLING, style="dim"))


def shown(rows: Sequence[Difference]) -> list[Difference]:
    """The rows without win rates that equal the scores."""
    scores = {(row.by, row.name): (row.estimate_a, row.estimate_b) for row in rows if row.metric == "score"}
    return [
        row for row in rows if row.metric != "win_rate" or scores.get((row.by, row.name)) != (row.estimate_a, row.estimate_b)
    ]


def _table(title: str, rows: Iterable[Difference]) -> Table:
    table = new_table(title, "figure", "of", ">A", ">B", ">B - A", ">95 % interval", ">blocks", ">adjusted p")
    for row in rows:
        words = score if row.metric != "outcome_share" else share
        figures = (words(row.estimate_a), words(row.estimate_b), _signed(row.difference), _between(row))
        name = f"{row.by.replace('_', ' ')} {row.name}"
        table.add_row(row.metric.replace("_", " "), name, *figures, number(row.blocks), p_value(row.p_value))
    return table


def pairing_line(rows: Sequence[Difference]) -> str:
    """What sharing luck saves, in one line: the range over the scores of seats."""
    saved = [
        row.variance_saved for row in rows if row.metric == "score" and row.by == "seat" and row.variance_saved is not None
    ]
    if not saved:
        return "Blocks share no luck: the two sides are independent."
    least, most = min(saved), max(saved)
    return f"Pairing blocks saves {100 * least:.0f} to {100 * most:.0f} % of the variance of differences of seats' scores."


def _signed(value: float | None) -> str:
    return NOTHING if value is None else f"{value:+.4f}"


def _between(row: Difference) -> str:
    return NOTHING if row.low is None or row.high is None else f"{row.low:+.4f} to {row.high:+.4f}"
