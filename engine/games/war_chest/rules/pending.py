"""Decisions inside a turn: a small stack of them waits in the state, and the last one is asked first."""

from __future__ import annotations

from engine.arrays import table
from engine.compilation import rule
from engine.games.war_chest.data import Unit
from engine.games.war_chest.rules.stacks import can_maneuver, moves_from
from engine.games.war_chest.rules.tactics import footmen_can_act
from engine.games.war_chest.state import Pending
from engine.types import Record

_REPEAT = int(Pending.REPEAT)
_FREE_MOVE = int(Pending.FREE_MOVE)
_FREE_MANEUVER = int(Pending.FREE_MANEUVER)
_FOOTMEN_ACT = int(Pending.FOOTMEN_ACT)

_BERSERKER = int(Unit.BERSERKER)
_MERCENARY = int(Unit.MERCENARY)
_SWORDSMAN = int(Unit.SWORDSMAN)

PENDING_UNIT = table(
    [
        0,
        int(Unit.WARRIOR_PRIEST),
        int(Unit.BERSERKER),
        int(Unit.SWORDSMAN),
        int(Unit.MERCENARY),
        int(Unit.FOOTMAN),
        int(Unit.ROYAL_GUARD),
    ],
    "i1",
)
"""By `Pending`: the unit whose owner decides (with 4 players that may be the partner of the seat whose turn it is)."""


@rule
def push(state: Record, kind: int, detail: int) -> None:
    """Let a decision wait on top of the others."""
    state.pending_kind[state.pending] = kind
    state.pending_detail[state.pending] = detail
    state.pending += 1


@rule
def pop(state: Record) -> None:
    """Take the top decision away."""
    state.pending -= 1
    state.pending_kind[state.pending] = 0
    state.pending_detail[state.pending] = 0


@rule
def can_be_answered(options: Record, state: Record) -> bool:
    """Whether the top decision offers more than to decline."""
    kind = state.pending_kind[state.pending - 1]
    if kind == _REPEAT:
        return can_maneuver(options, state, _BERSERKER, state.height[_BERSERKER] - 1)
    if kind == _FREE_MANEUVER:
        return can_maneuver(options, state, _MERCENARY, state.height[_MERCENARY])
    if kind == _FREE_MOVE:
        return moves_from(options, state, state.hex_of[_SWORDSMAN]) != 0
    if kind == _FOOTMEN_ACT:
        return footmen_can_act(options, state, state.pending_detail[state.pending - 1])
    return True


@rule
def drop_unanswerable(options: Record, state: Record) -> None:
    """Skip decisions of which nothing can be done."""
    while state.pending > 0 and not can_be_answered(options, state):
        pop(state)


@rule
def deciding_seat(state: Record) -> int:
    """Who answers the top decision."""
    return state.owner[PENDING_UNIT[state.pending_kind[state.pending - 1]]]
