"""`warhost bench`: how fast it is on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from dashboards import bench as benchmarks
from dashboards.cli.console import out, print_json
from dashboards.cli.parameters import Json
from dashboards.tables import new_table
from dashboards.words import examples

EXAMPLES = examples("warhost bench", "warhost bench --only connect_four_vs_c", "warhost bench --json")


def bench(
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this figure. May be repeated.")] = None,
    json: Json = False,
) -> None:
    """Measure speed on this machine. Ratios come from interleaved runs, so they hold on a busy machine better than rates do."""
    figures = benchmarks.run_benchmarks(only=only)
    if json:
        print_json(figures)
        return
    table = new_table(None, "figure", ">value")
    for name, value in figures.items():
        table.add_row(name, f"{value:,.3g}" if value < 1000 else f"{value:,.0f}")
    out().print(table)
