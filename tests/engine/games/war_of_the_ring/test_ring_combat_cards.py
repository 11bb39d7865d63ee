"""Combat halves of the Event cards: each makes its difference to the round (cards sheet, section 3)."""

from __future__ import annotations

import pytest
from ring_table import FREE, SHADOW, Table, character

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import NUMBER
from engine.games.war_of_the_ring.cards import CARD_NUMBER, COMBAT_HALF
from engine.games.war_of_the_ring.combat_cards import COMBAT_NUMBER, COMBAT_TITLES
from engine.games.war_of_the_ring.rules import battle, combat_effects, combat_needs, core, fighters
from engine.trace import NO_TRACE


def fight(
    region: str = "dagorlad",
    kind: int = 1,
    attacker: int = SHADOW,
    free: tuple[int, int, int] = (4, 1, 1),
    shadow: tuple[int, int, int] = (6, 2, 3),
    **options: object,
) -> Table:
    """A round of a battle between Gondor and Sauron, before its effects; the whole attacking Army fights."""
    start = region if kind > 1 else "north-ithilien" if region != "north-ithilien" else "dagorlad"
    table = (
        Table(**options)
        .empty_hands()
        .war("gondor", "sauron", "isengard", "southrons")
        .clear(region, start, "morannon", "minas-morgul")
    )
    free_at, shadow_at = (region, start) if attacker == SHADOW else (start, region)
    table.put(free_at, gondor=free).put(shadow_at, sauron=shadow)
    if kind > 1:
        table.siege(region, FREE)
    while table.s.depth:
        table.rule(core.pop)
    table.rule(core.push, f.ACTION, FREE, 0, 0, 0)
    table.rule(battle.clear_round)
    table.s.battle, table.s.attacker, table.s.battle_round = kind, attacker, 1
    table.s.battle_from, table.s.battle_at = NUMBER[start], NUMBER[region]
    side_kinds = range(10, 22) if attacker == SHADOW else range(21)
    for figure in side_kinds:
        if attacker == SHADOW and 16 <= figure < 21:
            continue
        if attacker == FREE and 10 <= figure < 16:
            continue
        table.s.force[figure] = table.s.army[NUMBER[start], figure]
    return table


def join(table: Table, key: str) -> Table:
    """A character fights for his side."""
    number = character(key)
    side = FREE if number < 14 else SHADOW
    table.s.where[number] = table.s.battle_from if side == table.s.attacker else table.s.battle_at
    if side == table.s.attacker:
        table.s.force_characters |= 1 << number
    return table


def use(table: Table, side: int, title: str, initiative: int) -> Table:
    """A side's card takes effect at an initiative."""
    card = next(number for number in range(115) if COMBAT_TITLES[COMBAT_HALF[number]] == title)
    table.s.combat_card[side] = card
    table.s.card_at[card] = 6
    table.rule(combat_effects.carry_out, side, initiative, NO_TRACE)
    return table.proceed()


def holds(table: Table, title: str) -> bool:
    """Whether a combat half may be played."""
    return bool(table.rule(combat_needs.need_holds, COMBAT_NUMBER[title]))


@pytest.mark.rule("combat.modifiers")
@pytest.mark.parametrize(
    ("title", "side", "free", "shadow"),
    [
        ("It Is a Gift", FREE, (1, 1), (0, 0)),
        ("Servant of the Secret Fire", FREE, (1, 0), (0, 0)),
        ("Ents' Rage", FREE, (2, 0), (0, 0)),
        ("Valour", FREE, (1, 0), (0, 0)),
        ("Advantageous Position", FREE, (0, 0), (-1, 0)),
        ("One for the Dark Lord", SHADOW, (0, 0), (1, 1)),
        ("Devilry of Orthanc", SHADOW, (0, 0), (1, 0)),
        ("Deadly Strife", SHADOW, (2, 2), (2, 2)),
        ("Desperate Battle", SHADOW, (1, 1), (1, 1)),
        ("Mûmakil", SHADOW, (0, 0), (1, 0)),
    ],
)
def test_modifiers(title: str, side: int, free: tuple[int, int], shadow: tuple[int, int]) -> None:
    table = use(fight(), side, title, 3)
    found = [(table.s.combat_bonus[s], table.s.reroll_bonus[s]) for s in (FREE, SHADOW)]
    assert found == [free, shadow]


