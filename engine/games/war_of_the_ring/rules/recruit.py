"""Recruiting: by a Muster die, by cards, Minions, and Regulars that become Elites (section 2)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_FIGURE, FIRST_REGION
from engine.games.war_of_the_ring.board import (
    DWARVES,
    EREBOR,
    FP_NATIONS,
    HELMS_DEEP,
    IS_SETTLEMENT,
    ISENGARD,
    MINAS_TIRITH,
    NATION_OF,
    NEIGHBOUR_COUNT,
    NEIGHBOURS,
    NORTH,
    NORTH_DUNLAND,
    ORTHANC,
    REGION_COUNT,
    ROHAN,
    SAURON,
    SETS,
    SITE,
    SOUTH_DUNLAND,
    SOUTHRONS,
    STRONGHOLD,
    WOODLAND_REALM,
)
from engine.games.war_of_the_ring.card_terms import (
    BORDERS_DUNLAND,
    ONE_ELITE,
    ONE_LEADER,
    ONE_REGULAR,
    ONE_UNIT,
    OWN_ARMY,
    REGULAR_OR_LEADER,
    REGULAR_OR_NAZGUL,
    ROHAN_REGION,
)
from engine.games.war_of_the_ring.data import (
    ASIDE,
    BRAND,
    CORRUPTED,
    DAIN,
    DENETHOR,
    ELITE,
    FIRST_LEADER,
    FIRST_SOVEREIGN,
    FREE,
    LEADER,
    MIRKWOOD,
    MOUTH,
    NATION_OF_KIND,
    NAZGUL,
    RANK_OF_KIND,
    REGULAR,
    SARUMAN,
    SERPENT,
    SHADOW,
    SIDE_OF_KIND,
    SIDE_OF_NATION,
    THEODEN,
    THRANDUIL,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules.core import (
    at_war,
    available,
    companions_at,
    is_free,
    is_used,
    nation_units,
    place,
    push,
    room,
)
from engine.games.war_of_the_ring.rules.politics import BY_CARD, activate, all_at_war, any_free_nation_at_war, is_unconquered
from engine.games.war_of_the_ring.state import NOBODY
from engine.types import Actions, Record


@rule
def kind_of(nation: int, rank: int) -> int:
    """The kind of a nation's figure of a rank."""
    if rank < LEADER:
        return 2 * nation + rank
    return NAZGUL if nation == SAURON else FIRST_LEADER + nation


@rule
def is_corrupted(state: Record, character: int) -> bool:
    """Whether a Sovereign is corrupted, so that his Weaknesses hold."""
    return state.sovereign[character - FIRST_SOVEREIGN] == CORRUPTED


@rule
def white_hand(state: Record, region: int) -> bool:
    """Mark of the White Hand: Helm's Deep in the Shadow's hands is an Isengard Stronghold (Kings, 7.2)."""
    return region == HELMS_DEEP and is_corrupted(state, THEODEN) and state.control[HELMS_DEEP] == SHADOW


@rule
def barred_by_weakness(state: Record, nation: int, rank: int, region: int) -> bool:
    """A Corrupted Sovereign's Weakness against recruiting, except by event (Kings, 7.2)."""
    if rank == REGULAR:
        return False
    if nation == NORTH:
        return is_corrupted(state, BRAND)
    if nation == ROHAN:
        return is_corrupted(state, THEODEN)
    if region == EREBOR:
        return is_corrupted(state, DAIN)
    if region == MINAS_TIRITH:
        return is_corrupted(state, DENETHOR)
    return region == WOODLAND_REALM and rank == ELITE and is_corrupted(state, THRANDUIL)


@rule
def own_settlement(state: Record, nation: int, region: int) -> bool:
    """Whether a region is a Settlement of a nation."""
    if nation == ISENGARD and white_hand(state, region):
        return True
    return NATION_OF[region] == nation and IS_SETTLEMENT[region] != 0


