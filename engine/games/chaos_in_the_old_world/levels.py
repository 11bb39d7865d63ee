"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`), whose playouts are forty greedy decisions.

A summoning phase offers dozens of figures, cards and regions at once; a node tries those first that `greedy` likes best.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "depth": 40, "exploration": 0.3, "widening": 1.0}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "iterations": 100},
    "standard": {**_SEARCH, "iterations": 400},
    "strong": {**_SEARCH, "iterations": 2000},
}
