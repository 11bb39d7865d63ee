"""Levels of play: parameters of `ismcts` (`engine.agents.search_specs`), whose playouts are greedy decisions.

A summoning phase offers dozens of figures, cards and regions at once; a node tries those first that `greedy` likes best. With
an exploration of 0.3 a hundred iterations were no better than flat Monte Carlo with as many (0.22 of the wins against three of
it, where 0.25 is fair); with 0.1 they are: the values of positions lie near each other. A game has some 220 decisions: each
level looks twice as far as the one below, with twice the iterations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SEARCH = {"playout": "greedy", "exploration": 0.1, "widening": 1.0}

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {**_SEARCH, "depth": 20, "iterations": 60},
    "standard": {**_SEARCH, "depth": 40, "iterations": 120},
    "strong": {**_SEARCH, "depth": 80, "iterations": 240},
}
