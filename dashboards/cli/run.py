"""`warhost run`: play a sweep."""

from __future__ import annotations

import os
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from cluster import SweepSpec, default_run_dir, load_sweep
from cluster import run as run_sweep
from cluster.run_directory import RunDirectory
from cluster.shards import SHARDS_FOLDER, Shard, shard_from_environment
from dashboards.cli.console import err, results_alone
from dashboards.cli.errors import UsageError
from dashboards.cli.json_log import JsonProgress, log_as_json
from dashboards.cli.outcome import resume_command, show_result
from dashboards.cli.parameters import Address, Games, Json, Seed, Settings, SweepSource, Workers
from dashboards.cli.watch import pages_of
from dashboards.run_progress import progress_display
from dashboards.words import examples
from workers.places import is_url, place_of

EXAMPLES = examples(
    "warhost run war-chest",
    "warhost run war-chest --games 100000 --workers 8",
    "warhost run sweep.yaml --run-dir runs/archers --set archer.coins=5",
    "warhost run runs/archers",
    "warhost run sweep.yaml --run-dir s3://bucket/archers --address auto",
    "warhost run sweep.yaml --run-dir /shared/run --shard 3/8",
)


class LogFormat(StrEnum):
    """How standard error is written."""

    TEXT = "text"
    JSON = "json"


def run(
    source: SweepSource,
    run_dir: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Where the run is kept, a folder or s3://BUCKET/PATH; by default runs/GAME-HASH."),
    ] = None,
    games: Games = None,
    workers: Workers = None,
    seed: Seed = None,
    settings: Settings = None,
    address: Address = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Show it in the browser meanwhile, as **warhost watch** does.")
    ] = False,
    shard: Annotated[
        str | None,
        typer.Option(
            metavar="K/N",
            help="Play this share alone, without Ray; auto: the array index of Slurm, AWS Batch, Google Batch or Kubernetes.",
        ),
    ] = None,
    log_format: Annotated[
        LogFormat, typer.Option("--log-format", help="How standard error is written: for people, or one JSON object a line.")
    ] = LogFormat.TEXT,
    json: Json = False,
) -> None:
    """Play a sweep and show what came of it: score and win rate beside the fair share, how games ended, how long they took.

    The same command goes on with a run that was interrupted, and reports one that is finished. A run directory in the place of
    the sweep goes on with that run. Progress goes to stderr: a bar on a terminal, else a line now and then; with **--log-format
    json** as objects with time, level, message and figures, and the run's events with them. Ctrl-C ends the run in order; what
    is done is kept.

    Shards are played by processes of this machine, each in a run directory of its own below RUN_DIR/shards; `warhost merge
    RUN_DIR` joins them.

    Exit codes: 0 complete, 2 something in the sweep or on the command line is wrong, 3 stopped by a guard, 75 incomplete.
    """
    log = log_as_json() if log_format == LogFormat.JSON else None
    if is_url(source) or (Path(source) / "spec.yaml").is_file():
        if run_dir is not None or games is not None or seed is not None or settings:
            raise UsageError(f"{source} is a run directory: its sweep is fixed; `warhost extend` adds games or cells")
        if shard is not None:
            raise UsageError(f"{source} is a run directory: which shard it is was fixed when it was begun; leave --shard out")
        directory, sweep = place_of(source), sweep_of_run(source)
    else:
        sweep = load_sweep(source, games=games, seed=seed, set=settings or ())
        directory = default_run_dir(sweep) if run_dir is None else place_of(run_dir)
    share = _shard(shard)
    folder = directory if share is None else directory / SHARDS_FOLDER / share.folder
    announce(sweep, folder)
    display = progress_display(err()) if log is None else JsonProgress(log)
    with results_alone(), pages_of(folder) if watch else nullcontext(), display:
        result = run_sweep(
            sweep, directory, workers, address, display.update, share, on_event=None if log is None else log.event
        )
    show_result(result, json)
    raise typer.Exit(result.exit_code)


def _shard(text: str | None) -> Shard | None:
    if text is None:
        return None
    return shard_from_environment(os.environ) if text == "auto" else Shard.parse(text)


def sweep_of_run(directory: str | os.PathLike[str]) -> SweepSpec:
    """The sweep that a run directory was begun or extended with."""
    plan = RunDirectory(directory).read_whole_plan()
    return load_sweep(plan.spec, base_directory=plan.cells[0].job.base_directory)


def announce(sweep: SweepSpec, directory: str | os.PathLike[str]) -> None:
    """Say where the run is kept and how to go on with it, before anything can go wrong."""
    for warning in sweep.warnings:
        err().print(Text(f"warning: {warning}", style="yellow"))
    err().print(Text(f"Run directory: {directory}; to go on after a stop: {resume_command(directory)}"))
