"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`). README, Agents, says what they cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "depth": 20, "exploration": 0.4, "widening": 1.0}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "iterations": 200},
    "standard": {**_SEARCH, "iterations": 1000},
    "strong": {**_SEARCH, "iterations": 5000},
}
