"""Two runs, or the cells of one run by an option: what differs between them, and what that does to every figure.

Cells are compared in pairs that differ in nothing but what is compared. Where both draw their luck from the same seed, blocks
of equal number have the same deal, and the difference is taken block by block: its error counts on nothing but the blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cluster.block_figures import BlockFigures
from cluster.differences import differences
from cluster.ids import canonical_json
from cluster.plan import CellPlan
from cluster.results import RunResult
from cluster.statistics import CONFIDENCE, groups_of
from cluster.statistics.multiplicity import holm
from cluster.statistics.paired import BlockFigure, paired_difference


class ComparisonError(ValueError):
    """Runs that can't be compared as asked; says why."""


@dataclass(frozen=True)
class Difference:
    """One figure of both sides.

    Attributes:
        lineup, design: of the two cells.
        a, b: how the two cells are called: their values of what is compared.
        metric: `score`, `win_rate` or `outcome_share`.
        by: `agent`, `seat`, `faction`, `agent_seat` or `outcome`.
        name: of the agent, seat, faction or outcome.
        estimate_a, estimate_b: the figure on either side; None where nothing was played.
        difference, low, high, se: second less first, its interval and standard error.
        p_value: of no difference, adjusted for how many figures are compared.
        blocks: of the side with fewer.
        paired: whether blocks share their luck.
        variance_saved: share of the variance that pairing saves; negative where it costs. None where there was nothing to pair.
    """

    lineup: str
    design: str
    a: str
    b: str
    metric: str
    by: str
    name: str
    estimate_a: float | None
    estimate_b: float | None
    difference: float | None
    low: float | None
    high: float | None
    se: float | None
    p_value: float | None
    blocks: int
    paired: bool
    variance_saved: float | None


@dataclass(frozen=True)
class Comparison:
    """Everything that a comparison says.

    Attributes:
        a, b: what is compared, in words.
        options: lines `path: a -> b` of options that differ, of all pairs of cells.
        warnings: what else differs and so may be the cause.
        rows: every figure.
        confidence: of each interval.
    """

    a: str
    b: str
    options: tuple[str, ...]
    warnings: tuple[str, ...]
    rows: tuple[Difference, ...]
    confidence: float = CONFIDENCE


def compare_runs(one: RunResult, other: RunResult, across_versions: bool = False) -> Comparison:
    """Compare the cells of two runs that have the same seatings of the same agents.

    Raises:
        ComparisonError: other games, other rules without `across_versions`, or cells that find no partner.
    """
    warnings = list(_run_warnings(one, other, across_versions))
    pairs = list(_matched(one.plan.cells, other.plan.cells))
    paired = bool(one.plan.spec["pair_seeds"] and other.plan.spec["pair_seeds"]) and one.plan.seed == other.plan.seed
    if not paired:
        warnings.append("seeds differ or aren't paired: no luck is shared, so intervals are wider than they might be")
    left_out = len(one.plan.cells) + len(other.plan.cells) - 2 * len(pairs)
    if left_out:
        warnings.append(f"{left_out} cells have no partner in the other run and are left out")
    options: list[str] = []
    rows: list[Difference] = []
    for first, second in pairs:
        options += differences(first.job.options, second.job.options)
        warnings += differences(_agents(first), _agents(second), "agents")
        names = ("A", "B")
        rows += _rows(one.block_figures(first.cell_id), other.block_figures(second.cell_id), names, paired)
    words = (f"A: {one.run_dir}", f"B: {other.run_dir}")
    return Comparison(*words, tuple(dict.fromkeys(options)), tuple(dict.fromkeys(warnings)), _adjusted(rows))


def compare_cells(result: RunResult, path: str) -> Comparison:
    """Compare the cells of a run by one option or agent's parameter: each value with the reference's, else with the first.

    Args:
        result: of the run.
        path: `options.PATH`, `PATH`, or `agents.NAME.KEY`.

    Raises:
        ComparisonError: no cell sets the path, or there is one value only.
    """
    known = list(dict.fromkeys(key for cell in result.plan.cells for key in cell.overrides))
    own = path.removeprefix("options.")
    if own not in known:
        raise ComparisonError(f"no cell sets {own} (set are: {', '.join(known) or 'none'})")
    families: dict[str, list[CellPlan]] = {}
    for cell in result.plan.cells:
        if own in cell.overrides:
            rest = {key: value for key, value in cell.overrides.items() if key != own}
            families.setdefault(canonical_json([cell.job.lineup, cell.job.seatings, rest]), []).append(cell)
    rows: list[Difference] = []
    values = []
    for cells in families.values():
        base = next((cell for cell in cells if cell.reference), cells[0])
        first = result.block_figures(base.cell_id)
        for cell in cells:
            if cell is not base:
                names = (f"{own} = {base.overrides[own]}", f"{own} = {cell.overrides[own]}")
                values.append(f"{own}: {base.overrides[own]} -> {cell.overrides[own]}")
                rows += _rows(first, result.block_figures(cell.cell_id), names, bool(result.plan.spec["pair_seeds"]))
    if not rows:
        raise ComparisonError(f"all cells that differ in nothing else have one value of {own}: there is nothing to compare")
    return Comparison(f"{result.run_dir}", f"by {own}", tuple(dict.fromkeys(values)), (), _adjusted(rows))


