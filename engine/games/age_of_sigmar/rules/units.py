"""Units and distances: who stands where, how far apart (fact sheet, 1.2)."""

from __future__ import annotations

from engine.games.age_of_sigmar.data import INCH, LEADER, SIDE_UNITS, UNITS
from engine.games.age_of_sigmar.geometry import gap_of_square, segment_squared_distance, squared_distance
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.state import FAR, Standing, Triumph
from engine.types import Record

_FIELD = int(Standing.FIELD)
_EMPOWERED = int(Triumph.EMPOWERED)
_WIDE = 1 << 60


@part
def side_of(unit: int) -> int:
    """The seat whose unit it is."""
    return unit // SIDE_UNITS


@part
def in_turn(state: Record, step: int) -> int:
    """The unit slots in the order of play, `step` 0 .. 31: the active player's army first, so that no seat is ahead."""
    return (step + state.active * SIDE_UNITS) % UNITS


@part
def on_field(state: Record, unit: int) -> bool:
    """Whether the unit has models on the battlefield."""
    return state.standing[unit] == _FIELD


@part
def has_all(options: Record, unit: int, keyset: int) -> bool:
    """Whether a unit has all keywords of a set; -1 is the empty set."""
    return keyset < 0 or options.keywords[unit] & options.keyword_sets[keyset] == options.keyword_sets[keyset]


@part
def army_size(options: Record, side: int) -> int:
    """Unit slots of an army that are in use, those for summoned units included."""
    return options.slots[side]


@part
def enemy_gap(state: Record, unit: int, enemy: int) -> int:
    """The gap between two enemy units, in 1/1000 inch; `FAR` if one is not on the battlefield."""
    if unit < SIDE_UNITS:
        return state.gap[unit, enemy - SIDE_UNITS]
    return state.gap[enemy, unit - SIDE_UNITS]


@rule
def measure_gap(options: Record, state: Record, a: int, b: int) -> int:
    """The gap between the closest models of two units, rounded up."""
    best = _WIDE
    first_a, first_b = options.first[a], options.first[b]
    for i in range(first_a, first_a + state.alive[a]):
        for j in range(first_b, first_b + state.alive[b]):
            best = min(best, squared_distance(state.x[i], state.y[i], state.x[j], state.y[j]))
    return gap_of_square(best, options.radius[a] + options.radius[b])


@part
def unit_gap(options: Record, state: Record, a: int, b: int) -> int:
    """The gap between any two units; `FAR` if one is not on the battlefield, 0 to itself."""
    if a == b:
        return 0
    if not on_field(state, a) or not on_field(state, b):
        return FAR
    if side_of(a) != side_of(b):
        return enemy_gap(state, a, b)
    return measure_gap(options, state, a, b)


@rule
def measure_enemies(options: Record, state: Record, unit: int) -> None:
    """Measure the gaps between a unit and all its enemies anew: after it moved, was set up or lost models."""
    other = (1 - side_of(unit)) * SIDE_UNITS
    for enemy in range(other, other + army_size(options, 1 - side_of(unit))):
        gap = FAR
        if on_field(state, unit) and on_field(state, enemy):
            gap = measure_gap(options, state, unit, enemy)
        if unit < SIDE_UNITS:
            state.gap[unit, enemy - SIDE_UNITS] = gap
        else:
            state.gap[enemy, unit - SIDE_UNITS] = gap


@rule
def nearest_gap(options: Record, state: Record, unit: int) -> int:
    """The gap to the nearest enemy unit."""
    best = FAR
    other = (1 - side_of(unit)) * SIDE_UNITS
    for enemy in range(other, other + army_size(options, 1 - side_of(unit))):
        best = min(best, enemy_gap(state, unit, enemy))
    return best


@rule
def nearest_enemy(options: Record, state: Record, unit: int) -> int:
    """The nearest enemy unit on the battlefield, or -1."""
    best, found = FAR, -1
    other = (1 - side_of(unit)) * SIDE_UNITS
    for enemy in range(other, other + army_size(options, 1 - side_of(unit))):
        gap = enemy_gap(state, unit, enemy)
        if gap < best:
            best, found = gap, enemy
    return found


