"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`), whose playouts are forty greedy decisions: a round.

Values of positions lie near each other, and a unit has dozens of choices. So exploration is low, and a node tries the choices
that `greedy` likes best first: with 0.5 and no order, 200 iterations were spread so evenly that the choice was left to chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "depth": 40, "exploration": 0.15, "widening": 1.0}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "iterations": 200},
    "standard": {**_SEARCH, "iterations": 700},
    "strong": {**_SEARCH, "iterations": 4000},
}
