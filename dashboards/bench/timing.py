"""Times of things that take turns, so that what else the machine does hits all of them alike.

Times are processor seconds of this thread: seconds that other processes had the core don't count.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Runner:
    """One side: its name, the units of work of one run, and the run."""

    name: str
    work: int
    run: Callable[[], object]


@dataclass(frozen=True)
class Contest:
    """Processor seconds of each side's runs, in the order of the turns."""

    work: dict[str, int]
    seconds: dict[str, list[float]]

    @classmethod
    def run(cls, runners: Sequence[Runner], repeats: int) -> Contest:
        """Let the sides take turns `repeats` times, after one turn each that doesn't count; who begins alternates."""
        for runner in runners:
            runner.run()
        seconds: dict[str, list[float]] = {runner.name: [] for runner in runners}
        for turn in range(repeats):
            for runner in runners if turn % 2 == 0 else reversed(runners):
                start = time.thread_time()
                runner.run()
                seconds[runner.name].append(time.thread_time() - start)
        return cls({runner.name: runner.work for runner in runners}, seconds)

    def rate(self, name: str) -> float:
        """Units of work per processor second: the median of the runs."""
        return self.work[name] / statistics.median(self.seconds[name])

    def ratio(self, name: str, other: str) -> float:
        """How many times as fast `name` is as `other`: the median over the turns of the ratio within one turn."""
        ratios = [b / a for a, b in zip(self.seconds[name], self.seconds[other], strict=True)]
        return statistics.median(ratios) * self.work[name] / self.work[other]
