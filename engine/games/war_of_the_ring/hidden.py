"""What a seat sees, and how the rest is dealt anew.

Hidden are the other side's hand, face-down discards and its Combat card until both are chosen, the order of all decks, and, from
the Free Peoples, the values of tiles on Sovereigns and in the hand of a Shadow that tempts. Nothing is inferred from play.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from engine.arrays import scratch
from engine.compilation import rule
from engine.game import ObservationSpec, observation_spec
from engine.games.war_of_the_ring.cards import BALROG, CARD_COUNT, COMBAT_HALF, DECK, DECK_SIZE, DECKS, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import (
    CHARACTER_COUNT,
    CORRUPTION_VALUE,
    FREE,
    KINGS_1,
    NUMBERED_FROM,
    NUMBERED_TO,
    SHADOW,
    SOVEREIGN_COUNT,
    TILE_KINDS,
)
from engine.games.war_of_the_ring.frames import CHOSEN_TILE
from engine.games.war_of_the_ring.ranges import RANGES
from engine.games.war_of_the_ring.rules.combat_effects import need_holds
from engine.games.war_of_the_ring.rules.politics import hidden_tiles
from engine.games.war_of_the_ring.state import CHOSEN, FACE_DOWN, IN_DECK, IN_HAND, NOBODY, STATE
from engine.rng import below, extend_key, seed_stream, shuffle
from engine.types import Actions, Record, Stream

_PUBLIC = (
    "group", "moved", "force_characters", "forfeited", "muted", "depth", "hunt_eyes", "hunt_free", "hunt_returned",
    "tokens", "token_used", "place", "progress", "revealed", "corruption", "guide", "mordor", "tried", "declared", "phase",
    "minion_seen", "mouth_used", "stone_used", "last_region", "event_die", "tempted", "tile", "hunt_mode", "hunt_damage",
    "hunt_reveal", "hunt_casualty", "hunt_card", "battle", "attacker", "battle_from", "battle_at", "battle_round",
    "free_rounds", "no_free_cards", "no_cease", "relief", "no_nazgul", "bard_used", "extended", "card_open",
    "nazgul_forfeit", "confused", "used", "stack_kind", "stack_a", "stack_b", "stack_c", "stack_seat", "besieged",
    "control", "where", "sovereign", "to_war", "active", "ruler_die", "ruler_pool", "rings", "ring_used", "moved_nazgul",
    "force", "deck_size", "hand_size", "drawn", "ready", "removed", "cancelled", "ability", "hits", "first_hits", "misses",
    "reroll_hits", "lost_dice", "dice_cap", "combat_bonus", "reroll_bonus", "no_reroll", "less_leadership", "army",
    "reinforcements", "casualties", "dice",
)
"""Fields that both sides see."""

_UNSEEN = 7
"""In `cards`: in the other side's deck, hand, face-down discards, or its Combat card."""
_UNKNOWN_CARD = CARD_COUNT
"""In `combat_cards`: a hidden card; the deck that its back shows follows."""
_HIDDEN_TILES = SOVEREIGN_COUNT
_TRIES = 40


def _public_fields() -> list[tuple[Any, ...]]:
    fields = cast("Any", STATE.fields)
    return [(name, fields[name][0].base, fields[name][0].shape) for name in _PUBLIC]


OBSERVATION = np.dtype(
    [
        *_public_fields(),
        ("round_number", "i2"),
        ("deciding", "i1"),
        ("side", "i1"),
        ("cards", "i1", (CARD_COUNT,)),
        ("face_down", "i1", (DECKS,)),
        ("combat_cards", "i1", (2,)),
        ("pool", "i1", (TILE_KINDS,)),
        ("tiles_on", "i1", (SOVEREIGN_COUNT, TILE_KINDS)),
        ("hidden_tiles", "i1", (SOVEREIGN_COUNT,)),
        ("attempt", "i1", (TILE_KINDS,)),
        ("attempt_size", "i1"),
    ]
)


