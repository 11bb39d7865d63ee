"""Ratings: how strong agents are, from who met whom and what came of it; order-free, with errors from block variance.

Two sides: Bradley-Terry with a seat's advantage and Davidson's ties. More sides: Plackett-Luce for winners, a shared victory
counting in parts; `cluster.statistics.placements` has it for games with places. A side that several agents hold is as strong as
the mean of them. One unit of the scale is `ELO` points: 400 points are tenfold odds of winning against losing.

Sources:
    Bradley and Terry, "Rank analysis of incomplete block designs" (Biometrika 39, 1952).
    Davidson, "On extending the Bradley-Terry model to accommodate ties" (JASA 65, 1970).
    Plackett, "The analysis of permutations" (Applied Statistics 24, 1975).
    Ford, "Solution of a ranking problem from binary comparisons" (American Mathematical Monthly 64, 1957): when ratings exist.
    Liang and Zeger, "Longitudinal data analysis using generalized linear models" (Biometrika 73, 1986) for errors by blocks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.special import stdtrit

from cluster.statistics.choices import Choices, fit, has_top, inverse, open_ends, seen
from cluster.statistics.intervals import CONFIDENCE
from cluster.statistics.joint import Floats, JointSums

ELO = 400 / math.log(10)
"""Elo points in one unit of log strength."""

MAXIMUM_LIKELIHOOD = "maximum-likelihood"
"""Maximum likelihood, errors from block variance."""

IMAGINARY_GAME = "imaginary-game"
"""Maximum likelihood has no finite answer, as where somebody won everything: one imaginary game in each seating, shared evenly,
makes it finite. Errors are those of independent games."""

SEPARATED = (
    "Somebody won or lost everything, so the largest likelihood is at infinity; one imaginary game in each seating is added."
)
CONFOUNDED = "Agents and seats always went together, so their shares can't be told apart."


@dataclass(frozen=True)
class Rating:
    """One agent's rating, seat's advantage or the weight of ties.

    Attributes:
        by: `agent`, `seat` or `tie`.
        name: the agent, or the seat's name; for teams the seats' joined by `+`.
        group: agents of one group met, through others or not; ratings of different groups can't be compared.
        elo: in Elo points; the mean of a group's agents and the mean of seats are 0. None without games.
        low, high, se: the interval and standard error; None without games or with one block only. Of who won everything there
            is no upper end, of who lost everything no lower one: None.
        games: games in which the agent or seat took part.
        method: `MAXIMUM_LIKELIHOOD` or `IMAGINARY_GAME`.
        confidence: of the interval.
    """

    by: str
    name: str
    group: int
    elo: float | None
    low: float | None
    high: float | None
    se: float | None
    games: int
    method: str
    confidence: float


@dataclass(frozen=True)
class Ratings:
    """Every rating of some cells, agents best first within their group, and what must be said beside them."""

    rows: tuple[Rating, ...]
    warnings: tuple[str, ...]

    def agents(self) -> tuple[Rating, ...]:
        """The agents'."""
        return tuple(row for row in self.rows if row.by == "agent")


@dataclass(frozen=True)
class Alternatives:
    """Everything that can come of the games of some cells, one situation a seating.

    Attributes:
        agents: names; the first features.
        seats: names of the sides' seats; the features after them.
        choices: features and counts; the last feature says "a tie" where there are ties.
        ties: whether there are.
        from_slots: (K, S), how a count comes from slot values of a block.
        games: (K,), games of the alternative's situation.
    """

    agents: tuple[str, ...]
    seats: tuple[str, ...]
    choices: Choices
    ties: bool
    from_slots: Floats
    games: npt.NDArray[np.int64]


