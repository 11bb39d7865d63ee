"""Recorded games as rows, one for each decision: what the seat saw, what it could do, what it did, what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from cluster.ids import GameId
from cluster.replay import ReplayError
from engine import playout
from engine.agents.compiled import AGENT_DTYPE
from engine.agents.match import end_by_forfeit
from engine.agents.search_specs import FlatMonteCarloSpec, IsmctsSpec
from engine.agents.searching import PositionSearch
from engine.agents.specs import agent_record
from engine.batch import Batch, agent_keys
from engine.game import ObservationField, Outcome
from engine.trace import NO_TRACE
from engine.types import Keys, RecordArray
from workers.cell import FORFEIT_CAUSES, Cell
from workers.chunk import new_games, start_states
from workers.rows import Column

OBSERVATION_PREFIX = "observation."

DECISION_COLUMNS = (
    Column("game_id", pl.String, "cell_id/block_id/rotation"),
    Column(
        "block_id", pl.Int64, "number of the block; keep blocks together when data are split, as their games share their luck"
    ),
    Column("decision", pl.Int32, "decisions made in the game before this one, by all seats"),
    Column("round", pl.Int16, "the game's round"),
    Column("seat", pl.Int8, "who decides, from 0"),
    Column("seat_name", pl.String, "name of the seat"),
    Column("faction", pl.String, "what the seat plays with"),
    Column("agent", pl.String, "the seat's agent, as in the sweep; before round 1 its drafter decides, if it has one"),
    Column("legal_actions", pl.List(pl.Int32), "ascending; a single one is no choice, and no agent was asked"),
    Column("action", pl.Int32, "what was decided: one of them"),
    Column("visits", pl.List(pl.Int32), "iterations of the agent's search through each legal action; null if it didn't search"),
    Column(
        "score", pl.Int8, "what the game brought the deciding seat, in twelfths: 12 for a sole win, 6 for a draw of two sides"
    ),
    Column("outcome", pl.String, "how the game ended"),
    Column("forfeit_cause", pl.String, "error, illegal or timeout where the seat's agent forfeited the game, else null"),
)
"""Columns of exported decisions; a column `observation.<field>` follows for each field of the game's observation."""


@dataclass(frozen=True)
class PlayedGames:
    """Games of one cell and what the run wrote down of them; n games.

    Attributes:
        blocks, rotations: (n,) i8.
        actions: all actions of each game.
        credits: (n, seats), scores in twelfths.
        outcomes: (n,) names.
        causes: (n, seats) outcome code by which a seat's agent forfeited, or 0.
        hashes: (n,) u8, of the last states.
    """

    blocks: npt.NDArray[np.int64]
    rotations: npt.NDArray[np.int64]
    actions: Sequence[npt.NDArray[np.int32]]
    credits: npt.NDArray[np.int64]
    outcomes: Sequence[str]
    causes: npt.NDArray[np.int64]
    hashes: npt.NDArray[np.uint64]


def observation_columns(cell: Cell) -> list[Column]:
    """The columns of what a seat sees, field by field."""
    return [
        Column(OBSERVATION_PREFIX + entry.name, _column_type(entry), f"{entry.meaning}; {entry.low} to {entry.high}")
        for entry in cell.game.observation_spec().fields
    ]


def _column_type(entry: ObservationField) -> pl.DataType | type[pl.DataType]:
    inner = pl.DataFrame({"x": np.zeros(1, entry.dtype)}).schema["x"]
    return pl.Array(inner, entry.shape) if entry.shape else inner


def decision_rows(cell: Cell, games: PlayedGames, visits: bool = True) -> pl.DataFrame:
    """The decisions of games in order, from stepping through their actions.

    Args:
        cell: the games' cell.
        games: which, and what was written down of them.
        visits: whether to search again, where an agent's search can be repeated, to tell what it looked at.

    Raises:
        ReplayError: an action is not legal, a search decides otherwise, or a game ends in another position than it did.
    """
    steps = list(_steps(cell, games, visits))
    order = np.argsort(np.concatenate([step.lanes for step in steps]), kind="stable")
    lanes = np.concatenate([step.lanes for step in steps])[order]
    seats = np.concatenate([step.seats for step in steps])[order]
    seating = np.array(cell.job.seatings, dtype=object)
    ids = [str(GameId(cell.job.cell_id, int(b), int(r))) for b, r in zip(games.blocks, games.rotations, strict=True)]
    causes = games.causes[lanes, seats].tolist()
    legal = pl.concat([step.legal for step in steps])
    searched = pl.concat([step.visits for step in steps])
    columns: dict[str, Any] = {
        "game_id": pl.Series(ids).gather(lanes),
        "block_id": games.blocks[lanes],
        "decision": np.concatenate([step.decisions for step in steps])[order],
        "round": np.concatenate([step.rounds for step in steps])[order],
        "seat": seats,
        "seat_name": pl.Series(list(cell.seat_names)).gather(seats),
        "faction": pl.Series(list(cell.factions)).gather(seats),
        "agent": pl.Series(seating[games.rotations[lanes], seats].tolist(), dtype=pl.String),
        "legal_actions": legal.gather(order),
        "action": np.concatenate([step.actions for step in steps])[order],
        "visits": searched.gather(order),
        "score": games.credits[lanes, seats],
        "outcome": pl.Series(list(games.outcomes), dtype=pl.String).gather(lanes),
        "forfeit_cause": pl.Series([FORFEIT_CAUSES.get(cause) for cause in causes], dtype=pl.String),
    }
    seen = np.concatenate([step.observations for step in steps])[order]
    schema: dict[str, Any] = {column.name: column.dtype for column in (*DECISION_COLUMNS, *observation_columns(cell))}
    columns |= {OBSERVATION_PREFIX + name: np.ascontiguousarray(seen[name]) for name in seen.dtype.names or ()}
    return pl.DataFrame({name: pl.Series(name, values, dtype=schema[name]) for name, values in columns.items()})


