"""Measuring a game's ladder: each step is a sweep of its own, which a sequential test ends, in a folder of one run directory.

The test weighs "as strong as the one below" against "scores a fifth more than its fair share"; what is reported is an interval
that holds at every number of games (`cluster.statistics.betting`), so neither the test nor the clock can bend it. Games are a
function of game and seed; how many there are of a step that the clock ended is not.

Time goes to the steps in proportion to the square root of what a game costs, which makes the sum of their variances least; what
a step leaves over goes to the others.
"""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cluster.api import OnStatus, run
from cluster.cluster_connection import connected
from cluster.coordinator import ExitCode
from cluster.costs import block_seconds
from cluster.ladder import GAME_OPTIONS, RUNGS, Ladder, Step, agent_at
from cluster.plan import make_plan
from cluster.results import RunResult
from cluster.spec import SweepSpec, load_sweep
from cluster.statistics import fair_share, slots_with
from cluster.statistics.betting import betting_interval
from engine.game import Game, get_game
from engine.options import resolve_options
from workers.node import warm

MAX_GAMES = 4000
"""Of a step at most: by then two agents whose scores differ by four points are told apart."""

FEWEST_BLOCKS, MOST_FEWEST_BLOCKS = 16, 200
"""Bounds of how many blocks the test waits for: as many as `TEST_SECONDS` of one core give."""

TEST_SECONDS = 60.0

STRONGER = 1.2
"""The test's other value, in fair shares: 0.6 between two, about 70 Elo."""

ALPHA, BETA = 0.001, 0.02
"""Chances of the test's errors. The first is so small that the interval, too, is above the fair share when the test says so."""

LEAST_SECONDS = 15.0
"""A step gets no less: workers have to start."""


@dataclass
class _Rung:
    """A step that is being measured."""

    upper: str
    lower: str
    sweep: SweepSpec
    folder: Path
    weight: float
    result: RunResult | None = None

    @property
    def open(self) -> bool:
        """Whether more games could be played."""
        return self.result is None or self.result.exit_code == ExitCode.INCOMPLETE


def measure_ladder(
    game: str,
    run_dir: Path,
    minutes: float,
    *,
    seed: int = 1,
    rungs: tuple[str, ...] = RUNGS,
    max_games: int = MAX_GAMES,
    workers: int | None = None,
    address: str | None = None,
    on_step: Callable[[Step], None] = lambda _: None,
    on_status: OnStatus | None = None,
) -> Ladder:
    """Measure the ladder of a game, or go on with one that was begun in the same run directory.

    Ctrl-C ends it in an orderly way, with what was measured until then.

    Args:
        game: its name.
        run_dir: holds a run directory for each step.
        minutes: for everything but compiling.
        seed: of all games.
        rungs: words for agents, from weak to strong.
        max_games: of each step.
        workers: as of `run`.
        address: as of `run`.
        on_step: called with each step when its time is over, several times if it gets more.
        on_status: as of `run`.

    Raises:
        SpecError, ChangedRunError, RunLockedError: as `run`.
    """
    found = get_game(game)
    steps = _rungs(found, run_dir, seed, rungs, max_games)
    warm([game], searches=True)
    with connected(address, workers) as number:
        end = time.monotonic() + 60 * minutes
        open_rungs = steps
        while open_rungs and end - time.monotonic() >= LEAST_SECONDS:
            for place, rung in enumerate(open_rungs):
                share = rung.weight / sum(other.weight for other in open_rungs[place:])
                stop = time.monotonic() + max(share * (end - time.monotonic()), LEAST_SECONDS)
                rung.result = run(rung.sweep, rung.folder, number, address, on_status, seconds=stop - time.monotonic())
                on_step(_step(rung.upper, rung.lower, rung.result))
                if rung.open and time.monotonic() < stop:  # not the clock ended it, but a person, or a machine that failed
                    end = 0.0
                    break
            open_rungs = [rung for rung in open_rungs if rung.open]
    measured = tuple(_step(rung.upper, rung.lower, rung.result) for rung in steps if rung.result is not None)
    agents = {word: agent_at(found, word) for word in rungs}
    options = dict(GAME_OPTIONS.get(game, {}))
    seats = len(found.seats(resolve_options(found.options, options)))
    return Ladder(game, found.rules_version, seed, options, seats, agents, measured)


