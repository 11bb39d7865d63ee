"""Random games of War of the Ring, with and without Kings of Middle-earth."""

from __future__ import annotations

import numpy as np

from dashboards.bench.timing import Runner
from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.game import get_game
from engine.options import resolve_options

_SEED = 1


def play_games(expansion: str, games: int) -> int:
    """Set up and play random games; returns the number of decisions."""
    game = get_game("war-of-the-ring")
    batch = Batch.from_seed(game, resolve_options(game.options, {"expansion": expansion}), games, _SEED)
    blocks = np.arange(games, dtype=np.int64)
    agents = np.zeros(batch.seats, AGENT_DTYPE)
    agents["kind"] = AgentKind.RANDOM
    return int(batch.play(agents, agent_keys(_SEED, "bench", blocks, np.zeros_like(blocks), batch.seats)).sum())


def runner(name: str, expansion: str, games: int) -> Runner:
    """A side of a contest; work is in decisions."""
    return Runner(name, play_games(expansion, games), lambda: play_games(expansion, games))
