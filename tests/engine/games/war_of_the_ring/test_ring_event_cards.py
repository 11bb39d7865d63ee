"""Event cards that are more than recruiting: each makes its difference to the position (cards sheet, section 5)."""

from __future__ import annotations

import pytest
from ring_table import FREE, SHADOW, Table, character

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import NUMBER
from engine.games.war_of_the_ring.cards import CARD_NUMBER
from engine.games.war_of_the_ring.state import ON_THE_TABLE, OPEN_DISCARD


def lone() -> Table:
    """Nobody is left in the Fellowship: Gollum guides."""
    table = Table().empty_hands()
    for companion in range(7):
        table.s.where[companion] = -2
    table.s.guide = 20
    return table


def on_table(table: Table, code: str) -> bool:
    """Whether a card is on the table."""
    return bool(table.s.card_at[CARD_NUMBER[code]] == ON_THE_TABLE)


def drawn(table: Table, tile: int, mode: int = 0, eyes: int = 0) -> Table:
    """The next tile is known, and is about to be drawn."""
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[tile] = 1
    return table.ask(f.TILE_DRAW, SHADOW, eyes, mode)


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


@pytest.mark.rule("cards.SC05")
@pytest.mark.parametrize(("code", "damage"), [("SC05", True), ("SC06", False)])
def test_orc_patrol_and_isildurs_bane(code: str, damage: bool) -> None:
    table = Table()
    table.s.place = NUMBER["hollin"]
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[1] = 1
    table.event(code)
    assert (table.waiting == f.HUNT_DAMAGE) == damage
    if not damage:
        assert table.s.corruption == 3


@pytest.mark.rule("cards.SC05")
def test_cards_that_draw_tiles_ignore_eyes_and_stay_off_free_settlements() -> None:
    table = Table()
    table.s.place = NUMBER["hollin"]
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[0] = 4
    table.event("SC06")
    assert (table.s.corruption, table.s.drawn[0], table.s.revealed) == (0, 1, 0)
    table.s.place = NUMBER["rivendell"]
    assert "card SC05" not in table.card("SC05").ask(f.PLAY_CARD, SHADOW, 7).choices()


@pytest.mark.rule("cards.SC07")
def test_foul_thing_takes_a_random_companion_first() -> None:
    table = Table()
    table.s.place = NUMBER["hollin"]
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[2] = 1
    table.event("SC07").settle()
    inside = sum(table.s.where[c] == -3 for c in range(7))
    assert inside == 6
    assert table.s.corruption <= 1


@pytest.mark.rule("cards.SC08")
def test_candles_of_corpses() -> None:
    table = Table()
    table.s.place = NUMBER["hollin"]
    table.until(lambda t: t.s.corruption == 3, lambda t: t.event("SC08"))


@pytest.mark.rule("cards.SC09")
def test_nazgul_search_reveals() -> None:
    table = Table()
    table.s.place, table.s.progress = NUMBER["hollin"], 1
    table.event("SC09").play("barad-dur", "hollin", "done")
    assert table.s.revealed == 1


@pytest.mark.rule("cards.SC10")
def test_cruel_weather_moves_the_figure() -> None:
    table = Table()
    table.s.place, table.s.progress = NUMBER["hollin"], 3
    table.event("SC10").play("south-downs")
    assert (table.s.place, table.s.progress, table.s.revealed) == (NUMBER["south-downs"], 3, 0)


@pytest.mark.rule("cards.SC11")
def test_the_nazgul_strike_hunts_or_takes_a_card() -> None:
    table = Table().table_card("FC05")
    table.s.place, table.s.progress, table.s.hunt_eyes, table.s.hunt_free = NUMBER["hollin"], 2, 5, 5
    table.event("SC11").play("barad-dur", "hollin", "done")
    assert table.choices() == {"yes", "card FC05"}
    start = table.states.copy()
    table.play("card FC05")
    assert not on_table(table, "FC05")
    table.states[:] = start
    table.play("yes")
    assert sum(table.s.drawn.tolist()) == 1


