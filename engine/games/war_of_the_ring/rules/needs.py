"""When an Event card may be played (cards sheet, sections 2 and 5)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import card_terms
from engine.games.war_of_the_ring import cards as c
from engine.games.war_of_the_ring.board import (
    ELVEN_STRONGHOLDS,
    ELVES,
    FANGORN,
    FP_NATIONS,
    GONDOR,
    HOME_SIDE,
    IS_SETTLEMENT,
    ISENGARD,
    ITHILIEN,
    LORIEN,
    MINAS_TIRITH,
    NATION_OF,
    OSGILIATH,
    REGION_COUNT,
    ROHAN,
    SAURON,
    SETS,
    SOUTHRONS,
)
from engine.games.war_of_the_ring.data import (
    ARAGORN,
    BOROMIR,
    CORRUPTED,
    DENETHOR,
    FACE_CHARACTER,
    FIRST_SOVEREIGN,
    FREE,
    GANDALF_GREY,
    GANDALF_WHITE,
    GIMLI,
    IN_FELLOWSHIP,
    LEGOLAS,
    SARUMAN,
    SHADOW,
    SOVEREIGN_COUNT,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules.armies import ATTACK, can_attack
from engine.games.war_of_the_ring.rules.core import (
    at_war,
    closed_to_shadow,
    companions_at,
    fellowship_members,
    in_play,
    nation_units,
)
from engine.games.war_of_the_ring.rules.corruption import any_temptation
from engine.games.war_of_the_ring.rules.events_free import eagles_target, heir_region, is_mixed
from engine.games.war_of_the_ring.rules.events_shadow import dreadful_army, walks_in
from engine.games.war_of_the_ring.rules.fellowship import any_walker, fellowship_in, on_track
from engine.games.war_of_the_ring.rules.politics import all_at_war
from engine.games.war_of_the_ring.rules.recruit import beside
from engine.games.war_of_the_ring.rules.table_cards import aragorn_abroad, denethor_resists
from engine.games.war_of_the_ring.state import IN_HAND, NOBODY
from engine.types import Actions, Record

HELP, GROND, URUK_HAI, ABROAD, BLACK_CAPTAIN = 4, 5, 6, 7, 8
"""Which attack a card allows."""


@rule
def besieges(state: Record, region: int) -> bool:
    """Whether a Shadow Army besieges a Stronghold that isn't closed to it."""
    return state.besieged[region] == FREE and not closed_to_shadow(state, region)


@rule
def may_help(state: Record, start: int, target: int) -> bool:
    """Help Unlooked For: an Army beside a Shadow Army that besieges (FS10)."""
    return state.besieged[target] == FREE and beside(start, target) and can_attack(state, FREE, start, target, ATTACK)


@rule
def siege_attack_by_card(state: Record, which: int, region: int) -> bool:
    """Grond and the Fighting Uruk-hai: which siege may be attacked (SC20, SS02)."""
    if not besieges(state, region) or not can_attack(state, SHADOW, region, region, ATTACK):
        return False
    if which == GROND:
        return state.where[WITCH_KING] == region
    return nation_units(state, region, ISENGARD) > 0


@rule
def any_card_attack(state: Record, which: int) -> bool:
    """Whether a card's attack is possible anywhere."""
    for region in range(REGION_COUNT):
        if which != HELP:
            if siege_attack_by_card(state, which, region):
                return True
        elif state.besieged[region] == FREE:
            for start in range(REGION_COUNT):
                if state.units[FREE, start] > 0 and may_help(state, start, region):
                    return True
    return False


@rule
def army_in_set(state: Record, side: int, members: int) -> bool:
    """Whether a side has an Army in a region of a set."""
    for region in range(REGION_COUNT):
        if SETS[members, region] and state.units[side, region] > 0:
            return True
    return False


@rule
def heir_with_army(state: Record) -> bool:
    """Strider or Aragorn with a Free Peoples Army."""
    region = heir_region(state)
    return region != NOBODY and state.units[FREE, region] > 0


@rule
def in_wild(state: Record) -> bool:
    """The Fellowship is in no region with a Free Peoples Settlement; on the Mordor Track it is in none."""
    return on_track(state) or not (IS_SETTLEMENT[state.place] and HOME_SIDE[state.place] == FREE)


