"""What a seat sees, and how the rest is dealt anew.

Hidden are the other powers' hands, the order of every Chaos deck, the seat's own too, and the Old World deck. Of another
power's cards all that is not in its discards or on the board is in its hand or deck, and every deal that keeps the hand's size
is equally likely; the Old World deck is equally likely any of the cards that were not yet revealed.
"""

from __future__ import annotations

import numpy as np

from engine.arrays import scratch
from engine.compilation import rule
from engine.game import ObservationSpec, observation_spec
from engine.games.chaos_in_the_old_world.chaos_cards import CARDS
from engine.games.chaos_in_the_old_world.data import (
    FIGURE_TYPES,
    MAX_DECK,
    POWERS,
    REGIONS,
    SLOTS,
    SPACES,
    TOKENS,
    TRACK,
)
from engine.games.chaos_in_the_old_world.house import HOUSE_VALUES
from engine.games.chaos_in_the_old_world.old_world_cards import MAX_BOX, OLD_WORLD_TITLES
from engine.games.chaos_in_the_old_world.options_record import NOBODY
from engine.games.chaos_in_the_old_world.rules.figures import controller_of, region_of, variant_of
from engine.games.chaos_in_the_old_world.rules.pieces import threat
from engine.games.chaos_in_the_old_world.state import Ask
from engine.games.chaos_in_the_old_world.upgrades import UPGRADE_CARDS
from engine.rng import extend_key, seed_stream, shuffle
from engine.types import Actions, Record, Stream

OBSERVATION = np.dtype(
    [
        ("me", "i1", (POWERS,)),
        ("deciding", "i1", (POWERS,)),
        ("figures", "i1", (REGIONS, FIGURE_TYPES)),
        ("place", "i1", (SLOTS,)),
        ("controller", "i1", (SLOTS,)),
        ("variant", "i1", (SLOTS,)),
        ("fallen", "i1", (SLOTS,)),
        ("tokens", "i1", (REGIONS, TOKENS)),
        ("supply", "i1", (TOKENS,)),
        ("peasants", "i1", (POWERS,)),
        ("corruption", "i1", (REGIONS, POWERS)),
        ("placed_round", "i1", (REGIONS, POWERS)),
        ("placed_now", "i1", (REGIONS, POWERS)),
        ("placed_step", "i1", (REGIONS, POWERS)),
        ("killed_in", "i1", (REGIONS, POWERS)),
        ("ruin_card", "i1", (REGIONS,)),
        ("ruined_now", "i1", (REGIONS,)),
        ("space", "i1", (SPACES,)),
        ("closed_space", "i1", (SPACES,)),
        ("hand", "i1", (CARDS,)),
        ("discard", "i1", (CARDS,)),
        ("hand_size", "i1", (POWERS,)),
        ("deck_size", "i1", (POWERS,)),
        ("old_world_left", "i1"),
        ("revealed", "i1", (OLD_WORLD_TITLES,)),
        ("track", "i1", (TRACK,)),
        ("drawn_card", "i1"),
        ("victory_points", "i2", (POWERS,)),
        ("power_points", "i1", (POWERS,)),
        ("dial", "i1", (POWERS,)),
        ("threat", "i1", (POWERS,)),
        ("advances", "i1", (POWERS,)),
        ("upgrades", "i1", (UPGRADE_CARDS,)),
        ("round_number", "i2"),
        ("phase", "i1"),
        ("cursors", "i2", (6,)),
        ("ask", "i1"),
        ("ask_about", "i1", (3,)),
        ("hits", "i1"),
        ("hitter", "i1"),
        ("victim", "i1"),
        ("early", "i1"),
        ("battle", "i1"),
        ("early_hits", "i1", (REGIONS, POWERS)),
        ("retaliation", "i1", (POWERS,)),
    ]
)

_MOST = 127
_LAST_POWER = POWERS - 1

