"""Where agents in Python run on a Ray cluster, and what they take of it: with each worker, or at desks that workers share."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ray

from engine.agents.specs import AgentSpec, PythonSpec
from engine.codec import pack
from workers.desk_actor import DeskActor
from workers.node import WORKER_ENVIRONMENT

_GIB = 1 << 30


@dataclass(frozen=True)
class Needs:
    """What one actor takes.

    Attributes:
        cpus, gpus: of Ray's resources.
        memory: bytes that Ray sets aside; 0 if nobody asks for any.
        packages: what pip installs for it.
    """

    cpus: int = 1
    gpus: float = 0.0
    memory: int = 0
    packages: tuple[str, ...] = ()

    def options(self) -> dict[str, Any]:
        """As Ray's `options` of an actor."""
        environment: dict[str, Any] = {"env_vars": WORKER_ENVIRONMENT}
        if self.packages:
            environment["pip"] = {"packages": list(self.packages), "pip_check": False}
        memory = {"memory": self.memory} if self.memory else {}
        return {"num_cpus": self.cpus, "num_gpus": self.gpus, **memory, "runtime_env": environment}

    def fitting(self, resources: Mapping[str, float]) -> int:
        """How many such actors fit a machine with these resources."""
        wanted = {"CPU": self.cpus, "GPU": self.gpus, "memory": self.memory}
        return min(int(resources.get(name, 0.0) / amount + 1e-9) for name, amount in wanted.items() if amount)

    def __str__(self) -> str:
        words = [f"{self.cpus} CPU" + ("s" if self.cpus > 1 else "")]
        words += [f"{self.gpus:g} GPU" + ("s" if self.gpus > 1 else "")] if self.gpus else []
        words += [f"{self.memory / _GIB:g} GiB of memory"] if self.memory else []
        return ", ".join(words)


@dataclass(frozen=True)
class Places:
    """What the agents of a sweep take.

    Attributes:
        worker: of each worker, with the agents that run beside it. Only one of them computes at a time.
        desks: agent -> what each of its desks takes, and how many there are.
    """

    worker: Needs = Needs()
    desks: Mapping[str, tuple[Needs, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, agents: Mapping[str, AgentSpec]) -> Places:
        """The places of agents, by name."""
        python = {name: spec for name, spec in agents.items() if isinstance(spec, PythonSpec)}
        beside = [_needs(spec) for spec in python.values() if spec.placement == "worker"]
        worker = Needs(
            cpus=max((needs.cpus for needs in beside), default=1),
            gpus=sum(needs.gpus for needs in beside),
            memory=sum(needs.memory for needs in beside),
            packages=tuple(dict.fromkeys(package for needs in beside for package in needs.packages)),
        )
        shared = {name: (_needs(spec), spec.actors) for name, spec in python.items() if spec.placement == "shared"}
        return cls(worker, shared)

    @property
    def desk_cpus(self) -> int:
        """CPUs of all desks."""
        return sum(needs.cpus * number for needs, number in self.desks.values())

    def room(self, machines: Iterable[Mapping[str, float]]) -> int:
        """How many workers fit machines with these resources, beside the desks; 0 if none does."""
        workers = sum(self.worker.fitting(resources) for resources in machines)
        return max(0, workers - -(-self.desk_cpus // self.worker.cpus))

    def misfits(self, machines: Sequence[Mapping[str, float]]) -> list[str]:
        """Who fits none of these machines, one line each."""
        wanted = {"a worker, with the agents beside it,": self.worker}
        wanted |= {f"a desk of agents.{name}": needs for name, (needs, _) in self.desks.items()}
        return [
            f"{who} takes {needs}, and no machine has that"
            for who, needs in wanted.items()
            if not any(needs.fitting(resources) for resources in machines)
        ]

    def own_cpus(self, cpus: int, workers: int | None) -> int:
        """CPUs that a Ray of our own is told of: this machine's, or enough for so many workers."""
        return max(cpus if workers is None else 0, (workers or 1) * self.worker.cpus + self.desk_cpus)


def _needs(spec: PythonSpec) -> Needs:
    memory = 0 if spec.resources.memory_gib is None else int(spec.resources.memory_gib * _GIB)
    return Needs(spec.threads, spec.resources.num_gpus, memory, spec.packages)


class Desks:
    """The desks of a run on Ray. They belong to the driver and die with it."""

    def __init__(self, places: Places) -> None:
        """Start them: before the workers, which would take every CPU."""
        self._namespace = f"warhost-{secrets.token_hex(4)}"
        self._actors: dict[str, list[Any]] = {}
        self._names: dict[str, list[str]] = {}
        for agent, (needs, number) in places.desks.items():
            names = self._names[agent] = [f"{agent}/{k}" for k in range(number)]
            wanted = {**needs.options(), "namespace": self._namespace, "scheduling_strategy": "SPREAD"}
            self._actors[agent] = [DeskActor.options(name=name, **wanted).remote() for name in names]

    def of_worker(self, worker: int) -> bytes | None:
        """What a worker of this number is told: see `workers.table.TableCore`. Workers take turns, so that desks share them."""
        if not self._names:
            return None
        names = {agent: found[worker % len(found)] for agent, found in self._names.items()}
        return pack({"namespace": self._namespace, "names": names})

    def close(self) -> None:
        """Kill them."""
        for actor in [actor for actors in self._actors.values() for actor in actors]:
            ray.kill(actor, no_restart=True)
