"""Tables against figures computed by hand."""

from __future__ import annotations

import dataclasses
import io
from typing import Any

import numpy as np
import pytest
from rich.console import Console, RenderableType

from cluster.agent_costs import CellCosts
from cluster.plan import CellPlan
from cluster.status import CellStatus
from dashboards.matrix_table import faction_matrix
from dashboards.report_tables import cell_tables, digits_for, outcome_table, report, select
from dashboards.words import NOTHING
from engine.game import Component, get_game
from workers.messages import CellJob
from workers.sums import BlockSums, ComponentSums


def make_status(blocks: int = 100, kind: str = "greedy", **changes: Any) -> CellStatus:
    """Agent a wins every game at seat x, and half of the games at seat o."""
    job = CellJob(
        cell_id="c0ffee",
        game="connect-four",
        rules_version="1",
        options={},
        lineup="default",
        agents={"a": {"kind": "greedy"}, "b": {"kind": kind}},
        seatings=[["a", "b"], ["b", "a"]],
        decision_cap=42,
        seed=1,
    )
    plan = CellPlan(0, job, "round_robin: a, b", {"opening_moves": 2}, 200, blocks, ("x", "o"), (0, 1), ("x", "o"), ())
    sums = BlockSums(4)
    wins = np.array([[1, 0, b % 2, 1 - b % 2] for b in range(blocks)], np.int64).reshape(-1, 4)
    for metric, values in (("credits", 12 * wins), ("wins", wins)):
        sums.totals[metric] = values.sum(axis=0)
        sums.products[metric] = values.T @ values
    sums.blocks, sums.games = blocks, 2 * blocks
    sums.outcomes = {"four_in_a_row": 2 * blocks - 1, "board_full": 1} if blocks else {}
    sums.rounds = {4: blocks, 9: blocks} if blocks else {}
    status = CellStatus(plan, sums, 2 * blocks, 200, None, 0, True)
    return dataclasses.replace(status, **changes)


def text(renderable: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=160, color_system=None)
    console.print(renderable)
    return console.file.getvalue()  # type: ignore[attr-defined]


def line_with(shown: str, *words: str) -> str:
    found = [line for line in shown.splitlines() if line.split()[: len(words)] == list(words)]
    assert len(found) == 1, (words, shown)
    return found[0]


def test_scores_stand_beside_the_fair_share_with_their_interval() -> None:
    shown = text(report([make_status()]))
    words = line_with(shown, "a", "all").split()
    # 100 block means, 1 and 1/2 equally often. Low end with a lost block: 0.7426 - 1.984 * 0.0260; high end with a won one:
    # 0.7525 + 1.984 * 0.0250
    assert words[2:6] == ["0.750", "0.691", "to", "0.802"]
    assert words[6:8] == ["0.500", "above"]
    assert words[-1] == "200"
    assert line_with(shown, "a", "x").split()[2] == "1.000"
    assert line_with(shown, "b", "o").split()[2] == "0.000"
    assert line_with(shown, "b", "x").split()[2] == "0.500"
    assert line_with(shown, "any", "x").split()[2] == "0.750"


def test_games_behind_a_missing_chunk_are_told_of() -> None:
    cell = make_status(games_done=230, complete=False)
    told = "30 more games are done and don't count yet: the chunk that begins with block 100 is not in, or was given up"
    assert told in " ".join(text(report([cell])).split())
    assert f"c0ffee: {told}" in " ".join(text(report([cell] * 7)).split())
    assert "don't count yet" not in text(report([make_status()]))
    assert make_status(games_done=230, stop_block=100, overshoot=30).held_back == 0


def test_outcomes_add_up_and_lengths_are_shown() -> None:
    shown = text(report([make_status()]))
    assert line_with(shown, "four_in_a_row").split()[1:4] == ["199", "99.5", "%"]
    assert line_with(shown, "board_full").split()[1:4] == ["1", "0.5", "%"]
    assert "Rounds: median 4, 95 % of the games take at most 9, mean 6.5" in shown
    games = [row.estimate for row in select(make_status(), "outcome", "outcome_share", "included")]
    assert sum(share or 0 for share in games) == pytest.approx(1)


def test_which_cell_it_is_and_how_far() -> None:
    shown = text(report([make_status(complete=False)]))
    assert "round_robin: a, b, opening_moves = 2  (cell c0ffee)" in shown
    assert "200 games in 100 blocks" in shown
    assert "200 are planned" in shown
    stopped = text(report([make_status(stop_block=70, overshoot=12)]))
    assert "the stop rule was met after block 70, 12 games beyond it" in stopped


def test_playing_against_random_is_called_a_smoke_test() -> None:
    assert "A smoke test" in text(report([make_status(kind="random")]))
    assert "A smoke test" not in text(report([make_status()]))


def test_small_samples_are_pointed_out() -> None:
    assert "Only 5 blocks" in text(report([make_status(blocks=5)]))
    assert "Only" not in text(report([make_status(blocks=30)]))


def test_nothing_played_is_shown_as_dashes() -> None:
    shown = text(report([make_status(blocks=0)]))
    assert "nan" not in shown.lower()
    assert line_with(shown, "a", "all").split()[2:4] == [NOTHING, NOTHING]
    assert f"Rounds: {NOTHING}" in shown
    assert text(outcome_table(make_status(blocks=0))).strip()


def test_forfeits_are_counted_beside() -> None:
    status = make_status(blocks=50)
    sums = status.sums
    sums.excluded_blocks, sums.blocks, sums.games = 1, 51, 102
    sums.outcomes = {"four_in_a_row": 101, "forfeit_error": 1}
    sums.rounds = {4: 102}
    sums.forfeits = {"0:error": 1}
    sums.excluded_totals["credits"] = np.array([0, 12, 12, 0])
    sums.excluded_products["credits"] = np.outer([0, 12, 12, 0], [0, 12, 12, 0])
    shown = text(report([status]))
    assert "1 blocks with 1 forfeited games are left out" in shown
    assert line_with(shown, "a", "all").split()[2] == "0.750"
    assert line_with(shown, "a", "with", "forfeits", "all").split()[4] == "0.735"


