"""Recorded games of War Chest: fixed seeds, one case for each set-up, number of players and agent.

    python tests/engine/games/war_chest/support/war_chest_golden.py

records them anew. Do that only with a new `Game.version`: results of older runs don't compare with new ones.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.game import get_game
from engine.options import resolve_options
from engine.testing.golden import fingerprint_of

GAME = get_game("war-chest")
FILE = Path(__file__).with_name("war_chest_golden.json")

_SETUPS = {
    "random": {},
    "first_game": {"setup": "first_game"},
    "draft": {"setup": "draft"},
    "elimination_draft": {"setup": "elimination_draft"},
    "gaugamela": GAME.lineups["famous-battles"]["gaugamela"],
    "revised": {"royal_guard.card": "revised", "footman.second_act": "optional", "max_rounds": 30},
    "four_players": {"players": 4},
    "four_players_draft": {"players": 4, "setup": "draft", "draft_order": "rotating"},
    "four_players_elimination_draft": {"players": 4, "setup": "elimination_draft"},
}
CASES = [f"{setup}/{agent}" for setup in _SETUPS for agent in ("random", "greedy")]

_GAMES = 40
_CAP = 300


def fingerprint(case: str) -> dict[str, object]:
    """Final states, decisions and outcomes of a case's games."""
    setup, agent = case.split("/")
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, _SETUPS[setup]), _GAMES, seed=2018)
    agents = np.zeros(batch.seats, AGENT_DTYPE)
    agents["kind"] = AgentKind[agent.upper()]
    keys = agent_keys(2018, case, np.arange(_GAMES, dtype=np.int64), np.zeros(_GAMES, np.int64), batch.seats)
    batch.play(agents, keys, _CAP)
    return fingerprint_of(batch)


if __name__ == "__main__":
    games = {case: fingerprint(case) for case in CASES}
    FILE.write_text(json.dumps({"version": GAME.version, "games": games}, indent=1) + "\n")
