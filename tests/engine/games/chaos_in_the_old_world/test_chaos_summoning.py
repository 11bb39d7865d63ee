"""The draw and summoning phases: turns, costs, where figures and cards may go, and what cards do when they are played."""

from __future__ import annotations

import pytest
from chaos_positions import CODES, KHORNE, NURGLE, SLAANESH, TZEENTCH, Position

from engine.games.chaos_in_the_old_world.actions import Verb
from engine.games.chaos_in_the_old_world.state import Ask, Chance

rule = pytest.mark.rule
EVERYWHERE = set(CODES)


@rule("summon.first")
def test_the_first_figure_may_go_anywhere() -> None:
    board = Position().turn(KHORNE, 7)
    assert board.goals("bloodsworn", "reserve") == EVERYWHERE


@rule("summon.adjacent")
def test_figures_go_where_own_ones_are_and_next_to_them() -> None:
    """Page 12: with figures in Kislev, Troll Country is allowed and Norsca isn't."""
    board = Position().figures("bloodsworn", "K").figures("leper", "N").turn(KHORNE, 7)
    assert board.goals("bloodsworn", "reserve") == {"K", "TC", "Em"}


@rule("summon.from_the_board")
def test_the_last_figure_of_a_region_still_counts_when_it_moves() -> None:
    board = Position().figures("bloodsworn", "N").turn(KHORNE, 7)
    assert board.goals("bloodsworn", "N") == {"TC"}
    board.summon("bloodsworn", "N", "TC")
    assert board.count("bloodsworn", "TC") == 1
    assert board.count("bloodsworn", "N") == 0


@rule("summon.cost")
def test_a_figure_that_is_too_dear_can_not_be_chosen() -> None:
    board = Position().set(power_points={SLAANESH: 1}).turn(KHORNE, 2)
    assert board.goals("bloodletter", "reserve")
    assert not board.goals("bloodthirster", "reserve")
    board.summon("bloodletter", "reserve", "K")
    assert board.state.power_points[KHORNE] == 0


@rule("summon.ruined")
def test_figures_may_enter_ruined_regions_but_cards_may_not() -> None:
    board = Position().ruin("K").figures("bloodsworn", "K").hand("Battle Cry").turn(KHORNE, 7)
    assert "K" in board.goals("bloodsworn", "reserve")
    assert board.plays("Battle Cry") == EVERYWHERE - {"K"}


@rule("turns.alternate", "turns.skip", "turns.pass")
def test_one_action_a_turn_in_power_order_until_all_points_are_gone() -> None:
    board = Position().set(power_points={NURGLE: 2, SLAANESH: 1}).turn(KHORNE, 2)
    board.summon("bloodsworn", "reserve", "K")
    assert board.asked == NURGLE
    board.summon("leper", "reserve", "N")
    assert board.asked == SLAANESH, "Tzeentch has no points: he is skipped"
    board.do(Verb.PASS)
    assert board.asked == KHORNE
    assert board.state.power_points[SLAANESH] == 0
    board.do(Verb.PASS)
    assert board.asked == NURGLE


@rule("turns.no_points")
def test_without_points_not_even_a_free_card_is_played() -> None:
    board = Position().hand("Blood Frenzy").set(power_points={NURGLE: 1}).turn(KHORNE, 1)
    board.summon("bloodsworn", "reserve", "K")
    board.do(Verb.PASS)
    assert board.state.hand_size[KHORNE] >= 1
    assert board.ask != Ask.SUMMONING or board.state.round_number == 2


@rule("cards.spaces")
def test_two_card_spaces_a_region_and_the_player_chooses_which() -> None:
    board = Position().hand("Battle Cry", "Ritual Slaying").turn(KHORNE, 7)
    assert len(board.find(Verb.PLAY, region=2)) == 4
    board.play("Battle Cry", "K", 1)
    assert board.state.space[5] >= 0
    board.turn(KHORNE)
    assert len(board.find(Verb.PLAY, region=2)) == 1
    board.play("Ritual Slaying", "K", 0).turn(KHORNE).hand("Battle Cry")
    assert "K" not in board.plays("Battle Cry")


@rule("cards.without_figures")
def test_cards_may_be_played_where_the_player_has_nothing() -> None:
    assert Position().hand("Battle Cry").turn(KHORNE).plays("Battle Cry") == EVERYWHERE


