"""The summoning phase: one figure or one card a turn, in power order, until all power points are gone (rulebook p. 11).

`turn` is the power whose turn it is. Effects of cards when they are played are in `now.py`.
"""

from __future__ import annotations

from engine.bits import lowest
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.actions import (
    CARD,
    FIGURE,
    ORIGIN,
    PARTS,
    PLAY_FIRST,
    REGION,
    SIDE,
    SUMMON_FIRST,
)
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import ADJACENT, ALL_REGIONS, FIGURE_TYPES, POWERS, REGIONS, RESERVE, Phase, Token
from engine.games.chaos_in_the_old_world.house import House, use_house
from engine.games.chaos_in_the_old_world.old_world_cards import Lasting
from engine.games.chaos_in_the_old_world.rules.figures import (
    all_alike,
    figures_of,
    on_board,
    regions_with,
    relocate,
    settle_type,
)
from engine.games.chaos_in_the_old_world.rules.now import play_effect
from engine.games.chaos_in_the_old_world.rules.pieces import (
    answered,
    ask,
    corrupt,
    corruption_in,
    put_token,
    take_token,
    tally,
    to_phase,
)
from engine.games.chaos_in_the_old_world.rules.spaces import (
    amount_of,
    event_card,
    has_effect,
    lasting_amount,
    owner_of_effect,
    space_is_open,
)
from engine.games.chaos_in_the_old_world.state import NOBODY, Ask
from engine.games.chaos_in_the_old_world.upgrades import Ability
from engine.types import Actions, Record, Trace

_BATTLE = int(Phase.BATTLE)
_WARPSTONE = int(Token.WARPSTONE)
_NO_LEAVING = int(Effect.NO_LEAVING)
_DEARER_CARDS = int(Effect.DEARER_CARDS)
_FREE_IF_CORRUPTED = int(Effect.FREE_IF_CORRUPTED)
_IGNORE_CARDS = int(Effect.IGNORE_CARDS)
_DEARER_FIGURES = int(Lasting.DEARER_FIGURES)
_NO_MAGIC = int(Lasting.NO_MAGIC)
_FREE_IF_ALONE = int(Ability.FREE_IF_ALONE)
_CORRUPT_ON_SUMMON = int(Ability.CORRUPT_ON_SUMMON)
_CARRY_WARPSTONE = int(Ability.CARRY_WARPSTONE)
_CARD_SPACE = int(Ability.CARD_SPACE)
_SUMMONING = int(Ask.SUMMONING)
_WHICH_FIGURE = int(Ask.WHICH_FIGURE)
_ASK_CARRY = int(Ask.CARRY)
_ASK_CARD_SPACE = int(Ask.CARD_SPACE)
_CONTROLLED_FIGURES_SUMMONED = int(House.CONTROLLED_FIGURES_SUMMONED)
_HORROR_OWNER_PLAYS = int(House.HORROR_OWNER_PLAYS)
_RANKS = 3


@rule
def summoning_phase(options: Record, state: Record) -> None:
    """The next turn: the next power in order that has power points left; with none the phase is over."""
    for _ in range(POWERS):
        power = state.turn
        if options.seat_of[power] != NOBODY and state.power_points[power] > 0:
            ask(options, state, _SUMMONING, power)
            return
        next_turn(state)
    to_phase(state, _BATTLE)


@rule
def next_turn(state: Record) -> None:
    """On to the next power."""
    state.turn = state.turn + 1 if state.turn + 1 < POWERS else 0


@rule
def pass_turn(state: Record) -> None:
    """A pass sets the power points to 0 (rulebook p. 11)."""
    power = state.asked
    answered(state)
    state.power_points[power] = 0
    next_turn(state)


@rule
def reach(state: Record, power: int) -> int:
    """Regions that a power can summon to: where its figures stand and next to them; anywhere if it has none (p. 12)."""
    present = regions_with(state, state.control[power])
    if present == 0:
        return ALL_REGIONS
    regions = present
    while present:
        regions |= ADJACENT[lowest(present)]
        present &= present - 1
    return regions


@rule
def can_leave(options: Record, state: Record, region: int, power: int) -> bool:
    """Whether a power's figures can leave a region: Field of Carnage holds all but its owner's."""
    if not has_effect(options, state, region, _NO_LEAVING):
        return True
    return owner_of_effect(options, state, region, _NO_LEAVING) == power


@rule
def summon_cost(options: Record, state: Record, figure: int, region: int, power: int, spent: bool) -> int:
    """What a power pays to summon a figure into a region; `spent`: it was summoned free this round already."""
    if state.ability[figure] == _FREE_IF_ALONE and not spent and figures_of(state, power, region) == 0:
        return 0
    cost = state.cost[figure]
    if event_card(options, state, region, _DEARER_FIGURES) != NOBODY:
        cost += lasting_amount(options, state, _DEARER_FIGURES)
    return cost


