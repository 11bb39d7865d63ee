"""Chunks of games between searches: levels are the game's, and no result depends on how the chunk is cut into batches."""

from __future__ import annotations

import polars as pl
import pytest
from worker_samples import chunk_job

from engine.codec import unpack
from workers.cell import Cell
from workers.chunk import play_chunk, run_chunk

AGENTS = {
    "tree": {"kind": "ismcts", "level": "fast", "iterations": 40},
    "flat": {"kind": "flat_monte_carlo", "iterations": 30},
}


def search_job(**changes):
    return chunk_job(agents=AGENTS, seatings=[["tree", "flat"], ["flat", "tree"]], **changes)


def test_a_level_gets_the_games_own_numbers():
    (tree,) = [spec for spec in Cell.resolve(search_job(blocks=1).cell).agents if spec.kind == "ismcts"]
    assert (tree.level, tree.iterations, tree.exploration) == (None, 40, 0.5)


@pytest.mark.parametrize("batch_games", [1, 7])
def test_the_size_of_batches_does_not_matter(batch_games):
    job = search_job(blocks=10, record_actions=0.4)
    assert play_chunk(job, batch_games).files == play_chunk(job).files


def test_games_of_searches_are_finished_and_come_out_alike_again():
    job = search_job(blocks=6).to_bytes()
    assert run_chunk(job) == run_chunk(job)
    games = pl.read_parquet(unpack(run_chunk(job))["games"])
    assert games["outcome"].is_in(["four_in_a_row", "board_full"]).all()
    assert games["forfeit_cause"].null_count() == len(games)
