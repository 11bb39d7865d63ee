"""Files of a run in an object store, against a server that speaks S3; what a folder does, an address does."""

from __future__ import annotations

import os
from pathlib import Path

import polars as pl
import pytest
from worker_samples import chunk_job

from workers import object_storage
from workers.chunk import play_chunk
from workers.chunk_file import chunk_name, read_chunk, read_footers, table_path, write_chunk
from workers.errors import DeterminismError, StorageError, TornFileError
from workers.object_cache import ObjectCache
from workers.object_storage import ObjectStorage
from workers.places import StoreUrl, is_url, place_of
from workers.storage import LocalStorage, Storage, storage_at

JOB = chunk_job(first_block=10, blocks=6, record_actions=1.0)
NAME = table_path(chunk_name(JOB), "games")


@pytest.fixture(scope="module")
def result():
    return play_chunk(JOB)


@pytest.fixture(params=["folder", "s3"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return storage_at(tmp_path if request.param == "folder" else f"{request.getfixturevalue('s3')}/run")


def test_places():
    url = place_of("s3://bucket/runs//first/")
    assert isinstance(url, StoreUrl)
    assert (str(url), os.fspath(url), url.name, str(url.parent)) == (
        *["s3://bucket/runs/first"] * 2,
        "first",
        "s3://bucket/runs",
    )
    assert str(url / "chunks/a.parquet") == "s3://bucket/runs/first/chunks/a.parquet"
    assert place_of(url) == url
    assert place_of("file:///tmp/run") == Path("/tmp/run")
    assert place_of("runs/s3") == Path("runs/s3")
    assert [is_url(words) for words in ("s3://b", "file:///x", "war-chest", "runs/first")] == [True, False, False, False]


def test_places_that_are_none():
    with pytest.raises(StorageError, match="no bucket"):
        place_of("s3://")
    with pytest.raises(StorageError, match="as text, 's3://bucket/run'"):
        place_of(Path("s3://bucket/run"))
    with pytest.raises(StorageError, match="can't open nonsense://bucket/run"):
        storage_at("nonsense://bucket/run")


def test_a_missing_library_is_named(monkeypatch):
    def missing(*arguments: object, **settings: object) -> None:
        raise ImportError("Install s3fs to access S3")

    monkeypatch.setattr("workers.object_storage.fsspec.filesystem", missing)
    with pytest.raises(StorageError, match=r"pip install 'warhost\[s3\]'"):
        storage_at("s3://bucket/run")


def test_files_are_put_got_listed_and_removed(storage):
    assert storage.get("a/b.json") is None
    assert not storage.exists("a/b.json")
    assert storage.stamp("a/b.json") is storage.age("a/b.json") is None
    storage.put("a/b.json", b"one")
    first = storage.stamp("a/b.json")
    storage.put("a/b.json", b"three")
    storage.put("a/c/d.json", b"")
    storage.put_lightly("top.json", b"top")
    assert storage.get("a/b.json") == b"three"
    assert storage.stamp("a/b.json") != first
    assert 0 <= storage.age("a/b.json") < 60
    assert storage.read_from("a/b.json", 1, 3) == b"hre"
    assert storage.read_from("a/b.json", 5, 9) == storage.read_from("a/none", 0, 9) == b""
    assert list(storage.names("a", ".json")) == ["a/b.json", "a/c/d.json"]
    assert list(storage.names("none", ".json")) == []
    assert storage.sizes("a") == {"a/b.json": 5, "a/c/d.json": 0}
    assert storage.folders("a") == ["c"]
    assert storage.folders("none") == []
    assert not storage.put_new("a/b.json", b"late")
    assert storage.put_new("a/new.json", b"new")
    storage.set_aside("a/new.json", "aside/new.json")
    assert (storage.get("a/new.json"), storage.get("aside/new.json")) == (None, b"new")
    storage.remove("a/b.json")
    storage.remove("a/b.json")
    assert not storage.exists("a/b.json")


def test_what_was_read_is_kept_until_it_is_written_again(s3, tmp_path, monkeypatch):
    storage = ObjectStorage(place_of(f"{s3}/run"), ObjectCache(place_of(s3), tmp_path))
    names = [f"chunks/c/{number}" for number in range(20)]
    for name in names:
        storage.put(name, name.encode())
    read: list[str] = []
    real = storage._read
    monkeypatch.setattr(storage, "_read", lambda names, ranges: read.extend(names) or real(names, ranges))
    for _ in range(2):
        found = storage.fetch([*names, "chunks/c/none"])
        assert {name: path.read_bytes() for name, path in found.items()} == {name: name.encode() for name in names}
    assert read == names
    storage.put(names[3], b"another")
    assert storage.fetch(names)[names[3]].read_bytes() == b"another"
    assert read[20:] == [names[3]]


def test_a_chunk_is_written_once_and_read_back(storage, result):
    if isinstance(storage, ObjectStorage):
        with pytest.raises(StorageError, match=r"can't find the run directory s3://"):
            write_chunk(storage.root, JOB, result.files, result.content_hash)
    storage.put("spec.yaml", b"{}")
    assert not write_chunk(storage.root, JOB, result.files, result.content_hash)
    assert write_chunk(storage.root, JOB, result.files, result.content_hash)
    footer, tables = read_chunk(storage.root, chunk_name(JOB))
    assert footer.content_hash == result.content_hash
    assert tables["games"].equals(pl.read_parquet(result.files["games"]))
    other = play_chunk(chunk_job(first_block=10, blocks=6, seed=99, record_actions=1.0))
    with pytest.raises(DeterminismError, match=other.content_hash):
        write_chunk(storage.root, JOB, other.files, other.content_hash)
    assert storage.get(NAME) == result.files["games"]


def test_of_two_that_write_at_once_the_first_one_counts(s3, result, monkeypatch):
    """Both looked before either wrote: the store decides."""
    storage = storage_at(f"{s3}/run")
    storage.put("spec.yaml", b"{}")
    other = play_chunk(chunk_job(first_block=10, blocks=6, seed=99, record_actions=1.0))
    real = ObjectStorage.put_new

    def late(self, name, data):
        real(self, name, result.files["games"])
        return real(self, name, data)

    monkeypatch.setattr(ObjectStorage, "put_new", late)
    assert write_chunk(storage.root, JOB, result.files, result.content_hash)
    storage.remove(NAME)
    with pytest.raises(DeterminismError, match=result.content_hash):
        write_chunk(storage.root, JOB, other.files, other.content_hash)


@pytest.mark.parametrize("kept", [0, 7, -100])
def test_a_torn_chunk_is_told_and_replaced(storage, result, kept):
    storage.put("spec.yaml", b"{}")
    storage.put(NAME, result.files["games"][:kept])
    ((name, torn),) = read_footers(storage, [NAME])
    assert name == NAME
    assert isinstance(torn, TornFileError)
    assert str(storage.path(NAME)) in str(torn)
    assert not write_chunk(storage.root, JOB, result.files, result.content_hash)
    assert read_chunk(storage.root, chunk_name(JOB))[0].content_hash == result.content_hash


def test_of_a_chunk_only_its_end_is_read(s3, result, monkeypatch):
    """Whether the footer is shorter or longer than what is read at first."""
    storage = storage_at(f"{s3}/run")
    names = [f"chunks/c/{number}.parquet" for number in range(12)]
    for name in names:
        storage.put(name, result.files["games"])
    size = len(result.files["games"])
    length = int.from_bytes(result.files["games"][-8:-4], "little") + 8
    ranges: list[tuple[int, int]] = []
    real = ObjectStorage._read
    monkeypatch.setattr(ObjectStorage, "_read", lambda self, names, wanted: ranges.extend(wanted) or real(self, names, wanted))
    monkeypatch.setattr(object_storage, "END_BYTES", length - 10)
    hashes = {footer.content_hash for _, footer in read_footers(storage, names)}
    assert hashes == {result.content_hash}
    assert ranges == [(size - length + 10, size)] * 12 + [(size - length, size)] * 12
    assert length < size
    list(read_footers(storage, names))
    assert len(ranges) == 24, "what was read is kept"


def test_a_bucket_that_does_not_exist(s3):
    storage = storage_at(f"{s3}-none/run")
    with pytest.raises(StorageError, match=r"can't write s3://.*-none/run/lock: The specified bucket does not exist"):
        storage.put_new("lock", b"")


def test_no_credentials(s3, monkeypatch, tmp_path):
    import s3fs

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    s3fs.S3FileSystem.clear_instance_cache()
    with pytest.raises(StorageError, match=r"Unable to locate credentials; AWS_ACCESS_KEY_ID"):
        storage_at(f"{s3}/run").put("lock", b"")


def test_a_folder_cannot_be_appended_to_when_the_run_is_gone(tmp_path):
    storage = LocalStorage(tmp_path / "gone")
    with pytest.raises(StorageError, match="can't write"):
        storage.append("events.jsonl", b"{}\n")
    assert not (tmp_path / "gone").exists()


def test_a_cache_that_cannot_be_written_is_this_process_s_own(tmp_path):
    (tmp_path / "file").write_text("")
    cache = ObjectCache(StoreUrl("s3", ("bucket",)), tmp_path / "file")
    path = cache.put("name", "1", b"data")
    assert cache.get("name", "1") == path
    assert path.read_bytes() == b"data"
    assert tmp_path not in path.parents


def test_copies_that_nobody_asks_for_go(tmp_path):
    cache = ObjectCache(StoreUrl("s3", ("bucket",)), tmp_path)
    old, new = cache.put("old", "1", b"old"), cache.put("new", "1", b"new")
    os.utime(old, (0, 0))
    assert ObjectCache(StoreUrl("s3", ("bucket",)), tmp_path).get("new", "1") == new
    assert not old.exists()


def test_a_stored_job_is_played_from_a_bucket(s3, capsys):
    import sys

    from workers.play_job import play_job

    job = place_of(f"{s3}/run/quarantine/a.job")
    assert play_job(job, sys.stdout) == 2
    storage_at(f"{s3}/run").put("quarantine/a.job", JOB.to_bytes())
    assert play_job(job, sys.stdout) == 0
    assert "all of them were played" in capsys.readouterr().out
