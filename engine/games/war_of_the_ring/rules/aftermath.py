"""How Combat rounds and battles end: retreats, advances, sieges extended (sections 6.3 .. 6.5)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_FIGURE, FIRST_REGION, YES
from engine.games.war_of_the_ring.board import (
    EREBOR,
    MINAS_TIRITH,
    NATION_COUNT,
    NEIGHBOUR_COUNT,
    NEIGHBOURS,
    SITE,
    STRONGHOLD,
    WOODLAND_REALM,
)
from engine.games.war_of_the_ring.data import (
    CHARACTER_COUNT,
    DAIN,
    DENETHOR,
    FIGURE_KINDS,
    FREE,
    LEVEL,
    SHADOW,
    SIDE_OF_KIND,
    THRANDUIL,
)
from engine.games.war_of_the_ring.rules.armies import ADVANCE, ENTER_SIEGE, enough_to_go
from engine.games.war_of_the_ring.rules.core import (
    characters_at,
    clear_force,
    closed_to_shadow,
    count_house,
    is_companion,
    is_free,
    push,
    room,
)
from engine.games.war_of_the_ring.rules.fighters import FIELD, SIEGE, bury_army, fighting_units, lose_fighter, wound_fighter
from engine.games.war_of_the_ring.rules.politics import enter_region, rouse, settle
from engine.games.war_of_the_ring.rules.recruit import is_corrupted
from engine.games.war_of_the_ring.state import NOBODY, OPEN_DISCARD, House
from engine.types import Actions, Record

_BOTH_WIPED_OUT = int(House.BOTH_WIPED_OUT)

_NO_REGULAR = int(House.NO_REGULAR_TO_EXTEND)


@rule
def clear_round(state: Record) -> None:
    """Forget what one Combat round remembered."""
    state.forfeited = 0
    state.muted = 0
    state.nazgul_forfeit = 0
    state.confused = 0
    state.card_open = 0
    for side in range(2):
        state.combat_card[side] = NOBODY
        state.ability[side] = NOBODY
        state.cancelled[side] = 0
        state.hits[side] = 0
        state.first_hits[side] = 0
        state.misses[side] = 0
        state.reroll_hits[side] = 0
        state.lost_dice[side] = 0
        state.dice_cap[side] = 5
        state.combat_bonus[side] = 0
        state.reroll_bonus[side] = 0
        state.no_reroll[side] = 0
        state.less_leadership[side] = 0


@rule
def after_battle(state: Record) -> None:
    """Forget the battle."""
    clear_round(state)
    state.battle = 0
    state.attacker = 0
    state.battle_from = 0
    state.battle_at = 0
    state.battle_round = 0
    state.free_rounds = 0
    state.no_free_cards = 0
    state.no_cease = 0
    state.relief = NOBODY
    state.no_nazgul = 0
    state.bard_used = 0
    state.extended = 0
    clear_force(state)


@rule
def has_refuge(state: Record) -> bool:
    """Whether the defender may withdraw into a Stronghold: a field battle in a region with its own one (section 6.5)."""
    region = state.battle_at
    defender = 1 - state.attacker
    return (
        state.battle == FIELD
        and SITE[region] == STRONGHOLD
        and state.control[region] == defender
        and state.besieged[region] == NOBODY
    )


@rule
def withdraw(options: Record, state: Record) -> None:
    """The defender goes into his Stronghold; the battle ends, and the attacker may move in to besiege him."""
    push(state, f.AFTER_BATTLE, state.attacker, 0, 0, 0)
    side = state.attacker
    if enough_to_go(state, side, state.battle_from, state.battle_at, ADVANCE):
        push(state, f.FORCE, side, state.battle_from, state.battle_at, ENTER_SIEGE)


@rule
def discard_combat_cards(state: Record) -> None:
    """Combat cards are discarded after the round."""
    for side in range(2):
        if state.combat_card[side] != NOBODY:
            state.card_at[state.combat_card[side]] = OPEN_DISCARD
            state.combat_card[side] = NOBODY
        state.ability[side] = NOBODY


@rule
def end_round(options: Record, state: Record) -> None:
    """Destroyed Armies, fallen Strongholds; else the battle may go on (sections 6.3 .. 6.6)."""
    discard_combat_cards(state)
    attacker = state.attacker
    attacker_gone = fighting_units(state, attacker) == 0
    defender_gone = fighting_units(state, 1 - attacker) == 0
    clear_round(state)
    if not attacker_gone and not defender_gone:
        next_round(state)
        return
    if attacker_gone and defender_gone:
        count_house(state, _BOTH_WIPED_OUT)
    push(state, f.AFTER_BATTLE, attacker, 0, 0, 0)
    if attacker_gone:
        bury_army(state, attacker)
    if defender_gone:
        bury_army(state, 1 - attacker)
    if defender_gone and not attacker_gone:
        offer_advance(options, state)
    settle(state, state.battle_from)
    settle(state, state.battle_at)


@rule
def offer_advance(options: Record, state: Record) -> None:
    """The winner of a field battle may move any part of his force in (section 6.3)."""
    if state.battle == FIELD and fighting_units(state, state.attacker) > 0:
        push(state, f.FORCE, state.attacker, state.battle_from, state.battle_at, ADVANCE)


@rule
def next_round(state: Record) -> None:
    """A siege battle has one round, unless a card gives more or an Elite pays; others go on until somebody yields."""
    attacker = state.attacker
    if state.battle == SIEGE:
        if state.free_rounds > 1:
            state.free_rounds -= 1
            push(state, f.CEASE, attacker, 0, 0, 0)
        elif can_extend(state):
            push(state, f.EXTEND, attacker, 0, 0, 0)
        else:
            push(state, f.AFTER_BATTLE, attacker, 0, 0, 0)
    elif state.no_cease:
        go_on(state)
    else:
        push(state, f.CEASE, attacker, 0, 0, 0)


@rule
def go_on(state: Record) -> None:
    """Another round, unless the defender retreats; a besieged Army can't."""
    push(state, f.BATTLE_ROUND, state.attacker, 0, 0, 0)
    if state.battle != SIEGE and can_retreat(state):
        push(state, f.RETREAT, 1 - state.attacker, 0, 0, 0)


