"""Successive halving: stages of a sweep, each a pure function of the closed stages before it.

After a stage every combination of `cells` has a *loss*: the mean, over its cells and their factions, of the squared distance
from the fair share, less the squared standard error, which is what chance adds to it. The combinations of smallest loss go on:
their cells get more games, which begin where the old ones end, so nothing is played twice. The reference always goes on, as the
others are compared with it.

Source: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits" (ICML 2013).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cluster.chunking import cut
from cluster.ids import canonical_json
from cluster.plan import CellPlan, Plan, chunk_size
from cluster.spec_models import Cells, Halving
from cluster.statistics import Estimate


@dataclass(frozen=True)
class Standing:
    """How near to balance a combination is.

    Attributes:
        combination: path -> value.
        cells: ids of its cells.
        loss: see the module; may be below 0, by chance. None if nothing was played.
        kept: whether it goes on.
        reference: whether it is the one that others are compared with.
    """

    combination: dict[str, Any]
    cells: tuple[str, ...]
    loss: float | None
    kept: bool
    reference: bool


@dataclass(frozen=True)
class Stage:
    """A closed stage: its number from 1, and every combination that played in it, nearest to balance first."""

    number: int
    standings: tuple[Standing, ...]

    def to_plain(self) -> dict[str, Any]:
        """As maps and lists, for `stages/` of the run directory."""
        return {"stage": self.number, "standings": [{**vars(standing)} for standing in self.standings]}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Stage:
        """The inverse of `to_plain`, also after JSON made lists of tuples."""
        standings = ({**standing, "cells": tuple(standing["cells"])} for standing in plain["standings"])
        return cls(plain["stage"], tuple(Standing(**standing) for standing in standings))

    @property
    def kept_cells(self) -> frozenset[str]:
        """Ids of the cells that go on."""
        return frozenset(cell for standing in self.standings if standing.kept for cell in standing.cells)


def loss(cells: Sequence[Sequence[Estimate]]) -> float | None:
    """The loss of a combination from the estimates of its cells."""
    terms = []
    for rows in cells:
        kinds = {row.by for row in rows}
        by = next(kind for kind in ("team", "faction", "seat") if kind in kinds)
        for row in rows:
            if (row.by, row.metric, row.forfeits) == (by, "score", "excluded") and row.estimate is not None:
                terms.append((row.estimate - (row.fair_share or 0.0)) ** 2 - (row.se or 0.0) ** 2)
    return math.fsum(terms) / len(terms) if terms else None


def close_stage(
    plan: Plan, estimates: Mapping[str, Sequence[Estimate]], halving: Halving, before: Sequence[Stage] = ()
) -> Stage:
    """What a stage that was played to its end has come to.

    Args:
        plan: as the stage played it.
        estimates: cell id -> its estimates.
        halving: the sweep's.
        before: the stages closed before.
    """
    paths = _paths(plan)
    playing = before[-1].kept_cells if before else frozenset(cell.cell_id for cell in plan.cells)
    combinations: dict[str, list[CellPlan]] = {}
    for cell in plan.cells:
        if cell.cell_id in playing:
            own = {path: value for path, value in cell.overrides.items() if path in paths}
            combinations.setdefault(canonical_json(own), []).append(cell)
    found = []
    for cells in combinations.values():
        ids = tuple(cell.cell_id for cell in cells)
        own = {path: value for path, value in cells[0].overrides.items() if path in paths}
        found.append(Standing(own, ids, loss([estimates[name] for name in ids]), False, any(c.reference for c in cells)))
    found.sort(key=lambda standing: (standing.loss is None, standing.loss))
    wanted = max(1, math.ceil(halving.keep * len(found)))
    kept = [replace(one, kept=place < wanted or one.reference) for place, one in enumerate(found)]
    return Stage(len(before) + 1, tuple(kept))


def plan_after(plan: Plan, stages: Sequence[Stage], halving: Halving) -> Plan:
    """The plan with the games that closed stages call for; games that are there already stay, so it may be applied again."""
    wanted: dict[str, int] = {}
    for stage in stages:
        if stage.number < halving.stages:
            wanted |= dict.fromkeys(stage.kept_cells, halving.growth**stage.number)
    games = int(plan.spec["games"])
    seconds = plan.spec.get("decision_seconds", {})
    cells = (_grown(cell, games * wanted[cell.cell_id], seconds) if cell.cell_id in wanted else cell for cell in plan.cells)
    return replace(plan, cells=tuple(cells))


def _grown(cell: CellPlan, games: int, decision_seconds: Mapping[str, float]) -> CellPlan:
    blocks = -(-games // cell.rotations)
    if blocks <= cell.blocks:
        return cell
    more = cut(cell.blocks, blocks - cell.blocks, chunk_size(cell.job, decision_seconds))
    return replace(cell, games_asked=games, blocks=blocks, segments=(*cell.segments, *more))


def _paths(plan: Plan) -> frozenset[str]:
    """The paths that the sweep's cells set."""
    cells = Cells.model_validate(plan.spec["cells"])
    sampled = cells.sample.ranges if cells.sample else {}
    return frozenset([*cells.grid, *(path for combination in cells.combinations for path in combination), *sampled])
