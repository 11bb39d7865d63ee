"""Kings of Middle-earth: Ruler dice, Sovereigns, corruption, Chieftains, cards (Kings sheet)."""

from __future__ import annotations

import pytest
from ring_table import FREE, SHADOW, Table

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import NUMBER
from engine.games.war_of_the_ring.cards import CARD_NUMBER
from engine.games.war_of_the_ring.rules import combat_effects, corruption, politics, recruit, sovereigns, turn
from engine.games.war_of_the_ring.state import ON_THE_TABLE
from engine.trace import NO_TRACE

BRAND, DAIN, DENETHOR, THEODEN, THRANDUIL = range(5)


def kings() -> Table:
    """A game with the expansion."""
    return Table(expansion="kings").empty_hands()


def only(table: Table, **tiles: int) -> Table:
    """Nothing but some tiles in the pool."""
    names = {"eye": 0, "three": 1, "two": 2, "one": 4, "zero": 6, "crown": 14}
    table.s.pool[:] = table.s.pool.array * 0
    for name, n in tiles.items():
        table.s.pool[names[name]] = n
    return table


@pytest.mark.rule("kings.setup")
def test_setup_with_kings() -> None:
    table = kings()
    assert [table.where(key) for key in ("brand", "dáin", "denethor", "théoden", "thranduil")] == [
        "dale",
        "erebor",
        "minas-tirith",
        "edoras",
        "woodland-realm",
    ]
    assert sum(table.s.pool.tolist()) == 18
    assert table.s.card_at[CARD_NUMBER["FS08"]] == 0


@pytest.mark.rule("kings.grey")
def test_grey_sovereigns_are_leaders_and_die_with_their_army() -> None:
    table = kings()
    table.s.on_sovereign[BRAND, 1] = 1
    table.s.pool[1] -= 1
    table.ask(f.STRIKE, SHADOW, NUMBER["dale"], 60, 2)
    assert (table.where("brand"), table.s.sovereign[BRAND], table.s.pool[1]) == (-2, 3, 3)


@pytest.mark.rule("kings.awaken")
def test_a_muster_awakens_a_sovereign_whose_nation_is_active() -> None:
    table = kings().dice(FREE, muster=1).dice(SHADOW, muster=1).turn(FREE)
    table.play("muster: awaken")
    assert table.choices() == {"thranduil"}
    table.s.on_sovereign[THRANDUIL, 2] = 1
    table.s.pool[2] -= 1
    table.play("thranduil", "woodland-realm")
    assert (table.s.sovereign[THRANDUIL], table.s.tokens, table.s.pool[2]) == (1, 16, 2)
    table.rule(turn.recover, NO_TRACE)
    assert table.s.ruler_pool[FREE] == 1


@pytest.mark.rule("kings.awaken")
def test_brand_walks_to_any_haven() -> None:
    table = kings()
    table.s.active[3] = 1
    table.ask(f.AWAKEN, FREE).play("brand")
    assert table.choices() == {"dale", "erebor", "woodland-realm"}


@pytest.mark.rule("kings.ruler_dice")
def test_a_side_with_a_ruler_die_discards_one_die_the_shadow_before_eyes_go_to_the_box() -> None:
    table = kings().dice(SHADOW, muster=2).dice(FREE, muster=2)
    table.s.dice[SHADOW, 6], table.s.ruler_die[SHADOW], table.s.hunt_eyes = 2, 6, 0
    table.ask(f.RULER_DISCARD, SHADOW)
    assert table.choices() == {"2", "7"}
    start = table.states.copy()
    table.play("7")
    assert (table.s.hunt_eyes, table.s.ruler_die[SHADOW]) == (2, -1)
    table.states[:] = start
    table.play("2")
    assert (table.s.hunt_eyes, table.s.dice[SHADOW, 2]) == (3, 1)


