"""A new game of Chaos in the Old World (rulebook p. 8)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.chaos_cards import CARDS
from engine.games.chaos_in_the_old_world.data import (
    FIGURE_TYPES,
    MAX_DECK,
    MAX_OLD_WORLD_DECK,
    POWERS,
    REGIONS,
    SPACES,
    TOKENS,
    TRACK,
)
from engine.games.chaos_in_the_old_world.old_world_cards import MAX_BOX, OLD_WORLD_TITLES
from engine.games.chaos_in_the_old_world.rules.flow import advance
from engine.games.chaos_in_the_old_world.rules.pieces import draw_cards
from engine.games.chaos_in_the_old_world.state import NOBODY, Chance
from engine.rng import seed_stream, shuffle
from engine.trace import EVERYBODY, note2
from engine.types import Record, Stream, Trace

_SETUP_TOKEN = int(Chance.SETUP_TOKEN)


@rule
def new_initial_state(options: Record, state: Record, setup_key: Stream, play_key: Stream, trace: Trace) -> None:
    """Tokens on the map, decks, hands; then the first Old World phase up to its first decision."""
    seed_stream(state.setup_rng, setup_key)
    seed_stream(state.play_rng, play_key)
    empty_board(options, state)
    shuffle_old_world(options, state)
    place_first_tokens(options, state, trace)
    for power in range(POWERS):
        if options.seat_of[power] != NOBODY:
            shuffle_chaos_deck(options, state, power)
            draw_cards(options, state, power, options.starting_hand, trace)
    for card in range(CARDS):
        state.dealt[card] = state.hand[card]
        state.drawn[card] = 0
    state.round_number = 1
    advance(options, state, trace)
    state.first_choice = state.asked


@rule
def empty_board(options: Record, state: Record) -> None:
    """All figures in their reserves, all tokens in the supply, dials at their start."""
    state.closed_space = NOBODY
    state.drawn_card = NOBODY
    state.hitter = NOBODY
    state.victim = NOBODY
    for space in range(SPACES):
        state.space[space] = NOBODY
    for place in range(TRACK):
        state.track[place] = NOBODY
    for token in range(TOKENS):
        state.supply[token] = options.supply[token]
    for place in range(MAX_OLD_WORLD_DECK):
        state.old_world_deck[place] = NOBODY
    for title in range(OLD_WORLD_TITLES):
        state.revealed_by[title] = NOBODY
    for power in range(POWERS):
        state.control[power] = options.owned[power]
        for place in range(MAX_DECK):
            state.deck[power, place] = NOBODY
    for figure in range(FIGURE_TYPES):
        state.cost[figure] = options.cost[figure]
        state.attack[figure] = options.attack[figure]
        state.defense[figure] = options.defense[figure]


@rule
def shuffle_old_world(options: Record, state: Record) -> None:
    """The Old World deck: 7 cards of 28, 8 with three players (rulebook p. 8)."""
    box = scratch(MAX_BOX)
    n = 0
    for title in range(OLD_WORLD_TITLES):
        for _ in range(options.old_world_copies[title]):
            box[n] = title
            n += 1
    shuffle(state.setup_rng, box, n)
    for place in range(options.old_world_deck):
        state.old_world_deck[place] = box[place]
    state.old_world_left = options.old_world_deck


@rule
def place_first_tokens(options: Record, state: Record, trace: Trace) -> None:
    """The tokens of the set-up, mixed, one a region in region order (rulebook p. 8)."""
    tokens = scratch(REGIONS)
    n = 0
    for token in range(TOKENS):
        for _ in range(options.at_setup[token]):
            tokens[n] = token
            n += 1
    shuffle(state.setup_rng, tokens, n)
    for region in range(n):
        token = tokens[region]
        state.tokens[region, token] += 1
        state.supply[token] -= 1
        note2(trace, _SETUP_TOKEN, EVERYBODY, region, token)


@rule
def shuffle_chaos_deck(options: Record, state: Record, power: int) -> None:
    """A power's Chaos deck."""
    cards = scratch(MAX_DECK)
    n = 0
    for card in range(options.first_card[power], options.last_card[power] + 1):
        if options.card_power[card] == power:
            for _ in range(options.card_copies[card]):
                cards[n] = card
                n += 1
    shuffle(state.setup_rng, cards, n)
    for i in range(n):
        state.deck[power, i] = cards[i]
    state.deck_size[power] = n
