"""Cards on the table: when they leave it by themselves, and how the opponent may clear them (cards sheet, section 2)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring.actions import FIRST_CARD
from engine.games.war_of_the_ring.board import HOME_SIDE, MINAS_TIRITH, ROHAN
from engine.games.war_of_the_ring.card_terms import ICON_ARMY
from engine.games.war_of_the_ring.cards import (
    BARAD_DUR_STONE,
    CARD_COUNT,
    DECK,
    DOUBTFUL,
    FOLLY,
    FOLLY_OF_KINGS,
    ICON,
    LAST_BATTLE,
    PALANTIR,
    POWER_TOO_GREAT,
    SIDE_OF_CARD,
    TOM_BOMBADIL,
    WORMTONGUE,
)
from engine.games.war_of_the_ring.data import (
    ARAGORN,
    AWAKENED,
    CORRUPTED,
    DENETHOR,
    FACE_CHARACTER,
    FACE_WILL,
    FIRST_SOVEREIGN,
    FREE,
    GANDALF_GREY,
    GANDALF_WHITE,
    REMOVED,
    SARUMAN,
    SHADOW,
    SOVEREIGN_COUNT,
)
from engine.games.war_of_the_ring.rules.core import companions_at, discard_from_table
from engine.games.war_of_the_ring.state import IN_HAND, ON_THE_TABLE
from engine.types import Actions, Record


@rule
def aragorn_abroad(state: Record) -> bool:
    """The Last Battle: Aragorn with an Army outside the Free Peoples' nations."""
    region = state.where[ARAGORN]
    return region >= 0 and HOME_SIDE[region] != FREE and state.units[FREE, region] > 0


@rule
def character_gone(state: Record) -> None:
    """Cards whose character has left play leave the table at once."""
    if state.where[SARUMAN] < 0:
        discard_from_table(state, PALANTIR)
        discard_from_table(state, WORMTONGUE)


@rule
def denethor_resists(state: Record) -> bool:
    """Denethor is in play and not awakened (Kings, SS03k)."""
    return state.sovereign[DENETHOR - FIRST_SOVEREIGN] not in (AWAKENED, REMOVED)


@rule
def check_table(state: Record) -> None:
    """Cards leave the table as soon as the condition to play them fails."""
    if not aragorn_abroad(state):
        discard_from_table(state, LAST_BATTLE)
    if state.besieged[MINAS_TIRITH] != FREE:
        discard_from_table(state, FOLLY)
    if not denethor_resists(state):
        discard_from_table(state, FOLLY_OF_KINGS)
    if state.active[ROHAN]:
        discard_from_table(state, WORMTONGUE)
    character_gone(state)


@rule
def wise_in_minas_tirith(state: Record, beside_denethor: bool) -> bool:
    """Whether Gandalf or Aragorn is in Minas Tirith, or with Denethor."""
    for wise in (GANDALF_GREY, GANDALF_WHITE, ARAGORN):
        region = state.where[wise]
        if region >= 0 and (region == MINAS_TIRITH or (beside_denethor and region == state.where[DENETHOR])):
            return True
    return False


@rule
def companion_beside_sovereign(state: Record) -> bool:
    """Whether a Companion shares a region with a Sovereign who is not corrupted (Kings, SC25k)."""
    for sovereign in range(SOVEREIGN_COUNT):
        region = state.where[FIRST_SOVEREIGN + sovereign]
        if (
            region >= 0
            and state.sovereign[sovereign] < CORRUPTED
            and companions_at(state, region) & ~(1 << (FIRST_SOVEREIGN + sovereign))
        ):
            return True
    return False


@rule
def has_army_card(options: Record, state: Record) -> bool:
    """Whether the Shadow's hand holds an Army Event card (or one of the Strategy deck, by option)."""
    for card in range(CARD_COUNT):
        if state.card_at[card] == IN_HAND and SIDE_OF_CARD[card] == SHADOW and is_army_card(options, card):
            return True
    return False


@rule
def is_army_card(options: Record, card: int) -> bool:
    """What counts as an Army Event card (open question 2 of the cards sheet)."""
    return DECK[card] == 3 if options.discard_by_deck else ICON[card] == ICON_ARMY


@rule
def may_clear(options: Record, state: Record, side: int, card: int, face: int) -> bool:
    """Whether a side may spend a die of a face to clear an opponent's card from the table."""
    if state.card_at[card] != ON_THE_TABLE:
        return False
    if side == SHADOW:
        if card not in (POWER_TOO_GREAT, TOM_BOMBADIL):
            return False
        return state.hand_size[2] > 0 and has_army_card(options, state)
    if card in (PALANTIR, BARAD_DUR_STONE):
        return face == FACE_WILL or (state.rings[FREE] > 0 and state.ring_used[FREE] == 0 and state.token_used == 0)
    if card == FOLLY:
        return face == FACE_WILL or wise_in_minas_tirith(state, False)
    if card == FOLLY_OF_KINGS:
        return face == FACE_WILL or wise_in_minas_tirith(state, True)
    if card == DOUBTFUL:
        return face == FACE_WILL or (face == FACE_CHARACTER and companion_beside_sovereign(state))
    return False


@rule
def clear_choices(options: Record, state: Record, side: int, face: int, out: Actions) -> int:
    """The opponent's cards that the die may clear."""
    n = 0
    for card in range(CARD_COUNT):
        if SIDE_OF_CARD[card] != side and may_clear(options, state, side, card, face):
            out[n] = FIRST_CARD + card
            n += 1
    return n


@rule
def can_clear(options: Record, state: Record, side: int, face: int) -> bool:
    """Whether there is any card to clear."""
    if side == SHADOW:
        return may_clear(options, state, side, POWER_TOO_GREAT, face) or may_clear(options, state, side, TOM_BOMBADIL, face)
    for card in (PALANTIR, BARAD_DUR_STONE, FOLLY, FOLLY_OF_KINGS, DOUBTFUL):
        if may_clear(options, state, side, card, face):
            return True
    return False


@rule
def payment_choices(options: Record, state: Record, army: bool, out: Actions) -> int:
    """The Shadow's cards in hand that pay: an Army Event card, then a Character Event card."""
    n = 0
    for card in range(CARD_COUNT):
        pays = is_army_card(options, card) if army else DECK[card] == 2
        if pays and state.card_at[card] == IN_HAND and SIDE_OF_CARD[card] == SHADOW:
            out[n] = FIRST_CARD + card
            n += 1
    return n
