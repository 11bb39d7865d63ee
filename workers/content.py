"""The content hash of a chunk: of its rows, not of the bytes of a file, so that it outlives a change of the Parquet writer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

TABLES = ("games", "components", "rounds", "actions")
"""The tables of a chunk, in the order in which they enter its hash."""


def content_hash(tables: Mapping[str, pl.DataFrame | None]) -> str:
    """32 hexadecimal digits: blake2b over the tables' names, columns, types and values, row by row in order.

    The same rows give the same hash whether they come from memory or from a file. Integers enter little-endian in the width of
    their column, words as codes into the sorted list of the words that occur, ids as runs of equal ones.
    """
    digest = hashlib.blake2b(digest_size=16, person=b"warhost-chunk-v1")
    for name in TABLES:
        table = tables.get(name)
        if table is None and name == "rounds":  # a table that came later: chunks without it keep their hash
            continue
        digest.update(f"{name}:{-1 if table is None else len(table)};".encode())
        for column in () if table is None else table.get_columns():
            digest.update(f"{column.name}:{column.dtype.base_type().__name__}:{column.null_count()};".encode())
            for part in _parts(column):
                digest.update(part)
    return digest.hexdigest()


def _parts(column: pl.Series) -> Iterator[Any]:
    if column.null_count():
        yield _bytes(column.is_null().to_numpy())
    if isinstance(column.dtype, pl.Categorical | pl.Enum):
        words, codes = _coded(column)
        yield json.dumps(words).encode()
        if len(words) > 1:
            yield _bytes(codes)
    elif column.dtype == pl.String:
        runs = column.rle().struct  # a game's id stands in several rows
        yield _bytes(runs.field("len").to_numpy())
        yield runs.field("value").str.join("\n").item().encode()
    elif isinstance(column.dtype, pl.List):
        lengths = column.list.len()
        yield _bytes(lengths.to_numpy())
        yield _bytes(column.filter(lengths > 0).explode().to_numpy())
    else:
        zero = False if column.dtype == pl.Boolean else 0
        yield _bytes((column.fill_null(zero) if column.null_count() else column).to_numpy())


def _coded(column: pl.Series) -> tuple[list[str], npt.NDArray[Any]]:
    """The sorted words that occur in a categorical column, and for each row its place among them, 0 for null.

    Where there is but one word, or none, there are no places. Polars numbers words as a process meets them, so its own numbers
    are not for hashing.
    """
    present = column.drop_nulls().unique()
    words = present.cast(pl.String).to_list()
    if len(words) <= 1:
        return words, np.zeros(0, np.uint8)
    numbers = present.to_physical().to_numpy()
    ranks = np.zeros(int(numbers.max()) + 1, np.uint8 if len(words) <= 1 << 8 else np.uint32)
    ranks[numbers] = np.argsort(np.argsort(words))
    filled = column.to_physical().fill_null(numbers[0]) if column.null_count() else column.to_physical()
    codes = ranks.take(filled.to_numpy())
    if column.null_count():
        codes[column.is_null().to_numpy()] = 0
    return sorted(words), codes


def _bytes(values: npt.NDArray[Any]) -> Any:
    """The values' bytes, little-endian, as a buffer; without a copy where they lie in order already."""
    ordered = np.ascontiguousarray(values.astype(values.dtype.newbyteorder("<"), copy=False))
    return ordered.view(np.uint8)
