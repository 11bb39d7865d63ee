"""What playing a Chaos card in a region means to a simple player; by effect, so that new cards with existing effects are
played sensibly too.

A card changes what `region_gain` measures (`changes`), and has a worth of its own in tenths of a victory point (`own_worth`).
"""

from __future__ import annotations

from engine.arrays import table
from engine.bits import count
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import REGIONS
from engine.games.chaos_in_the_old_world.hunting import attack_of, cultists_of, enemy_attack, hunt
from engine.games.chaos_in_the_old_world.inlining import part, rule
from engine.games.chaos_in_the_old_world.rules.pieces import corruption_in
from engine.games.chaos_in_the_old_world.stakes import TICK, condition_there, nobility, tokens_to_come
from engine.games.chaos_in_the_old_world.state import NOBODY
from engine.types import Actions, Record

_ANY_PREY = 99
_CULTIST_RANK = 0
_DAEMON_RANK = 2

_EARLY_DICE = int(Effect.EARLY_DICE)
_NO_CORRUPTION = int(Effect.NO_CORRUPTION)
_ATTACK_DOMINATES = int(Effect.ATTACK_DOMINATES)
_NO_LEAVING = int(Effect.NO_LEAVING)
_CARD_PER_KILL = int(Effect.CARD_PER_KILL)
_SECOND_BATTLE = int(Effect.SECOND_BATTLE)
_CALL_FIGURES = int(Effect.CALL_FIGURES)
_TOKENS_DOMINATE = int(Effect.TOKENS_DOMINATE)
_LESS_RESISTANCE = int(Effect.LESS_RESISTANCE)
_ENEMY_DEFENSE_LESS = int(Effect.ENEMY_DEFENSE_LESS)
_OWN_DEFENSE_MORE = int(Effect.OWN_DEFENSE_MORE)
_CONSUME_FIGURES = int(Effect.CONSUME_FIGURES)
_ROT = int(Effect.ROT)
_REMOVE_CORRUPTION = int(Effect.REMOVE_CORRUPTION)
_TOKENS_FOR_DOMINATION = int(Effect.TOKENS_FOR_DOMINATION)
_TELEPORT = int(Effect.TELEPORT)
_IGNORE_CARDS = int(Effect.IGNORE_CARDS)
_SHIELD = int(Effect.SHIELD)
_DEARER_CARDS = int(Effect.DEARER_CARDS)
_MEDDLE = int(Effect.MEDDLE)
_FEWER_TOKENS = int(Effect.FEWER_TOKENS)
_DRAIN_POWER = int(Effect.DRAIN_POWER)
_PLACE_TOKENS = int(Effect.PLACE_TOKENS)
_MOVE_TOKENS = int(Effect.MOVE_TOKENS)
_NOBILITY_DOMINATES = int(Effect.NOBILITY_DOMINATES)
_TAKE_CONTROL = int(Effect.TAKE_CONTROL)
_NO_BATTLE = int(Effect.NO_BATTLE)
_FIGURES_IGNORED = int(Effect.FIGURES_IGNORED)

KEEP_VALUE = table(
    [0, 9, 5, 3, 3, 4, 7, 6, 6, 6, 4, 5, 3, 7, 4, 9, 6, 4, 5, 3, 4, 3, 7, 9, 8, 8, 7, 9, 7, 8, 3],
    "i1",
)
"""By effect: how gladly a card is kept when others have to be discarded."""

CHANGES = 6
MORE, LESS_RESISTANCE, CULTISTS, TOKENS, SYMBOLS, DICE = range(CHANGES)
"""What `changes` writes: the arguments of `region_gain`."""


