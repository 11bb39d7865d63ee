"""Units of War Chest with an attribute and no tactic, and the rulings on them."""

from __future__ import annotations

import pytest
from war_chest_positions import Position

rule = pytest.mark.rule

AROUND_F4 = {"E4", "E5", "F3", "F5", "G3", "G4"}


# Berserker


def berserker(height: int, **hands: str) -> Position:
    position = Position(raven="berserker marshall ensign", wolf="knight scout pikeman").stack("berserker", "F4", height)
    return position.hand(**(hands or {"raven": "berserker", "wolf": "royal"}))


@rule("berserker.attribute", "faq.2", "faq.17")
def test_berserker_repeats_by_spending_coins_of_its_stack_face_up() -> None:
    position = berserker(3).play("berserker: move F3")
    assert position.decides == "raven"
    discards = position.count("face_up", "berserker")
    position.play("move F3>F2")
    assert position.at("F2") == ("berserker", 2)
    assert position.count("face_up", "berserker") == discards + 1
    assert position.count("box", "berserker") == 0
    position.play("move F2>F1")
    assert position.at("F1") == ("berserker", 1)
    assert position.decides == "wolf", "the last coin can't be spent"


@rule("berserker.attribute")
def test_berserker_may_decline_to_repeat() -> None:
    position = berserker(3).play("berserker: move F3", "decline")
    assert position.at("F3") == ("berserker", 3)
    assert position.decides == "wolf"


@rule("berserker.attribute")
def test_berserker_repeats_after_attack_and_after_control() -> None:
    position = berserker(2).stack("scout", "F3").play("berserker: attack F3")
    assert position.decides == "raven"
    position = Position(raven="berserker", wolf="scout").stack("berserker", "D4", 2).hand(raven="berserker", wolf="royal")
    position.play("berserker: control")
    assert {"move D4>D5", "decline"} <= position.legal()


@rule("berserker.attribute", "knight.attribute")
def test_a_repeat_is_paid_first_so_that_two_coins_cannot_hit_a_knight_again() -> None:
    position = berserker(2).stack("knight", "F3", 2)
    assert "attack F3" in position.legal("berserker")
    position.play("berserker: attack F3")
    assert not {word for word in position.legal() if word.startswith("attack")}
    position = berserker(3).stack("knight", "F3", 2).play("berserker: attack F3", "attack F4xF3")
    assert position.at("F3") is None
    assert position.at("F4") == ("berserker", 2)


@rule("berserker.attribute", "faq.18")
def test_a_berserker_that_a_pikeman_killed_does_not_repeat() -> None:
    position = berserker(1).stack("pikeman", "F3", 2).play("berserker: attack F3")
    assert position.at("F4") is None
    assert position.decides == "wolf"
    position = berserker(2).stack("pikeman", "F3", 2).play("berserker: attack F3")
    assert position.at("F4") == ("berserker", 1)
    assert position.decides == "wolf", "one coin is left, which can't be spent"


@rule("berserker.attribute", "faq.5")
def test_berserker_repeats_after_an_ensign_moved_it() -> None:
    position = berserker(2, raven="ensign", wolf="royal").stack("ensign", "E4")
    position.play("ensign: tactic F4>F3")
    assert position.decides == "raven"
    position.play("move F3>G2")
    assert position.at("G2") == ("berserker", 1)


@rule("berserker.attribute", "faq.10")
def test_berserker_repeats_after_a_marshall_ordered_it_to_attack() -> None:
    position = berserker(2, raven="marshall", wolf="royal").stack("marshall", "E4").stack("scout", "F3", 2)
    position.play("marshall: tactic F4xF3", "attack F4xF3")
    assert position.at("F3") is None
    assert position.at("F4") == ("berserker", 1)


@rule("berserker.attribute")
def test_a_repeat_of_which_nothing_can_be_done_is_not_asked_for() -> None:
    position = Position(raven="berserker marshall ensign", wolf="knight scout pikeman lancer")
    position.stack("berserker", "F1", 2).stack("knight", "F2", 2).stack("marshall", "E2").stack("ensign", "G1")
    position.hand(raven="berserker", wolf="royal").play("berserker: attack F2")
    assert position.decides == "wolf"


# Knight


