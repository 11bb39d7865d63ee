"""A Python agent hands in exact positions through the interface of all Python agents; the rules layer judges them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sigmar_field import BLUE, MOVING, at_stage, by_hand, line_of, models_of

from engine.agents.match import MatchResult, play_lanes
from engine.agents.player import PythonPlayer
from engine.agents.specs import PythonSpec, RandomSpec, agent_record, read_agent
from engine.batch import Batch, agent_keys
from engine.game import Outcome
from engine.games.age_of_sigmar import GAME
from engine.games.age_of_sigmar.actions import ACTIONS, Verb
from engine.games.age_of_sigmar.state import Phase
from engine.trace import new_trace, read_trace

SUPPORT = Path(__file__).parent / "support"
HERE = line_of(5, 20, 20, 1.7)
DECISIONS = 80


def facing(distance: float) -> Batch:
    """Red's movement phase: five Liberators so many inches (middle to middle) from ten Bloodreavers, a hero far away."""
    places = {0: HERE, 1: [(60.0, 5.0)], BLUE: line_of(10, 18, 20 + distance, 1.4)}
    batch = by_hand(["liberators:5", "lord_relictor"], ["bloodreavers:10:axes"], places, exact_positions=True)
    at_stage(batch, *MOVING)
    return batch


def play_with(plan: str, batch: Batch) -> MatchResult:
    """The agent as red against `random`, for some decisions."""
    spec = read_agent({"kind": "python", "path": "sigmar_placer:Placer", "parameters": {"plan": plan}, "reproducible": True})
    assert isinstance(spec, PythonSpec)
    records = np.array([agent_record(spec), agent_record(RandomSpec(kind="random"))])
    keys = agent_keys(5, "placer", np.arange(1), np.zeros(1, np.int64), 2)
    with PythonPlayer(spec, GAME, batch.options, base_directory=SUPPORT) as player:
        return play_lanes(batch, records, keys, DECISIONS, [player], record=True)


def first_move(batch: Batch, actions: list[int]) -> list[str]:
    """Play recorded actions until the Liberators have moved; returns what was said of refused positions."""
    said = []
    for action in actions:
        if batch.states["done"][0, 0] or batch.states["phase"][0] != Phase.MOVEMENT:
            break
        trace = new_trace(32)
        batch.apply(action, trace=trace)
        said += [GAME.describe_event(event)[0] for event in read_trace(trace)]
    return [text for text in said if "refused" in text]


@pytest.mark.rule("R19: exact positions")
@pytest.mark.parametrize(("distance", "inches"), [(15.0, 5), (8.0, 3)])
def test_positions_of_an_agent_are_carried_out(distance: float, inches: int) -> None:
    batch = facing(distance)
    start = batch.copy()
    result = play_with("ahead", batch)
    assert not result.causes.any()
    assert result.actions is not None
    actions = result.actions[0].tolist()
    assert ACTIONS[actions[1]].verb == Verb.EXACT
    assert first_move(start, actions) == []
    assert models_of(start, 0) == [(round(x * 1000), round(y * 1000) + 1000 * inches) for x, y in HERE]


@pytest.mark.rule("R19: exact positions")
@pytest.mark.parametrize(
    ("plan", "rule"),
    [("too_far", "R19: a model moves farther"), ("on_a_heap", "models overlap"), ("scattered", "R2: the unit")],
)
def test_positions_that_break_a_rule_are_refused_by_its_name_and_the_agent_plays_on(plan: str, rule: str) -> None:
    batch = facing(15)
    start = batch.copy()
    result = play_with(plan, batch)
    assert not result.causes.any(), "no forfeit: the menu is left"
    assert result.actions is not None
    [said, *_] = first_move(start, result.actions[0].tolist())
    assert rule in said


@pytest.mark.rule("R19: exact positions")
def test_a_number_that_is_no_action_forfeits() -> None:
    batch = facing(15)
    result = play_with("off_the_table", batch)
    assert result.causes[0, 0] == Outcome.FORFEIT_ILLEGAL
    assert batch.states["winners"][0] == 2
