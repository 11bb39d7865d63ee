"""What passes between a match and whoever answers for an agent: questions, answers, and the interface `Player`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.agents.wire import MAX_TEXT
from engine.game import Outcome
from engine.types import Keys, RecordArray


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

    def to_plain(self) -> dict[str, Any]:
        """As a map for messages, little-endian arrays as bytes; of `legal` what counts, row after row."""
        taken = np.arange(self.legal.shape[1]) < self.n_legal[:, None]
        return {
            "games": list(self.games),
            "seats": self.seats.astype("<i1").tobytes(),
            "decisions": self.decisions.astype("<i4").tobytes(),
            "keys": self.keys.astype("<u8").tobytes(),
            "observations": self.observations.tobytes(),
            "counts": self.n_legal.astype("<i4").tobytes(),
            "legal": self.legal[taken].astype("<i4").tobytes(),
        }

    @classmethod
    def from_plain(cls, message: Mapping[str, Any], observation: np.dtype[np.void], max_legal_actions: int) -> Questions:
        """From what `to_plain` gave; other keys of the map are left alone."""
        counts = np.frombuffer(message["counts"], "<i4")
        legal = np.full((len(counts), max_legal_actions), -1, np.int32)
        legal[np.arange(max_legal_actions) < counts[:, None]] = np.frombuffer(message["legal"], "<i4")
        return cls(
            games=tuple(message["games"]),
            seats=np.frombuffer(message["seats"], "<i1"),
            decisions=np.frombuffer(message["decisions"], "<i4"),
            keys=np.frombuffer(message["keys"], "<u8").reshape(-1, 2),
            observations=np.frombuffer(message["observations"], observation),
            legal=legal,
            n_legal=counts,
        )

    @classmethod
    def joined(cls, asked: Sequence[Questions]) -> Questions:
        """The rows of all, one after the other."""
        return cls(
            games=tuple(game for questions in asked for game in questions.games),
            seats=np.concatenate([questions.seats for questions in asked]),
            decisions=np.concatenate([questions.decisions for questions in asked]),
            keys=np.concatenate([questions.keys for questions in asked]),
            observations=np.concatenate([questions.observations for questions in asked]),
            legal=np.concatenate([questions.legal for questions in asked]),
            n_legal=np.concatenate([questions.n_legal for questions in asked]),
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


class FailedCallError(Exception):
    """A call gave no actions: why."""

    def __init__(self, cause: Outcome, text: str) -> None:
        super().__init__(text)
        self.answer = Answer(cause=cause, text=text[-MAX_TEXT:])


def judge(questions: Questions, row: int, action: int) -> Answer:
    """The answer `action` of a row, or the forfeit that it is."""
    if questions.is_legal(row, action):
        return Answer(action)
    what = "no integer" if action < 0 else f"{action}, which is not legal here"
    return Answer(cause=Outcome.FORFEIT_ILLEGAL, text=f"the answer is {what}")
