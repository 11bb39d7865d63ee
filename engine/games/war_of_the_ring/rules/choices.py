"""The legal actions: what the seat of the top frame may answer."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import (
    DONE,
    FIRST_CARD,
    FIRST_CHARACTER_ACTION,
    FIRST_FIGURE,
    FIRST_NATION,
    FIRST_NUMBER,
    FIRST_REGION,
    YES,
)
from engine.games.war_of_the_ring.board import FP_NATIONS, ITHILIEN, NATION_OF, REGION_COUNT, ROHAN, SAURON_STRONGHOLDS, SETS
from engine.games.war_of_the_ring.cards import CARD_COUNT, DECK, FREE_CHARACTER, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import (
    CHARACTER_COUNT,
    DENETHOR,
    FACE_EYE,
    FACE_WILL,
    FACES,
    FIRST_CHIEFTAIN,
    FIRST_MINION,
    FIRST_SOVEREIGN,
    FREE,
    GOLLUM,
    NAZGUL,
    NO_FACE,
    SHADOW,
    SIDE_OF_KIND,
    UNIT_KINDS,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules import (
    armies,
    battle,
    combat_effects,
    events_free,
    events_shadow,
    fellowship,
    fighters,
    hunt,
    march,
    menu,
    needs,
    recruit,
    sovereigns,
    table_cards,
)
from engine.games.war_of_the_ring.rules.attacks import attack_sources, attack_targets, move_sources, move_targets
from engine.games.war_of_the_ring.rules.politics import is_unconquered
from engine.games.war_of_the_ring.rules.travelling import fly_choices, minion_paths, nazgul_sources
from engine.games.war_of_the_ring.state import IN_HAND
from engine.types import Actions, Record


@rule
def legal_actions(options: Record, state: Record, out: Actions) -> int:
    """The answers to the top frame; DONE if there is none."""
    top = state.depth - 1
    kind = state.stack_kind[top]
    seat = state.stack_seat[top]
    a = state.stack_a[top]
    b = state.stack_b[top]
    c = state.stack_c[top]
    if kind == f.ACTION:
        return menu.menu(options, state, seat, out)
    if kind < f.MOVE_FROM:
        n = turn_choices(options, state, kind, seat, a, b, out)
    elif kind < f.SEPARATE:
        n = army_choices(options, state, kind, seat, a, b, c, out)
    elif kind < f.BATTLE_START:
        n = fellowship_choices(options, state, kind, a, b, out)
    elif kind < f.TILE_CARD:
        n = battle_choices(options, state, kind, seat, a, b, out)
    elif kind < f.AWAKEN:
        n = event_choices(options, state, kind, seat, a, b, c, out)
    else:
        n = king_choices(options, state, kind, a, b, c, out)
    if n == 0:
        out[0] = DONE
        return 1
    return n


@rule
def put_yes(out: Actions) -> int:
    """Yes or no."""
    out[0] = DONE
    out[1] = YES
    return 2


@rule
def hand_choices(state: Record, side: int, out: Actions) -> int:
    """Every card of a hand."""
    n = 0
    for card in range(CARD_COUNT):
        if state.card_at[card] == IN_HAND and SIDE_OF_CARD[card] == side:
            out[n] = FIRST_CARD + card
            n += 1
    return n


@rule
def numbers_between(low: int, high: int, out: Actions) -> int:
    """Numbers from `low` to `high`."""
    n = 0
    for number in range(low, high + 1):
        out[n] = FIRST_NUMBER + number
        n += 1
    return n


@rule
def turn_choices(options: Record, state: Record, kind: int, seat: int, a: int, b: int, out: Actions) -> int:
    """Decisions of the phases, cards and the Political Track."""
    if kind == f.DISCARD:
        return hand_choices(state, seat, out)
    if kind == f.FELLOWSHIP_PHASE:
        out[0] = DONE
        n = 1
        if state.revealed == 0 and state.declared == 0:
            out[n] = FIRST_NUMBER
            n += 1
        if fellowship.may_enter_mordor(state):
            out[n] = FIRST_NUMBER + 1
            n += 1
        return n
    if kind == f.CHOOSE_GUIDE:
        return fellowship.guide_choices(state, out)
    if kind == f.PATH:
        return fellowship.path_choices(options, state, a, b, out)
    if kind == f.ALLOCATE:
        return numbers_between(min(a, b), b, out)
    if kind == f.RULER_DISCARD:
        return ruler_choices(state, seat, out)
    if kind == f.PLAY_CARD:
        return needs.play_choices(state, seat, a, out, 0, FIRST_CARD)
    if kind == f.CLEAR_TABLE:
        return table_cards.clear_choices(options, state, seat, a, out)
    if kind == f.PAY_CARD:
        return table_cards.payment_choices(options, state, a == 0, out)
    if kind == f.ADVANCE_NATION:
        return menu.nation_choices(state, seat, a == 0, out)
    if kind == f.GUIDE_DRAW:
        return put_yes(out)
    return deck_choices(state, seat, a, out)


@rule
def deck_choices(state: Record, seat: int, kind: int, out: Actions) -> int:
    """Character deck (0) or Strategy deck (1), as far as they hold cards."""
    n = 0
    for deck in range(2):
        if (kind == 2 or kind == deck) and state.deck_size[2 * seat + deck] > 0:
            out[n] = FIRST_NUMBER + deck
            n += 1
    return n


@rule
def ruler_choices(state: Record, seat: int, out: Actions) -> int:
    """The die to discard: a face of the Action dice (no Eye), or 7 for the Ruler die (Kings, section 3)."""
    n = 0
    for face in range(FACE_EYE):
        if state.dice[seat, face] > 0:
            out[n] = FIRST_NUMBER + face
            n += 1
    if state.ruler_die[seat] != NO_FACE:
        out[n] = FIRST_NUMBER + FACES
        n += 1
    return n


@rule
def army_choices(options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, out: Actions) -> int:
    """Decisions about Armies and recruiting."""
    if kind == f.MOVE_FROM:
        return move_sources(options, state, seat, a, b, out)
    if kind == f.MOVE_TO:
        return move_targets(options, state, seat, a, c, out)
    if kind == f.FORCE:
        return armies.force_choices(options, state, seat, a, b, c & 15, out)
    if kind == f.ATTACK_FROM:
        return attack_sources(options, state, seat, a, out)
    if kind == f.ATTACK_TO:
        return attack_targets(state, seat, a, b, out)
    if kind == f.TRIM:
        return unit_choices(state, a, b, out)
    if kind == f.FAR_MOVE:
        return march.march_choices(options, state, a, b, c, out)
    if kind == f.RECRUIT_DIE:
        n = 0
        if b > 0:
            out[0] = DONE
            n = 1
        return recruit.recruit_kinds(options, state, seat, b > 0, b - 1, out, n)
    if kind == f.RECRUIT_AT:
        return recruit.card_sites(options, state, a, b & 7, c, out, 0)
    if kind == f.RECRUIT_WHAT:
        return recruit.what_choices(options, state, a, b, c, out)
    if kind == f.UPGRADE_UNIT:
        return events_free.upgrade_choices(state, a, out)
    return shadow_army_choices(options, state, kind, a, b, out)


@rule
def shadow_army_choices(options: Record, state: Record, kind: int, a: int, b: int, out: Actions) -> int:
    """Nazgul and Minions, the Voice, recruiting sites."""
    if kind == f.NAZGUL_FROM:
        return nazgul_sources(state, a == 0, out)
    if kind == f.NAZGUL_TO:
        return fly_choices(state, a, out)
    if kind == f.MINION_TO:
        return minion_paths(state, a, out)
    if kind == f.RECRUIT_SITE:
        n = 0
        for region in range(REGION_COUNT):
            if region != b - 1 and recruit.may_recruit_by_die(options, state, a, region):
                out[n] = FIRST_REGION + region
                n += 1
        return n
    if kind == f.VOICE:
        voice = recruit.can_use_voice(options, state)
        n = 0
        for choice in range(2):
            if voice >> choice & 1:
                out[n] = FIRST_NUMBER + choice
                n += 1
        return n
    n = 0
    if kind == f.MINION:
        first = FIRST_CHIEFTAIN if a == 1 else FIRST_MINION
        last = CHARACTER_COUNT if options.kings else FIRST_CHIEFTAIN
        for minion in range(first, last):
            if recruit.can_enter(state, minion):
                out[n] = FIRST_CHARACTER_ACTION + minion
                n += 1
        return n
    for region in range(REGION_COUNT):
        if recruit.minion_place(state, a, region):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def unit_choices(state: Record, region: int, side: int, out: Actions) -> int:
    """Units of a side in a region."""
    n = 0
    for kind in range(UNIT_KINDS):
        if SIDE_OF_KIND[kind] == side and state.army[region, kind] > 0:
            out[n] = FIRST_FIGURE + kind
            n += 1
    return n


@rule
def fellowship_choices(options: Record, state: Record, kind: int, a: int, b: int, out: Actions) -> int:
    """Decisions about Companions and the Hunt."""
    if kind == f.SEPARATE:
        return fellowship.first_of_group(state, fellowship.SEPARATING, 0, out, 0)
    if kind == f.MOVE_COMPANIONS:
        out[0] = DONE
        return fellowship.first_of_group(state, fellowship.WALKING, 0, out, 1)
    if kind == f.ROAM:
        return fellowship.first_of_group(state, fellowship.EITHER, b, out, 0)
    if kind == f.GROUP_TO:
        return fellowship.group_choices(state, a, b, out)
    if kind == f.UPGRADE:
        return menu.upgrade_choices(state, out)
    if kind == f.WHITE_AT:
        return menu.white_places(state, out)
    if kind == f.TRACK_ABILITY:
        return menu.track_choices(state, out)
    if kind == f.TAKEN_ALIVE:
        return fellowship.alive_choices(state, a, out)
    if kind == f.HUNT_DAMAGE:
        return hunt.damage_choices(state, out)
    if kind == f.WORN:
        return worn_choices(state, out)
    return put_yes(out)


@rule
def worn_choices(state: Record, out: Actions) -> int:
    """Worn with Sorrow and Toil: nothing, a random Character card of the hand, or one of the table."""
    out[0] = DONE
    n = 1
    if state.hand_size[FREE_CHARACTER] > 0:
        out[n] = YES
        n += 1
    return events_shadow.table_character_cards(state, out, n)


@rule
def battle_choices(options: Record, state: Record, kind: int, seat: int, a: int, b: int, out: Actions) -> int:
    """Decisions in a battle."""
    if kind == f.COMBAT_CARD:
        return battle.combat_card_choices(options, state, seat, out)
    if kind == f.CHIEFTAIN:
        return battle.chieftain_choices(state, out)
    if kind == f.CASUALTY:
        return fighters.casualty_choices(state, seat, a, b, out)
    if kind == f.EFFECT_NUMBER:
        return combat_effects.number_choices(options, state, a, out)
    if kind == f.EFFECT_FIGURE:
        return combat_effects.figure_choices(options, state, a, out)
    if kind == f.RETREAT:
        return battle.retreat_choices(state, a == 1, out)
    if kind == f.EXTEND:
        return battle.extend_choices(state, out)
    if kind == f.FORCED_RETREAT:
        return events_free.forced_retreat_choices(state, a, out)
    return put_yes(out)


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
        if can_lead(state, region, captain) and armies.can_move_from(options, state, SHADOW, region, armies.MOVE_LED):
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
        return sovereigns.two_numbers(sovereigns.may_return_tile(state, a), out)
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
        return sovereigns.two_numbers(sovereigns.may_return_tile(state, DENETHOR - FIRST_SOVEREIGN), out)
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