@pytest.mark.rule("combat.needs")
def test_requirements() -> None:
    table = fight()
    assert not holds(table, "It Is a Gift")
    table.s.place = NUMBER["dagorlad"]
    assert holds(table, "It Is a Gift")
    assert holds(table, "One for the Dark Lord")
    assert not holds(table, "Mighty Attack")
    join(table, "boromir")
    assert holds(table, "Mighty Attack")
    assert not holds(table, "Servant of the Secret Fire")
    assert holds(join(table, "gandalf_the_white"), "Servant of the Secret Fire")
    assert not holds(table, "Blade of Westernesse")
    assert holds(join(table, "peregrin"), "Blade of Westernesse")
    assert not holds(table, "Andúril")
    assert holds(join(table, "strider"), "Andúril")
    assert holds(table, "Valour")
    assert not holds(table, "Ents' Rage")
    assert holds(fight("westemnet"), "Ents' Rage")
    assert not holds(table, "Advantageous Position")
    assert holds(fight("minas-tirith"), "Advantageous Position")
    assert holds(table, "Scouts")
    assert not holds(fight("minas-tirith", kind=2), "Scouts")
    assert holds(table, "Cruel as Death")
    assert not holds(fight(shadow=(5, 0, 1)), "Cruel as Death")
    assert not holds(fight(shadow=(5, 0, 0)), "Foul Stench")
    assert not holds(table, "Durin's Bane")
    assert holds(fight("lorien"), "Durin's Bane")
    assert not holds(table, "Mûmakil")
    assert not holds(fight(shadow=(5, 0, 0)), "We Come to Kill")


@pytest.mark.rule("combat.devilry")
def test_devilry_of_orthanc_needs_a_siege_and_isengard() -> None:
    table = fight("minas-tirith", kind=2)
    assert not holds(table, "Devilry of Orthanc")
    table.put("minas-tirith", isengard=(1, 0, 0))
    table.s.force[10] = 1
    assert holds(table, "Devilry of Orthanc")
    table.s.battle = 1
    assert not holds(table, "Devilry of Orthanc")


@pytest.mark.rule("combat.blade")
def test_blade_of_westernesse_turns_a_reroll_hit_into_a_minions_death() -> None:
    table = join(join(fight(), "peregrin"), "mouth")
    table.s.hits[FREE], table.s.reroll_hits[FREE] = 2, 1
    use(table, FREE, "Blade of Westernesse", 6).play("mouth_of_sauron")
    assert (table.where("mouth"), table.s.hits[FREE]) == (-2, 1)


@pytest.mark.rule("combat.mighty_attack")
def test_mighty_attack_forfeits_leadership_for_a_hit() -> None:
    table = join(fight(), "boromir")
    table.s.misses[FREE] = 2
    before = table.rule(fighters.leadership, FREE)
    use(table, FREE, "Mighty Attack", 4).play("boromir")
    assert (table.s.hits[FREE], table.s.misses[FREE], table.rule(fighters.leadership, FREE)) == (1, 1, before - 1)


@pytest.mark.rule("combat.anduril")
@pytest.mark.parametrize(("key", "turned"), [("strider", 1), ("aragorn", 2)])
def test_anduril(key: str, turned: int) -> None:
    table = join(fight(), key)
    table.s.misses[FREE] = 3
    use(table, FREE, "Andúril", 4)
    assert (table.s.hits[FREE], table.s.misses[FREE]) == (turned, 3 - turned)


@pytest.mark.rule("combat.heroic_death")
def test_heroic_death_cancels_hits() -> None:
    table = join(fight(), "boromir")
    table.s.hits[SHADOW] = 3
    start = table.states.copy()
    use(table, FREE, "Heroic Death", 6).play("boromir")
    assert (table.s.hits[SHADOW], table.where("boromir")) == (1, -2)
    table.states[:] = start
    use(table, FREE, "Heroic Death", 6).play("gondor leader")
    assert (table.s.hits[SHADOW], table.count("dagorlad", "gondor leader")) == (2, 0)


