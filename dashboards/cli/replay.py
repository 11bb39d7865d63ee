"""`warhost replay`: one game, decision by decision."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cluster.ids import GameId
from cluster.plan import make_plan
from cluster.replay import Replay, ReplayError, replay_game
from cluster.run_directory import RunDirectory
from cluster.spec import load_sweep
from cluster.stored_games import replay_stored
from dashboards.cli.console import print_error, print_json
from dashboards.cli.parameters import Json
from dashboards.replay_text import Draw, replay_lines, replay_to_plain
from dashboards.words import examples
from workers.cell import Cell
from workers.places import is_url

EXAMPLES = examples(
    "warhost replay runs/war-chest 5f3a9c01d2e4/17/0",
    "warhost replay runs/war-chest 5f3a9c01d2e4/17/0 --draw round --svg end.svg",
    "warhost replay runs/war-chest 5f3a9c01d2e4/17/0 --json --legal > game.json",
    "warhost replay war-chest 5f3a9c01d2e4/17/0",
)

DIFFERENT = 1
"""Exit code where a game came out otherwise than the run wrote down."""


def replay(
    source: Annotated[str, typer.Argument(metavar="RUN_DIR", help="The directory of a run; or a sweep file or preset.")],
    game_id: Annotated[str, typer.Argument(metavar="GAME_ID", help="cell/block/rotation, as in the column game_id.")],
    legal: Annotated[bool, typer.Option("--legal", help="Add every legal action of each decision.")] = False,
    draw: Annotated[Draw, typer.Option(help="Draw the position after each round or decision.")] = Draw.NEVER,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the last position as an SVG picture.")] = None,
    json: Json = False,
) -> None:
    """Replay a game decision by decision in the rulebook's words, with what chance brought and who may know of it.

    Games of reproducible agents are played again from their ids; the others from their stored actions. The last position must
    have the hash that the run wrote down; where it has not, the command says so and exits with code 1. Given a sweep instead
    of a run, it plays that game of the sweep without one (**warhost plan** shows the ids of the cells).
    """
    found = GameId.parse(game_id.strip())
    boards = draw is not Draw.NEVER
    differences: tuple[str, ...] | None = None
    if Path(source).is_dir() or is_url(source):
        run = RunDirectory(source)
        game, differences = replay_stored(run, run.read_plan(), found, boards=boards, legal=legal)
    else:
        game = _replay_of_sweep(source, found, boards, legal)
    if svg is not None:
        svg.write_text(game.cell.game.render_svg(game.batch.options_view, game.batch.view(), None), encoding="utf-8")
    if json:
        print_json({**replay_to_plain(game), "as_in_the_results": None if differences is None else not differences})
    else:
        for line in replay_lines(game, draw, legal):
            typer.echo(line)
        if differences == ():
            typer.echo("The results of the run say the same.")
    if differences:
        for line in differences:
            print_error(f"{found}: {line}")
        raise typer.Exit(DIFFERENT)


def _replay_of_sweep(source: str, game: GameId, boards: bool, legal: bool) -> Replay:
    plan = make_plan(load_sweep(source))
    try:
        cell = plan.find_cell(game.cell_id)
    except KeyError:
        known = ", ".join(cell.cell_id for cell in plan.cells)
        raise ReplayError(f"{game}: the sweep has no cell {game.cell_id}; it has {known}") from None
    return replay_game(Cell.resolve(cell.job), game, boards=boards, legal=legal)
