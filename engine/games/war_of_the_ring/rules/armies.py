"""Armies that move and attack: which figures may go, and where (sections 6.1, 6.2)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring.actions import DONE, FIRST_FIGURE, YES
from engine.games.war_of_the_ring.board import (
    ISENGARD,
    NATION_OF,
    NEIGHBOUR_COUNT,
    NEIGHBOURS,
    REGION_COUNT,
)
from engine.games.war_of_the_ring.data import (
    CHARACTER_COUNT,
    FIGURE_KINDS,
    FIRST_CHARACTER,
    FIRST_LEADER,
    FREE,
    LEVEL,
    NATION_OF_CHARACTER,
    NATION_OF_KIND,
    NAZGUL,
    SARUMAN,
    SHADOW,
    SIDE_OF_KIND,
    UNIT_KINDS,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules.core import (
    acts_as_leader,
    at_war,
    characters_at,
    clear_force,
    closed_to_shadow,
    in_play,
    is_companion,
    is_open,
    is_used,
    room,
    use_region,
)
from engine.games.war_of_the_ring.rules.politics import enter_region, rouse, settle
from engine.types import Actions, Record

MOVE, MOVE_LED, ATTACK, ATTACK_LED, ADVANCE, ENTER_SIEGE, MARCH, SAIL = range(8)
"""Why figures are chosen."""
NO_CAPTAIN, ANY_NAZGUL_GOES, BLACK_CAPTAIN_GOES = range(3)
"""Who has to be among them because a card says so."""
ISENGARD_ELITE = 2 * ISENGARD + 1


@rule
def is_attack(purpose: int) -> bool:
    """Whether the chosen figures attack: only those At War may."""
    return purpose in (ATTACK, ATTACK_LED)


@rule
def needs_leader(purpose: int) -> bool:
    """Whether a Leader, Nazgul or character has to be among the figures: a Character die pays."""
    return purpose in (MOVE_LED, ATTACK_LED)


@rule
def may_cross(state: Record, nation: int, region: int) -> bool:
    """Whether a nation's figures may enter a region: At War anywhere, else own and neutral ground (section 6.1)."""
    return at_war(state, nation) or NATION_OF[region] == nation or NATION_OF[region] < 0


@rule
def may_go(state: Record, nation: int, to: int, purpose: int) -> bool:
    """Whether a nation's figures may be chosen."""
    return at_war(state, nation) if is_attack(purpose) else may_cross(state, nation, to)


@rule
def character_may_go(state: Record, character: int, to: int, purpose: int) -> bool:
    """Companions and Minions count as At War; grey Sovereigns follow their nation; Level 0 fights but never moves."""
    if acts_as_leader(state, character):
        return may_go(state, NATION_OF_CHARACTER[character], to, purpose)
    return LEVEL[character] > 0 or is_attack(purpose)


@rule
def choose_all(state: Record, side: int, start: int, to: int, purpose: int) -> None:
    """Everybody who may go is chosen; the player then leaves figures behind."""
    clear_force(state)
    for kind in range(FIGURE_KINDS):
        if (
            SIDE_OF_KIND[kind] == side
            and state.army[start, kind] > 0
            and (kind == NAZGUL or may_go(state, NATION_OF_KIND[kind], to, purpose))
        ):
            state.force[kind] = state.army[start, kind]
    here = characters_at(state, side, start)
    for character in range(CHARACTER_COUNT):
        if here >> character & 1 and character_may_go(state, character, to, purpose):
            state.force_characters |= 1 << character


@rule
def force_units(state: Record) -> int:
    """Units among the chosen figures."""
    total = 0
    for kind in range(UNIT_KINDS):
        total += state.force[kind]
    return total


@rule
def leads(state: Record, kind: int) -> bool:
    """Whether figures of a kind can lead: Leaders, Nazgul; Isengard's Elites while Saruman is in play (White Hand)."""
    return kind >= FIRST_LEADER or (kind == ISENGARD_ELITE and in_play(state, SARUMAN))


