"""The content hash: equal for equal rows, wherever they come from, and different for any difference."""

from __future__ import annotations

import hashlib
import io

import polars as pl
import pytest
from worker_samples import made_up_games, team_cell

from workers.content import content_hash
from workers.rows import tables_of


@pytest.fixture(scope="module")
def tables() -> dict[str, pl.DataFrame]:
    cell = team_cell()
    games = made_up_games(cell, 6, seed=2)
    actions = pl.DataFrame({"game_id": ["a", "b"], "actions": pl.Series([[1, 2], []], dtype=pl.List(pl.Int32))})
    return {**tables_of(cell, games), "actions": actions}


def test_what_enters_the_hash():
    words = pl.Series(["b", None, "a"], dtype=pl.Categorical)
    table = pl.DataFrame({"game_id": ["x/0/0", "x/0/0", "x/1/0"], "word": words, "n": pl.Series([3, -1, 2], dtype=pl.Int16)})
    written = (
        b"games:3;game_id:String:0;\x02\x00\x00\x00\x01\x00\x00\x00x/0/0\nx/1/0"
        b'word:Categorical:1;\x00\x01\x00["a", "b"]\x01\x00\x00'
        b"n:Int16:0;\x03\x00\xff\xff\x02\x00components:-1;actions:-1;"
    )
    assert content_hash({"games": table}) == hashlib.blake2b(written, digest_size=16, person=b"warhost-chunk-v1").hexdigest()


def test_rows_read_back_have_the_same_hash(tables):
    def read_back(table: pl.DataFrame) -> pl.DataFrame:
        buffer = io.BytesIO()
        table.write_parquet(buffer)
        return pl.read_parquet(buffer.getvalue())

    assert content_hash({name: read_back(table) for name, table in tables.items()}) == content_hash(tables)


def test_words_seen_before_do_not_matter(tables):
    """Polars numbers the words of categorical columns as it meets them, in a whole process."""
    words = ["zebra", "aardvark", *tables["games"]["agent"].cast(pl.String)]
    agent = pl.Series(words, dtype=pl.Categorical)[2:].alias("agent")
    assert content_hash(tables | {"games": tables["games"].with_columns(agent)}) == content_hash(tables)


def test_chunks_of_a_column_do_not_matter(tables):
    pieces = pl.concat([tables["games"][:5], tables["games"][5:]], rechunk=False)
    assert content_hash(tables | {"games": pieces}) == content_hash(tables)


def changed(column: pl.Series) -> pl.Series:
    if column.dtype == pl.Boolean:
        return pl.Series(column.name, [not column[0]]).append(column[1:])
    if column.dtype.is_integer():
        other = 1 if column[0] is None or column[0] == 0 else 0
        return pl.Series(column.name, [other], dtype=column.dtype).append(column[1:])
    if column.dtype == pl.List:
        return pl.Series(column.name, [[9, 9], *column[1:].to_list()], dtype=column.dtype)
    return pl.Series(column.name, ["other", *column.cast(pl.String)[1:].to_list()], dtype=column.dtype)


@pytest.mark.parametrize("name", ["games", "components", "actions"])
def test_every_column_counts(tables, name):
    before = content_hash(tables)
    for column in tables[name].get_columns():
        other = tables[name].with_columns(changed(column))
        assert not other.equals(tables[name])
        assert content_hash(tables | {name: other}) != before, column.name


def test_order_nulls_and_tables_count(tables):
    before = content_hash(tables)
    games = tables["games"]
    assert content_hash(tables | {"games": games.reverse()}) != before
    assert content_hash(tables | {"components": None}) != before
    some = games.with_columns(placement=pl.lit(0, pl.Int8))
    none = games.with_columns(placement=pl.lit(None, pl.Int8))
    assert content_hash({"games": some}) != content_hash({"games": none})


def test_lists_are_not_confused_with_their_neighbours():
    def actions(*lists: list[int]) -> str:
        return content_hash({"actions": pl.DataFrame({"actions": pl.Series(lists, dtype=pl.List(pl.Int32))})})

    assert len({actions([1, 2], []), actions([1], [2]), actions([], [1, 2])}) == 3
