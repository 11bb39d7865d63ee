"""The Old World phase, the end phase in its six steps, dials, and how the game ends."""

from __future__ import annotations

import numpy as np
import pytest
from chaos_positions import GAME, KHORNE, NURGLE, OLD_WORLD_KEYS, SLAANESH, TZEENTCH, Position, region

from engine.games.chaos_in_the_old_world.actions import Verb
from engine.games.chaos_in_the_old_world.state import Ask, Ending

rule = pytest.mark.rule


def credits_of(board: Position) -> list[int]:
    twelfths, _ = board.batch.settle()
    return [int(value) for value in np.asarray(twelfths)[0]]


@rule("end.cards")
def test_chaos_cards_go_to_their_owners_discards() -> None:
    board = Position().card("Battle Cry", "K").card("Influenza", "K", 1).fight()
    assert board.state.discard[1] == 1
    assert board.state.discard[8] == 1
    assert set(board.state.space) == {-1}


@rule("card.the_persistence_of_change")
def test_persistence_of_change_stays_where_tzeentch_killed() -> None:
    stays = Position().card("The Persistence of Change", "K").figures("horror", "K").figures("leper", "K").dice("hit")
    stays.fight().choose("leper")
    assert stays.state.space[4] >= 0
    leaves = Position().card("The Persistence of Change", "K").fight()
    assert leaves.state.space[4] == -1


@rule("end.heroes", "token.hero")
def test_each_hero_takes_a_figure_of_the_highest_threat_there() -> None:
    board = Position().figures("seductress", "N").figures("leper", "N", 2).tokens("hero", "N", 2).fight()
    assert (board.ask, board.asked) == (Ask.HERO, SLAANESH), "threat 4 beats 1"
    board.choose("seductress")
    assert board.asked == NURGLE, "the second Hero finds nobody else"
    board.choose("leper")
    assert board.count("leper", "N") == 1


@rule("end.dials", "dial.score", "dial.warpstones", "dial.upgrade")
def test_the_rulebooks_example_of_turning_dials() -> None:
    """Page 21: counters 2, 1, 1, 0: 4 VP, 3 VP, a Warpstone; Khorne ticks again: an upgrade."""
    board = Position().set(advances={KHORNE: 2, NURGLE: 1, TZEENTCH: 1}).fight()
    assert (board.ask, board.asked) == (Ask.DIAL_WARPSTONE, TZEENTCH)
    assert board.points() == [4, 3, 0, 0]
    board.do(Verb.CHOOSE_REGION, region=6)
    assert board.tokens_in("warpstone", "Ti") == 1
    assert (board.ask, board.asked, len(board.legal())) == (Ask.UPGRADE, KHORNE, 5)
    board.do(Verb.TAKE_UPGRADE, upgrade=0)
    assert board.state.attack[0] == 1
    assert board.state.dial.tolist() == [2, 1, 1, 0]
    assert board.state.advances.tolist() == [0, 0, 0, 0]


@rule("dial.extra_tie")
def test_nobody_ticks_again_when_several_have_most_counters() -> None:
    board = Position().set(advances={KHORNE: 1, NURGLE: 1}).fight()
    assert board.state.dial.tolist() == [1, 1, 0, 0]


@rule("dial.draw")
def test_a_dial_that_draws_cards() -> None:
    board = Position().set(dial={KHORNE: 2}, advances={KHORNE: 1, NURGLE: 1}).fight()
    assert board.state.hand_size[KHORNE] == 4, "two of the dial, two of the next draw phase"


@rule("dial.remove_corruption")
def test_nurgle_removes_tokens_of_any_owner() -> None:
    board = Position().corruption(KHORNE, "K", 1).corruption(NURGLE, "N", 1)
    board.set(dial={NURGLE: 1}, advances={NURGLE: 1, KHORNE: 1}).fight()
    assert (board.ask, board.asked, len(board.legal())) == (Ask.DIAL_CORRUPTION, NURGLE, 2)
    board.do(Verb.CHOOSE_CORRUPTION, controller=KHORNE)
    assert board.corruption_in("K") == [0, 0, 0, 0]


