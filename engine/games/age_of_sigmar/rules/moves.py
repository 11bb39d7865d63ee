"""The solver of moves: shifts a unit as a whole, restores coherency model by model, never leaves an overlap (R19-R22)."""

from __future__ import annotations

from engine.arrays import scratch, table
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNIT_MODELS
from engine.games.age_of_sigmar.geometry import (
    root_up,
    segment_squared_distance,
    squared_distance,
    step_towards,
    turned_x,
    turned_y,
)
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.dice import die, roll_dice
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.space import (
    ENEMY_DISTANCE,
    KEEP_AWAY,
    RETREAT,
    group_of,
    is_coherent,
    near_model,
    on_board,
    path_is_free,
    spot_is_free,
)
from engine.games.age_of_sigmar.rules.terrain import crosses_feature, in_feature, in_wall, wall_between
from engine.games.age_of_sigmar.rules.units import army_size, measure_enemies, on_field, side_of
from engine.games.age_of_sigmar.rules.wounds import slay
from engine.games.age_of_sigmar.state import Chance
from engine.games.age_of_sigmar.vocabulary import Effect, Feature
from engine.trace import EVERYBODY, note3
from engine.types import Actions, Record, Trace

_ROOM = 2 * UNIT_MODELS
_FLY = int(Effect.FLY)
_MOVE = int(Effect.MOVE)
_DICE_MOVE = int(Effect.DICE_MOVE)
_OVERRUN = int(Effect.OVERRUN)
_DEADLY = int(Feature.DEADLY)
_SLAIN = int(Chance.SLAIN)

TRIES = table(
    [(0, 12), (1, 12), (15, 12), (0, 9), (2, 12), (14, 12), (1, 9), (15, 9), (0, 6), (2, 8), (14, 8), (3, 9), (13, 9), (0, 3),
     (4, 6), (12, 6), (1, 3), (15, 3)]
)  # fmt: skip
"""Directions (sixteenths of a circle from the wanted one) and lengths (twelfths) that a shift tries in turn."""