@pytest.mark.rule("combat.daring_defiance")
def test_daring_defiance_cancels_for_the_companions_leadership() -> None:
    table = join(fight(), "boromir")
    before = table.rule(fighters.leadership, FREE)
    use(table, FREE, "Daring Defiance", 0)
    assert (table.s.cancelled[SHADOW], table.rule(fighters.leadership, FREE)) == (1, before - 1)
    use(table, SHADOW, "Deadly Strife", 3)
    assert table.s.combat_bonus[SHADOW] == 0


@pytest.mark.rule("combat.fateful_strike")
def test_fateful_strike() -> None:
    table = join(fight(), "mouth")
    table.s.reroll_hits[FREE] = 1
    use(table, FREE, "Fateful Strike", 6)
    assert table.choices() == {"nazgûl"}
    table.play("nazgûl")
    assert table.count("north-ithilien", "nazgûl") == 2
    table.s.reroll_hits[FREE] = 2
    use(table, FREE, "Fateful Strike", 6)
    assert table.choices() == {"nazgûl", "mouth_of_sauron"}


@pytest.mark.rule("combat.special_attacks")
@pytest.mark.parametrize(
    ("title", "side", "initiative", "loser"),
    [
        ("Sudden Strike", FREE, 2, SHADOW),
        ("Charge", FREE, 2, SHADOW),
        ("Durin's Bane", SHADOW, 2, FREE),
        ("We Come to Kill", SHADOW, 7, FREE),
    ],
)
def test_special_attacks_hit_at_once(title: str, side: int, initiative: int, loser: int) -> None:
    table = fight()
    table.until(lambda t: t.s.first_hits[side] > 0, lambda t: use(t, side, title, initiative))
    assert (table.waiting, table.s.current_player) == (f.CASUALTY, loser)


@pytest.mark.rule("combat.brave_stand")
def test_brave_stand_takes_a_die_for_each_companion() -> None:
    table = use(join(join(fight(), "boromir"), "strider"), FREE, "Brave Stand", 3)
    assert table.s.lost_dice[SHADOW] == 2
    table.rule(battle.combat_roll, SHADOW, NO_TRACE)
    assert table.s.hits[SHADOW] + table.s.misses[SHADOW] == 3


@pytest.mark.rule("combat.caps")
@pytest.mark.parametrize(("title", "dice"), [("Huorn-dark", 2), ("Daylight", 3)])
def test_caps_on_the_shadows_dice(title: str, dice: int) -> None:
    table = use(fight(), FREE, title, 3)
    table.rule(battle.combat_roll, SHADOW, NO_TRACE)
    assert table.s.hits[SHADOW] + table.s.misses[SHADOW] == dice


@pytest.mark.rule("combat.extra_hits")
@pytest.mark.parametrize(("title", "more"), [("Nameless Wood", 2), ("No Quarter", 1)])
def test_extra_hits_need_a_hit(title: str, more: int) -> None:
    table = use(fight(), FREE, title, 5)
    assert table.s.hits[FREE] == 0
    table.s.hits[FREE] = 1
    assert use(table, FREE, title, 5).s.hits[FREE] == 1 + more


@pytest.mark.rule("combat.scouts")
def test_scouts_retreat_before_the_roll() -> None:
    table = use(fight(), FREE, "Scouts", 1)
    assert (table.waiting, "done" in table.choices()) == (f.RETREAT, False)
    table.play("noman-lands")
    assert table.units(FREE, "noman-lands") == 5
    table = use(fight("minas-tirith"), FREE, "Scouts", 1).play("yes")
    assert table.waiting == f.FORCE


@pytest.mark.rule("combat.shield_wall")
@pytest.mark.parametrize(("hits", "left"), [(1, 1), (2, 1), (4, 3)])
def test_shield_wall(hits: int, left: int) -> None:
    table = fight()
    table.s.hits[SHADOW] = hits
    assert use(table, FREE, "Shield-wall", 6).s.hits[SHADOW] == left


