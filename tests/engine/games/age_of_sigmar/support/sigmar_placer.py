"""An agent in Python that says where each model goes instead of choosing from the menu; it runs in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.agents.python import AgentContext, Legal, Observations, PythonAgent
from engine.games.age_of_sigmar import GAME
from engine.games.age_of_sigmar.actions import ACTION_NUMBER, Action, Verb
from engine.games.age_of_sigmar.hidden import OBSERVATION
from engine.games.age_of_sigmar.placement import Placement, Point, check_placement, position_actions
from engine.games.age_of_sigmar.state import STATE, Stage
from engine.options import resolve_options

EXACT = ACTION_NUMBER[Action(Verb.EXACT, detail=0)]
SEEN = [name for name in OBSERVATION.names or () if name in (STATE.names or ())]
ARRANGEMENTS = {
    "too_far": lambda spots: [(x, y + 20_000) for x, y in spots],
    "on_a_heap": lambda spots: [spots[0]] * len(spots),
    "scattered": lambda spots: [(x - 3000 * (place == 0), y) for place, (x, y) in enumerate(spots)],
}


class Placer(PythonAgent):
    """Red's player. `plan` says what he does with a unit that moves, everything else is the first choice of the menu.

    `ahead`: straight ahead as far as the rules layer lets him; the names of `ARRANGEMENTS`: what it refuses; `off_the_table`:
    numbers that are no action here.
    """

    def setup(self, context: AgentContext) -> None:
        """The options record is what the rules layer judges by."""
        self._plan = context.parameters["plan"]
        self._record = resolve_options(GAME.options, context.options).to_record()

    def act(self, observations: Observations, legal: Legal) -> Sequence[int]:
        """Exact positions where they may be handed in."""
        return [self._decide(observations.records[row], legal.lists[row].tolist()) for row in range(len(observations))]

    def _decide(self, seen: Any, actions: list[int]) -> int:
        if seen["stage"] == Stage.EXACT:
            if self._plan == "off_the_table":
                return ACTION_NUMBER[Action(Verb.NUMBER, detail=299)]
            return position_actions(self._points(seen))[int(seen["entered"])]
        return EXACT if EXACT in actions else actions[0]

    def _points(self, seen: Any) -> list[Point]:
        """Where the models of the acting unit shall stand."""
        unit = int(seen["acting"])
        first, alive = int(self._record["first"][unit]), int(seen["alive"][unit])
        spots = [(int(seen["x"][model]), int(seen["y"][model])) for model in range(first, first + alive)]
        if self._plan != "ahead":
            return ARRANGEMENTS[self._plan](spots)
        state = np.zeros(1, STATE)
        for name in SEEN:
            state[name][0] = seen[name]
        for inches in range(int(self._record["move"][unit]), 0, -1):
            points = [(x, y + 1000 * inches) for x, y in spots]
            move = 1000 * int(self._record["move"][unit])
            if not check_placement(self._record, state[0], unit, points, Placement.MOVE, move):
                return points
        return spots
