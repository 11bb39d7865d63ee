"""Cards drawn and discarded, dice, tokens placed, points scored, counters that results show."""

from __future__ import annotations

from engine.arrays import scratch
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import MAX_DECK, POWERS, Phase
from engine.games.chaos_in_the_old_world.house import use_house
from engine.games.chaos_in_the_old_world.old_world_cards import Lasting
from engine.games.chaos_in_the_old_world.rules.spaces import event_card, has_effect
from engine.games.chaos_in_the_old_world.state import NOBODY, Chance
from engine.rng import below, roll, shuffle
from engine.trace import EVERYBODY, note, note2
from engine.types import Record, Stream, Trace

_DRAWN = int(Chance.DRAWN)
_RESHUFFLED = int(Chance.RESHUFFLED)
_DIE = int(Chance.DIE)
_RANDOM_DISCARD = int(Chance.RANDOM_DISCARD)
_NO_CORRUPTION = int(Effect.NO_CORRUPTION)
_GRAIL = int(Lasting.NO_CORRUPTION)
_CORRUPTION = int(Phase.CORRUPTION)
_TOKEN_LIMIT = 100
_COUNTER_LIMIT = 32767
_POINT_LIMIT = 20000
_SIDES = 6


@rule
def tally(counters: Stream, index: int, amount: int) -> None:
    """Count more; an i2 counter stays at its limit."""
    counters[index] = min(counters[index] + amount, _COUNTER_LIMIT)


@rule
def score(state: Record, power: int, points: int, why: Stream) -> None:
    """Victory points for a power; `why` is the counter of their kind."""
    state.victory_points[power] = min(state.victory_points[power] + points, _POINT_LIMIT)
    tally(why, power, points)


@rule
def reshuffle(options: Record, state: Record, power: int, trace: Trace) -> None:
    """The discards become a new deck (rulebook p. 11)."""
    cards = scratch(MAX_DECK)
    n = 0
    for card in range(options.first_card[power], options.last_card[power] + 1):
        if options.card_power[card] == power:
            for _ in range(state.discard[card]):
                cards[n] = card
                n += 1
            state.discard[card] = 0
    shuffle(state.play_rng, cards, n)
    for i in range(n):
        state.deck[power, i] = cards[i]
    state.deck_size[power] = n
    note2(trace, _RESHUFFLED, EVERYBODY, power, n)


@rule
def draw_cards(options: Record, state: Record, power: int, amount: int, trace: Trace) -> None:
    """A power draws Chaos cards; with neither deck nor discards it draws fewer."""
    for _ in range(amount):
        if state.deck_size[power] == 0:
            reshuffle(options, state, power, trace)
            if state.deck_size[power] == 0:
                return
        last = state.deck_size[power] - 1
        card = state.deck[power, last]
        state.deck[power, last] = NOBODY
        state.deck_size[power] = last
        state.hand[card] += 1
        state.hand_size[power] += 1
        tally(state.drawn, card, 1)
        note2(trace, _DRAWN, 1 << options.seat_of[power], power, card)


@rule
def discard_card(options: Record, state: Record, card: int) -> None:
    """A card from its owner's hand to its discard pile."""
    state.hand[card] -= 1
    state.hand_size[options.card_power[card]] -= 1
    state.discard[card] += 1


@rule
def discard_at_random(options: Record, state: Record, power: int, amount: int, trace: Trace) -> None:
    """A power discards cards at random, all if it has fewer."""
    for _ in range(min(amount, state.hand_size[power])):
        ticket = below(state.play_rng, state.hand_size[power])
        card = options.first_card[power]
        while options.card_power[card] != power or ticket >= state.hand[card]:
            if options.card_power[card] == power:
                ticket -= state.hand[card]
            card += 1
        discard_card(options, state, card)
        note2(trace, _RANDOM_DISCARD, EVERYBODY, power, card)


