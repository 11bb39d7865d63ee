"""The corruption phase (rulebook p. 19): step 0 domination, step 1 corruption and ruin, region by region. Nobody decides."""

from __future__ import annotations

from engine.bits import count, lowest
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import FIGURE_TYPES, POWERS, REGIONS, RUINATION_CARDS, Phase, Token
from engine.games.chaos_in_the_old_world.house import House, use_house
from engine.games.chaos_in_the_old_world.old_world_cards import Lasting
from engine.games.chaos_in_the_old_world.options_record import KILLS, MAGIC_TOKENS, POPULOUS_TOKENS
from engine.games.chaos_in_the_old_world.rules.figures import figures_of, to_reserve
from engine.games.chaos_in_the_old_world.rules.old_world import upgrade_amount
from engine.games.chaos_in_the_old_world.rules.pieces import corrupt, corruption_in, score, tally, to_phase, to_step
from engine.games.chaos_in_the_old_world.rules.spaces import (
    amount_here,
    amount_of,
    effect_of,
    has_effect,
    lasting_amount,
    lasting_card,
    magic_symbols,
    owner_of_effect,
)
from engine.games.chaos_in_the_old_world.state import NOBODY
from engine.games.chaos_in_the_old_world.upgrades import Ability
from engine.types import Record

_END = int(Phase.END)
_HERO = int(Token.HERO)
_NOBLE = int(Token.NOBLE)
_PEASANT = int(Token.PEASANT)
_SKAVEN = int(Token.SKAVEN)
_WARPSTONE = int(Token.WARPSTONE)
_ATTACK_DOMINATES = int(Effect.ATTACK_DOMINATES)
_TOKENS_DOMINATE = int(Effect.TOKENS_DOMINATE)
_LESS_RESISTANCE = int(Effect.LESS_RESISTANCE)
_CONSUME_FIGURES = int(Effect.CONSUME_FIGURES)
_TOKENS_FOR_DOMINATION = int(Effect.TOKENS_FOR_DOMINATION)
_FEWER_TOKENS = int(Effect.FEWER_TOKENS)
_NOBILITY_DOMINATES = int(Effect.NOBILITY_DOMINATES)
_FIGURES_IGNORED = int(Effect.FIGURES_IGNORED)
_PEASANTS_RESIST = int(Lasting.PEASANTS_RESIST)
_POPULOUS_RESIST = int(Lasting.POPULOUS_RESIST)
_COUNTS_AS = int(Ability.COUNTS_AS)
_POINTS_PER_RUIN = int(Ability.POINTS_PER_RUIN)
_PHASE_TOKENS_ONLY = int(House.PHASE_TOKENS_ONLY)
_PACT_BINDS_EVERYBODY = int(House.PACT_BINDS_EVERYBODY)
_PACT_BEATS_THRONE = int(House.PACT_BEATS_SKULL_THRONE)
_SKAVEN_FLOOR = int(House.SKAVEN_FLOOR)
_CULTIST_RANK = 0


@rule
def corruption_phase(options: Record, state: Record) -> None:
    """One region of the step."""
    region = state.region
    if region == REGIONS:
        if state.step == 0:
            to_step(state, 1)
        else:
            to_phase(state, _END)
        return
    if state.ruin_card[region] == 0:
        if state.step == 0:
            dominate(options, state, region)
        else:
            corrupt_region(options, state, region)
    state.region += 1


@rule
def resistance(options: Record, state: Record, region: int) -> int:
    """What domination must exceed: Skaven tokens and Influenza lower it, never below 0 (rulebook p. 24; FAQ)."""
    value = options.resistance[region]
    value += lasting_amount(options, state, _PEASANTS_RESIST) * state.tokens[region, _PEASANT]
    if options.populous >> region & 1:
        value += lasting_amount(options, state, _POPULOUS_RESIST)
    value = max(value - amount_here(options, state, region, _LESS_RESISTANCE), 0)
    value -= state.tokens[region, _SKAVEN]
    return value if options.house[_SKAVEN_FLOOR] == 0 else max(value, 0)


@rule
def conquest(options: Record, state: Record, region: int) -> int:
    """The points for dominating a region: one more for each Noble token (rulebook p. 24)."""
    return options.conquest[region] + state.tokens[region, _NOBLE]


