"""Agents as a sweep file writes them.

A kind of agent is one class below (searches: `engine.agents.search_specs`) and its place in `AgentSpec`; nothing else knows the
kinds. Agents that are compiled fill in `record`; agents that a kernel has to wait for set `external` and are given a player by
`engine.agents.player.make_player`. An agent that names a level of play gets its numbers from the game by `resolve_agent`.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from engine.agents.compiled import AgentKind
from engine.agents.search_specs import AgentBase, FlatMonteCarloSpec, IsmctsSpec, SearchSpec
from engine.game import Game
from engine.options import near_word

BUILT_IN_AGENTS: dict[str, str] = {
    "policy-network": "engine.agents.networks.numpy_policy:NumpyPolicy",
    "policy-network-torch": "engine.agents.networks.torch_policy:TorchPolicy",
    "preferences": "engine.agents.examples:Preferences",
}
"""Shipped Python agents by name; installed packages add theirs by the entry-point group `warhost.agents`."""


class AgentPathError(ValueError):
    """No Python agent is registered under that name."""


class AgentFileError(ValueError):
    """A file of an agent can't be read."""


class RandomSpec(AgentBase):
    """Every legal action is equally likely."""

    compiled_kind: ClassVar[AgentKind] = AgentKind.RANDOM
    kind: Literal["random"]


class GreedySpec(AgentBase):
    """The legal action with the highest `action_priority`; equals are equally likely."""

    compiled_kind: ClassVar[AgentKind] = AgentKind.GREEDY
    kind: Literal["greedy"]


class AgentResources(BaseModel):
    """What Ray sets aside for each process of an agent."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    num_gpus: float = Field(default=0.0, ge=0, le=64, description="GPUs, or a share of one.")
    memory_gib: float | None = Field(default=None, gt=0, description="Memory; a reservation, while `memory_gib` is a bound.")


class PythonSpec(AgentBase):
    """A subclass of `engine.agents.python.PythonAgent`, which runs in a process of its own."""

    compiled_kind: ClassVar[AgentKind] = AgentKind.EXTERNAL
    external: ClassVar[bool] = True
    place_keys: ClassVar[frozenset[str]] = frozenset({"actors", "placement", "resources"})
    kind: Literal["python"]
    path: str = Field(min_length=1, description="`package.module:Class`, or a registered name.")
    files: Annotated[tuple[str, ...], Field(strict=False)] = Field(
        default=(), description="Files that the agent reads, relative to the sweep file; their content is part of the agent."
    )
    parameters: dict[str, JsonValue] = Field(default={}, description="Handed to the agent as they are.")
    deadline: float = Field(default=10.0, gt=0, le=86400, description="Seconds for one call, which decides a whole batch.")
    setup_deadline: float = Field(default=120.0, gt=0, le=86400, description="Seconds to start the process and set up.")
    batch_size: int = Field(default=256, ge=1, le=65536, description="At most so many decisions are asked for in one call.")
    memory_gib: float | None = Field(default=None, gt=0, description="Bound on the process's address space.")
    threads: int = Field(default=1, ge=1, le=1024, description="Threads that its process may compute with.")
    packages: Annotated[tuple[str, ...], Field(strict=False)] = Field(
        default=(),
        description="What pip installs for it on each machine of a cluster (Ray's runtime_env); without Ray it must be there.",
    )
    resources: AgentResources = Field(default=AgentResources(), description="What Ray sets aside for each of its processes.")
    placement: Literal["worker", "shared"] = Field(
        default="worker",
        description="`worker`: a process for each worker; `shared`: a few for all workers, which get batches of many tables.",
    )
    actors: int = Field(default=1, ge=1, le=1024, description="shared: how many.")
    reproducible: bool = Field(
        default=False, description="Declares that a decision is a function of position, key and parameters, whatever the batch."
    )

    @property
    def is_reproducible(self) -> bool:
        """What the author declares; `engine.agents.invariance` checks it."""
        return self.reproducible

    @property
    def file_names(self) -> tuple[str, ...]:
        """The agent's files as the sweep names them."""
        return self.files


