"""Recorded games of Chaos in the Old World: fixed seeds, one case for each line-up and agent.

    python tests/engine/games/chaos_in_the_old_world/support/chaos_golden.py

records them anew. Do that only with a new `Game.version`: results of older runs don't compare with new ones.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.game import get_game
from engine.options import resolve_options
from engine.testing.golden import fingerprint_of

GAME = get_game("chaos-in-the-old-world")
FILE = Path(__file__).with_name("chaos_golden.json")

_OPTIONS: dict[str, dict[str, Any]] = {
    "all-4": {},
    "no_house_cards": {"house_cards": False},
    "older_ruiners": {"ruiner_by": "step"},
    **GAME.lineups["all-3"],
}
CASES = [f"{options}/{agent}" for options in _OPTIONS for agent in ("random", "greedy")]


def play(overrides: dict[str, Any], agent: str, games: int, seed: int = 2009) -> Batch:
    """Games played to their end by one kind of agent at all seats."""
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, overrides), games, seed=seed)
    agents = np.zeros(batch.seats, AGENT_DTYPE)
    agents["kind"] = AgentKind[agent.upper()]
    keys = agent_keys(seed, agent, np.arange(games, dtype=np.int64), np.zeros(games, np.int64), batch.seats)
    batch.play(agents, keys)
    return batch


def fingerprint(case: str) -> dict[str, object]:
    """Final states, decisions and outcomes of a case's games."""
    options, agent = case.split("/")
    batch = play(_OPTIONS[options], agent, 40)
    return fingerprint_of(batch)


if __name__ == "__main__":
    games = {case: fingerprint(case) for case in CASES}
    FILE.write_text(json.dumps({"version": GAME.version, "games": games}, indent=1) + "\n")
