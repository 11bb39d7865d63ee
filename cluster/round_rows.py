"""Curves by round and scores by ending of a run, from its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

import polars as pl

from cluster.results import RunResult
from cluster.statistics.by_round import CurvePoint, EndingScore, curve_points, ending_scores
from engine.game import get_game
from workers.rows import round_columns

_TYPES: dict[str, type[pl.DataType]] = {
    "int": pl.Int64,
    "int | None": pl.Int64,
    "str": pl.String,
    "str | None": pl.String,
    "float": pl.Float64,
    "float | None": pl.Float64,
}

CURVE_SCHEMA = {field.name: _TYPES[str(field.type)] for field in fields(CurvePoint)}
"""Column types of `curves_frame`; `cluster.statistics.by_round.CurvePoint` says what they mean."""

ENDING_SCHEMA = {field.name: _TYPES[str(field.type)] for field in fields(EndingScore)}
"""Column types of `endings_frame`; `cluster.statistics.by_round.EndingScore` says what they mean."""


def curves_of_cell(result: RunResult, cell_id: str) -> tuple[CurvePoint, ...]:
    """Every figure of every seat by round; none if the sweep doesn't record them (`record.curves`)."""
    rounds = result.rounds_of(cell_id).collect()
    if not len(rounds):
        return ()
    figures = round_columns(get_game(result.plan.game))
    return curve_points(result.plan.find_cell(cell_id), result.games_of(cell_id).collect(), rounds, figures)


def curves_frame(result: RunResult) -> pl.DataFrame:
    """The curves of every cell, a row for each point: the columns of `CURVE_SCHEMA`."""
    return _frame([row for cell in result.plan.cells for row in curves_of_cell(result, cell.cell_id)], CURVE_SCHEMA)


def endings_of_cell(result: RunResult, cell_id: str) -> tuple[EndingScore, ...]:
    """What every seat scores by each outcome and by each last round."""
    games = result.games_of(cell_id).collect()
    return ending_scores(result.plan.find_cell(cell_id), games) if len(games) else ()


def endings_frame(result: RunResult) -> pl.DataFrame:
    """The scores by ending of every cell, one row each: the columns of `ENDING_SCHEMA`."""
    return _frame([row for cell in result.plan.cells for row in endings_of_cell(result, cell.cell_id)], ENDING_SCHEMA)


def _frame(rows: Sequence[Any], schema: dict[str, type[pl.DataType]]) -> pl.DataFrame:
    return pl.DataFrame([asdict(row) for row in rows], schema=schema)
