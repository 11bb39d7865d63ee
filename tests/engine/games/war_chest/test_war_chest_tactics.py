"""Units of War Chest with a tactic and no attribute, and the rulings on them."""

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
