"""A game looked at again, decision by decision, by a search that thinks longer than its players did.

One search of the position decides what would have been best. Where that is not what was played, both are tried out in the same
`WORLDS` worlds, in each of which what the deciding seat could not see and all luck to come are dealt afresh. The tree of the
one search alone would not do: what it finds bad it visits little, and so knows little of how bad it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cluster.game_walk import GameWalk
from cluster.replay import Decision
from engine.agents.compiled import AGENT_DTYPE
from engine.agents.search_specs import IsmctsSpec
from engine.agents.searching import PositionSearch, SearchResult
from engine.agents.specs import agent_record
from engine.batch import Batch
from engine.game import CREDITS_PER_GAME
from engine.rng import derive_key, key_array
from engine.types import Keys, RecordArray

WORLDS = 8
"""In so many worlds the played action and the best one are tried out, with that share of the iterations in each."""

CLEAR = 2.5
"""A regret of so many standard errors is taken for more than noise."""

LEAST_TURN = 0.05
"""A turning point costs at least so much of a win."""


@dataclass(frozen=True)
class ActionValue:
    """What the search thinks of an action.

    Attributes:
        action, words: which one.
        visits: iterations of the search of the position that went through it.
        value: expected return of the deciding seat, 0 .. 1.
        se: its standard error: of the mean over worlds; where the played action is the best, which is not tried out, that of
            the mean return of its visits, at most. It tells of luck and not of what the search misjudges in every world.
    """

    action: int
    words: str
    visits: int
    value: float
    se: float


@dataclass(frozen=True)
class Judgement:
    """One decision and what the search would have done.

    Attributes:
        place: in `GameWalk.decisions`.
        decision: the decision.
        best: what the search decides.
        chosen: what was decided.
        regret: value of the best action less that of the chosen one: 0 where they are the same, below 0 by noise.
        se: its standard error, from the differences in the same worlds.
    """

    place: int
    decision: Decision
    best: ActionValue
    chosen: ActionValue
    regret: float
    se: float

    @property
    def clear(self) -> bool:
        """Whether the regret is more than noise would explain."""
        return self.regret > CLEAR * self.se


@dataclass(frozen=True)
class SeatRegret:
    """What one seat's decisions cost it.

    Attributes:
        seat: which one.
        decisions: those with a choice.
        differ: of them, those in which the search would have done something else.
        clear: of these, those with a clear regret.
        total: sum of the regrets, in wins; noise adds to it and takes from it.
        se: its standard error.
    """

    seat: int
    decisions: int
    differ: int
    clear: int
    total: float
    se: float

    @property
    def mean(self) -> float | None:
        """Regret for each decision; None without any."""
        return self.total / self.decisions if self.decisions else None


@dataclass(frozen=True)
class Analysis:
    """A game's decisions, judged; those without a choice are left out.

    Attributes:
        judgements: in the order of the game.
        turning_points: the judgements with the greatest clear regrets, greatest first.
        seats: what decisions cost each seat that was looked at.
    """

    judgements: tuple[Judgement, ...]
    turning_points: tuple[Judgement, ...]
    seats: tuple[SeatRegret, ...]


def analyse(
    walk: GameWalk,
    search: IsmctsSpec,
    seed: int,
    seats: Sequence[int] | None = None,
    on_decision: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Put every decision of a game to a search, which sees what the deciding seat saw.

    Args:
        walk: the game.
        search: who judges, with a budget in iterations, its level resolved; the analysis is then the same each time.
        seed: of the search's luck.
        seats: whose decisions; all seats' if not given.
        on_decision: told of (decisions judged, decisions to judge) after each.
    """
    wanted = range(len(walk.seat_names)) if seats is None else seats
    places = [place for place, decision in enumerate(walk.decisions) if decision.choices > 1 and decision.seat in wanted]
    judge, judgements = _Judge(walk, search, seed), []
    for place in places:
        judgements.append(judge.judge(place))
        if on_decision is not None:
            on_decision(len(judgements), len(places))
    return Analysis(tuple(judgements), turning_points(judgements), tuple(_seat_regret(judgements, seat) for seat in wanted))


def turning_points(judgements: Sequence[Judgement], most: int = 6, least: float = LEAST_TURN) -> tuple[Judgement, ...]:
    """The decisions that cost most, dearest first; of equal ones the earlier."""
    dear = [judgement for judgement in judgements if judgement.clear and judgement.regret >= least]
    return tuple(sorted(dear, key=lambda judgement: (-judgement.regret, judgement.place))[:most])


