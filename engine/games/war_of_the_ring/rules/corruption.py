"""The corruption of Sovereigns: attempts, tiles, and their removal (Kings, 5.3, 5.4, 6)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import REGION_COUNT
from engine.games.war_of_the_ring.cards import DOUBTFUL, THREATS_OF_KINGS
from engine.games.war_of_the_ring.data import (
    CORRUPTED,
    CORRUPTION_VALUE,
    FIRST_SOVEREIGN,
    FREE,
    GREY,
    KINGS_1,
    NAZGUL,
    NUMBERED_FROM,
    NUMBERED_TO,
    SHADOW,
    SOVEREIGN_COUNT,
    SOVEREIGN_HOME,
    TILE_KINDS,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules.core import discard_from_table, push, unused_dice
from engine.games.war_of_the_ring.rules.politics import has_friend_beside, hidden_tiles, return_tiles
from engine.games.war_of_the_ring.rules.recruit import beside
from engine.games.war_of_the_ring.state import NOBODY, ON_THE_TABLE, Chance
from engine.rng import below
from engine.trace import note1
from engine.types import Record, Trace

_CORRUPTION_TILE = int(Chance.CORRUPTION_TILE)


@rule
def may_tempt(state: Record, sovereign: int, by_card: bool) -> bool:
    """Whether the Shadow may try to corrupt a Sovereign now (section 6; SC26k)."""
    region = state.where[FIRST_SOVEREIGN + sovereign]
    if state.sovereign[sovereign] != GREY or region < 0:
        return False
    if not by_card:
        return state.tempted >> sovereign & 1 == 0
    for other in range(REGION_COUNT):
        if (state.army[other, NAZGUL] > 0 or state.where[WITCH_KING] == other) and (other == region or beside(other, region)):
            return True
    return False


@rule
def any_temptation(state: Record, by_card: bool) -> bool:
    """Whether anybody may be tempted."""
    for sovereign in range(SOVEREIGN_COUNT):
        if may_tempt(state, sovereign, by_card):
            return True
    return False


@rule
def attempt_allowed(options: Record, state: Record) -> bool:
    """More than one Eye in the Hunt Box, an unused die of the Free Peoples, and (by option) one of the Shadow's own."""
    if not options.kings or state.hunt_eyes < 2 or unused_dice(state, FREE) == 0:
        return False
    if options.attempt_needs_own_die and unused_dice(state, SHADOW) == 0:
        return False
    return any_temptation(state, False)


@rule
def draw_corruption(state: Record, trace: Trace) -> int:
    """A numbered or Kings tile of the pool, or NOBODY: Eyes and specials are shown and drawn again (section 6)."""
    total = state.pool[KINGS_1] + state.pool[KINGS_1 + 1]
    for kind in range(NUMBERED_FROM, NUMBERED_TO):
        total += state.pool[kind]
    if total == 0:
        return NOBODY
    ticket = below(state.play_rng, total)
    for kind in range(TILE_KINDS):
        if NUMBERED_FROM <= kind < NUMBERED_TO or kind >= KINGS_1:
            if ticket < state.pool[kind]:
                note1(trace, _CORRUPTION_TILE, 1 << SHADOW, kind)
                state.pool[kind] -= 1
                return kind
            ticket -= state.pool[kind]
    return NOBODY


@rule
def tempt(options: Record, state: Record, sovereign: int, by_card: bool, trace: Trace) -> None:
    """A corruption attempt: as many tiles as Eyes are left in the box, three at most; a Kings tile ends it (section 6)."""
    if not by_card:
        state.hunt_eyes -= 1
        state.tempted |= 1 << sovereign
    drawn = 0
    for _ in range(min(state.hunt_eyes, 3)):
        kind = draw_corruption(state, trace)
        if kind == NOBODY:
            break
        if kind >= KINGS_1:
            state.on_sovereign[sovereign, kind] += 1
            return_attempt(state)
            return
        state.attempt[kind] += 1
        drawn += 1
    if drawn > 0:
        push(state, f.KEEP_TILE, SHADOW, sovereign, 0, 0)


@rule
def return_attempt(state: Record) -> None:
    """Tiles drawn in an attempt and not kept go back to the pool."""
    for kind in range(TILE_KINDS):
        state.pool[kind] += state.attempt[kind]
        state.attempt[kind] = 0


@rule
def keep_tile(options: Record, state: Record, sovereign: int, kind: int) -> None:
    """One tile stays face down on the Sovereign."""
    state.attempt[kind] -= 1
    return_attempt(state)
    add_corruption(options, state, sovereign, kind)


@rule
def corruption_of(state: Record, sovereign: int) -> int:
    """The sum of a Sovereign's tiles; Kings tiles count 0."""
    total = 0
    for kind in range(TILE_KINDS):
        total += state.on_sovereign[sovereign, kind] * CORRUPTION_VALUE[kind]
    return total


@rule
def add_corruption(options: Record, state: Record, sovereign: int, kind: int) -> None:
    """A tile is added; at his Resistance the Sovereign is corrupted (section 6)."""
    state.on_sovereign[sovereign, kind] += 1
    if corruption_of(state, sovereign) < options.resistance[sovereign]:
        return
    for highest in (1, 3, 2, 5, 4, 6):
        if state.on_sovereign[sovereign, highest] > 0:
            state.on_sovereign[sovereign, highest] -= 1
            state.removed[highest] += 1
            break
    return_tiles(state, sovereign)
    state.sovereign[sovereign] = CORRUPTED
    state.where[FIRST_SOVEREIGN + sovereign] = SOVEREIGN_HOME[sovereign]
    state.entered[FIRST_SOVEREIGN + sovereign] = state.round_number
    discard_from_table(state, THREATS_OF_KINGS)


@rule
def add_random_tile(options: Record, state: Record, sovereign: int, trace: Trace) -> None:
    """Stormcrow: one tile is drawn and added (open questions 9 and 10)."""
    if state.sovereign[sovereign] != GREY:
        return
    kind = draw_corruption(state, trace)
    if kind != NOBODY:
        add_corruption(options, state, sovereign, kind)


@rule
def return_random_tile(state: Record, sovereign: int) -> None:
    """A hidden tile of a Sovereign, at random, goes back to the pool (5.3)."""
    total = hidden_tiles(state, sovereign)
    if total == 0:
        return
    ticket = below(state.play_rng, total)
    for kind in range(KINGS_1):
        if ticket < state.on_sovereign[sovereign, kind]:
            return_tile(state, sovereign, kind)
            return
        ticket -= state.on_sovereign[sovereign, kind]


@rule
def return_tile(state: Record, sovereign: int, kind: int) -> None:
    """A tile goes from a Sovereign to the pool."""
    state.on_sovereign[sovereign, kind] -= 1
    state.pool[kind] += 1


@rule
def may_return_tile(state: Record, sovereign: int) -> bool:
    """Whether a card may take a hidden tile off a Sovereign."""
    return state.sovereign[sovereign] == GREY and hidden_tiles(state, sovereign) > 0 and state.card_at[DOUBTFUL] != ON_THE_TABLE


@rule
def removable(state: Record, sovereign: int) -> bool:
    """A Corrupted Sovereign beside a Companion with his icon can be removed (5.4)."""
    return state.sovereign[sovereign] == CORRUPTED and has_friend_beside(state, sovereign)
