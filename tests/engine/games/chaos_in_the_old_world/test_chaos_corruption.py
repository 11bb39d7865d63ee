"""The corruption phase: domination, corruption, dial conditions, ruin."""

from __future__ import annotations

import pytest
from chaos_positions import KHORNE, NURGLE, SLAANESH, TZEENTCH, Position

rule = pytest.mark.rule


def after(board: Position) -> Position:
    """Everything up to the end phase's decisions, without dials."""
    return board.fight()


@rule("domination.value")
def test_domination_in_kislev_as_in_the_rulebook() -> None:
    """Page 19: 2 Bloodsworn and a card of cost 2 are 4, a daemon and a card of cost 0 are 1; 4 > 3."""
    board = Position().figures("bloodsworn", "K", 2).card("The Blood God's Call", "K").figures("great_unclean_one", "K")
    board.card("Plague Touch", "K", 1).dice("miss miss miss")
    assert after(board).points() == [3, 0, 0, 0]


@rule("domination.equal_to_resistance")
def test_domination_must_exceed_resistance() -> None:
    assert after(Position().figures("bloodsworn", "K", 3)).points() == [0, 0, 0, 0]
    assert after(Position().figures("bloodsworn", "K", 4)).points() == [3, 0, 0, 0]


@rule("domination.tie")
def test_a_tie_gives_nobody_points() -> None:
    board = Position().figures("bloodsworn", "N", 3).figures("leper", "N", 3)
    assert after(board).points() == [0, 0, 0, 0]


@rule("domination.cards_alone")
def test_cards_count_without_figures() -> None:
    board = Position().card("The Stench of Death", "N")
    assert after(board).points() == [0, 1, 0, 0]


@rule("domination.printed_cost")
def test_the_printed_cost_counts_whatever_was_paid() -> None:
    board = Position().corruption(NURGLE, "N", 3).hand("Degenerate Royalty").turn(SLAANESH, 1)
    board.play("Degenerate Royalty", "N")
    assert board.state.power_points[SLAANESH] == 1, "it was free"
    assert board.fight().points() == [0, 0, 0, 1]


@rule("domination.nobles", "token.noble")
def test_a_noble_adds_a_point_and_no_resistance() -> None:
    board = Position().figures("leper", "N", 2).tokens("noble", "N", 2)
    assert after(board).points() == [0, 3, 0, 0]


@rule("domination.resistance", "token.skaven", "card.influenza", "house.skaven_floor")
def test_skaven_and_influenza_lower_resistance_not_below_zero() -> None:
    board = Position().figures("plaguebearer", "Em", 2).tokens("skaven", "Em", 2).card("Influenza", "Em")
    assert after(board).points() == [0, 5, 0, 0], "2 + 1 > 5 - 2 - 2"
    nobody = Position().tokens("skaven", "N", 3)
    assert after(nobody).points() == [0, 0, 0, 0], "0 is not more than 0"
    below = Position({"house.skaven_floor": False}).figures("leper", "N").tokens("skaven", "N", 3)
    assert after(below).points() == [0, 1, 0, 0]


@rule("domination.ruined")
def test_a_ruined_region_gives_no_points_and_takes_no_corruption() -> None:
    board = Position().ruin("N").figures("leper", "N", 4)
    assert after(board).points() == [0, 0, 0, 0]
    assert board.corruption_in("N") == [0, 0, 0, 0]


@rule("card.the_skull_throne", "house.pact_beats_skull_throne", "card.abyssal_pact", "house.pact_binds_everybody")
def test_skull_throne_counts_attack_and_abyssal_pact_ignores_figures() -> None:
    board = Position().figures("bloodthirster", "N").card("The Skull Throne", "N")
    assert after(board).points()[KHORNE] == 1
    sworn = Position().figures("bloodsworn", "Ti", 4).card("The Skull Throne", "Ti")
    assert after(sworn).points() == [0, 0, 0, 0], "Bloodsworn count 0"
    pact = Position().figures("bloodthirster", "N").card("The Skull Throne", "N").card("Abyssal Pact", "N", 1)
    assert after(pact).points() == [0, 0, 0, 0], "1 is not more than 1"
    kind = {"house.pact_beats_skull_throne": False}
    pact = Position(kind).figures("bloodthirster", "N").card("The Skull Throne", "N").card("Abyssal Pact", "N", 1)
    assert after(pact).points()[KHORNE] == 1
    own = Position({"house.pact_binds_everybody": False}).figures("seductress", "N", 2).card("Abyssal Pact", "N")
    assert after(own).points()[SLAANESH] == 1


