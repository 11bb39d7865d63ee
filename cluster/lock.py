"""One driver at a time: a lock on a disk; in an object store a lease that its owner renews.

The lease is advisory, as nothing in an object store can be locked: correctness rests on chunks, which come out the same whoever
plays them, and of which the store keeps the first. It saves two drivers from doing the same work.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from workers.errors import StorageError
from workers.storage import Storage, explained

LOCK = "lock"
"""The file that says who drives a run, below the run directory."""

BEAT_SECONDS = 5.0
"""How often a lease is renewed."""

LEASE_SECONDS = 30.0
"""A lease that was not renewed for so long is over."""

OWNER = re.compile(r"process (?P<pid>\d+) on (?P<host>\S+) since (?P<since>\S+)")


class LockHeldError(RuntimeError):
    """Another driver has it; the message says which."""


def owner_in(data: bytes) -> str:
    """Who a lock's file says that its owner is: process, host, since when; empty if nobody."""
    lines = data.decode(errors="replace").strip("\0 \n").splitlines()
    return lines[0] if lines else ""


def is_alive(pid: int) -> bool:
    """Whether there is such a process on this machine."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _this_process() -> str:
    return f"process {os.getpid()} on {socket.gethostname()} since {datetime.now(UTC).isoformat(timespec='seconds')}"


@contextmanager
def disk_lock(folder: Path) -> Iterator[None]:
    """Hold a folder, which is made if it isn't there. The lock goes with the process, however it ends.

    Raises:
        LockHeldError: another process has it.
        StorageError: the folder can't be made or written.
    """
    with explained("make", folder):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LockHeldError(owner_in(os.pread(handle, 4096, 0)) or "unknown") from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, _this_process().encode(), 0)
        try:
            yield
        finally:  # a driver that fails says good-bye, too: its process may live on, as a notebook does
            os.ftruncate(handle, 0)
    finally:
        os.close(handle)


class Lease:
    """A lease on a run directory in an object store: an object that names its owner and changes with each beat of its heart.

    Whoever finds another's lease watches it: if it changes, its owner lives; if it doesn't for `LEASE_SECONDS`, it is over. No
    two machines' clocks are compared. An owner on this machine whose process is gone is not waited for.

    Attributes:
        lost: another driver took it over, since this one was not heard of for too long.
    """

    def __init__(
        self,
        storage: Storage,
        beat_seconds: float = BEAT_SECONDS,
        lease_seconds: float = LEASE_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._storage = storage
        self._beat_seconds = beat_seconds
        self._lease_seconds = lease_seconds
        self._sleep = sleep
        self._owner = _this_process()
        self._token = secrets.token_hex(8)
        self._beats = 0
        self._ends = threading.Event()
        self.lost = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Take the lease, renew it meanwhile, give it back.

        Raises:
            LockHeldError: another driver has it.
            StorageError: the store can't be reached or written.
        """
        self._take()
        heart = threading.Thread(target=self._renew, name="warhost-lease", daemon=True)
        heart.start()
        try:
            yield
        finally:
            self._ends.set()
            heart.join()
            with suppress(StorageError):  # it runs out by itself
                if self._is_ours():
                    self._storage.remove(LOCK)

    def _take(self) -> None:
        while not self._storage.put_new(LOCK, self._words()):
            found = self._storage.get(LOCK)
            if found is None:
                continue
            self._wait_for_its_end(found)
            self._storage.put(LOCK, self._words())
            self._sleep(self._beat_seconds / 5)  # of several that take over at once, the last one has it
            if not self._is_ours():
                raise LockHeldError(owner_in(self._storage.get(LOCK) or b"") or "unknown")
            return

    def _wait_for_its_end(self, found: bytes) -> None:
        owner = OWNER.match(owner_in(found))
        if owner is not None and owner["host"] == socket.gethostname() and not is_alive(int(owner["pid"])):
            return
        for _ in range(max(1, round(self._lease_seconds / self._beat_seconds * 2))):
            self._sleep(self._beat_seconds / 2)
            now = self._storage.get(LOCK)
            if now is None:
                return
            if now != found:
                raise LockHeldError(owner_in(now) or "unknown")

    def _renew(self) -> None:
        while not self._ends.wait(self._beat_seconds):
            with suppress(StorageError):  # a store that can't be reached for a moment; chunks say it if it is for longer
                if not self._is_ours():
                    self.lost = True
                    return
                self._storage.put(LOCK, self._words())

    def _is_ours(self) -> bool:
        return self._token.encode() in (self._storage.get(LOCK) or b"")

    def _words(self) -> bytes:
        self._beats += 1
        return f"{self._owner}\nlease {self._token}, beat {self._beats}\n".encode()
