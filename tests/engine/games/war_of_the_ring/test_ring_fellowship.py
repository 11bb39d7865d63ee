"""The Fellowship, Companions and the Hunt (section 4), with the common bugs of section 9.1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from ring_table import FREE, SHADOW, Table, character

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import NUMBER
from engine.games.war_of_the_ring.data import EYE_TILE, GOLLUM, TILE_COPIES
from engine.games.war_of_the_ring.rules import fellowship, hunt
from engine.games.war_of_the_ring.state import Ending
from engine.trace import NO_TRACE


def moving(**dice: int) -> Table:
    """The Free Peoples are about to use a Character die."""
    table = Table().empty_hands().dice(FREE, character=3).dice(SHADOW, muster=3)
    table.s.hunt_eyes = 0
    return table.turn(FREE)


def resolve(table: Table, tile: int, eyes: int = 0, mode: int = 0) -> Table:
    """A tile was drawn and is resolved."""
    table.s.pool[tile] -= 1
    table.s.drawn[tile] += 1
    table.s.tile = tile
    return table.ask(f.TILE_RESOLVE, FREE, eyes, mode)


@pytest.mark.rule("fellowship.move")
def test_a_move_adds_progress_and_puts_the_die_into_the_box_after_the_hunt() -> None:
    table = moving().play("character: fellowship")
    assert (table.s.progress, table.s.hunt_free, table.s.dice[FREE, 0]) == (1, 1, 2)


@pytest.mark.rule("fellowship.move")
def test_a_revealed_fellowship_hides_before_it_moves() -> None:
    table = moving()
    table.s.revealed = 1
    assert "character: fellowship" not in table.choices()
    table.play("character: hide")
    assert (table.s.revealed, table.s.hunt_free) == (0, 0)


@pytest.mark.rule("guide.strider")
def test_strider_hides_with_any_die() -> None:
    table = Table().dice(FREE, muster=1).dice(SHADOW, muster=1)
    table.s.revealed = 1
    assert "muster: hide" not in table.turn(FREE).choices()
    table.s.guide = character("strider")
    assert "muster: hide" in table.choices()


@pytest.mark.rule("guide.gandalf")
def test_gandalf_as_guide_draws_after_a_card_played_with_an_event_die() -> None:
    table = Table().empty_hands().card("FS14").dice(FREE, event=1).dice(SHADOW, muster=1).turn(FREE)
    table.play("event: play", "card FS14", "gondor regular")
    assert table.waiting == f.GUIDE_DRAW
    table.play("yes")
    assert table.s.hand_size.tolist()[:2] == [0, 1]


@pytest.mark.rule("hunt.roll")
def test_without_shadow_dice_in_the_box_there_is_no_hunt() -> None:
    table = moving().play("character: fellowship")
    assert sum(table.s.drawn.tolist()) == 0


@pytest.mark.rule("hunt.table")
@pytest.mark.parametrize(
    ("free_dice", "expected"),
    [(0, (0.167, 0.306, 0.421, 0.518, 0.598)), (1, (0.333, 0.556, 0.704, 0.802, 0.868)), (2, (0.5, 0.75, 0.875, 0.938, 0.969))],
)
def test_hunt_success_is_that_of_the_table(free_dice: int, expected: tuple[float, ...]) -> None:
    table = Table().clear("rivendell").seed(7)
    for level, probability in enumerate(expected, start=1):
        found = sum(table.rule(hunt.roll_hunt, level, free_dice, False, NO_TRACE) > 0 for _ in range(4000))
        assert found / 4000 == pytest.approx(probability, abs=0.025)


@pytest.mark.rule("hunt.table")
def test_one_reroll_helps_the_hunt_as_the_table_says() -> None:
    table = Table().seed(3)
    for level, probability in enumerate((0.306, 0.421, 0.518, 0.598, 0.665), start=1):
        found = 0
        for _ in range(4000):
            hits = table.rule(hunt.roll_hunt, level, 0, False, NO_TRACE)
            found += hits + table.rule(hunt.roll_hunt, min(1, level - hits), 0, True, NO_TRACE) > 0
        assert found / 4000 == pytest.approx(probability, abs=0.025)


@pytest.mark.rule("hunt.rerolls")
def test_rerolls_come_from_stronghold_units_and_nazgul_in_the_figures_region() -> None:
    table = Table()
    table.s.place = NUMBER["hollin"]
    assert table.rule(hunt.hunt_rerolls) == 0
    table.s.place = NUMBER["barad-dur"]
    assert table.rule(hunt.hunt_rerolls) == 3
    table.stand(witch="hollin")
    table.s.place = NUMBER["hollin"]
    assert table.rule(hunt.hunt_rerolls) == 1


@pytest.mark.rule("hunt.tile")
def test_an_eye_counts_the_successes_and_a_number_itself() -> None:
    table = resolve(Table(), EYE_TILE, eyes=2)
    assert table.s.hunt_damage == 2
    table = resolve(Table(), 1)
    assert table.s.hunt_damage == 3


@pytest.mark.rule("hunt.tile")
def test_an_eye_for_a_stronghold_does_no_damage() -> None:
    table = resolve(Table(), EYE_TILE, eyes=4, mode=hunt.HOLD)
    table.settle()
    assert table.s.corruption == 0


@pytest.mark.rule("hunt.damage")
def test_the_guide_falls_and_the_damage_is_less_by_his_level() -> None:
    table = resolve(Table(), 1).play("3")
    assert (table.s.corruption, table.where("gandalf_the_grey"), table.waiting) == (0, -2, f.ACTION)
    assert table.s.guide == character("strider")


@pytest.mark.rule("hunt.damage.bug")
def test_only_one_casualty_a_tile() -> None:
    table = Table()
    for companion in range(5):
        table.s.where[companion] = -2
    table.s.guide = character("meriadoc")
    resolve(table, 1).play("3")
    table.play("rivendell")
    assert table.waiting == f.HUNT_DAMAGE
    assert "3" not in table.choices()
    assert "1" in table.choices()  # the new Guide's ability is allowed


@pytest.mark.rule("guide.hobbits")
def test_a_hobbit_as_guide_is_separated_to_reduce_the_damage() -> None:
    table = Table()
    for companion in range(5):
        table.s.where[companion] = -2
    table.s.guide = character("meriadoc")
    resolve(table, 4).play("1")
    assert table.waiting == f.TAKEN_ALIVE
    table.play("trollshaws")
    assert (table.where("meriadoc"), table.s.corruption, table.s.guide) == ("trollshaws", 0, character("peregrin"))


@pytest.mark.rule("guide.hobbits.mordor")
def test_on_the_mordor_track_the_hobbit_is_lost() -> None:
    table = Table()
    for companion in range(5):
        table.s.where[companion] = -2
    table.s.guide, table.s.mordor = character("meriadoc"), 1
    resolve(table, 4, mode=hunt.MORDOR).play("1")
    assert table.where("meriadoc") == -2


@pytest.mark.rule("guide.gollum")
def test_gollum_hides_numbers_and_may_reveal_to_reduce() -> None:
    table = Table()
    for companion in range(7):
        table.s.where[companion] = -2
    table.rule(fellowship.update_guide)
    assert table.s.guide == GOLLUM
    resolve(table, 3).play("done")
    assert (table.s.revealed, table.s.corruption) == (0, 2)
    table = Table()
    for companion in range(7):
        table.s.where[companion] = -2
    table.s.guide = GOLLUM
    resolve(table, 2).play("2")
    assert (table.s.revealed, table.s.corruption) == (1, 1)
    table = Table()
    for companion in range(7):
        table.s.where[companion] = -2
    table.s.guide = GOLLUM
    resolve(table, EYE_TILE, eyes=1)
    assert table.s.revealed == 1


@pytest.mark.rule("victory.corruption")
def test_twelve_corruption_ends_the_game_at_once() -> None:
    table = Table()
    table.s.corruption = 10
    resolve(table, 2).play("done")
    assert (table.s.terminal, table.s.outcome) == (1, int(Ending.CORRUPTION))


@pytest.mark.rule("reveal")
def test_a_revealed_figure_moves_and_does_not_end_in_an_own_haven() -> None:
    table = Table()
    table.s.progress = 2
    resolve(table, 6)
    assert table.waiting == f.PATH
    assert "done" not in table.choices()  # it stands in Rivendell
    table.play("fords-of-bruinen")
    assert "rivendell" not in table.choices()
    table.play("done")
    assert (table.s.place, table.s.progress, table.s.revealed) == (NUMBER["fords-of-bruinen"], 0, 1)


@pytest.mark.rule("reveal.strongholds")
def test_a_path_through_a_shadow_stronghold_draws_a_tile() -> None:
    table = Table()
    table.s.place, table.s.progress = NUMBER["hollin"], 2
    resolve(table, 6).play("moria", "dimrill-dale").settle()
    assert sum(table.s.drawn.tolist()) == 2
    table = Table()
    table.s.place, table.s.progress = NUMBER["hollin"], 1
    resolve(table, 6).play("done").settle()
    assert sum(table.s.drawn.tolist()) == 1


@pytest.mark.rule("declare")
def test_declaring_in_a_haven_heals_and_rouses_its_nation() -> None:
    table = Table()
    table.s.corruption, table.s.place, table.s.progress = 3, NUMBER["druadan-forest"], 2
    table.ask(f.FELLOWSHIP_PHASE, FREE).play("0", "minas-tirith", "done")
    assert (table.s.corruption, table.s.active[2], table.s.revealed, table.s.progress) == (2, 1, 0, 0)


@pytest.mark.rule("declare.bug")
def test_only_one_declaration_a_turn() -> None:
    table = Table().ask(f.FELLOWSHIP_PHASE, FREE).play("0", "done")
    assert "0" not in table.choices()


@pytest.mark.rule("declare")
def test_declaring_in_place_heals_every_turn() -> None:
    table = Table()
    table.s.corruption = 2
    table.ask(f.FELLOWSHIP_PHASE, FREE).play("0", "done")
    assert table.s.corruption == 1


@pytest.mark.rule("mordor.enter")
def test_entering_mordor_returns_eyes_and_brings_special_tiles() -> None:
    table = Table()
    table.s.place = NUMBER["minas-morgul"]
    table.s.pool[0], table.s.drawn[0] = 1, 3
    table.s.pool[1], table.s.drawn[1] = 2, 1
    table.s.ready[7] = 1
    table.s.revealed = 1
    table.ask(f.FELLOWSHIP_PHASE, FREE).play("1")
    assert (table.s.mordor, table.s.pool[0], table.s.pool[1], table.s.pool[7]) == (0, 4, 2, 1)


@pytest.mark.rule("mordor.eye.bug")
def test_an_eye_in_mordor_counts_the_box_without_the_die_that_pays() -> None:
    table = moving()
    table.s.mordor, table.s.hunt_eyes, table.s.hunt_free = 0, 3, 1
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[0] = 4
    table.turn(FREE).play("character: fellowship")
    assert table.s.hunt_damage == 4
    table.play("done")
    assert (table.s.corruption, table.s.mordor, table.s.hunt_free) == (4, 1, 2)


@pytest.mark.rule("mordor.stop")
def test_a_stop_tile_holds_the_fellowship() -> None:
    table = Table()
    table.s.mordor, table.s.ready[12] = 2, 0
    table.s.pool[12] = 1
    resolve(table, 12, mode=hunt.MORDOR).play("done")
    assert (table.s.mordor, table.s.corruption) == (2, 3)


@pytest.mark.rule("mordor.doom")
def test_the_crack_of_doom_wins_even_if_the_last_tile_reveals() -> None:
    table = Table()
    table.s.mordor, table.s.corruption = 4, 11
    resolve(table, 6, mode=hunt.MORDOR)
    assert (table.s.outcome, table.s.winners) == (int(Ending.RING_DESTROYED), 1)
    table = Table()
    table.s.mordor, table.s.corruption = 4, 11
    resolve(table, 4, mode=hunt.MORDOR).play("done")
    assert table.s.outcome == int(Ending.CORRUPTION)


@pytest.mark.rule("mordor.figures")
@pytest.mark.parametrize(
    ("pool", "dice", "hidden", "corruption"),
    [
        ((4, 1, 1, 1, 1, 1, 1), 7.8, 2.8, 10.5),
        (TILE_COPIES[:7], 7.3, 2.3, 9.7),
        (TILE_COPIES[:14], 8.2, None, 9.7),
    ],
    ids=["one of each number", "standard tiles", "with all specials"],
)
def test_mordor_takes_about_as_many_dice_and_corruption_as_simulated(
    pool: Sequence[int], dice: float, hidden: float | None, corruption: float
) -> None:
    """Section 10, by pool, Eye = 3: Character dice, those that hide among them, and Corruption."""
    moves = hides = burden = 0
    table = Table(corruption_limit=30)
    table.s.pool[:] = np.zeros(len(table.s.pool.tolist()), np.int8)
    for kind, copies in enumerate(pool):
        table.s.pool[kind] = copies
    start = table.states.copy()
    games = 150
    for game in range(games):
        table.states[:] = start
        table.seed(game)
        for companion in range(7):
            table.s.where[companion] = -2
        table.s.guide, table.s.mordor = 0, 0
        table.stand(gandalf_the_grey="fellowship")
        while not table.s.terminal:
            table.s.hunt_eyes, table.s.hunt_free = 3, 0
            if table.s.revealed:
                table.s.revealed = 0
                hides += 1
                continue
            moves += 1
            table.rule(hunt.move_fellowship, False, 0)
            table.proceed()
            while table.s.depth and table.waiting == f.HUNT_DAMAGE and not table.s.terminal:
                table.play("done")
        burden += table.s.corruption
    assert moves / games + hides / games == pytest.approx(dice, abs=0.5)
    assert hidden is None or hides / games == pytest.approx(hidden, abs=0.4)
    assert burden / games == pytest.approx(corruption, abs=0.8)


@pytest.mark.rule("pool")
def test_an_empty_pool_gets_the_standard_tiles_back() -> None:
    table = Table()
    for kind in range(7):
        table.s.drawn[kind] += table.s.pool[kind]
        table.s.pool[kind] = 0
    table.rule(hunt.take_from_pool, NO_TRACE)
    assert (sum(table.s.pool.tolist()), sum(table.s.drawn.tolist())) == (15, 1)


@pytest.mark.rule("companions.separate")
def test_separated_companions_walk_progress_and_level_and_stop_at_shadow_strongholds() -> None:
    table = Table().dice(FREE, character=1).dice(SHADOW, muster=1)
    table.turn(FREE).play("character: separate", "gandalf_the_grey")
    assert "moria" in table.choices()
    assert "dimrill-dale" not in table.choices()
    table.play("gimli", "meriadoc", "moria")
    assert [table.where(key) for key in ("gandalf_the_grey", "gimli", "meriadoc")] == ["moria"] * 3
    assert table.s.guide == character("strider")


@pytest.mark.rule("companions.legolas")
def test_legolas_reaches_the_woodland_realm_with_five_progress() -> None:
    table = Table()
    table.s.progress = 5
    table.ask(f.SEPARATE, FREE).play("legolas")
    assert "woodland-realm" in table.choices()


@pytest.mark.rule("companions.move")
def test_gandalf_the_white_moves_four_alone_or_with_one_hobbit() -> None:
    table = Table().stand(gandalf_the_white="edoras", meriadoc="edoras", boromir="edoras")
    table.ask(f.MOVE_COMPANIONS, FREE).play("gandalf_the_white")
    assert "minas-tirith" in table.choices()
    far = "pelargir" in table.choices()
    table.play("boromir")
    assert far
    assert "pelargir" not in table.choices()


@pytest.mark.rule("companions.siege")
def test_companions_do_not_leave_a_besieged_stronghold() -> None:
    table = Table().stand(boromir="minas-tirith").put("minas-tirith", sauron=(3, 0, 0)).siege("minas-tirith", FREE)
    table.ask(f.MOVE_COMPANIONS, FREE)
    assert table.choices() == {"done"}


@pytest.mark.rule("companions.track")
def test_boromir_at_home_advances_gondor_with_any_die() -> None:
    table = Table().stand(boromir="minas-tirith").dice(FREE, event=1).dice(SHADOW, muster=1)
    table.s.active[2] = 1
    table.turn(FREE).play("event: track", "boromir")
    assert table.s.to_war[2] == 1


@pytest.mark.rule("characters.aragorn")
def test_strider_becomes_aragorn_with_a_will_of_the_west() -> None:
    table = Table().stand(strider="minas-tirith").dice(FREE, will=1).dice(SHADOW, muster=1)
    table.s.dice[FREE, 5] = 1
    table.turn(FREE).play("will of the west: upgrade", "aragorn")
    assert (table.where("aragorn"), table.where("strider"), table.s.active[2]) == ("minas-tirith", -2, 1)


@pytest.mark.rule("characters.white")
def test_gandalf_the_white_needs_a_minion_and_a_grey_who_is_outside_or_dead() -> None:
    table = Table().dice(FREE).dice(SHADOW, muster=1)
    table.s.dice[FREE, 5] = 1
    assert "will of the west: upgrade" not in table.turn(FREE).choices()
    table.stand(gandalf_the_grey="gone")
    table.s.guide, table.s.minion_seen = 1, 1
    table.play("will of the west: upgrade", "gandalf_the_white")
    assert {"fangorn", "lorien"} <= table.choices()
    table.play("fangorn")
    assert table.where("gandalf_the_white") == "fangorn"


@pytest.mark.rule("characters.minions")
def test_minions_enter_on_their_terms() -> None:
    table = Table().dice(FREE, muster=1).dice(SHADOW, muster=3).turn(SHADOW)
    assert "muster: minion" not in table.choices()
    table.war("isengard", "sauron", "gondor").play("muster: minion")
    assert table.choices() == {"saruman", "witch-king"}
    table.play("witch-king")
    assert "orthanc" not in table.choices()
    table.play("moria")
    assert table.s.active.tolist()[:5] == [1] * 5
    table.turn(SHADOW).play("muster: minion", "saruman", "orthanc")
    assert table.s.minion_seen == 1


@pytest.mark.rule("characters.saruman")
def test_the_voice_of_saruman() -> None:
    table = Table().stand(saruman="orthanc").ask(f.VOICE, SHADOW).play("0")
    assert table.count("north-dunland", "isengard regular") == 2
    assert table.count("orthanc", "isengard regular") == 5
    table.ask(f.VOICE, SHADOW).play("1")
    assert (table.count("orthanc", "isengard regular"), table.count("orthanc", "isengard elite")) == (3, 3)


@pytest.mark.rule("characters.mouth")
def test_the_mouth_uses_a_muster_as_an_army_once_a_turn() -> None:
    table = Table().stand(mouth="barad-dur").dice(FREE, muster=1).dice(SHADOW, muster=2).turn(SHADOW)
    table.play("muster: mouth_move", "morannon", "dagorlad", "yes", "done")
    assert table.units(SHADOW, "dagorlad") == 5
    table.turn(SHADOW)
    assert "muster: mouth_move" not in table.choices()


@pytest.mark.rule("characters.nazgul")
def test_nazgul_fly_anywhere_but_to_a_held_stronghold_and_each_moves_once() -> None:
    table = Table().ask(f.NAZGUL_FROM, SHADOW).play("barad-dur")
    assert "minas-tirith" not in table.choices()
    assert "the-shire" in table.choices()
    table.play("the-shire")
    assert "the-shire" not in table.choices()
    assert table.count("the-shire", "nazgûl") == 1
