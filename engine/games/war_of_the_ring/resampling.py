"""What a seat can't see is dealt anew: decks, hands, face-down tiles."""

from __future__ import annotations

from engine.arrays import scratch
from engine.compilation import rule
from engine.games.war_of_the_ring.cards import BALROG, CARD_COUNT, COMBAT_HALF, DECK, DECK_SIZE, DECKS
from engine.games.war_of_the_ring.data import (
    CHARACTER_COUNT,
    CORRUPTION_VALUE,
    FREE,
    NUMBERED_FROM,
    NUMBERED_TO,
    SOVEREIGN_COUNT,
)
from engine.games.war_of_the_ring.hidden import is_closed, is_looked_at
from engine.games.war_of_the_ring.rules.combat_needs import need_holds
from engine.games.war_of_the_ring.rules.politics import hidden_tiles
from engine.games.war_of_the_ring.state import CHOSEN, FACE_DOWN, IN_DECK, IN_HAND, NOBODY
from engine.rng import below, extend_key, seed_stream, shuffle
from engine.types import Actions, Record, Stream

_HIDDEN_TILES = SOVEREIGN_COUNT

_TRIES = 40


@rule
def resample(options: Record, state: Record, seat: int, key: Stream) -> None:
    """Deal what the side can't see anew; start both streams from `key`."""
    seed_stream(state.play_rng, key)
    pile = scratch(DECK_SIZE)
    for deck in range(DECKS):
        if deck // 2 == seat:
            shuffle_own_deck(state, deck, pile)
        else:
            deal_other_deck(options, state, deck, pile)
    if seat == FREE and options.kings:
        deal_tiles(options, state)
    clear_statistics(state)
    extend_key(key, 1, state.setup_rng)
    seed_stream(state.setup_rng, state.setup_rng)
    extend_key(key, 2, state.play_rng)
    seed_stream(state.play_rng, state.play_rng)


@rule
def shuffle_own_deck(state: Record, deck: int, pile: Actions) -> None:
    """The side knows which cards its deck holds, not their order."""
    n = 0
    for card in range(CARD_COUNT):
        if DECK[card] == deck and state.card_at[card] == IN_DECK:
            pile[n] = card
            n += 1
    lay_deck(state, deck, pile, n)


@rule
def lay_deck(state: Record, deck: int, pile: Actions, n: int) -> None:
    """Shuffle `n` cards and lay them down as a deck."""
    shuffle(state.play_rng, pile, n)
    for i in range(n):
        state.deck[deck, i] = pile[i]
        state.card_at[pile[i]] = IN_DECK


@rule
def deal_other_deck(options: Record, state: Record, deck: int, pile: Actions) -> None:
    """The other side's unseen cards: its closed Combat card, one that may be played now, then hand, discards, deck."""
    side = deck // 2
    chosen = state.combat_card[side]
    closed = chosen != NOBODY and DECK[chosen] == deck and is_closed(state, chosen)
    face_down = 0
    n = 0
    for card in range(CARD_COUNT):
        if DECK[card] != deck:
            continue
        where = state.card_at[card]
        if where in (IN_DECK, IN_HAND, FACE_DOWN) or (closed and card == chosen):
            pile[n] = card
            n += 1
            face_down += int(where == FACE_DOWN)
    shuffle(state.play_rng, pile, n)
    if closed:
        n = lay_combat_card(options, state, side, pile, n)
    for _ in range(state.hand_size[deck]):
        n -= 1
        state.card_at[pile[n]] = IN_HAND
    for _ in range(face_down):
        n -= 1
        state.card_at[pile[n]] = FACE_DOWN
    lay_deck(state, deck, pile, n)


@rule
def lay_combat_card(options: Record, state: Record, side: int, pile: Actions, n: int) -> int:
    """A card whose combat half may be played here becomes the closed one; returns how many are left."""
    last = n - 1
    for i in range(n - 1, -1, -1):
        if pile[i] != BALROG and need_holds(options, state, COMBAT_HALF[pile[i]]):
            kept = pile[last]
            pile[last] = pile[i]
            pile[i] = kept
            break
    state.combat_card[side] = pile[last]
    state.card_at[pile[last]] = CHOSEN
    return last


@rule
def deal_tiles(options: Record, state: Record) -> None:
    """Hidden tiles: of the numbered ones that the Free Peoples can't place, on each Sovereign as many as lie there.

    No Sovereign may reach his Resistance: he would be corrupted. A deal at random is tried again if it breaks that.
    """
    sizes = scratch(_HIDDEN_TILES)
    total = 0
    for sovereign in range(SOVEREIGN_COUNT):
        sizes[sovereign] = 0
        if not is_looked_at(state, sovereign):
            sizes[sovereign] = hidden_tiles(state, sovereign)
            take_up(state, sovereign)
        total += sizes[sovereign]
    drawn = 0
    for kind in range(NUMBERED_FROM, NUMBERED_TO):
        drawn += state.attempt[kind]
        state.pool[kind] += state.attempt[kind]
        state.attempt[kind] = 0
    if total > 0:
        for attempt in range(_TRIES + 1):
            if lay_tiles(options, state, sizes, attempt == _TRIES):
                break
            for sovereign in range(SOVEREIGN_COUNT):
                if sizes[sovereign] > 0:
                    take_up(state, sovereign)
    for _ in range(drawn):
        kind = some_tile(state, False)
        state.pool[kind] -= 1
        state.attempt[kind] += 1


@rule
def take_up(state: Record, sovereign: int) -> None:
    """A Sovereign's hidden tiles join the pool."""
    for kind in range(NUMBERED_FROM, NUMBERED_TO):
        state.pool[kind] += state.on_sovereign[sovereign, kind]
        state.on_sovereign[sovereign, kind] = 0


@rule
def some_tile(state: Record, lowest: bool) -> int:
    """A numbered tile of the pool at random, or the lowest."""
    total = 0
    for kind in range(NUMBERED_FROM, NUMBERED_TO):
        total += state.pool[kind]
        if lowest and state.pool[NUMBERED_TO - kind] > 0:
            return NUMBERED_TO - kind
    ticket = below(state.play_rng, max(total, 1))
    kind = NUMBERED_FROM
    while kind < NUMBERED_TO - 1 and ticket >= state.pool[kind]:
        ticket -= state.pool[kind]
        kind += 1
    return kind


@rule
def lay_tiles(options: Record, state: Record, sizes: Actions, lowest: bool) -> bool:
    """Lay tiles on the Sovereigns; whether all stay below their Resistance."""
    fits = True
    for sovereign in range(SOVEREIGN_COUNT):
        value = 0
        for _ in range(sizes[sovereign]):
            kind = some_tile(state, lowest)
            state.pool[kind] -= 1
            state.on_sovereign[sovereign, kind] += 1
            value += CORRUPTION_VALUE[kind]
        fits = fits and (sizes[sovereign] == 0 or value < options.resistance[sovereign])
    return fits or lowest


@rule
def clear_statistics(state: Record) -> None:
    """Forget the counters of the results: partly hidden, and no rule looks at them."""
    for card in range(CARD_COUNT):
        state.card_drawn[card] = 0
        state.card_played[card] = 0
        state.card_fought[card] = 0
    for character in range(CHARACTER_COUNT):
        state.entered[character] = 0
    for value in range(state.house_uses.shape[0]):
        state.house_uses[value] = 0
    for side in range(2):
        state.battles[side] = 0
    state.fellowship_moves = 0
    state.mordor_turn = 0
