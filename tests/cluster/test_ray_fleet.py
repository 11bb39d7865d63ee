"""What a cluster's nodes say of their ends."""

from __future__ import annotations

import time
from typing import Any

import pytest
import ray
from ray._private import state as ray_state

from cluster.ray_fleet import RayFleet

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("ray_session")]


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_workers_and_the_driver_of_a_node_that_drains_hear_how_long_it_is_there(
    known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    context: Any = ray.get_runtime_context()
    own = context.get_node_id()
    fleet = RayFleet()
    fleet.remember(3, own)
    fleet.remember(4, "another")
    assert (fleet.leaving(), fleet.own_end()) == ([], None)
    assert len(fleet.machines()) == 1
    deadline = int(1000 * (time.time() + 60)) if known else 0
    monkeypatch.setattr(ray_state.state, "get_draining_nodes", lambda: {own: deadline})
    ((worker, reason, seconds),) = fleet.leaving()
    assert (worker, reason.split(" is drained")[0]) == (3, f"node {own[:12]}")
    told = fleet.own_end()
    assert told is not None
    assert told[0] == f"the driver's node {own[:12]} is drained"
    for left in (seconds, told[1]):
        assert (left is None) == (not known)
        assert left is None or 0 < left <= 60
    assert fleet.leaving() == [], "each is told once"
    assert fleet.machines() == []
