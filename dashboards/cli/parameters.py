"""Parameters that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

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
Address = Annotated[
    str | None,
    typer.Option("--address", metavar="ADDRESS", help="A Ray cluster; by default RAY_ADDRESS, else a Ray of its own starts."),
]
