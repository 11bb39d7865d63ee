"""Each unit of War Chest: tactic, attribute, restriction, and the rulings on them."""

from __future__ import annotations

import pytest
from war_chest_positions import Position

rule = pytest.mark.rule

AROUND_F4 = {"E4", "E5", "F3", "F5", "G3", "G4"}


# Archer


@rule("archer.tactic")
def test_archer_shoots_exactly_two_hexes_away_in_any_direction() -> None:
    position = Position(raven="archer", wolf="scout pikeman swordsman mercenary")
    position.stack("archer", "F4").stack("scout", "F2").stack("pikeman", "G2").stack("swordsman", "F1").stack("mercenary", "F5")
    assert position.hand(raven="archer").verbs("archer", "tactic") == {"F2", "G2"}


@rule("archer.tactic")
def test_units_in_between_do_not_stop_an_arrow() -> None:
    position = Position(raven="archer knight", wolf="scout pikeman")
    position.stack("archer", "F4").stack("knight", "F3").stack("scout", "F2").hand(raven="archer")
    position.play("archer: tactic F2")
    assert position.at("F2") is None
    assert position.count("box", "scout") == 1


@rule("archer.restriction", "faq.1")
def test_archer_has_no_normal_attack_but_moves_and_controls() -> None:
    position = Position(raven="archer", wolf="scout").stack("archer", "D4").stack("scout", "D5").hand(raven="archer")
    assert position.verbs("archer", "attack") == set()
    assert position.verbs("archer", "move") == {"C4", "C5", "D3", "E3", "E4"}
    assert "control" in position.legal("archer")


@rule("archer.restriction", "faq.10")
def test_marshall_cannot_order_an_archer_to_attack() -> None:
    position = Position(raven="archer marshall", wolf="scout")
    position.stack("archer", "F4").stack("marshall", "E4").stack("scout", "F3").hand(raven="marshall")
    assert position.verbs("marshall", "tactic") == set()


@rule("archer.tactic", "pikeman.attribute")
def test_an_arrow_never_brings_a_pikeman_to_strike_back() -> None:
    position = Position(raven="archer", wolf="pikeman").stack("archer", "F4").stack("pikeman", "F2").hand(raven="archer")
    position.play("archer: tactic F2")
    assert position.at("F4") == ("archer", 1)


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


# Cavalry


@rule("cavalry.tactic")
def test_cavalry_moves_then_attacks_from_the_new_hex() -> None:
    position = Position(raven="cavalry", wolf="scout").stack("cavalry", "F4").stack("scout", "F2").hand(raven="cavalry")
    position.play("cavalry: tactic >F3 xF2")
    assert position.at("F3") == ("cavalry", 1)
    assert position.at("F2") is None


@rule("cavalry.tactic", "q.7")
def test_cavalry_moves_only_to_hexes_from_which_it_can_attack() -> None:
    position = Position(raven="cavalry", wolf="scout knight").stack("cavalry", "F4").stack("scout", "F2").stack("knight", "F6")
    assert position.hand(raven="cavalry").verbs("cavalry", "tactic") == {">F3 xF2"}
    assert position.verbs("cavalry", "move") == AROUND_F4


@rule("cavalry.tactic")
def test_cavalry_may_turn_and_keeps_its_normal_attack() -> None:
    position = Position(raven="cavalry", wolf="scout").stack("cavalry", "F4").stack("scout", "F3").hand(raven="cavalry")
    assert position.verbs("cavalry", "tactic") == {">E4 xF3", ">G3 xF3"}
    assert position.verbs("cavalry", "attack") == {"F3"}


@rule("cavalry.tactic", "knight.attribute")
def test_a_bolstered_cavalry_charges_a_knight_a_lone_one_does_not() -> None:
    for height, charges in ((1, set()), (2, {">F3 xF2"})):
        position = Position(raven="cavalry", wolf="knight").stack("cavalry", "F4", height).stack("knight", "F2")
        assert position.hand(raven="cavalry").verbs("cavalry", "tactic") == charges


# Crossbowman


@rule("crossbowman.tactic")
def test_crossbowman_shoots_two_hexes_straight_with_nothing_between() -> None:
    position = Position(raven="crossbowman ensign", wolf="scout pikeman swordsman mercenary")
    position.stack("crossbowman", "F4").stack("scout", "F2").stack("pikeman", "G2").stack("swordsman", "F6").stack(
        "mercenary", "F5"
    )
    position.stack("ensign", "G4").hand(raven="crossbowman")
    assert position.verbs("crossbowman", "tactic") == {"F2"}


