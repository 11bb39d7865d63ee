"""The interface of agents in Python: what they are told, what they see, how they are asked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.agents.host import NO_ACTION, AnswerShapeError, as_actions
from engine.agents.invariance import find_variance
from engine.agents.match import play_lanes
from engine.agents.player import AgentSetupError, PythonPlayer, Questions
from engine.agents.python import Legal, Observations, observation_dtype
from engine.agents.specs import PythonSpec, RandomSpec, agent_record, read_agent
from engine.agents.wire import MAX_REPLY, WireError, frame_size, from_frame, to_frame
from engine.batch import Batch, agent_keys
from engine.game import get_game
from engine.options import resolve_options

HERE = Path(__file__).parent
CONNECT_FOUR = get_game("connect-four")
CENTRE_FIRST = {"prefer": {"column": [4, 3, 5, 2, 6, 1, 7]}, "epsilon": 0.3}


def python_spec(path: str, **settings) -> PythonSpec:
    spec = read_agent({"kind": "python", "path": path, **settings})
    assert isinstance(spec, PythonSpec)
    return spec


def play(spec: PythonSpec, games: int = 40, seed: int = 3, record: bool = False, **settings):
    """Connect Four: the agent on the left, random on the right."""
    batch = Batch.from_seed(CONNECT_FOUR, None, games, seed)
    keys = agent_keys(seed, "cell", np.arange(games), np.zeros(games, np.int64), 2)
    records = np.array([agent_record(spec), agent_record(RandomSpec(kind="random"))])
    with PythonPlayer(spec, CONNECT_FOUR, CONNECT_FOUR.options(), base_directory=HERE, **settings) as player:
        return batch, play_lanes(batch, records, keys, None, [player], record=record)


def test_the_example_plays_whole_games_and_plays_as_it_is_told():
    batch, result = play(python_spec("preferences", parameters={"prefer": {"column": [4, 3, 5, 2, 6, 1, 7]}}))
    assert (batch.states["terminal"] == 1).all()
    assert (batch.states["outcome"] >= 16).all()
    assert not result.causes.any()
    assert (result.credits.sum(axis=1) == 12).all()
    assert (result.seat_decisions.sum(axis=1) == batch.states["decisions"]).all()
    stacked = batch.states["stones"][:, 0] >> (7 * 3) & 0b111
    assert (stacked & 1 == 1).all(), "the first stone lies in the middle"


def test_the_example_gives_the_same_games_one_by_one_and_in_batches():
    results = []
    for size in (1, 64):
        spec = python_spec("preferences", parameters=CENTRE_FIRST, reproducible=True, batch_size=size)
        batch, result = play(spec)
        results.append((batch.hashes().tolist(), result.credits.tolist(), result.summaries.tobytes()))
    assert results[0] == results[1]
    assert len(set(results[0][0])) > 20


def test_the_example_plays_war_chest_the_same_in_every_batch():
    game = get_game("war-chest")
    wanted = {"prefer": {"verb": ["control", "attack", "tactic", "deploy", "move", "bolster", "recruit"]}}
    games, results = 12, []
    for size in (1, 64):
        spec = python_spec("preferences", parameters=wanted, reproducible=True, batch_size=size)
        batch = Batch.from_seed(game, None, games, seed=8)
        keys = agent_keys(8, "cell", np.arange(games), np.zeros(games, np.int64), 2)
        records = np.array([agent_record(spec), agent_record(RandomSpec(kind="random"))])
        with PythonPlayer(spec, game, game.options()) as player:
            result = play_lanes(batch, records, keys, None, [player])
        assert not result.causes.any()
        results.append((batch.hashes().tolist(), result.credits.tolist()))
    assert results[0] == results[1]
    wins = np.array(results[0][1])[:, 0]
    assert (wins == 12).sum() > games // 2, "controlling where one can beats random play"


def test_the_example_is_found_to_be_reproducible():
    spec = python_spec("preferences", parameters=CENTRE_FIRST, reproducible=True)
    assert find_variance(spec, CONNECT_FOUR, CONNECT_FOUR.options()) is None


def test_an_agent_that_depends_on_its_batch_is_found_out():
    said = find_variance(
        python_spec("scripted_agents:BatchDependent", reproducible=True),
        CONNECT_FOUR,
        CONNECT_FOUR.options(),
        base_directory=HERE,
    )
    assert said == "game 1 goes another way in batches of 5 than asked one by one"


def test_an_agent_that_forfeits_is_not_reproducible():
    spec = python_spec("scripted_agents:Scripted", parameters={"bad": ["2"]}, reproducible=True)
    said = find_variance(spec, CONNECT_FOUR, CONNECT_FOUR.options(), base_directory=HERE)
    assert said is not None
    assert said.startswith("in batches of 1, game 2: forfeit_error:")


def test_threads_are_what_the_agent_says(tmp_path, monkeypatch):
    (tmp_path / "counting.py").write_text(
        "import os\n"
        "from engine.agents.python import PythonAgent\n"
        "class Threads(PythonAgent):\n"
        "    def setup(self, context):\n"
        "        raise RuntimeError('threads: ' + os.environ['OMP_NUM_THREADS'] + ' ' + os.environ['MKL_NUM_THREADS'])\n"
    )
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    for settings, words in (({}, "threads: 1 1"), ({"threads": 3}, "threads: 3 3")):
        spec = python_spec("counting:Threads", **settings)
        with (
            PythonPlayer(spec, CONNECT_FOUR, CONNECT_FOUR.options(), base_directory=tmp_path) as player,
            pytest.raises(AgentSetupError, match=words),
        ):
            player.start()


def test_compiled_agents_need_no_check():
    assert find_variance(RandomSpec(kind="random"), CONNECT_FOUR, CONNECT_FOUR.options()) is None


def test_games_can_be_played_again_from_their_recorded_actions():
    batch, result = play(python_spec("preferences", parameters=CENTRE_FIRST), games=12, record=True)
    again = Batch.from_seed(CONNECT_FOUR, None, 12, seed=3)
    assert result.actions is not None
    for lane, actions in enumerate(result.actions):
        for action in actions.tolist():
            again.apply(action, lane)
    assert (again.states == batch.states).all()


def test_recording_starts_where_a_given_position_stands():
    batch = Batch.from_seed(CONNECT_FOUR, None, 3)
    for action in (0, 1, 0):
        batch.apply(action, lane=1)
    begun = batch.copy()
    keys = agent_keys(0, "", np.arange(3), np.zeros(3, np.int64), 2)
    result = play_lanes(batch, np.array([agent_record(RandomSpec(kind="random"))] * 2), keys, record=True)
    assert result.actions is not None
    assert [len(actions) for actions in result.actions] == (batch.states["decisions"] - [0, 3, 0]).tolist()
    for action in result.actions[1].tolist():
        begun.apply(action, lane=1)
    assert begun.states[1] == batch.states[1]


def test_compiled_agents_give_the_same_games_with_and_without_a_log():
    records = np.array([agent_record(RandomSpec(kind="random"))] * 2)
    keys = agent_keys(9, "", np.arange(50), np.zeros(50, np.int64), 2)
    plain, logged = Batch.from_seed(CONNECT_FOUR, None, 50, 9), Batch.from_seed(CONNECT_FOUR, None, 50, 9)
    assert play_lanes(plain, records, keys).actions is None
    result = play_lanes(logged, records, keys, record=True)
    assert (plain.states == logged.states).all()
    assert result.actions is not None
    assert [len(actions) for actions in result.actions] == plain.states["decisions"].tolist()


def test_the_decision_cap_holds_for_agents_in_python():
    batch = Batch.from_seed(CONNECT_FOUR, None, 2)
    keys = agent_keys(0, "", np.arange(2), np.zeros(2, np.int64), 2)
    spec = python_spec("preferences")
    with PythonPlayer(spec, CONNECT_FOUR, CONNECT_FOUR.options()) as player:
        result = play_lanes(batch, np.array([agent_record(spec)] * 2), keys, 5, [player])
    assert batch.states["decisions"].tolist() == [5, 5]
    assert result.credits.tolist() == [[6, 6]] * 2


def test_two_agents_in_one_batch_each_decide_their_own_seats():
    batch = Batch.from_seed(CONNECT_FOUR, None, 4)
    keys = agent_keys(0, "", np.arange(4), np.zeros(4, np.int64), 2)
    left = python_spec("preferences", parameters={"prefer": {"column": [1, 2, 3, 4, 5, 6, 7]}})
    right = python_spec("preferences", parameters={"prefer": {"column": [7, 6, 5, 4, 3, 2, 1]}})
    one, other = agent_record(left, player=0), agent_record(right, player=1)
    agents = np.array([[one, other], [other, one], [one, one], [other, other]])
    options = CONNECT_FOUR.options()
    with PythonPlayer(left, CONNECT_FOUR, options) as a, PythonPlayer(right, CONNECT_FOUR, options) as b:
        result = play_lanes(batch, agents, keys, None, [a, b], record=True)
    assert result.actions is not None
    assert [actions[:4].tolist() for actions in result.actions] == [[0, 6, 0, 6], [6, 0, 6, 0], [0] * 4, [6] * 4]


def test_an_agent_is_told_of_its_setting_and_of_games_that_begin_and_end(tmp_path):
    (tmp_path / "weights.txt").write_text("0.25")
    note = tmp_path / "diary"
    spec = python_spec("scripted_agents:Diary", parameters={"note": str(note)}, files=["weights.txt"])
    (tmp_path / "scripted_agents.py").write_text((HERE / "scripted_agents.py").read_text())
    options = resolve_options(CONNECT_FOUR.options, {"opening_moves": 2})
    batch = Batch.from_seed(CONNECT_FOUR, options, 2)
    keys = agent_keys(0, "", np.arange(2), np.zeros(2, np.int64), 2)
    records = np.array([agent_record(spec), agent_record(RandomSpec(kind="random"))])
    with PythonPlayer(spec, CONNECT_FOUR, options, seed=77, base_directory=tmp_path) as player:
        play_lanes(batch.copy(), records, keys, None, [player], games=["cell/0/0", "cell/0/1"])
        play_lanes(batch.copy(), records, keys, None, [player], games=["cell/1/0", "cell/1/1"])
    lines = note.read_text().splitlines()
    assert lines[:4] == [
        "setup connect-four ('x', 'o') {'opening_moves': 2} 77",
        "file 0.25",
        "new cell/0/0 cell/0/1",
        "act 2",
    ]
    told = [line for line in lines if line.startswith(("new", "end"))]
    assert told == ["new cell/0/0 cell/0/1", "end cell/0/0 cell/0/1", "new cell/1/0 cell/1/1"]


def test_observations_hold_fields_flat_vector_and_luck():
    spec = CONNECT_FOUR.observation_spec()
    batch = Batch.from_seed(CONNECT_FOUR, None, 2)
    batch.apply(3)
    records = batch.observe_each(np.array([0, 1]), np.array([1, 0]))
    keys = np.array([[1, 2], [3, 4]], np.uint64)
    seen = Observations(spec, records, ["a", "b"], np.array([1, 0], np.int8), np.array([1, 0], np.int32), keys)
    assert len(seen) == 2
    assert seen["theirs"].shape == (2, 6, 7)
    assert seen["theirs"][0, 0].tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert seen.flat.dtype == np.float32
    assert seen.flat.shape == (2, spec.size)
    theirs = next(field for field in spec.fields if field.name == "theirs")
    assert np.flatnonzero(seen.flat[0]).tolist() == [theirs.offset + 3, spec.size - 1]
    draws = seen.rng(0).random(3)
    assert seen.rng(0).random(3).tolist() == draws.tolist()
    assert seen.rng(1).random(3).tolist() != draws.tolist()


def philox(key: tuple[int, int]) -> list[int]:
    """The first block of Philox4x64-10 (Salmon et al. 2011) at counter 1."""
    words, (k0, k1) = [1, 0, 0, 0], key
    low = (1 << 64) - 1
    for _ in range(10):
        left, right = words[0] * 0xD2E7470EE14C6C93, words[2] * 0xCA5A826395121157
        words = [right >> 64 ^ words[1] ^ k0, right & low, left >> 64 ^ words[3] ^ k1, left & low]
        k0, k1 = k0 + 0x9E3779B97F4A7C15 & low, k1 + 0xBB67AE8584CAA73B & low
    return words


def test_the_luck_of_a_decision_is_philox_with_the_decisions_key():
    key = (0x0123456789ABCDEF, 0xFEDCBA9876543210)
    spec = CONNECT_FOUR.observation_spec()
    one = np.zeros(1, np.int32)
    seen = Observations(spec, np.zeros(1, observation_dtype(spec)), ["a"], one, one, np.array([key], np.uint64))
    assert seen.rng(0).bit_generator.random_raw(4).tolist() == philox(key)


def test_legal_actions_come_as_lists_mask_and_parts():
    legal = Legal([np.array([0, 2], np.int32), np.array([6], np.int32)], 7, CONNECT_FOUR.decode_action)
    assert legal.mask.tolist() == [[True, False, True, False, False, False, False], [False] * 6 + [True]]
    assert legal.parts(0) == [{"column": 1}, {"column": 3}]
    assert len(legal) == 2


def test_the_example_complains_about_parts_and_values_that_actions_do_not_have():
    with pytest.raises(AgentSetupError, match="actions of connect-four have no part 'row'; they have column"):
        play(python_spec("preferences", parameters={"prefer": {"row": [1]}}))
    with pytest.raises(AgentSetupError, match="column can't be 8; it can be 1, 2, 3, 4, 5, 6, 7"):
        play(python_spec("preferences", parameters={"prefer": {"column": [1, 8]}}))


@pytest.mark.parametrize(
    ("answer", "actions"),
    [
        ([3, 0], [3, 0]),
        ((np.int8(3), 0), [3, 0]),
        (np.array([3, 0], np.uint8), [3, 0]),
        (np.array([3.0, np.nan]), [3, NO_ACTION]),
        ([np.array(3), 4.5], [3, NO_ACTION]),
        ([True, np.True_], [NO_ACTION, NO_ACTION]),
        ([-4, 1 << 80], [NO_ACTION, NO_ACTION]),
        ([float("inf"), "3"], [NO_ACTION, NO_ACTION]),
        (np.array([1, None], object), [1, NO_ACTION]),
    ],
)
def test_answers_become_integers_or_no_action(answer, actions):
    assert as_actions(answer, 2).tolist() == actions


@pytest.mark.parametrize("answer", [3, None, [1], [1, 2, 3], np.zeros((2, 1), int), np.array(3), "ab", {1, 2}])
def test_answers_of_another_shape_are_refused(answer):
    with pytest.raises(AnswerShapeError):
        as_actions(answer, 2)


def test_frames_are_bounded_and_hold_maps():
    frame = to_frame({"status": "ready"}, MAX_REPLY)
    assert frame_size(frame[:3], MAX_REPLY) is None
    assert frame_size(frame, MAX_REPLY) == len(frame)
    assert from_frame(frame) == {"status": "ready"}
    with pytest.raises(WireError, match="at most 10 may pass"):
        to_frame({"status": "ready" * 10}, 10)
    with pytest.raises(WireError, match="at most 4194304 may pass"):
        frame_size(b"\xff\xff\xff\xff", MAX_REPLY)
    with pytest.raises(WireError, match="must be a map, not list"):
        from_frame(b"\x01\x00\x00\x00\x90")
    with pytest.raises(WireError):
        from_frame(b"\x02\x00\x00\x00\x92\x91")


def test_questions_know_what_is_legal():
    questions = Questions(
        games=("a", "b"),
        seats=np.zeros(2, np.int8),
        decisions=np.zeros(2, np.int32),
        keys=np.zeros((2, 2), np.uint64),
        observations=np.zeros(2, CONNECT_FOUR.observation_dtype),
        legal=np.array([[1, 2, 3], [4, 5, 6]], np.int32),
        n_legal=np.array([2, 3], np.int32),
    )
    assert questions.is_legal(0, 2)
    assert not questions.is_legal(0, 3)
    assert not questions.is_legal(0, 0)
    assert questions.rows(1, 2).games == ("b",)
    assert questions.rows(1, 2).is_legal(0, 6)
