"""Checks of agents: what a seat can't see, and luck that is still to come, change none of its decisions.

from engine.testing import check_agent
check_agent("war-chest", {"kind": "ismcts", "iterations": 50})
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from engine.agents.compiled import AGENT_DTYPE
from engine.agents.match import play_lanes
from engine.agents.player import ProcessPlayer
from engine.agents.search_specs import SearchSpec
from engine.agents.searching import PositionSearch
from engine.agents.specs import AgentSpec, agent_record, resolve_agent
from engine.batch import Batch
from engine.game import Game
from engine.testing.subject import Mismatch, Position, Subject, named_check
from engine.types import Keys

Choose: TypeAlias = Callable[[Batch, Keys], list[int]]
"""The decision of the current player in each game of a batch, each with the same key, (2,) u8."""

_DEALS = ("a", "b", "c")


def same_position_other_luck(subject: Subject, position: Position) -> Batch:
    """A position as it is; with both streams replaced; and dealt three times afresh for its current player."""
    states = np.concatenate([position.state] * (2 + len(_DEALS)))
    for row, word in enumerate(_DEALS, start=2):
        dealt = subject.batch(position.state)
        dealt.resample(position.seat, subject.key("agent deal", word)[None])
        states[row] = dealt.states[0]
    for field in ("setup_rng", "play_rng"):
        states[field][1] = states[field][2]
    return subject.batch(states)


def check_decisions(subject: Subject, name: str, choose: Choose, positions: int = 24) -> None:
    """Let an agent decide in positions that look alike to it.

    Args:
        subject: game, options and the positions.
        name: the agent's, for the report.
        choose: the agent.
        positions: how many positions with a choice are tried.

    Raises:
        ConformanceError: two decisions differ, or one isn't legal.
    """

    @named_check
    def decides_by_what_it_sees(subject: Subject) -> None:
        candidates = [position for position in subject.sample(4 * positions) if len(position.legal) > 1]
        for number, position in enumerate(candidates[:: max(len(candidates) // positions, 1)][:positions]):
            where = (position.lane, position.decision)
            actions = choose(same_position_other_luck(subject, position), subject.key("agent", str(number)))
            if actions[0] not in position.legal:
                raise Mismatch(f"{name}: action {actions[0]} is not legal", *where)
            if actions[1] != actions[0]:
                raise Mismatch(f"{name}: decides {actions[0]}, and {actions[1]} when only luck to come changes", *where)
            other = next((action for action in actions if action != actions[0]), None)
            if other is not None:
                raise Mismatch(f"{name}: decides {actions[0]}, and {other} when what the seat can't see changes", *where)

    decides_by_what_it_sees(subject)


def chooser(spec: AgentSpec, game: Game, player: ProcessPlayer | None = None) -> Choose:
    """How an agent decides; `player` answers for one that runs in a process."""
    resolved = resolve_agent(spec, game)
    record = np.array([agent_record(resolved)], AGENT_DTYPE)
    if isinstance(resolved, SearchSpec):
        return lambda batch, key: [PositionSearch(batch, record).decide(lane, key).action for lane in range(len(batch))]

    def one_decision(batch: Batch, key: Keys) -> list[int]:
        played = batch.copy()
        keys = np.broadcast_to(key, (len(batch), batch.seats, 2))
        cap = int(batch.states["decisions"][0]) + 1
        result = play_lanes(played, np.repeat(record, batch.seats), keys, cap, [player] if player else [], record=True)
        if result.forfeits:
            raise Mismatch(f"forfeits: {result.forfeits[0].cause.name.lower()}: {result.forfeits[0].text}")
        return [int(actions[0]) for actions in result.actions or []]

    return one_decision
