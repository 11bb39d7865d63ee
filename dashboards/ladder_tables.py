"""A game's ladder as a table for the terminal and for the game's README, and the levels of all games for the README."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table

from cluster.costs import kind_cost
from cluster.ladder import Ladder, Step, measured_ladder, rung_of
from dashboards.tables import new_table
from dashboards.words import NOTHING, between, number, score
from engine.game import BUILT_IN_GAMES, Game, get_game

_COLUMNS = ("agent", "against", ">score", ">interval", ">games", "", ">iterations", ">CPU seconds", ">of a game")


def ladder_table(ladder: Ladder) -> Table:
    """One line a step, the lowest first. Iterations and seconds are of the upper agent's seat, then of a whole game."""
    table = new_table(f"The ladder of {ladder.game} (fair share {score(_fair_share(ladder), 2)})", *_COLUMNS)
    for row in _rows(ladder):
        table.add_row(*row)
    return table


def ladder_markdown(ladder: Ladder) -> str:
    """The same table in Markdown, as it stands in the game's README."""
    return _markdown(_COLUMNS, [(f"`{row[0]}`", f"`{row[1]}`", *row[2:]) for row in _rows(ladder)])


def _markdown(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    heads = [name.removeprefix(">") for name in columns]
    rules = ["---:" if name.startswith(">") else "---" for name in columns]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [heads, rules, *rows])


def describe_levels(game: Game) -> dict[str, Any]:
    """Level of play -> its parameters of `ismcts`, what a game between such agents takes, and its place on the ladder.

    `seconds_per_game` are of one core, as measured with the ladder if the level still is what was measured then, else as the
    plan estimates; `ladder` is None where nothing was measured.
    """
    found = {}
    for level, parameters in game.levels.items():
        agent = {"kind": "ismcts", "level": level}
        ladder, rung = measured_ladder(game.name), rung_of(game.name, agent)
        measured = ladder.seconds_per_game(f"ismcts:{level}") if ladder is not None and rung is not None else None
        seconds = kind_cost(game.name, agent, game.decision_cap).seconds if measured is None else measured
        found[level] = {**parameters, "seconds_per_game": seconds, "ladder": rung}
    return found


def levels_markdown() -> str:
    """The levels of every built-in game in Markdown, as they stand in the README."""
    rows = []
    for game in map(get_game, sorted(BUILT_IN_GAMES)):
        for level, facts in describe_levels(game).items():
            place = facts["ladder"] or "not measured"
            rows.append((game.title, f"`{level}`", number(facts["iterations"]), seconds_text(facts["seconds_per_game"]), place))
    return _markdown(("game", "level", ">iterations a decision", ">seconds a game and core", "on the ladder"), rows)


def _fair_share(ladder: Ladder) -> float | None:
    return ladder.steps[0].fair_share if ladder.steps else None


def _rows(ladder: Ladder) -> Iterator[tuple[str, ...]]:
    for step in ladder.steps:
        yield (
            step.upper,
            step.lower,
            score(step.score),
            between(step.low, step.high, 2),
            number(step.games),
            step.verdict,
            number(step.iterations.get(step.upper)),
            seconds_text(step.seat_seconds.get(step.upper)),
            seconds_text(step.game_seconds),
        )


def seconds_text(value: float | None) -> str:
    """Processor seconds with two digits."""
    if value is None:
        return NOTHING
    return f"{value:.2g}" if value < 100 else number(value)


def step_line(step: Step) -> str:
    """A step in a line, for progress."""
    found = "nothing yet" if step.score is None else f"{score(step.score)} ({between(step.low, step.high, 2)})"
    return f"{step.upper} against {step.lower}: {found} in {number(step.games)} games, {step.verdict}; {step.reason}"
