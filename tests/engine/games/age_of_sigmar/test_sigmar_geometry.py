"""Geometry by Hypothesis: distances, steps, segments, and that who sees a model is seen by it (fact sheet, 1.2)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sigmar_field import BLUE, by_hand, record_of

from engine.compilation import kernel
from engine.games.age_of_sigmar import geometry
from engine.games.age_of_sigmar.rules.terrain import sees_model
from engine.games.age_of_sigmar.state import Flag
from engine.playout import as_argument
from engine.types import Record

NUMBERS = st.integers(-72_000, 72_000)


@given(ax=NUMBERS, ay=NUMBERS, bx=NUMBERS, by=NUMBERS)
@settings(max_examples=200, deadline=None)
def test_distances_are_symmetric_and_rounded_up(ax: int, ay: int, bx: int, by: int) -> None:
    squared = geometry.squared_distance(ax, ay, bx, by)
    assert squared == geometry.squared_distance(bx, by, ax, ay)
    root = geometry.root_up(squared)
    assert (root - 1) ** 2 < squared <= root**2 or squared == root == 0


@given(ax=NUMBERS, ay=NUMBERS, bx=NUMBERS, by=NUMBERS, length=st.integers(0, 20_000))
@settings(max_examples=200, deadline=None)
def test_a_step_is_never_longer_than_it_may_be(ax: int, ay: int, bx: int, by: int, length: int) -> None:
    dx = geometry.step_towards(ax, ay, bx, by, length)
    dy = geometry.step_towards(ay, ax, by, bx, length)
    assert dx * dx + dy * dy <= length * length


@given(dx=NUMBERS, dy=NUMBERS, turn=st.integers(0, 31))
@settings(max_examples=200, deadline=None)
def test_turning_never_lengthens(dx: int, dy: int, turn: int) -> None:
    x, y = geometry.turned_x(dx, dy, turn), geometry.turned_y(dx, dy, turn)
    assert x * x + y * y <= dx * dx + dy * dy
    assert math.hypot(x, y) >= 0.999 * math.hypot(dx, dy) - 3


@given(ax=NUMBERS, ay=NUMBERS, bx=NUMBERS, by=NUMBERS, px=NUMBERS, py=NUMBERS)
@settings(max_examples=300, deadline=None)
def test_the_distance_to_a_segment_is_that_of_its_nearest_point(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> None:
    found = geometry.segment_squared_distance(ax, ay, bx, by, px, py)
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = 0.0 if length == 0 else min(max(((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length, 0.0), 1.0)
    exact = math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay))
    assert math.isclose(math.sqrt(found), exact, rel_tol=1e-3, abs_tol=2)


@given(ax=NUMBERS, ay=NUMBERS, bx=NUMBERS, by=NUMBERS, w=st.integers(1, 4000), h=st.integers(0, 4000))
@settings(max_examples=200, deadline=None)
def test_sight_is_symmetric(ax: int, ay: int, bx: int, by: int, w: int, h: int) -> None:
    assert geometry.segment_meets(ax, ay, bx, by, 0, 0, w, h, 0) == geometry.segment_meets(bx, by, ax, ay, 0, 0, w, h, 0)


PLACES = st.tuples(st.integers(0, 30_000), st.integers(0, 30_000))
FEATURES = st.lists(
    st.tuples(PLACES, st.integers(200, 3000), st.sampled_from([0, 300, 2000]), st.sampled_from([Flag.COVER, Flag.BLOCKS])),
    min_size=1,
    max_size=4,
)
LONE = {unit: [(float(unit), 1.0)] for unit in (0, BLUE, BLUE + 1)}
FIELDS = {
    blockers: by_hand(["lord_relictor"], ["khorgoraths:1", "treelord"], LONE, **{"los.models_block": blockers})
    for blockers in ("none", "monsters_only", "all")
}


@kernel
def sees(options: Record, state: Record, unit: int, other: int) -> bool:
    """Whether a single model sees another."""
    return sees_model(options, state, unit, options.first[unit], other, options.first[other])


@pytest.mark.rule("fact sheet 1.2: sight is symmetric between single models")
@pytest.mark.parametrize("blockers", FIELDS)
@given(spots=st.tuples(PLACES, PLACES, PLACES), features=FEATURES)
@settings(max_examples=150, deadline=None)
def test_who_sees_a_model_is_seen_by_it(blockers: str, spots: tuple[tuple[int, int], ...], features: list[tuple]) -> None:
    batch = FIELDS[blockers]
    state, first = batch.states[0], record_of(batch)["first"]
    for unit, (x, y) in zip((0, BLUE, BLUE + 1), spots, strict=True):
        state["x"][first[unit]], state["y"][first[unit]] = x, y
    state["features"] = len(features)
    for number, ((x, y), w, h, flag) in enumerate(features):
        for name, value in (("x", x), ("y", y), ("w", w), ("h", h), ("flags", flag)):
            state[f"feature_{name}"][number] = value
    here = as_argument(state)
    assert sees(batch.record, here, 0, BLUE) == sees(batch.record, here, BLUE, 0)