@rule("crossbowman.tactic")
def test_a_friend_between_stops_a_bolt() -> None:
    position = (
        Position(raven="crossbowman ensign", wolf="scout").stack("crossbowman", "F4").stack("ensign", "F3").stack("scout", "F2")
    )
    assert position.hand(raven="crossbowman").verbs("crossbowman", "tactic") == set()


@rule("crossbowman.tactic", "faq.3")
def test_crossbowman_keeps_its_normal_attack() -> None:
    position = Position(raven="crossbowman", wolf="scout").stack("crossbowman", "F4").stack("scout", "F3")
    position.hand(raven="crossbowman").play("crossbowman: attack F3")
    assert position.at("F3") is None


@rule("crossbowman.tactic", "pikeman.attribute")
def test_a_bolt_hits_a_pikeman_without_harm() -> None:
    position = Position(raven="crossbowman", wolf="pikeman").stack("crossbowman", "F4").stack("pikeman", "F2")
    position.hand(raven="crossbowman").play("crossbowman: tactic F2")
    assert position.at("F4") == ("crossbowman", 1)
    assert position.at("F2") is None


# Ensign


@rule("ensign.tactic", "faq.4")
def test_ensign_moves_a_friend_one_hex_and_both_hexes_are_within_two() -> None:
    position = Position(raven="ensign knight archer", wolf="scout")
    position.stack("ensign", "F4").stack("knight", "F2").stack("archer", "C5").stack("scout", "G2").hand(
        raven="ensign", wolf="royal"
    )
    assert position.verbs("ensign", "tactic") == {"F2>E3", "F2>F3"}
    position.play("ensign: tactic F2>F3")
    assert position.at("F3") == ("knight", 1)
    assert position.count("face_up", "ensign") == 1
    assert position.count("face_up", "knight") == 0


@rule("ensign.tactic", "q.5", "faq.23")
def test_ensign_does_not_move_itself_or_an_enemy() -> None:
    position = Position(raven="ensign", wolf="scout").stack("ensign", "F4").stack("scout", "F2").hand(raven="ensign")
    assert position.verbs("ensign", "tactic") == set()


@rule("ensign.tactic")
def test_an_ordered_move_triggers_nothing_but_attributes_after_any_maneuver() -> None:
    position = Position(raven="ensign swordsman", wolf="scout").stack("ensign", "F4").stack("swordsman", "F3")
    position.hand(raven="ensign", wolf="royal").play("ensign: tactic F3>F2")
    assert position.decides == "wolf"


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


# Lancer


@rule("lancer.tactic", "faq.7", "faq.8")
def test_lancer_charges_one_or_two_hexes_straight_at_the_next() -> None:
    position = Position(raven="lancer", wolf="scout pikeman swordsman mercenary")
    position.stack("lancer", "F4").stack("scout", "F2").stack("pikeman", "I1").stack("swordsman", "F5").stack("mercenary", "D5")
    assert position.hand(raven="lancer").verbs("lancer", "tactic") == {"F2", "I1"}
    position.play("lancer: tactic F2")
    assert position.at("F3") == ("lancer", 1)
    assert position.at("F2") is None


@rule("lancer.tactic", "faq.21")
def test_every_hex_of_a_charge_must_be_empty() -> None:
    for blocker, at in (("knight", "G3"), ("knight", "H2")):
        position = Position(raven="lancer knight", wolf="scout").stack("lancer", "F4").stack("scout", "I1").stack(blocker, at)
        assert position.hand(raven="lancer").verbs("lancer", "tactic") == set()


@rule("lancer.tactic")
def test_a_charge_over_two_hexes_ends_beside_its_target() -> None:
    position = Position(raven="lancer", wolf="scout").stack("lancer", "F4", 2).stack("scout", "I1").hand(raven="lancer")
    position.play("lancer: tactic I1")
    assert position.at("H2") == ("lancer", 2)
    assert position.at("I1") is None