@pytest.mark.rule("cards.SC12")
@pytest.mark.parametrize(("before", "after"), [(3, 5), (4, 5)])
def test_morgul_wound(before: int, after: int) -> None:
    table = Table()
    table.s.revealed, table.s.corruption = 1, before
    assert table.event("SC12").s.corruption == after


@pytest.mark.rule("cards.SC13")
def test_lure_of_the_ring() -> None:
    table = Table()
    table.s.revealed = 1
    for companion in (0, 1, 2, 3, 4, 6):
        table.s.where[companion] = -2
    table.s.guide = 5
    table.event("SC13").play("0")
    assert table.s.corruption == 1
    table.event("SC13").play("1")
    assert table.waiting == f.TAKEN_ALIVE
    table = lone()
    table.s.revealed = 1
    assert table.event("SC13").s.corruption == 1


@pytest.mark.rule("cards.SC14")
def test_the_breaking_of_the_fellowship() -> None:
    table = Table()
    table.s.revealed = 1
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[2] = 1
    table.event("SC14").play("boromir", "gimli")
    assert (table.where("boromir"), table.where("gimli"), table.where("legolas")) == ("rivendell", "rivendell", -3)


@pytest.mark.rule("cards.SC15")
def test_worn_with_sorrow_and_toil_costs_a_card_for_a_casualty() -> None:
    table = Table().empty_hands().card("FC12").table_card("FC05").table_card("SC15")
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[1] = 1
    table.ask(f.TILE_DRAW, SHADOW, 0, 0).play("done", "3")
    assert (table.waiting, table.choices()) == (f.WORN, {"done", "yes", "card FC05"})
    table.play("yes")
    assert table.s.card_at[CARD_NUMBER["FC12"]] == OPEN_DISCARD


@pytest.mark.rule("cards.SC16")
def test_flocks_of_crebain_help_one_hunt() -> None:
    table = Table().table_card("SC16")
    table.s.hunt_eyes, table.s.hunt_free = 3, 4
    table.ask(f.HUNT, SHADOW, 0).play("yes")
    assert not on_table(table, "SC16")
    table = Table().table_card("SC16")
    table.ask(f.FELLOWSHIP_PHASE, FREE).play("0", "done")
    assert not on_table(table, "SC16")


@pytest.mark.rule("cards.SC17")
def test_the_balrog_waits_for_a_path_through_moria() -> None:
    table = Table().table_card("SC17")
    table.s.place, table.s.progress = NUMBER["hollin"], 2
    table.s.pool[0] = 0
    table.ask(f.FELLOWSHIP_PHASE, FREE).play("0", "moria", "dimrill-dale")
    assert table.waiting == f.BALROG
    table.play("yes")
    assert (sum(table.s.drawn.tolist()), on_table(table, "SC17")) == (1, False)


@pytest.mark.rule("cards.SC18")
def test_the_lidless_eye() -> None:
    table = Table().dice(SHADOW, muster=2, army=2)
    table.s.hunt_eyes = 1
    table.event("SC18").play("2", "2", "1")
    assert (table.s.hunt_eyes, table.s.dice[SHADOW, 2], table.s.dice[SHADOW, 1]) == (4, 0, 1)


@pytest.mark.rule("cards.SC19")
def test_dreadful_spells_are_no_attack() -> None:
    table = Table().put("north-ithilien", sauron=(1, 0, 4))
    table.until(
        lambda t: t.units(FREE, "osgiliath") < 2, lambda t: t.event("SC19").play("north-ithilien", "osgiliath").settle()
    )
    assert table.s.to_war[2] == 2


@pytest.mark.rule("cards.SC20")
@pytest.mark.parametrize(
    ("code", "stand", "units"),
    [("SC20", {"witch": "minas-tirith"}, {"sauron": (5, 0, 0)}), ("SS02", {"saruman": "orthanc"}, {"isengard": (5, 0, 0)})],
)
def test_three_rounds_of_siege_without_free_cards_in_the_first(
    code: str, stand: dict[str, str], units: dict[str, tuple[int, int, int]]
) -> None:
    table = Table().empty_hands().war("sauron", "isengard", "gondor").card("FS06").stand(**stand).put("minas-tirith", **units)
    table.siege("minas-tirith", FREE).clear("minas-tirith").put("minas-tirith", gondor=(4, 0, 0), **units).siege(
        "minas-tirith", FREE
    )
    table.card(code).ask(f.PLAY_CARD, SHADOW, 7).play(f"card {code}", "minas-tirith", "minas-tirith", "yes")
    assert table.waiting != f.COMBAT_CARD
    assert table.s.free_rounds in (2, 3)


