"""Agents for the tests of the guard; they run in processes of their own."""

from __future__ import annotations

from engine.agents.python import PythonAgent


class Crash(PythonAgent):
    """Fails at every decision."""

    def act(self, observations, legal):
        raise RuntimeError("as always")


class Flaky(PythonAgent):
    """Takes the first legal action; the share `rate` of its decisions is no action at all."""

    def setup(self, context):
        self.rate = context.parameters["rate"]

    def act(self, observations, legal):
        return [
            -1 if observations.rng(row).random() < self.rate else int(actions[0]) for row, actions in enumerate(legal.lists)
        ]
