"""Nazgul and Minions move by a Character die or a card (section 5)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_CHARACTER_ACTION, FIRST_REGION
from engine.games.war_of_the_ring.board import REGION_COUNT
from engine.games.war_of_the_ring.data import CHARACTER_COUNT, FIRST_MINION, LEVEL, NAZGUL, SHADOW, WITCH_KING
from engine.games.war_of_the_ring.rules.core import place, push
from engine.games.war_of_the_ring.rules.menu import may_travel
from engine.games.war_of_the_ring.rules.travel import may_fly_to, reach
from engine.types import Actions, Record

_REGIONS = REGION_COUNT


@rule
def nazgul_sources(state: Record, with_minions: bool, out: Actions) -> int:
    """Nothing more; a Minion that hasn't moved; a region with a Nazgul that hasn't."""
    out[0] = DONE
    n = 1
    for minion in range(FIRST_MINION, CHARACTER_COUNT):
        if may_travel(state, minion, with_minions):
            out[n] = FIRST_CHARACTER_ACTION + minion
            n += 1
    for region in range(REGION_COUNT):
        if state.army[region, NAZGUL] > state.moved_nazgul[region]:
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def fly_choices(state: Record, start: int, out: Actions) -> int:
    """Where a Nazgul may fly."""
    n = 0
    for region in range(REGION_COUNT):
        if region != start and may_fly_to(state, region):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def minion_paths(state: Record, minion: int, out: Actions) -> int:
    """Where a Minion may go: the Witch-king flies, others walk as far as their Level."""
    start = max(state.where[minion], 0)
    if minion == WITCH_KING:
        return fly_choices(state, start, out)
    near = scratch(_REGIONS)
    reach(state, SHADOW, start, LEVEL[minion], False, near)
    n = 0
    for region in range(REGION_COUNT):
        if near[region] > 0:
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def choose_traveller(state: Record, action: int, only_nazgul: int) -> None:
    """A Minion, or a Nazgul of a region, is about to move; the question for the next one waits below."""
    push(state, f.NAZGUL_FROM, SHADOW, only_nazgul, 0, 0)
    if action >= FIRST_REGION:
        push(state, f.NAZGUL_TO, SHADOW, action - FIRST_REGION, 0, 0)
    else:
        push(state, f.MINION_TO, SHADOW, action - FIRST_CHARACTER_ACTION, 0, 0)


@rule
def fly(state: Record, start: int, to: int) -> None:
    """A Nazgul flies."""
    place(state, start, NAZGUL, -1)
    place(state, to, NAZGUL, 1)
    state.moved_nazgul[to] += 1


@rule
def send_minion(state: Record, minion: int, to: int) -> None:
    """A Minion moves."""
    state.where[minion] = to
    state.moved |= 1 << minion
