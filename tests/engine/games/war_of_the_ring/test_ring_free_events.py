"""Event cards of the Free Peoples that are more than recruiting: each makes its difference to the position (cards sheet, 5)."""

from __future__ import annotations

import pytest
from ring_events import drawn, lone, on_table
from ring_table import FREE, SHADOW, Table, character

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import NUMBER


@pytest.mark.rule("cards.FC05")
def test_mithril_coat_draws_another_tile_and_returns_the_first() -> None:
    table = Table().table_card("FC05")
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[1] = table.s.pool[6] = 1
    table.until(lambda t: t.s.tile == 1, lambda t: t.ask(f.TILE_DRAW, SHADOW, 0, 0))
    table.play("yes")
    assert (table.s.pool[1], table.s.pool[6], table.s.revealed, on_table(table, "FC05")) == (1, 0, 1, False)


@pytest.mark.rule("cards.FC06")
@pytest.mark.parametrize("code", ["FC06", "FC07"])
def test_axe_and_bow_and_the_horn_reduce_the_damage(code: str) -> None:
    table = drawn(Table().table_card(code), 2)
    table.play(f"card {code}", "done")
    assert (table.s.corruption, on_table(table, code)) == (1, False)


@pytest.mark.rule("cards.FC06")
def test_axe_and_bow_leaves_with_gimli_and_legolas() -> None:
    table = Table().table_card("FC06").stand(gimli="gone").ask(f.SEPARATE, FREE).play("legolas", "rivendell")
    assert not on_table(table, "FC06")


@pytest.mark.rule("cards.FC08")
def test_the_wizards_staff_stops_a_draw_unseen() -> None:
    table = Table().table_card("FC08").ask(f.TILE_DRAW, SHADOW, 3, 0)
    assert table.waiting == f.STAFF
    table.play("yes")
    assert (sum(table.s.drawn.tolist()), on_table(table, "FC08")) == (0, False)


@pytest.mark.rule("cards.FC09")
def test_athelas_heals() -> None:
    def play(t: Table) -> None:
        t.s.corruption = 5
        t.event("FC09")

    Table().until(lambda t: t.s.corruption == 2, play)
    table = Table()
    table.s.guide = character("strider")
    healed = 0
    for number in range(60):
        table.seed(number)
        play(table)
        healed += 5 - table.s.corruption
    assert healed / 60 == pytest.approx(2.0, abs=0.4)


@pytest.mark.rule("cards.FC10")
def test_there_is_another_way_heals_and_with_gollum_moves_or_hides() -> None:
    table = lone()
    table.s.corruption, table.s.revealed = 3, 1
    table.event("FC10").play("yes")
    assert (table.s.corruption, table.s.revealed) == (2, 0)
    table = lone()
    table.s.hunt_eyes = 0
    table.event("FC10").play("yes")
    assert (table.s.progress, table.s.hunt_free) == (1, 0)


@pytest.mark.rule("cards.FC11")
def test_i_will_go_alone_separates_with_a_region_more_and_heals() -> None:
    table = Table()
    table.s.corruption = 2
    table.event("FC11").play("meriadoc", "hollin")
    assert (table.where("meriadoc"), table.s.corruption) == ("hollin", 1)


@pytest.mark.rule("cards.FC12")
def test_bilbos_song() -> None:
    table = Table()
    table.s.corruption = 3
    assert table.event("FC12").s.corruption == 2
    table = lone()
    table.s.corruption = 3
    assert table.event("FC12").s.corruption == 1


@pytest.mark.rule("cards.FC13")
def test_mirror_of_galadriel() -> None:
    table = Table().dice(FREE, character=1)
    table.s.place, table.s.corruption = NUMBER["lorien"], 1
    table.event("FC13")
    assert (table.s.dice[FREE, 0], table.s.dice[FREE, 5], table.s.corruption) == (0, 1, 0)


@pytest.mark.rule("cards.FC14")
def test_challenge_of_the_king_removes_eyes_or_costs_the_heir() -> None:
    def play(t: Table) -> None:
        t.stand(strider="minas-tirith").event("FC14")

    table = Table().until(lambda t: t.s.removed[0] == 1, play)
    assert (table.s.pool[0], sum(table.s.pool.tolist())) == (3, 15)
    table = Table()
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[0] = 4
    play(table)
    assert (table.where("strider"), table.s.pool[0]) == (-2, 4)


