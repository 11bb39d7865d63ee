"""`check_placement` says which rule an arrangement breaks; positions that players hand in are judged by it."""

from __future__ import annotations

import pytest
from sigmar_field import (
    BLUE,
    CHARGES,
    FIGHTS,
    MOVING,
    OPEN_FIELD,
    at_stage,
    battle,
    by_hand,
    gap,
    legal,
    line_of,
    models_of,
    overlaps,
    play,
    record_of,
    walk,
)

from engine.batch import Batch
from engine.games.age_of_sigmar.actions import Action, Verb
from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.placement import Placement, check_placement, position_actions
from engine.games.age_of_sigmar.state import Moved, Stage

HERE = line_of(5, 20, 20, 1.7)

CASES = {
    "legal": (line_of(5, 20, 24, 1.7), Placement.MOVE, ""),
    "collapsed to a point": ([(20, 24)] * 5, Placement.MOVE, "overlap"),
    "scattered": ([*line_of(4, 20, 24, 1.7), (34, 24)], Placement.MOVE, "R2"),
    "too far": (line_of(5, 20, 29, 1.7), Placement.MOVE, "farther"),
    "off the table": (line_of(5, 20, -1, 1.7), Placement.MOVE, "R6"),
    "too near the enemy": (line_of(5, 20, 24.9, 1.7), Placement.MOVE, ""),
    "no contact": (line_of(5, 20, 24, 1.7), Placement.CHARGE, "R24"),
    "away in a pile-in": (line_of(5, 20, 19, 1.7), Placement.PILE_IN, "R26"),
    "nearer in a pile-in": (line_of(5, 20, 22, 1.7), Placement.PILE_IN, ""),
    "past the zone of a move": (line_of(5, 20, 24.9, 1.7), Placement.RETREAT, ""),
    "outside the zone": (line_of(5, 20, 20, 1.7), Placement.SET_UP, "R9"),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.rule("R2, R9, R19, R24")
def test_an_arrangement_is_judged_by_the_rules(name: str) -> None:
    points, kind, rule = CASES[name]
    batch = by_hand(["liberators:5"], ["bloodreavers:10"], {0: HERE, BLUE: line_of(10, 20, 32, 1.4)})
    where = [(round(x * 1000), round(y * 1000)) for x, y in points]
    found = check_placement(record_of(batch), batch.states[0], 0, where, kind, 5000)
    assert any(rule in text for text in found) if rule else found == []
    assert len(models_of(batch, 0)) == 5


def exact(distance: float, **more: object) -> Batch:
    """Five Liberators so many inches from ten Bloodreavers, in a battle in which positions may be handed in."""
    apart = distance + 0.787 + 0.63
    spots = {0: HERE, 1: [(60.0, 5.0)], BLUE: line_of(10, 18, 20 + apart, 1.4)}
    return by_hand(["liberators:5", "lord_relictor"], ["bloodreavers:10:axes"], spots, exact_positions=True, **more)


def hand_in(batch: Batch, points: list[tuple[float, float]], running: int = 0) -> None:
    """Choose exact positions and enter them."""
    play(batch, Action(Verb.EXACT, detail=running))
    for action in position_actions((round(x * 1000), round(y * 1000)) for x, y in points):
        assert action in batch.legal_actions()
        batch.apply(action)


def inches(points: list[tuple[float, float]]) -> list[tuple[int, int]]:
    return [(round(x * 1000), round(y * 1000)) for x, y in points]


@pytest.mark.rule("R19")
def test_positions_that_are_handed_in_are_carried_out() -> None:
    batch = exact(12)
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.PICK, unit=0))
    spread = [(21.4, 21.0), (21.4, 23.0), (23.2, 22.0), (24.5, 23.5), (26.1, 23.0)]
    hand_in(batch, spread)
    assert models_of(batch, 0) == inches(spread)
    assert batch.states["moved"][0, 0] == Moved.MOVED
    assert batch.states["stage"][0] == Stage.MOVE_UNIT
    assert Action(Verb.PICK, unit=0) not in legal(batch)
    assert gap(batch, 0, BLUE) == pytest.approx(batch.states["gap"][0, 0, 0], abs=1)


