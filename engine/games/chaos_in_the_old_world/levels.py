"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`), whose playouts are forty greedy decisions.

A summoning phase offers dozens of figures, cards and regions at once; a node tries those first that `greedy` likes best. With
an exploration of 0.3 a hundred iterations were no better than flat Monte Carlo with as many (0.22 of the wins against three of
it, where 0.25 is fair); with 0.1 they are (0.36): the values of positions lie near each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "depth": 40, "exploration": 0.1, "widening": 1.0}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "iterations": 60},
    "standard": {**_SEARCH, "iterations": 240},
    "strong": {**_SEARCH, "iterations": 1000},
}
