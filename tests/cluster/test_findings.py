"""Answers of a run: the figures of its tables, put to a question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cluster_samples import begin, play_some, sweep

from cluster import RunResult, open_run
from cluster.findings import Variant, variants_of

AGENTS = {"dice": {"kind": "random"}, "keen": {"kind": "greedy"}, "bold": {"kind": "greedy"}}


def played(path: Path, games: int = 200, share: float = 1.0, **changes: Any) -> RunResult:
    words: dict[str, Any] = {"agents": AGENTS, "options": {"opening_moves": 4}}
    directory, plan = begin(path, sweep(games, **(words | changes)), blocks=20)
    for number, cell in enumerate(plan.cells):
        play_some(directory, plan, range(int(cell.number_of_chunks * share)), number)
    return open_run(path)


def only(result: RunResult) -> Variant:
    (variant,) = variants_of(result)
    return variant


def test_the_answer_of_one_cell_is_the_row_of_its_table(tmp_path: Path) -> None:
    result = played(tmp_path / "run", design=[{"mirror": ["keen"]}])
    first, second = only(result).questions()
    rows = [row for row in result.status.cells[0].estimates if row.by == "seat" and row.metric == "score"]
    for question, row in zip((first, second), rows, strict=True):
        answer = question.together
        assert (answer.estimate, answer.low, answer.high, answer.games) == (row.estimate, row.low, row.high, row.games)
        assert (answer.name, answer.fair_share) == (row.seat_name, 0.5)
        assert len(question.each) == 1


def test_mirrors_are_asked_and_agents_count_alike(tmp_path: Path) -> None:
    design = [{"mirror": ["keen", "bold", "dice"]}, {"round_robin": ["keen", "dice"]}]
    question = only(played(tmp_path / "run", design=design)).questions()[0]
    assert [answer.agent for answer in question.each] == ["keen", "bold"], "who plays at random is no evidence"
    first, second = (answer.estimate for answer in question.each)
    assert first is not None
    assert second is not None
    assert question.together.estimate == pytest.approx((first + second) / 2)
    assert question.together.agent is None
    assert len(question.robustness.holds) + len(question.robustness.open) + len(question.robustness.differs) == 2


def test_random_agents_are_asked_where_there_is_nobody_else(tmp_path: Path) -> None:
    question = only(played(tmp_path / "run", design=[{"mirror": ["dice"]}])).questions()[0]
    assert [answer.agent for answer in question.each] == ["dice"]


def test_before_the_first_game_nothing_is_told(tmp_path: Path) -> None:
    variant = only(
        played(tmp_path / "run", share=0.0, design=[{"mirror": ["keen", "bold"]}, {"round_robin": ["keen", "bold"]}])
    )
    for question in variant.questions():
        assert question.together.estimate is None
        assert question.together.verdict == "not enough games"
    assert variant.ratings is not None
    assert all(row.elo is None for row in variant.ratings.rows)
    assert variant.shares is None
    assert all(effect.estimate is None for effect in variant.effects)


def test_unfinished_cells_have_intervals_for_watched_figures(tmp_path: Path) -> None:
    design = [{"mirror": ["keen", "bold"]}]
    half = only(played(tmp_path / "half", 2000, 0.5, design=design)).questions()[0].together
    whole = only(played(tmp_path / "whole", 1000, design=design)).questions()[0].together
    assert half.low is not None
    assert whole.low is not None
    assert half.high - half.low > 1.3 * (whole.high - whole.low)  # type: ignore[operator]


def test_agents_that_met_are_rated(tmp_path: Path) -> None:
    variant = only(played(tmp_path / "run", design=[{"round_robin": ["keen", "bold", "dice"]}]))
    assert variant.ratings is not None
    assert variant.ratings.agents()[-1].name == "dice"
    assert variant.shares is not None
    assert sum(variant.shares.values()) == pytest.approx(1)
    assert variant.shares["dice"] == pytest.approx(0, abs=1e-6)
    assert len(variant.meetings) == 6


def test_variants_are_never_pooled(tmp_path: Path) -> None:
    cells = {"grid": {"opening_moves": [0, 4]}, "reference": {"opening_moves": 0}}
    result = played(tmp_path / "run", options={}, cells=cells, design=[{"mirror": ["keen"]}, {"round_robin": ["keen", "dice"]}])
    variants = variants_of(result)
    assert [dict(variant.settings) for variant in variants] == [{"opening_moves": 0}, {"opening_moves": 4}]
    assert [variant.reference for variant in variants] == [True, False]
    assert all(len(variant.cells) == 2 for variant in variants)
