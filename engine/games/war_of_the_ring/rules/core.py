"""Frames, figures and places: the small steps that every other rule is made of."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring.board import BOMBADIL, NATION_OF, NEIGHBOUR_COUNT, NEIGHBOURS, REGION_COUNT, SETS, TOO_GREAT
from engine.games.war_of_the_ring.cards import DECK, POWER_TOO_GREAT, TOM_BOMBADIL
from engine.games.war_of_the_ring.data import (
    AWAKENED,
    CHARACTER_COUNT,
    COMPANION_COUNT,
    CORRUPTED,
    FACES,
    FIGURE_KINDS,
    FIRST_LEADER,
    FIRST_SOVEREIGN,
    FREE,
    GREY,
    LEVEL,
    NATION_OF_KIND,
    NAZGUL,
    NO_FACE,
    RANK_OF_KIND,
    SHADOW,
    SIDE_OF,
    SIDE_OF_KIND,
    SOVEREIGN_COUNT,
    UNIT_KINDS,
)
from engine.games.war_of_the_ring.state import NOBODY, ON_THE_TABLE, OPEN_DISCARD
from engine.types import Record

_LOW = 53


@rule
def push(state: Record, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Let a frame wait on top of the others."""
    top = state.depth
    state.stack_kind[top] = kind
    state.stack_seat[top] = seat
    state.stack_a[top] = a
    state.stack_b[top] = b
    state.stack_c[top] = c
    state.depth = top + 1


@rule
def pop(state: Record) -> None:
    """Take the top frame away and clear it."""
    top = state.depth - 1
    state.depth = top
    state.stack_kind[top] = 0
    state.stack_seat[top] = 0
    state.stack_a[top] = 0
    state.stack_b[top] = 0
    state.stack_c[top] = 0


@rule
def use_region(state: Record, region: int) -> None:
    """Remember that the action has used a region."""
    if region < _LOW:
        state.used[0] |= 1 << region
    else:
        state.used[1] |= 1 << (region - _LOW)


@rule
def is_used(state: Record, region: int) -> bool:
    """Whether the action has used a region."""
    if region < _LOW:
        return state.used[0] >> region & 1 != 0
    return state.used[1] >> (region - _LOW) & 1 != 0


@rule
def place(state: Record, region: int, kind: int, n: int) -> None:
    """Put figures of a kind in a region (take them away if n is negative)."""
    state.army[region, kind] += n
    if kind < UNIT_KINDS:
        state.units[SIDE_OF_KIND[kind], region] += n


@rule
def kill(state: Record, region: int, kind: int) -> None:
    """Eliminate a figure: the Free Peoples' are lost, the Shadow's go back to the reinforcements (section 1)."""
    place(state, region, kind, -1)
    nation = NATION_OF_KIND[kind]
    if SIDE_OF_KIND[kind] == FREE:
        state.casualties[nation, RANK_OF_KIND[kind]] += 1
    else:
        state.reinforcements[nation, RANK_OF_KIND[kind]] += 1


@rule
def send_back(state: Record, region: int, kind: int) -> None:
    """Return a figure to the reinforcements."""
    place(state, region, kind, -1)
    state.reinforcements[NATION_OF_KIND[kind], RANK_OF_KIND[kind]] += 1


@rule
def reduce_elite(state: Record, region: int, elite: int) -> bool:
    """Turn an Elite into a Regular from casualties or reinforcements; False, and the Elite dies, if there is none."""
    nation = NATION_OF_KIND[elite]
    from_casualties = SIDE_OF_KIND[elite] == FREE and state.casualties[nation, 0] > 0
    if not from_casualties and state.reinforcements[nation, 0] == 0:
        kill(state, region, elite)
        return False
    kill(state, region, elite)
    if from_casualties:
        state.casualties[nation, 0] -= 1
    else:
        state.reinforcements[nation, 0] -= 1
    place(state, region, elite - 1, 1)
    return True


@rule
def leaders_at(state: Record, region: int) -> int:
    """Free Peoples Leader figures in a region, without Sovereigns."""
    total = 0
    for kind in range(FIRST_LEADER, NAZGUL):
        total += state.army[region, kind]
    return total


@rule
def at_war(state: Record, nation: int) -> bool:
    """Whether a nation is At War."""
    return state.to_war[nation] == 0


@rule
def acts_as_leader(state: Record, character: int) -> bool:
    """Whether a character's figure is a grey Sovereign, a Leader of his nation."""
    sovereign = character - FIRST_SOVEREIGN
    return 0 <= sovereign < SOVEREIGN_COUNT and state.sovereign[sovereign] == GREY


@rule
def is_companion(state: Record, character: int) -> bool:
    """Whether a figure is a Companion: one of the nine, or an Awakened Sovereign."""
    if SIDE_OF[character] != FREE:
        return False
    sovereign = character - FIRST_SOVEREIGN
    return sovereign < 0 or state.sovereign[sovereign] == AWAKENED


@rule
def counts(state: Record, character: int) -> bool:
    """Whether a figure takes part in armies and battles: not a Corrupted Sovereign."""
    sovereign = character - FIRST_SOVEREIGN
    return not 0 <= sovereign < SOVEREIGN_COUNT or state.sovereign[sovereign] < CORRUPTED


