"""The four pages rule by rule: each test shows one rule on a position made by hand."""

from __future__ import annotations

import numpy as np
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
    fielded,
    gap,
    is_one_group,
    legal,
    line_of,
    measure,
    models_of,
    overlaps,
    play,
    record_of,
)

from engine.batch import Batch
from engine.games.age_of_sigmar.actions import Action, Verb
from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.state import Ending, Moved, Objective, Phase, Resume, Stage


def duel(distance: float, **more: object) -> Batch:
    """Five Liberators face ten Bloodreavers, so many inches apart disc to disc."""
    liberators = line_of(5, 20, 20, 1.7)
    apart = distance + 0.787 + 0.63
    reavers = line_of(10, 18, 20 + apart, 1.4)
    return by_hand(["liberators:5"], ["bloodreavers:10:axes"], {0: liberators, BLUE: reavers}, **more)


def duel_with_witness(distance: float) -> Batch:
    """The same with a Lord-Relictor far away, so that the movement phase goes on after the Liberators' move."""
    alone = duel(distance)
    places = {0: [(x / 1000, y / 1000) for x, y in models_of(alone, 0)], 1: [(60.0, 5.0)]}
    places[BLUE] = [(x / 1000, y / 1000) for x, y in models_of(alone, BLUE)]
    return by_hand(["liberators:5", "lord_relictor"], ["bloodreavers:10:axes"], places)


@pytest.mark.rule("R9")
def test_units_are_set_up_in_the_own_half_more_than_twelve_inches_from_the_enemys() -> None:
    batch = battle("storm", "blood", 3, split="long")
    while batch.states["phase"][0] == Phase.SETUP and batch.states["stage"][0] <= Stage.PLACE:
        batch.apply(int(batch.legal_actions()[0]))
    for unit in fielded(batch):
        side = unit // SIDE_UNITS
        upper = (int(batch.states["half"][0]) == 1) == (side == 0)
        for _, y in models_of(batch, unit):
            assert (y - 24000 if upper else 24000 - y) > 12000


@pytest.mark.rule("R9")
def test_who_finishes_set_up_first_chooses_the_first_turn() -> None:
    batch = battle("starter_stormcast", "starter_khorne", 3, **{"sudden_death.enabled": False})
    while batch.states["stage"][0] != Stage.FIRST_TURN:
        actions = legal(batch)
        stop = [a for a in actions if a.verb == Verb.DONE]
        play(batch, stop[0] if stop else actions[0])
    assert batch.states["current_player"][0] == batch.states["first_finished"][0]


@pytest.mark.rule("R10")
def test_any_unit_on_the_battlefield_may_be_general() -> None:
    batch = duel(10)
    batch.states["general"][0] = -1, -1
    at_stage(batch, Stage.GENERAL, Phase.SETUP, Resume.GENERALS)
    assert legal(batch) == [Action(Verb.GENERAL, unit=0)]


@pytest.mark.rule("R11")
def test_the_last_model_gone_is_a_major_victory_at_once() -> None:
    batch = duel(0.5)
    batch.states["alive"][0, BLUE] = 1
    for place in range(1, 10):
        model = int(record_of(batch)["first"][BLUE]) + place
        for name in ("x", "y", "kind"):
            batch.states[name][0, model] = 0
    batch.states["pool"][0, BLUE] = 1
    measure(batch)
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.DONE))
    assert batch.states["outcome"][0] == Ending.ANNIHILATION
    assert batch.states["winners"][0] == 1


@pytest.mark.rule("R12")
@pytest.mark.parametrize(("red", "blue", "winners"), [(2, 2, 2), (1, 4, 1), (1, 2, 0), (0, 0, 0)])
def test_after_the_last_round_the_smaller_part_lost_wins(red: int, blue: int, winners: int) -> None:
    batch = duel(20, max_rounds=6)
    state = batch.states[0]
    state["round_number"], state["turn"] = 6, 1
    state["lost"] = red, blue
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.DONE))
    assert state["terminal"] == 1
    assert state["winners"] == winners
    assert state["outcome"] == (Ending.MINOR_VICTORY if winners else Ending.EQUAL_LOSSES)


