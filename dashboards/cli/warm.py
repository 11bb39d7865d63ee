"""`warhost warm`: compile kernels beforehand."""

from __future__ import annotations

from typing import Annotated

import typer

from dashboards.cli.console import err, print_json
from dashboards.cli.parameters import Json
from dashboards.words import duration, examples
from engine.game import game_names, get_game
from workers import node

EXAMPLES = examples("warhost warm", "warhost warm war-chest", "warhost warm war-chest --searches")


def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; without any, all of them.")] = None,
    searches: Annotated[
        bool, typer.Option("--searches", help="Those of ismcts and flat_monte_carlo, too, which take as long again.")
    ] = False,
    json: Json = False,
) -> None:
    """Compile the kernels of games for this machine, so that the first run needs not wait: for container images and new nodes.

    Compiled code is kept in NUMBA_CACHE_DIR or the user's cache directory, for each version of the rules and kind of processor.
    """
    names = games or game_names()
    for name in names:
        get_game(name)
    reports = []
    for name in names:
        if node.will_compile(name, searches):
            err().print(f"{name}: compiling kernels, about {duration(node.expected_compile_seconds(name, searches))}")
        reports += node.warm([name], searches=searches)
    if json:
        print_json([report.to_plain() for report in reports])
        return
    for report in reports:
        typer.echo(f"{report.game}: {'compiled' if report.compiled else 'was compiled already'}, {report.seconds:.1f} s")
