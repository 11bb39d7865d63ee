"""`warhost extend`: more games, a tighter stop, more cells."""

from __future__ import annotations

import typer

from cluster import extend as extend_run
from cluster import load_sweep
from dashboards.cli.console import err, results_alone
from dashboards.cli.outcome import show_result
from dashboards.cli.parameters import Address, Games, Json, RunDir, Settings, SweepSource, Workers
from dashboards.cli.run import announce
from dashboards.run_progress import progress_display
from dashboards.words import examples

EXAMPLES = examples(
    "warhost extend runs/archers sweep.yaml --games 200000",
    "warhost extend runs/archers sweep-with-more-cells.yaml",
)


def extend(
    run_dir: RunDir,
    source: SweepSource,
    games: Games = None,
    workers: Workers = None,
    settings: Settings = None,
    address: Address = None,
    json: Json = False,
) -> None:
    """Give a run more games, a tighter stop, more cells or agents, and play what that adds.

    What is done is kept, and is what a fresh run of the sweep would have played. A change to what was played already (seed,
    rules, options of a cell) is refused, and the difference shown: that is another run. Exit codes as for **run**.
    """
    sweep = load_sweep(source, games=games, set=settings or ())
    announce(sweep, run_dir)
    with results_alone(), progress_display(err()) as display:
        result = extend_run(run_dir, sweep, workers, address, display.update)
    show_result(result, json)
    raise typer.Exit(result.exit_code)
