"""Who answers for agents that kernels wait for: questions in, answers or forfeits out.

`Player` is all that `engine.agents.match` knows of an agent. `PythonPlayer` asks the process of a Python agent, and decides
what is a forfeit and whose.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.agents.process import AgentProcess, DiedError, OverrunError
from engine.agents.python import observation_dtype
from engine.agents.specs import AgentSpec, PythonSpec, class_path
from engine.agents.wire import MAX_TEXT, plain
from engine.codec import pack
from engine.game import Game, Outcome, game_of_tag
from engine.options import GameOptions, option_values
from engine.types import Keys, RecordArray

GIVE_UP_AFTER = 8
"""So many processes of an agent may die in a row, without an answer in between, before it is asked no more in this match."""


HELLO_SECONDS = 120.0
"""How long the process may take to start, before anything of the agent is loaded."""


class HostError(RuntimeError):
    """The process for an agent can't be started. That is our fault or the machine's: nobody forfeits."""


class AgentSetupError(RuntimeError):
    """An agent could not be loaded or set up: nothing can be played with it. The text is the agent's own."""


@dataclass(frozen=True)
class Questions:
    """Decisions that wait for an answer, one a row, n in all.

    Attributes:
        games: ids of the games.
        seats: (n,) i1, who decides.
        decisions: (n,) i4, decisions made before.
        keys: (n, 2) u8, the luck of the decision.
        observations: (n,) records: what the seat sees.
        legal: (n, max_legal_actions) i4, of which the first `n_legal` count.
        n_legal: (n,) i4.
    """

    games: tuple[str, ...]
    seats: npt.NDArray[np.int8]
    decisions: npt.NDArray[np.int32]
    keys: Keys
    observations: RecordArray
    legal: npt.NDArray[np.int32]
    n_legal: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.games)

    def rows(self, first: int, last: int) -> Questions:
        """Rows `first` .. `last - 1`."""
        part = slice(first, last)
        return Questions(
            self.games[part],
            self.seats[part],
            self.decisions[part],
            self.keys[part],
            self.observations[part],
            self.legal[part],
            self.n_legal[part],
        )

    def is_legal(self, row: int, action: int) -> bool:
        """Whether an action is one of a row's."""
        return bool((self.legal[row, : self.n_legal[row]] == action).any())


@dataclass(frozen=True)
class Answer:
    """An action; or, where `cause` is not RUNNING, a forfeit and what led to it."""

    action: int = -1
    cause: Outcome = Outcome.RUNNING
    text: str = ""


class Player(Protocol):
    """Who answers for one agent."""

    def begin(self) -> None:
        """A match begins."""

    def decide(self, questions: Questions) -> list[Answer]:
        """One answer a question. An action in it is legal."""

    def end(self, games: Sequence[str]) -> None:
        """A match is over: these were its games."""

    def close(self) -> None:
        """Let go of processes."""


class _FailedError(Exception):
    """A call gave no actions: why."""

    def __init__(self, cause: Outcome, text: str) -> None:
        super().__init__(text)
        self.answer = Answer(cause=cause, text=text[-MAX_TEXT:])


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