@part
def flies(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit can fly now (R22)."""
    return total(options, state, unit, _FLY) > 0


@part
def passes_over(options: Record, state: Record, unit: int) -> bool:
    """Fliers and what rolls over enemies ignore models on their way."""
    return flies(options, state, unit) or total(options, state, unit, _OVERRUN) > 0


@part
def move_allowance(options: Record, state: Record, unit: int) -> int:
    """The Move characteristic now, in 1/1000 inch; random Move is rolled when the unit is picked (R4)."""
    dice = total(options, state, unit, _DICE_MOVE)
    inches = roll_dice(state.play_rng, dice) if dice else options.move[unit]
    return max(inches + total(options, state, unit, _MOVE), 0) * INCH


@rule
def shift_is_legal(options: Record, state: Record, unit: int, dx: int, dy: int, mode: int, over: bool) -> bool:
    """Whether all models of a unit may move by the same vector."""
    first, last, radius = options.first[unit], options.first[unit] + state.alive[unit], options.radius[unit]
    low_x, high_x, low_y, high_y = 1 << 40, -(1 << 40), 1 << 40, -(1 << 40)
    for i in range(first, last):
        ax, ay, bx, by = state.x[i], state.y[i], state.x[i] + dx, state.y[i] + dy
        if not on_board(options, bx, by) or in_wall(state, bx, by, radius):
            return False
        if not over and wall_between(state, ax, ay, bx, by, radius):
            return False
        low_x, high_x = min(low_x, ax, bx), max(high_x, ax, bx)
        low_y, high_y = min(low_y, ay, by), max(high_y, ay, by)
    for side in range(2):
        enemy = side != side_of(unit)
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            if other == unit or not on_field(state, other):
                continue
            touch = radius + options.radius[other]
            end = touch + (ENEMY_DISTANCE + 1 if enemy and mode in (KEEP_AWAY, RETREAT) else 0)
            way = touch + (ENEMY_DISTANCE + 1 if enemy and mode == KEEP_AWAY else 0)
            for j in range(options.first[other], options.first[other] + state.alive[other]):
                px, py = state.x[j], state.y[j]
                if px <= low_x - end or px >= high_x + end or py <= low_y - end or py >= high_y + end:
                    continue
                if model_in_way(state, first, last, dx, dy, px, py, end * end, -1 if over else way * way):
                    return False
    return True


@part
def model_in_way(state: Record, first: int, last: int, dx: int, dy: int, px: int, py: int, end: int, way: int) -> bool:
    """Whether a disc stands too near the ends (`end`, squared) or the paths (`way`, squared, -1: no matter) of a shift."""
    for i in range(first, last):
        ax, ay = state.x[i], state.y[i]
        if squared_distance(ax + dx, ay + dy, px, py) < end:
            return True
        if way >= 0 and segment_squared_distance(ax, ay, ax + dx, ay + dy, px, py) < way:
            return True
    return False


@rule
def shift(options: Record, state: Record, unit: int, dx: int, dy: int) -> None:
    """Move all models of a unit by the same vector."""
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        state.x[i] += dx
        state.y[i] += dy


@rule
def shift_towards(
    options: Record, state: Record, unit: int, goal_x: int, goal_y: int, length: int, mode: int, trace: Trace
) -> int:
    """Shift a unit so far towards a point, as its surroundings allow; returns how far it came (0: it stands still).

    The vector from the unit's first model to the goal gives the direction; other directions and shorter lengths are tried in
    the order of `TRIES`.
    """
    model = options.first[unit]
    ax, ay = state.x[model], state.y[model]
    distance = root_up(squared_distance(ax, ay, goal_x, goal_y))
    reach = min(length, distance)
    if reach == 0:
        return 0
    dx = step_towards(ax, ay, goal_x, goal_y, reach)
    dy = step_towards(ay, ax, goal_y, goal_x, reach)
    over = passes_over(options, state, unit)
    for attempt in range(TRIES.shape[0]):
        turn, part = TRIES[attempt, 0], TRIES[attempt, 1]
        vx, vy = turned_x(dx, dy, turn) * part, turned_y(dx, dy, turn) * part
        vx = -(-vx // 12) if vx < 0 else vx // 12
        vy = -(-vy // 12) if vy < 0 else vy // 12
        if shift_is_legal(options, state, unit, vx, vy, mode, over):
            shift(options, state, unit, vx, vy)
            return root_up(vx * vx + vy * vy)
    return 0


@rule
def regroup(options: Record, state: Record, unit: int, allowance: int, mode: int) -> bool:
    """Bring a scattered unit back into one group (R2): models outside the largest group move next to it.

    Returns whether the unit is one group now; if it can't be, nobody has moved.
    """
    group = scratch(UNIT_MODELS)
    old = scratch(_ROOM)
    first, size = options.first[unit], state.alive[unit]
    start, most = 0, 0
    for place in range(size):
        found = group_of(options, state, unit, place, group)
        if found > most:
            start, most = place, found
    group_of(options, state, unit, start, group)
    for place in range(size):
        old[2 * place], old[2 * place + 1] = state.x[first + place], state.y[first + place]
    for place in range(size):
        if group[place] == 0:
            if not join(options, state, unit, place, group, allowance, mode):
                for back in range(size):
                    state.x[first + back], state.y[first + back] = old[2 * back], old[2 * back + 1]
                return False
            group[place] = 1
    return True


@rule
def join(options: Record, state: Record, unit: int, place: int, group: Actions, allowance: int, mode: int) -> bool:
    """Move one model next to a group of its unit; returns False if it can't get there."""
    first = options.first[unit]
    model = first + place
    spacing = 2 * options.radius[unit] + INCH // 2
    over = passes_over(options, state, unit)
    for other in range(state.alive[unit]):
        if group[other] == 0:
            continue
        if near_model(options, state, unit, state.x[model], state.y[model], first + other):
            return True
        dx = step_towards(state.x[first + other], state.y[first + other], state.x[model], state.y[model], spacing)
        dy = step_towards(state.y[first + other], state.x[first + other], state.y[model], state.x[model], spacing)
        for turn in range(16):
            side = turn // 2 + 1 if turn % 2 else -(turn // 2)
            x = state.x[first + other] + turned_x(dx, dy, side + 16)
            y = state.y[first + other] + turned_y(dx, dy, side + 16)
            if (
                squared_distance(state.x[model], state.y[model], x, y) <= allowance * allowance
                and spot_is_free(options, state, unit, model, x, y, mode)
                and path_is_free(options, state, unit, model, x, y, mode, over, False)
            ):
                state.x[model], state.y[model] = x, y
                return True
    return False


@part
def move_unit(
    options: Record, state: Record, unit: int, goal_x: int, goal_y: int, allowance: int, mode: int, trace: Trace
) -> int:
    """Move a unit towards a point; a scattered one restores its coherency instead. Returns how far it came."""
    if not is_coherent(options, state, unit):
        moved = int(regroup(options, state, unit, allowance, mode))
    else:
        moved = shift_towards(options, state, unit, goal_x, goal_y, allowance, mode, trace)
    if moved:
        measure_enemies(options, state, unit)
    return moved


@rule
def remember(options: Record, state: Record, unit: int, old: Actions) -> None:
    """Note where the models of a unit stand."""
    for place in range(state.alive[unit]):
        old[2 * place] = state.x[options.first[unit] + place]
        old[2 * place + 1] = state.y[options.first[unit] + place]


@rule
def cross_deadly(options: Record, state: Record, unit: int, old: Actions, trace: Trace) -> None:
    """Deadly terrain: models that ran or charged across it or end on it are slain on a 1; fliers only if they end on it."""
    over = flies(options, state, unit)
    slain = 0
    for place in range(state.alive[unit] - 1, -1, -1):
        model = options.first[unit] + place
        ax, ay, bx, by = old[2 * place], old[2 * place + 1], state.x[model], state.y[model]
        if ax == bx and ay == by:
            continue
        for feature in range(state.features):
            if state.feature_kind[feature] != _DEADLY:
                continue
            ends = in_feature(state, feature, bx, by, 0)
            if (ends or (not over and crosses_feature(state, feature, ax, ay, bx, by, 0))) and die(state) == 1:
                slay(options, state, unit, model)
                slain += 1
                break
    if slain:
        measure_enemies(options, state, unit)
        note3(trace, _SLAIN, EVERYBODY, unit, slain, 0)


@part
def any_deadly(state: Record) -> bool:
    """Whether any feature is Deadly."""
    for feature in range(state.features):
        if state.feature_kind[feature] == _DEADLY:
            return True
    return False
