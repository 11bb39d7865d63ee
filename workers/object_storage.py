"""A run directory in an object store: S3, or anything else that `fsspec` has a file system for.

An object is there whole or not at all: it is written with one put of bytes that are ready in memory, never streamed into an
open remote file, of which an exception would leave half. Nothing is renamed, nothing appended to.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import fsspec

from workers.errors import StorageError
from workers.object_cache import ObjectCache
from workers.places import StoreUrl

END_BYTES = 64 << 10
"""So much is read of the end of a Parquet file at first: most footers are shorter."""

AT_ONCE = 128
"""Objects that are read at the same time."""

ASKED_ONE_BY_ONE = 8
"""Up to so many objects of a folder are looked at one by one; of more, the folder is listed."""

EXTRAS = {"s3": "warhost[s3]", "gs": "gcsfs", "gcs": "gcsfs", "az": "adlfs", "abfs": "adlfs", "abfss": "adlfs"}
"""Protocol -> what to install for it."""

_SETTINGS: dict[str, dict[str, Any]] = {
    "s3": {"config_kwargs": {"connect_timeout": 10, "read_timeout": 60, "max_pool_connections": AT_ONCE}}
}
"""Protocol -> settings of its file system that differ from fsspec's; a user's own (`~/.config/fsspec`, `FSSPEC_*`) go first."""

_TAGS = ("ETag", "etag", "md5Hash", "generation")
_TIMES = ("LastModified", "last_modified", "mtime", "updated", "created")


class Entry(NamedTuple):
    """What a store says of an object.

    Attributes:
        size: bytes.
        version: differs between any two objects that were put under a name one after the other.
        written: when; None if the store doesn't tell.
    """

    size: int
    version: str
    written: datetime | None


class ObjectStorage:
    """The objects below one address; the methods are those of `workers.storage.Storage`."""

    look_seconds = 5.0

    def __init__(self, root: StoreUrl, cache: ObjectCache | None = None) -> None:
        """`cache`: of copies on this machine; the user's if None.

        Raises:
            StorageError: there is no library for this protocol.
        """
        self.root = root
        self._cache = cache or ObjectCache(root)
        self._fs = _file_system(root)
        self._base = str(self._fs._strip_protocol(str(root))).rstrip("/")  # fsspec has no public name for it

    def address(self) -> str:
        """See `Storage`."""
        return str(self.root)

    def path(self, name: str) -> StoreUrl:
        """See `Storage`."""
        return self.root / name

    def _key(self, name: str) -> str:
        return f"{self._base}/{name}".rstrip("/")

    def exists(self, name: str) -> bool:
        """See `Storage`."""
        return self._entry(name) is not None

    def require(self) -> None:
        """See `Storage`: a run directory has a `spec.yaml` before it has anything else."""
        if not self.exists("spec.yaml"):
            raise StorageError(
                f"can't find the run directory {self.root}: there is no {self.path('spec.yaml')}; was it removed?"
            )

    def get(self, name: str) -> bytes | None:
        """See `Storage`."""
        with self._explained("read", name):
            try:
                return bytes(self._fs.cat_file(self._key(name)))
            except FileNotFoundError:
                return None

    def read_from(self, name: str, offset: int, most: int) -> bytes:
        """See `Storage`."""
        entry = self._entry(name)
        if entry is None or entry.size <= offset:
            return b""
        with self._explained("read", name):
            return bytes(self._fs.cat_file(self._key(name), start=offset, end=min(entry.size, offset + most)))

    def put(self, name: str, data: bytes) -> None:
        """See `Storage`."""
        with self._explained("write", name):
            self._fs.pipe_file(self._key(name), data)

    def put_new(self, name: str, data: bytes) -> bool:
        """See `Storage`; the store decides who was first."""
        with self._explained("write", name):
            try:
                self._fs.pipe_file(self._key(name), data, mode="create")
            except FileExistsError:
                return False
        return True

    def put_lightly(self, name: str, data: bytes) -> None:
        """See `Storage`."""
        self.put(name, data)

    def append(self, name: str, line: bytes) -> bool:
        """See `Storage`: objects can't be appended to."""
        return False

    def remove(self, name: str) -> None:
        """See `Storage`."""
        with self._explained("remove", name):
            try:
                self._fs.rm_file(self._key(name))
            except FileNotFoundError:
                return

    def set_aside(self, name: str, target: str) -> None:
        """See `Storage`."""
        data = self.get(name)
        if data is not None:
            self.put(target, data)
            self.remove(name)

    def names(self, folder: str, suffix: str) -> Iterator[str]:
        """See `Storage`."""
        yield from (name for name in sorted(self._below(folder)) if name.endswith(suffix))

    def folders(self, folder: str) -> list[str]:
        """See `Storage`."""
        with self._explained("list", folder):
            try:
                listed = self._fs.ls(self._key(folder), detail=True)
            except FileNotFoundError:
                return []
            return sorted(info["name"].rstrip("/").rpartition("/")[2] for info in listed if info["type"] == "directory")

    def sizes(self, folder: str) -> dict[str, int]:
        """See `Storage`."""
        return {name: entry.size for name, entry in sorted(self._below(folder).items())}

    def stamp(self, name: str) -> tuple[object, ...] | None:
        """See `Storage`."""
        entry = self._entry(name)
        return None if entry is None else (entry.version,)

    def age(self, name: str) -> float | None:
        """See `Storage`; the time is the store's."""
        entry = self._entry(name)
        written = None if entry is None else entry.written
        return None if written is None else max(0.0, (datetime.now(UTC) - written).total_seconds())

    def fetch(self, names: Iterable[str]) -> dict[str, Path]:
        """See `Storage`: from the copies on this machine; those that are missing are read, many at a time."""
        entries = self._entries(names)
        copies = {name: self._cache.get(name, entry.version) for name, entry in entries.items()}
        found = {name: copy for name, copy in copies.items() if copy is not None}
        for some in _batches(name for name, copy in copies.items() if copy is None):
            for name, data in self._read(some, [(0, entries[name].size) for name in some]).items():
                found[name] = self._cache.put(name, entries[name].version, data)
        return found

    def ends(self, names: Iterable[str]) -> Iterator[tuple[str, Path | io.BytesIO | None]]:
        """See `Storage`: the last bytes, and more of the few whose footer is longer."""
        names = list(names)
        entries = self._entries(names)
        for some in _batches(names):
            here = [name for name in some if name in entries]
            copies = {name: self._cache.get(f"{name}.end", entries[name].version) for name in here}
            missing = {name: entries[name].size for name, copy in copies.items() if copy is None}
            for name, data in self._read_ends(missing).items():
                copies[name] = self._cache.put(f"{name}.end", entries[name].version, data)
            for name in some:
                copy = copies.get(name)
                yield name, None if copy is None else io.BytesIO(copy.read_bytes())

    def _read_ends(self, sizes: Mapping[str, int]) -> dict[str, bytes]:
        found = self._read(list(sizes), [(max(0, size - END_BYTES), size) for size in sizes.values()])
        lengths = {name: int.from_bytes(data[-8:-4], "little") + 8 for name, data in found.items()}  # Parquet's own
        longer = [name for name, length in lengths.items() if len(found[name]) < length <= sizes[name]]
        return found | self._read(longer, [(sizes[name] - lengths[name], sizes[name]) for name in longer])

    def remove_leftovers(self, folder: str) -> int:
        """See `Storage`: dead writers leave nothing."""
        return 0

    def free_bytes(self) -> int | None:
        """See `Storage`."""
        return None

    def _read(self, names: Sequence[str], ranges: Sequence[tuple[int, int]]) -> dict[str, bytes]:
        """Bytes of objects, all at the same time; those that were removed meanwhile are left out."""
        if not names:
            return {}
        starts, ends = zip(*ranges, strict=True)
        with self._explained("read", names[0]):
            answers = self._fs.cat_ranges([self._key(name) for name in names], list(starts), list(ends), on_error="return")
            for answer in answers:
                if isinstance(answer, Exception) and not isinstance(answer, FileNotFoundError):
                    raise answer
        return {name: bytes(data) for name, data in zip(names, answers, strict=True) if not isinstance(data, Exception)}

    def _entry(self, name: str) -> Entry | None:
        with self._explained("look at", name):
            try:
                info = self._fs.info(self._key(name))
            except FileNotFoundError:
                return None
            return _entry_of(info) if info["type"] == "file" else None

    def _entries(self, names: Iterable[str]) -> dict[str, Entry]:
        """What the store says of those objects that are there."""
        by_folder: dict[str, list[str]] = defaultdict(list)
        for name in names:
            by_folder[name.rpartition("/")[0]].append(name)
        found: dict[str, Entry] = {}
        for folder, wanted in by_folder.items():
            if len(wanted) <= ASKED_ONE_BY_ONE:
                found |= {name: entry for name in wanted if (entry := self._entry(name)) is not None}
            else:
                below = self._below(folder)
                found |= {name: below[name] for name in wanted if name in below}
        return found

    def _below(self, folder: str) -> dict[str, Entry]:
        prefix = len(self._base) + 1
        with self._explained("list", folder):
            try:
                listed: dict[str, dict[str, Any]] = self._fs.find(self._key(folder), detail=True)
            except FileNotFoundError:
                return {}
            return {key[prefix:]: _entry_of(info) for key, info in listed.items() if info["type"] == "file"}

    @contextmanager
    def _explained(self, doing: str, name: str) -> Iterator[None]:
        """Turn whatever a store's library raises into a `StorageError` that says what couldn't be done, and why."""
        try:
            yield
        except Exception as error:
            raise StorageError(f"can't {doing} {self.path(name)}: {_why(error)}") from error


