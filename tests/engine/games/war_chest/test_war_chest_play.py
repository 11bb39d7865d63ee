"""Rounds, the nine actions, victory and the other endings of War Chest."""

from __future__ import annotations

import pytest
from war_chest_positions import GAME, Position

from engine.batch import Batch
from engine.games.war_chest.options import UNIT_KEYS
from engine.games.war_chest.state import Chance, Pending
from engine.options import resolve_options
from engine.trace import new_trace, read_trace

rule = pytest.mark.rule


# Rounds


@rule("round.draw")
def test_everybody_draws_three_coins() -> None:
    position = Position(raven="knight", wolf="scout").hand(raven="royal")
    position.play("royal: pass")
    assert position.state.round_number == 2
    assert position.state.in_hand.tolist()[:2] == [3, 3]


@rule("round.refill")
def test_a_bag_is_refilled_only_when_a_coin_is_needed() -> None:
    position = Position(raven="knight", wolf="scout").hand(raven="royal")
    position.bag(raven="knight knight", wolf="scout scout royal").play("royal: pass")
    assert position.count("hand", "knight") == 2
    assert position.state.in_hand[0] == 3, "the third came out of the refilled bag"
    assert sum(position.state.face_down[kind] for kind in range(16) if position.state.owner[kind] == 0) == 0
    assert position.state.in_bag[1] == 0, "Wolf's bag is empty and stays so until the next draw"
    assert sum(position.state.face_down) > 0


@rule("round.turns")
def test_players_alternate_from_the_holder_of_the_initiative() -> None:
    position = Position(raven="knight", wolf="scout").hand(raven="royal knight", wolf="royal scout").to_move("wolf")
    for seat, action in (("wolf", "scout: pass"), ("raven", "knight: pass"), ("wolf", "royal: pass"), ("raven", "royal: pass")):
        assert position.decides == seat
        position.play(action)
    assert position.state.round_number == 2
    assert position.decides == "wolf"


@rule("round.too_few_coins")
def test_an_empty_hand_is_skipped() -> None:
    position = Position(raven="knight", wolf="scout").hand(raven="royal", wolf="royal scout scout")
    position.play("royal: pass", "royal: pass", "scout: pass")
    assert position.decides == "wolf"
    position.play("scout: pass")
    assert position.state.round_number == 2


@rule("round.too_few_coins")
def test_with_too_few_coins_one_plays_with_what_there_is() -> None:
    position = Position(raven="knight archer ensign lancer", wolf="scout").hand(raven="royal", wolf="royal")
    for unit in ("knight", "archer", "ensign", "lancer"):
        position.box_all(unit)
    position.play("royal: pass", "royal: pass")
    assert position.state.in_hand.tolist()[:2] == [1, 3]


@rule("round.nine_coins")
@pytest.mark.parametrize("seed", range(5))
def test_rounds_one_to_three_use_exactly_the_nine_starting_coins(seed: int) -> None:
    options = resolve_options(GAME.options, {"setup": "first_game"})
    batch = Batch.from_seed(GAME, options, 1, seed)
    seen = {0: [0] * 20, 1: [0] * 20}
    while batch.view().round_number <= 3:
        state = batch.view()
        if state.in_hand[0] == state.in_hand[1] == 3:
            for seat in range(2):
                for kind in range(20):
                    seen[seat][kind] += state.hand[kind] if state.purse[seat] >> kind & 1 else 0
        trace = new_trace()
        batch.apply(int(batch.legal_actions()[0]), trace=trace)
        refilled = any(event.kind == Chance.REFILLED for event in read_trace(trace))
        assert refilled == (batch.view().round_number == 4)
    for seat in range(2):
        assert sorted(n for n in seen[seat] if n) == [1, 2, 2, 2, 2]
        assert seen[seat][16 + seat] == 1


