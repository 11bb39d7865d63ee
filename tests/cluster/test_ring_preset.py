"""The preset of War of the Ring is played to its end on a real Ray: base game and Kings side by side."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from cluster import load_sweep, run


@pytest.mark.ray
@pytest.mark.usefixtures("ray_session")
def test_ring_balance_is_played_to_its_end(tmp_path: Path) -> None:
    result = run(load_sweep("ring-balance", games=4), tmp_path / "run")
    assert result.complete
    games = result.games.collect()
    assert games["cell_id"].n_unique() == 2
    assert games.height == 2 * 4 * 2, "games by seats"
    kinds = [result.components_of(cell).select(pl.col("kind").cast(pl.String)).collect() for cell in games["cell_id"].unique()]
    assert {kind for frame in kinds for kind in frame["kind"]} >= {"card", "character"}
    last = games.filter(pl.col("seat") == 0).select(pl.col("rounds").cast(pl.Int64).sum()).item()
    rounds = [pl.read_parquet(path, hive_partitioning=False) for path in (tmp_path / "run/rounds").rglob("*.parquet")]
    assert sum(len(table) for table in rounds) == 2 * last, "each side has a row for each turn"
    assert max(table["corruption"].max() for table in rounds) > 0
