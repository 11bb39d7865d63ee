"""What a policy network does as an agent, apart from its arithmetic: `NumpyPolicy` and `TorchPolicy` add that."""

from __future__ import annotations

import abc
from collections.abc import Sequence

import numpy as np

from engine.agents.networks.weights import MAX_ACTIVATION, MAX_INPUTS, Array, Layer, initial_layers, load_layers, on_grid
from engine.agents.python import AgentContext, Legal, Observations, PythonAgent
from engine.game import ObservationSpec
from engine.types import RecordArray


def scaled(spec: ObservationSpec, records: RecordArray) -> Array:
    """What a network sees of observations: every number over the largest that its field can hold, f8, shape (n, spec.size)."""
    columns = [
        records[field.name].reshape(len(records), field.size) / max(abs(field.low), abs(field.high), 1) for field in spec.fields
    ]
    return on_grid(np.concatenate(columns, axis=1), MAX_ACTIVATION)


class PolicyAgent(PythonAgent):
    """Scores every action by what the seat sees, and takes the best legal one.

    In a sweep file:

        agents:
          net:
            kind: python
            path: policy-network            # or policy-network-torch, which decides alike
            files: [net.npz]
            parameters: {weights: net.npz, temperature: 0.1}
            reproducible: true

    Parameters: `weights`, the file from `save_layers`, one of the agent's `files`; without it the weights are drawn from the
    agent's seed. `hidden`: sizes of hidden layers that are drawn, [64] if not given. `temperature`: 0 takes the best action;
    above, actions are drawn with probabilities proportional to exp(score / temperature). It is reproducible, whatever the
    batch, because its arithmetic is exact: see `engine.agents.networks.weights`.
    """

    def setup(self, context: AgentContext) -> None:
        """Load or draw the weights and get the network ready."""
        spec, parameters = context.observation_spec, context.parameters
        inputs, outputs = spec.size, context.action_spec.num_distinct_actions
        if inputs > MAX_INPUTS:
            raise ValueError(f"observations of {context.game} have {inputs} numbers, {MAX_INPUTS} at the most are exact")
        name = parameters.get("weights")
        if name is None:
            layers = initial_layers([inputs, *parameters.get("hidden", [64]), outputs], context.seed)
        elif name in context.files:
            layers = load_layers(context.files[name], inputs, outputs)
        else:
            raise ValueError(f"weights: {name!r} is none of the agent's files ({', '.join(context.files) or 'it has none'})")
        self._temperature = float(parameters.get("temperature", 0.0))
        self._spec = spec
        self.prepare(layers, context)

    def act(self, observations: Observations, legal: Legal) -> Sequence[int]:
        """One action a row."""
        scores = self.scores(scaled(self._spec, observations.records))
        actions = []
        for row, choices in enumerate(legal.lists):
            wanted = scores[row, choices]
            if self._temperature > 0:  # the largest of scores with Gumbel noise is a draw from their softmax
                wanted = wanted + self._temperature * observations.rng(row).gumbel(size=len(choices))
            actions.append(int(choices[np.argmax(wanted)]))
        return actions

    @abc.abstractmethod
    def prepare(self, layers: Sequence[Layer], context: AgentContext) -> None:
        """Take the weights over, onto whatever device."""

    @abc.abstractmethod
    def scores(self, inputs: Array) -> Array:
        """The score of every action: (n, inputs) to (n, actions)."""
