"""Files of a run directory: written whole or not at all."""

from __future__ import annotations

import errno
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from workers.errors import StorageError

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


class LocalStorage:
    """A folder on a local disk or a network file system that all workers reach.

    A file appears under its name only when all of it is on the disk: it is written under a unique temporary name in the same
    folder, flushed, and renamed. Whoever dies in between leaves a temporary file, which counts for nothing.
    """

    def __init__(self, root: str | Path) -> None:
        self.root = Path(root)

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
