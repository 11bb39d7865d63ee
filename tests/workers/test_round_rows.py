"""Figures at the end of each round: a table of their own, on request."""

from __future__ import annotations

import polars as pl
import pytest
from worker_samples import chunk_job

from engine.game import get_game
from workers.chunk import play_chunk
from workers.chunk_file import read_chunk, write_chunk
from workers.content import content_hash
from workers.rows import ROUND_COLUMNS, round_columns

GAME = "chaos-in-the-old-world"
SEATS = 4


@pytest.fixture(scope="module")
def job():
    agents = {"dice": {"kind": "random"}, "keen": {"kind": "greedy"}}
    return chunk_job(blocks=6, game=GAME, agents=agents, seatings=[["dice", "keen", "dice", "keen"]], record_curves=True)


@pytest.fixture(scope="module")
def result(job):
    return play_chunk(job)


@pytest.fixture(scope="module")
def tables(result) -> dict[str, pl.DataFrame]:
    return {name: pl.read_parquet(data) for name, data in result.files.items()}


def test_every_seat_has_a_row_for_each_round_of_each_game(tables):
    games, rounds = tables["games"], tables["rounds"]
    assert tuple(rounds.columns) == (*(column.name for column in ROUND_COLUMNS), *round_columns(get_game(GAME)))
    assert "actions" not in tables
    per_seat = rounds.group_by("game_id", "seat").agg(pl.col("round").sort())
    for row in games.join(per_seat, on=["game_id", "seat"], how="left").iter_rows(named=True):
        assert row["round"] == list(range(1, row["rounds"] + 1))


def test_the_last_round_ends_with_the_games_own_figures(tables):
    last = tables["rounds"].filter(pl.col("round") == pl.col("round").max().over("game_id"))
    both = tables["games"].join(last, on=["game_id", "seat"], suffix="_then")
    assert len(both) == len(tables["games"])
    for name in ("victory_points", "dial", "threat", "upgrades", "kills"):
        assert both[name].to_list() == both[f"{name}_then"].to_list()
    assert both["victory_points"].max() > 0


def test_points_never_fall_from_round_to_round(tables):
    steps = tables["rounds"].sort("game_id", "seat", "round").select(pl.col("corruption_placed").diff().over("game_id", "seat"))
    assert steps["corruption_placed"].min() == 0


def test_curves_change_nothing_else(job, result):
    without = play_chunk(job.model_copy(update={"cell": job.cell.model_copy(update={"record_curves": False})}))
    assert without.sums.to_plain() == result.sums.to_plain()
    assert pl.read_parquet(without.files["games"]).equals(pl.read_parquet(result.files["games"]))
    assert without.content_hash != result.content_hash


def test_the_size_of_batches_does_not_matter(job, result):
    assert play_chunk(job, batch_games=4).files == result.files


def test_they_are_files_of_the_chunk(job, result, tmp_path):
    assert not write_chunk(tmp_path, job, result.files, result.content_hash)
    footer, tables = read_chunk(tmp_path, f"{job.cell.cell_id}/0000000000-6")
    assert "rounds" in footer.tables
    assert content_hash(tables) == result.content_hash
