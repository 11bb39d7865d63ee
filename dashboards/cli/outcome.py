"""How a run's result is shown, for every command that has one."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from cluster import RunResult
from cluster.coordinator import ExitCode
from cluster.findings import variants_of
from dashboards.cli.console import err, out, print_json
from dashboards.findings_tables import findings
from dashboards.matrix_table import faction_matrix
from dashboards.report_tables import report, stage_table


def show_result(result: RunResult, json: bool) -> None:
    """Print the tables, or the document, and how to go on where something is left to do."""
    if json:
        print_json(result.summary)
    else:
        console = out()
        for part in result_tables(result, console.width):
            console.print(part)
    for note in result.notes:
        err().print(Text(f"note: {note}", style="yellow"))
    say_where(result)


def result_tables(result: RunResult, width: int) -> Iterator[RenderableType]:
    """All that a run says, for `width` columns: where each cell is one pair of factions their matrix comes first."""
    cells = result.status.cells
    matrix = faction_matrix(cells)
    if matrix is not None:
        yield Group(matrix, Text(""))
    yield findings(variants_of(result))
    yield report(cells, width)
    yield from (stage_table(stage) for stage in result.stages)


def say_where(result: RunResult) -> None:
    """Say where the run is, and which command goes on with it."""
    err().print(Text(f"Run directory: {result.run_dir}"))
    if result.exit_code == ExitCode.INCOMPLETE:
        done, all_games = result.status.games_done, result.status.games_needed
        err().print(Text(f"Not complete: {done:,} of {all_games:,} games. Go on with: {resume_command(result.run_dir)}"))
    elif result.exit_code == ExitCode.GUARD:
        who = ", ".join(found.agent for found in result.status.quarantined_agents)
        words = f"finished without {who}, which forfeits too often" if who else "see the notes above and events.jsonl"
        err().print(Text(f"Stopped by a guard: {words}", style="bold red"))


def resume_command(run_dir: Any) -> str:
    """The command that goes on with a run."""
    return shlex.join(["warhost", "run", str(run_dir)])
