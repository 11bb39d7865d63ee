"""The legal answers to decisions of Event cards and of Kings of Middle-earth."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import (
    DONE,
    FIRST_CARD,
    FIRST_CHARACTER_ACTION,
    FIRST_NATION,
    FIRST_NUMBER,
    FIRST_REGION,
    YES,
)
from engine.games.war_of_the_ring.board import FP_NATIONS, ITHILIEN, NATION_OF, REGION_COUNT, ROHAN, SAURON_STRONGHOLDS, SETS
from engine.games.war_of_the_ring.cards import CARD_COUNT, DECK, FREE_CHARACTER
from engine.games.war_of_the_ring.data import DENETHOR, FACE_WILL, FIRST_SOVEREIGN, FREE, GOLLUM, NAZGUL, SHADOW, WITCH_KING
from engine.games.war_of_the_ring.rules import (
    armies,
    corruption,
    events_free,
    events_shadow,
    fellowship,
    march,
    menu,
    needs,
    recruit,
    sovereigns,
)
from engine.games.war_of_the_ring.rules.politics import is_unconquered
from engine.types import Actions, Record


@rule
def put_yes(out: Actions) -> int:
    """Yes or no."""
    out[0] = DONE
    out[1] = YES
    return 2


@rule
def numbers_between(low: int, high: int, out: Actions) -> int:
    """Numbers from `low` to `high`."""
    n = 0
    for number in range(low, high + 1):
        out[n] = FIRST_NUMBER + number
        n += 1
    return n


@rule
def event_choices(options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, out: Actions) -> int:
    """Decisions of Event cards."""
    if kind <= f.STRIKE_ARMY:
        return free_event_choices(options, state, kind, seat, a, b, out)
    if kind == f.WISDOM:
        n = 0
        for nation in range(FP_NATIONS):
            out[n] = FIRST_NATION + nation
            n += 1
        return n
    if kind in (f.WOSES_FROM, f.WOSES_TO):
        return woses_choices(options, state, kind, out)
    if kind == f.FAR_FROM:
        return march.march_starts(state, b, out)
    if kind == f.WEATHER:
        return events_shadow.weather_choices(options, state, out)
    if kind == f.NAZGUL_STRIKE:
        return events_shadow.strike_choices(state, out)
    if kind == f.LURE_CHOICE:
        return numbers_between(0, 1, out)
    if kind == f.BREAKING_OUT:
        return events_shadow.breaking_choices(state, out)
    if kind == f.LIDLESS:
        return events_shadow.lidless_choices(state, out)
    if kind == f.DREADFUL_TO:
        return events_shadow.dreadful_choices(state, a, out)
    if kind == f.ABROAD:
        return abroad_choices(options, state, seat, a, out)
    return shadow_event_choices(options, state, kind, a, b, c, out)


@rule
def free_event_choices(options: Record, state: Record, kind: int, seat: int, a: int, b: int, out: Actions) -> int:
    """Decisions of the Free Peoples' cards."""
    if kind == f.ANOTHER_WAY:
        out[0] = DONE
        if state.guide == GOLLUM:
            out[1] = YES
            return 2
        return 1
    if kind == f.FREE_CARD:
        out[0] = DONE
        if not events_free.ents_go_on(state):
            return 1
        n = 1
        for card in range(CARD_COUNT):
            if DECK[card] == FREE_CHARACTER and needs.may_play(state, FREE, card, 1):
                out[n] = FIRST_CARD + card
                n += 1
        return n
    if kind == f.DEAD_MEN:
        return events_free.dead_men_choices(state, out)
    if kind == f.DEAD_MEN_JOIN:
        return events_free.join_choices(state, b, out)
    if kind == f.DEAD_MEN_RECRUIT:
        out[0] = DONE
        if events_free.may_follow_the_dead(options, state, a):
            out[1] = YES
            return 2
        return 1
    n = 0
    for region in range(REGION_COUNT):
        if is_card_target(state, kind, a, region):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def is_card_target(state: Record, kind: int, a: int, region: int) -> bool:
    """Whether a card can name a region: the Eagles' Army and goal, an Army that is struck."""
    if kind == f.EAGLES:
        return events_free.eagles_target(state, region)
    if kind == f.EAGLES_TO:
        return SETS[SAURON_STRONGHOLDS, region] != 0 and is_unconquered(state, region)
    if a == events_free.MIXED:
        return events_free.is_mixed(state, region)
    if a == events_free.IN_ITHILIEN:
        return SETS[ITHILIEN, region] != 0 and state.units[SHADOW, region] > 0
    return events_shadow.dreadful_army(state, region)


