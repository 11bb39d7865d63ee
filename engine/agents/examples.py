"""An agent to copy: everything that an agent in Python can do, in the order it will need it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.agents.python import AgentContext, Legal, Observations, PythonAgent


class Preferences(PythonAgent):
    """Plays by a list of what it likes, in any game; now and then it does anything.

    In a sweep file, best values first (`warhost games GAME` names the parts of an action and their values):

        agents:
          mine:
            kind: python
            path: preferences
            reproducible: true
            parameters:
              prefer: {verb: [control, attack, move]}
              epsilon: 0.05

    `prefer` maps the name of a part to its values, best first. The first part named decides; the next one breaks ties. A value
    that is not listed ranks behind those that are. Without `prefer` every action is as good as another. `epsilon` is the share
    of decisions, 0 .. 1, that are made at random: 0 if not given.
    """

    def setup(self, context: AgentContext) -> None:
        """Read the parameters, once; complain about what can't be meant. Files would be loaded here from `context.files`."""
        prefer: dict[str, list[Any]] = context.parameters.get("prefer", {})
        parts = {part.name: part.values for part in context.action_spec.parts}
        for name, values in prefer.items():
            if name not in parts:
                raise ValueError(f"actions of {context.game} have no part {name!r}; they have {', '.join(parts)}")
            unknown = [value for value in values if str(value) not in parts[name]]
            if unknown:
                raise ValueError(f"{name} can't be {unknown[0]!r}; it can be {', '.join(parts[name])}")
        self._epsilon = float(context.parameters.get("epsilon", 0.0))
        self._ranks = {name: {str(value): rank for rank, value in enumerate(values)} for name, values in prefer.items()}

    def act(self, observations: Observations, legal: Legal) -> Sequence[int]:
        """One action a row. A network would look at `observations.flat` and `legal.mask` here, for all rows at once."""
        return [self._decide(observations, legal, row) for row in range(len(observations))]

    def _decide(self, observations: Observations, legal: Legal, row: int) -> int:
        actions = legal.lists[row]
        rng = observations.rng(row)
        if rng.random() < self._epsilon:
            return int(rng.choice(actions))
        distances = [self._distance(parts) for parts in legal.parts(row)]
        best = min(distances)
        return int(rng.choice([action for action, distance in zip(actions, distances, strict=True) if distance == best]))

    def _distance(self, parts: dict[str, Any]) -> tuple[int, ...]:
        """How far an action is from the best: a rank for each part that matters."""
        return tuple(ranks.get(str(parts.get(name)), len(ranks)) for name, ranks in self._ranks.items())