@rule("card.plague_aura")
def test_plague_aura_counts_own_tokens() -> None:
    board = Position().corruption(NURGLE, "K", 4).card("Plague Aura", "K")
    assert after(board).points() == [0, 3, 0, 0]


@rule("card.insidious_lies")
def test_insidious_lies_counts_nobles_and_heroes() -> None:
    board = Position().tokens("noble", "K").tokens("hero", "K").card("Insidious Lies", "K")
    assert after(board).points() == [0, 0, 0, 4], "1 + 2 x 2 = 5 > 3: 3 points and one for the Noble"


@rule("card.the_stench_of_death")
def test_stench_of_death_places_two_tokens_where_it_dominates() -> None:
    board = Position().card("The Stench of Death", "N")
    assert after(board).corruption_in("N") == [0, 2, 0, 0]
    lost = Position().card("The Stench of Death", "K")
    assert after(lost).corruption_in("K") == [0, 0, 0, 0], "3 is not more than 3"


@rule("card.battle_cry", "contradiction")
def test_what_forbids_wins_battle_cry_against_stench_of_death() -> None:
    """Page 26."""
    board = Position().figures("leper", "N").card("The Stench of Death", "N").card("Battle Cry", "N", 1)
    assert after(board).corruption_in("N") == [0, 0, 0, 0]
    assert board.points()[NURGLE] == 1


@rule("corruption.cultists")
def test_each_cultist_places_a_token_and_nobody_else_does() -> None:
    board = Position().figures("leper", "K", 2).figures("plaguebearer", "Ba").figures("acolyte", "K")
    board.dice("miss")
    assert after(board).corruption_in("K") == [0, 2, 1, 0]
    assert board.corruption_in("Ba") == [0, 0, 0, 0]


@rule("card.dazzle")
def test_dazzle_takes_a_token_from_each_rival() -> None:
    board = Position().figures("acolyte", "K", 2).figures("leper", "K").figures("seductress", "K", 3).card("Dazzle", "K")
    assert after(board).corruption_in("K") == [0, 0, 2, 2]


@rule("card.a_great_foul_consumption")
def test_great_foul_consumption_turns_figures_into_tokens() -> None:
    board = Position().figures("leper", "K", 2).figures("plaguebearer", "K").card("A Great Foul Consumption", "K")
    assert after(board).corruption_in("K") == [0, 3, 0, 0], "two cultists, then 3 figures // 2"
    assert board.count("leper", "K") == board.count("plaguebearer", "K") == 0


@rule("dial.nurgle")
def test_nurgle_advances_with_two_tokens_in_a_populous_region() -> None:
    board = Position().figures("leper", "K", 2).figures("leper", "N", 2).figures("leper", "Em")
    board.fight().finish_round()
    assert board.state.dial[NURGLE] == 2, "one counter: Kislev; with most counters a second tick"


@rule("dial.tzeentch")
def test_the_rulebooks_example_of_tzeentchs_counters() -> None:
    """Page 22: 1, 2 and 3 Acolytes in regions with two symbols or Warpstones: two counters."""
    board = Position()
    for where, number in (("Em", 1), ("Br", 2), ("Es", 3)):
        board.figures("acolyte", where, number).tokens("warpstone", where).card("Temporal Stasis", where)
    board.fight()
    assert board.state.advances[TZEENTCH] == 2


@rule("dial.tzeentch_one_of_each")
def test_two_symbols_two_warpstones_or_one_of_each() -> None:
    for warpstones, cards, advances in ((2, 0, 1), (0, 2, 1), (1, 1, 1), (1, 0, 0), (0, 1, 0)):
        board = Position().figures("acolyte", "Ti", 2).tokens("warpstone", "Ti", warpstones)
        for side in range(cards):
            board.card("Temporal Stasis", "Ti", side)
        board.fight()
        assert board.state.advances[TZEENTCH] == advances, (warpstones, cards)


@rule("dial.slaanesh")
def test_slaanesh_advances_with_a_noble_or_hero() -> None:
    for token, advances in (("noble", 1), ("hero", 1), ("peasant", 0)):
        board = Position().figures("seductress", "Ti", 2).tokens(token, "Ti")
        board.fight()
        assert board.state.advances[SLAANESH] == advances


@rule("house.phase_tokens_only")
def test_tokens_of_other_phases_do_not_count_for_dials() -> None:
    for option, advances in ((True, 0), (False, 1)):
        board = Position({"house.phase_tokens_only": option}).figures("leper", "K").set(placed_round={(2, NURGLE): 1})
        board.fight()
        assert board.state.advances[NURGLE] == advances


