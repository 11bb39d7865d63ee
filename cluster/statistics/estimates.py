"""Estimates: one function turns the sums of a cell into the figures that terminal, report, metrics and Python show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

import polars as pl

from cluster.plan import CellPlan
from cluster.statistics.groups import METRICS, Group, fair_share, groups_of, moments_over
from cluster.statistics.intervals import (
    CONFIDENCE,
    Interval,
    Moments,
    block_interval,
    peeking_interval,
    worst_case_interval,
)
from cluster.statistics.multiplicity import simultaneous
from cluster.statistics.outcomes import check_sums
from engine.game import CREDITS_PER_GAME, HOUSE_KIND, get_game
from workers.sums import BlockSums, ComponentSums


@dataclass(frozen=True)
class Estimate:
    """One figure of one cell; fields are the columns of the `estimates` frame (contract 7). What doesn't apply is None.

    Attributes:
        cell_id, design: of which cell, and the design entry that it comes from.
        metric: `score` (mean return), `win_rate` (sole and team wins) or `outcome_share`.
        by: what the figure is of: a group of `groups_of`, `component` or `outcome`.
        agent, seat, seat_name, faction, team: what the games behind the figure share.
        kind, component, use: of a component: its kind, its name, and `dealt` or `played`. What was *played* was chosen by an
            agent in a position, so its score is an association and says nothing of what the component does.
        outcome: name of the outcome.
        forfeits: `excluded` or `included`: whether blocks with a forfeit count.
        estimate, low, high, se: the figure, its interval, its standard error from block variance. None without games; the error
            also with fewer than two blocks, and for outcomes.
        method, confidence, valid_under_peeking: how the interval was made and what it promises.
        blocks, games: how many the figure rests on; for a component, those blocks in which it occurred (the equal blocks that
            vary as much), and the times that a seat had it.
        fair_share: what it would be if all sides were equally strong; None for outcomes.
    """

    cell_id: str
    design: str
    metric: str
    by: str
    agent: str | None = None
    seat: int | None = None
    seat_name: str | None = None
    faction: str | None = None
    team: int | None = None
    kind: str | None = None
    component: str | None = None
    use: str | None = None
    outcome: str | None = None
    forfeits: str = "excluded"
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    se: float | None = None
    method: str | None = None
    confidence: float | None = None
    valid_under_peeking: bool | None = None
    blocks: int = 0
    games: int = 0
    fair_share: float | None = None


_COLUMN_TYPES: dict[type[pl.DataType], tuple[str, ...]] = {
    pl.Int64: ("seat", "team", "blocks", "games"),
    pl.Float64: ("estimate", "low", "high", "se", "confidence", "fair_share"),
    pl.Boolean: ("valid_under_peeking",),
}

SCHEMA: dict[str, type[pl.DataType]] = {
    field.name: next((kind for kind, names in _COLUMN_TYPES.items() if field.name in names), pl.String)
    for field in fields(Estimate)
}
"""Column types of the `estimates` frame."""


def estimates(
    cell: CellPlan, sums: BlockSums, *, confidence: float = CONFIDENCE, peeking: bool = False
) -> tuple[Estimate, ...]:
    """Every figure of a cell, always in the same order.

    Score and win rate of each group of `groups_of`; score by component, `dealt` then `played`; shares of outcomes. Where
    blocks were excluded for a forfeit, the groups' figures follow once more with them.

    Args:
        cell: the cell's plan.
        sums: sums over any of its blocks; the order in which they were added doesn't matter.
        confidence: of the intervals; those of components are wider, so that all of one use hold together.
        peeking: whether the figures of groups are watched while they grow; their intervals are then wide enough for it.

    Raises:
        ValueError: the sums contradict themselves, or are of a cell with other slots.
    """
    if sums.slots != len(cell.slots):
        raise ValueError(f"cell {cell.cell_id} has {len(cell.slots)} slots, its sums have {sums.slots}")
    check_sums(sums)
    rows = list(_group_rows(cell, sums, confidence, peeking, forfeits=False))
    rows += _component_rows(cell, sums, confidence)
    rows += _outcome_rows(cell, sums, confidence)
    if sums.excluded_blocks:
        rows += _group_rows(cell, sums, confidence, peeking, forfeits=True)
    return tuple(rows)


def estimates_frame(rows: Iterable[Estimate]) -> pl.DataFrame:
    """Estimates as a frame with the columns of `SCHEMA`."""
    return pl.DataFrame([asdict(row) for row in rows], schema=SCHEMA)


def _group_rows(cell: CellPlan, sums: BlockSums, confidence: float, peeking: bool, forfeits: bool) -> Iterator[Estimate]:
    blocks = sums.blocks if forfeits else sums.blocks - sums.excluded_blocks
    share = fair_share(cell)
    for group in groups_of(cell):
        for metric in METRICS:
            moments = moments_over(sums, group.slots, metric, forfeits)
            interval = (peeking_interval if peeking else block_interval)(moments, confidence)
            yield Estimate(
                cell_id=cell.cell_id,
                design=cell.design,
                metric=metric,
                by=group.by,
                agent=group.agent,
                seat=group.seat,
                seat_name=group.seat_name,
                faction=group.faction,
                team=group.team,
                forfeits="included" if forfeits else "excluded",
                estimate=moments.estimate,
                se=moments.se,
                blocks=blocks,
                games=blocks * _games_per_block(cell, group),
                fair_share=share,
                **_columns(interval),
            )


def _games_per_block(cell: CellPlan, group: Group) -> int:
    return len({cell.slots[number].rotation for number in group.slots})


def _component_rows(cell: CellPlan, sums: BlockSums, confidence: float) -> Iterator[Estimate]:
    components = get_game(cell.job.game).components
    for use in sorted(sums.components):
        pieces = {i: counted for i, counted in sorted(sums.components[use].items()) if components[i].kind != HOUSE_KIND}
        each = simultaneous(confidence, len(pieces))
        for index, counted in pieces.items():
            moments = component_moments(counted)
            yield Estimate(
                cell_id=cell.cell_id,
                design=cell.design,
                metric="score",
                by="component",
                kind=components[index].kind,
                component=components[index].name,
                use=use,
                estimate=moments.estimate,
                se=moments.se,
                blocks=int(moments.effective_blocks),
                games=counted.n,
                fair_share=fair_share(cell),
                **_columns(block_interval(moments, each)),
            )


def component_moments(sums: ComponentSums) -> Moments:
    """The moments of the score of those who had a component: a ratio, since blocks hold it more or less often."""
    return Moments(sums.n, sums.y, sums.nn, sums.ny, sums.yy, CREDITS_PER_GAME)


def _outcome_rows(cell: CellPlan, sums: BlockSums, confidence: float) -> Iterator[Estimate]:
    for outcome, games in sorted(sums.outcomes.items()):
        yield Estimate(
            cell_id=cell.cell_id,
            design=cell.design,
            metric="outcome_share",
            by="outcome",
            outcome=outcome,
            forfeits="included",
            estimate=games / sums.games if sums.games else None,
            blocks=sums.blocks,
            games=sums.games,
            **_columns(worst_case_interval(sums.games, sums.blocks, games, confidence)),
        )


def _columns(interval: Interval | None) -> dict[str, Any]:
    if interval is None:
        return {}
    return {
        "low": interval.low,
        "high": interval.high,
        "method": interval.method,
        "confidence": interval.confidence,
        "valid_under_peeking": interval.valid_under_peeking,
    }
