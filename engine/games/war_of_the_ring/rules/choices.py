"""The legal actions: what the seat of the top frame may answer."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import (
    DONE,
    FIRST_CARD,
    FIRST_CHARACTER_ACTION,
    FIRST_FIGURE,
    FIRST_NUMBER,
    FIRST_REGION,
    YES,
)
from engine.games.war_of_the_ring.board import REGION_COUNT
from engine.games.war_of_the_ring.cards import CARD_COUNT, FREE_CHARACTER, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import (
    CHARACTER_COUNT,
    FACE_EYE,
    FACES,
    FIRST_CHIEFTAIN,
    FIRST_MINION,
    NO_FACE,
    SIDE_OF_KIND,
    UNIT_KINDS,
)
from engine.games.war_of_the_ring.rules import (
    aftermath,
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
    table_cards,
)
from engine.games.war_of_the_ring.rules.attacks import attack_sources, attack_targets, captain_of, move_sources, move_targets
from engine.games.war_of_the_ring.rules.choices_events import event_choices, king_choices, numbers_between, put_yes
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
def hand_choices(state: Record, side: int, out: Actions) -> int:
    """Every card of a hand."""
    n = 0
    for card in range(CARD_COUNT):
        if state.card_at[card] == IN_HAND and SIDE_OF_CARD[card] == side:
            out[n] = FIRST_CARD + card
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
        return armies.force_choices(options, state, seat, a, b, c & 15, captain_of(c >> 4), out)
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
    return minion_choices(options, state, kind, a, out)


@rule
def minion_choices(options: Record, state: Record, kind: int, a: int, out: Actions) -> int:
    """Which Minion enters, and where."""
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
        return aftermath.retreat_choices(state, a == 1, out)
    if kind == f.EXTEND:
        return aftermath.extend_choices(state, out)
    if kind == f.FORCED_RETREAT:
        return events_free.forced_retreat_choices(state, a, out)
    return put_yes(out)
