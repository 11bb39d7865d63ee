"""Comparisons of runs, and of the cells of one run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from cluster_samples import begin, play_some, sweep

from cluster import RunResult, open_run
from cluster.comparison import Comparison, ComparisonError, Difference, compare_cells, compare_runs


def played(path: Path, games: int = 200, **changes: Any) -> RunResult:
    """A run of random against itself at Connect Four, unless `changes` say otherwise."""
    words: dict[str, Any] = {"agents": {"dice": {"kind": "random"}}, "design": [{"mirror": ["dice"]}]}
    directory, plan = begin(path, sweep(games, **(words | changes)), blocks=40)
    for number, cell in enumerate(plan.cells):
        play_some(directory, plan, range(cell.number_of_chunks), number)
    return open_run(path)


def pick(comparison: Comparison, **words: str) -> Difference:
    found = [row for row in comparison.rows if all(getattr(row, key) == word for key, word in words.items())]
    assert len(found) == 1, (words, found)
    return found[0]


GRID = {"grid": {"opening_moves": [0, 4]}, "reference": {"opening_moves": 0}}


def test_blocks_read_back_are_the_sums_of_the_run(tmp_path: Path) -> None:
    result = played(tmp_path / "run", design=[{"round_robin": ["dice", "keen"]}], agents=sweep().to_plain()["agents"])
    cell = result.status.cells[0]
    figures = result.block_figures(cell.plan.cell_id)
    assert figures.values.blocks.tolist() == list(range(100))
    assert np.array_equal(figures.values.values["credits"].sum(axis=0), cell.sums.totals["credits"])
    assert np.array_equal(figures.values.values["wins"].sum(axis=0), cell.sums.totals["wins"])
    assert {name: int(counts.sum()) for name, counts in figures.outcomes.items()} == cell.sums.outcomes
    row = next(row for row in cell.estimates if (row.by, row.agent, row.metric) == ("agent", "keen", "score"))
    slots = [number for number, slot in enumerate(cell.plan.slots) if slot.agent == "keen"]
    assert figures.figure(slots).moments.estimate == row.estimate
    assert figures.figure(slots).moments.se == pytest.approx(row.se)
    with pytest.raises(KeyError):
        result.block_figures("0" * 12)


def test_cells_of_a_run_are_compared_by_an_option(tmp_path: Path) -> None:
    result = played(tmp_path / "run", cells=GRID)
    for path in ("options.opening_moves", "opening_moves"):
        found = compare_cells(result, path)
        assert found.options == ("opening_moves: 0 -> 4",)
        row = pick(found, metric="score", by="seat", name="x")
        scores = [next(r.estimate for r in cell.estimates if r.by == "seat" and r.seat == 0) for cell in result.status.cells]
        assert (row.estimate_a, row.estimate_b) == tuple(scores)
        assert row.difference == pytest.approx(scores[1] - scores[0])
        assert row.paired
        assert (row.blocks, row.a, row.b) == (200, "opening_moves = 0", "opening_moves = 4")
        assert row.low is not None
        assert row.low < row.difference < row.high  # type: ignore[operator]
    assert {row.name for row in found.rows if row.by == "outcome"} == {"board_full", "four_in_a_row"}


def test_what_no_cell_sets_is_not_compared(tmp_path: Path) -> None:
    result = played(tmp_path / "run", games=20, cells={"grid": {"opening_moves": [3]}})
    with pytest.raises(ComparisonError, match=r"no cell sets khorne\.cost"):
        compare_cells(result, "options.khorne.cost")
    with pytest.raises(ComparisonError, match="one value of opening_moves"):
        compare_cells(result, "opening_moves")


def test_two_runs_are_compared_and_their_options_listed(tmp_path: Path) -> None:
    one, other = played(tmp_path / "a"), played(tmp_path / "b", options={"opening_moves": 4})
    found = compare_runs(one, other)
    assert found.options == ("opening_moves: 0 -> 4",)
    assert found.warnings == ()
    assert all(row.paired for row in found.rows)
    within = compare_cells(played(tmp_path / "c", cells=GRID), "opening_moves")
    keys = ("metric", "by", "name", "estimate_a", "estimate_b", "difference", "low", "high", "se", "p_value", "variance_saved")
    assert [[getattr(row, key) for key in keys] for row in found.rows] == [
        [getattr(row, key) for key in keys] for row in within.rows
    ]


def test_a_run_compared_with_itself_differs_by_nothing(tmp_path: Path) -> None:
    result = played(tmp_path / "a")
    for row in compare_runs(result, result).rows:
        assert (row.difference, row.p_value) == (0.0, 1.0)


def test_other_seeds_share_no_luck(tmp_path: Path) -> None:
    found = compare_runs(played(tmp_path / "a"), played(tmp_path / "b", seed=6))
    assert any("no luck is shared" in line for line in found.warnings)
    assert not any(row.paired for row in found.rows)
    assert {row.variance_saved for row in found.rows} == {None}


def test_what_else_differs_is_warned_about(tmp_path: Path) -> None:
    stop = {"kind": "fair_share", "seat": "x", "band": 0.1}
    found = compare_runs(played(tmp_path / "a"), played(tmp_path / "b", games=400, stop=stop))
    assert any(line.startswith("games: 200 -> 400") for line in found.warnings)
    assert any(line.startswith("stop") for line in found.warnings)


def test_agents_of_one_name_that_are_not_the_same_are_warned_about(tmp_path: Path) -> None:
    agents = [{"dice": {"kind": "random"}}, {"dice": {"kind": "greedy"}}]
    runs = [played(tmp_path / str(number), games=20, agents=spec) for number, spec in enumerate(agents)]
    assert 'agents.dice.kind: "random" -> "greedy"' in compare_runs(*runs).warnings


def test_runs_without_a_common_design_are_refused(tmp_path: Path) -> None:
    other = played(tmp_path / "b", games=20, agents={"keen": {"kind": "greedy"}}, design=[{"mirror": ["keen"]}])
    with pytest.raises(ComparisonError, match="no two cells have the same line-up and seatings"):
        compare_runs(played(tmp_path / "a", games=20), other)


def test_other_rules_or_code_need_a_word(tmp_path: Path) -> None:
    one, other = played(tmp_path / "a", games=20), played(tmp_path / "b", games=20)
    path = tmp_path / "b/spec.yaml"
    document = yaml.safe_load(path.read_text())
    document["provenance"]["warhost"] = "0.0.9"
    path.write_text(yaml.safe_dump(document))
    with pytest.raises(ComparisonError, match=r'warhost: .* -> "0\.0\.9"'):
        compare_runs(one, other)
    assert any(line.startswith("warhost: ") for line in compare_runs(one, other, across_versions=True).warnings)