@rule
def changes(options: Record, state: Record, power: int, card: int, region: int, out: Actions) -> None:
    """What a card changes in what a region is worth: domination, resistance, cultists, tokens, symbols, dice."""
    effect = options.card_effect[card]
    amount = options.card_amount[card]
    slots = state.at[region]
    mine = slots & state.control[power]
    for i in range(CHANGES):
        out[i] = 0
    out[MORE] = options.card_cost[card]
    out[SYMBOLS] = options.card_magic[card]
    if effect == _EARLY_DICE:
        out[DICE] = amount
    elif effect == _ATTACK_DOMINATES:
        out[MORE] += attack_of(options, state, power, region) - count(mine)
    elif effect == _TOKENS_DOMINATE:
        out[MORE] += amount * state.corruption[region, power]
    elif effect == _LESS_RESISTANCE:
        out[LESS_RESISTANCE] = amount
    elif effect == _CONSUME_FIGURES:
        out[TOKENS] = count(mine) // max(amount, 1)
    elif effect == _TOKENS_FOR_DOMINATION:
        out[TOKENS] = amount if count(mine) >= count(slots & ~mine) else 0
    elif effect == _PLACE_TOKENS:
        out[TOKENS] = amount
    elif effect == _NOBILITY_DOMINATES:
        out[MORE] += amount * nobility(state, region)
    elif effect == _TAKE_CONTROL and slots & ~mine:
        out[MORE] += 2
        out[CULTISTS] = 1 if slots & ~mine & options.rank_slots[_CULTIST_RANK] else 0


@rule
def rival_ticks(options: Record, state: Record, power: int, region: int) -> int:
    """How many others would advance their dials with the tokens that they are about to place here."""
    ticks = 0
    for seat in range(options.players):
        other = options.power_of[seat]
        placed = cultists_of(options, state, other, region)
        if other != power and placed > 0 and placed >= options.advance_number[other]:
            ticks += condition_there(options, state, other, region, 0)
    return ticks


@rule
def own_worth(options: Record, state: Record, power: int, card: int, region: int) -> int:
    """What a card is worth beyond its changes; below 0 where it is wasted."""
    effect = options.card_effect[card]
    if effect <= _CALL_FIGURES:
        return warlike_worth(options, state, power, region, effect)
    if effect <= _TOKENS_FOR_DOMINATION:
        return plague_worth(options, state, power, region, effect)
    if effect <= _DRAIN_POWER:
        return sorcery_worth(options, state, power, region, effect)
    return lust_worth(options, state, power, region, effect)