@rule("round.nine_coins")
def test_with_four_players_the_first_refill_is_while_drawing_for_round_three() -> None:
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, {"players": 4}), 1, 3)
    while batch.view().round_number <= 2:
        trace = new_trace()
        passes = [int(a) for a in batch.legal_actions() if GAME.decode_action(int(a))["verb"] == "pass"]
        batch.apply(passes[0], trace=trace)
        refills = sum(event.kind == Chance.REFILLED for event in read_trace(trace))
        assert refills == (4 if batch.view().round_number == 3 else 0)


# Placement


@rule("deploy")
def test_deploy_to_an_empty_location_of_ones_own() -> None:
    position = (
        Position(raven="knight archer", wolf="scout").stack("archer", "H1").stack("scout", "D4").control(raven="E2 H1 D4 G3")
    )
    assert position.hand(raven="knight").verbs("knight", "deploy") == {"E2", "G3"}
    position.play("knight: deploy G3")
    assert position.at("G3") == ("knight", 1)
    assert position.count("face_up", "knight") == 0


@rule("deploy")
def test_no_deployment_when_all_own_locations_are_taken() -> None:
    position = Position(raven="knight archer", wolf="scout").stack("archer", "H1").stack("scout", "E2").hand(raven="knight")
    assert position.verbs("knight", "deploy") == set()
    assert position.legal("knight") == {"pass", *(f"recruit {unit}" for unit in army_of(position))}


def army_of(position: Position) -> list[str]:
    return [UNIT_KEYS[unit] for unit in range(16) if position.state.owner[unit] == position.state.current_player]


@rule("deploy", "bolster")
def test_a_unit_that_is_out_can_only_be_bolstered() -> None:
    position = Position(raven="knight", wolf="scout").stack("knight", "F4").hand(raven="knight", wolf="royal")
    assert position.verbs("knight", "deploy") == set()
    position.play("knight: bolster")
    assert position.at("F4") == ("knight", 2)


@rule("bolster")
def test_a_stack_has_no_limit_and_moves_as_one() -> None:
    position = (
        Position(raven="scout", wolf="knight").stack("scout", "F4", 4).hand(raven="scout", wolf="royal").play("scout: bolster")
    )
    assert position.at("F4") == ("scout", 5)
    position = (
        Position(raven="scout", wolf="knight").stack("scout", "F4", 4).hand(raven="scout", wolf="royal").play("scout: move F3")
    )
    assert position.at("F3") == ("scout", 4)
    assert position.at("F4") is None


@rule("deploy.after_death", "faq.22")
def test_a_type_whose_unit_died_may_be_deployed_again() -> None:
    position = (
        Position(raven="knight", wolf="scout").stack("knight", "F4").stack("scout", "F3").hand(raven="knight", wolf="scout")
    )
    position.play("knight: attack F3")
    assert position.verbs("scout", "deploy") >= {"D7", "G6"}


# Face-down discards


@rule("claim")
def test_claiming_the_initiative_counts_for_the_next_round() -> None:
    position = Position(raven="knight", wolf="scout").hand(raven="knight royal", wolf="scout royal").to_move("raven", "wolf")
    position.play("knight: claim_initiative")
    assert position.count("face_down", "knight") == 1
    assert position.decides == "wolf"
    assert "claim_initiative" not in position.legal("scout"), "one transfer a round"
    position.play("scout: pass")
    assert "claim_initiative" not in position.legal("royal"), "Raven holds it"
    position.play("royal: pass", "royal: pass")
    assert position.decides == "raven"
    assert position.state.initiative_moved == 0


@rule("claim")
def test_the_holder_cannot_claim() -> None:
    assert "claim_initiative" not in Position(raven="knight", wolf="scout").hand(raven="knight").legal("knight")


