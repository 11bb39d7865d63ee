"""`warhost compare`: two runs, or the cells of one run by an option."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.text import Text

from cluster import open_run
from cluster.comparison import Comparison, compare_cells, compare_runs
from dashboards.changelog import changes_between
from dashboards.cli.console import err, out, print_json
from dashboards.cli.errors import UsageError
from dashboards.cli.parameters import Json, RunDir
from dashboards.comparison_tables import comparison_report
from dashboards.words import examples

EXAMPLES = examples(
    "warhost compare runs/old-cost runs/new-cost",
    "warhost compare runs/sweep --by options.khorne.bloodletter.cost",
    "warhost compare runs/release-1 runs/release-2 --across-versions",
)

OtherRun = Annotated[str | None, typer.Argument(metavar="[RUN_DIR]", help="The run to compare it with.")]
By = Annotated[
    str | None, typer.Option("--by", metavar="PATH", help="Compare the cells of one run by options.PATH or agents.NAME.KEY.")
]
AcrossVersions = Annotated[bool, typer.Option("--across-versions", help="Compare though rules or code differ.")]


def compare(
    run_dir: RunDir, other: OtherRun = None, by: By = None, across_versions: AcrossVersions = False, json: Json = False
) -> None:
    """Compare two runs, or the cells of one run by an option: every figure on both sides, the difference and its interval.

    Cells are compared that differ in nothing but what is compared. Blocks that share their luck are compared one by one, and
    what that saves is shown. Anything else that differs is warned about.
    """
    if (other is None) == (by is None):
        raise UsageError("compare: give a second run, or --by PATH")
    if other is None:
        show(compare_cells(open_run(run_dir), str(by)), json)
        return
    one, second = open_run(run_dir), open_run(other)
    changes = changes_between(one.provenance, second.provenance)
    if changes:
        err().print(Text(changes))
    show(compare_runs(one, second, across_versions), json)


def show(comparison: Comparison, json: bool) -> None:
    """Print a comparison, as tables or as one document."""
    if json:
        document: dict[str, Any] = asdict(comparison)
        print_json(document)
    else:
        out().print(comparison_report(comparison))
