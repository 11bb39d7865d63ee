"""The preset that looks for a cost is played through its stages on a real Ray."""

from __future__ import annotations

from pathlib import Path

import pytest

from cluster import load_sweep, run


@pytest.mark.ray
@pytest.mark.usefixtures("ray_session")
def test_chaos_bloodletter_narrows_the_costs_down(tmp_path: Path) -> None:
    result = run(load_sweep("chaos-bloodletter", games=4), tmp_path / "run")
    assert result.complete
    costs = [[standing.combination["khorne.bloodletter.cost"] for standing in stage.standings] for stage in result.stages]
    assert sorted(costs[0]) == [1, 2, 3, 4, 5]
    assert [len(set(found)) for found in costs] == [5, *(sum(s.kept for s in stage.standings) for stage in result.stages[:2])]
    assert all(2 in found for found in costs), "the rule is compared to the end"
    games = {cell.plan.overrides["khorne.bloodletter.cost"]: cell.sums.games for cell in result.status.cells}
    assert {games[cost] for cost in costs[-1]} == {64}
    assert set(games.values()) <= {4, 16, 64}