_MEANINGS: dict[str, tuple[str, int, int]] = {
    "me": ("1 at the power of the seat that looks", 0, 1),
    "deciding": ("1 at the power that decides now", 0, 1),
    "figures": ("figures of each type in each region, whoever controls them", 0, SLOTS),
    "place": ("by figure slot: region counted from 1; 0: in reserve", 0, REGIONS),
    "controller": ("by figure slot: the power that controls it counted from 1; 0: no such figure", 0, POWERS),
    "variant": ("by figure slot: 1 shielded + 2 summoned free this round + 4 left or 8 right card space", 0, 15),
    "fallen": ("by figure slot: 1 if it is destroyed and still rolls in this battle", 0, 1),
    "tokens": ("Old World tokens: Event, Hero, Noble, Peasant, Skaven, Warpstone", 0, _MOST),
    "supply": ("Old World tokens in the supply", 0, _MOST),
    "peasants": ("Peasant tokens that a power captured", 0, _MOST),
    "corruption": ("corruption tokens of each power", 0, _MOST),
    "placed_round": ("those of them placed this round", 0, _MOST),
    "placed_now": ("those of them placed in this corruption phase", 0, _MOST),
    "placed_step": ("those of them placed in its corruption step", 0, _MOST),
    "killed_in": ("figures that a power killed in the region this round", 0, _MOST),
    "ruin_card": ("ruination card on the region; 0: none", 0, 5),
    "ruined_now": ("1 if it was ruined this round and has not scored yet", 0, 1),
    "space": ("Chaos card on each card space counted from 1; 0: none", 0, CARDS),
    "closed_space": ("1 at a card space that an Old World card closed", 0, 1),
    "hand": ("own hand by title", 0, _MOST),
    "discard": ("discards by title", 0, _MOST),
    "hand_size": ("cards in each power's hand", 0, _MOST),
    "deck_size": ("cards in each power's deck", 0, MAX_DECK),
    "old_world_left": ("cards in the Old World deck", 0, _MOST),
    "revealed": ("Old World cards drawn so far", 0, _MOST),
    "track": ("Old World card on each space of the track counted from 1; 0: none", 0, OLD_WORLD_TITLES),
    "drawn_card": ("Old World card that is being resolved counted from 1; 0: none", 0, OLD_WORLD_TITLES),
    "victory_points": ("victory points", 0, 32767),
    "power_points": ("power points left", 0, _MOST),
    "dial": ("position of each dial", 0, 11),
    "threat": ("threat of each power", 0, _MOST),
    "advances": ("dial advancement counters", 0, _MOST),
    "upgrades": ("1 for each upgrade card in play", 0, 1),
    "round_number": ("round, from 1", 1, 32767),
    "phase": ("phase, `Phase`", 0, 5),
    "cursors": ("where the phase is: step, region, turn, part, left, used", 0, 32767),
    "ask": ("what is asked, `Ask`", 0, len(Ask) - 1),
    "ask_about": ("what the decision is about: region, origin, figure slot or type, or token", 0, _MOST),
    "hits": ("hits to assign", 0, _MOST),
    "hitter": ("power that assigns them counted from 1; 0: none, or neutral dice", 0, POWERS),
    "victim": ("power whose figures they must go to counted from 1; 0: any", 0, POWERS),
    "early": ("1 if casualties leave at once", 0, 1),
    "battle": ("battles fought so far in the region", 0, _MOST),
    "early_hits": ("hits that wait for the power's roll", 0, _MOST),
    "retaliation": ("hits that a power owes to who has just rolled", 0, _MOST),
}


def spec() -> ObservationSpec:
    """The observation's fields. Powers stand in power order, whoever looks; absent ones are all zeros."""
    return observation_spec(OBSERVATION, _MEANINGS, version=1)


@rule
def observation(options: Record, state: Record, seat: int, out: Record) -> None:
    """The open information, and the seat's own hand."""
    me = options.power_of[seat]
    out.me[me] = 1
    if state.terminal == 0:
        out.deciding[state.asked] = 1
    see_figures(options, state, out)
    see_map(state, out)
    see_cards(options, state, me, out)
    see_powers(options, state, out)
    see_moment(state, out)


@rule
def see_figures(options: Record, state: Record, out: Record) -> None:
    """Every figure, by slot, and their numbers."""
    for slot in range(SLOTS):
        figure = options.type_of_slot[slot]
        if figure == NOBODY:
            continue
        region = region_of(state, slot)
        out.controller[slot] = controller_of(state, slot) + 1
        out.variant[slot] = variant_of(state, slot)
        out.fallen[slot] = state.fallen >> slot & 1
        if region < REGIONS:
            out.place[slot] = region + 1
            out.figures[region, figure] += 1


@rule
def see_map(state: Record, out: Record) -> None:
    """Tokens, corruption, ruins, card spaces."""
    for region in range(REGIONS):
        out.ruin_card[region] = state.ruin_card[region]
        out.ruined_now[region] = state.ruined_now >> region & 1
        for token in range(TOKENS):
            out.tokens[region, token] = state.tokens[region, token]
        for power in range(POWERS):
            out.corruption[region, power] = state.corruption[region, power]
            out.placed_round[region, power] = state.placed_round[region, power]
            out.placed_now[region, power] = state.placed_now[region, power]
            out.placed_step[region, power] = state.placed_step[region, power]
            out.killed_in[region, power] = state.killed_in[region, power]
            out.early_hits[region, power] = state.early_hits[region, power]
    for token in range(TOKENS):
        out.supply[token] = state.supply[token]
    for space in range(SPACES):
        out.space[space] = state.space[space] + 1
        out.closed_space[space] = state.closed_space == space


