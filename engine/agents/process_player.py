"""What players of agents in processes share: start, watch, replace and give up on a process."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from engine.agents.process import AgentProcess, DiedError, OverrunError
from engine.agents.questions import Answer, FailedCallError, Questions
from engine.game import Outcome

GIVE_UP_AFTER = 8
"""So many processes of an agent may die in a row, without an answer in between, before it is asked no more in this match."""


class HostError(RuntimeError):
    """The process for an agent can't be started. That is our fault or the machine's: nobody forfeits."""


class AgentSetupError(RuntimeError):
    """An agent could not be loaded or set up: nothing can be played with it. The text is the agent's own."""


class ProcessPlayer(abc.ABC):
    """Answers for an agent that runs in a process of its own, which is replaced when it crashes or overruns its deadline.

    Attributes:
        known: games that the process has been told of.
    """

    def __init__(self, name: str) -> None:
        self.known: set[str] = set()
        self._name = name
        self._process: AgentProcess | None = None
        self._was_ready = False
        self._deaths = 0
        self._cause_of_death = Outcome.FORFEIT_ERROR

    @abc.abstractmethod
    def launch(self) -> AgentProcess:
        """Start a process; raises `HostError` if that fails by our fault or the machine's."""

    @abc.abstractmethod
    def introduce(self, process: AgentProcess) -> None:
        """Set the agent up in a new process; raises `FailedCallError`."""

    @abc.abstractmethod
    def decide(self, questions: Questions) -> list[Answer]:
        """One answer a question, as `engine.agents.questions.Player` asks."""

    @abc.abstractmethod
    def end(self, games: Sequence[str]) -> None:
        """A match is over: these were its games."""

    @abc.abstractmethod
    def ask(self, questions: Questions) -> list[Answer]:
        """One call, or the calls for one question; raises `FailedCallError` if it gives no actions."""

    def __enter__(self) -> Self:
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
            self.ready_process()
        except FailedCallError as failed:
            raise AgentSetupError(f"agent {self._name}: {failed}") from None

    def begin(self) -> None:
        """Start the process if need be: an agent that can't be set up is the sweep's fault, not a forfeit."""
        self._deaths = 0
        if not self._was_ready:
            self.start()

    def close(self) -> None:
        """Kill the process."""
        if self._process is not None:
            self._process.close()
        self._process = None
        self.known.clear()

    def answered(self) -> None:
        """The process works: forget those that died before it."""
        self._deaths = 0

    def decide_alone(self, question: Questions) -> Answer:
        """The answer to one question, or the forfeit that it comes to."""
        deaths = self._deaths
        try:
            return self.ask(question)[0]
        except FailedCallError as failed:
            died = self._deaths > deaths and failed.answer.cause == Outcome.FORFEIT_ERROR
            if died and deaths == 0:  # it had worked; it may have died of what came before, such as memory that filled up
                return self.decide_alone(question)
            return failed.answer

    def call(self, process: AgentProcess, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """One call; an overrun or a death loses the process and raises `FailedCallError`."""
        try:
            return process.call(request, seconds)
        except (OverrunError, DiedError) as error:
            cause = Outcome.FORFEIT_TIMEOUT if isinstance(error, OverrunError) else Outcome.FORFEIT_ERROR
            self.lose_process(cause)
            raise FailedCallError(cause, str(error)) from None

    def ready_process(self) -> AgentProcess:
        """The process, started and set up if need be; raises `FailedCallError` or `HostError`."""
        if self._process is not None:
            return self._process
        if self._deaths >= GIVE_UP_AFTER:
            raise FailedCallError(
                self._cause_of_death, f"{self._deaths} processes died one after the other; it is asked no more"
            )
        process = self._process = self.launch()
        try:
            self.introduce(process)
        except FailedCallError as failed:
            self.lose_process(failed.answer.cause)
            raise
        self._was_ready = True
        return process

    def lose_process(self, cause: Outcome) -> None:
        """Kill the process, and count it."""
        if self._process is not None:
            self._deaths += 1
            self._cause_of_death = cause
            self.close()
