"""Armies, battles and sieges (section 6), with the common bugs of section 9.1 and the test vectors of section 13."""

from __future__ import annotations

import pytest
from ring_table import FREE, SHADOW, Table

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import NUMBER
from engine.games.war_of_the_ring.rules import fighters
from engine.trace import NO_TRACE


def field(**armies: tuple[int, int, int]) -> Table:
    """A field battle in Dagorlad's neighbour: attackers in North Ithilien, defenders in Dagorlad, no cards."""
    table = Table().empty_hands().clear("north-ithilien", "dagorlad", "morannon")
    table.war("gondor", "sauron", "rohan", "isengard", "southrons", "north", "elves", "dwarves")
    return table


def attack(table: Table, side: int, start: str, target: str) -> Table:
    """Attack with all who may."""
    return table.ask(f.ATTACK_FROM, side).play(start, target, "yes")


@pytest.mark.rule("armies.move")
def test_two_different_armies_move_and_no_figure_twice() -> None:
    table = Table().dice(SHADOW, army=1).dice(FREE, muster=1).turn(SHADOW)
    table.play("army: move", "morannon", "dagorlad", "yes")
    assert "dagorlad" not in table.choices()
    table.play("barad-dur", "gorgoroth")
    assert table.waiting == f.FORCE
    table.play("yes")
    assert table.waiting == f.ACTION
    assert (table.units(SHADOW, "dagorlad"), table.units(SHADOW, "gorgoroth")) == (5, 8)


@pytest.mark.rule("armies.stacking")
def test_a_free_move_above_ten_units_is_illegal() -> None:
    table = Table().put("gorgoroth", sauron=(5, 0, 0)).ask(f.MOVE_FROM, SHADOW, 1, 0).play("barad-dur", "gorgoroth")
    assert "yes" not in table.choices()
    table.play("sauron regular", "sauron regular", "sauron regular", "yes")
    assert table.units(SHADOW, "gorgoroth") == 10


@pytest.mark.rule("armies.leaders")
def test_leaders_do_not_stay_without_units() -> None:
    table = Table().war("gondor").ask(f.MOVE_FROM, FREE, 1, 0).play("minas-tirith", "lossarnach", "gondor leader")
    table.play("gondor regular", "gondor regular", "gondor regular", "yes")
    assert table.units(FREE, "minas-tirith") == 3
    table = Table().war("north").ask(f.MOVE_FROM, FREE, 1, 0).play("dale", "erebor")
    assert table.choices() == {"yes"}


@pytest.mark.rule("armies.politics")
def test_nations_not_at_war_stay_out_of_other_nations() -> None:
    table = Table().ask(f.MOVE_FROM, FREE, 1, 0).play("edoras")
    assert table.choices() == {"folde", "westemnet"}
    table.ask(f.MOVE_FROM, FREE, 1, 0)
    table.clear("folde").put("folde", rohan=(2, 0, 0)).play("folde")
    assert "druadan-forest" not in table.choices()


@pytest.mark.rule("armies.character")
def test_a_character_die_moves_an_army_with_a_leader() -> None:
    table = Table().dice(SHADOW, character=1).dice(FREE, muster=1).turn(SHADOW).play("character: move_led")
    assert "morannon" in table.choices()
    assert "gorgoroth" not in table.choices()
    table.play("morannon", "dagorlad")
    assert "nazgûl" not in table.choices()


@pytest.mark.rule("characters.white_hand")
def test_isengard_elites_lead_while_saruman_is_in_play() -> None:
    table = Table().clear("orthanc").put("orthanc", isengard=(2, 1, 0)).ask(f.MOVE_FROM, SHADOW, 1, 1)
    assert "orthanc" not in table.choices()
    assert "orthanc" in table.stand(saruman="north-dunland").choices()


@pytest.mark.rule("battle.rearguard")
def test_figures_not_at_war_stay_behind() -> None:
    table = field().put("north-ithilien", sauron=(2, 0, 0), southrons=(2, 0, 0)).put("dagorlad", gondor=(1, 0, 0))
    table.s.to_war[7] = 1
    table.ask(f.ATTACK_FROM, SHADOW).play("north-ithilien", "dagorlad")
    assert table.s.force.tolist()[12:16] == [2, 0, 0, 0]


