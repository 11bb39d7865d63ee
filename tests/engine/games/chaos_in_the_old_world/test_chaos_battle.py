"""The battle phase: the rulebook's worked examples, dice, hits, and the cards and upgrades of battle."""

from __future__ import annotations

import pytest
from chaos_positions import KHORNE, NURGLE, SLAANESH, TZEENTCH, Position

from engine.games.chaos_in_the_old_world.actions import Verb
from engine.games.chaos_in_the_old_world.state import Ask, Chance

rule = pytest.mark.rule


@rule("battle.three_way")
def test_the_three_way_battle_of_the_rulebook() -> None:
    """Page 16: 2 Bloodletters, a Great Unclean One and 2 Acolytes in Kislev."""
    board = Position().figures("bloodletter", "K", 2).figures("great_unclean_one", "K").figures("acolyte", "K", 2)
    board.dice("miss miss hit burst hit miss hit hit")
    board.fight()
    assert (board.ask, board.asked, board.state.hits) == (Ask.HITS, KHORNE, 3)
    board.choose("great_unclean_one")
    assert (board.ask, board.asked, board.state.hits) == (Ask.HITS, NURGLE, 2)
    board.choose("bloodletter").choose("acolyte")
    assert board.count("bloodletter", "K") == 1
    assert board.count("acolyte", "K") == 1
    assert board.count("great_unclean_one", "K") == 0


@rule("battle.peasants")
def test_khorne_against_peasants() -> None:
    """Page 17: one Bloodletter, two Peasants in the Border Princes, dice 3 and 4."""
    board = Position().figures("bloodletter", "BP").tokens("peasant", "BP", 2).dice("miss hit")
    board.fight()
    assert board.choices() == {"peasant"}
    board.do(Verb.HIT_PEASANT)
    assert board.tokens_in("peasant", "BP") == 1
    assert board.state.peasants[KHORNE] == 1
    assert board.state.dial[KHORNE] == 0, "Peasants are no figures: no counter"


@rule("battle.complicated", "card.blood_frenzy", "card.rain_of_pus")
def test_the_complicated_battle_of_the_rulebook() -> None:
    """Page 17: Blood Frenzy and Rain of Pus in Estalia."""
    board = Position().figures("bloodletter", "Es").figures("bloodsworn", "Es").figures("great_unclean_one", "Es")
    board.figures("plaguebearer", "Es", 2).figures("leper", "Es")
    board.card("Blood Frenzy", "Es", 0).card("Rain of Pus", "Es", 1)
    board.dice("miss burst hit hit hit miss miss miss burst burst hit")
    board.fight()
    assert (board.ask, board.state.hits) == (Ask.EARLY_HITS, 2)
    assert board.choices() == {"plaguebearer", "leper", "keep"}, "defense 2 each, the daemon's is 4"
    board.choose("plaguebearer")
    assert board.count("plaguebearer", "Es") == 1, "it leaves at once and does not roll"
    assert (board.ask, board.state.hits) == (Ask.HITS, 2)
    assert board.choices() == {"plaguebearer", "leper"}, "two hits don't suffice for the Great Unclean One"
    board.choose("leper")
    assert (board.asked, board.state.hits) == (NURGLE, 3)
    board.choose("bloodletter").choose("bloodsworn")
    assert board.count("bloodletter", "Es") == board.count("bloodsworn", "Es") == board.count("leper", "Es") == 0
    assert board.count("great_unclean_one", "Es") == 1


@rule("battle.early_hits_join")
def test_blood_frenzy_hits_that_are_kept_join_the_normal_roll() -> None:
    """Page 16: a Bloodthirster with Blood Frenzy against a Great Unclean One: 2 + 2 hits kill it."""
    board = Position().figures("bloodthirster", "K").figures("great_unclean_one", "K").card("Blood Frenzy", "K")
    board.dice("hit hit miss miss hit hit miss miss miss")
    board.fight()
    assert (board.ask, board.state.hits) == (Ask.HITS, 4), "two early hits can't kill, they wait"
    board.choose("great_unclean_one")
    assert board.count("great_unclean_one", "K") == 0


