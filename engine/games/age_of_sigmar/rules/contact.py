"""Charges and pile-ins, solved on models: contact, wrapping, coherency (R24, R26)."""

from __future__ import annotations

from engine.arrays import scratch, table
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNIT_MODELS
from engine.games.age_of_sigmar.geometry import root_up, squared_distance, step_towards, turned_x, turned_y
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.moves import flies, remember, shift, shift_is_legal
from engine.games.age_of_sigmar.rules.space import CLOSE, is_coherent, near_model, path_is_free, spot_is_free
from engine.games.age_of_sigmar.rules.units import army_size, enemy_gap, measure_enemies, side_of
from engine.types import Actions, Record

_ROOM = 2 * UNIT_MODELS
HALF_INCH = INCH // 2
PILE_IN = 3 * INCH
_SLACK = 4
"""Models stop this far (in 1/1000 inch) from contact, so that rounding never makes discs overlap."""
_PAIRS = 6
_PAIR_ROOM = 3 * _PAIRS

DIRECT = table([0, 1, 15, 2, 14, 3, 13, 4, 12, 5, 11])
"""Places around an enemy model, in sixteenths from the straight line, in the order in which they are tried."""
WRAP = table([6, 10, 5, 11, 4, 12, 7, 9, 3, 13, 0])
"""The same for a unit that wraps around its enemy."""


@rule
def first_contact(options: Record, state: Record, unit: int, target: int, roll: int, pair: Actions) -> bool:
    """Find the model that can end a straight, clear charge move within half an inch of a target model (R24).

    The closest pairs are tried in turn. Writes [model, x, y] to `pair`; False if no move is long enough or free.
    """
    best = scratch(_PAIR_ROOM)
    count = 0
    radii = options.radius[unit] + options.radius[target]
    allowed = roll * INCH + HALF_INCH + radii
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        for j in range(options.first[target], options.first[target] + state.alive[target]):
            apart = squared_distance(state.x[i], state.y[i], state.x[j], state.y[j])
            if apart <= allowed * allowed:
                count = insert_pair(best, count, root_up(apart), i, j)
    over = flies(options, state, unit)
    for entry in range(count):
        distance, i, j = best[3 * entry], best[3 * entry + 1], best[3 * entry + 2]
        length = min(roll * INCH, max(distance - radii - _SLACK, 0))
        x = state.x[i] + step_towards(state.x[i], state.y[i], state.x[j], state.y[j], length)
        y = state.y[i] + step_towards(state.y[i], state.x[i], state.y[j], state.x[j], length)
        reach = radii + HALF_INCH
        if (
            squared_distance(x, y, state.x[j], state.y[j]) <= reach * reach
            and spot_is_free(options, state, unit, i, x, y, CLOSE)
            and path_is_free(options, state, unit, i, x, y, CLOSE, over, False)
        ):
            pair[0], pair[1], pair[2] = i, x, y
            return True
    return False


@part
def insert_pair(best: Actions, count: int, distance: int, i: int, j: int) -> int:
    """Keep the closest pairs, sorted; returns how many there are."""
    place = count
    while place > 0 and best[3 * (place - 1)] > distance:
        place -= 1
    if place >= _PAIRS:
        return count
    last = min(count, _PAIRS - 1)
    for k in range(last, place, -1):
        best[3 * k], best[3 * k + 1], best[3 * k + 2] = best[3 * k - 3], best[3 * k - 2], best[3 * k - 1]
    best[3 * place], best[3 * place + 1], best[3 * place + 2] = distance, i, j
    return min(count + 1, _PAIRS)


@rule
def charge_move(options: Record, state: Record, unit: int, target: int, roll: int, wrap: bool) -> bool:
    """Carry out a charge: the first model into contact, the others after it as close as coherency allows (R24).

    Returns False, and nobody has moved, if it is impossible.
    """
    pair = scratch(3)
    old = scratch(_ROOM)
    if not first_contact(options, state, unit, target, roll, pair):
        return False
    remember(options, state, unit, old)
    dx, dy = pair[1] - state.x[pair[0]], pair[2] - state.y[pair[0]]
    state.x[pair[0]], state.y[pair[0]] = pair[1], pair[2]
    if not follow(options, state, unit, target, pair[0], roll * INCH, wrap):
        put_back(options, state, unit, old)
        if not shift_is_legal(options, state, unit, dx, dy, CLOSE, flies(options, state, unit)):
            return False
        shift(options, state, unit, dx, dy)
    measure_enemies(options, state, unit)
    return True