@pytest.mark.rule("battle.fortification")
def test_round_one_against_a_fortification_needs_a_six() -> None:
    table = field().put("north-ithilien", sauron=(5, 0, 0)).stand()
    table.ask(f.ATTACK_FROM, SHADOW).play("north-ithilien", "osgiliath", "sauron regular")
    table.s.battle, table.s.attacker, table.s.battle_at, table.s.battle_round = 1, SHADOW, NUMBER["osgiliath"], 1
    assert (table.rule(fighters.hit_number, SHADOW), table.rule(fighters.hit_number, FREE)) == (6, 5)
    table.s.battle_round = 2
    assert table.rule(fighters.hit_number, SHADOW) == 5


@pytest.mark.rule("battle.stronghold.bug")
def test_a_field_battle_at_a_stronghold_is_not_fortified() -> None:
    table = field()
    table.s.battle, table.s.attacker, table.s.battle_at, table.s.battle_round = 1, SHADOW, NUMBER["minas-tirith"], 1
    assert table.rule(fighters.hit_number, SHADOW) == 5
    table.s.battle = 2
    assert (table.rule(fighters.hit_number, SHADOW), table.rule(fighters.hit_number, FREE)) == (6, 5)


@pytest.mark.rule("battle.casualties")
def test_hits_remove_regulars_reduce_elites_or_two_remove_an_elite() -> None:
    table = field().put("dagorlad", gondor=(2, 2, 0))
    table.ask(f.CASUALTY, FREE, 3, NUMBER["dagorlad"] + 1)
    assert table.choices() == {"gondor regular", "gondor elite", "whole gondor elite"}
    table.play("whole gondor elite")
    assert (table.count("dagorlad", "gondor elite"), table.s.casualties[2, 1]) == (1, 1)
    table.play("gondor elite")
    assert (table.count("dagorlad", "gondor regular"), table.count("dagorlad", "gondor elite")) == (3, 0)


@pytest.mark.rule("battle.casualties.bug")
def test_a_reduced_elite_needs_a_regular_that_exists() -> None:
    table = field().clear("lorien").put("lorien", elves=(0, 3, 0))
    table.s.reinforcements[1, 0], table.s.casualties[1, 0] = 0, 0
    table.ask(f.CASUALTY, FREE, 1, NUMBER["lorien"] + 1).play("elves elite")
    assert (table.count("lorien", "elves elite"), table.count("lorien", "elves regular")) == (2, 0)


@pytest.mark.rule("battle.losses")
def test_free_figures_are_lost_shadow_figures_return() -> None:
    table = field().put("dagorlad", gondor=(1, 0, 0)).put("north-ithilien", sauron=(1, 0, 0))
    left = table.s.reinforcements[6, 0]
    table.ask(f.STRIKE, SHADOW, NUMBER["dagorlad"], 60, 2)
    table.ask(f.STRIKE, FREE, NUMBER["north-ithilien"], 60, 2)
    assert table.s.casualties[2, 0] == 1
    assert table.s.reinforcements[6, 0] == left + 1


@pytest.mark.rule("battle.destroyed")
def test_an_army_without_units_loses_leaders_and_characters() -> None:
    table = field().put("north-ithilien", sauron=(8, 2, 3)).put("dagorlad", gondor=(1, 0, 1)).stand(boromir="dagorlad")

    def fight(t: Table) -> None:
        attack(t, SHADOW, "north-ithilien", "dagorlad")
        t.settle()

    table.until(lambda t: t.units(FREE, "dagorlad") == 0, fight)
    assert (table.count("dagorlad", "gondor leader"), table.where("boromir")) == (0, -2)


