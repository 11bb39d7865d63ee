"""Searches from Python: lanes that wait for one get their answers, and single positions are looked at for hints and analyses.

Budgets in iterations are spent inside one kernel. A budget in milliseconds is spent slice by slice, and makes decisions that
can't be made again: such an agent is the one that looks at a clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.agents.compiled import AGENT_DTYPE, SEARCHES
from engine.agents.metering import Meter
from engine.agents.search import search_budget, search_choice, search_lanes, search_slice
from engine.agents.tree import Parameter, RootMove, new_memory, root_moves
from engine.playout import LaneStatus, key_decisions
from engine.trace import NO_TRACE
from engine.types import Keys, RecordArray

if TYPE_CHECKING:
    from engine.batch import Batch, Lanes

_FIRST_SLICE = 16
_LARGEST_SLICE = 4096


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    Attributes:
        action: its decision.
        moves: the root's actions that it tried, most visited first.
        iterations: how many it took.
    """

    action: int
    moves: list[RootMove]
    iterations: int


class SearchFaultError(RuntimeError):
    """The rules offered no legal action, or too many, before the end of a game that a search played."""


def nodes_needed(agents: RecordArray) -> int:
    """The most nodes that any of these searches can use: one an iteration and the root, within the agent's bound."""
    parameters = agents["parameters"].reshape(-1, AGENT_DTYPE["parameters"].shape[0])
    bounds = parameters[:, Parameter.NODES]
    timed = parameters[:, Parameter.MILLISECONDS] > 0
    return int(np.where(timed, bounds, np.minimum(parameters[:, Parameter.ITERATIONS] + 1, bounds)).max(initial=0))


class PositionSearch:
    """A search that one looks into; its memory is made once.

    Args:
        batch: the games.
        agent: array of one record of `AGENT_DTYPE`: a search.
        decision_cap: cap on the decisions of a game; the game's default if not given.
    """

    def __init__(self, batch: Batch, agent: RecordArray, decision_cap: int | None = None) -> None:
        game = batch.game
        self._batch = batch
        self._agent = np.ascontiguousarray(agent.reshape(1))
        self._decision_cap = game.decision_cap if decision_cap is None else decision_cap
        self._memory = new_memory(game.state, game.max_legal_actions, batch.seats, nodes_needed(self._agent))

    def decide(self, lane: int, key: Keys) -> SearchResult:
        """The decision of the current player of one game, who has a choice; `key`, (2,) u8, is the luck of the decision.

        Raises:
            SearchFaultError: the rules are at fault.
        """
        milliseconds = float(self._agent["parameters"][0, Parameter.MILLISECONDS])
        iterations = self._for_a_time(lane, key, milliseconds / 1000) if milliseconds > 0 else self._counted(lane, key)
        legal = self._batch.legal_actions(lane)
        action = search_choice(self._batch.states, lane, self._agent, legal, len(legal), self._memory)
        seat = int(self._batch.states["current_player"][lane])
        return SearchResult(int(action), root_moves(self._memory.nodes, seat), iterations)

    def _counted(self, lane: int, key: Keys) -> int:
        batch = self._batch
        budget = search_budget(batch.record, batch.states, lane, self._agent, key, self._decision_cap, self._memory, NO_TRACE)
        self._slice(lane, key, 0, budget)
        return int(budget)

    def _for_a_time(self, lane: int, key: Keys, seconds: float, clock: Callable[[], float] = time.perf_counter) -> int:
        end = clock() + seconds
        done, size = 0, _FIRST_SLICE
        while True:
            begun = clock()
            self._slice(lane, key, done, done + size)
            done += size
            now = clock()
            if now >= end:
                return done
            pace = max((now - begun) / size, 1e-9)
            size = int(min(max((end - now) / pace / 2, 1), _LARGEST_SLICE))

    def _slice(self, lane: int, key: Keys, first: int, last: int) -> None:
        batch, cap = self._batch, self._decision_cap
        if not search_slice(
            batch.record, batch.states, lane, self._agent, key, cap, batch.sides, first, last, self._memory, NO_TRACE
        ):
            raise SearchFaultError(f"{batch.game.name}: no legal action, or too many, before the end")


class Searcher:
    """Decides for the searches among the agents of `Lanes`; their memory is made once."""

    def __init__(self, lanes: Lanes, meter: Meter | None = None) -> None:
        searches = lanes.agents[np.isin(lanes.agents["kind"], SEARCHES)]
        game = lanes.batch.game
        counted = searches[searches["parameters"][:, Parameter.MILLISECONDS] == 0]
        self._lanes = lanes
        self._meter = meter
        self._memory = new_memory(game.state, game.max_legal_actions, lanes.batch.seats, nodes_needed(counted))
        self._timed: dict[bytes, PositionSearch] = {}

    def answer(self, most: int | None = None) -> bool:
        """Decide in every lane that waits for a search, or in the first `most` of them; False if there is none."""
        lanes = self._lanes
        waiting = np.flatnonzero(lanes.status == LaneStatus.WAITING)
        seats = lanes.batch.states["current_player"][waiting].astype(np.int64)
        agents = lanes.agents[waiting if len(lanes.agents) > 1 else 0, seats]
        searching = np.isin(agents["kind"], SEARCHES)
        if most is not None:
            searching[np.flatnonzero(searching)[most:]] = False
        timed = searching & (agents["parameters"][:, Parameter.MILLISECONDS] > 0)
        counted = searching & ~timed
        for rows in self._measured_together(agents, np.flatnonzero(counted)):
            with self._measure(agents[rows[0]]):
                self._count(waiting[rows], np.ascontiguousarray(agents[rows]))
        for row in np.flatnonzero(timed).tolist():
            with self._measure(agents[row]):
                self._time(int(waiting[row]), int(seats[row]), agents[row : row + 1])
        return bool(searching.any())

    def _measured_together(self, agents: RecordArray, rows: npt.NDArray[np.int64]) -> list[npt.NDArray[np.int64]]:
        """Rows in groups: one for each agent if costs are measured, else one for all."""
        if len(rows) == 0 or self._meter is None:
            return [rows] if len(rows) else []
        groups: dict[bytes, list[int]] = {}
        for row in rows.tolist():
            groups.setdefault(agents[row].tobytes(), []).append(row)
        return [np.array(group, np.int64) for group in groups.values()]

    def _measure(self, agent: np.void) -> AbstractContextManager[None]:
        return nullcontext() if self._meter is None else self._meter.measure(agent)

    def _count(self, indices: npt.NDArray[np.int64], agents: RecordArray) -> None:
        lanes = self._lanes
        search_lanes(
            lanes.batch.record,
            lanes.batch.states,
            indices,
            agents,
            lanes.keys,
            lanes.decision_cap,
            lanes.batch.sides,
            lanes.legal,
            lanes.n_legal,
            lanes.actions,
            lanes.status,
            lanes.iterations,
            self._memory,
            NO_TRACE,
        )

    def _time(self, index: int, seat: int, agent: RecordArray) -> None:
        lanes, name = self._lanes, agent.tobytes()
        if name not in self._timed:
            self._timed[name] = PositionSearch(lanes.batch, agent, lanes.decision_cap)
        key = np.zeros((1, 2), np.uint64)
        key_decisions(lanes.batch.states, np.array([index]), np.array([seat]), lanes.keys, key)
        try:
            result = self._timed[name].decide(index, key[0])
        except SearchFaultError:
            lanes.status[index] = LaneStatus.FAULT
            return
        lanes.iterations[index, seat] += result.iterations
        lanes.actions[index] = result.action
        lanes.status[index] = LaneStatus.ANSWERED
