"""`warhost analyse`: a game of a run against a deeper search."""

from __future__ import annotations

from typing import Annotated

import typer

from cluster.analysis import analyse as analyse_game
from cluster.game_walk import walk_stored
from cluster.ids import GameId
from cluster.replay import Replay
from cluster.run_directory import RunDirectory
from dashboards.analysis_tables import analysis_tables, analysis_to_plain
from dashboards.cli.console import counting, err, out, print_error, print_json
from dashboards.cli.parameters import Json, RunDir
from dashboards.cli.play import seat_of
from dashboards.cli.replay import DIFFERENT
from dashboards.words import examples, number
from engine.agents.search_specs import IsmctsSpec, Level, SearchSpec

EXAMPLES = examples(
    "warhost analyse runs/war-chest 5f3a9c01d2e4/17/0",
    "warhost analyse runs/war-chest 5f3a9c01d2e4/17/0 --seat raven --iterations 50000",
    "warhost analyse runs/war-chest 5f3a9c01d2e4/17/0 --json > analysis.json",
)


def analyse(
    run_dir: RunDir,
    game_id: Annotated[str, typer.Argument(metavar="GAME_ID", help="cell/block/rotation, as in the column game_id.")],
    level: Annotated[Level, typer.Option(help="The game's level of `ismcts` that judges.")] = "strong",
    iterations: Annotated[int | None, typer.Option(min=1, help="Iterations for each decision, instead of the level's.")] = None,
    seat: Annotated[str | None, typer.Option(help="Judge this seat's decisions only; by name or number from 0.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the search's luck.")] = 1,
    json: Json = False,
) -> None:
    """Judge each decision of a game by a deeper search: what it would have done, what that costs, where the game turned.

    The search sees what the deciding seat saw. Regret is its value of its own choice less its value of what was decided. With
    the same iterations and seed the analysis is the same each time.
    """
    found = GameId.parse(game_id)
    run = RunDirectory(run_dir)
    walk, replay, differences = walk_stored(run, run.read_plan(), found)
    for line in differences:
        print_error(f"{found}: {line}")
    if differences:
        raise typer.Exit(DIFFERENT)
    search = _search(replay, level, iterations)
    for warning in shallow(replay, search):
        err().print(f"warning: {warning}")
    seats = None if seat is None else [seat_of(seat, list(replay.cell.seat_names))]
    judged = analyse_game(walk, search, seed, seats, counting("decision {done} of {of}"))
    if json:
        settings = {"search": search.model_dump(exclude_none=True), "seed": seed}
        print_json(analysis_to_plain(replay, judged) | settings)
        return
    console = out()
    game = replay.cell.game
    console.print(f"{game.title}, game {found}, judged by ismcts with {number(search.iterations)} iterations a decision")
    console.print(analysis_tables(replay, judged))


def _search(replay: Replay, level: Level, iterations: int | None) -> IsmctsSpec:
    if iterations is None:
        return IsmctsSpec(kind="ismcts", level=level).at_level(replay.cell.game)
    return IsmctsSpec(kind="ismcts", level=level, iterations=iterations, spread=False).at_level(replay.cell.game)


def shallow(replay: Replay, search: SearchSpec) -> list[str]:
    """Warnings of players that searched as long as the judge."""
    cell = replay.cell
    players = set(cell.job.seatings[replay.id.rotation])
    return [
        f"{name} searched with {number(spec.iterations)} iterations itself: use more than that (--iterations)"
        for name, spec in zip(cell.agent_names, cell.agents, strict=True)
        if name in players and isinstance(spec, SearchSpec) and (spec.iterations or 0) >= (search.iterations or 0)
    ]