@rule("card.field_of_carnage")
def test_field_of_carnage_holds_rival_figures() -> None:
    board = Position().card("Field of Carnage", "K").figures("leper", "K").figures("bloodsworn", "K").hand("Teleport")
    board.turn(NURGLE)
    assert board.goals("leper", "K") == set()
    board.turn(KHORNE)
    assert board.goals("bloodsworn", "K") == {"TC", "Em"}
    board.turn(TZEENTCH).play("Teleport", "K", 1)
    assert board.choices() == {"bloodsworn"}, "teleporting a rival's figure is leaving, too"


@rule("card.the_blood_gods_call", "house.call_any_figure")
def test_the_blood_gods_call_moves_two_figures_from_one_region() -> None:
    board = (
        Position().figures("leper", "N", 2).figures("bloodletter", "N").figures("acolyte", "Ba").hand("The Blood God's Call")
    )
    board.turn(KHORNE).play("The Blood God's Call", "K")
    assert (board.ask, len(board.legal())) == (Ask.CALL_REGION, 3)
    board.do(Verb.CHOOSE_REGION, region=0).choose("leper")
    board.choose("bloodletter")
    assert board.count("leper", "K") == board.count("bloodletter", "K") == 1
    own = Position({"house.call_any_figure": False}).figures("leper", "N").hand("The Blood God's Call").turn(KHORNE)
    own.play("The Blood God's Call", "K")
    assert own.ask != Ask.CALL_REGION


@rule("card.all_things_decay")
def test_all_things_decay_removes_a_token_of_any_owner() -> None:
    board = Position().corruption(KHORNE, "K", 2).corruption(NURGLE, "K", 1).hand("All Things Decay").turn(NURGLE, 2)
    board.play("All Things Decay", "K")
    assert board.asked == NURGLE
    board.do(Verb.CHOOSE_CORRUPTION, controller=KHORNE)
    assert board.corruption_in("K") == [1, 1, 0, 0]


@rule("card.teleport", "cards.mandatory")
def test_teleport_is_mandatory_and_takes_no_daemon() -> None:
    """Page 13."""
    board = Position().figures("acolyte", "K").figures("lord_of_change", "K").hand("Teleport", "Teleport").turn(TZEENTCH, 6)
    board.play("Teleport", "K")
    assert board.choices() == {"acolyte"}, "nothing to decline"
    board.choose("acolyte")
    assert len(board.legal()) == 8
    board.do(Verb.CHOOSE_REGION, region=8)
    assert board.count("acolyte", "Ba") == 1
    board.turn(TZEENTCH).play("Teleport", "N")
    assert board.ask == Ask.SUMMONING, "an empty region: no effect"


@rule("card.changer_of_ways", "house.changer_stops_later_cards")
def test_changer_of_ways_ignores_the_other_card() -> None:
    board = Position().card("Changer of Ways", "K").figures("leper", "K").hand("Teleport").turn(TZEENTCH)
    board.play("Teleport", "K", 1)
    assert board.ask == Ask.SUMMONING
    assert board.state.house_used[2] == 1
    acts = Position({"house.changer_stops_later_cards": False}).card("Changer of Ways", "K").figures("leper", "K")
    acts.hand("Teleport").turn(TZEENTCH).play("Teleport", "K", 1)
    assert acts.ask == Ask.TELEPORT_FIGURE
    frees = Position().card("Field of Carnage", "K").figures("leper", "K").hand("Changer of Ways").turn(TZEENTCH)
    frees.play("Changer of Ways", "K", 1).turn(NURGLE)
    assert frees.goals("leper", "K"), "Field of Carnage is ignored"


@rule("card.temporal_stasis")
def test_temporal_stasis_makes_rivals_cards_dearer() -> None:
    board = Position().set(power_points={SLAANESH: 1}).card("Temporal Stasis", "K").hand("Battle Cry").turn(KHORNE, 2)
    assert board.plays("Battle Cry") == EVERYWHERE - {"K"}
    board.turn(KHORNE, 3).play("Battle Cry", "K", 1)
    assert board.state.power_points[KHORNE] == 0
    own = Position().card("Temporal Stasis", "K").hand("Dazzle").turn(TZEENTCH, 2)
    assert "K" in own.plays("Dazzle")


