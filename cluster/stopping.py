"""When a cell may stop: a rule is looked at after every block in design order, so the stop block depends on the sweep alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cluster.plan import CellPlan
from cluster.spec import Stop
from cluster.statistics import fair_share, slots_with
from cluster.statistics.groups import METRICS
from cluster.stop_rules import FairShareRule, SequentialTest, StopRule, WidthRule
from workers.tally import BlockValues


def rule_of_cell(stop: Stop | None, cell: CellPlan) -> StopRule | None:
    """The rule for a cell; None if there is none, or the cell has nobody whom it speaks of: then every game is played."""
    if stop is None:
        return None
    slots = slots_with(cell, agent=stop.agent, seat=stop.seat, faction=stop.faction)
    if not slots:
        return None
    common = (slots, stop.metric, stop.min_blocks)
    if stop.kind == "fair_share":
        return FairShareRule(*common, fair_share(cell), stop.band)
    if stop.kind == "sprt":
        zero, one = stop.hypotheses
        scale = "score" if stop.elo1 is None else "Elo"
        values = (stop.score0, stop.score1) if stop.elo1 is None else (stop.elo0, stop.elo1)
        names = (f"H0 ({scale} {values[0]:g})", f"H1 ({scale} {values[1]:g})")
        return SequentialTest(*common, zero, one, names, stop.alpha, stop.beta)
    if stop.half_width is None:
        raise AssertionError("a spec of this kind has a half_width")
    return WidthRule(*common, stop.half_width)


PATH_POINTS = 400
"""So many points of a rule's path are kept at most; then every second one goes."""

_POINTS_PER_LOOK = 16


class StopScan:
    """Looks at a cell's blocks in design order until its rule is met.

    Attributes:
        path: (blocks, what the rule looks at) as far as it was looked, at most `PATH_POINTS` points, for a picture.
        stop_block: how many blocks of the cell count, from its first on; None while the rule isn't met.
        reason: why, in words.
    """

    def __init__(self, rule: StopRule) -> None:
        self.rule = rule
        self.stop_block: int | None = None
        self.reason: str | None = None
        self.path: list[tuple[int, tuple[float, ...]]] = []
        self._blocks = 0
        self._total = 0
        self._squares = 0

    def look(self, values: BlockValues) -> bool:
        """Take the next blocks of the cell; returns whether the rule is met within them."""
        if self.stop_block is not None:
            return True
        figure = values.values[METRICS[self.rule.metric][0]][:, list(self.rule.slots)].sum(axis=1, dtype=np.int64)
        figure = np.where(values.fair, figure, 0)
        blocks = self._blocks + np.cumsum(values.fair, dtype=np.int64)
        totals = self._total + np.cumsum(figure)
        squares = self._squares + np.cumsum(figure * figure)
        for place in np.flatnonzero(self.rule.near(blocks, totals, squares) & values.fair):
            reason = self.rule.reason(int(blocks[place]), int(totals[place]), int(squares[place]))
            if reason is not None:
                self.stop_block, self.reason = int(values.blocks[place]) + 1, reason
                end = int(place) + 1
                self._note_path(blocks[:end], totals[:end], squares[:end])
                return True
        self._note_path(blocks, totals, squares)
        if len(blocks):
            self._blocks, self._total, self._squares = int(blocks[-1]), int(totals[-1]), int(squares[-1])
        return False

    def _note_path(self, blocks: npt.NDArray[np.int64], totals: npt.NDArray[np.int64], squares: npt.NDArray[np.int64]) -> None:
        if not len(blocks):
            return
        places = np.unique(np.linspace(0, len(blocks) - 1, _POINTS_PER_LOOK).astype(np.int64))
        self.path += self.rule.path(blocks[places], totals[places], squares[places])
        while len(self.path) > PATH_POINTS:
            self.path = [*self.path[1:-1:2], self.path[-1]]
