"""Inflicting damage: pools, allocation by the owner, slain models, healing (R29-R31)."""

from __future__ import annotations

from engine.games.age_of_sigmar.data import INCH, LEADER, RANK, SIDE_UNITS
from engine.games.age_of_sigmar.geometry import squared_distance
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.dice import die
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.units import (
    army_size,
    centre_x,
    centre_y,
    enemy_gap,
    has_all,
    is_general,
    measure_enemies,
    model_wounds,
    nearest_enemy,
    on_field,
    side_of,
    unit_gap,
    wounds_left,
)
from engine.games.age_of_sigmar.state import Chance, Deed, Standing
from engine.games.age_of_sigmar.vocabulary import Effect
from engine.trace import EVERYBODY, note3
from engine.types import Record, Trace

_IGNORE_WOUND = int(Effect.IGNORE_WOUND)
_IGNORE_MORTAL = int(Effect.IGNORE_MORTAL)
_IGNORE_SPELL = int(Effect.IGNORE_SPELL)
_AVENGE, _AFTER_FLIGHT = int(Effect.AVENGE), int(Effect.AFTER_FLIGHT)
_SAW_FLIGHT = int(Deed.SAW_FLIGHT)
_DESTROYED = int(Standing.DESTROYED)
_SLAIN = int(Chance.SLAIN)
_MOST = 30_000

REAR, FRONT, FRESH = range(3)
"""How an owner allocates: models farthest from the enemy first, nearest first, or (if free) one without wounds first."""

AVENGER = 6
"""`Common.AVENGER`."""


@rule
def add_wounds(options: Record, state: Record, unit: int, wounds: int, mortal: bool, spell: bool) -> None:
    """Put wounds into a unit's pool, less those that its abilities ignore; sources of ignoring are rolled apart."""
    if not on_field(state, unit):
        return
    ward = total(options, state, unit, _IGNORE_WOUND)
    against_mortal = total(options, state, unit, _IGNORE_MORTAL) if mortal else 0
    against_spell = total(options, state, unit, _IGNORE_SPELL) if spell else 0
    for _ in range(wounds):
        ignored = ward > 0 and die(state) >= ward
        ignored |= not ignored and against_mortal > 0 and die(state) >= against_mortal
        ignored |= not ignored and against_spell > 0 and die(state) >= against_spell
        if not ignored and state.pool[unit] < _MOST:
            state.pool[unit] += 1


@rule
def add_heals(options: Record, state: Record, unit: int, wounds: int) -> None:
    """Heal wounds of a unit's wounded models; slain models never heal (R30)."""
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        healed = min(state.hurt[i], wounds)
        state.hurt[i] -= healed
        wounds -= healed


@rule
def heal_model(options: Record, state: Record, unit: int, wounds: int) -> None:
    """Heal wounds of one model, the one that has most (R30)."""
    best = options.first[unit]
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        if state.hurt[i] > state.hurt[best]:
            best = i
    state.hurt[best] -= min(state.hurt[best], wounds)


@part
def has_choice(options: Record, state: Record, unit: int) -> bool:
    """Whether the owner can choose which models suffer the wounds in the pool."""
    if state.alive[unit] < 2 or state.pool[unit] >= wounds_left(options, state, unit):
        return False
    wounded = wounded_model(options, state, unit)
    if wounded < 0 or options.free_allocation:
        return True
    return state.pool[unit] > model_wounds(options, state, unit, wounded) - state.hurt[wounded]


@rule
def wounded_model(options: Record, state: Record, unit: int) -> int:
    """The first wounded model of a unit, or -1."""
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        if state.hurt[i] > 0:
            return i
    return -1


@rule
def pick_model(options: Record, state: Record, unit: int, way: int, fresh: bool, enemy_x: int, enemy_y: int) -> int:
    """The model that an owner gives up next: wounded, then rank and file before specials before the leader, then by place."""
    wounded = wounded_model(options, state, unit)
    if wounded >= 0 and not fresh:
        return wounded
    best, best_score = -1, -(1 << 62)
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        if fresh and state.hurt[i] > 0 and wounded_only(options, state, unit):
            continue
        distance = squared_distance(state.x[i], state.y[i], enemy_x, enemy_y)
        score = distance if way != FRONT else -distance
        score -= value_of_model(state, i) << 50
        score -= int(fresh and state.hurt[i] > 0) << 58
        if score > best_score:
            best, best_score = i, score
    return best


@part
def wounded_only(options: Record, state: Record, unit: int) -> bool:
    """Whether some model of the unit has no wound: then a fresh start is possible."""
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        if state.hurt[i] == 0:
            return True
    return False


@part
def value_of_model(state: Record, model: int) -> int:
    """Order in which owners give up models: rank and file, specials, the leader."""
    if state.kind[model] == RANK:
        return 0
    return 2 if state.kind[model] == LEADER else 1