@rule("card.the_meddling_of_skaven", "house.meddling_victim_chooses")
def test_the_victim_of_meddling_discards_two_cards_of_its_choice() -> None:
    board = Position().figures("leper", "K").figures("bloodsworn", "K").hand("The Meddling of Skaven")
    board.hand("Plague Aura", "Influenza", "Plague Touch").turn(TZEENTCH, 3).play("The Meddling of Skaven", "K")
    board.do(Verb.CHOOSE_POWER, controller=NURGLE)
    assert (board.ask, board.asked) == (Ask.DISCARD, NURGLE)
    board.say("discard Influenza").say("discard Plague Aura")
    assert board.state.hand_size[NURGLE] == 1
    random = (
        Position({"house.meddling_victim_chooses": False}).figures("leper", "K").hand("The Meddling of Skaven", "Influenza")
    )
    random.turn(TZEENTCH, 3).play("The Meddling of Skaven", "K").do(Verb.CHOOSE_POWER, controller=NURGLE)
    assert [e.values[0] for e in random.events if e.kind == Chance.RANDOM_DISCARD] == [NURGLE]


@rule("card.drain_power")
def test_drain_power_takes_from_each_rival_with_a_cultist_and_gives_once() -> None:
    board = Position().figures("leper", "K").figures("seductress", "K").figures("bloodletter", "K").hand("Drain Power")
    board.set(power_points={KHORNE: 3, NURGLE: 3, SLAANESH: 1}).turn(TZEENTCH, 2).play("Drain Power", "K")
    assert board.state.power_points.tolist() == [3, 2, 3, 0]


@rule("card.perverse_infiltration")
def test_perverse_infiltration_places_a_token_at_once() -> None:
    board = Position().hand("Perverse Infiltration").turn(SLAANESH, 2).play("Perverse Infiltration", "K")
    assert board.corruption_in("K") == [0, 0, 0, 1]


@rule("card.dark_influence")
def test_dark_influence_moves_a_token_to_any_unruined_region() -> None:
    board = Position().ruin("N").tokens("noble", "Ba").tokens("peasant", "Ba").tokens("warpstone", "Ba").hand("Dark Influence")
    board.turn(SLAANESH, 2).play("Dark Influence", "Ba")
    assert len(board.legal()) == 2, "no Warpstones"
    board.do(Verb.CHOOSE_TOKEN, token=2)
    assert len(board.legal()) == 7
    board.do(Verb.CHOOSE_REGION, region=1)
    assert board.tokens_in("noble", "TC") == 1


@rule("card.soporific_musk", "house.controlled_figures_summoned")
def test_soporific_musk_controls_any_enemy_figure_for_the_round() -> None:
    board = Position().figures("bloodthirster", "K").hand("Soporific Musk").turn(SLAANESH, 6)
    board.play("Soporific Musk", "K").choose("bloodthirster").turn(SLAANESH, 3)
    assert board.goals("bloodthirster", "K") == {"TC", "Em"}
    board.do(Verb.PASS).finish_round()
    assert board.state.control[KHORNE] == board.options.owned[KHORNE]
    stays = Position({"house.controlled_figures_summoned": False}).figures("bloodthirster", "K").hand("Soporific Musk")
    stays.turn(SLAANESH, 6).play("Soporific Musk", "K").choose("bloodthirster").turn(SLAANESH, 3)
    assert stays.goals("bloodthirster", "K") == set()


@rule("card.degenerate_royalty")
def test_degenerate_royalty_is_free_where_three_tokens_lie() -> None:
    board = Position().corruption(KHORNE, "K", 2).corruption(NURGLE, "K", 1).corruption(KHORNE, "N", 2)
    board.hand("Degenerate Royalty").turn(SLAANESH, 1)
    assert board.plays("Degenerate Royalty") == {"K"}


@rule("upgrade.lepers")
def test_upgraded_lepers_go_free_where_nurgle_has_nobody_once_a_round() -> None:
    board = Position().set(power_points={SLAANESH: 1}).upgrade("Lepers").figures("leper", "K").turn(NURGLE, 1)
    board.summon("leper", "reserve", "TC")
    assert board.state.power_points[NURGLE] == 1
    board.turn(NURGLE, 1).summon("leper", "TC", "N")
    assert board.state.power_points[NURGLE] == 0, "it has used its free summons"


