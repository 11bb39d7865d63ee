"""Playing a batch to its end with the agents of a cell, compiled or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.agents.compiled import AGENT_DTYPE
from engine.agents.match import play_lanes
from engine.agents.metering import Meter
from engine.agents.player import make_player
from engine.agents.specs import AgentPathError, PythonSpec, agent_record
from engine.batch import Batch
from engine.rng import derive_key
from engine.types import Keys, RecordArray
from workers.cell import Cell
from workers.drafting import play_drafts
from workers.errors import RefusedJobError
from workers.metering import AgentPlayer
from workers.rows import game_ids
from workers.shared_agents import Ask, SharedPlayer, check_files
from workers.travel import LiveChunk

LOG_ENTRIES = 1 << 24
"""Bound on the actions that games which are written down may take together in memory."""


@dataclass(frozen=True)
class Played:
    """What a batch leaves beside its states.

    Attributes:
        seat_decisions: (n, seats) i4.
        credits: (n, seats) i1, returns in 1/12.
        summaries: field of the game's summary -> its values, (n, seats) or (n, seats, components).
        forfeits: (n, seats) i1, outcome code of a seat's forfeit or 0.
        iterations: (n, seats) i8, what the seats' searches took.
        actions: lane -> the game's actions, of the games that are written down.
    """

    seat_decisions: npt.NDArray[np.int32]
    credits: npt.NDArray[np.int8]
    summaries: dict[str, npt.NDArray[Any]]
    forfeits: npt.NDArray[np.int8]
    iterations: npt.NDArray[np.int64]
    actions: dict[int, npt.NDArray[np.int32]]

    @classmethod
    def nothing_yet(cls, cell: Cell, n: int) -> Played:
        """Zeros for n games."""
        shape = (n, cell.seats)
        return cls(
            seat_decisions=np.zeros(shape, np.int32),
            credits=np.zeros(shape, np.int8),
            summaries=fields_of(np.zeros(shape, cell.game.summary)),
            forfeits=np.zeros(shape, np.int8),
            iterations=np.zeros(shape, np.int64),
            actions={},
        )

    def put(self, lanes: npt.NDArray[np.int64], part: Played) -> None:
        """Take up what some lanes left, which were played apart."""
        self.seat_decisions[lanes] = part.seat_decisions
        self.credits[lanes] = part.credits
        self.forfeits[lanes] = part.forfeits
        self.iterations[lanes] = part.iterations
        self.actions.update({int(lanes[i]): taken for i, taken in part.actions.items()})
        for name, values in part.summaries.items():
            self.summaries[name][lanes] = values

    def after(
        self,
        seat_decisions: npt.NDArray[np.int32],
        iterations: npt.NDArray[np.int64],
        actions: Sequence[npt.NDArray[np.int32]] | None,
    ) -> Played:
        """With what had been decided before: decisions and iterations by game and seat; actions by game, if they are kept."""
        both = {lane: np.concatenate((actions[lane], taken)) for lane, taken in self.actions.items()} if actions else {}
        return replace(
            self,
            seat_decisions=seat_decisions + self.seat_decisions,
            iterations=iterations + self.iterations,
            actions=both,
        )


def fields_of(records: RecordArray) -> dict[str, npt.NDArray[Any]]:
    """Each field of an array of records as an array of its own, which is read many times faster than from the records."""
    return {name: np.ascontiguousarray(records[name]) for name in records.dtype.names or ()}


class Players:
    """The agents of a cell, ready to play: records for kernels, and processes for those that kernels have to wait for.

    Attributes:
        records: (agents,) of `AGENT_DTYPE`, in the order of `Cell.agent_names`.
        drafters: (agents,) of `AGENT_DTYPE`, who decides in the draft for each of them; None if each does itself.
        external: who answers for agents that are not compiled.
    """

    def __init__(self, records: RecordArray, external: list[AgentPlayer], drafters: RecordArray | None = None) -> None:
        self.records = records
        self.drafters = drafters
        self.external = external

    @classmethod
    def of_cell(cls, cell: Cell, desks: Mapping[str, Ask] | None = None) -> Players:
        """Prepare a cell's agents; processes start with the first game. Close them, or use it as a context.

        Args:
            cell: the cell.
            desks: agent -> how the desk is asked that decides for it; others have processes of their own, shared or not.

        Raises:
            RefusedJobError: no agent is registered under a name, or a file of an agent isn't that of the plan.
        """
        records = np.zeros(len(cell.agent_names), AGENT_DTYPE)
        external: list[AgentPlayer] = []
        for place, (name, spec) in enumerate(zip(cell.agent_names, cell.agents, strict=True)):
            seed = derive_key(cell.job.seed, "player", name)[0] >> 1
            base, files = Path(cell.job.base_directory), cell.job.agent_files.get(name, {})
            player: AgentPlayer | None
            try:
                if desks is not None and name in desks and isinstance(spec, PythonSpec):
                    player = SharedPlayer(
                        spec, cell.game, cell.options, seed=seed, base_directory=base, files=files, ask=desks[name]
                    )
                else:
                    check_files(spec, files, base)
                    player = make_player(spec, cell.game, cell.options, seed=seed, base_directory=base)
            except AgentPathError as error:
                raise RefusedJobError(f"cell {cell.job.cell_id}: agent {name}: {error}") from None
            records[place] = agent_record(spec, len(external))
            if player is not None:
                external.append(player)
        drafters = np.array([agent_record(spec) for spec in cell.drafters], AGENT_DTYPE) if cell.drafters else None
        return cls(records, external, drafters)

    def close(self) -> None:
        """End the agents' processes."""
        for player in self.external:
            player.close()

    def __enter__(self) -> Players:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def play_games(
    cell: Cell,
    players: Players,
    batch: Batch,
    blocks: npt.NDArray[np.int64],
    rotations: npt.NDArray[np.int64],
    keys: Keys,
    recorded: npt.NDArray[np.bool_],
    live: LiveChunk | None = None,
    meter: Meter | None = None,
) -> Played:
    """Play every game of a batch to its end, in place.

    Args:
        cell: the cell.
        players: its agents.
        batch: n games.
        blocks: (n,) numbers of the games' blocks.
        rotations: (n,) numbers of their rotations.
        keys: (n, seats, 2) from `engine.batch.agent_keys`.
        recorded: (n,) whose actions are written down.
        live: where the games' states are stored now and then, and gone on from; of a chunk that can travel.
        meter: takes note of what agents cost.

    Raises:
        AgentSetupError: an agent can't be loaded or set up.
        EngineError: a defect of the game's rules.
    """
    agents = players.records[cell.seating[rotations]]
    drafters = None if players.drafters is None else players.drafters[cell.seating[rotations]]
    if live is not None:
        return _play_live(cell, players, batch, agents, drafters, keys, recorded, live, meter)
    ids = game_ids(cell.job.cell_id, blocks, rotations).to_list() if players.external else None
    groups = _groups(recorded, cell.job.decision_cap)
    played = Played.nothing_yet(cell, len(batch))
    for lanes, record in groups:
        part = batch if len(groups) == 1 else Batch(batch.game, batch.options, batch.states[lanes])
        names = None if ids is None else [ids[lane] for lane in lanes.tolist()]
        drafted = None
        if drafters is not None:
            drafted = play_drafts(part, drafters[lanes], keys[lanes], cell.job.decision_cap, record)
        of_lanes = _play(cell, players, part, agents[lanes], keys[lanes], names, record, None, meter)
        if drafted is not None:
            of_lanes = of_lanes.after(drafted.seat_decisions, drafted.iterations, drafted.actions)
        if len(groups) == 1:
            return of_lanes
        played.put(lanes, of_lanes)
        batch.states[lanes] = part.states
    return played


