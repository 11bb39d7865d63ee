"""Samples of combinations, and parameters of agents that differ from cell to cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cluster_samples import sweep

from cluster.plan import make_plan
from cluster.sampling import sampled_combinations
from cluster.spec import SpecError, SweepSpec
from cluster.spec_models import Sample

OPTION = "opening_moves"


def sample(**words: Any) -> Sample:
    return Sample.model_validate({"size": 64, "ranges": {"a": {"low": 1, "high": 8}}} | words)


def drawn(method: str, **ranges: Any) -> list[dict[str, Any]]:
    return list(sampled_combinations(sample(method=method, ranges=ranges), seed=3))


@pytest.mark.parametrize("method", ["sobol", "latin", "random"])
def test_the_same_seed_draws_the_same_and_another_seed_others(method: str) -> None:
    wanted = sample(method=method, ranges={"x": {"low": 0.0, "high": 1.0}, "y": {"low": 0.0, "high": 5.0}})
    first, again, other = (list(sampled_combinations(wanted, seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert len(first) == 64
    assert all(0 <= point["x"] <= 1 and 0 <= point["y"] <= 5 for point in first)


@pytest.mark.parametrize("method", ["sobol", "latin"])
def test_values_of_each_path_are_spread_evenly(method: str) -> None:
    values = sorted(point["x"] for point in drawn(method, x={"low": 0.0, "high": 1.0}, y={"low": 0.0, "high": 1.0}))
    assert [int(64 * value) for value in values] == list(range(64))


def test_sobol_points_are_spread_evenly_by_pairs_of_paths() -> None:
    points = drawn("sobol", x={"low": 0.0, "high": 1.0}, y={"low": 0.0, "high": 1.0})
    cells = {(int(8 * point["x"]), int(8 * point["y"])) for point in points}
    assert len(cells) == 64


def test_whole_numbers_hold_both_ends_equally_often() -> None:
    values = [point["a"] for point in sampled_combinations(sample(size=4000, method="random"), 1)]
    assert sorted(values) == list(range(1, 9))  # equal ones come once
    assert all(isinstance(value, int) for value in values)


def test_a_log_scale_has_equal_ratios_as_likely() -> None:
    values = [point["x"] for point in drawn("sobol", x={"low": 1.0, "high": 10_000.0, "scale": "log"})]
    assert np.median(values) == pytest.approx(100, rel=0.2)


def test_lists_are_chosen_from() -> None:
    assert {point["x"] for point in drawn("sobol", x=["low", "high", True])} == {"low", "high", True}


def planned(**cells: Any) -> SweepSpec:
    return sweep(cells=cells)


def test_a_sample_becomes_cells(toy: Any) -> None:
    del toy
    spec = planned(sample={"size": 5, "ranges": {OPTION: [0, 1, 2]}}, reference={OPTION: 0})
    plan = make_plan(spec)
    assert {cell.overrides[OPTION] for cell in plan.cells} == {0, 1, 2}
    assert [cell.overrides[OPTION] for cell in plan.cells if cell.reference] == [0]
    assert [cell.cell_id for cell in make_plan(spec).cells] == [cell.cell_id for cell in plan.cells]


PYTHON = {"kind": "python", "path": "preferences", "parameters": {"first": "3"}, "reproducible": True}


def test_parameters_of_agents_are_swept_like_options() -> None:
    agents = {"dice": {"kind": "random"}, "keen": PYTHON}
    spec = sweep(
        agents=agents,
        cells={"grid": {"agents.keen.batch_size": [64, 128, 256]}, "reference": {"agents.keen.batch_size": 256}},
    )
    plan = make_plan(spec)
    assert [cell.job.agents["keen"]["batch_size"] for cell in plan.cells] == [64, 128, 256]
    assert [cell.overrides for cell in plan.cells] == [{"agents.keen.batch_size": size} for size in (64, 128, 256)]
    assert [cell.reference for cell in plan.cells] == [False, False, True]
    assert len({cell.cell_id for cell in plan.cells}) == 3
    plain = make_plan(sweep(agents=agents)).cells[0]
    assert plain.cell_id == plan.cells[2].cell_id, "what equals the file's own value is the same cell"


def test_parameters_within_parameters_are_swept_too() -> None:
    spec = sweep(
        agents={"dice": {"kind": "random"}, "keen": PYTHON}, cells={"grid": {"agents.keen.parameters.first": ["2", "3"]}}
    )
    assert [cell.job.agents["keen"]["parameters"]["first"] for cell in make_plan(spec).cells] == ["2", "3"]


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ({"grid": {"agents.ken.batch_size": [3]}}, "cells.grid.agents.ken.batch_size: unknown agent 'ken', did you mean keen?"),
        ({"grid": {"agents.keen": [3]}}, "cells.grid.agents.keen: must be agents.NAME.KEY"),
        ({"grid": {"agents.keen.sise": [3]}}, "cells.grid.agents.keen.sise:"),
        ({"list": [{"agents.dice.path": 3}]}, "cells.list[0].agents.dice.path:"),
        ({"sample": {"size": 3, "ranges": {"opening_move": [1]}}}, "cells.sample.ranges.opening_move: unknown option"),
        (
            {"sample": {"size": 3, "ranges": {OPTION: {"low": 5, "high": 5}}}},
            "cells.sample.ranges.opening_moves: low must be less",
        ),
        ({"sample": {"size": 3, "ranges": {OPTION: {"low": 0, "high": 9999}}}}, "cells.sample.ranges.opening_moves: must be"),
        ({"sample": {"size": 0, "ranges": {OPTION: [1]}}}, "cells.sample.size: must be at least 1"),
        ({"sample": {"size": 3, "ranges": {OPTION: 4}}}, "cells.sample.ranges.opening_moves: must be a map with low and high"),
        ({"sample": {"size": 3, "ranges": {OPTION: [1]}, "method": "sobl"}}, "cells.sample.method: 'sobl' is not one of"),
    ],
)
def test_what_cannot_be_swept_is_said(cells: dict[str, Any], problem: str) -> None:
    with pytest.raises(SpecError) as caught:
        planned(**cells)
    assert any(line.startswith(problem) for line in caught.value.problems), caught.value.problems
