"""Judges any arrangement of a unit's models: says which rules it breaks (the rules layer, apart from the solver's menus)."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from typing import Any

from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNITS
from engine.games.age_of_sigmar.geometry import segment_squared_distance, squared_distance
from engine.games.age_of_sigmar.rules.ground import in_zone
from engine.games.age_of_sigmar.rules.terrain import in_wall, wall_between
from engine.games.age_of_sigmar.state import Standing


class Placement(enum.Enum):
    """What kind of arrangement is judged."""

    SET_UP = "set-up"
    MOVE = "move"
    RETREAT = "retreat"
    CHARGE = "charge"
    PILE_IN = "pile-in"


Point = tuple[int, int]


def check_placement(
    options: Any, state: Any, unit: int, points: Sequence[Point], kind: Placement, allowance: int = 0, flies: bool = False
) -> list[str]:
    """The rules that an arrangement of a unit breaks, each with its number; an empty list if it is legal.

    Args:
        options: options record, as a view.
        state: state record, as a view: where everybody stands before.
        unit: the unit slot.
        points: where each of its living models would stand, in the order of its model slots, in 1/1000 inch.
        kind: what the unit does.
        allowance: how far a model may move, in 1/1000 inch; not used for set-up.
        flies: whether it passes over models and terrain.
    """
    broken = [*_on_the_board(options, unit, points), *_apart(options, state, unit, points), *_together(options, unit, points)]
    for x, y in points:
        if in_wall(state, x, y, options.radius[unit]):
            broken.append("R8: a model stands in a feature that can't be moved through")
        if kind == Placement.SET_UP and not in_zone(options, state, unit, x, y):
            broken.append("R9: a model is not in its territory more than 12 inches from the enemy's")
    if kind != Placement.SET_UP:
        broken += _moved(options, state, unit, points, kind, allowance, flies)
    if kind in (Placement.MOVE, Placement.RETREAT) and _nearest(options, state, unit, points) <= 3 * INCH:
        broken.append("R19, R20: a model ends within 3 inches of an enemy")
    if kind == Placement.CHARGE and _nearest(options, state, unit, points) > INCH // 2:
        broken.append("R24: no model ends within half an inch of an enemy")
    return list(dict.fromkeys(broken))


def _on_the_board(options: Any, unit: int, points: Sequence[Point]) -> list[str]:
    if any(not (0 <= x <= options.board[0] and 0 <= y <= options.board[1]) for x, y in points):
        return ["R6: a model is off the battlefield"]
    return []


def _others(options: Any, state: Any, unit: int) -> list[tuple[int, int, int]]:
    """Models of other units: unit, x, y."""
    return [
        (other, state.x[model], state.y[model])
        for other in range(UNITS)
        if other != unit and state.standing[other] == Standing.FIELD
        for model in range(options.first[other], options.first[other] + state.alive[other])
    ]


def _apart(options: Any, state: Any, unit: int, points: Sequence[Point]) -> list[str]:
    radius = options.radius[unit]
    for k, (x, y) in enumerate(points):
        if any(squared_distance(x, y, *other) < (2 * radius) ** 2 for other in points[k + 1 :]):
            return ["fact sheet 1.2: models of the unit overlap"]
        for other, ox, oy in _others(options, state, unit):
            if squared_distance(x, y, ox, oy) < (radius + options.radius[other]) ** 2:
                return ["fact sheet 1.2: a model overlaps one of another unit"]
    return []


def _together(options: Any, unit: int, points: Sequence[Point]) -> list[str]:
    reach = INCH + 2 * options.radius[unit]
    group, waiting = {0}, [0]
    while waiting:
        x, y = points[waiting.pop()]
        for k, other in enumerate(points):
            if k not in group and squared_distance(x, y, *other) <= reach * reach:
                group.add(k)
                waiting.append(k)
    return [] if len(group) == len(points) else ["R2: the unit is not one group, each model within 1 inch of another"]


def _moved(
    options: Any, state: Any, unit: int, points: Sequence[Point], kind: Placement, allowance: int, flies: bool
) -> list[str]:
    """What the straight ways of the models break."""
    broken = []
    first, radius = options.first[unit], options.radius[unit]
    others = _others(options, state, unit)
    for k, (x, y) in enumerate(points):
        ax, ay = state.x[first + k], state.y[first + k]
        if squared_distance(ax, ay, x, y) > allowance * allowance:
            broken.append("R19: a model moves farther than it may")
        if flies or (ax, ay) == (x, y):
            continue
        if wall_between(state, ax, ay, x, y, radius):
            broken.append("R8: a model moves through a feature that can't be moved through")
        for other, ox, oy in others:
            enemy = other // SIDE_UNITS != unit // SIDE_UNITS
            reach = radius + options.radius[other] + (3 * INCH + 1 if enemy and kind == Placement.MOVE else 0)
            if segment_squared_distance(ax, ay, x, y, ox, oy) < reach * reach:
                broken.append("R19, R22: a model moves through another, or within 3 inches of an enemy")
    return broken


def _nearest(options: Any, state: Any, unit: int, points: Sequence[Point]) -> float:
    """The gap to the nearest enemy model from the arrangement, in 1/1000 inch."""
    gaps = [
        math.dist(point, (ox, oy)) - options.radius[unit] - options.radius[other]
        for other, ox, oy in _others(options, state, unit)
        if other // SIDE_UNITS != unit // SIDE_UNITS
        for point in points
    ]
    return min(gaps, default=math.inf)
