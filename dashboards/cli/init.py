"""`warhost init`: a sweep file to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cluster.init_file import init_text
from cluster.schema import json_schema
from dashboards.cli.console import err, print_json
from dashboards.cli.errors import UsageError
from dashboards.words import examples

EXAMPLES = examples(
    "warhost init war-chest", "warhost init war-chest -o sweep.yaml", "warhost init --schema > warhost-sweep.schema.json"
)


def init(
    game: Annotated[str | None, typer.Argument(help="A game, as warhost games lists them.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here, not to stdout.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of sweep files instead, for editors.")
    ] = False,
) -> None:
    """Write a sweep file for a game in which every key is explained. It can be played as it is."""
    if schema:
        print_json(json_schema())
        return
    if game is None:
        raise UsageError("name a game, as warhost games lists them, or ask for the --schema")
    text = init_text(game)
    if output is None:
        typer.echo(text, nl=False)
        return
    if output.exists() and not force:
        raise UsageError(f"{output} is there already; --force replaces it")
    output.write_text(text, encoding="utf-8")
    err().print(f"{output} written; warhost plan {output} checks it, warhost run {output} plays it")
