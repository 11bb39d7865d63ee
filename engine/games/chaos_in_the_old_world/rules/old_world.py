"""The Old World phase (rulebook p. 9), and the draw phase that follows it (p. 11).

Steps of the Old World phase: 0 draw a card, 1 its immediate effects, 2 to the track. `part` counts the card's placements,
`left` the regions that a placement still needs, `used` holds the regions that the card has used.
"""

from __future__ import annotations

from engine.bits import count, lowest
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.data import ADJACENT, ALL_REGIONS, POWERS, REGIONS, TRACK, Phase, Token
from engine.games.chaos_in_the_old_world.house import House, use_house
from engine.games.chaos_in_the_old_world.old_world_cards import Once, Where
from engine.games.chaos_in_the_old_world.options_record import (
    EACH_COLUMN,
    NUMBER_COLUMN,
    OTHERS_COLUMN,
    REGIONS_COLUMN,
    TOKEN_COLUMN,
    WHERE_COLUMN,
)
from engine.games.chaos_in_the_old_world.rules.pieces import (
    answered,
    ask,
    corruption_in,
    draw_cards,
    lowest_threat,
    put_token,
    score,
    take_token,
    to_phase,
    to_step,
)
from engine.games.chaos_in_the_old_world.rules.spaces import space_is_open
from engine.games.chaos_in_the_old_world.state import NOBODY, Ask, Chance
from engine.games.chaos_in_the_old_world.upgrades import UPGRADE_CARDS, Ability
from engine.trace import EVERYBODY, note1
from engine.types import Record, Trace

_DRAW = int(Phase.DRAW)
_SUMMONING = int(Phase.SUMMONING)
_EVENT = int(Token.EVENT)
_WARPSTONE = int(Token.WARPSTONE)

_FIXED = int(Where.FIXED)
_EITHER = int(Where.EITHER)
_NEAR_WARPSTONE = int(Where.NEAR_WARPSTONE)
_WITHOUT_SUCH = int(Where.WITHOUT_SUCH)
_MOST_CORRUPTION = int(Where.MOST_CORRUPTION)

_SCORE_PEASANTS = int(Once.SCORE_PEASANTS)
_CLOSE_SPACE = int(Once.CLOSE_SPACE)

_OLD_WORLD_REGION = int(Ask.OLD_WORLD_REGION)
_OLD_WORLD_EITHER = int(Ask.OLD_WORLD_EITHER)
_OLD_WORLD_SPACE = int(Ask.OLD_WORLD_SPACE)
_DISCARD_BEFORE_DRAW = int(Ask.DISCARD_BEFORE_DRAW)

_OLD_WORLD_CARD = int(Chance.OLD_WORLD_CARD)
_POWER_POINTS = int(Ability.POWER_POINTS)
_CARDS = int(Ability.CARDS)
_COMETS_CLEAR = int(House.COMETS_CLEAR)


@rule
def old_world_phase(options: Record, state: Record, trace: Trace) -> None:
    """One step of the phase."""
    if state.step == 0:
        draw_old_world_card(options, state, trace)
        to_step(state, 1)
    elif state.step == 1:
        immediate_effects(options, state)
    else:
        to_track(options, state)
        to_phase(state, _DRAW)


@rule
def draw_old_world_card(options: Record, state: Record, trace: Trace) -> None:
    """Turn over the next card; a comet clears Event tokens and other comet cards first."""
    state.old_world_left -= 1
    title = state.old_world_deck[state.old_world_left]
    state.old_world_deck[state.old_world_left] = NOBODY
    state.drawn_card = title
    state.revealed[title] += 1
    if state.revealed_round[title] == 0:
        state.revealed_round[title] = state.round_number
        state.revealed_by[title] = lowest_threat(options, state)
    use_house(state, options.house_of_card[title])
    note1(trace, _OLD_WORLD_CARD, EVERYBODY, title)
    if options.clearing >> title & 1:
        clear_events(options, state, title)


