"""One model for what seats, factions and agents do, alone and together, with intervals from block variance.

A side's score is its fair share plus what its seat, its faction and its agent bring, less what the others at the table bring on
average: so every game's scores add up. Interactions say what an agent brings at one seat, or with one faction, beyond that. The
model is linear in the scores, so each effect is a weighted sum of slot means, and its error that of the sum (`contrast`):
nothing is assumed of how scores are spread, or of games within a block.

An effect of a seat or a faction is what it scores above its fair share among average agents. An effect of an agent is what it
scores above it as one agent at a table of average ones. Effects of one kind add up to 0. What the games can't tell apart, such
as a seat from a faction that always sits there, has no figure.

Source: Searle, "Linear Models" (1971), chapter 5, on which sums of effects can be told.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cluster.plan import CellPlan
from cluster.statistics.contrasts import contrast
from cluster.statistics.intervals import CONFIDENCE
from cluster.statistics.joint import Floats, JointSums

_ENOUGH = 1e-8

TERMS = (("seat",), ("faction",), ("agent",), ("agent", "seat"), ("agent", "faction"))
"""Factors and their interactions, in the order in which effects are given."""


@dataclass(frozen=True)
class Effect:
    """One effect.

    Attributes:
        term: `seat`, `faction`, `agent`, `agent x seat` or `agent x faction`.
        seat, faction, agent: of which; None where the term doesn't speak of it. In team games a seat is a side: the names of
            its seats joined by `+`.
        estimate: in units of the score; None if the games can't tell it.
        low, high, se, p_value: interval, standard error, and p-value of no effect; None also with one block.
        blocks: that it rests on.
    """

    term: str
    seat: str | None
    faction: str | None
    agent: str | None
    estimate: float | None
    low: float | None
    high: float | None
    se: float | None
    p_value: float | None
    blocks: int


@dataclass(frozen=True)
class _Side:
    """One side of one seating: its slots, and what is known of it."""

    cell: int
    slots: tuple[int, ...]
    seat: str
    faction: str
    agents: tuple[str, ...]

    def share(self, factor: str, level: str) -> float:
        """How much of the side has this level of a factor: an agent may hold half a side."""
        if factor == "agent":
            return self.agents.count(level) / len(self.agents)
        return float(getattr(self, factor) == level)


def effects(joint: JointSums, confidence: float = CONFIDENCE) -> tuple[Effect, ...]:
    """The effects in some cells of one variant, or of variants with the same number of sides.

    Args:
        joint: of the cells, by `score`.
        confidence: of the intervals.

    Raises:
        ValueError: cells with different numbers of sides.
    """
    games = [list(_sides(joint, number)) for number in range(len(joint.cells))]
    if len({len(set(cell.teams)) for cell in joint.cells}) > 1:
        raise ValueError("cells with different numbers of sides: their figures must not be pooled")
    model = _Model([side for cell in games for side in cell], len(set(joint.cells[0].teams)))
    weights = np.diag(joint.counts)[[side.cell for side in model.sides]].astype(np.float64)
    squares = model.design.T @ (weights[:, None] * model.design)
    solver = np.linalg.pinv(squares, rcond=_ENOUGH, hermitian=True)
    told = solver @ squares
    found = []
    for effect, direction in model.effects():
        to_sides = weights * (model.design @ (solver @ direction))
        known = weights.any() and float(np.abs(told @ direction - direction).max()) < 1e-6
        found.append(_measured(joint, effect, model.on_slots(to_sides, len(joint.means)) if known else None, confidence))
    return tuple(found)


def _measured(joint: JointSums, effect: Effect, weights: Floats | None, confidence: float) -> Effect:
    measured = None if weights is None else contrast(joint, np.where(np.abs(weights) < _ENOUGH, 0.0, weights))
    if measured is None:
        return effect
    interval = measured.interval(confidence) if measured.se is not None else None
    return Effect(
        effect.term,
        effect.seat,
        effect.faction,
        effect.agent,
        measured.estimate,
        None if interval is None else interval.low,
        None if interval is None else interval.high,
        measured.se,
        measured.p_value(),
        measured.blocks,
    )


def _sides(joint: JointSums, number: int) -> Iterator[_Side]:
    cell, start = joint.cells[number], joint.offsets[number]
    for rotation, seating in enumerate(cell.job.seatings):
        first = start + rotation * len(seating)
        for side in sorted(set(cell.teams)):
            yield _side(cell, seating, number, first, side)


def _side(cell: CellPlan, seating: list[str], number: int, first: int, side: int) -> _Side:
    seats = [seat for seat, team in enumerate(cell.teams) if team == side]
    return _Side(
        number,
        tuple(first + seat for seat in seats),
        "+".join(cell.seats[seat] for seat in seats),
        "+".join(dict.fromkeys(cell.factions[seat] for seat in seats)),
        tuple(seating[seat] for seat in seats),
    )


class _Model:
    """The design matrix: one row a side, one column a contrast of levels."""

    def __init__(self, sides: list[_Side], size: int) -> None:
        self.sides = sides
        self.size = size
        self.levels = {
            "seat": list(dict.fromkeys(side.seat for side in sides)),
            "faction": list(dict.fromkeys(side.faction for side in sides)),
            "agent": list(dict.fromkeys(agent for side in sides for agent in side.agents)),
        }
        if len({(side.seat, side.faction) for side in sides}) == len(self.levels["seat"]) == len(self.levels["faction"]):
            self.levels["faction"] = []  # a faction is its seat
        self.terms = [term for term in TERMS if all(len(self.levels[factor]) > 1 for factor in term)]
        parts = [self._columns(term) for term in self.terms]
        self.widths = [part.shape[1] for part in parts]
        self.design: Floats = np.hstack(parts) if parts else np.zeros((len(sides), 0))

    def _columns(self, term: tuple[str, ...]) -> Floats:
        columns = np.ones((len(self.sides), 1))
        for factor in term:
            levels = self.levels[factor]
            shares = np.array([[side.share(factor, level) for level in levels] for side in self.sides])
            coded = shares[:, :-1] - shares[:, -1:]  # levels add up to 0
            columns = np.einsum("ri,rj->rij", columns, coded).reshape(len(self.sides), -1)
        tables = columns.reshape(-1, self.size, columns.shape[1])
        centred = (tables - tables.mean(axis=1, keepdims=True)).reshape(columns.shape)
        # one agent at a table of average ones is a share 1 - 1/size away from the table's mean
        return centred * (self.size / (self.size - 1)) if "agent" in term else centred

    def effects(self) -> Iterator[tuple[Effect, Floats]]:
        """Every effect, not yet measured, and its weights on the columns."""
        start = 0
        for term, width in zip(self.terms, self.widths, strict=True):
            coded = [
                np.vstack([np.eye(len(self.levels[factor]) - 1), -np.ones(len(self.levels[factor]) - 1)]) for factor in term
            ]
            for places in itertools.product(*(range(len(self.levels[factor])) for factor in term)):
                direction = np.zeros(self.design.shape[1])
                own = np.ones(1)
                for codes, place in zip(coded, places, strict=True):
                    own = np.multiply.outer(own, codes[place]).ravel()
                direction[start : start + width] = own
                words = {factor: self.levels[factor][place] for factor, place in zip(term, places, strict=True)}
                names = (words.get("seat"), words.get("faction"), words.get("agent"))
                yield Effect(" x ".join(term), *names, None, None, None, None, None, 0), direction
            start += width

    def on_slots(self, to_sides: Floats, slots: int) -> Floats:
        """Weights of sides as weights of slots; the seats of a side have one score."""
        weights = np.zeros(slots)
        for side, weight in zip(self.sides, to_sides, strict=True):
            weights[list(side.slots)] += weight / len(side.slots)
        return weights
