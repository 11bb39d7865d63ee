"""The presets of Age of Sigmar are played to their end on a real Ray."""

from __future__ import annotations

from pathlib import Path

import pytest

from cluster import load_sweep, run
from dashboards.cli.outcome import show_result

CELLS = {"sigmar-starter": 2, "sigmar-points": 30, "sigmar-terrain": 8}


@pytest.mark.ray
@pytest.mark.usefixtures("ray_session")
@pytest.mark.parametrize("preset", CELLS)
def test_a_preset_is_played_to_its_end(preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(load_sweep(preset, games=2), tmp_path / "run")
    assert result.complete
    assert result.games.select("cell_id").unique().collect().height == CELLS[preset]
    assert result.games.collect().height == CELLS[preset] * 2 * 2, "games by seats"
    capsys.readouterr()
    show_result(result, json=False)
    shown = capsys.readouterr().out
    matrix = "Score of red's faction (row) against blue's (column)"
    assert shown.startswith(matrix) == (preset == "sigmar-points")
    assert shown.count(matrix) == (preset == "sigmar-points")
