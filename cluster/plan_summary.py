"""What a plan amounts to: cells, games, estimated core-hours and disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cluster.costs import block_bytes, block_cost
from cluster.plan_types import CellPlan, Plan
from cluster.seatings import Balance, balance_report


@dataclass(frozen=True)
class CellSummary:
    """One cell of a plan: what is played, how much of it, and estimates from the static cost table."""

    cell_id: str
    design: str
    lineup: str
    overrides: dict[str, Any]
    agents: tuple[str, ...]
    seats: tuple[str, ...]
    rotations: int
    blocks: int
    games: int
    chunks: int
    core_seconds: float
    disk_bytes: float
    seats_balanced: bool
    factions_balanced: bool
    neighbours_balanced: bool
    reference: bool


@dataclass(frozen=True)
class PlanSummary:
    """A plan in figures. Estimates are rough: the right order of magnitude for games and agents that the cost table knows."""

    game: str
    rules_version: str
    seed: int
    designs: tuple[str, ...]
    cells: tuple[CellSummary, ...]
    blocks: int
    games: int
    chunks: int
    core_hours: float
    disk_bytes: float
    pair_seeds: bool
    warnings: tuple[str, ...]

    def to_plain(self) -> dict[str, Any]:
        """As maps, lists and scalars, for JSON."""
        return asdict(self)


def cell_balance(cell: CellPlan) -> Balance:
    """How even the seatings of a cell's blocks are."""
    return balance_report(cell.job.seatings, cell.teams)


def plan_summary(plan: Plan) -> PlanSummary:
    """The figures of a plan, cell by cell and in all."""
    decision_seconds = plan.spec.get("decision_seconds", {})
    cells = tuple(_cell_summary(cell, decision_seconds) for cell in plan.cells)
    return PlanSummary(
        game=plan.game,
        rules_version=plan.rules_version,
        seed=plan.seed,
        designs=tuple(dict.fromkeys(cell.design for cell in cells)),
        cells=cells,
        blocks=sum(cell.blocks for cell in cells),
        games=plan.games,
        chunks=plan.number_of_chunks,
        core_hours=sum(cell.core_seconds for cell in cells) / 3600,
        disk_bytes=sum(cell.disk_bytes for cell in cells),
        pair_seeds=bool(plan.spec["pair_seeds"]),
        warnings=plan.warnings,
    )


def _cell_summary(cell: CellPlan, decision_seconds: Mapping[str, float]) -> CellSummary:
    job = cell.job
    balance = cell_balance(cell)
    cost = block_cost(job.game, job.agents, job.seatings, job.decision_cap, decision_seconds)
    size = block_bytes(job.game, cell.rotations, len(cell.seats), cost.decisions, job.record_actions)
    return CellSummary(
        cell_id=cell.cell_id,
        design=cell.design,
        lineup=job.lineup,
        overrides=cell.overrides,
        agents=cell.agents,
        seats=cell.seats,
        rotations=cell.rotations,
        blocks=cell.blocks,
        games=cell.games,
        chunks=cell.number_of_chunks,
        core_seconds=cell.blocks * cost.seconds,
        disk_bytes=cell.blocks * size,
        seats_balanced=balance.seats_balanced,
        factions_balanced=balance.factions_balanced(cell.factions),
        neighbours_balanced=balance.neighbours_balanced,
        reference=cell.reference,
    )
