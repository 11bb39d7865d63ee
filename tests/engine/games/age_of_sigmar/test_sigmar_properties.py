"""What holds in every battle, whatever the players do (fact sheet, end of section 5)."""

from __future__ import annotations

import numpy as np
import pytest
from sigmar_field import battle, fielded, gap, is_one_group, overlaps, walk

from engine.games.age_of_sigmar.actions import Verb
from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.state import Phase, Standing

ORDERS = {verb for verb in Verb if Verb.TOWARDS <= verb <= Verb.MARCH}
"""What units do in the movement phase."""
PAIRS = [("starter_stormcast", "starter_khorne", 3), ("stars", "rats", 4), ("waaagh", "free", 5)]


@pytest.mark.parametrize(("red", "blue", "seed"), PAIRS)
@pytest.mark.rule("fact sheet 1.2")
def test_discs_never_overlap_at_rest(red: str, blue: str, seed: int) -> None:
    batch = battle(red, blue, seed)
    for number, _ in enumerate(walk(batch, seed, 400)):
        if number % 3 == 0:
            assert overlaps(batch) == []


@pytest.mark.parametrize(("red", "blue", "seed"), PAIRS)
@pytest.mark.rule("R2")
def test_every_move_ends_in_one_group(red: str, blue: str, seed: int) -> None:
    batch = battle(red, blue, seed)
    moves = {Verb.PLACE, Verb.CHARGE, Verb.WRAP, Verb.PILE_IN, Verb.WITHDRAW, *ORDERS}
    unit, before = -1, None
    for action in walk(batch, seed, 500):
        if unit >= 0 and batch.states["standing"][0, unit] == Standing.FIELD and batch.states["slain"][0, unit] == 0:
            moved = not np.array_equal(before, batch.states["x"][0])
            assert not moved or is_one_group(batch, unit)
        unit = int(batch.states["acting"][0]) if action.verb in moves else -1
        before = batch.states["x"][0].copy()


@pytest.mark.parametrize(("red", "blue", "seed"), PAIRS)
@pytest.mark.rule("R19")
def test_nobody_comes_within_three_inches_in_the_movement_phase(red: str, blue: str, seed: int) -> None:
    batch = battle(red, blue, seed)
    moved, before = -1, batch.states["x"][0].copy()
    for action in walk(batch, seed, 500):
        if moved >= 0 and moved in fielded(batch) and not np.array_equal(before, batch.states["x"][0]):
            enemies = [u for u in fielded(batch) if u // SIDE_UNITS != moved // SIDE_UNITS]
            assert all(gap(batch, moved, enemy) > 3000 for enemy in enemies)
        in_phase = batch.states["phase"][0] == Phase.MOVEMENT and action.verb in ORDERS
        moved, before = int(batch.states["acting"][0]) if in_phase else -1, batch.states["x"][0].copy()


@pytest.mark.parametrize(("red", "blue", "seed"), PAIRS)
@pytest.mark.rule("R25")
def test_no_unit_fights_twice_in_a_phase(red: str, blue: str, seed: int) -> None:
    batch = battle(red, blue, seed)
    fought: set[int] = set()
    turn = None
    for action in walk(batch, seed, 600):
        here = (int(batch.states["round_number"][0]), int(batch.states["turn"][0]))
        if here != turn:
            fought, turn = set(), here
        if batch.states["phase"][0] == Phase.COMBAT and action.verb == Verb.PICK:
            unit = int(batch.states["current_player"][0]) * SIDE_UNITS + action.unit
            assert unit not in fought
            fought.add(unit)


@pytest.mark.parametrize(("red", "blue", "seed"), PAIRS)
@pytest.mark.rule("R12")
def test_losses_are_what_was_set_up_less_what_stands(red: str, blue: str, seed: int) -> None:
    batch = battle(red, blue, seed)
    for _ in walk(batch, seed, 600):
        if batch.states["phase"][0] > Phase.SETUP and batch.states["round_number"][0] > 0:
            for side in range(2):
                alive = int(batch.states["alive"][0, side * SIDE_UNITS : (side + 1) * SIDE_UNITS].sum())
                assert batch.states["lost"][0, side] == batch.states["set_up"][0, side] - alive
