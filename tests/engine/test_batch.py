"""`Batch`: many games in one array, stepped one decision or all at once."""

from __future__ import annotations

import numpy as np
import pytest
import toy_duel

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, Lanes, agent_keys, block_keys, hash_states
from engine.game import CREDITS_PER_GAME, Outcome, get_game
from engine.playout import LaneStatus
from engine.trace import new_trace, read_trace


def agents(*kinds: AgentKind) -> np.ndarray:
    records = np.zeros(len(kinds), AGENT_DTYPE)
    records["kind"] = kinds
    return records


def keys_of(n: int, seats: int = 2) -> np.ndarray:
    blocks = np.arange(n)
    return agent_keys(3, "cell", blocks, np.zeros(n, np.int64), seats)


def test_a_new_batch_is_a_function_of_seed_and_blocks() -> None:
    batch = Batch.from_seed(toy_duel.GAME, n=5, seed=9)
    assert len(batch) == 5
    assert len(set(batch.hashes().tolist())) == 5
    blocks = np.array([3])
    one = Batch.new(toy_duel.GAME, batch.options, block_keys(9, "setup", blocks), block_keys(9, "play", blocks))
    assert one.states[0] == batch.states[3]
    assert (Batch.from_seed(toy_duel.GAME, n=5, seed=10).states != batch.states).all()


@pytest.mark.parametrize("action", [-1, 7, 99])
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(action: int) -> None:
    batch = Batch.from_seed("connect-four", n=2)
    before = batch.states.tobytes()
    with pytest.raises(ValueError, match="not legal"):
        batch.apply(action)
    assert batch.states.tobytes() == before


def test_a_full_column_takes_no_more_stones() -> None:
    batch = Batch.from_seed("connect-four")
    for _ in range(6):
        batch.apply(3)
    assert batch.legal_actions().tolist() == [0, 1, 2, 4, 5, 6]
    with pytest.raises(ValueError, match="action 3 is not legal"):
        batch.apply(3)


def test_a_game_that_is_over_takes_no_action() -> None:
    batch = Batch.from_seed("connect-four")
    for column in (0, 1, 0, 1, 0, 1, 0):
        batch.apply(column)
    assert batch.legal_actions().size == 0
    with pytest.raises(ValueError, match="not legal"):
        batch.apply(2)


