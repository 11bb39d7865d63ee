"""What a simple player wants: Queller's lists for the Shadow, the Free Peoples' lists, as points on one scale (section 11).

The Shadow plays a military game while its victory points are ahead of the Corruption, else it hunts the Ring; the Free Peoples
move the Fellowship, hide it, bring their heroes into play and hold what they can. Only what the player sees is used.
"""

from __future__ import annotations

import math

from engine.arrays import table
from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring import wishes_ring, wishes_war
from engine.games.war_of_the_ring.actions import DONE, FACE, FIRST_REGION, PARTS, PASS, TEMPT, USES, VALUE, VERB, YES, Verb
from engine.games.war_of_the_ring.board import (
    DISTANCE,
    GONDOR,
    HOME_SIDE,
    MINAS_TIRITH,
    ROHAN,
    VICTORY_POINTS,
)
from engine.games.war_of_the_ring.cards import CARDS, COMBAT_HALF, ICON
from engine.games.war_of_the_ring.combat_cards import COMBAT, INITIATIVE
from engine.games.war_of_the_ring.data import (
    CORRUPTION_VALUE,
    FACE_CHARACTER,
    FACE_EYE,
    FACE_WILL,
    FIRST_CHARACTER,
    FIRST_LEADER,
    FREE,
    NAZGUL,
    SARUMAN,
    SHADOW,
    UNIT_KINDS,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules import armies, attacks, menu
from engine.games.war_of_the_ring.rules.core import unused_dice
from engine.games.war_of_the_ring.rules.fighters import fighting_units
from engine.games.war_of_the_ring.rules.politics import victory_points
from engine.games.war_of_the_ring.state import NOBODY
from engine.types import Record

_FIGURE = int(Verb.FIGURE)
_REGION = int(Verb.REGION)
_NUMBER = int(Verb.NUMBER)
_WHOLE_ELITE = int(Verb.WHOLE_ELITE)
_RING = int(Verb.RING)
_TOKEN = int(Verb.TOKEN)

_WORTH_LIST = """
FC01 560 FC02 560 FC03 600 FC04 580 FC05 620 FC06 590 FC07 560 FC08 560 FC09 0 FC10 0 FC12 0 FC11 120 FC15 100
FC16 100 FC17 90 FS01 350 FS02 520 FS03 380 FS05 430 FS06 450 SC01 600 SC02 600 SC03 600 SC04 570 SC05 560 SC06
580 SC07 540 SC08 560 SC12 620 SC13 560 SC15 420 SC16 430 SC17 430 SC18 300 SC21 450 SC22 430 SC20 700 SS02 700
SS07 500 SS08 560 SS09 640 SS10 480 SS11 500 SS12 480 SS13 380 SS14 380 SS15 420 SS16 560 SS17 540 SS18 560 SS19
520 SS20 560 SS21 520 SS22 440 SS23 540 SS24 540
"""
"""Card codes, each followed by how much its effect is wanted."""
_WORDS = _WORTH_LIST.split()
_WORTH_OF_CODE = dict(zip(_WORDS[::2], map(int, _WORDS[1::2]), strict=True))
_CARD_WORTH = table([_WORTH_OF_CODE.get(card.code.removesuffix("k"), 400) for card in CARDS], "i2")
"""How much the effect of a card is wanted; 0: it depends on the position."""
_HOPE = 0.3
_REGION_OF_THE_WAY, _STEP, _IN_MORDOR, _CORRUPTION = 0.151, 0.277, 0.498, 0.161
_POINTS_NEEDED, _POINT, _POINT_SQUARED = 10.0, 0.148, 0.012
_SITES_NEEDED, _SITE, _SITE_SQUARED = 4.0, 0.212, 0.168
"""Of the model of `position_value`, in log odds of the Free Peoples; the points needed are those it was fitted with."""
_HEALING = table([int(card.code in ("FC09", "FC10", "FC12")) for card in CARDS], "i1")


@rule
def action_priority(options: Record, state: Record, action: int) -> int:
    """How much a simple player wants an action: see the head of this module."""
    top = state.depth - 1
    kind = state.stack_kind[top]
    seat = state.stack_seat[top]
    a = state.stack_a[top]
    b = state.stack_b[top]
    c = state.stack_c[top]
    value = PARTS[action, VALUE]
    if kind == f.ACTION:
        return menu_priority(options, state, seat, action, value)
    if kind < f.MOVE_FROM:
        return turn_priority(options, state, kind, seat, a, b, action, value)
    if kind < f.SEPARATE:
        return army_priority(options, state, kind, seat, a, b, c, action, value)
    if kind < f.BATTLE_START:
        return ring_priority(options, state, kind, a, b, action, value)
    if kind < f.TILE_CARD:
        return battle_priority(options, state, kind, seat, a, action, value)
    return card_priority(options, state, kind, seat, a, action, value)


@rule
def menu_priority(options: Record, state: Record, side: int, action: int, value: int) -> int:
    """A whole action."""
    verb = PARTS[action, VERB]
    if action == PASS:
        return 330
    if action == TEMPT:
        return 700 if state.hunt_eyes >= 3 else 380
    if verb == _RING:
        return ring_worth(state, side, PARTS[action, FACE], value)
    if verb == _TOKEN:
        return 500
    face = PARTS[action, FACE]
    worth = free_use(options, state, value, face) if side == FREE else shadow_use(options, state, value, face)
    return worth - (4 if face == FACE_WILL and value != menu.UPGRADE else 0)


@rule
def ring_worth(state: Record, side: int, face: int, new: int) -> int:
    """The Free Peoples want Character dice to move or hide; the Shadow uses a Ring for a Muster that brings a Minion."""
    if side == FREE:
        if new != FACE_CHARACTER or state.dice[FREE, FACE_CHARACTER] + state.dice[FREE, FACE_WILL] > 0:
            return -50
        return 560 if state.mordor != NOBODY or state.revealed else 340
    if new == FACE_EYE:
        return 335 if state.mordor != NOBODY and unused_dice(state, SHADOW) > 3 else -50
    return -50


@rule
def moves_on(state: Record) -> int:
    """How much the Fellowship wants to move: always in Mordor; outside while the Hunt is weak."""
    if state.mordor != NOBODY:
        return 900
    if wishes_ring.may_reach_gate(state) or wishes_ring.wants_rest(state):
        return 200
    hurry = 20 * max(victory_points(state, SHADOW) - 4, 0)
    return 740 + hurry - 4 * wishes_ring.hunt_chance(state) - 30 * max(state.corruption - 8, 0)


def _free_worth() -> list[int]:
    """By use: what the Free Peoples' uses that don't depend on the position are worth; 0 for the others."""
    worth = [0] * USES
    for use, points in (
        (menu.COMPANIONS, 140),
        (menu.PLAY, 470),
        (menu.DRAW, 440),
        (menu.ADVANCE, 520),
        (menu.TRACK, 300),
        (menu.RECRUIT, 460),
        (menu.AWAKEN, 610),
        (menu.ABILITY, 430),
        (menu.RULER_ABILITY, 430),
        (menu.REMOVE_SOVEREIGN, 200),
        (menu.CLEAR_TABLE, 250),
    ):
        worth[use] = points
    return worth


_FREE_WORTH = table(_free_worth(), "i2")


@rule
def free_use(options: Record, state: Record, use: int, face: int) -> int:
    """What the Free Peoples want to do with a die."""
    if use == menu.FELLOWSHIP:
        return moves_on(state)
    if use == menu.HIDE:
        return 850 if state.mordor != NOBODY else 680
    if use == menu.UPGRADE:
        return 950
    if use == menu.SEPARATE:
        return wishes_ring.separation_worth(state)
    if _FREE_WORTH[use] > 0:
        return _FREE_WORTH[use]
    return war_use(options, state, FREE, use)


@rule
def war_use(options: Record, state: Record, side: int, use: int) -> int:
    """Moves and attacks by what the best of them is worth; skipping last."""
    if use in (menu.MOVE, menu.MOVE_LED, menu.MOUTH_MOVE):
        best = wishes_war.best_move(options, state, side, armies.MOVE_LED if use == menu.MOVE_LED else armies.MOVE)
        if best <= 0:
            return 20
        return 350 + min(best // 2, 400) - (15 if use == menu.MOVE_LED else 0)
    if use in (menu.ATTACK, menu.ATTACK_LED, menu.MOUTH_ATTACK):
        best = wishes_war.best_attack(state, side, armies.ATTACK_LED if use == menu.ATTACK_LED else armies.ATTACK)
        if best <= 0:
            return 10
        return 520 + min(2 * best, 300)
    return 30


@rule
def shadow_use(options: Record, state: Record, use: int, face: int) -> int:
    """What the Shadow wants to do with a die (11.1)."""
    military = wishes_war.is_military(state)
    if use == menu.MINION:
        return 930
    if use == menu.ADVANCE:
        return 880
    if use == menu.RECRUIT:
        return 500
    if use == menu.VOICE:
        return 540
    if use in (menu.PLAY, menu.STONE_PLAY):
        ring = state.revealed or state.mordor != NOBODY
        return 560 if face == FACE_CHARACTER and (ring or not military) else 530
    if use in (menu.DRAW, menu.STONE_DRAW):
        return 400
    if use == menu.NAZGUL_MOVE:
        hunted = state.mordor == NOBODY and wishes_war.leads_here(state, state.place) == 0
        if hunted and not military:
            return 580
        return 420 if hunted else 300
    if use == menu.CLEAR_TABLE:
        return 250
    return war_use(options, state, SHADOW, use)


@rule
def turn_priority(options: Record, state: Record, kind: int, seat: int, a: int, b: int, action: int, value: int) -> int:
    """Phases, cards, the Political Track."""
    if kind == f.DISCARD:
        return -hand_worth(state, seat, value)
    if kind == f.FELLOWSHIP_PHASE:
        return wishes_ring.phase_priority(state, value, action)
    if kind == f.CHOOSE_GUIDE:
        return wishes_ring.guide_priority(value)
    if kind == f.PATH:
        return wishes_ring.path_priority(state, a, b, action)
    if kind == f.ALLOCATE:
        return -abs(value - hunt_wish(state, b))
    if kind == f.RULER_DISCARD:
        return -face_worth(state, seat, value)
    if kind == f.PLAY_CARD:
        return hand_worth(state, seat, value)
    if kind == f.ADVANCE_NATION:
        return nation_worth(state, value)
    if kind == f.DRAW:
        wants_strategy = wishes_war.is_military(state) if seat == SHADOW else state.corruption < 4
        return 1 if (value == 1) == wants_strategy else 0
    return 1 if action == YES else 0


@rule
def hunt_wish(state: Record, most: int) -> int:
    """Dice for the Hunt Box: all in Mordor, two when the Fellowship is far on, else one or none (11.1)."""
    if state.mordor != NOBODY:
        return most
    if state.progress > 4:
        return min(2, most)
    if state.progress == 0 and state.round_number < 3:
        return 0
    return 1


@rule
def face_worth(state: Record, side: int, value: int) -> int:
    """How much a die is worth keeping."""
    if value > FACE_EYE:
        return 5
    return 9 if value == FACE_WILL else 3 if value == 4 else 6


@rule
def nation_worth(state: Record, nation: int) -> int:
    """Nearest to war first; Isengard and Sauron, Gondor and Rohan before others."""
    worth = 40 - 10 * state.to_war[nation]
    if nation in (GONDOR, ROHAN):
        worth += 8
    return worth + (12 if nation == 5 else 10 if nation == 6 else 0)


@rule
def hand_worth(state: Record, side: int, card: int) -> int:
    """What a card in hand is worth as an event."""
    worth = _CARD_WORTH[card]
    if _HEALING[card]:
        worth = 350 + 60 * min(state.corruption, 5) if state.corruption else 40
    if side == SHADOW and (ICON[card] == 0) != wishes_war.is_military(state):
        worth += 40
    return worth


@rule
def army_priority(options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, action: int, value: int) -> int:
    """Armies, recruiting, Nazgul."""
    if kind == f.FORCE:
        return force_priority(state, seat, a, b, c & 15, action, value)
    if kind == f.MOVE_FROM:
        if action == DONE:
            return 40
        return wishes_war.best_move_from(options, state, seat, value, attacks.move_purpose(b))
    if kind == f.MOVE_TO:
        return wishes_war.move_value(state, seat, a, value)
    if kind == f.ATTACK_FROM:
        return wishes_war.best_attack_from(state, seat, value, attacks.attack_purpose(a))
    if kind == f.ATTACK_TO:
        return wishes_war.attack_value(state, seat, a, value)
    if kind == f.TRIM:
        return unit_loss(value)
    if kind == f.FAR_MOVE:
        return wishes_war.pull(state, seat, a if action == DONE else value)
    if kind in (f.RECRUIT_DIE, f.RECRUIT_WHAT):
        return recruit_priority(state, seat, value, action)
    if kind in (f.RECRUIT_AT, f.RECRUIT_SITE):
        return wishes_war.recruit_value(state, seat, value)
    return minion_priority(state, kind, a, action, value)


@rule
def minion_priority(state: Record, kind: int, a: int, action: int, value: int) -> int:
    """Nazgul and Minions."""
    if kind == f.NAZGUL_FROM:
        return flight_priority(state, action, value)
    if kind == f.NAZGUL_TO:
        return wishes_war.nazgul_wanted(state, value)
    if kind == f.MINION_TO:
        return minion_goal(state, a, value)
    if kind == f.MINION:
        return 3 if value - FIRST_CHARACTER in (SARUMAN, WITCH_KING) else 2
    return wishes_war.nazgul_wanted(state, value) if kind == f.MINION_AT else value


@rule
def force_priority(state: Record, side: int, start: int, to: int, purpose: int, action: int, value: int) -> int:
    """Go with all; leave a guard in a home that the enemy could enter; advance into what is worth it."""
    if action == YES:
        return 100
    if action == DONE:
        bare = VICTORY_POINTS[start] > 0 and HOME_SIDE[start] == side and wishes_war.enemy_within(state, side, start, 1) > 0
        return 120 if bare and not wishes_war.is_prize(state, side, to) and VICTORY_POINTS[to] == 0 else 50
    if purpose not in (armies.MOVE, armies.MOVE_LED, armies.ADVANCE, armies.ENTER_SIEGE) or value >= UNIT_KINDS:
        return 0
    home = VICTORY_POINTS[start] > 0 and state.control[start] == side and start != to
    staying = state.units[side, start] - armies.force_units(state)
    if home and staying == 0 and value & 1 == 0 and wishes_war.enemy_within(state, side, start, 3) > 0:
        return 150
    return 0


@rule
def unit_loss(kind: int) -> int:
    """Regulars before Elites."""
    return 1 if kind & 1 else 2


@rule
def recruit_priority(state: Record, side: int, kind: int, action: int) -> int:
    """An Elite; leaders where they are few; Regulars of the nation with most left."""
    if action == DONE:
        return 0
    if kind < UNIT_KINDS:
        return 60 if kind & 1 else 40
    return 50 if side == SHADOW else 30


@rule
def flight_priority(state: Record, action: int, value: int) -> int:
    """Move a Nazgul while some region wants one more than where it is."""
    if action == DONE:
        return 30
    if action < FIRST_REGION:
        minion = value - FIRST_CHARACTER
        here = max(state.where[minion], 0)
        return 20 if state.units[SHADOW, here] > 3 or minion != WITCH_KING else 35
    spare = state.army[value, NAZGUL] > 1 or state.units[SHADOW, value] < 3
    guards = state.mordor == NOBODY and value == state.place and wishes_war.leads_here(state, value) < 2
    return 60 if spare and not guards else 0


@rule
def minion_goal(state: Record, minion: int, region: int) -> int:
    """Minions lead the Armies that matter."""
    return wishes_war.nazgul_wanted(state, region) + (20 if minion == WITCH_KING and state.besieged[region] == FREE else 0)


@rule
def ring_priority(options: Record, state: Record, kind: int, a: int, b: int, action: int, value: int) -> int:
    """Companions and the Hunt."""
    verb = PARTS[action, VERB]
    if kind == f.HUNT_DAMAGE:
        return wishes_ring.damage_priority(options, state, value, verb, action)
    if kind in (f.SEPARATE, f.ROAM):
        return wishes_ring.leaver_priority(state, value)
    if kind == f.GROUP_TO:
        return wishes_ring.joiner_priority(state, value) if verb == _FIGURE else wishes_ring.goal_priority(state, value)
    if kind == f.MOVE_COMPANIONS:
        return 15 if action == DONE else wishes_ring.companions_priority(kind)
    if kind in (f.WHITE_AT, f.TAKEN_ALIVE):
        return 100 - DISTANCE[value, MINAS_TIRITH]
    if kind == f.MITHRIL:
        return 1 if (action == YES) == (state.tile in (0, 1, 10, 11, 12)) else 0
    if kind == f.WORN:
        return 1 if action != DONE else 0
    return 1 if action == YES else 0


@rule
def battle_priority(options: Record, state: Record, kind: int, seat: int, a: int, action: int, value: int) -> int:
    """Decisions in a battle."""
    if kind == f.CASUALTY:
        if PARTS[action, VERB] == _WHOLE_ELITE:
            return 1
        return 20 - value & 1 if value & 1 == 0 else 10
    if kind == f.COMBAT_CARD:
        if action == DONE:
            return 50
        worth = 100 - 5 * COMBAT[COMBAT_HALF[value], INITIATIVE] - _CARD_WORTH[value] // 20
        large = fighting_units(state, FREE) + fighting_units(state, SHADOW) > 6
        return worth if large or state.battle_round == 1 else worth - 40
    odds = wishes_war.battle_odds(options, state, seat)
    if kind == f.SIEGE_CHOICE:
        return 1 if (action == YES) == (odds < 110) else 0
    if kind == f.CEASE:
        limit = 70 if seat == SHADOW else 95
        return 1 if (action == YES) == (odds < limit) else 0
    if kind == f.RETREAT:
        stands = odds >= 80 or VICTORY_POINTS[state.battle_at] > 0
        if action == DONE:
            return 60 if stands else 0
        return 50 - DISTANCE[value, MINAS_TIRITH] if action >= FIRST_REGION else 55
    if kind == f.EXTEND:
        if action == DONE:
            return 1 if odds < 75 else 0
        return 1 if value & 1 else 2
    if kind == f.EFFECT_NUMBER:
        return value if a in (19, 42) else 10 - value
    return 1 if action not in (DONE,) else 0


@rule
def card_priority(options: Record, state: Record, kind: int, seat: int, a: int, action: int, value: int) -> int:
    """Decisions of Event cards and Kings of Middle-earth: mostly do it, where it matters most."""
    verb = PARTS[action, VERB]
    if action == DONE:
        return 0
    if kind == f.LURE_CHOICE:
        return 1 if (value == 1) == (state.corruption > 6) else 0
    if kind == f.KEEP_TILE:
        return CORRUPTION_VALUE[value] + 1
    if kind == f.STORMCROW_FIGURE:
        return 2 if value >= FIRST_LEADER else unit_loss(value)
    if kind == f.BREAKING_OUT:
        return wishes_ring.leaver_priority(state, value)
    if kind == f.WISDOM:
        return nation_worth(state, value)
    if kind == f.EAGLES_TO:
        return DISTANCE[value, state.place]
    if kind == f.FAR_SIGHTED:
        return 3 - value
    if verb == _REGION:
        if kind in (f.FAR_FROM, f.DUNLENDINGS, f.THREE_SITES, f.SECOND_SITE, f.TROLLS, f.CORSAIRS):
            return 100 + wishes_war.pull(state, seat, value) + state.units[seat, value]
        return 1 + state.units[1 - seat, value]
    return 1


@rule
def position_value(options: Record, state: Record, seat: int) -> float:
    """The chances of a side: a logistic model of way, Corruption and war, fitted to 27,000 positions of greedy games.

    A region of the way costs the Free Peoples as much as a point of Corruption, a step in Mordor twice that; the victory points
    of either side weigh the more the more there are. Chances beyond 0.02 .. 0.98 are left to the end of the game.
    """
    steps = max(options.mordor_steps - max(state.mordor, 0), 0)
    hope = _HOPE - _STEP * steps - _CORRUPTION * (state.corruption - options.corruption_limit)
    if state.mordor == NOBODY:
        hope -= _REGION_OF_THE_WAY * max(wishes_ring.way_to_mordor(state.place) - state.progress, 0)
    else:
        hope += _IN_MORDOR
    lost = _POINTS_NEEDED * victory_points(state, SHADOW) / options.shadow_points
    won = _SITES_NEEDED * victory_points(state, FREE) / options.free_points
    hope += won * (_SITE_SQUARED * won - _SITE) - lost * (_POINT + _POINT_SQUARED * lost)
    chance = min(max(1.0 / (1.0 + math.exp(-hope)), 0.02), 0.98)
    return chance if seat == FREE else 1.0 - chance
