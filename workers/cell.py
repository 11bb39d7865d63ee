"""A cell as a worker uses it: the words of a `CellJob` looked up once, or refused."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pydantic import ValidationError

from engine.agents.specs import AgentSpec, is_reproducible, read_agent, resolve_agent
from engine.game import FIRST_GAME_OUTCOME, Game, Outcome, UnknownGameError, get_game
from engine.options import GameOptions, OptionError, resolve_options
from workers.errors import RefusedJobError
from workers.messages import CellJob

FORFEIT_CAUSES: dict[int, str] = {
    int(Outcome.FORFEIT_ERROR): "error",
    int(Outcome.FORFEIT_ILLEGAL): "illegal",
    int(Outcome.FORFEIT_TIMEOUT): "timeout",
}
"""Outcome code of a forfeit -> its name in the column `forfeit_cause` and in `BlockSums.forfeits`."""


@dataclass(frozen=True)
class Cell:
    """One cell, resolved.

    Attributes:
        job: the words.
        game, options: what is played.
        seat_names, teams, factions: one entry a seat.
        agent_names, agents: the agents of the seatings, sorted by name; `seating` holds indices into them.
        seating: (rotations, seats) i4, who sits where.
        drafters: who decides in the draft for each of `agents`, themselves among them; empty if each does itself.
    """

    job: CellJob
    game: Game
    options: GameOptions
    seat_names: tuple[str, ...]
    teams: tuple[int, ...]
    factions: tuple[str, ...]
    agent_names: tuple[str, ...]
    agents: tuple[AgentSpec, ...]
    seating: npt.NDArray[np.int32]
    drafters: tuple[AgentSpec, ...] = ()

    @classmethod
    def resolve(cls, job: CellJob) -> Cell:
        """Look up game, options and agents.

        Raises:
            RefusedJobError: an unknown game, option or agent, other rules than the plan's, or a seating that doesn't fit.
        """
        try:
            game = get_game(job.game)
            options = resolve_options(game.options, job.options)
        except (UnknownGameError, OptionError) as error:
            raise RefusedJobError(f"cell {job.cell_id}: {error}") from None
        if game.rules_version != job.rules_version:
            raise RefusedJobError(
                f"cell {job.cell_id}: planned for rules {job.rules_version} of {job.game}, "
                f"this worker has {game.rules_version}: install the same version of warhost on every node"
            )
        seat_names = game.seats(options)
        names = tuple(sorted({name for seating in job.seatings for name in seating}))
        unknown = [name for name in (*names, *job.drafters.values()) if name not in job.agents]
        if not job.seatings or any(len(seating) != len(seat_names) for seating in job.seatings) or unknown:
            raise RefusedJobError(
                f"cell {job.cell_id}: seatings {job.seatings} don't fit {len(seat_names)} seats and agents {list(job.agents)}"
            )
        seating = np.array([[names.index(name) for name in row] for row in job.seatings], np.int32)
        agents = tuple(resolve_agent(_read_agent(job, name), game) for name in names)
        drafters = tuple(resolve_agent(_read_agent(job, job.drafters.get(name, name)), game) for name in names)
        if job.drafters and any(spec.external for spec in drafters):
            raise RefusedJobError(f"cell {job.cell_id}: agents that run in a process don't draft where others have drafters")
        teams, factions = game.teams(options), game.factions(options)
        return cls(job, game, options, seat_names, teams, factions, names, agents, seating, drafters if job.drafters else ())

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.seat_names)

    @property
    def rotations(self) -> int:
        """Games in a block."""
        return len(self.seating)

    @property
    def slots(self) -> int:
        """Slots of a block: rotations x seats."""
        return self.rotations * self.seats

    def reproducible(self) -> npt.NDArray[np.bool_]:
        """For each rotation: whether its games can be played again from their ids alone. Shape (rotations,)."""
        agents = np.array([is_reproducible(spec) for spec in self.agents], np.bool_)
        if self.drafters:
            agents &= np.array([is_reproducible(spec) for spec in self.drafters], np.bool_)
        return np.all(agents[self.seating], axis=1)

    def outcome_names(self) -> dict[int, str]:
        """Every outcome code that a finished game can have, and its name."""
        engine = {int(code): code.name.lower() for code in Outcome if Outcome.RUNNING < code < FIRST_GAME_OUTCOME}
        return {**engine, **{int(code): name for code, name in self.game.outcomes.items()}}

    def wins(self, winners: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Of bit masks of winners, shape (n,): who won alone or with its team alone, and who shared a win; (n, seats) each."""
        masks = range(1 << self.seats)
        sides = [len({team for seat, team in enumerate(self.teams) if mask >> seat & 1}) for mask in masks]
        one_side = (np.array(sides, np.int64) == 1)[winners][:, None]
        won = (winners[:, None] >> np.arange(self.seats, dtype=np.int32) & 1).astype(np.bool_)
        return won & one_side, won & ~one_side


def _read_agent(job: CellJob, name: str) -> AgentSpec:
    try:
        return read_agent(job.agents[name])
    except ValidationError as error:
        first = error.errors()[0]
        path = ".".join(str(part) for part in ("agents", name, *first["loc"]))
        raise RefusedJobError(f"cell {job.cell_id}: {path}: {first['msg']}") from None
