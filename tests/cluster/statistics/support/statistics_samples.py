"""Cells without a game behind them, and sums of blocks that are given as credits."""

from __future__ import annotations

from typing import Any

import numpy as np

from cluster.plan import CellPlan, Segment
from workers.messages import CellJob
from workers.sums import BlockSums
from workers.tally import BlockValues


def cell_of(seatings: list[list[str]], teams: tuple[int, ...] | None = None, **changes: Any) -> CellPlan:
    """A cell with these seatings."""
    seats = len(seatings[0])
    names = tuple(f"seat{seat}" for seat in range(seats))
    job = CellJob(
        cell_id=changes.pop("cell_id", "c0ffee"),
        game="connect-four",
        rules_version="1",
        options=changes.pop("options", {}),
        lineup="default",
        agents={name: {"kind": "random"} for seating in seatings for name in seating},
        seatings=seatings,
        decision_cap=42,
        seed=1,
    )
    words: dict[str, Any] = {
        "index": 0,
        "design": "all",
        "overrides": {},
        "games_asked": 100,
        "blocks": 100,
        "seats": names,
        "factions": names,
        "segments": (Segment(0, 100, 1),),
    }
    return CellPlan(job=job, teams=teams or tuple(range(seats)), **{**words, **changes})


def sums_of_blocks(blocks: Any) -> BlockSums:
    """Sums of blocks that are given as the credits of their slots; 12 credits are a sole win."""
    table = np.array(blocks, np.int64)
    sums = BlockSums(table.shape[1], blocks=len(table), games=len(table))
    for metric, values in (("credits", table), ("wins", (table == 12).astype(np.int64))):
        sums.totals[metric] = values.sum(axis=0)
        sums.products[metric] = values.T @ values
    sums.outcomes, sums.rounds = {"end": len(table)}, {7: len(table)}
    return sums


def values_of_blocks(blocks: Any, first: int = 0, fair: Any = None) -> BlockValues:
    """What blocks brought, numbered from `first`."""
    table = np.array(blocks, np.int64)
    kept = np.ones(len(table), np.bool_) if fair is None else np.asarray(fair)
    numbers = np.arange(first, first + len(table), dtype=np.int64)
    return BlockValues(numbers, kept, {"credits": table, "wins": (table == 12).astype(np.int64)})
