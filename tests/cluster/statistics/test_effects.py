"""The effects of one model, where the truth is known."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from statistics_samples import cell_of, sums_of_blocks

from cluster.statistics.effects import Effect, effects
from cluster.statistics.joint import JointSums
from cluster.statistics.verdicts import robustness, verdict


def measure(*cells: tuple[Any, Any]) -> tuple[Effect, ...]:
    return effects(JointSums.independent([(cell, sums_of_blocks(blocks)) for cell, blocks in cells]))


def pick(found: tuple[Effect, ...], term: str, **words: str) -> Effect:
    rows = [row for row in found if row.term == term and all(getattr(row, key) == word for key, word in words.items())]
    assert len(rows) == 1
    return rows[0]


def test_a_mirror_shows_what_seats_do() -> None:
    found = measure((cell_of([["a", "a", "a"]]), [[12, 0, 0]] * 50 + [[0, 12, 0]] * 30 + [[0, 0, 12]] * 20))
    assert [row.term for row in found] == ["seat"] * 3
    assert [row.estimate for row in found] == pytest.approx([0.5 - 1 / 3, 0.3 - 1 / 3, 0.2 - 1 / 3])
    assert found[0].se == pytest.approx(math.sqrt(0.25 / 99))


def test_two_agents_who_change_seats() -> None:
    """a scores 3/4 at seat 0 and 1/2 at seat 1: seats are worth 1/8 either way, a is 1/16 above the average of both."""
    cell = cell_of([["a", "b"], ["b", "a"]])
    found = measure((cell, [[12, 0, 0, 12], [12, 0, 12, 0], [6, 6, 0, 12], [6, 6, 12, 0]] * 10))
    assert pick(found, "seat", seat="seat0").estimate == pytest.approx(0.125)
    assert pick(found, "agent", agent="a").estimate == pytest.approx(0.0625)
    assert pick(found, "agent", agent="b").estimate == pytest.approx(-0.0625)
    # what a does better at seat 0 is what b does worse at seat 1: no game of the two tells it from seats and agents
    assert pick(found, "agent x seat", agent="a", seat="seat0").estimate is None


def test_mirrors_tell_which_agent_uses_the_seat() -> None:
    rows = measure(
        (cell_of([["a", "b"], ["b", "a"]]), [[12, 0, 0, 12], [12, 0, 12, 0]] * 20),
        (cell_of([["a", "a"]]), [[12, 0], [12, 0], [12, 0], [0, 12]] * 20),
        (cell_of([["b", "b"]]), [[12, 0], [0, 12]] * 20),
    )
    a, b = (pick(rows, "agent x seat", agent=name, seat="seat0") for name in "ab")
    assert a.estimate is not None
    assert a.estimate > 0.05
    assert b.estimate == pytest.approx(-a.estimate)


TRUE_SEATS = {"seat0": 0.08, "seat1": 0.0, "seat2": -0.08}
TRUE_AGENTS = {"a": 0.06, "b": 0.0, "c": -0.06}


def three_seat_blocks(rng: np.random.Generator, seatings: list[list[str]], blocks: int) -> np.ndarray:
    """Games whose chances follow the additive model exactly; a block's luck is the same draw in all its games."""
    draw = (rng.random((blocks, 1)) + 0.15 * rng.random((blocks, len(seatings)))) % 1
    tables = []
    for number, seating in enumerate(seatings):
        agents = np.array([TRUE_AGENTS[name] for name in seating])
        chance = 1 / 3 + np.array(list(TRUE_SEATS.values())) + 1.5 * (agents - agents.mean())
        winner = np.searchsorted(np.cumsum(chance), draw[:, number])
        tables.append(12 * np.eye(3, dtype=np.int64)[np.minimum(winner, 2)])
    return np.hstack(tables)