@rule
def put_back(options: Record, state: Record, unit: int, old: Actions) -> None:
    """Return the models of a unit to where they stood."""
    for place in range(state.alive[unit]):
        state.x[options.first[unit] + place] = old[2 * place]
        state.y[options.first[unit] + place] = old[2 * place + 1]


@rule
def follow(options: Record, state: Record, unit: int, target: int, leader: int, allowance: int, wrap: bool) -> bool:
    """Move the other models of a charging unit, nearest first, each next to one that has moved; False if one can't."""
    moved = scratch(UNIT_MODELS)
    first, size = options.first[unit], state.alive[unit]
    for place in range(size):
        moved[place] = int(first + place == leader)
    for _ in range(size - 1):
        place = nearest_waiting(options, state, unit, target, moved)
        if not follow_one(options, state, unit, target, first + place, moved, allowance, wrap):
            return False
        moved[place] = 1
    return True


@rule
def nearest_waiting(options: Record, state: Record, unit: int, target: int, moved: Actions) -> int:
    """The place of the model that has not moved yet and is nearest to the target."""
    best, found = 1 << 60, 0
    for place in range(state.alive[unit]):
        if moved[place] == 0:
            model = options.first[unit] + place
            j = nearest_model(options, state, target, state.x[model], state.y[model])
            distance = squared_distance(state.x[model], state.y[model], state.x[j], state.y[j])
            if distance < best:
                best, found = distance, place
    return found


@rule
def nearest_model(options: Record, state: Record, unit: int, x: int, y: int) -> int:
    """The model of a unit nearest to a point."""
    best, found = 1 << 60, options.first[unit]
    for j in range(options.first[unit], options.first[unit] + state.alive[unit]):
        distance = squared_distance(x, y, state.x[j], state.y[j])
        if distance < best:
            best, found = distance, j
    return found


@rule
def follow_one(
    options: Record, state: Record, unit: int, target: int, model: int, moved: Actions, allowance: int, wrap: bool
) -> bool:
    """Place one more model: around the nearest target model, else beside a model that has moved, else where it is."""
    j = nearest_model(options, state, target, state.x[model], state.y[model])
    spacing = options.radius[unit] + options.radius[target] + _SLACK
    if place_around(options, state, unit, model, state.x[j], state.y[j], spacing, allowance, moved, wrap):
        return True
    spacing = 2 * options.radius[unit] + _SLACK
    for place in range(state.alive[unit]):
        other = options.first[unit] + place
        if moved[place] and place_around(
            options, state, unit, model, state.x[other], state.y[other], spacing, allowance, moved, False
        ):
            return True
    return beside_moved(options, state, unit, state.x[model], state.y[model], moved)


@rule
def place_around(
    options: Record, state: Record, unit: int, model: int, cx: int, cy: int, spacing: int, allowance: int, moved: Actions,
    wrap: bool,
) -> bool:  # fmt: skip
    """Move a model to a free place around a point, beside a model that has moved, if its straight way there is free."""
    ax, ay = state.x[model], state.y[model]
    dx, dy = step_towards(cx, cy, ax, ay, spacing), step_towards(cy, cx, ay, ax, spacing)
    over = flies(options, state, unit)
    for attempt in range(DIRECT.shape[0]):
        turn = WRAP[attempt] if wrap else DIRECT[attempt]
        # turning shortens a vector by rounding; two more units keep the discs apart
        x = cx + turned_x(dx, dy, turn) + outward(turned_x(dx, dy, turn))
        y = cy + turned_y(dx, dy, turn) + outward(turned_y(dx, dy, turn))
        if (
            squared_distance(ax, ay, x, y) <= allowance * allowance
            and beside_moved(options, state, unit, x, y, moved)
            and spot_is_free(options, state, unit, model, x, y, CLOSE)
            and path_is_free(options, state, unit, model, x, y, CLOSE, over, False)
        ):
            state.x[model], state.y[model] = x, y
            return True
    return False


@part
def outward(number: int) -> int:
    """Two away from zero."""
    if number == 0:
        return 0
    return 2 if number > 0 else -2


@rule
def beside_moved(options: Record, state: Record, unit: int, x: int, y: int, moved: Actions) -> bool:
    """Whether a point is within 1 inch of a model that has moved."""
    for place in range(state.alive[unit]):
        if moved[place] and near_model(options, state, unit, x, y, options.first[unit] + place):
            return True
    return False


