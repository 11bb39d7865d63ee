"""Discs, segments and rectangles on a plane of 1/1000 inches: integers only, distances compared as squares (contract 4)."""

from __future__ import annotations

import math

from engine.games.age_of_sigmar.inlining import part, rule

_TURNS = 16
_WIDE = 3_000_000_000
"""A cross product beyond this means a distance of more than 30 inches: its square would leave 64 bits."""


@part
def square(number: int) -> int:
    """A number times itself."""
    return number * number


@part
def squared_distance(ax: int, ay: int, bx: int, by: int) -> int:
    """The square of the distance between two points."""
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by)


@rule
def root_up(number: int) -> int:
    """The smallest integer whose square is at least `number` (not negative): exact, though it starts from a float."""
    root = int(math.sqrt(float(number)))
    while root * root < number:
        root += 1
    while root > 0 and (root - 1) * (root - 1) >= number:
        root -= 1
    return root


@part
def gap_of_square(distance_squared: int, radii: int) -> int:
    """The gap between two discs whose centres are that far apart, rounded up to 1/1000 inch; 0 if they touch."""
    return max(root_up(distance_squared) - radii, 0)


@part
def segment_squared_distance(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> int:
    """The square of the distance from a point to a segment, rounded down."""
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    if length == 0:
        return squared_distance(ax, ay, px, py)
    along = (px - ax) * dx + (py - ay) * dy
    if along <= 0:
        return squared_distance(ax, ay, px, py)
    if along >= length:
        return squared_distance(bx, by, px, py)
    across = (px - ax) * dy - (py - ay) * dx
    if abs(across) > _WIDE:
        return square(abs(across) // root_up(length))
    return across * across // length


@part
def in_disc_or_box(px: int, py: int, cx: int, cy: int, w: int, h: int, margin: int) -> bool:
    """Whether a point lies in a feature grown by `margin` (negative: shrunk); `h` 0 means a disc of radius `w`."""
    if h == 0:
        reach = w + margin
        return reach >= 0 and squared_distance(px, py, cx, cy) <= reach * reach
    return box_squared_distance(px, py, cx, cy, w + min(margin, 0), h + min(margin, 0)) <= square(max(margin, 0)) and (
        margin >= 0 or (w + margin >= 0 and h + margin >= 0)
    )


@part
def box_squared_distance(px: int, py: int, cx: int, cy: int, w: int, h: int) -> int:
    """The square of the distance from a point to a box; 0 inside it."""
    dx = max(abs(px - cx) - w, 0)
    dy = max(abs(py - cy) - h, 0)
    return dx * dx + dy * dy


@part
def segment_meets(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, w: int, h: int, margin: int) -> bool:
    """Whether a segment meets a feature grown by `margin`: exact for discs; boxes are grown by their sides."""
    if h == 0:
        return segment_squared_distance(ax, ay, bx, by, cx, cy) <= square(w + margin)
    return segment_meets_box(ax - cx, ay - cy, bx - cx, by - cy, w + margin, h + margin)


@part
def segment_meets_box(ax: int, ay: int, bx: int, by: int, w: int, h: int) -> bool:
    """Whether a segment meets the box of half sides w, h around the origin (separating axes)."""
    if min(ax, bx) > w or max(ax, bx) < -w or min(ay, by) > h or max(ay, by) < -h:
        return False
    dx, dy = bx - ax, by - ay
    return abs(ax * dy - ay * dx) <= w * abs(dy) + h * abs(dx)


@part
def step_towards(ax: int, ay: int, bx: int, by: int, length: int) -> int:
    """How far along x a step of `length` from a towards b goes, never farther than `length` in all (rounded to zero)."""
    distance = root_up(squared_distance(ax, ay, bx, by))
    if distance == 0:
        return 0
    return truncated(abs(bx - ax) * length, distance) * (1 if bx >= ax else -1)


@part
def truncated(number: int, divisor: int) -> int:
    """A quotient of numbers that are not negative, rounded down."""
    return number // divisor


@part
def turned_x(dx: int, dy: int, turn: int) -> int:
    """X of a vector turned by `turn` sixteenths of a circle, never longer than it was."""
    return toward_zero(dx * cosine(turn) - dy * cosine(turn + 12))


@part
def turned_y(dx: int, dy: int, turn: int) -> int:
    """Y of a vector turned by `turn` sixteenths of a circle, never longer than it was."""
    return toward_zero(dx * cosine(turn + 12) + dy * cosine(turn))


@part
def toward_zero(scaled: int) -> int:
    """A number in 1/10000 as an integer, rounded towards zero."""
    return -((-scaled) // 10000) if scaled < 0 else scaled // 10000


@part
def cosine(turn: int) -> int:
    """Cosine of sixteenths of a circle, in 1/10000, rounded towards zero; sine is the cosine twelve sixteenths on."""
    place = turn % _TURNS
    if place > 8:
        place = _TURNS - place
    if place > 4:
        return -quarter_cosine(8 - place)
    return quarter_cosine(place)


@part
def quarter_cosine(place: int) -> int:
    """Cosine of 0 .. 4 sixteenths of a circle."""
    if place == 0:
        return 10000
    if place == 1:
        return 9238
    if place == 2:
        return 7071
    if place == 3:
        return 3826
    return 0