@pytest.mark.rule("combat.confusion")
def test_confusion_turns_ones_against_the_shadow() -> None:
    table = fight()
    table.until(lambda t: t.s.confused > 0, lambda t: t.rule(battle.combat_roll, SHADOW, NO_TRACE))
    ones, misses = table.s.confused, table.s.misses[SHADOW]
    use(table, FREE, "Confusion", 4)
    assert (table.s.hits[FREE], table.s.misses[SHADOW]) == (ones, misses - ones)


@pytest.mark.rule("combat.nazgul")
def test_nazgul_leadership_is_forfeited() -> None:
    table = fight()
    before = table.rule(fighters.leadership, SHADOW)
    use(table, SHADOW, "Cruel as Death", 3)
    assert (table.rule(fighters.leadership, SHADOW), table.s.combat_bonus[SHADOW]) == (before - 2, 1)
    table = use(fight(), SHADOW, "They Are Terrible", 4)
    assert (table.rule(fighters.leadership, SHADOW), table.s.reroll_bonus[SHADOW]) == (before - 1, 1)
    table = use(fight(), SHADOW, "Dread and Despair", 3)
    assert table.choices() == {"1", "2", "3"}
    table.play("2")
    assert (table.rule(fighters.leadership, SHADOW), table.s.lost_dice[FREE]) == (before - 2, 2)


@pytest.mark.rule("combat.black_breath")
def test_black_breath_kills_a_leader_or_a_low_companion() -> None:
    table = join(join(fight(), "boromir"), "peregrin")
    table.s.reroll_hits[SHADOW] = 1
    use(table, SHADOW, "Black Breath", 6)
    assert table.choices() == {"done", "gondor leader", "peregrin"}
    table.play("peregrin")
    assert table.where("peregrin") == -2


@pytest.mark.rule("combat.foul_stench")
def test_foul_stench_stops_the_reroll() -> None:
    table = use(fight(), SHADOW, "Foul Stench", 3)
    assert table.s.no_reroll[FREE] == 1
    table = use(fight(free=(3, 0, 3), shadow=(5, 0, 1)), SHADOW, "Foul Stench", 3)
    assert table.s.no_reroll[FREE] == 0


@pytest.mark.rule("combat.words_of_power")
def test_words_of_power_mute_a_companion() -> None:
    table = join(fight(), "boromir")
    strength, lead = table.rule(fighters.strength, FREE), table.rule(fighters.leadership, FREE)
    use(table, SHADOW, "Words of Power", 1).play("boromir")
    assert (table.rule(fighters.strength, FREE), table.rule(fighters.leadership, FREE)) == (strength - 1, lead - 1)


@pytest.mark.rule("combat.onslaught")
def test_onslaught_takes_hits_and_rolls_for_them() -> None:
    def play(t: Table) -> None:
        use(t, SHADOW, "Onslaught", 7).play("3")
        while t.waiting == f.CASUALTY and t.s.current_player == SHADOW:
            t.play("sauron regular")

    table = fight()
    table.until(lambda t: t.s.first_hits[SHADOW] > 0, play)
    assert table.units(SHADOW, "north-ithilien") == 5


@pytest.mark.rule("combat.relentless")
def test_relentless_assault() -> None:
    table = use(fight(), SHADOW, "Relentless Assault", 3).play("2", "sauron regular", "sauron regular")
    assert (table.s.combat_bonus[SHADOW], table.units(SHADOW, "north-ithilien")) == (2, 6)


@pytest.mark.rule("combat.great_host")
def test_great_host_needs_twice_the_units() -> None:
    table = use(fight(), SHADOW, "Great Host", 7)
    assert table.waiting == f.ACTION
    table = use(fight(free=(3, 1, 0)), SHADOW, "Great Host", 7)
    assert table.waiting == f.CASUALTY


@pytest.mark.rule("combat.mumakil")
def test_mumakil_adds_a_hit_when_ahead() -> None:
    table = fight()
    table.s.hits[SHADOW], table.s.hits[FREE] = 2, 1
    assert use(table, SHADOW, "Mûmakil", 5).s.hits[SHADOW] == 3
    table.s.hits[SHADOW], table.s.first_hits[FREE] = 2, 1
    assert use(table, SHADOW, "Mûmakil", 5).s.hits[SHADOW] == 2


