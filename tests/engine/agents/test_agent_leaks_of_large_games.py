"""No agent's decision depends on what its seat can't see, or on luck to come: the large games.

All of it runs in plain Python, with few iterations in few positions: to compile a search takes minutes for each of these games.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass

import numpy as np
import pytest

from engine.agents.specs import read_agent
from engine.testing import Subject, subject_of
from engine.testing.agents import check_decisions, chooser
from engine.testing.subject import Position

pytestmark = pytest.mark.slow

AGENTS = [
    {"kind": "random"},
    {"kind": "greedy"},
    {"kind": "flat_monte_carlo", "iterations": 6, "depth": 1},
    {"kind": "ismcts", "iterations": 6, "depth": 2},
]
POSITIONS = 3
APART = 12
"""Random decisions from one position to the next."""


@dataclass(frozen=True)
class Beginning(Subject):
    """A subject that is looked at in the first part of a game only: whole games take long in plain Python."""

    def sample(self, most: int) -> list[Position]:
        batch, chance, found = self.fresh(1), np.random.default_rng(self.seed), []
        while len(found) < POSITIONS:
            for _ in range(APART):
                batch.apply(int(chance.choice(batch.legal_actions())))
            while len(batch.legal_actions()) == 1:
                batch.apply(int(batch.legal_actions()[0]))
            legal = batch.legal_actions()
            found.append(Position(0, int(batch.states["decisions"][0]), batch.states.copy(), legal, len(legal), -1))
        return found


def check_in_plain_python(name: str) -> None:
    """What the child does."""
    whole = subject_of(name)
    subject = Beginning(whole.game, whole.options, whole.games, whole.seed)
    for agent in AGENTS:
        check_decisions(subject, agent["kind"], chooser(read_agent(agent), subject.game), POSITIONS)
        print(agent["kind"])


@pytest.mark.parametrize("game", ["age-of-sigmar", "chaos-in-the-old-world", "war-of-the-ring"])
def test_agents_decide_by_what_they_see(game: str) -> None:
    source = (
        "import sys; sys.path[:0] = sys.argv[2:]\n"
        "from test_agent_leaks_of_large_games import check_in_plain_python\n"
        "check_in_plain_python(sys.argv[1])"
    )
    child = subprocess.run(
        [sys.executable, "-c", source, game, *sys.path],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    assert child.stdout.split() == [agent["kind"] for agent in AGENTS]
