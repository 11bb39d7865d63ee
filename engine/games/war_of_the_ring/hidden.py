"""What a seat sees, and how the rest is dealt anew.

Hidden are the other side's hand, face-down discards and its Combat card until both are chosen, the order of all decks, and,
from the Free Peoples, the values of tiles on Sovereigns and in the hand of a Shadow that tempts. Nothing is inferred from play.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from engine.compilation import rule
from engine.game import ObservationSpec, observation_spec
from engine.games.war_of_the_ring.cards import BALROG, CARD_COUNT, DECK, DECK_SIZE, DECKS, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import (
    KINGS_1,
    SHADOW,
    SOVEREIGN_COUNT,
    TILE_KINDS,
)
from engine.games.war_of_the_ring.frames import CHOSEN_TILE
from engine.games.war_of_the_ring.ranges import RANGES
from engine.games.war_of_the_ring.rules.politics import hidden_tiles
from engine.games.war_of_the_ring.state import CHOSEN, FACE_DOWN, IN_DECK, IN_HAND, NOBODY, STATE
from engine.types import Actions, Record

_PUBLIC = (
    "group",
    "moved",
    "force_characters",
    "forfeited",
    "muted",
    "depth",
    "hunt_eyes",
    "hunt_free",
    "hunt_returned",
    "tokens",
    "token_used",
    "place",
    "progress",
    "revealed",
    "corruption",
    "guide",
    "mordor",
    "tried",
    "declared",
    "phase",
    "minion_seen",
    "mouth_used",
    "stone_used",
    "last_region",
    "event_die",
    "tempted",
    "tile",
    "hunt_mode",
    "hunt_damage",
    "hunt_reveal",
    "hunt_casualty",
    "hunt_card",
    "battle",
    "attacker",
    "battle_from",
    "battle_at",
    "battle_round",
    "free_rounds",
    "no_free_cards",
    "no_cease",
    "relief",
    "no_nazgul",
    "bard_used",
    "extended",
    "card_open",
    "nazgul_forfeit",
    "confused",
    "used",
    "stack_kind",
    "stack_a",
    "stack_b",
    "stack_c",
    "stack_seat",
    "besieged",
    "control",
    "where",
    "sovereign",
    "to_war",
    "active",
    "ruler_die",
    "ruler_pool",
    "rings",
    "ring_used",
    "moved_nazgul",
    "force",
    "deck_size",
    "hand_size",
    "drawn",
    "ready",
    "removed",
    "cancelled",
    "ability",
    "hits",
    "first_hits",
    "misses",
    "reroll_hits",
    "lost_dice",
    "dice_cap",
    "combat_bonus",
    "reroll_bonus",
    "no_reroll",
    "less_leadership",
    "army",
    "reinforcements",
    "casualties",
    "dice",
)
"""Fields that both sides see."""

_UNSEEN = 7
"""In `cards`: in the other side's deck, hand, face-down discards, or its Combat card."""
_UNKNOWN_CARD = CARD_COUNT
"""In `combat_cards`: a hidden card; the deck that its back shows follows."""


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
            "combat_cards": (
                "each side's Combat card; -1 none; 115 or 116: a hidden one of its Character or Strategy deck",
                -1,
                116,
            ),
            "pool": ("tiles of the Hunt Pool; for the Free Peoples with the hidden ones on Sovereigns", 0, 4),
            "tiles_on": ("tiles on each Sovereign by kind, as far as the side may look", 0, 4),
            "hidden_tiles": ("face-down tiles on each Sovereign", 0, TILE_KINDS),
            "attempt": ("tiles drawn in a corruption attempt; the Shadow's to see", 0, 4),
            "attempt_size": ("number of them", 0, 3),
        },
        version=1,
    )


@rule
def copy_row(source: Actions, target: Actions) -> None:
    """Copy a field of one dimension."""
    for i in range(source.shape[0]):
        target[i] = source[i]


@rule
def copy_rows(source: Actions, target: Actions) -> None:
    """Copy a field of two dimensions."""
    for i in range(source.shape[0]):
        for j in range(source.shape[1]):
            target[i, j] = source[i, j]


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
    copy_row(state.used, out.used)
    copy_row(state.stack_kind, out.stack_kind)
    copy_row(state.stack_a, out.stack_a)
    copy_row(state.stack_b, out.stack_b)
    copy_row(state.stack_c, out.stack_c)
    copy_row(state.stack_seat, out.stack_seat)


@rule
def see_map(state: Record, out: Record) -> None:
    """Figures, nations, dice, decks."""
    copy_row(state.besieged, out.besieged)
    copy_row(state.control, out.control)
    copy_row(state.where, out.where)
    copy_row(state.sovereign, out.sovereign)
    copy_row(state.to_war, out.to_war)
    copy_row(state.active, out.active)
    copy_row(state.ruler_die, out.ruler_die)
    copy_row(state.ruler_pool, out.ruler_pool)
    copy_row(state.rings, out.rings)
    copy_row(state.ring_used, out.ring_used)
    copy_row(state.moved_nazgul, out.moved_nazgul)
    copy_row(state.force, out.force)
    copy_row(state.deck_size, out.deck_size)
    copy_row(state.hand_size, out.hand_size)
    copy_row(state.drawn, out.drawn)
    copy_row(state.ready, out.ready)
    copy_row(state.removed, out.removed)
    copy_rows(state.army, out.army)
    copy_rows(state.reinforcements, out.reinforcements)
    copy_rows(state.casualties, out.casualties)
    copy_rows(state.dice, out.dice)


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
    copy_row(state.cancelled, out.cancelled)
    copy_row(state.ability, out.ability)
    copy_row(state.hits, out.hits)
    copy_row(state.first_hits, out.first_hits)
    copy_row(state.misses, out.misses)
    copy_row(state.reroll_hits, out.reroll_hits)
    copy_row(state.lost_dice, out.lost_dice)
    copy_row(state.dice_cap, out.dice_cap)
    copy_row(state.combat_bonus, out.combat_bonus)
    copy_row(state.reroll_bonus, out.reroll_bonus)
    copy_row(state.no_reroll, out.no_reroll)
    copy_row(state.less_leadership, out.less_leadership)


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
