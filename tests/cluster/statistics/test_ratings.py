"""Ratings: known answers, another library's answers, errors that keep their promise, and what to say where there is none."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statistics_samples import cell_of, sums_of_blocks, values_of_blocks

from cluster.statistics.joint import JointSums
from cluster.statistics.ratings import CONFOUNDED, ELO, IMAGINARY_GAME, MAXIMUM_LIKELIHOOD, SEPARATED, Rating, Ratings, ratings

WIN, DRAW, LOSS = (12, 0), (6, 6), (0, 12)


def rate(*cells: tuple[list[list[str]], Any], metric: str = "win_rate") -> Ratings:
    return ratings(JointSums.independent([(cell_of(seatings), sums_of_blocks(blocks)) for seatings, blocks in cells], metric))


def pick(found: Ratings, by: str, name: str) -> Rating:
    return next(row for row in found.rows if (row.by, row.name) == (by, name))


def pair_blocks(first: str, second: str, wins: int, losses: int) -> tuple[list[list[str]], list[tuple[int, ...]]]:
    """Both orders, so that neither seat has an advantage over all: each result comes once in either order."""
    return [[first, second], [second, first]], [WIN + LOSS] * wins + [LOSS + WIN] * losses


def test_two_agents_have_the_odds_of_their_games() -> None:
    found = rate(pair_blocks("a", "b", 75, 25))
    a, b = pick(found, "agent", "a"), pick(found, "agent", "b")
    assert a.elo is not None
    assert b.elo is not None
    assert a.elo - b.elo == pytest.approx(400 * math.log10(3), abs=1e-3)
    assert a.elo + b.elo == pytest.approx(0, abs=1e-9)
    assert (a.method, a.games) == (MAXIMUM_LIKELIHOOD, 200)
    assert [row.name for row in found.agents()] == ["a", "b"]


def test_three_agents_have_the_ratings_that_another_library_finds() -> None:
    """choix 0.4.1, `opt_pairwise`: a beats b 7 : 3, b beats c 6 : 4, a beats c 8 : 2."""
    found = rate(pair_blocks("a", "b", 7, 3), pair_blocks("b", "c", 6, 4), pair_blocks("a", "c", 8, 2))
    for name, strength in (("a", 0.74056966), ("b", -0.1491022), ("c", -0.59146746)):
        assert pick(found, "agent", name).elo == pytest.approx(ELO * strength, abs=1e-3)


def test_winners_among_three_have_the_ratings_that_another_library_finds() -> None:
    """choix 0.4.1, `opt_top1`. Every result comes once in each rotation, so that seats have no advantage."""

    def rotated(names: str, wins: tuple[int, int, int]) -> tuple[list[list[str]], list[list[int]]]:
        seatings = [[*names[turn:], *names[:turn]] for turn in range(3)]
        winners = [name for name, number in zip(names, wins, strict=True) for _ in range(number)]
        return seatings, [[12 * (name == winner) for row in seatings for name in row] for winner in winners]

    found = rate(rotated("abc", (5, 3, 2)), rotated("bcd", (4, 2, 1)), metric="score")
    for name, strength in (("a", 0.8138353), ("b", 0.36185076), ("c", -0.19776483), ("d", -0.97792123)):
        assert pick(found, "agent", name).elo == pytest.approx(ELO * strength, abs=2e-2)
    assert pick(found, "seat", "seat2").elo == pytest.approx(0, abs=1e-6)


def games_of(
    rng: np.random.Generator, strengths: dict[str, float], pair: str, blocks: int, seat: float, tie: float
) -> np.ndarray:
    """Blocks of both orders by Davidson's model."""
    columns = []
    for first, second in (pair, pair[::-1]):
        one, other = strengths[first] + seat, strengths[second]
        chances = np.exp([one, other, tie + (one + other) / 2])
        result = rng.choice(3, blocks, p=chances / chances.sum())
        columns.append(np.array([WIN, LOSS, DRAW])[result])
    return np.hstack(columns)