@rule
def warlike_worth(options: Record, state: Record, power: int, region: int, effect: int) -> int:
    """Effects of Khorne's cards."""
    enemies = count(state.at[region] & ~state.control[power])
    dice = attack_of(options, state, power, region)
    if effect == _EARLY_DICE:
        return 3 if enemies > 0 else -5
    if effect == _NO_CORRUPTION:
        mine = cultists_of(options, state, power, region)
        rivals = tokens_to_come(options, state, region) - mine
        return 5 * rivals + 15 * rival_ticks(options, state, power, region) - 8 * mine - 4
    if effect == _NO_LEAVING:
        return 3 * min(enemies, dice) - 2
    if effect == _CARD_PER_KILL:
        return 5 * min(enemies, dice * 6 // 10) - 2
    if effect == _SECOND_BATTLE:
        return min(4 * dice, 10 * enemies) - 3 if enemies > 1 else -4
    if effect == _CALL_FIGURES:
        return call_worth(options, state, power, region)
    return -2


@rule
def call_worth(options: Record, state: Record, power: int, region: int) -> int:
    """The Blood God's Call: worth most where dice wait and the called ones are prey, or the other way round."""
    best = -3
    here = count(state.at[region] & ~state.control[power])
    for other in range(REGIONS):
        there = count(state.at[other] & ~state.control[power])
        if other == region or state.at[other] == 0:
            continue
        if attack_of(options, state, power, region) > 1 and here == 0 and there > 0:
            best = TICK[power] * 6 // 10
        if attack_of(options, state, power, other) > 1 and there == 0 and here > 0:
            best = TICK[power] * 6 // 10
    return best


@rule
def plague_worth(options: Record, state: Record, power: int, region: int, effect: int) -> int:
    """Effects of Nurgle's cards."""
    others = state.at[region] & ~state.control[power]
    mine = count(state.at[region] & state.control[power])
    tokens = state.corruption[region, power]
    if effect == _ENEMY_DEFENSE_LESS:
        return min(count(others), attack_of(options, state, power, region)) - 1
    if effect == _OWN_DEFENSE_MORE:
        denied = hunt(options, state, power, region, 2) * 3 // 10 if mine > 0 else 0
        return 3 * min(mine, enemy_attack(options, state, power, region)) - 2 + denied
    if effect == _CONSUME_FIGURES:
        return -6 * mine
    if effect == _ROT:
        return 7 * min(count(others & ~options.rank_slots[_DAEMON_RANK]), tokens) - 3
    if effect == _REMOVE_CORRUPTION:
        return 4 if corruption_in(state, region) > tokens else -8
    return -2


@rule
def sorcery_worth(options: Record, state: Record, power: int, region: int, effect: int) -> int:
    """Effects of Tzeentch's cards."""
    others = state.at[region] & ~state.control[power]
    mine = count(state.at[region] & state.control[power])
    rivals = count(others & options.rank_slots[_CULTIST_RANK])
    if effect == _TELEPORT:
        small = others & ~options.rank_slots[_DAEMON_RANK]
        denied = hunt(options, state, power, region, _ANY_PREY) * 3 // 10
        return 7 + 8 * rival_ticks(options, state, power, region) + denied if small else -3 - 8 * mine
    if effect == _IGNORE_CARDS:
        return 6 * rival_cards(options, state, power, region) - 1
    if effect == _SHIELD:
        denied = hunt(options, state, power, region, 1) * 6 // 10
        return 4 * min(enemy_attack(options, state, power, region), 3) - 1 + denied if mine > 0 else -2
    if effect == _DEARER_CARDS:
        return min(mine, 3)
    if effect == _MEDDLE:
        return 7 if others else -4
    if effect == _FEWER_TOKENS:
        return 5 * min(rivals, 3) + 10 * rival_ticks(options, state, power, region)
    if effect == _DRAIN_POWER:
        return 8 + 7 * min(rivals, 3)
    return min(mine, 2)


@rule
def rival_cards(options: Record, state: Record, power: int, region: int) -> int:
    """Cards of others in a region."""
    cards = 0
    for space in range(2 * region, 2 * region + 2):
        card = state.space[space]
        if card != NOBODY:
            cards += options.card_power[card] != power
    return cards


@rule
def lust_worth(options: Record, state: Record, power: int, region: int, effect: int) -> int:
    """Effects of Slaanesh's cards."""
    enemies = count(state.at[region] & ~state.control[power])
    mine = count(state.at[region] & state.control[power])
    if effect == _MOVE_TOKENS:
        return influence_worth(options, state, power, region)
    if effect == _TAKE_CONTROL:
        return 8 + hunt(options, state, power, region, _ANY_PREY) * 4 // 10 if enemies > 0 else -6
    if effect == _NO_BATTLE:
        denied = hunt(options, state, power, region, _ANY_PREY) * 4 // 10
        return 5 * min(mine, enemy_attack(options, state, power, region)) - 4 + denied
    if effect == _FIGURES_IGNORED:
        return 2 * min(enemies - mine, 4) - 2
    return -2


@rule
def influence_worth(options: Record, state: Record, power: int, region: int) -> int:
    """Dark Influence: a Noble or Hero from where it does not help to where cultists wait for one."""
    here = nobility(state, region)
    if here == 0:
        return -4
    if cultists_of(options, state, power, region) > 0 and here < 2:
        return -2
    best = 0
    for other in range(REGIONS):
        if other != region and state.ruin_card[other] == 0 and nobility(state, other) == 0:
            best = max(best, 9 * min(cultists_of(options, state, power, other), 2))
    return best - 1


@rule
def most_dangerous(options: Record, state: Record, power: int) -> int:
    """The rival who is nearest to victory, by points or by his dial; the other of the two counts a little."""
    best = NOBODY
    most = -1
    for seat in range(options.players):
        other = options.power_of[seat]
        by_dial = options.victory_points * state.dial[other] // options.dial_end[other]
        by_points = state.victory_points[other]
        standing = 4 * max(by_points, by_dial) + min(by_points, by_dial)
        if other != power and standing > most:
            best = other
            most = standing
    return best


@part
def figure_worth(state: Record, figure: int) -> int:
    """What a figure of a type is worth on the board."""
    return 8 + 4 * state.cost[figure] + 3 * state.attack[figure]
