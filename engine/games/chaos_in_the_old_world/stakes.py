"""What a power can expect of a region this round, in tenths of a victory point: the measure behind `greedy`'s priorities.

Three parts: domination, corruption with ruin and the power's own dial condition, and battle. `region_gain` says what a change
to a region is worth. It is the one function here that knows the rules of domination: each further place of call costs seconds
of compilation; so do constant loops around much code, which LLVM unrolls, hence loops over seats.
"""

from __future__ import annotations

from engine.arrays import table
from engine.bits import count
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import RUINATION_CARDS, Token
from engine.games.chaos_in_the_old_world.hunting import (
    HIT_CHANCE,
    attack_of,
    bystanders,
    cultists_of,
    dice_against,
)
from engine.games.chaos_in_the_old_world.inlining import part, rule
from engine.games.chaos_in_the_old_world.options_record import KILLS, MAGIC_TOKENS, NOBILITY_TOKENS, POPULOUS_TOKENS
from engine.games.chaos_in_the_old_world.rules.corruption import conquest, domination, resistance
from engine.games.chaos_in_the_old_world.rules.pieces import corruption_in, may_corrupt
from engine.games.chaos_in_the_old_world.rules.spaces import amount_here, amount_of, has_effect, magic_symbols
from engine.games.chaos_in_the_old_world.state import NOBODY
from engine.types import Record

_HERO = int(Token.HERO)
_NOBLE = int(Token.NOBLE)
_WARPSTONE = int(Token.WARPSTONE)
_FEWER_TOKENS = int(Effect.FEWER_TOKENS)
_MOVE_TOKENS = int(Effect.MOVE_TOKENS)
_NO_BATTLE = int(Effect.NO_BATTLE)
_CULTIST_RANK = 0

TICK = table([46, 32, 50, 34], "i1")
"""By power: what a tick of its dial is worth. Khorne lives by his dial, Nurgle by points (rulebook p. 28)."""
_NEAR = table([50, 35, 70, 50], "i1")
"""By power: percent of a domination that is worth its share while more figures are needed, but not beyond reach."""
_FAR = table([17, 17, 8, 17], "i1")
"""The same where they are beyond this round's power points."""
_DOMINATION_WEIGHT = table([6, 11, 9, 9], "i1")
_TOKEN_VALUE = table([5, 8, 7, 7], "i1")
_KILL_VALUE = table([5, 3, 3, 3], "i1")
_HOPE = 80
"""Percent of a tick's worth that a region has whose condition cards in hand can complete; less if several are missing."""


@part
def nobility(state: Record, region: int) -> int:
    """Hero and Noble tokens in a region."""
    return state.tokens[region, _HERO] + state.tokens[region, _NOBLE]


@rule
def condition_there(options: Record, state: Record, power: int, region: int, more: int) -> bool:
    """Whether tokens of the power in this region can advance its dial, with `more` symbols or such tokens."""
    when = options.advance_when[power]
    if when == KILLS:
        return False
    if when == POPULOUS_TOKENS:
        return options.populous >> region & 1 != 0
    if when == MAGIC_TOKENS:
        symbols = magic_symbols(options, state, region) + state.tokens[region, _WARPSTONE]
        return symbols + more >= options.advance_among[power]
    return nobility(state, region) + more >= options.advance_among[power]


@rule
def cards_with(options: Record, state: Record, power: int, effect: int) -> int:
    """Cards in a power's hand with an effect; with a magic symbol if `effect` is NOBODY."""
    found = 0
    for card in range(options.first_card[power], options.last_card[power] + 1):
        if state.hand[card] > 0:
            fits = options.card_magic[card] > 0 if effect == NOBODY else options.card_effect[card] == effect
            if fits:
                found += state.hand[card]
    return found


@rule
def hope_there(options: Record, state: Record, power: int, region: int, more: int) -> int:
    """How far cards in hand can complete the condition of the dial in a region, with `more` symbols played; percent."""
    when = options.advance_when[power]
    if when == NOBILITY_TOKENS:
        return 50 if nobility(state, region) == 0 and cards_with(options, state, power, _MOVE_TOKENS) > 0 else 0
    if when != MAGIC_TOKENS:
        return 0
    spaces = -more
    for space in range(2 * region, 2 * region + 2):
        spaces += state.space[space] == NOBODY
    have = magic_symbols(options, state, region) + state.tokens[region, _WARPSTONE] + more
    if have + min(spaces, cards_with(options, state, power, NOBODY) - more) < options.advance_among[power]:
        return 0
    return 100 * (have + 1) // (options.advance_among[power] + 1)


@part
def tokens_to_come(options: Record, state: Record, region: int) -> int:
    """The corruption tokens that all cultists in a region would place now."""
    return count(state.at[region] & options.rank_slots[_CULTIST_RANK])


@rule
def rank_value(options: Record, state: Record, power: int, region: int, tokens: int, card: int) -> int:
    """Points for a ruined region's most or second most corruption if the power had `tokens` there."""
    ahead = 0
    level = 0
    for seat in range(options.players):
        other = options.power_of[seat]
        if other == power:
            continue
        theirs = state.corruption[region, other] + cultists_of(options, state, other, region)
        ahead += theirs > tokens
        level += theirs == tokens
    if tokens == 0 or ahead > 1:
        return 0
    if ahead == 1:
        return options.ruin_second[region, card] // (1 + level)
    if level > 0:
        return (options.ruin_first[region, card] + options.ruin_second[region, card]) // (1 + level)
    return options.ruin_first[region, card]