def test_strengths_seats_and_ties_are_found_with_the_promised_errors() -> None:
    rng, strengths = np.random.default_rng(4), {"a": 0.0, "b": 0.4, "c": 1.2}
    mean = sum(strengths.values()) / 3
    truths = {("agent", name): ELO * (value - mean) for name, value in strengths.items()}
    truths |= {("seat", "seat0"): ELO * 0.15, ("tie", "tie"): ELO * 0.4}
    hits = dict.fromkeys(truths, 0)
    for _ in range(200):
        cells = [([[*pair], [*pair[::-1]]], games_of(rng, strengths, pair, 120, 0.3, 0.4)) for pair in ("ab", "ac", "bc")]
        found = rate(*cells)
        for key, truth in truths.items():
            row = pick(found, *key)
            assert row.low is not None
            assert row.high is not None
            hits[key] += row.low <= truth <= row.high
    for key, count in hits.items():
        assert count / 200 >= 0.95 - 3 * math.sqrt(0.95 * 0.05 / 200), (key, count)


def test_errors_are_by_blocks_where_games_of_a_block_are_alike() -> None:
    rng = np.random.default_rng(5)
    draws = rng.random(400) < 0.6
    alike = np.where(draws[:, None], WIN + LOSS, LOSS + WIN)  # a wins both games of a block or neither
    apart = np.hstack(
        [np.where(rng.random(400)[:, None] < 0.6, WIN, LOSS), np.where(rng.random(400)[:, None] < 0.6, LOSS, WIN)]
    )
    seatings = [["a", "b"], ["b", "a"]]
    wide, narrow = (pick(rate((seatings, blocks)), "agent", "a").se for blocks in (alike, apart))
    assert wide is not None
    assert narrow is not None
    assert 1.25 < wide / narrow < 1.6  # the square root of two games that say what one says


def test_cells_that_share_their_luck_are_not_taken_for_independent() -> None:
    rng = np.random.default_rng(6)
    luck = rng.random(300) < 0.5
    blocks = np.where(luck[:, None], WIN + LOSS, LOSS + WIN)
    seatings = [([["a", "b"], ["b", "a"]]), ([["a", "c"], ["c", "a"]])]
    paired = ratings(JointSums.paired([(cell_of(names), values_of_blocks(blocks)) for names in seatings], "win_rate"))
    apart = rate(*((names, blocks) for names in seatings))
    together, alone = pick(paired, "agent", "a").se, pick(apart, "agent", "a").se
    assert together is not None
    assert alone is not None
    assert together / alone == pytest.approx(math.sqrt(2), rel=0.02)  # a's luck is one and the same in both


@settings(max_examples=25, deadline=None)
@given(order=st.permutations(range(6)), data=st.integers(0, 2**31))
def test_no_order_of_games_or_cells_changes_a_rating(order: list[int], data: int) -> None:
    rng = np.random.default_rng(data)
    blocks = [games_of(rng, {"a": 0, "b": 1, "c": 0.5}, pair, 30, 0.1, 0.2) for pair in ("ab", "bc", "ca")]
    cells = [([[*pair], [*pair[::-1]]], table) for pair, table in zip(("ab", "bc", "ca"), blocks, strict=True)]
    shuffled = [(names, table[rng.permutation(30)]) for names, table in (cells[i] for i in order if i < 3)]
    first, second = rate(*cells), rate(*shuffled)
    for name in "abc":
        assert pick(first, "agent", name).elo == pytest.approx(pick(second, "agent", name).elo, abs=1e-4)
        assert pick(first, "agent", name).se == pytest.approx(pick(second, "agent", name).se, abs=1e-4)


def test_agents_that_never_met_are_not_compared() -> None:
    found = rate(pair_blocks("a", "b", 7, 3), pair_blocks("c", "d", 5, 5))
    assert any("never met" in line and "a, b | c, d" in line for line in found.warnings)
    assert {pick(found, "agent", name).group for name in "ab"} != {pick(found, "agent", name).group for name in "cd"}
    assert pick(found, "agent", "c").elo == pytest.approx(0, abs=1e-6)
    assert pick(found, "agent", "a").elo == pytest.approx(200 * math.log10(7 / 3), abs=1e-3)


def test_a_pairing_that_was_not_played_connects_nobody() -> None:
    found = rate(pair_blocks("a", "b", 7, 3), ([["b", "c"], ["c", "b"]], np.zeros((0, 4), int)))
    assert any("a, b | c" in line for line in found.warnings)
    assert (pick(found, "agent", "c").elo, pick(found, "agent", "c").games) == (None, 0)


def test_agents_that_always_sat_at_the_same_seats_have_no_rating() -> None:
    found = rate(([["a", "b"]], [WIN] * 7 + [LOSS] * 3))
    assert pick(found, "agent", "a").elo is None
    assert CONFOUNDED in found.warnings


