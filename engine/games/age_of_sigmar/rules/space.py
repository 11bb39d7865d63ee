"""What may stand where: overlaps, paths, distance to enemies, coherency (R2, R19; fact sheet, 1.2)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNIT_MODELS
from engine.games.age_of_sigmar.geometry import segment_squared_distance, squared_distance
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.terrain import in_wall, wall_between
from engine.games.age_of_sigmar.rules.units import army_size, on_field, side_of
from engine.types import Actions, Record

KEEP_AWAY, RETREAT, CLOSE = range(3)
"""How near enemies a move may come: never within 3 inches; only its end; no limit (charges, pile-ins)."""

ENEMY_DISTANCE = 3 * INCH
COHERENCY = INCH


@part
def on_board(options: Record, x: int, y: int) -> bool:
    """Whether a model's centre is on the battlefield."""
    return 0 <= x <= options.board[0] and 0 <= y <= options.board[1]


@rule
def spot_is_free(options: Record, state: Record, unit: int, model: int, x: int, y: int, mode: int) -> bool:
    """Whether a model of a unit may stand at a point: on the board, in no wall, on no other disc, far enough from enemies."""
    radius = options.radius[unit]
    if not on_board(options, x, y) or in_wall(state, x, y, radius):
        return False
    for side in range(2):
        away = ENEMY_DISTANCE + 1 if side != side_of(unit) and mode != CLOSE else 0
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            if not on_field(state, other):
                continue
            reach = radius + options.radius[other] + away
            for i in range(options.first[other], options.first[other] + state.alive[other]):
                dx, dy = state.x[i] - x, state.y[i] - y
                if i != model and -reach < dx < reach and -reach < dy < reach and dx * dx + dy * dy < reach * reach:
                    return False
    return True


@rule
def path_is_free(
    options: Record, state: Record, unit: int, model: int, x: int, y: int, mode: int, flies: bool, others_only: bool
) -> bool:
    """Whether a model may move straight to a point: through no wall and no other disc, and not within 3 inches of enemies.

    Fliers pass over everything. `others_only`: models of the own unit are moving along and don't stand in the way.
    """
    if flies:
        return True
    ax, ay, radius = state.x[model], state.y[model], options.radius[unit]
    if wall_between(state, ax, ay, x, y, radius):
        return False
    low_x, high_x, low_y, high_y = min(ax, x), max(ax, x), min(ay, y), max(ay, y)
    for side in range(2):
        away = ENEMY_DISTANCE + 1 if side != side_of(unit) and mode == KEEP_AWAY else 0
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            if not on_field(state, other) or (others_only and other == unit):
                continue
            reach = radius + options.radius[other] + away
            for i in range(options.first[other], options.first[other] + state.alive[other]):
                px, py = state.x[i], state.y[i]
                if (
                    i != model
                    and low_x - reach < px < high_x + reach
                    and low_y - reach < py < high_y + reach
                    and segment_squared_distance(ax, ay, x, y, px, py) < reach * reach
                    and not (mode == CLOSE and squared_distance(ax, ay, px, py) < reach * reach)
                ):
                    return False
    return True


@part
def near_model(options: Record, state: Record, unit: int, x: int, y: int, other: int) -> bool:
    """Whether a disc at a point would be within 1 inch of a model of the same unit."""
    reach = COHERENCY + 2 * options.radius[unit]
    return squared_distance(x, y, state.x[other], state.y[other]) <= reach * reach


@part
def is_coherent(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit is one group, each model within 1 inch of another (R2)."""
    return state.alive[unit] < 2 or group_of(options, state, unit, 0, scratch(UNIT_MODELS)) == state.alive[unit]


@rule
def group_of(options: Record, state: Record, unit: int, start: int, group: Actions) -> int:
    """Write 1 into `group` for each place connected with place `start`, else 0; returns how many there are."""
    first, size = options.first[unit], state.alive[unit]
    waiting = scratch(UNIT_MODELS)
    for place in range(size):
        group[place] = 0
    group[start] = 1
    waiting[0] = start
    found, done = 1, 0
    while done < found:
        here = first + waiting[done]
        done += 1
        for place in range(size):
            if group[place] == 0 and near_model(options, state, unit, state.x[here], state.y[here], first + place):
                group[place] = 1
                waiting[found] = place
                found += 1
    return found
