"""Who fights: the figures of both sides in a battle, their strength and Leadership, their losses (section 6.3)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import FIRST_FIGURE, FIRST_WHOLE_ELITE
from engine.games.war_of_the_ring.board import CITY, FORTIFICATION, NATION_COUNT, SITE
from engine.games.war_of_the_ring.data import (
    AWAKENED,
    CAPTAIN,
    CHARACTER_COUNT,
    FIGURE_KINDS,
    FIRST_LEADER,
    FIRST_MINION,
    FIRST_SOVEREIGN,
    FREE,
    GANDALF_WHITE,
    GONE,
    NAZGUL,
    SARUMAN,
    SHADOW,
    SIDE_OF_KIND,
    THEODEN,
    UNIT_KINDS,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules.armies import ISENGARD_ELITE, force_units
from engine.games.war_of_the_ring.rules.core import (
    acts_as_leader,
    characters_at,
    in_play,
    is_companion,
    kill,
    push,
    reduce_elite,
)
from engine.games.war_of_the_ring.rules.politics import lose_sovereign, settle
from engine.games.war_of_the_ring.rules.table_cards import character_gone
from engine.games.war_of_the_ring.state import Battle
from engine.types import Actions, Record

FIELD, SIEGE, SORTIE = int(Battle.FIELD), int(Battle.SIEGE), int(Battle.SORTIE)


@rule
def battle_region(state: Record, side: int) -> int:
    """Where a side's fighting figures stand."""
    return state.battle_from if side == state.attacker else state.battle_at


@rule
def fighter(state: Record, side: int, kind: int) -> int:
    """Fighting figures of a kind: the attacker's force, the defender's whole Army."""
    return state.force[kind] if side == state.attacker else state.army[state.battle_at, kind]


@rule
def fighting_characters(state: Record, side: int) -> int:
    """Bit set of the characters that fight, grey Sovereigns among them."""
    return state.force_characters if side == state.attacker else characters_at(state, side, state.battle_at)


@rule
def fighting_units(state: Record, side: int) -> int:
    """Units that fight."""
    return force_units(state) if side == state.attacker else state.units[side, state.battle_at]


@rule
def fighting_companions(state: Record) -> int:
    """Bit set of the Companions that fight."""
    found = fighting_characters(state, FREE)
    for character in range(CHARACTER_COUNT):
        if found >> character & 1 and not is_companion(state, character):
            found &= ~(1 << character)
    return found


@rule
def fighting_minions(state: Record) -> int:
    """Bit set of the Minions that fight."""
    return fighting_characters(state, SHADOW)


@rule
def fighting_elites(state: Record, side: int) -> int:
    """Elites that fight."""
    total = 0
    for nation in range(NATION_COUNT):
        kind = 2 * nation + 1
        if SIDE_OF_KIND[kind] == side:
            total += fighter(state, side, kind)
    return total


@rule
def fighting_leaders(state: Record) -> int:
    """Free Peoples Leaders that fight, grey Sovereigns among them."""
    total = 0
    for kind in range(FIRST_LEADER, NAZGUL):
        total += fighter(state, FREE, kind)
    mask = fighting_characters(state, FREE)
    for character in range(CHARACTER_COUNT):
        if mask >> character & 1 and acts_as_leader(state, character):
            total += 1
    return total


@rule
def character_leadership(options: Record, state: Record, character: int) -> int:
    """A character's Leadership in this round."""
    if (state.forfeited | state.muted) >> character & 1:
        return 0
    if acts_as_leader(state, character):
        return 1
    if state.no_nazgul and character in (WITCH_KING, GANDALF_WHITE):
        return 0
    if character == THEODEN and state.battle_round == 1:
        return 3
    return options.leadership[character]


@rule
def nazgul_leadership(options: Record, state: Record) -> int:
    """Leadership of the fighting Nazgul, the Witch-king's with it, less what was forfeited."""
    if state.no_nazgul:
        return 0
    total = fighter(state, SHADOW, NAZGUL) - state.nazgul_forfeit
    if fighting_minions(state) >> WITCH_KING & 1:
        total += character_leadership(options, state, WITCH_KING)
    return max(total, 0)


@rule
def leadership(options: Record, state: Record, side: int) -> int:
    """Leadership of a side: Leaders or Nazgul, characters, and with Saruman Isengard's Elites."""
    mask = fighting_characters(state, side)
    total = -state.less_leadership[side]
    if side == FREE:
        for kind in range(FIRST_LEADER, NAZGUL):
            total += fighter(state, FREE, kind)
    else:
        total += nazgul_leadership(options, state)
        mask &= ~(1 << WITCH_KING)
        if in_play(state, SARUMAN):
            total += fighter(state, SHADOW, ISENGARD_ELITE)
    for character in range(CHARACTER_COUNT):
        if mask >> character & 1:
            total += character_leadership(options, state, character)
    return max(total, 0)


@rule
def strength(state: Record, side: int) -> int:
    """Combat Strength: units, and one for each Captain of the West (section 4.2); nothing without units."""
    total = fighting_units(state, side)
    if side == SHADOW or total == 0:
        return total
    mask = fighting_characters(state, FREE) & ~state.muted
    for character in range(FIRST_SOVEREIGN):
        if mask >> character & 1 and CAPTAIN[character]:
            total += 1
    return total


@rule
def hit_number(state: Record, side: int) -> int:
    """5; 6 for the attacker of a siege, or in round 1 of a City or Fortification (sections 6.3 .. 6.5)."""
    if side != state.attacker:
        return 5
    if state.battle == SIEGE:
        return 6
    return 6 if state.battle_round == 1 and SITE[state.battle_at] in (CITY, FORTIFICATION) else 5


