"""Components of a run of War Chest: from its rows, and equal to what its sums say."""

from __future__ import annotations

from pathlib import Path

import pytest
from cluster_samples import begin, play_some, sweep

from cluster import RunResult, open_run
from cluster.component_rows import COMPONENT_SCHEMA, components_frame, components_of_cell, synergies_of_cell


@pytest.fixture(scope="module")
def war_chest(tmp_path_factory: pytest.TempPathFactory) -> RunResult:
    spec = sweep(400, game="war-chest", agents={"keen": {"kind": "greedy"}}, design=[{"mirror": ["keen"]}])
    path = tmp_path_factory.mktemp("war_chest") / "run"
    directory, plan = begin(path, spec, blocks=100)
    play_some(directory, plan, range(plan.cells[0].number_of_chunks))
    return open_run(path)


def test_scores_are_those_of_the_sums(war_chest: RunResult) -> None:
    cell = war_chest.status.cells[0]
    by_name = {(row.use, row.component): row for row in components_of_cell(war_chest, cell.plan.cell_id)}
    rows = [row for row in cell.estimates if row.by == "component"]
    assert len(rows) >= 30
    for row in rows:
        found = by_name[str(row.use), str(row.component)]
        assert found.score == pytest.approx(row.estimate)
        assert found.times == row.games
        assert found.confidence == pytest.approx(row.confidence)


def test_the_frame_has_its_columns(war_chest: RunResult) -> None:
    frame = components_frame(war_chest)
    assert frame.schema == COMPONENT_SCHEMA
    assert set(frame["use"].unique()) == {"dealt", "drawn", "played"} & set(frame["use"].unique())


def test_pairs_of_units(war_chest: RunResult) -> None:
    cell = war_chest.plan.cells[0].cell_id
    model = synergies_of_cell(war_chest, cell)
    assert model is not None
    assert model.blocks == 400
    assert len(model.pairs) == 120
    assert len(model.pieces) == 16
    with pytest.raises(ValueError, match="no card was dealt"):
        synergies_of_cell(war_chest, cell, kind="card")


def test_a_game_without_components_has_none(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path / "run", sweep(20))
    play_some(directory, plan, range(1))
    assert components_of_cell(open_run(directory.path), plan.cells[0].cell_id) == ()
    assert components_frame(open_run(directory.path)).schema == COMPONENT_SCHEMA
