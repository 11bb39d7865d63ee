"""Terrain features: cover, nearness, sight, walls (R7, R8, R32; fact sheet, 1.2)."""

from __future__ import annotations

from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS
from engine.games.age_of_sigmar.geometry import (
    in_disc_or_box,
    segment_meets,
    segment_squared_distance,
    step_towards,
)
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.units import army_size, has_all, on_field
from engine.games.age_of_sigmar.state import Flag
from engine.types import Record

_COVER = int(Flag.COVER)
_BLOCKS = int(Flag.BLOCKS)
_IMPASSABLE = int(Flag.IMPASSABLE)


@part
def in_feature(state: Record, feature: int, x: int, y: int, margin: int) -> bool:
    """Whether a point is in a feature grown by a margin."""
    return in_disc_or_box(
        x, y, state.feature_x[feature], state.feature_y[feature], state.feature_w[feature], state.feature_h[feature], margin
    )


@part
def crosses_feature(state: Record, feature: int, ax: int, ay: int, bx: int, by: int, margin: int) -> bool:
    """Whether a segment meets a feature grown by a margin."""
    return segment_meets(
        ax, ay, bx, by,
        state.feature_x[feature], state.feature_y[feature], state.feature_w[feature], state.feature_h[feature], margin,
    )  # fmt: skip


@part
def cover_margin(options: Record, unit: int) -> int:
    """How much a feature grows for the test of cover: centre in (0), any overlap, or the whole disc (`cover.test`)."""
    if options.cover_test == 1:
        return options.radius[unit]
    if options.cover_test == 2:
        return -options.radius[unit]
    return 0


@rule
def all_in_terrain(options: Record, state: Record, unit: int) -> bool:
    """Whether every model of a unit is within or on a terrain feature that gives cover (R32)."""
    if state.features == 0 or state.alive[unit] == 0:
        return False
    margin = cover_margin(options, unit)
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        covered = False
        for feature in range(state.features):
            if state.feature_flags[feature] & _COVER and in_feature(state, feature, state.x[i], state.y[i], margin):
                covered = True
        if not covered:
            return False
    return True


@rule
def near_feature(options: Record, state: Record, unit: int, feature: int, inches: int) -> bool:
    """Whether a model of the unit is within so many inches of a feature."""
    if not on_field(state, unit):
        return False
    margin = inches * INCH + options.radius[unit]
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        if in_feature(state, feature, state.x[i], state.y[i], margin):
            return True
    return False


@rule
def near_kind(options: Record, state: Record, unit: int, kind: int, inches: int) -> bool:
    """Whether the unit is within so many inches of a feature of a kind of the Scenery Table; kind 0: of any cover."""
    for feature in range(state.features):
        wanted = state.feature_kind[feature] == kind if kind else state.feature_flags[feature] & _COVER != 0
        if wanted and near_feature(options, state, unit, feature, inches):
            return True
    return False


@part
def wall_between(state: Record, ax: int, ay: int, bx: int, by: int, radius: int) -> bool:
    """Whether a straight move of a disc meets a feature that can't be moved through."""
    for feature in range(state.features):
        if state.feature_flags[feature] & _IMPASSABLE and crosses_feature(state, feature, ax, ay, bx, by, radius):
            return True
    return False


@part
def in_wall(state: Record, x: int, y: int, radius: int) -> bool:
    """Whether a disc would stand in a feature that can't be moved through."""
    for feature in range(state.features):
        if state.feature_flags[feature] & _IMPASSABLE and in_feature(state, feature, x, y, radius):
            return True
    return False


@rule
def ray_is_clear(options: Record, state: Record, ax: int, ay: int, bx: int, by: int, seer: int, target: int) -> bool:
    """Whether nothing blocks one sight line; a feature that holds either end does not."""
    for feature in range(state.features):
        if (
            state.feature_flags[feature] & _BLOCKS
            and not in_feature(state, feature, ax, ay, 0)
            and not in_feature(state, feature, bx, by, 0)
            and crosses_feature(state, feature, ax, ay, bx, by, 0)
        ):
            return False
    return options.models_block == 0 or not model_blocks(options, state, ax, ay, bx, by, seer, target)


@rule
def model_blocks(options: Record, state: Record, ax: int, ay: int, bx: int, by: int, seer: int, target: int) -> bool:
    """Whether a model of a third unit stands in a sight line (`los.models_block`: monsters only, or all)."""
    for side in range(2):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            if unit == seer or unit == target or not on_field(state, unit):
                continue
            if options.models_block == 1 and not has_all(options, unit, options.set_monster):
                continue
            for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
                near = segment_squared_distance(ax, ay, bx, by, state.x[i], state.y[i])
                if near < options.radius[unit] * options.radius[unit]:
                    return True
    return False


@rule
def sees_model(options: Record, state: Record, seer: int, model: int, target: int, other: int) -> bool:
    """Sight lines from centre to centre and from either centre to the other's edges: who sees is seen (fact sheet, 1.2)."""
    if options.models_block == 0 and not anything_blocks(state):
        return True
    ax, ay, bx, by = state.x[model], state.y[model], state.x[other], state.y[other]
    if ray_is_clear(options, state, ax, ay, bx, by, seer, target):
        return True
    return sees_an_edge(options, state, ax, ay, bx, by, seer, target) or sees_an_edge(
        options, state, bx, by, ax, ay, target, seer
    )


@rule
def sees_an_edge(options: Record, state: Record, ax: int, ay: int, bx: int, by: int, seer: int, target: int) -> bool:
    """Whether a sight line from a point to a disc's points at 0.9 of its radius across the line is clear."""
    across_x = step_towards(by, bx, ay, ax, options.radius[target] * 9 // 10)
    across_y = step_towards(ax, ay, bx, by, options.radius[target] * 9 // 10)
    return ray_is_clear(options, state, ax, ay, bx + across_x, by + across_y, seer, target) or ray_is_clear(
        options, state, ax, ay, bx - across_x, by - across_y, seer, target
    )


@part
def anything_blocks(state: Record) -> bool:
    """Whether any feature blocks sight."""
    for feature in range(state.features):
        if state.feature_flags[feature] & _BLOCKS:
            return True
    return False


@rule
def unit_sees(options: Record, state: Record, seer: int, target: int) -> bool:
    """Whether the first model of a unit sees a model of another unit: for wizards and heroes."""
    me = options.first[seer]
    for i in range(options.first[target], options.first[target] + state.alive[target]):
        if i == me or sees_model(options, state, seer, me, target, i):
            return True
    return False
