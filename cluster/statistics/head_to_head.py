"""Who does how well against whom, and what remains of it where nobody is best.

Sources:
    Omidshafiei et al., "Alpha-rank: multi-agent evaluation by evolution" (Scientific Reports 9, 2019).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cluster.statistics.contrasts import contrast
from cluster.statistics.intervals import CONFIDENCE
from cluster.statistics.joint import Floats, JointSums

ALPHA = 100.0
"""Strength of selection in `alpha_rank`; as it grows the result settles, and at scores of 0 .. 1 it has by here."""

POPULATION = 50


@dataclass(frozen=True)
class Meeting:
    """An agent against another.

    Attributes:
        agent, opponent: names.
        estimate, low, high, se: 1/2 plus half the mean difference of their scores in the games that both are in, 0 .. 1: with
            two seats, the agent's score. None where they never met.
        games, blocks: that both are in.
    """

    agent: str
    opponent: str
    estimate: float | None
    low: float | None
    high: float | None
    se: float | None
    games: int
    blocks: int


def head_to_head(joint: JointSums, confidence: float = CONFIDENCE) -> tuple[Meeting, ...]:
    """Every ordered pair of different agents of some cells, in order of the cells' agents.

    Args:
        joint: of the cells, by `score`.
        confidence: of the intervals.
    """
    agents = tuple(dict.fromkeys(name for cell in joint.cells for name in cell.agents))
    return tuple(_meeting(joint, one, other, confidence) for one in agents for other in agents if one != other)


def _meeting(joint: JointSums, agent: str, opponent: str, confidence: float) -> Meeting:
    weights = np.zeros(len(joint.means))
    games = blocks = 0
    for number, (cell, start) in enumerate(zip(joint.cells, joint.offsets, strict=False)):
        played = int(joint.counts[number, number])
        rotations = [r for r, seating in enumerate(cell.job.seatings) if _against(seating, cell.teams, agent, opponent)]
        if not rotations or not played:
            continue
        games, blocks = games + played * len(rotations), blocks + played
        for rotation in rotations:
            seating = cell.job.seatings[rotation]
            for name, sign in ((agent, 1.0), (opponent, -1.0)):
                seats = [seat for seat, found in enumerate(seating) if found == name]
                for seat in seats:
                    weights[start + rotation * len(seating) + seat] += sign * played / len(seats)
    found = contrast(joint, weights / (2 * games)) if games else None
    if found is None:
        return Meeting(agent, opponent, None, None, None, None, 0, 0)
    interval = found.interval(confidence)
    low, high = max(0.5 + interval.low, 0.0), min(0.5 + interval.high, 1.0)
    return Meeting(agent, opponent, 0.5 + found.estimate, low, high, found.se, games, blocks)


def _against(seating: Sequence[str], teams: Sequence[int], agent: str, opponent: str) -> bool:
    """Whether both are in a game and not always on one side."""
    sides = [{team for name, team in zip(seating, teams, strict=True) if name == who} for who in (agent, opponent)]
    return bool(sides[0] and sides[1] and (sides[0] | sides[1]) != (sides[0] & sides[1]))


def payoffs(meetings: Sequence[Meeting]) -> tuple[tuple[str, ...], Floats] | None:
    """Names and the square matrix of scores, 1/2 on the diagonal; None where a pair never met."""
    names = tuple(dict.fromkeys(meeting.agent for meeting in meetings))
    if not names or any(meeting.estimate is None for meeting in meetings):
        return None
    matrix = np.full((len(names), len(names)), 0.5)
    for meeting in meetings:
        matrix[names.index(meeting.agent), names.index(meeting.opponent)] = meeting.estimate
    return names, matrix


def alpha_rank(scores: Floats, alpha: float = ALPHA, population: int = POPULATION) -> Floats:
    """How much of the time a population of players that copies what does better spends with each agent; adds up to 1.

    Where agents beat each other in a circle no rating is right; here each member of the circle has its share, and agents
    outside it have none.

    Args:
        scores: (n, n), the score of the row's agent against the column's, 0 .. 1.
        alpha: strength of selection.
        population: number of players.
    """
    number = len(scores)
    if number == 1:
        return np.ones(1)
    drift = np.zeros((number, number))
    for resident in range(number):
        for mutant in range(number):
            if mutant != resident:
                ahead = alpha * (scores[mutant, resident] - scores[resident, mutant])
                drift[resident, mutant] = _fixation(ahead, population) / (number - 1)
    np.fill_diagonal(drift, 1 - drift.sum(axis=1))
    return _stationary(drift)


def _fixation(ahead: float, population: int) -> float:
    """The chance that one mutant, better by `ahead`, takes over: (1 - e^-a) / (1 - e^-ma)."""
    if abs(ahead) * population < 1e-9:
        return 1 / population
    if ahead < 0:  # the same, without overflow
        return float(np.exp((population - 1) * ahead) * np.expm1(ahead) / np.expm1(population * ahead))
    return float(np.expm1(-ahead) / np.expm1(-population * ahead))


def _stationary(transitions: Floats) -> Floats:
    """The distribution that stays; by elimination without subtraction (Grassmann, Taksar, Heyman 1985), so tiny rates count."""
    rates = np.maximum(transitions, 1e-250)
    size = len(rates)
    for last in range(size - 1, 0, -1):
        rates[:last, last] /= rates[last, :last].sum()
        rates[:last, :last] += np.multiply.outer(rates[:last, last], rates[last, :last])
    share = np.ones(size)
    for place in range(1, size):
        share[place] = share[:place] @ rates[:place, place]
    result: Floats = share / share.sum()
    return result