@rule
def pile_in(options: Record, state: Record, unit: int, allowance: int) -> None:
    """Each model moves up to 3 inches towards the enemy model closest to it, nearest first, keeping coherency (R26)."""
    order = scratch(UNIT_MODELS)
    closest = scratch(UNIT_MODELS)
    away = scratch(UNIT_MODELS)
    size = state.alive[unit]
    for place in range(size):
        model = options.first[unit] + place
        closest[place] = closest_enemy_model(options, state, unit, model)
        j = closest[place]
        away[place] = 1 << 30
        if j >= 0:
            away[place] = root_up(squared_distance(state.x[model], state.y[model], state.x[j], state.y[j]))
        k = place
        while k > 0 and away[order[k - 1]] > away[place]:
            order[k] = order[k - 1]
            k -= 1
        order[k] = place
    coherent = is_coherent(options, state, unit)
    for k in range(size):
        place = order[k]
        if closest[place] >= 0:
            pile_in_model(options, state, unit, options.first[unit] + place, closest[place], away[place], allowance, coherent)
    measure_enemies(options, state, unit)


@rule
def enemy_unit_of(options: Record, unit: int, model: int) -> int:
    """The enemy unit that a model belongs to."""
    base = (1 - side_of(unit)) * SIDE_UNITS
    found = base
    for other in range(base, base + army_size(options, 1 - side_of(unit))):
        if options.first[other] <= model:
            found = other
    return found


@rule
def closest_enemy_model(options: Record, state: Record, unit: int, model: int) -> int:
    """The enemy model closest to a model, disc to disc, among units within 12 inches of its unit; -1 if there is none."""
    best, found = 1 << 60, -1
    base = (1 - side_of(unit)) * SIDE_UNITS
    for enemy in range(base, base + army_size(options, 1 - side_of(unit))):
        if enemy_gap(state, unit, enemy) <= 12 * INCH:
            j = nearest_model(options, state, enemy, state.x[model], state.y[model])
            distance = root_up(squared_distance(state.x[model], state.y[model], state.x[j], state.y[j]))
            distance -= options.radius[enemy]
            if distance < best:
                best, found = distance, j
    return found


@rule
def pile_in_model(
    options: Record, state: Record, unit: int, model: int, j: int, away: int, allowance: int, coherent: bool
) -> None:
    """Move one model towards its closest enemy model: straight into contact, around it, or part of the way."""
    spacing = options.radius[unit] + options.radius[enemy_unit_of(options, unit, j)] + _SLACK
    if away <= spacing + 2 * _SLACK:
        return
    ax, ay = state.x[model], state.y[model]
    length = min(allowance, away - spacing)
    for thirds in range(3, 0, -1):
        step = length * thirds // 3
        x = ax + step_towards(ax, ay, state.x[j], state.y[j], step)
        y = ay + step_towards(ay, ax, state.y[j], state.x[j], step)
        if try_spot(options, state, unit, model, x, y, coherent):
            return
        if (
            thirds == 3
            and away - spacing <= allowance
            and pile_around(options, state, unit, model, j, spacing, away, allowance, coherent)
        ):
            return


@rule
def pile_around(
    options: Record, state: Record, unit: int, model: int, j: int, spacing: int, away: int, allowance: int, coherent: bool
) -> bool:
    """Move a model into contact with its closest enemy model from another side, if it gets there."""
    ax, ay, cx, cy = state.x[model], state.y[model], state.x[j], state.y[j]
    dx, dy = step_towards(cx, cy, ax, ay, spacing), step_towards(cy, cx, ay, ax, spacing)
    for attempt in range(1, DIRECT.shape[0]):
        x = cx + turned_x(dx, dy, DIRECT[attempt]) + outward(turned_x(dx, dy, DIRECT[attempt]))
        y = cy + turned_y(dx, dy, DIRECT[attempt]) + outward(turned_y(dx, dy, DIRECT[attempt]))
        end = squared_distance(x, y, cx, cy)
        if (
            squared_distance(ax, ay, x, y) <= allowance * allowance
            and (end < away * away or (end == away * away and not options.strict_pile_in))
            and try_spot(options, state, unit, model, x, y, coherent)
        ):
            return True
    return False


@rule
def try_spot(options: Record, state: Record, unit: int, model: int, x: int, y: int, coherent: bool) -> bool:
    """Move a model to a point if that is free, its way too, and the unit stays one group (if it was one)."""
    ax, ay = state.x[model], state.y[model]
    if not spot_is_free(options, state, unit, model, x, y, CLOSE):
        return False
    if not path_is_free(options, state, unit, model, x, y, CLOSE, flies(options, state, unit), False):
        return False
    state.x[model], state.y[model] = x, y
    if coherent and not is_coherent(options, state, unit):
        state.x[model], state.y[model] = ax, ay
        return False
    return True