def ratings(joint: JointSums, confidence: float = CONFIDENCE) -> Ratings:
    """The ratings of all agents of some cells that play the same variant of a game.

    Args:
        joint: of the cells; by `win_rate` for two sides, by `score` for more.
        confidence: of the intervals.

    Raises:
        ValueError: cells with different seats or sides, which must not be pooled, or the wrong metric.
    """
    found = alternatives(joint)
    groups = groups_of_agents(found)
    separate = len(set(groups.tolist())) > 1
    warnings = [_disconnected(found.agents, groups)] if separate else []
    choices = real = found.choices.played()
    if not len(choices.counts):
        rows = tuple(_unknown(name, int(group), confidence) for name, group in zip(found.agents, groups, strict=True))
        return Ratings(rows, ())
    method = MAXIMUM_LIKELIHOOD if has_top(choices) else IMAGINARY_GAME
    if method == IMAGINARY_GAME:
        warnings.append(SEPARATED)
        choices = choices.with_imaginary_game()
    weights = fit(choices)
    maker = RowMaker(
        real, weights, _covariance(joint, found, choices, weights, method), seen(choices), joint.clusters, method, confidence
    )
    rows = tuple(_rows(found, groups, maker))
    if any(row.elo is None for row in rows):
        warnings.append(CONFOUNDED)
    return Ratings(rows, tuple(warnings))


def alternatives(joint: JointSums) -> Alternatives:
    """What can come of each seating: a win of each side, and for two sides a tie."""
    first = joint.cells[0]
    if any((cell.seats, cell.teams) != (first.seats, first.teams) for cell in joint.cells):
        raise ValueError("cells with different seats or sides: their ratings must not be pooled")
    sides = sorted(set(first.teams))
    if joint.metric != ("win_rate" if len(sides) == 2 else "score"):
        raise ValueError("two sides are rated by win_rate, more by score")
    agents = tuple(dict.fromkeys(name for cell in joint.cells for name in cell.agents))
    members = [[seat for seat, team in enumerate(first.teams) if team == side] for side in sides]
    seats = tuple("+".join(first.seats[seat] for seat in side) for side in members)
    builder = _Builder(joint, agents, members)
    for number, cell in enumerate(joint.cells):
        for rotation, seating in enumerate(cell.job.seatings):
            builder.add(number, rotation, seating)
    return builder.finish(agents, seats)


class _Builder:
    """Collects the alternatives of one seating after the other."""

    def __init__(self, joint: JointSums, agents: Sequence[str], members: list[list[int]]) -> None:
        self.joint, self.members = joint, members
        self.place = {name: number for number, name in enumerate(agents)}
        self.width = len(agents) + len(members)
        self.features: list[Floats] = []
        self.from_slots: list[Floats] = []
        self.counts: list[float] = []
        self.situation: list[int] = []
        self.games: list[int] = []

    def add(self, cell: int, rotation: int, seating: Sequence[str]) -> None:
        joint = self.joint
        games = int(joint.counts[cell, cell])
        start = joint.offsets[cell] + rotation * len(seating)
        sides = [self._side(seating, side) for side in range(len(self.members))]
        slots = np.zeros((len(sides), len(joint.means)))
        for side, seats in enumerate(self.members):
            slots[side, start + seats[0]] = 1
        counts = slots @ joint.means * games
        if len(sides) == 2:
            tie = np.r_[(sides[0] + sides[1])[:-1] / 2, 1.0]
            sides, slots = [*sides, tie], np.vstack([slots, -slots.sum(axis=0)])
            counts = np.r_[counts, games - counts.sum()]
        situation = self.situation[-1] + 1 if self.situation else 0
        self.features += sides
        self.from_slots += list(slots)
        self.counts += counts.tolist()
        self.situation += [situation] * len(sides)
        self.games += [games] * len(sides)

    def _side(self, seating: Sequence[str], side: int) -> Floats:
        feature = np.zeros(self.width + 1)
        for seat in self.members[side]:
            feature[self.place[seating[seat]]] += 1 / len(self.members[side])
        feature[len(self.place) + side] = 1
        return feature

    def finish(self, agents: tuple[str, ...], seats: tuple[str, ...]) -> Alternatives:
        features, counts = np.array(self.features), np.round(self.counts, 9)
        tie = features[:, -1] > 0
        ties = bool(counts[tie].sum() > 0)
        kept = np.ones(len(counts), np.bool_) if ties else ~tie
        if not ties:
            features = features[:, :-1]
        choices = Choices(features[kept], np.array(self.situation)[kept], counts[kept])
        return Alternatives(agents, seats, choices, ties, np.array(self.from_slots)[kept], np.array(self.games)[kept])


