"""Drafts by other agents than those that play on: who picks an army need not be who leads it.

A draft is every decision before the game's round 1. It is made decision by decision for all games together; which of them are
still drafting depends on their positions alone, so that a game which is taken up in its draft goes on as it would have.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.agents.compiled import AGENT_DTYPE, EXTERNAL, SEARCHES
from engine.agents.searching import PositionSearch
from engine.batch import Batch, Lanes
from engine.playout import LaneStatus, key_decisions
from engine.types import Keys, RecordArray

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Drafted:
    """What drafts took, n games.

    Attributes:
        seat_decisions: (n, seats) i4, decisions of each seat.
        iterations: (n, seats) i8, what searches took for them.
        actions: of each game its actions, if they were to be recorded.
    """

    seat_decisions: npt.NDArray[np.int32]
    iterations: npt.NDArray[np.int64]
    actions: list[npt.NDArray[np.int32]] | None


def play_drafts(batch: Batch, drafters: RecordArray, keys: Keys, decision_cap: int, record: bool) -> Drafted:
    """Play every game of a batch that has not reached round 1 to its first choice after the draft, in place.

    Decisions are those that the drafter would make if it played the whole game.

    Args:
        batch: the games.
        drafters: (n, seats) records of `AGENT_DTYPE`, who decides in the draft; none is external.
        keys: (n, seats, 2) u8, from `engine.batch.agent_keys`.
        decision_cap: cap on the decisions of a game.
        record: write the actions down.
    """
    asked = np.zeros((len(batch), batch.seats), AGENT_DTYPE)
    asked["kind"] = EXTERNAL  # so that every choice is waited for
    lanes = Lanes(batch, asked, keys, decision_cap, record=record)
    searches: dict[bytes, PositionSearch] = {}
    lanes.advance()
    while len(waiting := _drafting(lanes)):
        seats = batch.states["current_player"][waiting].astype(np.int64)
        deciding = drafters[waiting, seats]
        searching = np.isin(deciding["kind"], SEARCHES)
        _choose(lanes, waiting[~searching], deciding[~searching])
        for lane, seat, agent in zip(waiting[searching], seats[searching], deciding[searching], strict=True):
            _search(lanes, int(lane), int(seat), agent, searches)
        lanes.status[waiting] = LaneStatus.ANSWERED
        lanes.advance()
    return Drafted(lanes.seat_decisions, lanes.iterations, lanes.recorded_actions() if record else None)


def _drafting(lanes: Lanes) -> Indices:
    return np.flatnonzero((lanes.status == LaneStatus.WAITING) & (lanes.batch.states["round_number"] == 0))


def _choose(lanes: Lanes, chosen: Indices, deciding: RecordArray) -> None:
    """Let compiled agents decide: they play copies of the games on, and the first action of each is taken."""
    if len(chosen) == 0:
        return
    batch = lanes.batch
    copies = Batch(batch.game, batch.options, batch.states[chosen])
    agents = np.repeat(deciding[:, None], batch.seats, axis=1)
    ahead = Lanes(copies, agents, lanes.keys[chosen], int(copies.states["decisions"].max()) + 1, record=True)
    ahead.advance()
    lanes.actions[chosen] = [taken[0] for taken in ahead.recorded_actions()]


def _search(lanes: Lanes, lane: int, seat: int, agent: np.void, searches: dict[bytes, PositionSearch]) -> None:
    name = agent.tobytes()
    if name not in searches:
        searches[name] = PositionSearch(lanes.batch, np.array([agent], AGENT_DTYPE), lanes.decision_cap)
    key = np.zeros((1, 2), np.uint64)
    key_decisions(lanes.batch.states, np.array([lane]), np.array([seat]), lanes.keys, key)
    found = searches[name].decide(lane, key[0])
    lanes.actions[lane] = found.action
    lanes.iterations[lane, seat] += found.iterations