@pytest.mark.rule("R19")
@pytest.mark.parametrize(
    ("points", "rule"),
    [
        (line_of(5, 20, 26, 1.7), "R19"),
        ([(20.0, 22.0)] * 5, "overlap"),
        ([*line_of(4, 20, 22, 1.7), (29.0, 21.0)], "R2"),
    ],
)
def test_positions_that_break_a_rule_are_refused_and_the_menu_stays(points: list[tuple[float, float]], rule: str) -> None:
    batch = exact(12)
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.PICK, unit=0))
    menu = legal(batch)
    hand_in(batch, points)
    assert models_of(batch, 0) == inches(HERE)
    assert batch.states["stage"][0] == Stage.MOVE
    assert legal(batch) == [action for action in menu if action.verb != Verb.EXACT]
    found = check_placement(record_of(batch), batch.states[0], 0, inches(points), Placement.MOVE, 5000)
    assert any(rule in words for words in found)
    play(batch, Action(Verb.TOWARDS, target=0))
    assert models_of(batch, 0) != inches(HERE)


@pytest.mark.rule("R21")
def test_a_run_of_exact_positions_is_rolled_first() -> None:
    batch = exact(15)
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.PICK, unit=0))
    play(batch, Action(Verb.EXACT, detail=1))
    assert batch.states["stage"][0] == Stage.EXACT
    far = 20 + 5 + int(batch.states["roll"][0])
    for action in position_actions(inches(line_of(5, 20, far, 1.7))):
        batch.apply(action)
    assert models_of(batch, 0) == inches(line_of(5, 20, far, 1.7))
    assert batch.states["moved"][0, 0] == Moved.RAN


@pytest.mark.rule("R24")
def test_a_charge_of_exact_positions_reaches_the_enemy() -> None:
    batch = exact(4)
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.PICK, unit=0))
    batch.states["rolled"][0] = 7
    hand_in(batch, line_of(5, 20, 23.8, 1.7))
    assert gap(batch, 0, BLUE) <= 500
    assert batch.states["charged"][0, 0] == 5


@pytest.mark.rule("R26")
@pytest.mark.parametrize(("strict", "carried_out"), [(False, True), (True, False)])
def test_a_pile_in_ends_no_farther_and_strictly_nearer(strict: bool, carried_out: bool) -> None:
    spots = {0: [(20.0, 20.0)], BLUE: [(20.0, 22.5)]}
    batch = by_hand(["lord_relictor"], ["bloodstoker"], spots, exact_positions=True, pile_in_strict=strict)
    at_stage(batch, *FIGHTS)
    play(batch, Action(Verb.PICK, unit=0))
    hand_in(batch, [(21.5, 20.5)])  # as far from the enemy as before: beside it
    moved = models_of(batch, 0) == inches([(21.5, 20.5)])
    assert moved == carried_out


@pytest.mark.rule("R9")
def test_units_are_set_up_at_exact_positions() -> None:
    batch = battle("starter_stormcast", "starter_khorne", 3, split="long", exact_positions=True, **OPEN_FIELD)
    while batch.states["stage"][0] != Stage.PLACE:
        batch.apply(int(batch.legal_actions()[0]))
    unit = int(batch.states["acting"][0])
    upper = (int(batch.states["half"][0]) == 1) == (unit < SIDE_UNITS)
    y = 24 + (16 if upper else -16)
    spots = line_of(int(record_of(batch)["models"][unit]), 20, y, 3.2)
    hand_in(batch, spots)
    assert models_of(batch, unit) == inches(spots)


def test_positions_are_not_offered_without_the_option() -> None:
    batch = by_hand(["liberators:5"], ["bloodreavers:10"], {0: HERE, BLUE: line_of(10, 20, 40, 1.4)})
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.PICK, unit=0))
    assert not any(action.verb == Verb.EXACT for action in legal(batch))


@pytest.mark.parametrize("seed", [1, 2])
def test_random_positions_never_leave_an_overlap(seed: int) -> None:
    small = {"armies.red.list": "custom", "armies.red.units": ("lord_relictor", "retributors:5"), "exact_positions": True}
    batch = battle("custom", "custom", seed, **{**small, "armies.blue.list": "custom", "armies.blue.units": ("bloodstoker",)})
    for number, _ in enumerate(walk(batch, seed, 1500)):
        if number % 20 == 0:
            assert overlaps(batch) == []
