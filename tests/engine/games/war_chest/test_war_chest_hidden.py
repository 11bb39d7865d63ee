"""What each seat of War Chest sees, what it can't, and how the rest is dealt anew."""

from __future__ import annotations

import numpy as np
import pytest
from war_chest_positions import GAME, Position, unit_number

from engine.batch import Batch, block_keys
from engine.games.war_chest.data import ROYAL
from engine.options import resolve_options

rule = pytest.mark.rule


def keys(n: int) -> np.ndarray:
    return block_keys(3, "deal", np.arange(n, dtype=np.int64))


def middle(options: dict[str, object] | None = None, n: int = 1, decisions: int = 25, seed: int = 2) -> Batch:
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, options or {}), n, seed)
    chance = np.random.default_rng(seed)
    for lane in range(n):
        for _ in range(decisions):
            batch.apply(int(chance.choice(batch.legal_actions(lane))), lane)
    return batch


@rule("hidden.view")
def test_a_seat_sees_its_own_coins_and_only_totals_of_the_others() -> None:
    position = (
        Position(raven="knight archer", wolf="scout pikeman")
        .stack("scout", "F4")
        .hand(raven="knight royal", wolf="scout royal")
    )
    seen = position.batch.observe(0)[0]
    knight, scout = unit_number("knight"), unit_number("scout")
    assert seen["hand"][knight] == 1
    assert seen["hand"][ROYAL] == 1
    assert seen["hand"][scout] == 0
    assert seen["unseen"][scout] == 1, "five, less three in supply and one on the board"
    assert seen["unseen"][knight] == 0
    assert seen["in_hand"].tolist() == [2, 2, 0, 0]
    assert seen["in_bag"].tolist() == [7, 6, 0, 0]
    wolf = position.batch.observe(1)[0]
    assert wolf["hand"][scout] == 1
    assert wolf["side_at"].tolist() == (-seen["side_at"]).tolist()


@rule("hidden.face_down")
def test_face_down_discards_are_not_shown_face_up_ones_are() -> None:
    position = Position(raven="knight", wolf="scout").stack("scout", "F4").hand(wolf="scout scout royal", raven="royal")
    position.to_move("wolf").play("scout: move F3", "royal: pass", "royal: pass")
    seen = position.batch.observe(0)[0]
    assert seen["face_up"][unit_number("scout")] == 1
    assert seen["in_face_down"][1] == 1
    assert seen["royal_face_up"][1] == 0


@rule("hidden.drawn_coin")
def test_a_priests_drawn_coin_is_seen_by_its_owner_alone() -> None:
    position = Position(raven="warrior_priest", wolf="scout").stack("warrior_priest", "F4").stack("scout", "F3", 2)
    position.hand(raven="warrior_priest", wolf="royal").bag(raven="royal").play("warrior_priest: attack F3")
    assert position.batch.observe(0)[0]["drawn_coin"] == ROYAL + 1
    assert position.batch.observe(1)[0]["drawn_coin"] == 0
    dealt = Batch(GAME, position.batch.options, np.repeat(position.batch.states, 200))
    dealt.resample(1, keys(200))
    coins = set(dealt.states["pending_detail"][:, 0].tolist())
    assert len(coins) > 2
    for lane in range(200):
        GAME.audit(position.options, dealt.view(lane))


@rule("hidden.resample", "q.14")
@pytest.mark.parametrize("options", [{}, {"players": 4}])
def test_resample_keeps_sizes_and_totals_and_spares_the_seats_own(options: dict[str, object]) -> None:
    batch = middle(options)
    before = batch.view()
    for seat in range(before.players):
        dealt = batch.copy()
        dealt.resample(seat, keys(1))
        after = dealt.view()
        assert after.in_hand.tolist() == before.in_hand.tolist()
        assert after.in_bag.tolist() == before.in_bag.tolist()
        for kind in range(20):
            unseen = [v.hand[kind] + v.bag[kind] + v.face_down[kind] for v in (before, after)]
            assert unseen[0] == unseen[1]
            if before.purse[seat] >> kind & 1:
                assert [before.hand[kind], before.bag[kind]] == [after.hand[kind], after.bag[kind]]


@rule("hidden.resample")
def test_resample_deals_each_unseen_coin_equally_often() -> None:
    position = Position(raven="knight", wolf="scout pikeman footman lancer").hand(raven="knight", wolf="scout scout royal")
    dealt = Batch(GAME, position.batch.options, np.repeat(position.batch.states, 4000))
    dealt.resample(0, keys(4000))
    hands = dealt.states["hand"].mean(axis=0)
    for kind, held in [(unit_number(unit), 2) for unit in ("scout", "pikeman", "footman", "lancer")] + [(ROYAL + 1, 1)]:
        assert abs(hands[kind] - 3 * held / 9) < 0.04
    assert dealt.states["hand"][:, unit_number("knight")].tolist() == [1] * 4000


@rule("hidden.partners", "q.10")
def test_the_partners_hand_is_hidden_too() -> None:
    position = Position(4, raven_1="knight", raven_2="scout").hand(raven_1="knight", raven_2="scout royal")
    seen = position.batch.observe(0)[0]
    assert seen["hand"][unit_number("scout")] == 0
    assert seen["unseen"][unit_number("scout")] == 2
    assert seen["in_hand"].tolist() == [1, 0, 2, 0]
    assert "2 coins" in GAME.render_text(position.options, position.state, 0)
    assert "1 Scout, 1 Royal Coin" in GAME.render_text(position.options, position.state, 2)


@rule("hidden.resample")
def test_swapping_hidden_coins_changes_neither_view_nor_legal_actions() -> None:
    batch = middle(n=20)
    for lane in range(20):
        seat = batch.view(lane).current_player
        one = Batch(GAME, batch.options, batch.states[lane : lane + 1].copy())
        dealt = one.copy()
        dealt.resample(seat, keys(1))
        assert one.observe(seat).tobytes() == dealt.observe(seat).tobytes()
        assert one.legal_actions().tolist() == dealt.legal_actions().tolist()
        legal = one.legal_actions()
        assert one.priorities(0, legal).tolist() == dealt.priorities(0, legal).tolist()