def spec() -> ObservationSpec:
    """The observation's fields. Sides are absolute: 0 the Free Peoples, 1 the Shadow."""
    meanings = {name: (RANGES[name][2], RANGES[name][0], RANGES[name][1]) for name in _PUBLIC}
    return observation_spec(
        OBSERVATION,
        {
            **meanings,
            "round_number": ("turn, from 1", 0, 32767),
            "deciding": ("side that decides now", 0, 1),
            "side": ("side that looks", 0, 1),
            "cards": ("where each card is, `CardPlace`; 7: somewhere with the other side", 0, _UNSEEN),
            "face_down": ("face-down discards by deck", 0, DECK_SIZE),
            "combat_cards": ("each side's Combat card; -1 none; 115 or 116: a hidden one of its Character or Strategy deck", -1, 116),
            "pool": ("tiles of the Hunt Pool; for the Free Peoples with the hidden ones on Sovereigns", 0, 4),
            "tiles_on": ("tiles on each Sovereign by kind, as far as the side may look", 0, 4),
            "hidden_tiles": ("face-down tiles on each Sovereign", 0, TILE_KINDS),
            "attempt": ("tiles drawn in a corruption attempt; the Shadow's to see", 0, 4),
            "attempt_size": ("number of them", 0, 3),
        },
        version=1,
    )


@rule
def observation(options: Record, state: Record, seat: int, out: Record) -> None:
    """The open information, and what the side alone knows."""
    see_turn(state, out)
    see_map(state, out)
    see_battle(state, out)
    out.round_number = state.round_number
    out.deciding = state.current_player
    out.side = seat
    for card in range(CARD_COUNT):
        out.cards[card] = seen_place(state, seat, card)
        if state.card_at[card] == FACE_DOWN:
            out.face_down[DECK[card]] += 1
    for side in range(2):
        card = state.combat_card[side]
        out.combat_cards[side] = card
        if card != NOBODY and side != seat and is_closed(state, card):
            out.combat_cards[side] = _UNKNOWN_CARD + (DECK[card] & 1)
    see_tiles(state, seat, out)


@rule
def see_turn(state: Record, out: Record) -> None:
    """The turn, the Fellowship, the stack of decisions."""
    out.group = state.group
    out.moved = state.moved
    out.force_characters = state.force_characters
    out.forfeited = state.forfeited
    out.muted = state.muted
    out.depth = state.depth
    out.hunt_eyes = state.hunt_eyes
    out.hunt_free = state.hunt_free
    out.hunt_returned = state.hunt_returned
    out.tokens = state.tokens
    out.token_used = state.token_used
    out.place = state.place
    out.progress = state.progress
    out.revealed = state.revealed
    out.corruption = state.corruption
    out.guide = state.guide
    out.mordor = state.mordor
    out.tried = state.tried
    out.declared = state.declared
    out.phase = state.phase
    out.minion_seen = state.minion_seen
    out.mouth_used = state.mouth_used
    out.stone_used = state.stone_used
    out.last_region = state.last_region
    out.event_die = state.event_die
    out.tempted = state.tempted
    out.used[:] = state.used
    out.stack_kind[:] = state.stack_kind
    out.stack_a[:] = state.stack_a
    out.stack_b[:] = state.stack_b
    out.stack_c[:] = state.stack_c
    out.stack_seat[:] = state.stack_seat


