"""`check_placement` says which rule an arrangement breaks; geometry by Hypothesis."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sigmar_field import by_hand, line_of, models_of

from engine.debug import RecordView
from engine.games.age_of_sigmar import geometry
from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.placement import Placement, check_placement

BLUE = SIDE_UNITS
HERE = line_of(5, 20, 20, 1.7)

CASES = {
    "legal": (line_of(5, 20, 24, 1.7), Placement.MOVE, ""),
    "collapsed to a point": ([(20, 24)] * 5, Placement.MOVE, "overlap"),
    "scattered": ([*line_of(4, 20, 24, 1.7), (34, 24)], Placement.MOVE, "R2"),
    "too far": (line_of(5, 20, 29, 1.7), Placement.MOVE, "farther"),
    "off the table": (line_of(5, 20, -1, 1.7), Placement.MOVE, "R6"),
    "too near the enemy": (line_of(5, 20, 24.9, 1.7), Placement.MOVE, ""),
    "no contact": (line_of(5, 20, 24, 1.7), Placement.CHARGE, "R24"),
    "outside the zone": (line_of(5, 20, 20, 1.7), Placement.SET_UP, "R9"),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.rule("R2, R9, R19, R24")
def test_an_arrangement_is_judged_by_the_rules(name: str) -> None:
    points, kind, rule = CASES[name]
    batch = by_hand(["liberators:5"], ["bloodreavers:10"], {0: HERE, BLUE: line_of(10, 20, 32, 1.4)})
    where = [(round(x * 1000), round(y * 1000)) for x, y in points]
    found = check_placement(RecordView(batch.options.to_record()), batch.view(), 0, where, kind, 5000)
    assert any(rule in text for text in found) if rule else found == []
    assert len(models_of(batch, 0)) == 5


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
