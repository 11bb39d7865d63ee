"""Dice, Elven Rings, phases, politics, victory (sections 2, 3, 7, 8)."""

from __future__ import annotations

import pytest
from ring_table import FREE, SHADOW, Table

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import NUMBER
from engine.games.war_of_the_ring.rules import politics, turn
from engine.games.war_of_the_ring.state import Ending
from engine.trace import NO_TRACE


@pytest.mark.rule("dice.pass")
def test_pass_needs_strictly_fewer_dice() -> None:
    table = Table().dice(FREE, muster=2).dice(SHADOW, muster=3).turn(FREE)
    assert "pass" in table.choices()
    assert "pass" not in table.dice(SHADOW, muster=2).choices()


@pytest.mark.rule("dice.skip")
def test_any_die_may_be_thrown_away() -> None:
    table = Table().dice(FREE, event=1, muster=1).dice(SHADOW, muster=2).turn(FREE).play("event: skip")
    assert (table.s.dice[FREE, 4], table.s.current_player) == (0, SHADOW)


@pytest.mark.rule("dice.alternate")
def test_a_side_without_dice_is_left_out() -> None:
    table = Table().dice(FREE).dice(SHADOW, muster=2, army=1).turn(SHADOW).play("muster: skip")
    assert table.s.current_player == SHADOW


@pytest.mark.rule("dice.muster")
def test_a_passive_nation_does_not_take_the_last_step() -> None:
    table = Table().dice(FREE, muster=3).dice(SHADOW, muster=1)
    table.s.to_war[2] = 1
    table.turn(FREE).play("muster: advance")
    assert "gondor" not in table.choices()
    assert "elves" in table.choices()


@pytest.mark.rule("dice.recruit")
def test_two_figures_go_to_different_settlements_of_nations_at_war() -> None:
    table = Table().war("gondor").dice(FREE, muster=1).dice(SHADOW, muster=1).turn(FREE).play("muster: recruit")
    assert {"gondor regular", "gondor elite", "gondor leader"} == table.choices()
    table.play("gondor regular", "minas-tirith")
    assert "gondor elite" not in table.choices()
    table.play("gondor leader")
    assert "minas-tirith" not in table.choices()
    table.play("pelargir")
    assert table.count("minas-tirith", "gondor regular") == 4
    assert table.count("pelargir", "gondor leader") == 1


@pytest.mark.rule("dice.recruit")
def test_an_elite_is_all_that_a_die_recruits() -> None:
    table = Table().war("gondor").dice(FREE, muster=1).dice(SHADOW, muster=1).turn(FREE)
    table.play("muster: recruit", "gondor elite", "minas-tirith")
    assert table.s.current_player == SHADOW


@pytest.mark.rule("dice.recruit")
def test_nazgul_are_recruited_in_sauron_strongholds_only() -> None:
    table = Table().war("sauron").dice(SHADOW, muster=1).dice(FREE, muster=1).turn(SHADOW)
    table.play("muster: recruit", "nazgûl")
    assert {"barad-dur", "moria"} <= table.choices()
    assert "nurn" not in table.choices()
    assert "angmar" not in table.choices()


@pytest.mark.rule("rings")
def test_a_ring_of_the_free_peoples_goes_to_the_shadow_and_makes_no_will() -> None:
    table = Table().dice(FREE, muster=1).dice(SHADOW, muster=1).turn(FREE)
    assert "ring muster > will of the west" not in table.choices()
    table.play("ring muster > event")
    assert table.s.rings.tolist() == [2, 1]
    assert "event: draw" in table.choices()
    assert not any(choice.startswith("ring") for choice in table.choices())


@pytest.mark.rule("rings")
def test_a_ring_of_the_shadow_leaves_the_game_and_may_make_an_eye() -> None:
    table = Table().dice(FREE, muster=1).dice(SHADOW, muster=1, army=1)
    table.s.rings[SHADOW] = 1
    table.s.hunt_eyes = 0
    table.turn(SHADOW).play("ring muster > eye")
    assert (table.s.rings.tolist(), table.s.hunt_eyes, table.s.current_player) == ([3, 0], 1, SHADOW)


@pytest.mark.rule("phases.allocation")
@pytest.mark.parametrize(("companions", "most"), [(7, 7), (3, 3), (0, 1)])
def test_hunt_allocation_is_limited_by_companions_and_one_is_always_allowed(companions: int, most: int) -> None:
    table = Table()
    for number in range(companions, 7):
        table.s.where[number] = -2
    assert table.rule(turn.most_allocated) == most


