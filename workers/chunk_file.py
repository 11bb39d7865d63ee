"""A chunk on the disk: Parquet files whose footer says everything that resuming a run needs.

A chunk counts if and only if its file `chunks/<cell>/<first game>-<games>.parquet` is there. Its `components` and `actions`
files are written before it, so that they are complete whenever it counts. The files hold nothing about who made them or when.

Footer (Parquet key-value metadata, all text):

    warhost.format          version of these files, `1`
    warhost.chunk           `<cell>/<first game>-<games>`
    warhost.blocks          `<first block>-<blocks>`
    warhost.rules_version   the rules that played it
    warhost.content_hash    `workers.content.content_hash` of all its tables
    warhost.tables          the tables that belong to it, such as `games,components`
    warhost.sums            `BlockSums.to_plain` as JSON
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from workers.content import TABLES, content_hash
from workers.errors import DeterminismError, StorageError, TornFileError
from workers.messages import ChunkJob
from workers.storage import Storage, storage_at
from workers.sums import BlockSums

FORMAT_VERSION = 1

FOLDERS = {"games": "chunks", "components": "components", "rounds": "rounds", "actions": "actions"}
"""Table -> the folder of a run directory that its files are in."""
_PREFIX = "warhost."


@dataclass(frozen=True)
class ChunkFooter:
    """What a chunk file says of itself.

    Attributes:
        chunk: `<cell>/<first game>-<games>`.
        first_block, blocks: the range of blocks.
        rules_version: the rules that played it.
        content_hash: hash of its rows.
        tables: the tables that belong to it.
        sums: block sums of all its blocks.
    """

    chunk: str
    first_block: int
    blocks: int
    rules_version: str
    content_hash: str
    tables: tuple[str, ...]
    sums: BlockSums

    def to_metadata(self) -> dict[str, str]:
        """As key-value metadata."""
        return {
            f"{_PREFIX}format": str(FORMAT_VERSION),
            f"{_PREFIX}chunk": self.chunk,
            f"{_PREFIX}blocks": f"{self.first_block}-{self.blocks}",
            f"{_PREFIX}rules_version": self.rules_version,
            f"{_PREFIX}content_hash": self.content_hash,
            f"{_PREFIX}tables": ",".join(self.tables),
            f"{_PREFIX}sums": json.dumps(self.sums.to_plain(), separators=(",", ":")),
        }

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, str], path: str | Path) -> ChunkFooter:
        """The inverse of `to_metadata`.

        Raises:
            TornFileError: something is missing or makes no sense, or the file has another format version.
        """
        version = metadata.get(f"{_PREFIX}format")
        if version != str(FORMAT_VERSION):
            raise TornFileError(f"{path}: no chunk file of format {FORMAT_VERSION} (its footer says {version})")
        try:
            first_block, blocks = metadata[f"{_PREFIX}blocks"].split("-")
            return cls(
                chunk=metadata[f"{_PREFIX}chunk"],
                first_block=int(first_block),
                blocks=int(blocks),
                rules_version=metadata[f"{_PREFIX}rules_version"],
                content_hash=metadata[f"{_PREFIX}content_hash"],
                tables=tuple(metadata[f"{_PREFIX}tables"].split(",")),
                sums=BlockSums.from_plain(json.loads(metadata[f"{_PREFIX}sums"])),
            )
        except (KeyError, ValueError, TypeError) as error:
            raise TornFileError(f"{path}: its footer makes no sense: {error!r}") from error


def chunk_name(job: ChunkJob) -> str:
    """`<cell>/<first game, 10 digits>-<games>`: which chunk a job is."""
    return f"{job.cell.cell_id}/{job.first_game:010d}-{job.games}"


def table_path(chunk: str, table: str) -> str:
    """Where a table of a chunk is, below the run directory."""
    return f"{FOLDERS[table]}/{chunk}.parquet"


def encode_tables(tables: Mapping[str, pl.DataFrame], footer: ChunkFooter) -> dict[str, bytes]:
    """Each table as a Parquet file in memory; the `games` file bears the whole footer, the others all but the sums."""
    metadata = footer.to_metadata()
    short = {key: text for key, text in metadata.items() if not key.endswith(".sums")}
    return {name: _to_parquet(table, metadata if name == "games" else short) for name, table in tables.items()}


def _to_parquet(table: pl.DataFrame, metadata: dict[str, str]) -> bytes:
    """Without statistics, which cost a fifth of the encoding: a chunk is one cell, and its path says which."""
    buffer = io.BytesIO()
    table.write_parquet(buffer, compression="zstd", compression_level=1, statistics=False, metadata=metadata)
    return buffer.getvalue()


def write_chunk(root: str | os.PathLike[str], job: ChunkJob, files: Mapping[str, bytes], content: str) -> bool:
    """Write a chunk's files below the run directory, the chunk file last; returns whether the chunk was there already.

    Args:
        root: the run directory.
        job: which chunk it is.
        files: table -> Parquet bytes, as `run_chunk` gives them.
        content: the content hash.

    Raises:
        StorageError: a file couldn't be written, or the run directory is gone; the chunk doesn't count.
        DeterminismError: the chunk is there with other rows. The file stays as it is.
    """
    storage = storage_at(root)
    storage.require()
    chunk = chunk_name(job)
    name = table_path(chunk, "games")
    torn = False
    try:
        if _is_there(storage, name, job, content):
            return True
    except TornFileError:
        torn = True
    for table in sorted(files, key=TABLES.index, reverse=True):
        path = table_path(chunk, table)
        if path != name or torn:
            storage.put(path, files[table])
        elif not storage.put_new(path, files[table]):
            return _is_there(storage, name, job, content)
    return False


def _is_there(storage: Storage, name: str, job: ChunkJob, content: str) -> bool:
    """Whether the chunk's file is there, with these rows.

    Raises:
        TornFileError: it is there and can't be read.
        DeterminismError: it is there with other rows.
    """
    there = read_footer_in(storage, name) if storage.exists(name) else None
    if there is not None and there.content_hash != content:
        raise DeterminismError(
            f"chunk {chunk_name(job)} of {job.cell.game} came out twice with different rows: "
            f"content hash {there.content_hash} in {storage.path(name)}, {content} from this worker"
        )
    return there is not None


def read_footer(source: str | Path | io.BytesIO, called: object = None) -> ChunkFooter:
    """The footer of a chunk file; nothing else of the file is read.

    Args:
        source: the file, or its last bytes.
        called: what to call it in errors; as `source` if None.

    Raises:
        TornFileError: the file is cut short, damaged or none of ours.
        StorageError: it isn't there or can't be opened.
    """
    name = str(called or source)
    try:
        metadata = pl.read_parquet_metadata(source)
    except OSError as error:
        raise StorageError(f"can't read {name}: {error.strerror or error}") from error
    except pl.exceptions.PolarsError as error:
        raise TornFileError(f"{name}: no complete Parquet file: {error}") from error
    return ChunkFooter.from_metadata(metadata, name)


def read_footers(storage: Storage, names: Iterable[str]) -> Iterator[tuple[str, ChunkFooter | TornFileError]]:
    """The footers of chunk files, in their order; of files that are torn the error. In an object store many at a time.

    Raises:
        StorageError: a file isn't there or can't be read.
    """
    for name, source in storage.ends(names):
        if source is None:
            raise StorageError(f"can't read {storage.path(name)}: it is gone")
        try:
            yield name, read_footer(source, storage.path(name) if isinstance(source, io.BytesIO) else source)
        except TornFileError as error:
            yield name, error


def read_footer_in(storage: Storage, name: str) -> ChunkFooter:
    """The footer of one chunk file of a run directory; raises as `read_footer`."""
    ((_, footer),) = read_footers(storage, [name])
    if isinstance(footer, TornFileError):
        raise footer
    return footer


def read_table(path: Path, called: object = None) -> pl.DataFrame:
    """All rows of one file of a chunk; arguments and errors as of `read_footer`."""
    name = called or path
    try:
        return pl.read_parquet(path, hive_partitioning=False)
    except OSError as error:
        raise StorageError(f"can't read {name}: {error.strerror or error}") from error
    except pl.exceptions.PolarsError as error:
        raise TornFileError(f"{name}: damaged: {error}") from error


def read_table_in(storage: Storage, name: str) -> pl.DataFrame | None:
    """All rows of one file of a run directory; None if it isn't there. Raises as `read_table`."""
    found = storage.fetch([name])
    return read_table(found[name], storage.path(name)) if name in found else None


def read_chunk(root: str | os.PathLike[str], chunk: str) -> tuple[ChunkFooter, dict[str, pl.DataFrame]]:
    """The footer and all tables of a chunk, checked against its content hash.

    Raises:
        TornFileError: a file is damaged, or the rows are not those that the footer speaks of.
        StorageError: a file can't be opened.
    """
    storage = storage_at(root)
    footer = read_footer_in(storage, table_path(chunk, "games"))
    tables = {}
    for table in footer.tables:
        rows = read_table_in(storage, table_path(chunk, table))
        if rows is None:
            raise StorageError(f"can't read {storage.path(table_path(chunk, table))}: it is not there")
        tables[table] = rows
    content = content_hash(tables)
    if footer.chunk != chunk or content != footer.content_hash:
        raise TornFileError(
            f"{chunk}: the rows have content hash {content}, the footer of {footer.chunk} says {footer.content_hash}"
        )
    return footer, tables
