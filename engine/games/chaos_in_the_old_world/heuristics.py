"""What a simple player wants, each power in its own way (rulebook p. 28), and what a position is worth.

Summons and cards are worth the difference that they make to the stakes of regions (`stakes.py`, `card_wishes.py`), per power
point; other decisions follow short rules of thumb. Only what the current player sees is used.
"""

from __future__ import annotations

from engine import compilation
from engine.arrays import scratch, table
from engine.games.chaos_in_the_old_world.actions import (
    CARD,
    CONTROLLER,
    FIGURE,
    ORIGIN,
    PARTS,
    REGION,
    TOKEN,
    UPGRADE,
    VERB,
    Verb,
)
from engine.games.chaos_in_the_old_world.card_wishes import (
    CHANGES,
    KEEP_VALUE,
    MORE,
    changes,
    figure_worth,
    most_dangerous,
    own_worth,
)
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import POWERS, REGIONS, RUINATION_CARDS, Power, Token
from engine.games.chaos_in_the_old_world.hunting import (
    attack_of,
    cultists_of,
    enemy_attack,
    exposure,
    is_hunter,
    prey_of,
)
from engine.games.chaos_in_the_old_world.inlining import part, rule
from engine.games.chaos_in_the_old_world.options_record import TOKEN_COLUMN
from engine.games.chaos_in_the_old_world.rules.pieces import corruption_in
from engine.games.chaos_in_the_old_world.rules.spaces import has_effect
from engine.games.chaos_in_the_old_world.rules.summoning import card_cost, summon_cost
from engine.games.chaos_in_the_old_world.stakes import condition_there, rank_value, region_gain
from engine.games.chaos_in_the_old_world.state import Ask
from engine.games.chaos_in_the_old_world.upgrades import PRINTED_UPGRADES, UPGRADE_CARDS, Ability
from engine.types import Record

_PASS = int(Verb.PASS)
_SUMMON = int(Verb.SUMMON)
_PLAY = int(Verb.PLAY)
_CHOOSE_FIGURE = int(Verb.CHOOSE_FIGURE)
_CHOOSE_REGION = int(Verb.CHOOSE_REGION)
_CHOOSE_TOKEN = int(Verb.CHOOSE_TOKEN)
_CHOOSE_CORRUPTION = int(Verb.CHOOSE_CORRUPTION)
_DISCARD = int(Verb.DISCARD)
_TAKE_UPGRADE = int(Verb.TAKE_UPGRADE)
_CHOOSE_POWER = int(Verb.CHOOSE_POWER)
_HIT_PEASANT = int(Verb.HIT_PEASANT)
_ACCEPT = int(Verb.ACCEPT)

_OLD_WORLD_REGION = int(Ask.OLD_WORLD_REGION)
_DISCARD_BEFORE_DRAW = int(Ask.DISCARD_BEFORE_DRAW)
_WHICH_FIGURE = int(Ask.WHICH_FIGURE)
_CARRY = int(Ask.CARRY)
_CALL_REGION = int(Ask.CALL_REGION)
_CALL_FIGURE = int(Ask.CALL_FIGURE)
_TELEPORT_REGION = int(Ask.TELEPORT_REGION)
_SHIELD = int(Ask.SHIELD)
_INFLUENCE_REGION = int(Ask.INFLUENCE_REGION)
_HERO_STRIKES = int(Ask.HERO)
_LOSS_REGION = int(Ask.LOSS_REGION)
_LOSS_FIGURE = int(Ask.LOSS_FIGURE)
_DIAL_WARPSTONE = int(Ask.DIAL_WARPSTONE)
_DIAL_NOBLE = int(Ask.DIAL_NOBLE)

