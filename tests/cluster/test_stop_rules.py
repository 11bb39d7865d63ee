"""Stop rules that look at the figure itself: they keep their promises, end whatever happens, and say why they stopped."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from cluster_samples import begin, play_some, sweep
from hypothesis import given, settings
from hypothesis import strategies as st

from cluster.plan import make_plan
from cluster.progress import Progress
from cluster.results import result_of
from cluster.statistics.intervals import BLOCK_MIXTURE, BLOCK_SEQUENCE
from cluster.stop_rules import FairShareRule, SequentialTest, StopRule
from cluster.stopping import StopScan, rule_of_cell
from workers.tally import BlockValues


def scan_of(rule: StopRule, credit: np.ndarray) -> StopScan:
    """Put blocks to a rule, a thousand at a time."""
    scan = StopScan(rule)
    for first in range(0, len(credit), 1000):
        part = credit[first : first + 1000]
        numbers = np.arange(first, first + len(part), dtype=np.int64)
        if scan.look(BlockValues(numbers, np.ones(len(part), np.bool_), {"credits": part, "wins": part // 12})):
            break
    return scan


def pair_blocks(rng: np.random.Generator, blocks: int, score: float) -> np.ndarray:
    """An agent's credits in blocks of two games that are alike: a lucky deal helps in both."""
    luck = np.clip(score + rng.choice([-0.25, 0.25], blocks), 0, 1)
    games = rng.random((blocks, 2)) < luck[:, None]
    drawn = rng.random((blocks, 2)) < 0.3
    return np.where(drawn, 6, 12 * games).astype(np.int64)


TEST = SequentialTest((0, 1), "score", 100, zero=0.5, one=0.53)


@pytest.mark.parametrize(("score", "wrong"), [(0.5, "H1"), (0.53 / 0.7 - 0.15 / 0.7, "H0")])
def test_the_sequential_test_errs_as_often_as_it_says(score: float, wrong: str) -> None:
    """Where games are drawn with chance 0.3 the agent's score is 0.15 + 0.7 x."""
    rng, repetitions = np.random.default_rng(11), 300
    errors = 0
    for _ in range(repetitions):
        scan = scan_of(TEST, pair_blocks(rng, 20_000, score))
        assert scan.reason is not None
        errors += scan.reason.startswith(wrong)
    assert errors / repetitions <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / repetitions)
    assert errors > 0


def three_seat_blocks(rng: np.random.Generator, blocks: int, share: float) -> np.ndarray:
    """An agent's credits in blocks of three games, once a seat, whose luck is the same."""
    luck = rng.beta(2 * share, 2 * (1 - share), blocks)
    return 12 * (rng.random((blocks, 3)) < luck[:, None]).astype(np.int64)


@pytest.mark.parametrize(("share", "wrong"), [(1 / 3, "H1"), (0.37, "H0")])
def test_so_does_its_generalisation_to_blocks_of_three(share: float, wrong: str) -> None:
    rng, repetitions = np.random.default_rng(12), 300
    rule = SequentialTest((0, 1, 2), "score", 100, zero=1 / 3, one=0.37)
    errors = sum(str(scan_of(rule, three_seat_blocks(rng, 20_000, share)).reason).startswith(wrong) for _ in range(repetitions))
    assert errors / repetitions <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / repetitions)


def test_it_needs_fewer_blocks_than_a_fixed_number_would() -> None:
    rng = np.random.default_rng(13)
    stops = [scan_of(TEST, pair_blocks(rng, 20_000, 0.5)).stop_block for _ in range(60)]
    variance = np.var(pair_blocks(rng, 20_000, 0.5).mean(axis=1) / 12)
    fixed = variance * (2 * 1.645 / 0.03) ** 2
    assert np.mean([stop for stop in stops if stop is not None]) < 0.8 * fixed


@pytest.mark.parametrize("value", [0, 6, 12])
@pytest.mark.parametrize(
    "rule",
    [
        TEST,
        SequentialTest((0, 1), "score", 100, zero=0.6, one=0.5),
        SequentialTest((0, 1), "score", 2, zero=0.5, one=0.501),
        FairShareRule((0, 1), "score", 100, 0.5),
        FairShareRule((0, 1), "score", 2, 0.25, 0.01),
    ],
)
def test_what_never_varies_ends_soon(rule: StopRule, value: int) -> None:
    scan = scan_of(rule, np.full((20_000, 2), value, np.int64))
    assert scan.stop_block is not None
    assert scan.stop_block <= 5000
    assert scan.reason