@pytest.mark.rule("kings.tokens")
def test_a_token_sets_the_ruler_die_and_bars_the_ring() -> None:
    table = kings().war("north").dice(FREE).dice(SHADOW, muster=1)
    table.s.sovereign[BRAND], table.s.tokens, table.s.ruler_die[FREE] = 1, 1, 0
    table.turn(FREE).play("token brand")
    assert table.s.token_used == 1
    table.play("the-shire", "north regular", "bree", "north leader", "north regular")
    assert (table.units(FREE, "the-shire"), table.count("bree", "north leader"), table.units(FREE, "dale")) == (2, 1, 2)


@pytest.mark.rule("kings.corruption")
def test_an_attempt_takes_an_eye_and_keeps_one_tile() -> None:
    table = only(kings(), two=1, one=1, zero=1).dice(FREE, muster=1).dice(SHADOW, muster=1)
    table.s.hunt_eyes = 3
    table.turn(SHADOW).play("tempt", "denethor")
    assert (table.s.hunt_eyes, sum(table.s.attempt.tolist()), table.waiting) == (2, 2, f.KEEP_TILE)
    table.play(sorted(table.choices())[-1])
    assert (sum(table.s.on_sovereign[DENETHOR].tolist()), sum(table.s.pool.tolist())) == (1, 2)
    table.turn(SHADOW).play("tempt")
    assert "denethor" not in table.choices()


@pytest.mark.rule("kings.corruption")
def test_an_attempt_needs_two_eyes_and_a_free_die() -> None:
    table = kings().dice(FREE, muster=1).dice(SHADOW, muster=1)
    table.s.hunt_eyes = 1
    assert "tempt" not in table.turn(SHADOW).choices()
    table.s.hunt_eyes = 2
    assert "tempt" in table.choices()
    assert "tempt" not in table.dice(FREE).choices()


@pytest.mark.rule("kings.tiles")
def test_a_kings_tile_ends_the_attempt_and_counts_nothing() -> None:
    table = only(kings(), crown=1)
    table.s.hunt_eyes = 3
    table.rule(corruption.tempt, BRAND, False, NO_TRACE)
    assert (table.s.on_sovereign[BRAND, 14], table.rule(corruption.corruption_of, BRAND), table.s.sovereign[BRAND]) == (1, 0, 0)


@pytest.mark.rule("kings.tiles")
def test_eyes_are_never_kept() -> None:
    table = only(kings(), eye=4, one=1)
    table.s.hunt_eyes = 3
    table.rule(corruption.tempt, BRAND, False, NO_TRACE)
    assert (table.s.attempt[0], table.s.attempt[4], table.s.pool[0]) == (0, 1, 4)


@pytest.mark.rule("kings.corrupted")
def test_a_sovereign_falls_at_his_resistance_and_the_highest_tile_leaves_the_game() -> None:
    table = kings()
    table.s.pool[2] -= 1
    table.s.pool[5] -= 1
    table.rule(corruption.add_corruption, DENETHOR, 5)
    assert table.s.sovereign[DENETHOR] == 0
    table.rule(corruption.add_corruption, DENETHOR, 2)
    assert (table.s.sovereign[DENETHOR], table.s.removed[2], table.s.pool[5]) == (2, 1, 2)
    assert not table.rule(sovereigns.may_be_awakened, DENETHOR)


@pytest.mark.rule("kings.return")
def test_an_advance_beside_a_friend_returns_a_tile() -> None:
    table = kings().stand(boromir="minas-tirith")
    table.s.on_sovereign[DENETHOR, 4] = 1
    table.s.pool[4] -= 1
    table.ask(f.ADVANCE, FREE, 2)
    assert table.waiting == f.RETURN_TILE
    table.play("yes")
    assert table.s.pool[4] == 2