@rule("knight.attribute")
@pytest.mark.parametrize(
    ("unit", "at", "verb"),
    [
        ("swordsman", "F3", "attack F4"),
        ("archer", "F2", "tactic F4"),
        ("crossbowman", "F2", "tactic F4"),
        ("lancer", "F2", "tactic F4"),
    ],
)
def test_only_a_bolstered_unit_attacks_a_knight(unit: str, at: str, verb: str) -> None:
    for height in (1, 2):
        position = Position(raven=unit, wolf="knight").stack(unit, at, height).stack("knight", "F4", 2).hand(raven=unit)
        assert (verb in position.legal(unit)) == (height == 2)


@rule("knight.attribute", "marshall.tactic")
def test_marshalls_own_height_does_not_matter_against_a_knight() -> None:
    position = (
        Position(raven="marshall scout", wolf="knight").stack("marshall", "E4", 2).stack("scout", "F3").stack("knight", "F2")
    )
    assert position.hand(raven="marshall").verbs("marshall", "tactic") == set()
    position = (
        Position(raven="marshall scout", wolf="knight").stack("marshall", "E4").stack("scout", "F3", 2).stack("knight", "F2")
    )
    assert position.hand(raven="marshall").verbs("marshall", "tactic") == {"F3xF2"}


@rule("knight.attribute")
def test_a_lone_knight_attacks_without_limits() -> None:
    position = Position(raven="knight", wolf="scout").stack("knight", "F4").stack("scout", "F3", 2).hand(raven="knight")
    position.play("knight: attack F3")
    assert position.at("F3") == ("scout", 1)


# Mercenary


@rule("mercenary.attribute", "faq.11")
def test_recruiting_a_mercenary_gives_the_deployed_one_a_free_maneuver() -> None:
    position = (
        Position(raven="mercenary", wolf="scout")
        .stack("mercenary", "F4")
        .stack("scout", "F3")
        .hand(raven="royal", wolf="royal")
    )
    position.play("royal: recruit mercenary")
    assert position.decides == "raven"
    assert position.count("face_up", "mercenary") == 1
    assert position.legal() == {"move F4>E4", "move F4>E5", "move F4>F5", "move F4>G3", "move F4>G4", "attack F4xF3", "decline"}
    position.play("attack F4xF3")
    assert position.at("F3") is None
    assert position.decides == "wolf"


@rule("mercenary.attribute")
def test_a_mercenary_may_take_control_for_free_or_do_nothing() -> None:
    position = Position(raven="mercenary", wolf="scout").stack("mercenary", "D4").hand(raven="royal", wolf="royal")
    position.play("royal: recruit mercenary", "control D4")
    assert "D4" in position.controls("raven")
    position = Position(raven="mercenary", wolf="scout").stack("mercenary", "D4").hand(raven="royal", wolf="royal")
    position.play("royal: recruit mercenary", "decline")
    assert position.decides == "wolf"


@rule("mercenary.attribute", "faq.11")
def test_nothing_happens_if_the_mercenary_is_not_out_or_another_coin_is_recruited() -> None:
    position = (
        Position(raven="mercenary knight", wolf="scout").hand(raven="royal", wolf="royal").play("royal: recruit mercenary")
    )
    assert position.decides == "wolf"
    position = Position(raven="mercenary knight", wolf="scout").stack("mercenary", "F4").hand(raven="royal", wolf="royal")
    assert position.play("royal: recruit knight").decides == "wolf"


# Pikeman


@rule("pikeman.attribute", "faq.12")
def test_pikeman_and_attacker_lose_a_coin_each_at_once() -> None:
    position = (
        Position(raven="scout", wolf="pikeman").stack("scout", "F4").stack("pikeman", "F3").hand(raven="scout", wolf="royal")
    )
    position.play("scout: attack F3")
    assert position.at("F4") is None
    assert position.at("F3") is None
    assert (position.count("box", "scout"), position.count("box", "pikeman")) == (1, 1)


@rule("pikeman.attribute", "faq.12", "knight.attribute")
def test_a_pikeman_strikes_a_knight_back_though_it_could_not_attack_it() -> None:
    position = (
        Position(raven="knight", wolf="pikeman").stack("knight", "F4").stack("pikeman", "F3").hand(raven="knight", wolf="royal")
    )
    position.play("knight: attack F3")
    assert position.at("F4") is None


