"""Figures about components of a run, from its rows: gains by use, which pieces do more together, uses of house values."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from cluster.plan import CellPlan
from cluster.results import RunResult
from cluster.statistics.components import ComponentFigure, component_figures
from cluster.statistics.intervals import CONFIDENCE
from cluster.statistics.synergy import SynergyModel, synergies
from engine.game import CREDITS_PER_GAME, HOUSE_KIND

_TYPES: dict[str, type[pl.DataType]] = {
    "int": pl.Int64,
    "int | None": pl.Int64,
    "str": pl.String,
    "float": pl.Float64,
    "float | None": pl.Float64,
}

_KIND = pl.col("kind").cast(pl.String)

HOUSE_SCHEMA: dict[str, type[pl.DataType]] = {
    "cell_id": pl.String,
    "house_value": pl.String,
    "uses": pl.Int64,
    "games_with": pl.Int64,
    "games": pl.Int64,
}
"""Columns of `house_uses_frame`: how often a house value decided something, in how many games, and all games of the cell."""

COMPONENT_SCHEMA = {field.name: _TYPES[str(field.type)] for field in fields(ComponentFigure)}
"""Column types of `components_frame`; `cluster.statistics.components.ComponentFigure` says what they mean."""


def components_of_cell(result: RunResult, cell_id: str, confidence: float = CONFIDENCE) -> tuple[ComponentFigure, ...]:
    """Every component of one cell in every use; none if the game counts no components."""
    components = result.components_of(cell_id).filter(_KIND != HOUSE_KIND).collect()
    if not len(components):
        return ()
    return component_figures(result.plan.find_cell(cell_id), result.games_of(cell_id).collect(), components, confidence)


def components_frame(result: RunResult) -> pl.DataFrame:
    """The components of every cell, one row each: the columns of `COMPONENT_SCHEMA`."""
    rows = [asdict(row) for cell in result.plan.cells for row in components_of_cell(result, cell.cell_id)]
    return pl.DataFrame(rows, schema=COMPONENT_SCHEMA)


def house_uses_frame(result: RunResult) -> pl.DataFrame:
    """How often each house value decided something in each cell, most used first: the columns of `HOUSE_SCHEMA`."""
    frames = [pl.DataFrame(schema=HOUSE_SCHEMA)]
    for cell in result.status.cells:
        rows = result.components_of(cell.plan.cell_id).filter(_KIND == HOUSE_KIND, pl.col("played") > 0)
        counted = rows.group_by(house_value=pl.col("component").cast(pl.String)).agg(
            uses=pl.col("played").cast(pl.Int64).sum(), games_with=pl.len().cast(pl.Int64)
        )
        named = counted.with_columns(cell_id=pl.lit(cell.plan.cell_id), games=pl.lit(cell.sums.games, pl.Int64))
        ordered = named.sort(["uses", "house_value"], descending=[True, False])
        frames.append(ordered.select(list(HOUSE_SCHEMA)).collect().cast(HOUSE_SCHEMA))  # type: ignore[arg-type]
    return pl.concat(frames)


def synergies_of_cell(
    result: RunResult, cell_id: str, kind: str = "unit", confidence: float = CONFIDENCE
) -> SynergyModel | None:
    """Which pieces of a kind do more together than apart; None where there are too few blocks to tell.

    Args:
        result: of the run.
        cell_id: of a cell whose pieces are dealt at random.
        kind: of the pieces.
        confidence: of the intervals.

    Raises:
        ValueError: the game has no pieces of that kind, other than two sides, or the pieces were drafted.
    """
    cell = result.plan.find_cell(cell_id)
    if len(set(cell.teams)) != 2:
        raise ValueError(f"{len(set(cell.teams))} sides: pairs of pieces are looked at in games of two")
    games = result.games_of(cell_id).filter(pl.col("forfeit_cause").is_null().all().over("block_id")).collect()
    rows = result.components_of(cell_id).filter(pl.col("kind").cast(pl.String) == kind, pl.col("dealt") > 0).collect()
    names = sorted(rows["component"].cast(pl.String).unique().to_list())
    if not names:
        raise ValueError(f"no {kind} was dealt")
    if (rows["drafted_pick"].fill_null(0) > 0).any():
        raise ValueError(f"a {kind} was drafted: what agents choose to have together says nothing of what it does together")
    return synergies(names, *_arrays(cell, games, rows, names), confidence)


def _arrays(
    cell: CellPlan, games: pl.DataFrame, rows: pl.DataFrame, names: list[str]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """Who had what, (blocks, rotations, 2, names), and the first side's scores, (blocks, rotations)."""
    places = games.select("game_id", "seat", "score").with_row_index("row")
    known = rows.select("game_id", "seat", pl.col("component").cast(pl.String)).join(places, on=["game_id", "seat"])
    index = known["component"].replace_strict(names, list(range(len(names))), return_dtype=pl.Int64).to_numpy()
    row = known["row"].to_numpy().astype(np.int64)
    seats = len(cell.seats)
    sides = sorted(set(cell.teams))
    side_of_seat = np.array([sides.index(team) for team in cell.teams])
    had = np.zeros((len(games) // seats, 2, len(names)), np.bool_)
    had[row // seats, side_of_seat[row % seats], index] = True
    first = int(np.flatnonzero(side_of_seat == 0)[0])
    scores: Any = games["score"].to_numpy().reshape(-1, seats)[:, first] / CREDITS_PER_GAME
    shape = (-1, cell.rotations)
    return had.reshape(*shape, 2, len(names)), scores.reshape(shape)
