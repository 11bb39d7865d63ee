"""The Political Track, control of Settlements, sieges that end, captures (sections 6.5, 6.6, 7)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import (
    CITY,
    EDORAS,
    FP_NATIONS,
    HELMS_DEEP,
    HOME_SIDE,
    IS_SETTLEMENT,
    NATION_COUNT,
    NATION_OF,
    REGION_COUNT,
    ROHAN,
    SITE,
    STRONGHOLD,
    VICTORY_POINTS,
)
from engine.games.war_of_the_ring.cards import DOUBTFUL, THREATS, THREATS_OF_KINGS, WORMTONGUE
from engine.games.war_of_the_ring.data import (
    ANY_NATION,
    CHARACTER_COUNT,
    FIRST_LEADER,
    FIRST_SOVEREIGN,
    FREE,
    GREY,
    KINGS_1,
    NAZGUL,
    ROUSES,
    SHADOW,
    SIDE_OF_NATION,
    SOVEREIGN_COUNT,
    SOVEREIGN_NATION,
)
from engine.games.war_of_the_ring.rules.core import (
    acts_as_leader,
    at_war,
    companions_at,
    discard_from_table,
    kill,
    leaders_at,
    push,
)
from engine.games.war_of_the_ring.state import NOBODY, ON_THE_TABLE
from engine.types import Record

BY_COMPANION, BY_DECLARATION, BY_ATTACK, BY_ENTRY, BY_CARD, BY_DIE, BY_CAPTURE, BY_ABILITY = range(8)
"""Why a nation is activated or advances."""


@rule
def has_friend_beside(state: Record, sovereign: int) -> bool:
    """Whether a Companion with the Sovereign's icon, or the Free Peoples' one, shares his region (Kings, 5.3)."""
    region = state.where[FIRST_SOVEREIGN + sovereign]
    if region < 0:
        return False
    companions = companions_at(state, region)
    for character in range(CHARACTER_COUNT):
        if companions >> character & 1 and (
            ROUSES[character] == ANY_NATION or ROUSES[character] == SOVEREIGN_NATION[sovereign]
        ):
            return True
    return False


@rule
def hidden_tiles(state: Record, sovereign: int) -> int:
    """Face-down tiles on a Sovereign; the two Kings tiles lie open."""
    total = 0
    for kind in range(KINGS_1):
        total += state.on_sovereign[sovereign, kind]
    return total


@rule
def offer_tile(state: Record, nation: int) -> None:
    """A nation was activated or advanced: a friend beside its grey Sovereign may return a hidden tile (Kings, 5.3)."""
    if state.card_at[DOUBTFUL] == ON_THE_TABLE:
        return
    for sovereign in range(SOVEREIGN_COUNT):
        if (
            SOVEREIGN_NATION[sovereign] == nation
            and state.sovereign[sovereign] == GREY
            and hidden_tiles(state, sovereign) > 0
            and has_friend_beside(state, sovereign)
        ):
            push(state, f.RETURN_TILE, FREE, sovereign, 0, 0)


@rule
def activate(state: Record, nation: int, cause: int, region: int) -> None:
    """Turn a Free Peoples nation to its active side; Wormtongue holds Rohan back (section 7, SC22)."""
    if state.active[nation]:
        return
    if nation == ROHAN and state.card_at[WORMTONGUE] == ON_THE_TABLE:
        by_golden_hall = cause in (BY_DECLARATION, BY_ATTACK) and region in (EDORAS, HELMS_DEEP)
        if cause != BY_COMPANION and not by_golden_hall:
            return
        discard_from_table(state, WORMTONGUE)
    state.active[nation] = 1
    if nation == ROHAN:
        discard_from_table(state, WORMTONGUE)
    offer_tile(state, nation)


@rule
def may_advance(state: Record, nation: int) -> bool:
    """A passive nation never takes the last step."""
    return state.to_war[nation] > 1 or (state.to_war[nation] == 1 and state.active[nation] != 0)


@rule
def advance(state: Record, nation: int, cause: int) -> None:
    """One step towards war, if it may be taken; an attack or a Companion's ability ends Threats and Promises."""
    if not may_advance(state, nation):
        return
    state.to_war[nation] -= 1
    if SIDE_OF_NATION[nation] == FREE:
        if cause in (BY_ATTACK, BY_ABILITY):
            discard_from_table(state, THREATS)
            discard_from_table(state, THREATS_OF_KINGS)
        offer_tile(state, nation)


