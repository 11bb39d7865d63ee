"""Flat Monte Carlo and ISMCTS: solved positions, bounds, budgets, and that a decision depends on nothing else."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from connect_four_solver import values
from highest_bid import GAME as HIGHEST_BID
from pydantic import ValidationError

from engine.agents.compiled import AGENT_DTYPE
from engine.agents.searching import PositionSearch
from engine.agents.specs import agent_of_word, agent_record, is_reproducible, read_agent, resolve_agent
from engine.agents.tree import Parameter
from engine.batch import Batch, Lanes, agent_keys
from engine.game import get_game

CONNECT_FOUR = get_game("connect-four")
KEY = np.array([5, 8], np.uint64)


def search_of(batch: Batch, kind: str = "ismcts", **parameters: Any) -> PositionSearch:
    return PositionSearch(batch, np.array([agent_record(read_agent({"kind": kind, **parameters}))], AGENT_DTYPE))


def after(moves: str) -> Batch:
    """Connect Four after stones in these columns, 1 .. 7."""
    batch = Batch.from_seed(CONNECT_FOUR)
    for move in moves:
        batch.apply(int(move) - 1)
    return batch


def late_positions(n: int, empty: int, seed: int) -> Batch:
    """Positions of random games with so many empty holes, where the choice matters: some columns are worth more than others."""
    chance, states = np.random.default_rng(seed), []
    while len(states) < n:
        batch = Batch.from_seed(CONNECT_FOUR)
        for _ in range(42 - empty):
            if batch.states["terminal"][0]:
                break
            batch.apply(int(chance.choice(batch.legal_actions())))
        if not batch.states["terminal"][0] and len(set(exact(batch, 0).values())) > 1:
            states.append(batch.states[0].copy())
    return Batch(CONNECT_FOUR, CONNECT_FOUR.options(), np.array(states))


def exact(batch: Batch, lane: int) -> dict[int, int]:
    seat = int(batch.states["current_player"][lane])
    stones = batch.states["stones"][lane].tolist()
    return values(stones[seat], stones[1 - seat])


def random_positions(wanted, n: int, seed: int) -> Batch:
    """The first `n` positions of random games of which `wanted` holds, at most one a game."""
    chance, states = np.random.default_rng(seed), []
    while len(states) < n:
        batch = Batch.from_seed(CONNECT_FOUR)
        while not batch.states["terminal"][0]:
            if len(batch.legal_actions()) > 1 and wanted(batch):
                states.append(batch.states[0].copy())
                break
            batch.apply(int(chance.choice(batch.legal_actions())))
    return Batch(CONNECT_FOUR, CONNECT_FOUR.options(), np.array(states))


def wins_now(batch: Batch, lane: int = 0, seat: int | None = None) -> list[int]:
    """The columns in which a seat, that to move if not given, would have four in a row."""
    found = []
    for action in batch.legal_actions(lane).tolist():
        copy = Batch(batch.game, batch.options, batch.states[lane : lane + 1].copy())
        mover = int(copy.states["current_player"][0])
        if seat is not None and seat != mover:
            copy.states["current_player"][0] = seat
        copy.apply(action)
        if copy.states["terminal"][0] and copy.states["winners"][0]:
            found.append(action)
    return found


def other(batch: Batch, lane: int = 0) -> int:
    return 1 - int(batch.states["current_player"][lane])


def test_the_solver_agrees_with_the_rules_about_wins_in_one():
    batch = late_positions(30, empty=9, seed=3)
    for lane in range(len(batch)):
        found = exact(batch, lane)
        assert set(found) == set(batch.legal_actions(lane).tolist())
        assert all(found[column] == 1 for column in wins_now(batch, lane))


@pytest.mark.parametrize("kind", ["ismcts", "flat_monte_carlo"])
def test_a_win_in_one_is_taken(kind):
    batch = random_positions(wins_now, 25, seed=1)
    search = search_of(batch, kind, iterations=300)
    for lane in range(len(batch)):
        assert search.decide(lane, KEY).action in wins_now(batch, lane)


def test_a_threat_is_blocked():
    batch = random_positions(lambda b: not wins_now(b) and len(wins_now(b, seat=other(b))) == 1, 25, seed=2)
    search = search_of(batch, iterations=3000)
    for lane in range(len(batch)):
        assert [search.decide(lane, KEY).action] == wins_now(batch, lane, other(batch, lane))


def test_tree_search_plays_solved_positions_perfectly():
    batch = late_positions(30, empty=12, seed=4)
    search = search_of(batch, iterations=4000)
    for lane in range(len(batch)):
        found = exact(batch, lane)
        assert found[search.decide(lane, KEY).action] == max(found.values()), f"position {lane}: {found}"


def test_flat_search_shares_its_playouts_evenly():
    batch = Batch.from_seed(CONNECT_FOUR)
    moves = search_of(batch, "flat_monte_carlo", iterations=700).decide(0, KEY).moves
    assert sorted(move.visits for move in moves) == [100] * 7


def test_tree_search_spends_every_iteration_and_most_of_them_on_its_choice():
    result = search_of(Batch.from_seed(CONNECT_FOUR), iterations=1000).decide(0, KEY)
    assert sum(move.visits for move in result.moves) == result.iterations == 1000
    assert result.action == result.moves[0].action == 3
    assert result.moves[0].visits > 300
    assert all(0 <= move.mean <= 1 for move in result.moves)


def test_the_tree_keeps_within_its_bound_and_decides_all_the_same():
    batch = Batch.from_seed(CONNECT_FOUR)
    small = search_of(batch, iterations=2000, max_nodes=5)
    result = small.decide(0, KEY)
    assert len(result.moves) == 4  # and the root
    assert sum(move.visits for move in result.moves) == 2000


def test_widening_tries_the_best_priorities_first():
    batch = Batch.from_seed(CONNECT_FOUR)
    moves = search_of(batch, iterations=20, widening=0.5).decide(0, KEY).moves
    assert len(moves) == 3  # 0.5 * sqrt(20) is 2.2
    assert {move.action for move in moves} <= {2, 3, 4}
    assert len(search_of(batch, iterations=20).decide(0, KEY).moves) == 7


def test_flat_search_leaves_out_the_worst_priorities_from_the_first_iteration_on():
    batch = Batch.from_seed(CONNECT_FOUR)
    moves = search_of(batch, "flat_monte_carlo", iterations=90, widening=0.3).decide(0, KEY).moves
    assert {move.action for move in moves} == {2, 3, 4}  # 0.3 * sqrt(91) is 2.9
    assert sorted(move.visits for move in moves) == [30, 30, 30]
    timed = search_of(batch, "flat_monte_carlo", milliseconds=5, widening=0.3).decide(0, KEY).moves
    assert len(timed) == 7, "nobody knows how many iterations there will be"


@pytest.mark.parametrize("kind", ["flat_monte_carlo", "ismcts"])
def test_the_actions_of_the_root_are_tried_in_the_same_worlds(kind):
    """A higher bid wins in every world in which a lower one does: in the same worlds its mean can't be lower, however few."""
    batch = Batch.from_seed(HIGHEST_BID)
    evenly = {"exploration": 1e3} if kind == "ismcts" else {}
    found = set()
    for word in range(40):
        moves = search_of(batch, kind, iterations=12, **evenly).decide(0, np.array([word, 1], np.uint64)).moves
        means = {move.action: move.mean for move in moves}
        assert [means[bid] for bid in range(4)] == sorted(means.values())
        found.add(means[3])
    assert len(found) > 2, "worlds differ from key to key"


