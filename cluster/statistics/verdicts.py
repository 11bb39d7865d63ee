"""What an interval says of a fair share: above, within or below the band around it, or not enough games to tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

BAND = 0.02
"""A share this far from the fair one, either way, still counts as fair."""

Verdict = Literal["above", "within", "below", "not enough games"]


def verdict(low: float | None, high: float | None, fair_share: float | None, band: float = BAND) -> Verdict:
    """What the interval `low` .. `high` says of `fair_share` give or take `band`: all of it must lie on one side, or inside."""
    if low is None or high is None or fair_share is None:
        return "not enough games"
    if low > fair_share + band:
        return "above"
    if high < fair_share - band:
        return "below"
    if low >= fair_share - band and high <= fair_share + band:
        return "within"
    return "not enough games"


@dataclass(frozen=True)
class Robustness:
    """Whether what is found under all agents together is found under each of them.

    Attributes:
        verdict: under all together.
        holds: agents under which the verdict is the same.
        open: agents under which there are not enough games to tell.
        differs: agents under which it is another one.
    """

    verdict: Verdict
    holds: tuple[str, ...]
    open: tuple[str, ...]
    differs: tuple[str, ...]

    def __str__(self) -> str:
        agents = len(self.holds) + len(self.open) + len(self.differs)
        text = f"holds for {len(self.holds)} of {agents} agents"
        return f"{text}, not enough games for {len(self.open)}" if self.open else text


def robustness(together: Verdict, each: Mapping[str, Verdict]) -> Robustness:
    """Compare the verdict under all agents with that under each; where there are not enough games together, nothing holds."""
    told = together != "not enough games"
    return Robustness(
        together,
        tuple(agent for agent, found in each.items() if told and found == together),
        tuple(agent for agent, found in each.items() if found == "not enough games"),
        tuple(agent for agent, found in each.items() if found != "not enough games" and not (told and found == together)),
    )
