"""Teach a policy network to play as `greedy` does: a beginning to build on, from games to weights that a sweep can name.

    python -m engine.agents.networks.train_torch connect-four net.npz --games 2000

The same seed gives the same weights on the same machine and version of PyTorch. It is the file that is part of an agent.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from engine.agents.match import play_lanes
from engine.agents.networks.policy import scaled
from engine.agents.networks.torch_policy import Network
from engine.agents.networks.weights import MAX_WEIGHT, Array, Layer, initial_layers, on_grid, save_layers
from engine.agents.specs import agent_of_word, agent_record
from engine.batch import Batch, agent_keys
from engine.game import Game, get_game

BATCH = 256


@dataclass(frozen=True)
class Lessons:
    """Decisions with a choice, n of them.

    Attributes:
        inputs: (n, inputs) f8, what the network sees.
        legal: (n, actions) bool.
        actions: (n,) i8, what the teacher did.
    """

    inputs: Array
    legal: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int64]


def lessons(game: Game, games: int, seed: int, teacher: str = "greedy") -> Lessons:
    """Every decision of the teacher, a word for an agent that is compiled, in games against itself by the rulebook."""
    batch = Batch.from_seed(game, None, games, seed)
    begun = batch.copy()
    blocks = np.arange(games, dtype=np.int64)
    keys = agent_keys(seed, "lessons", blocks, np.zeros(games, np.int64), batch.seats)
    records = np.array([agent_record(agent_of_word(teacher))] * batch.seats)
    seen, legal, actions = [], [], []
    for lane, taken in enumerate(play_lanes(batch, records, keys, record=True).actions or []):
        for action in taken.tolist():
            choices = begun.legal_actions(lane)
            if len(choices) > 1:
                seen.append(begun.observe(int(begun.states["current_player"][lane]), [lane]))
                legal.append(np.isin(np.arange(game.num_distinct_actions), choices))
                actions.append(action)
            begun.apply(action, lane)
    return Lessons(scaled(game.observation_spec(), np.concatenate(seen)), np.array(legal), np.array(actions, np.int64))


def train(found: Lessons, hidden: Sequence[int], epochs: int, seed: int, device: str = "cpu") -> list[Layer]:
    """The layers of a network that gives the teacher's actions the highest scores it can."""
    torch.use_deterministic_algorithms(True)
    order = torch.Generator().manual_seed(seed)
    sizes = [found.inputs.shape[1], *hidden, found.legal.shape[1]]
    network = Network.of(initial_layers(sizes, seed)).to(device).train()
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    inputs, legal, actions = (torch.from_numpy(array).to(device) for array in (found.inputs, found.legal, found.actions))
    for _ in range(epochs):
        for rows in torch.randperm(len(actions), generator=order).to(device).split(BATCH):
            scores = network(inputs[rows]).masked_fill(~legal[rows], -torch.inf)
            loss = torch.nn.functional.cross_entropy(scores, actions[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    return [
        Layer(*(on_grid(tensor.detach().cpu().numpy(), MAX_WEIGHT) for tensor in (linear.weight.T, linear.bias)))
        for linear in network.layers
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, and store the weights."""
    parser = argparse.ArgumentParser(description="Teach a policy network to play as greedy does.")
    parser.add_argument("game", help="as `warhost games` lists it")
    parser.add_argument("out", type=Path, help="the file of weights to write, such as net.npz")
    parser.add_argument("--games", type=int, default=2000, help="games of the teacher")
    parser.add_argument("--hidden", type=int, nargs="*", default=[64], help="sizes of the hidden layers")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    given = parser.parse_args(arguments)
    found = lessons(get_game(given.game), given.games, given.seed)
    save_layers(given.out, train(found, given.hidden, given.epochs, given.seed, given.device))
    print(f"{given.out}: learnt from {len(found.actions)} decisions")  # noqa: T201  (a program's word to its user)


if __name__ == "__main__":
    main()