@rule
def characters_at(state: Record, side: int, region: int) -> int:
    """Bit set of a side's characters in a region, grey Sovereigns among them, Corrupted ones not."""
    found = 0
    for character in range(CHARACTER_COUNT):
        if state.where[character] == region and SIDE_OF[character] == side and counts(state, character):
            found |= 1 << character
    return found


@rule
def companions_at(state: Record, region: int) -> int:
    """Bit set of the Companions in a region."""
    found = 0
    for character in range(CHARACTER_COUNT):
        if state.where[character] == region and is_companion(state, character):
            found |= 1 << character
    return found


@rule
def fellowship_members(state: Record) -> int:
    """Bit set of the Companions in the Fellowship."""
    found = 0
    for character in range(COMPANION_COUNT):
        if state.where[character] == -3:
            found |= 1 << character
    return found


@rule
def sovereigns_at(state: Record, region: int) -> int:
    """Bit set of the Sovereigns (0 .. 4) whose figures stand in a region, in whatever state."""
    found = 0
    for sovereign in range(SOVEREIGN_COUNT):
        if state.where[FIRST_SOVEREIGN + sovereign] == region:
            found |= 1 << sovereign
    return found


@rule
def highest_level(mask: int) -> int:
    """The highest Level of a group of characters; 0 of none."""
    best = 0
    for character in range(CHARACTER_COUNT):
        if mask >> character & 1 and LEVEL[character] > best:
            best = LEVEL[character]
    return best


@rule
def in_play(state: Record, character: int) -> bool:
    """Whether a character stands on the map."""
    return state.where[character] >= 0


@rule
def is_free(state: Record, side: int, region: int) -> bool:
    """A free region: no enemy Army, no enemy Settlement; or one whose enemy Stronghold the side besieges (Terms)."""
    if state.besieged[region] == 1 - side:
        return True
    return state.units[1 - side, region] == 0 and state.control[region] != 1 - side


@rule
def closed_to_shadow(state: Record, region: int) -> bool:
    """A Power too Great and the Power of Tom Bombadil close regions to Shadow Armies."""
    if SETS[TOO_GREAT, region] and state.card_at[POWER_TOO_GREAT] == ON_THE_TABLE:
        return True
    return SETS[BOMBADIL, region] != 0 and state.card_at[TOM_BOMBADIL] == ON_THE_TABLE


@rule
def is_open(state: Record, side: int, region: int) -> bool:
    """Free for army movement: no enemy units, or enemies whom the side besieges; enemy Settlements may be entered (Terms)."""
    if side == SHADOW and closed_to_shadow(state, region):
        return False
    return state.units[1 - side, region] == 0 or state.besieged[region] == 1 - side


@rule
def room(options: Record, state: Record, side: int, region: int) -> int:
    """How many more units a side may have in a region; a besieged garrison holds five."""
    limit = options.siege_stacking if state.besieged[region] == side else options.stacking
    return limit - state.units[side, region]


@rule
def available(state: Record, nation: int, rank: int) -> bool:
    """Whether the reinforcements hold such a figure."""
    return state.reinforcements[nation, rank] > 0


@rule
def army_near(state: Record, side: int, region: int) -> bool:
    """Whether a side has an Army in a region or beside it."""
    if state.units[side, region] > 0:
        return True
    for i in range(NEIGHBOUR_COUNT[region]):
        if state.units[side, NEIGHBOURS[region, i]] > 0:
            return True
    return False


@rule
def nation_units(state: Record, region: int, nation: int) -> int:
    """Units of a nation in a region."""
    return state.army[region, 2 * nation] + state.army[region, 2 * nation + 1]


@rule
def inside_borders(region: int, nation: int) -> bool:
    """Whether a region belongs to a nation."""
    return NATION_OF[region] == nation


@rule
def unused_dice(state: Record, side: int) -> int:
    """Unused Action dice and an unused Ruler die."""
    total = int(state.ruler_die[side] != NO_FACE)
    for face in range(FACES):
        total += state.dice[side, face]
    return total


@rule
def discard_from_table(state: Record, card: int) -> None:
    """A card leaves the table."""
    if state.card_at[card] == ON_THE_TABLE:
        state.card_at[card] = OPEN_DISCARD


@rule
def leave_hand(state: Record, card: int, to: int) -> None:
    """A card goes from a hand to another place."""
    state.card_at[card] = to
    state.hand_size[DECK[card]] -= 1


@rule
def cards_in_hand(state: Record, side: int) -> int:
    """Cards in a hand."""
    return state.hand_size[2 * side] + state.hand_size[2 * side + 1]


@rule
def clear_force(state: Record) -> None:
    """Nobody is chosen to move or attack."""
    for kind in range(FIGURE_KINDS):
        state.force[kind] = 0
    state.force_characters = 0


@rule
def clear_action(state: Record) -> None:
    """Forget what one action remembered."""
    state.used[0] = 0
    state.used[1] = 0
    state.moved = 0
    state.group = 0
    state.last_region = NOBODY
    state.event_die = 0
    for region in range(REGION_COUNT):
        state.moved_nazgul[region] = 0
    clear_force(state)


@rule
def count_house(state: Record, value: int) -> None:
    """Count one more use of a disputed or house value."""
    if state.house_uses[value] < 32767:
        state.house_uses[value] += 1
