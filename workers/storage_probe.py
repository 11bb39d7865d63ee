"""Whether a process sees the run directory that the driver sees, and can write there: asked before it gets any work.

The driver leaves a file with a name that nobody can guess; a worker on whose machine it isn't there sees another folder of that
name, or none.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from workers.errors import StorageError
from workers.storage import Storage, storage_at


@contextmanager
def probe_left(storage: Storage) -> Iterator[str]:
    """While the context is open there is something to be found in a run directory; gives what `find_probe` asks for.

    Raises:
        StorageError: the directory can't be written.
    """
    token = secrets.token_hex(8)
    storage.put(f".probe-{token}", token.encode())
    try:
        yield token
    finally:
        with suppress(StorageError):
            storage.remove(f".probe-{token}")


def find_probe(place: str, token: str) -> str:
    """Look from here for what the driver left, and write beside it; why that is not possible, or nothing if it is."""
    try:
        storage = storage_at(place)
        if storage.get(f".probe-{token}") != token.encode():
            return f"{place} is not there, or is another folder than the driver's of the same name"
        own, data = f".probe-{token}-{uuid.uuid4().hex}", uuid.uuid4().bytes
        storage.put(own, data)
        back = storage.get(own)
        storage.remove(own)
    except StorageError as error:
        return str(error)
    return "" if back == data else f"what is written to {place} can't be read back"


def how_to_mend(place: str) -> str:
    """What to do about a machine that doesn't reach the run directory."""
    if "://" in place:
        return "give that node the same credentials, endpoint and libraries (warhost[s3]) as the driver"
    return (
        "mount the same file system under the same path on that node, or keep the run in an object store (--run-dir s3://...)"
    )
