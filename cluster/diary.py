"""Diaries of a run: JSON objects, one a line, appended and never changed. No result depends on them.

On a disk a diary is one file. In an object store, where nothing can be appended to, it is objects in a folder called after it,
`events.jsonl.d/<when the driver began>-<random>-<number>.jsonl`: the newest is put again with further lines until it is long
enough, and lines that are younger than `FLUSH_SECONDS` may be lost with a driver that is killed. A run that was copied from the
one to the other is read all the same.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from workers.storage import Storage

FLUSH_SECONDS = 2.0
"""Lines wait so long for others before they are put into an object store."""

OBJECT_BYTES = 256 << 10
"""An object that has grown to so much is followed by another one."""


READ_BYTES = 8 << 20
"""So much is read at once; longer than any line."""


class Diary:
    """One diary of a run directory."""

    def __init__(self, storage: Storage, name: str) -> None:
        """`name`: of the file on a disk, such as `events.jsonl`."""
        self._storage = storage
        self.name = name
        self._session = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{secrets.token_hex(4)}"
        self._number = 0
        self._object = b""
        self._waiting = False
        self._flushed = 0.0

    def append(self, value: dict[str, Any]) -> None:
        """Append a line; a torn last line is ended first, so that it spoils no other. Raises `StorageError`."""
        line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        if self._storage.append(self.name, line):
            return
        self._object += line
        self._waiting = True
        if time.monotonic() - self._flushed >= FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Put lines that wait where they can be read. Raises `StorageError`."""
        if not self._waiting:
            return
        self._flushed = time.monotonic()
        self._storage.put(f"{self.name}.d/{self._session}-{self._number:06d}.jsonl", self._object)
        self._waiting = False
        if len(self._object) >= OBJECT_BYTES:
            self._object, self._number = b"", self._number + 1

    def lines(self) -> Iterator[dict[str, Any]]:
        """Every whole line; torn ones are passed over."""
        return DiaryTail(self).new(ended=True)

    def parts(self) -> Iterator[tuple[str, int | None]]:
        """The files that it is in, oldest first, and how long they are; None if that is not known."""
        yield self.name, None
        yield from self._storage.sizes(f"{self.name}.d").items()

    def read_from(self, part: str, offset: int) -> bytes:
        """What a part holds from an offset on, or the beginning of it if that is very much."""
        return self._storage.read_from(part, offset, READ_BYTES)


class DiaryTail:
    """The lines of a diary that grows, each given once. A line that is still being written waits for its end."""

    def __init__(self, diary: Diary) -> None:
        self._diary = diary
        self._offsets: dict[str, int] = {}

    def new(self, ended: bool = False) -> Iterator[dict[str, Any]]:
        """Every whole line since the last look; torn ones that others follow are passed over.

        Args:
            ended: nobody is about to end the last line: it is taken as it is.
        """
        for part, size in self._diary.parts():
            if size is None or size > self._offsets.get(part, 0):
                yield from self._new_in(part, ended)

    def _new_in(self, part: str, ended: bool) -> Iterator[dict[str, Any]]:
        while True:
            data = self._diary.read_from(part, self._offsets.get(part, 0))
            whole = data if ended and len(data) < READ_BYTES else data[: data.rfind(b"\n") + 1]
            self._offsets[part] = self._offsets.get(part, 0) + len(whole)
            for line in whole.splitlines():
                value = _parsed(line)
                if value is not None:
                    yield value
            if len(data) < READ_BYTES:
                return


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
