"""Which figures there are, what each needs, and how they come out of one contest."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dashboards.bench import age_of_sigmar, connect_four_vs_c, openspiel, search, war_chest, war_of_the_ring
from dashboards.bench.timing import Contest, Runner

REPEATS = 21
CONNECT_FOUR_GAMES = 20_000
OPENSPIEL_GAMES = 400
WAR_CHEST_GAMES = 300
SIGMAR_BATTLES = 10
SIGMAR_UNITS = 20_000
WAR_OF_THE_RING_GAMES = 100
ISMCTS_ITERATIONS = 50_000
OPENSPIEL_ITERATIONS = 5_000


class UnavailableError(RuntimeError):
    """A figure that this machine can't measure, and what is missing."""


@dataclass(frozen=True)
class Figure:
    """One figure: the sides of the contest that it needs, and how it reads the contest."""

    sides: tuple[str, ...]
    read: Callable[[Contest], float]


_CONTESTS: dict[str, Figure] = {
    "connect_four_vs_c": Figure(("connect_four", "c"), lambda contest: contest.ratio("connect_four", "c")),
    "connect_four_vs_openspiel_python": Figure(
        ("connect_four", "openspiel"), lambda contest: contest.ratio("connect_four", "openspiel")
    ),
    "connect_four_moves_per_second": Figure(("connect_four",), lambda contest: contest.rate("connect_four")),
    "war_chest_decisions_per_second": Figure(("war_chest",), lambda contest: contest.rate("war_chest")),
    "war_chest_vs_connect_four": Figure(
        ("war_chest", "connect_four"), lambda contest: contest.ratio("war_chest", "connect_four")
    ),
    "sigmar_battles_per_second": Figure(("sigmar_battles",), lambda contest: contest.rate("sigmar_battles")),
    "sigmar_attacks_per_second": Figure(("sigmar_attacks",), lambda contest: contest.rate("sigmar_attacks")),
    "war_of_the_ring_decisions_per_second": Figure(("war_of_the_ring",), lambda contest: contest.rate("war_of_the_ring")),
    "war_of_the_ring_kings_decisions_per_second": Figure(
        ("war_of_the_ring_kings",), lambda contest: contest.rate("war_of_the_ring_kings")
    ),
    "ismcts_vs_openspiel": Figure(("ismcts", "openspiel_mcts"), lambda contest: contest.ratio("ismcts", "openspiel_mcts")),
    "ismcts_iterations_per_second": Figure(("ismcts",), lambda contest: contest.rate("ismcts")),
}
_CLUSTER = ("cluster_efficiency_2_workers", "cluster_overhead_2_workers")
FIGURES: tuple[str, ...] = (*_CONTESTS, *_CLUSTER)
"""Names of all figures."""


def measure(names: Sequence[str], complain: bool) -> dict[str, float]:
    """Measure figures; those that lack something are left out, or raise `UnavailableError` with `complain`."""
    figures: dict[str, float] = {}
    with contextlib.ExitStack() as resources:
        sides = _sides({side for name in names if name in _CONTESTS for side in _CONTESTS[name].sides}, resources, complain)
        possible = [name for name in names if name in _CONTESTS and set(_CONTESTS[name].sides) <= set(sides)]
        if possible:
            contest = Contest.run(list(sides.values()), REPEATS)
            figures.update({name: _CONTESTS[name].read(contest) for name in possible})
    if any(name in names for name in _CLUSTER):
        cluster = importlib.import_module("dashboards.bench.cluster_efficiency")  # here, because Ray takes seconds to import
        medians = zip(_CLUSTER, cluster.cluster_efficiency(workers=2), strict=True)
        figures.update({name: figure for name, figure in medians if name in names})
    return figures


def _sides(wanted: set[str], resources: contextlib.ExitStack, complain: bool) -> dict[str, Runner]:
    sides: dict[str, Runner] = {}
    if "connect_four" in wanted:
        keys = connect_four_vs_c.Keyring(CONNECT_FOUR_GAMES)
        by_kernel = connect_four_vs_c.play_by_kernel(keys)
        moves = int(by_kernel[1].sum())
        sides["connect_four"] = Runner("connect_four", moves, lambda: connect_four_vs_c.play_by_kernel(keys))
        if "c" in wanted and _has("gcc", connect_four_vs_c.c_compiler() is not None, complain):
            player = resources.enter_context(connect_four_vs_c.c_player())
            connect_four_vs_c.expect_equal_games(by_kernel, player.play(keys))
            sides["c"] = Runner("c", moves, lambda: player.play(keys))
    if "openspiel" in wanted and _has("open-spiel", openspiel.is_installed(), complain):
        sides["openspiel"] = openspiel.runner(OPENSPIEL_GAMES)
    if "openspiel_mcts" in wanted and _has("open-spiel", openspiel.is_installed(), complain):
        sides["openspiel_mcts"] = search.openspiel_runner(OPENSPIEL_ITERATIONS)
    if "ismcts" in wanted:
        sides["ismcts"] = search.ismcts_runner(ISMCTS_ITERATIONS)
    if "sigmar_battles" in wanted:
        sides["sigmar_battles"] = age_of_sigmar.battles_runner(SIGMAR_BATTLES)
    if "sigmar_attacks" in wanted:
        sides["sigmar_attacks"] = age_of_sigmar.attacks_runner(SIGMAR_UNITS)
    if "war_chest" in wanted:
        sides["war_chest"] = war_chest.runner(WAR_CHEST_GAMES)
    for side, expansion in (("war_of_the_ring", "none"), ("war_of_the_ring_kings", "kings")):
        if side in wanted:
            sides[side] = war_of_the_ring.runner(side, expansion, WAR_OF_THE_RING_GAMES)
    return sides


def _has(what: str, there: bool, complain: bool) -> bool:
    if complain and not there:
        raise UnavailableError(f"{what} is not installed here")
    return there
