"""The policy network in PyTorch: `pip install 'warhost[torch]'`. It decides as the one in NumPy does, on whatever device."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import torch

from engine.agents.networks.policy import PolicyAgent
from engine.agents.networks.weights import MAX_ACTIVATION, STEP, Array, Layer
from engine.agents.python import AgentContext


class Network(torch.nn.Module):
    """Fully connected layers, the hidden ones rectified. Activations are rounded, so that all sums are exact, but not while it
    is trained: a step has no slope.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        super().__init__()
        self.layers = torch.nn.ModuleList([torch.nn.Linear(n, m, dtype=torch.float64) for n, m in pairwise(sizes)])

    @classmethod
    def of(cls, layers: Sequence[Layer]) -> Network:
        """A network with these weights."""
        network = cls([len(layers[0].weight), *(layer.bias.size for layer in layers)])
        with torch.no_grad():
            for linear, layer in zip(network.layers, layers, strict=True):
                linear.weight.copy_(torch.from_numpy(layer.weight.T))
                linear.bias.copy_(torch.from_numpy(layer.bias))
        return network

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        """The outputs: (n, inputs) to (n, outputs)."""
        for layer in self.layers[:-1]:
            values = torch.clamp(layer(values), 0.0, MAX_ACTIVATION)
            if not self.training:
                values = torch.round(values / STEP) * STEP
        return self.layers[-1](values)


class TorchPolicy(PolicyAgent):
    """See `PolicyAgent`. A further parameter, `device`, is PyTorch's word for one; a GPU if there is one, if not given."""

    def prepare(self, layers: Sequence[Layer], context: AgentContext) -> None:
        """Bring the weights onto the device."""
        fallback = "cuda" if torch.cuda.is_available() else "cpu"
        self._device = torch.device(context.parameters.get("device", fallback))
        self._network = Network.of(layers).to(self._device).eval()

    def scores(self, inputs: Array) -> Array:
        """The score of every action: (n, inputs) to (n, actions)."""
        with torch.inference_mode():
            outputs: Array = self._network(torch.from_numpy(inputs).to(self._device)).cpu().numpy()
        return outputs
