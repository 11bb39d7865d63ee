"""Modifiers: which rows of a unit hold now, and what they add up to."""

from __future__ import annotations

from engine.games.age_of_sigmar.columns import CLAUSES, VALUE, WEAPON_SET
from engine.games.age_of_sigmar.columns import PHASE as PHASE_COLUMN
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.terrain import all_in_terrain, near_kind
from engine.games.age_of_sigmar.rules.units import (
    army_size,
    enemy_gap,
    full_wounds,
    has_all,
    is_near_keyword,
    model_near_unit,
    models_near,
    near_enemy,
    nearest_enemy,
    on_field,
    side_of,
    unit_gap,
    unit_hurt,
)
from engine.games.age_of_sigmar.state import Moved, Phase
from engine.games.age_of_sigmar.vocabulary import LAST_SUM, Condition
from engine.types import Record

_MODEL_NEAR_UNIT = int(Condition.MODEL_NEAR_UNIT)

_CHARGED = int(Condition.CHARGED)
_NOT_MOVED = int(Condition.NOT_MOVED)
_STEADY = int(Condition.STEADY)
_AT_LEAST = int(Condition.AT_LEAST)
_TARGET_HAS = int(Condition.TARGET_HAS)
_TARGET_WOUNDS = int(Condition.TARGET_WOUNDS)
_TARGET_SIZE = int(Condition.TARGET_SIZE)
_TARGET_SMALLER = int(Condition.TARGET_SMALLER)
_NEAR_UNIT = int(Condition.NEAR_UNIT)
_NEAR_KEYWORD = int(Condition.NEAR_KEYWORD)
_TARGET_NEAR_KEYWORD = int(Condition.TARGET_NEAR_KEYWORD)
_BEYOND = int(Condition.BEYOND)
_WITHIN = int(Condition.WITHIN)
_OWN_TURN = int(Condition.OWN_TURN)
_ENEMY_WITHIN = int(Condition.ENEMY_WITHIN)
_UNDER = int(Condition.UNDER)
_IN_TERRAIN = int(Condition.IN_TERRAIN)
_NEAR_GENERAL = int(Condition.NEAR_GENERAL)
_KILLS_EXCEED = int(Condition.KILLS_EXCEED)
_HAS_SLAIN = int(Condition.HAS_SLAIN)
_WHOLE_ATTACK = int(Condition.WHOLE_ATTACK)
_NO_ENEMY_WITHIN = int(Condition.NO_ENEMY_WITHIN)
_TARGET_NEAREST = int(Condition.TARGET_NEAREST)
_SHOOTING = int(Condition.SHOOTING)
_COMBAT = int(Condition.COMBAT)
_HURT = int(Condition.HURT)
_SLAIN_LAST_TURN = int(Condition.SLAIN_LAST_TURN)
_NEAR_FEATURE_KIND = int(Condition.NEAR_FEATURE_KIND)
_NEAR_KEYWORD_MODELS = int(Condition.NEAR_KEYWORD_MODELS)
_MOVED_TO_CHARGE = int(Condition.MOVED_TO_CHARGE)
_SIDE_HAS = int(Condition.SIDE_HAS)
_EACH_NEAR = int(Condition.EACH_NEAR)
_UNIT_UNDER = int(Condition.UNIT_UNDER)
_IN_REALM = int(Condition.IN_REALM)

_DID_NOT_MOVE = int(Moved.NO)
_PHASE_SHOOTING = int(Phase.SHOOTING)
_PHASE_COMBAT = int(Phase.COMBAT)


@part
def total(options: Record, state: Record, unit: int, effect: int) -> int:
    """The sum (or largest value) of a unit's modifiers of one effect that hold without a target."""
    return total_against(options, state, unit, -1, effect, 0, -1)