@pytest.mark.rule("kings.remove")
def test_a_friend_removes_a_corrupted_sovereign_with_a_character_die() -> None:
    table = kings().stand(boromir="minas-tirith").dice(FREE, character=1).dice(SHADOW, muster=1)
    table.s.sovereign[DENETHOR] = 2
    table.turn(FREE).play("character: remove_sovereign", "denethor")
    assert (table.where("denethor"), table.s.sovereign[DENETHOR]) == (-2, 3)


@pytest.mark.rule("kings.abilities")
@pytest.mark.parametrize(
    ("sovereign", "nation", "home"),
    [(DAIN, "dwarves", "erebor"), (DENETHOR, "gondor", "minas-tirith"), (THRANDUIL, "elves", "woodland-realm")],
)
def test_first_abilities_make_an_elite(sovereign: int, nation: str, home: str) -> None:
    table = kings().war(nation).dice(FREE, muster=1).dice(SHADOW, muster=1)
    table.s.sovereign[sovereign] = 1
    elites = table.count(home, f"{nation} elite")
    name = ("brand", "dáin_ironfoot", "denethor", "théoden", "thranduil")[sovereign]
    table.turn(FREE).play("muster: ability", name)
    assert table.count(home, f"{nation} elite") == elites + 1


@pytest.mark.rule("kings.abilities")
def test_second_abilities_with_the_ruler_die() -> None:
    table = kings().war("dwarves").dice(FREE).dice(SHADOW, muster=1)
    table.s.sovereign[DAIN], table.s.ruler_die[FREE] = 1, 2
    table.turn(FREE).play("ruler muster: ruler_ability", "dáin_ironfoot", "dwarves elite", "iron-hills", "dwarves leader")
    assert (table.count("erebor", "dwarves elite"), table.count("iron-hills", "dwarves leader")) == (3, 1)
    table = kings().war("rohan").dice(FREE).dice(SHADOW, muster=1)
    table.s.sovereign[THEODEN], table.s.ruler_die[FREE] = 1, 2
    table.turn(FREE).play(
        "ruler muster: ruler_ability", "théoden", "folde", "rohan regular", "westemnet", "rohan regular", "rohan leader"
    )
    assert (table.units(FREE, "folde"), table.count("edoras", "rohan leader")) == (1, 1)


@pytest.mark.rule("kings.abilities.thranduil")
def test_far_sighted_hunts_with_a_die_less() -> None:
    from engine.games.war_of_the_ring.rules import hunt

    table = kings().dice(FREE).dice(SHADOW, muster=1)
    table.s.sovereign[THRANDUIL], table.s.ruler_die[FREE], table.s.hunt_eyes = 1, 0, 3
    assert (table.rule(hunt.hunt_dice, 0), table.rule(hunt.hunt_dice, 1)) == (3, 2)
    table.turn(FREE).play("ruler character: ruler_ability", "thranduil", "0")
    assert table.s.progress == 1


@pytest.mark.rule("kings.abilities.denethor")
def test_the_palantir_of_anarion_draws_once_more() -> None:
    table = kings().dice(FREE).dice(SHADOW, muster=1)
    table.s.sovereign[DENETHOR], table.s.ruler_die[FREE] = 1, 4
    table.turn(FREE).play("ruler event: draw", "0", "1")
    assert table.s.hand_size.tolist()[:2] == [1, 1]


@pytest.mark.rule("kings.weaknesses")
def test_weaknesses_bar_recruiting_by_die() -> None:
    table = kings().war("north", "dwarves", "gondor", "rohan", "elves")
    sites = [("dale", 7), ("erebor", 1), ("minas-tirith", 5), ("edoras", 9), ("woodland-realm", 3)]
    for sovereign, (site, elite) in enumerate(sites):
        assert table.rule(recruit.may_recruit_by_die, elite, NUMBER[site])
        table.s.sovereign[sovereign] = 2
        assert not table.rule(recruit.may_recruit_by_die, elite, NUMBER[site])
        assert table.rule(recruit.may_recruit_by_die, elite - 1, NUMBER[site])
    assert table.rule(recruit.may_recruit_by_die, 17, NUMBER["woodland-realm"])


