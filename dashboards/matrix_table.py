"""Factions against each other: where every cell of a run is one pair of factions, its scores are the entries of a matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table

from cluster.statistics import Estimate
from cluster.status import CellStatus
from dashboards.tables import new_table
from dashboards.words import NOTHING, between, score

FEWEST = 3
"""Of fewer factions the cells themselves say all."""

Pairs = Mapping[tuple[str, str], tuple[Estimate, Estimate]]


def faction_matrix(cells: Sequence[CellStatus]) -> Table | None:
    """Score of the first seat's faction (row) against the second seat's (column), with its 95 % interval; None for other runs.

    The last column is a faction's mean over its opponents, at whichever seat. Its interval is the mean of theirs, which holds
    however the cells' luck hangs together.
    """
    pairs = _pairs(cells)
    factions = list(dict.fromkeys(name for pair in pairs for name in pair))
    if len(factions) < FEWEST:
        return None
    first, second = cells[0].plan.seats
    table = new_table(
        f"Score of {first}'s faction (row) against {second}'s (column)", "", *(f">{f}" for f in factions), ">mean"
    )
    for faction in factions:
        entries = [pairs[faction, other][0] if (faction, other) in pairs else None for other in factions]
        played = [ends[seat] for pair, ends in pairs.items() for seat in range(2) if pair[seat] == faction]
        table.add_row(faction, *(NOTHING if entry is None else _entry([entry]) for entry in entries), _entry(played))
    return table


def _entry(rows: Sequence[Estimate]) -> str:
    """The mean of estimates above the mean of their intervals."""
    known = [(row.estimate, row.low, row.high) for row in rows if row.low is not None and row.high is not None]
    if not known or len(known) < len(rows):
        return NOTHING
    estimate, low, high = (sum(values) / len(known) for values in zip(*known, strict=True))
    return f"{score(estimate, 2)}\n{between(low, high, 2)}"


def _pairs(cells: Sequence[CellStatus]) -> Pairs:
    """Of each ordered pair of factions the scores of both; empty where a cell has other seats or agents, or a pair is twice."""
    pairs: dict[tuple[str, str], tuple[Estimate, Estimate]] = {}
    for cell in cells:
        factions = cell.plan.factions
        rows = {row.seat: row for row in cell.estimates if (row.by, row.metric, row.forfeits) == ("seat", "score", "excluded")}
        if len(factions) != 2 or len(cell.plan.agents) != 1 or factions[0] == factions[1] or set(rows) != {0, 1}:
            return {}
        if (factions[0], factions[1]) in pairs:
            return {}
        pairs[factions[0], factions[1]] = rows[0], rows[1]
    return pairs
