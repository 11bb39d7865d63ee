"""Chunk files: whole or not there, readable by their footers, and never two different ones."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from worker_samples import chunk_job, made_up_games, team_cell

from workers.chunk import play_chunk
from workers.chunk_file import (
    ChunkFooter,
    chunk_name,
    encode_tables,
    read_chunk,
    read_footer,
    read_table,
    table_path,
    write_chunk,
)
from workers.content import content_hash
from workers.errors import DeterminismError, StorageError, TornFileError
from workers.rows import tables_of
from workers.storage import LocalStorage, explained
from workers.tally import sums_of

JOB = chunk_job(first_block=10, blocks=6, record_actions=1.0)
CHUNK = "00c0ffee00c0ffee/0000000020-12"


@pytest.fixture(scope="module")
def result():
    return play_chunk(JOB)


@pytest.fixture
def run_directory(tmp_path, result) -> Path:
    assert not write_chunk(tmp_path, JOB, result.files, result.content_hash)
    return tmp_path


def test_where_the_files_are(run_directory):
    assert chunk_name(JOB) == CHUNK
    found = sorted(path.relative_to(run_directory).as_posix() for path in run_directory.rglob("*") if path.is_file())
    assert found == [f"actions/{CHUNK}.parquet", f"chunks/{CHUNK}.parquet"]


def test_footer(run_directory, result):
    footer = read_footer(run_directory / "chunks" / f"{CHUNK}.parquet")
    assert (footer.chunk, footer.first_block, footer.blocks) == (CHUNK, 10, 6)
    assert footer.rules_version == JOB.cell.rules_version
    assert footer.tables == ("games", "actions")
    assert footer.content_hash == result.content_hash
    assert footer.sums.to_plain() == result.sums.to_plain()


def test_a_footer_is_read_without_the_rest(run_directory):
    path = run_directory / "chunks" / f"{CHUNK}.parquet"
    data = bytearray(path.read_bytes())
    data[4 : len(data) // 3] = bytes(len(data) // 3 - 4)
    path.write_bytes(data)
    assert read_footer(path).blocks == 6


def test_all_tables_of_a_chunk(tmp_path):
    cell = team_cell()
    games = made_up_games(cell, 5, seed=1)
    tables = tables_of(cell, games)
    job = chunk_job(blocks=5, seatings=cell.job.seatings, agents=cell.job.agents)
    content = content_hash(tables)
    footer = ChunkFooter(chunk_name(job), 0, 5, "1", content, ("games", "components"), sums_of(cell, games))
    write_chunk(tmp_path, job, encode_tables(tables, footer), content)
    again, found = read_chunk(tmp_path, chunk_name(job))
    assert again.sums.to_plain() == footer.sums.to_plain()
    assert found["games"].equals(tables["games"])
    assert found["components"].equals(tables["components"])


def test_chunks_of_different_cells_are_read_together(tmp_path):
    for cell_id, agents in (("a" * 16, ("x", "y")), ("b" * 16, ("z", "x"))):
        job = chunk_job(
            cell_id=cell_id,
            lineup=f"line-up {cell_id[0]}",
            agents={n: {"kind": "random"} for n in agents},
            seatings=[[*agents]],
        )
        result = play_chunk(job)
        write_chunk(tmp_path, job, result.files, result.content_hash)
    frame = pl.scan_parquet(tmp_path / "chunks/**/*.parquet").group_by(pl.col("agent").cast(pl.String)).len().collect()
    assert dict(frame.iter_rows()) == {"x": 16, "y": 8, "z": 8}


def test_a_duplicate_is_left_as_it_is(run_directory, result):
    path = run_directory / "chunks" / f"{CHUNK}.parquet"
    before = path.stat()
    assert write_chunk(run_directory, JOB, result.files, result.content_hash)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_chunk_that_came_out_differently_names_both(run_directory):
    other = play_chunk(JOB.model_copy(update={"cell": JOB.cell.model_copy(update={"seed": 8})}))
    path = run_directory / "chunks" / f"{CHUNK}.parquet"
    before = path.read_bytes()
    with pytest.raises(DeterminismError) as error:
        write_chunk(run_directory, JOB, other.files, other.content_hash)
    for word in (CHUNK, other.content_hash, read_footer(path).content_hash, str(path)):
        assert word in str(error.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("kept", [0, 1, 4, 100, -1])
def test_files_cut_short_are_torn_and_replaced(run_directory, result, kept):
    path = run_directory / "chunks" / f"{CHUNK}.parquet"
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(TornFileError, match=CHUNK):
        read_footer(path)
    assert not write_chunk(run_directory, JOB, result.files, result.content_hash)
    assert read_footer(path).content_hash == result.content_hash


def test_foreign_files_are_torn(tmp_path):
    path = tmp_path / "x.parquet"
    pl.DataFrame({"a": [1]}).write_parquet(path)
    with pytest.raises(TornFileError, match="no chunk file of format 1"):
        read_footer(path)
    path.write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    with pytest.raises(TornFileError):
        read_footer(path)


@pytest.mark.parametrize("key", ["chunk", "blocks", "rules_version", "content_hash", "tables", "sums"])
@pytest.mark.parametrize("text", [None, "{"])
def test_footers_that_make_no_sense_are_torn(run_directory, key, text):
    metadata = read_footer(run_directory / "chunks" / f"{CHUNK}.parquet").to_metadata()
    changed = {k: v for k, v in metadata.items() if k != f"warhost.{key}"}
    if text is not None:
        changed[f"warhost.{key}"] = text
    if text is None or key in {"blocks", "sums"}:
        with pytest.raises(TornFileError, match="makes no sense"):
            ChunkFooter.from_metadata(changed, "x")
    else:
        assert ChunkFooter.from_metadata(changed, "x")


def test_damaged_rows_are_found(run_directory, result):
    path = run_directory / "chunks" / f"{CHUNK}.parquet"
    rows = read_table(path)
    footer = read_footer(path)
    changed = rows.with_columns(score=pl.lit(12, pl.Int8))
    path.write_bytes(encode_tables({"games": changed}, footer)["games"])
    with pytest.raises(TornFileError, match=result.content_hash):
        read_chunk(run_directory, CHUNK)


def test_a_missing_file_is_not_a_torn_one(tmp_path):
    with pytest.raises(StorageError, match="nothing"):
        read_footer(tmp_path / "nothing.parquet")


class FailingDisk(LocalStorage):
    """Refuses the chunk file after the others went through."""

    def put(self, name: str, data: bytes) -> None:
        if name.startswith("chunks/"):
            raise StorageError("the disk is full")
        super().put(name, data)


def test_a_chunk_counts_only_when_all_its_files_are_there(tmp_path, result, monkeypatch):
    monkeypatch.setattr("workers.chunk_file.storage_at", FailingDisk)
    with pytest.raises(StorageError, match="full"):
        write_chunk(tmp_path, JOB, result.files, result.content_hash)
    assert (tmp_path / table_path(CHUNK, "actions")).exists()
    assert not (tmp_path / table_path(CHUNK, "games")).exists()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "read-only"),
        (errno.EDQUOT, "quota"),
        (errno.EACCES, "permission denied"),
    ],
)
def test_what_goes_wrong_is_said_in_words_and_nothing_is_left(tmp_path, result, monkeypatch, code, words):
    def fail(handle: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("workers.storage.os.fsync", fail)
    with pytest.raises(StorageError, match=words) as error:
        write_chunk(tmp_path, JOB, result.files, result.content_hash)
    assert f"{CHUNK}.parquet" in str(error.value)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_real_disk_that_is_full():
    with pytest.raises(StorageError, match="can't write /dev/full: the disk is full"), explained("write", Path("/dev/full")):
        Path("/dev/full").write_bytes(b"one byte is too many")


def test_a_run_directory_that_is_a_file(tmp_path, result):
    (tmp_path / "run").write_text("")
    with pytest.raises(StorageError, match="can't"):
        write_chunk(tmp_path / "run", JOB, result.files, result.content_hash)


WRITER = """
import sys
from pathlib import Path
from workers.storage import LocalStorage
data = Path(sys.argv[2]).read_bytes()
storage = LocalStorage(sys.argv[1])
print("ready", flush=True)
for i in range(10**9):
    storage.put(f"chunks/cell/{i % 50}.parquet", data)
