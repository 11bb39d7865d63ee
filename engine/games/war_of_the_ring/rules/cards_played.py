"""An Event card is played: its steps, in order, and what follows (cards sheet, section 2)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import MINAS_TIRITH
from engine.games.war_of_the_ring.cards import DECK, ON_TABLE, PALANTIR, STEP_COUNT, STEPS
from engine.games.war_of_the_ring.data import AWAKENED, DENETHOR, FIRST_SOVEREIGN, FREE, GANDALF_GREY, SHADOW
from engine.games.war_of_the_ring.rules.core import leave_hand, push
from engine.games.war_of_the_ring.rules.table_cards import check_table
from engine.games.war_of_the_ring.state import CHOSEN, ON_THE_TABLE, OPEN_DISCARD
from engine.types import Record


@rule
def play_card(state: Record, side: int, card: int, for_free: int) -> None:
    """A card leaves the hand; its steps wait in order, and what follows after them."""
    leave_hand(state, card, CHOSEN)
    state.card_played[card] = state.round_number
    push(state, f.PLAYED, side, card, for_free, 0)
    for step in range(STEP_COUNT[card] - 1, -1, -1):
        push(state, STEPS[card, step, 0], side, STEPS[card, step, 1], STEPS[card, step, 2], STEPS[card, step, 3])


@rule
def finish_card(state: Record, side: int, card: int, for_free: int) -> None:
    """The card goes to the table or the discards; abilities that answer to an Event die."""
    state.card_at[card] = ON_THE_TABLE if ON_TABLE[card] else OPEN_DISCARD
    if ON_TABLE[card]:
        check_table(state)
    if for_free or state.event_die == 0:
        return
    if side == FREE:
        if state.event_die & 1 and state.guide == GANDALF_GREY:
            push(state, f.GUIDE_DRAW, FREE, DECK[card] & 1, 0, 0)
        draw_by_stewardship(state)
    elif state.card_at[PALANTIR] == ON_THE_TABLE and card != PALANTIR:
        push(state, f.DRAW, SHADOW, 2, 0, 0)


@rule
def draw_by_stewardship(state: Record) -> None:
    """Palantir of Anarion: a further card after an Event result of the Ruler die (Kings, 7.1)."""
    awake = state.sovereign[DENETHOR - FIRST_SOVEREIGN] == AWAKENED and state.where[DENETHOR] == MINAS_TIRITH
    if state.event_die & 2 and awake:
        push(state, f.DRAW, FREE, 2, 0, 0)
