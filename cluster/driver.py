"""Whether somebody drives a run: told from what a driver leaves in the run directory, without getting in its way."""

from __future__ import annotations

import os
import re
import socket
import time
from dataclasses import dataclass
from typing import Literal

from cluster.run_directory import RunDirectory

STALE_SECONDS = 30.0
"""A driver saves its status every few seconds; after so long without one something is wrong."""

_OWNER = re.compile(r"process (?P<pid>\d+) on (?P<host>\S+) since (?P<since>\S+)")

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
        owner = (run.path / "lock").read_text(errors="replace").strip("\0 \n")
    except OSError:
        owner = ""
    silence = _seconds_since_status(run)
    match = _OWNER.match(owner)
    if match is None:
        return Driver("none", "", silence)
    if match["host"] == socket.gethostname() and not _is_alive(int(match["pid"])):
        return Driver("dead", owner, silence)
    stale = silence is not None and silence > STALE_SECONDS
    return Driver("stale" if stale else "at work", owner, silence)


def _seconds_since_status(run: RunDirectory) -> float | None:
    try:
        saved = (run.path / "status.json").stat().st_mtime
    except OSError:
        return None
    return max(0.0, time.time() - saved)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
