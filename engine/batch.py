"""`Batch`: many games of one kind with the same options, in one structured array. The Python face of the core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine import playout
from engine.agents.compiled import AGENT_DTYPE, EXTERNAL, SEARCHES
from engine.agents.metering import Meter
from engine.agents.searching import Searcher
from engine.debug import RecordView
from engine.game import CREDITS_PER_GAME, Game, get_game
from engine.options import GameOptions
from engine.playout import LaneStatus, as_argument
from engine.rng import derive_key, extend_keys, key_array
from engine.trace import NO_TRACE
from engine.types import Keys, RecordArray


class EngineError(RuntimeError):
    """A defect of a game's rules, found while playing: no legal action before the end, or more than its bound."""


def options_record(options: GameOptions) -> Any:
    """The options as an argument for verbs and kernels."""
    return as_argument(options.to_record())


def hash_states(states: RecordArray) -> npt.NDArray[np.uint64]:
    """A 64-bit hash of each state's bytes, equal on every machine; shape (n,)."""
    width = states.dtype.itemsize
    words = np.zeros((len(states), -(-width // 8)), np.uint64)
    words.view(np.uint8)[:, :width] = np.ascontiguousarray(states).view(np.uint8).reshape(len(states), width)
    out = np.zeros(len(states), np.uint64)
    playout.hash_words(words, out)
    return out


def block_keys(seed: int, purpose: str, blocks: npt.NDArray[np.int64], *words: str) -> Keys:
    """The key of each block for a purpose (`setup`, `play`), shape (n, 2); `words` as in `derive_key`."""
    out = np.empty((len(blocks), 2), np.uint64)
    extend_keys(key_array(derive_key(seed, purpose, *words)), blocks, out)
    return out


def agent_keys(seed: int, cell_id: str, blocks: npt.NDArray[np.int64], rotations: npt.NDArray[np.int64], seats: int) -> Keys:
    """The agent key of each game and seat, shape (n, seats, 2): of run seed, game id (cell, block, rotation), seat."""
    games = block_keys(seed, "agent", blocks, cell_id)
    out = np.empty((len(blocks), seats, 2), np.uint64)
    playout.key_seats(games, rotations, out)
    return out


class Batch:
    """Games of one kind with the same options.

    Attributes:
        game, options: what is played.
        states: structured array, shape (n,); a view into it is the way to look at or change a position.
    """

    def __init__(self, game: Game, options: GameOptions, states: RecordArray) -> None:
        if states.dtype != game.state:
            raise TypeError(f"states of dtype {states.dtype.names} are not {game.name}'s")
        get_game(game.name)  # an unregistered game would poison numba's typing of the kernels for this process
        self.game = game
        self.options = options
        self.states = states
        self.record = options_record(options)
        self.seats = len(game.seats(options))
        self.teams = game.teams(options)
        self.sides = len(set(self.teams))

    @classmethod
    def new(
        cls, game: Game, options: GameOptions, setup_keys: Keys, play_keys: Keys, trace: npt.NDArray[np.int32] = NO_TRACE
    ) -> Batch:
        """New games, one for each pair of keys of shape (n, 2)."""
        batch = cls(game, options, np.zeros(len(setup_keys), game.state))
        playout.start_games(batch.record, batch.states, setup_keys, play_keys, trace)
        return batch

    @classmethod
    def from_seed(cls, game: Game | str, options: GameOptions | None = None, n: int = 1, seed: int = 0) -> Batch:
        """`n` new games with the keys of blocks 0 .. n - 1 of a run seed."""
        found = get_game(game) if isinstance(game, str) else game
        blocks = np.arange(n, dtype=np.int64)
        chosen = found.options() if options is None else options
        return cls.new(found, chosen, block_keys(seed, "setup", blocks), block_keys(seed, "play", blocks))

    def __len__(self) -> int:
        return len(self.states)

    @property
    def options_view(self) -> RecordView:
        """The options record by attribute: what a game's audit, words and pictures get."""
        return self.record if isinstance(self.record, RecordView) else RecordView(self.record)

    def view(self, lane: int = 0) -> RecordView:
        """One state by attribute, in place."""
        return RecordView(self.states[lane])

    def legal_actions(self, lane: int = 0) -> npt.NDArray[np.int32]:
        """The legal actions of one game, ascending; empty after its end."""
        if self.states[lane]["terminal"]:
            return np.zeros(0, np.int32)
        out = np.zeros(self.game.max_legal_actions, np.int32)
        n = playout.legal_actions_of(self.record, self.states, lane, out)
        if not 0 < n <= len(out):
            raise EngineError(f"{self.game.name}: {n} legal actions before the end of the game (bound {len(out)})")
        return out[:n]

    def apply(
        self, action: int, lane: int = 0, decision_cap: int | None = None, trace: npt.NDArray[np.int32] = NO_TRACE
    ) -> None:
        """Apply one legal action in one game.

        Raises:
            ValueError: the game is over or the action isn't legal.
        """
        if action not in self.legal_actions(lane):
            raise ValueError(f"action {action} is not legal here")
        playout.step_lane(self.record, self.states, lane, int(action), decision_cap or self.game.decision_cap, trace)

    def observe(self, seat: int, lanes: Sequence[int] | None = None) -> RecordArray:
        """What `seat` sees in each game (or in `lanes`): records of the observation dtype."""
        chosen = np.arange(len(self), dtype=np.int64) if lanes is None else np.asarray(lanes, np.int64)
        return self.observe_each(chosen, np.full(len(chosen), seat, np.int64))

    def observe_each(self, lanes: npt.NDArray[np.int64], seats: npt.NDArray[np.int64]) -> RecordArray:
        """What seat `seats[i]` sees in game `lanes[i]`."""
        out = np.zeros(len(lanes), self.game.observation_dtype)
        playout.observe(self.record, self.states, lanes, seats, out)
        return out

    def resample(self, seat: int, keys: Keys) -> None:
        """Replace, in every game, what `seat` can't see; keys of shape (n, 2)."""
        playout.resample_lanes(self.record, self.states, np.full(len(self), seat, np.int64), keys)

    def priorities(self, lane: int, actions: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """What `action_priority` says of each action."""
        out = np.zeros(len(actions), np.int64)
        playout.priorities_of(self.record, self.states, lane, actions, out)
        return out

    def values(self, lane: int = 0) -> npt.NDArray[np.float64]:
        """What `position_value` says for each seat."""
        out = np.zeros(self.seats, np.float64)
        playout.values_of(self.record, self.states, lane, out)
        return out

    def hashes(self) -> npt.NDArray[np.uint64]:
        """`hash_states` of the games."""
        return hash_states(self.states)

    def copy(self) -> Batch:
        """The same games in memory of their own."""
        return Batch(self.game, self.options, self.states.copy())

    def play(self, agents: RecordArray, keys: Keys, decision_cap: int | None = None) -> npt.NDArray[np.int32]:
        """Play every game to its end with compiled agents; returns the decisions of each seat, shape (n, seats).

        Args:
            agents: (seats,) or (n, seats) records of `AGENT_DTYPE`.
            keys: (n, seats, 2) u8, from `agent_keys`.
            decision_cap: cap on the decisions of a game; the game's default if not given.
        """
        lanes = Lanes(self, agents, keys, decision_cap)
        lanes.advance()
        if not (lanes.status == LaneStatus.DONE).all():
            raise ValueError("an agent is not compiled: play the batch with engine.agents.match.play_lanes")
        return lanes.seat_decisions

    def settle(self) -> tuple[npt.NDArray[np.int8], RecordArray]:
        """Of finished games: credits (returns in 1/12), i1, and summaries, both of shape (n, seats)."""
        returns = np.zeros((len(self), self.seats), np.float64)
        summaries = np.zeros((len(self), self.seats), self.game.summary)
        playout.settle(self.record, self.states, self.sides, returns, summaries)
        return np.rint(returns * CREDITS_PER_GAME).astype(np.int8), summaries


def round_summaries(
    batch: Batch, actions: Sequence[npt.NDArray[np.int32]], last_rounds: npt.NDArray[np.int16], decision_cap: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int16], RecordArray]:
    """Figures at the end of each round of recorded games, which are played again, in place.

    Args:
        batch: n games at their first positions; a game with `Game.round_summary`.
        actions: all actions of each game.
        last_rounds: (n,) number of each game's last round.
        decision_cap: that they were played with.

    Returns:
        A row for each round of each game, in order: (rows,) which game, (rows,) number of the round, and (rows, seats) records
        of `round_summary`.

    Raises:
        EngineError: the games take another number of rounds when they are played again.
    """
    firsts = batch.states["round_number"].astype(np.int64)
    lengths = last_rounds.astype(np.int64) - firsts + 1
    games = np.repeat(np.arange(len(batch)), lengths)
    starts = np.cumsum(lengths) - lengths
    rounds = (np.arange(len(games)) - np.repeat(starts - firsts, lengths)).astype(np.int16)
    out = np.zeros((len(games), batch.seats), batch.game.round_summary)
    ends = np.cumsum([len(taken) for taken in actions], dtype=np.int64)
    flat = np.concatenate([np.zeros(0, np.int32), *actions])
    if playout.follow_rounds(batch.record, batch.states, flat, ends, decision_cap, out, NO_TRACE) != len(out):
        raise EngineError(f"{batch.game.name}: recorded games take other rounds when they are played again")
    return games, rounds, out


class Rests(Protocol):
    """Who wants to be asked now and then while searches decide, which may take hours."""

    def lanes(self) -> int:
        """How many lanes may search before the next rest; no result depends on it."""
        ...

    def rest(self, lanes: Lanes) -> None:
        """Every lane is DONE or WAITING: what they hold can be stored and gone on from. May raise to end it here."""
        ...


class Lanes:
    """The arrays of a batch that is being played: see `engine.playout.advance`. With `record`, every action is written down.

    `iterations`, (n, seats) i8, counts what searches took; `meter` is told of each while it is made.
    """

    def __init__(
        self,
        batch: Batch,
        agents: RecordArray,
        keys: Keys,
        decision_cap: int | None = None,
        record: bool = False,
        meter: Meter | None = None,
    ) -> None:
        n, seats = len(batch), batch.seats
        self.batch = batch
        self.agents = np.atleast_2d(np.array(agents, AGENT_DTYPE, copy=True, order="C"))
        self.keys = keys
        self.decision_cap = batch.game.decision_cap if decision_cap is None else decision_cap
        may_wait = bool(np.any(self.agents["kind"] >= EXTERNAL))
        self.status = np.where(batch.states["terminal"] != 0, LaneStatus.DONE, LaneStatus.RUNNING).astype(np.int8)
        self.seat_decisions = np.zeros((n, seats), np.int32)
        self.iterations = np.zeros((n, seats), np.int64)
        self.actions = np.full(n, -1, np.int32)
        self.legal = np.zeros((n if may_wait else 0, batch.game.max_legal_actions), np.int32)
        self.n_legal = np.zeros(n, np.int32)
        self.buffer = np.zeros(batch.game.max_legal_actions, np.int32)
        self.first_decisions = batch.states["decisions"].copy()
        columns = max(self.decision_cap, int(self.first_decisions.max(initial=0)) + 1)
        self.log = np.zeros((n, columns), np.int32) if record else None
        self._searcher = Searcher(self, meter) if np.isin(self.agents["kind"], SEARCHES).any() else None

    def advance(self, rests: Rests | None = None) -> None:
        """Play on until every lane is DONE or WAITING for an external agent, with rests between searches if wanted.

        Raises:
            EngineError: a lane is at fault.
        """
        self._play_on()
        while self._searcher is not None and self._searcher.answer(None if rests is None else rests.lanes()):
            self._play_on()
            if rests is not None:
                rests.rest(self)

    def _play_on(self) -> None:
        batch = self.batch
        playout.advance(
            batch.record,
            batch.states,
            self.agents,
            self.keys,
            self.decision_cap,
            self.status,
            self.seat_decisions,
            self.actions,
            self.legal,
            self.n_legal,
            self.log,
            self.buffer,
            NO_TRACE,
        )
        faults = np.flatnonzero(self.status == LaneStatus.FAULT)
        if len(faults):
            raise EngineError(f"{batch.game.name}: lane {faults[0]} has no legal action, or too many, before its end")

    def recorded_actions(self) -> list[npt.NDArray[np.int32]]:
        """The actions of each game since the lanes were made, by all seats, in order.

        Raises:
            ValueError: the lanes don't record.
        """
        if self.log is None:
            raise ValueError("these lanes were made without record=True")
        last = self.batch.states["decisions"]
        return [self.log[i, first : last[i]].copy() for i, first in enumerate(self.first_decisions)]
