"""What the checks look at: one game with one set of options, and games of it played at random with every position kept."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from engine import playout
from engine.batch import Batch, block_keys
from engine.debug import RecordView
from engine.game import Game
from engine.options import GameOptions
from engine.rng import derive_key, key_array
from engine.trace import NO_TRACE
from engine.types import Keys, RecordArray

Check: TypeAlias = "Callable[[Subject], None]"


class ConformanceError(AssertionError):
    """A game breaks a promise that the engine, its agents or its results rest on.

    Attributes:
        game, check: names.
        lane, decision: which of the check's games, and after how many decisions; None where it isn't about one position.
        text: what differed.
    """

    def __init__(self, game: str, check: str, text: str, lane: int | None = None, decision: int | None = None) -> None:
        self.game, self.check, self.text, self.lane, self.decision = game, check, text, lane, decision
        where = "" if lane is None else f", lane {lane}"
        where += "" if decision is None else f", decision {decision}"
        super().__init__(f"{game}: check {check}{where}: {text}")


class Mismatch(Exception):  # noqa: N818  (no error by itself: the runner adds game and check to make one)
    """What a check found; `named_check` turns it into a `ConformanceError`."""

    def __init__(self, text: str, lane: int | None = None, decision: int | None = None) -> None:
        super().__init__(text)
        self.text, self.lane, self.decision = text, lane, decision


def named_check(check: Check) -> Check:
    """Let everything that goes wrong in a check come out as a `ConformanceError` that names game and check."""

    @functools.wraps(check)
    def run(subject: Subject) -> None:
        try:
            check(subject)
        except Mismatch as found:
            raise ConformanceError(
                subject.game.name, check.__name__, found.text, found.lane, found.decision
            ) from found.__cause__
        except ConformanceError:
            raise
        except Exception as error:
            raise ConformanceError(subject.game.name, check.__name__, f"raised {type(error).__name__}: {error}") from error

    return run


@dataclass(frozen=True)
class Position:
    """One position of a walk.

    Attributes:
        lane, decision: which game, and how many decisions were made before.
        state: its record, shape (1,); a copy.
        legal: what `legal_actions` wrote, as many as it said; empty after the end.
        claimed: how many it said.
        action: the action that was taken; -1 where the walk stops.
    """

    lane: int
    decision: int
    state: RecordArray
    legal: npt.NDArray[np.int32]
    claimed: int
    action: int

    @property
    def terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.state["terminal"][0])

    @property
    def seat(self) -> int:
        """Who has to decide."""
        return int(self.state["current_player"][0])


@dataclass(frozen=True)
class Subject:
    """A game with options, and how much of it to look at.

    Attributes:
        games: how many random games are walked through.
        seed: of set-up, play and the walk's choices.
    """

    game: Game
    options: GameOptions
    games: int
    seed: int

    @functools.cached_property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.game.seats(self.options))

    @functools.cached_property
    def words(self) -> RecordView:
        """The options record as the game's describing functions get it."""
        return RecordView(self.options.to_record())

    @staticmethod
    def record_bytes(batch: Batch) -> bytes:
        """The bytes of the options record that verbs got."""
        record = batch.record
        return cast("bytes", (record.record if isinstance(record, RecordView) else record).tobytes())

    def setup_keys(self, n: int) -> Keys:
        """Set-up keys of `n` games."""
        return block_keys(self.seed, "setup", np.arange(n, dtype=np.int64))

    def play_keys(self, n: int) -> Keys:
        """Play keys of `n` games."""
        return block_keys(self.seed, "play", np.arange(n, dtype=np.int64))

    def key(self, *words: str) -> Keys:
        """A key for a purpose of a check, shape (2,)."""
        return key_array(derive_key(self.seed, "check", *words))

    def fresh(self, n: int | None = None) -> Batch:
        """New games, the same ones at each call."""
        count = self.games if n is None else n
        return Batch.new(self.game, self.options, self.setup_keys(count), self.play_keys(count))

    def batch(self, states: RecordArray) -> Batch:
        """A batch of copies of some states."""
        return Batch(self.game, self.options, states.copy())

    def legal(self, batch: Batch, lane: int = 0) -> tuple[int, npt.NDArray[np.int32]]:
        """What `legal_actions` says and writes, with room for more than it may: a bad count must not cost the process."""
        out = np.full(self.game.num_distinct_actions + 8, -1, np.int32)
        claimed = playout.legal_actions_of(batch.record, batch.states, lane, out)
        return claimed, out[: max(min(claimed, len(out)), 0)]

    def step(self, batch: Batch, action: int, lane: int = 0) -> None:
        """Apply an action that is known to be legal."""
        playout.step_lane(batch.record, batch.states, lane, action, self.game.decision_cap, NO_TRACE)

    @functools.cached_property
    def walks(self) -> list[list[Position]]:
        """Random games, each as its positions from the first to the end, or to where its rules fail."""
        batch = self.fresh()
        chance = np.random.default_rng(self.seed)
        return [list(self._walk(batch, lane, chance)) for lane in range(self.games)]

    def _walk(self, batch: Batch, lane: int, chance: np.random.Generator) -> Iterator[Position]:
        for decision in range(self.game.decision_cap + 1):
            state = batch.states[lane : lane + 1].copy()
            over = bool(state["terminal"][0])
            claimed, legal = (0, np.zeros(0, np.int32)) if over else self.legal(batch, lane)
            can_go_on = claimed == len(legal) > 0 and legal.min() >= 0
            action = int(chance.choice(legal)) if can_go_on else -1
            yield Position(lane, decision, state, legal, claimed, action)
            if not can_go_on:
                return
            self.step(batch, action, lane)

    @functools.cached_property
    def positions(self) -> list[Position]:
        """All positions of all walks."""
        return [position for walk in self.walks for position in walk]

    def sample(self, limit: int) -> list[Position]:
        """At most `limit` positions before the end, spread evenly over the walks, from different depths."""
        running = [position for position in self.positions if not position.terminal and position.action >= 0]
        step = max(len(running) / max(limit, 1), 1.0)
        return [running[int(k * step)] for k in range(min(limit, len(running)))]


def difference(before: np.void, after: np.void) -> str:
    """The first field in which two records differ, with both values; empty if they are equal."""
    for name in before.dtype.names or ():
        if not np.array_equal(before[name], after[name]):
            return f"{name} is {before[name].tolist()} in one and {after[name].tolist()} in the other"
    return "" if before.tobytes() == after.tobytes() else "the bytes differ outside the fields"