@rule
def may_retreat_to(state: Record, side: int, region: int) -> bool:
    """A free region that isn't closed."""
    if side == SHADOW and closed_to_shadow(state, region):
        return False
    return is_free(state, side, region)


@rule
def can_retreat(state: Record) -> bool:
    """Whether the defender has a region to retreat to."""
    for i in range(NEIGHBOUR_COUNT[state.battle_at]):
        if may_retreat_to(state, 1 - state.attacker, NEIGHBOURS[state.battle_at, i]):
            return True
    return False


@rule
def retreat_choices(state: Record, scouts: bool, out: Actions) -> int:
    """Stand, withdraw into the Stronghold (Scouts), or go to a free neighbour; Scouts must, if they can."""
    n = 0
    refuge = scouts and has_refuge(state)
    possible = can_retreat(state)
    if not scouts or not (refuge or possible):
        out[n] = DONE
        n += 1
    if refuge:
        out[n] = YES
        n += 1
    for i in range(NEIGHBOUR_COUNT[state.battle_at]):
        region = NEIGHBOURS[state.battle_at, i]
        if may_retreat_to(state, 1 - state.attacker, region):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def lead_away(options: Record, state: Record, side: int, start: int, to: int) -> None:
    """A whole Army leaves a region; characters of Level 0 stay; too many units at the goal are removed (6.1, 6.3)."""
    here = characters_at(state, side, start)
    for kind in range(FIGURE_KINDS):
        n = state.army[start, kind]
        if n > 0 and SIDE_OF_KIND[kind] == side:
            state.army[start, kind] = 0
            state.army[to, kind] += n
    moved = state.units[side, start]
    state.units[side, start] = 0
    state.units[side, to] += moved
    for character in range(CHARACTER_COUNT):
        if here >> character & 1 and LEVEL[character] > 0:
            state.where[character] = to
            if is_companion(state, character):
                rouse(state, character)
    if room(options, state, side, to) < 0:
        push(state, f.TRIM, side, to, side, 0)
    enter_region(state, side, to)
    settle(state, start)


@rule
def retreat_from_battle(options: Record, state: Record, region: int) -> None:
    """The defender retreats: the battle is over, the attacker may advance."""
    discard_combat_cards(state)
    push(state, f.AFTER_BATTLE, state.attacker, 0, 0, 0)
    offer_advance(options, state)
    lead_away(options, state, 1 - state.attacker, state.battle_at, region)


@rule
def can_extend(state: Record) -> bool:
    """An Elite that can become a Regular extends a siege battle; a Weakness lets a Regular pay, once (Kings, 7.2)."""
    lacking = False
    for nation in range(NATION_COUNT):
        if state.force[2 * nation + 1] > 0:
            if regular_for(state, nation):
                return True
            lacking = True
    if lacking:
        count_house(state, _NO_REGULAR)
    return weakness_extends(state)


@rule
def regular_for(state: Record, nation: int) -> bool:
    """Whether there is a Regular to replace an Elite."""
    if state.reinforcements[nation, 0] > 0:
        return True
    return state.attacker == FREE and nation < 5 and state.casualties[nation, 0] > 0


@rule
def weakness_extends(state: Record) -> bool:
    """Fate of the Lonely Mountain, of the White Tower, of Mirkwood."""
    if state.attacker != SHADOW or state.extended:
        return False
    region = state.battle_at
    fated = (
        (region == EREBOR and is_corrupted(state, DAIN))
        or (region == MINAS_TIRITH and is_corrupted(state, DENETHOR))
        or (region == WOODLAND_REALM and is_corrupted(state, THRANDUIL))
    )
    if not fated or fighting_units(state, SHADOW) < 2:
        return False
    for nation in range(NATION_COUNT):
        if state.force[2 * nation] > 0:
            return True
    return False


@rule
def extend_choices(state: Record, out: Actions) -> int:
    """Stop, or the unit that pays for another round."""
    out[0] = DONE
    n = 1
    by_weakness = weakness_extends(state)
    for nation in range(NATION_COUNT):
        if by_weakness and state.force[2 * nation] > 0:
            out[n] = FIRST_FIGURE + 2 * nation
            n += 1
        if state.force[2 * nation + 1] > 0 and regular_for(state, nation):
            out[n] = FIRST_FIGURE + 2 * nation + 1
            n += 1
    return n


@rule
def extend(state: Record, kind: int) -> None:
    """Pay for another round of the siege battle."""
    if kind & 1:
        wound_fighter(state, state.attacker, kind)
    else:
        state.extended = 1
        lose_fighter(state, state.attacker, kind)
    push(state, f.BATTLE_ROUND, state.attacker, 0, 0, 0)