@rule
def figures_are_ignored(options: Record, state: Record, region: int, power: int) -> bool:
    """Abyssal Pact: figures don't count, by the house values nobody's, The Skull Throne's neither."""
    if not has_effect(options, state, region, _FIGURES_IGNORED):
        return False
    if options.house[_PACT_BINDS_EVERYBODY] == 0 and owner_of_effect(options, state, region, _FIGURES_IGNORED) == power:
        return False
    return options.house[_PACT_BEATS_THRONE] != 0 or not has_throne(options, state, region, power)


@rule
def has_throne(options: Record, state: Record, region: int, power: int) -> bool:
    """Whether a power's Skull Throne stands in a region."""
    for space in range(2 * region, 2 * region + 2):
        card = state.space[space]
        if card != NOBODY and options.card_power[card] == power and effect_of(options, state, space) == _ATTACK_DOMINATES:
            return True
    return False


@rule
def figures_value(options: Record, state: Record, region: int, power: int) -> int:
    """What a power's figures count for domination: their number, or under The Skull Throne their attack values."""
    if figures_are_ignored(options, state, region, power):
        return 0
    slots = figures_of(state, power, region)
    throne = has_throne(options, state, region, power)
    value = 0
    for figure in range(FIGURE_TYPES):
        number = count(slots & options.group[figure])
        if number == 0:
            continue
        if throne:
            value += number * state.attack[figure]
        elif state.ability[figure] == _COUNTS_AS:
            value += number * state.ability_amount[figure]
        else:
            value += number
    return value


@rule
def domination(options: Record, state: Record, region: int, power: int) -> int:
    """A power's domination value: printed costs of its cards, its figures, and what cards add (rulebook p. 19)."""
    value = figures_value(options, state, region, power)
    for space in range(2 * region, 2 * region + 2):
        card = state.space[space]
        if card != NOBODY and options.card_power[card] == power:
            value += options.card_cost[card]
    aura = amount_of(options, state, region, _TOKENS_DOMINATE, power)
    lies = amount_of(options, state, region, _NOBILITY_DOMINATES, power)
    nobility = state.tokens[region, _HERO] + state.tokens[region, _NOBLE]
    return value + aura * state.corruption[region, power] + lies * nobility


@rule
def dominating_power(options: Record, state: Record, region: int) -> int:
    """The power with the one highest domination value, if that exceeds the resistance; else NOBODY."""
    best = NOBODY
    most = resistance(options, state, region)
    for seat in range(options.players):
        power = options.power_of[seat]
        value = domination(options, state, region, power)
        if value > most:
            best = power
            most = value
        elif value == most:
            best = NOBODY
    return best


@rule
def dominate(options: Record, state: Record, region: int) -> None:
    """The domination step of a region: conquest points, then The Stench of Death."""
    count_pact(options, state, region)
    power = dominating_power(options, state, region)
    if power == NOBODY:
        return
    tally(state.dominations, power, 1)
    score(state, power, conquest(options, state, region), state.domination_points)
    franz = lasting_card(options, state, _POPULOUS_RESIST)
    if franz != NOBODY and options.populous >> region & 1:
        use_house(state, options.house_of_card[franz])
    corrupt(options, state, region, power, amount_of(options, state, region, _TOKENS_FOR_DOMINATION, power))


@rule
def count_pact(options: Record, state: Record, region: int) -> None:
    """Count the house values about Abyssal Pact and Skaven tokens where they decide."""
    if has_effect(options, state, region, _FIGURES_IGNORED):
        owner = owner_of_effect(options, state, region, _FIGURES_IGNORED)
        if figures_of(state, owner, region) != 0:
            use_house(state, _PACT_BINDS_EVERYBODY)
        if has_effect(options, state, region, _ATTACK_DOMINATES):
            use_house(state, _PACT_BEATS_THRONE)
    if state.tokens[region, _SKAVEN] > options.resistance[region]:
        use_house(state, _SKAVEN_FLOOR)


