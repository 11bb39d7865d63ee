"""How characters travel: Companions and Minions past Armies, Nazgul by flight (sections 4.9, 5; Kings, 8)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.compilation import rule
from engine.games.war_of_the_ring.board import NEIGHBOUR_COUNT, NEIGHBOURS, REGION_COUNT, SITE, STRONGHOLD
from engine.games.war_of_the_ring.data import CHARACTER_COUNT, FREE, GANDALF_WHITE, LEVEL, MERIADOC, PEREGRIN, SHADOW
from engine.games.war_of_the_ring.rules.core import highest_level
from engine.games.war_of_the_ring.rules.politics import rouse
from engine.types import Actions, Record

QUEUE = REGION_COUNT


@rule
def group_level(mask: int) -> int:
    """Movement of a group: its highest Level; 4 for Gandalf the White alone or with one Hobbit (section 4.9)."""
    without = mask & ~(1 << GANDALF_WHITE)
    if mask >> GANDALF_WHITE & 1 and without in (0, 1 << MERIADOC, 1 << PEREGRIN):
        return 4
    return highest_level(mask)


@rule
def may_end_at(state: Record, side: int, region: int, into_sieges: bool) -> bool:
    """Whether a character may come to a region: not into a besieged friendly Stronghold; Minions not to an enemy Stronghold."""
    if state.besieged[region] == side:
        return into_sieges
    if side == SHADOW and SITE[region] == STRONGHOLD and state.control[region] == FREE:
        return state.besieged[region] == FREE
    return True


@rule
def must_stop_at(state: Record, side: int, region: int) -> bool:
    """Companions stop on entering a Stronghold that the Shadow controls."""
    return side == FREE and SITE[region] == STRONGHOLD and state.control[region] == SHADOW


@rule
def reach(state: Record, side: int, start: int, steps: int, into_sieges: bool, near: Actions) -> None:
    """Write to `near`, by region, the number of regions to walk from `start`, or -1 if it can't be reached in `steps`.

    Armies don't hinder characters; a character in a besieged friendly Stronghold doesn't leave it, one that the cards let end
    in such a Stronghold goes no further.
    """
    for region in range(REGION_COUNT):
        near[region] = -1
    near[start] = 0
    if state.besieged[start] == side and not into_sieges:
        return
    queue = scratch(QUEUE)
    queue[0] = start
    first, last = 0, 1
    while first < last:
        here = queue[first]
        first += 1
        if near[here] == steps or (here != start and must_stop_at(state, side, here)):
            continue
        if here != start and state.besieged[here] == side:
            continue
        for i in range(NEIGHBOUR_COUNT[here]):
            there = NEIGHBOURS[here, i]
            if near[there] < 0 and may_end_at(state, side, there, into_sieges):
                near[there] = near[here] + 1
                queue[last] = there
                last += 1


@rule
def may_fly_to(state: Record, region: int) -> bool:
    """Nazgul go anywhere but to a Stronghold that the Free Peoples control and the Shadow doesn't besiege (section 5)."""
    return not (SITE[region] == STRONGHOLD and state.control[region] == FREE and state.besieged[region] != FREE)


@rule
def move_group(state: Record, mask: int, region: int) -> None:
    """A group of characters comes to a region; Companions rouse its nation."""
    for character in range(CHARACTER_COUNT):
        if mask >> character & 1:
            state.where[character] = region
    for character in range(CHARACTER_COUNT):
        if mask >> character & 1 and LEVEL[character] > 0:
            rouse(state, character)
