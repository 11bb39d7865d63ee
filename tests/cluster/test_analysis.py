"""Games judged by a deeper search: who threw the win away, by how much, and the same each time."""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from connect_four_solver import values

from cluster.analysis import Analysis, analyse, turning_points
from cluster.game_walk import GameWalk
from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.agents.search_specs import IsmctsSpec
from engine.batch import Batch, Lanes, agent_keys
from engine.game import get_game
from engine.options import resolve_options
from engine.rng import derive_key, key_array

CONNECT_FOUR = get_game("connect-four")


def exact(batch: Batch) -> dict[int, int]:
    """What a solver says of each column for the seat to move."""
    seat = int(batch.states["current_player"][0])
    stones = batch.states["stones"][0].tolist()
    return values(stones[seat], stones[1 - seat])


@functools.cache
def position_with_a_win_to_throw_away(seed: int) -> Batch:
    """A position with 11 holes in which some columns win and some lose, none at once."""
    chance = np.random.default_rng(seed)
    while True:
        batch = Batch.from_seed(CONNECT_FOUR)
        while not batch.states["terminal"][0] and int(batch.states["decisions"][0]) < 31:
            batch.apply(int(chance.choice(batch.legal_actions())))
        if batch.states["terminal"][0] or set(exact(batch).values()) < {1, -1}:
            continue
        losing = [column for column, value in exact(batch).items() if value == -1]
        if losing and len(plays_on(batch, losing[0])) >= 5:
            return batch


def plays_on(batch: Batch, first: int) -> list[int]:
    """The columns of a game that begins with `first` and in which nobody makes a mistake from then on."""
    taken, on = [first], batch.copy()
    on.apply(first)
    while not on.states["terminal"][0]:
        found = exact(on)
        taken.append(max(found, key=lambda column: (found[column], -column)))
        on.apply(taken[-1])
    return taken


def walk_of(batch: Batch, columns: list[int]) -> GameWalk:
    walk = GameWalk(batch, ["a", "b"], CONNECT_FOUR.decision_cap)
    for column in columns:
        walk.step(column)
    return walk


def judge(walk: GameWalk, seed: int = 1, **more: Any) -> Analysis:
    return analyse(walk, IsmctsSpec(kind="ismcts", iterations=4000, exploration=0.5), seed, **more)


@pytest.fixture(scope="module")
def thrown_away() -> GameWalk:
    """A game of which the first decision throws a won game away, and all others are perfect."""
    start = position_with_a_win_to_throw_away(1)
    found = exact(start)
    return walk_of(start, plays_on(start, next(column for column, value in found.items() if value == -1)))


@pytest.fixture(scope="module")
def analysed(thrown_away: GameWalk) -> Analysis:
    return judge(thrown_away)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_move_that_threw_the_win_away_is_the_turning_point(seed: int) -> None:
    start = position_with_a_win_to_throw_away(seed)
    found = exact(start)
    walk = walk_of(start, plays_on(start, next(column for column, value in found.items() if value == -1)))
    turn = judge(walk).turning_points[0]
    assert turn.place == 0
    assert found[turn.best.action] == 1
    assert found[turn.chosen.action] == -1
    assert turn.regret > 0.3


def test_perfect_play_has_no_turning_point() -> None:
    start = position_with_a_win_to_throw_away(1)
    found = exact(start)
    walk = walk_of(start, plays_on(start, next(column for column, value in found.items() if value == 1)))
    assert judge(walk).turning_points == ()


def test_the_same_seed_gives_the_same_analysis_and_another_does_not(thrown_away: GameWalk, analysed: Analysis) -> None:
    assert judge(thrown_away) == analysed
    assert judge(thrown_away, seed=2) != analysed


def test_regrets_add_up_by_seat(thrown_away: GameWalk, analysed: Analysis) -> None:
    wanted = [place for place, decision in enumerate(thrown_away.decisions) if decision.choices > 1]
    assert [judgement.place for judgement in analysed.judgements] == wanted
    loser = analysed.judgements[0].decision.seat
    for found in analysed.seats:
        mine = [judgement for judgement in analysed.judgements if judgement.decision.seat == found.seat]
        assert found.total == pytest.approx(sum(judgement.regret for judgement in mine))
        assert found.se == pytest.approx(math.sqrt(sum(judgement.se**2 for judgement in mine)))
    assert analysed.seats[loser].total > 0.3 > analysed.seats[1 - loser].total
    assert analysed.seats[loser].clear >= 1


def test_one_seat_can_be_judged_alone_and_whoever_waits_is_told(thrown_away: GameWalk, analysed: Analysis) -> None:
    told: list[tuple[int, int]] = []
    alone = judge(thrown_away, seats=[1], on_decision=lambda done, of: told.append((done, of)))
    assert alone.judgements == tuple(judgement for judgement in analysed.judgements if judgement.decision.seat == 1)
    assert alone.seats == analysed.seats[1:]
    assert told == [(number + 1, len(alone.judgements)) for number in range(len(alone.judgements))]


def test_what_noise_explains_is_no_turning_point(analysed: Analysis) -> None:
    turn = analysed.turning_points[0]
    doubtful, small = replace(turn, regret=0.1, se=0.05), replace(turn, regret=0.01, se=0.001)
    assert not doubtful.clear
    assert small.clear
    assert turning_points([doubtful, small, turn]) == (turn,)


def test_errors_are_those_of_the_mean_over_worlds_and_nothing_is_regretted_where_the_search_agrees(analysed: Analysis) -> None:
    for judgement in analysed.judgements:
        if judgement.best.action == judgement.chosen.action:
            assert (judgement.regret, judgement.se) == (0.0, 0.0)
            assert 0 < judgement.best.se <= 0.5 / math.sqrt(judgement.best.visits)
        else:
            assert judgement.regret == pytest.approx(judgement.best.value - judgement.chosen.value)
            assert judgement.se <= judgement.best.se + judgement.chosen.se + 1e-12


def greedy_walk(game: str, **options: Any) -> GameWalk:
    found = get_game(game)
    start = Batch.from_seed(found, resolve_options(found.options, options), seed=2)
    agents, zero = np.zeros((1, start.seats), AGENT_DTYPE), np.zeros(1, np.int64)
    agents["kind"] = AgentKind.GREEDY
    lanes = Lanes(start.copy(), agents, agent_keys(2, "walk", zero, zero, start.seats), record=True)
    lanes.advance()
    walk = GameWalk(start, ["greedy"] * start.seats, found.decision_cap)
    for action in lanes.recorded_actions()[0].tolist():
        walk.step(action)
    return walk


def test_what_the_seat_could_not_see_does_not_reach_its_judgement() -> None:
    """The same game of War Chest up to a decision, with other hands and bags behind it, is judged the same there."""
    walk = greedy_walk("war-chest")
    place = next(p for p, decision in enumerate(walk.decisions) if p > 12 and decision.choices > 3)
    seat, chosen = walk.decisions[place].seat, walk.decisions[place].chosen.action
    judged = []
    for world in range(2):
        start = walk.position(place)
        if world:
            start.resample(seat, key_array(derive_key(7, "other"))[None])
            assert start.states.tobytes() != walk.position(place).states.tobytes()
        alone = GameWalk(start, ["a", "b"], walk.decision_cap)
        alone.step(chosen)
        (judgement,) = analyse(alone, IsmctsSpec(kind="ismcts", iterations=60, depth=20), 3).judgements
        judged.append((judgement.best, judgement.chosen, judgement.regret))
    assert judged[0] == judged[1]
