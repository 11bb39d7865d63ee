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

    def leaving(self) -> list[tuple[int, str, float | None]]:
        """The workers whose nodes drain, each once, why in words, and seconds until their nodes end, if that is known."""
        left = _ends()
        new = [
            (
                worker,
                f"node {node[:12]} is drained{'' if left[node] is None else f' and ends in {left[node]:.0f} s'}",
                left[node],
            )
            for worker, node in self._node_of.items()
            if node in left and worker not in self._told
        ]
        self._told.update(worker for worker, _, _ in new)
        return new

    def own_end(self) -> tuple[str, float | None] | None:
        """Why this process's own node ends, and in how many seconds, if that is known; None if it doesn't drain."""
        node, left = _own_node(), _ends()
        return (f"the driver's node {node[:12]} is drained", left[node]) if node in left else None

    def trouble(self) -> str:
        """Why no worker can be started any more, in words; empty if all is well. Workers that are up play on even then."""
        node = _own_node()
        nodes: Any = ray.nodes  # untyped in Ray's stubs
        dead = any(found["NodeID"] == node and not found["Alive"] for found in nodes())
        return f"Ray's own process on the driver's machine (node {node[:12]}) is dead" if dead else ""

    def machines(self) -> list[dict[str, float]]:
        """Ray's resources of each node that lives and doesn't drain."""
        nodes: Any = ray.nodes  # untyped in Ray's stubs
        drained = _ends()
        return [dict(node["Resources"]) for node in nodes() if node["Alive"] and node["NodeID"] not in drained]


def _own_node() -> str:
    context: Any = ray.get_runtime_context()  # untyped in Ray's stubs
    return str(context.get_node_id())


def _ends() -> dict[str, float | None]:
    """Nodes that drain -> seconds until they are taken away; None if nobody said."""
    state: Any = ray_state.state
    deadlines: dict[str, int] = state.get_draining_nodes()  # milliseconds of Unix time, or 0
    return {node: max(0.0, end / 1000 - time.time()) if end else None for node, end in deadlines.items()}
