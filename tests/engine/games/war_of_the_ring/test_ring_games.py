"""Whole games of War of the Ring: endings, balance, cards that matter, invariants along the way."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ring_table import Table

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.games.war_of_the_ring import GAME
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.cards import CARD_CODES, CARD_COUNT, COMBAT_HALF, DECK, IN_GAME
from engine.games.war_of_the_ring.combat_cards import COMBAT_TITLES
from engine.games.war_of_the_ring.state import OUTCOMES, STATE
from engine.options import resolve_options

GAMES = 300


@functools.cache
def played(expansion: str, kind: AgentKind, games: int = GAMES, cap: int = 20000) -> Batch:
    """Games of one kind of agent at both seats."""
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, {"expansion": expansion}), games, seed=11)
    agents = np.zeros(2, AGENT_DTYPE)
    agents["kind"] = kind
    blocks = np.arange(games, dtype=np.int64)
    batch.play(agents, agent_keys(11, "test", blocks, np.zeros_like(blocks), 2), cap)
    return batch


@pytest.mark.slow
@pytest.mark.rule("greedy")
@pytest.mark.parametrize("expansion", ["none", "kings"])
def test_greedy_games_end_in_all_four_ways_in_a_usual_number_of_turns(expansion: str) -> None:
    states = played(expansion, AgentKind.GREEDY).states
    endings = Counter(OUTCOMES.get(int(code), "none") for code in states["outcome"])
    assert set(endings) == {"corruption", "ring_destroyed", "military_shadow", "military_free"}
    assert 0.25 <= float((states["winners"] == 1).mean()) <= 0.75
    turns = states["round_number"]
    assert float(((turns >= 8) & (turns <= 16)).mean()) > 0.5


@pytest.mark.slow
@pytest.mark.rule("victory")
@pytest.mark.parametrize("expansion", ["none", "kings"])
def test_random_games_end(expansion: str) -> None:
    states = played(expansion, AgentKind.RANDOM, 100).states
    assert (states["outcome"] >= 16).all()


def positions(expansion: str) -> np.ndarray[Any, np.dtype[np.void]]:
    """Positions of random and greedy games from different depths, brought back to life."""
    found = []
    for kind in (AgentKind.RANDOM, AgentKind.GREEDY):
        for cap in (60, 250, 420, 1200):
            states = played(expansion, kind, 25, cap).states.copy()
            states = states[states["outcome"] < 16]
            states["terminal"], states["outcome"] = 0, 0
            found.append(states)
    return np.concatenate(found)


IGNORED = {"play_rng", "setup_rng", "card_at", "hand_size", "card_played", "deck", "deck_size", "current_player"}
IGNORED |= {"phase", "decisions", "depth", "stack_kind", "stack_a", "stack_b", "stack_c", "stack_seat", "event_die", "used"}
IGNORED |= {"moved", "group", "last_region", "moved_nazgul", "force", "force_characters", STATE.names[0]}


def makes_a_difference(table: Table, state: np.void, code: str) -> bool:
    """Whether the event of a card, played in a position, changes more than hands."""
    card = CARD_CODES.index(code)
    table.states[0] = state
    if table.s.battle or table.s.tile >= 0 or table.s.card_at[card] == 3:
        return False
    table.card(code)
    table.ask(f.PLAY_CARD, DECK[card] // 2, 7)
    if f"card {code}" not in table.choices():
        return False
    before = table.states.copy()
    table.play(f"card {code}")
    for _ in range(80):
        if table.s.terminal or table.waiting == f.ACTION:
            break
        actions = table.legal()
        table.rule_answer(actions[-1])
    on_table = table.s.card_at[card] == 3
    return bool(
        on_table or any((before[name] != table.states[name]).any() for name in STATE.names or () if name not in IGNORED)
    )


@pytest.mark.slow
@pytest.mark.rule("cards.coverage")
@pytest.mark.parametrize("expansion", ["none", "kings"])
def test_every_card_changes_some_position_as_an_event(expansion: str) -> None:
    table = Table(expansion=expansion)
    states = positions(expansion)
    wanted = [CARD_CODES[card] for card in range(CARD_COUNT) if IN_GAME[card, int(expansion == "kings")]]
    idle = [code for code in wanted if not any(makes_a_difference(table, state, code) for state in states)]
    rare = {"FC14", "FC18", "FC22", "FS01", "FS10", "SC20", "SS01", "SS02", "SS03", "FC19", "FC20", "FC21"}
    assert set(idle) <= rare, "test_ring_event_cards.py shows the rare ones in arranged positions"


@pytest.mark.slow
@pytest.mark.rule("combat.coverage")
def test_combat_halves_are_fought() -> None:
    fought: set[str] = set()
    for expansion in ("none", "kings"):
        for kind in (AgentKind.GREEDY, AgentKind.RANDOM):
            used = played(expansion, kind, GAMES if kind == AgentKind.GREEDY else 100).states["card_fought"].max(axis=0)
            fought |= {COMBAT_TITLES[COMBAT_HALF[card]] for card in range(CARD_COUNT) if used[card]}
    assert set(COMBAT_TITLES) - fought <= {"It Is a Gift", "One for the Dark Lord", "Like a King of Old"}


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), expansion=st.sampled_from(["none", "kings"]))
@pytest.mark.rule("invariants")
def test_invariants_hold_along_random_games(seed: int, expansion: str) -> None:
    """Figures, tiles, cards, stacking, the Political Track: `audit` after every decision."""
    table = Table(seed, expansion=expansion)
    chance = np.random.default_rng(seed)
    for _ in range(150):
        if table.s.terminal:
            break
        table.rule_answer(int(chance.choice(table.legal())))
        table.audit()
        if table.waiting == f.ACTION and not table.s.terminal:
            assert table.s.record["units"].max() <= 10
