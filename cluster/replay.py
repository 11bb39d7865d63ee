"""Games of a run, decision by decision: played again from their ids, or from their stored actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cluster.ids import GameId
from engine.agents.match import end_by_forfeit
from engine.batch import Batch, agent_keys
from engine.game import Outcome
from engine.trace import Event, new_trace, read_trace
from workers.cell import Cell
from workers.chunk import new_games, start_states
from workers.playing import Played, Players, play_games

_TRACE_ROWS = 4096
"""Events that one decision, or the set-up, may bring."""


class ReplayError(ValueError):
    """A game that can't be replayed, and why."""


@dataclass(frozen=True)
class GameRecord:
    """What a game is stepped through: its actions in order, and the outcome code by which each seat's agent forfeited, or 0."""

    actions: tuple[int, ...]
    forfeits: tuple[int, ...]


@dataclass(frozen=True)
class Choice:
    """An action: its number, its named parts as in the game's `action_spec`, and in the rulebook's words."""

    action: int
    parts: dict[str, Any]
    words: str


@dataclass(frozen=True)
class Decision:
    """One decision of a game.

    Attributes:
        number: from 0, counted over all seats.
        round_number: the game's round before it.
        seat, seat_name, agent: who decided.
        chosen: the action.
        choices: how many actions were legal; 1 means that the rules left no choice.
        legal: every legal action, by number; empty if not asked for.
        events: what chance brought because of it.
        board: the position after it as text; None if not asked for.
    """

    number: int
    round_number: int
    seat: int
    seat_name: str
    agent: str
    chosen: Choice
    choices: int
    legal: tuple[Choice, ...]
    events: tuple[Event, ...]
    board: str | None


@dataclass(frozen=True)
class Ending:
    """What a game came to: what two plays of one game are compared by.

    Attributes:
        state_hash: hash of the last state.
        credits: returns in 1/12, one a seat.
        outcome: name of the outcome.
    """

    state_hash: int
    credits: tuple[int, ...]
    outcome: str

    def differences(self, again: Ending) -> tuple[str, ...]:
        """In what another play of the game differs, one line each."""
        lines = []
        if self.state_hash != again.state_hash:
            lines.append(f"state hash {self.state_hash:016x} in the file, {again.state_hash:016x} again")
        if self.credits != again.credits:
            lines.append(f"twelfths {list(self.credits)} in the file, {list(again.credits)} again")
        if self.outcome != again.outcome:
            lines.append(f"outcome {self.outcome} in the file, {again.outcome} again")
        return tuple(lines)


@dataclass(frozen=True)
class Replay:
    """A whole game.

    Attributes:
        id, cell: which game.
        from_actions: it was stepped through stored actions; else its agents decided again.
        forfeits: outcome code by which each seat's agent forfeited, or 0.
        setup: what chance brought in the set-up.
        start_board: the first position as text; None if not asked for.
        decisions: in order.
        ending: what it came to.
        rounds: number of the last round.
        batch: the last position, as a batch of one game.
    """

    id: GameId
    cell: Cell
    from_actions: bool
    forfeits: tuple[int, ...]
    setup: tuple[Event, ...]
    start_board: str | None
    decisions: tuple[Decision, ...]
    ending: Ending
    rounds: int
    batch: Batch


def play_again(
    cell: Cell, blocks: npt.NDArray[np.int64], rotations: npt.NDArray[np.int64], record: bool = False
) -> tuple[Batch, Played]:
    """Play games of a cell once more, given their blocks and rotations; `record` has their actions written down."""
    batch = new_games(cell, blocks, start_states(cell))
    keys = agent_keys(cell.job.seed, cell.job.cell_id, blocks, rotations, cell.seats)
    with Players.of_cell(cell) as players:
        played = play_games(cell, players, batch, blocks, rotations, keys, np.full(len(blocks), record))
    return batch, played


