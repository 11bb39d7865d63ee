"""The example networks: exact arithmetic, weights in files without pickles, and PyTorch deciding as NumPy does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.agents.invariance import find_variance
from engine.agents.match import play_lanes
from engine.agents.networks.numpy_policy import forward
from engine.agents.networks.weights import MAX_ACTIVATION, initial_layers, load_layers, on_grid, save_layers
from engine.agents.player import AgentSetupError, make_player
from engine.agents.specs import agent_record, read_agent
from engine.batch import Batch, agent_keys
from engine.game import get_game
from engine.testing import check_agent

CONNECT_FOUR = get_game("connect-four")
INPUTS, ACTIONS = CONNECT_FOUR.observation_spec().size, CONNECT_FOUR.num_distinct_actions


def network(path: str = "policy-network", **parameters):
    files = [parameters["weights"]] if "weights" in parameters else []
    return read_agent({"kind": "python", "path": path, "files": files, "parameters": parameters, "reproducible": True})


def actions_of(spec, directory: Path, game=CONNECT_FOUR, games: int = 12, seed: int = 3) -> list[list[int]]:
    """What the agent does in games in which it has every seat."""
    player = make_player(spec, game, game.options(), seed=seed, base_directory=directory)
    assert player is not None
    with player:
        batch = Batch.from_seed(game, None, games, seed)
        keys = agent_keys(seed, "cell", np.arange(games), np.zeros(games, np.int64), batch.seats)
        records = np.broadcast_to(np.array(agent_record(spec)), (games, batch.seats))
        result = play_lanes(batch, records, keys, 300, [player], record=True)
    assert not result.causes.any(), result.forfeits[0]
    return [actions.tolist() for actions in result.actions or []]


def test_a_row_has_the_same_scores_in_every_batch_and_order_of_addition():
    rng = np.random.Generator(np.random.Philox(1))
    layers = initial_layers([4000, 200, 30], seed=2)
    inputs = on_grid(rng.normal(scale=100, size=(37, 4000)), MAX_ACTIVATION)
    whole = forward(layers, inputs)
    assert (whole == np.concatenate([forward(layers, row[None]) for row in inputs])).all()
    shuffled = rng.permutation(4000)
    first = layers[0]._replace(weight=layers[0].weight[shuffled])
    assert (forward([first, *layers[1:]], inputs[:, shuffled]) == whole).all()
    plain = inputs / 3  # off the grid the order matters: the test would see it
    assert (forward(layers[:1], plain) != forward([first], plain[:, shuffled])).any()


def test_weights_come_back_from_their_file(tmp_path):
    layers = initial_layers([INPUTS, 8, ACTIONS], seed=4)
    save_layers(tmp_path / "net.npz", layers)
    for kept, read in zip(layers, load_layers(tmp_path / "net.npz", INPUTS, ACTIONS), strict=True):
        assert (kept.weight == read.weight).all()
        assert (kept.bias == read.bias).all()
    assert actions_of(network(weights="net.npz"), tmp_path) != actions_of(network(), tmp_path)


def test_a_pickle_in_place_of_weights_is_refused_unread(tmp_path):
    class Trap:
        def __reduce__(self):
            return Path.touch, (tmp_path / "sprung",)

    np.savez(tmp_path / "net.npz", weight0=np.array([Trap()], dtype=object), bias0=np.zeros(ACTIONS))
    with pytest.raises(ValueError, match="no archive of arrays"):
        load_layers(tmp_path / "net.npz", INPUTS, ACTIONS)
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"weight0": np.zeros((INPUTS + 1, ACTIONS)), "bias0": np.zeros(ACTIONS)}, "are wanted"),
        ({"weight0": np.zeros((INPUTS, ACTIONS)), "bias0": np.zeros(ACTIONS + 1)}, "are wanted"),
        ({"weight0": np.zeros((INPUTS, ACTIONS))}, "bias0 None"),
        ({"weight0": np.zeros((INPUTS, 3)), "bias0": np.zeros(3)}, "end in 3 outputs"),
        ({"weight0": np.full((INPUTS, ACTIONS), np.nan), "bias0": np.zeros(ACTIONS)}, "finite"),
        ({"other": np.zeros(3)}, "0 layers"),
    ],
)
def test_weights_of_another_shape_are_refused_with_words(tmp_path, arrays, words):
    np.savez(tmp_path / "net.npz", **arrays)
    with pytest.raises(ValueError, match=words):
        load_layers(tmp_path / "net.npz", INPUTS, ACTIONS)


def test_weights_that_are_no_file_of_the_agent_are_refused(tmp_path):
    spec = read_agent({"kind": "python", "path": "policy-network", "parameters": {"weights": "net.npz"}})
    with pytest.raises(AgentSetupError, match="none of the agent's files"):
        actions_of(spec, tmp_path)


@pytest.mark.parametrize("game", ["connect-four", "war-chest"])
def test_the_network_decides_by_what_it_sees_in_every_batch(game, tmp_path):
    found = get_game(game)
    spec = network(temperature=0.5, hidden=[16, 16])
    check_agent(found, spec, positions=6)
    assert find_variance(spec, found, found.options(), games=6, decisions=60) is None


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect-four", "war-chest"])
@pytest.mark.parametrize("temperature", [0.0, 0.5])
def test_pytorch_decides_as_numpy_does(game, temperature, tmp_path):
    pytest.importorskip("torch")
    found = get_game(game)
    layers = initial_layers([found.observation_spec().size, 32, 32, found.num_distinct_actions], seed=9)
    save_layers(tmp_path / "net.npz", layers)
    specs = [network(path, weights="net.npz", temperature=temperature) for path in ("policy-network", "policy-network-torch")]
    one, other = (actions_of(spec, tmp_path, found) for spec in specs)
    assert one == other
    assert len({str(actions) for actions in one}) > 1 or temperature == 0


@pytest.mark.slow
def test_a_network_learns_from_greedy_in_pytorch_and_plays_in_numpy(tmp_path):
    pytest.importorskip("torch")
    from engine.agents.networks.train_torch import main

    options = ["--games", "400", "--hidden", "48", "--epochs", "6"]
    main(["connect-four", str(tmp_path / "net.npz"), *options])
    main(["connect-four", str(tmp_path / "again.npz"), *options])
    one, other = (load_layers(tmp_path / name, INPUTS, ACTIONS) for name in ("net.npz", "again.npz"))
    assert all((a.weight == b.weight).all() and (a.bias == b.bias).all() for a, b in zip(one, other, strict=True))
    games, spec = 100, network(weights="net.npz")
    player = make_player(spec, CONNECT_FOUR, CONNECT_FOUR.options(), base_directory=tmp_path)
    assert player is not None
    with player:
        batch = Batch.from_seed(CONNECT_FOUR, None, games, 5)
        keys = agent_keys(5, "cell", np.arange(games), np.zeros(games, np.int64), 2)
        dice = agent_record(read_agent({"kind": "random"}))
        records = np.array([[agent_record(spec), dice] if k % 2 else [dice, agent_record(spec)] for k in range(games)])
        result = play_lanes(batch, records, keys, None, [player])
    score = np.mean([result.credits[k, 1 - k % 2] for k in range(games)]) / 12
    assert score > 0.8, "random would have 0.5 against itself"
