"""Searches as a sweep file writes them: every parameter, and levels of play that a game fills in."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self, cast

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.agents.tree import Parameter
from engine.game import Game

Level = Literal["fast", "standard", "strong"]

MAX_ITERATIONS = 100_000_000
"""Iterations are numbered in keys and counted in 32 bits."""


class AgentBase(BaseModel):
    """What every kind of agent has."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    compiled_kind: ClassVar[AgentKind]
    external: ClassVar[bool] = False
    """Whether kernels stop and wait for a player's answer."""
    place_keys: ClassVar[frozenset[str]] = frozenset()
    """Settings that say where the agent runs, and nothing of what it decides."""

    @property
    def is_reproducible(self) -> bool:
        """Whether a decision is a function of position, key and parameters, whatever the batch (contract 8)."""
        return True

    @property
    def file_names(self) -> tuple[str, ...]:
        """Files whose content is part of what the agent is."""
        return ()

    def record(self) -> np.void:
        """The agent as kernels see it: one record of `AGENT_DTYPE`."""
        record = np.zeros((), AGENT_DTYPE)
        record["kind"] = self.compiled_kind
        return cast("np.void", record[()])


class SearchSpec(AgentBase):
    """What flat Monte Carlo and tree search share. A budget is a number of iterations, a time, or the game's for a level."""

    level: Level | None = Field(
        default=None, description="Take whatever is not given from the game's table (`warhost games GAME`)."
    )
    iterations: int | None = Field(default=None, ge=1, le=MAX_ITERATIONS, description="Playouts for each decision.")
    milliseconds: float | None = Field(
        default=None,
        gt=0,
        le=3.6e6,
        description="Time for each decision instead; such games can't be played again from their ids.",
    )
    spread: bool = Field(
        default=False,
        description="The iterations are for a turn: a decision gets an n-th of them, n the choices that the seat still has in "
        "its chain, as playouts expect.",
    )
    playout: Literal["random", "greedy"] | Annotated[float, Field(ge=0, le=1)] = Field(
        default="random", description="Who decides in playouts; a number is the share of `greedy` decisions among random ones."
    )
    depth: int | None = Field(
        default=None,
        ge=0,
        description="Decisions of a playout before the game's `position_value` takes over; none: to the end.",
    )
    widening: float | None = Field(
        default=None,
        gt=0,
        le=1e6,
        description="A node visited v times has at most this times sqrt(v + 1) children, best priorities first; none: all. "
        "Flat Monte Carlo counts its iterations as visits from the first one on, and a budget in time as no bound.",
    )
    max_nodes: int = Field(default=1 << 18, ge=2, le=1 << 26, description="Bound on the tree; a node takes 32 bytes.")

    @model_validator(mode="after")
    def _one_budget(self) -> Self:
        if self.iterations is not None and self.milliseconds is not None:
            raise ValueError("give iterations or milliseconds, not both")
        if self.level is None and self.iterations is None and self.milliseconds is None:
            raise ValueError("give a budget: iterations, milliseconds or level")
        if self.spread and self.milliseconds is not None:
            raise ValueError("only iterations can be spread over a turn")
        return self

    @property
    def is_reproducible(self) -> bool:
        """Budgets in time are the clock's."""
        return self.milliseconds is None

    def at_level(self, game: Game) -> Self:
        """The same search with the game's numbers for its level in the place of those that aren't given."""
        if self.level is None:
            return self
        given = {name: getattr(self, name) for name in self.model_fields_set - {"level"}}
        table = {name: value for name, value in game.levels[self.level].items() if name in type(self).model_fields}
        if "milliseconds" in given:
            table.pop("iterations", None)
            table.pop("spread", None)
        return type(self)(**{**table, **given})

    def record(self) -> np.void:
        """The parameters in their places.

        Raises:
            ValueError: its level has not been resolved by `at_level`.
        """
        if self.level is not None:
            raise ValueError(f"level {self.level} means nothing without a game")
        record = np.zeros((), AGENT_DTYPE)
        record["kind"] = self.compiled_kind
        parameters = record["parameters"]
        parameters[Parameter.ITERATIONS] = self.iterations or 0
        parameters[Parameter.MILLISECONDS] = self.milliseconds or 0.0
        parameters[Parameter.SPREAD] = self.spread
        parameters[Parameter.GREEDY_SHARE] = {"random": 0.0, "greedy": 1.0}.get(str(self.playout), self.playout)
        parameters[Parameter.DEPTH] = -1 if self.depth is None else self.depth
        parameters[Parameter.WIDENING] = self.widening or 0.0
        parameters[Parameter.NODES] = self.max_nodes
        return cast("np.void", record[()])


class FlatMonteCarloSpec(SearchSpec):
    """The action with the best mean over as many playouts as the others get; what the seat can't see is dealt afresh.

    With a few iterations and dozens of actions the highest mean is that of the luckiest: `widening` leaves out those that
    `greedy` likes least.
    """

    compiled_kind: ClassVar[AgentKind] = AgentKind.FLAT_MONTE_CARLO
    kind: Literal["flat_monte_carlo"]

    def record(self) -> np.void:
        """The parameters in their places; raises `ValueError` as `SearchSpec.record`."""
        record = super().record()
        if self.milliseconds is not None:  # how many iterations there will be is not known
            record["parameters"][Parameter.WIDENING] = 0.0
        return record


class IsmctsSpec(SearchSpec):
    """Information-set Monte Carlo tree search: single observer, open loop, each seat for its own return."""

    compiled_kind: ClassVar[AgentKind] = AgentKind.ISMCTS
    kind: Literal["ismcts"]
    exploration: float = Field(
        default=0.7, ge=0, le=1000, description="Weight of the unknown in the upper bounds; returns are 0 .. 1."
    )

    def record(self) -> np.void:
        """The parameters in their places; raises `ValueError` as `SearchSpec.record`."""
        record = super().record()
        record["parameters"][Parameter.EXPLORATION] = self.exploration
        return record