@pytest.mark.rule("kings.weaknesses.white_hand")
def test_helms_deep_becomes_an_isengard_stronghold() -> None:
    table = kings().war("isengard").clear("helms-deep")
    table.s.control[NUMBER["helms-deep"]] = SHADOW
    assert not table.rule(recruit.may_recruit_by_die, 10, NUMBER["helms-deep"])
    table.s.sovereign[THEODEN] = 2
    assert table.rule(recruit.may_recruit_by_die, 10, NUMBER["helms-deep"])
    assert table.rule(politics.victory_points, SHADOW) == 2


@pytest.mark.rule("kings.weaknesses.fate")
def test_a_regular_extends_the_siege_of_a_corrupted_home() -> None:
    from engine.games.war_of_the_ring.rules import aftermath

    table = kings().put("erebor", sauron=(4, 0, 0)).siege("erebor", FREE)
    table.s.battle, table.s.attacker, table.s.battle_from, table.s.battle_at = 2, SHADOW, NUMBER["erebor"], NUMBER["erebor"]
    table.s.force[12] = 4
    assert not table.rule(aftermath.can_extend)
    table.s.sovereign[DAIN] = 2
    assert table.rule(aftermath.can_extend)
    table.s.extended = 1
    assert not table.rule(aftermath.can_extend)


@pytest.mark.rule("kings.theoden")
def test_theoden_leads_with_three_in_round_one() -> None:
    from engine.games.war_of_the_ring.rules import fighters

    table = kings()
    table.s.sovereign[THEODEN] = 1
    table.s.battle, table.s.attacker, table.s.battle_at, table.s.battle_round = 1, SHADOW, NUMBER["edoras"], 1
    assert table.rule(fighters.leadership, FREE) == 3
    table.s.battle_round = 2
    assert table.rule(fighters.leadership, FREE) == 1


@pytest.mark.rule("kings.chieftains")
def test_chieftains_enter_with_a_muster_or_any_ruler_result_and_add_no_die() -> None:
    table = kings().war("gondor", "dwarves").dice(SHADOW).dice(FREE, muster=1)
    table.s.ruler_die[SHADOW] = 0
    table.turn(SHADOW).play("ruler character: minion")
    assert table.choices() == {"black_serpent", "shadow_of_mirkwood"}
    table.play("black_serpent", "umbar")
    assert (table.where("black"), table.s.minion_seen, table.rule(turn.pool_size, SHADOW)) == ("umbar", 0, 7)
    assert table.rule(turn.any_chieftain)


@pytest.mark.rule("kings.chieftains")
def test_ugluk_enters_beside_a_revealed_fellowship_and_helps_the_hunt() -> None:
    from engine.games.war_of_the_ring.rules import hunt

    table = kings()
    table.s.place, table.s.revealed = NUMBER["hollin"], 1
    table.ask(f.MINION, SHADOW).play("uglúk")
    assert {"hollin", "trollshaws", "orthanc"} <= table.choices()
    table.play("trollshaws")
    assert table.rule(hunt.marches_day_and_night)


@pytest.mark.rule("kings.chieftains.combat")
@pytest.mark.parametrize(
    ("chieftain", "code", "initiative", "bonus", "reroll"),
    [
        (17, "SS10", 3, [0, 1], [0, 0]),
        (17, "SS04", 3, [0, 2], [0, 0]),
        (18, "SS10", 4, [0, 0], [0, 1]),
        (19, "SS10", 3, [1, 1], [1, 1]),
        (19, "SS22", 3, [0, 1], [0, 1]),
    ],
)
def test_chieftains_replace_the_cards_effect(
    chieftain: int, code: str, initiative: int, bonus: list[int], reroll: list[int]
) -> None:
    table = kings().put("dagorlad", sauron=(3, 0, 0))
    table.s.battle, table.s.attacker, table.s.battle_at = 1, FREE, NUMBER["dagorlad"]
    table.s.where[chieftain] = NUMBER["dagorlad"]
    table.s.combat_card[SHADOW], table.s.ability[SHADOW] = CARD_NUMBER[code], chieftain
    table.rule(combat_effects.carry_out, SHADOW, initiative, NO_TRACE)
    assert (table.s.combat_bonus.tolist(), table.s.reroll_bonus.tolist()) == (bonus, reroll)


