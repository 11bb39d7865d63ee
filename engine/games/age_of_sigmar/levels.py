"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`), whose playouts are forty greedy decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "depth": 40, "exploration": 0.5}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "iterations": 200},
    "standard": {**_SEARCH, "iterations": 700},
    "strong": {**_SEARCH, "iterations": 4000},
}