@rule
def woses_choices(options: Record, state: Record, kind: int, out: Actions) -> int:
    """Paths of the Woses: Rohan's regions with an Army; then Minas Tirith or its neighbours."""
    n = 0
    for region in range(REGION_COUNT):
        if kind == f.WOSES_FROM:
            fits = NATION_OF[region] == ROHAN and state.units[FREE, region] > 0
        else:
            fits = events_free.woses_goal(options, state, region)
        if fits:
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def abroad_choices(options: Record, state: Record, seat: int, captain: int, out: Actions) -> int:
    """The Ringwraiths Are Abroad, the Black Captain Commands: move (0), attack (1), or neither."""
    out[0] = DONE
    n = 1
    which = needs.BLACK_CAPTAIN if captain else needs.ABROAD
    for region in range(REGION_COUNT):
        if can_lead(state, region, captain == 1) and armies.can_move_from(options, state, SHADOW, region, armies.MOVE_LED):
            out[n] = FIRST_NUMBER
            n += 1
            break
    for region in range(REGION_COUNT):
        if can_lead(state, region, which == needs.BLACK_CAPTAIN) and armies.can_attack_from(
            state, SHADOW, region, armies.ATTACK_LED
        ):
            out[n] = FIRST_NUMBER + 1
            n += 1
            break
    return n


@rule
def can_lead(state: Record, region: int, captain: bool) -> bool:
    """Whether the Witch-king (or, without `captain`, any Nazgul) is in a region."""
    if state.where[WITCH_KING] == region:
        return True
    return not captain and state.army[region, NAZGUL] > 0


@rule
def shadow_event_choices(options: Record, state: Record, kind: int, a: int, b: int, c: int, out: Actions) -> int:
    """Further decisions of the Shadow's cards."""
    if kind == f.CAPTAIN_COMMANDS:
        return numbers_between(0, 1, out)
    if kind == f.FOLLY:
        return events_shadow.folly_choices(state, out)
    if kind == f.STORMCROW:
        return events_shadow.stormcrow_choices(state, out)
    if kind == f.STORMCROW_LOSS:
        return events_shadow.loss_regions(state, a, b, out)
    if kind == f.STORMCROW_FIGURE:
        return events_shadow.loss_figures(state, a, b, c, out)
    if kind == f.CORSAIRS:
        return events_shadow.corsair_choices(options, state, out)
    if kind == f.DUNLENDINGS:
        return events_shadow.dunlending_choices(state, out)
    if kind == f.DUNLENDINGS_BRING:
        return events_shadow.bring_choices(options, state, a, out)
    if kind == f.TROLLS:
        return events_shadow.troll_choices(state, out)
    return recruit.three_sites(options, state, a, c, out)