@pytest.mark.rule("cards.FC15")
def test_gwaihir_carries_four_regions_even_into_a_siege() -> None:
    table = Table().stand(meriadoc="edoras").put("minas-tirith", sauron=(1, 0, 0)).siege("minas-tirith", FREE)
    table.event("FC15").play("meriadoc", "minas-tirith")
    assert table.where("meriadoc") == "minas-tirith"


@pytest.mark.rule("cards.FC16")
def test_we_prove_the_swifter_adds_two_regions() -> None:
    table = Table().stand(meriadoc="edoras").event("FC16").play("meriadoc", "minas-tirith")
    assert table.where("meriadoc") == "minas-tirith"


@pytest.mark.rule("cards.FC17")
def test_there_and_back_again() -> None:
    table = Table().stand(legolas="dale").event("FC17").play("boromir", "rivendell")
    assert (table.s.to_war[0], table.s.to_war[1], table.s.to_war[3], table.s.active[0], table.s.active[3]) == (2, 2, 2, 1, 1)


@pytest.mark.rule("cards.FC18")
def test_the_eagles_kill_and_scatter_nazgul() -> None:
    table = Table().clear("dagorlad").put("dagorlad", sauron=(1, 0, 3)).clear("north-ithilien")
    table.put("north-ithilien", gondor=(1, 0, 0)).stand(boromir="north-ithilien")

    def play(t: Table) -> None:
        t.event("FC18").play("dagorlad")

    table.until(lambda t: t.waiting == f.EAGLES_TO and t.count("dagorlad", "nazgûl") < 3, play)
    left = table.count("dagorlad", "nazgûl")
    table.play("dol-guldur")
    assert (table.count("dagorlad", "nazgûl"), table.count("dol-guldur", "nazgûl")) == (0, 1 + left)


@pytest.mark.rule("cards.FC19")
@pytest.mark.parametrize("code", ["FC19", "FC20", "FC21"])
def test_the_ents_awake(code: str) -> None:
    table = (
        Table().empty_hands().clear("orthanc").stand(gandalf_the_white="fangorn", saruman="orthanc", gandalf_the_grey="gone")
    )
    table.s.guide = 1
    table.card("FC12").event(code)
    assert table.where("saruman") == -2
    assert (table.waiting, "card FC12" in table.choices()) == (f.FREE_CARD, True)
    table.s.corruption = 2
    assert table.play("card FC12").s.corruption == 1
    table = Table().stand(gandalf_the_white="fangorn", gandalf_the_grey="gone")
    table.until(lambda t: t.waiting == f.CASUALTY, lambda t: t.event(code))
    assert table.s.to_war[5] == 0  # treated as a battle


@pytest.mark.rule("cards.FC22")
def test_the_dead_men_strike_scatter_and_make_room_for_gondor() -> None:
    table = Table().stand(strider="edoras", gimli="edoras").clear("pelargir").put("pelargir", southrons=(1, 0, 0))
    table.s.control[NUMBER["pelargir"]] = SHADOW
    table.event("FC22").play("pelargir", "gimli", "done")
    table.play("done", "yes", "yes", "yes")
    assert (table.where("gimli"), table.units(SHADOW, "pelargir"), table.units(FREE, "pelargir")) == ("pelargir", 0, 3)
    assert table.s.control[NUMBER["pelargir"]] == FREE


@pytest.mark.rule("cards.FC24")
def test_the_grey_company_makes_an_elite_and_draws_two() -> None:
    table = Table().empty_hands().stand(strider="minas-tirith").event("FC24").play("gondor regular").settle()
    assert (table.count("minas-tirith", "gondor elite"), table.s.casualties[2, 0], table.s.hand_size[1]) == (2, 1, 2)


@pytest.mark.rule("cards.FS01")
def test_the_last_battle_keeps_dice_out_of_the_box_until_a_declaration() -> None:
    table = Table().empty_hands().stand(aragorn="osgiliath").table_card("FS01").dice(FREE, character=1).dice(SHADOW, muster=1)
    table.s.hunt_eyes = 0
    table.turn(FREE).play("character: fellowship")
    assert (table.s.hunt_free, on_table(table, "FS01")) == (0, True)
    table.stand(aragorn="gone").dice(FREE, muster=1).turn(FREE).play("muster: skip")
    assert not on_table(table, "FS01")


