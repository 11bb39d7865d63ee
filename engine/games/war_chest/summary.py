"""What a game of War Chest leaves in the results."""

from __future__ import annotations

from engine.bits import count
from engine.compilation import rule
from engine.game import summary_dtype
from engine.games.war_chest.data import SECOND_FOOTMAN, UNIT_COUNT, Unit
from engine.types import Record

_FOOTMAN = int(Unit.FOOTMAN)

SUMMARY = summary_dtype(
    [
        ("markers", "i1"),  # control markers of the seat's side on the board
        ("coins_on_board", "i1"),
        ("coins_boxed", "i1"),  # the seat's coins that were lost for good
        ("coins_recruited", "i2"),
        ("attacks", "i2"),  # attacks by the seat's units, whoever ordered them
        ("initiative_claims", "i2"),
        ("dealt", "i1", (UNIT_COUNT,)),
        ("drafted_pick", "i1", (UNIT_COUNT,)),
        ("drawn", "i2", (UNIT_COUNT,)),
        ("played", "i2", (UNIT_COUNT,)),
        ("first_round", "i2", (UNIT_COUNT,)),
    ]
)


@rule
def summarize(options: Record, state: Record, seat: int, out: Record) -> None:
    """Counts of a seat, and how it used each of its units."""
    out.first_player = state.first_player
    out.placement = 1 if state.winners == 0 or state.winners >> seat & 1 else 2
    out.markers = count(state.markers[seat & 1])
    out.coins_recruited = state.recruits[seat]
    out.attacks = state.attacks[seat]
    out.initiative_claims = state.claims[seat]
    for unit in range(UNIT_COUNT):
        if state.owner[unit] == seat:
            summarize_unit(state, unit, out)


@rule
def summarize_unit(state: Record, unit: int, out: Record) -> None:
    """What became of one of the seat's units."""
    out.coins_on_board += state.height[unit]
    if unit == _FOOTMAN:
        out.coins_on_board += state.height[SECOND_FOOTMAN]
    out.coins_boxed += state.box[unit]
    out.dealt[unit] = 1
    out.drafted_pick[unit] = state.pick[unit]
    out.drawn[unit] = state.drawn[unit]
    out.played[unit] = state.played[unit]
    out.first_round[unit] = state.first_round[unit]
