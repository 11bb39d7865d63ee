"""Sudden death (R13), objective by objective."""

from __future__ import annotations

from typing import Any

import pytest
from sigmar_field import (
    BLUE,
    CHARGES,
    at_stage,
    legal,
    models_of,
    play,
    record_of,
    scene,
)

from engine.batch import Batch
from engine.games.age_of_sigmar.actions import Action, Verb
from engine.games.age_of_sigmar.state import Ending, Flag, Objective, Phase, Resume, Stage, Standing

TREES = "treelord"  # 12 wounds, save 3+


def hunted(objective: Objective, target: int, **more: Any) -> Batch:
    """Red has an objective; blue has a hero, and troops beside him."""
    batch = scene(["lord_relictor"], ["bloodstoker", "bloodreavers:10"], 20, **{"sudden_death.enabled": True, **more})
    state = batch.states[0]
    state["objective"], state["objective_seat"], state["objective_target"] = objective, 0, target
    return batch


@pytest.mark.rule("R13 Assassinate, Blunt")
@pytest.mark.parametrize(("objective", "target"), [(Objective.ASSASSINATE, BLUE), (Objective.BLUNT, BLUE + 1)])
def test_slaying_the_named_unit_wins_at_once(objective: Objective, target: int) -> None:
    for unit in (BLUE, BLUE + 1):
        batch = hunted(objective, target)
        batch.states["pool"][0, unit] = 10
        at_stage(batch, *CHARGES)
        play(batch, Action(Verb.DONE))
        assert batch.states["standing"][0, unit] == Standing.DESTROYED
        won = (batch.states["outcome"][0], batch.states["winners"][0]) == (Ending.SUDDEN_DEATH, 1)
        assert won == (unit == target)


@pytest.mark.rule("R13 Assassinate, Blunt")
@pytest.mark.parametrize(("objective", "named"), [(Objective.ASSASSINATE, [0]), (Objective.BLUNT, [1])])
def test_the_enemy_names_one_of_his_units_that_fit(objective: Objective, named: list[int]) -> None:
    batch = hunted(Objective.NONE, -1)
    state = batch.states[0]
    state["finished"], state["set_up"] = (1, 1), (1, 11)
    at_stage(batch, Stage.OBJECTIVE, Phase.SETUP, Resume.OBJECTIVES)
    play(batch, Action(Verb.OBJECTIVE, detail=objective))
    assert (state["stage"], state["current_player"]) == (Stage.OBJECTIVE_TARGET, 1)
    assert [a.unit for a in legal(batch)] == named


@pytest.mark.rule("R13 Seize ground")
@pytest.mark.parametrize(("distance", "number", "wins"), [(2.5, 4, True), (3.5, 4, False), (2.5, 3, False)])
def test_ground_is_seized_by_a_model_within_three_inches_at_the_end_of_round_four(
    distance: float, number: int, wins: bool
) -> None:
    batch = hunted(Objective.SEIZE, 0)
    state = batch.states[0]
    (x, y), *_ = models_of(batch, 0)
    radius = int(record_of(batch)["radius"][0])
    state["features"] = 1
    state["feature_x"][0], state["feature_y"][0] = x + 2500 + radius + round(distance * 1000), y
    state["feature_w"][0], state["feature_flags"][0] = 2500, Flag.COVER
    state["round_number"], state["turn"] = number, 1
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.DONE))
    assert (state["outcome"] == Ending.SUDDEN_DEATH) == wins
