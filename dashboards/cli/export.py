"""`warhost export`: what a run holds, as files for other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from cluster.decision_export import INDEX, export_decisions
from cluster.decision_rows import DECISION_COLUMNS
from dashboards.cli.console import counting
from dashboards.cli.errors import UsageError
from dashboards.cli.parameters import RunDir
from dashboards.words import examples, number

EXAMPLES = (
    "Columns, of which `columns.json` beside the files tells more:\n\n"
    + "\n\n".join(f"  {column.name}: {column.meaning}" for column in DECISION_COLUMNS)
    + "\n\n  observation.FIELD: what the seat saw, and nothing else, as a Python agent gets it (`Observations`)\n\n"
    + examples(
        "warhost export runs/war-chest --decisions",
        "warhost export runs/war-chest --decisions --out training --no-visits",
        "python -c \"import polars; print(polars.scan_parquet('training/*/*.parquet').head().collect())\"",
    )
)


def export(
    run_dir: RunDir,
    decisions: Annotated[bool, typer.Option("--decisions", help="Every decision of every game, as Parquet.")] = False,
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Where to; by default RUN_DIR/decisions. An older export is replaced.")
    ] = None,
    visits: Annotated[
        bool, typer.Option(help="Search again for the visits of agents that search: costs what it cost to play.")
    ] = True,
) -> None:
    """Write the decisions of a run for training: what the seat saw, what it could do, what it did, what came of it.

    Each file holds whole games of one cell, in order; only games that count are there. Games are stepped through their stored
    actions, others are played again from their ids, and each must end in the position that the run wrote down. The same run
    gives the same bytes.
    """
    if not decisions:
        raise UsageError("export: say what: --decisions")
    folder = f"{run_dir}/decisions" if out is None else out
    report = export_decisions(run_dir, folder, visits, counting("{done} of {of} games"))
    words = f"{number(report.decisions)} decisions of {number(report.games)} games in {number(report.files)} files"
    typer.echo(f"{words}: {folder}; {INDEX} there says what they mean")
