"""The benchmarks compare like with like, and say what they can't do."""

from __future__ import annotations

import numpy as np
import pytest

from dashboards.bench import age_of_sigmar, connect_four_vs_c, figures, openspiel, run_benchmarks
from dashboards.bench.timing import Contest, Runner


@pytest.mark.skipif(connect_four_vs_c.c_compiler() is None, reason="needs gcc")
def test_the_c_program_plays_the_very_same_games() -> None:
    keys = connect_four_vs_c.Keyring(3000, seed=7)
    by_kernel = connect_four_vs_c.play_by_kernel(keys)
    with connect_four_vs_c.c_player() as player:
        by_c = player.play(keys)
    connect_four_vs_c.expect_equal_games(by_kernel, by_c)
    by_c[0]["stones"][1234, 0] ^= 1
    with pytest.raises(RuntimeError, match="stones differs"):
        connect_four_vs_c.expect_equal_games(by_kernel, by_c)


def test_ratios_come_from_turns_and_count_work() -> None:
    contest = Contest({"a": 100, "b": 50}, {"a": [1.0, 2.0, 4.0], "b": [1.0, 2.0, 4.0]})
    assert contest.rate("a") == 50
    assert contest.ratio("a", "b") == 2


def test_sides_take_turns_and_who_begins_alternates() -> None:
    order: list[str] = []
    Contest.run([Runner("a", 1, lambda: order.append("a")), Runner("b", 1, lambda: order.append("b"))], repeats=3)
    assert "".join(order) == "ab" + "ab" + "ba" + "ab"


def test_openspiel_plays_as_many_moves_each_time() -> None:
    side = openspiel.runner(20)
    assert side.work == side.run() > 20 * 7


def test_battles_and_attacks_of_age_of_sigmar_are_counted() -> None:
    assert age_of_sigmar.battles_runner(2).work == 2 * 3
    assert age_of_sigmar.attacks_runner(50).work == 50 * 20


def test_unknown_figures_are_refused_with_the_near_word() -> None:
    with pytest.raises(ValueError, match="did you mean connect_four_vs_c"):
        run_benchmarks(only=["connect_four_vs_see"])


def test_a_missing_compiler_is_said_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect_four_vs_c, "c_compiler", lambda: None)
    monkeypatch.setattr(figures, "REPEATS", 1)
    assert figures.measure(["connect_four_vs_c"], complain=False) == {}
    with pytest.raises(figures.UnavailableError, match="gcc"):
        run_benchmarks(only=["connect_four_vs_c"])


def test_figures_of_one_contest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "REPEATS", 3)
    wanted = ["connect_four_vs_openspiel_python", "connect_four_moves_per_second"]
    measured = run_benchmarks(only=wanted)
    assert list(measured) == wanted
    assert all(np.isfinite(value) and value > 0 for value in measured.values())
