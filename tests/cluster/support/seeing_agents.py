"""An agent that writes down what it sees; it runs in a process of its own."""

from __future__ import annotations

import json
from pathlib import Path

from engine.agents.python import PythonAgent


class Witness(PythonAgent):
    """Takes any legal action, and appends every question and its answer to the file `log`."""

    def setup(self, context):
        self.log = Path(context.parameters["log"])

    def act(self, observations, legal):
        actions = [int(observations.rng(row).choice(choices)) for row, choices in enumerate(legal.lists)]
        with self.log.open("a") as file:
            for row, action in enumerate(actions):
                seen = {name: observations[name][row].tolist() for name in observations.records.dtype.names}
                question = [observations.games[row], int(observations.decisions[row]), legal.lists[row].tolist(), action, seen]
                file.write(json.dumps(question) + "\n")
        return actions