@rule("dial.nobles", "dial.remove_tokens")
def test_slaanesh_places_nobles_and_later_removes_tokens() -> None:
    board = Position().set(dial={SLAANESH: 2}, advances={SLAANESH: 1, KHORNE: 1}).fight()
    assert (board.ask, len(board.legal())) == (Ask.DIAL_NOBLE, 9)
    board.do(Verb.CHOOSE_REGION, region=0).do(Verb.CHOOSE_REGION, region=0)
    assert board.tokens_in("noble", "N") == 2
    board = Position().tokens("hero", "N").set(dial={SLAANESH: 5}, advances={SLAANESH: 1, KHORNE: 1}).fight()
    assert board.ask == Ask.DIAL_TOKEN
    board.do(Verb.CHOOSE_TOKEN, token=1)
    assert board.ask != Ask.DIAL_TOKEN, "as many as there are"


@rule("ending.dial")
def test_victory_on_a_dial_comes_before_fifty_points() -> None:
    board = Position().set(dial={SLAANESH: 6}, advances={SLAANESH: 1, KHORNE: 1}, victory_points={NURGLE: 60}).fight()
    assert board.state.outcome == Ending.DIAL
    assert credits_of(board) == [0, 0, 0, 12]


@rule("ending.dial_tie")
def test_two_dials_are_decided_by_points_and_then_shared() -> None:
    start = {"dial": {KHORNE: 8, SLAANESH: 6}, "advances": {KHORNE: 1, SLAANESH: 1}}
    board = Position().set(**start, victory_points={KHORNE: 9, SLAANESH: 10}).fight()
    assert credits_of(board) == [0, 0, 0, 12]
    shared = Position().set(**start, victory_points={KHORNE: 9, SLAANESH: 9}).fight()
    assert credits_of(shared) == [6, 0, 0, 6]


@rule("ending.points")
def test_fifty_points_win_most_points_first_then_threat() -> None:
    board = Position().set(victory_points={NURGLE: 51, KHORNE: 52}).fight()
    assert board.state.outcome == Ending.VICTORY_POINTS
    assert credits_of(board) == [12, 0, 0, 0]
    tie = Position().set(victory_points={NURGLE: 51, SLAANESH: 51}).fight()
    assert credits_of(tie) == [0, 0, 0, 12], "threat 4 beats 1"


@rule("ending.five_regions")
def test_five_ruined_regions_end_the_game() -> None:
    board = Position()
    for where in ("N", "TC", "Ti", "BP", "Ba"):
        board.ruin(where)
    board.set(victory_points={TZEENTCH: 20, KHORNE: 20, NURGLE: 19}).fight()
    assert board.state.outcome == Ending.FIVE_REGIONS
    assert credits_of(board) == [12, 0, 0, 0], "20 each: threat 3 beats 2"


@rule("ending.exhausted")
def test_all_lose_when_the_old_world_deck_is_empty() -> None:
    board = Position().set(old_world_left=0, victory_points={KHORNE: 49}).fight()
    assert board.state.outcome == Ending.OLD_WORLD_EXHAUSTED
    assert credits_of(board) == [0, 0, 0, 0]


@rule("old_world.track")
def test_a_new_card_pushes_the_track() -> None:
    board = Position().track("Peasant Uprising", 0).track("Warpstone Discovery", 1).next_old_world("Franz's Decree").fight()
    assert board.state.track.tolist() == [OLD_WORLD_KEYS.index("franzs_decree"), OLD_WORLD_KEYS.index("peasant_uprising")]