@rule
def rouse(state: Record, character: int) -> None:
    """A Companion in a Free Peoples City or Stronghold that the enemy doesn't hold activates its nation (section 7)."""
    region = state.where[character]
    if region < 0 or SITE[region] not in (CITY, STRONGHOLD) or HOME_SIDE[region] != FREE or state.control[region] != FREE:
        return
    nation = NATION_OF[region]
    if ROUSES[character] == ANY_NATION or ROUSES[character] == nation:
        activate(state, nation, BY_COMPANION, region)


@rule
def attack_politics(state: Record, side: int, region: int) -> None:
    """Each nation with units in the attacked Army becomes active, then advances one step (section 7)."""
    for nation in range(NATION_COUNT):
        if SIDE_OF_NATION[nation] == side and state.army[region, 2 * nation] + state.army[region, 2 * nation + 1] > 0:
            activate(state, nation, BY_ATTACK, region)
            advance(state, nation, BY_ATTACK)


@rule
def all_at_war(state: Record, side: int) -> bool:
    """Whether all nations of a side are At War."""
    for nation in range(NATION_COUNT):
        if SIDE_OF_NATION[nation] == side and not at_war(state, nation):
            return False
    return True


@rule
def any_free_nation_at_war(state: Record) -> bool:
    """Whether at least one Free Peoples nation is At War."""
    for nation in range(FP_NATIONS):
        if at_war(state, nation):
            return True
    return False


@rule
def enter_region(state: Record, side: int, region: int) -> None:
    """An Army is in a region: it activates an enemy nation there and captures an undefended Settlement (sections 6.6, 7)."""
    if side == SHADOW and HOME_SIDE[region] == FREE:
        activate(state, NATION_OF[region], BY_ENTRY, region)
    if IS_SETTLEMENT[region] and state.control[region] == 1 - side and state.units[1 - side, region] == 0:
        capture(state, side, region)


@rule
def capture(state: Record, side: int, region: int) -> None:
    """A Settlement changes hands; if it is the enemy's own, its nation advances one step (sections 6.6, 7)."""
    state.control[region] = side
    state.besieged[region] = NOBODY
    if HOME_SIDE[region] == 1 - side:
        advance(state, NATION_OF[region], BY_CAPTURE)


@rule
def lose_lone_leaders(state: Record, region: int) -> None:
    """Free Peoples Leaders, grey Sovereigns among them, don't outlive the last unit of their region (section 6.1)."""
    if state.units[FREE, region] > 0:
        return
    if leaders_at(state, region) > 0:
        for kind in range(FIRST_LEADER, NAZGUL):
            while state.army[region, kind] > 0:
                kill(state, region, kind)
    for sovereign in range(SOVEREIGN_COUNT):
        if state.where[FIRST_SOVEREIGN + sovereign] == region and acts_as_leader(state, FIRST_SOVEREIGN + sovereign):
            lose_sovereign(state, sovereign)


@rule
def lose_sovereign(state: Record, sovereign: int) -> None:
    """A Sovereign leaves the game; his tiles return to the pool."""
    return_tiles(state, sovereign)
    state.sovereign[sovereign] = 3
    state.where[FIRST_SOVEREIGN + sovereign] = -2
    state.tokens &= ~(1 << sovereign)


@rule
def return_tiles(state: Record, sovereign: int) -> None:
    """All tiles of a Sovereign go back to the Hunt Pool."""
    for kind in range(state.pool.shape[0]):
        state.pool[kind] += state.on_sovereign[sovereign, kind]
        state.on_sovereign[sovereign, kind] = 0


@rule
def settle(state: Record, region: int) -> None:
    """After losses or moves: a siege without besiegers or garrison ends, and a fallen garrison's Stronghold is captured."""
    inside = state.besieged[region]
    if inside != NOBODY:
        if state.units[inside, region] == 0:
            state.besieged[region] = NOBODY
            if state.units[1 - inside, region] > 0:
                capture(state, 1 - inside, region)
        elif state.units[1 - inside, region] == 0:
            state.besieged[region] = NOBODY
    lose_lone_leaders(state, region)


@rule
def victory_points(state: Record, side: int) -> int:
    """Victory points of the enemy's Settlements that a side controls."""
    total = 0
    for region in range(REGION_COUNT):
        if VICTORY_POINTS[region] and HOME_SIDE[region] == 1 - side and state.control[region] == side:
            total += VICTORY_POINTS[region]
    return total


@rule
def is_unconquered(state: Record, region: int) -> bool:
    """Whether a Settlement is controlled by its original owner."""
    return state.control[region] == HOME_SIDE[region]
