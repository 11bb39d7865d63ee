"""The annotated game of the test vectors (section 13) and the clarifications (section 9.1) that no other test shows."""

from __future__ import annotations

import pytest
from ring_table import FREE, SHADOW, Table, character

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import NUMBER
from engine.games.war_of_the_ring.rules import aftermath, battle, fighters, hunt, politics, turn
from engine.games.war_of_the_ring.state import Chance, Ending
from engine.trace import NO_TRACE, new_trace, read_trace


def in_battle(table: Table, attacker: int, start: str, target: str, round_number: int = 1) -> Table:
    """All figures of the attacker's Army fight."""
    table.s.force[:] = table.s.army[NUMBER[start]]
    table.s.battle, table.s.attacker, table.s.battle_round = 1, attacker, round_number
    table.s.battle_from, table.s.battle_at = NUMBER[start], NUMBER[target]
    table.s.dice_cap[:] = table.s.dice_cap.array * 0 + 5
    return table


@pytest.mark.rule("example.turn1")
def test_vector_saruman_and_gandalf_the_white_in_the_first_turn() -> None:
    """X turn 1: Isengard to war and Saruman with two Musters; the group stops in Moria, where the Will makes Gandalf white."""
    table = Table().empty_hands().dice(FREE, character=1).dice(SHADOW, muster=2)
    table.s.dice[FREE, 5] = 1
    table.s.hunt_eyes, table.s.hunt_free = 0, 1
    table.turn(SHADOW).play("muster: advance", "isengard")
    assert table.s.to_war[5] == 0
    table.play("character: separate", "gandalf_the_grey", "gimli", "meriadoc", "moria")
    table.play("muster: minion", "saruman", "orthanc")
    table.play("will of the west: upgrade", "gandalf_the_white")
    assert (table.where("gandalf_the_white"), table.where("gandalf_the_grey")) == ("moria", -2)
    assert (table.waiting, table.s.round_number) == (f.FELLOWSHIP_PHASE, 2)
    assert (table.rule(turn.pool_size, FREE), table.rule(turn.pool_size, SHADOW)) == (5, 8)
    table.play("done")
    assert table.waiting == f.ALLOCATE
    assert table.choices() == {"1", "2", "3", "4"}


@pytest.mark.rule("example.turn2")
def test_vector_scouts_retreat_first_pelargir_falls_and_the_witch_king_comes() -> None:
    """X turn 2: Scouts end the battle before dice roll; Pelargir is 1 point; the Witch-king rouses all; 9 dice next turn."""
    table = Table().empty_hands().war("southrons", "sauron", "gondor").stand(saruman="orthanc")
    table.clear("west-harondor", "pelargir").put("west-harondor", southrons=(4, 1, 0)).put("pelargir", gondor=(1, 0, 0))
    table.card("FS05").ask(f.ATTACK_FROM, SHADOW).play("west-harondor", "pelargir", "yes")
    if table.waiting == f.COMBAT_CARD and table.s.current_player == SHADOW:
        table.play("done")
    table.play("card FS05")
    assert table.waiting == f.RETREAT
    table.play("lossarnach")
    assert (table.units(SHADOW, "west-harondor"), table.units(FREE, "lossarnach")) == (5, 1)
    table.play("yes")
    assert table.waiting == f.ACTION
    assert table.rule(politics.victory_points, SHADOW) == 1
    table.dice(SHADOW, muster=1).dice(FREE, muster=1).turn(SHADOW).play("muster: minion", "witch-king", "moria")
    assert table.s.active.tolist()[:5] == [1] * 5
    assert table.rule(turn.pool_size, SHADOW) == 9


@pytest.mark.rule("battle.dice")
@pytest.mark.rule("example.turn7")
def test_vector_five_dice_with_two_captains() -> None:
    """X turn 7: six units with two Captains, a strength of 8, roll five dice; one unit with them rolls three."""
    table = Table().clear("north-ithilien", "dagorlad").war("gondor", "sauron").put("north-ithilien", sauron=(1, 0, 0))
    table.put("dagorlad", gondor=(6, 0, 0)).stand(boromir="dagorlad", aragorn="dagorlad")
    for units, strength, dice in ((6, 8, 5), (1, 3, 3)):
        table.clear("dagorlad").put("dagorlad", gondor=(units, 0, 0))
        in_battle(table, SHADOW, "north-ithilien", "dagorlad")
        table.s.hits[FREE] = table.s.misses[FREE] = 0
        table.rule(battle.combat_roll, FREE, NO_TRACE)
        assert table.rule(fighters.strength, FREE) == strength
        assert table.s.hits[FREE] + table.s.misses[FREE] == dice


