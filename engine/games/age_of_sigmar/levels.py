"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`). README, How the machine plays, says what was tried.

Values of positions lie near each other, and a unit has dozens of choices. So exploration is low, and a node tries the choices
that `greedy` likes best first: with 0.5 and no order, 200 iterations were spread so evenly that the choice was left to chance.
Ten decisions end within a side's own turn, which is all that a few iterations can tell apart; more iterations of that kind
bring nothing, so the other levels look as far as the enemy's answer: forty decisions, a round. `widening` 0.4 leaves the five
choices that `greedy` likes best to 200 iterations: flat Monte Carlo wins 0.70 of its games against `greedy` with it, and 0.58
with 1.0, because the best of many means is the luckiest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "exploration": 0.15, "widening": 0.4}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "depth": 10, "iterations": 200},
    "standard": {**_SEARCH, "depth": 40, "iterations": 800},
    "strong": {**_SEARCH, "depth": 40, "iterations": 3200},
}
