"""Whole games of War of the Ring: recorded results, endings, cards that are used, invariants along the way."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ring_golden import CASES, FILE, GAME, fingerprint, play
from ring_halves import Trial, positions
from ring_table import Table

from engine.compilation import JIT_DISABLED
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.cards import CARD_CODES, CARD_COUNT, IN_GAME
from engine.games.war_of_the_ring.state import OUTCOMES, Phase

DEPTHS = (500, 300, 700, 500, 350, 800, 600, 1200)
"""Decisions after which positions are taken from games, as far as they are needed to see every card at work."""

compiled_only = pytest.mark.skipif(JIT_DISABLED, reason="too many games for plain Python")


@pytest.mark.rule("golden")
@pytest.mark.parametrize("case", CASES if not JIT_DISABLED else [])
def test_recorded_games_are_played_again_to_the_byte(case: str) -> None:
    """A change here changes results: raise `Game.version`, then run `support/ring_golden.py` to record anew."""
    recorded = json.loads(FILE.read_text())
    assert recorded["version"] == GAME.version
    assert fingerprint(case) == recorded["games"][case]


@pytest.mark.rule("golden")
def test_plain_python_plays_a_recorded_game_to_the_same_state() -> None:
    """In a run without compilation this is the check; the conformance suite compares the two within one run."""
    recorded = json.loads(FILE.read_text())["games"]["kings/greedy"]
    assert f"{play('kings', 'greedy', 1).hashes()[0]:016x}" == recorded["first"]


@compiled_only
@pytest.mark.rule("greedy")
@pytest.mark.parametrize("expansion", ["none", "kings"])
def test_greedy_games_end_in_all_four_ways_and_neither_side_wins_less_than_a_quarter(expansion: str) -> None:
    batch = play(expansion, "greedy", 1000)
    endings = Counter(OUTCOMES[int(code)] for code in batch.states["outcome"])
    assert set(endings) == {"corruption", "ring_destroyed", "military_shadow", "military_free"}
    twelfths, _ = batch.settle()
    assert twelfths.mean(axis=0).min() > 0.25 * 12, endings
    turns = batch.states["round_number"]
    assert ((turns >= 8) & (turns <= 16)).mean() > 0.6


@compiled_only
@pytest.mark.rule("cards.coverage")
@pytest.mark.parametrize("expansion", ["none", "kings"])
def test_every_card_is_used_in_random_games_both_ways(expansion: str) -> None:
    states = play(expansion, "random", 200).states
    cards = [card for card in range(CARD_COUNT) if IN_GAME[card, int(expansion == "kings")]]
    used = states["card_played"].max(axis=0) + states["card_fought"].max(axis=0)
    assert [CARD_CODES[card] for card in cards if used[card] == 0] == []
    assert (states["outcome"] >= 16).all()


@compiled_only
@pytest.mark.slow
@pytest.mark.rule("cards.coverage")
@pytest.mark.parametrize("expansion", ["none", "kings"])
def test_no_half_of_a_card_is_only_cardboard(expansion: str) -> None:
    """Each event and each Combat card makes a difference in some position of a game."""
    trial = Trial(expansion)
    for state in positions(expansion, 400, DEPTHS):
        trial.try_events(state)
        trial.try_combat_cards(state)
        if not trial.events and not trial.combats:
            break
    assert (sorted(trial.events), sorted(trial.combats)) == ([], [])


@pytest.mark.rule("summary")
def test_components_count_cards_characters_and_house_values() -> None:
    batch = play("kings", "greedy", 4 if JIT_DISABLED else 40)
    _, summaries = batch.settle()
    kinds = {component.kind for component in GAME.components}
    assert kinds == {"card", "character", "house value"}
    assert summaries["played"].shape[2] == len(GAME.components)
    white = next(k for k, component in enumerate(GAME.components) if component.name == "Gandalf the White")
    assert (summaries["played"][:, 0, white] == (summaries["gandalf_white_turn"][:, 0] > 0)).all()
    assert (summaries["played"][:, 1, white] == 0).all()
    house = [k for k, component in enumerate(GAME.components) if component.kind == "house value"]
    assert (summaries["played"][:, 0, house] == batch.states["house_uses"]).all()


def dice_of(table: Table) -> list[tuple[int, int]]:
    """By side: unused Action dice with the Ruler die, and those with the side's dice in the Hunt Box."""
    state = table.s
    unused = [sum(state.dice[side].tolist()) + (state.ruler_die[side] >= 0) for side in range(2)]
    return [(unused[0], unused[0] + state.hunt_free), (unused[1], unused[1] + state.hunt_eyes)]


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), expansion=st.sampled_from(["none", "kings"]))
@pytest.mark.rule("invariants")
def test_invariants_hold_along_random_games(seed: int, expansion: str) -> None:
    """Figures, tiles, cards, stacking, the Political Track: `audit` after every decision. No die appears during a turn."""
    table = Table(seed, expansion=expansion)
    chance = np.random.default_rng(seed)
    dice, rolled, turn = dice_of(table), dice_of(table), 0
    for _ in range(120):
        if table.s.terminal:
            break
        table.rule_answer(int(chance.choice(table.legal())))
        table.audit()
        if table.s.phase == Phase.ACTIONS and table.s.round_number == turn:
            assert all(now[0] <= last[0] for now, last in zip(dice_of(table), dice, strict=True))
            assert all(now[1] <= first[1] for now, first in zip(dice_of(table), rolled, strict=True))
        elif table.s.phase == Phase.ACTIONS:
            rolled, turn = dice_of(table), table.s.round_number
        dice = dice_of(table)
        if table.waiting == f.ACTION and not table.s.terminal:
            assert table.s.record["units"].max() <= 10
