"""Recorded battles of Age of Sigmar: fixed seeds, one case for each pair of armies and agent.

    python tests/engine/games/age_of_sigmar/support/sigmar_golden.py

records them anew (seconds). After the release that is for a new `Game.version` only: results of older runs don't compare then.
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

GAME = get_game("age-of-sigmar")
FILE = Path(__file__).with_name("sigmar_golden.json")

_PAIRS = (("starter_stormcast", "starter_khorne"), ("storm", "blood"), ("stars", "rats"), ("waaagh", "free"))
CASES = [f"{red} against {blue}, {agent}" for red, blue in _PAIRS for agent in ("random", "greedy")]


def play(red: str, blue: str, agents: tuple[str, str], battles: int, seed: int = 2015, **more: Any) -> Batch:
    """Battles of two army lists, played to their end by compiled agents."""
    overrides = {"armies.red.list": red, "armies.blue.list": blue, **more}
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, overrides), battles, seed=seed)
    records = np.zeros(2, AGENT_DTYPE)
    records["kind"] = [AgentKind[agent.upper()] for agent in agents]
    blocks = np.arange(battles, dtype=np.int64)
    batch.play(records, agent_keys(seed, "golden", blocks, np.zeros_like(blocks), 2))
    return batch


def fingerprint(case: str) -> dict[str, object]:
    """Final states, decisions and outcomes of a case's battles."""
    armies, agent = case.split(", ")
    red, blue = armies.split(" against ")
    batch = play(red, blue, (agent, agent), 20)
    return fingerprint_of(batch)


if __name__ == "__main__":
    games = {case: fingerprint(case) for case in CASES}
    FILE.write_text(json.dumps({"version": GAME.version, "games": games}, indent=1) + "\n")