@dataclass(frozen=True)
class _Step:
    """The next decision of each game that goes on: m rows."""

    lanes: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int64]
    decisions: npt.NDArray[np.int32]
    rounds: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int32]
    observations: RecordArray
    legal: pl.Series
    visits: pl.Series


def _steps(cell: Cell, games: PlayedGames, visits: bool) -> Iterator[_Step]:
    batch = new_games(cell, games.blocks, start_states(cell))
    keys = agent_keys(cell.job.seed, cell.job.cell_id, games.blocks, games.rotations, cell.seats)
    searches = _Searches(cell) if visits else None
    lengths = np.array([len(taken) for taken in games.actions])
    lanes, states = np.arange(len(batch)), batch.states.copy()
    for number in range(int(lengths.max(initial=0))):
        going = lengths[lanes] > number
        lanes, states = lanes[going], states[going]
        now = Batch(cell.game, cell.options, states)
        seats = states["current_player"].astype(np.int64)
        actions = np.array([games.actions[lane][number] for lane in lanes.tolist()], np.int32)
        legal = [now.legal_actions(row) for row in range(len(now))]
        _check_legal(cell, games, lanes, number, actions, legal)
        agents = cell.seating[games.rotations[lanes], seats]
        looked = [None] * len(now) if searches is None else searches.visits(now, agents, seats, keys[lanes], legal, actions)
        yield _Step(
            lanes=lanes,
            seats=seats,
            decisions=states["decisions"].astype(np.int32),
            rounds=states["round_number"].astype(np.int64),
            actions=actions,
            observations=now.observe_each(np.arange(len(now)), seats),
            legal=pl.Series([choices.tolist() for choices in legal], dtype=pl.List(pl.Int32)),
            visits=pl.Series(looked, dtype=pl.List(pl.Int32)),
        )
        playout.step_lanes(now.record, states, actions.astype(np.int64), cell.job.decision_cap, NO_TRACE)
        batch.states[lanes] = states
    _check_ends(cell, games, batch)


def _check_legal(
    cell: Cell,
    games: PlayedGames,
    lanes: npt.NDArray[np.int64],
    number: int,
    actions: npt.NDArray[np.int32],
    legal: Sequence[npt.NDArray[np.int32]],
) -> None:
    for lane, action, choices in zip(lanes.tolist(), actions.tolist(), legal, strict=True):
        if action not in choices:
            name = GameId(cell.job.cell_id, int(games.blocks[lane]), int(games.rotations[lane]))
            raise ReplayError(f"{name}: action {action} of place {number} is not legal; it belongs to other rules")


def _check_ends(cell: Cell, games: PlayedGames, batch: Batch) -> None:
    for lane in np.flatnonzero(batch.states["terminal"] == 0).tolist():
        failed = np.flatnonzero(games.causes[lane])
        if batch.sides == 2 and len(failed) == 1:
            end_by_forfeit(batch, lane, int(failed[0]), Outcome(int(games.causes[lane, failed[0]])))
    other = np.flatnonzero(batch.hashes() != games.hashes)
    if len(other):
        name = GameId(cell.job.cell_id, int(games.blocks[other[0]]), int(games.rotations[other[0]]))
        raise ReplayError(f"{name} ends in another position than the run wrote down; `warhost verify` tells more")


class _Searches:
    """The searches among a cell's agents, to be made once more."""

    def __init__(self, cell: Cell) -> None:
        self._at = Batch(cell.game, cell.options, np.zeros(1, cell.game.state))
        self._searches: dict[tuple[bool, int], PositionSearch] = {}
        for drafting, specs in ((False, cell.agents), (True, cell.drafters or cell.agents)):
            for place, spec in enumerate(specs):
                if isinstance(spec, (IsmctsSpec, FlatMonteCarloSpec)) and spec.is_reproducible:
                    record = np.array([agent_record(spec)], AGENT_DTYPE)
                    self._searches[drafting, place] = PositionSearch(self._at, record, cell.job.decision_cap)

    def visits(
        self,
        batch: Batch,
        agents: npt.NDArray[np.int32],
        seats: npt.NDArray[np.int64],
        agent_keys_: Keys,
        legal: Sequence[npt.NDArray[np.int32]],
        actions: npt.NDArray[np.int32],
    ) -> list[list[int] | None]:
        """For each game of a batch the visits of its legal actions, or None where nobody searched."""
        found: list[list[int] | None] = [None] * len(batch)
        who = list(zip((batch.states["round_number"] == 0).tolist(), agents.tolist(), strict=True))
        rows = [row for row in range(len(batch)) if who[row] in self._searches and len(legal[row]) > 1]
        keys = np.empty((len(rows), 2), np.uint64)
        chosen = np.array(rows, np.int64)
        playout.key_decisions(batch.states, chosen, seats[chosen], agent_keys_, keys)
        for row, key in zip(rows, keys, strict=True):
            self._at.states[0] = batch.states[row]
            result = self._searches[who[row]].decide(0, key)
            if result.action != actions[row]:
                raise ReplayError(f"a search decides for {result.action} where {actions[row]} was played")
            by_action = {move.action: move.visits for move in result.moves}
            found[row] = [by_action.get(int(action), 0) for action in legal[row]]
        return found