def replay_game(
    cell: Cell, game: GameId, record: GameRecord | None = None, *, boards: bool = False, legal: bool = False
) -> Replay:
    """Replay one game.

    Args:
        cell: the game's cell.
        game: its id.
        record: its stored actions and forfeits; without them its agents decide again.
        boards: whether to draw the position after each decision.
        legal: whether to describe every legal action of each decision.

    Raises:
        ReplayError: the cell has no such rotation, or the stored actions don't fit the game.
        ValueError: one decision brought more events than a trace holds.
    """
    if game.cell_id != cell.job.cell_id or not 0 <= game.rotation < cell.rotations:
        raise ReplayError(f"{game}: cell {cell.job.cell_id} has rotations 0 to {cell.rotations - 1}")
    blocks, rotations = np.array([game.block], np.int64), np.array([game.rotation], np.int64)
    from_actions = record is not None
    if record is None:
        _, played = play_again(cell, blocks, rotations, record=True)
        record = GameRecord(tuple(played.actions[0].tolist()), tuple(played.forfeits[0].tolist()))
    trace = new_trace(_TRACE_ROWS)
    batch = new_games(cell, blocks, start_states(cell), trace)
    setup = tuple(read_trace(trace))
    start_board = _board(batch) if boards else None
    seating = cell.job.seatings[game.rotation]
    decisions = tuple(_step(cell, batch, seating, action, boards, legal) for action in record.actions)
    if not batch.view().terminal:
        _forfeit(batch, record)
    credits_, _ = batch.settle()
    credits_[0, np.array(record.forfeits) != 0] = 0
    return Replay(
        id=game,
        cell=cell,
        from_actions=from_actions,
        forfeits=record.forfeits,
        setup=setup,
        start_board=start_board,
        decisions=decisions,
        ending=endings(cell, batch, credits_)[0],
        rounds=batch.view().round_number,
        batch=batch,
    )


def _forfeit(batch: Batch, record: GameRecord) -> None:
    """End a game of two sides, whose actions are all carried out, by the forfeit that ended it; others ended by themselves."""
    failed = [(seat, Outcome(cause)) for seat, cause in enumerate(record.forfeits) if cause]
    if batch.sides == 2 and len(failed) == 1:
        end_by_forfeit(batch, 0, *failed[0])


def endings(cell: Cell, batch: Batch, credits_: npt.NDArray[np.int8]) -> list[Ending]:
    """What each game of a batch came to, given its (n, seats) credits; a game that is not over has the outcome `running`."""
    names = {int(Outcome.RUNNING): "running", **cell.outcome_names()}
    outcomes = [names[code] for code in batch.states["outcome"].tolist()]
    rows = zip(batch.hashes().tolist(), credits_.tolist(), outcomes, strict=True)
    return [Ending(state_hash, tuple(values), outcome) for state_hash, values, outcome in rows]


def _step(cell: Cell, batch: Batch, seating: Sequence[str], action: int, boards: bool, describe_all: bool) -> Decision:
    state = batch.view()
    number, round_number, seat = state.decisions, state.round_number, state.current_player
    legal = batch.legal_actions().tolist()
    if action not in legal:
        raise ReplayError(f"decision {number}: action {action} is not legal; it belongs to another game or other rules")
    chosen = _choice(batch, action)
    choices = tuple(_choice(batch, each) for each in legal) if describe_all else ()
    trace = new_trace(_TRACE_ROWS)
    batch.apply(action, decision_cap=cell.job.decision_cap, trace=trace)
    return Decision(
        number=number,
        round_number=round_number,
        seat=seat,
        seat_name=cell.seat_names[seat],
        agent=seating[seat],
        chosen=chosen,
        choices=len(legal),
        legal=choices,
        events=tuple(read_trace(trace)),
        board=_board(batch) if boards else None,
    )


def _choice(batch: Batch, action: int) -> Choice:
    game = batch.game
    return Choice(action, game.decode_action(action), game.describe_action(batch.options_view, batch.view(), action))


def _board(batch: Batch) -> str:
    return batch.game.render_text(batch.options_view, batch.view(), None)