def _run_warnings(one: RunResult, other: RunResult, across_versions: bool) -> Iterator[str]:
    if one.plan.game != other.plan.game:
        raise ComparisonError(f"A is {one.plan.game}, B is {other.plan.game}: different games are not compared")
    versions = [line for line in differences(one.provenance, other.provenance) if not line.startswith("components")]
    serious = [line for line in versions if line.startswith(("rules_version", "warhost"))]
    if serious and not across_versions:
        lines = "\n  ".join(serious)
        raise ComparisonError(
            f"rules or code differ, so a difference of figures may come from them:\n  {lines}\n"
            "--across-versions compares all the same"
        )
    yield from versions
    for key in ("design", "stop", "games", "decision_cap"):
        yield from differences({key: one.plan.spec[key]}, {key: other.plan.spec[key]})


def _agents(cell: CellPlan) -> dict[str, Any]:
    return {name: dict(cell.job.agents[name]) for name in cell.agents}


def _matched(one: Sequence[CellPlan], other: Sequence[CellPlan]) -> Iterator[tuple[CellPlan, CellPlan]]:
    """Pairs of cells: those with the same overrides, then what is left alone of its kind on either side."""
    rest = [list(one), list(other)]
    found = 0
    for key in (_exact, _kind):
        tables = [_by_key(cells, key) for cells in rest]
        for word, cells in tables[0].items():
            partners = tables[1].get(word, [])
            if len(cells) == len(partners) == 1:
                found += 1
                yield cells[0], partners[0]
                rest[0].remove(cells[0])
                rest[1].remove(partners[0])
    if not found:
        raise ComparisonError("no two cells have the same line-up and seatings; `--by PATH` compares the cells of one run")


def _by_key(cells: Sequence[CellPlan], key: Any) -> dict[str, list[CellPlan]]:
    table: dict[str, list[CellPlan]] = {}
    for cell in cells:
        table.setdefault(key(cell), []).append(cell)
    return table


def _exact(cell: CellPlan) -> str:
    return canonical_json([cell.job.lineup, cell.job.seatings, cell.overrides])


def _kind(cell: CellPlan) -> str:
    return canonical_json([cell.job.lineup, cell.job.seatings])


def _rows(one: BlockFigures, other: BlockFigures, names: tuple[str, str], paired: bool) -> Iterator[Difference]:
    cell = one.cell
    for group in groups_of(cell):
        if group.by in ("agent", "seat", "faction", "agent_seat") and (group.by == "seat" or len(cell.agents) > 1):
            name = " at ".join(word for word in (group.agent, group.seat_name or group.faction) if word)
            name = str(group.seat_name) if group.by == "seat" else name
            for metric in ("score", "win_rate"):
                figures = (one.figure(group.slots, metric), other.figure(group.slots, metric))
                yield _difference(cell, names, (metric, group.by, name), figures, paired)
    for outcome in sorted({*one.outcomes, *other.outcomes}):
        figures = (one.outcome_share(outcome), other.outcome_share(outcome))
        yield _difference(cell, names, ("outcome_share", "outcome", outcome), figures, paired)


def _difference(
    cell: CellPlan,
    names: tuple[str, str],
    what: tuple[str, str, str],
    figures: tuple[BlockFigure, BlockFigure],
    paired: bool,
) -> Difference:
    found = paired_difference(*figures, paired)
    estimates = (figures[0].moments.estimate, figures[1].moments.estimate)
    common = (cell.job.lineup, cell.design, *names, *what, *estimates)
    if found is None:
        return Difference(*common, None, None, None, None, None, 0, paired, None)
    interval = found.interval()
    saved = found.variance_saved if paired else None
    return Difference(
        *common, found.estimate, interval.low, interval.high, found.se, found.p_value(), found.blocks, paired, saved
    )


def _adjusted(rows: Sequence[Difference]) -> tuple[Difference, ...]:
    """With p-values adjusted for the number of figures of the same metric: score and win rate ask much the same."""
    adjusted = list(rows)
    for metric in dict.fromkeys(row.metric for row in rows):
        places = [place for place, row in enumerate(rows) if row.metric == metric]
        for place, p_value in zip(places, holm([rows[place].p_value for place in places]), strict=True):
            adjusted[place] = replace(rows[place], p_value=p_value)
    return tuple(adjusted)
