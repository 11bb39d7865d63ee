"""Abilities that happen by themselves or instead of an attack, on positions made by hand (fact sheet, section 2)."""

from __future__ import annotations

import pytest
from sigmar_field import (
    BIG,
    BLUE,
    CHARGES,
    FIGHTS,
    HERO,
    MOVING,
    at_stage,
    gap,
    legal,
    lost,
    overlaps,
    play,
    record_of,
    scene,
    use,
    with_luck,
)

from engine.games.age_of_sigmar.actions import Action, Verb
from engine.games.age_of_sigmar.state import Phase, Resume, Stage, Standing


@pytest.mark.rule("Khorgoraths: Horrific Predator")
@pytest.mark.parametrize(("struck", "most"), [(0, 1), (1, 2)])
def test_a_predator_that_drew_blood_costs_bravery(struck: int, most: int) -> None:
    """Ten Plague Monks (Bravery 5, and 1 for ten models) that lost one: they flee on a 6, near a predator on 5 and 6."""
    fled = set()
    for number in range(24):
        batch = with_luck(scene([BIG], ["plague_monks:10"], 8), number)
        batch.states["slain"][0, BLUE] = 1
        at_stage(batch, *CHARGES)
        batch.states["struck"][0, 0] = struck
        play(batch, Action(Verb.DONE))
        while batch.states["stage"][0] == Stage.FLEE:
            play(batch, legal(batch)[0])
        fled.add(10 - int(batch.states["alive"][0, BLUE]))
    assert max(fled) == most
    assert 0 in fled


@pytest.mark.rule("Slaughterpriest")
def test_blood_bind_drags_a_unit_towards_its_enemies() -> None:
    for number in range(8):
        batch = with_luck(scene(["slaughterpriest"], ["warboss"], 15), number)
        at_stage(batch, *HERO)
        before = gap(batch, 0, BLUE)
        use(batch, "Blood Bind", target=0)
        if batch.states["alive"][0, 0] and gap(batch, 0, BLUE) < before:
            assert gap(batch, 0, BLUE) > 3000
            return
    raise AssertionError("never answered")


@pytest.mark.rule("General on Griffon")
def test_bloodroar_makes_one_enemy_unit_roll_two_dice() -> None:
    batch = scene(["general_on_griffon"], ["clanrats:10", "clanrats:10"], 6)
    batch.states["slain"][0, BLUE] = 3
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.DONE))
    while batch.states["phase"][0] == Phase.COMBAT:
        play(batch, next(a for a in legal(batch) if a.verb != Verb.PILE_IN))
    assert batch.states["stage"][0] == Stage.COMBAT_POWERS
    use(batch, "Piercing Bloodroar", target=0)
    assert batch.states["stage"][0] != Stage.COMBAT_POWERS


@pytest.mark.rule("Aspiring Deathbringer: First into the Fray")
def test_first_into_the_fray_attacks_after_enemies_fled() -> None:
    for number in range(30):
        batch = with_luck(scene(["aspiring_deathbringer"], ["clanrats:10"], 2.5), number)
        batch.states["slain"][0, BLUE] = 4
        batch.states["done"][0] = 1
        at_stage(batch, *FIGHTS)
        batch.states["stage"][0], batch.states["resume"][0] = Stage.COMBAT_POWERS, Resume.COMBAT_POWERS
        play(batch, Action(Verb.DONE))
        while batch.states["stage"][0] in (Stage.FLEE, Stage.ALLOCATE):
            play(batch, legal(batch)[0])
        if batch.states["stage"][0] == Stage.PILE_IN:
            assert batch.states["phase"][0] == Phase.BATTLESHOCK
            assert batch.states["acting"][0] == 0
            before = lost(batch, BLUE)
            play(batch, Action(Verb.STAY))
            while batch.states["stage"][0] in (Stage.AIM, Stage.ALLOCATE):
                play(batch, legal(batch)[0])
            assert batch.states["stage"][0] != Stage.PILE_IN
            assert lost(batch, BLUE) >= before
            return
    raise AssertionError("nobody fled")