@rule
def force_leaders(state: Record) -> int:
    """Figures among the chosen that can lead an Army for a Character die."""
    total = 0
    for kind in range(FIGURE_KINDS):
        if leads(state, kind):
            total += state.force[kind]
    for character in range(CHARACTER_COUNT):
        total += state.force_characters >> character & 1
    return total


@rule
def bound_leaders(state: Record, side: int, region: int, chosen: bool) -> int:
    """Free Peoples Leaders and grey Sovereigns in a region; of them only those that stay, if `chosen`."""
    if side == SHADOW:
        return 0
    total = 0
    for kind in range(FIRST_LEADER, NAZGUL):
        total += state.army[region, kind] - (state.force[kind] if chosen else 0)
    here = characters_at(state, FREE, region)
    if chosen:
        here &= ~state.force_characters
    for character in range(CHARACTER_COUNT):
        if here >> character & 1 and acts_as_leader(state, character):
            total += 1
    return total


@rule
def can_move(options: Record, state: Record, side: int, start: int, to: int, purpose: int) -> bool:
    """Whether some part of an Army may move to a region: open, room, figures that may enter, Leaders not left alone."""
    if not is_open(state, side, to) or room(options, state, side, to) <= 0:
        return False
    return enough_to_go(state, side, start, to, purpose)


@rule
def enough_to_go(state: Record, side: int, start: int, to: int, purpose: int) -> bool:
    """Whether the figures of a region that may go make a force, with somebody to lead it where a Character die pays."""
    units = 0
    held_leaders = 0
    leaders = 0
    for kind in range(FIGURE_KINDS):
        n = state.army[start, kind]
        if n == 0 or SIDE_OF_KIND[kind] != side:
            continue
        goes = kind == NAZGUL or may_go(state, NATION_OF_KIND[kind], to, purpose)
        if goes and kind < UNIT_KINDS:
            units += n
        if goes and leads(state, kind):
            leaders += n
        if not goes and kind >= FIRST_LEADER:
            held_leaders += n
    if units == 0:
        return False
    here = characters_at(state, side, start)
    for character in range(CHARACTER_COUNT):
        if here >> character & 1:
            if character_may_go(state, character, to, purpose):
                leaders += 1
            elif acts_as_leader(state, character):
                held_leaders += 1
    if needs_leader(purpose) and leaders == 0:
        return False
    return held_leaders == 0 or state.units[side, start] > 1


@rule
def can_move_from(options: Record, state: Record, side: int, start: int, purpose: int) -> bool:
    """Whether an Army that this action hasn't moved can move somewhere; a besieged one can't."""
    if state.units[side, start] == 0 or state.besieged[start] == side or is_used(state, start):
        return False
    for i in range(NEIGHBOUR_COUNT[start]):
        if can_move(options, state, side, start, NEIGHBOURS[start, i], purpose):
            return True
    return False


@rule
def any_move(options: Record, state: Record, side: int, purpose: int) -> bool:
    """Whether any Army can move."""
    for region in range(REGION_COUNT):
        if can_move_from(options, state, side, region, purpose):
            return True
    return False


@rule
def can_attack(state: Record, side: int, start: int, target: int, purpose: int) -> bool:
    """Whether an Army may attack another: a neighbour, its garrison, its besiegers (section 6.2)."""
    enemies = state.units[1 - side, target]
    if enemies == 0 or (side == SHADOW and closed_to_shadow(state, target)):
        return False
    if start != target and (state.besieged[start] == side or state.besieged[target] == 1 - side):
        return False
    return enough_to_go(state, side, start, target, purpose)


@rule
def can_attack_from(state: Record, side: int, start: int, purpose: int) -> bool:
    """Whether an Army has anybody to attack."""
    if state.units[side, start] == 0:
        return False
    if can_attack(state, side, start, start, purpose):
        return True
    for i in range(NEIGHBOUR_COUNT[start]):
        if can_attack(state, side, start, NEIGHBOURS[start, i], purpose):
            return True
    return False


