"""A small card game with hidden hands and a hidden deck: the clean subject from which `broken_games` breaks one thing each.

Twelve cards, 1 to 12. Each seat gets four, four stay in the deck. In a round seat 0 lays two cards face up, one decision each,
then seat 1; the larger sum wins the round; then both draw two from the deck while there are any. Who won more of the three
rounds wins the game; with as many each it is a draw.
"""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Any

import numpy as np

from engine.arrays import scratch, scratch_words
from engine.compilation import rule
from engine.game import (
    FIRST_GAME_OUTCOME,
    ActionPart,
    ActionSpec,
    Game,
    ObservationSpec,
    Rules,
    observation_spec,
    register,
    state_dtype,
    summary_dtype,
)
from engine.options import GameOptions, as_record, option
from engine.rng import extend_key, seed_stream, shuffle
from engine.trace import Event, note1
from engine.types import Actions, Record, Stream, Trace

CARDS = 12
HAND = 4
DECK = 4
LAID_PER_ROUND = 2

FIELDS: list[tuple[Any, ...]] = [
    ("hands", "i1", (2, HAND)),  # card numbers, ascending, then zeros
    ("deck", "i1", (DECK,)),  # card numbers, the next one first, then zeros
    ("deck_size", "i1"),
    ("laid", "i1", (2, CARDS + 1)),  # 1 where the seat laid the card in this round
    ("gone", "i1", (CARDS + 1,)),  # 1 where the card was laid in an earlier round
    ("rounds_won", "i1", (2,)),
    ("spare", "i1", (4,)),  # nothing, in the clean game; makes the record a multiple of 8 bytes
]

STATE = state_dtype("toy_duel", Path(__file__).parent, FIELDS)
OPTIONS_DTYPE = np.dtype([("high_card_wins", "i1")])
OBSERVATION = np.dtype(
    [
        ("hand", "i1", (CARDS + 1,)),
        ("laid_by_me", "i1", (CARDS + 1,)),
        ("laid_by_them", "i1", (CARDS + 1,)),
        ("gone", "i1", (CARDS + 1,)),
        ("rounds_won", "i1", (2,)),
        ("to_move", "i1"),
    ]
)
SUMMARY = summary_dtype([("rounds_won", "i1")])


class Ending(enum.IntEnum):
    MORE_ROUNDS = FIRST_GAME_OUTCOME
    AS_MANY_ROUNDS = FIRST_GAME_OUTCOME + 1


_MORE_ROUNDS = int(Ending.MORE_ROUNDS)
_AS_MANY_ROUNDS = int(Ending.AS_MANY_ROUNDS)
_DRAWN = 1


class ToyOptions(GameOptions):
    high_card_wins: int = option(1, "Whether the larger sum wins a round, or the smaller.", source="ours", ge=0, le=1)

    def to_record(self) -> np.void:
        return as_record((self.high_card_wins,), OPTIONS_DTYPE)


@rule
def insert_card(state: Record, seat: int, card: int) -> None:
    """Put a card into a hand, which stays ascending."""
    slot = 0
    while state.hands[seat, slot] != 0 and state.hands[seat, slot] < card:
        slot += 1
    for later in range(HAND - 1, slot, -1):
        state.hands[seat, later] = state.hands[seat, later - 1]
    state.hands[seat, slot] = card


@rule
def draw_card(state: Record, seat: int, trace: Trace) -> None:
    """Move the next card of the deck into a hand."""
    card = state.deck[0]
    for place in range(DECK - 1):
        state.deck[place] = state.deck[place + 1]
    state.deck[DECK - 1] = 0
    state.deck_size -= 1
    insert_card(state, seat, card)
    note1(trace, _DRAWN, 1 << seat, card)


@rule
def new_initial_state(options: Record, state: Record, setup_key: Stream, play_key: Stream, trace: Trace) -> None:
    seed_stream(state.setup_rng, setup_key)
    seed_stream(state.play_rng, play_key)
    state.round_number = 1
    cards = scratch(CARDS)
    for k in range(CARDS):
        cards[k] = k + 1
    shuffle(state.setup_rng, cards, CARDS)
    for k in range(HAND):
        insert_card(state, 0, cards[k])
        insert_card(state, 1, cards[HAND + k])
    for k in range(DECK):
        state.deck[k] = cards[2 * HAND + k]
    state.deck_size = DECK


@rule
def legal_actions(options: Record, state: Record, out: Actions) -> int:
    n = 0
    for slot in range(HAND):
        if state.hands[state.current_player, slot] != 0:
            out[n] = state.hands[state.current_player, slot] - 1
            n += 1
    return n


