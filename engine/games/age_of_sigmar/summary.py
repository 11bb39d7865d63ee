"""What a battle of Age of Sigmar leaves in the results."""

from __future__ import annotations

from engine.game import summary_dtype
from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.inlining import rule, verb
from engine.types import Record

SUMMARY = summary_dtype(
    [
        ("models_set_up", "i2"),
        ("models_lost", "i2"),
        ("points", "i2"),  # of the army
        ("points_left", "i2"),  # points of the units that stand, by models
        ("wounds_inflicted", "i2"),
        ("general_lost", "i1"),
        ("objective", "i1"),  # the seat's objective of sudden death, `Objective`
    ]
)


@rule
def points_left(options: Record, state: Record, side: int) -> int:
    """Points of what stands on the table, pro rata by models."""
    left = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + options.units[side]):
        left += options.cost[unit] * state.alive[unit] // max(options.models[unit], 1)
    return left


@verb
def summarize(options: Record, state: Record, seat: int, out: Record) -> None:
    """Losses, points and deeds of a seat."""
    out.first_player = state.first_player
    out.placement = 1 if state.winners == 0 or state.winners >> seat & 1 else 2
    out.models_set_up = state.set_up[seat]
    out.models_lost = state.lost[seat]
    total = 0
    for unit in range(seat * SIDE_UNITS, seat * SIDE_UNITS + options.units[seat]):
        total += options.cost[unit]
    out.points = total
    out.points_left = points_left(options, state, seat)
    out.wounds_inflicted = state.damage[seat]
    out.general_lost = state.general_lost[seat]
    out.objective = state.objective if state.objective_seat == seat else 0
