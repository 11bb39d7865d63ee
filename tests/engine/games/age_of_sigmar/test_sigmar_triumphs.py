"""Triumphs and rolls that wait for their player (R3, R14)."""

from __future__ import annotations

import pytest
from sigmar_field import (
    BLUE,
    CHARGES,
    FIGHTS,
    HERO,
    MOVING,
    at_stage,
    battle,
    by_hand,
    effect_number,
    legal,
    line_of,
    models_of,
    play,
    power_number,
    with_luck,
)

from engine.batch import Batch
from engine.games.age_of_sigmar.actions import Action, Verb
from engine.games.age_of_sigmar.state import Stage, Triumph, Why


def facing(distance: float, red: str = "lord_relictor", **more: object) -> Batch:
    """A hero and an enemy hero, so many inches from middle to middle."""
    return by_hand([red], ["bloodstoker"], {0: [(20, 20)], BLUE: [(20, 20 + distance)]}, **more)


def charging(triumph: Triumph, number: int) -> Batch:
    batch = with_luck(facing(10), number)
    batch.states["triumph"][0, 0] = triumph
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.PICK, unit=0))
    return batch


@pytest.mark.rule("R14")
@pytest.mark.parametrize("number", range(6))
def test_the_blessed_may_change_one_die_of_a_charge_once(number: int) -> None:
    plain = charging(Triumph.NONE, number)
    assert plain.states["stage"][0] == Stage.CHARGE
    rolled = int(plain.states["rolled"][0])
    batch = charging(Triumph.BLESSED, number)
    if rolled == 12:
        assert batch.states["stage"][0] == Stage.CHARGE
        return
    assert batch.states["stage"][0] == Stage.ROLL
    assert int(batch.states["roll"][0]) == rolled
    assert legal(batch) == [Action(Verb.BLESS), Action(Verb.DONE)]
    play(batch, Action(Verb.BLESS))
    assert batch.states["stage"][0] == Stage.CHARGE
    gained = int(batch.states["rolled"][0]) - rolled
    assert 1 <= gained <= 5
    assert int(batch.states["rolled"][0]) >= 7  # the lower die is a 6 now
    assert batch.states["triumph"][0, 0] == Triumph.SPENT


@pytest.mark.rule("R14")
def test_a_blessing_may_be_kept() -> None:
    batch = charging(Triumph.BLESSED, 1)
    roll = int(batch.states["roll"][0])
    play(batch, Action(Verb.DONE))
    assert batch.states["rolled"][0] == roll
    assert batch.states["triumph"][0, 0] == Triumph.BLESSED


@pytest.mark.rule("R14")
def test_the_blessed_may_change_a_run_a_spell_an_unbinding_and_a_prayer() -> None:
    seen = set()
    for number in range(8):
        batch = by_hand(
            ["battlemage:1:bright", "lord_relictor"], ["grey_seer"], {0: [(20, 20)], 1: [(22, 20)], BLUE: [(20, 30)]}
        )
        batch = with_luck(batch, number)
        batch.states["triumph"][0] = Triumph.BLESSED
        at_stage(batch, *HERO)
        for name in ("Arcane Bolt", "Lightning Storm"):
            trial = with_luck(batch, number + 50)
            play(trial, Action(Verb.POWER, power=power_number(trial, name), target=0))
            if trial.states["stage"][0] == Stage.ROLL:
                seen.add(Why(trial.states["why"][0]))
                play(trial, Action(Verb.BLESS))
            if trial.states["stage"][0] == Stage.UNBIND:
                play(trial, Action(Verb.UNBIND, unit=0))
                if trial.states["stage"][0] == Stage.ROLL:
                    seen.add(Why(trial.states["why"][0]))
                    assert trial.states["current_player"][0] == 1
                    undone = int(trial.states["best"][0]) > int(trial.states["rolled"][0])
                    play(trial, Action(Verb.BLESS))
                    assert undone == (not trial.states["hurt"][0].any())
        at_stage(batch, *MOVING)
        play(batch, Action(Verb.PICK, unit=1))
        play(batch, Action(Verb.RUN_TOWARDS, target=0))
        if batch.states["stage"][0] == Stage.ROLL:
            seen.add(Why(batch.states["why"][0]))
            before = models_of(batch, 1)
            play(batch, Action(Verb.BLESS))
            (ax, ay), (bx, by) = before[0], models_of(batch, 1)[0]
            assert (ax - bx) ** 2 + (ay - by) ** 2 <= 10_000**2  # Move 4 and a 6
    assert seen == {Why.CASTING, Why.UNBINDING, Why.PRAYER, Why.RUN}