@rule
def may_recruit_by_die(options: Record, state: Record, kind: int, region: int) -> bool:
    """A free, own-controlled Settlement of the figure's nation with room; Nazgul in Strongholds only (section 2)."""
    nation = NATION_OF_KIND[kind]
    side = SIDE_OF_KIND[kind]
    if not own_settlement(state, nation, region) or state.control[region] != side or state.units[1 - side, region] > 0:
        return False
    rank = RANK_OF_KIND[kind]
    if kind == NAZGUL and SITE[region] != STRONGHOLD:
        return False
    if rank < LEADER and room(options, state, side, region) <= 0:
        return False
    return not barred_by_weakness(state, nation, rank, region)


@rule
def can_recruit_kind(options: Record, state: Record, kind: int, barred: int) -> bool:
    """Whether a die may recruit a figure of a kind somewhere but in region `barred`."""
    nation = NATION_OF_KIND[kind]
    if not at_war(state, nation) or not available(state, nation, RANK_OF_KIND[kind]):
        return False
    for region in range(REGION_COUNT):
        if region != barred and may_recruit_by_die(options, state, kind, region):
            return True
    return False


@rule
def recruit_kinds(options: Record, state: Record, side: int, second: bool, barred: int, out: Actions, n: int) -> int:
    """Kinds that a Muster die may recruit; the second figure is no Elite."""
    for kind in range(NAZGUL + 1):
        if SIDE_OF_KIND[kind] != side or (second and RANK_OF_KIND[kind] == ELITE):
            continue
        if can_recruit_kind(options, state, kind, barred):
            out[n] = FIRST_FIGURE + kind
            n += 1
    return n


@rule
def any_recruit(options: Record, state: Record, side: int) -> bool:
    """Whether a Muster die can recruit anything."""
    for kind in range(NAZGUL + 1):
        if SIDE_OF_KIND[kind] == side and can_recruit_kind(options, state, kind, NOBODY):
            return True
    return False


@rule
def enlist(state: Record, kind: int, region: int) -> None:
    """Put a figure from the reinforcements on the map."""
    state.reinforcements[NATION_OF_KIND[kind], RANK_OF_KIND[kind]] -= 1
    place(state, region, kind, 1)


@rule
def may_recruit_by_card(options: Record, state: Record, kind: int, region: int) -> bool:
    """A card recruits where neither the enemy controls nor an enemy Army stands, and in an own besieged Stronghold."""
    side = SIDE_OF_KIND[kind]
    if not available(state, NATION_OF_KIND[kind], RANK_OF_KIND[kind]) or not card_region(state, side, region):
        return False
    return RANK_OF_KIND[kind] == LEADER or room(options, state, side, region) > 0


@rule
def card_region(state: Record, side: int, region: int) -> bool:
    """Whether cards of a side can recruit in a region at all."""
    if state.control[region] == 1 - side:
        return False
    return state.units[1 - side, region] == 0 or state.besieged[region] == side


@rule
def meets(state: Record, side: int, region: int, condition: int) -> bool:
    """The further condition of a recruiting step on a region."""
    if condition == OWN_ARMY:
        return state.units[side, region] > 0
    if condition == ROHAN_REGION:
        return NATION_OF[region] == ROHAN and (SITE[region] == 2 or companions_at(state, region) != 0)
    if condition == BORDERS_DUNLAND:
        return is_free(state, side, region) and near_dunland(region)
    return is_free(state, side, region) or state.besieged[region] == side


@rule
def near_dunland(region: int) -> bool:
    """Whether a region borders one of the two Dunlands."""
    for i in range(NEIGHBOUR_COUNT[region]):
        if NEIGHBOURS[region, i] in (NORTH_DUNLAND, SOUTH_DUNLAND):
            return True
    return False


@rule
def has_rank(what: int, rank: int) -> bool:
    """Whether a recruiting step may bring a figure of a rank."""
    if what == ONE_UNIT:
        return rank < LEADER
    if what in (REGULAR_OR_LEADER, REGULAR_OR_NAZGUL):
        return rank != ELITE
    return (
        (what == ONE_REGULAR and rank == REGULAR)
        or (what == ONE_ELITE and rank == ELITE)
        or (what == ONE_LEADER and rank == LEADER)
    )


