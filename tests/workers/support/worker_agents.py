"""Agents for the tests of the workers; they run in processes of their own."""

from __future__ import annotations

import os
from pathlib import Path

from engine.agents.python import PythonAgent


def is_unlucky(game: str) -> bool:
    """Whether an agent of the tests fails in a game."""
    return int(game.split("/")[1]) % 5 == 3


class First(PythonAgent):
    """Takes the first legal action; fails in unlucky games as its parameter says. Leaves its process id in a file."""

    def setup(self, context):
        self.fault = context.parameters.get("fault")
        if context.parameters.get("log"):
            with Path(context.parameters["log"]).open("a") as file:
                file.write(f"{os.getpid()} {context.seed}\n")

    def act(self, observations, legal):
        actions = [int(row[0]) for row in legal.lists]
        for i, game in enumerate(observations.games):
            if self.fault and is_unlucky(game) and observations.decisions[i] > 3:
                if self.fault == "error":
                    raise RuntimeError("out of luck")
                actions[i] = 99
        return actions
