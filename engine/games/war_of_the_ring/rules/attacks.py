"""Moves and attacks as chains of decisions: which Army, where to, with whom (section 2; cards that move or attack)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_REGION
from engine.games.war_of_the_ring.board import NEIGHBOUR_COUNT, NEIGHBOURS, REGION_COUNT, UMBAR
from engine.games.war_of_the_ring.data import FREE, NAZGUL, SHADOW, WITCH_KING
from engine.games.war_of_the_ring.rules import armies
from engine.games.war_of_the_ring.rules.battle import begin_battle, lay_siege
from engine.games.war_of_the_ring.rules.core import clear_force, push
from engine.games.war_of_the_ring.rules.needs import (
    ABROAD,
    BLACK_CAPTAIN,
    GROND,
    HELP,
    URUK_HAI,
    may_help,
    siege_attack_by_card,
)
from engine.types import Actions, Record

PLAIN, LED, NAZGUL_ARMY, CAPTAIN_ARMY, SEVERAL = range(5)
"""Which Armies a move may choose: any; with a leader; with a Nazgul; with the Witch-king; any (a card)."""
CORSAIR = 9
"""An attack from the sea."""


@rule
def move_purpose(which: int) -> int:
    """What the figures of a move are chosen for."""
    return armies.MOVE if which in (PLAIN, SEVERAL) else armies.MOVE_LED


@rule
def may_lead_move(state: Record, region: int, which: int) -> bool:
    """Whether the Army of a region is one that a card lets move."""
    if which == NAZGUL_ARMY:
        return state.army[region, NAZGUL] > 0 or state.where[WITCH_KING] == region
    return which != CAPTAIN_ARMY or state.where[WITCH_KING] == region


@rule
def move_sources(options: Record, state: Record, side: int, left: int, which: int, out: Actions) -> int:
    """Armies that may move; DONE after the first move of an action."""
    n = 0
    if state.used[0] | state.used[1]:
        out[n] = DONE
        n += 1
    for region in range(REGION_COUNT):
        if may_lead_move(state, region, which) and armies.can_move_from(options, state, side, region, move_purpose(which)):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def move_targets(options: Record, state: Record, side: int, start: int, which: int, out: Actions) -> int:
    """Neighbours that the Army may enter."""
    n = 0
    for i in range(NEIGHBOUR_COUNT[start]):
        region = NEIGHBOURS[start, i]
        if armies.can_move(options, state, side, start, region, move_purpose(which)):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def attack_purpose(which: int) -> int:
    """What the figures of an attack are chosen for."""
    return armies.ATTACK_LED if which in (LED, ABROAD, BLACK_CAPTAIN) else armies.ATTACK


@rule
def may_attack_from(state: Record, side: int, region: int, which: int) -> bool:
    """Whether the Army of a region may make an attack of this sort."""
    if which in (GROND, URUK_HAI):
        return siege_attack_by_card(state, which, region)
    if which == HELP:
        for i in range(NEIGHBOUR_COUNT[region]):
            if may_help(state, region, NEIGHBOURS[region, i]):
                return True
        return False
    if which == ABROAD and state.army[region, NAZGUL] == 0 and state.where[WITCH_KING] != region:
        return False
    if which == BLACK_CAPTAIN and state.where[WITCH_KING] != region:
        return False
    return armies.can_attack_from(state, side, region, attack_purpose(which))


@rule
def attack_sources(options: Record, state: Record, side: int, which: int, out: Actions) -> int:
    """Armies that may attack."""
    n = 0
    for region in range(REGION_COUNT):
        if state.units[side, region] > 0 and may_attack_from(state, side, region, which):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def attack_targets(state: Record, side: int, start: int, which: int, out: Actions) -> int:
    """Regions whose enemies the Army may attack, its own with a siege among them."""
    n = 0
    for region in range(REGION_COUNT):
        if is_target(state, side, start, region, which):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def is_target(state: Record, side: int, start: int, region: int, which: int) -> bool:
    """Whether an Army may attack a region."""
    if region != start:
        near = False
        for i in range(NEIGHBOUR_COUNT[start]):
            if NEIGHBOURS[start, i] == region:
                near = True
        if not near or which in (GROND, URUK_HAI):
            return False
    if which == HELP and not may_help(state, start, region):
        return False
    return armies.can_attack(state, side, start, region, attack_purpose(which))


@rule
def ask_force(state: Record, side: int, start: int, to: int, purpose: int, which: int) -> None:
    """Choose who goes: everybody who may, less whom the player leaves."""
    armies.choose_all(state, side, start, to, purpose)
    push(state, f.FORCE, side, start, to, purpose | which << 4)


@rule
def captain_of(which: int) -> int:
    """Who may not stay behind when a card lets an Army move or attack."""
    if which == BLACK_CAPTAIN:
        return armies.BLACK_CAPTAIN_GOES
    return armies.ANY_NAZGUL_GOES if which == ABROAD else armies.NO_CAPTAIN


@rule
def card_of_move(which: int) -> int:
    """The card that lets an Army with a Nazgul or the Witch-king move; 0 for other moves."""
    if which == CAPTAIN_ARMY:
        return BLACK_CAPTAIN
    return ABROAD if which == NAZGUL_ARMY else 0


@rule
def force_goes(options: Record, state: Record, side: int, start: int, to: int, packed: int) -> None:
    """The chosen figures move, attack, advance, besiege or march."""
    purpose = packed & 15
    which = packed >> 4
    if armies.is_attack(purpose):
        begin_battle(state, side, start, to)
        special_terms(state, to, which)
        return
    if purpose == armies.MARCH:
        mode = which & 3
        push(state, f.FAR_MOVE, side, start, 2 if mode != 1 else 3, mode)
        return
    if purpose == armies.ENTER_SIEGE:
        armies.move_force_into_siege(state, side, start, to)
        lay_siege(options, state, side, to)
        return
    armies.move_force(state, side, start, to)
    if purpose == armies.SAIL and state.besieged[to] == FREE:
        ask_force(state, SHADOW, to, to, armies.ATTACK, 0)


@rule
def special_terms(state: Record, target: int, which: int) -> None:
    """What a card changes about the battle that it starts."""
    if which in (GROND, URUK_HAI):
        state.free_rounds = 3
        state.no_free_cards = 1
    elif which == HELP:
        state.relief = target
    elif which == CORSAIR:
        state.no_cease = 1


@rule
def nobody_goes(state: Record, purpose: int) -> None:
    """No advance: everybody stays."""
    if purpose in (armies.ADVANCE, armies.ENTER_SIEGE):
        clear_force(state)


@rule
def sail(state: Record, to: int) -> None:
    """The Corsairs attack from Umbar, or land (SS10)."""
    start = UMBAR
    if state.units[FREE, to] > 0 and state.besieged[to] != FREE:
        ask_force(state, SHADOW, start, to, armies.ATTACK, CORSAIR)
    else:
        ask_force(state, SHADOW, start, to, armies.SAIL, 0)


@rule
def begin_march(state: Record, side: int, start: int, mode: int) -> None:
    """Choose who marches; with Through a Day and a Night the Companions go along."""
    ask_force(state, side, start, start, armies.MARCH, mode)