@rule
def see_cards(options: Record, state: Record, me: int, out: Record) -> None:
    """Discards, the own hand, what the Old World deck has shown."""
    for card in range(CARDS):
        out.discard[card] = state.discard[card]
        if options.card_power[card] == me:
            out.hand[card] = state.hand[card]
    out.old_world_left = state.old_world_left
    out.drawn_card = state.drawn_card + 1
    for title in range(OLD_WORLD_TITLES):
        out.revealed[title] = state.revealed[title]
    for place in range(TRACK):
        out.track[place] = state.track[place] + 1


@rule
def see_powers(options: Record, state: Record, out: Record) -> None:
    """What lies open of each power."""
    for power in range(POWERS):
        if options.seat_of[power] == NOBODY:
            continue
        out.peasants[power] = state.peasants[power]
        out.hand_size[power] = state.hand_size[power]
        out.deck_size[power] = state.deck_size[power]
        out.victory_points[power] = state.victory_points[power]
        out.power_points[power] = state.power_points[power]
        out.dial[power] = state.dial[power]
        out.threat[power] = threat(options, state, power)
        out.advances[power] = state.advances[power]
        out.retaliation[power] = state.retaliation[power]
    for upgrade in range(UPGRADE_CARDS):
        out.upgrades[upgrade] = state.upgrades >> upgrade & 1


@rule
def see_moment(state: Record, out: Record) -> None:
    """Where the round is, and what is asked."""
    out.round_number = state.round_number
    out.phase = state.phase
    out.cursors[0] = state.step
    out.cursors[1] = state.region
    out.cursors[2] = state.turn
    out.cursors[3] = state.part
    out.cursors[4] = state.left
    out.cursors[5] = state.used
    out.ask = state.ask
    out.ask_about[0] = state.ask_region
    out.ask_about[1] = state.ask_origin
    out.ask_about[2] = state.ask_slot
    out.hits = state.hits
    out.hitter = state.hitter + 1
    out.victim = state.victim + 1
    out.early = state.early
    out.battle = state.battle


@rule
def resample(options: Record, state: Record, seat: int, key: Stream) -> None:
    """Deal hands and decks anew; start both streams from `key`. Counters for the summary go: they tell who drew what."""
    seed_stream(state.play_rng, key)
    me = options.power_of[seat]
    cards = scratch(MAX_DECK)
    for power in range(POWERS):
        if options.seat_of[power] != NOBODY:
            deal_unseen(options, state, power, power == me, cards)
    deal_old_world(options, state)
    clear_counters(state)
    extend_key(key, 1, state.setup_rng)
    seed_stream(state.setup_rng, state.setup_rng)
    extend_key(key, 2, state.play_rng)
    seed_stream(state.play_rng, state.play_rng)


@rule
def deal_unseen(options: Record, state: Record, power: int, is_own: bool, cards: Actions) -> None:
    """Pool a power's deck, and its hand unless it is the seat's own; shuffle; deal as many to the hand and the deck."""
    n = 0
    for card in range(options.first_card[power], options.last_card[power] + 1):
        if options.card_power[card] != power:
            continue
        unseen = 0 if is_own else state.hand[card]
        for place in range(state.deck_size[power]):
            unseen += state.deck[power, place] == card
        for _ in range(unseen):
            cards[n] = card
            n += 1
        if not is_own:
            state.hand[card] = 0
    shuffle(state.play_rng, cards, n)
    for place in range(state.deck_size[power]):
        state.deck[power, place] = cards[place]
    for place in range(state.deck_size[power], n):
        state.hand[cards[place]] += 1


@rule
def deal_old_world(options: Record, state: Record) -> None:
    """The Old World deck: any of the cards that were not revealed, in any order."""
    box = scratch(MAX_BOX)
    n = 0
    for title in range(OLD_WORLD_TITLES):
        for _ in range(options.old_world_copies[title] - state.revealed[title]):
            box[n] = title
            n += 1
    shuffle(state.play_rng, box, n)
    for place in range(state.old_world_left):
        state.old_world_deck[place] = box[place]


@rule
def clear_counters(state: Record) -> None:
    """Forget what only the summary reads."""
    for card in range(CARDS):
        state.drawn[card] = 0
        state.dealt[card] = 0
        state.played[card] = 0
        state.first_round[card] = 0
    for upgrade in range(UPGRADE_CARDS):
        state.upgrade_round[upgrade] = 0
    for title in range(OLD_WORLD_TITLES):
        state.revealed_round[title] = 0
        state.revealed_by[title] = NOBODY
    for value in range(HOUSE_VALUES):
        state.house_used[value] = 0
    for power in range(POWERS):
        state.domination_points[power] = 0
        state.ruin_points[power] = 0
        state.dial_points[power] = 0
        state.other_points[power] = 0
        state.kills[power] = 0
        state.losses[power] = 0
        state.corruption_placed[power] = 0
        state.dominations[power] = 0
    state.first_choice = 0