@rule
def remove_model(options: Record, state: Record, unit: int, model: int) -> None:
    """Take a model off the table; the unit's last model takes its place in the record, vacated places are zeros."""
    last = options.first[unit] + state.alive[unit] - 1
    marked = state.marked[options.first[unit]] & 2
    state.marked[options.first[unit]] -= marked
    state.x[model], state.y[model] = state.x[last], state.y[last]
    state.hurt[model], state.kind[model], state.marked[model] = state.hurt[last], state.kind[last], state.marked[last]
    state.x[last], state.y[last], state.hurt[last], state.kind[last], state.marked[last] = 0, 0, 0, 0, 0
    state.alive[unit] -= 1
    state.lost[side_of(unit)] += 1
    if state.alive[unit] > 0:
        state.marked[options.first[unit]] |= marked
    else:
        destroy(options, state, unit)


@rule
def destroy(options: Record, state: Record, unit: int) -> None:
    """A unit lost its last model: what was on it is cleared."""
    side = side_of(unit)
    state.standing[unit] = _DESTROYED
    state.pool[unit] = 0
    state.axe[unit] = 0
    for named in range(options.named):
        state.effects[unit, named] = 0
    if state.general[side] == unit:
        state.general_lost[side] = 1
    measure_enemies(options, state, unit)


@rule
def avenge(options: Record, state: Record, unit: int) -> None:
    """Aspiring Deathbringer: a KHORNE HERO of its side slain within 6 inches of it."""
    side = side_of(unit)
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if other != unit and on_field(state, other):
            reach = total(options, state, other, _AVENGE)
            if reach and unit_gap(options, state, unit, other) <= reach * INCH:
                state.effects[other, options.common[side, AVENGER]] = 1


@part
def slay(options: Record, state: Record, unit: int, model: int) -> None:
    """A model is slain: it counts for battleshock and for the loss."""
    if is_general(options, state, unit, model):
        state.general_lost[side_of(unit)] = 1
    state.slain[unit] += 1
    if state.alive[unit] == 1 and has_all(options, unit, options.set_khorne_hero):
        avenge(options, state, unit)
    remove_model(options, state, unit, model)


@rule
def allocate(options: Record, state: Record, unit: int, way: int, trace: Trace) -> int:
    """Give out the wounds in a unit's pool, model by model until each is slain (R29); returns the models slain.

    An axe's wounds are given out last; the model that they reach and that lives is marked.
    """
    slain = 0
    axe = state.axe[unit]
    wounds = state.pool[unit]
    state.pool[unit] = 0
    state.axe[unit] = 0
    state.damage[1 - side_of(unit)] = min(state.damage[1 - side_of(unit)] + wounds, _MOST)
    fresh = way == FRESH
    enemy = nearest_enemy(options, state, unit)
    enemy_x = centre_x(options, state, enemy) if enemy >= 0 else 0
    enemy_y = centre_y(options, state, enemy) if enemy >= 0 else 0
    while wounds > 0 and state.alive[unit] > 0:
        model = pick_model(options, state, unit, way, fresh, enemy_x, enemy_y)
        fresh = False
        full = model_wounds(options, state, unit, model)
        given = min(wounds, full - state.hurt[model])
        wounds -= given
        state.hurt[model] += given
        if state.hurt[model] >= full:
            slay(options, state, unit, model)
            slain += 1
        elif axe > 0:
            state.marked[model] |= 1
    if slain > 0:
        if state.alive[unit] > 0:
            measure_enemies(options, state, unit)
        note3(trace, _SLAIN, EVERYBODY, unit, slain, 0)
    return slain


@part
def show_flight(options: Record, state: Record, unit: int) -> None:
    """First into the Fray: enemies that see a unit flee near them may attack at the end of the phase."""
    base = (1 - side_of(unit)) * SIDE_UNITS
    for enemy in range(base, base + army_size(options, 1 - side_of(unit))):
        reach = total(options, state, enemy, _AFTER_FLIGHT) if on_field(state, enemy) else 0
        if reach and enemy_gap(state, unit, enemy) <= reach * INCH:
            state.reacted[enemy] |= _SAW_FLIGHT


@rule
def flee(options: Record, state: Record, unit: int, models: int, way: int, trace: Trace) -> None:
    """Models flee: the owner picks which (R33); they are removed but not slain."""
    show_flight(options, state, unit)
    enemy = nearest_enemy(options, state, unit)
    enemy_x = centre_x(options, state, enemy) if enemy >= 0 else 0
    enemy_y = centre_y(options, state, enemy) if enemy >= 0 else 0
    for _ in range(min(models, state.alive[unit])):
        model = pick_model(options, state, unit, way, False, enemy_x, enemy_y)
        if is_general(options, state, unit, model):
            state.general_lost[side_of(unit)] = 1
        remove_model(options, state, unit, model)
    if state.alive[unit] > 0:
        measure_enemies(options, state, unit)
    note3(trace, _SLAIN, EVERYBODY, unit, models, 1)