@rule("ruin.estalia", "ruin.ruiners")
def test_the_ruin_of_estalia_as_in_the_rulebook() -> None:
    """Pages 20 and 21: 15 tokens; Khorne, Nurgle and Tzeentch score 3; then Nurgle 9 and Khorne 4."""
    board = Position().corruption(KHORNE, "Es", 4).corruption(NURGLE, "Es", 5).corruption(SLAANESH, "Es", 1)
    board.figures("bloodsworn", "Es").figures("acolyte", "Es").figures("leper", "Es", 3)
    board.fight()
    assert board.state.ruin_card[5] == 1
    assert board.points()[KHORNE] == 3 + 4
    assert board.points()[TZEENTCH] == 3
    assert board.points()[SLAANESH] == 0
    assert board.points()[NURGLE] >= 3 + 9
    assert board.corruption_in("Es") == [0, 0, 0, 0]


@rule("ruin.warpstones", "token.warpstone")
def test_warpstones_count_towards_ruin() -> None:
    board = Position().corruption(NURGLE, "N", 8).figures("leper", "N").tokens("warpstone", "N", 3)
    assert after(board).state.ruin_card[0] == 1
    spared = Position().corruption(NURGLE, "N", 8).figures("leper", "N").tokens("warpstone", "N", 2)
    assert after(spared).state.ruin_card[0] == 0


@rule("ruin.by_round", "ruin.by_step")
def test_a_ruiner_placed_a_token_in_this_round_or_by_the_old_reading_in_this_step() -> None:
    for reading, points in (("round", 3), ("step", 0)):
        board = Position({"ruiner_by": reading}).corruption(NURGLE, "Ti", 10).figures("leper", "Ti", 2)
        board.hand("Perverse Infiltration").turn(SLAANESH, 1).play("Perverse Infiltration", "Ti").fight()
        assert board.state.ruin_points[SLAANESH] - 3 == points, "as second in the region it scores 3 at the end"


@rule("ruin.ties")
def test_ties_for_first_share_both_and_ties_for_second_the_second() -> None:
    first = Position().corruption(KHORNE, "K", 5).corruption(NURGLE, "K", 5).corruption(TZEENTCH, "K", 1)
    first.figures("acolyte", "K")
    assert after(first).state.ruin_points.tolist() == [6, 6, 3, 0]
    second = Position().corruption(KHORNE, "K", 5).corruption(NURGLE, "K", 3).corruption(SLAANESH, "K", 3)
    second.figures("bloodsworn", "K")
    assert after(second).state.ruin_points.tolist() == [3 + 8, 2, 0, 2]
    alone = Position().corruption(KHORNE, "K", 11).figures("bloodsworn", "K")
    assert after(alone).state.ruin_points.tolist() == [3 + 8, 0, 0, 0]


@rule("ruin.sixth")
def test_a_sixth_region_is_spared() -> None:
    board = Position()
    for where in ("N", "TC", "Ti", "BP", "Ba"):
        board.ruin(where)
    board.corruption(NURGLE, "K", 11).figures("leper", "K", 2)
    board.fight()
    assert board.state.ruin_card[2] == 0
    assert board.state.ruin_points.tolist() == [0, 0, 0, 0]


@rule("upgrade.provender_of_ruin")
def test_provender_of_ruin_scores_for_every_ruin() -> None:
    board = Position().upgrade("Provender of Ruin").corruption(KHORNE, "N", 11).figures("bloodsworn", "N")
    assert after(board).state.ruin_points.tolist() == [3 + 6, 3, 0, 0]


@rule("upgrade.bloodthirster")
def test_the_upgraded_bloodthirster_counts_as_three() -> None:
    board = Position().upgrade("Bloodthirster").figures("bloodthirster", "Ti")
    assert after(board).points() == [2, 0, 0, 0]


@rule("upgrade.lord_of_change", "magic")
def test_the_upgraded_lord_of_change_brings_two_symbols() -> None:
    board = Position().upgrade("Lord of Change").figures("lord_of_change", "Ti").figures("acolyte", "Ti", 2)
    board.fight()
    assert board.state.advances[TZEENTCH] == 1


@rule("control.corruption")
def test_a_controlled_cultist_corrupts_for_its_controller() -> None:
    board = Position().figures("leper", "Ti", 2).hand("Soporific Musk").turn(SLAANESH, 2)
    board.play("Soporific Musk", "Ti").choose("leper").fight()
    assert board.corruption_in("Ti") == [0, 1, 0, 1]