@pytest.mark.parametrize("blocks", [15, 120])
def test_effects_are_covered_where_blocks_are_alike_and_seats_are_three(blocks: int) -> None:
    seatings = [["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"], ["c", "b", "a"], ["a", "c", "b"], ["b", "a", "c"]]
    rng, cell, repetitions = np.random.default_rng(3), cell_of(seatings), 300
    hits = dict.fromkeys([*TRUE_SEATS, *TRUE_AGENTS], 0)
    for _ in range(repetitions):
        for row in measure((cell, three_seat_blocks(rng, seatings, blocks))):
            if row.term in ("seat", "agent"):
                name = str(row.seat or row.agent)
                truth = {**TRUE_SEATS, **TRUE_AGENTS}[name]
                assert row.low is not None
                assert row.high is not None
                hits[name] += row.low <= truth <= row.high
    for name, count in hits.items():
        assert count / repetitions >= 0.94 - 3 * math.sqrt(0.94 * 0.06 / repetitions), (name, count)


def test_factions_and_seats_are_told_apart_where_factions_change_seats() -> None:
    forward = cell_of([["a", "a"]], factions=("orcs", "elves"))
    backward = cell_of([["a", "a"]], factions=("elves", "orcs"), cell_id="c0ffef")
    # seat 0 is worth 0.1, orcs are worth 0.2
    found = measure((forward, [[12, 0]] * 80 + [[0, 12]] * 20), (backward, [[12, 0]] * 40 + [[0, 12]] * 60))
    assert pick(found, "seat", seat="seat0").estimate == pytest.approx(0.1)
    assert pick(found, "faction", faction="orcs").estimate == pytest.approx(0.2)


def test_a_faction_that_is_its_seat_has_no_effect_of_its_own() -> None:
    found = measure((cell_of([["a", "a"]], factions=("orcs", "elves")), [[12, 0]] * 5 + [[0, 12]] * 5))
    assert {row.term for row in found} == {"seat"}


def test_sides_of_partners_are_one() -> None:
    cell = cell_of([["a", "b", "a", "b"], ["b", "a", "b", "a"]], teams=(0, 1, 0, 1))
    found = measure((cell, [[12, 0, 12, 0, 0, 12, 0, 12], [12, 0, 12, 0, 12, 0, 12, 0]] * 20))
    assert pick(found, "agent", agent="a").estimate == pytest.approx(0.125)
    assert pick(found, "seat", seat="seat0+seat2").estimate == pytest.approx(0.25)


@pytest.mark.parametrize("block", [[12, 0, 0, 12], [12, 0, 12, 0], [6, 6, 6, 6], [0, 0, 0, 0]])
@pytest.mark.parametrize("blocks", [0, 1, 2, 60])
def test_what_never_varies_gives_sane_effects(block: list[int], blocks: int) -> None:
    found = measure((cell_of([["a", "b"], ["b", "a"]]), np.array([block] * blocks).reshape(blocks, 4)))
    for row in found:
        numbers = [value for value in (row.estimate, row.low, row.high, row.se, row.p_value) if value is not None]
        assert all(map(math.isfinite, numbers))
        if blocks == 0:
            assert not numbers
        if blocks == 60 and row.estimate is not None:
            assert row.low is not None
            assert row.high is not None
            assert row.low <= row.estimate <= row.high
            assert 0.01 < row.high - row.low < 0.2


def test_different_numbers_of_sides_are_never_pooled() -> None:
    with pytest.raises(ValueError, match="must not be pooled"):
        measure((cell_of([["a", "a"]]), [[12, 0]]), (cell_of([["a", "a", "a"]]), [[12, 0, 0]]))


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.28, 0.40, "above"),
        (0.24, 0.26, "within"),
        (0.23, 0.27, "within"),
        (0.10, 0.22, "below"),
        (0.22, 0.26, "not enough games"),
        (0.10, 0.40, "not enough games"),
        (None, None, "not enough games"),
    ],
)
def test_a_verdict_needs_the_whole_interval(low: float | None, high: float | None, said: str) -> None:
    assert verdict(low, high, 0.25) == said


def test_what_holds_for_all_agents_is_said_to_hold_for_how_many() -> None:
    found = robustness("above", {"a": "above", "b": "not enough games", "c": "within"})
    assert (found.holds, found.open, found.differs) == (("a",), ("b",), ("c",))
    assert str(found) == "holds for 1 of 3 agents, not enough games for 1"
    assert str(robustness("within", {"a": "within", "b": "within"})) == "holds for 2 of 2 agents"
    assert robustness("not enough games", {"a": "above"}).differs == ("a",)