def _file_system(root: StoreUrl) -> Any:
    try:
        return fsspec.filesystem(root.protocol, use_listings_cache=False, **_SETTINGS.get(root.protocol, {}))
    except ImportError as error:
        wanted = EXTRAS.get(root.protocol, str(error))
        raise StorageError(f"can't open {root}: a library is missing; pip install '{wanted}'") from error
    except ValueError as error:
        raise StorageError(f"can't open {root}: {error}") from error


def _batches(names: Iterable[str]) -> Iterator[list[str]]:
    waiting: list[str] = []
    for name in names:
        waiting.append(name)
        if len(waiting) == AT_ONCE:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def _entry_of(info: Mapping[str, Any]) -> Entry:
    written = _time_of(info)
    tag = next((str(info[tag]) for tag in _TAGS if info.get(tag)), f"{info['size']} {written}")
    return Entry(int(info["size"]), tag, written)


def _time_of(info: Mapping[str, Any]) -> datetime | None:
    found = next((info[key] for key in _TIMES if info.get(key)), None)
    if isinstance(found, int | float):
        return datetime.fromtimestamp(found, UTC)
    if isinstance(found, str):
        found = datetime.fromisoformat(found)
    if not isinstance(found, datetime):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _why(error: Exception) -> str:
    """An error of a store's library in words that say what to mend."""
    told = (str(error) or type(error).__name__).splitlines()[0]
    kind = type(error).__name__
    if isinstance(error, FileNotFoundError):
        return f"{told}; was the bucket's name written right?"
    if isinstance(error, PermissionError):
        return f"permission denied: {told}"
    if "Credentials" in kind:
        return f"{told}; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile or a role of the machine name them"
    if "Connect" in kind or "Timeout" in kind:
        return f"the store doesn't answer: {told}"
    return told
