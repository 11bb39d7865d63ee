"""Files of a run directory: written whole or not at all, on a disk or in an object store."""

from __future__ import annotations

import errno
import io
import os
import shutil
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from workers.errors import StorageError
from workers.object_storage import ObjectStorage
from workers.places import Place, place_of

_TEMPORARY = ".tmp"

_EXPLANATIONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EIO: "the disk reports an error",
    errno.ENOTDIR: "a part of the path is a file",
    errno.ESTALE: "the network file system lost the folder",
}


@contextmanager
def explained(doing: str, path: Path) -> Iterator[None]:
    """Turn an `OSError` into a `StorageError` that says what couldn't be done to which file, and why."""
    try:
        yield
    except OSError as error:
        why = _EXPLANATIONS.get(error.errno or 0, error.strerror or str(error))
        raise StorageError(f"can't {doing} {path}: {why}") from error


class Storage(Protocol):
    """What a run needs of the place where its files are. Names are relative to its root: `chunks/<cell>/<file>`.

    Every method raises `StorageError`, which says what couldn't be done to which file, and why.

    Attributes:
        look_seconds: whoever looks again and again at something, waits so long in between: a look may cost money.
    """

    look_seconds: float

    @property
    def root(self) -> Place:
        """Where it is."""
        ...

    def address(self) -> str:
        """The root as text, by which any process finds it."""
        ...

    def path(self, name: str) -> Place:
        """Where a file is."""
        ...

    def exists(self, name: str) -> bool:
        """Whether a file is there."""
        ...

    def require(self) -> None:
        """Raise `StorageError` if the run directory is gone: to make it anew would hide that all in it is lost."""
        ...

    def get(self, name: str) -> bytes | None:
        """What a file holds; None if there is no such file."""
        ...

    def read_from(self, name: str, offset: int, most: int) -> bytes:
        """At most so many bytes of what a file holds from an offset on; empty if it is no longer than that, or not there."""
        ...

    def put(self, name: str, data: bytes) -> None:
        """Write a file, replacing one of that name: all of it, or nothing. It survives a power cut."""
        ...

    def put_new(self, name: str, data: bytes) -> bool:
        """Write a file as `put` does, unless there is one of that name; returns whether it was written."""
        ...

    def put_lightly(self, name: str, data: bytes) -> None:
        """Write a file as `put` does, though it needn't survive a power cut."""
        ...

    def append(self, name: str, line: bytes) -> bool:
        """Append a line to a file in one write; False, and nothing done, if files can't be appended to here."""
        ...

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        ...

    def set_aside(self, name: str, target: str) -> None:
        """Move a file out of the way."""
        ...

    def names(self, folder: str, suffix: str) -> Iterator[str]:
        """Names of the files below a folder that end in `suffix`, sorted; files that aren't whole are none of them."""
        ...

    def folders(self, folder: str) -> list[str]:
        """The last parts of the names of the folders in a folder, sorted."""
        ...

    def sizes(self, folder: str) -> dict[str, int]:
        """Bytes of each file below a folder, by name, sorted."""
        ...

    def stamp(self, name: str) -> tuple[object, ...] | None:
        """Something that is another one whenever the file holds something else; None if it isn't there."""
        ...

    def age(self, name: str) -> float | None:
        """Seconds since a file was written, by this machine's clock; None if it isn't there."""
        ...

    def fetch(self, names: Iterable[str]) -> dict[str, Path]:
        """For each of these files that is there, a file on this machine that holds the same and mustn't be changed."""
        ...

    def ends(self, names: Iterable[str]) -> Iterator[tuple[str, Path | io.BytesIO | None]]:
        """For each Parquet file something that its footer can be read from, in the same order; None if it isn't there."""
        ...

    def remove_leftovers(self, folder: str) -> int:
        """Remove what dead writers left below a folder; returns how many files. Call it while nobody writes there."""
        ...

    def free_bytes(self) -> int | None:
        """Room that is left; None where that is no question."""
        ...


def storage_at(place: str | os.PathLike[str]) -> Storage:
    """The storage of a run directory: a folder, or an address as `s3://bucket/path`.

    Raises:
        StorageError: no library is installed for such an address.
    """
    found = place_of(place)
    if isinstance(found, Path):
        return LocalStorage(found)
    return ObjectStorage(found)