@rule
def clear_events(options: Record, state: Record, title: int) -> None:
    """All Event tokens leave the map, comet cards the track (rulebook p. 10)."""
    for region in range(REGIONS):
        while state.tokens[region, _EVENT] > 0:
            take_token(state, region, _EVENT)
    for place in range(TRACK):
        card = state.track[place]
        if card != NOBODY and options.comets >> card & 1:
            leave_track(options, state, place)
            if options.house_of_card[title] != NOBODY:
                use_house(state, _COMETS_CLEAR)


@rule
def leave_track(options: Record, state: Record, place: int) -> None:
    """A card leaves the track; the card space that it closed opens again."""
    if state.track[place] != NOBODY and options.once[state.track[place]] == _CLOSE_SPACE:
        state.closed_space = NOBODY
    state.track[place] = NOBODY


@rule
def to_track(options: Record, state: Record) -> None:
    """The card goes to space 1 and pushes what lies there to space 2, unless it goes back to the box (rulebook p. 9)."""
    title = state.drawn_card
    state.drawn_card = NOBODY
    if not options.stays >> title & 1:
        if options.once[title] == _CLOSE_SPACE:
            state.closed_space = NOBODY
        return
    if state.track[0] != NOBODY:
        leave_track(options, state, 1)
        state.track[1] = state.track[0]
    state.track[0] = title


@rule
def immediate_effects(options: Record, state: Record) -> None:
    """Carry on with the card's placements, then with its other immediate effect."""
    title = state.drawn_card
    if state.part < options.placement_count[title]:
        place_tokens(options, state, title)
        return
    if options.once[title] == _SCORE_PEASANTS:
        score_peasants(options, state, options.old_world_amount[title])
    elif options.once[title] == _CLOSE_SPACE and state.left == 0 and state.used != 0:
        region = lowest(state.used)
        if space_is_open(options, state, 2 * region, NOBODY) or space_is_open(options, state, 2 * region + 1, NOBODY):
            state.left = 1
            ask(options, state, _OLD_WORLD_SPACE, lowest_threat(options, state))
            state.ask_region = region
            return
    to_step(state, 2)


@rule
def place_tokens(options: Record, state: Record, title: int) -> None:
    """Do one placement, or ask for its next region; `left` is what it still needs, counted down."""
    where = options.placements[title, state.part, WHERE_COLUMN]
    if where == _FIXED:
        place_in_each(options, state, title, options.placements[title, state.part, REGIONS_COLUMN])
    elif where == _EITHER:
        ask(options, state, _OLD_WORLD_EITHER, lowest_threat(options, state))
    else:
        if state.left == 0:
            state.left = options.placements[title, state.part, NUMBER_COLUMN]
        if placement_regions(options, state) == 0:
            next_placement(state)
            return
        ask(options, state, _OLD_WORLD_REGION, lowest_threat(options, state))


@rule
def next_placement(state: Record) -> None:
    """The placement is done."""
    state.part += 1
    state.left = 0


@rule
def place_in_each(options: Record, state: Record, title: int, regions: int) -> None:
    """Tokens in each of these regions, in region order, while the supply lasts."""
    token = options.placements[title, state.part, TOKEN_COLUMN]
    each = options.placements[title, state.part, EACH_COLUMN]
    while regions:
        region = lowest(regions)
        put_token(state, region, token, each)
        state.used |= 1 << region
        regions &= regions - 1
    next_placement(state)


@rule
def choose_either(options: Record, state: Record, first: bool) -> None:
    """The decider took one of two sets of regions (Dwarf Trollslayers)."""
    title = state.drawn_card
    column = REGIONS_COLUMN if first else OTHERS_COLUMN
    answered(state)
    place_in_each(options, state, title, options.placements[title, state.part, column])


@rule
def place_in_chosen(options: Record, state: Record, region: int) -> None:
    """The decider chose a region for the placement."""
    title = state.drawn_card
    answered(state)
    put_token(
        state,
        region,
        options.placements[title, state.part, TOKEN_COLUMN],
        options.placements[title, state.part, EACH_COLUMN],
    )
    state.used |= 1 << region
    state.left -= 1
    if state.left == 0:
        next_placement(state)


