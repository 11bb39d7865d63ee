"""A Ray to play on: one that is there already, or a small one of our own on this machine.

Ray's own settings are given where Ray starts, and never changed for a cluster that others started.
"""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import ray

from cluster.agent_places import Places
from cluster.ray_fleet import RayFleet
from cluster.spec_errors import SpecError

OBJECT_STORE_BYTES = 100 << 20
"""Results travel inside messages (under 100 kB), so the store of a Ray of our own holds next to nothing."""

QUIET = {
    "enable_metrics_collection": False,
    "event_stats": False,
    "task_events_report_interval_ms": 0,
    "raylet_report_resources_period_milliseconds": 1000,
    "gcs_pull_resource_loads_period_milliseconds": 5000,
    "io_context_monitor_probe_interval_ms": 60_000,
}
"""Settings of a Ray of our own: figures of Ray's own that nobody could read without its dashboard are not gathered, and a
machine that is the whole cluster need not say ten times a second what it has. Saves a fiftieth of a processor."""


@contextmanager
def connected(address: str | None, workers: int | None, places: Places | None = None) -> Iterator[int]:
    """Be connected to Ray; gives the number of workers to start.

    An address, or else `RAY_ADDRESS`, names a cluster to connect to. Without either a Ray of our own is started on this machine
    and ended afterwards. A connection that the process has already is used and left as it is.

    Args:
        address: of a cluster, as `ray.init` takes it; `local` starts one of our own in any case.
        workers: number of workers; as many as the cluster has room for if None.
        places: what workers take of it; a CPU each if not given.

    Raises:
        SpecError: agents want more than this machine has, and there is no other.
    """
    places = places or Places()
    if ray.is_initialized():
        yield workers or _room(places)
        return
    chosen = address or os.environ.get("RAY_ADDRESS") or "local"
    if chosen == "local":
        _start_local(places.own_cpus(own_cpus(), workers))
    else:
        ray.init(address=chosen, log_to_driver=False, logging_level=logging.ERROR)
    try:
        if chosen == "local" and (misfits := places.misfits(RayFleet().machines())):  # nothing will join it
            raise SpecError(misfits)
        yield workers or _room(places)
    finally:
        ray.shutdown()


def _start_local(cpus: int) -> None:
    """A Ray for this run alone: it listens to nobody without its token, which no file holds, and it sends nothing home."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_worker_niceness", "0")  # 15 by default: a thirtieth of a CPU beside any other busy process
    if not any(os.environ.get(name) for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")):
        os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)  # `ray.init` then asks for tokens by itself
    ray.init(
        address="local",
        num_cpus=cpus,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
        object_store_memory=OBJECT_STORE_BYTES,
        _system_config=QUIET,
    )


def own_cpus() -> int:
    """CPUs that this process may use; Ray counts all that the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _room(places: Places) -> int:
    """How many workers the cluster has room for; one, if it has none yet."""
    return max(1, places.room(RayFleet().machines()))