_TZEENTCH = int(Power.TZEENTCH)
_SLAANESH = int(Power.SLAANESH)
_HERO = int(Token.HERO)
_NOBLE = int(Token.NOBLE)
_PEASANT = int(Token.PEASANT)
_SKAVEN = int(Token.SKAVEN)
_WARPSTONE = int(Token.WARPSTONE)
_COUNTS_AS = int(Ability.COUNTS_AS)
_IGNORE_CARDS = int(Effect.IGNORE_CARDS)
_RANKS = 3
_FULL_HAND = 5

_UPGRADE_WISH = table(
    [9, 6, 2, 8, 5, 5, 4, 2, 8, 7, 6, 4, 3, 9, 7, 7, 4, 3, 8, 9, *[5] * (UPGRADE_CARDS - PRINTED_UPGRADES)], "i1"
)
"""By upgrade: cultists and power points first, as players choose them (sheet 10.2)."""


@compilation.rule
def action_priority(options: Record, state: Record, action: int) -> int:
    """How much the power that decides wants an action; passing is 0."""
    verb = PARTS[action, VERB]
    if verb == _SUMMON:
        return summon_priority(options, state, action)
    if verb == _PLAY:
        return play_priority(options, state, action)
    if verb == _PASS:
        return 0
    if verb == _CHOOSE_FIGURE:
        return figure_priority(options, state, action)
    if verb == _CHOOSE_REGION:
        return region_priority(options, state, PARTS[action, REGION])
    return other_priority(options, state, action, verb)


@rule
def move_gain(options: Record, state: Record, power: int, figure: int, origin: int, region: int) -> int:
    """What a figure adds where it goes, less what it takes away where it leaves; prey for a hunter is a loss."""
    size = state.ability_amount[figure] if state.ability[figure] == _COUNTS_AS else 1
    cultists = 1 if figure % _RANKS == 0 else 0
    gain = 2 if origin == REGIONS else 0
    for k in range(min(options.players, 2)):  # not a constant, or the loop would be unrolled and compile long
        place = region if k == 0 else origin
        sign = 1 - 2 * k
        if place < REGIONS:
            dice = sign * state.attack[figure]
            gain += region_gain(options, state, power, place, sign * size, 0, sign * cultists, 0, 0, dice)
            gain -= sign * exposure(options, state, power, place, k)
    return gain


@rule
def summon_priority(options: Record, state: Record, action: int) -> int:
    """What the summons brings, per power point."""
    figure = PARTS[action, FIGURE]
    region = PARTS[action, REGION]
    power = state.asked
    gain = move_gain(options, state, power, figure, PARTS[action, ORIGIN], region)
    return per_point(gain, summon_cost(options, state, figure, region, power, False))


@part
def per_point(gain: int, cost: int) -> int:
    """Gain per power point; what costs nothing counts double."""
    if gain <= 0:
        return gain * 10 - 1
    return gain * 60 // (3 + 3 * cost)


@rule
def play_priority(options: Record, state: Record, action: int) -> int:
    """What the card brings, per power point; beside Changer of Ways only its cost and symbol count."""
    card = PARTS[action, CARD]
    region = PARTS[action, REGION]
    power = state.asked
    change = scratch(CHANGES)
    changes(options, state, power, card, region, change)
    worth = own_worth(options, state, power, card, region)
    if has_effect(options, state, region, _IGNORE_CARDS):
        worth = -2
        for i in range(CHANGES):
            change[i] = 0
        change[MORE] = options.card_cost[card]
    gain = region_gain(options, state, power, region, change[0], change[1], change[2], change[3], change[4], change[5])
    return per_point(gain + worth, card_cost(options, state, card, region, power))


@rule
def figure_priority(options: Record, state: Record, action: int) -> int:
    """Kill, take or move what is worth most of the most dangerous rival; lose or risk what is worth least."""
    figure = PARTS[action, FIGURE]
    controller = PARTS[action, CONTROLLER]
    kind = state.ask
    worth = figure_worth(state, figure)
    if kind in (_HERO_STRIKES, _LOSS_FIGURE):
        return -worth
    if kind in (_SHIELD, _WHICH_FIGURE):
        return worth
    power = state.asked
    if controller == power:
        return worth if kind == _CALL_FIGURE else -100 - worth
    value = 100 + 10 * worth // state.defense[figure]
    if figure % _RANKS == 0 and condition_there(options, state, controller, min(state.region, REGIONS - 1), 0):
        value += 60
    if controller == most_dangerous(options, state, power):
        value += 40
    return value


