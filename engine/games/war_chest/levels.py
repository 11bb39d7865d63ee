"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`), found by trial (README, Agents).

A decision has some dozens of legal actions: without `widening` most iterations of `fast` went into the first layer of the tree,
and it was no better than flat Monte Carlo.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "depth": 40, "exploration": 0.5, "widening": 1.0}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "iterations": 500},
    "standard": {**_SEARCH, "iterations": 2000},
    "strong": {**_SEARCH, "iterations": 10_000},
}