@rule("lancer.tactic", "pikeman.attribute")
def test_a_pikeman_strikes_a_charging_lancer() -> None:
    position = Position(raven="lancer", wolf="pikeman").stack("lancer", "F4").stack("pikeman", "F2", 2).hand(raven="lancer")
    position.play("lancer: tactic F2")
    assert position.at("F3") is None
    assert position.at("F2") == ("pikeman", 1)
    assert position.count("box", "lancer") == 1


@rule("lancer.restriction", "faq.10")
def test_lancer_has_no_normal_attack_not_even_ordered() -> None:
    position = (
        Position(raven="lancer marshall", wolf="scout").stack("lancer", "F4").stack("marshall", "E4").stack("scout", "F3")
    )
    position.hand(raven="lancer marshall")
    assert position.verbs("lancer", "attack") == set()
    assert position.verbs("marshall", "tactic") == set()


# Light Cavalry


@rule("light_cavalry.tactic", "faq.9", "q.6")
def test_light_cavalry_takes_two_steps_anywhere_but_back() -> None:
    position = Position(raven="light_cavalry", wolf="scout").stack("light_cavalry", "F4").hand(raven="light_cavalry")
    two = position.verbs("light_cavalry", "tactic")
    assert len(two) == 18
    assert "F4" not in two
    assert position.verbs("light_cavalry", "move") == AROUND_F4


@rule("light_cavalry.tactic", "faq.21")
def test_light_cavalry_cannot_jump() -> None:
    position = Position(raven="light_cavalry ensign", wolf="scout knight pikeman").stack("light_cavalry", "F1")
    position.stack("scout", "F2").stack("knight", "E2").hand(raven="light_cavalry")
    assert position.verbs("light_cavalry", "tactic") == {"G2", "H1"}


# Marshall


@rule("marshall.tactic", "faq.10")
def test_marshall_orders_a_normal_attack_of_a_friend_within_two() -> None:
    position = Position(raven="marshall crossbowman knight", wolf="scout pikeman swordsman")
    position.stack("marshall", "F4").stack("crossbowman", "F2").stack("knight", "C5").stack("scout", "F1").stack(
        "pikeman", "H1"
    )
    position.stack("swordsman", "C4").hand(raven="marshall", wolf="royal")
    assert position.verbs("marshall", "tactic") == {"F2xF1"}
    position.play("marshall: tactic F2xF1")
    assert position.at("F1") is None
    assert position.count("face_up", "marshall") == 1
    assert position.count("face_up", "crossbowman") == 0


@rule("marshall.tactic", "pikeman.attribute")
def test_a_pikeman_strikes_the_ordered_unit_not_the_marshall() -> None:
    position = (
        Position(raven="marshall scout", wolf="pikeman").stack("marshall", "E4").stack("scout", "F3").stack("pikeman", "F2")
    )
    position.hand(raven="marshall").play("marshall: tactic F3xF2")
    assert position.at("F3") is None
    assert position.at("E4") == ("marshall", 1)


@rule("marshall.tactic", "q.5", "q.8", "faq.23")
def test_marshall_orders_neither_itself_nor_who_cannot_attack() -> None:
    position = (
        Position(raven="marshall scout", wolf="pikeman").stack("marshall", "F3").stack("scout", "F5").stack("pikeman", "F2")
    )
    position.hand(raven="marshall")
    assert position.verbs("marshall", "tactic") == set()
    assert position.verbs("marshall", "attack") == {"F2"}


@rule("marshall.tactic", "swordsman.attribute", "faq.14")
def test_an_ordered_swordsman_may_move_after_its_attack() -> None:
    position = (
        Position(raven="marshall swordsman", wolf="scout").stack("marshall", "E4").stack("swordsman", "F3").stack("scout", "F2")
    )
    position.hand(raven="marshall", wolf="royal").play("marshall: tactic F3xF2", "move F3>F2")
    assert position.at("F2") == ("swordsman", 1)


@rule("marshall.tactic", "warrior_priest.attribute", "faq.14")
def test_an_ordered_warrior_priest_draws_a_coin() -> None:
    position = Position(raven="marshall warrior_priest", wolf="scout").stack("marshall", "E4").stack("warrior_priest", "F3")
    position.stack("scout", "F2").hand(raven="marshall", wolf="royal").bag(raven="royal").play("marshall: tactic F3xF2")
    assert position.decides == "raven"
    assert {word.split(":")[0] for word in position.legal()} == {"royal"}


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
