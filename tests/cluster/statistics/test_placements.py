"""Ratings from placements: another library's answers, and errors that keep their promise."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import polars as pl
import pytest

from cluster.statistics.placements import placement_ratings
from cluster.statistics.ratings import ELO, IMAGINARY_GAME, Rating, Ratings


def rows_of(games: Sequence[tuple[Sequence[str], Sequence[int]]], blocks: Sequence[int] | None = None) -> pl.DataFrame:
    """Rows of games given as the agent and the place of each seat."""
    rows = [
        {
            "game_id": f"c/{number}/0",
            "block_id": number if blocks is None else blocks[number],
            "seat": seat,
            "seat_name": f"seat{seat}",
            "agent": agent,
            "placement": place,
            "forfeit_cause": None,
        }
        for number, (agents, places) in enumerate(games)
        for seat, (agent, place) in enumerate(zip(agents, places, strict=True))
    ]
    return pl.DataFrame(rows, schema_overrides={"forfeit_cause": pl.String})


def pick(found: Ratings, name: str) -> Rating:
    return next(row for row in found.rows if row.name == name)


def in_every_seat(ranking: str) -> list[tuple[list[str], list[int]]]:
    """One result in each rotation of the seats, so that no seat has an advantage."""
    names = sorted(ranking)
    turned = [names[turn:] + names[:turn] for turn in range(len(names))]
    return [(seating, [ranking.index(name) + 1 for name in seating]) for seating in turned]


def test_rankings_have_the_ratings_that_another_library_finds() -> None:
    """choix 0.4.1, `opt_rankings`."""
    games = [
        game
        for ranking, times in (("abcd", 5), ("badc", 3), ("cabd", 2), ("dbac", 2))
        for game in in_every_seat(ranking) * times
    ]
    found = placement_ratings(rows_of(games))
    for name, strength in (("a", 1.0928243), ("b", 0.88862318), ("c", -0.81770371), ("d", -1.16374377)):
        assert pick(found, name).elo == pytest.approx(ELO * strength, abs=0.05)
    assert pick(found, "seat0").elo == pytest.approx(0, abs=1e-6)


def drawn(rng: np.random.Generator, strengths: dict[str, float], blocks: int) -> pl.DataFrame:
    games, numbers = [], []
    names = list(strengths)
    for block in range(blocks):
        for turn in range(3):
            seating = names[turn:] + names[:turn]
            heard = [strengths[name] + rng.gumbel() for name in seating]
            order = np.argsort(np.argsort([-value for value in heard])) + 1
            games.append((seating, order.tolist()))
            numbers.append(block)
    return rows_of(games, numbers)


def test_strengths_are_found_with_the_promised_errors() -> None:
    rng, strengths, hits = np.random.default_rng(1), {"a": 0.6, "b": 0.0, "c": -0.6}, dict.fromkeys("abc", 0)
    for _ in range(120):
        found = placement_ratings(drawn(rng, strengths, 40))
        for name, value in strengths.items():
            row = pick(found, name)
            assert row.low is not None
            assert row.high is not None
            hits[name] += row.low <= ELO * value <= row.high
    for name, count in hits.items():
        assert count / 120 >= 0.95 - 3 * math.sqrt(0.95 * 0.05 / 120), name


def test_games_of_a_block_that_are_copies_tell_no_more() -> None:
    once = drawn(np.random.default_rng(2), {"a": 0.5, "b": 0.0, "c": -0.5}, 200)
    twice = pl.concat([once, once.with_columns(game_id=pl.col("game_id") + "x")])
    alone, copied = pick(placement_ratings(once), "a"), pick(placement_ratings(twice), "a")
    assert copied.elo == pytest.approx(alone.elo, abs=1e-3)
    assert copied.se == pytest.approx(alone.se, rel=0.02)


def test_who_is_always_first_has_no_upper_end() -> None:
    found = placement_ratings(rows_of(in_every_seat("abc") * 10 + in_every_seat("acb") * 10))
    first = pick(found, "a")
    assert first.method == IMAGINARY_GAME
    assert first.high is None
    assert first.low is not None
    assert first.low > 0


def test_all_alike_are_equal_and_games_without_places_are_refused() -> None:
    shared = placement_ratings(rows_of([(seating, [1, 1, 1]) for seating, _ in in_every_seat("abc")] * 5))
    assert all(row.elo == pytest.approx(0, abs=1e-6) for row in shared.rows)
    with pytest.raises(ValueError, match="placements are missing"):
        placement_ratings(rows_of([("ab", (1, 2))]).with_columns(placement=pl.lit(None, pl.Int64)))
    assert placement_ratings(rows_of([("ab", (1, 2))]).clear()).rows == ()
