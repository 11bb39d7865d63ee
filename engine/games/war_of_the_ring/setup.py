"""A new game of War of the Ring (section 1; Kings, section 2)."""

from __future__ import annotations

from engine.arrays import table
from engine.compilation import rule
from engine.games.war_of_the_ring.board import HOME_SIDE, IS_SETTLEMENT, NATION_COUNT, REGION_COUNT, REGIONS, RIVENDELL
from engine.games.war_of_the_ring.cards import CARD_COUNT, DECK, DECKS, IN_GAME
from engine.games.war_of_the_ring.data import (
    ACTIVE,
    ASIDE,
    CHARACTER_COUNT,
    COMPANION_COUNT,
    FIGURE_KINDS,
    FIRST_SOVEREIGN,
    FREE,
    GANDALF_GREY,
    GONE,
    IN_FELLOWSHIP,
    KINGS_1,
    NO_FACE,
    NUMBERED_TO,
    REINFORCEMENTS,
    SOVEREIGN_COUNT,
    SOVEREIGN_HOME,
    TILE_COPIES,
    TO_WAR,
)
from engine.games.war_of_the_ring.rules.aftermath import after_battle
from engine.games.war_of_the_ring.rules.core import clear_action, place
from engine.games.war_of_the_ring.rules.steps import proceed
from engine.games.war_of_the_ring.state import IN_DECK, NOBODY
from engine.rng import seed_stream, shuffle
from engine.types import Record, Stream, Trace


def _starting_armies() -> list[list[int]]:
    rows = []
    for region in REGIONS:
        row = [0] * FIGURE_KINDS
        if region.army >= 0:
            row[2 * region.army], row[2 * region.army + 1] = region.start[0], region.start[1]
            if region.start[2]:
                row[16 + region.army] = region.start[2]
            row[21] = region.start[3]
        rows.append(row)
    return rows


STARTING_ARMIES = table(_starting_armies(), "i1")
"""By region and kind: the figures that start there."""


@rule
def new_initial_state(options: Record, state: Record, setup_key: Stream, play_key: Stream, trace: Trace) -> None:
    """Armies, the Fellowship, decks, tiles; then the first turn up to its first decision."""
    seed_stream(state.setup_rng, setup_key)
    seed_stream(state.play_rng, play_key)
    set_up_map(state)
    set_up_characters(options, state)
    set_up_decks(options, state)
    for kind in range(NUMBERED_TO):
        state.pool[kind] = TILE_COPIES[kind]
    if options.kings:
        for kind in range(KINGS_1, KINGS_1 + 2):
            state.pool[kind] = TILE_COPIES[kind]
    state.rings[FREE] = options.rings
    for side in range(2):
        state.ruler_die[side] = NO_FACE
    state.tile = NOBODY
    state.mordor = NOBODY
    after_battle(state)
    clear_action(state)
    proceed(options, state, trace)


@rule
def set_up_map(state: Record) -> None:
    """Figures, control, the Political Track."""
    for region in range(REGION_COUNT):
        state.besieged[region] = NOBODY
        state.control[region] = HOME_SIDE[region] if IS_SETTLEMENT[region] else NOBODY
        for kind in range(FIGURE_KINDS):
            if STARTING_ARMIES[region, kind] > 0:
                place(state, region, kind, STARTING_ARMIES[region, kind])
    for nation in range(NATION_COUNT):
        state.to_war[nation] = TO_WAR[nation]
        state.active[nation] = ACTIVE[nation]
        for rank in range(3):
            state.reinforcements[nation, rank] = REINFORCEMENTS[nation, rank]


@rule
def set_up_characters(options: Record, state: Record) -> None:
    """All seven Companions in the Fellowship in Rivendell, Gandalf the Grey as Guide; grey Sovereigns at home."""
    for character in range(CHARACTER_COUNT):
        state.where[character] = IN_FELLOWSHIP if character < COMPANION_COUNT else ASIDE
    state.place = RIVENDELL
    state.guide = GANDALF_GREY
    for sovereign in range(SOVEREIGN_COUNT):
        if options.kings:
            state.where[FIRST_SOVEREIGN + sovereign] = SOVEREIGN_HOME[sovereign]
        else:
            state.where[FIRST_SOVEREIGN + sovereign] = GONE
            state.sovereign[sovereign] = 3


@rule
def set_up_decks(options: Record, state: Record) -> None:
    """Four decks, each shuffled; there is no opening hand."""
    for card in range(CARD_COUNT):
        if IN_GAME[card, options.kings]:
            deck = DECK[card]
            state.card_at[card] = IN_DECK
            state.deck[deck, state.deck_size[deck]] = card
            state.deck_size[deck] += 1
    for deck in range(DECKS):
        shuffle(state.setup_rng, state.deck[deck], state.deck_size[deck])
