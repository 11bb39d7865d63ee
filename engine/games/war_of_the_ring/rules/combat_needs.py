"""When a Combat card may be played (cards sheet, section 3)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import combat_cards as cc
from engine.games.war_of_the_ring.board import (
    DISTANCE,
    FANGORN,
    HOME_SIDE,
    ISENGARD,
    MORIA,
    NATION_OF,
    NORTH,
    ORTHANC,
    ROHAN,
    SOUTHRONS,
)
from engine.games.war_of_the_ring.data import (
    ARAGORN,
    CHARACTER_COUNT,
    FREE,
    GANDALF_GREY,
    GANDALF_WHITE,
    MERIADOC,
    NAZGUL,
    PEREGRIN,
    SHADOW,
    STRIDER,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules.core import acts_as_leader, sovereigns_at
from engine.games.war_of_the_ring.rules.fellowship import fellowship_in
from engine.games.war_of_the_ring.rules.fighters import (
    SIEGE,
    awakened_in_battle,
    fighter,
    fighting_characters,
    fighting_companions,
    fighting_elites,
    fighting_leaders,
    fighting_minions,
    nazgul_leadership,
)
from engine.types import Record


@rule
def north_fights(state: Record) -> bool:
    """Whether a unit of the North takes part."""
    return fighter(state, FREE, 2 * NORTH) + fighter(state, FREE, 2 * NORTH + 1) > 0


@rule
def ent_country(region: int) -> bool:
    """Rohan, Fangorn and Orthanc."""
    return NATION_OF[region] == ROHAN or region in (FANGORN, ORTHANC)


@rule
def need_holds(options: Record, state: Record, half: int) -> bool:
    """Whether the requirement of a combat half holds."""
    need = cc.COMBAT[half, cc.NEED]
    if need == cc.ALWAYS:
        return True
    if need >= cc.NAZGUL_TWO:
        return shadow_need_holds(options, state, need)
    region = state.battle_at
    if need == cc.FELLOWSHIP_HERE:
        return fellowship_in(state, region)
    if need == cc.ENT_COUNTRY:
        return ent_country(region)
    if need == cc.FREE_LAND:
        return HOME_SIDE[region] == FREE
    if need == cc.FREE_DEFENDS_FIELD:
        return state.attacker == SHADOW and state.battle != SIEGE
    if need == cc.FREE_ELITE:
        return fighting_elites(state, FREE) > 0
    companions = fighting_companions(state)
    if need == cc.COMPANION:
        return companions != 0
    if need == cc.LEADER_OR_COMPANION:
        return companions != 0 or fighting_leaders(state) > 0
    if need == cc.HOBBIT:
        return companions & (1 << MERIADOC | 1 << PEREGRIN) != 0
    if need == cc.GANDALF:
        return companions & (1 << GANDALF_GREY | 1 << GANDALF_WHITE) != 0
    return companions & (1 << STRIDER | 1 << ARAGORN) != 0


@rule
def shadow_need_holds(options: Record, state: Record, need: int) -> bool:
    """Requirements about Nazgul and the Shadow's units, and those of Kings of Middle-earth."""
    if need == cc.NAZGUL_TWO:
        return nazgul_leadership(options, state) >= 2
    if need == cc.NAZGUL_ONE:
        return nazgul_leadership(options, state) >= 1
    if need == cc.A_NAZGUL:
        return fighter(state, SHADOW, NAZGUL) > 0 or fighting_minions(state) >> WITCH_KING & 1 != 0
    if need == cc.NEAR_MORIA:
        return DISTANCE[state.battle_at, MORIA] <= 2
    if need == cc.ISENGARD_SIEGE:
        units = fighter(state, SHADOW, 2 * ISENGARD) + fighter(state, SHADOW, 2 * ISENGARD + 1)
        return state.battle == SIEGE and units > 0
    if need == cc.SOUTHRON_ELITE:
        return fighter(state, SHADOW, 2 * SOUTHRONS + 1) > 0
    if need == cc.SHADOW_ELITE:
        return fighting_elites(state, SHADOW) > 0
    if need == cc.A_MINION:
        return fighting_minions(state) != 0
    if need == cc.SOVEREIGN_REGION:
        return sovereigns_at(state, state.battle_at) != 0
    if need == cc.AWAKENED_HERE:
        return awakened_in_battle(state) != 0
    if need == cc.BANNER:
        return (awakened_in_battle(state) | fighting_companions(state) & 1 << ARAGORN) != 0
    return awakened_in_battle(state) != 0 or grey_in_battle(state) != 0


@rule
def grey_in_battle(state: Record) -> int:
    """Bit set of the grey Sovereigns (as characters) that fight."""
    found = fighting_characters(state, FREE)
    for character in range(CHARACTER_COUNT):
        if not acts_as_leader(state, character):
            found &= ~(1 << character)
    return found
