"""What the first chunks of a cell come to, kept beside them: a driver that goes on needn't open a hundred thousand files.

`sums/<cell>.json` is no truth. It is believed as long as the rules are the run's and the files of these chunks have the names
and sizes that they had; else, or if it isn't there, their footers are read. Drivers alone write it, under the lock.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterable
from dataclasses import dataclass

from cluster.plan import CellPlan
from cluster.run_directory import chunk_file_name
from workers.storage import Storage
from workers.sums import BlockSums

LEAST = 2_000
"""Of so many chunks it is kept: fewer are read in less time than a person notices."""

LEAST_AT_WORK = 10_000
"""While a run is at work it is kept anew when so many chunks have come since, or a fourth of what is kept, if that is more."""

FORMAT = 1


@dataclass(frozen=True)
class ClosedPrefix:
    """The first chunks of a cell, done without a gap.

    Attributes:
        chunks: how many.
        sums: over all of them.
        with_forfeits: numbers of those in which an agent forfeited.
    """

    chunks: int
    sums: BlockSums
    with_forfeits: frozenset[int]


def read_prefix(storage: Storage, cell: CellPlan) -> ClosedPrefix | None:
    """What is kept of a cell; None if nothing is that can be believed. Raises `StorageError`."""
    data = storage.get(_name(cell))
    if data is None:
        return None
    try:
        plain = json.loads(data)
        held = (plain["format"], plain["rules_version"], plain["files"])
        found = ClosedPrefix(plain["chunks"], BlockSums.from_plain(plain["sums"]), frozenset(plain["with_forfeits"]))
    except (ValueError, KeyError, TypeError):
        return None
    files = _fingerprint(storage, cell, found.chunks)
    believed = files is not None and held == (FORMAT, cell.job.rules_version, files) and found.sums.slots == len(cell.slots)
    return found if believed else None


def keep_prefix(storage: Storage, cell: CellPlan, prefix: ClosedPrefix) -> None:
    """Keep it, if it is worth that. Raises `StorageError`."""
    files = _fingerprint(storage, cell, prefix.chunks) if prefix.chunks >= LEAST else None
    if files is None:
        return
    plain = {
        "format": FORMAT,
        "rules_version": cell.job.rules_version,
        "chunks": prefix.chunks,
        "files": files,
        "with_forfeits": sorted(prefix.with_forfeits),
        "sums": prefix.sums.to_plain(),
    }
    storage.put(_name(cell), json.dumps(plain).encode())


def _name(cell: CellPlan) -> str:
    return f"sums/{cell.cell_id}.json"


def _fingerprint(storage: Storage, cell: CellPlan, chunks: int) -> str | None:
    """Hash of names and sizes of the files of so many chunks; None if others lie between them, or some are missing.

    Names sort as chunks do. So where the n-th file is that of the n-th chunk, those before it are those of the chunks before.
    """
    if not 0 < chunks <= cell.number_of_chunks:
        return None
    found = ((name, size) for name, size in storage.sizes(f"chunks/{cell.cell_id}").items() if name.endswith(".parquet"))
    files = list(itertools.islice(found, chunks))
    if len(files) < chunks or files[-1][0] != chunk_file_name(cell, chunks - 1):
        return None
    return _hash_of(files)


def _hash_of(files: Iterable[tuple[str, int]]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for name, size in files:
        digest.update(f"{name} {size}\n".encode())
    return digest.hexdigest()
