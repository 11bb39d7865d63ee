"""Games of three sides judged by a deeper search: what a seat gets is its own return, not what the next one doesn't get."""

from __future__ import annotations

import itertools

import pytest
from highest_bid import CARDS, DECISIONS, GAME, HIGHEST_BID, SEATS

from cluster.analysis import Analysis, analyse
from cluster.game_walk import GameWalk
from engine.agents.search_specs import IsmctsSpec
from engine.batch import Batch

pytestmark = pytest.mark.slow  # kernels of searches are compiled

CARD = CARDS - 1
LAST_ROUND = DECISIONS - SEATS


def judged(bids: list[int]) -> Analysis:
    """A game in which every seat has the same card, with these bids in order."""
    start = Batch.from_seed(GAME)
    start.states["cards"][0] = CARD
    walk = GameWalk(start, ["a", "b", "c"], GAME.decision_cap)
    for bid in bids:
        walk.step(bid)
    return analyse(walk, IsmctsSpec(kind="ismcts", iterations=4000), seed=1)


def exact(seat: int, bids: list[int]) -> float:
    """What a seat can expect that sees its own card alone, if these are all bids of the game."""
    sums = [sum(bids[other::SEATS]) for other in range(SEATS)]
    gained = 0.0
    for hidden in itertools.product(range(CARDS), repeat=SEATS - 1):
        others = iter(hidden)
        totals = [sums[other] + (CARD if other == seat else next(others)) for other in range(SEATS)]
        if totals[seat] == max(totals):
            gained += 1 / totals.count(max(totals))
    return gained / CARDS ** (SEATS - 1)


@pytest.mark.parametrize("place", [LAST_ROUND, LAST_ROUND + 1, LAST_ROUND + 2, 1])
def test_the_bid_that_was_too_low_is_the_only_turning_point_and_costs_what_it_costs(place: int) -> None:
    """Whether the seat decides again before the end or not, and whoever decides after it."""
    best = [HIGHEST_BID] * DECISIONS
    bids = [*best[:place], 0, *best[place + 1 :]]
    found, seat = judged(bids), place % SEATS
    (turn,) = found.turning_points
    assert (turn.place, turn.best.action, turn.chosen.action) == (place, HIGHEST_BID, 0)
    assert [entry.differ for entry in found.seats] == [int(other == seat) for other in range(SEATS)]
    gained, lost = exact(seat, best), exact(seat, bids)
    for value, se, truth in (
        (turn.best.value, turn.best.se, gained),
        (turn.chosen.value, turn.chosen.se, lost),
        (turn.regret, turn.se, gained - lost),
    ):
        assert value == pytest.approx(truth, abs=3 * se + 0.05)
