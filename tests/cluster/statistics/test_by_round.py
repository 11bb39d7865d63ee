"""Curves and scores by ending, where the truth is known."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from statistics_samples import cell_of

from cluster.statistics.by_round import curve_points, ending_scores

CELL = cell_of([["a", "a"]])


def games_of(endings: list[tuple[str, int, int | None]], forfeits: frozenset[int] = frozenset()) -> pl.DataFrame:
    """Rows of games of two seats, each given by its outcome, its last round, and who won (None: nobody)."""
    rows: list[dict[str, Any]] = []
    for block, (outcome, rounds, winner) in enumerate(endings):
        for seat, name in enumerate(("north", "south")):
            rows.append(
                {
                    "game_id": f"c/{block}/0",
                    "block_id": block,
                    "seat": seat,
                    "seat_name": name,
                    "faction": name,
                    "agent": "a",
                    "outcome": outcome,
                    "rounds": rounds,
                    "sole_win": winner == seat,
                    "shared_win": False,
                    "score": 6 if winner is None else 12 * (winner == seat),
                    "forfeit_cause": "error" if block in forfeits else None,
                }
            )
    return pl.DataFrame(rows, schema_overrides={"forfeit_cause": pl.String, "seat": pl.Int8})


def rounds_of(games: pl.DataFrame, step: int = 2) -> pl.DataFrame:
    """North gains `step` points a round, south one less."""
    rows = [
        {"game_id": row["game_id"], "seat": row["seat"], "round": r, "points": r * (step - row["seat"])}
        for row in games.iter_rows(named=True)
        for r in range(1, row["rounds"] + 1)
    ]
    return pl.DataFrame(rows, schema_overrides={"seat": pl.Int8})


ENDINGS = [("dial", 3, 0), ("dial", 4, 0), ("points", 4, 1), ("points", 3, None)]


def test_scores_by_ending_add_up_to_the_score():
    found = ending_scores(CELL, games_of(ENDINGS))
    for seat, total in (("north", 2.5 / 4), ("south", 1.5 / 4)):
        rows = [row for row in found if row.seat_name == seat]
        for kind in ("outcome", "round"):
            parts = [row for row in rows if getattr(row, kind) is not None]
            assert sum(row.score for row in parts) == pytest.approx(total)
            assert all(row.games == 4 for row in parts)


def test_a_way_of_winning_counts_its_wins():
    north = {row.outcome: row for row in ending_scores(CELL, games_of(ENDINGS)) if row.seat_name == "north" and row.outcome}
    assert (north["dial"].wins, north["dial"].score) == (2, 0.5)
    assert (north["points"].wins, north["points"].score) == (0, 0.125)
    assert north["dial"].low < 0.5 < north["dial"].high


def test_blocks_with_a_forfeit_are_left_out():
    games = games_of(ENDINGS, forfeits=frozenset({0}))
    assert {row.games for row in ending_scores(CELL, games)} == {3}
    assert {point.games for point in curve_points(CELL, games, rounds_of(games), ["points"]) if point.round == 1} == {3}


def test_a_curve_is_over_the_games_that_lasted_so_long():
    games = games_of(ENDINGS)
    points = {(p.seat_name, p.round): p for p in curve_points(CELL, games, rounds_of(games), ["points"])}
    assert {key: (p.mean, p.games) for key, p in points.items() if key[0] == "north"} == {
        ("north", 1): (2, 4),
        ("north", 2): (4, 4),
        ("north", 3): (6, 4),
        ("north", 4): (8, 2),
    }
    assert points["south", 3].mean == 3
    assert points["north", 1].low == points["north", 1].high == 2


def test_one_block_gives_no_interval():
    games = games_of(ENDINGS[:1])
    assert all(point.low is point.high is point.se is None for point in curve_points(CELL, games, rounds_of(games), ["points"]))


def test_a_curves_interval_covers_the_truth():
    """Coin tosses: 40 games, each worth 0 or 2 points, mean 1, standard error 1 / sqrt(39)."""
    games = games_of([("dial", 1, 0)] * 40)
    rounds = rounds_of(games).with_columns(points=pl.when(pl.int_range(pl.len()) // 2 % 2 == 0).then(0).otherwise(2))
    point = curve_points(CELL, games, rounds, ["points"])[0]
    assert point.mean == 1
    assert point.se == pytest.approx(39**-0.5, rel=1e-6)
    assert point.high - point.mean == pytest.approx(2.0227 * 39**-0.5, rel=1e-3)