class ExternalSpec(AgentBase):
    """A program of any language that answers a line of JSON with a line of JSON (`engine.agents.external`)."""

    compiled_kind: ClassVar[AgentKind] = AgentKind.EXTERNAL
    external: ClassVar[bool] = True
    kind: Literal["external"]
    command: Annotated[tuple[str, ...], Field(strict=False, min_length=1)] = Field(
        description="The program and its arguments; it runs in the directory of the sweep file."
    )
    files: Annotated[tuple[str, ...], Field(strict=False)] = Field(
        default=(),
        description="Files that make up the program, relative to the sweep file; their content is part of the agent.",
    )
    parameters: dict[str, JsonValue] = Field(default={}, description="Handed to the program as they are.")
    deadline: float = Field(default=10.0, gt=0, le=86400, description="Seconds for one decision.")
    setup_deadline: float = Field(default=120.0, gt=0, le=86400, description="Seconds to start and say hello.")
    reproducible: bool = Field(default=False, description="Declares that a decision is a function of the request alone.")

    @property
    def is_reproducible(self) -> bool:
        """What the author declares; `engine.agents.invariance` checks it."""
        return self.reproducible

    @property
    def file_names(self) -> tuple[str, ...]:
        """The program's files as the sweep names them."""
        return self.files


AgentSpec = Annotated[
    RandomSpec | GreedySpec | FlatMonteCarloSpec | IsmctsSpec | PythonSpec | ExternalSpec, Field(discriminator="kind")
]
"""Any agent that a sweep can name, told apart by `kind`."""

_ADAPTER: TypeAdapter[AgentSpec] = TypeAdapter(AgentSpec)


def read_agent(data: Mapping[str, Any]) -> AgentSpec:
    """The agent that a mapping of a sweep file describes.

    Raises:
        pydantic.ValidationError: it describes none.
    """
    return _ADAPTER.validate_python(dict(data))


def resolve_agent(spec: AgentSpec, game: Game) -> AgentSpec:
    """The agent with the numbers that its level of play has in a game; other agents as they are."""
    return spec.at_level(game) if isinstance(spec, SearchSpec) else spec


def agent_of_word(word: str) -> AgentSpec:
    """The agent that a word names: a kind, or `ismcts:standard` for a search at a level.

    Raises:
        pydantic.ValidationError: it names none.
    """
    kind, colon, level = word.partition(":")
    return read_agent({"kind": kind, "level": level} if colon else {"kind": kind})


def agent_record(spec: AgentSpec, player: int = 0) -> np.void:
    """One record of `AGENT_DTYPE`; `player` is the place of an external agent among the players of `play_lanes`."""
    record = spec.record()
    if spec.external:
        record["parameters"][0] = player
    return record


def is_reproducible(spec: AgentSpec) -> bool:
    """Whether games of the agent can be played again from their ids alone."""
    return spec.is_reproducible


def file_hashes(spec: AgentSpec, base_directory: Path) -> dict[str, str]:
    """The blake2b hash, 32 hexadecimal digits, of each of the agent's files, by the name that the sweep gives it.

    Raises:
        AgentFileError: a file can't be read.
    """
    hashes = {}
    for name in sorted(spec.file_names):
        try:
            with (base_directory / name).open("rb") as file:
                hashes[name] = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
        except OSError as error:
            raise AgentFileError(f"{name}: {error.strerror or error}") from error
    return hashes


def agent_identity(spec: AgentSpec, base_directory: Path) -> dict[str, Any]:
    """All that makes the agent what it is, as maps, lists and scalars: its settings and the hashes of its files.

    Where it runs is no part of that.
    """
    return {**spec.model_dump(mode="json", exclude=set(spec.place_keys)), "file_hashes": file_hashes(spec, base_directory)}


def class_path(path: str) -> str:
    """`package.module:Class` of a Python agent that is given so, or by a registered name.

    Raises:
        AgentPathError: no agent is registered under that name; names the nearest word.
    """
    if ":" in path:
        return path
    registered = {
        **{entry.name: entry.value for entry in importlib.metadata.entry_points(group="warhost.agents")},
        **BUILT_IN_AGENTS,
    }
    if path not in registered:
        raise AgentPathError(f"no agent is registered as {path!r}{near_word(path, sorted(registered))}; write module:Class")
    return registered[path]