@pytest.mark.rule("cards.SC21")
def test_the_palantir_draws_after_event_dice_and_can_be_cleared() -> None:
    table = (
        Table()
        .empty_hands()
        .stand(saruman="orthanc")
        .table_card("SC21")
        .card("SS20")
        .dice(SHADOW, event=1)
        .dice(FREE, muster=2)
    )
    table.turn(SHADOW).play("event: play", "card SS20", "0")
    assert table.s.hand_size.tolist()[2:] == [1, 0]
    table.turn(FREE).play("muster: clear_table", "card SC21")
    assert (on_table(table, "SC21"), table.s.rings.tolist()) == (False, [2, 1])


@pytest.mark.rule("cards.SC22")
def test_wormtongue_keeps_rohan_passive() -> None:
    from engine.games.war_of_the_ring.rules import politics

    table = Table().stand(saruman="orthanc").table_card("SC22").put("westemnet", isengard=(1, 0, 0))
    table.rule(politics.enter_region, SHADOW, NUMBER["westemnet"])
    assert table.s.active[4] == 0
    table.rule(politics.attack_politics, FREE, NUMBER["helms-deep"])
    assert (table.s.active[4], on_table(table, "SC22")) == (1, False)


@pytest.mark.rule("cards.SC23")
def test_the_ringwraiths_are_abroad() -> None:
    table = Table().event("SC23").play("done", "0", "morannon", "dagorlad", "yes", "done")
    assert table.units(SHADOW, "dagorlad") == 5


@pytest.mark.rule("cards.SC23")
def test_the_last_ringwraith_may_not_stay_when_his_army_goes_abroad() -> None:
    table = Table().stand(witch="morannon").event("SC23").play("done", "0", "morannon", "dagorlad")
    assert table.count("morannon", "nazgûl") == 1
    table.play("nazgûl")
    assert not {"nazgûl", "witch-king"} & {choice.replace("_", "-") for choice in table.choices()}
    table.play("yes")
    assert (table.where("witch"), table.count("morannon", "nazgûl")) == ("dagorlad", 1)


@pytest.mark.rule("cards.SC24")
@pytest.mark.parametrize("use", ["0", "1"])
def test_the_black_captain_goes_where_he_commands(use: str) -> None:
    table = Table().war("sauron").put("dagorlad", gondor=(1, 0, 0)) if use == "1" else Table()
    table.stand(witch="morannon").event("SC24").play("0", use, "morannon", "dagorlad")
    assert "nazgûl" in table.choices()
    assert not any("witch" in choice for choice in table.choices())


@pytest.mark.rule("cards.SC24")
def test_the_black_captain_commands() -> None:
    table = Table().stand(witch="morannon").event("SC24").play("0")
    assert table.count("morannon", "nazgûl") == 3
    table.play("0", "morannon", "dagorlad", "yes")
    assert table.where("witch") == "dagorlad"


@pytest.mark.rule("cards.SS01")
def test_return_to_valinor() -> None:
    table = Table()
    table.s.control[NUMBER["lorien"]] = SHADOW
    table.until(lambda t: t.units(FREE, "grey-havens") < 2 or t.waiting == f.CASUALTY, lambda t: t.event("SS01"))


@pytest.mark.rule("cards.SS03")
def test_denethors_folly() -> None:
    table = Table().put("minas-tirith", sauron=(2, 0, 0)).siege("minas-tirith", FREE).event("SS03").play("gondor leader")
    assert (table.count("minas-tirith", "gondor leader"), on_table(table, "SS03")) == (0, True)
    table.dice(FREE, muster=1).dice(SHADOW, muster=1).turn(FREE)
    assert "muster: clear_table" not in table.choices()
    table.stand(aragorn="minas-tirith").play("muster: clear_table", "card SS03")
    assert not on_table(table, "SS03")


