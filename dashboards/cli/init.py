"""`warhost init`: a sweep file to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cluster.init_file import init_text
from dashboards.cli.console import err
from dashboards.cli.errors import UsageError
from dashboards.words import examples

EXAMPLES = examples("warhost init war-chest", "warhost init war-chest -o sweep.yaml")


def init(
    game: Annotated[str, typer.Argument(help="A game, as warhost games lists them.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here, not to stdout.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a sweep file for a game in which every key is explained. It can be played as it is."""
    text = init_text(game)
    if output is None:
        typer.echo(text, nl=False)
        return
    if output.exists() and not force:
        raise UsageError(f"{output} is there already; --force replaces it")
    output.write_text(text, encoding="utf-8")
    err().print(f"{output} written; warhost plan {output} checks it, warhost run {output} plays it")
