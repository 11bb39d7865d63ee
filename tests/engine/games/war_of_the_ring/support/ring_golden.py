"""Recorded games of War of the Ring: fixed seeds, one case for each expansion and agent.

    python tests/engine/games/war_of_the_ring/support/ring_golden.py

records them anew. Do that only with a new `Game.version`: results of older runs don't compare with new ones.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.game import get_game
from engine.options import resolve_options
from engine.testing.golden import fingerprint_of

GAME = get_game("war-of-the-ring")
FILE = Path(__file__).with_name("ring_golden.json")
CASES = [f"{expansion}/{agent}" for expansion in ("none", "kings") for agent in ("random", "greedy")]
RECORDED = 40


@functools.cache
def play(expansion: str, agent: str, games: int, seed: int = 1954) -> Batch:
    """Games played to their end by one kind of agent at both seats."""
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, {"expansion": expansion}), games, seed=seed)
    agents = np.zeros(batch.seats, AGENT_DTYPE)
    agents["kind"] = AgentKind[agent.upper()]
    keys = agent_keys(seed, agent, np.arange(games, dtype=np.int64), np.zeros(games, np.int64), batch.seats)
    batch.play(agents, keys)
    return batch


def fingerprint(case: str, games: int = RECORDED) -> dict[str, object]:
    """Final states, decisions and outcomes of a case's games."""
    expansion, agent = case.split("/")
    batch = play(expansion, agent, games)
    return {"first": f"{batch.hashes()[0]:016x}", **fingerprint_of(batch)}


if __name__ == "__main__":
    recorded = {case: fingerprint(case) for case in CASES}
    FILE.write_text(json.dumps({"version": GAME.version, "games": recorded}, indent=1) + "\n")
