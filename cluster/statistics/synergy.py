"""Which pieces do more together than apart: every pair at once from one regularised model, on armies dealt at random.

The score of a side is linear in the pieces that it has less those that the other side has, and in their pairs. Pieces have free
effects; the effects of pairs are taken to come from a normal distribution around 0, whose width the games themselves tell
(restricted maximum likelihood, one penalty for all pairs). So a pair that was seldom seen, or that is one of many, is drawn
towards 0 as far as it must be, and nothing else needs correcting for looking at many. Intervals are those of the model given
the games: of all pairs together, 95 % of the intervals hold the truth. Games of a block that are alike count as
fewer: by how much their residuals go together.

Source: Patterson and Thompson, "Recovery of inter-block information when block sizes are unequal" (Biometrika 58, 1971).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import linalg, optimize
from scipy.special import ndtri

from cluster.statistics.intervals import CONFIDENCE
from cluster.statistics.joint import Floats

MAX_COMPONENTS = 64
"""Pairs grow with the square."""

_WEAKEST, _STRONGEST = -12.0, 12.0
"""Bounds of the penalty's logarithm, in units of a pair's mean information."""


@dataclass(frozen=True)
class Synergy:
    """What a pair does beyond what its pieces do.

    Attributes:
        one, other: names of the pieces.
        estimate: in units of the score, drawn towards 0.
        low, high, se: interval and standard deviation given the games.
        blocks: in which a side had both.
    """

    one: str
    other: str
    estimate: float
    low: float
    high: float
    se: float
    blocks: int


@dataclass(frozen=True)
class SynergyModel:
    """All of a fit.

    Attributes:
        pairs: every pair that was seen, strongest first.
        pieces: name -> effect of a piece alone, against a piece of mean effect.
        spread: standard deviation of the effects of pairs that the games tell.
        blocks: how many blocks it rests on.
    """

    pairs: tuple[Synergy, ...]
    pieces: dict[str, float]
    spread: float
    blocks: int


def synergies(
    names: Sequence[str], had: npt.NDArray[np.bool_], scores: Floats, confidence: float = CONFIDENCE
) -> SynergyModel | None:
    """Fit the model; None where there are too few blocks for it.

    Args:
        names: of the N pieces.
        had: (B, games, 2, N): whether a side of a game of a block had a piece.
        scores: (B, games): the score of the first side, 0 .. 1.
        confidence: of the intervals.

    Raises:
        ValueError: more than `MAX_COMPONENTS` pieces.
    """
    if len(names) > MAX_COMPONENTS:
        raise ValueError(f"{len(names)} pieces; a table of pairs takes {MAX_COMPONENTS} at most")
    pairs = list(itertools.combinations(range(len(names)), 2))
    pieces, together, seen = _features(had, pairs)
    kept = np.flatnonzero(seen)
    fixed = np.hstack([np.ones((len(pieces), 1)), pieces])
    rank = int(np.linalg.matrix_rank(fixed)) if len(fixed) else 0
    if len(had) < rank + 3 or not len(kept):
        return None
    response = scores.ravel() - 0.5
    basis = linalg.orth(fixed)
    left = together[:, kept] - basis @ (basis.T @ together[:, kept])
    rest = response - basis @ (basis.T @ response)
    effects, covariance, spread = _restricted(left, rest, len(rest) - rank)
    alike = _alike(left, rest - left @ effects, len(had))
    if alike > 1:
        shrunk = math.sqrt(alike)
        effects, covariance, spread = _restricted(left / shrunk, rest / shrunk, len(rest) / alike - rank)
    alone = np.linalg.lstsq(fixed, response - together[:, kept] @ effects, rcond=None)[0][1:]
    reach = float(ndtri((1 + confidence) / 2))
    found = []
    for place, pair in enumerate(kept):
        se = math.sqrt(max(float(covariance[place, place]), 0.0))
        estimate = float(effects[place])
        one, other = (names[number] for number in pairs[pair])
        found.append(Synergy(one, other, estimate, estimate - reach * se, estimate + reach * se, se, int(seen[pair])))
    found.sort(key=lambda synergy: (-synergy.estimate, synergy.one, synergy.other))
    centred = alone - alone.mean()
    return SynergyModel(tuple(found), dict(zip(names, centred.tolist(), strict=True)), spread, len(had))


def _features(had: npt.NDArray[np.bool_], pairs: Sequence[tuple[int, int]]) -> tuple[Floats, Floats, npt.NDArray[np.int64]]:
    """For each game pieces and pairs, each the first side's less the second's; and in how many blocks a pair was seen."""
    side = had.astype(np.int8)
    pieces = (side[:, :, 0] - side[:, :, 1]).reshape(-1, had.shape[3]).astype(np.float64)
    one, other = (np.array([pair[place] for pair in pairs], np.int64) for place in (0, 1))
    games = had.shape[1]
    together = np.zeros((len(had) * games, len(pairs)))
    seen = np.zeros(len(pairs), np.int64)
    for start in range(0, len(had), 4096):
        both = side[start : start + 4096, :, :, one] & side[start : start + 4096, :, :, other]
        rows = slice(start * games, start * games + len(both) * games)
        together[rows] = (both[:, :, 0] - both[:, :, 1]).reshape(-1, len(pairs))
        seen += both.any(axis=(1, 2)).sum(axis=0)
    return pieces, together, seen


def _alike(features: Floats, residuals: Floats, blocks: int) -> float:
    """How many games of a block say what one says: 1 if they are independent, all of them if they are copies."""
    moved = (features * residuals[:, None]).reshape(blocks, -1, features.shape[1])
    games = moved.shape[1]
    apart = float((moved**2).sum())
    return min(max(float((moved.sum(axis=1) ** 2).sum()) / apart, 1.0), games) if apart else float(games)


def _restricted(features: Floats, response: Floats, freedom: float) -> tuple[Floats, Floats, float]:
    """Effects, their covariance given the data, and their spread, by restricted maximum likelihood."""
    information, directions = linalg.eigh(features.T @ features)
    information = np.maximum(information, 0.0)
    scale = float(information.mean()) or 1.0
    towards = directions.T @ (features.T @ response)
    total = float(response @ response)

    def noise(penalty: float) -> float:
        return max((total - float((towards**2 / (information + penalty)).sum())) / freedom, 1e-12)

    def loss(log_penalty: float) -> float:
        penalty = scale * math.exp(log_penalty)
        return float(np.log1p(information / penalty).sum()) + freedom * math.log(noise(penalty))

    grid = np.linspace(_WEAKEST, _STRONGEST, 49)
    best = float(grid[int(np.argmin([loss(value) for value in grid]))])
    found = optimize.minimize_scalar(loss, bounds=(best - 0.5, best + 0.5), method="bounded")
    penalty = scale * math.exp(float(found.x))
    variance = noise(penalty)
    effects = directions @ (towards / (information + penalty))
    covariance = variance * (directions / (information + penalty)) @ directions.T
    return effects, covariance, math.sqrt(variance / penalty)