@rule("upgrade.lepers_which", "choices.which_figure")
def test_where_figures_differ_the_player_says_which() -> None:
    board = Position().upgrade("Lepers").figures("leper", "K").turn(NURGLE, 3).summon("leper", "reserve", "TC")
    board.turn(NURGLE, 3).summon("leper", "reserve", "TC")
    board.turn(NURGLE, 3).summon("leper", "TC", "N")
    assert board.ask == Ask.WHICH_FIGURE
    board.choose("leper", variant=0)
    assert board.state.power_points[NURGLE] == 3, "the fresh one goes free"


@rule("upgrade.great_unclean_one")
def test_the_upgraded_great_unclean_one_corrupts_where_it_arrives() -> None:
    board = Position().upgrade("Great Unclean One").turn(NURGLE, 6).summon("great_unclean_one", "reserve", "K")
    assert board.corruption_in("K") == [0, 2, 0, 0]


@rule("upgrade.acolytes")
def test_upgraded_acolytes_may_carry_a_warpstone() -> None:
    for answer, there in ((Verb.ACCEPT, 1), (Verb.DECLINE, 0)):
        board = Position().upgrade("Acolytes").figures("acolyte", "K").tokens("warpstone", "K").turn(TZEENTCH)
        board.summon("acolyte", "K", "TC").do(answer)
        assert board.tokens_in("warpstone", "TC") == there


@rule("upgrade.horrors", "house.horror_owner_plays")
def test_an_upgraded_horror_may_close_a_card_space() -> None:
    board = Position().upgrade("Horrors").hand("Battle Cry", "Dazzle").turn(TZEENTCH).summon("horror", "reserve", "K")
    assert (board.ask, len(board.legal())) == (Ask.CARD_SPACE, 3)
    board.do(Verb.CHOOSE_SPACE, side=0).turn(KHORNE)
    assert [len(board.find(Verb.PLAY, region=2, side=side)) for side in (0, 1)] == [0, 1]
    board.turn(TZEENTCH)
    assert [len(board.find(Verb.PLAY, region=2, side=side)) for side in (0, 1)] == [1, 1]
    off = Position({"house.horror_owner_plays": False}).upgrade("Horrors").hand("Dazzle").turn(TZEENTCH)
    off.summon("horror", "reserve", "K").do(Verb.CHOOSE_SPACE, side=0).turn(TZEENTCH)
    assert [len(off.find(Verb.PLAY, region=2, side=side)) for side in (0, 1)] == [0, 1]


@rule("draw.two", "draw.power_points", "upgrade.cards_of_khorne", "upgrade.power_of_khorne")
def test_draw_phase_of_khorne_with_and_without_upgrades() -> None:
    plain = Position().fight()
    assert plain.state.hand_size.tolist()[0] == 2
    assert plain.state.power_points.tolist() == [7, 6, 6, 6]
    board = Position().upgrade("Cards of Khorne").upgrade("Power of Khorne").fight()
    assert board.state.hand_size[KHORNE] == 3
    assert board.state.power_points[KHORNE] == 8


@rule("upgrade.power_of_pestilence", "upgrade.power_of_tzeentch")
@rule("upgrade.power_of_slaanesh", "upgrade.greater_power_of_slaanesh")
def test_power_upgrades_add_up() -> None:
    board = Position().upgrade("Power of Pestilence").upgrade("Power of Tzeentch")
    board.upgrade("Power of Slaanesh").upgrade("Greater power of Slaanesh").fight()
    assert board.state.power_points.tolist() == [7, 7, 7, 9]


@rule("draw.tzeentch", "upgrade.cards_of_tzeentch")
def test_tzeentch_may_discard_one_card_and_draws_up_to_five_or_six() -> None:
    for upgraded, hand in ((False, 5), (True, 6)):
        board = Position().hand("Dazzle", "Teleport")
        if upgraded:
            board.upgrade("Cards of Tzeentch")
        board.fight()
        while board.ask != Ask.DISCARD_BEFORE_DRAW:
            board.take(board.legal()[0])
        board.say("discard Dazzle")
        assert board.state.hand_size[TZEENTCH] == hand, "one discard, then the draw"
        assert board.state.discard[21] == 1


@rule("draw.reshuffle")
def test_an_empty_deck_is_made_of_the_discards() -> None:
    board = Position().set(deck_size={KHORNE: 0}, discard={0: 4, 1: 4})
    board.batch.states[0]["deck"][KHORNE] = -1
    board.fight()
    assert board.state.hand_size[KHORNE] == 2
    assert board.state.deck_size[KHORNE] == 6