@pytest.mark.rule("Gryph-hounds: Warning Cry")
def test_a_warning_cry_meets_units_that_appear() -> None:
    for number in range(12):
        batch = scene(["chameleon_skinks:5"], ["gryph_hounds:1", "judicators:5"], 9)
        batch.states["standing"][0, 0] = Standing.HIDDEN
        first = int(record_of(batch)["first"][0])
        batch.states["x"][0, first : first + 5] = 0
        batch.states["y"][0, first : first + 5] = 0
        batch.states["gap"][0, 0] = 1_000_000
        at_stage(batch, *MOVING)
        play(batch, Action(Verb.PICK, unit=0))
        for action in [a for a in legal(batch) if a.verb == Verb.PLACE]:
            trial = with_luck(batch, number)
            play(trial, action)
            if trial.states["standing"][0, 0] == Standing.FIELD and lost(trial, 0) > 0:
                return
    raise AssertionError("nobody was hurt")


@pytest.mark.rule("Doomwheel: More-more Speed!")
def test_a_doomwheel_may_double_its_move_and_on_a_double_the_enemy_steers() -> None:
    steered = set()
    for number in range(40):
        batch = with_luck(scene(["doomwheel"], ["warboss"], 25), number)
        at_stage(batch, *MOVING)
        play(batch, Action(Verb.PICK, unit=0))
        assert legal(batch) == [Action(Verb.SPEED), Action(Verb.DONE)]
        play(batch, Action(Verb.SPEED))
        assert batch.states["rolled"][0] % 2 == 0
        seat = int(batch.states["current_player"][0])
        steered.add(seat)
        if seat == 1:
            assert {a.verb for a in legal(batch)} <= {Verb.TO_FEATURE, Verb.AWAY, Verb.DONE}
            play(batch, Action(Verb.AWAY))
            assert overlaps(batch) == []
    assert steered == {0, 1}


@pytest.mark.rule("Megaboss on Maw-krusha")
def test_a_maw_krusha_that_left_nothing_may_charge_again() -> None:
    for number in range(20):
        batch = with_luck(scene(["megaboss_on_maw_krusha"], ["clanrats:10", "warboss"], 7), number)
        first = int(record_of(batch)["first"][BLUE])
        state = batch.states[0]
        state["alive"][BLUE] = 1
        for name in ("x", "y", "kind"):
            state[name][first + 1 : first + 10] = 0
        at_stage(batch, *CHARGES)
        play(batch, Action(Verb.PICK, unit=0))
        charge = Action(Verb.CHARGE, target=0)
        if charge not in legal(batch):
            continue
        play(batch, charge)
        if state["standing"][BLUE] == Standing.DESTROYED and gap(batch, 0, BLUE + 1) > 3000:
            assert batch.states["stage"][0] == Stage.CHARGE_UNIT
            assert Action(Verb.PICK, unit=0) in legal(batch)
            return
    raise AssertionError("never crushed")


@pytest.mark.rule("Eternal Guard")
def test_a_fortress_of_boughs_holds_its_unit() -> None:
    batch = scene(["eternal_guard:10", "spellweaver"], ["warboss"], 25)
    at_stage(batch, *HERO)
    use(batch, "Form Fortress of Boughs")
    at_stage(batch, *MOVING)
    assert Action(Verb.PICK, unit=0) not in legal(batch)
    assert Action(Verb.PICK, unit=1) in legal(batch)


@pytest.mark.rule("Chameleon Skinks")
def test_chameleon_skinks_disappear_from_sight() -> None:
    batch = scene(["chameleon_skinks:5", "saurus_oldblood"], ["warboss"], 20)
    at_stage(batch, *HERO)
    use(batch, "Disappear from Sight")
    assert batch.states["standing"][0, 0] == Standing.HIDDEN
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.PICK, unit=0))
    assert batch.states["stage"][0] == Stage.PLACE


@pytest.mark.rule("Skinks: Wary Fighters")
def test_wary_fighters_withdraw_instead_of_fighting() -> None:
    batch = scene(["skinks:10"], ["warboss"], 2)
    at_stage(batch, *FIGHTS)
    play(batch, Action(Verb.PICK, unit=0))
    assert Action(Verb.WITHDRAW) in legal(batch)
    play(batch, Action(Verb.WITHDRAW))
    assert gap(batch, 0, BLUE) > 3000
