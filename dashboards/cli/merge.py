"""`warhost merge`: join shards."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from cluster import open_run
from cluster.coordinator import ExitCode
from cluster.merge import merge as merge_runs
from dashboards.cli.console import err
from dashboards.cli.outcome import show_result
from dashboards.cli.parameters import Json
from dashboards.words import examples

EXAMPLES = examples("warhost merge runs/first", "warhost merge runs/all /mnt/a/shard-1 /mnt/b/shard-2")


def merge(
    run_dir: Annotated[str, typer.Argument(metavar="RUN_DIR", help="Where the merged run is, or is to be.")],
    shards: Annotated[
        list[str] | None, typer.Argument(metavar="[SHARD]...", help="Runs of shards; by default those in RUN_DIR/shards.")
    ] = None,
    json: Json = False,
) -> None:
    """Join the shards of a sweep into one run, and show what came of it: the same tables as of a run in one place.

    Shards of different sweeps, rules or divisions are refused, and so is a chunk that came out differently in two of them.
    Gaps, chunks that came twice and other versions of libraries are told. It may be repeated as further shards get done.

    Exit codes: 0 complete, 2 the shards don't belong together, 75 chunks are missing.
    """
    report = merge_runs(run_dir, shards or ())
    for note in report.notes:
        err().print(Text(f"note: {note}", style="yellow"))
    err().print(Text(f"Merged {report.shards} runs: {report.chunks} of {report.wanted} chunks, {report.copied} of them new"))
    show_result(open_run(run_dir), json)
    raise typer.Exit(ExitCode.COMPLETE if report.complete else ExitCode.INCOMPLETE)