def test_the_cap_ends_a_game_without_a_winner_and_halves_it() -> None:
    batch = Batch.from_seed("connect-four")
    batch.apply(0, decision_cap=2)
    assert not batch.view().terminal
    batch.apply(0, decision_cap=2)
    assert (batch.view().terminal, batch.view().outcome, batch.view().winners) == (1, Outcome.DECISION_CAP, 0)
    assert batch.settle()[0].tolist() == [[CREDITS_PER_GAME // 2] * 2]


def test_a_game_that_ends_by_its_rules_at_the_cap_keeps_its_winner() -> None:
    batch = Batch.from_seed("connect-four")
    for column in (0, 1, 0, 1, 0, 1, 0):
        batch.apply(column, decision_cap=7)
    assert batch.view().outcome >= 16
    assert batch.settle()[0].tolist() == [[12, 0]]


def test_a_view_is_the_state_itself_and_a_copy_is_not() -> None:
    batch = Batch.from_seed("connect-four", n=2)
    copy = batch.copy()
    batch.view(1).round_number = 5
    assert batch.states["round_number"].tolist() == [1, 5]
    assert copy.states["round_number"].tolist() == [1, 1]


def test_states_of_another_game_are_refused() -> None:
    with pytest.raises(TypeError, match="are not connect-four's"):
        Batch(get_game("connect-four"), get_game("connect-four").options(), np.zeros(1, toy_duel.STATE))


def test_playing_counts_the_decisions_of_each_seat() -> None:
    batch = Batch.from_seed(toy_duel.GAME, n=20)
    decisions = batch.play(agents(AgentKind.RANDOM, AgentKind.GREEDY), keys_of(20))
    assert (decisions == 6).all()
    assert (batch.states["terminal"] == 1).all()
    assert (batch.states["decisions"] == 12).all()


def test_agents_may_differ_from_lane_to_lane() -> None:
    records = np.stack([agents(AgentKind.GREEDY, AgentKind.GREEDY), agents(AgentKind.RANDOM, AgentKind.RANDOM)])
    mixed = Batch.from_seed(toy_duel.GAME, n=2)
    mixed.play(records, keys_of(2))
    for lane in range(2):
        uniform = Batch.from_seed(toy_duel.GAME, n=2)
        uniform.play(records[lane], keys_of(2))
        assert uniform.states[lane] == mixed.states[lane]


def test_an_agent_outside_the_kernel_is_refused_by_play_and_waited_for_by_lanes() -> None:
    external = agents(AgentKind.RANDOM, AgentKind.EXTERNAL)
    with pytest.raises(ValueError, match="not compiled"):
        Batch.from_seed("connect-four", n=2).play(external, keys_of(2))
    batch = Batch.from_seed("connect-four", n=2)
    lanes = Lanes(batch, external, keys_of(2))
    lanes.advance()
    assert (lanes.status == LaneStatus.WAITING).all()
    assert (batch.states["current_player"] == 1).all()
    assert lanes.legal[0, : lanes.n_legal[0]].tolist() == batch.legal_actions(0).tolist()
    lanes.actions[:] = 6
    lanes.status[0] = LaneStatus.ANSWERED
    lanes.advance()
    assert batch.states["decisions"].tolist() == [3, 1]
    assert lanes.seat_decisions.tolist() == [[2, 1], [1, 0]]


def test_finished_games_are_left_alone() -> None:
    batch = Batch.from_seed("connect-four", n=4)
    batch.play(agents(AgentKind.RANDOM, AgentKind.RANDOM), keys_of(4))
    before = batch.states.copy()
    assert (batch.play(agents(AgentKind.RANDOM, AgentKind.RANDOM), keys_of(4)) == 0).all()
    assert (batch.states == before).all()


def test_an_agents_choice_depends_on_the_position_not_on_what_it_drew_before() -> None:
    """A game that was played halfway, saved and played on ends as the undisturbed one does."""
    whole = Batch.from_seed(toy_duel.GAME, n=8)
    whole.play(agents(AgentKind.RANDOM, AgentKind.RANDOM), keys_of(8))
    halves = Batch.from_seed(toy_duel.GAME, n=8)
    lanes = Lanes(halves, agents(AgentKind.RANDOM, AgentKind.RANDOM), keys_of(8), record=True)
    lanes.advance()
    again = Batch.from_seed(toy_duel.GAME, n=8)
    for lane, actions in enumerate(lanes.recorded_actions()):
        for action in actions[:5]:
            again.apply(int(action), lane)
    again.play(agents(AgentKind.RANDOM, AgentKind.RANDOM), keys_of(8))
    assert (again.states == whole.states).all()
    assert (halves.states == whole.states).all()


def test_what_a_seat_sees_of_chosen_lanes() -> None:
    batch = Batch.from_seed(toy_duel.GAME, n=6)
    assert (batch.observe(1, [4, 2]) == batch.observe(1)[[4, 2]]).all()
    mixed = batch.observe_each(np.array([4, 4]), np.array([0, 1]))
    assert mixed[0]["hand"].sum() == mixed[1]["hand"].sum() == toy_duel.HAND
    assert (mixed[0]["hand"] & mixed[1]["hand"]).sum() == 0


def test_resampling_takes_one_key_a_lane() -> None:
    batch = Batch.from_seed(toy_duel.GAME, n=3)
    keys = block_keys(1, "deal", np.array([7, 7, 8]))
    batch.states[1] = batch.states[2] = batch.states[0]
    batch.resample(0, keys)
    assert batch.states[0] == batch.states[1] != batch.states[2]


def test_hashes_are_pinned_and_see_every_byte() -> None:
    states = np.zeros(3, np.dtype([("a", "i4"), ("b", "i1"), ("c", "i8")]))
    states["a"], states["c"][2] = 1, 1 << 56
    assert len(set(hash_states(states).tolist())) == 2
    assert hash_states(states)[0] == 802558351444083638


def test_a_trace_hears_set_up_and_actions() -> None:
    game = get_game("connect-four")
    heard = new_trace()
    blocks = np.arange(1)
    options = game.options(opening_moves=3)
    batch = Batch.new(game, options, block_keys(0, "setup", blocks), block_keys(0, "play", blocks), heard)
    assert len(read_trace(heard)) == 3
    assert batch.view().opening_moves == 3


def test_values_and_priorities_of_a_lane() -> None:
    batch = Batch.from_seed("connect-four", n=2)
    for column in (0, 6, 0, 6, 0, 6):
        batch.apply(column, 1)
    assert batch.priorities(1, batch.legal_actions(1)).tolist() == [1000, 1, 2, 3, 2, 1, 500]
    assert batch.values(0).tolist() == [0.5, 0.5]
    assert batch.values(1).tolist() == [0.5, 0.5]