@rule
def see_map(state: Record, out: Record) -> None:
    """Figures, nations, dice, decks."""
    out.besieged[:] = state.besieged
    out.control[:] = state.control
    out.where[:] = state.where
    out.sovereign[:] = state.sovereign
    out.to_war[:] = state.to_war
    out.active[:] = state.active
    out.ruler_die[:] = state.ruler_die
    out.ruler_pool[:] = state.ruler_pool
    out.rings[:] = state.rings
    out.ring_used[:] = state.ring_used
    out.moved_nazgul[:] = state.moved_nazgul
    out.force[:] = state.force
    out.deck_size[:] = state.deck_size
    out.hand_size[:] = state.hand_size
    out.drawn[:] = state.drawn
    out.ready[:] = state.ready
    out.removed[:] = state.removed
    out.army[:, :] = state.army
    out.reinforcements[:, :] = state.reinforcements
    out.casualties[:, :] = state.casualties
    out.dice[:, :] = state.dice


@rule
def see_battle(state: Record, out: Record) -> None:
    """The tile and the battle that are being resolved."""
    out.tile = state.tile
    out.hunt_mode = state.hunt_mode
    out.hunt_damage = state.hunt_damage
    out.hunt_reveal = state.hunt_reveal
    out.hunt_casualty = state.hunt_casualty
    out.hunt_card = state.hunt_card
    out.battle = state.battle
    out.attacker = state.attacker
    out.battle_from = state.battle_from
    out.battle_at = state.battle_at
    out.battle_round = state.battle_round
    out.free_rounds = state.free_rounds
    out.no_free_cards = state.no_free_cards
    out.no_cease = state.no_cease
    out.relief = state.relief
    out.no_nazgul = state.no_nazgul
    out.bard_used = state.bard_used
    out.extended = state.extended
    out.card_open = state.card_open
    out.nazgul_forfeit = state.nazgul_forfeit
    out.confused = state.confused
    out.cancelled[:] = state.cancelled
    out.ability[:] = state.ability
    out.hits[:] = state.hits
    out.first_hits[:] = state.first_hits
    out.misses[:] = state.misses
    out.reroll_hits[:] = state.reroll_hits
    out.lost_dice[:] = state.lost_dice
    out.dice_cap[:] = state.dice_cap
    out.combat_bonus[:] = state.combat_bonus
    out.reroll_bonus[:] = state.reroll_bonus
    out.no_reroll[:] = state.no_reroll
    out.less_leadership[:] = state.less_leadership


@rule
def is_closed(state: Record, card: int) -> bool:
    """Whether a card is a Combat card that lies face down; the Balrog came from the table, where everybody saw it."""
    return state.card_open == 0 and card != BALROG and (state.combat_card[0] == card or state.combat_card[1] == card)


@rule
def seen_place(state: Record, seat: int, card: int) -> int:
    """Where a side knows a card to be."""
    where = state.card_at[card]
    if SIDE_OF_CARD[card] == seat:
        return where
    if where in (IN_DECK, IN_HAND, FACE_DOWN) or (where == CHOSEN and is_closed(state, card)):
        return _UNSEEN
    return where


@rule
def is_looked_at(state: Record, sovereign: int) -> bool:
    """Whether the Free Peoples look at a Sovereign's tiles just now."""
    for i in range(state.depth):
        if state.stack_kind[i] == CHOSEN_TILE and state.stack_a[i] == sovereign:
            return True
    return False


@rule
def see_tiles(state: Record, seat: int, out: Record) -> None:
    """Pool, Sovereigns, a corruption attempt."""
    for kind in range(TILE_KINDS):
        out.pool[kind] = state.pool[kind]
        out.attempt_size += state.attempt[kind]
        if seat == SHADOW:
            out.attempt[kind] = state.attempt[kind]
        else:
            out.pool[kind] += state.attempt[kind]
    for sovereign in range(SOVEREIGN_COUNT):
        out.hidden_tiles[sovereign] = hidden_tiles(state, sovereign)
        open_to_all = seat == SHADOW or is_looked_at(state, sovereign)
        for kind in range(TILE_KINDS):
            n = state.on_sovereign[sovereign, kind]
            if open_to_all or kind >= KINGS_1:
                out.tiles_on[sovereign, kind] = n
            else:
                out.pool[kind] += n


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