@pytest.mark.parametrize("kind", ["flat_monte_carlo", "ismcts"])
def test_of_equal_actions_the_one_is_chosen_that_was_tried_first(kind):
    """One stone looks alike wherever it lies; `greedy` likes the middle best, which isn't the first column."""
    parameters = {"iterations": 6, "widening": 1.0, "depth": 0}
    result = search_of(Batch.from_seed(CONNECT_FOUR), kind, **parameters).decide(0, KEY)
    assert {move.mean for move in result.moves} == {0.5}
    assert len(result.moves) == 3
    assert result.action == 3


def test_a_playout_of_no_decisions_is_the_value_of_the_position():
    batch = after("4")
    result = search_of(batch, "flat_monte_carlo", iterations=70, depth=0).decide(0, KEY)
    for move in result.moves:
        copy = batch.copy()
        copy.apply(move.action)
        assert move.mean == pytest.approx(copy.values()[1])


@pytest.mark.parametrize("playout", ["random", "greedy", 0.5])
def test_playouts_may_be_random_greedy_or_a_mix(playout):
    batch = after("44332")
    assert search_of(batch, "flat_monte_carlo", iterations=210, playout=playout).decide(0, KEY).action in range(7)


def test_playout_policies_differ():
    batch = after("4433")
    means = [
        [move.mean for move in search_of(batch, "flat_monte_carlo", iterations=700, playout=p).decide(0, KEY).moves]
        for p in ("random", "greedy", 0.5)
    ]
    assert means[0] != means[1] != means[2] != means[0]


def records(*agents: dict[str, Any]) -> np.ndarray:
    return np.array([agent_record(read_agent(agent)) for agent in agents])


def played(first: int, last: int, *agents: dict[str, Any]) -> Lanes:
    """Games `first` .. `last - 1` of Toy Duel, which hides cards."""
    import toy_duel

    blocks = np.arange(last, dtype=np.int64)
    batch = Batch.from_seed(toy_duel.GAME, None, last, seed=6)
    part = Batch(batch.game, batch.options, batch.states[first:].copy())
    lanes = Lanes(part, records(*agents), agent_keys(6, "cell", blocks, np.zeros_like(blocks), 2)[first:], record=True)
    lanes.advance()
    return lanes