@rule
def elven_stronghold_lost(state: Record) -> bool:
    """The Shadow controls an Elven Stronghold."""
    for region in range(REGION_COUNT):
        if SETS[ELVEN_STRONGHOLDS, region] and state.control[region] == SHADOW:
            return True
    return False


@rule
def need_holds(state: Record, need: int) -> bool:
    """Whether a card's requirement holds."""
    if need == card_terms.NO_NEED:
        return True
    if need <= card_terms.ARAGORN_ABROAD:
        return inner_need_holds(state, need)
    if need <= card_terms.ELVES_AT_WAR:
        return army_need_holds(state, need)
    if need <= card_terms.FREE_WALK_IN_PEACE:
        return shadow_need_holds(state, need)
    return late_need_holds(state, need)


@rule
def inner_need_holds(state: Record, need: int) -> bool:
    """Requirements about Companions."""
    if need == card_terms.GIMLI_OR_LEGOLAS_INSIDE:
        return state.where[GIMLI] == IN_FELLOWSHIP or state.where[LEGOLAS] == IN_FELLOWSHIP
    if need == card_terms.BOROMIR_INSIDE:
        return state.where[BOROMIR] == IN_FELLOWSHIP
    if need == card_terms.GANDALF_INSIDE:
        return state.where[GANDALF_GREY] == IN_FELLOWSHIP
    if need == card_terms.COMPANION_INSIDE:
        return fellowship_members(state) != 0 and not on_track(state)
    if need == card_terms.KING_WITH_ARMY_IN_THE_SOUTH:
        return heir_with_army(state) and NATION_OF[heir_region(state)] in (GONDOR, ROHAN)
    if need == card_terms.EAGLES_TARGET:
        for region in range(REGION_COUNT):
            if eagles_target(state, region):
                return True
        return False
    if need == card_terms.WHITE_AND_FANGORN:
        return in_play(state, GANDALF_WHITE) and companions_at(state, FANGORN) != 0
    if need == card_terms.HEIR_IN_ROHAN:
        return heir_region(state) != NOBODY and NATION_OF[max(heir_region(state), 0)] == ROHAN
    if need == card_terms.BOROMIR_IN_GONDOR:
        return in_play(state, BOROMIR) and NATION_OF[max(state.where[BOROMIR], 0)] == GONDOR
    if need == card_terms.HEIR_WITH_ARMY:
        return heir_with_army(state)
    return aragorn_abroad(state)


@rule
def army_need_holds(state: Record, need: int) -> bool:
    """Requirements about Armies and nations of the Free Peoples."""
    if need == card_terms.MIXED_ARMY:
        for region in range(REGION_COUNT):
            if is_mixed(state, region):
                return True
        return False
    if need == card_terms.ITHILIEN_OR_OSGILIATH:
        return army_in_set(state, SHADOW, ITHILIEN) or state.units[FREE, OSGILIATH] > 0
    if need == card_terms.GONDOR_ACTIVE:
        return state.active[GONDOR] != 0
    if need == card_terms.SIEGE_TO_RELIEVE:
        return any_card_attack(state, HELP)
    if need == card_terms.ROHAN_AT_WAR:
        return at_war(state, ROHAN)
    if need == card_terms.COMPANION_WITH_ARMY:
        for region in range(REGION_COUNT):
            if state.units[FREE, region] > 0 and companions_at(state, region) and state.besieged[region] != FREE:
                return True
        return False
    return at_war(state, ELVES)


@rule
def shadow_need_holds(state: Record, need: int) -> bool:
    """Requirements of the Shadow's cards."""
    if need == card_terms.FELLOWSHIP_IN_THE_WILD:
        return in_wild(state)
    if need == card_terms.FELLOWSHIP_MOVED:
        return state.progress > 0 and not on_track(state)
    if need == card_terms.FELLOWSHIP_REVEALED:
        return state.revealed != 0
    if need == card_terms.SARUMAN_IN_PLAY:
        return in_play(state, SARUMAN)
    if need == card_terms.DREADFUL_TARGET:
        for region in range(REGION_COUNT):
            if dreadful_army(state, region):
                return True
        return False
    if need == card_terms.WITCH_KING_BESIEGES:
        return in_play(state, WITCH_KING) and any_card_attack(state, GROND)
    if need == card_terms.WITCH_KING_IN_PLAY:
        return in_play(state, WITCH_KING)
    return shadow_war_need_holds(state, need)


