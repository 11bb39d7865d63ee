"""Games come out the same again: from their ids, from stored actions, with forfeits."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from cluster_samples import play_all

from cluster import Plan, load_sweep, make_plan
from cluster.ids import GameId
from cluster.replay import GameRecord, ReplayError, replay_game
from cluster.run_directory import RunDirectory
from cluster.stored_games import find_game, replay_stored, verify
from engine.game import get_game
from workers.cell import Cell
from workers.chunk_file import read_chunk

FLAKY = '''
from engine.agents.python import PythonAgent


class Flaky(PythonAgent):
    """Takes the first legal action; from its fourth decision on it raises in every third game."""

    def setup(self, context):
        pass

    def act(self, observations, legal):
        for game, decision in zip(observations.games, observations.decisions):
            if decision >= 6 and int(game.split("/")[1]) % 3 == 0:
                raise RuntimeError("no idea")
        return [int(actions[0]) for actions in legal.lists]
'''


def play(folder: Path, sweep: dict[str, Any]) -> tuple[RunDirectory, Plan]:
    """Play a whole sweep into a run directory."""
    plan = make_plan(load_sweep({"metrics": None, "seed": 3, "game": "connect-four", **sweep}, base_directory=folder))
    run = RunDirectory(folder / "run")
    play_all(run, plan)
    return run, plan


def rows_of(run: RunDirectory, plan: Plan) -> pl.DataFrame:
    cell = plan.cells[0]
    names = [f"{cell.cell_id}/{run.chunk_file(cell, index).stem}" for index in range(cell.number_of_chunks)]
    return pl.concat([read_chunk(run.path, name)[1]["games"] for name in names])


COMPILED = {
    "agents": {"a": {"kind": "greedy"}, "b": {"kind": "random"}},
    "design": [{"round_robin": ["a", "b"]}],
    "games": 60,
    "options": {"opening_moves": 3},
}


def test_every_game_ends_as_its_row_says(tmp_path: Path) -> None:
    run, plan = play(tmp_path, COMPILED)
    rows = rows_of(run, plan)
    for (name,), seats in rows.group_by("game_id", maintain_order=True):
        replay, differences = replay_stored(run, plan, GameId.parse(str(name)))
        assert differences == ()
        assert not replay.from_actions
        assert len(replay.decisions) == seats["decisions"][0]
        assert replay.rounds == seats["rounds"][0]
        assert [decision.number for decision in replay.decisions] == list(range(len(replay.decisions)))
        by_seat = [sum(decision.seat == seat for decision in replay.decisions) for seat in (0, 1)]
        assert by_seat == seats["seat_decisions"].to_list()
        assert len(replay.setup) == 3


def test_stored_actions_lead_to_the_same_end(tmp_path: Path) -> None:
    run, plan = play(tmp_path, {**COMPILED, "record": {"actions": "all"}})
    cell = plan.cells[0]
    game = GameId(cell.cell_id, 7, 1)
    stored = find_game(run, plan, game)
    assert stored.record is not None
    again = replay_game(Cell.resolve(cell.job), game)
    stepped = replay_game(Cell.resolve(cell.job), game, stored.record, legal=True, boards=True)
    assert stepped.from_actions
    assert stepped.ending == again.ending == stored.ending
    assert [decision.chosen for decision in stepped.decisions] == [decision.chosen for decision in again.decisions]
    for decision in stepped.decisions:
        assert len(decision.legal) == decision.choices
        assert decision.chosen in decision.legal
        assert decision.board
    assert again.decisions[0].board is None
    assert again.decisions[0].legal == ()


def test_actions_of_another_game_are_refused() -> None:
    cell = make_plan(load_sweep({"game": "connect-four", **COMPILED})).cells[0]
    full_column = GameRecord((0,) * 20, (0, 0))
    with pytest.raises(ReplayError, match="is not legal"):
        replay_game(Cell.resolve(cell.job), GameId(cell.cell_id, 0, 0), full_column)


@pytest.fixture
def flaky(tmp_path: Path) -> dict[str, Any]:
    """A sweep with an agent that is not reproducible and forfeits some games."""
    (tmp_path / "flaky_agent.py").write_text(FLAKY)
    return {
        "agents": {"flaky": {"kind": "python", "path": "flaky_agent:Flaky"}, "greedy": {"kind": "greedy"}},
        "design": [{"round_robin": ["flaky", "greedy"]}],
        "games": 24,
        "guards": {"max_forfeit_rate": 1.0},
    }


def test_games_of_other_agents_are_stepped_through_their_actions(tmp_path: Path, flaky: dict[str, Any]) -> None:
    run, plan = play(tmp_path, flaky)
    rows = rows_of(run, plan)
    forfeited = rows.filter(pl.col("forfeit_cause").is_not_null())
    assert len(forfeited) > 0
    assert rows["game_id"].n_unique() == 24
    for name in rows["game_id"].unique(maintain_order=True):
        replay, differences = replay_stored(run, plan, GameId.parse(name))
        assert replay.from_actions
        assert differences == ()
    replay, _ = replay_stored(run, plan, GameId.parse(forfeited["game_id"][0]))
    assert replay.ending.outcome == "forfeit_error"
    assert sorted(replay.ending.credits) == [0, 12]
    assert replay.forfeits[forfeited["seat"][0]] != 0
    found = verify(run, plan, sample=24)
    assert (found.checked, found.skipped, found.mismatches) == (24, 0, ())


def test_verify_takes_a_sample_of_the_run(tmp_path: Path) -> None:
    run, plan = play(tmp_path, COMPILED)
    found = verify(run, plan, sample=10, seed=1)
    assert (found.checked, found.games, found.mismatches) == (10, 60, ())
    assert verify(run, plan, sample=1000).checked == 60


def test_verify_of_a_run_with_nothing_done(tmp_path: Path) -> None:
    run = RunDirectory(tmp_path)
    plan = make_plan(load_sweep({"game": "connect-four", **COMPILED}))
    found = verify(run, plan)
    assert (found.checked, found.games) == (0, 0)


def test_other_rules_are_refused(tmp_path: Path) -> None:
    run, plan = play(tmp_path, COMPILED)
    older = plan.cells[0].job.model_copy(update={"rules_version": "0+older"})
    changed = dataclasses.replace(plan, cells=(dataclasses.replace(plan.cells[0], job=older),))
    with pytest.raises(ReplayError, match="was played with rules 0\\+older"):
        verify(run, changed)
    with pytest.raises(ReplayError, match="was played with rules 0\\+older"):
        replay_stored(run, changed, GameId(older.cell_id, 0, 0))


@pytest.mark.slow
def test_every_decision_of_war_chest_has_words(tmp_path: Path) -> None:
    """Described as it is decided and among all legal actions, with every event, up to the hash in the file."""
    sweep = {"game": "war-chest", "agents": {"a": {"kind": "random"}}, "design": [{"mirror": ["a"]}], "games": 8}
    run, plan = play(tmp_path, sweep)
    game = get_game("war-chest")
    for block in range(8):
        replay, differences = replay_stored(run, plan, GameId(plan.cells[0].cell_id, block, 0), legal=True)
        assert differences == ()
        for decision in replay.decisions:
            words = [choice.words for choice in decision.legal]
            assert len(set(words)) == len(words), words
            assert decision.chosen in decision.legal
        for event in (*replay.setup, *(event for decision in replay.decisions for event in decision.events)):
            words_of_event, fields = game.describe_event(event)
            assert words_of_event
            assert fields