@rule("old_world.comet", "house.comets_clear")
def test_a_comet_card_clears_events_and_other_comets() -> None:
    """Page 10: Greenskins and Warpstone Discovery lie on the track when the Corsairs come."""
    board = Position().track("Greenskins Invade", 0).track("Warpstone Discovery", 1).tokens("event", "Ba", 2)
    board.next_old_world("Dark Elf Corsairs").fight()
    assert board.state.track.tolist() == [
        OLD_WORLD_KEYS.index("dark_elf_corsairs"),
        OLD_WORLD_KEYS.index("warpstone_discovery"),
    ]
    assert [where for where in range(9) if board.state.tokens[where, 0]] == [0, 5]


@rule("old_world.lowest_threat", "old_world.meteor_showers")
def test_the_lowest_threat_decides_where_meteors_fall() -> None:
    board = Position().ruin("N").next_old_world("Meteor Showers").fight()
    assert (board.ask, board.asked, len(board.legal())) == (Ask.OLD_WORLD_REGION, NURGLE, 8)
    board.do(Verb.CHOOSE_REGION, region=8)
    assert len(board.legal()) == 7, "two different regions"
    board.do(Verb.CHOOSE_REGION, region=7)
    assert board.tokens_in("warpstone", "Ba") == board.tokens_in("warpstone", "BP") == 1
    assert board.state.track.tolist() == [-1, -1], "it is discarded"


@rule("old_world.supply")
def test_no_more_tokens_than_the_supply_has() -> None:
    board = Position().tokens("hero", "N", 3).next_old_world("Witch Hunters").fight()
    while board.ask == Ask.HERO:
        board.take(board.legal()[0])
    assert [board.tokens_in("hero", where) for where in ("Em", "Br", "Es")] == [1, 0, 0]


@rule("old_world.plunged_into_chaos")
def test_plunged_into_chaos_scores_captured_peasants() -> None:
    board = Position().set(peasants={KHORNE: 3, NURGLE: 2}).fight()
    assert board.points() == [6, 2, 0, 0]
    tie = Position().set(peasants={KHORNE: 2, NURGLE: 2}).fight()
    assert tie.points() == [2, 2, 0, 0]


@rule("old_world.peasant_uprising")
def test_peasants_come_everywhere_but_the_badlands_and_resist() -> None:
    board = Position().next_old_world("Peasant Uprising").fight()
    assert [board.state.tokens[where, 3] for where in range(9)] == [1] * 8 + [0]
    held = Position().track("Peasant Uprising").tokens("peasant", "N").figures("leper", "N", 2).fight()
    assert held.points() == [0, 0, 0, 0], "2 is not more than 1 + 1"


@rule("old_world.up_from_skavenblight")
def test_skaven_come_near_warpstones() -> None:
    board = Position().tokens("warpstone", "N").next_old_world("Up from Skavenblight").fight()
    assert len(board.legal()) == 2, "Norsca and Troll Country"
    board.do(Verb.CHOOSE_REGION, region=0).do(Verb.CHOOSE_REGION, region=1)
    assert board.ask != Ask.OLD_WORLD_REGION


@rule("old_world.warpstone_discovery")
def test_warpstone_discovery_places_two_and_gives_cards() -> None:
    board = Position().next_old_world("Warpstone Discovery").fight().do(Verb.CHOOSE_REGION, region=4)
    assert board.tokens_in("warpstone", "Br") == 2
    board = Position().track("Warpstone Discovery").tokens("warpstone", "N").tokens("warpstone", "TC")
    board.figures("leper", "N").figures("leper", "TC").fight()
    assert board.state.hand_size[NURGLE] == 1 + 2, "one card however many regions, then the draw phase"


@rule("old_world.the_crusade_is_come")
def test_the_crusade_places_six_tokens_in_six_regions() -> None:
    board = Position().next_old_world("The Crusade is Come").fight()
    for where in range(6):
        board.do(Verb.CHOOSE_REGION, region=where)
    assert [[board.state.tokens[where, token] for token in (1, 2, 3)].index(1) for where in range(6)] == [0, 0, 1, 1, 2, 2]


