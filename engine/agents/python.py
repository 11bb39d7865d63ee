"""The interface for agents in Python: subclass `PythonAgent`. `engine.agents.examples` is the template to copy.

An agent runs in a process of its own. It is asked for a batch of decisions at a time, sees what the deciding seat may see and
nothing else, and answers with one action each. An exception, an action that isn't legal, or a call that takes longer than the
deadline forfeits: a batch that fails is asked again one decision at a time, and only those games are forfeited where the agent
fails by itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.game import ActionSpec, ObservationSpec
from engine.types import Keys, RecordArray


@dataclass(frozen=True)
class AgentContext:
    """What an agent is told once, before the first game.

    Attributes:
        game: name of the game, `war-chest`.
        rules_version: version and source hash of its rules.
        options: option path -> value, every option.
        seats, teams, factions: one entry a seat: its name, the number of its side, what it plays with.
        action_spec: how actions are numbered and named.
        observation_spec: the fields of an observation.
        parameters: the agent's `parameters` in the sweep file.
        files: the agent's files: the name in the sweep file -> absolute path.
        seed: for draws made once, such as weights; fixed by the run and the agent. For decisions use `Observations.rng`.
    """

    game: str
    rules_version: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    teams: tuple[int, ...]
    factions: tuple[str, ...]
    action_spec: ActionSpec
    observation_spec: ObservationSpec
    parameters: dict[str, Any]
    files: dict[str, Path]
    seed: int


def observation_dtype(spec: ObservationSpec) -> np.dtype[np.void]:
    """The record type whose fields are those of the spec, in order and without padding."""
    return np.dtype([(field.name, field.dtype, field.shape) for field in spec.fields])


class Observations:
    """What the deciding seats see, row by row: `observations["hand"]` is one field, shape (n, *shape of the field).

    Attributes:
        spec: meaning, range and place of each field.
        records: structured array, shape (n,).
        games: ids of the games, n strings, each at most once.
        seats: i1, shape (n,): the seat that decides.
        decisions: i4, shape (n,): decisions made in the game before this one, by all seats.
        keys: u8, shape (n, 2): the luck of this decision, made from run, game, seat and number of the decision.
    """

    def __init__(
        self,
        spec: ObservationSpec,
        records: RecordArray,
        games: Sequence[str],
        seats: npt.NDArray[np.int8],
        decisions: npt.NDArray[np.int32],
        keys: Keys,
    ) -> None:
        self.spec = spec
        self.records = records
        self.games = list(games)
        self.seats = seats
        self.decisions = decisions
        self.keys = keys

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self.records[name]

    @functools.cached_property
    def flat(self) -> npt.NDArray[np.float32]:
        """All fields side by side: f4, shape (n, spec.size); `spec.fields[k].offset` says where field k starts."""
        n = len(self)
        out = np.empty((n, self.spec.size), np.float32)
        for field in self.spec.fields:
            out[:, field.offset : field.offset + field.size] = self.records[field.name].reshape(n, field.size)
        return out

    def rng(self, row: int) -> np.random.Generator:
        """A fresh generator for one decision: the same position, key and draws give the same numbers in every batch."""
        return np.random.Generator(np.random.Philox(key=self.keys[row]))


class Legal:
    """The legal actions, row by row.

    Attributes:
        lists: n arrays, i4, each ascending and not empty.
    """

    def __init__(
        self,
        lists: list[npt.NDArray[np.int32]],
        num_distinct_actions: int,
        parts_of: Callable[[int], dict[str, Any]],
    ) -> None:
        self.lists = lists
        self._num_distinct_actions = num_distinct_actions
        self._parts_of = parts_of

    def __len__(self) -> int:
        return len(self.lists)

    @functools.cached_property
    def mask(self) -> npt.NDArray[np.bool_]:
        """True where an action is legal: shape (n, num_distinct_actions)."""
        out = np.zeros((len(self), self._num_distinct_actions), np.bool_)
        for row, actions in enumerate(self.lists):
            out[row, actions] = True
        return out

    def parts(self, row: int) -> list[dict[str, Any]]:
        """The named parts (verb, source, target, component) of each action in `lists[row]`, keys as in the action spec."""
        return [self._parts_of(action) for action in self.lists[row].tolist()]


class PythonAgent:
    """Base class of agents in Python. One object serves every game and seat of its process.

    Calls come in this order: `setup` once; then, again and again, `end_games` and `new_games` with the ids of games that are
    over or new, and `act`. After a call that failed, decisions are asked again, and new games announced again. A process that
    crashed or ran out of time is replaced: its successor hears of running games by `new_games` and knows nothing of what
    happened in them.

    An agent that declares `reproducible: true` must decide by position, key and parameters alone: no memory of earlier
    decisions, no clock, no random numbers but those of `Observations.rng`, and nothing that depends on the rest of the batch.
    """

    def setup(self, context: AgentContext) -> None:
        """Get ready: read parameters, load files. What it raises ends the run with its text."""

    def new_games(self, games: Sequence[str]) -> None:
        """These games begin, or are taken over from a process that was replaced."""

    def end_games(self, games: Sequence[str]) -> None:
        """These games are over: forget them. What it raises is printed and costs no game."""

    def act(self, observations: Observations, legal: Legal) -> Sequence[int] | npt.NDArray[Any]:
        """Decide: one legal action a row, shape (n,), integers (floats without a fraction are taken too).

        Both arguments are the agent's own copies. Only real choices are asked: every row has at least two legal actions.
        """
        raise NotImplementedError
