"""Armies that cards move: several regions at a time, or along ways of their own (FS11, FS12, SS07, SS08)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_REGION
from engine.games.war_of_the_ring.board import NATION_COUNT, NEIGHBOUR_COUNT, NEIGHBOURS, REGION_COUNT
from engine.games.war_of_the_ring.data import CHARACTER_COUNT, FIRST_LEADER, FREE, NATION_OF_CHARACTER, SHADOW, SIDE_OF_NATION
from engine.games.war_of_the_ring.rules.armies import carry_force, force_units, may_cross
from engine.games.war_of_the_ring.rules.core import (
    acts_as_leader,
    clear_force,
    companions_at,
    is_open,
    is_used,
    push,
    room,
    use_region,
)
from engine.games.war_of_the_ring.rules.politics import enter_region, settle
from engine.types import Actions, Record

COMPANION_ARMY, TO_ANOTHER, TWO_ARMIES = range(3)
"""The march's rules: an Army with a Companion; one or two Shadow Armies that join another."""
_REGIONS = REGION_COUNT


@rule
def force_may_cross(state: Record, region: int) -> bool:
    """Whether all chosen figures may enter a region."""
    for nation in range(NATION_COUNT):
        n = state.force[2 * nation] + state.force[2 * nation + 1]
        if SIDE_OF_NATION[nation] == FREE:
            n += state.force[FIRST_LEADER + nation]
        if n > 0 and not may_cross(state, nation, region):
            return False
    for character in range(CHARACTER_COUNT):
        if (
            state.force_characters >> character & 1
            and acts_as_leader(state, character)
            and not may_cross(state, NATION_OF_CHARACTER[character], region)
        ):
            return False
    return True


@rule
def is_goal(options: Record, state: Record, mode: int, start: int, region: int) -> bool:
    """Whether the march may end in a region other than `start`: room, and for the Shadow another Army that isn't besieged."""
    side = FREE if mode == COMPANION_ARMY else SHADOW
    if region == start or state.besieged[region] == side or room(options, state, side, region) < force_units(state):
        return False
    return side == FREE or state.units[SHADOW, region] > 0


@rule
def goal_within(options: Record, state: Record, mode: int, start: int, first: int, steps: int) -> bool:
    """Whether the march can end legally from `first` on with so many further steps."""
    if is_goal(options, state, mode, start, first):
        return True
    side = FREE if mode == COMPANION_ARMY else SHADOW
    near = scratch(_REGIONS)
    queue = scratch(_REGIONS)
    for region in range(REGION_COUNT):
        near[region] = -1
    near[first] = 0
    queue[0] = first
    head, tail = 0, 1
    while head < tail:
        here = queue[head]
        head += 1
        if near[here] >= steps:
            continue
        for i in range(NEIGHBOUR_COUNT[here]):
            there = NEIGHBOURS[here, i]
            if near[there] >= 0 or not is_open(state, side, there) or not force_may_cross(state, there):
                continue
            if is_goal(options, state, mode, start, there):
                return True
            near[there] = near[here] + 1
            queue[tail] = there
            tail += 1
    return False


@rule
def march_starts(state: Record, mode: int, out: Actions) -> int:
    """Armies that may march; DONE if there is none."""
    side = FREE if mode == COMPANION_ARMY else SHADOW
    n = 0
    for region in range(REGION_COUNT):
        if state.units[side, region] == 0 or state.besieged[region] == side or is_used(state, region):
            continue
        if side == SHADOW or companions_at(state, region):
            out[n] = FIRST_REGION + region
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def march_choices(options: Record, state: Record, here: int, steps: int, mode: int, out: Actions) -> int:
    """Stop, where the march may end (or hasn't begun), or the next region."""
    side = FREE if mode == COMPANION_ARMY else SHADOW
    n = 0
    out[n] = DONE
    n += 1
    if steps == 0:
        return n
    for i in range(NEIGHBOUR_COUNT[here]):
        there = NEIGHBOURS[here, i]
        if (
            is_open(state, side, there)
            and force_may_cross(state, there)
            and goal_within(options, state, mode, here, there, steps - 1)
        ):
            out[n] = FIRST_REGION + there
            n += 1
    if n > 1 and state.moved == 1 and not stands_well(options, state, mode, here):
        for i in range(1, n):
            out[i - 1] = out[i]
        n -= 1
    return n


@rule
def stands_well(options: Record, state: Record, mode: int, here: int) -> bool:
    """Whether the marching Army may stay where it is: within the limit, for the Shadow with another Army."""
    side = FREE if mode == COMPANION_ARMY else SHADOW
    if room(options, state, side, here) < 0 or state.besieged[here] == side:
        return False
    return side == FREE or state.units[SHADOW, here] > force_units(state)


@rule
def march_on(state: Record, here: int, there: int, steps: int, mode: int) -> None:
    """One region further; an undefended enemy Settlement on the way is captured."""
    side = FREE if mode == COMPANION_ARMY else SHADOW
    state.moved = 1
    push(state, f.FAR_MOVE, side, there, steps - 1, mode)
    carry_force(state, here, there)
    enter_region(state, side, there)
    settle(state, here)


@rule
def end_march(options: Record, state: Record, here: int, mode: int) -> None:
    """The Army halts; units above the limit are removed."""
    side = FREE if mode == COMPANION_ARMY else SHADOW
    clear_force(state)
    state.moved = 0
    use_region(state, here)
    if room(options, state, side, here) < 0:
        push(state, f.TRIM, side, here, side, 0)
    settle(state, here)