@rule("old_world.bretonnian_knights", "house.knights_victim_chooses")
def test_knights_bring_heroes_and_cost_cards_in_bretonnia() -> None:
    board = Position().next_old_world("Bretonnian Knights").fight()
    assert board.tokens_in("hero", "Br") == 1
    assert len(board.legal()) == 8
    board = Position().track("Bretonnian Knights").figures("leper", "Br").hand("Influenza", "Plague Aura").fight()
    assert (board.ask, board.asked) == (Ask.DISCARD, NURGLE)
    off = Position({"house.knights_victim_chooses": False}).track("Bretonnian Knights").figures("leper", "Br").hand("Influenza")
    assert off.fight().ask != Ask.DISCARD
    assert off.state.discard[8] == 1


@rule("old_world.dwarf_trollslayers", "house.dwarf_trollslayers")
def test_trollslayers_choose_two_regions_and_hunt_in_the_north() -> None:
    board = Position().next_old_world("Dwarf Trollslayers").fight().do(Verb.DECLINE)
    assert board.tokens_in("hero", "TC") == board.tokens_in("hero", "Em") == 1
    board = Position().track("Dwarf Trollslayers").figures("leper", "N").figures("seductress", "TC").fight()
    assert (board.ask, board.asked) == (Ask.LOSS_FIGURE, SLAANESH)
    board.choose("seductress")
    assert board.count("seductress", "TC") == 0
    off = Position({"house.dwarf_trollslayers": False}).track("Dwarf Trollslayers").figures("leper", "N").fight()
    assert off.ask != Ask.LOSS_FIGURE


@rule("old_world.witch_hunters", "house.witch_hunters")
def test_witch_hunters_bring_heroes_that_hunt_cultists() -> None:
    board = Position().track("Witch Hunters").tokens("hero", "N").figures("seductress", "N").figures("daemonette", "N").fight()
    assert board.choices() == {"seductress"}
    off = Position({"house.witch_hunters": False}).track("Witch Hunters").tokens("hero", "N")
    assert off.figures("seductress", "N").figures("daemonette", "N").fight().choices() == {"seductress", "daemonette"}


@rule("old_world.road_wardens")
def test_road_wardens_place_heroes_in_three_populous_regions() -> None:
    board = Position().next_old_world("Road Wardens").fight()
    assert len(board.legal()) == 4


@rule("old_world.mass_exodus")
def test_mass_exodus_places_two_peasants_each() -> None:
    board = Position().next_old_world("Mass Exodus").fight()
    assert [board.tokens_in("peasant", where) for where in ("TC", "Ti", "BP")] == [2, 2, 2]


@rule("old_world.greenskins_invade", "house.greenskins_invade")
def test_greenskins_make_figures_dearer_in_event_regions() -> None:
    board = Position().next_old_world("Greenskins Invade").fight()
    assert [board.tokens_in("event", where) for where in ("Em", "Ti", "Ba")] == [1, 1, 1]
    board = Position().track("Greenskins Invade").tokens("event", "Ba").turn(NURGLE, 1)
    assert "Ba" not in board.goals("leper", "reserve")


@rule("old_world.dark_elf_corsairs", "house.dark_elf_corsairs")
def test_corsairs_take_a_cultist_from_each_power() -> None:
    board = Position().track("Dark Elf Corsairs").tokens("event", "N").tokens("event", "Es")
    board.figures("leper", "N").figures("leper", "Es").figures("horror", "Es").figures("acolyte", "Es").fight()
    assert (board.ask, board.asked) == (Ask.LOSS_REGION, NURGLE)
    board.do(Verb.CHOOSE_REGION, region=region("Es")).choose("leper")
    assert board.choices() == {"acolyte"}
    board.choose("acolyte")
    assert board.count("leper", "Es") == board.count("acolyte", "Es") == 0


@rule("old_world.teclis_aids_the_empire", "house.teclis_aids_the_empire")
def test_teclis_bars_magic_from_the_event_region() -> None:
    board = Position().track("Teclis Aids the Empire").tokens("event", "K").hand("Dazzle", "Teleport").turn(TZEENTCH)
    assert "K" not in board.plays("Dazzle")
    assert "K" in board.plays("Teleport")


