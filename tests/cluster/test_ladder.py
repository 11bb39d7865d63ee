"""The ladder: what is measured, what it says of an agent, and how its time is spent."""

from __future__ import annotations

import itertools
import json
import time
from pathlib import Path

import pytest

from cluster import ladder as ladders
from cluster import open_run, run
from cluster.ladder import RUNGS, Ladder, Step, agent_at, measured_ladder, rung_of, rung_text
from cluster.ladder_run import measure_ladder, step_sweep
from cluster.plan import make_plan
from engine.agents.specs import read_agent
from engine.game import BUILT_IN_GAMES, get_game

QUICK = ("random", "greedy", "ismcts:fast")


def step(**changes: object) -> Step:
    known: dict[str, object] = {
        "upper": "greedy",
        "lower": "random",
        "design": "round_robin: greedy, random",
        "score": 0.7,
        "low": 0.6,
        "high": 0.8,
        "fair_share": 0.5,
        "blocks": 50,
        "games": 100,
        "iterations": {},
        "seat_seconds": {},
        "game_seconds": 0.1,
        "reason": "its time was over",
    }
    return Step(**{**known, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("low", "high", "said"), [(0.51, 0.9, "holds"), (0.5, 0.9, "not shown"), (0.3, 0.49, "reversed"), (None, None, "not shown")]
)
def test_a_step_holds_if_its_interval_lies_above_the_fair_share(low: float | None, high: float | None, said: str) -> None:
    assert step(low=low, high=high).verdict == said


def test_a_ladder_survives_its_file() -> None:
    ladder = Ladder("connect-four", "1+abc", 1, {}, 2, {"random": {"kind": "random"}, "greedy": {"kind": "greedy"}}, (step(),))
    assert Ladder.from_plain(json.loads(json.dumps(ladder.to_plain()))) == ladder
    assert rung_text(ladder, "random") == "rung 1 of 2, the lowest"
    assert rung_text(ladder, "greedy") == "rung 2 of 2, above random (0.70, 0.60 to 0.80, fair share 0.50; 100 games)"


def test_only_what_was_measured_has_a_rung(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("connect-four")
    agents = {word: agent_at(game, word) for word in RUNGS}
    searched = step(upper="ismcts:fast", lower="greedy", seat_seconds={"ismcts:fast": 0.25})
    ladder = Ladder(game.name, game.rules_version, 1, {}, 2, agents, (step(), searched))
    monkeypatch.setattr(ladders, "_read", lambda _: ladder)
    assert str(rung_of("connect-four", {"kind": "greedy"})).startswith("rung 2 of 6, above random")
    assert str(rung_of("connect-four", {"kind": "ismcts", "level": "fast"})).startswith("rung 4 of 6, above greedy")
    assert rung_of("connect-four", agents["ismcts:fast"]) == rung_of("connect-four", {"kind": "ismcts", "level": "fast"})
    assert rung_of("connect-four", {"kind": "ismcts", "level": "fast", "iterations": 7}) is None
    assert rung_of("connect-four", {"kind": "python", "path": "preferences"}) is None
    assert ladder.seconds_per_game("ismcts:fast") == 0.5
    assert ladder.seconds_per_game("greedy") is None


def test_games_without_a_ladder_have_no_rungs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladders, "_read", lambda _: None)
    assert rung_of("connect-four", {"kind": "greedy"}) is None


@pytest.mark.parametrize("game", sorted(BUILT_IN_GAMES))
def test_ladders_that_are_shipped_tell_of_the_levels_that_are_shipped(game: str) -> None:
    ladder = measured_ladder(game)
    if ladder is None:
        pytest.skip("not measured")
    assert ladder.game == game
    assert list(ladder.agents) == list(RUNGS)
    for word in RUNGS:
        now = agent_at(get_game(game), word)
        assert read_agent(ladder.agents[word]) == read_agent(now), f"{word} has changed since: measure the ladder again"
    assert [(one.lower, one.upper) for one in ladder.steps] == list(itertools.pairwise(RUNGS))


@pytest.mark.parametrize("game", sorted(BUILT_IN_GAMES))
def test_a_decision_at_level_standard_takes_a_fifth_of_a_second_at_most(game: str) -> None:
    """By the measured processor seconds; decisions with a choice are as many as budgets of iterations."""
    ladder, word = measured_ladder(game), "ismcts:standard"
    step = ladder.step_to(word) if ladder is not None else None
    if step is None or word not in step.seat_seconds:
        pytest.skip("not measured")
    decisions = step.iterations[word] / get_game(game).levels["standard"]["iterations"]
    assert step.seat_seconds[word] / decisions <= 0.2


def test_a_step_is_played_from_every_seat() -> None:
    """Both orders between two; one among the others where there are more. The test's fair share is that of the sides."""
    two = make_plan(step_sweep(get_game("connect-four"), "ismcts:fast", "greedy", seed=3, max_games=10))
    assert sorted(two.cells[0].job.seatings) == [["greedy", "ismcts-fast"], ["ismcts-fast", "greedy"]]
    sweep = step_sweep(get_game("chaos-in-the-old-world"), "greedy", "random", seed=3, max_games=8)
    four = make_plan(sweep)
    assert [seating.index("greedy") for seating in four.cells[0].job.seatings] == [0, 1, 2, 3]
    assert all(seating.count("random") == 3 for seating in four.cells[0].job.seatings)
    assert sweep.stop is not None
    assert sweep.stop.hypotheses == (0.25, 0.3)


@pytest.mark.ray
@pytest.mark.usefixtures("ray_session")
def test_a_short_ladder_of_connect_four(tmp_path: Path) -> None:
    """Greedy beats random and the search beats greedy; the same command goes on, and finds everything done."""
    said: list[Step] = []
    found = measure_ladder("connect-four", tmp_path, 1, rungs=QUICK, max_games=120, workers=1, on_step=said.append)
    assert [(one.upper, one.lower) for one in found.steps] == [("greedy", "random"), ("ismcts:fast", "greedy")]
    assert [one.verdict for one in found.steps] == ["holds", "holds"]
    assert list(found.steps) == said
    greedy, search = found.steps
    assert greedy.iterations == {}
    assert search.iterations["ismcts:fast"] > 300  # a decision's, and there are several in a game
    assert search.game_seconds is not None
    assert 0 < search.seat_seconds["ismcts:fast"] < search.game_seconds
    assert open_run(tmp_path / "2-ismcts-fast").complete
    assert measure_ladder("connect-four", tmp_path, 1, rungs=QUICK, max_games=120, workers=1) == found


@pytest.mark.ray
@pytest.mark.usefixtures("ray_session")
def test_a_run_ends_when_its_time_is_over_and_can_go_on(tmp_path: Path) -> None:
    sweep = step_sweep(get_game("connect-four"), "ismcts:strong", "ismcts:standard", seed=1, max_games=2000)
    started = time.monotonic()
    found = run(sweep, tmp_path, workers=1, seconds=0.5)
    assert time.monotonic() - started < 60
    assert found.exit_code == 75
    assert "stopped: its time is over" in found.notes


def test_a_game_in_a_module_of_its_own_has_no_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("connect-four")
    monkeypatch.setattr(game.options, "__module__", "my_game")
    assert measured_ladder("connect-four") is None