@pytest.mark.rule("phases.allocation")
def test_one_die_at_least_after_a_free_die_came_back_from_the_box() -> None:
    table = Table().ask(f.ALLOCATE, SHADOW, 1, 7)
    assert "0" not in table.choices()


@pytest.mark.rule("phases.hand")
def test_the_hand_is_cut_to_six() -> None:
    table = Table().empty_hands()
    for code in ("FS04", "FS05", "FS06", "FS07", "FS08", "FS09"):
        table.card(code)
    table.ask(f.DRAW, FREE, 1)
    assert table.waiting == f.DRAW
    table.play("1")
    assert table.waiting == f.DISCARD
    table.play("card FS04")
    assert table.s.hand_size.tolist()[:2] == [0, 6]


@pytest.mark.rule("phases.mordor")
def test_an_idle_turn_in_mordor_costs_corruption() -> None:
    table = Table()
    table.s.mordor, table.s.tried, table.s.corruption = 1, 0, 3
    table.rule(turn.end_turn)
    assert table.s.corruption == 4
    table.s.tried = 1
    table.rule(turn.end_turn)
    assert table.s.corruption == 4


@pytest.mark.rule("politics.attack")
def test_a_passive_nation_one_box_from_war_goes_to_war_when_attacked() -> None:
    table = Table()
    table.s.to_war[2] = 1
    table.rule(politics.attack_politics, FREE, NUMBER["pelargir"])
    assert (table.s.active[2], table.s.to_war[2]) == (1, 0)


@pytest.mark.rule("politics.osgiliath")
def test_entering_osgiliath_does_not_rouse_gondor_attacking_it_does() -> None:
    table = Table().clear("osgiliath").put("south-ithilien", sauron=(1, 0, 0))
    table.rule(politics.enter_region, SHADOW, NUMBER["osgiliath"])
    assert table.s.active[2] == 0
    table.put("osgiliath", gondor=(1, 0, 0))
    table.rule(politics.attack_politics, FREE, NUMBER["osgiliath"])
    assert (table.s.active[2], table.s.to_war[2]) == (1, 1)


@pytest.mark.rule("politics.capture")
def test_capture_advances_the_nation_and_counts_points() -> None:
    table = Table().clear("pelargir").put("pelargir", sauron=(1, 0, 0))
    table.rule(politics.enter_region, SHADOW, NUMBER["pelargir"])
    assert (table.s.active[2], table.s.to_war[2], table.rule(politics.victory_points, SHADOW)) == (1, 1, 1)
    table.clear("pelargir").put("pelargir", gondor=(1, 0, 0))
    table.rule(politics.enter_region, FREE, NUMBER["pelargir"])
    assert table.rule(politics.victory_points, SHADOW) == 0


@pytest.mark.rule("victory.order")
def test_the_shadow_wins_a_military_tie() -> None:
    table = Table()
    for key in ("minas-tirith", "edoras", "helms-deep", "lorien", "dol-amroth", "pelargir"):
        table.s.control[NUMBER[key]] = SHADOW
    for key in ("moria", "orthanc"):
        table.s.control[NUMBER[key]] = FREE
    table.rule(turn.end_turn)
    assert (table.s.outcome, table.s.winners) == (int(Ending.MILITARY_SHADOW), 1 << SHADOW)


@pytest.mark.rule("victory.military")
def test_four_points_win_for_the_free_peoples() -> None:
    table = Table()
    for key in ("moria", "orthanc"):
        table.s.control[NUMBER[key]] = FREE
    table.rule(turn.end_turn)
    assert table.s.outcome == int(Ending.MILITARY_FREE)


@pytest.mark.rule("phases.recover")
def test_dice_return_and_the_pool_grows_with_characters() -> None:
    table = Table().stand(aragorn="minas-tirith", saruman="orthanc")
    table.s.hunt_free, table.s.hunt_eyes = 2, 3
    table.rule(turn.recover, NO_TRACE)
    assert (table.s.hunt_free, table.s.hunt_eyes, table.s.hunt_returned) == (0, 0, 1)
    assert (table.rule(turn.pool_size, FREE), table.rule(turn.pool_size, SHADOW)) == (5, 8)