@rule
def take_from_hand(state: Record, seat: int, card: int) -> None:
    """Remove a card from a hand; the cards behind it move up, the last slot is cleared."""
    slot = 0
    while state.hands[seat, slot] != card:
        slot += 1
    for later in range(slot, HAND - 1):
        state.hands[seat, later] = state.hands[seat, later + 1]
    state.hands[seat, HAND - 1] = 0


@rule
def cards_laid(state: Record, seat: int) -> int:
    n = 0
    for card in range(1, CARDS + 1):
        n += state.laid[seat, card]
    return n


@rule
def finish_round(options: Record, state: Record, trace: Trace) -> None:
    """Decide the round, clear the table, draw; the game ends when the hands are empty."""
    lead = 0
    for card in range(1, CARDS + 1):
        lead += card * (state.laid[0, card] - state.laid[1, card])
        state.gone[card] += state.laid[0, card] + state.laid[1, card]
        state.laid[0, card] = 0
        state.laid[1, card] = 0
    if options.high_card_wins == 0:
        lead = -lead
    if lead != 0:
        state.rounds_won[0 if lead > 0 else 1] += 1
    state.round_number += 1
    if state.deck_size > 0:
        for seat in range(2):
            draw_card(state, seat, trace)
            draw_card(state, seat, trace)
    elif state.hands[0, 0] == 0:
        finish_game(state)


@rule
def finish_game(state: Record) -> None:
    state.terminal = 1
    state.outcome = _MORE_ROUNDS
    if state.rounds_won[0] > state.rounds_won[1]:
        state.winners = 1
    elif state.rounds_won[0] < state.rounds_won[1]:
        state.winners = 2
    else:
        state.outcome = _AS_MANY_ROUNDS


@rule
def apply_action(options: Record, state: Record, action: int, trace: Trace) -> None:
    seat = state.current_player
    take_from_hand(state, seat, action + 1)
    state.laid[seat, action + 1] = 1
    if cards_laid(state, seat) == LAID_PER_ROUND:
        state.current_player = 1 - seat
        if seat == 1:
            finish_round(options, state, trace)


@rule
def returns(options: Record, state: Record, out: Stream) -> None:
    for seat in range(2):
        out[seat] = 0.5 if state.winners == 0 else float(state.winners >> seat & 1)


@rule
def observation(options: Record, state: Record, seat: int, out: Record) -> None:
    for slot in range(HAND):
        if state.hands[seat, slot] != 0:
            out.hand[state.hands[seat, slot]] = 1
    for card in range(1, CARDS + 1):
        out.laid_by_me[card] = state.laid[seat, card]
        out.laid_by_them[card] = state.laid[1 - seat, card]
        out.gone[card] = state.gone[card]
    out.rounds_won[0] = state.rounds_won[seat]
    out.rounds_won[1] = state.rounds_won[1 - seat]
    out.to_move = state.current_player == seat


@rule
def deal_hidden(state: Record, seat: int, pool: Actions, hand_size: int) -> None:
    """Deal a pool of cards into the other seat's hand, then into the deck."""
    for slot in range(HAND):
        state.hands[1 - seat, slot] = 0
    for k in range(hand_size):
        insert_card(state, 1 - seat, pool[k])
    for k in range(state.deck_size):
        state.deck[k] = pool[hand_size + k]


@rule
def start_streams(state: Record, key: Stream) -> None:
    words = scratch_words(2)
    extend_key(key, 1, words)
    seed_stream(state.setup_rng, words)
    extend_key(key, 2, words)
    seed_stream(state.play_rng, words)


@rule
def resample(options: Record, state: Record, seat: int, key: Stream) -> None:
    """The other hand and the deck are pooled in ascending order, shuffled and dealt."""
    stream = scratch_words(2)
    seed_stream(stream, key)
    hand_size = 0
    for slot in range(HAND):
        hand_size += state.hands[1 - seat, slot] != 0
    pool = scratch(CARDS)
    n = 0
    for card in range(1, CARDS + 1):
        hidden = state.gone[card] == 0 and state.laid[0, card] == 0 and state.laid[1, card] == 0
        for slot in range(HAND):
            if state.hands[seat, slot] == card:
                hidden = False
        if hidden:
            pool[n] = card
            n += 1
    shuffle(stream, pool, n)
    deal_hidden(state, seat, pool, hand_size)
    start_streams(state, key)


@rule
def summarize(options: Record, state: Record, seat: int, out: Record) -> None:
    out.placement = 1 if state.winners == 0 or state.winners >> seat & 1 else 2
    out.rounds_won = state.rounds_won[seat]


@rule
def action_priority(options: Record, state: Record, action: int) -> int:
    return action


