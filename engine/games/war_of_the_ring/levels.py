"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`), found by trial. README, Agents, says what they cost.

A game has some three hundred choices a side, of which few change its value by more than what luck does to a playout. So a node
tries those first that `greedy` likes best, and of sixty iterations four actions get any. What a level sees more than the one
below is above all later: a turn has about fifty decisions, of which `fast` sees twenty, `standard` forty, `strong` eighty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "exploration": 0.1, "widening": 0.4}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "depth": 20, "iterations": 60},
    "standard": {**_SEARCH, "depth": 40, "iterations": 100},
    "strong": {**_SEARCH, "depth": 80, "iterations": 250},
}