@part
def near_enemy(options: Record, state: Record, unit: int, inches: int) -> bool:
    """Whether an enemy is within so many inches of the unit."""
    return nearest_gap(options, state, unit) <= inches * INCH


@rule
def is_near_keyword(options: Record, state: Record, unit: int, side: int, keyset: int, inches: int) -> int:
    """How many other units of a side with a set of keywords are within so many inches of the unit."""
    found = 0
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if (
            other != unit
            and on_field(state, other)
            and has_all(options, other, keyset)
            and unit_gap(options, state, unit, other) <= inches * INCH
        ):
            found += 1
    return found


@rule
def models_near(options: Record, state: Record, unit: int, keyset: int, inches: int) -> int:
    """How many models with a set of keywords, of both sides, are within so many inches of a unit of one model."""
    me = options.first[unit]
    found = 0
    for side in range(2):
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            if on_field(state, other) and has_all(options, other, keyset):
                reach = inches * INCH + options.radius[unit] + options.radius[other]
                for i in range(options.first[other], options.first[other] + state.alive[other]):
                    found += squared_distance(state.x[me], state.y[me], state.x[i], state.y[i]) <= reach * reach
    return found


@rule
def model_near_unit(options: Record, state: Record, model: int, radius: int, unit: int, inches: int) -> bool:
    """Whether a model is within so many inches of a unit."""
    if not on_field(state, unit):
        return False
    reach = inches * INCH + radius + options.radius[unit]
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        if i != model and squared_distance(state.x[model], state.y[model], state.x[i], state.y[i]) <= reach * reach:
            return True
    return False


@part
def screens(options: Record, state: Record, unit: int, one: int, other: int) -> bool:
    """Whether a model of a unit stands between the middles of two others."""
    ax, ay = centre_x(options, state, one), centre_y(options, state, one)
    bx, by = centre_x(options, state, other), centre_y(options, state, other)
    reach = options.radius[unit] * options.radius[unit]
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        if segment_squared_distance(ax, ay, bx, by, state.x[i], state.y[i]) <= reach:
            return True
    return False


@rule
def wounds_left(options: Record, state: Record, unit: int) -> int:
    """Wounds that a unit can still suffer."""
    total = state.alive[unit] * full_wounds(options, state, unit) + int(has_empowered(state, unit))
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        total -= state.hurt[i]
    return total


@part
def full_wounds(options: Record, state: Record, unit: int) -> int:
    """The Wounds characteristic of a unit's models now."""
    return options.wounds[unit] + state.bonus[unit]


@rule
def has_empowered(state: Record, unit: int) -> bool:
    """Whether a unit holds its side's general, who has 1 Wounds more by a triumph (R14)."""
    side = side_of(unit)
    return state.triumph[side] == _EMPOWERED and state.general[side] == unit and state.general_lost[side] == 0


@rule
def is_general(options: Record, state: Record, unit: int, model: int) -> bool:
    """Whether a model is its side's general: the leader (or single model) of the general's unit."""
    return state.general[side_of(unit)] == unit and (state.kind[model] == LEADER or options.room[unit] == 1)


@rule
def model_wounds(options: Record, state: Record, unit: int, model: int) -> int:
    """The Wounds characteristic of a model now."""
    return full_wounds(options, state, unit) + int(has_empowered(state, unit) and is_general(options, state, unit, model))


@part
def unit_hurt(options: Record, state: Record, unit: int) -> int:
    """Wounds suffered by the first model of a unit: single models have brackets."""
    return state.hurt[options.first[unit]]


@rule
def centre_x(options: Record, state: Record, unit: int) -> int:
    """Mean x of a unit's models; the unit has at least one."""
    total = 0
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        total += state.x[i]
    return total // max(state.alive[unit], 1)


@rule
def centre_y(options: Record, state: Record, unit: int) -> int:
    """Mean y of a unit's models; the unit has at least one."""
    total = 0
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        total += state.y[i]
    return total // max(state.alive[unit], 1)
