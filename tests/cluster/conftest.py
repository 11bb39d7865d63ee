"""Makes the modules of `support/` importable by name, and lends tests a game for plans."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine import game as games

sys.path.insert(0, str(Path(__file__).parent / "support"))
sys.path.append(str(Path(__file__).parents[1] / "engine/agents"))  # the solver of Connect Four
sys.path.append(str(Path(__file__).parents[1] / "engine/support"))  # small games


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> games.Game:
    """The game `toy` of `support/toy_game.py`, registered while a test runs."""
    from toy_game import make_toy_game

    game = make_toy_game()
    monkeypatch.setitem(games._games, game.name, game)
    return game
