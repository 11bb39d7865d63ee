"""`warhost doctor`: what would keep a run from being played well, looked for before it is begun.

Every machine of the cluster is asked by a task that runs there; what it says is judged here, by functions of what was said.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import ray
from ray._private.authentication.authentication_utils import is_token_auth_enabled  # Ray has no public call for it
from ray.exceptions import RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from cluster.cluster_connection import OBJECT_STORE_BYTES, connected
from engine.codec import pack, unpack
from workers.build import build, differences, processor
from workers.checkup import look_around, read_clock
from workers.errors import StorageError
from workers.node import expected_compile_seconds
from workers.storage import Storage, storage_at
from workers.storage_check import Finding, check_storage
from workers.storage_probe import how_to_mend, probe_left

ANSWER_SECONDS = 120.0
"""So long a node may take to start a process and look around."""

CLOCK_ASKED = 4
"""So often a node is asked for the time; the quickest answer counts."""

SKEW_WARN, SKEW_MEND = 1.0, 60.0
"""Seconds by which clocks may differ before it is told of, and before times of diaries and signatures mean nothing."""


@dataclass(frozen=True)
class NodeReport:
    """What a node said.

    Attributes:
        name: its host, and the beginning of Ray's id.
        said: as `workers.checkup.look_around`; None if it did not answer.
        trouble: why it did not answer.
        skew: seconds by which its clock is ahead of ours.
        unsure: so far off `skew` may be.
    """

    name: str
    said: dict[str, Any] | None
    trouble: str = ""
    skew: float = 0.0
    unsure: float = 0.0


def examine(address: str | None, run_dir: str | os.PathLike[str] | None) -> list[Finding]:
    """Look at everything that a run with these arguments would use; in the order in which to read it.

    Args:
        address: of a Ray cluster, as `cluster.run` takes it.
        run_dir: a run directory, begun or not; storage is not looked at if None.
    """
    findings: list[Finding] = []
    with ExitStack() as stack:
        storage, probe = None, ""
        if run_dir is not None:
            storage, probe = _left_on(stack, run_dir, findings)
        try:
            stack.enter_context(connected(address, None))
        except (ConnectionError, RayError, RuntimeError, ValueError) as error:
            told = (str(error).splitlines() or [type(error).__name__])[0]
            advice = "start Ray there, or give the address of a node (HOST:6379) and the token of its cluster (RAY_AUTH_TOKEN)"
            return [Finding("ray", "mend", f"no connection to Ray: {told}", advice), *findings]
        nodes = [_ask(node, None if storage is None else storage.address(), probe) for node in _alive()]
        own = (address or os.environ.get("RAY_ADDRESS") or "local") == "local"
        return [*ray_findings(len(nodes), own, bool(is_token_auth_enabled())), *node_findings(nodes), *findings]


def _left_on(stack: ExitStack, run_dir: str | os.PathLike[str], findings: list[Finding]) -> tuple[Storage | None, str]:
    """Try a storage from here, and leave there what nodes have to find; no storage if that isn't possible."""
    try:
        storage = storage_at(run_dir)
        findings += check_storage(storage)
        if any(finding.level == "mend" for finding in findings):
            return None, ""
        return storage, stack.enter_context(probe_left(storage))
    except StorageError as error:
        findings.append(Finding("storage", "mend", str(error), "name another --run-dir"))
        return None, ""


def _alive() -> list[dict[str, Any]]:
    nodes: Any = ray.nodes  # untyped in Ray's stubs
    return sorted((node for node in nodes() if node["Alive"]), key=lambda node: str(node["NodeID"]))


def _ask(node: dict[str, Any], place: str | None, probe: str) -> NodeReport:
    name = f"{node['NodeManagerHostname']} ({node['NodeID'][:8]})"
    request = pack({"run_directory": place, "probe": probe})
    try:
        said = unpack(_there(look_around, node, request))
        skew, unsure = min((_clock(node) for _ in range(CLOCK_ASKED)), key=lambda answer: answer[1])
    except RayError as error:
        return NodeReport(name, None, trouble=str(error).strip().splitlines()[-1])
    return NodeReport(name, said, skew=skew, unsure=unsure)


def _there(function: Any, node: dict[str, Any], *arguments: Any) -> Any:
    """Carry a function out on a node; on one without CPUs, too."""
    where = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
    task: Any = ray.remote(num_cpus=0, max_retries=0)(function)
    return ray.get(task.options(scheduling_strategy=where).remote(*arguments), timeout=ANSWER_SECONDS)


def _clock(node: dict[str, Any]) -> tuple[float, float]:
    """By how much a node's clock is ahead, and half the time that asking took."""
    before = time.time()
    there = float(_there(read_clock, node))
    after = time.time()
    return there - (before + after) / 2, (after - before) / 2