@rule("recruit")
def test_recruit_takes_any_own_coin_from_the_supply_face_up() -> None:
    position = Position(raven="knight archer", wolf="scout").hand(raven="knight", wolf="royal")
    assert {"recruit knight", "recruit archer"} <= position.legal("knight")
    assert "recruit scout" not in position.legal("knight")
    position.play("knight: recruit archer")
    assert position.count("face_up", "archer") == 1
    assert position.count("supply", "archer") == 1
    assert position.count("face_down", "knight") == 1
    assert position.state.recruits[0] == 1


@rule("recruit")
def test_nothing_is_recruited_from_an_empty_supply() -> None:
    position = Position(raven="knight", wolf="scout").hand(raven="royal").supply("knight", 0)
    assert "recruit knight" not in position.legal("royal")


@rule("pass")
def test_after_a_pass_later_coins_are_used_normally() -> None:
    position = (
        Position(raven="knight", wolf="scout").hand(raven="knight knight", wolf="royal").play("knight: pass", "royal: pass")
    )
    assert position.count("face_down", "knight") == 1
    position.play("knight: deploy E2")


@rule("royal_coin")
def test_the_royal_coin_has_no_unit() -> None:
    position = Position(raven="knight", wolf="scout").stack("knight", "F4").hand(raven="royal").to_move("raven", "wolf")
    assert {word.split()[0] for word in position.legal("royal")} == {"pass", "claim_initiative", "recruit"}


# Maneuvers


@rule("move")
def test_move_goes_to_an_adjacent_empty_hex_and_never_through_units() -> None:
    position = Position(raven="knight archer", wolf="scout").stack("knight", "F1").stack("archer", "F2").stack("scout", "G1")
    assert position.hand(raven="knight").verbs("knight", "move") == {"E2"}
    position.play("knight: move E2")
    assert position.count("face_up", "knight") == 1


@rule("move")
def test_the_outer_hexes_do_not_exist_with_two_players() -> None:
    two = Position(raven="knight", wolf="scout").stack("knight", "C4").hand(raven="knight")
    assert two.verbs("knight", "move") == {"C5", "D3", "D4"}
    four = Position(4, raven_1="knight", wolf_1="scout").stack("knight", "C4").hand(raven_1="knight")
    assert four.verbs("knight", "move") == {"B5", "C5", "D3", "D4"}


@rule("control")
def test_control_places_a_marker_and_returns_the_enemys() -> None:
    position = (
        Position(raven="knight", wolf="scout").control(wolf="D7 G6 D4").stack("knight", "D4").hand(raven="knight", wolf="royal")
    )
    position.play("knight: control")
    assert "D4" in position.controls("raven")
    assert position.controls("wolf") == {"D7", "G6"}


@rule("control")
def test_moving_onto_a_location_does_not_control_it() -> None:
    position = (
        Position(raven="knight", wolf="scout").stack("knight", "D3").hand(raven="knight", wolf="royal").play("knight: move D4")
    )
    assert position.controls("raven") == {"E2", "H1"}


@rule("control")
def test_start_locations_can_be_taken_and_own_ones_not_again() -> None:
    position = Position(raven="knight", wolf="scout").stack("knight", "D7").hand(raven="knight", wolf="royal")
    position.play("knight: control")
    assert position.controls("wolf") == {"G6"}
    assert "control" not in Position(raven="knight", wolf="scout").stack("knight", "E2").hand(raven="knight").legal("knight")
    assert "control" not in Position(raven="knight", wolf="scout").stack("knight", "F4").hand(raven="knight").legal("knight")


@rule("attack")
def test_an_attack_takes_one_coin_to_the_box_and_the_attacker_stays() -> None:
    position = (
        Position(raven="knight", wolf="scout").stack("knight", "F4").stack("scout", "F3", 2).hand(raven="knight", wolf="royal")
    )
    position.play("knight: attack F3")
    assert position.at("F3") == ("scout", 1)
    assert position.at("F4") == ("knight", 1)
    assert position.count("box", "scout") == 1
    assert position.state.attacks[0] == 1