@rule
def site_for_card(options: Record, state: Record, nation: int, what: int, region: int) -> bool:
    """Whether a step can recruit any figure of its kind in a region."""
    for rank in range(3):
        if has_rank(what, rank) and may_recruit_by_card(options, state, kind_of(nation, rank), region):
            return True
    return False


@rule
def card_sites(options: Record, state: Record, nation: int, what: int, spot: int, out: Actions, n: int) -> int:
    """Regions of a set that meet a step's condition and weren't used yet."""
    members = (spot - REGION_COUNT) & 31
    condition = (spot - REGION_COUNT) >> 5
    side = SIDE_OF_NATION[nation]
    for region in range(REGION_COUNT):
        if (
            SETS[members, region]
            and card_region(state, side, region)
            and not is_used(state, region)
            and meets(state, side, region, condition)
            and site_for_card(options, state, nation, what, region)
        ):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def has_card_site(options: Record, state: Record, nation: int, what: int, spot: int) -> bool:
    """Whether `card_sites` would find one."""
    members = (spot - REGION_COUNT) & 31
    condition = (spot - REGION_COUNT) >> 5
    side = SIDE_OF_NATION[nation]
    for region in range(REGION_COUNT):
        if (
            SETS[members, region]
            and card_region(state, side, region)
            and not is_used(state, region)
            and meets(state, side, region, condition)
            and site_for_card(options, state, nation, what, region)
        ):
            return True
    return False


@rule
def recruit_by_card(options: Record, state: Record, nation: int, amount: int, spot: int) -> None:
    """A recruiting step: choose the region if there is a choice, then figure by figure as far as possible (section 2)."""
    side = SIDE_OF_NATION[nation]
    what = amount & 7
    if spot >= REGION_COUNT:
        if has_card_site(options, state, nation, what, spot):
            push(state, f.RECRUIT_AT, side, nation, amount, spot)
        return
    state.last_region = spot
    if not site_for_card(options, state, nation, what, spot):
        return
    if amount >= 8:
        push(state, f.RECRUIT, side, nation, amount - 8, spot)
    choices = 0
    only = 0
    for rank in range(3):
        if has_rank(what, rank) and may_recruit_by_card(options, state, kind_of(nation, rank), spot):
            choices += 1
            only = rank
    if choices == 1:
        enlist(state, kind_of(nation, only), spot)
    else:
        push(state, f.RECRUIT_WHAT, side, nation, what, spot)


@rule
def what_choices(options: Record, state: Record, nation: int, what: int, region: int, out: Actions) -> int:
    """The figures that a step may recruit in its region."""
    n = 0
    for rank in range(3):
        kind = kind_of(nation, rank)
        if has_rank(what, rank) and may_recruit_by_card(options, state, kind, region):
            out[n] = FIRST_FIGURE + kind
            n += 1
    return n


@rule
def three_sites(options: Record, state: Record, nation: int, members: int, out: Actions) -> int:
    """Further regions for a card that recruits in several different ones."""
    n = card_sites(options, state, nation, ONE_REGULAR, REGION_COUNT + members, out, 0)
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def minion_allowed(state: Record, minion: int) -> bool:
    """Whether a Minion or Chieftain may be brought in now, apart from a place for him (section 5; Kings, 8)."""
    if state.where[minion] != ASIDE:
        return False
    if minion == SARUMAN:
        return at_war(state, ISENGARD) and is_unconquered(state, ORTHANC)
    if minion == WITCH_KING:
        return at_war(state, SAURON) and any_free_nation_at_war(state)
    if minion == MOUTH:
        return state.mordor != NOBODY or all_at_war(state, FREE)
    if minion == SERPENT:
        return at_war(state, 2)
    if minion == MIRKWOOD:
        return at_war(state, DWARVES) or at_war(state, 1) or at_war(state, NORTH)
    return at_war(state, ROHAN) or state.revealed != 0


