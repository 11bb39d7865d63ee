"""What `warhost doctor` asks of a machine: looked at by a process that runs there, told as msgpack."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import time
import uuid
from typing import Any

from engine.codec import pack, unpack
from engine.compilation import cache_directory
from engine.game import game_names
from workers.build import build, processor
from workers.node import will_compile
from workers.storage_probe import find_probe

SHM = "/dev/shm"  # noqa: S108 (nothing is written there)


def look_around(request: bytes) -> bytes:
    """Look at this machine.

    Args:
        request: {"run_directory": address or nil, "probe": what the driver left there}.

    Returns:
        {"host", "python", "build", "processor", "cold": this machine's games whose kernels are not compiled here,
        "cache": the folder of compiled kernels, "cache_trouble": why it can't be written, or "",
        "shm_total", "shm_free": bytes of /dev/shm, or nil if there is none, "run_directory": as asked for,
        "storage": why it can't be used, or "", or nil if none was named}.
    """
    match unpack(request):
        case {"run_directory": str() | None as place, "probe": str() as token}:
            return pack(_report(place, token))
        case other:
            raise ValueError(f"no request for a look around: {other!r}")


def read_clock() -> float:
    """Seconds since 1970 by this machine's clock."""
    return time.time()


def _report(place: str | None, token: str) -> dict[str, Any]:
    total, free = shutil.disk_usage(SHM)[::2] if os.path.isdir(SHM) else (None, None)  # noqa: PTH112
    return {
        "host": socket.gethostname(),
        "python": platform.python_version(),
        "build": build(),
        "processor": processor(),
        "cold": [game for game in game_names() if will_compile(game, searches=True)],
        "cache": str(cache_directory()),
        "cache_trouble": _cache_trouble(),
        "shm_total": total,
        "shm_free": free,
        "run_directory": place,
        "storage": None if place is None else find_probe(place, token),
    }


def _cache_trouble() -> str:
    """Why compiled kernels can't be kept on this machine; empty if they can."""
    folder = cache_directory()
    path = folder / f"{uuid.uuid4().hex}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.write_bytes(b"")
        path.unlink()
    except OSError as error:
        return error.strerror or str(error)
    return ""
