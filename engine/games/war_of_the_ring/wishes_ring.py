"""What a simple player of the Free Peoples wants for the Ring-bearers and Companions (section 11.2)."""

from __future__ import annotations

import heapq

from engine.arrays import table
from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, PARTS, VALUE, Verb
from engine.games.war_of_the_ring.board import (
    ARAGORN_CITIES,
    DISTANCE,
    EREBOR,
    FANGORN,
    HOME_SIDE,
    MINAS_MORGUL,
    MINAS_TIRITH,
    MORANNON,
    MORIA,
    NUMBER,
    REGION_COUNT,
    REGIONS,
    SETS,
    SITE,
    STRONGHOLD,
    WOODLAND_REALM,
)
from engine.games.war_of_the_ring.data import (
    ARAGORN,
    BOROMIR,
    FIRST_CHARACTER,
    FREE,
    GANDALF_GREY,
    GANDALF_WHITE,
    GIMLI,
    IN_FELLOWSHIP,
    LEGOLAS,
    LEVEL,
    SHADOW,
    STRIDER,
)
from engine.games.war_of_the_ring.rules.fellowship import in_own_haven, shadow_hold
from engine.games.war_of_the_ring.rules.hunt import GOLLUM_REVEALS, HOBBIT, LOSE_GUIDE, MOST_DICE
from engine.games.war_of_the_ring.rules.politics import victory_points
from engine.games.war_of_the_ring.state import NOBODY
from engine.games.war_of_the_ring.wishes_war import leads_here
from engine.types import Record

_REGION = int(Verb.REGION)
_CARD = int(Verb.CARD)
_FAR = 40
_HURRY = 7
"""Victory points of the Shadow from which on the Fellowship rests no more."""
_TILE_STEPS = 2
"""Steps that a figure on its revealed way goes round a Shadow Stronghold, which costs a Hunt tile."""


def _safe_way() -> list[int]:
    """By region: steps to the nearer gate of Mordor; entering another Shadow Stronghold counts for some more."""
    way = [_FAR] * REGION_COUNT
    queue = [(0, MORANNON), (0, MINAS_MORGUL)]
    while queue:
        steps, region = heapq.heappop(queue)
        if steps >= way[region]:
            continue
        way[region] = steps
        costly = REGIONS[region].kind == STRONGHOLD and HOME_SIDE[region] == SHADOW and steps > 0
        for key in REGIONS[region].neighbours:
            heapq.heappush(queue, (steps + 1 + _TILE_STEPS * costly, NUMBER[key]))
    return way


SAFE_WAY = table(_safe_way(), "i1")


@rule
def way_to_mordor(region: int) -> int:
    """Regions to the nearer gate of Mordor."""
    return min(DISTANCE[region, MORANNON], DISTANCE[region, MINAS_MORGUL])


@rule
def hunt_chance(state: Record) -> int:
    """How likely the Hunt finds the Fellowship if it moves now, in per cent (4.7)."""
    dice = min(state.hunt_eyes, MOST_DICE)
    again = int(state.units[SHADOW, state.place] > 0)
    again += int(shadow_hold(state, state.place)) + int(leads_here(state, state.place) > 0)
    misses = max(5 - state.hunt_free, 1)
    unseen = 1000
    for _ in range(dice + min(again, dice)):
        unseen = unseen * misses // 6
    return 100 - unseen // 10


@rule
def may_reach_gate(state: Record) -> bool:
    """Whether a declaration brings the Fellowship to a gate of Mordor."""
    return state.progress >= way_to_mordor(state.place)


@rule
def rest_in_reach(state: Record) -> int:
    """The distance to the nearest own haven that isn't besieged and lies no further from Mordor; _FAR if none is."""
    best = _FAR
    for region in range(REGION_COUNT):
        if (
            in_own_haven(state, region)
            and DISTANCE[state.place, region] <= state.progress
            and way_to_mordor(region) <= way_to_mordor(state.place) + 1
        ):
            best = min(best, DISTANCE[state.place, region])
    return best


@rule
def wants_rest(state: Record) -> bool:
    """Weary from four Corruption on, and while resting down to two, unless the war is nearly lost (section 11.2)."""
    if victory_points(state, SHADOW) >= _HURRY:
        return False
    resting = state.progress == 0 and in_own_haven(state, state.place)
    return state.corruption >= (3 if resting else 4) and rest_in_reach(state) < _FAR


@rule
def passes_moria(state: Record) -> bool:
    """Whether a declaration takes the figure through Moria, where a reveal would cost a tile."""
    to_moria = DISTANCE[state.place, MORIA]
    return 0 < to_moria < state.progress and way_to_mordor(state.place) == to_moria + way_to_mordor(MORIA)


@rule
def phase_priority(state: Record, value: int, action: int) -> int:
    """Enter Mordor; declare to reach its gate, to rest, or when resting costs nothing."""
    if action == DONE:
        return 10
    if value == 1:
        return 100
    if may_reach_gate(state) or wants_rest(state) or passes_moria(state):
        return 50
    return 40 if state.progress == 0 and state.corruption > 0 and in_own_haven(state, state.place) else 0


