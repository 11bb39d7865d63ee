"""The symmetry of War Chest: turn the board by 180 degrees and let each seat take the place of the next one.

Seats go one further clockwise (with two players: they swap), so that the sides swap and the order of turns is kept. Units keep
their owners' names only in so far as owners move on; action numbers name no seats, so only their hexes turn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.game import Mirror
from engine.games.war_chest.actions import ACTION_NUMBER, ACTIONS, NONE, Action
from engine.games.war_chest.board import HEX_COUNT, rotated
from engine.games.war_chest.data import ROYAL, SECOND_FOOTMAN, UNIT_COUNT, Unit
from engine.games.war_chest.rules.stacks import keep_footmen_in_order
from engine.games.war_chest.state import NOBODY, Pending

_SEAT_FIELDS = ("in_hand", "in_bag", "attacks", "recruits", "claims")
_ONE_SEAT_FIELDS = ("turn", "initiative", "first_player", "current_player")
_COIN_FIELDS = ("hand", "bag", "face_up", "face_down")
_UNITS_MASK = (1 << UNIT_COUNT) - 1


def _turned(place: int) -> int:
    return place if place == NOBODY else HEX_COUNT - 1 - place


def mirror_state(state: Any) -> None:
    """Turn a position into its mirror image, in place."""
    _turn_board(state)
    _move_seats_on(state)
    for i in range(state.pending):
        state.pending_detail[i] = _mirrored_detail(state, state.pending_kind[i], state.pending_detail[i])
    keep_footmen_in_order(state.record)


def _turn_board(state: Any) -> None:
    state.stacks = [rotated(state.stacks[1]), rotated(state.stacks[0])]
    state.markers = [rotated(state.markers[1]), rotated(state.markers[0])]
    state.stack_at = state.stack_at.tolist()[::-1]
    state.hex_of = [_turned(place) for place in state.hex_of]


def _move_seats_on(state: Any) -> None:
    players = state.players
    old_purse = state.purse.tolist()
    for seat in range(players):
        moved = (seat + 1) % players
        royal = old_purse[seat] >> (ROYAL + seat) & 1
        state.purse[moved] = (old_purse[seat] & _UNITS_MASK) | royal << (ROYAL + moved)
    for name in _SEAT_FIELDS:
        values = getattr(state, name).tolist()
        setattr(state, name, [*(values[(seat - 1) % players] for seat in range(players)), *values[players:]])
    for name in _COIN_FIELDS:
        values = getattr(state, name).tolist()
        for seat in range(players):
            getattr(state, name)[ROYAL + (seat + 1) % players] = values[ROYAL + seat]
    for name in _ONE_SEAT_FIELDS:
        setattr(state, name, (getattr(state, name) + 1) % players)
    state.owner = [owner if owner == NOBODY else (owner + 1) % players for owner in state.owner]
    state.winners = sum(1 << (seat + 1) % players for seat in range(players) if state.winners >> seat & 1)


def _mirrored_detail(state: Any, kind: int, detail: int) -> int:
    if kind == Pending.USE_DRAWN_COIN and detail >= ROYAL:
        return ROYAL + (detail - ROYAL + 1) % state.players
    if kind == Pending.FOOTMEN_ACT:
        return _turned(detail)
    if kind == Pending.SOAK and state.hex_of[SECOND_FOOTMAN] != NOBODY and detail in (Unit.FOOTMAN, SECOND_FOOTMAN):
        return SECOND_FOOTMAN if detail == Unit.FOOTMAN else int(Unit.FOOTMAN)
    return detail


def _mirrored_action(action: Action) -> Action:
    places = {name: getattr(action, name) for name in ("origin", "destination", "target")}
    return replace(action, **{name: place if place == NONE else HEX_COUNT - 1 - place for name, place in places.items()})


_MIRRORED = [ACTION_NUMBER[_mirrored_action(action)] for action in ACTIONS]

MIRROR = Mirror(action=lambda action: _MIRRORED[action], state=mirror_state)
