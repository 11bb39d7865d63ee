"""Play a batch to its end, whoever decides: compiled agents inside kernels, all others through their players.

Which questions go to a player together, and in which order, depends on the lanes alone, never on timing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine import playout
from engine.agents.compiled import AGENT_DTYPE, EXTERNAL, AgentKind
from engine.agents.metering import Meter
from engine.agents.questions import Answer, Player, Questions
from engine.batch import Batch, Lanes, Rests
from engine.game import Outcome
from engine.playout import LaneStatus
from engine.types import Keys, RecordArray


@dataclass(frozen=True)
class Forfeit:
    """An agent's own failure: where, what kind, and what it said."""

    lane: int
    seat: int
    cause: Outcome
    text: str


@dataclass(frozen=True)
class MatchResult:
    """What a batch leaves, n games.

    Attributes:
        seat_decisions: (n, seats) i4, decisions of each seat.
        credits: (n, seats) i1, returns in 1/12.
        summaries: (n, seats) records of the game's summary dtype.
        iterations: (n, seats) i8, playouts that the seats' searches took; 0 for other agents.
        causes: (n, seats) i1, 0 or the `Outcome` by which the seat's agent forfeited.
        forfeits: one entry for each cause, in the order they came about.
        actions: of each game its actions by all seats, in order, if they were to be recorded.
    """

    seat_decisions: npt.NDArray[np.int32]
    credits: npt.NDArray[np.int8]
    summaries: RecordArray
    iterations: npt.NDArray[np.int64]
    causes: npt.NDArray[np.int8]
    forfeits: tuple[Forfeit, ...]
    actions: list[npt.NDArray[np.int32]] | None


def play_lanes(
    batch: Batch,
    agents: RecordArray,
    keys: Keys,
    decision_cap: int | None = None,
    players: Sequence[Player] = (),
    *,
    games: Sequence[str] | None = None,
    record: bool = False,
    rests: Rests | None = None,
    meter: Meter | None = None,
) -> MatchResult:
    """Play every game of a batch to its end, in place.

    A forfeit ends a game of two sides at once: the other side wins, the outcome says why. With more sides the seat is played on
    by `random` and gets nothing (contract 2).

    Args:
        batch: the games; finished ones stay as they are.
        agents: (seats,) or (n, seats) records of `AGENT_DTYPE`; an external agent's first parameter is its place in `players`.
        keys: (n, seats, 2) u8, from `engine.batch.agent_keys`.
        decision_cap: cap on the decisions of a game; the game's default if not given.
        players: who answers for external agents.
        games: ids of the games as players see them; lane numbers if not given.
        record: write down the actions of every game.
        rests: asked between searches.
        meter: told of every decision that isn't compiled into bulk play, while it is made.

    Raises:
        ValueError: an external agent has no player.
        AgentSetupError: an agent can't be set up.
        HostError: the process for an agent can't be started.
        EngineError: the rules are at fault.
    """
    lanes = Lanes(batch, np.broadcast_to(agents, (len(batch), batch.seats)), keys, decision_cap, record, meter)
    match = _Match(lanes, players, games, meter)
    match.play(rests)
    returns, summaries = batch.settle()
    returns[match.causes != 0] = 0
    return MatchResult(
        lanes.seat_decisions,
        returns,
        summaries,
        lanes.iterations,
        match.causes,
        tuple(match.forfeits),
        lanes.recorded_actions() if record else None,
    )


def end_by_forfeit(batch: Batch, lane: int, seat: int, cause: Outcome) -> None:
    """End a game of two sides because an agent failed: the other side wins, the outcome says why (contract 2)."""
    state = batch.view(lane)
    state.terminal = 1
    state.outcome = int(cause)
    state.winners = sum(1 << other for other, team in enumerate(batch.teams) if team != batch.teams[seat])


class _Match:
    """A batch that is being played, and what was forfeited in it."""

    def __init__(self, lanes: Lanes, players: Sequence[Player], games: Sequence[str] | None, meter: Meter | None) -> None:
        self.lanes = lanes
        self.meter = meter
        self.players = players
        self.games = games
        self.player_of = np.where(lanes.agents["kind"] == EXTERNAL, lanes.agents["parameters"][..., 0], -1).astype(np.int64)
        if self.player_of.max(initial=-1) >= len(players):
            raise ValueError(f"agents name player {self.player_of.max()}, there are {len(players)}")
        if games is not None and len(games) != len(lanes.batch):
            raise ValueError(f"{len(games)} ids for {len(lanes.batch)} games")
        self.causes = np.zeros((len(lanes.batch), lanes.batch.seats), np.int8)
        self.forfeits: list[Forfeit] = []

    def play(self, rests: Rests | None = None) -> None:
        """Play on until every game is over."""
        in_use = [(number, self.players[number]) for number in np.unique(self.player_of[self.player_of >= 0]).tolist()]
        for _, player in in_use:
            player.begin()
        self.lanes.advance(rests)
        while (self.lanes.status == LaneStatus.WAITING).any():
            waiting = np.flatnonzero(self.lanes.status == LaneStatus.WAITING)
            seats = self.lanes.batch.states["current_player"][waiting].astype(np.int64)
            askers = self.player_of[waiting, seats]
            for number, player in in_use:
                chosen = askers == number
                self._ask(player, waiting[chosen], seats[chosen])
            self.lanes.advance(rests)
        for _, player in in_use:
            player.end([self._name(lane) for lane in range(len(self.lanes.batch))])

    def _name(self, lane: int) -> str:
        return str(lane) if self.games is None else self.games[lane]

    def _ask(self, player: Player, lanes: npt.NDArray[np.int64], seats: npt.NDArray[np.int64]) -> None:
        if len(lanes) == 0:
            return
        questions = self._questions(lanes, seats)
        with nullcontext() if self.meter is None else self.meter.measure(self.lanes.agents[lanes[0], seats[0]]):
            answers = player.decide(questions)
        for lane, seat, answer in zip(lanes.tolist(), seats.tolist(), answers, strict=True):
            if answer.cause == Outcome.RUNNING:
                self.lanes.actions[lane] = answer.action
                self.lanes.status[lane] = LaneStatus.ANSWERED
            else:
                self._forfeit(lane, seat, answer)

    def _questions(self, lanes: npt.NDArray[np.int64], seats: npt.NDArray[np.int64]) -> Questions:
        batch = self.lanes.batch
        keys = np.empty((len(lanes), 2), np.uint64)
        playout.key_decisions(batch.states, lanes, seats, self.lanes.keys, keys)
        return Questions(
            games=tuple(self._name(lane) for lane in lanes.tolist()),
            seats=seats.astype(np.int8),
            decisions=batch.states["decisions"][lanes],
            keys=keys,
            observations=batch.observe_each(lanes, seats),
            legal=self.lanes.legal[lanes],
            n_legal=self.lanes.n_legal[lanes],
        )

    def _forfeit(self, lane: int, seat: int, answer: Answer) -> None:
        self.causes[lane, seat] = answer.cause
        self.forfeits.append(Forfeit(lane, seat, answer.cause, answer.text))
        batch = self.lanes.batch
        if batch.sides > 2:
            self.lanes.agents[lane, seat] = np.array((AgentKind.RANDOM, 0.0), AGENT_DTYPE)
            self.lanes.status[lane] = LaneStatus.RUNNING
            return
        end_by_forfeit(batch, lane, seat, answer.cause)
        self.lanes.status[lane] = LaneStatus.DONE
