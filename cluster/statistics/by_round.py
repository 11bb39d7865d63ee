"""What a seat has come to round by round, and by which ending and in which round it scores.

A curve's point at round r is over the games that lasted that long: towards the end they are a selection, so points of late
rounds are of other games than those of early ones. `games` says how many.

The scores by ending add up to the seat's score, and so do those by round: each game counts in all of them, with its score where
it ended so and with 0 elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import polars as pl
from scipy.special import stdtrit

from cluster.plan import CellPlan
from cluster.statistics.intervals import CONFIDENCE, Moments, block_interval
from engine.game import CREDITS_PER_GAME

_FAIR = pl.col("forfeit_cause").is_null().all().over("block_id")
_PLACE = ("agent", "seat_name", "faction")


@dataclass(frozen=True)
class CurvePoint:
    """The mean of one figure of one seat at the end of one round.

    Attributes:
        cell_id: of which cell.
        agent, seat_name, faction: whose.
        figure: name of the figure, as in the `rounds` table.
        round: number of the round.
        mean, low, high, se: the mean over games that had this round, Student's interval on blocks and its standard error; None
            where fewer than two blocks tell.
        games: over how many.
    """

    cell_id: str
    agent: str
    seat_name: str
    faction: str
    figure: str
    round: int
    mean: float
    low: float | None
    high: float | None
    se: float | None
    games: int


@dataclass(frozen=True)
class EndingScore:
    """What one seat scores by games that ended in one way, or in one round.

    Attributes:
        cell_id: of which cell.
        agent, seat_name, faction: whose.
        outcome, round: how or when the games ended; the other one is None.
        wins: games that the seat won so, alone or with others.
        score, low, high, se: its part of the seat's score, over all games, with interval and standard error.
        games: all games of the seat.
    """

    cell_id: str
    agent: str
    seat_name: str
    faction: str
    outcome: str | None
    round: int | None
    wins: int
    score: float
    low: float | None
    high: float | None
    se: float | None
    games: int


def curve_points(
    cell: CellPlan, games: pl.DataFrame, rounds: pl.DataFrame, figures: Sequence[str], confidence: float = CONFIDENCE
) -> tuple[CurvePoint, ...]:
    """Every figure of every seat at the end of every round, in order of figure, agent, seat and round.

    Args:
        cell: its plan.
        games: `games` rows of whole blocks; blocks with a forfeit are left out.
        rounds: `rounds` rows of these games.
        figures: columns of `rounds`.
        confidence: of each interval by itself.
    """
    places = games.filter(_FAIR).select("game_id", "seat", "block_id", *(pl.col(name).cast(pl.String) for name in _PLACE))
    rows = rounds.join(places, on=["game_id", "seat"])
    return tuple(point for figure in figures for point in _curve(cell, rows, figure, confidence))


def _curve(cell: CellPlan, rows: pl.DataFrame, figure: str, confidence: float) -> Iterator[CurvePoint]:
    groups = (*_PLACE, "round")
    per_block = rows.group_by(*groups, "block_id").agg(n=pl.len().cast(pl.Int64), y=pl.col(figure).cast(pl.Int64).sum())
    for row in _summed(per_block, groups).iter_rows(named=True):
        moments = Moments(row["n"], row["y"], row["nn"], row["ny"], row["yy"])
        low, high = _ends(moments, confidence)
        names = {name: row[name] for name in groups}
        mean = moments.estimate or 0.0
        yield CurvePoint(
            cell_id=cell.cell_id, figure=figure, mean=mean, low=low, high=high, se=moments.se, games=row["n"], **names
        )


def _ends(moments: Moments, confidence: float) -> tuple[float | None, float | None]:
    """Student's interval for a mean of unbounded numbers."""
    se, freedom = moments.se, moments.effective_blocks - 1
    if se is None or moments.estimate is None or freedom < 1:
        return None, None
    reach = float(stdtrit(freedom, (1 + confidence) / 2)) * se
    return moments.estimate - reach, moments.estimate + reach


def ending_scores(cell: CellPlan, games: pl.DataFrame, confidence: float = CONFIDENCE) -> tuple[EndingScore, ...]:
    """What every seat scores by each outcome, then by each last round, in order of agent and seat; those of nobody's left out.

    Args:
        cell: its plan.
        games: `games` rows of whole blocks; blocks with a forfeit are left out.
        confidence: of each interval by itself.
    """
    fair = games.filter(_FAIR).with_columns(pl.col(*_PLACE, "outcome").cast(pl.String))
    return tuple(
        row
        for ending in ("outcome", "rounds")
        for _, part in fair.group_by(*_PLACE, maintain_order=True)
        for row in _endings(cell, part, ending, confidence)
    )


def _endings(cell: CellPlan, games: pl.DataFrame, ending: str, confidence: float) -> Iterator[EndingScore]:
    """Of one seat."""
    sizes = games.group_by("block_id").len()["len"].cast(pl.Int64)
    n, nn = int(sizes.sum()), int((sizes * sizes).sum())
    names = {name: games[name][0] for name in _PLACE}
    won = pl.col("sole_win") | pl.col("shared_win")
    per_block = games.group_by(ending, "block_id").agg(y=pl.col("score").cast(pl.Int64).sum(), wins=won.cast(pl.Int64).sum())
    whole = games.group_by("block_id").agg(n=pl.len().cast(pl.Int64))
    y = pl.col("y")
    sums = (
        per_block.join(whole, on="block_id")
        .group_by(ending)
        .agg(pl.col("wins").sum(), ny=(pl.col("n") * y).sum(), yy=(y * y).sum(), y=y.sum())
        .filter(y > 0)
    )
    for row in sums.sort(ending).iter_rows(named=True):
        moments = Moments(n, row["y"], nn, row["ny"], row["yy"], CREDITS_PER_GAME)
        interval = block_interval(moments, confidence)
        by_outcome = ending == "outcome"
        yield EndingScore(
            cell_id=cell.cell_id,
            **names,
            outcome=row[ending] if by_outcome else None,
            round=None if by_outcome else row[ending],
            wins=row["wins"],
            score=moments.estimate or 0.0,
            low=None if interval is None else interval.low,
            high=None if interval is None else interval.high,
            se=moments.se,
            games=n,
        )


def _summed(per_block: pl.DataFrame, groups: Sequence[str]) -> pl.DataFrame:
    """Integer sums over blocks of n, y, their squares and product, for each group, in order."""
    n, y = pl.col("n"), pl.col("y")
    sums = per_block.group_by(*groups).agg(nn=(n * n).sum(), ny=(n * y).sum(), yy=(y * y).sum(), n=n.sum(), y=y.sum())
    return sums.sort(*groups)