def _rungs(game: Game, run_dir: Path, seed: int, words: Sequence[str], max_games: int) -> list[_Rung]:
    found = []
    for number, (lower, upper) in enumerate(itertools.pairwise(words), start=1):
        sweep = step_sweep(game, upper, lower, seed, max_games)
        folder = run_dir / f"{number}-{_name(upper)}"
        found.append(_Rung(upper, lower, sweep, folder, math.sqrt(_block_seconds(sweep))))
    return found


def _block_seconds(sweep: SweepSpec) -> float:
    cell = make_plan(sweep).cells[0].job
    return block_seconds(sweep.game, cell.agents, cell.seatings, cell.decision_cap)


def step_sweep(game: Game, upper: str, lower: str, seed: int, max_games: int) -> SweepSpec:
    """The sweep that measures one step: `upper` at every seat in turn, `lower` at all others."""
    changed = dict(GAME_OPTIONS.get(game.name, {}))
    options = resolve_options(game.options, changed)
    names = _name(upper), _name(lower)
    if len(set(game.teams(options))) == 2:
        design: dict[str, Any] = {"round_robin": list(names)}
    else:
        design = {"one_vs_field": {"of": names[0], "field": names[1]}}
    share = 1 / len(set(game.teams(options)))
    stop = {"kind": "sprt", "agent": names[0], "score0": share, "score1": STRONGER * share, "alpha": ALPHA, "beta": BETA}
    sweep: dict[str, Any] = {
        "title": f"{upper} against {lower}",
        "game": game.name,
        "seed": seed,
        "options": changed,
        "agents": dict(zip(names, (agent_at(game, upper), agent_at(game, lower)), strict=True)),
        "design": [design],
        "games": max_games,
        "metrics": None,
    }
    blocks = int(TEST_SECONDS / _block_seconds(load_sweep(sweep)))
    stop["min_blocks"] = min(max(blocks, FEWEST_BLOCKS), MOST_FEWEST_BLOCKS)
    return load_sweep({**sweep, "stop": stop})


def _name(word: str) -> str:
    """A word as the name of an agent in a sweep."""
    return word.replace(":", "-")


def _step(upper: str, lower: str, result: RunResult) -> Step:
    """What the run of a step has come to."""
    cell = result.status.cells[0]
    figure = result.block_figures(cell.plan.cell_id).figure(slots_with(cell.plan, agent=_name(upper)))
    values = figure.values / figure.most
    interval = betting_interval(values)
    words = {_name(word): word for word in (upper, lower)}
    costs = cell.costs
    seats = Counter(name for seating in cell.plan.job.seatings for name in seating)
    return Step(
        upper=upper,
        lower=lower,
        design=cell.plan.design,
        score=_rounded(float(values.mean())) if interval else None,
        low=_rounded(interval.low) if interval else None,
        high=_rounded(interval.high) if interval else None,
        fair_share=fair_share(cell.plan),
        blocks=len(values),
        games=cell.sums.games,
        iterations={words[name]: _rounded(effort.per_seat) for name, effort in cell.searches.items()},
        seat_seconds={
            words[name]: _rounded(seconds * cell.plan.rotations / costs.games / seats[name])
            for name, seconds in costs.agent_seconds.items()
        },
        game_seconds=_rounded(costs.cpu_seconds / costs.games) if costs.games else None,
        reason=cell.stop_reason or ("all games were played" if cell.complete else "its time was over"),
    )


def _rounded(value: float) -> float:
    """With four digits: more would say nothing, and make the file hard to read."""
    return float(f"{value:.4g}")
