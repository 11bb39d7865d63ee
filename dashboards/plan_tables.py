"""A plan in tables: what would be played, how evenly, at what cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cluster.plan import CellPlan, Plan
from cluster.plan_summary import CellSummary, PlanSummary
from dashboards.tables import new_table
from dashboards.words import duration, memory, number, value_text

_SEATINGS_SHOWN = 12


def plan_report(plan: Plan, summary: PlanSummary) -> RenderableType:
    """All of a plan: cells, seatings, totals, warnings."""
    head = Text(f"{summary.game}, rules {summary.rules_version}, seed {summary.seed}")
    warnings = [Text(f"warning: {line}", style="yellow") for line in summary.warnings]
    return Group(head, cell_table(summary.cells), seating_table(plan.cells), totals(summary), *warnings)


def cell_table(cells: Sequence[CellSummary]) -> Table:
    """A line for each cell."""
    figures = (">blocks", ">games", ">chunks", ">core time", ">disk")
    table = new_table("Cells", "cell", "design", "variant", *figures)
    for cell in cells:
        table.add_row(
            cell.cell_id,
            cell.design,
            _variant(cell),
            number(cell.blocks),
            number(cell.games),
            number(cell.chunks),
            duration(cell.core_seconds),
            memory(cell.disk_bytes),
        )
    return table


def _variant(cell: CellSummary) -> str:
    words = [] if cell.lineup == "default" else [cell.lineup]
    words += [f"{path} = {value_text(value)}" for path, value in cell.overrides.items()]
    words += ["(reference)"] if cell.reference else []
    return ", ".join(words) or "the rulebook's game"


def seating_table(cells: Sequence[CellPlan]) -> Table:
    """Who sits where in the games of a block, once for each design."""
    table = new_table("Seatings in a block", "design", "rotation", "seat: agent")
    for cell in {(cell.design, cell.seats): cell for cell in cells}.values():
        for row in _seatings(cell):
            table.add_row(*row)
        table.add_section()
    return table


def _seatings(cell: CellPlan) -> Iterator[tuple[str, str, str]]:
    for rotation, seating in enumerate(cell.job.seatings[:_SEATINGS_SHOWN]):
        who = ", ".join(f"{seat}: {_drafted(cell, agent)}" for seat, agent in zip(cell.seats, seating, strict=True))
        yield (cell.design if rotation == 0 else ""), str(rotation), who
    if cell.rotations > _SEATINGS_SHOWN:
        yield "", "...", f"{cell.rotations - _SEATINGS_SHOWN} more"


def _drafted(cell: CellPlan, agent: str) -> str:
    drafter = cell.job.drafters.get(agent)
    return agent if drafter is None else f"{agent} (drafted for by {drafter})"


def totals(summary: PlanSummary) -> Text:
    """What all of it amounts to, and how even it is."""
    cost = f"about {duration(summary.core_hours * 3600)} of one core, {memory(summary.disk_bytes)} on disk"
    lines = [
        f"In all: {number(len(summary.cells))} cells, {number(summary.blocks)} blocks, {number(summary.games)} games, "
        f"{number(summary.chunks)} chunks; {cost}"
    ]
    lines += _balance(summary)
    return Text("\n".join(lines))


def _balance(summary: PlanSummary) -> Iterator[str]:
    """How even seats, factions, neighbours and seeds are."""
    uneven = [cell.design for cell in summary.cells if not cell.seats_balanced]
    partial = [cell.design for cell in summary.cells if not cell.factions_balanced]
    alone = [cell.design for cell in summary.cells if not cell.neighbours_balanced]
    if uneven:
        yield f"Balance: agents do not sit equally often at every seat in {'; '.join(dict.fromkeys(uneven))}"
    else:
        yield "Balance: every agent sits equally often at every seat"
    if partial:
        yield f"Agents do not play equally often with every faction in {'; '.join(dict.fromkeys(partial))}"
    else:
        yield "Every agent plays equally often with every faction"
    if alone:
        yield f"Neighbours are not balanced in {'; '.join(dict.fromkeys(alone))}"
    if summary.pair_seeds:
        yield "Seeds: games of a block, and blocks of equal number in all cells, share their luck: everybody gets every deal"
    else:
        yield "Seeds: the games of a block share their luck; no two cells do"