class PythonPlayer:
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
        self._spec = spec
        self._base_directory = (base_directory or Path()).resolve()
        self._introduction = _introduction(spec, game, options, seed, self._base_directory)
        self._process: AgentProcess | None = None
        self._was_ready = False
        self._known: set[str] = set()
        self._over: list[str] = []
        self._deaths = 0
        self._cause_of_death = Outcome.FORFEIT_ERROR

    def __enter__(self) -> PythonPlayer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Id of the agent's process, if one runs."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start the process and set the agent up, unless that is done.

        Raises:
            AgentSetupError: it can't be loaded or set up.
            HostError: its process can't be started.
        """
        try:
            self._ready_process()
        except _FailedError as failed:
            raise AgentSetupError(f"agent {self._spec.path}: {failed}") from None

    def begin(self) -> None:
        """Start the process if need be: an agent that can't be set up is the sweep's fault, not a forfeit."""
        self._deaths = 0
        if not self._was_ready:
            self.start()

    def end(self, games: Sequence[str]) -> None:
        """Remember to tell the agent that these games are over."""
        self._over += [game for game in games if game in self._known]
        self._known.difference_update(games)

    def close(self) -> None:
        """Kill the process."""
        if self._process is not None:
            self._process.close()
        self._process = None
        self._known.clear()
        self._over.clear()

    def decide(self, questions: Questions) -> list[Answer]:
        """One answer a question, asked in batches of at most `batch_size` rows in the order given."""
        size = self._spec.batch_size
        batches = [questions.rows(first, first + size) for first in range(0, len(questions), size)]
        return [answer for batch in batches for answer in self._decide_batch(batch)]

    def _decide_batch(self, questions: Questions) -> list[Answer]:
        if len(questions) > 1:
            try:
                return self._ask(questions)
            except _FailedError:
                pass  # whose fault it is shows when each is asked alone
        return [self._decide_alone(questions.rows(row, row + 1)) for row in range(len(questions))]

    def _decide_alone(self, question: Questions) -> Answer:
        deaths = self._deaths
        try:
            return self._ask(question)[0]
        except _FailedError as failed:
            died = self._deaths > deaths and failed.answer.cause == Outcome.FORFEIT_ERROR
            if died and deaths == 0:  # it had worked; it may have died of what came before, such as memory that filled up
                return self._decide_alone(question)
            return failed.answer

    def _ask(self, questions: Questions) -> list[Answer]:
        """One call; raises `_FailedError` if it gives no actions."""
        new = [game for game in dict.fromkeys(questions.games) if game not in self._known]
        over, self._over = self._over, []
        reply = self._call(self._ready_process(), _request(questions, new, over), self._spec.deadline)
        actions = _read_actions(reply, len(questions))
        if actions is None:
            self._lose_process(Outcome.FORFEIT_ERROR)
            raise _FailedError(Outcome.FORFEIT_ERROR, "the process sent what is no answer")
        self._known.update(new)
        self._deaths = 0
        return [_judge(questions, row, action) for row, action in enumerate(actions)]

    def _call(self, process: AgentProcess, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            reply = process.call(request, seconds)
        except (OverrunError, DiedError) as error:
            cause = Outcome.FORFEIT_TIMEOUT if isinstance(error, OverrunError) else Outcome.FORFEIT_ERROR
            self._lose_process(cause)
            raise _FailedError(cause, str(error)) from None
        if reply.get("status") == "error":
            raise _FailedError(Outcome.FORFEIT_ERROR, str(reply.get("text")))
        if reply.get("status") == "shape":
            raise _FailedError(Outcome.FORFEIT_ILLEGAL, str(reply.get("text")))
        return reply

    def _ready_process(self) -> AgentProcess:
        if self._process is not None:
            return self._process
        if self._deaths >= GIVE_UP_AFTER:
            raise _FailedError(self._cause_of_death, f"{self._deaths} processes died one after the other; it is asked no more")
        process = self._process = AgentProcess(self._base_directory)
        try:
            process.call({"call": "hello"}, HELLO_SECONDS)
        except (OverrunError, DiedError) as error:
            self.close()
            raise HostError(f"the process for agent {self._spec.path} can't be started: {error}") from error
        try:
            self._call(process, self._introduction, self._spec.setup_deadline)
        except _FailedError as failed:
            self._lose_process(failed.answer.cause)
            raise
        self._was_ready = True
        return process

    def _lose_process(self, cause: Outcome) -> None:
        if self._process is not None:
            self._deaths += 1
            self._cause_of_death = cause
            self.close()


def _request(questions: Questions, new: list[str], over: list[str]) -> dict[str, Any]:
    taken = np.arange(questions.legal.shape[1]) < questions.n_legal[:, None]
    return {
        "call": "act",
        "over": over,
        "new": new,
        "games": list(questions.games),
        "seats": questions.seats.astype("<i1").tobytes(),
        "decisions": questions.decisions.astype("<i4").tobytes(),
        "keys": questions.keys.astype("<u8").tobytes(),
        "observations": questions.observations.tobytes(),
        "counts": questions.n_legal.astype("<i4").tobytes(),
        "legal": questions.legal[taken].astype("<i4").tobytes(),
    }


def _read_actions(reply: dict[str, Any], n: int) -> list[int] | None:
    data = reply.get("actions")
    if reply.get("status") != "answers" or not isinstance(data, bytes) or len(data) != 8 * n:
        return None
    actions: list[int] = np.frombuffer(data, "<i8").tolist()
    return actions


def _judge(questions: Questions, row: int, action: int) -> Answer:
    if questions.is_legal(row, action):
        return Answer(action)
    what = "no integer" if action < 0 else f"{action}, which is not legal here"
    return Answer(cause=Outcome.FORFEIT_ILLEGAL, text=f"the answer is {what}")


def make_player(
    spec: AgentSpec, game: Game, options: GameOptions, *, seed: int = 0, base_directory: Path | None = None
) -> PythonPlayer | None:
    """The player of an agent that kernels wait for; None for compiled agents. Arguments as for `PythonPlayer`."""
    if isinstance(spec, PythonSpec):
        return PythonPlayer(spec, game, options, seed=seed, base_directory=base_directory)
    return None