@rule
def roll_dice(options: Record, state: Record, dice: int, region: int, power: int, trace: Trace) -> int:
    """The hits of a roll of battle dice, explosions included (rulebook p. 15). At most 60 hits count."""
    hits = 0
    bonus = 0
    left = dice
    while left > 0:
        result = roll(state.play_rng, _SIDES)
        note(trace, _DIE, EVERYBODY, 4, region, power, result, bonus, 0)
        hits += result >= options.hit_on
        bonus = 1 if result >= options.explode_on and hits < 60 else 0
        if bonus == 0:
            left -= 1
    return min(hits, 60)


@rule
def may_corrupt(options: Record, state: Record, region: int) -> bool:
    """Whether corruption tokens can be placed in a region: not ruined, and nothing forbids it (rulebook p. 25, 26)."""
    if state.ruin_card[region] != 0 or has_effect(options, state, region, _NO_CORRUPTION):
        return False
    return event_card(options, state, region, _GRAIL) == NOBODY


@rule
def corrupt(options: Record, state: Record, region: int, power: int, amount: int) -> int:
    """A power places corruption tokens if it can; returns how many it placed."""
    if amount <= 0:
        return 0
    if not may_corrupt(options, state, region):
        grail = event_card(options, state, region, _GRAIL)
        if grail != NOBODY:
            use_house(state, options.house_of_card[grail])
        return 0
    placed = min(amount, _TOKEN_LIMIT - state.corruption[region, power], _TOKEN_LIMIT - state.placed_round[region, power])
    state.corruption[region, power] += placed
    state.placed_round[region, power] += placed
    if state.phase == _CORRUPTION:
        state.placed_now[region, power] += placed
        if state.step == 1:
            state.placed_step[region, power] += placed
    tally(state.corruption_placed, power, placed)
    return placed


@rule
def corruption_in(state: Record, region: int) -> int:
    """The corruption tokens of all powers in a region."""
    total = 0
    for power in range(POWERS):
        total += state.corruption[region, power]
    return total


@rule
def put_token(state: Record, region: int, token: int, amount: int) -> int:
    """Place Old World tokens, as many as the supply has, not in a ruined region (rulebook p. 6, 25); returns how many."""
    if state.ruin_card[region] != 0:
        return 0
    placed = min(amount, state.supply[token])
    state.supply[token] -= placed
    state.tokens[region, token] += placed
    return placed


@rule
def take_token(state: Record, region: int, token: int) -> None:
    """An Old World token goes from a region back to the supply."""
    state.tokens[region, token] -= 1
    state.supply[token] += 1


@rule
def threat(options: Record, state: Record, power: int) -> int:
    """A power's threat: the number on its dial (rulebook p. 22)."""
    return options.threat[power, state.dial[power]]


@rule
def lowest_threat(options: Record, state: Record) -> int:
    """The playing power with the lowest threat; the printed dials never tie, else power order decides."""
    best = NOBODY
    for power in range(POWERS):
        if options.seat_of[power] != NOBODY and (
            best == NOBODY or threat(options, state, power) < threat(options, state, best)
        ):
            best = power
    return best


@rule
def highest_threat(options: Record, state: Record, powers: int) -> int:
    """The power of a set of powers with the highest threat, or NOBODY of an empty set."""
    best = NOBODY
    for power in range(POWERS):
        if powers >> power & 1 and (best == NOBODY or threat(options, state, power) > threat(options, state, best)):
            best = power
    return best


@rule
def ask(options: Record, state: Record, kind: int, power: int) -> None:
    """A power has to decide something."""
    state.ask = kind
    state.asked = power
    state.current_player = options.seat_of[power]


@rule
def answered(state: Record) -> None:
    """The decision is made: nothing is asked any more."""
    state.ask = 0
    state.asked = 0
    state.ask_region = 0
    state.ask_origin = 0
    state.ask_slot = 0


@rule
def to_phase(state: Record, phase: int) -> None:
    """Begin a phase with clean cursors."""
    state.phase = phase
    to_step(state, 0)


@rule
def to_step(state: Record, step: int) -> None:
    """Begin a step of the phase with clean cursors."""
    state.step = step
    state.region = 0
    state.turn = 0
    state.part = 0
    state.left = 0
    state.used = 0
