"""`warhost verify`: whether games come out the same again."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from cluster.run_directory import RunDirectory
from cluster.stored_games import verify as verify_games
from dashboards.cli.console import print_error, print_json
from dashboards.cli.parameters import Json, RunDir
from dashboards.cli.replay import DIFFERENT
from dashboards.words import examples, number

EXAMPLES = examples(
    "warhost verify runs/war-chest",
    "warhost verify runs/war-chest --sample 1000 --seed 7",
    "warhost verify runs/war-chest --json",
)


def verify(
    run_dir: RunDir,
    sample: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Of the choice of games.")] = 0,
    json: Json = False,
) -> None:
    """Replay a random sample of a run's games and compare state hashes, scores and outcomes with what the run wrote down.

    The rows of every chunk that is touched are checked against the chunk's content hash as well. Exit code 1, with the ids of
    the games, if anything differs.
    """
    run = RunDirectory(run_dir)
    found = verify_games(run, run.read_plan(), sample, seed)
    if json:
        print_json({**asdict(found), "verified": not found.mismatches, "sample": sample, "seed": seed})
    else:
        otherwise = number(len(found.mismatches))
        typer.echo(f"{number(found.checked)} of {number(found.games)} games replayed, {otherwise} came out otherwise")
        if found.skipped:
            typer.echo(
                f"{number(found.skipped)} more were chosen, but their agents may decide otherwise each time and their actions "
                "were not stored (record.actions)"
            )
    for mismatch in found.mismatches:
        print_error(f"{mismatch.game_id}: {'; '.join(mismatch.differences)}")
    if found.mismatches:
        raise typer.Exit(DIFFERENT)
