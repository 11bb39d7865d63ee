"""Random games of Connect Four as one writes them with OpenSpiel: a Python loop over its C++ game."""

from __future__ import annotations

import importlib
import importlib.util
import random
from typing import Any

from dashboards.bench.timing import Runner

_SEED = 1


def is_installed() -> bool:
    """Whether `pyspiel` can be imported."""
    return importlib.util.find_spec("pyspiel") is not None


def play_games(game: Any, games: int) -> int:
    """Play random games; returns the number of moves. Equal numbers of games are equal games."""
    chance = random.Random(_SEED).random
    moves = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            moves += 1
    return moves


def runner(games: int) -> Runner:
    """OpenSpiel's side of a contest; work is in moves."""
    game = importlib.import_module("pyspiel").load_game("connect_four")
    return Runner("openspiel", play_games(game, games), lambda: play_games(game, games))