@pytest.mark.rule("example.turn7")
def test_vector_an_elite_extends_a_siege() -> None:
    table = Table().war("gondor", "sauron").put("minas-tirith", sauron=(3, 1, 0)).siege("minas-tirith", FREE)
    in_battle(table, SHADOW, "minas-tirith", "minas-tirith")
    assert table.rule(aftermath.can_extend)
    table.clear("minas-tirith").put("minas-tirith", sauron=(4, 0, 0))
    in_battle(table, SHADOW, "minas-tirith", "minas-tirith")
    assert not table.rule(aftermath.can_extend)


@pytest.mark.rule("example.turn11")
def test_vector_the_fifth_step_wins() -> None:
    """X turn 11: the pool has 13 tiles; the step onto the Crack of Doom wins at 11 Corruption."""
    table = Table().empty_hands().dice(FREE, character=1).dice(SHADOW, muster=1)
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[6] = 1
    table.s.mordor, table.s.corruption, table.s.hunt_eyes = 4, 11, 3
    table.turn(FREE).play("character: fellowship").settle()
    assert (table.s.outcome, table.s.winners) == (int(Ending.RING_DESTROYED), 1)


@pytest.mark.rule("faq.declare")
@pytest.mark.parametrize(("path", "revealed"), [(("moria", "dimrill-dale", "lorien"), 0), (("moria", "dimrill-dale"), 1)])
def test_a_tile_does_not_reveal_a_fellowship_declared_in_a_haven(path: tuple[str, ...], revealed: int) -> None:
    """FAQ 2014: the Balrog draws a tile for the declared path; its Reveal icon is ignored in Lorien."""
    table = Table().empty_hands().table_card("SC17")
    table.s.place, table.s.progress = NUMBER["hollin"], len(path)
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[6] = 1
    table.ask(f.FELLOWSHIP_PHASE, FREE).play("0", *path)
    if table.waiting != f.BALROG:
        table.play("done")
    table.play("yes")
    assert (table.s.drawn[6] > 0, table.s.revealed) == (True, revealed)


@pytest.mark.rule("faq.captured_cities")
def test_a_captured_city_counts_for_the_free_peoples_too() -> None:
    table = Table().clear("umbar", "far-harad")
    table.rule(politics.enter_region, FREE, NUMBER["far-harad"])
    assert table.rule(politics.victory_points, FREE) == 1
    table.rule(politics.enter_region, FREE, NUMBER["umbar"])
    assert table.rule(politics.victory_points, FREE) == 3


@pytest.mark.rule("faq.hobbits")
@pytest.mark.parametrize(("mordor", "where"), [(-1, "rivendell"), (1, -2)])
def test_both_hobbits_reduce_the_damage_of_one_tile(mordor: int, where: str | int) -> None:
    """Collector's FAQ; on the Mordor Track they are lost."""
    table = Table()
    for companion in range(5):
        table.s.where[companion] = -2
    table.s.guide, table.s.mordor = character("meriadoc"), mordor
    table.s.tile = 1
    table.ask(f.TILE_RESOLVE, FREE, 0, hunt.MORDOR if mordor >= 0 else hunt.MOVE).play("1")
    if mordor < 0:
        table.play("rivendell")
    table.play("1")
    if mordor < 0:
        table.play("rivendell")
    table.play("done")
    assert (table.where("meriadoc"), table.where("peregrin"), table.s.corruption) == (where, where, 1)


@pytest.mark.rule("faq.hunt_by_card")
def test_a_hunt_counts_the_dice_in_the_box_and_rerolls_misses_only() -> None:
    """The roll of moves and of The Nazgul Strike: a 6 is needed alone, a 2 beside four Free dice; Moria gives two re-rolls."""
    rolls = []
    for free_dice in (0, 4):
        table = Table()
        table.s.place, table.s.hunt_eyes, table.s.hunt_free = NUMBER["moria"], 2, free_dice
        assert table.rule(hunt.hunt_rerolls) == 2
        start = table.states.copy()
        successes = 0
        for number in range(100):
            table.states[:] = start
            trace = new_trace()
            table.seed(number).rule(hunt.hunt_roll, 0, 0, trace)
            events = [event.values for event in read_trace(trace) if event.kind == Chance.HUNT_ROLLED]
            first = [value for value, again, *_ in events if not again]
            hits = sum(value > 1 and value + free_dice >= 6 for value in first)
            assert (len(first), len(events) - len(first)) == (2, 2 - hits)
            successes += hits
        rolls.append(successes)
    assert rolls[0] < 60 < 140 < rolls[1]
