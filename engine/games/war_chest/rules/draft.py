"""The drafts: bans, if any, then picks (rulebook, advanced set-up; tournament practice for the bans)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_chest.actions import Verb
from engine.games.war_chest.data import DRAFT_ORDER_TABLE
from engine.games.war_chest.rules.rounds import begin_play
from engine.types import Record, Trace

_BAN = int(Verb.BAN)
_PICK = int(Verb.PICK)


@rule
def draft_verb(options: Record, state: Record) -> int:
    """Whether the current step of the draft is a ban or a pick."""
    return _BAN if state.draft_step <= options.bans else _PICK


@rule
def draft_seat(options: Record, state: Record) -> int:
    """Who bans or picks at the current step. The first drafter sits before the holder of the initiative marker."""
    step = state.draft_step - 1
    offset = step if step < options.bans else DRAFT_ORDER_TABLE[options.draft_row, step - options.bans]
    return (state.initiative + options.players - 1 + offset) % options.players


@rule
def draft_unit(options: Record, state: Record, verb: int, unit: int, trace: Trace) -> None:
    """Ban or pick a unit; after the last pick what is left leaves the game and play begins."""
    state.draft_left &= ~(1 << unit)
    if verb == _PICK:
        seat = state.current_player
        state.owner[unit] = seat
        state.purse[seat] |= 1 << unit
        state.pick[unit] = state.draft_step - options.bans
    state.draft_step += 1
    if state.draft_step <= options.bans + options.picks:
        state.current_player = draft_seat(options, state)
        return
    state.draft_step = 0
    state.draft_left = 0
    begin_play(options, state, trace)
