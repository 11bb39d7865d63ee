"""How games ended and how long they took, exactly, from counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from workers.sums import BlockSums


@dataclass(frozen=True)
class RoundLengths:
    """Lengths of games in rounds.

    Attributes:
        games: how many games.
        mean: their mean; None without games.
        median, p95: the smallest length that at least 50 % and 95 % of the games don't exceed, so a length that a game had;
            None without games.
    """

    games: int
    mean: float | None
    median: int | None
    p95: int | None


def round_lengths(histogram: Mapping[int, int]) -> RoundLengths:
    """Lengths from a histogram: number of rounds -> games."""
    games = sum(histogram.values())
    if games == 0:
        return RoundLengths(0, None, None, None)
    mean = sum(length * number for length, number in histogram.items()) / games
    return RoundLengths(games, mean, _quantile(histogram, games, 50), _quantile(histogram, games, 95))


def _quantile(histogram: Mapping[int, int], games: int, percent: int) -> int:
    below = 0
    for length in sorted(histogram):
        below += histogram[length]
        if 100 * below >= percent * games:
            return length
    raise AssertionError("a histogram adds up to its games")


def check_sums(sums: BlockSums) -> None:
    """Check what must hold of any sums that were added up correctly.

    Raises:
        ValueError: outcomes or lengths don't add up to the games, more blocks are excluded than were played, or more slots were
            won than there are games.
    """
    for name, counted in (("outcomes", sum(sums.outcomes.values())), ("lengths", sum(sums.rounds.values()))):
        if counted != sums.games:
            raise ValueError(f"{name} add up to {counted} games, {sums.games} were played")
    if not 0 <= sums.excluded_blocks <= sums.blocks:
        raise ValueError(f"{sums.excluded_blocks} of {sums.blocks} blocks are excluded")
    if any(int(total) > sums.blocks for total in sums.totals["wins"]):
        raise ValueError(f"a slot won more games than its {sums.blocks} blocks have")