@rule
def position_value(options: Record, state: Record, seat: int) -> float:
    return 0.5 + 0.15 * (state.rounds_won[seat] - state.rounds_won[1 - seat])


def audit(options: Any, state: Any) -> None:
    """Every card lies in one place, hands are ascending and without gaps, counts fit."""
    hands, deck = state.hands.tolist(), state.deck.tolist()
    places = [card for hand in hands for card in hand if card] + [card for card in deck if card]
    for flags in (state.laid.tolist()[0], state.laid.tolist()[1], state.gone.tolist()):
        if set(flags) - {0, 1} or flags[0]:
            raise ValueError(f"flags {flags}")
        places += [card for card, flag in enumerate(flags) if flag]
    if sorted(places) != list(range(1, CARDS + 1)):
        raise ValueError(f"the cards lie in {sorted(places)}")
    for hand in hands:
        cards = [card for card in hand if card]
        if hand != sorted(cards) + [0] * (HAND - len(cards)):
            raise ValueError(f"hand {hand} is not ascending")
    if deck != [card for card in deck if card] + [0] * (DECK - state.deck_size) or not 0 <= state.deck_size <= DECK:
        raise ValueError(f"deck {deck} of {state.deck_size} cards")
    _audit_turn(state)


def _audit_turn(state: Any) -> None:
    done, laid = divmod(state.decisions, 2 * LAID_PER_ROUND)
    laid_now = [sum(flags) for flags in state.laid.tolist()]
    if laid_now != [min(laid, LAID_PER_ROUND), max(laid - LAID_PER_ROUND, 0)] or sum(state.gone) != 2 * LAID_PER_ROUND * done:
        raise ValueError(f"{laid_now} cards laid after {state.decisions} decisions")
    if not 1 <= state.round_number == done + 1 <= 4 or sum(state.rounds_won) > done or min(state.rounds_won) < 0:
        raise ValueError(f"round {state.round_number}, won {state.rounds_won} after {state.decisions} decisions")
    if state.current_player != laid // LAID_PER_ROUND or state.terminal != (done == 3):
        raise ValueError(f"seat {state.current_player} is to move after {state.decisions} decisions, terminal {state.terminal}")
    if state.deck_size != (DECK if done == 0 else 0) or any(state.spare):
        raise ValueError(f"deck of {state.deck_size}, spare {state.spare}")


def action_spec() -> ActionSpec:
    return ActionSpec(1, CARDS, (ActionPart("card", "the card that is laid", tuple(str(k + 1) for k in range(CARDS))),))


def spec() -> ObservationSpec:
    flags = {name: (f"1 for each card: {name}", 0, 1) for name in ("hand", "laid_by_me", "laid_by_them", "gone", "to_move")}
    return observation_spec(OBSERVATION, flags | {"rounds_won": ("rounds won by me, by them", 0, 3)}, version=1)


def describe_event(event: Event) -> tuple[str, dict[str, Any]]:
    return f"draws {event.values[0]}", {"event": "drawn", "card": event.values[0]}


def render_text(options: Any, state: Any, seat: int | None) -> str:
    hands = [[card for card in hand if card] if seat in (None, k) else "?" for k, hand in enumerate(state.hands.tolist())]
    return f"hands {hands}, laid {state.laid.tolist()}, won {state.rounds_won.tolist()}"


def render_svg(options: Any, state: Any, seat: int | None) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{render_text(options, state, seat)}</text></svg>'


def decode_action(action: int) -> dict[str, Any]:
    return {"card": action + 1}


def describe_action(options: Any, state: Any, action: int) -> str:
    return f"lay the {action + 1}"


RULES = Rules(
    new_initial_state=new_initial_state,
    legal_actions=legal_actions,
    apply_action=apply_action,
    returns=returns,
    observation=observation,
    resample=resample,
    summarize=summarize,
    action_priority=action_priority,
    position_value=position_value,
)

GAME = register(
    Game(
        name="toy-duel",
        title="Toy Duel",
        version="1",
        state=STATE,
        options=ToyOptions,
        options_dtype=OPTIONS_DTYPE,
        observation_dtype=OBSERVATION,
        summary=SUMMARY,
        components=(),
        rules=RULES,
        num_distinct_actions=CARDS,
        max_legal_actions=HAND,
        decision_cap=40,
        outcomes={int(ending): ending.name.lower() for ending in Ending},
        seats=lambda options: ("first", "second"),
        teams=lambda options: (0, 1),
        factions=lambda options: ("first", "second"),
        action_spec=action_spec,
        observation_spec=spec,
        decode_action=decode_action,
        describe_action=describe_action,
        describe_event=describe_event,
        render_text=render_text,
        render_svg=render_svg,
        audit=audit,
    )
)