@pytest.mark.rule("combat.swarm_of_bats")
def test_swarm_of_bats_cancels_or_helps() -> None:
    table = use(fight(), SHADOW, "Swarm of Bats", 0)
    assert table.s.reroll_bonus[SHADOW] == 1
    table = fight()
    table.s.combat_card[FREE] = CARD_NUMBER["FS22"]
    use(table, SHADOW, "Swarm of Bats", 0)
    assert (table.s.cancelled[FREE], table.s.reroll_bonus[SHADOW]) == (1, 0)


@pytest.mark.rule("combat.kings_banner")
def test_the_kings_banner() -> None:
    table = use(join(fight(), "aragorn"), FREE, "The King's Banner", 4).play("aragorn")
    assert table.s.no_reroll[SHADOW] == 1


@pytest.mark.rule("combat.king_of_old")
def test_like_a_king_of_old() -> None:
    table = fight(expansion="kings")
    table.s.sovereign[3] = 1
    join(table, "théoden")
    table.until(lambda t: t.s.first_hits[FREE] == 3, lambda t: use(t, FREE, "Like a King of Old", 2))


@pytest.mark.rule("combat.hope")
def test_there_is_hope_for_victory_awakens_on_the_field() -> None:
    table = join(fight(expansion="kings"), "brand")
    use(table, FREE, "There Is Hope for Victory", 4).play("brand")
    assert (table.s.sovereign[0], table.s.reroll_bonus[FREE], table.s.tokens) == (1, 1, 1)


@pytest.mark.rule("combat.servant")
def test_servant_of_the_shadow() -> None:
    table = use(join(fight(), "mouth"), SHADOW, "Servant of the Shadow", 3).play("mouth_of_sauron")
    assert table.s.lost_dice[FREE] == 2


@pytest.mark.rule("combat.vain")
def test_battle_is_vain() -> None:
    table = fight()
    before = table.rule(fighters.leadership, FREE)
    use(table, SHADOW, "Battle Is Vain", 1).play("1")
    assert table.rule(fighters.leadership, FREE) == before - 1
    assert table.s.nazgul_forfeit == 1


@pytest.mark.rule("combat.waxes")
def test_his_power_waxes() -> None:
    table = fight(expansion="kings")
    table.stand(brand="dagorlad")
    use(table, SHADOW, "His Power Waxes", 3)
    assert (table.s.combat_bonus.tolist(), table.s.reroll_bonus.tolist()) == ([1, 1], [1, 1])
    table = fight(expansion="kings")
    table.stand(brand="dagorlad")
    table.s.sovereign[0] = 2
    use(table, SHADOW, "His Power Waxes", 3)
    assert table.s.combat_bonus.tolist() == [0, 1]


@pytest.mark.rule("combat.order")
def test_cards_are_chosen_attacker_first_hidden_and_discarded() -> None:
    table = fight().card("FS22").card("SS10")
    table.ask(f.BATTLE_CARDS, SHADOW)
    assert table.s.current_player == SHADOW
    table.play("card SS10")
    assert table.s.current_player == FREE
    table.until(lambda t: t.s.card_at[CARD_NUMBER["SS10"]] == 4, lambda t: t.play("card FS22").settle())
    assert table.s.card_at[CARD_NUMBER["FS22"]] == 4


@pytest.mark.rule("characters.sorcerer")
def test_the_witch_king_draws_for_a_card_in_round_one() -> None:
    table = join(fight(), "witch").card("SS10")
    table.ask(f.BATTLE_CARDS, SHADOW).play("card SS10")
    assert table.waiting == f.SORCERER
    table.play("yes", "1")
    assert table.s.hand_size[3] == 1


@pytest.mark.rule("characters.white_rider")
def test_the_white_rider_cancels_nazgul_leadership() -> None:
    table = join(join(fight(), "gandalf_the_white"), "witch")
    before = table.rule(fighters.leadership, FREE)
    table.ask(f.BATTLE_START, SHADOW)
    assert table.waiting == f.WHITE_RIDER
    table.s.no_nazgul = 1
    assert table.rule(fighters.leadership, SHADOW) == 0
    assert table.rule(fighters.leadership, FREE) == before - 1