@rule("battle.early_kill")
def test_a_figure_killed_by_early_dice_does_not_roll() -> None:
    board = Position().figures("bloodthirster", "K").figures("great_unclean_one", "K").card("Blood Frenzy", "K")
    board.dice("burst hit hit miss miss miss miss")
    board.fight()
    board.choose("great_unclean_one")
    rolls = [event.values[1] for event in board.events if event.kind == Chance.DIE]
    assert NURGLE not in rolls


@rule("battle.early_choice")
def test_early_hits_that_could_kill_may_be_kept() -> None:
    board = Position().figures("bloodletter", "K").figures("leper", "K").card("Blood Frenzy", "K")
    board.dice("hit miss miss hit")
    board.fight()
    assert board.choices() == {"leper", "keep"}
    board.do(Verb.DECLINE)
    assert (board.ask, board.state.hits) == (Ask.HITS, 2)


@rule("battle.dice_explode")
def test_a_six_hits_and_gives_another_die() -> None:
    board = Position().figures("horror", "K").figures("leper", "K", 3).dice("burst burst miss")
    board.fight()
    assert (board.asked, board.state.hits) == (TZEENTCH, 2)


@rule("battle.simultaneous")
def test_the_fallen_roll_their_dice_and_leave_afterwards() -> None:
    board = Position().figures("bloodletter", "K").figures("plaguebearer", "K").dice("hit miss hit")
    board.fight().choose("plaguebearer")
    assert board.asked == NURGLE
    assert board.count("plaguebearer", "K") == 1
    board.choose("bloodletter")
    assert board.count("plaguebearer", "K") == board.count("bloodletter", "K") == 0


@rule("battle.must_assign")
def test_hits_must_be_assigned_while_somebody_can_be_killed() -> None:
    board = Position().figures("bloodletter", "K").figures("leper", "K").dice("hit hit")
    board.fight()
    assert board.choices() == {"leper"}, "nothing to decline"


@rule("battle.no_pooling")
def test_hits_that_kill_nobody_are_lost_and_never_pooled() -> None:
    board = Position().figures("plaguebearer", "K", 2).figures("daemonette", "K", 2).figures("keeper_of_secrets", "K")
    board.dice("hit miss hit hit miss miss")
    board.fight()
    assert board.asked == SLAANESH, "Nurgle's one hit kills nobody of defense 2 and is lost"


@rule("battle.none")
def test_no_battle_without_dice_or_without_a_target() -> None:
    board = Position().figures("bloodsworn", "K").figures("leper", "K").figures("bloodthirster", "N")
    board.fight()
    assert not [event for event in board.events if event.kind == Chance.DIE]


@rule("battle.order")
def test_battles_run_in_region_order_and_powers_in_theirs() -> None:
    board = Position()
    for where in ("Ba", "N"):
        board.figures("bloodletter", where).figures("plaguebearer", where).figures("horror", where)
    board.fight()
    while board.state.phase == 3:
        board.take(board.legal()[0])
    rolls = [event.values[:2] for event in board.events if event.kind == Chance.DIE]
    assert rolls == sorted(rolls)
    assert {where for where, _ in rolls} == {0, 8}


@rule("battle.ruined_region")
def test_battles_are_fought_in_ruined_regions() -> None:
    board = Position().ruin("N").figures("bloodletter", "N").figures("leper", "N").dice("hit miss")
    board.fight().choose("leper")
    assert board.count("leper", "N") == 0


@rule("dial.khorne")
def test_khorne_advances_once_a_region_however_many_he_kills() -> None:
    board = Position().figures("bloodletter", "K", 2).figures("leper", "K", 2).dice("hit hit miss miss")
    board.fight().choose("leper").choose("leper")
    assert board.state.kills[KHORNE] == 2
    board.finish_round()
    assert board.state.dial[KHORNE] == 2, "one counter: one tick, and one more for having most"