@rule
def lose_fighter(state: Record, side: int, kind: int) -> None:
    """A fighting figure is eliminated."""
    kill(state, battle_region(state, side), kind)
    if side == state.attacker:
        state.force[kind] -= 1


@rule
def wound_fighter(state: Record, side: int, kind: int) -> None:
    """One hit on a fighting unit: a Regular dies, an Elite becomes a Regular if there is one."""
    if kind & 1 == 0:
        lose_fighter(state, side, kind)
        return
    reduced = reduce_elite(state, battle_region(state, side), kind)
    if side == state.attacker:
        state.force[kind] -= 1
        if reduced:
            state.force[kind - 1] += 1


@rule
def lose_character(state: Record, character: int) -> None:
    """A character is eliminated: he is out for good, and cards that need him leave the table."""
    sovereign = character - FIRST_SOVEREIGN
    if 0 <= sovereign < FIRST_MINION - FIRST_SOVEREIGN:
        lose_sovereign(state, sovereign)
    state.where[character] = GONE
    state.force_characters &= ~(1 << character)
    character_gone(state)


@rule
def inflict(state: Record, side: int, hits: int) -> None:
    """Hits on a fighting Army: its owner decides unless all die (section 6.3)."""
    units = fighting_units(state, side)
    if hits <= 0 or units == 0:
        return
    if hits < units + fighting_elites(state, side):
        push(state, f.CASUALTY, side, min(hits, 100), 0, 0)
        return
    for kind in range(UNIT_KINDS):
        if SIDE_OF_KIND[kind] == side:
            while fighter(state, side, kind) > 0:
                lose_fighter(state, side, kind)


@rule
def inflict_by_card(state: Record, side: int, region: int, hits: int, with_characters: int) -> None:
    """Hits of an event on the Army of a side in a region; some cards take Nazgul and Minions along when it is destroyed."""
    if hits <= 0 or state.units[side, region] == 0:
        return
    elites = 0
    for nation in range(NATION_COUNT):
        if SIDE_OF_KIND[2 * nation] == side:
            elites += state.army[region, 2 * nation + 1]
    if hits < state.units[side, region] + elites:
        push(state, f.CASUALTY, side, min(hits, 100), region + 1, with_characters)
        return
    destroy_army(state, side, region, with_characters)


@rule
def destroy_army(state: Record, side: int, region: int, with_characters: int) -> None:
    """All units of an Army die by an event; its Leaders go with it."""
    for kind in range(UNIT_KINDS):
        if SIDE_OF_KIND[kind] == side:
            while state.army[region, kind] > 0:
                kill(state, region, kind)
    after_event_hits(state, side, region, with_characters)


@rule
def after_event_hits(state: Record, side: int, region: int, with_characters: int) -> None:
    """If an event destroyed an Army: Leaders die, cards may take the characters too, a siege ends."""
    if state.units[side, region] == 0 and with_characters:
        while state.army[region, NAZGUL] > 0:
            kill(state, region, NAZGUL)
        for character in range(FIRST_MINION, CHARACTER_COUNT):
            if state.where[character] == region:
                lose_character(state, character)
    settle(state, region)


@rule
def casualty_choices(state: Record, side: int, hits: int, spot: int, out: Actions) -> int:
    """Which unit takes the next hit; two hits may remove an Elite."""
    n = 0
    for kind in range(UNIT_KINDS):
        if SIDE_OF_KIND[kind] == side and unit_count(state, side, spot, kind) > 0:
            out[n] = FIRST_FIGURE + kind
            n += 1
    if hits > 1:
        for nation in range(NATION_COUNT):
            kind = 2 * nation + 1
            if SIDE_OF_KIND[kind] == side and unit_count(state, side, spot, kind) > 0:
                out[n] = FIRST_WHOLE_ELITE + nation
                n += 1
    return n


@rule
def unit_count(state: Record, side: int, spot: int, kind: int) -> int:
    """Units of a kind that can take hits: fighting ones, or those of region `spot - 1`."""
    return fighter(state, side, kind) if spot == 0 else state.army[spot - 1, kind]


@rule
def take_casualty(state: Record, side: int, hits: int, spot: int, with_characters: int, kind: int, whole: bool) -> None:
    """One answer to hits; the question comes back for the rest."""
    left = hits - 2 if whole else hits - 1
    if spot == 0:
        if whole:
            lose_fighter(state, side, kind)
        else:
            wound_fighter(state, side, kind)
        inflict(state, side, left)
        return
    region = spot - 1
    if whole or kind & 1 == 0:
        kill(state, region, kind)
    else:
        reduce_elite(state, region, kind)
    if left > 0 and state.units[side, region] > 0:
        inflict_by_card(state, side, region, left, with_characters)
    else:
        after_event_hits(state, side, region, with_characters)


@rule
def bury_army(state: Record, side: int) -> None:
    """A fighting Army without units loses its Leaders, Nazgul and characters (section 6.3)."""
    for kind in range(FIRST_LEADER, FIGURE_KINDS):
        if SIDE_OF_KIND[kind] == side:
            while fighter(state, side, kind) > 0:
                lose_fighter(state, side, kind)
    mask = fighting_characters(state, side)
    for character in range(CHARACTER_COUNT):
        if mask >> character & 1:
            lose_character(state, character)


@rule
def awakened_in_battle(state: Record) -> int:
    """Bit set of the Awakened Sovereigns (as characters) that fight."""
    found = fighting_characters(state, FREE)
    for character in range(CHARACTER_COUNT):
        sovereign = character - FIRST_SOVEREIGN
        is_awake = 0 <= sovereign < FIRST_MINION - FIRST_SOVEREIGN and state.sovereign[sovereign] == AWAKENED
        if not is_awake:
            found &= ~(1 << character)
    return found