@rule("pikeman.attribute", "faq.16")
def test_a_royal_guard_cannot_take_a_pikemans_blow_from_its_supply() -> None:
    position = Position(raven="royal_guard", wolf="pikeman").stack("royal_guard", "F4", 2).stack("pikeman", "F3")
    position.hand(raven="royal_guard", wolf="royal").play("royal_guard: attack F3")
    assert position.at("F4") == ("royal_guard", 1)
    assert position.decides == "wolf"


@rule("pikeman.attribute")
def test_a_pikeman_that_attacks_strikes_once() -> None:
    position = Position(raven="pikeman", wolf="scout").stack("pikeman", "F4").stack("scout", "F3", 2).hand(raven="pikeman")
    position.play("pikeman: attack F3")
    assert position.at("F4") == ("pikeman", 1)


# Scout


@rule("scout.attribute")
def test_scout_deploys_beside_any_friendly_unit() -> None:
    position = Position(raven="scout knight", wolf="pikeman").stack("knight", "F4").stack("pikeman", "F3").hand(raven="scout")
    assert position.verbs("scout", "deploy") == {"E2", "H1", *AROUND_F4} - {"F3"}


@rule("scout.attribute")
def test_only_one_scout_is_out_and_it_helps_nobody_else() -> None:
    position = Position(raven="scout knight", wolf="pikeman").stack("scout", "F4").hand(raven="scout knight")
    assert position.verbs("scout", "deploy") == set()
    assert position.verbs("knight", "deploy") == {"E2", "H1"}


# Swordsman


@rule("swordsman.attribute")
def test_swordsman_may_move_after_its_attack_into_the_hex_just_emptied() -> None:
    position = (
        Position(raven="swordsman", wolf="scout")
        .stack("swordsman", "F4")
        .stack("scout", "F3")
        .hand(raven="swordsman", wolf="royal")
    )
    position.play("swordsman: attack F3")
    assert position.legal() == {*(f"move F4>{h}" for h in AROUND_F4), "decline"}
    position.play("move F4>F3")
    assert position.at("F3") == ("swordsman", 1)
    assert position.decides == "wolf"


@rule("swordsman.attribute")
def test_swordsman_may_stay_and_its_move_triggers_nothing() -> None:
    position = Position(raven="swordsman", wolf="scout").stack("swordsman", "F4", 2).stack("scout", "F3", 2)
    position.hand(raven="swordsman", wolf="royal").play("swordsman: attack F3", "decline")
    assert position.at("F4") == ("swordsman", 2)
    assert position.decides == "wolf"


@rule("swordsman.attribute", "faq.18")
def test_a_swordsman_that_a_pikeman_killed_does_not_move() -> None:
    position = Position(raven="swordsman", wolf="pikeman").stack("swordsman", "F4").stack("pikeman", "F3", 2)
    assert position.hand(raven="swordsman", wolf="royal").play("swordsman: attack F3").decides == "wolf"


@rule("swordsman.attribute")
def test_swordsman_does_not_move_after_move_or_control() -> None:
    position = Position(raven="swordsman", wolf="scout").stack("swordsman", "D4").hand(raven="swordsman", wolf="royal")
    assert position.play("swordsman: control").decides == "wolf"


# Warrior Priest


def priest(bag: str, wolf: str = "scout royal_guard pikeman") -> Position:
    position = Position(raven="warrior_priest knight mercenary berserker", wolf=wolf).stack("warrior_priest", "F4", 1)
    return position.hand(raven="warrior_priest knight", wolf="royal").bag(raven=bag)


@rule("warrior_priest.attribute")
@pytest.mark.parametrize("use", ["knight: deploy E2", "knight: pass", "knight: recruit mercenary"])
def test_warrior_priest_draws_after_an_attack_and_must_use_that_coin(use: str) -> None:
    position = priest("knight").stack("scout", "F3", 2).play("warrior_priest: attack F3")
    assert position.decides == "raven"
    assert position.state.in_hand[0] == 1
    assert {word.split(":")[0] for word in position.legal()} == {"knight"}
    position.play(use)
    assert position.state.in_hand[0] == 1, "the drawn coin is not one of the hand"
    assert position.decides == "wolf"


@rule("warrior_priest.attribute", "faq.13")
def test_the_drawn_coin_may_be_passed_with() -> None:
    position = priest("royal").stack("scout", "F3", 2).play("warrior_priest: attack F3", "royal: pass")
    assert position.royal("face_down", "raven") == 1
    assert position.decides == "wolf"