@rule
def corrupt_region(options: Record, state: Record, region: int) -> None:
    """The corruption step of a region: a token for each cultist, dial conditions, ruin (rulebook p. 19)."""
    for power in range(POWERS):
        cultists = count(figures_of(state, power, region) & options.rank_slots[_CULTIST_RANK])
        if cultists > 0:
            fewer = amount_here(options, state, region, _FEWER_TOKENS)
            fewer -= amount_of(options, state, region, _FEWER_TOKENS, power)
            corrupt(options, state, region, power, cultists - fewer)
    for space in range(2 * region, 2 * region + 2):
        if effect_of(options, state, space) == _CONSUME_FIGURES:
            consume_figures(options, state, region, state.space[space])
    for power in range(POWERS):
        if meets_condition(options, state, region, power):
            state.advances[power] += 1
    if corruption_in(state, region) + state.tokens[region, _WARPSTONE] >= options.ruin_at:
        ruin(options, state, region)


@rule
def consume_figures(options: Record, state: Record, region: int, card: int) -> None:
    """A Great Foul Consumption: the owner's figures leave, and every so many of them give a token."""
    power = options.card_power[card]
    slots = figures_of(state, power, region)
    number = count(slots)
    to_reserve(options, state, slots)
    corrupt(options, state, region, power, number // max(options.card_amount[card], 1))


@rule
def meets_condition(options: Record, state: Record, region: int, power: int) -> bool:
    """Whether a power's tokens in this region give it a dial advancement counter (power sheets; FAQ)."""
    when = options.advance_when[power]
    if when == KILLS or state.placed_round[region, power] < options.advance_number[power]:
        return False
    if when == POPULOUS_TOKENS:
        there = options.populous >> region & 1 != 0
    elif when == MAGIC_TOKENS:
        there = magic_symbols(options, state, region) + state.tokens[region, _WARPSTONE] >= options.advance_among[power]
    else:
        there = state.tokens[region, _HERO] + state.tokens[region, _NOBLE] >= options.advance_among[power]
    if not there:
        return False
    counted = state.placed_now[region, power] if when in (POPULOUS_TOKENS, MAGIC_TOKENS) else state.placed_step[region, power]
    if counted >= options.advance_number[power]:
        return True
    use_house(state, _PHASE_TOKENS_ONLY)
    return options.house[_PHASE_TOKENS_ONLY] == 0


@rule
def ruin(options: Record, state: Record, region: int) -> None:
    """The next ruination card comes to a region, and its ruiners score; a sixth region is spared (rulebook p. 20)."""
    if state.ruins == RUINATION_CARDS:
        return
    points = options.ruiner_points[state.ruins]
    state.ruins += 1
    state.ruin_card[region] = state.ruins
    state.ruined_now |= 1 << region
    for power in range(POWERS):
        placed = state.placed_step[region, power] if options.ruiner_by_step else state.placed_round[region, power]
        if placed > 0:
            score(state, power, points, state.ruin_points)
        bounty = upgrade_amount(options, state, power, _POINTS_PER_RUIN)
        if bounty > 0:
            score(state, power, bounty, state.ruin_points)


@rule
def score_ruin(options: Record, state: Record, region: int) -> None:
    """End phase: points for the most and second most corruption of a region that was just ruined (rulebook p. 20)."""
    card = state.ruin_card[region] - 1
    first = options.ruin_first[region, card]
    second = options.ruin_second[region, card]
    leaders = powers_with_most(state, region, (1 << POWERS) - 1)
    if count(leaders) > 1:
        share(state, leaders, (first + second) // count(leaders))
    elif leaders:
        share(state, leaders, first)
        followers = powers_with_most(state, region, ((1 << POWERS) - 1) & ~leaders)
        if followers:
            share(state, followers, second // count(followers))
    for power in range(POWERS):
        state.corruption[region, power] = 0


@rule
def powers_with_most(state: Record, region: int, powers: int) -> int:
    """Of a set of powers those with most corruption tokens in a region; empty if they have none."""
    most = 1
    found = 0
    while powers:
        power = lowest(powers)
        tokens = state.corruption[region, power]
        if tokens > most:
            most = tokens
            found = 0
        if tokens == most:
            found |= 1 << power
        powers &= powers - 1
    return found


@rule
def share(state: Record, powers: int, points: int) -> None:
    """Points for each power of a set."""
    while powers:
        score(state, lowest(powers), points, state.ruin_points)
        powers &= powers - 1
