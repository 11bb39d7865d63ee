"""Head-to-head scores and alpha-rank: known answers, and those of OpenSpiel."""

from __future__ import annotations

import sys
import types

import numpy as np
import pytest
from statistics_samples import cell_of, sums_of_blocks

from cluster.statistics.head_to_head import ALPHA, POPULATION, alpha_rank, head_to_head, payoffs
from cluster.statistics.intervals import Moments, block_interval
from cluster.statistics.joint import JointSums

ROCK_PAPER_SCISSORS = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])


def test_with_two_seats_it_is_the_score_and_its_interval() -> None:
    blocks = [[12, 0, 0, 12], [12, 0, 12, 0], [6, 6, 12, 0], [12, 0, 0, 12]] * 5
    found = head_to_head(JointSums.independent([(cell_of([["a", "b"], ["b", "a"]]), sums_of_blocks(blocks))]))
    assert [(meeting.agent, meeting.opponent) for meeting in found] == [("a", "b"), ("b", "a")]
    assert found[0].estimate == pytest.approx(11 / 16)
    assert found[1].estimate == pytest.approx(5 / 16)
    assert (found[0].games, found[0].blocks) == (40, 20)
    values = [block[0] + block[3] for block in blocks]
    table = block_interval(Moments.of_equal_blocks(20, 2, sum(values), sum(v * v for v in values), 12))
    assert table is not None
    assert (found[0].low, found[0].high) == pytest.approx((table.low, table.high))


def test_with_more_seats_only_the_games_that_both_are_in_count() -> None:
    cell = cell_of([["a", "b", "c"], ["a", "c", "c"]])
    found = {
        (m.agent, m.opponent): m
        for m in head_to_head(JointSums.independent([(cell, sums_of_blocks([[12, 0, 0, 0, 12, 0]] * 8))]))
    }
    assert found["a", "b"].estimate == 1.0
    assert found["a", "b"].games == 8
    # with c: one game 1 against 0, one 0 against 1/2, c's two seats being taken together
    assert found["a", "c"].estimate == pytest.approx(0.5 + (1.0 - 0.5) / 4)
    assert found["b", "c"].estimate == 0.5


def test_pairs_that_never_met_have_no_figure_and_no_matrix() -> None:
    cells = [
        (cell_of([["a", "b"]]), sums_of_blocks([[12, 0]] * 3)),
        (cell_of([["b", "c"]]), sums_of_blocks(np.zeros((0, 2), int))),
    ]
    found = head_to_head(JointSums.independent(cells))
    assert [m.estimate for m in found if {m.agent, m.opponent} != {"a", "b"}] == [None] * 4
    assert payoffs(found) is None


def test_partners_are_no_opponents() -> None:
    cell = cell_of([["a", "b", "c", "b"]], teams=(0, 1, 0, 1))
    found = {
        (m.agent, m.opponent): m for m in head_to_head(JointSums.independent([(cell, sums_of_blocks([[12, 0, 12, 0]] * 5))]))
    }
    assert found["a", "c"].estimate is None
    assert found["a", "b"].estimate == 1.0


def test_in_a_circle_each_has_its_share() -> None:
    assert alpha_rank(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3)


def test_who_beats_everybody_has_it_all() -> None:
    assert alpha_rank(np.array([[0.5, 0.9, 0.9], [0.1, 0.5, 0.9], [0.1, 0.1, 0.5]])) == pytest.approx([1, 0, 0])


def test_who_loses_to_the_whole_circle_has_nothing() -> None:
    scores = np.full((4, 4), 0.0)
    scores[:3, :3] = ROCK_PAPER_SCISSORS
    scores[:3, 3], scores[3, 3] = 1.0, 0.5
    assert alpha_rank(scores) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


def test_equals_share_evenly() -> None:
    assert alpha_rank(np.full((5, 5), 0.5)) == pytest.approx([0.2] * 5)
    assert alpha_rank(np.array([[0.5]])) == pytest.approx([1.0])


@pytest.mark.parametrize("agents", [2, 3, 5])
@pytest.mark.parametrize("alpha", [0.5, 5.0, 20.0])
def test_openspiel_finds_the_same(agents: int, alpha: float, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = types.ModuleType("alpharank_visualizer")  # draws with matplotlib, which nothing here needs
    monkeypatch.setitem(sys.modules, "open_spiel.python.egt.alpharank_visualizer", pictures)
    from open_spiel.python.egt import alpharank

    upper = np.triu(np.random.default_rng(agents).random((agents, agents)), 1)
    scores = upper + np.tril(1 - upper.T, -1) + np.eye(agents) / 2
    _, _, expected, _, _ = alpharank.compute([scores], m=POPULATION, alpha=alpha)
    assert alpha_rank(scores, alpha) == pytest.approx(expected, abs=1e-6)


def test_at_the_usual_strength_of_selection_the_result_has_settled() -> None:
    assert alpha_rank(ROCK_PAPER_SCISSORS * 0.2 + 0.4, ALPHA) == pytest.approx([1 / 3] * 3)
    assert np.isfinite(alpha_rank(np.random.default_rng(2).random((30, 30)))).all()
