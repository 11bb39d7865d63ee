"""Who answers for agents that run in processes: questions in, answers or forfeits out. `PythonPlayer` asks
the process of a Python agent, and decides what is a forfeit and whose.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.agents.external import ExternalPlayer
from engine.agents.process import AgentProcess, DiedError, OverrunError
from engine.agents.process_player import GIVE_UP_AFTER, AgentSetupError, HostError, ProcessPlayer
from engine.agents.python import observation_dtype
from engine.agents.questions import Answer, FailedCallError, Player, Questions, judge
from engine.agents.specs import AgentSpec, ExternalSpec, PythonSpec, class_path
from engine.agents.wire import plain
from engine.codec import pack
from engine.game import Game, Outcome, game_of_tag
from engine.options import GameOptions, option_values

__all__ = [
    "GIVE_UP_AFTER",
    "AgentSetupError",
    "Answer",
    "HostError",
    "Player",
    "ProcessPlayer",
    "PythonPlayer",
    "Questions",
    "make_player",
]

HELLO_SECONDS = 120.0
"""How long the process may take to start, before anything of the agent is loaded."""


@functools.cache
def _packed_parts(tag: str) -> bytes:
    """The named parts of every action of a game, as msgpack."""
    game = game_of_tag(tag)
    if game is None:
        raise ValueError(f"no game with tag {tag} is registered")
    return pack([plain(game.decode_action(action)) for action in range(game.num_distinct_actions)])


def _introduction(spec: PythonSpec, game: Game, options: GameOptions, seed: int, base_directory: Path) -> dict[str, Any]:
    """The request that sets an agent up."""
    base = base_directory.resolve()
    context = {
        "game": game.name,
        "rules_version": game.rules_version,
        "options": plain(option_values(options)),
        "seats": list(game.seats(options)),
        "teams": list(game.teams(options)),
        "factions": list(game.factions(options)),
        "action_spec": plain(game.action_spec()),
        "observation_spec": plain(game.observation_spec()),
        "parameters": dict(spec.parameters),
        "files": {name: str(base / name) for name in spec.files},
        "seed": seed,
    }
    memory = None if spec.memory_gib is None else int(spec.memory_gib * (1 << 30))
    return {
        "call": "setup",
        "path": class_path(spec.path),
        "memory": memory,
        "context": context,
        "parts": _packed_parts(game.tag),
    }


class PythonPlayer(ProcessPlayer):
    """Asks the process of a Python agent; replaces it when it crashes or overruns its deadline.

    A batch that fails as a whole is asked again row by row, each with the full deadline; only rows that fail by themselves
    forfeit: `FORFEIT_ERROR` for an exception or the end of the process, `FORFEIT_TIMEOUT` for an overrun, `FORFEIT_ILLEGAL` for
    an answer of the wrong shape, that is no integer, or that is not legal.
    """

    def __init__(
        self, spec: PythonSpec, game: Game, options: GameOptions, *, seed: int = 0, base_directory: Path | None = None
    ) -> None:
        """Prepare; the process starts with the first question, or with `start`.

        Args:
            spec: the agent.
            game: what it will play.
            options: under which rules.
            seed: handed to the agent. Never the run's own seed: an agent that knew it could work out every deal.
            base_directory: where the agent's files and modules are looked for; the current directory if not given.

        Raises:
            AgentPathError: the agent's registered name is unknown.
        """
        if observation_dtype(game.observation_spec()) != game.observation_dtype:
            raise ValueError(f"{game.name}: the observation's spec and dtype differ")
        super().__init__(spec.path)
        self._spec = spec
        self._base_directory = (base_directory or Path()).resolve()
        self._introduction = _introduction(spec, game, options, seed, self._base_directory)
        self._over: list[str] = []

    def launch(self) -> AgentProcess:
        """A process that hosts agents, nothing of this one in it yet."""
        return AgentProcess(self._base_directory, threads=self._spec.threads)

    def introduce(self, process: AgentProcess) -> None:
        """Load the agent and set it up."""
        try:
            process.call({"call": "hello"}, HELLO_SECONDS)
        except (OverrunError, DiedError) as error:
            self.close()
            raise HostError(f"the process for agent {self._spec.path} can't be started: {error}") from error
        self.call(process, self._introduction, self._spec.setup_deadline)

    def end(self, games: Sequence[str]) -> None:
        """Remember to tell the agent that these games are over."""
        self._over += [game for game in games if game in self.known]
        self.known.difference_update(games)

    def close(self) -> None:
        """Kill the process."""
        super().close()
        self._over.clear()

    def decide(self, questions: Questions) -> list[Answer]:
        """One answer a question, asked in batches of at most `batch_size` rows in the order given."""
        size = self._spec.batch_size
        batches = [questions.rows(first, first + size) for first in range(0, len(questions), size)]
        return [answer for batch in batches for answer in self._decide_batch(batch)]

    def _decide_batch(self, questions: Questions) -> list[Answer]:
        if len(questions) > 1:
            try:
                return self.ask(questions)
            except FailedCallError:
                pass  # whose fault it is shows when each is asked alone
        return [self.decide_alone(questions.rows(row, row + 1)) for row in range(len(questions))]

    def ask(self, questions: Questions) -> list[Answer]:
        """One call; raises `FailedCallError` if it gives no actions."""
        new = [game for game in dict.fromkeys(questions.games) if game not in self.known]
        over, self._over = self._over, []
        request = {"call": "act", "over": over, "new": new, **questions.to_plain()}
        reply = self.call(self.ready_process(), request, self._spec.deadline)
        actions = _read_actions(reply, len(questions))
        if actions is None:
            self.lose_process(Outcome.FORFEIT_ERROR)
            raise FailedCallError(Outcome.FORFEIT_ERROR, "the process sent what is no answer")
        self.known.update(new)
        self.answered()
        return [judge(questions, row, action) for row, action in enumerate(actions)]

    def call(self, process: AgentProcess, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """One call; what the host reports as the agent's failure raises `FailedCallError`."""
        reply = super().call(process, request, seconds)
        if reply.get("status") == "error":
            raise FailedCallError(Outcome.FORFEIT_ERROR, str(reply.get("text")))
        if reply.get("status") == "shape":
            raise FailedCallError(Outcome.FORFEIT_ILLEGAL, str(reply.get("text")))
        return reply


def _read_actions(reply: dict[str, Any], n: int) -> list[int] | None:
    data = reply.get("actions")
    if reply.get("status") != "answers" or not isinstance(data, bytes) or len(data) != 8 * n:
        return None
    actions: list[int] = np.frombuffer(data, "<i8").tolist()
    return actions


def make_player(
    spec: AgentSpec, game: Game, options: GameOptions, *, seed: int = 0, base_directory: Path | None = None
) -> ProcessPlayer | None:
    """The player of an agent that runs in a process; None for compiled agents. Arguments as for `PythonPlayer`."""
    if isinstance(spec, PythonSpec):
        return PythonPlayer(spec, game, options, seed=seed, base_directory=base_directory)
    if isinstance(spec, ExternalSpec):
        return ExternalPlayer(spec, game, options, seed=seed, base_directory=base_directory)
    return None
