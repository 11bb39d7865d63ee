"""Chunks of games between searches: levels are the game's, and no result depends on how the chunk is cut into batches."""

from __future__ import annotations

import polars as pl
import pytest
from worker_samples import chunk_job

from engine.codec import unpack
from workers.cell import Cell
from workers.chunk import play_chunk, play_with, run_chunk
from workers.metering import CpuMeter
from workers.playing import Players
from workers.table import TableCore

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


def test_iterations_are_a_column_and_a_sum():
    job = search_job(blocks=4)
    result = play_chunk(job)
    games = pl.read_parquet(result.files["games"])
    flat = games.filter(pl.col("agent") == "flat")
    assert (flat["iterations"] % 30 == 0).all()
    assert (flat["iterations"] <= 30 * flat["seat_decisions"]).all()
    assert (flat["iterations"] > 0).all()
    by_slot = games.group_by("rotation", "seat").agg(pl.col("iterations").sum()).sort("rotation", "seat")["iterations"]
    assert result.sums.iterations == by_slot.to_list()


def test_a_meter_changes_nothing_and_knows_who_searched():
    job = search_job(blocks=4)
    cell = Cell.resolve(job.cell)
    with Players.of_cell(cell) as players:
        meter = CpuMeter(players.records, players.external)
        assert play_with(cell, job, players, meter=meter).files == play_chunk(job).files
    assert (meter.seconds > 0).all()
    assert meter.process_seconds == 0


def test_a_table_says_what_agents_cost(tmp_path):
    agents = {"tree": AGENTS["tree"], "mine": {"kind": "python", "path": "preferences"}, "greedy": {"kind": "greedy"}}
    job = chunk_job(agents=agents, seatings=[["tree", "mine"], ["greedy", "greedy"]], blocks=3)
    table = TableCore()
    reply = unpack(table.play(job.to_bytes(), str(tmp_path)))
    table.close()
    assert reply["agent_cpu_seconds"].keys() == {"tree", "mine"}
    assert 0 < sum(reply["agent_cpu_seconds"].values()) <= reply["cpu_seconds"]
