"""Chunks of a game with components, teams and four seats."""

from __future__ import annotations

import polars as pl
import pytest
from worker_samples import chunk_job

from engine.codec import pack, unpack
from engine.game import get_game
from workers.chunk import play_chunk
from workers.chunk_file import chunk_name, read_chunk
from workers.rows import summary_columns
from workers.table import TableCore
from workers.tally import sums_from_rows

TEAMS = {"seatings": [["alice", "bob", "alice", "bob"], ["bob", "alice", "bob", "alice"]], "options": {"players": 4}}


@pytest.fixture(scope="module", params=["two seats", "four seats in two teams"])
def job(request):
    return chunk_job(blocks=12, game="war-chest", **(TEAMS if request.param != "two seats" else {}))


@pytest.fixture(scope="module")
def tables(job) -> dict[str, pl.DataFrame]:
    return {name: pl.read_parquet(data) for name, data in play_chunk(job).files.items()}


def test_the_size_of_batches_does_not_matter(job):
    assert play_chunk(job, batch_games=5).files == play_chunk(job).files


def test_rows(job, tables):
    game = get_game("war-chest")
    seats = len(job.cell.seatings[0])
    games = tables["games"]
    assert len(games) == 24 * seats
    assert games["players"].unique().to_list() == [seats]
    assert games.columns[-len(summary_columns(game)) :] == list(summary_columns(game))
    assert games["team"].to_list() == [seat % 2 for seat in range(seats)] * 24
    per_game = games.group_by("game_id").agg(pl.col("sole_win").sum(), pl.col("score").sum(), pl.col("seat_decisions").sum())
    assert set(per_game["sole_win"]) <= {0, seats // 2}
    assert set(per_game["score"]) == {12 * seats // 2}
    assert games.group_by("team", "game_id").agg(pl.col("score").n_unique())["score"].max() == 1
    assert per_game.join(games, on="game_id").filter(pl.col("seat_decisions") != pl.col("decisions")).is_empty()


def test_components(job, tables):
    games, components = tables["games"], tables["components"]
    units = {component.name for component in get_game("war-chest").components}
    assert set(components["component"].cast(pl.String)) <= units
    assert components.select("game_id", "seat", "component").is_unique().all()
    dealt = components.filter(pl.col("dealt") > 0).group_by("game_id", "seat").len()
    assert len(dealt) == len(games)
    assert set(dealt["len"]) == ({4} if len(job.cell.seatings[0]) == 2 else {3})
    assert components.filter(pl.col("played") > 0)["first_round"].min() > 0


def test_sums_from_rows(job, tables):
    wanted = play_chunk(job).sums
    assert sums_from_rows(tables["games"], tables["components"], job.cell).to_plain() == wanted.to_plain()
    assert set(wanted.components) == {"dealt", "played"}
    dealt = tables["components"].filter(pl.col("dealt") > 0)
    assert sum(sums.n for sums in wanted.components["dealt"].values()) == len(dealt)


def test_files(job, tmp_path):
    table = TableCore()
    answer = unpack(table.play(job.to_bytes(), str(tmp_path)))
    footer, tables = read_chunk(tmp_path, chunk_name(job))
    assert footer.tables == ("games", "components")
    assert footer.content_hash == answer["content_hash"]
    assert (tmp_path / "components" / f"{chunk_name(job)}.parquet").is_file()
    assert set(tables) == {"games", "components"}


def test_a_live_game_moves(job):
    here, there = TableCore(), TableCore()
    request = {"game": "war-chest", "options": job.cell.options, "seed": 3, "block": 5}
    here.new_game(pack(request))
    for table, other in ((here, there), (there, here)) * 20:
        other.load(table.snapshot())
        for _ in range(3):
            legal = [entry["action"] for entry in unpack(other.legal())]
            other.step(pack(legal[unpack(other.status())["state_hash"] % len(legal)]))
    alone = TableCore()
    alone.new_game(pack(request))
    for _ in range(120):
        legal = [entry["action"] for entry in unpack(alone.legal())]
        alone.step(pack(legal[unpack(alone.status())["state_hash"] % len(legal)]))
    assert alone.snapshot() == here.snapshot()
