"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`), found by trial. README, Agents, says what they cost.

A game has some three hundred choices a side, of which few change its value by more than what luck does to a playout. So a
search leaves `greedy` only where it sees much to win: of two actions after 50 iterations, of three after 150. Ten decisions
are too short (0.31 against `greedy`: the Shadow's armies had not arrived anywhere), forty see the next turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "depth": 40, "exploration": 0.2, "widening": 0.2}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "iterations": 50},
    "standard": {**_SEARCH, "iterations": 150},
    "strong": {**_SEARCH, "iterations": 450},
}
