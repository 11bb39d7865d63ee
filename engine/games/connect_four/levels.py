"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`). Random playouts to the end cost little here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "random", "exploration": 0.5}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "iterations": 300},
    "standard": {**_SEARCH, "iterations": 3000},
    "strong": {**_SEARCH, "iterations": 30_000},
}