@pytest.mark.parametrize("blocks", [1, 2, 50, 5000])
@pytest.mark.parametrize(("first", "second"), list(itertools.product([WIN, DRAW, LOSS], repeat=2)))
def test_whatever_never_varies_gives_finite_ratings(first: tuple[int, int], second: tuple[int, int], blocks: int) -> None:
    found = rate(([["a", "b"], ["b", "a"]], [first + second] * blocks))
    a = pick(found, "agent", "a")
    score = first[0] + second[1] - 12
    assert a.elo is not None
    assert abs(a.elo) < 2000
    assert (round(a.elo, 6) > 0) - (round(a.elo, 6) < 0) == (score > 0) - (score < 0)
    for row in found.rows:
        numbers = [value for value in (row.elo, row.low, row.high, row.se) if value is not None]
        assert all(map(math.isfinite, numbers))
        assert row.low is None or row.low <= (row.elo or 0) + 1e-9
    assert a.method == IMAGINARY_GAME
    assert SEPARATED in found.warnings


def test_who_won_everything_has_no_upper_end_and_who_lost_everything_no_lower_one() -> None:
    found = rate(([["a", "b"], ["b", "a"]], [WIN + LOSS] * 50))
    a, b = pick(found, "agent", "a"), pick(found, "agent", "b")
    assert a.high is b.low is None
    assert a.low is not None
    assert 50 < a.low < 301  # 100 won games still allow a strength that loses 3 %: 302 Elo from the mean
    assert b.high == pytest.approx(-a.low, abs=1e-6)


def test_no_games_and_one_game() -> None:
    nothing = rate(([["a", "b"], ["b", "a"]], np.zeros((0, 4), int)))
    assert all(row.elo is row.low is row.high is row.se is None for row in nothing.rows)
    one = rate(([["a", "b"]], [WIN]))
    assert pick(one, "agent", "a").elo is None


def test_the_stronger_is_never_rated_below() -> None:
    for wins in range(21):
        found = rate(pair_blocks("a", "b", wins, 20 - wins))
        elo = pick(found, "agent", "a").elo
        assert elo is not None
        assert (round(elo, 6) > 0) - (round(elo, 6) < 0) == (wins > 10) - (wins < 10)


def test_three_equal_players_who_play_each_other_gain_nothing() -> None:
    rows = [[12 * (seat == winner) for seat in range(3)] for winner in range(3)]
    found = rate(([["a", "a", "b"]], rows * 40), ([["b", "a", "a"]], rows * 40), ([["a", "b", "a"]], rows * 40), metric="score")
    assert pick(found, "agent", "a").elo == pytest.approx(0, abs=1e-6)


def test_sides_of_two_agents_are_rated_by_both() -> None:
    """Partners share a result: three partnerships tell four agents apart."""
    teams = (0, 1, 0, 1)
    seatings = [["a", "c", "b", "d"], ["a", "b", "c", "d"], ["a", "b", "d", "c"], ["c", "a", "d", "b"]]
    rng = np.random.default_rng(7)
    strength = {"a": 1.0, "b": 0.0, "c": 0.0, "d": -1.0}
    won = []
    for row in seatings:
        ahead = (strength[row[0]] + strength[row[2]] - strength[row[1]] - strength[row[3]]) / 2
        won.append(rng.random(3000) < 1 / (1 + math.exp(-ahead)))
    blocks = np.hstack([np.where(w[:, None], (12, 0, 12, 0), (0, 12, 0, 12)) for w in won])
    joint = JointSums.independent([(cell_of(seatings, teams), sums_of_blocks(blocks))], "win_rate")
    found = ratings(joint)
    for name, value in strength.items():
        row = pick(found, "agent", name)
        assert row.elo is not None
        assert row.se is not None
        assert abs(row.elo - ELO * value) < 3.5 * row.se
    assert {row.name for row in found.rows if row.by == "seat"} == {"seat0+seat2", "seat1+seat3"}


def test_different_numbers_of_seats_are_never_pooled() -> None:
    cells = [(cell_of([["a", "b"]]), sums_of_blocks([WIN])), (cell_of([["a", "b", "c"]]), sums_of_blocks([[12, 0, 0]]))]
    with pytest.raises(ValueError, match="must not be pooled"):
        ratings(JointSums.independent(cells, "win_rate"))
    with pytest.raises(ValueError, match="two sides are rated by win_rate"):
        ratings(JointSums.independent(cells[:1], "score"))