@rule
def minion_place(state: Record, minion: int, region: int) -> bool:
    """Whether a Minion may enter in a region."""
    if minion == SARUMAN:
        return region == ORTHANC
    if minion == WITCH_KING or minion == MIRKWOOD:
        return nation_units(state, region, SAURON) > 0
    if minion == MOUTH:
        return SITE[region] == STRONGHOLD and NATION_OF[region] == SAURON and is_unconquered(state, region)
    if minion == SERPENT:
        return nation_units(state, region, SOUTHRONS) > 0
    if nation_units(state, region, ISENGARD) > 0:
        return True
    if state.revealed == 0 or state.mordor != NOBODY or not is_free(state, SHADOW, region):
        return False
    return region == state.place or beside(region, state.place)


@rule
def beside(one: int, other: int) -> bool:
    """Whether two regions are adjacent."""
    for i in range(NEIGHBOUR_COUNT[one]):
        if NEIGHBOURS[one, i] == other:
            return True
    return False


@rule
def can_enter(state: Record, minion: int) -> bool:
    """Whether a Minion may be brought in somewhere."""
    if not minion_allowed(state, minion):
        return False
    for region in range(REGION_COUNT):
        if minion_place(state, minion, region):
            return True
    return False


@rule
def bring_minion(state: Record, minion: int, region: int) -> None:
    """A Minion enters play; the Witch-king rouses all Free Peoples nations (section 5)."""
    state.where[minion] = region
    state.entered[minion] = state.round_number
    if minion <= MOUTH:
        state.minion_seen = 1
    if minion == WITCH_KING:
        for nation in range(FP_NATIONS):
            activate(state, nation, BY_CARD, region)


@rule
def can_elevate(state: Record, nation: int, region: int) -> bool:
    """Whether a Regular of a nation in a region can become an Elite."""
    return state.army[region, 2 * nation] > 0 and available(state, nation, ELITE)


@rule
def elevate(state: Record, region: int, nation: int, regular_lost: bool) -> None:
    """A Regular becomes an Elite; it goes to the reinforcements, or is lost if a card says so."""
    place(state, region, 2 * nation, -1)
    if regular_lost and SIDE_OF_NATION[nation] == FREE:
        state.casualties[nation, REGULAR] += 1
    else:
        state.reinforcements[nation, REGULAR] += 1
    state.reinforcements[nation, ELITE] -= 1
    place(state, region, 2 * nation + 1, 1)


@rule
def can_use_voice(options: Record, state: Record) -> int:
    """Voice of Saruman: bit 0, he can recruit in Isengard's Settlements; bit 1, he can make two Elites (section 5)."""
    if state.where[SARUMAN] != ORTHANC or state.control[ORTHANC] != SHADOW or state.besieged[ORTHANC] == SHADOW:
        return 0
    found = 0
    if available(state, ISENGARD, REGULAR):
        for region in range(REGION_COUNT):
            if voice_site(options, state, region):
                found = 1
    if can_elevate(state, ISENGARD, ORTHANC):
        found |= 2
    return found


@rule
def voice_site(options: Record, state: Record, region: int) -> bool:
    """An Isengard Settlement that is free, the Shadow's, and has room."""
    return (
        own_settlement(state, ISENGARD, region)
        and state.control[region] == SHADOW
        and state.units[FREE, region] == 0
        and room(options, state, SHADOW, region) > 0
    )


@rule
def use_voice(options: Record, state: Record, elevates: bool) -> None:
    """One Regular in each Isengard Settlement, or two Regulars in Orthanc become Elites."""
    if elevates:
        for _ in range(2):
            if can_elevate(state, ISENGARD, ORTHANC):
                elevate(state, ORTHANC, ISENGARD, False)
        return
    for region in range(REGION_COUNT):
        if available(state, ISENGARD, REGULAR) and voice_site(options, state, region):
            enlist(state, 2 * ISENGARD, region)
