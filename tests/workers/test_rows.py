"""Rows against a slow reference that plays the games one by one, and the columns against the contract."""

from __future__ import annotations

import dataclasses

import numpy as np
import polars as pl
import pytest
from worker_samples import cell_job, chunk_job, made_up_games, team_cell

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys, block_keys
from engine.game import get_game
from workers.cell import Cell
from workers.chunk import finish_games
from workers.playing import Players
from workers.rows import (
    ACTION_COLUMNS,
    COMPONENT_COLUMNS,
    GAME_COLUMNS,
    action_rows,
    game_ids,
    summary_columns,
    tables_of,
)

CONTRACT = (
    "game, rules_version, cell_id, block_id, game_id, rotation, players, lineup, seat, seat_name, faction, "
    "team, agent, first_player, sole_win, shared_win, score, placement, outcome, rounds, decisions, seat_decisions, "
    "iterations, forfeit_cause, state_hash"
)


def test_game_columns_are_those_of_the_contract_then_the_summary():
    rows = tables_of(team_cell(), made_up_games(team_cell(), 4, seed=1))["games"]
    assert ", ".join(column.name for column in GAME_COLUMNS) == CONTRACT
    assert rows.columns == [*CONTRACT.split(", "), "stones", "points"]
    assert [rows.schema[column.name] for column in GAME_COLUMNS] == [column.dtype for column in GAME_COLUMNS]
    assert rows.schema["stones"] == pl.Int8
    assert rows.schema["points"] == pl.Int32


def test_component_columns_are_those_of_the_contract():
    rows = tables_of(team_cell(), made_up_games(team_cell(), 4, seed=1))["components"]
    assert rows.columns == ["game_id", "seat", "kind", "component", "dealt", "drafted_pick", "drawn", "played", "first_round"]
    assert [rows.schema[column.name] for column in COMPONENT_COLUMNS] == [column.dtype for column in COMPONENT_COLUMNS]


@pytest.mark.parametrize("columns", [GAME_COLUMNS, COMPONENT_COLUMNS, ACTION_COLUMNS])
def test_every_column_says_what_it_means(columns):
    assert all(len(column.meaning) > 10 for column in columns)


def reference_rows(job) -> list[dict]:
    """Each game alone, decision by decision through `Batch`, with the agents' choices made by a batch of one."""
    cell, game = job.cell, get_game(job.cell.game)
    options = game.options()
    rows = []
    for number in range(job.first_game, job.first_game + job.games):
        block, rotation = divmod(number, len(cell.seatings))
        blocks, rotations = np.array([block], np.int64), np.array([rotation], np.int64)
        batch = Batch.new(game, options, block_keys(cell.seed, "setup", blocks), block_keys(cell.seed, "play", blocks))
        agents = np.zeros(2, AGENT_DTYPE)
        agents["kind"] = [AgentKind[cell.agents[name]["kind"].upper()] for name in cell.seatings[rotation]]
        decisions = batch.play(agents, agent_keys(cell.seed, cell.cell_id, blocks, rotations, 2), cell.decision_cap)
        state = batch.view()
        stones = [int(board).bit_count() for board in state.stones]
        for seat in range(2):
            score = 6 if state.winners == 0 else 12 * (state.winners == 1 << seat)
            rows.append(
                {
                    "game": "connect-four",
                    "rules_version": game.rules_version,
                    "cell_id": cell.cell_id,
                    "block_id": block,
                    "game_id": f"{cell.cell_id}/{block}/{rotation}",
                    "rotation": rotation,
                    "players": 2,
                    "lineup": "default",
                    "seat": seat,
                    "seat_name": "xo"[seat],
                    "faction": "xo"[seat],
                    "team": seat,
                    "agent": cell.seatings[rotation][seat],
                    "first_player": 0,
                    "sole_win": score == 12,
                    "shared_win": False,
                    "score": score,
                    "placement": 2 if score == 0 and state.winners else 1,
                    "outcome": {16: "four_in_a_row", 17: "board_full", 1: "decision_cap"}[state.outcome],
                    "rounds": state.round_number,
                    "decisions": state.decisions,
                    "seat_decisions": int(decisions[0, seat]),
                    "iterations": 0,
                    "forfeit_cause": None,
                    "state_hash": int(batch.hashes()[0]),
                    "stones": stones[seat],
                }
            )
    return rows


@pytest.mark.parametrize("cap", [42, 9])
def test_rows_are_those_of_games_played_one_by_one(cap):
    job = chunk_job(first_block=40, blocks=6, decision_cap=cap, agents={"alice": {"kind": "random"}, "bob": {"kind": "greedy"}})
    cell = Cell.resolve(job.cell)
    assert tables_of(cell, finish_games(cell, job, Players.of_cell(cell)))["games"].to_dicts() == reference_rows(job)


