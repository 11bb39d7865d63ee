"""The rules layer's judgement of any arrangement of a unit: which rules it breaks (fact sheet, 1.2).

An arrangement is a list of points, x and y of each model in turn, in 1/1000 inch. Models move straight, all at once: their own
unit is not in their way.
"""

from __future__ import annotations

import enum

from engine.arrays import scratch
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNIT_MODELS
from engine.games.age_of_sigmar.geometry import root_up, segment_squared_distance, squared_distance
from engine.games.age_of_sigmar.inlining import rule
from engine.games.age_of_sigmar.rules.contact import closest_enemy_model
from engine.games.age_of_sigmar.rules.ground import in_zone
from engine.games.age_of_sigmar.rules.space import COHERENCY, ENEMY_DISTANCE, on_board
from engine.games.age_of_sigmar.rules.terrain import in_wall, wall_between
from engine.games.age_of_sigmar.rules.units import army_size, on_field, side_of
from engine.types import Actions, Record


class Kind(enum.IntEnum):
    """What a unit does when it is arranged."""

    SET_UP = 0
    APPEAR = 1
    """Set up during the battle, out of hiding."""
    MOVE = 2
    RETREAT = 3
    CHARGE = 4
    PILE_IN = 5


class Broken(enum.IntFlag):
    """Rules that an arrangement breaks."""

    OFF_BOARD = 1
    OVERLAP = 2
    SCATTERED = 4
    IN_WALL = 8
    OUT_OF_ZONE = 16
    TOO_FAR = 32
    THROUGH_WALL = 64
    THROUGH_MODELS = 128
    NEAR_ENEMY = 256
    NO_CONTACT = 512
    AWAY = 1024


_SET_UP, _APPEAR, _MOVE, _RETREAT = int(Kind.SET_UP), int(Kind.APPEAR), int(Kind.MOVE), int(Kind.RETREAT)
_CHARGE, _PILE_IN = int(Kind.CHARGE), int(Kind.PILE_IN)
_OFF_BOARD, _OVERLAP, _SCATTERED = int(Broken.OFF_BOARD), int(Broken.OVERLAP), int(Broken.SCATTERED)
_IN_WALL, _OUT_OF_ZONE, _TOO_FAR = int(Broken.IN_WALL), int(Broken.OUT_OF_ZONE), int(Broken.TOO_FAR)
_THROUGH_WALL, _THROUGH_MODELS = int(Broken.THROUGH_WALL), int(Broken.THROUGH_MODELS)
_NEAR_ENEMY, _NO_CONTACT, _AWAY = int(Broken.NEAR_ENEMY), int(Broken.NO_CONTACT), int(Broken.AWAY)


@rule
def judge(
    options: Record, state: Record, unit: int, points: Actions, models: int, kind: int, allowance: int, over: bool
) -> int:
    """The rules that an arrangement breaks, as a set of `Broken`; 0 if it is legal.

    Args:
        options: options record.
        state: state record: where everybody stands before.
        unit: the unit slot.
        points: x, y of each model in the order of its model slots.
        models: how many.
        kind: `Kind`.
        allowance: how far a model may move, in 1/1000 inch; no matter when it is set up.
        over: whether it passes over models and walls.
    """
    broken = judge_spots(options, state, unit, points, models, kind)
    if not holds_together(options, unit, points, models):
        broken |= _SCATTERED
    nearest = nearest_to_enemies(options, state, unit, points, models)
    if kind >= _MOVE:
        broken |= judge_ways(options, state, unit, points, models, kind, allowance, over)
    if kind in (_APPEAR, _MOVE, _RETREAT) and nearest <= ENEMY_DISTANCE:
        broken |= _NEAR_ENEMY
    if kind == _CHARGE and nearest > INCH // 2:
        broken |= _NO_CONTACT
    if kind == _PILE_IN and not piles_in(options, state, unit, points, models):
        broken |= _AWAY
    return broken


@rule
def judge_spots(options: Record, state: Record, unit: int, points: Actions, models: int, kind: int) -> int:
    """Where models stand at the end: on the board, in no wall, on nobody, in the zone of set-up."""
    broken, radius = 0, options.radius[unit]
    for k in range(models):
        x, y = points[2 * k], points[2 * k + 1]
        if not on_board(options, x, y):
            broken |= _OFF_BOARD
        if in_wall(state, x, y, radius):
            broken |= _IN_WALL
        if kind == _SET_UP and not in_zone(options, state, unit, x, y):
            broken |= _OUT_OF_ZONE
        for other in range(k):
            if squared_distance(x, y, points[2 * other], points[2 * other + 1]) < 4 * radius * radius:
                broken |= _OVERLAP
        if meets_others(options, state, unit, x, y, x, y, 0, False):
            broken |= _OVERLAP
    return broken