@rule("attack")
def test_only_adjacent_enemies_are_attacked() -> None:
    position = (
        Position(raven="knight archer", wolf="scout mercenary").stack("knight", "F4").stack("archer", "F3").stack("scout", "F2")
    )
    position.stack("mercenary", "G4")
    assert position.hand(raven="knight").verbs("knight", "attack") == {"G4"}


@rule("tactic")
def test_a_coin_for_a_unit_that_is_not_out_cannot_maneuver_it() -> None:
    position = Position(raven="cavalry", wolf="scout").hand(raven="cavalry")
    assert {word.split()[0] for word in position.legal("cavalry")} == {"pass", "recruit", "deploy"}


# Endings


@rule("win.last_marker")
def test_the_sixth_marker_wins_at_once() -> None:
    position = Position(raven="knight", wolf="scout").control(raven="E2 H1 G3 I2 E5").stack("knight", "D4")
    position.hand(raven="knight knight", wolf="royal").play("knight: control")
    assert position.outcome == "control"
    assert position.winners == {"raven"}
    assert position.credits() == [12, 0]


@rule("win.ends_at_once", "footman.tactic")
def test_the_game_ends_in_the_middle_of_a_chain() -> None:
    position = (
        Position(raven="footman", wolf="scout").control(raven="E2 H1 G3 I2 E5").stack("footman", "D4").stack("footman", "F4")
    )
    position.hand(raven="footman", wolf="royal").play("footman: tactic", "control D4")
    assert position.outcome == "control"
    assert position.state.pending == 0


@rule("win.no_elimination")
def test_killing_the_last_enemy_unit_wins_nothing() -> None:
    position = (
        Position(raven="knight", wolf="scout").stack("knight", "F4").stack("scout", "F3").hand(raven="knight", wolf="royal")
    )
    assert position.play("knight: attack F3").outcome is None


@rule("end.no_coins_left", "q.11")
def test_with_every_unit_coin_in_the_box_the_game_is_a_draw() -> None:
    """No play leads there: the coin that paid for the last attack is never in the box. A position that is loaded can."""
    armies = {"raven": "mercenary archer ensign lancer", "wolf": "pikeman scout footman cavalry"}
    position = Position(**armies).stack("mercenary", "F4").stack("pikeman", "F3").hand(wolf="royal")
    for unit in " ".join(armies.values()).split():
        position.box_all(unit)
    position.state.pending_kind[0], position.state.pending = int(Pending.FREE_MANEUVER), 1
    position.play("attack F4xF3")
    assert position.outcome == "no_coins_left"
    assert position.credits() == [6, 6]


@rule("end.no_coins_left", "q.11")
def test_one_coin_that_is_left_keeps_the_game_going() -> None:
    position = Position(raven="knight archer ensign lancer", wolf="pikeman scout footman cavalry")
    position.stack("knight", "F4").stack("pikeman", "F3").hand(raven="knight", wolf="royal")
    for unit in ("knight", "archer", "ensign", "lancer", "pikeman", "scout", "footman", "cavalry"):
        position.box_all(unit)
    position.play("knight: attack F3")
    assert position.state.coins_left == 1
    assert position.outcome is None


@rule("end.round_limit", "q.11")
def test_an_option_makes_it_a_draw_after_some_rounds() -> None:
    position = Position(raven="knight", wolf="scout", options={"max_rounds": 1}).hand(raven="royal", wolf="royal")
    position.play("royal: pass", "royal: pass")
    assert position.outcome == "round_limit"
    assert position.winners == set()
    assert position.credits() == [6, 6]
    assert position.state.round_number == 1


@rule("end.round_limit", "q.11")
def test_without_a_limit_passing_goes_on() -> None:
    position = Position(raven="knight", wolf="scout").hand(raven="royal", wolf="royal")
    for _ in range(200):
        action = next(word for word in sorted(position.legal()) if word.endswith(": pass"))
        position.play(action)
    assert position.outcome is None
