"""Whose figure is over which slots: by agent, seat, faction and team, alone and together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from cluster.plan import CellPlan
from cluster.statistics.intervals import Moments
from engine.game import CREDITS_PER_GAME
from workers.sums import BlockSums

T = TypeVar("T")

METRICS = {"score": ("credits", CREDITS_PER_GAME), "win_rate": ("wins", 1)}
"""Metric -> the block sums that it comes from, and the largest value of one of their slots."""


@dataclass(frozen=True)
class Group:
    """The slots that share an agent, a seat, a faction or a team.

    Attributes:
        by: what they share: `agent`, `agent_seat`, `seat`, `faction`, `agent_faction`, `team` or `agent_team`.
        slots: slot numbers, ascending.
        agent, seat, seat_name, faction, team: what all of them have in common; None where they differ.
    """

    by: str
    slots: tuple[int, ...]
    agent: str | None
    seat: int | None
    seat_name: str | None
    faction: str | None
    team: int | None


def groups_of(cell: CellPlan) -> Iterator[Group]:
    """Every group of a cell, always in the same order.

    Factions and teams have groups of their own only where several seats share one; else the seat's group says the same.
    """
    yield from _split(cell, "agent", "agent")
    yield from _split(cell, "agent_seat", "agent", "seat")
    yield from _split(cell, "seat", "seat")
    if len(set(cell.factions)) < len(cell.seats):
        yield from _split(cell, "faction", "faction")
        yield from _split(cell, "agent_faction", "agent", "faction")
    if len(set(cell.teams)) < len(cell.seats):
        yield from _split(cell, "team", "team")
        yield from _split(cell, "agent_team", "agent", "team")


def slots_with(
    cell: CellPlan, *, agent: str | None = None, seat: str | None = None, faction: str | None = None
) -> tuple[int, ...]:
    """The slots of an agent, a seat (by name), a faction, or of all that are given together."""
    return tuple(
        number
        for number, slot in enumerate(cell.slots)
        if agent in (None, slot.agent) and seat in (None, slot.seat_name) and faction in (None, slot.faction)
    )


def moments_over(sums: BlockSums, slots: tuple[int, ...], metric: str, forfeits: bool = False) -> Moments:
    """The moments of a metric over some slots.

    Args:
        sums: of the cell.
        slots: slot numbers.
        metric: `score` or `win_rate`.
        forfeits: whether blocks with a forfeit count.
    """
    source, unit = METRICS[metric]
    chosen = list(slots)
    y, yy, blocks = _sum_over(sums.totals[source], sums.products[source], chosen, sums.blocks - sums.excluded_blocks)
    if forfeits:
        more = _sum_over(sums.excluded_totals[source], sums.excluded_products[source], chosen, sums.excluded_blocks)
        y, yy, blocks = y + more[0], yy + more[1], blocks + more[2]
    return Moments.of_equal_blocks(blocks, len(chosen), y, yy, unit)


def _sum_over(
    totals: npt.NDArray[np.int64], products: npt.NDArray[np.int64], slots: list[int], blocks: int
) -> tuple[int, int, int]:
    return int(totals[slots].sum()), int(products[np.ix_(slots, slots)].sum()), blocks


def fair_share(cell: CellPlan) -> float:
    """What every seat would score if all sides were equally strong: 1 / sides.

    It holds for seats of teams, too: each member of the winning team scores 1. Draws lower a win rate, not a score, so a win
    rate may lie below its fair share at every seat.
    """
    return 1 / len(set(cell.teams))


def _split(cell: CellPlan, by: str, *keys: str) -> Iterator[Group]:
    found: dict[tuple[object, ...], list[int]] = {}
    slots = cell.slots
    for number, slot in enumerate(slots):
        found.setdefault(tuple(getattr(slot, key) for key in keys), []).append(number)
    first_seen = {key: list(dict.fromkeys(getattr(slot, key) for slot in slots)) for key in keys}

    def place(values: tuple[object, ...]) -> list[int]:
        return [first_seen[key].index(value) for key, value in zip(keys, values, strict=True)]

    for values in sorted(found, key=place):
        numbers = found[values]
        members = [slots[number] for number in numbers]
        yield Group(
            by,
            tuple(numbers),
            _common([slot.agent for slot in members]),
            _common([slot.seat for slot in members]),
            _common([slot.seat_name for slot in members]),
            _common([slot.faction for slot in members]),
            _common([slot.team for slot in members]),
        )


def _common(values: list[T]) -> T | None:
    return values[0] if len(set(values)) == 1 else None