@pytest.mark.rule("cards.FS02")
def test_closed_regions_and_how_the_shadow_opens_them() -> None:
    table = Table().empty_hands().war("sauron").clear("dimrill-dale").put("dimrill-dale", sauron=(8, 2, 0))
    table.event("FS02")
    assert table.s.to_war[1] == 2
    table.ask(f.ATTACK_FROM, SHADOW)
    assert "dimrill-dale" not in table.choices()
    table.card("SS07").card("SC01").dice(SHADOW, muster=1).dice(FREE, muster=1).turn(SHADOW)
    table.play("muster: clear_table", "card FS02", "card SS07", "card SC01")
    assert not on_table(table, "FS02")
    assert "dimrill-dale" in table.ask(f.ATTACK_FROM, SHADOW).choices()


@pytest.mark.rule("cards.FS03")
def test_tom_bombadil_closes_the_shire() -> None:
    table = Table().clear("old-forest").put("evendim", sauron=(2, 0, 0)).event("FS03")
    assert table.s.to_war[3] == 2
    table.ask(f.MOVE_FROM, SHADOW, 1, 0).play("evendim")
    assert "buckland" not in table.choices()


@pytest.mark.rule("cards.FS04")
@pytest.mark.parametrize(("code", "region", "nation"), [("FS04", "ered-luin", 0), ("FS07", "bree", 3)])
def test_companions_rouse_a_nation_to_war(code: str, region: str, nation: int) -> None:
    table = Table().stand(gimli=region).event(code).play("done")
    assert (table.s.active[nation], table.s.to_war[nation]) == (1, 0)


@pytest.mark.rule("cards.FS05")
def test_the_spirit_of_mordor_strikes_a_mixed_army() -> None:
    table = Table().put("moria", isengard=(1, 0, 0))
    table.until(lambda t: t.units(SHADOW, "moria") < 3, lambda t: t.event("FS05").play("moria").settle())


@pytest.mark.rule("cards.FS06")
def test_faramirs_rangers_strike_and_recruit() -> None:
    table = Table().put("north-ithilien", sauron=(3, 0, 0))
    table.until(
        lambda t: t.units(SHADOW, "north-ithilien") < 3,
        lambda t: t.event("FS06").play("north-ithilien").settle(),
    )
    assert (table.units(FREE, "osgiliath"), table.count("osgiliath", "gondor leader")) == (3, 1)


@pytest.mark.rule("cards.FS08")
def test_wisdom_of_elrond() -> None:
    table = Table().event("FS08").play("gondor")
    assert (table.s.active[2], table.s.to_war[2]) == (1, 1)


@pytest.mark.rule("cards.FS09")
def test_the_red_arrow_advances_rohan() -> None:
    table = Table().war("gondor").event("FS09").settle()
    assert table.s.to_war[4] == 2


@pytest.mark.rule("cards.FS10")
def test_help_unlooked_for_takes_dice_from_the_besiegers() -> None:
    table = Table().empty_hands().war("gondor", "sauron").put("minas-tirith", sauron=(5, 0, 0)).siege("minas-tirith", FREE)
    table.clear("lossarnach").put("lossarnach", gondor=(3, 1, 0))
    table.card("FS10").ask(f.PLAY_CARD, FREE, 7).play("card FS10", "lossarnach", "minas-tirith")
    table.play("yes")
    assert table.s.relief == NUMBER["minas-tirith"] or table.s.battle == 0
    table = Table().war("gondor")
    assert "card FS10" not in table.card("FS10").ask(f.PLAY_CARD, FREE, 7).choices()


@pytest.mark.rule("cards.FS11")
def test_paths_of_the_woses() -> None:
    table = Table().war("rohan").event("FS11").play("edoras", "minas-tirith", "yes")
    assert table.count("minas-tirith", "rohan regular") == 1


@pytest.mark.rule("cards.FS12")
def test_through_a_day_and_a_night() -> None:
    table = Table().war("rohan").stand(boromir="edoras").event("FS12").play("edoras", "yes", "folde", "druadan-forest")
    table.settle()
    assert (table.where("boromir"), table.count("druadan-forest", "rohan elite")) == ("druadan-forest", 1)
