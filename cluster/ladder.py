"""The ladder of a game: agents from weak to strong, each measured against the one below it.

A measured ladder is data: `ladder.json` in the game's folder, as `warhost bench ladder GAME --json` writes it. Whatever is said
of a rung anywhere (`warhost games`, the report, the README of the game) is read from there.
"""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal

from engine.agents.specs import AgentSpec, agent_of_word, read_agent, resolve_agent
from engine.game import Game, get_game

RUNGS = ("random", "greedy", "flat_monte_carlo:fast", "ismcts:fast", "ismcts:standard", "ismcts:strong")
"""Agents from weak to strong. Flat Monte Carlo takes the parameters of level `fast`, so that the two search equally much."""

GAME_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "age-of-sigmar": {"armies.red.list": "starter_stormcast", "armies.blue.list": "starter_stormcast"},
}
"""Options of ladders that are not measured with the game's defaults: with unequal armies the seat wins, whoever plays it."""

FILE = "ladder.json"

Verdict = Literal["holds", "not shown", "reversed"]


@dataclass(frozen=True)
class Step:
    """One agent of the ladder against the one below it.

    Attributes:
        upper, lower: words for the two agents, as in `RUNGS`.
        design: who sits where.
        score, low, high: the upper one's mean score and its interval, which holds at every number of games; None without games.
        fair_share: what it would score if it were as strong as the lower one.
        blocks, games: that it rests on.
        iterations: word -> mean iterations in a game at one of the agent's seats, where it searches.
        seat_seconds: word -> mean processor seconds in a game at one of the agent's seats, where it searches.
        game_seconds: mean processor seconds of a game, all in all; None if not measured.
        reason: why no more games were played.
    """

    upper: str
    lower: str
    design: str
    score: float | None
    low: float | None
    high: float | None
    fair_share: float
    blocks: int
    games: int
    iterations: Mapping[str, float]
    seat_seconds: Mapping[str, float]
    game_seconds: float | None
    reason: str

    @property
    def verdict(self) -> Verdict:
        """What the interval says: the upper agent is stronger, that isn't shown, or it is weaker."""
        if self.low is None or self.high is None or self.low <= self.fair_share <= self.high:
            return "not shown"
        return "holds" if self.low > self.fair_share else "reversed"


@dataclass(frozen=True)
class Ladder:
    """A measured ladder.

    Attributes:
        game: name of the game.
        rules_version: of the rules that it was measured with.
        seed: of its games.
        options: what differs from the game's defaults.
        seats: of the game with these options.
        agents: word -> the agent as data, with every number that its level stands for.
        steps: from the lowest on.
    """

    game: str
    rules_version: str
    seed: int
    options: Mapping[str, Any]
    seats: int
    agents: Mapping[str, Mapping[str, Any]]
    steps: tuple[Step, ...]

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Ladder:
        """From what `to_plain` gave."""
        steps = tuple(Step(**{key: value for key, value in step.items() if key != "verdict"}) for step in data["steps"])
        return cls(**{**data, "steps": steps})

    def to_plain(self) -> dict[str, Any]:
        """As maps, lists and scalars, each step with its verdict: what `ladder.json` holds."""
        steps = [{**asdict(step), "verdict": step.verdict} for step in self.steps]
        return {**asdict(self), "steps": steps}

    def step_to(self, word: str) -> Step | None:
        """The step whose upper agent this is; None for the lowest."""
        return next((step for step in self.steps if step.upper == word), None)

    def seconds_per_game(self, word: str) -> float | None:
        """Processor seconds of a game with the agent at all seats, by its searches alone; None if not measured."""
        seconds = [step.seat_seconds[word] for step in self.steps if word in step.seat_seconds]
        return self.seats * seconds[0] if seconds else None


def agent_at(game: Game, word: str) -> dict[str, Any]:
    """The agent that a word of `RUNGS` names in a game, as data, with every number that its level stands for."""
    return resolve_agent(agent_of_word(word), game).model_dump(mode="json")


def measured_ladder(game: str) -> Ladder | None:
    """The ladder that was measured for a game; None if there is none, as for a game that is a module and no folder.

    Raises:
        UnknownGameError: there is no such game.
    """
    package = get_game(game).options.__module__.rpartition(".")[0]
    return _read(package) if package else None


@cache
def _read(package: str) -> Ladder | None:
    file = importlib.resources.files(package) / FILE
    return Ladder.from_plain(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def rung_of(game: str, agent: AgentSpec | Mapping[str, Any]) -> str | None:
    """Where an agent stands on a game's measured ladder, in a few words; None if it isn't one of those that were measured.

    An agent is on it if all its numbers are those that were measured, whatever it is called: a level whose numbers have
    changed since is not.

    Raises:
        UnknownGameError: there is no such game.
        pydantic.ValidationError: the data describe no agent.
    """
    ladder = measured_ladder(game)
    if ladder is None:
        return None
    found = resolve_agent(read_agent(agent) if isinstance(agent, Mapping) else agent, get_game(game))
    word = next((word for word, measured in ladder.agents.items() if read_agent(measured) == found), None)
    return None if word is None else rung_text(ladder, word)


def rung_text(ladder: Ladder, word: str) -> str:
    """Where one of a ladder's agents stands, with the evidence: `rung 4 of 6, above flat_monte_carlo:fast (0.71, ...)`."""
    words = list(ladder.agents)
    place = f"rung {words.index(word) + 1} of {len(words)}"
    step = ladder.step_to(word)
    return f"{place}, the lowest" if step is None else f"{place}, {step_text(step)}"


def step_text(step: Step) -> str:
    """What a step has come to, in words."""
    if step.score is None:
        return f"not measured against {step.lower}"
    relations = {"holds": "above", "not shown": "not shown to be above", "reversed": "below"}
    figures = f"{step.score:.2f}, {step.low:.2f} to {step.high:.2f}, fair share {step.fair_share:.2f}"
    return f"{relations[step.verdict]} {step.lower} ({figures}; {step.games:,} games)"
