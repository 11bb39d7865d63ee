"""War Chest with four players: two teams, shared locations and markers, orders to a partner's unit."""

from __future__ import annotations

import pytest
from war_chest_positions import Position

from engine.games.war_chest.options import UNIT_KEYS

rule = pytest.mark.rule


def teams(**armies: str) -> Position:
    return Position(4, **armies)


@rule("teams.turns")
def test_turns_go_clockwise_so_that_teams_alternate() -> None:
    position = teams().hand(raven_1="royal", wolf_1="royal", raven_2="royal", wolf_2="royal").to_move("wolf_2")
    for seat in ("wolf_2", "raven_1", "wolf_1", "raven_2"):
        assert position.decides == seat
        position.play("royal: pass")
    assert position.state.round_number == 2
    assert position.decides == "wolf_2"
    assert position.state.in_hand.tolist() == [3, 3, 3, 3]


@rule("teams.locations")
def test_either_partner_deploys_on_and_controls_locations_of_the_team() -> None:
    position = teams(raven_1="knight", raven_2="scout", wolf_1="archer").hand(raven_1="knight", wolf_1="royal", raven_2="scout")
    assert position.verbs("knight", "deploy") == {"B5", "E2", "H1"}
    position.play("knight: deploy B5", "royal: pass")
    assert {"E2", "H1", "A6", "B6", "C5", "C4"} <= position.verbs("scout", "deploy"), "a Scout also beside the partner's unit"
    position.play("scout: deploy E2")
    position = teams(raven_1="knight").stack("knight", "A7").hand(raven_1="knight", wolf_1="royal").play("knight: control")
    assert "A7" in position.controls("raven")


@rule("teams.friends")
def test_a_partners_unit_is_no_target() -> None:
    position = (
        teams(raven_1="knight", raven_2="scout", wolf_2="archer")
        .stack("knight", "F4")
        .stack("scout", "F3")
        .stack("archer", "F5")
    )
    assert position.hand(raven_1="knight").verbs("knight", "attack") == {"F5"}


@rule("teams.coins")
def test_a_coin_serves_its_owners_units_only() -> None:
    position = teams(raven_1="knight", raven_2="scout").stack("scout", "F3").hand(raven_1="knight")
    assert {word.split()[0] for word in position.legal("knight")} == {"deploy", "pass", "recruit"}
    assert "scout" not in position.verbs("knight", "recruit"), "nobody recruits for the partner"


@rule("teams.initiative")
def test_the_initiative_is_not_claimed_from_the_partner() -> None:
    position = teams().hand(raven_1="royal", wolf_1="royal", raven_2="royal", wolf_2="royal").to_move("raven_1", "raven_2")
    assert "claim_initiative" not in position.legal("royal")
    position.play("royal: pass", "royal: claim_initiative")
    assert position.state.initiative == 1
    assert "claim_initiative" not in position.legal("royal"), "one transfer a round, whoever asks"


@rule("teams.win")
def test_the_team_wins_with_its_eighth_marker_and_both_members_score() -> None:
    position = teams(raven_1="knight").control(raven="E2 H1 B5 D4 G3 I2 E5").stack("knight", "H4")
    position.hand(raven_1="knight", wolf_1="royal").play("knight: control")
    assert position.outcome == "control"
    assert position.winners == {"raven_1", "raven_2"}
    assert position.credits() == [12, 0, 12, 0]


@rule("teams.orders", "q.9", "ensign.tactic")
def test_an_ensign_moves_the_partners_berserker_and_its_owner_repeats() -> None:
    position = teams(raven_1="ensign", raven_2="berserker").stack("ensign", "F4").stack("berserker", "F3", 2)
    position.hand(raven_1="ensign", wolf_1="royal").play("ensign: tactic F3>F2")
    assert position.decides == "raven_2"
    position.play("move F2>G2")
    assert position.at("G2") == ("berserker", 1)
    assert position.count("face_up", "berserker") == 1
    assert position.decides == "wolf_1", "the turn after the Ensign's owner's"


@rule("teams.orders", "q.9", "marshall.tactic")
def test_a_marshall_orders_the_partners_priest_which_draws_from_its_owners_bag() -> None:
    position = (
        teams(raven_1="marshall", raven_2="warrior_priest", wolf_1="scout")
        .stack("marshall", "F4")
        .stack("warrior_priest", "F3")
    )
    position.stack("scout", "F2", 2).hand(raven_1="marshall", wolf_1="royal").bag(raven_2="royal", raven_1="marshall")
    position.play("marshall: tactic F3xF2")
    assert position.decides == "raven_2"
    assert position.legal() >= {"royal: pass", "royal: recruit warrior_priest"}
    position.play("royal: pass")
    assert position.royal("face_down", "raven_2") == 1
    assert position.state.in_bag[0] == 1
    assert position.decides == "wolf_1"


@rule("teams.orders", "q.9")
def test_a_priest_whose_owner_has_no_coin_to_draw_just_attacks() -> None:
    position = (
        teams(raven_1="marshall", raven_2="warrior_priest", wolf_1="scout")
        .stack("marshall", "F4")
        .stack("warrior_priest", "F3")
    )
    position.stack("scout", "F2", 2).hand(raven_1="marshall", wolf_1="royal", raven_2="royal")
    state = position.state
    for unit in range(16):
        if state.owner[unit] == 2:
            position.box_all(UNIT_KEYS[unit])
    position.play("marshall: tactic F3xF2")
    assert position.decides == "wolf_1"
    assert position.at("F2") == ("scout", 1)


@rule("teams.orders", "royal_guard.attribute")
def test_any_seat_may_have_to_answer_in_anothers_turn() -> None:
    position = teams(raven_1="knight", wolf_2="royal_guard").stack("knight", "F4").stack("royal_guard", "F3")
    position.hand(raven_1="knight", wolf_1="royal").play("knight: attack F3")
    assert position.decides == "wolf_2"
    position.play("lose_from_supply")
    assert position.decides == "wolf_1"


@rule("teams.orders", "ensign.tactic", "marshall.tactic")
def test_partners_units_obey_only_if_the_rules_let_them() -> None:
    position = teams(raven_1="marshall ensign", raven_2="archer", wolf_1="scout").stack("marshall", "F4").stack("archer", "F3")
    position.stack("scout", "F2").stack("ensign", "E4").hand(raven_1="marshall ensign")
    assert position.verbs("marshall", "tactic") == set()
    assert "F3>E3" in position.verbs("ensign", "tactic")
