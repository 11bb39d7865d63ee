"""The public functions on a real Ray: run, extend, open, and what comes of it."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from cluster_samples import begin, play_some, small_chunks, sweep

import cluster
from cluster import PlanError, RunDirectoryError, RunStatus, api, default_run_dir, extend, load_sweep, make_plan, open_run, run
from cluster.run_directory import RunDirectory
from cluster.statistics import SCHEMA
from workers.rows import COMPONENT_COLUMNS, GAME_COLUMNS

PUBLIC = [
    "CellStatus",
    "ChangedRunError",
    "Plan",
    "PlanError",
    "RunDirectoryError",
    "RunLockedError",
    "RunResult",
    "RunStatus",
    "SpecError",
    "SweepSpec",
    "default_run_dir",
    "extend",
    "load_sweep",
    "make_plan",
    "open_run",
    "run",
]


def test_the_public_names_are_these() -> None:
    assert cluster.__all__ == PUBLIC


@pytest.mark.ray
@pytest.mark.usefixtures("ray_session")
def test_a_run_is_played_opened_extended_and_equal_to_a_fresh_one(tmp_path: Path) -> None:
    statuses: list[RunStatus] = []
    with small_chunks(100):
        result = run(sweep(1000), tmp_path / "run", on_status=statuses.append)
        assert result.exit_code == 0
        assert result.complete
        assert [status.state for status in statuses if status.state != "running"][-1] == "complete"
        assert open_run(tmp_path / "run").estimates.equals(result.estimates)
        more = sweep(3000, design=[{"round_robin": ["dice", "keen"]}, {"mirror": ["keen"]}])
        extended = extend(tmp_path / "run", more)
        fresh = run(more, tmp_path / "fresh")
    assert extended.exit_code == fresh.exit_code == 0
    assert extended.estimates.equals(fresh.estimates)
    assert extended.games.collect().sort("game_id", "seat").equals(fresh.games.collect().sort("game_id", "seat"))
    assert [event["kind"] for event in RunDirectory(tmp_path / "run").read_events()].count("extend") == 1
    with pytest.raises(PlanError, match="seed"):
        extend(tmp_path / "run", sweep(4000, seed=9))
    with pytest.raises(RunDirectoryError):
        extend(tmp_path / "nowhere", more)


def test_frames_have_the_columns_that_are_documented(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    empty = open_run(tmp_path)
    assert empty.exit_code == 75
    assert empty.games.collect().is_empty()
    assert empty.components.collect_schema().names() == [column.name for column in COMPONENT_COLUMNS]
    play_some(directory, plan, range(plan.number_of_chunks))
    result = open_run(tmp_path)
    games = result.games.collect()
    assert games.columns[: len(GAME_COLUMNS)] == [column.name for column in GAME_COLUMNS]
    assert len(games) == 2 * 400
    assert games["block_id"].is_sorted()
    assert result.estimates.schema == pl.Schema(SCHEMA)
    score = result.estimates.filter(by="agent", metric="score", agent="keen")["estimate"].item()
    mean = games.filter(pl.col("agent") == "keen")["score"].sum() / 400 / 12
    assert score == pytest.approx(mean, abs=1e-12)


def test_only_blocks_before_the_first_gap_are_shown(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    play_some(directory, plan, [0, 1, 3])  # type: ignore[arg-type]
    result = open_run(tmp_path)
    assert result.games.collect()["block_id"].max() == 19
    assert result.status.games_done == 60
    assert result.status.cells[0].sums.games == 40
    assert result.estimates["valid_under_peeking"].any()


def test_rows_end_at_the_stop_block(tmp_path: Path) -> None:
    spec = sweep(2000, stop={"agent": "keen", "half_width": 0.015})
    directory, plan = begin(tmp_path, spec)
    play_some(directory, plan, range(plan.number_of_chunks))
    result = open_run(tmp_path)
    stop_block = result.status.cells[0].stop_block
    assert stop_block is not None
    assert stop_block % 10 != 0, "the rule cuts a chunk"
    games = result.games.collect()
    assert games["block_id"].max() == stop_block - 1
    assert len(games) == stop_block * 4
    scores = games.filter(pl.col("agent") == "keen")["score"]
    estimate = result.estimates.filter(by="agent", metric="score", agent="keen").row(0, named=True)
    assert estimate["estimate"] == pytest.approx(scores.mean() / 12, abs=1e-12)  # type: ignore[operator]
    assert (estimate["high"] - estimate["low"]) / 2 <= 0.015
    assert result.summary["execution"]["overshoot"] == 2000 - 2 * stop_block


def test_the_summary_is_one_json_document(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    play_some(directory, plan, range(plan.number_of_chunks))
    summary = open_run(tmp_path).summary
    assert json.loads(json.dumps(summary)) == summary
    cell = summary["cells"][0]
    assert cell.keys() >= {"cell_id", "options", "lineup", "agents", "seats", "factions", "outcomes", "rounds"}
    assert sum(cell["outcomes"].values()) == cell["games"] == 400
    assert {agent["agent"] for agent in summary["agents"]} == {"dice", "keen"}
    assert summary["execution"]["exit_code"] == 0
    assert "run_dir" not in json.dumps({key: value for key, value in summary.items() if key != "execution"})


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunDirectoryError, match=r"no spec\.yaml"):
        open_run(tmp_path)


def test_the_same_sweep_finds_its_run_directory_again() -> None:
    assert default_run_dir(sweep()) == default_run_dir(sweep(workers=3)) == Path("runs") / default_run_dir(sweep()).name
    assert default_run_dir(sweep()) != default_run_dir(sweep(seed=6))
    assert default_run_dir(sweep()).name.startswith("connect-four-")


def test_a_finished_run_is_reported_without_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    directory, plan = begin(tmp_path, sweep())
    play_some(directory, plan, range(plan.number_of_chunks))
    monkeypatch.setattr("cluster.api.connected", None)
    before = sorted(path for path in tmp_path.rglob("*"))
    result = run(sweep(), tmp_path)
    assert result.exit_code == 0
    assert sorted(path for path in tmp_path.rglob("*") if path.name != "lock") == [p for p in before if p.name != "lock"]
    assert RunDirectory(tmp_path).read_status() is None


def test_kernels_of_searches_are_wanted_for_a_search_that_drafts_for_another() -> None:
    agents = {"plain": {"kind": "greedy"}, "deep": {"kind": "ismcts", "iterations": 10}}
    design = [{"mirror": ["plain"]}]
    words = {"game": "war-chest", "options": {"setup": "draft"}, "agents": agents, "design": design, "games": 2}
    assert not api._has_searches(make_plan(load_sweep(words)))
    assert api._has_searches(make_plan(load_sweep({**words, "drafters": {"plain": "deep"}})))