@part
def total_against(options: Record, state: Record, unit: int, other: int, effect: int, phase: int, weapon: int) -> int:
    """The sum (for effects up to `LAST_SUM`) or the largest value of a unit's modifiers of one effect.

    Args:
        options: options record.
        state: state record.
        unit: whose modifiers.
        effect: an `Effect`.
        other: the unit that it attacks or is attacked by; -1 where there is none.
        phase: 1 shooting, 2 combat, 0 neither: then rows for one of them don't count.
        weapon: the weapon that is used; -1: rows that name weapons don't count.
    """
    if options.row_start[unit, effect] == options.row_start[unit, effect + 1]:
        return 0
    return add_rows(options, state, unit, other, effect, phase, weapon)


@rule
def add_rows(options: Record, state: Record, unit: int, other: int, effect: int, phase: int, weapon: int) -> int:
    """What `total_against` gives where a unit has rows of the effect."""
    value = 0
    for row in range(options.row_start[unit, effect], options.row_start[unit, effect + 1]):
        wanted = options.rows[unit, row, PHASE_COLUMN]
        weapons = options.rows[unit, row, WEAPON_SET]
        if wanted not in (0, phase) or (weapons and (weapon < 0 or weapons >> weapon & 1 == 0)):
            continue
        times = row_holds(options, state, unit, other, row)
        if times:
            one = options.rows[unit, row, VALUE]
            value = value + one * times if effect <= LAST_SUM else max(value, one)
    return value


@rule
def row_holds(options: Record, state: Record, unit: int, other: int, row: int) -> int:
    """How often a row counts: 0 unless each of its conditions holds; model by model ones are taken as held."""
    times = 1
    for clause in range(3):
        place = CLAUSES + 3 * clause
        condition = options.rows[unit, row, place]
        if condition == 0:
            return times
        if condition != _MODEL_NEAR_UNIT:
            times *= holds(
                options, state, unit, other, condition, options.rows[unit, row, place + 1], options.rows[unit, row, place + 2]
            )
        if times == 0:
            return 0
    return times


@part
def model_wise(options: Record, unit: int, row: int) -> bool:
    """Whether the first condition of a row is one for each model."""
    return options.rows[unit, row, CLAUSES] == _MODEL_NEAR_UNIT


@part
def model_counts(options: Record, state: Record, unit: int, row: int, model: int) -> bool:
    """Whether such a row holds for a model."""
    source, inches = options.rows[unit, row, CLAUSES + 1], options.rows[unit, row, CLAUSES + 2]
    return model_near_unit(options, state, model, options.radius[unit], source, inches)


@rule
def holds(options: Record, state: Record, unit: int, other: int, condition: int, first: int, second: int) -> int:
    """How often one condition holds for a unit: 0 or 1, or a number where things are counted."""
    if condition == _UNDER:
        return state.effects[unit, first]
    if condition == _UNIT_UNDER:
        return state.effects[first, second] if on_field(state, first) else 0
    if condition == _NEAR_UNIT:
        return int(unit_gap(options, state, unit, first) <= second * INCH)
    if condition <= _AT_LEAST:
        return int(holds_of_itself(options, state, unit, condition, first))
    if condition in (_NEAR_KEYWORD, _EACH_NEAR):
        found = is_near_keyword(options, state, unit, side_of(unit), first, second)
        return found if condition == _EACH_NEAR else int(found > 0)
    if is_about_target(condition):
        return int(other >= 0 and holds_of_target(options, state, unit, other, condition, first, second))
    return int(holds_around(options, state, unit, condition, first, second))


@part
def is_about_target(condition: int) -> bool:
    """Whether a condition needs the other unit."""
    return (
        _TARGET_HAS <= condition <= _TARGET_SMALLER
        or condition in (_TARGET_NEAR_KEYWORD, _BEYOND, _WITHIN)
        or condition == _TARGET_NEAREST
    )