@rule
def path_priority(state: Record, mode: int, steps: int, action: int) -> int:
    """Walk to the gate, to a haven when weary, else nearer to Mordor; past Shadow Strongholds only when declaring."""
    here = state.place
    there = here if action == DONE else PARTS[action, VALUE]
    if mode == 0 and not way_to_mordor(here) <= steps and wants_rest_here(state, steps):
        return 500 - 10 * haven_distance(state, there) + (5 if action == DONE else 0)
    ahead = way_to_mordor(there) if mode == 0 else SAFE_WAY[there]
    if action == DONE:
        return 505 - 10 * ahead
    return 500 - 10 * max(ahead - (steps - 1), 0) - ahead


@rule
def haven_distance(state: Record, region: int) -> int:
    """Regions to the nearest own haven."""
    best = _FAR
    for goal in range(REGION_COUNT):
        if in_own_haven(state, goal):
            best = min(best, DISTANCE[region, goal])
    return best


@rule
def wants_rest_here(state: Record, steps: int) -> bool:
    """On the way of a declaration: weary, and a haven within what is left of it."""
    return state.corruption >= 1 and haven_distance(state, state.place) <= steps


@rule
def damage_priority(options: Record, state: Record, value: int, verb: int, action: int) -> int:
    """Cards first, the Guide when he pays for himself, always somebody when the end is near."""
    damage = state.hunt_damage
    near_end = state.corruption + damage >= options.corruption_limit - 3 or state.mordor != NOBODY
    if verb == _CARD:
        return 90
    if action == DONE:
        return 50
    if value == HOBBIT:
        return 60 if damage == 1 or near_end else 55
    if value == GOLLUM_REVEALS:
        return 52 if state.corruption + damage >= options.corruption_limit - 1 else 40
    level = LEVEL[min(state.guide, 19)]
    if value == LOSE_GUIDE:
        if near_end and damage > 0:
            return 70 if damage >= level else 66
        return 58 if damage >= level and state.guide != STRIDER else 45
    if near_end:
        return 68 if damage > 1 else 64
    return 57 if damage > 1 else 44


@rule
def strider_can_be_king(state: Record) -> bool:
    """Whether Strider, leaving the Fellowship now, reaches a city where he becomes Aragorn."""
    if state.where[STRIDER] != IN_FELLOWSHIP or state.mordor != NOBODY:
        return False
    for region in range(REGION_COUNT):
        if (
            SETS[ARAGORN_CITIES, region]
            and state.control[region] == FREE
            and state.besieged[region] != FREE
            and DISTANCE[state.place, region] <= state.progress + 3
        ):
            return True
    return False


@rule
def separation_worth(state: Record) -> int:
    """How much a separation is wanted: Strider for the crown, Gandalf the Grey when the White can come."""
    if strider_can_be_king(state):
        return 640
    if state.where[GANDALF_GREY] == IN_FELLOWSHIP and state.minion_seen and state.progress >= 2:
        return 420
    return 60


@rule
def leaver_priority(state: Record, figure: int) -> int:
    """Who leaves the Fellowship first."""
    character = figure - FIRST_CHARACTER
    if character == STRIDER:
        return 90 if strider_can_be_king(state) else 20
    if character == GANDALF_GREY:
        return 80 if state.minion_seen else 10
    return 30


@rule
def joiner_priority(state: Record, figure: int) -> int:
    """Boromir goes to Gondor with Strider, Legolas and Gimli home with each other; others stay."""
    character = figure - FIRST_CHARACTER
    if character == BOROMIR and state.group >> STRIDER & 1:
        return 900
    return 0


@rule
def goal_priority(state: Record, region: int) -> int:
    """Where a group of Companions goes: to where it can become more, rouse a nation, or help to hold a Stronghold."""
    value = 500
    if state.group & (1 << STRIDER | 1 << BOROMIR):
        value += 60 if SETS[ARAGORN_CITIES, region] and state.control[region] == FREE else 0
        value -= 5 * DISTANCE[region, MINAS_TIRITH]
    elif state.group & (1 << LEGOLAS):
        value -= 5 * DISTANCE[region, WOODLAND_REALM]
    elif state.group & (1 << GIMLI):
        value -= 5 * DISTANCE[region, EREBOR]
    elif state.group & (1 << GANDALF_GREY | 1 << GANDALF_WHITE):
        value -= 5 * min(DISTANCE[region, FANGORN], DISTANCE[region, MINAS_TIRITH])
    elif state.group >> ARAGORN & 1:
        value -= 5 * DISTANCE[region, MINAS_TIRITH]
    if in_own_haven(state, region):
        value += 12
    if SITE[region] == STRONGHOLD and HOME_SIDE[region] == 1:
        value -= 200
    return value


@rule
def guide_priority(figure: int) -> int:
    """Strider hides with any die; Gandalf draws."""
    character = figure - FIRST_CHARACTER
    if character == STRIDER:
        return 3
    return 2 if character == GANDALF_GREY else 1


@rule
def companions_priority(kind: int) -> int:
    """Moving Companions on the map is seldom worth a die, but a card's free moves are taken."""
    return 30 if kind == f.MOVE_COMPANIONS else 10