@rule
def unruined(state: Record) -> int:
    """The regions without a ruination card."""
    regions = 0
    for region in range(REGIONS):
        if state.ruin_card[region] == 0:
            regions |= 1 << region
    return regions


@rule
def placement_regions(options: Record, state: Record) -> int:
    """Where the placement that waits can put its next token; empty if the supply is."""
    title = state.drawn_card
    token = options.placements[title, state.part, TOKEN_COLUMN]
    if state.supply[token] == 0:
        return 0
    where = options.placements[title, state.part, WHERE_COLUMN]
    regions = options.placements[title, state.part, REGIONS_COLUMN] & unruined(state) & ~state.used
    if where == _NEAR_WARPSTONE:
        return regions & near_warpstone(state)
    if where == _WITHOUT_SUCH:
        return regions & ~regions_with_token(state, token)
    if where == _MOST_CORRUPTION:
        return most_corrupted(state, regions)
    return regions


@rule
def regions_with_token(state: Record, token: int) -> int:
    """The regions where such a token lies."""
    regions = 0
    for region in range(REGIONS):
        if state.tokens[region, token] > 0:
            regions |= 1 << region
    return regions


@rule
def near_warpstone(state: Record) -> int:
    """The regions with a Warpstone and those next to one."""
    warpstones = regions_with_token(state, _WARPSTONE)
    near = warpstones
    while warpstones:
        near |= ADJACENT[lowest(warpstones)]
        warpstones &= warpstones - 1
    return near & ALL_REGIONS


@rule
def most_corrupted(state: Record, regions: int) -> int:
    """Of these regions the ones with most corruption tokens."""
    best = 0
    most = -1
    while regions:
        region = lowest(regions)
        tokens = corruption_in(state, region)
        if tokens > most:
            most = tokens
            best = 0
        if tokens == most:
            best |= 1 << region
        regions &= regions - 1
    return best


@rule
def score_peasants(options: Record, state: Record, amount: int) -> None:
    """Plunged into Chaos: points for captured Peasants, and more for the one player with most; they are kept."""
    most = 0
    leaders = 0
    for power in range(POWERS):
        peasants = state.peasants[power]
        score(state, power, amount * peasants, state.other_points)
        if peasants > most:
            most = peasants
            leaders = 0
        if peasants == most and most > 0:
            leaders |= 1 << power
    if count(leaders) == 1:
        score(state, lowest(leaders), options.scoring_bonus, state.other_points)


@rule
def draw_phase(options: Record, state: Record, trace: Trace) -> None:
    """One power's draw phase: power points, discards that it may make, cards (rulebook p. 11). `left` counts discards."""
    if state.turn == POWERS:
        to_phase(state, _SUMMONING)
        return
    power = state.turn
    if options.seat_of[power] == NOBODY:
        state.turn += 1
        return
    state.power_points[power] = options.power_points[power] + upgrade_amount(options, state, power, _POWER_POINTS)
    if state.left < options.discards[power] and state.hand_size[power] > 0:
        ask(options, state, _DISCARD_BEFORE_DRAW, power)
        return
    draw_for_round(options, state, power, trace)


@rule
def draw_for_round(options: Record, state: Record, power: int, trace: Trace) -> None:
    """Draw as the power sheet and upgrades say; next power."""
    cards = options.draw[power] + upgrade_amount(options, state, power, _CARDS)
    if options.draw_up_to[power]:
        cards -= state.hand_size[power]
    draw_cards(options, state, power, cards, trace)
    state.turn += 1
    state.left = 0


@rule
def upgrade_amount(options: Record, state: Record, power: int, ability: int) -> int:
    """The numbers of a power's upgrades with an ability, added up."""
    total = 0
    if state.upgrades == 0:
        return 0
    for upgrade in range(UPGRADE_CARDS):
        if (
            state.upgrades >> upgrade & 1
            and options.upgrade_power[upgrade] == power
            and options.upgrade_ability[upgrade] == ability
        ):
            total += options.upgrade_amount[upgrade]
    return total
