"""What a game of War of the Ring leaves in the results."""

from __future__ import annotations

from engine.compilation import rule
from engine.game import Component, round_dtype, summary_dtype
from engine.games.war_of_the_ring.cards import CARD_COUNT, CARD_NAMES, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import (
    ARAGORN,
    AWAKENED,
    CHARACTER_COUNT,
    CHARACTER_NAMES,
    CORRUPTED,
    FREE,
    GANDALF_WHITE,
    GONE,
    SIDE_OF,
    SOVEREIGN_COUNT,
)
from engine.games.war_of_the_ring.rules.politics import victory_points
from engine.games.war_of_the_ring.state import House
from engine.types import Record

COMPONENTS = (
    *(Component("card", name) for name in CARD_NAMES),
    *(Component("character", name) for name in CHARACTER_NAMES),
    *(Component("house value", value.name.lower()) for value in House),
)
"""Whose use is counted. Cards and characters count for their own side: a card is played as an event or in a battle, a character
when he enters play, leaves the Fellowship, is awakened or corrupted. House values count at seat 0: how often each mattered.
"""
CHARACTER_ROW = CARD_COUNT
HOUSE_ROW = CHARACTER_ROW + CHARACTER_COUNT
_ROWS = len(COMPONENTS)

SUMMARY = summary_dtype(
    [
        ("victory_points", "i1"),  # of enemy Settlements that the side controls
        ("corruption", "i1"),  # of the Ring-bearers; the same for both sides
        ("mordor_step", "i1"),  # -1 outside Mordor
        ("mordor_turn", "i2"),  # the turn of entering Mordor, 0 if never
        ("fellowship_moves", "i2"),
        ("battles", "i2"),  # attacks that the side made
        ("characters_entered", "i1"),  # characters of the side that entered play or left the Fellowship
        ("characters_lost", "i1"),
        ("aragorn_turn", "i2"),
        ("gandalf_white_turn", "i2"),
        ("sovereigns_awakened", "i1"),
        ("sovereigns_corrupted", "i1"),
        ("dealt", "i1", (_ROWS,)),
        ("drawn", "i2", (_ROWS,)),
        ("played", "i2", (_ROWS,)),
        ("first_round", "i2", (_ROWS,)),
    ]
)

ROUND = round_dtype(
    [
        ("victory_points", "i1"),  # of enemy Settlements that the side controls
        ("corruption", "i1"),  # of the Ring-bearers; the same for both sides
        ("mordor_step", "i1"),  # -1 outside Mordor
        ("fellowship_moves", "i2"),  # since the game began, as the figures below
        ("battles", "i2"),  # attacks that the side made
    ]
)
"""What a side has come to at the end of a turn."""


@rule
def summarize_round(options: Record, state: Record, seat: int, out: Record) -> None:
    """Where a side stands at the end of a turn."""
    out.victory_points = victory_points(state, seat)
    out.corruption = min(state.corruption, 127)
    out.mordor_step = state.mordor
    out.fellowship_moves = state.fellowship_moves
    out.battles = state.battles[seat]


@rule
def summarize(options: Record, state: Record, seat: int, out: Record) -> None:
    """Counts of a side, and when it drew and played each of its cards."""
    out.first_player = FREE
    out.placement = 1 if state.winners == 0 or state.winners >> seat & 1 else 2
    out.victory_points = victory_points(state, seat)
    out.corruption = min(state.corruption, 127)
    out.mordor_step = state.mordor
    out.mordor_turn = state.mordor_turn
    out.fellowship_moves = state.fellowship_moves
    out.battles = state.battles[seat]
    out.aragorn_turn = state.entered[ARAGORN]
    out.gandalf_white_turn = state.entered[GANDALF_WHITE]
    for sovereign in range(SOVEREIGN_COUNT):
        out.sovereigns_awakened += int(state.sovereign[sovereign] == AWAKENED)
        out.sovereigns_corrupted += int(state.sovereign[sovereign] == CORRUPTED)
    for character in range(CHARACTER_COUNT):
        if SIDE_OF[character] == seat:
            out.characters_entered += int(state.entered[character] > 0)
            out.characters_lost += int(state.where[character] == GONE and state.entered[character] > 0)
            out.played[CHARACTER_ROW + character] = int(state.entered[character] > 0)
            out.first_round[CHARACTER_ROW + character] = state.entered[character]
    for card in range(CARD_COUNT):
        if SIDE_OF_CARD[card] == seat:
            summarize_card(state, card, out)
    if seat == FREE:
        for value in range(state.house_uses.shape[0]):
            out.played[HOUSE_ROW + value] = state.house_uses[value]


@rule
def summarize_card(state: Record, card: int, out: Record) -> None:
    """A card: in the deck, drawn (1 if so), times used, the turn of its first use."""
    used_as_event = state.card_played[card]
    used_in_battle = state.card_fought[card]
    out.dealt[card] = int(state.card_at[card] != 0)
    out.drawn[card] = int(state.card_drawn[card] > 0)
    out.played[card] = int(used_as_event > 0) + int(used_in_battle > 0)
    out.first_round[card] = used_as_event if used_as_event > 0 else used_in_battle