class LocalStorage:
    """A folder on a local disk or a network file system that all workers reach.

    A file appears under its name only when all of it is on the disk: it is written under a unique temporary name in the same
    folder, flushed, and renamed. Whoever dies in between leaves a temporary file, which counts for nothing.
    """

    look_seconds = 0.0

    def __init__(self, root: str | Path) -> None:
        self.root = Path(root)

    def address(self) -> str:
        """See `Storage`."""
        return str(self.root.resolve())

    def path(self, name: str) -> Path:
        """Where the file of that name (`chunks/<cell>/<file>`) is."""
        return self.root / name

    def exists(self, name: str) -> bool:
        """Whether the file is there."""
        with explained("look at", self.path(name)):
            return self.path(name).is_file()

    def require(self) -> None:
        """Raise `StorageError` if the folder is gone: to make it anew would hide that everything in it is lost."""
        if not self.root.is_dir():
            raise StorageError(f"can't find the run directory {self.root}: was it removed, or its file system unmounted?")

    def get(self, name: str) -> bytes | None:
        """What a file holds; None if there is no such file."""
        path = self.path(name)
        with explained("read", path):
            try:
                return path.read_bytes()
            except FileNotFoundError:
                return None

    def read_from(self, name: str, offset: int, most: int) -> bytes:
        """See `Storage`."""
        path = self.path(name)
        with explained("read", path):
            try:
                with path.open("rb") as file:
                    file.seek(offset)
                    return file.read(most)
            except FileNotFoundError:
                return b""

    def append(self, name: str, line: bytes) -> bool:
        """See `Storage`. A torn last line is ended first, so that it spoils no other."""
        path = self.path(name)
        with explained("write", path):
            if path.parent != self.root:  # which is not made anew when it is gone
                path.parent.mkdir(exist_ok=True)
            _append(path, line)
        return True

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        path = self.path(name)
        with explained("remove", path):
            path.unlink(missing_ok=True)

    def put(self, name: str, data: bytes) -> None:
        """Write a file, replacing one of that name.

        Raises:
            StorageError: it couldn't be written; a file of that name is as it was.
        """
        path = self.path(name)
        with explained("write", path):
            new_folders = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}{_TEMPORARY}")
            try:
                _write_through(temporary, data)
                temporary.replace(path)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
            for folder in (path.parent, *(created.parent for created in new_folders)):
                _flush_folder(folder)

    def put_new(self, name: str, data: bytes) -> bool:
        """See `Storage`. Two writers at the same moment may both think that they were first; the last one's file stays."""
        if self.exists(name):
            return False
        self.put(name, data)
        return True

    def put_lightly(self, name: str, data: bytes) -> None:
        """See `Storage`."""
        path = self.path(name)
        temporary = path.with_name(f"{path.name}.tmp")
        with explained("write", path):
            temporary.write_bytes(data)
            temporary.replace(path)

    def set_aside(self, name: str, target: str) -> None:
        """See `Storage`."""
        path = self.path(name)
        with explained("set aside", path):
            self.path(target).parent.mkdir(parents=True, exist_ok=True)
            path.rename(self.path(target))

    def folders(self, folder: str) -> list[str]:
        """See `Storage`."""
        start = self.path(folder)
        with explained("list", start):
            return sorted(path.name for path in start.iterdir() if path.is_dir()) if start.is_dir() else []

    def sizes(self, folder: str) -> dict[str, int]:
        """See `Storage`; a file that goes meanwhile isn't there."""
        found: dict[str, int] = {}
        prefix = f"{self.root}/"
        for name in self.names(folder, ""):
            with explained("look at", self.root), suppress(FileNotFoundError):
                found[name] = os.stat(prefix + name).st_size  # noqa: PTH116 (a run may have a million of them)
        return found

    def stamp(self, name: str) -> tuple[object, ...] | None:
        """See `Storage`."""
        try:
            found = self.path(name).stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def age(self, name: str) -> float | None:
        """See `Storage`."""
        try:
            return max(0.0, time.time() - self.path(name).stat().st_mtime)
        except OSError:
            return None

    def fetch(self, names: Iterable[str]) -> dict[str, Path]:
        """See `Storage`."""
        return {name: path for name in names if (path := self.path(name)).exists()}

    def ends(self, names: Iterable[str]) -> Iterator[tuple[str, Path | io.BytesIO | None]]:
        """See `Storage`; whether a file is there comes out when it is opened."""
        return ((name, self.path(name)) for name in names)

    def free_bytes(self) -> int | None:
        """See `Storage`."""
        return shutil.disk_usage(self.root).free

    def names(self, folder: str, suffix: str) -> Iterator[str]:
        """Names of the files below a folder that end in `suffix`, sorted; temporary files are none of them."""
        start = self.path(folder)
        with explained("list", start):
            found = [
                f"{above}/{file}"
                for above, _, files in os.walk(start)
                for file in files
                if file.endswith(suffix) and not file.startswith(".")
            ]
        prefix = len(f"{self.root}/")  # strings, not paths: a run may have a million chunks
        yield from (path[prefix:] for path in sorted(found))

    def remove_leftovers(self, folder: str) -> int:
        """Remove what dead writers left below a folder; returns how many files. Call it while nobody writes there."""
        leftovers = list(self.path(folder).rglob(f".*{_TEMPORARY}"))
        for path in leftovers:
            with explained("remove", path):
                path.unlink(missing_ok=True)
        return len(leftovers)


def _write_through(path: Path, data: bytes) -> None:
    with path.open("xb", buffering=0) as file:
        view = memoryview(data)
        while view:
            view = view[file.write(view) :]
        os.fsync(file.fileno())


def _append(path: Path, line: bytes) -> None:
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        size = os.fstat(handle).st_size
        if size and os.pread(handle, 1, size - 1) != b"\n":
            line = b"\n" + line
        os.write(handle, line)
    finally:
        os.close(handle)


def _flush_folder(folder: Path) -> None:
    """Put a folder's entries on the disk, so that a rename survives a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:  # some network file systems can't, and needn't
            raise
    finally:
        os.close(handle)