def test_components_are_ranked_by_score_when_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("archer", "knight")
    game = dataclasses.replace(get_game("connect-four"), components=tuple(Component("unit", name) for name in names))
    monkeypatch.setattr("engine.game._games", {"connect-four": game})
    status, uneven = make_status(), make_status()
    turns = np.array([[b % 2, 1 - b % 2, b % 2, 1 - b % 2] for b in range(100)], np.int64)
    status.sums.totals["credits"], status.sums.products["credits"] = 12 * turns.sum(axis=0), 144 * turns.T @ turns
    status.sums.components = uneven.sums.components = {
        "dealt": {0: ComponentSums(100, 400, 100, 400, 4800), 1: ComponentSums(100, 800, 100, 800, 9600)},
        "played": {0: ComponentSums(40, 240, 40, 240, 2880)},
    }
    shown = text(report([status]))
    assert "Score by unit" in shown
    assert "association only" in shown
    knight, archer = line_with(shown, "knight"), line_with(shown, "archer")
    assert shown.index(knight) < shown.index(archer)
    assert knight.split()[1] == "0.667"
    assert "above" in knight
    assert archer.split()[1] == "0.333"
    assert "below" in archer
    assert "fair share 0.500" in shown
    assert knight.split()[-1] == NOTHING
    assert "above" not in line_with(text(report([uneven])), "knight"), "where a seat is strong all its pieces are"


def test_a_narrow_console_goes_without_intervals_of_win_rates() -> None:
    assert "0.750 0.691 to 0.802" in " ".join(line_with(text(report([make_status()])), "a", "all").split()[5:])
    narrow = text(report([make_status()], width=80))
    assert all(len(line.rstrip()) <= 80 for line in narrow.splitlines() if line.strip().startswith(("a ", "b ", "any ")))
    assert line_with(narrow, "a", "all").split()[-2:] == ["0.750", "200"]


def test_many_cells_stand_in_one_table() -> None:
    cells = [make_status() for _ in range(7)]
    shown = text(report(cells))
    assert "Score by cell, agent and seat" in shown
    assert shown.count("c0ffee") == 7 * 4
    assert "Outcomes" not in shown


def test_narrow_intervals_get_more_digits() -> None:
    row = next(select(make_status(), "agent"))
    assert digits_for([dataclasses.replace(row, low=0.5, high=0.51)]) == 3
    assert digits_for([dataclasses.replace(row, low=0.5, high=0.501)]) == 4
    assert digits_for([]) == 3


def duel(red: str, blue: str, wins_of_ten: int) -> CellStatus:
    """A cell in which one agent plays two factions against each other."""
    status = make_status(blocks=100)
    job = status.plan.job.model_copy(update={"cell_id": f"{red}-{blue}", "seatings": [["a", "a"]]})
    sums = BlockSums(2)
    wins = np.array([[b % 10 < wins_of_ten, b % 10 >= wins_of_ten] for b in range(100)], np.int64)
    for metric, values in (("credits", 12 * wins), ("wins", wins)):
        sums.totals[metric], sums.products[metric] = values.sum(axis=0), values.T @ values
    sums.blocks = sums.games = 100
    sums.outcomes, sums.rounds = {"four_in_a_row": 100}, {4: 100}
    plan = dataclasses.replace(status.plan, job=job, factions=(red, blue))
    return dataclasses.replace(status, plan=plan, sums=sums)


def test_pairs_of_factions_make_a_matrix_with_intervals() -> None:
    cells = [duel("ants", "bees", 9), duel("bees", "ants", 3), duel("ants", "cows", 5), duel("cows", "bees", 10)]
    table = faction_matrix(cells)
    assert table is not None
    shown = text(table)
    assert line_with(shown, "ants", NOTHING).split() == ["ants", NOTHING, "0.90", "0.50", "0.70"]
    assert line_with(shown, "bees").split() == ["bees", "0.30", NOTHING, NOTHING, "0.13"]
    assert line_with(shown, "cows").split() == ["cows", NOTHING, "1.00", NOTHING, "0.75"]
    first = next(select(cells[0], "seat"))
    assert f"{first.low:.2f} to {first.high:.2f}" in shown
    assert shown.startswith("Score of x's faction (row) against o's (column)")


def test_other_runs_have_no_matrix() -> None:
    assert faction_matrix([make_status()]) is None
    assert faction_matrix([duel("ants", "bees", 5)]) is None, "two factions"
    twice = [duel("ants", "bees", 5), duel("bees", "cows", 5), duel("ants", "bees", 6)]
    assert faction_matrix(twice) is None, "a pair under two sets of options"


def test_costs_are_shown_for_agents_that_search() -> None:
    assert "processor seconds" not in text(cell_tables(make_status()))
    costs = CellCosts()
    costs.add({"chunk": "c0ffee/0000000000-100", "cpu_seconds": 50.0, "agent_cpu_seconds": {"b": 40.0}})
    costs.add({"chunk": "c0ffee/0000000100-100", "seconds": 1.0})
    status = make_status(kind="ismcts", costs=costs)
    status.sums.iterations = [0, 1_000, 3_000, 0]
    assert status.searches["b"].per_game == 4_000 / status.sums.games
    shown = text(cell_tables(status))
    assert line_with(shown, "b", "20").split() == ["b", "20", "20", "0.4"]
    assert "0.5" in line_with(shown, "all,").split()
