"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`). README, How the machine plays, says what was tried.

Values of positions lie near each other, and a unit has dozens of choices. So exploration is low, and a node tries the choices
that `greedy` likes best first: with 0.5 and no order, 200 iterations were spread so evenly that the choice was left to chance.
`widening` 0.4 leaves six of them to 200 iterations, because the best of many means is the luckiest. What a level sees more than
the one below is above all later: ten decisions end within a side's own turn, twenty begin the enemy's answer, sixty see the
round that follows it. Four times the iterations at the same depth bring less (0.58 of 32 battles, 0.56 of 16).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "exploration": 0.15, "widening": 0.4}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "depth": 10, "iterations": 200},
    "standard": {**_SEARCH, "depth": 20, "iterations": 400},
    "strong": {**_SEARCH, "depth": 60, "iterations": 800},
}
