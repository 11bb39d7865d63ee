"""Units of War Chest with both a tactic and an attribute, and the rulings on them."""

from __future__ import annotations

import pytest
from war_chest_positions import Position

rule = pytest.mark.rule

AROUND_F4 = {"E4", "E5", "F3", "F5", "G3", "G4"}


# Footman


def footmen(**hands: str) -> Position:
    position = Position(raven="footman", wolf="scout pikeman royal_guard").stack("footman", "D4").stack("footman", "F4")
    return position.hand(**(hands or {"raven": "footman", "wolf": "royal"}))


@rule("footman.attribute")
def test_two_footmen_may_be_out_but_not_three() -> None:
    position = Position(raven="footman", wolf="scout").hand(raven="footman footman footman", wolf="royal")
    position.play("footman: deploy E2", "royal: pass", "footman: deploy H1")
    assert position.verbs("footman", "deploy") == set()
    assert position.verbs("footman", "bolster") == {"E2", "H1"}


@rule("footman.attribute")
def test_a_bolster_coin_chooses_one_footman() -> None:
    position = footmen().play("footman: bolster F4")
    assert position.at("F4") == ("footman", 2)
    assert position.at("D4") == ("footman", 1)


@rule("footman.attribute")
def test_a_plain_footman_coin_maneuvers_one_chosen_footman() -> None:
    position = footmen()
    assert {"move D4>D5", "move F4>F5", "control D4"} <= position.legal("footman")
    position.play("footman: move F4>F5")
    assert position.at("F5") == ("footman", 1)
    assert position.at("D4") == ("footman", 1)
    assert position.decides == "wolf"


@rule("footman.tactic", "faq.6", "faq.20")
@pytest.mark.parametrize("order", [("control D4", "move F4>F3"), ("move F4>F3", "control D4")])
def test_each_footman_makes_a_maneuver_of_its_own_in_the_order_that_its_owner_likes(order: tuple[str, str]) -> None:
    position = footmen().play("footman: tactic", order[0])
    assert position.decides == "raven"
    position.play(order[1])
    assert "D4" in position.controls("raven")
    assert position.at("F3") == ("footman", 1)
    assert position.decides == "wolf"
    assert position.count("face_up", "footman") == 1


@rule("footman.tactic")
def test_with_one_footman_out_the_tactic_is_one_maneuver() -> None:
    position = Position(raven="footman", wolf="scout").stack("footman", "F4").hand(raven="footman", wolf="royal")
    position.play("footman: tactic", "move F4>F3")
    assert position.decides == "wolf"


@rule("footman.tactic", "q.4")
def test_the_second_footman_must_act_if_it_can() -> None:
    position = footmen().play("footman: tactic", "move D4>D5")
    assert "decline" not in position.legal()
    assert all("F4" in word for word in position.legal())


@rule("footman.tactic", "q.4")
def test_an_option_lets_the_second_footman_stay() -> None:
    position = Position(raven="footman", wolf="scout", options={"footman.second_act": "optional"})
    position.stack("footman", "D4").stack("footman", "F4").hand(raven="footman", wolf="royal").play("footman: tactic")
    assert "decline" not in position.legal(), "the first has to act"
    position.play("move D4>D5", "decline")
    assert position.at("F4") == ("footman", 1)
    assert position.decides == "wolf"


@rule("footman.tactic", "q.4")
def test_a_second_footman_that_cannot_act_is_skipped() -> None:
    position = Position(raven="footman knight archer ensign", wolf="scout")
    position.stack("footman", "F1").stack("footman", "D4").stack("knight", "F2").stack("archer", "E2").stack("ensign", "G1")
    position.hand(raven="footman", wolf="royal").play("footman: tactic", "move D4>D5")
    assert position.decides == "wolf"


@rule("footman.tactic")
def test_footmen_may_go_where_the_other_one_stood_and_change_numbers() -> None:
    position = (
        Position(raven="footman", wolf="scout")
        .stack("footman", "E4")
        .stack("footman", "E5", 2)
        .hand(raven="footman", wolf="royal")
    )
    position.play("footman: tactic", "move E5>D5", "move E4>E5")
    assert position.at("D5") == ("footman", 2)
    assert position.at("E5") == ("footman", 1)


@rule("footman.tactic", "royal_guard.attribute", "attack.order")
def test_a_footman_hits_a_royal_guard_then_its_owner_decides_then_the_second_footman_acts() -> None:
    position = footmen().stack("royal_guard", "D5").play("footman: tactic", "attack D4xD5")
    assert position.decides == "wolf"
    assert position.state.pending == 2
    position.play("lose_from_supply")
    assert position.decides == "raven"
    position.play("move F4>F5")
    assert position.decides == "wolf"


@rule("footman.tactic", "pikeman.attribute")
def test_a_footman_that_a_pikeman_killed_leaves_the_other_its_act() -> None:
    position = footmen().stack("pikeman", "D5").play("footman: tactic", "attack D4xD5")
    assert position.at("D4") is None
    assert position.at("D5") is None
    position.play("move F4>F5")
    assert position.at("F5") == ("footman", 1)