def test_who_wins_everything_is_taken_for_the_better_hypothesis() -> None:
    for value, taken in ((12, "H1"), (0, "H0")):
        scan = scan_of(TEST, np.full((500, 2), value, np.int64))
        assert str(scan.reason).startswith(taken)


@pytest.mark.parametrize(
    ("share", "right"), [(1 / 3, "within"), (1 / 3 + 0.019, "within"), (0.37, "above"), (0.28, "below"), (0.01, "below")]
)
def test_a_verdict_on_the_fair_share_is_right_19_times_of_20(share: float, right: str) -> None:
    rng, repetitions = np.random.default_rng(14), 150
    rule = FairShareRule((0, 1, 2), "score", 100, 1 / 3, 0.02)
    said = [scan_of(rule, three_seat_blocks(rng, 30_000, share)).reason for _ in range(repetitions)]
    wrong = sum(reason is not None and not reason.startswith(right) for reason in said)
    assert wrong / repetitions <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / repetitions)
    if abs(abs(share - 1 / 3) - 0.02) > 0.01:
        assert None not in said


@settings(max_examples=40, deadline=None)
@given(
    credit=st.lists(st.tuples(st.sampled_from([0, 6, 12]), st.sampled_from([0, 6, 12])), min_size=1, max_size=200),
    min_blocks=st.integers(2, 120),
    shift=st.sampled_from([-0.2, -0.02, 0.02, 0.3]),
)
def test_the_stop_block_is_the_first_at_which_the_exact_rule_is_met(
    credit: list[tuple[int, int]], min_blocks: int, shift: float
) -> None:
    table = np.array(credit, np.int64)
    for rule in (
        SequentialTest((0, 1), "score", min_blocks, zero=0.5, one=0.5 + shift),
        FairShareRule((0, 1), "score", min_blocks, 0.5 + shift, 0.15),
    ):
        figure = table.sum(axis=1)
        by_hand = next(
            (
                n
                for n in range(1, len(table) + 1)
                if rule.reason(n, int(figure[:n].sum()), int((figure[:n] ** 2).sum())) is not None
            ),
            None,
        )
        assert scan_of(rule, table).stop_block == by_hand


def test_elo_is_logistic_and_named() -> None:
    spec = sweep(stop={"kind": "sprt", "agent": "keen", "elo0": 0, "elo1": 400})
    rule = rule_of_cell(spec.stop, make_plan(spec).cells[0])
    assert isinstance(rule, SequentialTest)
    assert (rule.zero, rule.one) == pytest.approx((0.5, 10 / 11))
    assert rule.names == ("H0 (Elo 0)", "H1 (Elo 400)")


def test_the_reason_is_stored_and_the_intervals_stay_those_of_a_watched_figure(tmp_path: Path) -> None:
    spec = sweep(games=6000, stop={"kind": "fair_share", "agent": "keen"})
    directory, plan = begin(tmp_path / "run", spec, blocks=200)
    play_some(directory, plan, range(3))
    progress = Progress(plan, spec, directory)
    progress.load()
    status = progress.status("complete", 0.0, 0.0)
    cell = status.cells[0]
    assert cell.stop_block is not None
    assert cell.complete
    assert str(cell.stop_reason).startswith("above the fair share 0.500 give or take 0.02")
    assert status.to_plain()["cells"][0]["stop_reason"] == cell.stop_reason
    assert result_of(progress, status).summary["cells"][0]["stop_reason"] == cell.stop_reason
    row = next(row for row in cell.estimates if (row.by, row.agent, row.metric) == ("agent", "keen", "score"))
    assert row.valid_under_peeking is True
    assert row.method in (BLOCK_MIXTURE, BLOCK_SEQUENCE)
    assert row.low is not None
    assert row.low > 0.52
    assert f"{row.low:.4f} to {row.high:.4f}" in str(cell.stop_reason)