@rule
def holds_of_itself(options: Record, state: Record, unit: int, condition: int, first: int) -> bool:
    """Conditions on what the unit did and how large it is."""
    if condition == _CHARGED:
        return state.charged[unit] > 0
    if condition == _NOT_MOVED:
        return state.moved[unit] == _DID_NOT_MOVE
    if condition == _STEADY:
        return state.moved[unit] == _DID_NOT_MOVE and not near_enemy(options, state, unit, 3)
    return state.alive[unit] >= first


@rule
def holds_of_target(options: Record, state: Record, unit: int, other: int, condition: int, first: int, second: int) -> bool:
    """Conditions on the other unit."""
    if condition == _TARGET_HAS:
        return has_all(options, other, first)
    if condition == _TARGET_WOUNDS:
        return full_wounds(options, state, other) >= first
    if condition == _TARGET_SIZE:
        return state.alive[other] >= first
    if condition == _TARGET_SMALLER:
        return state.alive[other] < state.alive[unit]
    if condition == _TARGET_NEAR_KEYWORD:
        return is_near_keyword(options, state, other, side_of(unit), first, second) > 0
    gap = enemy_gap(state, unit, other)
    if condition == _BEYOND:
        return gap > first * INCH
    if condition == _WITHIN:
        return gap <= first * INCH
    return gap <= first * INCH and nearest_enemy(options, state, unit) == other


@rule
def holds_around(options: Record, state: Record, unit: int, condition: int, first: int, second: int) -> bool:
    """Conditions on turn, phase, surroundings and deeds."""
    if condition == _OWN_TURN:
        return state.active == side_of(unit)
    if condition == _ENEMY_WITHIN:
        return near_enemy(options, state, unit, first)
    if condition == _NO_ENEMY_WITHIN:
        return not near_enemy(options, state, unit, first)
    if condition == _IN_TERRAIN:
        return all_in_terrain(options, state, unit)
    if condition == _HURT:
        return first <= unit_hurt(options, state, unit) <= second
    if condition == _NEAR_GENERAL:
        return near_general(options, state, unit, first, second)
    if condition == _KILLS_EXCEED:
        return state.kills[unit] > state.alive[unit] if first == 1 else state.kills[unit] >= first * state.alive[unit]
    if condition == _NEAR_FEATURE_KIND:
        return near_kind(options, state, unit, first, second)
    if condition == _NEAR_KEYWORD_MODELS:
        return models_near(options, state, unit, second, 10) >= first
    return holds_by_deed(options, state, unit, condition, first)


@rule
def holds_by_deed(options: Record, state: Record, unit: int, condition: int, first: int) -> bool:
    """Conditions on what happened in this battle or turn."""
    if condition == _HAS_SLAIN:
        return state.kills[unit] > 0
    if condition == _SLAIN_LAST_TURN:
        return state.recent[unit] > 0
    if condition == _WHOLE_ATTACK:
        return not is_split(state)
    if condition == _MOVED_TO_CHARGE:
        return state.charged[unit] > first
    if condition == _SHOOTING:
        return state.phase == _PHASE_SHOOTING
    if condition == _COMBAT:
        return state.phase == _PHASE_COMBAT
    if condition == _SIDE_HAS:
        return side_has(options, state, side_of(unit), first)
    return condition == _IN_REALM and options.set_realm == first


@part
def is_split(state: Record) -> bool:
    """Whether one model of the acting unit splits the attacks of a weapon."""
    for place in range(state.second.shape[0]):
        if state.second[place] > 0:
            return True
    return False


@rule
def side_has(options: Record, state: Record, side: int, keyset: int) -> bool:
    """Whether an army has a unit with a set of keywords on the battlefield."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if on_field(state, unit) and has_all(options, unit, keyset):
            return True
    return False


@rule
def near_general(options: Record, state: Record, unit: int, keyset: int, inches: int) -> bool:
    """Whether the own general, who has these keywords, is within so many inches."""
    general = state.general[side_of(unit)]
    if general < 0 or general == unit or state.general_lost[side_of(unit)]:
        return False
    return has_all(options, general, keyset) and unit_gap(options, state, unit, general) <= inches * INCH