@pytest.mark.rule("battle.retreat")
def test_the_attacker_may_cease_and_the_defender_may_retreat() -> None:
    table = field().put("north-ithilien", sauron=(8, 0, 0)).put("dagorlad", gondor=(6, 0, 0))
    table.until(lambda t: t.waiting == f.CEASE, lambda t: take_all(attack(t, SHADOW, "north-ithilien", "dagorlad")))
    table.play("done")
    assert table.waiting == f.RETREAT
    table.play("noman-lands")
    assert table.units(FREE, "noman-lands") > 0
    assert table.waiting == f.FORCE
    table.play("yes")
    assert table.units(SHADOW, "dagorlad") > 0


def take_all(table: Table) -> Table:
    """Answer casualties with the first choice."""
    while table.waiting == f.CASUALTY:
        table.play(sorted(table.choices())[0])
    return table


@pytest.mark.rule("siege.begin")
def test_a_garrison_withdraws_is_besieged_and_cut_to_five() -> None:
    table = Table().empty_hands().war("sauron", "gondor").put("minas-tirith", gondor=(3, 0, 0))
    table.put("osgiliath", sauron=(0, 0, 0)).clear("osgiliath").put("osgiliath", sauron=(6, 1, 0))
    attack(table, SHADOW, "osgiliath", "minas-tirith")
    assert table.waiting == f.SIEGE_CHOICE
    table.play("yes")
    assert table.waiting == f.FORCE
    table.play("yes")
    assert (table.waiting, table.s.current_player) == (f.TRIM, FREE)
    table.play("gondor regular", "gondor regular")
    assert table.units(FREE, "minas-tirith") == 5
    assert (table.units(SHADOW, "minas-tirith"), table.s.besieged[NUMBER["minas-tirith"]]) == (7, FREE)
    assert table.s.control[NUMBER["minas-tirith"]] == FREE


@pytest.mark.rule("siege.begin")
def test_without_entering_there_is_no_siege() -> None:
    table = Table().empty_hands().war("sauron", "gondor").clear("osgiliath").put("osgiliath", sauron=(6, 1, 0))
    attack(table, SHADOW, "osgiliath", "minas-tirith").play("yes", "done")
    assert (table.units(FREE, "minas-tirith"), table.s.besieged[NUMBER["minas-tirith"]]) == (4, -1)


def besieged(**units: tuple[int, int, int]) -> Table:
    """Minas Tirith is besieged."""
    table = Table().empty_hands().war("sauron", "gondor", "isengard", "rohan").put("minas-tirith", **units)
    return table.siege("minas-tirith", FREE)


@pytest.mark.rule("siege.battle")
def test_a_siege_battle_has_one_round_and_an_elite_pays_for_more() -> None:
    table = besieged(sauron=(3, 2, 0))
    table.until(lambda t: t.waiting == f.EXTEND, lambda t: take_all(attack(t, SHADOW, "minas-tirith", "minas-tirith")), 100)
    elites = table.count("minas-tirith", "sauron elite")
    table.play("sauron elite")
    assert table.count("minas-tirith", "sauron elite") < elites
    assert table.s.battle_round == 2 or table.s.battle == 0


@pytest.mark.rule("siege.battle")
def test_a_fallen_garrison_gives_the_stronghold() -> None:
    table = besieged(sauron=(8, 2, 0))
    table.clear("minas-tirith").put("minas-tirith", sauron=(8, 2, 0), gondor=(1, 0, 1)).siege("minas-tirith", FREE)
    table.until(
        lambda t: t.units(FREE, "minas-tirith") == 0,
        lambda t: attack(t, SHADOW, "minas-tirith", "minas-tirith").settle(),
    )
    assert table.s.control[NUMBER["minas-tirith"]] == SHADOW
    assert table.s.besieged[NUMBER["minas-tirith"]] == -1


@pytest.mark.rule("siege.wipe")
def test_when_both_die_nothing_is_captured() -> None:
    table = besieged(sauron=(1, 0, 0))
    region = NUMBER["minas-tirith"]
    table.s.force[12] = 1
    table.ask(f.STRIKE, FREE, region, 60, 2)
    assert (table.s.besieged[region], table.s.control[region]) == (-1, FREE)


