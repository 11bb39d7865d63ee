"""The content hash of a chunk: of its rows, not of the bytes of a file, so that it outlives a change of the Parquet writer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

TABLES = ("games", "components", "actions")
"""The tables of a chunk, in the order in which they enter its hash."""


def content_hash(tables: Mapping[str, pl.DataFrame | None]) -> str:
    """32 hexadecimal digits: blake2b over the tables' names, columns, types and values, row by row in order.

    The same rows give the same hash whether they come from memory or from a file. Integers enter little-endian in the width of
    their column, words as codes into the sorted list of the words that occur, ids as runs of equal ones.
    """
    digest = hashlib.blake2b(digest_size=16, person=b"warhost-chunk-v1")
    for name in TABLES:
        table = tables.get(name)
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


def _coded(column: pl.Series) -> tuple[list[str], npt.NDArray[np.uint32] | npt.NDArray[np.uint8]]:
    """The sorted words that occur in a categorical column, and for each row its place among them, 0 for null."""
    filled = np.arange(len(column)) if column.null_count() == 0 else np.flatnonzero(column.is_not_null().to_numpy())
    numbers = column.drop_nulls().to_physical().to_numpy()  # counted as this process met the words: not for hashing
    last_row = np.full(int(numbers.max(initial=0)) + 1, -1)
    last_row[numbers] = filled
    present = np.flatnonzero(last_row >= 0)
    words = column.gather(last_row[present]).cast(pl.String).to_list()
    small = len(words) <= 1 << 8
    ranks = np.zeros(len(last_row), np.uint8 if small else np.uint32)
    ranks[present] = np.argsort(np.argsort(words)) if words else 0
    codes = np.zeros(len(column), ranks.dtype)
    codes[filled] = ranks[numbers]
    return sorted(words), codes


def _bytes(values: npt.NDArray[Any]) -> Any:
    """The values' bytes, little-endian, as a buffer; without a copy where they lie in order already."""
    ordered = np.ascontiguousarray(values.astype(values.dtype.newbyteorder("<"), copy=False))
    return ordered.view(np.uint8)
