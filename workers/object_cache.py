"""Copies of what was read from object stores, on this machine's disk: an object that was not written again is read once.

A copy's name holds the object's version as its store tells it (an entity tag), so that a copy is never out of date. Everything
here may be removed at any time.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
import uuid
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import platformdirs

from workers.errors import StorageError
from workers.places import StoreUrl

KEPT_DAYS = 30
"""Copies that nobody asked for in so many days are removed."""


class ObjectCache:
    """Copies of the objects below one address."""

    def __init__(self, root: StoreUrl, folder: Path | None = None) -> None:
        """`folder`: where copies of all addresses are; what the variable `WARHOST_OBJECTS` says if None, else
        `warhost/objects` in the user's cache.
        """
        self._digest = hashlib.blake2b(str(root).encode(), digest_size=12).hexdigest()
        self._folder = folder

    @cached_property
    def _home(self) -> Path:
        chosen = self._folder or os.environ.get("WARHOST_OBJECTS") or Path(platformdirs.user_cache_dir("warhost")) / "objects"
        home = Path(chosen) / self._digest
        try:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError:  # a home that can't be written: copies for this process alone
            self._own = tempfile.TemporaryDirectory(prefix="warhost-objects-")
            return Path(self._own.name)
        _remove_old(home)
        return home

    def get(self, name: str, version: str) -> Path | None:
        """The copy of a version of an object, if there is one."""
        path = self._path(name, version)
        try:
            os.utime(path)
        except OSError:
            return None
        return path

    def put(self, name: str, version: str, data: bytes) -> Path:
        """Keep a copy.

        Raises:
            StorageError: this machine's disk is full, or the like.
        """
        path = self._path(name, version)
        temporary = path.with_name(f"{uuid.uuid4().hex}.tmp")
        try:
            temporary.write_bytes(data)
            temporary.replace(path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise StorageError(f"can't keep a copy of {name} in {path.parent}: {error.strerror or error}") from error
        return path

    def _path(self, name: str, version: str) -> Path:
        digest = hashlib.blake2b(f"{name}\0{version}".encode(), digest_size=16).hexdigest()
        return self._home / f"{digest}{Path(name).suffix}"


def _remove_old(home: Path) -> None:
    """Once for each process: what was not asked for in a long time goes."""
    oldest = time.time() - KEPT_DAYS * 86_400
    for path in home.iterdir():
        with suppress(OSError):  # another process may do the same
            if path.stat().st_mtime < oldest:
                path.unlink()
