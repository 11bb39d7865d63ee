"""`warhost bench`: speed as ratios of things measured in turns in one run, so that they hold on a busy machine.

| figure | what it is |
|---|---|
| connect_four_vs_c | random games: moves per second of the kernels over those of the same loop in C (gcc -O3 -march=native) |
| connect_four_vs_openspiel_python | the same over a plain Python loop on OpenSpiel's `connect_four` |
| connect_four_moves_per_second | of random games, per processor second of one core |
| war_chest_decisions_per_second | of random games with random armies, per processor second of one core |
| war_chest_vs_connect_four | War Chest's decisions per second over Connect Four's moves per second |
| sigmar_battles_per_second | Age of Sigmar: greedy battles with lists of 1000 points, per processor second of one core |
| sigmar_attacks_per_second | Age of Sigmar: attack sequences (hit, wound, save), per processor second of one core |
| ismcts_vs_openspiel | tree search on Connect Four: iterations per second over those of OpenSpiel's C++ `MCTSBot` |
| ismcts_iterations_per_second | of the same search, per processor second of one core |
| cluster_efficiency_2_workers | games per second of a tournament on Ray with 2 workers over those of 2 bare kernels |
| cluster_overhead_2_workers | processor seconds of Ray and the driver over those of the 2 workers |

Figures whose other side isn't there (no gcc, no open-spiel) are left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from dashboards.bench.figures import FIGURES, UnavailableError, measure
from engine.options import near_word

__all__ = ["FIGURES", "UnavailableError", "run_benchmarks"]


def run_benchmarks(only: Iterable[str] | None = None) -> dict[str, float]:
    """Measure the figures of this package's table.

    Args:
        only: names of figures; all that this machine can measure if not given.

    Raises:
        ValueError: an unknown figure; names the nearest.
        UnavailableError: a figure was asked for by name and the machine lacks what it needs.
    """
    wanted = None if only is None else list(only)
    for name in wanted or ():
        if name not in FIGURES:
            raise ValueError(f"unknown figure {name!r}{near_word(name, list(FIGURES))}; there are {', '.join(FIGURES)}")
    return measure(list(FIGURES) if wanted is None else wanted, complain=wanted is not None)