@rule
def domination_points(power: int, points: int, mine: int, goal: int, reach: int) -> int:
    """Points for domination, if the power has it; else a part of them for coming near."""
    worth = _DOMINATION_WEIGHT[power] * points
    if mine <= 0:
        return 0
    if mine > goal:
        return worth + min(mine - goal - 1, 2) * worth // 10
    part = _NEAR[power] if goal + 1 - mine <= reach else _FAR[power]
    return worth * mine * part // (100 * (goal + 1))


@rule
def tick_points(options: Record, state: Record, power: int, region: int, placed: int, hope: int) -> int:
    """What tokens are worth for the power's dial; `hope`: percent of the condition that is met, or can still be met.

    Enough tokens are worth the tick if as many cultists outlive the battle.
    """
    number = options.advance_number[power]
    worth = TICK[power] * hope // 100
    if placed < number:
        return worth * placed // (2 * number + 1)
    dice = dice_against(options, state, power, region)
    spare = min(placed - number + bystanders(options, state, power, region) // 2, 3)
    return worth * (100 - HIT_CHANCE[dice, spare]) // 100


@rule
def corruption_points(options: Record, state: Record, power: int, region: int, placed: int, more: int, symbols: int) -> int:
    """Corruption: what tokens are worth, the dial if its condition can be met there, and ruin now or later."""
    value = 0
    if condition_there(options, state, power, region, symbols):
        value += tick_points(options, state, power, region, placed, 100)
    elif options.advance_when[power] != KILLS:
        hope = _HOPE * hope_there(options, state, power, region, symbols) // 100
        value += tick_points(options, state, power, region, placed, hope) - placed
    card = min(state.ruins, RUINATION_CARDS - 1)
    total = corruption_in(state, region) + state.tokens[region, _WARPSTONE] + tokens_to_come(options, state, region) + more
    share = rank_value(options, state, power, region, state.corruption[region, power] + placed, card)
    if total >= options.ruin_at:
        return value + 10 * (options.ruiner_points[card] + share)
    tokens = placed * _TOKEN_VALUE[power] + min(placed, 3) * share * min(total, options.ruin_at) // options.ruin_at
    fire = 85 * dice_against(options, state, power, region)
    left = max(100 - fire // (placed + bystanders(options, state, power, region)), 0)
    return value + tokens * left // 100


@rule
def battle_points(options: Record, state: Record, power: int, region: int, dice: int) -> int:
    """Kills: for who lives by them the dial, for the others what the enemy loses."""
    enemies = count(state.at[region] & ~state.control[power] & ~state.shielded)
    if dice <= 0 or enemies == 0 or has_effect(options, state, region, _NO_BATTLE):
        return 0
    value = _KILL_VALUE[power] * min(dice * 6, enemies * 10) // 10
    if options.advance_when[power] == KILLS and state.killed_in[region, power] == 0:
        value += TICK[power] * HIT_CHANCE[min(dice, 8), 0] // 100
    return value


@part
def tokens_placed(options: Record, state: Record, power: int, region: int, cultists: int) -> int:
    """The tokens that a power's cultists, and so many more, would place in a region."""
    fewer = amount_here(options, state, region, _FEWER_TOKENS) - amount_of(options, state, region, _FEWER_TOKENS, power)
    return max(cultists_of(options, state, power, region) + cultists - fewer, 0)


@rule
def region_gain(
    options: Record,
    state: Record,
    power: int,
    region: int,
    more: int,
    less_resistance: int,
    cultists: int,
    tokens: int,
    symbols: int,
    dice: int,
) -> int:
    """What changes to a region are worth: `more` domination, cultists, corruption tokens, symbols, dice, less resistance."""
    attack = attack_of(options, state, power, region)
    gain = battle_points(options, state, power, region, attack + dice) - battle_points(options, state, power, region, attack)
    if state.ruin_card[region] != 0:
        return gain
    mine = 0
    rival = 0
    for seat in range(options.players):
        other = options.power_of[seat]
        value = domination(options, state, region, other)
        if other == power:
            mine = value
        else:
            rival = max(rival, value)
    held = resistance(options, state, region)
    reach = state.power_points[power] + 1
    points = conquest(options, state, region)
    gain += domination_points(power, points, mine + more, max(held - less_resistance, rival), reach)
    gain -= domination_points(power, points, mine, max(held, rival), reach)
    if (cultists == 0 and tokens == 0 and symbols == 0) or not may_corrupt(options, state, region):
        return gain
    for k in range(min(options.players, 2)):  # now and then; not a constant, or the loop would be unrolled and compile long
        placed = tokens_placed(options, state, power, region, k * cultists) + k * tokens
        if placed > 0:
            value = corruption_points(options, state, power, region, placed, k * (cultists + tokens), k * symbols)
            gain += value if k == 1 else -value
    return gain