@pytest.mark.rule("cards.SS04")
def test_the_day_without_dawn() -> None:
    table = Table().war("isengard", "sauron", "southrons")
    table.s.dice[FREE, 5] = 2
    assert table.event("SS04").s.dice[FREE, 5] == 0


@pytest.mark.rule("cards.SS05")
def test_threats_and_promises() -> None:
    from engine.games.war_of_the_ring.rules import politics

    table = Table().table_card("SS05").dice(FREE, muster=1).dice(SHADOW, muster=1).turn(FREE).play("muster: advance")
    assert table.choices() == {"elves"}
    table.rule(politics.attack_politics, FREE, NUMBER["osgiliath"])
    assert not on_table(table, "SS05")


@pytest.mark.rule("cards.SS06")
def test_stormcrow() -> None:
    table = Table()
    table.s.to_war[1] = 2
    table.event("SS06").play("elves", "grey-havens", "elves leader")
    assert (table.s.to_war[1], table.count("grey-havens", "elves leader")) == (3, 0)


@pytest.mark.rule("cards.SS07")
def test_shadows_gather_at_another_army() -> None:
    table = Table().event("SS07").play("morannon", "yes")
    table.play("gorgoroth") if "gorgoroth" in table.choices() else table.settle()
    table.settle()
    assert table.units(SHADOW, "gorgoroth") + table.units(SHADOW, "nurn") + table.units(SHADOW, "barad-dur") > 10 - 1


@pytest.mark.rule("cards.SS08")
def test_the_shadow_lengthens_moves_two_armies() -> None:
    table = Table().event("SS08").play("nurn", "yes", "gorgoroth", "done", "moria")
    assert table.units(SHADOW, "gorgoroth") == 5
    assert table.waiting == f.FORCE


@pytest.mark.rule("cards.SS09")
def test_the_shadow_is_moving_four_armies() -> None:
    table = Table().war("isengard", "sauron", "southrons").event("SS09")
    for start, goal in (
        ("morannon", "dagorlad"),
        ("dol-guldur", "southern-mirkwood"),
        ("moria", "hollin"),
        ("north-rhun", "east-rhun"),
    ):
        table.play(start, goal, "yes")
    assert table.waiting == f.ACTION
    assert table.units(SHADOW, "hollin") == 2


@pytest.mark.rule("cards.SS10")
def test_the_corsairs_attack_from_the_sea_and_may_not_cease() -> None:
    table = Table().empty_hands().war("southrons").put("umbar", southrons=(5, 1, 0))

    def sail(t: Table) -> None:
        t.event("SS10").play("pelargir", "yes")
        while t.waiting != f.ACTION:
            assert t.waiting != f.CEASE
            t.play("yes" if t.waiting == f.FORCE and "yes" in t.choices() else sorted(t.choices())[0])

    table.until(lambda t: t.s.control[NUMBER["pelargir"]] == SHADOW, sail)
    table = Table().empty_hands().war("southrons").event("SS10").play("anfalas", "yes")
    assert table.units(SHADOW, "anfalas") == 3


@pytest.mark.rule("cards.SS11")
def test_rage_of_the_dunlendings() -> None:
    table = Table().war("isengard").event("SS11").play("tharbad", "0", "2", "done")
    assert (table.count("tharbad", "isengard regular"), table.units(SHADOW, "north-dunland")) == (4, 0)


@pytest.mark.rule("cards.SS12")
def test_return_of_the_witch_king() -> None:
    table = Table().stand(witch="moria").event("SS12")
    assert (table.where("witch"), table.count("angmar", "sauron regular"), table.count("angmar", "sauron elite")) == (
        "angmar",
        2,
        1,
    )


@pytest.mark.rule("cards.SS15")
def test_hill_trolls() -> None:
    table = Table().war("sauron").event("SS15").play("moria", "nurn")
    assert (table.count("moria", "sauron elite"), table.count("nurn", "sauron elite")) == (1, 1)
