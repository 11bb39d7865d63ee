"""Whether somebody drives a run: told from what a driver leaves in the run directory, without getting in its way."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import Literal

from cluster.lock import OWNER, is_alive, owner_in
from cluster.run_directory import RunDirectory
from workers.errors import StorageError

STALE_SECONDS = 30.0
"""A driver saves its status every few seconds; after so long without one something is wrong."""

DriverState = Literal["at work", "stale", "dead", "none"]


@dataclass(frozen=True)
class Driver:
    """Who drives a run.

    Attributes:
        state: `at work`; `stale`: it should be, but has not saved its status for long; `dead`: its process is gone and it did
            not say good-bye; `none`: nobody, since the last driver ended in order or none was ever begun.
        owner: process, host and since when, as the driver wrote it; empty if `none`.
        silence: seconds since the status was saved last; None if it never was.
    """

    state: DriverState
    owner: str
    silence: float | None


def find_driver(run: RunDirectory) -> Driver:
    """Look who drives a run. The lock itself is not touched: trying it could refuse a driver that starts at this moment."""
    try:
        owner = owner_in(run.storage.get("lock") or b"")
    except StorageError:
        owner = ""
    silence = run.storage.age("status.json")
    match = OWNER.match(owner)
    if match is None:
        return Driver("none", "", silence)
    if match["host"] == socket.gethostname() and not is_alive(int(match["pid"])):
        return Driver("dead", owner, silence)
    stale = silence is not None and silence > STALE_SECONDS
    return Driver("stale" if stale else "at work", owner, silence)
