"""What cards, units and other pieces go with: when dealt or drawn, when drafted by pick, when played.

A component's *gain* is the score of the seats that had it, less what the same seats score on average: so a weak power's card is
measured by what it does for that power. What is dealt or drawn is chance, so its gain may be read as its effect. What is
drafted or played was chosen by an agent in a position: its gain is an association, and says who plays it when, no more.

Intervals of one use hold all together and p-values are Holm's, as one of many components is far from its truth by chance alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from cluster.plan import CellPlan
from cluster.statistics.intervals import CONFIDENCE, Moments, gain_interval, gain_p_value
from cluster.statistics.multiplicity import holm, simultaneous
from engine.game import CREDITS_PER_GAME

EFFECT = "effect"
ASSOCIATION = "association"

USES = {"dealt": EFFECT, "drawn": EFFECT, "drafted": ASSOCIATION, "played": ASSOCIATION}
"""Use -> how its gain may be read. Where a kind is drafted, being dealt one is no chance either."""

_STEPS = 1 << 14
"""Steps in one credit that gains are rounded to, so that their sums are integers; far below any error."""


@dataclass(frozen=True)
class ComponentFigure:
    """One component in one use.

    Attributes:
        cell_id: of which cell.
        kind, component: what it is.
        use: `dealt`, `drawn`, `drafted` or `played`.
        pick: number of the pick that drafted it; None for other uses.
        reading: `effect` or `association`.
        times: how often a seat had it so.
        blocks: the equal blocks that vary as much as those in which it occurred.
        score, expected: mean score of the seats that had it, and what these seats score on average.
        gain, low, high, se: the difference, its interval and standard error; None where too few blocks tell.
        p_value: of no gain, adjusted.
        confidence: of this interval alone.
    """

    cell_id: str
    kind: str
    component: str
    use: str
    pick: int | None
    reading: str
    times: int
    blocks: float
    score: float
    expected: float
    gain: float
    low: float | None
    high: float | None
    se: float | None
    p_value: float | None
    confidence: float


def component_figures(
    cell: CellPlan, games: pl.DataFrame, components: pl.DataFrame, confidence: float = CONFIDENCE
) -> tuple[ComponentFigure, ...]:
    """Every component in every use, in order of use, pick, kind and name.

    Args:
        cell: its plan.
        games: `games` rows of whole blocks; blocks with a forfeit are left out.
        components: `components` rows of these games.
        confidence: with which all intervals of one use hold together.
    """
    uses = _with_gains(games).join(components, on=["game_id", "seat"])
    drafted = set(uses.filter(pl.col("drafted_pick") > 0)["kind"].cast(pl.String).unique().to_list())
    found: list[ComponentFigure] = []
    for use in USES:
        rows = list(_figures(cell, use, uses, drafted))
        each = simultaneous(confidence, len(rows))
        measured = [_measured(figure, moments, mean, each) for figure, moments, mean in rows]
        p_values = holm([figure.p_value for figure in measured])
        found += [replace(figure, p_value=p_value) for figure, p_value in zip(measured, p_values, strict=True)]
    return tuple(found)


def _with_gains(games: pl.DataFrame) -> pl.DataFrame:
    """Block, score and gain (in steps) of each seat of each game."""
    fair = games.filter(pl.col("forfeit_cause").is_null().all().over("block_id"))
    score = pl.col("score").cast(pl.Int64)
    mean = score.sum().over("rotation", "seat") * _STEPS / pl.len().over("rotation", "seat")
    return fair.select(
        "game_id",
        "seat",
        "block_id",
        score=score,
        expected=mean.round().cast(pl.Int64),
        gain=(score * _STEPS - mean.round().cast(pl.Int64)),
    )


def _figures(cell: CellPlan, use: str, uses: pl.DataFrame, drafted: set[str]) -> Iterator[tuple[ComponentFigure, Moments, int]]:
    """Each component in one use, not yet measured, with the moments of its gain and its mean expected score in steps."""
    column = "drafted_pick" if use == "drafted" else use
    names = ["kind", "component", *(["drafted_pick"] if use == "drafted" else [])]
    had = uses.filter(pl.col(column) > 0).with_columns(pl.col("kind", "component").cast(pl.String))
    per_block = had.group_by(*names, "block_id").agg(
        n=pl.len().cast(pl.Int64), y=pl.col("gain").sum(), score=pl.col("score").sum(), expected=pl.col("expected").sum()
    )
    n, y = pl.col("n"), pl.col("y")
    sums = per_block.group_by(*names).agg(
        n.sum(),
        y.sum(),
        nn=(n * n).sum(),
        ny=(n * y).sum(),
        yy=(y.cast(pl.Int128) * y.cast(pl.Int128)).sum(),
        score=pl.col("score").sum(),
        expected=pl.col("expected").sum(),
    )
    for row in sums.sort(*names[::-1] if use == "drafted" else names).iter_rows(named=True):
        unit = CREDITS_PER_GAME * _STEPS
        moments = Moments(row["n"], row["y"], row["nn"], row["ny"], row["yy"], unit)
        reading = ASSOCIATION if row["kind"] in drafted else USES[use]
        yield _named(cell, use, reading, row, moments), moments, round(row["expected"] / row["n"])


def _named(cell: CellPlan, use: str, reading: str, row: dict[str, Any], moments: Moments) -> ComponentFigure:
    times = row["n"]
    return ComponentFigure(
        cell_id=cell.cell_id,
        kind=row["kind"],
        component=row["component"],
        use=use,
        pick=row.get("drafted_pick"),
        reading=reading,
        times=times,
        blocks=moments.effective_blocks,
        score=row["score"] / times / CREDITS_PER_GAME,
        expected=row["expected"] / times / moments.unit,
        gain=moments.estimate or 0.0,
        low=None,
        high=None,
        se=moments.se,
        p_value=None,
        confidence=CONFIDENCE,
    )


def _measured(figure: ComponentFigure, moments: Moments, expected: int, confidence: float) -> ComponentFigure:
    ends = (-expected, moments.unit - expected)
    interval = gain_interval(moments, ends, confidence)
    low, high = (None, None) if interval is None else (max(interval[0], -1.0), min(interval[1], 1.0))
    return replace(figure, low=low, high=high, p_value=gain_p_value(moments, ends), confidence=confidence)