@pytest.mark.rule("R13")
@pytest.mark.parametrize(
    ("red", "blue", "strict", "asked"), [(6, 8, False, 0), (6, 8, True, -1), (6, 7, False, -1), (6, 9, True, 0)]
)
def test_a_third_more_models_allow_sudden_death(red: int, blue: int, strict: bool, asked: int) -> None:
    batch = duel(20, **{"sudden_death.enabled": True, "sudden_death.strict": strict})
    state = batch.states[0]
    state["set_up"] = red, blue
    state["finished"] = 1, 1
    state["general"] = 0, -1
    at_stage(batch, Stage.GENERAL, Phase.SETUP, Resume.GENERALS, seat=1)
    play(batch, Action(Verb.GENERAL, unit=0))
    assert (state["stage"] == Stage.OBJECTIVE) == (asked == 0)


@pytest.mark.rule("R13")
def test_endure_wins_at_the_end_of_round_six() -> None:
    batch = duel(20)
    state = batch.states[0]
    state["objective"], state["objective_seat"] = Objective.ENDURE, 0
    state["round_number"], state["turn"] = 6, 1
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.DONE))
    assert (state["outcome"], state["winners"]) == (Ending.SUDDEN_DEATH, 1)


@pytest.mark.rule("R15")
def test_priority_is_rolled_from_round_two_on() -> None:
    batch = duel(20)
    state = batch.states[0]
    state["turn"] = 1
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.DONE))
    assert state["stage"] == Stage.PRIORITY
    assert state["round_number"] == 2
    assert [a.verb for a in legal(batch)] == [Verb.GO_FIRST, Verb.GO_SECOND]


@pytest.mark.rule("R18")
def test_inspiring_presence_is_one_command_and_lasts_until_the_next_hero_phase() -> None:
    batch = duel(20)
    at_stage(batch, *HERO)
    command = next(a for a in legal(batch) if a.verb == Verb.POWER_ON_FRIEND)
    play(batch, command)
    assert batch.states["effects"][0, 0, effect_number(batch, "Inspiring Presence", 0)] == 1
    assert batch.states["stage"][0] != Stage.HERO  # nothing more to do: the movement phase has begun
    assert batch.states["phase"][0] == Phase.MOVEMENT


@pytest.mark.rule("R20")
def test_near_an_enemy_a_unit_may_only_stand_or_retreat() -> None:
    batch = duel_with_witness(2)
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.PICK, unit=0))
    assert {a.verb for a in legal(batch)} == {Verb.RETREAT, Verb.RETREAT_RUNNING, Verb.DONE}
    play(batch, Action(Verb.RETREAT))
    assert batch.states["moved"][0, 0] == Moved.RETREATED
    assert gap(batch, 0, BLUE) > 3000


@pytest.mark.rule("R21")
def test_a_unit_that_ran_may_not_charge() -> None:
    batch = duel_with_witness(20)
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.PICK, unit=0))
    play(batch, Action(Verb.RUN_TOWARDS, target=0))
    assert batch.states["moved"][0, 0] == Moved.RAN
    near = duel(6)
    near.states["moved"][0, 0] = Moved.RAN
    at_stage(near, *MOVING)
    play(near, Action(Verb.DONE))
    assert near.states["phase"][0] != Phase.CHARGE


@pytest.mark.rule("R19")
def test_a_move_is_no_longer_than_move_and_stops_outside_three_inches() -> None:
    batch = duel(6)
    before = models_of(batch, 0)
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.PICK, unit=0))
    play(batch, Action(Verb.TOWARDS, target=0))
    for (ax, ay), (bx, by) in zip(before, models_of(batch, 0), strict=True):
        assert (ax - bx) ** 2 + (ay - by) ** 2 <= 5000**2
    assert 3000 < gap(batch, 0, BLUE) < 3100


@pytest.mark.rule("R2")
def test_a_scattered_unit_must_come_together_in_its_next_move() -> None:
    spots = [*line_of(3, 20, 20, 1.7), *line_of(2, 28, 20, 1.7)]
    batch = by_hand(["liberators:5"], ["bloodreavers:10"], {0: spots, BLUE: line_of(10, 20, 40, 1.4)})
    assert not is_one_group(batch, 0)
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.PICK, unit=0))
    play(batch, Action(Verb.TOWARDS, target=0))
    assert is_one_group(batch, 0)


@pytest.mark.rule("R24")
@pytest.mark.parametrize(("distance", "eligible"), [(2.5, False), (3.2, True), (11.9, True), (12.2, False)])
def test_who_may_charge(distance: float, eligible: bool) -> None:
    batch = duel(distance)
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.DONE))
    assert (batch.states["stage"][0] == Stage.CHARGE_UNIT) == eligible


