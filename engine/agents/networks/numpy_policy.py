"""The policy network in NumPy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.agents.networks.policy import PolicyAgent
from engine.agents.networks.weights import MAX_ACTIVATION, Array, Layer, on_grid
from engine.agents.python import AgentContext


class NumpyPolicy(PolicyAgent):
    """See `PolicyAgent`."""

    def prepare(self, layers: Sequence[Layer], context: AgentContext) -> None:
        """Keep the weights."""
        self._layers = list(layers)

    def scores(self, inputs: Array) -> Array:
        """The score of every action: (n, inputs) to (n, actions)."""
        return forward(self._layers, inputs)


def forward(layers: Sequence[Layer], inputs: Array) -> Array:
    """The outputs of a network whose hidden layers are rectified: (n, inputs) to (n, outputs)."""
    values = inputs
    for layer in layers[:-1]:
        values = on_grid(np.maximum(values @ layer.weight + layer.bias, 0.0), MAX_ACTIVATION)
    return values @ layers[-1].weight + layers[-1].bias
