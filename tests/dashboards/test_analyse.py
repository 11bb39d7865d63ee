"""`warhost analyse`: a stored game as a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cluster import open_run


@pytest.fixture(scope="module")
def game_id(finished_run: Path) -> str:
    """A game of greedy against random."""
    cell = next(cell for cell in open_run(finished_run).plan.cells if "round_robin" in cell.design)
    return f"{cell.cell_id}/3/0"


def test_a_game_is_judged_the_same_each_time(warhost: Callable[..., Any], finished_run: Path, game_id: str) -> None:
    words = ("analyse", str(finished_run), game_id, "--iterations", "500", "--json")
    first, again = warhost(*words), warhost(*words)
    assert first.exit_code == 0, first.output
    assert first.stdout == again.stdout
    found = json.loads(first.stdout)
    assert found["search"]["iterations"] == 500
    assert [seat["agent"] for seat in found["seats"]] == ["greedy", "random"]
    clear = {decision["number"] for decision in found["decisions"] if decision["clear"]}
    assert set(found["turning_points"]) <= clear
    for decision in found["decisions"]:
        assert decision["regret"] == pytest.approx(decision["best"]["value"] - decision["chosen"]["value"])
    for seat in found["seats"]:
        regrets = [decision["regret"] for decision in found["decisions"] if decision["seat"] == seat["seat"]]
        assert seat["total"] == pytest.approx(sum(regrets))


def test_the_table_names_decisions_turning_points_and_noise(
    warhost: Callable[..., Any], finished_run: Path, game_id: str
) -> None:
    shown = warhost("analyse", str(finished_run), game_id, "--iterations", "300", "--seat", "o")
    assert shown.exit_code == 0, shown.output
    for words in ("Decisions", "Turning points", "Regret by seat", "judged by ismcts with 300 iterations", "standard errors"):
        assert words in shown.stdout
    assert "drop a stone into column" in shown.stdout


@pytest.mark.slow
def test_three_sides_are_judged_each_for_its_own_return(
    warhost: Callable[..., Any], play: Callable[..., Any], tmp_path: Path
) -> None:
    from highest_bid import GAME, HIGHEST_BID

    agents = {"greedy": {"kind": "greedy"}, "random": {"kind": "random"}}
    design = [{"fixed": [["greedy", "random", "greedy"]]}]
    run = play(tmp_path, {"game": GAME.name, "agents": agents, "design": design, "games": 1, "metrics": None})
    words = ("analyse", str(run.path), f"{run.read_plan().cells[0].cell_id}/0/0", "--iterations", "2000")
    found = json.loads(warhost(*words, "--json").stdout)
    assert [(seat["seat_name"], seat["agent"]) for seat in found["seats"]] == [
        ("red", "greedy"),
        ("green", "random"),
        ("blue", "greedy"),
    ]
    assert {decision["best"]["action"] for decision in found["decisions"]} == {HIGHEST_BID}
    assert [seat["differ"] > 0 for seat in found["seats"]] == [False, True, False]
    assert [seat["total"] > 0 for seat in found["seats"]] == [False, True, False]
    shown = warhost(*words).stdout
    assert all(word in shown for word in ("red", "green", "blue", "bid 3"))


def test_a_wrong_seat_or_game_is_told(warhost: Callable[..., Any], finished_run: Path, game_id: str) -> None:
    wrong = warhost("analyse", str(finished_run), game_id, "--seat", "z")
    assert wrong.exit_code == 2
    assert "there are x, o" in wrong.output
    assert warhost("analyse", str(finished_run), "abc/1/0").exit_code == 2


def test_players_that_searched_as_long_are_pointed_out(
    warhost: Callable[..., Any], play: Callable[..., Any], tmp_path: Path
) -> None:
    run = play(
        tmp_path,
        {
            "game": "connect-four",
            "agents": {"deep": {"kind": "ismcts", "iterations": 60}, "dice": {"kind": "random"}},
            "design": [{"round_robin": ["deep", "dice"]}],
            "games": 2,
            "metrics": None,
        },
    )
    game = f"{run.read_plan().cells[0].cell_id}/0/0"
    assert "deep searched with 60 iterations itself" in warhost("analyse", str(run.path), game, "--iterations", "60").output
    assert "itself" not in warhost("analyse", str(run.path), game, "--iterations", "61").output