def test_wins_of_teams_and_shared_wins():
    games = made_up_games(team_cell(), 40, seed=3)
    rows = tables_of(team_cell(), games)["games"]
    teams = (0, 1, 0, 1)
    for i, mask in enumerate(games.winners.tolist()):
        winners = [seat for seat in range(4) if mask >> seat & 1]
        sides = {teams[seat] for seat in winners}
        part = rows[4 * i : 4 * i + 4]
        assert part["sole_win"].to_list() == [seat in winners and len(sides) == 1 for seat in range(4)]
        assert part["shared_win"].to_list() == [seat in winners and len(sides) == 2 for seat in range(4)]


def test_places_of_games_without_places_are_null():
    games = made_up_games(team_cell(), 5, seed=3)
    games.summaries["placement"][:, 2] = 0
    placement = tables_of(team_cell(), games)["games"]["placement"].to_numpy(allow_copy=True).reshape(-1, 4)
    assert np.isnan(placement[:, 2]).all()
    assert not np.isnan(placement[:, [0, 1, 3]][games.summaries["placement"][:, [0, 1, 3]] > 0]).any()


def test_forfeits_name_their_cause():
    games = made_up_games(team_cell(), 50, seed=3, forfeit_rate=0.2)
    words = {0: None, 2: "error", 4: "timeout"}
    causes = tables_of(team_cell(), games)["games"]["forfeit_cause"]
    assert causes.to_list() == [words[code] for code in games.forfeits.ravel().tolist()]


def test_component_rows_are_the_components_that_a_seat_used():
    cell = team_cell()
    games = made_up_games(cell, 7, seed=2)
    expected = []
    for i in range(len(games)):
        for seat in range(4):
            for k, component in enumerate(cell.game.components):
                values = {name: int(games.summaries[name][i, seat, k]) for name in ("dealt", "drafted_pick", "drawn", "played")}
                if any(values.values()):
                    row = {"game_id": f"{cell.job.cell_id}/{games.blocks[i]}/{games.rotations[i]}", "seat": seat}
                    row |= {"kind": component.kind, "component": component.name, **values}
                    expected.append(row | {"first_round": int(games.summaries["first_round"][i, seat, k])})
    assert tables_of(cell, games)["components"].to_dicts() == expected


def test_fields_that_a_game_does_not_count_are_null():
    cell = team_cell()
    fewer = [("first_player", "i1"), ("placement", "i1"), ("dealt", "i1", (5,))]
    cell = dataclasses.replace(cell, game=dataclasses.replace(cell.game, summary=np.dtype(fewer)))
    rows = tables_of(cell, made_up_games(cell, 3, seed=1))["components"]
    assert rows["dealt"].null_count() == 0
    assert len(rows) == rows["played"].null_count() == rows["first_round"].null_count() > 0


def test_no_component_rows_and_no_action_rows_without_any():
    job = chunk_job()
    cell = Cell.resolve(job.cell)
    games = finish_games(cell, job, Players.of_cell(cell))
    assert set(tables_of(cell, games)) == {"games"}


def test_action_rows():
    cell = Cell.resolve(cell_job())
    games = made_up_games(cell, 3, seed=1)
    games.actions.update({4: np.array([3, 1], np.int32), 1: np.array([], np.int32)})
    rows = action_rows(cell, games, game_ids(cell.job.cell_id, games.blocks, games.rotations))
    assert rows.to_dicts() == [
        {"game_id": f"{cell.job.cell_id}/0/1", "actions": []},
        {"game_id": f"{cell.job.cell_id}/2/0", "actions": [3, 1]},
    ]
    assert dict(rows.schema) == {column.name: column.dtype for column in ACTION_COLUMNS}


def test_summary_fields_may_not_take_the_name_of_a_column_nor_be_arrays():
    game = get_game("connect-four")
    for field in (("score", "i1"), ("hands", "i1", (3,))):
        with pytest.raises(ValueError, match=field[0]):
            summary_columns(dataclasses.replace(game, summary=np.dtype([("first_player", "i1"), ("placement", "i1"), field])))


def test_an_outcome_without_a_name_is_an_error():
    cell = team_cell()
    games = made_up_games(cell, 2, seed=1)
    games.outcomes[3] = 99
    with pytest.raises(ValueError, match=r"outcome codes \[99\] have no name"):
        tables_of(cell, games)


def test_game_ids():
    blocks, rotations = np.array([0, 12345678901], np.int64), np.array([3, 0], np.int64)
    assert game_ids("abc", blocks, rotations).to_list() == ["abc/0/3", "abc/12345678901/0"]