def test_a_search_decides_alike_whatever_the_batch():
    agents = {"kind": "ismcts", "iterations": 60}, {"kind": "flat_monte_carlo", "iterations": 40}
    whole, part = played(0, 12, *agents).recorded_actions(), played(5, 9, *agents).recorded_actions()
    assert [actions.tolist() for actions in whole[5:9]] == [actions.tolist() for actions in part]


def scores(first: dict[str, Any]) -> tuple[np.ndarray, Lanes]:
    """Scores of an agent at seat 0 of Toy Duel against random, in the same 600 deals for every agent."""
    lanes = played(0, 600, first, {"kind": "random"})
    return lanes.batch.settle()[0][:, 0] / 12, lanes


def test_a_search_wins_more_than_chance_does():
    searching, lanes = scores({"kind": "ismcts", "iterations": 300})
    by_chance, _ = scores({"kind": "random"})
    gain = searching - by_chance
    assert gain.mean() - 2.58 * gain.std() / np.sqrt(len(gain)) > 0
    assert lanes.iterations[:, 0].min() > 0
    assert not lanes.iterations[:, 1].any()


def test_a_budget_for_the_turn_is_spread_over_its_chain():
    """In Toy Duel a turn is two cards: a half for the first, the whole for the second, where only one is left."""
    one = played(0, 1, {"kind": "ismcts", "iterations": 100}, {"kind": "random"})
    chain = played(0, 1, {"kind": "ismcts", "iterations": 100, "spread": True}, {"kind": "random"})
    assert 0 < chain.iterations[0, 0] < one.iterations[0, 0]


def test_a_budget_in_time_takes_as_long_as_it_says_and_is_not_reproducible():
    spec = read_agent({"kind": "ismcts", "milliseconds": 30})
    assert not is_reproducible(spec)
    result = search_of(Batch.from_seed(CONNECT_FOUR), milliseconds=30).decide(0, KEY)
    assert result.iterations >= 16
    assert sum(move.visits for move in result.moves) == result.iterations
    lanes = played(0, 2, {"kind": "ismcts", "milliseconds": 2}, {"kind": "flat_monte_carlo", "milliseconds": 1})
    assert (lanes.batch.states["terminal"] == 1).all()
    assert (lanes.iterations > 0).all()


def test_slices_of_a_search_grow_the_tree_of_the_whole():
    from engine.agents.search import search_slice
    from engine.agents.tree import new_memory
    from engine.trace import NO_TRACE

    batch, agent = after("4"), records({"kind": "ismcts", "iterations": 500})
    trees = []
    for cuts in ([0, 500], [0, 1, 17, 300, 500]):
        memory = new_memory(CONNECT_FOUR.state, 7, 2, 501)
        for first, last in itertools.pairwise(cuts):
            assert search_slice(batch.record, batch.states, 0, agent, KEY, 42, 2, first, last, memory, NO_TRACE)
        trees.append(memory.nodes.tobytes())
    assert trees[0] == trees[1]


def test_compiled_and_plain_python_decide_alike():
    source = (
        "import sys; sys.path[:0] = sys.argv[1:]\n"
        "from test_search import played\n"
        "agents = {'kind': 'ismcts', 'iterations': 15, 'widening': 1.0}, {'kind': 'ismcts', 'iterations': 8, 'spread': True}\n"
        "print([a.tolist() for a in played(0, 2, *agents).recorded_actions()])"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", source, *sys.path],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) > 20


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"iterations": 10, "milliseconds": 5},
        {"iterations": 0},
        {"milliseconds": 5, "spread": True},
        {"iterations": 10, "playout": "clever"},
        {"iterations": 10, "playout": 1.5},
        {"iterations": 10, "depth": -1},
        {"level": "brilliant"},
        {"iterations": 10, "max_nodes": 1},
    ],
)
def test_a_search_with_impossible_parameters_is_refused(wrong):
    with pytest.raises(ValidationError):
        read_agent({"kind": "ismcts", **wrong})


@pytest.mark.parametrize("name", ["connect-four", "war-chest"])
def test_a_level_takes_its_numbers_from_the_game(name):
    game = get_game(name)
    for level in ("fast", "standard", "strong"):
        spec = resolve_agent(agent_of_word(f"ismcts:{level}"), game)
        assert spec.iterations == game.levels[level]["iterations"]
        assert agent_record(spec)["parameters"][Parameter.ITERATIONS] == spec.iterations
    own = resolve_agent(read_agent({"kind": "ismcts", "level": "fast", "depth": 3}), game)
    assert (own.depth, own.iterations) == (3, game.levels["fast"]["iterations"])
    timed = resolve_agent(read_agent({"kind": "ismcts", "level": "fast", "milliseconds": 7}), game)
    assert (timed.milliseconds, timed.iterations) == (7, None)
    flat = resolve_agent(agent_of_word("flat_monte_carlo:fast"), game)
    assert flat.iterations == game.levels["fast"]["iterations"]
    with pytest.raises(ValueError, match="means nothing without a game"):
        agent_record(agent_of_word("ismcts:fast"))
