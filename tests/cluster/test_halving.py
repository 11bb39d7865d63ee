"""Successive halving: which combinations go on, with what, and that a stage is a function of the closed ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cluster_samples import begin, play_some, small_chunks, sweep

from cluster import PlanError, extend, open_run, run
from cluster.halving import Stage, close_stage, loss, plan_after
from cluster.plan import Plan, make_plan
from cluster.progress import Progress
from cluster.run_directory import RunDirectory
from cluster.spec import SweepSpec
from cluster.spec_models import Halving
from cluster.statistics import Estimate

HALVING = Halving(stages=3, keep=0.5, growth=2)


def staged(games: int = 200, **changes: Any) -> SweepSpec:
    """Random against itself at Connect Four after more or fewer moves at random."""
    words: dict[str, Any] = {
        "agents": {"dice": {"kind": "random"}},
        "design": [{"mirror": ["dice"]}],
        "cells": {"grid": {"opening_moves": [0, 1, 2, 3, 4]}, "reference": {"opening_moves": 0}},
        "halving": {"stages": 3, "keep": 0.5, "growth": 2},
    }
    return sweep(games, **(words | changes))


def row(cell: str, estimate: float | None, se: float = 0.0, by: str = "seat", seat: int = 0) -> Estimate:
    return Estimate(cell, "mirror", "score", by, seat=seat, estimate=estimate, se=se, fair_share=0.5)


def estimates_of(plan: Plan, scores: list[float]) -> dict[str, list[Estimate]]:
    return {
        cell.cell_id: [row(cell.cell_id, score), row(cell.cell_id, 1 - score, seat=1)]
        for cell, score in zip(plan.cells, scores, strict=True)
    }


def test_the_loss_is_the_squared_distance_less_what_chance_adds() -> None:
    rows = [row("a", 0.6, 0.05), row("a", 0.4, 0.05, seat=1), row("a", 0.9, by="agent")]
    assert loss([rows]) == pytest.approx(0.01 - 0.0025)
    assert loss([rows, [row("b", 0.5), row("b", 0.5, seat=1)]]) == pytest.approx((0.01 - 0.0025) / 2)
    assert loss([[row("a", None)]]) is None


def test_the_nearest_go_on_and_the_reference_always_does() -> None:
    plan = make_plan(staged())
    stage = close_stage(plan, estimates_of(plan, [0.9, 0.5, 0.7, 0.52, 0.55]), HALVING)
    assert [standing.combination["opening_moves"] for standing in stage.standings] == [1, 3, 4, 2, 0]
    assert [standing.kept for standing in stage.standings] == [True, True, True, False, True]
    assert stage.standings[-1].reference
    second = close_stage(plan, estimates_of(plan, [0.9, 0.5, 0.7, 0.52, 0.55]), HALVING, [stage])
    assert [standing.combination["opening_moves"] for standing in second.standings] == [1, 3, 4, 0]
    assert [standing.kept for standing in second.standings] == [True, True, False, True]


def test_cells_that_go_on_get_more_games_and_keep_those_they_have() -> None:
    plan = make_plan(staged())
    stage = close_stage(plan, estimates_of(plan, [0.9, 0.5, 0.7, 0.52, 0.55]), HALVING)
    grown = plan_after(plan, [stage], HALVING)
    assert [cell.games for cell in grown.cells] == [400, 400, 200, 400, 400]
    for before, after in zip(plan.cells, grown.cells, strict=True):
        assert after.cell_id == before.cell_id
        assert after.segments[: len(before.segments)] == before.segments
    assert plan_after(grown, [stage], HALVING) == grown, "applied again it changes nothing"


def test_a_stage_survives_json_and_the_last_one_adds_no_games() -> None:
    plan = make_plan(staged())
    stage = close_stage(plan, estimates_of(plan, [0.9, 0.5, 0.7, 0.52, 0.55]), HALVING)
    assert Stage.from_plain(json.loads(json.dumps(stage.to_plain()))) == stage
    last = Stage(3, stage.standings)
    assert plan_after(plan, [last], HALVING) == plan


def test_the_plan_says_that_it_is_the_first_stage() -> None:
    assert any("first of 3 stages" in line and "800 games" in line for line in make_plan(staged()).warnings)


def test_a_stage_is_the_same_whatever_the_order_in_which_chunks_came(tmp_path: Path) -> None:
    spec, found = staged(), []
    for turn, order in enumerate((1, -1)):
        directory, plan = begin(tmp_path / str(turn), spec)
        for number in range(len(plan.cells))[::order]:
            play_some(directory, plan, range(plan.cells[number].number_of_chunks)[::order], number)
        progress = Progress(plan, spec, directory)
        progress.load()
        status = progress.status("complete", 0.0, 0.0)
        found.append(close_stage(plan, {cell.plan.cell_id: cell.estimates for cell in status.cells}, HALVING))
    assert found[0] == found[1]


@pytest.mark.ray
@pytest.mark.usefixtures("ray_session")
def test_a_staged_run_is_played_to_its_end_and_started_again_changes_nothing(tmp_path: Path) -> None:
    with small_chunks(100):
        result = run(staged(400), tmp_path / "run")
        assert result.exit_code == 0
        stages = result.stages
        assert [stage.number for stage in stages] == [1, 2, 3]
        assert [len(stage.standings) for stage in stages] == [
            5,
            *(sum(s.kept for s in stage.standings) for stage in stages[:2]),
        ]
        again = run(staged(400), tmp_path / "run")
    assert again.stages == stages
    assert again.estimates.equals(result.estimates)
    games = {cell.plan.cell_id: cell.sums.games for cell in open_run(tmp_path / "run").status.cells}
    for standing in stages[-1].standings:
        assert all(games[cell] == 1600 for cell in standing.cells)
    kinds = [event["kind"] for event in RunDirectory(tmp_path / "run").read_events()]
    assert kinds.count("stage") == 3
    with pytest.raises(PlanError, match="stages of a run are fixed"):
        extend(tmp_path / "run", staged(800))