class _Judge:
    """Searches one game, in memory that is made once."""

    def __init__(self, walk: GameWalk, search: IsmctsSpec, seed: int) -> None:
        self._walk, self._seed = walk, seed
        self._at = walk.position(0)
        in_a_world = search.model_copy(update={"iterations": max(1, (search.iterations or 0) // WORLDS), "spread": False})
        self._deep, self._short = (
            PositionSearch(self._at, np.array([agent_record(spec)], AGENT_DTYPE), walk.decision_cap)
            for spec in (search, in_a_world)
        )

    def judge(self, place: int) -> Judgement:
        decision, position = self._walk.decisions[place], self._walk.position(place)
        self._at.states[:] = position.states
        found = self._deep.decide(0, self._key(decision.number))
        if found.action == decision.chosen.action:
            mean, visits = found.moves[0].mean, found.moves[0].visits
            value = self._action(position, found, found.action, mean, _error_of_visits(mean, visits))
            return Judgement(place, decision, value, value, 0.0, 0.0)
        worlds = self._worlds(position, decision)
        best = self._try_out(worlds, found.action, decision)
        chosen = self._try_out(worlds, decision.chosen.action, decision)
        return Judgement(
            place,
            decision,
            self._action(position, found, found.action, *_mean_and_error(best)),
            self._action(position, found, decision.chosen.action, *_mean_and_error(chosen)),
            *_mean_and_error(best - chosen),
        )

    def _key(self, *words: int) -> Keys:
        return key_array(derive_key(self._seed, "analyse", "/".join(map(str, words))))

    def _action(self, position: Batch, found: SearchResult, action: int, value: float, se: float) -> ActionValue:
        words = position.game.describe_action(position.options_view, position.view(), action)
        return ActionValue(action, words, sum(move.visits for move in found.moves if move.action == action), value, se)

    def _worlds(self, position: Batch, decision: Decision) -> RecordArray:
        """Positions that look the same to the deciding seat, with luck of their own."""
        worlds = Batch(position.game, position.options, np.repeat(position.states, WORLDS))
        worlds.resample(decision.seat, np.stack([self._key(decision.number, world) for world in range(WORLDS)]))
        return worlds.states

    def _try_out(self, worlds: RecordArray, action: int, decision: Decision) -> npt.NDArray[np.float64]:
        """What an action is worth to the deciding seat in each of some worlds."""
        values = []
        for number, world in enumerate(worlds):
            self._at.states[0] = world
            self._at.apply(action, decision_cap=self._walk.decision_cap)
            values.append(self._value_for(decision.seat, decision.number, number))
        return np.array(values)

    def _value_for(self, seat: int, decision: int, world: int) -> float:
        """What a search expects for a seat from the position at hand; with more than two sides, once its side decides again.

        Until then the others decide by searches; of two sides what one gets the other doesn't.
        """
        at, teams = self._at, self._at.teams
        while not at.view().terminal:
            legal, decider = at.legal_actions(), at.view().current_player
            if len(legal) > 1:
                found = self._short.decide(0, self._key(decision, world, at.view().decisions))
                if teams[decider] == teams[seat]:
                    return found.moves[0].mean
                if at.sides == 2:
                    return 1.0 - found.moves[0].mean
            action = int(legal[0]) if len(legal) == 1 else found.action
            at.apply(action, decision_cap=self._walk.decision_cap)
        credits_, _ = at.settle()
        return int(credits_[0, seat]) / CREDITS_PER_GAME


def _mean_and_error(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values))


def _error_of_visits(mean: float, visits: int) -> float:
    """Standard error of a mean of returns within 0 .. 1, at most; with one imaginary visit each way, so that it is never 0."""
    middle = (mean * visits + 1) / (visits + 2)
    return math.sqrt(middle * (1 - middle) / visits)


def _seat_regret(judgements: Sequence[Judgement], seat: int) -> SeatRegret:
    mine = [judgement for judgement in judgements if judgement.decision.seat == seat]
    return SeatRegret(
        seat=seat,
        decisions=len(mine),
        differ=sum(judgement.best.action != judgement.chosen.action for judgement in mine),
        clear=sum(judgement.clear for judgement in mine),
        total=math.fsum(judgement.regret for judgement in mine),
        se=math.hypot(*(judgement.se for judgement in mine)),
    )