@pytest.mark.rule("R24")
@pytest.mark.parametrize("verb", [Verb.CHARGE, Verb.WRAP])
def test_a_charge_ends_within_half_an_inch_in_one_group_and_spreads_over_the_enemy(verb: Verb) -> None:
    batch = duel(4)
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.PICK, unit=0))
    batch.states["rolled"][0] = 9
    play(batch, Action(verb, target=0))
    assert gap(batch, 0, BLUE) <= 500
    assert batch.states["charged"][0, 0] == 5
    assert is_one_group(batch, 0)
    assert overlaps(batch) == []
    assert len(set(models_of(batch, 0))) == 5


@pytest.mark.rule("R24")
def test_a_charge_that_is_too_short_fails_and_nobody_moves() -> None:
    batch = duel(8)
    at_stage(batch, *CHARGES)
    before = models_of(batch, 0)
    play(batch, Action(Verb.PICK, unit=0))
    batch.states["rolled"][0] = 7
    assert [a.verb for a in legal(batch)] == [Verb.DONE]
    play(batch, Action(Verb.DONE))
    assert models_of(batch, 0) == before
    assert batch.states["charged"][0, 0] == 0


@pytest.mark.rule("R25")
def test_the_sides_fight_in_turn_and_the_active_player_begins() -> None:
    batch = duel(2)
    at_stage(batch, *FIGHTS)
    assert legal(batch) == [Action(Verb.PICK, unit=0)]
    play(batch, Action(Verb.PICK, unit=0))
    assert batch.states["stage"][0] == Stage.PILE_IN
    while batch.states["current_player"][0] == 0 and batch.states["stage"][0] != Stage.FIGHT_UNIT:
        play(batch, legal(batch)[0])
    while batch.states["stage"][0] == Stage.ALLOCATE:
        play(batch, legal(batch)[0])
    assert batch.states["current_player"][0] == 1
    assert batch.states["stage"][0] == Stage.FIGHT_UNIT


@pytest.mark.rule("R26")
def test_piling_in_brings_no_model_farther_from_its_enemy_and_moves_none_beyond_three_inches() -> None:
    batch = duel(2)
    at_stage(batch, *FIGHTS)
    before = models_of(batch, 0)
    play(batch, Action(Verb.PICK, unit=0))
    play(batch, Action(Verb.PILE_IN))
    after = models_of(batch, 0)
    assert before != after
    assert gap(batch, 0, BLUE) < 100
    for (ax, ay), (bx, by) in zip(before, after, strict=True):
        assert (ax - bx) ** 2 + (ay - by) ** 2 <= 3000**2
    assert is_one_group(batch, 0)
    assert overlaps(batch) == []


@pytest.mark.rule("R27")
def test_only_models_in_reach_attack() -> None:
    near, far = line_of(2, 20, 20, 1.7), line_of(3, 20, 15, 1.7)
    batch = by_hand(["liberators:5"], ["bloodreavers:10"], {0: near + far, BLUE: line_of(10, 20, 21.9, 1.4)})
    at_stage(batch, *FIGHTS)
    play(batch, Action(Verb.PICK, unit=0))
    play(batch, Action(Verb.STAY))
    assert batch.states["stage"][0] == Stage.AIM
    aims = legal(batch)
    assert aims == [Action(Verb.AIM, target=0, detail=0)]


@pytest.mark.rule("R27")
@pytest.mark.parametrize("second", [0, 1])
def test_a_single_model_that_splits_its_attacks_aims_twice_at_most(second: int) -> None:
    """The target of the first half may be named again: all attacks go there, and nobody is asked for ever."""
    warriors = {BLUE: line_of(5, 17, 21.7, 1.4), BLUE + 1: line_of(5, 17, 18.3, 1.4)}
    batch = by_hand(["lord_relictor"], ["blood_warriors:5", "blood_warriors:5"], {0: [(20, 20)], **warriors})
    at_stage(batch, *FIGHTS)
    play(batch, Action(Verb.PICK, unit=0))
    play(batch, Action(Verb.STAY))
    play(batch, Action(Verb.AIM, target=0, detail=1))
    play(batch, Action(Verb.AIM, target=second, detail=0))
    assert batch.states["stage"][0] != Stage.AIM