"""


@pytest.mark.slow
def test_a_writer_killed_at_any_moment_leaves_no_torn_chunk(tmp_path, result):
    (tmp_path / "data").write_bytes(result.files["games"])
    storage = LocalStorage(tmp_path)
    for attempt in range(8):
        command = [sys.executable, "-c", WRITER, str(tmp_path), str(tmp_path / "data")]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            writer.stdout.readline()
            time.sleep(0.02 + 0.013 * attempt)
            writer.send_signal(signal.SIGKILL)
        names = list(storage.names("chunks", ".parquet"))
        assert names
        for name in names:
            assert storage.path(name).read_bytes() == result.files["games"]
    storage.remove_leftovers("chunks")
    assert sorted(path.relative_to(tmp_path).as_posix() for path in (tmp_path / "chunks").rglob("*.*")) == names


def test_leftovers_are_no_chunks_and_can_be_removed(tmp_path):
    storage = LocalStorage(tmp_path)
    storage.put("chunks/cell/a.parquet", b"whole")
    (tmp_path / "chunks/cell/.b.parquet.0123.tmp").write_bytes(b"ha")
    assert list(storage.names("chunks", ".parquet")) == ["chunks/cell/a.parquet"]
    assert storage.remove_leftovers("chunks") == 1
    assert storage.path("chunks/cell/a.parquet").read_bytes() == b"whole"
    assert list(storage.names("nothing", ".parquet")) == []