def groups_of_agents(found: Alternatives) -> npt.NDArray[np.int64]:
    """(agents,), the number of the group of each: agents that met, directly or through others, in games that were played."""
    pairs: set[tuple[int, int]] = set()
    choices = found.choices
    for number in np.unique(choices.situation[choices.totals() > 0]):
        members = choices.features[choices.situation == number][:, : len(found.agents)]
        sitting = np.flatnonzero(members.any(axis=0)).tolist()
        pairs |= {(sitting[0], other) for other in sitting}
    rows, columns = zip(*sorted(pairs), strict=True) if pairs else ((), ())
    size = len(found.agents)
    graph = coo_array((np.ones(len(rows)), (np.array(rows, np.int64), np.array(columns, np.int64))), shape=(size, size))
    _, labels = connected_components(graph, directed=False)
    return np.asarray(labels, np.int64)


def _disconnected(agents: Sequence[str], groups: npt.NDArray[np.int64]) -> str:
    words = [", ".join(agents[place] for place in np.flatnonzero(groups == group).tolist()) for group in np.unique(groups)]
    return f"These agents never met those of other groups, so ratings compare within a group only: {' | '.join(words)}"


def _covariance(joint: JointSums, found: Alternatives, choices: Choices, weights: Floats, method: str) -> Floats | None:
    """Of the weights, by blocks; None with one block only."""
    spread = inverse(choices.information(weights))
    if method == IMAGINARY_GAME:
        return spread
    if joint.clusters < 2:
        return None
    played = found.choices.totals() > 0
    linear = choices.centred(weights).T @ (found.from_slots[played] * joint.blocks)
    meat = linear @ joint.covariance @ linear.T
    # what one more game in each seating would add: no error is zero because nothing happened to vary
    meat = meat + choices.information(weights, np.ones(len(choices.counts)))
    result: Floats = spread @ meat @ spread
    return result


@dataclass(frozen=True)
class RowMaker:
    """What the rows of a fit have in common; `seen` spans the directions of weights that the games tell apart."""

    choices: Choices
    weights: Floats
    covariance: Floats | None
    seen: Floats
    clusters: int
    method: str
    confidence: float

    def row(self, by: str, name: str, group: int, direction: Floats, games: int) -> Rating:
        """The rating that is the weighted sum of weights in `direction`."""
        told = float(np.abs(direction - self.seen @ (self.seen.T @ direction)).max()) < 1e-6
        if not told or not games:
            return Rating(by, name, group, None, None, None, None, games, self.method, self.confidence)
        elo = ELO * float(direction @ self.weights)
        if self.covariance is None:
            return Rating(by, name, group, elo, None, None, None, games, self.method, self.confidence)
        se = ELO * math.sqrt(max(float(direction @ self.covariance @ direction), 0.0))
        reach = se * float(stdtrit(max(self.clusters - 1, 1), (1 + self.confidence) / 2))
        down, up = open_ends(self.choices, direction) if self.method == IMAGINARY_GAME else (False, False)
        low = None if down and not up else elo - reach
        high = None if up and not down else elo + reach
        return Rating(by, name, group, elo, low, high, se, games, self.method, self.confidence)


def _rows(found: Alternatives, groups: npt.NDArray[np.int64], maker: RowMaker) -> Iterator[Rating]:
    agents, seats = len(found.agents), len(found.seats)
    width = len(maker.weights)
    rows = []
    for number, name in enumerate(found.agents):
        direction = np.zeros(width)
        same = (groups == groups[number]).astype(np.float64)
        direction[:agents] = -same / same.sum()
        direction[number] += 1
        rows.append(maker.row("agent", name, int(groups[number]), direction, _games(found, number)))
    yield from sorted(rows, key=lambda rating: (rating.group, rating.elo is None, -round(rating.elo or 0.0, 6), rating.name))
    for number, name in enumerate(found.seats):
        direction = np.zeros(width)
        direction[agents : agents + seats] = -1 / seats
        direction[agents + number] += 1
        yield maker.row("seat", name, 0, direction, _games(found, agents + number))
    if found.ties:
        yield maker.row("tie", "tie", 0, np.eye(width)[-1], _games(found, width - 1))


def _games(found: Alternatives, feature: int) -> int:
    """Games of the situations in which a feature occurs."""
    choices = found.choices
    numbers = np.unique(choices.situation[choices.features[:, feature] > 0])
    return sum(int(found.games[choices.situation == number][0]) for number in numbers)


def _unknown(name: str, group: int, confidence: float) -> Rating:
    return Rating("agent", name, group, None, None, None, None, 0, MAXIMUM_LIKELIHOOD, confidence)
