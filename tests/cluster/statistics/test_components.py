"""Gains of components, where the truth is known."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from statistics_samples import cell_of

from cluster.statistics.components import ASSOCIATION, EFFECT, ComponentFigure, component_figures

SCHEMA = {
    "game_id": pl.String,
    "seat": pl.Int8,
    "kind": pl.Categorical,
    "component": pl.Categorical,
    "dealt": pl.Int16,
    "drafted_pick": pl.Int16,
    "drawn": pl.Int16,
    "played": pl.Int16,
}


def games_of(scores: np.ndarray, forfeits: set[int] = frozenset()) -> pl.DataFrame:  # type: ignore[assignment]
    """Rows of games of one rotation, block b of `scores[b]` twelfths a seat."""
    blocks, seats = scores.shape
    block = np.repeat(np.arange(blocks), seats)
    return pl.DataFrame(
        {
            "game_id": [f"c/{number}/0" for number in block],
            "block_id": block,
            "rotation": pl.Series([0] * len(block), dtype=pl.Int16),
            "seat": pl.Series(np.tile(np.arange(seats), blocks), dtype=pl.Int8),
            "score": pl.Series(scores.ravel(), dtype=pl.Int8),
            "forfeit_cause": pl.Series(["error" if number in forfeits else None for number in block], dtype=pl.Categorical),
        }
    )


def uses_of(rows: list[dict[str, Any]]) -> pl.DataFrame:
    full = [{"kind": "unit", "dealt": 0, "drafted_pick": None, "drawn": None, "played": 0, **row} for row in rows]
    return pl.DataFrame(full, schema=SCHEMA)


def dealt(block: int, seat: int, name: str = "archer", **more: Any) -> dict[str, Any]:
    return {"game_id": f"c/{block}/0", "seat": seat, "component": name, "dealt": 1, **more}


def pick(found: tuple[ComponentFigure, ...], use: str, name: str, number: int | None = None) -> ComponentFigure:
    rows = [row for row in found if (row.use, row.component, row.pick) == (use, name, number)]
    assert len(rows) == 1
    return rows[0]


CELL = cell_of([["a", "a"]])


def test_a_gain_is_over_what_the_same_seat_scores_on_average() -> None:
    """Seat 0 scores 3/4 on average; the archer is dealt to it where it scores 12, 12, 0 and to seat 1 where that scores 0."""
    scores = np.array([[12, 0], [12, 0], [12, 0], [0, 12]])
    found = component_figures(CELL, games_of(scores), uses_of([dealt(0, 0), dealt(1, 0), dealt(3, 0), dealt(2, 1)]))
    row = pick(found, "dealt", "archer")
    assert (row.times, row.score) == (4, 0.5)
    assert row.expected == pytest.approx((3 * 0.75 + 0.25) / 4)
    assert row.gain == pytest.approx(0.5 - 0.625)
    residuals = np.array([0.25, 0.25, -0.75, -0.25])
    assert row.se == pytest.approx(residuals.std(ddof=1) / 2)
    assert row.low is not None
    assert row.low < row.gain < row.high  # type: ignore[operator]


def test_several_in_a_block_are_one_observation() -> None:
    scores = np.array([[12, 0], [0, 12]] * 10)
    both = component_figures(CELL, games_of(scores), uses_of([dealt(b, s) for b in range(20) for s in range(2)]))
    row = pick(both, "dealt", "archer")
    assert (row.times, row.blocks) == (40, 20)
    assert row.gain == pytest.approx(0, abs=1e-6)
    assert row.se == pytest.approx(0, abs=1e-6)


def test_what_was_chosen_is_an_association_and_what_was_dealt_an_effect() -> None:
    scores = np.array([[12, 0], [0, 12]] * 10)
    rows = [dealt(b, b % 2, played=1) for b in range(20)]
    found = component_figures(CELL, games_of(scores), uses_of(rows))
    assert {row.use: row.reading for row in found} == {"dealt": EFFECT, "played": ASSOCIATION}
    drafted = component_figures(
        CELL, games_of(scores), uses_of([{**row, "drafted_pick": 1 + n % 2} for n, row in enumerate(rows)])
    )
    assert {row.reading for row in drafted} == {ASSOCIATION}
    first, second = (pick(drafted, "drafted", "archer", number) for number in (1, 2))
    assert (first.times, second.times) == (10, 10)


def test_blocks_with_a_forfeit_are_left_out() -> None:
    scores = np.array([[12, 0], [0, 12], [12, 0], [12, 0]])
    found = component_figures(CELL, games_of(scores, {3}), uses_of([dealt(b, 0) for b in range(4)]))
    assert pick(found, "dealt", "archer").times == 3


def test_where_many_are_looked_at_few_are_found_by_chance() -> None:
    """20 components that do nothing, 60 times: in one of 20 worlds one of them may seem to do something."""
    rng, alarms, misses = np.random.default_rng(1), 0, 0
    for _ in range(60):
        won = rng.random(300) < 0.5
        scores = np.stack([12 * won, 12 * ~won], axis=1)
        rows = [dealt(b, int(rng.integers(2)), f"card{n}") for b in range(300) for n in rng.choice(20, 4, replace=False)]
        found = component_figures(CELL, games_of(scores), uses_of(rows))
        alarms += any(row.p_value is not None and row.p_value < 0.05 for row in found)
        misses += any(row.low > 0 or row.high < 0 for row in found if row.low is not None and row.high is not None)
    assert alarms / 60 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 60)
    assert misses / 60 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 60)


def test_a_component_that_wins_is_found() -> None:
    rng = np.random.default_rng(2)
    owner = rng.integers(0, 2, 400)
    won = np.where(rng.random(400) < 0.7, owner, 1 - owner)
    scores = np.stack([12 * (won == 0), 12 * (won == 1)], axis=1)
    rows = [dealt(b, int(owner[b]), "strong") for b in range(400)] + [
        dealt(b, int(rng.integers(2)), "weak") for b in range(400)
    ]
    found = component_figures(CELL, games_of(scores), uses_of(rows))
    strong = pick(found, "dealt", "strong")
    assert strong.gain == pytest.approx(0.2, abs=0.07)
    assert strong.p_value is not None
    assert strong.p_value < 1e-6


def test_no_rows_have_no_figures_and_one_block_has_no_interval() -> None:
    scores = np.array([[12, 0]])
    assert component_figures(CELL, games_of(scores), uses_of([])) == ()
    row = component_figures(CELL, games_of(scores), uses_of([dealt(0, 0)]))[0]
    assert (row.low, row.high, row.se, row.p_value) == (None, None, None, None)