@pytest.mark.rule("R14")
def test_a_blessed_battleshock_die_becomes_a_one() -> None:
    batch = by_hand(["lord_relictor"], ["bloodreavers:10:axes"], {0: [(20, 5)], BLUE: line_of(6, 10, 40, 1.45)})
    for number in range(12):
        trial = with_luck(batch, number)
        trial.states["slain"][0, BLUE] = 4
        trial.states["triumph"][0, 1] = Triumph.BLESSED
        at_stage(trial, *CHARGES)
        play(trial, Action(Verb.DONE))
        if trial.states["stage"][0] == Stage.ROLL:
            assert trial.states["current_player"][0] == 1
            play(trial, Action(Verb.BLESS))
            assert trial.states["alive"][0, BLUE] == 6  # 1 + 4 is not above Bravery 5
            return
    raise AssertionError("no roll above 1")


@pytest.mark.rule("R14, R15")
def test_a_blessed_loser_may_win_the_priority_roll() -> None:
    switched = 0
    for number in range(20):
        batch = with_luck(facing(25), number)
        batch.states["triumph"][0] = Triumph.BLESSED
        batch.states["turn"][0] = 1
        at_stage(batch, *CHARGES)
        play(batch, Action(Verb.DONE))
        if batch.states["stage"][0] == Stage.ROLL:
            loser = int(batch.states["current_player"][0])
            assert batch.states["roll_winner"][0] == 1 - loser
            play(batch, Action(Verb.BLESS))
            assert batch.states["stage"][0] == Stage.PRIORITY
            assert batch.states["current_player"][0] == loser
            switched += 1
    assert switched > 5


@pytest.mark.rule("R14")
def test_the_inspired_re_roll_failed_hits_of_one_unit_in_one_phase() -> None:
    batch = facing(2)
    batch.states["triumph"][0, 0] = Triumph.INSPIRED
    at_stage(batch, *FIGHTS)
    play(batch, Action(Verb.PICK, unit=0))
    assert Action(Verb.BLESS) in legal(batch)
    play(batch, Action(Verb.BLESS))
    assert batch.states["effects"][0, 0, effect_number(batch, "Inspired", 0)] == 1
    assert batch.states["triumph"][0, 0] == Triumph.SPENT
    assert batch.states["stage"][0] == Stage.PILE_IN
    assert Action(Verb.BLESS) not in legal(batch)


@pytest.mark.rule("R14")
@pytest.mark.parametrize(("empowered", "alive"), [(True, 1), (False, 0)])
def test_an_empowered_general_has_one_wound_more(empowered: bool, alive: int) -> None:
    batch = facing(25)
    batch.states["triumph"][0, 0] = Triumph.EMPOWERED if empowered else Triumph.SPENT
    batch.states["pool"][0, 0] = 5
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.DONE))
    assert batch.states["alive"][0, 0] == alive


@pytest.mark.rule("R14")
def test_triumphs_are_rolled_for_who_won_before() -> None:
    found = set()
    for seed in range(12):
        batch = battle("starter_stormcast", "starter_khorne", seed, triumphs="red", **{"sudden_death.enabled": False})
        while batch.states["round_number"][0] == 0:
            batch.apply(int(batch.legal_actions()[-1]))
        found.add(int(batch.states["triumph"][0, 0]))
        assert batch.states["triumph"][0, 1] == Triumph.NONE
    assert found == {1, 2, 3}


@pytest.mark.rule("R3")
def test_a_charge_is_rolled_again_once_if_its_player_wants() -> None:
    red = ["saurus_oldblood", "skink_priest:1:priestly trappings"]
    batch = by_hand(red, ["bloodstoker"], {0: [(20, 20)], 1: [(60, 2)], BLUE: [(20, 31)]})
    batch.states["effects"][0, 0, effect_number(batch, "Celestial Rites", 0)] = 1
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.PICK, unit=0))
    assert legal(batch) == [Action(Verb.REROLL), Action(Verb.DONE)]
    play(batch, Action(Verb.REROLL))
    assert batch.states["stage"][0] == Stage.CHARGE
