"""Kings of Middle-earth: awakening, corruption, abilities of the Sovereigns (Kings sheet, sections 5 .. 7)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import (
    DONE,
    FIRST_CHARACTER_ACTION,
    FIRST_NATION,
    FIRST_NUMBER,
    FIRST_REGION,
    FIRST_TILE,
)
from engine.games.war_of_the_ring.board import (
    CITY,
    DALE,
    EREBOR,
    EVERYWHERE,
    FP_NATIONS,
    HOME_SIDE,
    MINAS_TIRITH,
    REGION_COUNT,
    SITE,
    STRONGHOLD,
    WOODLAND_REALM,
)
from engine.games.war_of_the_ring.card_terms import (
    ONE_LEADER,
    ONE_REGULAR,
    ONE_UNIT,
    REGULAR_OR_LEADER,
    ROHAN_REGION,
    anywhere,
    times,
)
from engine.games.war_of_the_ring.cards import DOUBTFUL, FOLLY_OF_KINGS, THREATS_OF_KINGS
from engine.games.war_of_the_ring.data import (
    AWAKENED,
    BRAND,
    CORRUPTED,
    DAIN,
    DENETHOR,
    FACE_CHARACTER,
    FACE_EVENT,
    FACE_MUSTER,
    FIRST_SOVEREIGN,
    FREE,
    GREY,
    IN_FELLOWSHIP,
    LEVEL,
    NUMBERED_TO,
    SHADOW,
    SOVEREIGN_COUNT,
    SOVEREIGN_HOME,
    SOVEREIGN_NATION,
    THEODEN,
    THRANDUIL,
)
from engine.games.war_of_the_ring.rules.core import (
    at_war,
    companions_at,
    is_used,
    push,
    use_region,
)
from engine.games.war_of_the_ring.rules.corruption import may_return_tile, may_tempt, removable, return_random_tile
from engine.games.war_of_the_ring.rules.fellowship import any_walker, on_track
from engine.games.war_of_the_ring.rules.politics import (
    lose_sovereign,
    return_tiles,
    rouse,
)
from engine.games.war_of_the_ring.rules.recruit import (
    can_elevate,
    elevate,
    own_settlement,
    site_for_card,
)
from engine.games.war_of_the_ring.rules.travel import reach
from engine.games.war_of_the_ring.state import NOBODY, ON_THE_TABLE
from engine.types import Actions, Record

_REGIONS = REGION_COUNT
_ROHAN_PLACE = anywhere(EVERYWHERE, ROHAN_REGION)
_TWO_REGULARS = times(ONE_REGULAR, 2)


@rule
def awaken(state: Record, sovereign: int) -> None:
    """Grey becomes silver: tiles return to the pool, the token is won (5.1)."""
    return_tiles(state, sovereign)
    state.sovereign[sovereign] = AWAKENED
    state.tokens |= 1 << sovereign
    state.entered[FIRST_SOVEREIGN + sovereign] = state.round_number
    rouse(state, FIRST_SOVEREIGN + sovereign)


@rule
def may_be_awakened(state: Record, sovereign: int) -> bool:
    """What holds for every awakening: grey, on the map, and no card against it."""
    if state.sovereign[sovereign] != GREY or state.where[FIRST_SOVEREIGN + sovereign] < 0:
        return False
    if FIRST_SOVEREIGN + sovereign == DENETHOR and state.card_at[FOLLY_OF_KINGS] == ON_THE_TABLE:
        return False
    return state.card_at[DOUBTFUL] != ON_THE_TABLE or at_war(state, SOVEREIGN_NATION[sovereign])


@rule
def awakening_site(state: Record, sovereign: int, region: int) -> bool:
    """Where the card lets him awaken: at home; Brand in any unconquered Free Peoples City or Stronghold."""
    if state.control[region] != FREE or HOME_SIDE[region] != FREE:
        return False
    if FIRST_SOVEREIGN + sovereign == BRAND:
        return SITE[region] in (CITY, STRONGHOLD)
    return region == SOVEREIGN_HOME[sovereign]


@rule
def awakening_sites(state: Record, sovereign: int, out: Actions) -> int:
    """Regions where he may be awakened, walking there as a Companion of his Level (5.1)."""
    near = scratch(_REGIONS)
    character = FIRST_SOVEREIGN + sovereign
    reach(state, FREE, max(state.where[character], 0), LEVEL[character], False, near)
    n = 0
    for region in range(REGION_COUNT):
        if near[region] >= 0 and awakening_site(state, sovereign, region):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def can_awaken(state: Record, sovereign: int) -> bool:
    """Whether an action may awaken a Sovereign."""
    if not may_be_awakened(state, sovereign) or not state.active[SOVEREIGN_NATION[sovereign]]:
        return False
    sites = scratch(_REGIONS)
    return awakening_sites(state, sovereign, sites) > 0


@rule
def any_awakening(state: Record, by_ruler: bool) -> bool:
    """Whether a Muster die (unless Threats and Promises forbids it) or the Ruler die can awaken anybody."""
    if not by_ruler and state.card_at[THREATS_OF_KINGS] == ON_THE_TABLE:
        return False
    for sovereign in range(SOVEREIGN_COUNT):
        if can_awaken(state, sovereign):
            return True
    return False


@rule
def awaken_at(state: Record, sovereign: int, region: int) -> None:
    """He goes there and is awakened."""
    state.where[FIRST_SOVEREIGN + sovereign] = region
    awaken(state, sovereign)


@rule
def can_elevate_by(state: Record, sovereign: int) -> bool:
    """Dwarvenking, Stewardship, Elvenking: At War, at home, a Regular in his Army and an Elite available (7.1)."""
    character = FIRST_SOVEREIGN + sovereign
    if character not in (DAIN, DENETHOR, THRANDUIL) or state.sovereign[sovereign] != AWAKENED:
        return False
    nation = SOVEREIGN_NATION[sovereign]
    home = SOVEREIGN_HOME[sovereign]
    return at_war(state, nation) and state.where[character] == home and can_elevate(state, nation, home)


@rule
def second_face(sovereign: int) -> int:
    """The result of the Ruler die that a Sovereign's second ability needs (7.1)."""
    if FIRST_SOVEREIGN + sovereign == DENETHOR:
        return FACE_EVENT
    return FACE_CHARACTER if FIRST_SOVEREIGN + sovereign == THRANDUIL else FACE_MUSTER


