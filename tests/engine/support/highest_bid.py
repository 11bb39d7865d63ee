"""Highest Bid, a small game of three sides in which each seat hides something.

Each seat is dealt a card, 0 .. 9, that only it sees, and bids 0 .. 3 in each of three rounds. The largest sum of card and bids
wins; equals share the victory. So to bid 3 is always right.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.compilation import rule
from engine.game import (
    FIRST_GAME_OUTCOME,
    ActionPart,
    ActionSpec,
    Game,
    Rules,
    observation_spec,
    register,
    state_dtype,
    summary_dtype,
)
from engine.options import GameOptions, as_record, option
from engine.rng import below, extend_key, seed_stream

SEATS = 3
BIDS = 4
HIGHEST_BID = BIDS - 1
CARDS = 10
DECISIONS = 9
HIGHEST = FIRST_GAME_OUTCOME
OPTIONS_DTYPE = np.dtype([("spare", "i1")])
OBSERVATION = np.dtype([("card", "i1"), ("bids", "i1", (SEATS,)), ("seat", "i1")])


class BidOptions(GameOptions):
    spare: int = option(0, "Nothing.", source="ours", mark="house")

    def to_record(self):
        return as_record((self.spare,), OPTIONS_DTYPE)


@rule
def new_initial_state(options, state, setup_key, play_key, trace):
    seed_stream(state.setup_rng, setup_key)
    seed_stream(state.play_rng, play_key)
    for seat in range(SEATS):
        state.cards[seat] = below(state.setup_rng, CARDS)


@rule
def legal_actions(options, state, out):
    for bid in range(BIDS):
        out[bid] = bid
    return BIDS


@rule
def apply_action(options, state, action, trace):
    state.bids[state.current_player] += action
    state.current_player = (state.current_player + 1) % SEATS
    if state.decisions + 1 == DECISIONS:
        state.terminal = 1
        state.outcome = HIGHEST
        state.winners = highest(state)


@rule
def highest(state):
    best = 0
    for seat in range(SEATS):
        best = max(best, state.cards[seat] + state.bids[seat])
    winners = 0
    for seat in range(SEATS):
        if state.cards[seat] + state.bids[seat] == best:
            winners |= 1 << seat
    return winners


@rule
def returns(options, state, out):
    sharing = 0
    for seat in range(SEATS):
        sharing += state.winners >> seat & 1
    for seat in range(SEATS):
        out[seat] = (state.winners >> seat & 1) / sharing


@rule
def observation(options, state, seat, out):
    out.card = state.cards[seat]
    out.seat = seat
    for other in range(SEATS):
        out.bids[other] = state.bids[other]


@rule
def resample(options, state, seat, key):
    seed_stream(state.setup_rng, key)
    extend_key(state.setup_rng, 1, state.play_rng)
    for other in range(SEATS):
        if other != seat:
            state.cards[other] = below(state.setup_rng, CARDS)


@rule
def summarize(options, state, seat, out):
    out.card = state.cards[seat]


@rule
def action_priority(options, state, action):
    return action


@rule
def position_value(options, state, seat):
    return 1.0 / SEATS


GAME = register(
    Game(
        name="highest-bid",
        title="Highest Bid",
        version="1",
        state=state_dtype("highest_bid", Path(__file__).parent, [("cards", "i1", (SEATS,)), ("bids", "i1", (SEATS,))]),
        options=BidOptions,
        options_dtype=OPTIONS_DTYPE,
        observation_dtype=OBSERVATION,
        summary=summary_dtype([("card", "i1")]),
        components=(),
        rules=Rules(
            new_initial_state=new_initial_state,
            legal_actions=legal_actions,
            apply_action=apply_action,
            returns=returns,
            observation=observation,
            resample=resample,
            summarize=summarize,
            action_priority=action_priority,
            position_value=position_value,
        ),
        num_distinct_actions=BIDS,
        max_legal_actions=BIDS,
        decision_cap=DECISIONS + 1,
        outcomes={HIGHEST: "highest"},
        seats=lambda options: ("red", "green", "blue"),
        teams=lambda options: (0, 1, 2),
        factions=lambda options: ("red", "green", "blue"),
        action_spec=lambda: ActionSpec(1, BIDS, (ActionPart("bid", "what is added", ("0", "1", "2", "3")),)),
        observation_spec=lambda: observation_spec(
            OBSERVATION,
            {
                "card": ("the seat's own card", 0, CARDS - 1),
                "bids": ("what each seat has bid", 0, DECISIONS),
                "seat": ("the seat", 0, SEATS - 1),
            },
            version=1,
        ),
        decode_action=lambda action: {"bid": action},
        describe_action=lambda options, state, action: f"bid {action}",
        describe_event=lambda event: ("", {}),
        render_text=lambda options, state, seat: "",
        render_svg=lambda options, state, seat: "<svg/>",
        audit=lambda options, state: None,
    )
)
