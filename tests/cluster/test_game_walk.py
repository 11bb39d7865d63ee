"""A game is walked through: its positions, what each seat is told, where it turned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cluster_samples import play_all

from cluster import load_sweep, make_plan
from cluster.game_walk import GameWalk, walk_stored
from cluster.ids import GameId
from cluster.run_directory import RunDirectory
from cluster.sight import can_tell, told_words
from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, Lanes, agent_keys
from engine.rng import derive_key, key_array


def greedy_walk(game: str, seed: int) -> GameWalk:
    start = Batch.from_seed(game, seed=seed)
    agents = np.zeros((1, start.seats), AGENT_DTYPE)
    agents["kind"] = AgentKind.GREEDY
    zero = np.zeros(1, np.int64)
    lanes = Lanes(start.copy(), agents, agent_keys(seed, "walk", zero, zero, start.seats), record=True)
    lanes.advance()
    walk = GameWalk(start, ["greedy"] * start.seats, start.game.decision_cap)
    for action in lanes.recorded_actions()[0].tolist():
        walk.step(action)
    return walk


@pytest.fixture(scope="module")
def war_chest() -> list[GameWalk]:
    return [greedy_walk("war-chest", seed) for seed in range(3)]


def test_a_walk_ends_where_the_run_ended(tmp_path: Path) -> None:
    sweep: dict[str, Any] = {
        "game": "connect-four",
        "agents": {"a": {"kind": "greedy"}, "b": {"kind": "random"}},
        "design": [{"round_robin": ["a", "b"]}],
        "games": 4,
    }
    plan, run = make_plan(load_sweep(sweep)), RunDirectory(tmp_path)
    play_all(run, plan)
    walk, replay, differences = walk_stored(run, plan, GameId(plan.cells[0].cell_id, 1, 1))
    assert differences == ()
    assert walk.agents == ("b", "a")
    assert [decision.chosen for decision in walk.decisions] == [decision.chosen for decision in replay.decisions]
    assert walk.positions == len(replay.decisions) + 1
    last = walk.position(walk.positions - 1)
    assert last.hashes().tolist() == replay.batch.hashes().tolist()
    assert walk.values[-1] == [credit / 12 for credit in replay.ending.credits]
    with pytest.raises(IndexError, match="positions 0 to"):
        walk.position(walk.positions)


def test_in_an_open_game_everything_is_told() -> None:
    walk = greedy_walk("connect-four", 2)
    for place, decision in enumerate(walk.decisions):
        assert walk.told(place, 1 - decision.seat) == (decision.chosen.words, True)


def hands_are_known(batch: Batch, seat: int) -> bool:
    """Whether a seat knows every hand, as all other coins lie open."""
    worlds = Batch(batch.game, batch.options, np.repeat(batch.states, 200))
    worlds.resample(seat, np.stack([key_array(derive_key(number, "hands")) for number in range(200)]))
    return len({row.tobytes() for row in worlds.states["hand"]}) == 1


def test_the_coin_of_a_face_down_action_is_told_to_its_own_seat_only(war_chest: list[GameWalk]) -> None:
    seen = 0
    for walk in war_chest:
        for place, decision in enumerate(walk.decisions):
            words = decision.chosen.words
            assert walk.told(place, decision.seat) == (words, True)
            if "face-down" in words:
                told, whole = walk.told(place, 1 - decision.seat)
                if whole:
                    assert hands_are_known(walk.position(place), 1 - decision.seat), f"{decision.number}: {words}"
                    continue
                assert told in {"", words.split(" (face-down")[0] + " (face-down", words.split(":")[0]}, (words, told)
                seen += 1
    assert seen > 10


def test_a_face_up_action_is_told_to_everybody(war_chest: list[GameWalk]) -> None:
    walk = war_chest[0]
    places = [place for place, decision in enumerate(walk.decisions) if "face-up" in decision.chosen.words]
    assert places
    assert all(walk.told(place, 1 - walk.decisions[place].seat)[1] for place in places)


def test_looking_changes_nothing(war_chest: list[GameWalk]) -> None:
    batch = war_chest[0].position(5)
    before = batch.hashes().tolist()
    action = war_chest[0].decisions[5].chosen.action
    for seat in range(2):
        assert can_tell(batch, action, seat) == told_words(batch, action, seat)[1]
    assert batch.hashes().tolist() == before


def test_turning_points_are_the_greatest_jumps_and_never_the_end() -> None:
    walk = greedy_walk("connect-four", 2)
    turns = walk.turning_points(most=3, least=0.05)
    sizes = [abs(after - before) for _, _, before, after in turns]
    assert turns
    assert sizes == sorted(sizes, reverse=True)
    assert all(place < len(walk.decisions) - 1 for place, *_ in turns)
    for place, seat, before, after in turns:
        assert (walk.values[place][seat], walk.values[place + 1][seat]) == (before, after)