@rule
def can_use_second(options: Record, state: Record, sovereign: int, has_cards: bool) -> bool:
    """Whether a Sovereign's second ability would do anything; `has_cards`: an Event result can draw or play one."""
    character = FIRST_SOVEREIGN + sovereign
    if state.sovereign[sovereign] != AWAKENED or state.where[character] < 0:
        return False
    if character == DENETHOR:
        return state.where[character] == MINAS_TIRITH and has_cards
    if character == THRANDUIL:
        if on_track(state):
            return False
        return state.revealed == 0 or any_walker(state, 0) or anybody_inside(state)
    nation = SOVEREIGN_NATION[sovereign]
    if not at_war(state, nation):
        return False
    region = state.where[character]
    if character == DAIN and site_for_card(options, state, nation, ONE_UNIT, region):
        return True
    if (
        character != DAIN
        and state.units[SHADOW, region] == 0
        and site_for_card(options, state, nation, REGULAR_OR_LEADER, region)
    ):
        return True
    return any_site(options, state, nation, NOBODY)


@rule
def anybody_inside(state: Record) -> bool:
    """Whether a Companion is in the Fellowship."""
    for character in range(7):
        if state.where[character] == IN_FELLOWSHIP:
            return True
    return False


@rule
def ability_site(options: Record, state: Record, nation: int, region: int) -> bool:
    """A free Settlement of a nation where a Regular or Leader can be recruited."""
    return (
        own_settlement(state, nation, region)
        and state.control[region] == FREE
        and state.units[SHADOW, region] == 0
        and site_for_card(options, state, nation, REGULAR_OR_LEADER, region)
    )


@rule
def any_site(options: Record, state: Record, nation: int, barred: int) -> bool:
    """Whether `ability_site` holds anywhere but in one region."""
    for region in range(REGION_COUNT):
        if region != barred and ability_site(options, state, nation, region):
            return True
    return False


@rule
def use_second(state: Record, sovereign: int) -> None:
    """Call to Arms, Iron Guard, Mustering of the Mark, Far-sighted (7.1)."""
    character = FIRST_SOVEREIGN + sovereign
    region = max(state.where[character], 0)
    nation = SOVEREIGN_NATION[sovereign]
    if character == THRANDUIL:
        push(state, f.FAR_SIGHTED, FREE, 0, 0, 0)
    elif character == DAIN:
        use_region(state, region)
        push(state, f.SECOND_SITE, FREE, nation, REGULAR_OR_LEADER, 1)
        push(state, f.RECRUIT, FREE, nation, ONE_UNIT, region)
    else:
        if state.units[SHADOW, region] == 0:
            push(state, f.RECRUIT, FREE, nation, REGULAR_OR_LEADER, region)
        push(state, f.SECOND_SITE, FREE, nation, REGULAR_OR_LEADER, 2)


