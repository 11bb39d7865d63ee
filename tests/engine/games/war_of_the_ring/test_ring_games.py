"""Whole games of War of the Ring: endings, cards that are used, invariants along the way."""

from __future__ import annotations

import functools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ring_table import Table

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.games.war_of_the_ring import GAME
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.cards import CARD_CODES, CARD_COUNT, IN_GAME
from engine.games.war_of_the_ring.state import OUTCOMES
from engine.options import resolve_options


@functools.cache
def played(kind: AgentKind, games: int) -> Batch:
    """Games of one kind of agent at both seats."""
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, {"expansion": "none"}), games, seed=1)
    agents = np.zeros(2, AGENT_DTYPE)
    agents["kind"] = kind
    blocks = np.arange(games, dtype=np.int64)
    batch.play(agents, agent_keys(1, "x", blocks, np.zeros_like(blocks), 2))
    return batch


@pytest.mark.slow
@pytest.mark.rule("greedy")
def test_greedy_games_end_by_the_ring_by_corruption_and_by_war() -> None:
    states = played(AgentKind.GREEDY, 200).states
    endings = Counter(OUTCOMES.get(int(code), "none") for code in states["outcome"])
    assert {"corruption", "ring_destroyed", "military_shadow"} <= set(endings)
    assert "none" not in endings


@pytest.mark.slow
@pytest.mark.rule("cards.coverage")
def test_every_card_of_the_base_game_is_used_in_random_games() -> None:
    states = played(AgentKind.RANDOM, 100).states
    used = states["card_played"].max(axis=0) + states["card_fought"].max(axis=0)
    assert not [CARD_CODES[card] for card in range(CARD_COUNT) if IN_GAME[card, 0] and used[card] == 0]
    assert (states["outcome"] >= 16).all()


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), expansion=st.sampled_from(["none", "kings"]))
@pytest.mark.rule("invariants")
def test_invariants_hold_along_random_games(seed: int, expansion: str) -> None:
    """Figures, tiles, cards, stacking, the Political Track: `audit` after every decision."""
    table = Table(seed, expansion=expansion)
    chance = np.random.default_rng(seed)
    for _ in range(120):
        if table.s.terminal:
            break
        table.rule_answer(int(chance.choice(table.legal())))
        table.audit()
        if table.waiting == f.ACTION and not table.s.terminal:
            assert table.s.record["units"].max() <= 10