@rule
def meets_others(
    options: Record, state: Record, unit: int, ax: int, ay: int, bx: int, by: int, away: int, moving: bool
) -> bool:
    """Whether a disc on its straight way comes onto a model of another unit, or within `away` of an enemy's.

    `moving`: those that it touches already at the start are no matter.
    """
    for side in range(2):
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            if other == unit or not on_field(state, other):
                continue
            reach = options.radius[unit] + options.radius[other] + (away if side != side_of(unit) else 0)
            for i in range(options.first[other], options.first[other] + state.alive[other]):
                if segment_squared_distance(ax, ay, bx, by, state.x[i], state.y[i]) < reach * reach and not (
                    moving and squared_distance(ax, ay, state.x[i], state.y[i]) < reach * reach
                ):
                    return True
    return False


@rule
def judge_ways(
    options: Record, state: Record, unit: int, points: Actions, models: int, kind: int, allowance: int, over: bool
) -> int:
    """How models got there: no farther than they may, through no wall and no model, not past enemies within 3 inches."""
    broken = 0
    away = ENEMY_DISTANCE + 1 if kind == _MOVE else 0
    for k in range(models):
        ax, ay = state.x[options.first[unit] + k], state.y[options.first[unit] + k]
        bx, by = points[2 * k], points[2 * k + 1]
        if squared_distance(ax, ay, bx, by) > allowance * allowance:
            broken |= _TOO_FAR
        if over or (ax == bx and ay == by):
            continue
        if wall_between(state, ax, ay, bx, by, options.radius[unit]):
            broken |= _THROUGH_WALL
        if meets_others(options, state, unit, ax, ay, bx, by, away, kind != _MOVE):
            broken |= _THROUGH_MODELS
    return broken


@rule
def holds_together(options: Record, unit: int, points: Actions, models: int) -> bool:
    """Whether the models are one group, each within 1 inch of another (R2)."""
    reach = COHERENCY + 2 * options.radius[unit]
    group = scratch(UNIT_MODELS)
    waiting = scratch(UNIT_MODELS)
    for k in range(models):
        group[k] = 0
    group[0], waiting[0] = 1, 0
    found, done = 1, 0
    while done < found:
        here = waiting[done]
        done += 1
        for k in range(models):
            apart = squared_distance(points[2 * here], points[2 * here + 1], points[2 * k], points[2 * k + 1])
            if group[k] == 0 and apart <= reach * reach:
                group[k] = 1
                waiting[found] = k
                found += 1
    return found == models


@rule
def nearest_to_enemies(options: Record, state: Record, unit: int, points: Actions, models: int) -> int:
    """The gap to the nearest enemy model, rounded up."""
    base = (1 - side_of(unit)) * SIDE_UNITS
    best = 1 << 40
    for enemy in range(base, base + army_size(options, 1 - side_of(unit))):
        if not on_field(state, enemy):
            continue
        radii = options.radius[unit] + options.radius[enemy]
        for i in range(options.first[enemy], options.first[enemy] + state.alive[enemy]):
            for k in range(models):
                apart = squared_distance(points[2 * k], points[2 * k + 1], state.x[i], state.y[i])
                best = min(best, max(root_up(apart) - radii, 0))
    return best


@rule
def piles_in(options: Record, state: Record, unit: int, points: Actions, models: int) -> bool:
    """Whether each model ends no farther from the enemy model that was closest; strictly: nearer, or where it was (R26)."""
    for k in range(models):
        model = options.first[unit] + k
        j = closest_enemy_model(options, state, unit, model)
        if j < 0:
            continue
        before = squared_distance(state.x[model], state.y[model], state.x[j], state.y[j])
        after = squared_distance(points[2 * k], points[2 * k + 1], state.x[j], state.y[j])
        stands = points[2 * k] == state.x[model] and points[2 * k + 1] == state.y[model]
        if after > before or (options.strict_pile_in and after == before and not stands):
            return False
    return True