def _play_live(
    cell: Cell,
    players: Players,
    batch: Batch,
    agents: RecordArray,
    drafters: RecordArray | None,
    keys: Keys,
    recorded: npt.NDArray[np.bool_],
    live: LiveChunk,
    meter: Meter | None,
) -> Played:
    """Play on from live states; what they bring along is added to what is played here."""
    live.take_up(batch, record=bool(recorded.any()))
    if drafters is not None:
        live.add(play_drafts(batch, drafters, keys, cell.job.decision_cap, live.actions is not None))
    played = _play(cell, players, batch, agents, keys, None, live.actions is not None, live, meter)
    whole = played.after(live.seat_decisions, live.iterations, live.actions)
    return replace(whole, actions={lane: whole.actions[lane] for lane in np.flatnonzero(recorded).tolist()})


def _play(
    cell: Cell,
    players: Players,
    batch: Batch,
    agents: RecordArray,
    keys: Keys,
    ids: list[str] | None,
    record: bool,
    live: LiveChunk | None,
    meter: Meter | None,
) -> Played:
    cap = cell.job.decision_cap
    result = play_lanes(batch, agents, keys, cap, players.external, games=ids, record=record, rests=live, meter=meter)
    return Played(
        seat_decisions=result.seat_decisions,
        credits=result.credits,
        summaries=fields_of(result.summaries),
        forfeits=result.causes,
        iterations=result.iterations,
        actions=dict(enumerate(result.actions or ())),
    )


def _groups(recorded: npt.NDArray[np.bool_], decision_cap: int) -> list[tuple[npt.NDArray[np.int64], bool]]:
    """The lanes that are played together: all that nobody writes down, then the others in groups whose log is bounded."""
    size = max(1, LOG_ENTRIES // decision_cap)
    free, logged = np.flatnonzero(~recorded), np.flatnonzero(recorded)
    groups = [(logged[first : first + size], True) for first in range(0, len(logged), size)]
    return [(free, False), *groups] if len(free) else groups
