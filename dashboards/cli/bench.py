"""`warhost bench`: how fast it is on this machine, and `warhost bench ladder`: how strong the agents are."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from cluster.ladder import Ladder, Step, measured_ladder
from dashboards import bench as benchmarks
from dashboards.cli.console import err, out, print_json, results_alone
from dashboards.cli.errors import UsageError
from dashboards.cli.parameters import Address, Json, Workers
from dashboards.ladder_tables import ladder_markdown, ladder_table, step_line
from dashboards.run_progress import progress_display
from dashboards.tables import new_table
from dashboards.words import examples
from engine.game import get_game

EXAMPLES = examples(
    "warhost bench", "warhost bench --only connect_four_vs_c", "warhost bench --json", "warhost bench ladder GAME"
)
LADDER_EXAMPLES = examples(
    "warhost bench ladder connect-four --minutes 5",
    "warhost bench ladder war-chest --run-dir runs/war-chest-ladder --json",
    "warhost bench ladder war-chest --measured",
)

app = typer.Typer(invoke_without_command=True, help="Measure speed on this machine, or the strength of agents.")


@app.callback(epilog=EXAMPLES)
def bench(
    context: typer.Context,
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this figure. May be repeated.")] = None,
    json: Json = False,
) -> None:
    """Measure speed on this machine. Ratios come from interleaved runs, so they hold on a busy machine better than rates do."""
    if context.invoked_subcommand is not None:
        return
    with results_alone():
        figures = benchmarks.run_benchmarks(only=only)
    if json:
        print_json(figures)
        return
    table = new_table(None, "figure", ">value")
    for name, value in figures.items():
        table.add_row(name, f"{value:,.3g}" if value < 1000 else f"{value:,.0f}")
    out().print(table)


@app.command("ladder", epilog=LADDER_EXAMPLES)
def ladder(
    game: Annotated[str, typer.Argument(help="The game, with its default options.", show_default=False)],
    minutes: Annotated[float, typer.Option(min=0.1, help="Time for all steps together, compiling apart.")] = 60.0,
    run_dir: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep the runs of the steps here; the same command goes on with them."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all luck.")] = 1,
    max_games: Annotated[int, typer.Option(min=1, help="Of a step at most.")] = 4000,
    measured: Annotated[bool, typer.Option("--measured", help="Show what was measured before; play nothing.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table in Markdown.")] = False,
    workers: Workers = None,
    address: Address = None,
    json: Json = False,
) -> None:
    """Measure how strong agents are: random, greedy, flat Monte Carlo, then ismcts at each level, each against the one below.

    A sequential test ends a step; the intervals hold at every number of games. What a step takes less goes to the others.
    `--json` prints what `ladder.json` in the folder of a game holds.
    """
    if measured:
        found = measured_ladder(game)
        if found is None:
            raise UsageError(f"no ladder was measured for {game}: `warhost bench ladder {game}` measures one")
    else:
        found = _measure(game, run_dir, minutes, seed, max_games, workers, address)
    if json:
        print_json(found.to_plain())
    elif markdown:
        typer.echo(ladder_markdown(found))
    else:
        out().print(ladder_table(found))


def _measure(
    game: str, run_dir: Path | None, minutes: float, seed: int, max_games: int, workers: int | None, address: str | None
) -> Ladder:
    from cluster.ladder_run import measure_ladder  # noqa: PLC0415  (Ray takes seconds to import)

    get_game(game)
    with ExitStack() as stack:
        folder = run_dir or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="warhost-ladder-")))
        stack.enter_context(results_alone())
        display = stack.enter_context(progress_display(err()))
        return measure_ladder(
            game,
            folder,
            minutes,
            seed=seed,
            max_games=max_games,
            workers=workers,
            address=address,
            on_step=_say,
            on_status=display.update,
        )


def _say(step: Step) -> None:
    err().print(Text(step_line(step)))
