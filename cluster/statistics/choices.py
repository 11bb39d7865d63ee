"""Luce's choice model: in each situation one of several alternatives came out, the stronger ones more often.

Bradley-Terry, Davidson's ties and Plackett-Luce are all of this kind; they differ in what an alternative is. An alternative has
features (its agents, its seat, "it is a tie"), its strength is the exponential of the features' weighted sum, and the chance
that it comes out is its share of the strengths in its situation. The weights are found by maximum likelihood, which has one top
at most (the logarithm is concave), so nothing depends on order or on where the search begins.

Sources:
    Albert and Anderson, "On the existence of maximum likelihood estimates in logistic regression models" (Biometrika 71, 1984)
    for when there is a top; Konis (Oxford thesis, 2007) for finding that out by linear programming.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import linalg, optimize

from cluster.statistics.joint import Floats

_ENOUGH = 1e-9


@dataclass(frozen=True)
class Choices:
    """K alternatives in all, described by P features.

    Attributes:
        features: (K, P).
        situation: (K,), ascending: which situation an alternative belongs to.
        counts: (K,), how often it came out; shares of a game are possible.
    """

    features: Floats
    situation: npt.NDArray[np.int64]
    counts: Floats

    def totals(self) -> Floats:
        """(K,), how often each alternative's situation occurred."""
        summed: Floats = np.bincount(self.situation, self.counts).astype(np.float64)[self.situation]
        return summed

    def chances(self, weights: Floats) -> Floats:
        """(K,), of each alternative in its situation."""
        strength = self.features @ weights
        starts = np.flatnonzero(np.r_[True, np.diff(self.situation) != 0])
        repeats = np.diff(np.r_[starts, len(strength)])
        strength = np.exp(strength - np.repeat(np.maximum.reduceat(strength, starts), repeats))
        chances: Floats = strength / np.repeat(np.add.reduceat(strength, starts), repeats)
        return chances

    def centred(self, weights: Floats) -> Floats:
        """(K, P), features less their mean in the situation, alternatives counted by their chances."""
        mean = np.zeros((int(self.situation[-1]) + 1, self.features.shape[1]))
        np.add.at(mean, self.situation, self.chances(weights)[:, None] * self.features)
        centred: Floats = self.features - mean[self.situation]
        return centred

    def information(self, weights: Floats, totals: Floats | None = None) -> Floats:
        """(P, P), Fisher's information if games were independent; `totals` stand in the place of the situations' own."""
        centred = self.centred(weights)
        often = (self.totals() if totals is None else totals) * self.chances(weights)
        information: Floats = centred.T @ (often[:, None] * centred)
        return information

    def played(self) -> Choices:
        """Without situations that never occurred."""
        kept = self.totals() > 0
        _, situation = np.unique(self.situation[kept], return_inverse=True)
        return Choices(self.features[kept], situation.astype(np.int64), self.counts[kept])

    def with_imaginary_game(self) -> Choices:
        """With one more game in each situation, shared evenly by its alternatives."""
        share = 1 / np.bincount(self.situation)[self.situation]
        return Choices(self.features, self.situation, self.counts + share)


def ahead(choices: Choices) -> Floats:
    """(R, P), each thing that came out less each other alternative of its situation, by features."""
    rows = [np.zeros(choices.features.shape[1])]
    for number in np.unique(choices.situation):
        members = np.flatnonzero(choices.situation == number)
        for chosen in members[choices.counts[members] > 0]:
            rows += [choices.features[chosen] - choices.features[other] for other in members if other != chosen]
    return np.asarray(np.unique(np.array(rows), axis=0), np.float64)


def has_top(choices: Choices) -> bool:
    """Whether the likelihood has a top at finite weights.

    It has none if some change of weights makes everything that came out at least as strong as everything else in its situation,
    and something stronger: then more of that change is always better.
    """
    rows = ahead(choices)
    return not _grows(rows, rows.sum(axis=0))


def open_ends(choices: Choices, direction: Floats) -> tuple[bool, bool]:
    """Whether the weights' sum in `direction` can go down, and up, without end while the likelihood only grows."""
    rows = ahead(choices)
    return _grows(rows, -direction), _grows(rows, direction)


def _grows(rows: Floats, direction: Floats) -> bool:
    """Whether some change of weights with `rows @ change >= 0` has a positive sum in `direction`: a linear programme."""
    found = optimize.linprog(-direction, A_ub=-rows, b_ub=np.zeros(len(rows)), bounds=(-1, 1), method="highs")
    return bool(found.fun is not None and -found.fun > 1e-7)


def fit(choices: Choices) -> Floats:
    """The weights of largest likelihood, smallest in size where several are as good; `has_top` must hold.

    Raises:
        ArithmeticError: the search did not end, which is a defect.
    """
    scale = max(float(choices.counts.sum()), 1.0)
    totals = choices.totals() / scale
    observed = choices.features.T @ choices.counts / scale

    def loss(weights: Floats) -> tuple[float, Floats]:
        chances = choices.chances(weights)
        value = -float(choices.counts @ np.log(np.maximum(chances, 1e-300))) / scale
        return value, choices.features.T @ (totals * chances) - observed

    def curvature(weights: Floats) -> Floats:
        return choices.information(weights, totals) + _ENOUGH * np.eye(len(weights))

    start = np.zeros(choices.features.shape[1])
    found = optimize.minimize(loss, start, jac=True, hess=curvature, method="trust-exact", options={"gtol": 1e-11})
    weights: Floats = found.x
    if float(np.abs(loss(weights)[1]).max(initial=0.0)) > 1e-6:
        raise ArithmeticError(f"no top found: {found.message}")
    # what no situation tells apart stays where the search began, at zero
    basis = seen(choices)
    return np.asarray(basis @ (basis.T @ weights), np.float64)


def seen(choices: Choices) -> Floats:
    """(P, r), an orthonormal basis of the directions of weights that some situation tells apart."""
    return np.asarray(linalg.orth(choices.centred(np.zeros(choices.features.shape[1])).T, rcond=1e-9), np.float64)


def inverse(information: Floats) -> Floats:
    """The inverse on what is told apart, zero on what isn't."""
    return np.asarray(np.linalg.pinv(information, rcond=1e-10, hermitian=True), np.float64)