@rule("warrior_priest.attribute")
def test_warrior_priest_draws_after_it_took_control_but_not_after_a_move() -> None:
    position = Position(raven="warrior_priest", wolf="scout").stack("warrior_priest", "D4")
    position.hand(raven="warrior_priest", wolf="royal").bag(raven="royal").play("warrior_priest: control")
    assert position.decides == "raven"
    assert priest("royal").play("warrior_priest: move F3").decides == "wolf"


@rule("warrior_priest.attribute")
def test_an_empty_bag_is_refilled_first_with_the_coin_just_spent_in_it() -> None:
    position = Position(raven="warrior_priest knight", wolf="scout").stack("warrior_priest", "F4").stack("scout", "F3", 2)
    position.hand(raven="warrior_priest knight", wolf="royal").bag(raven="")
    discards = sum(position.state.face_down)
    position.play("warrior_priest: attack F3")
    assert position.decides == "raven"
    assert position.state.in_bag[0] == discards, "one more was spent, one was drawn"
    assert sum(position.state.face_down) + sum(position.state.face_up) == 0


@rule("warrior_priest.attribute")
def test_a_drawn_priest_coin_may_attack_again_and_draws_again() -> None:
    position = priest("warrior_priest").stack("scout", "F3", 3).play("warrior_priest: attack F3")
    position.play("warrior_priest: attack F3")
    assert position.at("F3") == ("scout", 1)
    assert position.decides == "raven", "a second coin was drawn, from the refilled bag"
    assert position.state.pending == 1


@rule("warrior_priest.attribute", "royal_guard.tactic")
def test_a_drawn_royal_coin_may_move_the_royal_guard_a_drawn_guard_coin_not_by_its_tactic() -> None:
    for coin, moves in (("royal", {"G4", "G5", "H3", "H5", "I3", "I4"}), ("royal_guard", set())):
        position = (
            Position(raven="warrior_priest royal_guard", wolf="scout").stack("warrior_priest", "F4").stack("royal_guard", "H4")
        )
        position.stack("scout", "F3", 2).hand(raven="warrior_priest", wolf="royal").bag(raven=coin).play(
            "warrior_priest: attack F3"
        )
        assert position.verbs(coin, "tactic") == moves


@rule("warrior_priest.attribute", "faq.18")
def test_a_priest_that_a_pikeman_killed_draws_nothing() -> None:
    position = priest("knight").stack("pikeman", "F3", 2).play("warrior_priest: attack F3")
    assert position.decides == "wolf"
    assert position.state.in_bag[0] == 1


@rule("warrior_priest.attribute", "win.ends_at_once")
def test_a_winning_control_draws_nothing() -> None:
    position = Position(raven="warrior_priest", wolf="scout").stack("warrior_priest", "D4").control(raven="E2 H1 G3 I2 E5")
    position.hand(raven="warrior_priest", wolf="royal").bag(raven="royal").play("warrior_priest: control")
    assert position.outcome == "control"
    assert position.state.in_bag[0] == 1
    assert position.state.pending == 0


@rule("warrior_priest.attribute", "royal_guard.attribute", "faq.19", "q.15")
def test_the_royal_guards_owner_decides_before_the_priest_draws() -> None:
    position = priest("knight").stack("royal_guard", "F3", 2).play("warrior_priest: attack F3")
    assert position.decides == "wolf"
    assert position.state.in_bag[0] == 1
    position.play("lose_from_supply")
    assert position.decides == "raven"
    assert position.state.in_bag[0] == 0


@rule("warrior_priest.attribute", "mercenary.attribute")
def test_a_drawn_coin_that_recruits_a_mercenary_gives_the_free_maneuver() -> None:
    position = priest("knight").stack("scout", "F3", 2).stack("mercenary", "D4")
    position.play("warrior_priest: attack F3", "knight: recruit mercenary", "control D4")
    assert "D4" in position.controls("raven")
    assert position.decides == "wolf"


@rule("warrior_priest.attribute", "claim")
def test_a_drawn_coin_may_claim_the_initiative() -> None:
    position = priest("knight").stack("scout", "F3", 2).to_move("raven", initiative="wolf")
    position.play("warrior_priest: attack F3", "knight: claim_initiative")
    assert position.state.initiative == 0