@pytest.mark.rule("siege.sortie")
def test_a_sortie_is_a_field_battle_and_the_winner_stays() -> None:
    table = besieged(sauron=(1, 0, 0))

    def sally(t: Table) -> None:
        attack(t, FREE, "minas-tirith", "minas-tirith").settle()

    table.until(lambda t: t.units(SHADOW, "minas-tirith") == 0, sally)
    assert table.units(FREE, "minas-tirith") > 0
    assert table.s.besieged[NUMBER["minas-tirith"]] == -1


@pytest.mark.rule("siege.relief")
def test_the_garrison_takes_no_part_in_relief() -> None:
    table = besieged(sauron=(5, 0, 0)).clear("lossarnach").put("lossarnach", gondor=(2, 2, 0))
    table.ask(f.ATTACK_FROM, FREE)
    table.play("lossarnach", "minas-tirith", "yes")
    assert table.units(FREE, "minas-tirith") == 4


@pytest.mark.rule("siege.moves")
def test_besiegers_come_and_go_the_besieged_do_not() -> None:
    table = besieged(sauron=(5, 0, 0)).ask(f.MOVE_FROM, FREE, 1, 0)
    assert "minas-tirith" not in table.choices()
    table.ask(f.MOVE_FROM, SHADOW, 1, 0).play("minas-tirith", "lossarnach", "yes")
    assert table.s.besieged[NUMBER["minas-tirith"]] == -1


@pytest.mark.rule("capture.empty")
def test_an_empty_enemy_stronghold_is_captured_by_entering() -> None:
    table = Table().war("sauron", "elves").clear("lorien", "dimrill-dale").put("dimrill-dale", sauron=(2, 0, 0))
    table.ask(f.MOVE_FROM, SHADOW, 1, 0).play("dimrill-dale", "lorien", "yes")
    assert table.s.control[NUMBER["lorien"]] == SHADOW


@pytest.mark.rule("battle.lone_figures")
def test_lone_characters_and_nazgul_block_nothing() -> None:
    table = Table().clear("dagorlad").put("dagorlad", gondor=(0, 0, 0)).stand(boromir="dagorlad")
    table.ask(f.MOVE_FROM, SHADOW, 1, 0).play("morannon", "dagorlad", "yes")
    assert (table.units(SHADOW, "dagorlad"), table.where("boromir")) == (5, "dagorlad")


@pytest.mark.rule("example.turn2")
def test_vector_pelargir_attacked_by_surprise() -> None:
    """Section 13, X turn 2: passive Gondor one box from war is attacked: active, At War."""
    table = Table().empty_hands().war("southrons")
    table.s.to_war[2] = 1
    table.clear("west-harondor").put("west-harondor", southrons=(4, 1, 0))
    attack(table, SHADOW, "west-harondor", "pelargir")
    assert (table.s.active[2], table.s.to_war[2]) == (1, 0)


@pytest.mark.rule("example.turn3")
def test_vector_natural_ones_miss_and_a_bonus_lowers_the_six() -> None:
    """Section 13, X turn 3: fortified Osgiliath needs 6, with a +2 card 4; 1 always misses."""
    from engine.games.war_of_the_ring.rules import battle

    table = field().put("north-ithilien", sauron=(5, 0, 0)).clear("osgiliath").put("osgiliath", gondor=(5, 0, 0))
    table.s.force[12] = 5
    table.s.battle, table.s.attacker, table.s.battle_round = 1, SHADOW, 1
    table.s.battle_from, table.s.battle_at = NUMBER["north-ithilien"], NUMBER["osgiliath"]
    table.s.dice_cap[:] = table.s.dice_cap.array * 0 + 5
    shares = []
    for bonus in (0, 2, 9):
        table.s.combat_bonus[SHADOW] = bonus
        hits = 0
        for _ in range(300):
            table.s.hits[SHADOW], table.s.misses[SHADOW], table.s.confused = 0, 0, 0
            table.rule(battle.combat_roll, SHADOW, NO_TRACE)
            hits += table.s.hits[SHADOW]
        shares.append(hits / 1500)
    assert shares == [pytest.approx(1 / 6, abs=0.04), pytest.approx(1 / 2, abs=0.05), pytest.approx(5 / 6, abs=0.04)]