@pytest.mark.rule("kings.heir_of_bard")
def test_heir_of_bard_cancels_both_cards() -> None:
    table = kings().ask(f.HEIR_OF_BARD, FREE, 0).play("yes")
    assert (table.s.cancelled.tolist(), table.s.bard_used) == ([1, 1], 1)


@pytest.mark.rule("cards.FC23k")
def test_house_of_the_stewards_returns_a_tile() -> None:
    table = kings().stand(boromir="pelargir")
    table.s.on_sovereign[DENETHOR, 4] = 1
    table.s.pool[4] -= 1
    table.event("FC23k").play("1", "1", "1")
    assert (table.s.pool[4], table.s.hand_size[1]) == (2, 2)
    table = kings().stand(boromir="pelargir").event("FC23k").play("0", "gondor elite")
    assert table.count("pelargir", "gondor elite") == 1


@pytest.mark.rule("cards.FC25k")
def test_aid_in_time_of_need_awakens_beside_a_companion() -> None:
    table = kings().stand(gimli="erebor").event("FC25k").play("done", "dáin_ironfoot")
    assert table.s.sovereign[DAIN] == 1


@pytest.mark.rule("cards.FC26k")
def test_it_is_not_so_dark_here() -> None:
    table = kings()
    table.s.on_sovereign[DAIN, 1] = 1
    table.s.pool[1] -= 1
    table.event("FC26k").play("elves", "dáin_ironfoot", "tile 3")
    assert (table.s.to_war[1], table.s.pool[1]) == (2, 3)


@pytest.mark.rule("cards.FS08k")
def test_wisdom_of_elrond_of_kings() -> None:
    table = kings()
    table.s.on_sovereign[DAIN, 1] = 1
    table.s.pool[1] -= 1
    table.event("FS08k").play("1", "dáin_ironfoot", "tile 3")
    assert table.s.pool[1] == 3
    assert kings().event("FS08k").play("0", "gondor").s.active[2] == 1


@pytest.mark.rule("cards.four_kings")
@pytest.mark.parametrize(
    ("code", "sovereign", "region", "gain"),
    [
        ("FS16k", THEODEN, "edoras", 1),
        ("FS19k", BRAND, "dale", 2),
        ("FS22k", DAIN, "erebor", 1),
        ("FS24k", THRANDUIL, "woodland-realm", 1),
    ],
)
def test_cards_of_four_kings(code: str, sovereign: int, region: str, gain: int) -> None:
    table = kings()
    before = table.units(FREE, region)
    table.event(code).play("0").settle()
    assert (table.units(FREE, region), table.s.hand_size[1]) == (before + gain, 1)
    table = kings()
    table.s.on_sovereign[sovereign, 4] = 1
    table.s.pool[4] -= 1
    table.event(code).play("1", "1")
    assert table.s.pool[4] == 2
    table = kings()
    table.s.sovereign[sovereign] = 2
    table.event(code).play("yes")
    assert (table.s.sovereign[sovereign], table.s.hand_size[1]) == (3, 0)


@pytest.mark.rule("cards.FS25k")
def test_ever_at_your_service() -> None:
    table = kings().event("FS25k").play("brand", "north regular")
    assert table.units(FREE, "dale") == 2


@pytest.mark.rule("cards.FS26k")
def test_men_of_little_villages() -> None:
    table = kings().event("FS26k").play("north", "bree", "north regular", "rohan", "folde", "rohan regular")
    assert (table.units(FREE, "bree"), table.units(FREE, "folde")) == (2, 1)
    assert "rohan" not in table.choices()


