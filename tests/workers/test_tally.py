"""Block sums: by brute force from the rows, by any split into chunks, and from rows read back."""

from __future__ import annotations

import itertools

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worker_samples import made_up_games, some_games, team_cell

from workers.rows import tables_of
from workers.sums import BlockSums
from workers.tally import block_values, sums_from_rows, sums_of

CELL = team_cell()


def sum_of_parts(games, cuts: list[int]) -> BlockSums:
    total = BlockSums(CELL.slots)
    for first, last in itertools.pairwise(cuts):
        total.add(sums_of(CELL, some_games(games, first * CELL.rotations, last * CELL.rotations)))
    return total


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 1000), blocks=st.integers(1, 30), cuts=st.sets(st.integers(1, 29)))
def test_any_split_into_chunks_adds_up_to_the_same(seed, blocks, cuts):
    games = made_up_games(CELL, blocks, seed)
    inner = sorted(cut for cut in cuts if cut < blocks)
    assert sum_of_parts(games, [0, *inner, blocks]).to_plain() == sums_of(CELL, games).to_plain()


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 1000), blocks=st.integers(1, 12), rate=st.sampled_from([0.0, 0.05, 0.9]))
def test_sums_from_rows_are_those_of_play(seed, blocks, rate):
    games = made_up_games(CELL, blocks, seed, rate)
    tables = tables_of(CELL, games)
    again = sums_from_rows(tables["games"], tables["components"], CELL)
    assert again.to_plain() == sums_of(CELL, games).to_plain()


def test_sums_of_a_prefix_of_the_rows():
    games = made_up_games(CELL, 20, seed=5)
    tables = tables_of(CELL, games)
    prefix = tables["games"].filter(pl.col("block_id") < 13)
    wanted = sums_of(CELL, some_games(games, 0, 13 * CELL.rotations))
    assert sums_from_rows(prefix, tables["components"], CELL).to_plain() == wanted.to_plain()


def test_sums_survive_being_written_down():
    sums = sums_of(CELL, made_up_games(CELL, 20, seed=5))
    assert BlockSums.from_plain(sums.to_plain()).to_plain() == sums.to_plain()


@pytest.fixture(scope="module")
def tables() -> tuple[BlockSums, pl.DataFrame, pl.DataFrame]:
    games = made_up_games(CELL, 50, seed=11)
    tables = tables_of(CELL, games)
    rows = tables["games"].with_columns(slot=pl.col("rotation") * 4 + pl.col("seat"))
    bad = rows.filter(pl.col("forfeit_cause").is_not_null())["block_id"].unique()
    rows = rows.with_columns(fair=~pl.col("block_id").is_in(bad.implode()))
    assert 5 < len(bad) < 45
    return sums_of(CELL, games), rows, tables["components"]


def test_counts(tables):
    sums, rows, _ = tables
    one_a_game = rows.filter(pl.col("seat") == 0)
    assert (sums.blocks, sums.games) == (50, 150)
    assert sums.excluded_blocks == rows.filter(~pl.col("fair"))["block_id"].n_unique()
    assert sums.decisions == one_a_game["decisions"].sum()
    assert sums.outcomes == dict(one_a_game.group_by(pl.col("outcome").cast(pl.String)).len().iter_rows())
    assert sums.rounds == dict(one_a_game.group_by("rounds").len().iter_rows())
    assert sum(sums.outcomes.values()) == sum(sums.rounds.values()) == sums.games


@pytest.mark.parametrize(("metric", "column"), [("credits", "score"), ("wins", "sole_win")])
@pytest.mark.parametrize("fair", [True, False])
def test_totals_and_products(tables, metric, column, fair):
    sums, rows, _ = tables
    totals, products = (sums.totals, sums.products) if fair else (sums.excluded_totals, sums.excluded_products)
    chosen = rows.filter(pl.col("fair") == fair).with_columns(pl.col(column).cast(pl.Int64))
    for a in range(12):
        of_a = dict(chosen.filter(pl.col("slot") == a).select("block_id", column).iter_rows())
        assert totals[metric][a] == sum(of_a.values())
        for b in range(12):
            of_b = dict(chosen.filter(pl.col("slot") == b).select("block_id", column).iter_rows())
            assert products[metric][a, b] == sum(of_a[block] * of_b[block] for block in of_a)


def test_wins_by_outcome_add_up_to_wins(tables):
    sums, rows, _ = tables
    for outcome, wins in sums.outcome_wins.items():
        for slot in range(12):
            chosen = rows.filter(pl.col("fair") & (pl.col("outcome") == outcome) & (pl.col("slot") == slot))
            assert wins[slot] == chosen["sole_win"].sum()
    assert np.sum(list(sums.outcome_wins.values()), axis=0).tolist() == sums.totals["wins"].tolist()


def test_forfeits_by_slot_and_cause(tables):
    sums, rows, _ = tables
    forfeits = rows.filter(pl.col("forfeit_cause").is_not_null())
    key = pl.format("{}:{}", "slot", pl.col("forfeit_cause").cast(pl.String))
    assert sums.forfeits == dict(forfeits.group_by(key.alias("key")).len().iter_rows())


@pytest.mark.parametrize("use", ["dealt", "played"])
def test_component_sums(tables, use):
    sums, rows, components = tables
    joined = components.filter(pl.col(use) > 0).join(rows.filter("fair"), on=["game_id", "seat"], how="inner")
    per_block = joined.group_by("kind", "component", "block_id").agg(
        n=pl.len().cast(pl.Int64), y=pl.col("score").cast(pl.Int64).sum()
    )
    n, y = pl.col("n"), pl.col("y")
    squares = per_block.group_by("kind", "component").agg(
        n.sum(), y.sum(), (n * n).sum().alias("nn"), (n * y).sum().alias("ny"), (y * y).sum().alias("yy")
    )
    expected = {(kind, name): tuple(numbers) for kind, name, *numbers in squares.iter_rows()}
    found = {}
    for index, c in sums.components[use].items():
        part = CELL.game.components[index]
        found[part.kind, part.name] = (c.n, c.y, c.nn, c.ny, c.yy)
    assert found == expected
    assert len(found) == 5


def test_block_values_in_order(tables):
    sums, rows, _ = tables
    values = block_values(rows, CELL)
    assert values.blocks.tolist() == list(range(50))
    for metric in ("credits", "wins"):
        assert values.values[metric][values.fair].sum(axis=0).tolist() == sums.totals[metric].tolist()
    assert values.values["credits"].ravel().tolist() == rows["score"].to_list()


@pytest.mark.parametrize("drop", [slice(1, None), slice(0, -1), slice(0, -4)])
def test_rows_that_are_no_whole_blocks_are_refused(tables, drop):
    _, rows, _ = tables
    with pytest.raises(ValueError, match="not whole blocks"):
        sums_from_rows(rows[drop], None, CELL)


def test_rows_out_of_order_are_refused(tables):
    _, rows, _ = tables
    with pytest.raises(ValueError, match="not whole blocks"):
        sums_from_rows(rows.reverse(), None, CELL)


def test_sums_of_other_slots_do_not_add():
    with pytest.raises(ValueError, match="4 slots"):
        BlockSums(2).add(BlockSums(4))
