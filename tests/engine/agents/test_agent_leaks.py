"""No agent's decision depends on what its seat can't see, or on luck to come; and the check finds one whose decision does."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
import toy_duel

from engine.agents.specs import read_agent
from engine.compilation import rule
from engine.game import register, state_dtype
from engine.testing import ConformanceError, check_agent, subject_of
from engine.testing.agents import check_decisions, chooser

AGENTS = [
    {"kind": "random"},
    {"kind": "greedy"},
    {"kind": "flat_monte_carlo", "iterations": 60},
    {"kind": "ismcts", "iterations": 60, "depth": 30},
    {"kind": "ismcts", "iterations": 60, "playout": "greedy", "widening": 1.0, "depth": 10, "spread": True},
]
NAMES = ["random", "greedy", "flat", "tree", "widened"]


@rule
def _keeps_the_truth(options, state, seat, key):
    """A `resample` that deals nothing afresh: a search by it looks at the true state."""


CHEAT = register(
    dataclasses.replace(
        toy_duel.GAME,
        name="toy-duel-seen-through",
        state=state_dtype("toy_duel_seen_through", Path(__file__).parent, toy_duel.FIELDS),
        rules=dataclasses.replace(toy_duel.RULES, resample=_keeps_the_truth),
    )
)


@pytest.mark.parametrize("game", [toy_duel.GAME, "connect-four", "war-chest"], ids=["toy-duel", "connect-four", "war-chest"])
@pytest.mark.parametrize("agent", AGENTS, ids=NAMES)
def test_agents_decide_by_what_they_see(game, agent):
    check_agent(game, agent)


@pytest.mark.parametrize("kind", ["ismcts", "flat_monte_carlo"])
def test_a_search_of_the_true_state_is_found_out(kind):
    choose = chooser(read_agent({"kind": kind, "iterations": 60}), CHEAT)

    def look_through(batch, key):
        from engine.batch import Batch

        return choose(Batch(CHEAT, batch.options, batch.states.view(CHEAT.state)), key)

    with pytest.raises(ConformanceError, match="when what the seat can't see changes"):
        check_decisions(subject_of(toy_duel.GAME), kind, look_through)


def test_an_agent_that_knows_luck_to_come_is_found_out():
    def by_the_stream(batch, key):
        legal = [batch.legal_actions(lane) for lane in range(len(batch))]
        return [int(legal[k][int(batch.states["play_rng"][k, 0]) % len(legal[k])]) for k in range(len(batch))]

    with pytest.raises(ConformanceError, match=r"when (only luck to come|what the seat can't see) changes"):
        check_decisions(subject_of("connect-four"), "dice reader", by_the_stream)


def test_an_agent_that_may_differ_for_no_reason_is_not_checked():
    with pytest.raises(ValueError, match="isn't reproducible"):
        check_agent(toy_duel.GAME, {"kind": "ismcts", "milliseconds": 3})