@rule("control.battle")
def test_a_controlled_figure_fights_for_its_controller_and_may_be_hit_by_its_owner() -> None:
    board = Position().figures("bloodletter", "K", 2).hand("Soporific Musk").turn(SLAANESH, 3)
    board.play("Soporific Musk", "K").choose("bloodletter")
    assert board.state.at[2].bit_count() == 2
    board.dice("hit miss hit miss")
    board.fight()
    assert (board.asked, board.ask) == (KHORNE, Ask.HITS), "Khorne must hit his own figure: there is no other target"
    board.choose("bloodletter", controller=SLAANESH)
    assert board.asked == SLAANESH
    board.choose("bloodletter", controller=KHORNE)
    assert board.count("bloodletter", "K") == 0


@rule("card.ritual_slaying")
def test_ritual_slaying_draws_a_card_for_each_figure() -> None:
    board = Position().figures("bloodletter", "K", 2).figures("leper", "K", 3).card("Ritual Slaying", "K")
    board.dice("hit hit miss miss")
    board.fight().choose("leper").choose("leper")
    assert board.state.drawn.tolist()[:7] != [0] * 7
    drawn = [event for event in board.events if event.kind == Chance.DRAWN and event.values[0] == KHORNE]
    assert len(drawn) >= 2


@rule("card.reborn_in_blood", "house.reborn")
def test_reborn_in_blood_has_a_second_battle_fought() -> None:
    board = Position().figures("bloodletter", "K").figures("leper", "K", 3).card("Reborn in Blood", "K")
    board.dice("hit miss hit miss")
    board.fight().choose("leper")
    assert board.ask == Ask.HITS, "the second battle"
    board.choose("leper")
    assert board.count("leper", "K") == 1
    assert board.state.advances[KHORNE] == 1 or board.state.dial[KHORNE] == 2, "still one counter a region"


@rule("card.field_of_ecstasy", "house.ecstasy_stops_early_dice")
def test_field_of_ecstasy_stops_battle_and_early_dice() -> None:
    def fought(**options: bool) -> set[int]:
        board = Position({f"house.{key}": value for key, value in options.items()})
        board.figures("bloodletter", "K").figures("leper", "K").card("Field of Ecstasy", "K").card("Blood Frenzy", "K", 1)
        board.dice("miss miss").fight()
        return {event.values[0] for event in board.events if event.kind == Chance.DIE}

    assert fought() == set()
    assert fought(ecstasy_stops_early_dice=False) == {2}


@rule("card.plague_touch")
def test_plague_touch_weakens_enemies_down_to_one() -> None:
    board = Position().figures("plaguebearer", "K").figures("horror", "K").figures("leper", "K").figures("bloodsworn", "K")
    board.card("Plague Touch", "K", 0).card("Plague Touch", "K", 1).dice("hit")
    board.fight()
    assert board.asked == NURGLE
    assert board.choices() == {"horror", "bloodsworn"}, "2 - 2 is 1, 1 - 2 is 1"


@rule("card.warp_shield")
def test_warp_shield_goes_with_the_figure_and_nobody_can_kill_it() -> None:
    """Page 14: the shielded Acolyte is teleported and stays shielded."""
    board = Position().figures("acolyte", "Em", 2).figures("bloodletter", "Es").hand("Warp Shield", "Teleport").turn(TZEENTCH)
    board.play("Warp Shield", "Em").choose("acolyte")
    board.turn(TZEENTCH).play("Teleport", "Em", 1).choose("acolyte", variant=1)
    board.do(Verb.CHOOSE_REGION, region=5)
    assert board.count("acolyte", "Es") == 1
    board.dice("hit hit").fight()
    assert not [event for event in board.events if event.kind == Chance.DIE], "there is nobody to hit"
    board.finish_round()
    assert board.state.shielded == 0