@pytest.mark.rule("cards.SC25k")
def test_your_welcome_is_doubtful() -> None:
    table = kings().event("SC25k")
    assert table.s.card_at[CARD_NUMBER["SC25k"]] == ON_THE_TABLE
    assert not table.rule(sovereigns.can_awaken, THRANDUIL)
    assert table.war("elves").rule(sovereigns.can_awaken, THRANDUIL)
    table.stand(boromir="edoras").dice(FREE, character=1).dice(SHADOW, muster=1).turn(FREE)
    table.play("character: clear_table", "card SC25k")
    assert table.s.card_at[CARD_NUMBER["SC25k"]] != ON_THE_TABLE


@pytest.mark.rule("cards.SC26k")
def test_the_west_has_failed_tempts_near_a_nazgul_without_an_eye() -> None:
    table = only(kings(), one=1).put("osgiliath", sauron=(0, 0, 1))
    table.s.hunt_eyes = 1
    table.event("SC26k").play("denethor", "tile 1")
    assert (table.s.on_sovereign[DENETHOR, 4], table.s.hunt_eyes) == (1, 1)


@pytest.mark.rule("cards.SS01k")
def test_return_to_valinor_with_two_corrupted_sovereigns() -> None:
    table = kings()
    table.s.sovereign[BRAND] = table.s.sovereign[DAIN] = 2
    table.until(lambda t: t.waiting == f.CASUALTY or t.units(FREE, "lorien") < 3, lambda t: t.event("SS01k"))


@pytest.mark.rule("cards.SS03k")
def test_denethors_folly_of_kings() -> None:
    table = kings().event("SS03k").war("gondor")
    assert not table.rule(sovereigns.can_awaken, DENETHOR)
    table.s.sovereign[DENETHOR] = 1
    table.dice(FREE, muster=1).dice(SHADOW, muster=1).turn(FREE).play("muster: skip")
    assert table.s.card_at[CARD_NUMBER["SS03k"]] != ON_THE_TABLE


@pytest.mark.rule("cards.SS05k")
def test_threats_and_promises_of_kings() -> None:
    table = kings().event("SS05k").dice(FREE, muster=1).dice(SHADOW, muster=1).turn(FREE)
    assert "muster: awaken" not in table.choices()
    table.rule(corruption.add_corruption, BRAND, 1)
    assert table.s.card_at[CARD_NUMBER["SS05k"]] != ON_THE_TABLE


@pytest.mark.rule("cards.SS06k")
def test_stormcrow_of_kings_adds_a_tile_and_takes_a_unit() -> None:
    table = only(kings(), one=2)
    table.event("SS06k").play("elves", "grey-havens")
    assert table.choices() == {"elves regular", "elves elite"}
    assert table.s.on_sovereign[THRANDUIL, 4] == 1


@pytest.mark.rule("cards.SS18k")
def test_the_king_is_revealed_with_awakened_sovereigns() -> None:
    table = kings()
    table.s.sovereign[DENETHOR] = 1
    table.event("SS18k")
    assert (table.count("minas-morgul", "sauron regular"), table.count("minas-morgul", "nazgûl")) == (10, 3)


@pytest.mark.rule("cards.SS25k")
def test_the_palantir_of_barad_dur_makes_a_muster_an_event_once_a_turn() -> None:
    table = kings().table_card("SS25k").dice(SHADOW, muster=2).dice(FREE, muster=3).turn(SHADOW)
    table.play("muster: stone_draw", "1")
    assert table.s.hand_size[3] == 1
    assert "muster: stone_draw" not in table.turn(SHADOW).choices()


@pytest.mark.rule("cards.SS26k")
def test_work_of_the_enemy() -> None:
    table = kings()
    table.until(lambda t: t.units(FREE, "edoras") < 2 or t.waiting == f.CASUALTY, lambda t: t.event("SS26k").play("edoras"))
