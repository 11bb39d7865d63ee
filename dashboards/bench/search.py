"""Tree search on the first position of Connect Four: our kernel, and OpenSpiel's `MCTSBot` in C++ with random rollouts."""

from __future__ import annotations

import importlib

import numpy as np

from dashboards.bench.timing import Runner
from engine.agents.compiled import AGENT_DTYPE
from engine.agents.searching import PositionSearch
from engine.agents.specs import agent_record, read_agent
from engine.batch import Batch

_SEED = 7
_MEGABYTES = 64
OPENSPIEL_EXPLORATION = 2.0
"""OpenSpiel's returns are -1 .. 1 where ours are 0 .. 1: twice our exploration is the same search."""


def ismcts_runner(iterations: int) -> Runner:
    """Our side; work is in iterations."""
    agent = agent_record(read_agent({"kind": "ismcts", "iterations": iterations, "exploration": OPENSPIEL_EXPLORATION / 2}))
    search = PositionSearch(Batch.from_seed("connect-four"), np.array([agent], AGENT_DTYPE))
    key = np.array([_SEED, _SEED], np.uint64)
    return Runner("ismcts", iterations, lambda: search.decide(0, key))


def openspiel_runner(iterations: int) -> Runner:
    """OpenSpiel's side; work is in iterations."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game("connect_four")
    rollouts = pyspiel.RandomRolloutEvaluator(1, _SEED)
    bot = pyspiel.MCTSBot(game, rollouts, OPENSPIEL_EXPLORATION, iterations, _MEGABYTES, False, _SEED, False)
    state = game.new_initial_state()
    return Runner("openspiel_mcts", iterations, lambda: bot.step(state))
