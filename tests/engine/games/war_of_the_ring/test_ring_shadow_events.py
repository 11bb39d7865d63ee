"""Event cards of the Shadow that are more than recruiting: each makes its difference to the position (cards sheet, 5)."""

from __future__ import annotations

import pytest
from ring_events import lone, on_table
from ring_table import FREE, SHADOW, Table

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import NUMBER
from engine.games.war_of_the_ring.cards import CARD_NUMBER
from engine.games.war_of_the_ring.state import OPEN_DISCARD


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