@rule("card.the_final_rotting")
def test_the_final_rotting_kills_a_small_enemy_for_each_token() -> None:
    board = Position().figures("acolyte", "K", 2).figures("lord_of_change", "K").figures("leper", "K")
    board.corruption(NURGLE, "K", 2).card("The Final Rotting", "K").dice("miss miss miss")
    board.fight()
    assert (board.ask, board.asked) == (Ask.ROT, NURGLE)
    assert board.choices() == {"acolyte"}, "no greater daemon, no own figure"
    board.choose("acolyte").choose("acolyte")
    assert board.count("acolyte", "K") == 0


@rule("upgrade.bloodletters")
def test_upgraded_bloodletters_strike_first() -> None:
    board = Position().upgrade("Bloodletters").figures("bloodletter", "K").figures("plaguebearer", "K")
    board.dice("hit miss").fight()
    assert board.ask == Ask.EARLY_HITS
    board.choose("plaguebearer")
    assert board.count("plaguebearer", "K") == 0
    assert NURGLE not in [event.values[1] for event in board.events if event.kind == Chance.DIE]


@rule("upgrade.bloodsworn")
def test_upgraded_bloodsworn_roll_a_die() -> None:
    board = Position().upgrade("Bloodsworn").figures("bloodsworn", "K", 2).figures("leper", "K").dice("hit miss")
    board.fight()
    assert (board.asked, board.state.hits) == (KHORNE, 1)


@rule("upgrade.plaguebearers")
def test_upgraded_plaguebearers_strike_back_at_once() -> None:
    board = Position().upgrade("Plaguebearers").figures("bloodletter", "K", 2).figures("plaguebearer", "K", 2)
    board.dice("hit hit miss miss miss miss")
    board.fight().choose("plaguebearer").choose("plaguebearer")
    assert (board.ask, board.asked, board.state.hits) == (Ask.RETALIATE, NURGLE, 2)
    board.choose("bloodletter").choose("bloodletter")
    assert board.count("bloodletter", "K") == 0


@rule("upgrade.seductresses")
def test_upgraded_seductresses_need_two_hits() -> None:
    board = Position().upgrade("Seductresses").figures("bloodletter", "K").figures("seductress", "K").dice("hit miss")
    board.fight()
    assert board.count("seductress", "K") == 1


@rule("upgrade.daemonettes", "house.daemonettes")
def test_upgraded_daemonettes_roll_two_dice() -> None:
    board = Position().upgrade("Daemonettes").figures("daemonette", "K").figures("leper", "K", 2).dice("hit hit")
    board.fight()
    assert (board.asked, board.state.hits) == (SLAANESH, 2)


@rule("upgrade.keeper_of_secrets", "house.keeper_of_secrets")
def test_the_upgraded_keeper_takes_a_cultist_before_battle() -> None:
    board = (
        Position().upgrade("Keeper of Secrets").figures("keeper_of_secrets", "K").figures("leper", "K").figures("horror", "K")
    )
    board.fight()
    assert (board.ask, board.asked, board.choices()) == (Ask.TAKE_CULTIST, SLAANESH, {"leper"})
    board.dice("miss miss miss").choose("leper")
    assert board.corruption_in("K") == [0, 0, 0, 1]


@rule("house.defense_cards_by_control")
def test_defense_cards_go_by_control() -> None:
    """Sheet 9.8: a Nurgle figure that Slaanesh controls gets no Rain of Pus."""
    for by_control, dead in ((True, 1), (False, 0)):
        board = Position({"house.defense_cards_by_control": by_control})
        board.figures("leper", "K").figures("bloodletter", "K").hand("Soporific Musk").turn(SLAANESH, 3)
        board.play("Soporific Musk", "K").choose("leper")
        board.card("Rain of Pus", "K", 1).dice("hit miss").fight()
        if by_control:
            board.choose("leper", controller=SLAANESH)
        assert board.state.losses[NURGLE] == dead
