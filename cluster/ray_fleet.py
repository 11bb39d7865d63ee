"""Which machines a Ray cluster has, and which of them will be taken away: the only place that asks Ray about nodes."""

from __future__ import annotations

import time
from typing import Any

import ray
from ray._private import state as ray_state  # Ray has no public call that tells which nodes are draining


class RayFleet:
    """Knows on which node each worker is, and looks after nodes that drain: a spot notice, an autoscaler, `ray drain-node`."""

    def __init__(self) -> None:
        self._node_of: dict[int, str] = {}
        self._told: set[int] = set()

    def remember(self, worker: int, node: str) -> None:
        """A worker is up on a node."""
        self._node_of[worker] = node

    def forget(self, worker: int) -> None:
        """A worker is no more."""
        self._node_of.pop(worker, None)
        self._told.discard(worker)

    def leaving(self) -> list[tuple[int, str]]:
        """The workers whose nodes drain, each once, and why in words."""
        drained = _draining()
        new = [
            (worker, f"node {node[:12]} is drained{_until(drained[node])}")
            for worker, node in self._node_of.items()
            if node in drained and worker not in self._told
        ]
        self._told.update(worker for worker, _ in new)
        return new

    def machines(self) -> list[dict[str, float]]:
        """Ray's resources of each node that lives and doesn't drain."""
        nodes: Any = ray.nodes  # untyped in Ray's stubs
        drained = _draining()
        return [dict(node["Resources"]) for node in nodes() if node["Alive"] and node["NodeID"] not in drained]


def _draining() -> dict[str, int]:
    """Node -> when it will be taken away, in milliseconds of Unix time; 0 if nobody said."""
    state: Any = ray_state.state
    return dict(state.get_draining_nodes())


def _until(deadline: int) -> str:
    return f" and ends in {max(0.0, deadline / 1000 - time.time()):.0f} s" if deadline else ""