@rule
def shadow_war_need_holds(state: Record, need: int) -> bool:
    """Requirements about Strongholds and sieges, and Stormcrow's."""
    if need == card_terms.ELVEN_STRONGHOLD_LOST:
        return elven_stronghold_lost(state)
    if need == card_terms.ISENGARD_BESIEGES:
        return in_play(state, SARUMAN) and any_card_attack(state, URUK_HAI)
    if need == card_terms.MINAS_TIRITH_BESIEGED:
        return state.besieged[MINAS_TIRITH] == FREE
    if need == card_terms.SHADOW_AT_WAR:
        return all_at_war(state, SHADOW)
    for nation in range(FP_NATIONS):
        if walks_in(state, nation):
            return True
    return False


@rule
def late_need_holds(state: Record, need: int) -> bool:
    """Requirements about nations At War, Aragorn, Sovereigns, and effects that need an object."""
    if need == card_terms.SOUTHRONS_AT_WAR:
        return at_war(state, SOUTHRONS)
    if need == card_terms.ISENGARD_AT_WAR:
        return at_war(state, ISENGARD)
    if need == card_terms.SAURON_AT_WAR:
        return at_war(state, SAURON)
    if need == card_terms.ARAGORN_IN_PLAY:
        return in_play(state, ARAGORN)
    if need == card_terms.TEMPTED_BY_NAZGUL:
        return any_temptation(state, True)
    if need == card_terms.ELVEN_STRONGHOLD_OR_CORRUPTED:
        return elven_stronghold_lost(state) or any_in_state(state, CORRUPTED)
    if need == card_terms.DENETHOR_NOT_AWAKENED:
        return denethor_resists(state)
    if need == card_terms.ARAGORN_OR_DENETHOR:
        return in_play(state, ARAGORN) or state.sovereign[DENETHOR - FIRST_SOVEREIGN] == 1
    if need == card_terms.A_SOVEREIGN:
        for sovereign in range(SOVEREIGN_COUNT):
            region = state.where[FIRST_SOVEREIGN + sovereign]
            if region >= 0 and state.units[FREE, region] > 0:
                return True
        return False
    if need == card_terms.A_SPARE_CHARACTER_DIE:
        return (
            state.dice[FREE, FACE_CHARACTER] > 0
            or state.ruler_die[FREE] == FACE_CHARACTER
            or (fellowship_in(state, LORIEN) and state.control[LORIEN] == FREE)
        )
    return any_walker(state, 1) or (fellowship_members(state) != 0 and not on_track(state))


@rule
def any_in_state(state: Record, condition: int) -> bool:
    """Whether any Sovereign is in a state."""
    for sovereign in range(SOVEREIGN_COUNT):
        if state.sovereign[sovereign] == condition:
            return True
    return False


@rule
def may_play(state: Record, side: int, card: int, icons: int) -> bool:
    """Whether a card in a hand may be played with a die that shows one of some icons (a bit set)."""
    if state.card_at[card] != IN_HAND or c.SIDE_OF_CARD[card] != side or icons >> c.ICON[card] & 1 == 0:
        return False
    return need_holds(state, c.CARD_NEED[card])


@rule
def play_choices(state: Record, side: int, icons: int, out: Actions, n: int, first: int) -> int:
    """Cards that may be played, as actions from `first` on."""
    for card in range(c.CARD_COUNT):
        if may_play(state, side, card, icons):
            out[n] = first + card
            n += 1
    return n


@rule
def playable_icons(state: Record, side: int) -> int:
    """Bit set of the icons of which a hand holds a playable card."""
    found = 0
    for card in range(c.CARD_COUNT):
        if (
            state.card_at[card] == IN_HAND
            and c.SIDE_OF_CARD[card] == side
            and found >> c.ICON[card] & 1 == 0
            and need_holds(state, c.CARD_NEED[card])
        ):
            found |= 1 << c.ICON[card]
    return found
