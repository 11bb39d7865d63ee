"""What a seat sees, which is everything but the streams of dice; and how those are started anew.

Nothing is hidden in Age of Sigmar: every seat sees the whole record. The seat's own army always comes first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.game import HEADER, ObservationSpec, observation_spec
from engine.games.age_of_sigmar.data import (
    FEATURES,
    MODELS,
    NAMED,
    POWERS,
    SIDE_MODELS,
    SIDE_UNITS,
    UNIT_MODELS,
    UNITS,
    WEAPONS,
)
from engine.games.age_of_sigmar.inlining import part, verb
from engine.games.age_of_sigmar.state import STATE, Objective
from engine.rng import extend_key, seed_stream
from engine.types import Record, Stream

_SEIZE = int(Objective.SEIZE)
_SHARED = {entry[0] for entry in HEADER}
_FIELDS: list[tuple[Any, ...]] = [
    (name, STATE[name].base, STATE[name].shape) if STATE[name].shape else (name, STATE[name])
    for name in (STATE.names or ())[1:]
    if name not in _SHARED
]

OBSERVATION = np.dtype([("seat", "i1"), ("round_number", "i2"), ("deciding", "i1"), *_FIELDS])
"""The state's own fields; arrays by unit, model or seat begin with the observer's."""

_WORDS = {
    "x": "x of each model's centre in 1/1000 inch",
    "y": "y of each model's centre in 1/1000 inch",
    "gap": "distance between an own unit and an enemy unit in 1/1000 inch",
    "alive": "living models of each unit",
    "hurt": "wounds suffered by each model",
}


def spec() -> ObservationSpec:
    """The observation's fields. Seats are counted from the one that looks (0); unit slots and model places likewise."""
    meanings = {}
    for name in OBSERVATION.names or ():
        limits = np.iinfo(OBSERVATION[name].base)
        words = _WORDS.get(name, name.replace("_", " ") + ", as in the state")
        meanings[name] = (words, int(limits.min), int(limits.max))
    return observation_spec(OBSERVATION, meanings, version=1)


@part
def seen_unit(seat: int, unit: int) -> int:
    """A unit slot, or -1, as the seat counts: its own army first."""
    if unit < 0 or seat == 0:
        return unit
    return unit + SIDE_UNITS if unit < SIDE_UNITS else unit - SIDE_UNITS


@verb
def observation(options: Record, state: Record, seat: int, out: Record) -> None:
    """Everything, with the own army first."""
    out.seat = seat
    out.round_number = state.round_number
    out.deciding = state.current_player ^ seat
    see_models(state, seat, out)
    see_units(options, state, seat, out)
    see_terrain(state, out)
    see_seats(state, seat, out)
    see_decision(state, seat, out)


@part
def see_models(state: Record, seat: int, out: Record) -> None:
    """Models and the aims of the acting unit."""
    for place in range(MODELS):
        model = place if seat == 0 else (place + SIDE_MODELS) % MODELS
        out.x[place] = state.x[model]
        out.y[place] = state.y[model]
        out.hurt[place] = state.hurt[model]
        out.kind[place] = state.kind[model]
        out.marked[place] = state.marked[model]
    for place in range(UNIT_MODELS):
        for weapon in range(WEAPONS):
            out.aimed[place, weapon] = state.aimed[place, weapon]
    for place in range(2 * UNIT_MODELS):
        out.draft[place] = state.draft[place]
    for weapon in range(WEAPONS):
        out.second[weapon] = state.second[weapon]


@part
def see_units(options: Record, state: Record, seat: int, out: Record) -> None:
    """Units."""
    for place in range(UNITS):
        unit = seen_unit(seat, place)
        out.alive[place] = state.alive[unit]
        out.slain[place] = state.slain[unit]
        out.kills[place] = state.kills[unit]
        out.pool[place] = state.pool[unit]
        out.axe[place] = state.axe[unit]
        out.standing[place] = state.standing[unit]
        out.moved[place] = state.moved[unit]
        out.charged[place] = state.charged[unit]
        out.done[place] = state.done[unit]
        out.recent[place] = state.recent[unit]
        out.struck[place] = state.struck[unit]
        out.reacted[place] = state.reacted[unit]
        out.late[place] = state.late[unit]
        out.bonus[place] = state.bonus[unit]
        out.cast[place] = state.cast[unit]
        out.unbound[place] = state.unbound[unit]
        for named in range(NAMED):
            out.effects[place, named] = state.effects[unit, named]
    for own in range(SIDE_UNITS):
        for enemy in range(SIDE_UNITS):
            out.gap[own, enemy] = state.gap[own, enemy] if seat == 0 else state.gap[enemy, own]


@part
def see_terrain(state: Record, out: Record) -> None:
    """Terrain features."""
    out.features = state.features
    for feature in range(FEATURES):
        out.feature_x[feature] = state.feature_x[feature]
        out.feature_y[feature] = state.feature_y[feature]
        out.feature_w[feature] = state.feature_w[feature]
        out.feature_h[feature] = state.feature_h[feature]
        out.feature_kind[feature] = state.feature_kind[feature]
        out.feature_flags[feature] = state.feature_flags[feature]
        out.feature_used[feature] = state.feature_used[feature]
    for power in range(POWERS):
        out.used[power] = state.used[power]


@part
def see_seats(state: Record, seat: int, out: Record) -> None:
    """Both sides' counts, generals and triumphs."""
    for side in range(2):
        other = side ^ seat
        out.set_up[side] = state.set_up[other]
        out.lost[side] = state.lost[other]
        out.damage[side] = state.damage[other]
        out.general[side] = seen_unit(seat, state.general[other])
        out.general_lost[side] = state.general_lost[other]
        out.commanded[side] = state.commanded[other]
        out.triumph[side] = state.triumph[other]
        out.finished[side] = state.finished[side]
    out.objective = state.objective
    out.objective_seat = state.objective_seat ^ seat
    target = state.objective_target
    out.objective_target = seen_unit(seat, target) if state.objective < _SEIZE else target


@part
def see_decision(state: Record, seat: int, out: Record) -> None:
    """What is decided now."""
    out.split = state.split
    out.half = state.half ^ seat
    out.stage = state.stage
    out.phase = state.phase
    out.active = state.active ^ seat
    out.turn = state.turn
    out.first_player = state.first_player ^ seat
    out.first_finished = state.first_finished ^ seat
    out.roll_winner = state.roll_winner ^ seat
    out.acting = seen_unit(seat, state.acting)
    out.power = state.power
    out.victim = seen_unit(seat, state.victim)
    out.spell_target = seen_unit(seat, state.spell_target)
    out.rolled = state.rolled
    out.resume = state.resume
    out.twice = state.twice
    out.cursor = state.cursor
    out.fleeing = state.fleeing
    out.picker = state.picker ^ seat
    out.pending = state.pending
    out.entered = state.entered
    out.back = state.back
    out.why = state.why
    out.roll = state.roll
    out.best = state.best
    out.again = state.again


@verb
def resample(options: Record, state: Record, seat: int, key: Stream) -> None:
    """Only the dice to come are unknown: both streams start anew from `key`."""
    extend_key(key, 1, state.setup_rng)
    seed_stream(state.setup_rng, state.setup_rng)
    extend_key(key, 2, state.play_rng)
    seed_stream(state.play_rng, state.play_rng)
