"""Parameters that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from cluster.yaml_text import parse_yaml
from dashboards.cli.errors import UsageError

SweepSource = Annotated[str, typer.Argument(metavar="FILE|PRESET", help="A sweep file, or the name of a preset.")]
RunDir = Annotated[str, typer.Argument(metavar="RUN_DIR", help="The directory of a run; or its address, as s3://BUCKET/PATH.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]
Games = Annotated[int | None, typer.Option("--games", min=1, help="Games per cell and design entry, instead of the file's.")]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="Seed of all luck, instead of the file's.")]
Workers = Annotated[int | None, typer.Option("--workers", min=1, help="Workers, one CPU each; by default one per CPU.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Set anything in the file, or an option of the game. May be repeated."),
]
GameSettings = Annotated[
    list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="An option of the game. May be repeated.")
]
Address = Annotated[
    str | None,
    typer.Option("--address", metavar="ADDRESS", help="A Ray cluster; by default RAY_ADDRESS, else a Ray of its own starts."),
]


def game_options(settings: Sequence[str] | None) -> dict[str, Any]:
    """The options of a game that `--set` gives, path -> value.

    Raises:
        UsageError: one of them isn't `path=value`; the paths and values themselves are the game's to check.
    """
    found = {}
    for text in settings or ():
        path, equals, value = text.partition("=")
        if not equals or not path.strip():
            raise UsageError(f"--set {text}: must be path=value, as `warhost games GAME --options` lists them")
        found[path.strip()] = parse_yaml(value, f"--set {text}").data
    return found