@rule
def affordable(options: Record, state: Record, figure: int, slots: int, power: int, regions: int) -> int:
    """Those of these regions into which a power can pay for one of the figures in `slots`, all of one type."""
    fresh = slots & ~state.spent != 0
    paid = 0
    while regions:
        region = lowest(regions)
        if summon_cost(options, state, figure, region, power, not fresh) <= state.power_points[power]:
            paid |= 1 << region
        regions &= regions - 1
    return paid


@rule
def summonable(options: Record, state: Record, figure: int, power: int) -> int:
    """The figures of a type that a power may summon: its own, and by the house value those that it controls."""
    slots = options.group[figure] & state.control[power]
    if figure // _RANKS != power and options.house[_CONTROLLED_FIGURES_SUMMONED] == 0:
        return 0
    return slots


@rule
def prices_vary(options: Record, state: Record, figure: int) -> bool:
    """Whether the cost of a type depends on where it is summoned to."""
    if state.ability[figure] == _FREE_IF_ALONE:
        return True
    return lasting_amount(options, state, _DEARER_FIGURES) > 0


@rule
def put_summons(options: Record, state: Record, power: int, out: Actions, n: int) -> int:
    """Append every summons that a power can make: type, origin, region."""
    regions = reach(state, power)
    board = on_board(state)
    for figure in range(FIGURE_TYPES):
        slots = summonable(options, state, figure, power)
        if slots == 0:
            continue
        vary = prices_vary(options, state, figure)
        if not vary and state.cost[figure] > state.power_points[power]:
            continue
        for origin in range(REGIONS):
            here = slots & state.at[origin]
            if here and can_leave(options, state, origin, power):
                goals = regions & ~(1 << origin)
                if vary:
                    goals = affordable(options, state, figure, here, power, goals)
                n = put_goals(SUMMON_FIRST + (figure * (REGIONS + 1) + origin) * REGIONS, goals, out, n)
        reserve = slots & ~board
        if reserve:
            goals = affordable(options, state, figure, reserve, power, regions) if vary else regions
            n = put_goals(SUMMON_FIRST + (figure * (REGIONS + 1) + RESERVE) * REGIONS, goals, out, n)
    return n


@rule
def put_goals(first: int, members: int, out: Actions, n: int) -> int:
    """Append action `first + m` for each member m of a set; returns the number of actions."""
    while members:
        out[n] = first + lowest(members)
        n += 1
        members &= members - 1
    return n


@rule
def summon(options: Record, state: Record, action: int) -> None:
    """Take the figure that is meant, or ask which one where they differ."""
    figure = PARTS[action, FIGURE]
    origin = PARTS[action, ORIGIN]
    region = PARTS[action, REGION]
    power = state.asked
    slots = summon_candidates(options, state, figure, origin, region, power)
    answered(state)
    if all_alike(state, slots):
        summon_figure(options, state, lowest(slots), origin, region, power)
        return
    ask(options, state, _WHICH_FIGURE, power)
    state.ask_region = region
    state.ask_origin = origin
    state.ask_slot = figure


@rule
def summon_candidates(options: Record, state: Record, figure: int, origin: int, region: int, power: int) -> int:
    """The figures that a summons of type, origin and region can mean and that the power can pay for."""
    slots = summonable(options, state, figure, power)
    slots &= ~on_board(state) if origin == RESERVE else state.at[origin]
    if summon_cost(options, state, figure, region, power, True) > state.power_points[power]:
        slots &= ~state.spent
    return slots


@rule
def summon_figure(options: Record, state: Record, slot: int, origin: int, region: int, power: int) -> None:
    """Pay for a figure and place it; then what its upgrade does (rulebook p. 12)."""
    figure = options.type_of_slot[slot]
    spent = state.spent >> slot & 1 != 0
    cost = summon_cost(options, state, figure, region, power, spent)
    state.power_points[power] -= cost
    dearer = event_card(options, state, region, _DEARER_FIGURES)
    if dearer != NOBODY and cost > 0:
        use_house(state, options.house_of_card[dearer])
    if figure // _RANKS != power:
        use_house(state, _CONTROLLED_FIGURES_SUMMONED)
    ability = state.ability[figure]
    if ability == _FREE_IF_ALONE and not spent and figures_of(state, power, region) == 0:
        state.spent |= 1 << slot
    relocate(options, state, slot, region)
    next_turn(state)
    if ability == _CORRUPT_ON_SUMMON:
        corrupt(options, state, region, power, state.ability_amount[figure])
    elif ability == _CARRY_WARPSTONE:
        offer_warpstone(options, state, origin, region, power)
    elif ability == _CARD_SPACE:
        offer_card_space(options, state, figure, region, power)