@rule
def region_priority(options: Record, state: Record, region: int) -> int:
    """Where tokens go, figures come from or go to."""
    kind = state.ask
    power = state.asked
    if kind == _OLD_WORLD_REGION:
        return token_wish(options, state, power, region, options.placements[state.drawn_card, state.part, TOKEN_COLUMN])
    if kind == _DIAL_WARPSTONE:
        return token_wish(options, state, power, region, _WARPSTONE)
    if kind == _DIAL_NOBLE:
        return token_wish(options, state, power, region, _NOBLE)
    if kind == _INFLUENCE_REGION:
        return token_wish(options, state, power, region, state.ask_slot)
    if kind == _CALL_REGION:
        return 10 * attack_of(options, state, power, region) + 3
    if kind == _LOSS_REGION:
        return -attack_or_figures(options, state, power, region)
    if kind == _TELEPORT_REGION:
        return teleport_wish(options, state, power, region)
    return 0


@rule
def teleport_wish(options: Record, state: Record, power: int, region: int) -> int:
    """An enemy goes where it does least harm and no condition of its dial is met; an own figure where its own are."""
    slot = state.ask_slot
    owner = power
    for other in range(POWERS):
        if state.control[other] >> slot & 1:
            owner = other
    use = 4 * cultists_of(options, state, owner, region) + options.conquest[region]
    if state.ruin_card[region] != 0:
        use = -5
    elif condition_there(options, state, owner, region, 0):
        use += 10
    if owner != power and is_hunter(options, owner):
        use += 6 * min(prey_of(state, owner, region), 2)
    return use if owner == power else -use


@rule
def token_wish(options: Record, state: Record, power: int, region: int, token: int) -> int:
    """Where a power likes an Old World token to be."""
    mine = cultists_of(options, state, power, region)
    theirs = enemy_presence(options, state, power, region)
    if token in (_NOBLE, _HERO) and power == _SLAANESH:
        fresh = 20 if not condition_there(options, state, power, region, 0) else 5
        return fresh * min(mine, 3) + 2 * mine - theirs
    if token == _WARPSTONE:
        if power == _TZEENTCH:
            missing = 0 if condition_there(options, state, power, region, 0) else 15
            near = 10 if condition_there(options, state, power, region, 1) else 0
            return (missing + near) * min(mine, 3) + 10 * state.tokens[region, _WARPSTONE]
        return 5 * state.corruption[region, power] - 3 * corruption_in(state, region)
    if token == _NOBLE:
        return 6 * attack_or_figures(options, state, power, region) - 3 * theirs
    if token == _HERO:
        return 4 * theirs - 6 * attack_or_figures(options, state, power, region)
    if token == _SKAVEN:
        return 8 * attack_or_figures(options, state, power, region) - 2 * theirs
    if token == _PEASANT:
        return 3 * attack_of(options, state, power, region)
    return 2 * theirs - 3 * attack_or_figures(options, state, power, region)


@part
def attack_or_figures(options: Record, state: Record, power: int, region: int) -> int:
    """A power's presence in a region: its dice and its cultists."""
    return attack_of(options, state, power, region) + cultists_of(options, state, power, region)


@rule
def enemy_presence(options: Record, state: Record, power: int, region: int) -> int:
    """The others' presence in a region."""
    total = enemy_attack(options, state, power, region)
    for seat in range(options.players):
        other = options.power_of[seat]
        if other != power:
            total += cultists_of(options, state, other, region)
    return total