@rule
def king_choices(options: Record, state: Record, kind: int, a: int, b: int, c: int, out: Actions) -> int:
    """Decisions of Kings of Middle-earth."""
    if kind == f.AWAKEN:
        return sovereigns.sovereign_choices(state, sovereigns.SOVEREIGNS_TO_AWAKEN, False, out)
    if kind == f.AWAKEN_AT:
        return sovereigns.awakening_sites(state, min(a, 4), out)
    if kind == f.SOVEREIGN_ABILITY:
        return ability_choices(options, state, a, b, c, out)
    if kind == f.REMOVE_SOVEREIGN:
        return sovereigns.sovereign_choices(state, sovereigns.SOVEREIGNS_TO_REMOVE, False, out)
    if kind == f.RETURN_TILE:
        return put_yes(out)
    if kind == f.TEMPT:
        purpose = sovereigns.SOVEREIGNS_BY_CARD if a else sovereigns.SOVEREIGNS_TO_TEMPT
        return sovereigns.sovereign_choices(state, purpose, False, out)
    if kind == f.KEEP_TILE:
        return sovereigns.tile_choices(state.attempt, 1, out, 0)
    if kind == f.KING_CARD:
        if recruit.is_corrupted(state, FIRST_SOVEREIGN + a):
            out[0] = YES
            return 1
        return sovereigns.two_numbers(corruption.may_return_tile(state, a), out)
    if kind == f.IN_NEED:
        return sovereigns.sovereign_choices(state, sovereigns.SOVEREIGNS_IN_NEED, False, out)
    if kind == f.LOOK_AT_TILES:
        return sovereigns.sovereign_choices(state, sovereigns.SOVEREIGNS_TO_LOOK_AT, a == 1, out)
    return more_king_choices(options, state, kind, a, b, out)


@rule
def more_king_choices(options: Record, state: Record, kind: int, a: int, b: int, out: Actions) -> int:
    """Further decisions of Kings of Middle-earth."""
    if kind == f.CHOSEN_TILE:
        return sovereigns.tile_choices(state.on_sovereign[a], 0, out, 0)
    if kind == f.AT_YOUR_SERVICE:
        return sovereigns.sovereign_choices(state, sovereigns.SOVEREIGNS_TO_SERVE, False, out)
    if kind == f.FOUR_NATIONS:
        return sovereigns.four_nations_choices(options, state, b, out)
    if kind == f.ENEMY_WORK:
        return events_shadow.work_choices(state, out)
    if kind == f.SECOND_SITE:
        return sovereigns.second_site_choices(options, state, a, out)
    if kind == f.STEWARDS:
        return sovereigns.two_numbers(corruption.may_return_tile(state, DENETHOR - FIRST_SOVEREIGN), out)
    if kind == f.WISDOM_OF_KINGS:
        return sovereigns.two_numbers(sovereigns.any_sovereign(state, sovereigns.SOVEREIGNS_TO_LOOK_AT), out)
    n = 0
    if state.revealed == 0:
        out[n] = FIRST_NUMBER
        n += 1
    if fellowship.any_walker(state, 0):
        out[n] = FIRST_NUMBER + 1
        n += 1
    if sovereigns.anybody_inside(state) and not fellowship.on_track(state):
        out[n] = FIRST_NUMBER + 2
        n += 1
    return n


@rule
def ability_choices(options: Record, state: Record, second: int, named: int, face: int, out: Actions) -> int:
    """First abilities by Sovereign; second ones by Sovereign; for Denethor's token: draw (0) or play (1)."""
    if second == 0:
        return sovereigns.sovereign_choices(state, sovereigns.SOVEREIGNS_TO_ELEVATE, False, out)
    if named > 0:
        n = 0
        if menu.has_cards(state, FREE):
            out[n] = FIRST_NUMBER
            n += 1
        if needs.playable_icons(state, FREE):
            out[n] = FIRST_NUMBER + 1
            n += 1
        return n
    n = 0
    for sovereign in range(5):
        if FIRST_SOVEREIGN + sovereign == DENETHOR or face not in (FACE_WILL, sovereigns.second_face(sovereign)):
            continue
        if sovereigns.can_use_second(options, state, sovereign, False):
            out[n] = FIRST_CHARACTER_ACTION + FIRST_SOVEREIGN + sovereign
            n += 1
    return n
