"""What a simple player wants of its Armies: where to go, whom to attack, what to lose (section 11)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring.board import (
    CITY,
    DISTANCE,
    FORTIFICATION,
    HOME_SIDE,
    NATION_COUNT,
    NEIGHBOUR_COUNT,
    NEIGHBOURS,
    REGION_COUNT,
    SITE,
    STRONGHOLD,
    VICTORY_POINTS,
)
from engine.games.war_of_the_ring.data import (
    CHARACTER_COUNT,
    FIRST_LEADER,
    FREE,
    NAZGUL,
    SARUMAN,
    SHADOW,
    SIDE_OF_NATION,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules import armies
from engine.games.war_of_the_ring.rules.core import characters_at, is_used
from engine.games.war_of_the_ring.rules.fighters import SIEGE, fighter, fighting_units, leadership
from engine.games.war_of_the_ring.rules.politics import victory_points
from engine.types import Record

FAR = 40
"""Further than any distance."""
_RAID = 4
"""Regions that a raid may go."""


@rule
def power(state: Record, side: int, region: int) -> int:
    """Worth of an Army: hits it can take, dice it rolls, Leadership (Queller's value)."""
    units = state.units[side, region]
    if units == 0:
        return 0
    hits = units
    for nation in range(NATION_COUNT):
        if SIDE_OF_NATION[nation] == side:
            hits += state.army[region, 2 * nation + 1]
    lead = state.army[region, NAZGUL] if side == SHADOW else 0
    if side == FREE:
        for kind in range(FIRST_LEADER, NAZGUL):
            lead += state.army[region, kind]
    here = characters_at(state, side, region)
    while here:
        lead += 1
        here &= here - 1
    return hits + min(units, 5) + min(lead, 5, units)


@rule
def defence(state: Record, side: int, region: int) -> int:
    """Worth of an Army that is attacked: more in a Fortification or City, half as much again in its Stronghold."""
    value = power(state, side, region)
    if value == 0:
        return 0
    if SITE[region] == STRONGHOLD and state.control[region] == side:
        return value * 3 // 2
    return value + (2 if SITE[region] in (CITY, FORTIFICATION) else 0)


@rule
def is_prize(state: Record, side: int, region: int) -> bool:
    """A Settlement with victory points that the enemy of a side controls."""
    return VICTORY_POINTS[region] > 0 and state.control[region] == 1 - side


@rule
def pull(state: Record, side: int, region: int) -> int:
    """How near a region is to what its Army should take: weak and valuable Settlements first."""
    best = 0
    for goal in range(REGION_COUNT):
        if VICTORY_POINTS[goal] and state.control[goal] == 1 - side:
            worth = 60 - 8 * DISTANCE[region, goal] - 2 * state.units[1 - side, goal] + 6 * VICTORY_POINTS[goal]
            if state.besieged[goal] == 1 - side and goal != region:
                worth -= 10
            best = max(best, worth)
    return best


@rule
def raid(state: Record, region: int, units: int) -> int:
    """How near some Free Peoples' units are to a Settlement of the Shadow that they outnumber; 0 if none is near."""
    best = 0
    for goal in range(REGION_COUNT):
        if VICTORY_POINTS[goal] and HOME_SIDE[goal] == SHADOW and state.control[goal] == SHADOW:
            bare = 2 * state.units[SHADOW, goal] <= units and state.besieged[goal] != SHADOW
            if bare and DISTANCE[region, goal] <= _RAID:
                best = max(best, 60 * VICTORY_POINTS[goal] + 60 * (_RAID - DISTANCE[region, goal]))
    return best


@rule
def enemy_within(state: Record, side: int, region: int, steps: int) -> int:
    """The largest enemy Army within some regions, in units."""
    most = 0
    for other in range(REGION_COUNT):
        if DISTANCE[region, other] <= steps and state.units[1 - side, other] > most and state.besieged[other] != 1 - side:
            most = state.units[1 - side, other]
    return most


@rule
def move_value(state: Record, side: int, start: int, to: int) -> int:
    """What a move gains: prizes taken, nearness to prizes, sieges kept, homes not left bare."""
    units = state.units[side, start]
    gain = (pull(state, side, to) - pull(state, side, start)) * min(units + 2, 9)
    if is_prize(state, side, to) and state.units[1 - side, to] == 0:
        gain += 900 + 300 * VICTORY_POINTS[to]
    elif HOME_SIDE[to] == 1 - side and state.control[to] == 1 - side and state.units[1 - side, to] == 0:
        gain += 120
    if state.besieged[start] == 1 - side:
        gain -= 400
    if state.units[side, to] > 0:
        gain += 60
    if VICTORY_POINTS[start] and HOME_SIDE[start] == side and enemy_within(state, side, start, 2) > 0:
        gain -= 150 if units > 3 else 700
    if side == FREE:
        closer = raid(state, to, units)
        gain += closer + 60 if closer > raid(state, start, units) else -130
        if enemy_within(state, side, to, 1) > units and not is_prize(state, side, to):
            gain -= 300
    return gain


@rule
def best_move_from(options: Record, state: Record, side: int, start: int, purpose: int) -> int:
    """The best value of a move of the Army of a region; very low if it can't move."""
    best = -9999
    for i in range(NEIGHBOUR_COUNT[start]):
        to = NEIGHBOURS[start, i]
        if armies.can_move(options, state, side, start, to, purpose):
            best = max(best, move_value(state, side, start, to))
    return best


@rule
def best_move(options: Record, state: Record, side: int, purpose: int) -> int:
    """The best value of any move."""
    best = -9999
    for region in range(REGION_COUNT):
        if state.units[side, region] > 0 and state.besieged[region] != side and not is_used(state, region):
            best = max(best, best_move_from(options, state, side, region, purpose))
    return best


@rule
def attack_value(state: Record, side: int, start: int, target: int) -> int:
    """What an attack promises: the odds, and what falls if it succeeds."""
    ours = power(state, side, start)
    theirs = defence(state, 1 - side, target)
    if state.besieged[start] == side and start == target:
        ours = ours // 2
        theirs = power(state, 1 - side, target)
    value = 100 * ours // max(theirs, 1) - (122 if side == SHADOW else 130)
    if is_prize(state, side, target):
        value += 12 * VICTORY_POINTS[target]
    if side == SHADOW and state.mordor >= 0:
        value += 15
    if start == target and state.besieged[target] == 1 - side:
        value += 10
    return value


@rule
def best_attack_from(state: Record, side: int, start: int, purpose: int) -> int:
    """The best value of an attack by the Army of a region."""
    best = -9999
    if armies.can_attack(state, side, start, start, purpose):
        best = attack_value(state, side, start, start)
    for i in range(NEIGHBOUR_COUNT[start]):
        target = NEIGHBOURS[start, i]
        if armies.can_attack(state, side, start, target, purpose):
            best = max(best, attack_value(state, side, start, target))
    return best


@rule
def best_attack(state: Record, side: int, purpose: int) -> int:
    """The best value of any attack."""
    best = -9999
    for region in range(REGION_COUNT):
        if state.units[side, region] > 0:
            best = max(best, best_attack_from(state, side, region, purpose))
    return best


@rule
def battle_odds(options: Record, state: Record, side: int) -> int:
    """A fighting side's worth against the other's, in per cent."""
    own = fighting_worth(options, state, side)
    other = fighting_worth(options, state, 1 - side)
    if state.battle == SIEGE:
        if side == state.attacker:
            other = other * 3 // 2
        else:
            own = own * 3 // 2
    return 100 * own // max(other, 1)


@rule
def fighting_worth(options: Record, state: Record, side: int) -> int:
    """Hits, dice and Leadership of a fighting side."""
    units = fighting_units(state, side)
    elites = 0
    for nation in range(NATION_COUNT):
        if SIDE_OF_NATION[nation] == side:
            elites += fighter(state, side, 2 * nation + 1)
    return units + elites + min(units, 5) + min(leadership(options, state, side), 5, units)


@rule
def recruit_value(state: Record, side: int, region: int) -> int:
    """Where recruits are wanted: near the front, where the enemy threatens, where Armies gather; the Shadow forward."""
    threat = enemy_within(state, side, region, 2)
    units = state.units[side, region]
    if side == FREE:
        value = 10 * min(threat, 10) + 15 * VICTORY_POINTS[region] - 4 * units
        return value + (20 if units < 5 and threat > units else 0)
    return pull(state, side, region) + 3 * min(units, 5) + (30 if threat > units and VICTORY_POINTS[region] else 0)


@rule
def is_military(state: Record) -> bool:
    """The Shadow's strategy: military while its victory points are not behind the Corruption (Queller's switch).

    At equality the hand decides: more Strategy than Character cards make a warrior.
    """
    points = victory_points(state, SHADOW)
    if points != state.corruption:
        return points > state.corruption
    return state.hand_size[3] >= state.hand_size[2]


@rule
def leads_here(state: Record, region: int) -> int:
    """Nazgul and Minions in a region."""
    found = state.army[region, NAZGUL]
    for character in range(SARUMAN, CHARACTER_COUNT):
        found += int(state.where[character] == region) * (2 if character == WITCH_KING else 1)
    return found


@rule
def nazgul_wanted(state: Record, region: int) -> int:
    """How much a region wants a Nazgul: the Fellowship's first, then large Armies without leaders near the enemy."""
    if state.mordor < 0 and region == state.place and leads_here(state, region) == 0:
        return 200
    units = state.units[SHADOW, region]
    if units < 3:
        return 0
    value = 10 * min(units, 10) + pull(state, SHADOW, region) - 35 * leads_here(state, region)
    return value + (60 if state.besieged[region] == FREE else 0)
