"""What a storage really does: tried on it, with files that are removed afterwards."""

from __future__ import annotations

import fcntl
import os
import time
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from workers.errors import StorageError
from workers.storage import LocalStorage, Storage

SAMPLE_BYTES = 256 << 10
"""About what a chunk of games takes."""

SLOW_SECONDS = 1.0
"""A chunk that takes longer than this to be written is told of: chunks are made to take one to two seconds."""

Level = Literal["ok", "warn", "mend"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        subject: what.
        level: `ok`; `warn`: a run can be played, and something should be known; `mend`: it can't, or not rightly.
        words: what was found.
        advice: what to do about it; empty if nothing.
    """

    subject: str
    level: Level
    words: str
    advice: str = ""


def check_storage(storage: Storage) -> Iterator[Finding]:
    """Try what a run needs of a storage, one thing after the other.

    The first thing is writing at all; nothing else is tried where that fails. A folder that has to be made is left there.
    """
    name = f".check-{uuid.uuid4().hex}"
    checks = [_write, _replace, _create, _read_part]
    if isinstance(storage, LocalStorage):
        checks += [_flush, _lock, _mount]
    try:
        for check in checks:
            yield check(storage, name)
    except StorageError as error:
        yield _found("mend", str(error), "give this user the right to write there, or name another --run-dir")
    finally:
        _clear(storage, name)


def _found(level: Level, words: str, advice: str = "") -> Finding:
    return Finding("storage", level, words, advice)


def _clear(storage: Storage, name: str) -> None:
    for end in ("", ".new", ".lock"):
        try:
            storage.remove(name + end)
        except StorageError:
            return


def _write(storage: Storage, name: str) -> Finding:
    data = os.urandom(SAMPLE_BYTES)
    started = time.perf_counter()
    storage.put(name, data)
    took = time.perf_counter() - started
    if storage.get(name) != data:
        return _found(
            "mend", "what is written can't be read back", "runs can't be kept on this storage: name another --run-dir"
        )
    words = f"{SAMPLE_BYTES >> 10} kB are written and flushed in {1000 * took:.0f} ms"
    if took > SLOW_SECONDS:
        return _found("warn", words, "chunks take one to two seconds to play: keep the run on faster storage")
    return _found("ok", words)


def _replace(storage: Storage, name: str) -> Finding:
    storage.put(name, b"second")
    if storage.get(name) == b"second":
        return _found("ok", "a file is replaced at once and whole")
    return _found(
        "mend", "a file that is written again isn't the new one at once", "keep runs on storage with an atomic rename or put"
    )


def _create(storage: Storage, name: str) -> Finding:
    try:
        first, second = storage.put_new(f"{name}.new", b"first"), storage.put_new(f"{name}.new", b"second")
    except StorageError as error:
        return _found("mend", str(error), "chunks are written only if they are absent: use a store with If-None-Match")
    if (first, second, storage.get(f"{name}.new")) == (True, False, b"first"):
        return _found("ok", "a file is created only if there is none")
    return _found(
        "warn",
        "a file that is there can be created again",
        "two drivers in one run directory would not notice each other: start one at a time, or use a store with If-None-Match",
    )


def _read_part(storage: Storage, name: str) -> Finding:
    if storage.read_from(name, 2, 3) == b"con":
        return _found("ok", "a part of a file can be read")
    return _found("mend", "a part of a file can't be read", "resuming reads the ends of files: use storage that can do that")


def _flush(storage: Storage, name: str) -> Finding:
    """`LocalStorage` passes over a folder that can't be flushed; whether this one can is worth knowing."""
    handle = os.open(storage.address(), os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        return _found(
            "warn",
            f"the folder can't be flushed to the disk: {error.strerror}",
            "after a power cut the last chunks may be gone, and are played again",
        )
    finally:
        os.close(handle)
    return _found("ok", "a folder is flushed to the disk")


MOUNTS = Path("/proc/self/mounts")

_NETWORK = {
    "soft": (
        "gives up when its server is slow, and files may then be cut short",
        "mount it `hard`: then it waits, and a run goes on when the server does",
    ),
    "nolock": (
        "keeps locks on each machine by itself",
        "start one driver at a time, or mount it with locks (version 4, or version 3 without nolock)",
    ),
}
"""Option of an NFS mount -> what is wrong with it and what to do about it."""


def _mount(storage: Storage, name: str) -> Finding:
    """How a network file system is mounted here: what locks are worth between machines can't be tried on one of them."""
    mounts = MOUNTS.read_text().splitlines() if MOUNTS.exists() else []
    point, kind, options = mount_of(storage.address(), mounts)
    if not kind.startswith("nfs"):
        return _found("ok", f"it is a file system of kind {kind or 'unknown'}")
    local_locks = {"local_lock=all", "local_lock=flock"} & options
    for option, (trouble, advice) in _NETWORK.items():
        if option in options or (option == "nolock" and local_locks):
            return _found("warn", f"{point} ({kind}) is mounted with {option}, and {trouble}", advice)
    return _found("ok", f"{point} ({kind}) waits for its server, and locks for all machines")


def mount_of(folder: str, mounts: Iterable[str]) -> tuple[str, str, set[str]]:
    """Mount point, kind and options of the file system that a folder is on, from lines of `/proc/self/mounts`."""
    best = ("", "", set[str]())
    for line in mounts:
        _, point, kind, options, *_ = line.split(" ")
        path = point.replace("\\040", " ")
        if Path(folder).is_relative_to(path) and len(path) >= len(best[0]):  # of two at one point the last one is seen
            best = (path, kind, set(options.split(",")))
    return best


def _lock(storage: Storage, name: str) -> Finding:
    """Two handles of one process exclude each other as two processes do."""
    path = Path(storage.address()) / f"{name}.lock"
    advice = "start one driver at a time, or mount the file system with locks (NFS: version 4, or without nolock)"
    first, second = (os.open(path, os.O_RDWR | os.O_CREAT, 0o600) for _ in range(2))
    try:
        fcntl.flock(first, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return _found("ok", "a file is locked for one at a time")
    except OSError as error:
        return _found("warn", f"files can't be locked: {error.strerror}", advice)
    finally:
        os.close(first)
        os.close(second)
    return _found("warn", "a file that is locked can be locked again", advice)