@rule("footman.attribute", "deploy.after_death")
def test_after_one_footman_died_another_may_be_deployed() -> None:
    position = Position(raven="scout", wolf="footman").stack("footman", "D5").stack("footman", "F4").stack("scout", "D4")
    position.hand(raven="scout", wolf="footman").play("scout: attack D5")
    assert position.at("F4") == ("footman", 1)
    assert position.verbs("footman", "deploy") == {"D7", "G6"}


# Royal Guard


def attacked_guard(supply: int = 3, attacker: str = "scout") -> Position:
    position = Position(raven=attacker, wolf="royal_guard").stack(attacker, "F4", 2).stack("royal_guard", "F3", 2)
    return position.supply("royal_guard", supply).hand(raven=attacker, wolf="royal")


@rule("royal_guard.attribute", "faq.16")
def test_the_defender_may_lose_a_coin_of_the_supply_instead() -> None:
    position = attacked_guard().play("scout: attack F3")
    assert position.decides == "wolf"
    assert position.legal() == {"lose_from_stack", "lose_from_supply"}
    boxed = position.count("box", "royal_guard")
    position.play("lose_from_supply")
    assert position.at("F3") == ("royal_guard", 2)
    assert position.count("supply", "royal_guard") == 2
    assert position.count("box", "royal_guard") == boxed + 1
    assert position.decides == "wolf", "it is also Wolf's turn now"


@rule("royal_guard.attribute")
def test_the_defender_may_lose_a_coin_of_the_stack() -> None:
    position = attacked_guard().play("scout: attack F3", "lose_from_stack")
    assert position.at("F3") == ("royal_guard", 1)
    assert position.count("supply", "royal_guard") == 3


@rule("royal_guard.attribute")
def test_without_supply_there_is_nothing_to_decide() -> None:
    position = attacked_guard(supply=0).play("scout: attack F3")
    assert position.at("F3") == ("royal_guard", 1)
    assert position.state.pending == 0


@rule("royal_guard.attribute")
def test_a_ranged_attack_can_be_taken_from_the_supply_too() -> None:
    position = Position(raven="archer", wolf="royal_guard").stack("archer", "F4").stack("royal_guard", "F2")
    position.hand(raven="archer", wolf="royal").play("archer: tactic F2", "lose_from_supply")
    assert position.at("F2") == ("royal_guard", 1)


@rule("royal_guard.attribute", "berserker.attribute", "attack.order")
def test_a_berserker_repeats_after_the_royal_guards_owner_decided() -> None:
    position = attacked_guard(attacker="berserker").play("berserker: attack F3", "lose_from_supply")
    assert position.decides == "raven"
    position.play("attack F4xF3", "lose_from_stack")
    assert position.at("F4") == ("berserker", 1)
    assert position.at("F3") == ("royal_guard", 1)


@rule("royal_guard.tactic", "faq.15", "q.12")
def test_the_royal_coin_moves_the_classic_royal_guard_one_hex_face_up() -> None:
    position = Position(raven="royal_guard", wolf="scout").stack("royal_guard", "F4").hand(raven="royal", wolf="royal")
    assert position.verbs("royal", "tactic") == AROUND_F4
    position.play("royal: tactic F3")
    assert position.at("F3") == ("royal_guard", 1)
    assert position.royal("face_up", "raven") == 1


@rule("royal_guard.tactic")
def test_royal_guard_coins_pay_for_normal_maneuvers_only() -> None:
    position = Position(raven="royal_guard", wolf="scout").stack("royal_guard", "F4").hand(raven="royal_guard")
    assert position.verbs("royal_guard", "tactic") == set()
    assert position.verbs("royal_guard", "move") == AROUND_F4


@rule("royal_guard.tactic")
def test_the_royal_coin_pays_only_for_its_owners_royal_guard_that_is_out() -> None:
    position = Position(raven="royal_guard", wolf="scout").hand(raven="royal", wolf="royal")
    assert position.verbs("royal", "tactic") == set()
    position.stack("royal_guard", "F4").to_move("wolf")
    assert position.verbs("royal", "tactic") == set()


@rule("royal_guard.tactic", "q.12", "q.13", "faq.21")
def test_the_revised_royal_guard_goes_up_to_two_hexes_to_a_location_of_its_side() -> None:
    position = Position(raven="royal_guard knight", wolf="scout", options={"royal_guard.card": "revised"})
    position.control(raven="E2 H1 G3 E5 D4").stack("royal_guard", "F4").stack("knight", "E4").hand(raven="royal")
    assert position.verbs("royal", "tactic") == {"G3", "E5"}, "H1 is too far, D4's near path is blocked"
    position = Position(raven="royal_guard knight", wolf="scout", options={"royal_guard.card": "revised"})
    position.control(raven="E2 H1 G3").stack("royal_guard", "G3").stack("knight", "H2").hand(raven="royal")
    assert position.verbs("royal", "tactic") == {"H1"}, "around the Knight, and not to its own hex"