@pytest.mark.rule("R29")
def test_damage_spills_over_and_the_wounded_model_comes_first() -> None:
    batch = by_hand(["liberators:5"], ["bloodreavers:10"], {0: line_of(5, 20, 20, 1.7), BLUE: line_of(10, 20, 40, 1.4)})
    batch.states["hurt"][0, 2] = 1
    batch.states["pool"][0, 0] = 2
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.DONE))
    assert batch.states["stage"][0] == Stage.ALLOCATE
    assert batch.states["current_player"][0] == 0
    play(batch, Action(Verb.ALLOCATE, detail=0))
    assert batch.states["alive"][0, 0] == 4
    assert int(batch.states["hurt"][0, :5].sum()) == 1
    assert batch.states["slain"][0, 0] in (0, 1)


@pytest.mark.rule("R33")
def test_battleshock_counts_slain_models_and_tens() -> None:
    fled = []
    for seed in range(6):
        batch = duel(20)
        batch.states["play_rng"][0] = seed + 1, 99
        batch.states["slain"][0, BLUE] = 4
        at_stage(batch, *CHARGES)
        play(batch, Action(Verb.DONE))
        if batch.states["stage"][0] == Stage.FLEE:
            assert batch.states["current_player"][0] == 1
            fled.append(int(batch.states["fleeing"][0]))
    assert all(1 <= models <= 4 for models in fled)  # D6 + 4 - (5 + 1)


@pytest.mark.rule("R34")
def test_a_wizard_casts_each_spell_within_its_number_and_the_enemy_may_unbind() -> None:
    batch = by_hand(["battlemage:1:bright"], ["grey_seer"], {0: [(20, 20)], BLUE: [(20, 30)]})
    unbinds = 0
    for seed in range(12):
        at_stage(batch, *HERO)
        trial = batch.copy()
        trial.states["play_rng"][0] = seed + 5, 17
        bolt = next(a for a in legal(trial) if a.verb == Verb.POWER)
        play(trial, bolt)
        assert trial.states["cast"][0, 0] == 1
        if trial.states["stage"][0] == Stage.UNBIND:
            unbinds += 1
            assert trial.states["current_player"][0] == 1
            play(trial, Action(Verb.UNBIND, unit=0))
            assert trial.states["unbound"][0, BLUE] == 1
        assert not any(a.verb == Verb.POWER for a in legal(trial))
    assert unbinds > 0


@pytest.mark.rule("R35")
def test_mystic_shield_is_for_the_caster_and_friends_in_reach() -> None:
    batch = by_hand(
        ["battlemage:1:bright", "freeguild_guard:10", "freeguild_archers:10"],
        ["bloodreavers:10"],
        {0: [(20, 20)], 1: line_of(10, 20, 24, 1.2), 2: line_of(10, 20, 45, 1.2), BLUE: line_of(10, 40, 30, 1.4)},
    )
    at_stage(batch, *HERO)
    shields = [a for a in legal(batch) if a.verb == Verb.POWER_ON_FRIEND and a.power == 3]
    assert [a.unit for a in shields] == [0, 1]


@pytest.mark.rule("R8")
def test_a_sacrifice_at_a_damned_feature_costs_wounds_and_helps_to_hit() -> None:
    batch = duel(20)
    state = batch.states[0]
    state["features"] = 1
    state["feature_x"][0], state["feature_y"][0], state["feature_w"][0] = 21000, 17000, 2500
    state["feature_flags"][0], state["feature_kind"][0] = 1, 1
    at_stage(batch, *HERO)
    play(batch, Action(Verb.SACRIFICE, unit=0, feature=0))
    assert state["effects"][0, effect_number(batch, "Sacrifice", 0)] == 1
    assert state["damage"][1] in (1, 2, 3) or state["stage"] == Stage.ALLOCATE


@pytest.mark.rule("R32")
@pytest.mark.parametrize(("charged", "cover"), [(0, 1), (4, 0)])
def test_cover_is_for_units_wholly_in_terrain_that_did_not_charge(charged: int, cover: int) -> None:
    from engine.games.age_of_sigmar.rules.attacks import PROFILE, P, build_profile

    batch = duel(0.5)
    state = batch.states[0]
    state["features"] = 1
    state["feature_x"][0], state["feature_y"][0] = 23000, 20000
    state["feature_w"][0], state["feature_h"][0], state["feature_flags"][0] = 6000, 800, 1
    state["charged"][0] = charged
    profile = np.zeros(PROFILE, np.int32)
    build_profile(batch.record, batch.view() if hasattr(batch.record, "record") else state, BLUE, 0, 0, 2, 0, profile)
    assert profile[P.SAVE_MODIFIER] == cover
