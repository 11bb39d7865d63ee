"""The six phases of a turn (section 3)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.cards import DECK, DECKS
from engine.games.war_of_the_ring.data import (
    ARAGORN,
    AWAKENED,
    CHARACTER_COUNT,
    DICE,
    FACE_EYE,
    FACES,
    FIRST_CHIEFTAIN,
    FREE,
    GANDALF_WHITE,
    MOUTH,
    NO_FACE,
    SARUMAN,
    SHADOW,
    SOVEREIGN_COUNT,
)
from engine.games.war_of_the_ring.rules.core import cards_in_hand, count_house, fellowship_members, in_play, push, unused_dice
from engine.games.war_of_the_ring.rules.fellowship import corrupt, end_game, may_enter_mordor, on_track, several_guides
from engine.games.war_of_the_ring.rules.politics import victory_points
from engine.games.war_of_the_ring.state import FACE_DOWN, IN_HAND, Chance, Ending, House, Phase
from engine.rng import below
from engine.trace import EVERYBODY, note2, note3
from engine.types import Record, Stream, Trace

_RECOVER, _FELLOWSHIP, _ALLOCATION, _ROLL, _ACTIONS, _VICTORY = (int(phase) for phase in Phase)
_CARD_DRAWN = int(Chance.CARD_DRAWN)
_DICE_ROLLED = int(Chance.DICE_ROLLED)
_MILITARY_SHADOW = int(Ending.MILITARY_SHADOW)
_MILITARY_FREE = int(Ending.MILITARY_FREE)
_ROUND_LIMIT = int(Ending.ROUND_LIMIT)
_HAND_TRIMMED = int(House.HAND_TRIMMED)


@rule
def pool_size(options: Record, state: Record, side: int) -> int:
    """Action dice of a side this turn: four and one each for Aragorn and Gandalf the White; seven and one a Minion."""
    if side == FREE:
        return options.free_dice + int(in_play(state, ARAGORN)) + int(in_play(state, GANDALF_WHITE))
    total = options.shadow_dice
    for minion in range(SARUMAN, MOUTH + 1):
        total += int(in_play(state, minion))
    return total


@rule
def next_phase(options: Record, state: Record, trace: Trace) -> None:
    """Nothing waits: the next phase begins."""
    state.phase = state.phase % _VICTORY + 1
    if state.phase == _RECOVER:
        recover(options, state, trace)
    elif state.phase == _FELLOWSHIP:
        if several_guides(state):
            push(state, f.CHOOSE_GUIDE, FREE, 0, 0, 0)
        if not on_track(state) and (state.revealed == 0 or may_enter_mordor(state)):
            push(state, f.FELLOWSHIP_PHASE, FREE, 0, 0, 0)
    elif state.phase == _ALLOCATION:
        push(state, f.ALLOCATE, SHADOW, state.hunt_returned, most_allocated(options, state), 0)
    elif state.phase == _ROLL:
        roll_dice(options, state, trace)
    elif state.phase == _ACTIONS:
        push(state, f.ACTION, FREE if unused_dice(state, FREE) else SHADOW, 0, 0, 0)
    else:
        end_turn(options, state)


@rule
def recover(options: Record, state: Record, trace: Trace) -> None:
    """Phase 1: dice come back, the Hunt Box is emptied, each side draws two cards."""
    state.round_number = min(state.round_number + 1, 32000)
    state.hunt_returned = int(state.hunt_free > 0)
    state.hunt_free = 0
    state.hunt_eyes = 0
    state.tried = 0
    state.declared = 0
    state.mouth_used = 0
    state.stone_used = 0
    state.tempted = 0
    state.token_used = 0
    state.ruler_pool[FREE] = int(any_awakened(state))
    state.ruler_pool[SHADOW] = int(any_chieftain(state))
    for side in range(2):
        state.ring_used[side] = 0
        state.ruler_die[side] = NO_FACE
        for face in range(FACES):
            state.dice[side, face] = 0
    for deck in range(DECKS):
        draw_card(state, deck, trace)
    for side in range(1, -1, -1):
        if cards_in_hand(state, side) > options.hand_limit:
            push(state, f.DISCARD, side, 0, 0, 0)


@rule
def any_awakened(state: Record) -> bool:
    """Whether an Awakened Sovereign is in play."""
    for sovereign in range(SOVEREIGN_COUNT):
        if state.sovereign[sovereign] == AWAKENED:
            return True
    return False


@rule
def any_chieftain(state: Record) -> bool:
    """Whether a Dark Chieftain is in play."""
    for character in range(FIRST_CHIEFTAIN, CHARACTER_COUNT):
        if in_play(state, character):
            return True
    return False


@rule
def draw_card(state: Record, deck: int, trace: Trace) -> None:
    """Draw the top card of a deck, if there is one."""
    if state.deck_size[deck] == 0:
        return
    state.deck_size[deck] -= 1
    card = state.deck[deck, state.deck_size[deck]]
    state.deck[deck, state.deck_size[deck]] = 0
    state.card_at[card] = IN_HAND
    state.hand_size[deck] += 1
    state.card_drawn[card] = state.round_number
    note2(trace, _CARD_DRAWN, 1 << (deck // 2), deck // 2, card)


@rule
def draw_in_play(options: Record, state: Record, side: int, kind: int, trace: Trace) -> None:
    """Draw a card by an action or effect, and discard down to the limit at once."""
    draw_card(state, 2 * side + kind, trace)
    if cards_in_hand(state, side) > options.hand_limit:
        push(state, f.DISCARD, side, 0, 0, 0)


@rule
def discard_card(options: Record, state: Record, side: int, card: int) -> None:
    """An excess card is discarded face down."""
    state.card_at[card] = FACE_DOWN
    state.hand_size[DECK[card]] -= 1
    count_house(state, _HAND_TRIMMED)
    if cards_in_hand(state, side) > options.hand_limit:
        push(state, f.DISCARD, side, 0, 0, 0)


@rule
def most_allocated(options: Record, state: Record) -> int:
    """As many dice as Companions in the Fellowship, one at least (section 3); Gollum is none."""
    members = fellowship_members(state)
    companions = 0
    while members:
        companions += 1
        members &= members - 1
    return min(max(companions, 1), pool_size(options, state, SHADOW))


@rule
def roll_face(state: Record, side: int, ruler: int, trace: Trace) -> int:
    """Roll one Action die."""
    face = DICE[side, below(state.play_rng, 6)]
    note3(trace, _DICE_ROLLED, EVERYBODY, side, face, ruler)
    return face


@rule
def roll_dice(options: Record, state: Record, trace: Trace) -> None:
    """Phase 4: both sides roll; who has a Ruler die discards one die, the Shadow first (Kings, section 3)."""
    for side in range(2):
        dice = pool_size(options, state, side)
        if side == SHADOW:
            dice -= state.hunt_eyes
        for _ in range(dice):
            state.dice[side, roll_face(state, side, 0, trace)] += 1
        if state.ruler_pool[side]:
            state.ruler_die[side] = roll_face(state, side, 1, trace)
    if state.ruler_pool[FREE]:
        push(state, f.RULER_DISCARD, FREE, 0, 0, 0)
    if state.ruler_pool[SHADOW]:
        push(state, f.RULER_DISCARD, SHADOW, 0, 0, 0)
    else:
        eyes_to_box(state)


@rule
def eyes_to_box(state: Record) -> None:
    """Eyes go to the Hunt Box, a kept Ruler Eye too."""
    state.hunt_eyes += state.dice[SHADOW, FACE_EYE]
    state.dice[SHADOW, FACE_EYE] = 0
    if state.ruler_die[SHADOW] == FACE_EYE:
        state.ruler_die[SHADOW] = NO_FACE
        state.hunt_eyes += 1


@rule
def next_player(state: Record, side: int) -> None:
    """Players alternate; who has no dice left is left out; without dice the phase is over."""
    other = 1 - side
    if unused_dice(state, other) > 0:
        push(state, f.ACTION, other, 0, 0, 0)
    elif unused_dice(state, side) > 0:
        push(state, f.ACTION, side, 0, 0, 0)


@rule
def end_turn(options: Record, state: Record) -> None:
    """The end of phase 5 in Mordor, then phase 6: military victories, the Shadow's first (sections 3, 8)."""
    if on_track(state) and state.tried == 0:
        corrupt(options, state, 1)
        if state.terminal:
            return
    if victory_points(state, SHADOW) >= options.shadow_points:
        end_game(state, _MILITARY_SHADOW, SHADOW)
    elif victory_points(state, FREE) >= options.free_points:
        end_game(state, _MILITARY_FREE, FREE)
    elif options.max_rounds > 0 and state.round_number >= options.max_rounds:
        state.terminal = 1
        state.outcome = _ROUND_LIMIT
        state.winners = 0


@rule
def returns(options: Record, state: Record, out: Stream) -> None:
    """1 for the winner; a half each for a draw."""
    for seat in range(2):
        if state.winners == 0:
            out[seat] = 0.5
        else:
            out[seat] = float(state.winners >> seat & 1)