@rule
def other_priority(options: Record, state: Record, action: int, verb: int) -> int:
    """Upgrades, discards, tokens, corruption, victims, yes and no."""
    power = state.asked
    if verb == _TAKE_UPGRADE:
        return _UPGRADE_WISH[PARTS[action, UPGRADE]]
    if verb == _DISCARD:
        return discard_priority(options, state, PARTS[action, CARD])
    if verb == _CHOOSE_CORRUPTION:
        return corruption_priority(options, state, power, PARTS[action, CONTROLLER], PARTS[action, REGION])
    if verb == _CHOOSE_TOKEN:
        return -token_wish(options, state, power, PARTS[action, REGION], PARTS[action, TOKEN])
    if verb == _CHOOSE_POWER:
        rival = PARTS[action, CONTROLLER]
        return 3 * state.hand_size[rival] + state.victory_points[rival] + 3 * state.dial[rival]
    if verb == _HIT_PEASANT:
        return 60
    if verb == _ACCEPT:
        return accept_priority(options, state, power)
    return 0


@rule
def discard_priority(options: Record, state: Record, card: int) -> int:
    """The least useful card goes; before drawing only from a hand that would draw nothing (declining is 0)."""
    useless = 20 - KEEP_VALUE[options.card_effect[card]]
    if state.ask == _DISCARD_BEFORE_DRAW and state.hand_size[state.asked] < _FULL_HAND:
        return useless - 40
    return useless


@rule
def corruption_priority(options: Record, state: Record, power: int, owner: int, region: int) -> int:
    """Take tokens from who would win the region; never one's own if it can be helped."""
    if owner == power:
        return -50
    card = min(state.ruins, RUINATION_CARDS - 1)
    tokens = state.corruption[region, owner]
    value = rank_value(options, state, owner, region, tokens + cultists_of(options, state, owner, region), card)
    return value + state.corruption[region, power]


@rule
def accept_priority(options: Record, state: Record, power: int) -> int:
    """Carry a Warpstone towards where it completes the dial's condition; of two alternatives the quieter one."""
    if state.ask != _CARRY:
        return 1
    there = token_wish(options, state, power, state.ask_region, _WARPSTONE)
    return there - token_wish(options, state, power, state.ask_origin, _WARPSTONE)


@compilation.rule
def prospects(options: Record, state: Record, power: int) -> float:
    """How near a power is to winning, about 0 .. 1: points with what its corruption will bring, or its dial."""
    points = float(state.victory_points[power])
    card = min(state.ruins, RUINATION_CARDS - 1)
    for region in range(REGIONS):
        tokens = state.corruption[region, power]
        if tokens > 0 and state.ruin_card[region] == 0:
            progress = min((corruption_in(state, region) + state.tokens[region, _WARPSTONE]) / options.ruin_at, 1.0)
            expected = rank_value(options, state, power, region, tokens, card) + options.ruiner_points[card]
            points += 0.7 * progress * progress * expected
        elif tokens > 0 and state.ruined_now >> region & 1:
            points += rank_value(options, state, power, region, tokens, state.ruin_card[region] - 1)
    by_points = points / options.victory_points
    by_dial = (state.dial[power] + 0.5 * min(state.advances[power], 2)) / options.dial_end[power]
    high = max(by_points, by_dial)
    return min(0.1 + high * high + 0.2 * min(by_points, by_dial), 2.0)


@compilation.rule
def position_value(options: Record, state: Record, seat: int) -> float:
    """A seat's share of the prospects, the nearest to victory counted most; less as the Old World deck runs out."""
    mine = 0.0
    total = 0.0
    best = 0.0
    for other in range(options.players):
        strength = prospects(options, state, options.power_of[other])
        best = max(best, strength)
        weight = strength * strength * strength
        total += weight
        if other == seat:
            mine = weight
    rounds = state.old_world_left + 1
    somebody = min(0.25 + 0.25 * rounds + 0.5 * best, 1.0)
    return min(max(mine / total * somebody, 0.0), 1.0)