@rule
def any_attack(state: Record, side: int, purpose: int) -> bool:
    """Whether any Army can attack."""
    for region in range(REGION_COUNT):
        if can_attack_from(state, side, region, purpose):
            return True
    return False


@rule
def must_go(state: Record, figure: int, captain: int) -> bool:
    """Whether a figure may not stay because a card moves an Army with it: the Witch-king, or the last Nazgul."""
    if captain == NO_CAPTAIN or figure not in (NAZGUL, FIRST_CHARACTER + WITCH_KING):
        return False
    if captain == BLACK_CAPTAIN_GOES:
        return figure != NAZGUL
    others = state.force[NAZGUL] if figure != NAZGUL else state.force[NAZGUL] - 1 + (state.force_characters >> WITCH_KING & 1)
    return others == 0


@rule
def force_choices(
    options: Record, state: Record, side: int, start: int, to: int, purpose: int, captain: int, out: Actions
) -> int:
    """Go with the chosen figures, leave one more behind (not who `must_go`), or (advances) let nobody go."""
    n = 0
    if purpose in (ADVANCE, ENTER_SIEGE):
        out[n] = DONE
        n += 1
    going = force_units(state)
    staying = state.units[side, start] - going
    leaders = force_leaders(state) if needs_leader(purpose) else 2
    if going > 0 and leaders > 0 and (staying > 0 or bound_leaders(state, side, start, True) == 0):
        fits = is_attack(purpose) or start == to or going <= room(options, state, side, to)
        if fits:
            out[n] = YES
            n += 1
    for kind in range(FIGURE_KINDS):
        if state.force[kind] == 0 or (leaders < 2 and leads(state, kind)) or must_go(state, kind, captain):
            continue
        if going > 1 if kind < UNIT_KINDS else (kind == NAZGUL or staying > 0 or going > 1):
            out[n] = FIRST_FIGURE + kind
            n += 1
    for character in range(CHARACTER_COUNT):
        if (
            purpose != MARCH
            and state.force_characters >> character & 1
            and leaders > 1
            and not must_go(state, FIRST_CHARACTER + character, captain)
            and (not acts_as_leader(state, character) or staying > 0 or going > 1)
        ):
            out[n] = FIRST_FIGURE + FIRST_CHARACTER + character
            n += 1
    return n


@rule
def leave_behind(state: Record, figure: int) -> None:
    """One of the chosen figures stays."""
    if figure < FIRST_CHARACTER:
        state.force[figure] -= 1
    else:
        state.force_characters &= ~(1 << (figure - FIRST_CHARACTER))


@rule
def carry_force(state: Record, start: int, to: int) -> None:
    """Move the chosen figures, and nothing else."""
    side = SHADOW
    for kind in range(FIGURE_KINDS):
        n = state.force[kind]
        if n > 0:
            state.army[start, kind] -= n
            state.army[to, kind] += n
            if SIDE_OF_KIND[kind] == FREE:
                side = FREE
            if kind < UNIT_KINDS:
                state.units[side, start] -= n
                state.units[side, to] += n
    for character in range(CHARACTER_COUNT):
        if state.force_characters >> character & 1:
            state.where[character] = to


@rule
def move_force(state: Record, side: int, start: int, to: int) -> None:
    """The chosen figures move: they may capture, activate, and end a siege that they leave."""
    travellers = state.force_characters
    carry_force(state, start, to)
    clear_force(state)
    use_region(state, to)
    enter_region(state, side, to)
    for character in range(CHARACTER_COUNT):
        if travellers >> character & 1 and is_companion(state, character):
            rouse(state, character)
    settle(state, start)
    settle(state, to)


@rule
def move_force_into_siege(state: Record, side: int, start: int, to: int) -> None:
    """The attackers move in around a Stronghold whose defenders withdrew (section 6.5)."""
    state.besieged[to] = 1 - side
    move_force(state, side, start, to)