@rule("old_world.electors_sue_for_peace", "house.electors_sue_for_peace")
def test_electors_keep_the_peace_in_event_regions() -> None:
    board = Position().track("Electors Sue for Peace").tokens("event", "K").figures("bloodletter", "K").figures("leper", "K")
    board.dice("hit hit").fight()
    assert board.count("leper", "K") == 1


@rule("old_world.the_grail_is_found", "house.the_grail_is_found")
def test_the_grail_keeps_corruption_out() -> None:
    board = Position().track("The Grail is Found").tokens("event", "K").figures("leper", "K").fight()
    assert board.corruption_in("K") == [0, 0, 0, 0]
    place = Position().next_old_world("The Grail is Found").fight()
    assert len(place.legal()) == 4, "next to Bretonnia"


@rule("old_world.norse_reavers", "house.norse_reavers")
def test_reavers_roll_and_the_lowest_threat_assigns() -> None:
    board = Position().track("Norse Reavers").tokens("event", "K").figures("leper", "K").figures("acolyte", "K")
    board.dice("hit miss").fight()
    assert (board.ask, board.asked, board.choices()) == (Ask.REAVERS, NURGLE, {"leper", "acolyte"})
    board.choose("acolyte")
    assert board.count("acolyte", "K") == 0


@rule("old_world.franzs_decree", "house.franzs_decree")
def test_franzs_decree_raises_populous_resistance() -> None:
    board = Position().track("Franz's Decree").figures("plaguebearer", "K", 4).fight()
    assert board.points() == [0, 0, 0, 0]


@rule("old_world.electors_arise", "house.electors_arise")
def test_electors_arise_brings_two_nobles() -> None:
    board = Position().next_old_world("Electors Arise").fight()
    assert board.tokens_in("noble", "Em") == 1
    assert len(board.legal()) == 3


@rule("old_world.divine_inspiration", "house.divine_inspiration")
def test_divine_inspiration_goes_where_most_corruption_lies() -> None:
    board = Position().corruption(KHORNE, "N", 3).corruption(NURGLE, "TC", 3).next_old_world("Divine Inspiration").fight()
    assert len(board.legal()) == 2


@rule("old_world.skavengers", "house.skavengers")
def test_skavengers_take_warpstones_where_skaven_are() -> None:
    board = Position().track("Skavengers").tokens("skaven", "N").tokens("warpstone", "N", 2).fight()
    assert board.tokens_in("warpstone", "N") == 1


@rule("old_world.the_horned_ones_due", "house.the_horned_ones_due")
def test_the_horned_ones_due_closes_a_card_space() -> None:
    board = Position().next_old_world("The Horned One's Due").fight().do(Verb.CHOOSE_REGION, region=2)
    assert board.ask == Ask.OLD_WORLD_SPACE
    board.do(Verb.CHOOSE_SPACE, side=1)
    assert board.state.closed_space == 5
    board.hand("Battle Cry").turn(KHORNE)
    assert [len(board.find(Verb.PLAY, card=1, region=2, side=side)) for side in (0, 1)] == [1, 0]


@rule("house_cards")
def test_without_house_cards_seventeen_are_left() -> None:
    assert Position().batch.options.old_world_cards_in_box() == 28
    assert GAME.options(house_cards=False).old_world_cards_in_box() == 17
    assert GAME.options(house_cards=False).to_record()["lasting"][OLD_WORLD_KEYS.index("witch_hunters")] == 0


@rule("three_players")
def test_three_players_have_compact_seats_and_eight_rounds() -> None:
    for power in ("khorne", "nurgle", "tzeentch", "slaanesh"):
        options = GAME.options(without=power)
        assert power not in GAME.seats(options)
        assert len(GAME.seats(options)) == 3
        assert options.old_world_deck() == 8