def ray_findings(nodes: int, own: bool, token: bool) -> Iterator[Finding]:
    """What is to be said of Ray itself.

    Args:
        nodes: how many are alive.
        own: whether it is a Ray that was started for this command alone.
        token: whether it asks for a token.
    """
    where = "a Ray of its own on this machine" if own else f"a cluster of {nodes} node{'s' if nodes != 1 else ''}"
    yield Finding("ray", "ok", f"Ray {ray.__version__}, {where}")
    if token:
        yield Finding("ray token", "ok", "whoever connects needs the token")
    elif own:
        advice = "unset it: a token is then made up for each run"
        yield Finding("ray token", "warn", "Ray asks for no token, since RAY_AUTH_MODE says so", advice)
    else:
        advice = "start it with RAY_AUTH_MODE=token: whoever reaches its ports can run code there"
        yield Finding("ray token", "warn", "Ray asks for no token", advice)


def node_findings(nodes: Sequence[NodeReport]) -> Iterator[Finding]:
    """What is to be said of each subject, over all nodes."""
    for node in nodes:
        if node.said is None:
            advice = "look at its raylet's log; warhost has to be installed on every node"
            yield Finding("nodes", "mend", f"{node.name} does not answer: {node.trouble}", advice)
    told = [(node, node.said) for node in nodes if node.said is not None]
    for subject, judge in (("versions", _versions), ("kernels", _kernels), ("shared memory", _shm), ("clock", _clocks)):
        found = [Finding(subject, *words) for words in judge(told)]
        yield from found or [Finding(subject, "ok", _ALL_WELL[subject])]
    yield from _storage(told)


_ALL_WELL = {
    "versions": "the same code and libraries everywhere",
    "kernels": "the rules of every game are compiled everywhere",
    "shared memory": "there is room for Ray's objects everywhere",
    "clock": "the clocks agree",
}

Told = Sequence[tuple[NodeReport, dict[str, Any]]]
Words = Iterator[tuple[Any, str, str]]


def _versions(told: Told) -> Words:
    for node, said in told:
        differ = differences(build(), said["build"])
        if differ:
            yield "mend", f"{node.name} has {differ}", "install the same version of warhost and its libraries on every node"
        elif said["processor"] != processor():
            yield "warn", f"{node.name} has another processor ({said['processor']})", "its workers first prove that they agree"


def _kernels(told: Told) -> Words:
    for node, said in told:
        cold = said["cold"]
        if said["cache_trouble"]:
            words = f"{node.name} can't write {said['cache']}: {said['cache_trouble']}"
            yield "mend", words, "set NUMBA_CACHE_DIR to a folder of this user's: each worker would compile for itself"
        elif cold:
            seconds = sum(expected_compile_seconds(game, searches=True) for game in cold)
            words = f"{node.name} has not compiled {', '.join(cold)}"
            yield "warn", words, f"the first run does it; `warhost warm` beforehand takes about {seconds:.0f} s"


def _shm(told: Told) -> Words:
    for node, said in told:
        advice = "give the container more (docker --shm-size=1g; Kubernetes: an emptyDir of medium Memory on /dev/shm)"
        if said["shm_total"] is None:
            yield "warn", f"{node.name} has no /dev/shm", "Ray uses its temporary folder, which is slow"
        elif said["shm_free"] < OBJECT_STORE_BYTES:
            words = f"{node.name} has {said['shm_free'] / 2**20:.0f} MiB free of {said['shm_total'] / 2**20:.0f}"
            yield "mend" if said["shm_total"] < OBJECT_STORE_BYTES else "warn", words, advice


def _clocks(told: Told) -> Words:
    for node, _ in told:
        least = abs(node.skew) - node.unsure
        if least > SKEW_WARN:
            words = f"the clock of {node.name} is {abs(node.skew):.1f} s {'ahead' if node.skew > 0 else 'behind'}"
            yield "mend" if least > SKEW_MEND else "warn", words, "let it follow a time server (chrony, systemd-timesyncd)"


def _storage(told: Told) -> Iterator[Finding]:
    asked = [(node, said) for node, said in told if said["storage"] is not None]
    for node, said in asked:
        if said["storage"]:
            yield Finding("storage", "mend", f"{node.name} can't use it: {said['storage']}", how_to_mend(said["run_directory"]))
    if asked and not any(said["storage"] for _, said in asked):
        yield Finding("storage", "ok", f"all {len(asked)} nodes read and write the run directory")


def worst(findings: Iterable[Finding]) -> str:
    """The worst level of some findings."""
    levels = ("ok", "warn", "mend")
    return levels[max((levels.index(finding.level) for finding in findings), default=0)]