@rule
def offer_warpstone(options: Record, state: Record, origin: int, region: int, power: int) -> None:
    """Upgraded Acolytes: may carry a Warpstone along, not into a ruined region."""
    if origin != RESERVE and state.tokens[origin, _WARPSTONE] > 0 and state.ruin_card[region] == 0:
        ask(options, state, _ASK_CARRY, power)
        state.ask_origin = origin
        state.ask_region = region


@rule
def carry_warpstone(options: Record, state: Record, carried: bool) -> None:
    """The Warpstone comes along, or not."""
    origin = state.ask_origin
    region = state.ask_region
    answered(state)
    if carried:
        take_token(state, origin, _WARPSTONE)
        put_token(state, region, _WARPSTONE, 1)


@rule
def empty_sides(options: Record, state: Record, region: int) -> int:
    """The card spaces of a region, as a set of sides, that are empty, open and without a Horror."""
    sides = 0
    for side in range(2):
        if space_is_open(options, state, 2 * region + side, NOBODY):
            sides |= 1 << side
    return sides


@rule
def offer_card_space(options: Record, state: Record, figure: int, region: int, power: int) -> None:
    """Upgraded Horrors: may stand on an empty card space."""
    if empty_sides(options, state, region) != 0:
        ask(options, state, _ASK_CARD_SPACE, power)
        state.ask_region = region
        state.ask_slot = figure


@rule
def stand_on_space(options: Record, state: Record, side: int) -> None:
    """A figure of the type that was summoned goes onto a card space; they are alike, so it is the first plain one there."""
    figure = state.ask_slot
    here = state.at[state.ask_region] & options.group[figure] & state.control[state.asked]
    here &= ~(state.on_left | state.on_right)
    answered(state)
    if here == 0:
        return
    if side == 0:
        state.on_left |= here & -here
    else:
        state.on_right |= here & -here
    settle_type(options, state, figure)


@rule
def card_cost(options: Record, state: Record, card: int, region: int, power: int) -> int:
    """What a power pays to play a card into a region (domination still counts the printed cost, rulebook p. 13)."""
    cost = options.card_cost[card]
    corrupted = corruption_in(state, region) >= options.card_amount[card]
    if options.card_effect[card] == _FREE_IF_CORRUPTED and corrupted and not has_effect(options, state, region, _IGNORE_CARDS):
        cost = 0
    for other in range(POWERS):
        if other != power:
            cost += amount_of(options, state, region, _DEARER_CARDS, other)
    return cost


@rule
def magic_is_barred(options: Record, state: Record, card: int, region: int) -> bool:
    """Teclis: no card with a magic symbol into his Event region."""
    return options.card_magic[card] != 0 and event_card(options, state, region, _NO_MAGIC) != NOBODY


@rule
def open_spaces(options: Record, state: Record, power: int) -> int:
    """The card spaces that a power can play a card onto, as a set."""
    spaces = 0
    for region in range(REGIONS):
        if state.ruin_card[region] == 0:
            for space in range(2 * region, 2 * region + 2):
                if space_is_open(options, state, space, power):
                    spaces |= 1 << space
    return spaces


@rule
def put_plays(options: Record, state: Record, power: int, out: Actions, n: int) -> int:
    """Append every way to play a card from a power's hand: card, region, card space."""
    if state.hand_size[power] == 0:
        return n
    spaces = open_spaces(options, state, power)
    for card in range(options.first_card[power], options.last_card[power] + 1):
        if state.hand[card] == 0 or options.card_power[card] != power:
            continue
        rest = spaces
        while rest:
            region = lowest(rest) // 2
            both = rest & (3 << (2 * region))
            rest &= ~both
            if card_cost(options, state, card, region, power) > state.power_points[power]:
                continue
            if not magic_is_barred(options, state, card, region):
                n = put_goals(PLAY_FIRST + card * 2 * REGIONS, both, out, n)
    return n


@rule
def play_card(options: Record, state: Record, action: int, trace: Trace) -> None:
    """Pay for a card, lay it on its space, and do what it does when it is played (rulebook p. 12)."""
    card = PARTS[action, CARD]
    region = PARTS[action, REGION]
    space = 2 * region + PARTS[action, SIDE]
    power = state.asked
    answered(state)
    standing = state.at[region] & (state.on_right if space & 1 else state.on_left)
    if standing:
        use_house(state, _HORROR_OWNER_PLAYS)
    state.power_points[power] -= card_cost(options, state, card, region, power)
    state.hand[card] -= 1
    state.hand_size[power] -= 1
    state.space[space] = card
    tally(state.played, card, 1)
    if state.first_round[card] == 0:
        state.first_round[card] = state.round_number
    next_turn(state)
    play_effect(options, state, space, power, trace)


@rule
def summoning_choices(options: Record, state: Record, out: Actions) -> int:
    """Everything that the power whose turn it is can do."""
    power = state.asked
    out[0] = 0
    n = put_summons(options, state, power, out, 1)
    return put_plays(options, state, power, out, n)
