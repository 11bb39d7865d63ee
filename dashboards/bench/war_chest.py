"""Random games of War Chest with random armies."""

from __future__ import annotations

import numpy as np

from dashboards.bench.timing import Runner
from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.game import get_game

_SEED = 1


def play_games(games: int) -> int:
    """Set up and play random games with the default options; returns the number of decisions."""
    game = get_game("war-chest")
    batch = Batch.from_seed(game, game.options(), games, _SEED)
    blocks = np.arange(games, dtype=np.int64)
    agents = np.zeros(batch.seats, AGENT_DTYPE)
    agents["kind"] = AgentKind.RANDOM
    return int(batch.play(agents, agent_keys(_SEED, "bench", blocks, np.zeros_like(blocks), batch.seats)).sum())


def runner(games: int) -> Runner:
    """War Chest's side of a contest; work is in decisions."""
    return Runner("war_chest", play_games(games), lambda: play_games(games))
