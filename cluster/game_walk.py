"""A game stepped through its actions with every position kept: what a viewer turns the pages of."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cluster.ids import GameId
from cluster.plan import Plan
from cluster.replay import Choice, Decision, Replay
from cluster.run_directory import RunDirectory
from cluster.sight import told_words
from cluster.stored_games import replay_stored
from engine.batch import Batch
from engine.game import CREDITS_PER_GAME
from engine.trace import Event, new_trace, read_trace
from engine.types import RecordArray
from workers.chunk import new_games, start_states

_TRACE_ROWS = 4096


class GameWalk:
    """A game from its first position on.

    Attributes:
        game, options: what is played.
        agents: who has each seat; empty words where nobody knows.
        setup: what chance brought in the set-up.
        decisions: those taken so far, in order.
        decision_cap: that the game is played with.
    """

    def __init__(self, start: Batch, agents: Sequence[str], decision_cap: int, setup: Sequence[Event] = ()) -> None:
        self.game, self.options = start.game, start.options
        self.agents = tuple(agents)
        self.setup = tuple(setup)
        self.decisions: list[Decision] = []
        self.seat_names = start.game.seats(start.options)
        self.decision_cap = decision_cap
        self._batch = start.copy()
        self._states = [start.states.copy()]
        self._values = [self._judge()]
        self._told: dict[tuple[int, int], tuple[str, bool]] = {}

    def step(self, action: int) -> None:
        """Go on by one decision; raises `ValueError` if it isn't legal."""
        batch, state = self._batch, self._batch.view()
        seat, choices = state.current_player, len(batch.legal_actions())
        words = batch.game.describe_action(batch.options_view, state, action)
        number, round_number = state.decisions, state.round_number
        trace = new_trace(_TRACE_ROWS)
        batch.apply(action, decision_cap=self.decision_cap, trace=trace)
        self.decisions.append(
            Decision(
                number=number,
                round_number=round_number,
                seat=seat,
                seat_name=self.seat_names[seat],
                agent=self.agents[seat],
                chosen=Choice(action, batch.game.decode_action(action), words),
                choices=choices,
                legal=(),
                events=tuple(read_trace(trace)),
                board=None,
            )
        )
        self._states.append(batch.states.copy())
        self._values.append(self._judge())

    def end(self, states: RecordArray, credits_: Sequence[int]) -> None:
        """Put the last position right where it was not a decision that ended the game, and what it brought each seat."""
        self._states[-1] = states.copy()
        self._values[-1] = [value / CREDITS_PER_GAME for value in credits_]

    def position(self, number: int) -> Batch:
        """The position after `number` decisions, as a batch of one game of its own; raises `IndexError`."""
        if not 0 <= number < len(self._states):
            raise IndexError(f"the game has positions 0 to {len(self._states) - 1}")
        return Batch(self.game, self.options, self._states[number].copy())

    @property
    def positions(self) -> int:
        """How many positions there are: one more than decisions."""
        return len(self._states)

    @property
    def values(self) -> list[list[float]]:
        """What the game's own rule of thumb (`position_value`) expects each seat to get, for each position, 0 .. 1."""
        return self._values

    def _judge(self) -> list[float]:
        if not self._batch.view().terminal:
            values: list[float] = self._batch.values().tolist()
            return values
        credits_, _ = self._batch.settle()
        return [value / CREDITS_PER_GAME for value in credits_[0].tolist()]

    def told(self, place: int, seat: int) -> tuple[str, bool]:
        """What a seat can tell of the decision at a place in `decisions`, and whether that is all (`cluster.sight`)."""
        key = (place, seat)
        if key not in self._told:
            self._told[key] = told_words(self.position(place), self.decisions[place].chosen.action, seat)
        return self._told[key]

    def turning_points(self, most: int = 6, least: float = 0.1) -> list[tuple[int, int, float, float]]:
        """Where a seat's expectation jumps: (place in `decisions`, seat, before, after), greatest jumps first, one a place.

        Only decisions before the last are looked at: how a game ends is no turn of it.
        """
        values = np.array(self._values[:-1])
        if len(values) < 2:
            return []
        jumps = np.diff(values, axis=0)
        seats = np.abs(jumps).argmax(axis=1)
        sizes = np.abs(jumps).max(axis=1)
        return [
            (int(place), int(seats[place]), float(values[place][seats[place]]), float(values[place + 1][seats[place]]))
            for place in np.argsort(-sizes, kind="stable")[:most]
            if sizes[place] >= least
        ]


def walk_stored(run: RunDirectory, plan: Plan, game: GameId) -> tuple[GameWalk, Replay, tuple[str, ...]]:
    """A game of a run to be walked through, its replay, and in what that differs from what the run wrote down.

    Raises:
        ReplayError: as `cluster.stored_games.replay_stored`.
    """
    replay, differences = replay_stored(run, plan, game)
    cell = replay.cell
    start = new_games(cell, np.array([game.block], np.int64), start_states(cell))
    walk = GameWalk(start, cell.job.seatings[game.rotation], cell.job.decision_cap, replay.setup)
    for decision in replay.decisions:
        walk.step(decision.chosen.action)
    walk.end(replay.batch.states, replay.ending.credits)
    return walk, replay, differences
