"""Ratings from whole placements: Plackett-Luce on who came first, who second among the rest, and so on.

A game of n places is n - 1 choices, each from those not yet placed, so it tells more than its winner alone. Those who share a
place are each chosen from everybody not placed above them (Breslow). Errors are from block variance, as for other ratings.

Sources:
    Plackett, "The analysis of permutations" (Applied Statistics 24, 1975).
    Breslow, "Covariance analysis of censored survival data" (Biometrics 30, 1974), on ties.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from cluster.statistics.choices import Choices, fit, has_top, inverse, seen
from cluster.statistics.intervals import CONFIDENCE
from cluster.statistics.joint import Floats
from cluster.statistics.ratings import IMAGINARY_GAME, MAXIMUM_LIKELIHOOD, SEPARATED, Rating, Ratings, RowMaker

Pattern = tuple[tuple[str, int], ...]
"""Of one game: agent and place of each seat."""


def placement_ratings(games: pl.DataFrame, confidence: float = CONFIDENCE) -> Ratings:
    """The ratings of agents and seats of one variant of a game, all agents of which met.

    Args:
        games: `games` rows of whole games with a `placement` for each seat; blocks of equal `block_id` share their luck, and
            games with a forfeit are left out.
        confidence: of the intervals.

    Raises:
        ValueError: a placement is missing.
    """
    if games["placement"].null_count():
        raise ValueError("placements are missing: the game has none, or not in every game")
    fair = games.filter(pl.col("forfeit_cause").is_null().all().over("game_id")).sort("block_id", "game_id", "seat")
    if not len(fair):
        return Ratings((), ())
    seats = fair.unique("seat").sort("seat")["seat_name"].cast(pl.String).to_list()
    agents = sorted(fair["agent"].cast(pl.String).unique().to_list())
    patterns, numbers = _patterns(fair, len(seats))
    blocks = fair["block_id"].to_numpy()[:: len(seats)]
    choices, pattern_of, weight = _choices(patterns, np.bincount(numbers), agents, len(seats))
    method = MAXIMUM_LIKELIHOOD if has_top(choices) else IMAGINARY_GAME
    fitted = choices if method == MAXIMUM_LIKELIHOOD else choices.with_imaginary_game()
    weights = fit(fitted)
    spread = inverse(fitted.information(weights))
    clusters = len(np.unique(blocks))
    covariance: Floats | None = spread if method == IMAGINARY_GAME else None
    if method == MAXIMUM_LIKELIHOOD and clusters > 1:
        score = np.zeros((len(patterns), len(weights)))
        np.add.at(score, pattern_of, weight[:, None] * choices.centred(weights))
        more = choices.information(weights, np.ones(len(choices.counts)))
        covariance = spread @ (_block_squares(score[numbers], blocks) + more) @ spread
    maker = RowMaker(choices, weights, covariance, seen(choices), clusters, method, confidence)
    rows = tuple(_rows(maker, agents, seats, _games_of(fair, agents), len(numbers)))
    return Ratings(rows, (SEPARATED,) if method == IMAGINARY_GAME else ())


def _patterns(games: pl.DataFrame, seats: int) -> tuple[list[Pattern], npt.NDArray[np.int64]]:
    """The different ways in which games went, and which of them each game is."""
    names, places = games["agent"].cast(pl.String).to_list(), games["placement"].to_list()
    found: dict[Pattern, int] = {}
    numbers = []
    for start in range(0, len(names), seats):
        pattern = tuple(zip(names[start : start + seats], places[start : start + seats], strict=True))
        numbers.append(found.setdefault(pattern, len(found)))
    return list(found), np.array(numbers, np.int64)


def _choices(
    patterns: Sequence[Pattern], often: npt.NDArray[np.int64], agents: Sequence[str], seats: int
) -> tuple[Choices, npt.NDArray[np.int64], Floats]:
    """One situation for each choice of each pattern; of which pattern each alternative is, and how often it came out in one."""
    features, situation, weight, pattern_of = [], [], [], []
    number = 0
    for which, pattern in enumerate(patterns):
        for place in sorted({place for _, place in pattern}):
            left = [seat for seat, (_, own) in enumerate(pattern) if own >= place]
            chosen = [seat for seat in left if pattern[seat][1] == place]
            if len(left) == len(chosen) and len(left) < 2:
                continue  # the last one is no choice
            for seat in left:
                feature = np.zeros(len(agents) + seats)
                feature[agents.index(pattern[seat][0])] = feature[len(agents) + seat] = 1
                features.append(feature)
                situation.append(number)
                weight.append(float(seat in chosen))
                pattern_of.append(which)
            number += 1
    owner, shares = np.array(pattern_of, np.int64), np.array(weight)
    choices = Choices(np.array(features), np.array(situation, np.int64), shares * often[owner])
    return choices, owner, shares


def _block_squares(scores: Floats, blocks: npt.NDArray[np.int64]) -> Floats:
    """(P, P), sum over blocks of the outer square of the block's summed scores, times m / (m - 1)."""
    starts = np.flatnonzero(np.r_[True, np.diff(blocks) != 0])
    summed = np.add.reduceat(scores, starts, axis=0)
    result: Floats = summed.T @ summed * (len(summed) / (len(summed) - 1))
    return result


def _games_of(games: pl.DataFrame, agents: Sequence[str]) -> list[int]:
    counted = games.group_by(pl.col("agent").cast(pl.String)).agg(pl.col("game_id").n_unique())
    by_name = dict(counted.iter_rows())
    return [int(by_name[name]) for name in agents]


def _rows(maker: RowMaker, agents: Sequence[str], seats: Sequence[str], games: Sequence[int], in_all: int) -> Iterator[Rating]:
    rows = []
    for number, name in enumerate(agents):
        direction = np.zeros(len(maker.weights))
        direction[: len(agents)] = -1 / len(agents)
        direction[number] += 1
        rows.append(maker.row("agent", name, 0, direction, games[number]))
    yield from sorted(rows, key=lambda rating: (rating.elo is None, -round(rating.elo or 0.0, 6), rating.name))
    for number, name in enumerate(seats):
        direction = np.zeros(len(maker.weights))
        direction[len(agents) :] = -1 / len(seats)
        direction[len(agents) + number] += 1
        yield maker.row("seat", name, 0, direction, in_all)
