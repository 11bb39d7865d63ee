"""Mysterious Landscapes (R8): what the features of the Scenery Table do to who stands near them."""

from __future__ import annotations

import pytest
from sigmar_field import (
    BIG,
    BLUE,
    HERO,
    at_stage,
    battle,
    effect_number,
    legal,
    play,
    scene,
    with_luck,
)

from engine.batch import Batch
from engine.games.age_of_sigmar.actions import ACTION_NUMBER, Action, Verb
from engine.games.age_of_sigmar.state import Chance, Flag, Phase, Resume, Stage, Why
from engine.games.age_of_sigmar.vocabulary import Feature
from engine.trace import new_trace, read_trace

TREES = "treelord"  # 12 wounds, save 3+


def landscape(batch: Batch, kind: Feature, x: float, y: float) -> None:
    """One feature of the Scenery Table with its middle at a point."""
    state = batch.states[0]
    state["features"] = 1
    state["feature_x"][0], state["feature_y"][0], state["feature_w"][0] = round(x * 1000), round(y * 1000), 2500
    state["feature_flags"][0], state["feature_kind"][0] = Flag.COVER, kind


def begin_turn(batch: Batch) -> None:
    """Red's turn begins."""
    at_stage(batch, Stage.FIRST_TURN, Phase.SETUP, Resume.ROUND)
    play(batch, Action(Verb.GO_FIRST))


def flights(batch: Batch, unit: int) -> set[int]:
    """How many models of a unit flee, with different luck, at the end of a turn in which it lost one."""
    found = set()
    for number in range(24):
        trial = with_luck(batch, number)
        before = int(trial.states["alive"][0, unit])
        trial.states["slain"][0, unit] = 1
        trial.states["done"][0] = 1
        at_stage(trial, Stage.COMBAT_POWERS, Phase.COMBAT, Resume.COMBAT_POWERS)
        play(trial, Action(Verb.DONE))
        while trial.states["stage"][0] == Stage.FLEE:
            play(trial, legal(trial)[0])
        found.add(before - int(trial.states["alive"][0, unit]))
    return found


@pytest.mark.rule("R8")
@pytest.mark.parametrize(("scenery", "kinds"), [("roll", {1, 2, 3, 4, 5, 6}), ("none", {0}), ("deadly", {Feature.DEADLY})])
def test_features_are_what_the_table_or_the_players_say(scenery: str, kinds: set[int]) -> None:
    found: set[int] = set()
    for seed in range(4):
        state = battle("storm", "blood", seed, **{"terrain.per_square": 2, "terrain.scenery": scenery}).states[0]
        assert state["features"] >= 6
        found |= set(state["feature_kind"][: state["features"]].tolist())
    assert found == kinds


@pytest.mark.rule("R8 Arcane")
def test_wizards_near_an_arcane_feature_add_one_to_casting() -> None:
    gained = set()
    for number in range(8):
        rolls = []
        for x in (20.0, 60.0):
            batch = with_luck(scene(["battlemage:1:bright"], [BIG], 15), number)
            landscape(batch, Feature.ARCANE, x, 17)
            at_stage(batch, *HERO)
            power = next(a for a in legal(batch) if a.verb == Verb.POWER)
            trace = new_trace(64)
            batch.apply(ACTION_NUMBER[power], trace=trace)
            rolls += [e.values[2] for e in read_trace(trace) if e.kind == Chance.DIE and e.values[0] == Why.CASTING]
        gained.add(rolls[0] - rolls[1])
    assert gained == {1}


@pytest.mark.rule("R8 Inspiring")
@pytest.mark.parametrize(("x", "most"), [(20.0, 0), (60.0, 1)])
def test_an_inspiring_feature_steadies_who_is_near(x: float, most: int) -> None:
    """Ten Plague Monks (Bravery 5 and 1 for ten models) that lost one flee on a 6, near the feature not even then."""
    batch = scene(["lord_relictor"], ["plague_monks:10"], 20)
    landscape(batch, Feature.INSPIRING, x, 43)
    assert max(flights(batch, BLUE)) == most


@pytest.mark.rule("R8 Mystical")
def test_a_mystical_feature_stuns_on_a_one_and_ensorcels_else() -> None:
    batch = scene(["liberators:5", "lord_relictor"], ["warboss"], 20)
    landscape(batch, Feature.MYSTICAL, 22, 24)
    stunned, ensorcelled = (effect_number(batch, name, 0) for name in ("Stunned", "Ensorcelled"))
    found = set()
    for number in range(40):
        trial = with_luck(batch, number)
        begin_turn(trial)
        effects = trial.states["effects"][0]
        found.add((int(effects[0, stunned]), int(effects[0, ensorcelled])))
        assert not effects[1:].any()  # too far away; and it is not blue's hero phase
    assert found == {(1, 0), (0, 1)}


@pytest.mark.rule("R8 Sinister")
@pytest.mark.parametrize(("x", "most"), [(20.0, 2), (60.0, 1)])
def test_who_was_near_a_sinister_feature_causes_fear(x: float, most: int) -> None:
    batch = scene(["lord_relictor"], ["plague_monks:10"], 4)
    landscape(batch, Feature.SINISTER, x, 17)
    begin_turn(batch)
    assert max(flights(batch, BLUE)) == most
