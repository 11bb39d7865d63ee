"""Playing a batch to its end with the agents of a cell: at the kernels' speed where all are compiled, else with a referee."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType

import numpy as np
import numpy.typing as npt

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, Lanes
from engine.types import Keys, RecordArray
from workers.cell import Cell

LOG_ENTRIES = 1 << 24
"""Bound on the actions that games which are written down may take together in memory."""


@dataclass(frozen=True)
class Played:
    """What a batch leaves beside its states.

    Attributes:
        seat_decisions: (n, seats) i4.
        forfeits: (n, seats) i1, outcome code of a seat's forfeit or 0.
        actions: lane -> the game's actions, of the games that are written down.
    """

    seat_decisions: npt.NDArray[np.int32]
    forfeits: npt.NDArray[np.int8]
    actions: dict[int, npt.NDArray[np.int32]]


class Players:
    def __init__(self, records: RecordArray) -> None:
        self.records = records

    @classmethod
    def of_cell(cls, cell: Cell) -> Players:
        kinds = [AgentKind[cell.job.agents[name]["kind"].upper()] for name in cell.agent_names]
        records = np.zeros(len(kinds), AGENT_DTYPE)
        records["kind"] = kinds
        return cls(records)

    def __enter__(self) -> Players:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass


def play_games(
    cell: Cell,
    players: Players,
    batch: Batch,
    rotations: npt.NDArray[np.int64],
    keys: Keys,
    recorded: npt.NDArray[np.bool_],
) -> Played:
    """Play every game of a batch to its end."""
    n = len(batch)
    played = Played(np.zeros((n, cell.seats), np.int32), np.zeros((n, cell.seats), np.int8), {})
    agents = players.records[cell.seating[rotations]]
    for lanes_of, record in _groups(recorded, cell.job.decision_cap):
        whole = len(lanes_of) == n
        part = batch if whole else Batch(batch.game, batch.options, batch.states[lanes_of])
        lanes = Lanes(part, agents[lanes_of], keys[lanes_of], cell.job.decision_cap, record=record)
        lanes.advance()
        played.seat_decisions[lanes_of] = lanes.seat_decisions
        if not whole:
            batch.states[lanes_of] = part.states
        if record:
            played.actions.update(zip(lanes_of.tolist(), lanes.recorded_actions(), strict=True))
    return played


def _groups(recorded: npt.NDArray[np.bool_], decision_cap: int) -> list[tuple[npt.NDArray[np.int64], bool]]:
    """The lanes that are played together: all that nobody writes down, then the others in groups whose log is bounded."""
    size = max(1, LOG_ENTRIES // decision_cap)
    free, logged = np.flatnonzero(~recorded), np.flatnonzero(recorded)
    groups = [(logged[first : first + size], True) for first in range(0, len(logged), size)]
    return [(free, False), *groups] if len(free) else groups