@rule
def king_card(options: Record, state: Record, sovereign: int, choice: int) -> None:
    """The cards of four kings: recruit, or take a tile off; then draw a Strategy card (FS16k, FS19k, FS22k, FS24k)."""
    push(state, f.DRAW, FREE, 1, 0, 0)
    if choice == 1:
        return_random_tile(state, sovereign)
        return
    nation = SOVEREIGN_NATION[sovereign]
    character = FIRST_SOVEREIGN + sovereign
    if character == BRAND:
        push(state, f.RECRUIT, FREE, nation, _TWO_REGULARS, DALE)
    elif character == THEODEN:
        push(state, f.RECRUIT_WITH, FREE, nation, ONE_LEADER, 41)
        push(state, f.RECRUIT, FREE, nation, ONE_UNIT, _ROHAN_PLACE)
    elif character == DAIN:
        push(state, f.RECRUIT, FREE, nation, ONE_LEADER, EREBOR)
        push(state, f.RECRUIT, FREE, nation, ONE_UNIT, EREBOR)
    else:
        push(state, f.RECRUIT, FREE, nation, ONE_UNIT, WOODLAND_REALM)


@rule
def in_need(state: Record, sovereign: int) -> bool:
    """Aid in Time of Need: a grey Sovereign who shares a region with a Companion (FC25k)."""
    region = state.where[FIRST_SOVEREIGN + sovereign]
    return may_be_awakened(state, sovereign) and companions_at(state, region) != 0


SOVEREIGNS_TO_AWAKEN, SOVEREIGNS_TO_TEMPT, SOVEREIGNS_BY_CARD, SOVEREIGNS_IN_NEED = range(4)
SOVEREIGNS_TO_REMOVE, SOVEREIGNS_TO_LOOK_AT, SOVEREIGNS_TO_SERVE, SOVEREIGNS_TO_ELEVATE = range(4, 8)


@rule
def fits(state: Record, sovereign: int, purpose: int) -> bool:
    """Whether a Sovereign can be named for a purpose."""
    if purpose == SOVEREIGNS_TO_AWAKEN:
        return can_awaken(state, sovereign)
    if purpose == SOVEREIGNS_TO_TEMPT:
        return may_tempt(state, sovereign, False)
    if purpose == SOVEREIGNS_BY_CARD:
        return may_tempt(state, sovereign, True)
    if purpose == SOVEREIGNS_IN_NEED:
        return in_need(state, sovereign)
    if purpose == SOVEREIGNS_TO_REMOVE:
        return removable(state, sovereign)
    if purpose == SOVEREIGNS_TO_LOOK_AT:
        return may_return_tile(state, sovereign)
    if purpose == SOVEREIGNS_TO_SERVE:
        return state.sovereign[sovereign] < CORRUPTED and state.where[FIRST_SOVEREIGN + sovereign] >= 0
    return can_elevate_by(state, sovereign)


@rule
def any_sovereign(state: Record, purpose: int) -> bool:
    """Whether any Sovereign fits a purpose."""
    for sovereign in range(SOVEREIGN_COUNT):
        if fits(state, sovereign, purpose):
            return True
    return False


@rule
def sovereign_choices(state: Record, purpose: int, may_decline: bool, out: Actions) -> int:
    """Sovereigns that fit a purpose."""
    n = 0
    if may_decline:
        out[n] = DONE
        n += 1
    for sovereign in range(SOVEREIGN_COUNT):
        if fits(state, sovereign, purpose):
            out[n] = FIRST_CHARACTER_ACTION + FIRST_SOVEREIGN + sovereign
            n += 1
    return n


@rule
def tile_choices(counts: Actions, first: int, out: Actions, n: int) -> int:
    """Numbered tiles among counts by kind."""
    for kind in range(first, NUMBERED_TO):
        if counts[kind] > 0:
            out[n] = FIRST_TILE + kind
            n += 1
    return n


@rule
def second_site_choices(options: Record, state: Record, nation: int, out: Actions) -> int:
    """Free Settlements of a nation not used yet."""
    n = 0
    for region in range(REGION_COUNT):
        if ability_site(options, state, nation, region) and not is_used(state, region):
            out[n] = FIRST_REGION + region
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def four_nations_choices(options: Record, state: Record, used: int, out: Actions) -> int:
    """Men of Little Villages: another nation with a place for a Regular or Leader (FS26k)."""
    n = 0
    for nation in range(FP_NATIONS):
        if used >> nation & 1 == 0 and any_site(options, state, nation, NOBODY):
            out[n] = FIRST_NATION + nation
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def two_numbers(second: bool, out: Actions) -> int:
    """The choice between 0 and, if it is possible, 1."""
    out[0] = FIRST_NUMBER
    if second:
        out[1] = FIRST_NUMBER + 1
        return 2
    return 1


@rule
def remove_corrupted(state: Record, sovereign: int) -> None:
    """A Corrupted Sovereign leaves the game (5.4)."""
    lose_sovereign(state, sovereign)


@rule
def elevate_by(state: Record, sovereign: int) -> None:
    """A Regular of his Army becomes an Elite."""
    elevate(state, SOVEREIGN_HOME[sovereign], SOVEREIGN_NATION[sovereign], False)
