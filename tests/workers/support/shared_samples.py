"""An agent for the tests of desks: it notes the size of every batch, and plays by position and key alone."""

from __future__ import annotations

import os
from pathlib import Path

from engine.agents.python import PythonAgent


class Noting(PythonAgent):
    """A draw from the legal actions; appends a line `pid rows distinct-games` for each call to the file `log`."""

    def setup(self, context):
        self.log = Path(context.parameters["log"])
        if context.parameters.get("broken"):
            raise RuntimeError("no network there")

    def act(self, observations, legal):
        with self.log.open("a") as file:
            file.write(f"{os.getpid()} {len(observations)} {len(set(observations.games))}\n")
        return [int(observations.rng(row).choice(actions)) for row, actions in enumerate(legal.lists)]
