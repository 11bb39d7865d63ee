"""Every game as a PettingZoo environment: PettingZoo's own tests, and what it shows and pays is what warhost says."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from engine.adapters.pettingzoo import GameEnv, env
from engine.batch import Batch
from engine.game import BUILT_IN_GAMES, get_game
from engine.options import OptionError, resolve_options

TABLES = {
    "connect-four": [{}],
    "war-chest": [{}, {"players": 4}],
    "chaos-in-the-old-world": [{}, {"without": "khorne"}],
    "age-of-sigmar": [{}],
    "war-of-the-ring": [{}],
}
EVERY = [(game, options) for game, tables in TABLES.items() for options in tables]


def play_out(table, seed: int, choose):
    """A game to its end; the sum of each seat's rewards, how each ended, and the infos at the end."""
    table.reset(seed=seed)
    paid = dict.fromkeys(table.possible_agents, 0.0)
    ends, infos = {}, {}
    for seat in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        paid[seat] += reward
        if termination or truncation:
            ends[seat], infos[seat] = (termination, truncation), info
            table.step(None)
        else:
            table.step(choose(observation))
    return paid, ends, infos


def uniform(rng: np.random.Generator):
    return lambda observation: int(rng.choice(np.flatnonzero(observation["action_mask"])))


def test_every_built_in_game_is_tried():
    assert set(TABLES) == set(BUILT_IN_GAMES)


@pytest.mark.parametrize(("game", "options"), EVERY)
@pytest.mark.filterwarnings("ignore:Observation space for each agent", "ignore:We recommend agents to be named")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros", "ignore:Observation is not a NumPy array")
def test_pettingzoo_accepts_every_game(game, options):
    api_test(env(game, options), num_cycles=300)
    seed_test(partial(env, game, options), num_cycles=150)


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_whole_games_end_and_pay_as_the_batch_says(game, options):
    table = GameEnv(game, options, skip_forced=False)
    rng = np.random.Generator(np.random.Philox(5))
    taken = []

    def choose(observation):
        taken.append(uniform(rng)(observation))
        return taken[-1]

    paid, ends, infos = play_out(table, 11, choose)
    found = get_game(game)
    batch = Batch.from_seed(found, resolve_options(found.options, options), 1, 11)
    for action in taken:
        batch.apply(action)
    assert batch.states["terminal"][0] == 1
    returns = batch.settle()[0][0] / 12
    assert [paid[seat] for seat in table.possible_agents] == returns.tolist()
    outcome = found.outcome_name(int(batch.states["outcome"][0]))
    capped = outcome == "decision_cap"
    assert set(ends.values()) == {(not capped, capped)}
    assert {info["outcome"] for info in infos.values()} == {outcome}


def test_a_seat_sees_what_an_agent_in_python_sees_and_no_more():
    table = GameEnv("war-chest")
    table.reset(seed=3)
    rng = np.random.Generator(np.random.Philox(1))
    for _ in range(40):
        seat = table.agent_selection
        shown = table.last()[0]
        number = table.possible_agents.index(seat)
        other = table.observe(next(name for name in table.agents if name != seat))
        assert not other["action_mask"].any()
        before = table._batch.states.copy()
        table._batch.resample(number, rng.integers(0, 1 << 63, (1, 2), np.uint64))
        assert (table._batch.states["play_rng"] != before["play_rng"]).any()
        assert (table.observe(seat)["observation"] == shown["observation"]).all()
        fields = table._batch.observe(number)
        flat = np.concatenate([fields[field.name].ravel() for field in table.game.observation_spec().fields])
        assert (shown["observation"] == flat.astype(np.float32)).all()
        table._batch.states[:] = before
        table.step(uniform(rng)(shown))


def test_forced_decisions_are_carried_out_unless_asked_for():
    counts = {}
    for skip in (True, False):
        table = GameEnv("war-chest", skip_forced=skip)
        sizes = []

        def choose(observation, sizes=sizes):
            legal = np.flatnonzero(observation["action_mask"])
            sizes.append(len(legal))
            return int(legal[-1])  # the first ones never lead to a forced decision

        play_out(table, 2, choose)
        counts[skip] = (len(sizes), min(sizes), int(table._batch.states["decisions"][0]))
    assert counts[True][1] > 1
    assert counts[False][1] == 1
    assert counts[True][2] == counts[False][2] == counts[False][0] > counts[True][0]


def test_a_game_at_the_decision_cap_is_truncated():
    table = GameEnv("connect-four", decision_cap=4)
    paid, ends, infos = play_out(table, 1, lambda observation: int(np.flatnonzero(observation["action_mask"])[0]))
    assert set(ends.values()) == {(False, True)}
    assert paid == {"x": 0.5, "o": 0.5}
    assert {info["outcome"] for info in infos.values()} == {"decision_cap"}


def test_games_without_a_seed_follow_from_the_last_one():
    def first_hands(table, seed, games):
        table.reset(seed=seed)
        hands = [table.last()[0]["observation"].tolist()]
        for _ in range(games - 1):
            table.reset()
            hands.append(table.last()[0]["observation"].tolist())
        return hands

    one, other = first_hands(GameEnv("war-chest"), 4, 3), first_hands(GameEnv("war-chest"), 4, 3)
    assert one == other
    assert len({str(hand) for hand in one}) == 3
    unseeded = [GameEnv("war-chest") for _ in range(2)]
    assert first_hands(unseeded[0], None, 2) != first_hands(unseeded[1], None, 2)


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_positions_are_drawn_for_all_and_for_one_seat(game, options):
    for viewer in (None, get_game(game).seats(resolve_options(get_game(game).options, options))[0]):
        text, picture = (GameEnv(game, options, render_mode=mode, viewer=viewer) for mode in ("ansi", "svg"))
        for table in (text, picture):
            table.reset(seed=1)
        assert len(str(text.render()).splitlines()) > 1
        assert ET.fromstring(str(picture.render())).tag.endswith("svg")
    assert GameEnv(game, options).render() is None


def test_what_does_not_fit_is_refused_with_words():
    table = GameEnv("connect-four")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="action 7 is not legal"):
        table.step(7)
    with pytest.raises(ValueError, match="ansi or svg"):
        GameEnv("connect-four", render_mode="human")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the seats are"):
        GameEnv("connect-four", viewer="raven")
    with pytest.raises(OptionError):
        GameEnv("war-chest", {"players": 3})
