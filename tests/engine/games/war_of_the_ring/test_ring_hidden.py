"""What each side sees, what it can't, and how the rest is dealt anew (section 9.2; Kings, section 6)."""

from __future__ import annotations

import numpy as np
import pytest
from ring_table import FREE, SHADOW, Table

from engine.batch import Batch, block_keys
from engine.games.war_of_the_ring import GAME
from engine.games.war_of_the_ring.cards import CARD_COUNT, CARD_NUMBER, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import FIRST_SOVEREIGN
from engine.games.war_of_the_ring.state import IN_HAND

rule = pytest.mark.rule
_ELSEWHERE = 7


def batch_of(table: Table) -> Batch:
    return Batch(GAME, table.options, table.states)


def dealt(table: Table, seat: int, number: int = 0) -> np.void:
    """The state as it is dealt anew for a side."""
    copy = batch_of(table).copy()
    copy.resample(seat, block_keys(9, "deal", np.array([number])))
    return copy.states[0]


@rule("hidden.cards")
@pytest.mark.parametrize("seat", [FREE, SHADOW])
def test_a_side_knows_where_its_own_cards_are_and_of_the_others_only_the_open_ones(seat: int) -> None:
    table = Table(expansion="kings").table_card("FS01" if seat == SHADOW else "SC21")
    seen = batch_of(table).observe(seat)[0]["cards"]
    for card in range(CARD_COUNT):
        place = table.s.card_at[card]
        if SIDE_OF_CARD[card] == seat or place in (0, 3, 4):
            assert seen[card] == place
        else:
            assert seen[card] == _ELSEWHERE


@rule("hidden.cards")
@pytest.mark.parametrize("seat", [FREE, SHADOW])
def test_what_is_dealt_anew_keeps_the_own_hand_and_changes_the_others(seat: int) -> None:
    table = Table(expansion="kings")
    own = [card for card in range(CARD_COUNT) if SIDE_OF_CARD[card] == seat]
    other = [card for card in range(CARD_COUNT) if SIDE_OF_CARD[card] != seat]
    hands = set()
    for number in range(12):
        state = dealt(table, seat, number)
        assert (state["card_at"][own] == table.states[0]["card_at"][own]).all()
        assert (state["hand_size"] == table.states[0]["hand_size"]).all()
        hands.add(tuple(np.flatnonzero(state["card_at"][other] == IN_HAND)))
    assert len(hands) > 4


@rule("hidden.tiles")
def test_only_the_shadow_sees_the_tiles_on_a_sovereign() -> None:
    """A 2 on Denethor looks like a 3 to the Free Peoples; in their pool both are still missing."""
    views = {}
    for tile in (2, 6):
        table = Table(expansion="kings")
        table.s.pool[tile] -= 1
        table.s.on_sovereign[2, tile] = 1
        views[tile] = [batch_of(table).observe(seat)[0].copy() for seat in (FREE, SHADOW)]
    assert views[2][FREE].tobytes() == views[6][FREE].tobytes()
    assert views[2][SHADOW].tobytes() != views[6][SHADOW].tobytes()
    assert views[2][FREE]["hidden_tiles"][2] == 1


@rule("hidden.tiles")
def test_tiles_on_sovereigns_are_dealt_anew_for_the_free_peoples_only() -> None:
    table = Table(expansion="kings")
    table.s.pool[2] -= 1
    table.s.on_sovereign[2, 2] = 1
    assert table.where("denethor") == "minas-tirith"
    assert table.s.where[FIRST_SOVEREIGN + 2] >= 0
    for_free = {int(np.argmax(dealt(table, FREE, number)["on_sovereign"][2])) for number in range(12)}
    for_shadow = {int(np.argmax(dealt(table, SHADOW, number)["on_sovereign"][2])) for number in range(12)}
    assert len(for_free) > 1
    assert for_shadow == {2}


@rule("hidden.combat")
@pytest.mark.parametrize("seat", [FREE, SHADOW])
def test_a_chosen_combat_card_shows_only_its_back_until_both_are_chosen(seat: int) -> None:
    code, deck = ("SS01", 1) if seat == FREE else ("FC05", 0)
    table = Table().empty_hands().card(code)
    card = CARD_NUMBER[code]
    table.s.card_at[card] = 6
    table.s.hand_size[:] = np.zeros(4, np.int8)
    table.s.combat_card[1 - seat] = card
    seen = batch_of(table).observe(seat)[0]
    assert (seen["combat_cards"][1 - seat], seen["cards"][card]) == (CARD_COUNT + deck, _ELSEWHERE)
    table.s.card_open = 1
    assert batch_of(table).observe(seat)[0]["combat_cards"][1 - seat] == card
