"""Where a run stands: one value that the terminal, `status.json` and the metrics show. Nothing else is shown anywhere."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Literal

from cluster.agent_costs import CellCosts
from cluster.agent_guard import AgentQuarantine
from cluster.plan import CellPlan
from cluster.statistics import Estimate, RoundLengths, estimates, round_lengths
from workers.sums import BlockSums

RunState = Literal["preparing", "running", "draining", "complete", "incomplete", "stopped by a guard"]


@dataclass(frozen=True)
class Activity:
    """What goes on at this moment: chunks in workers' hands, workers that are up, chunks that failed too often."""

    in_flight: int = 0
    workers: int = 0
    quarantined: int = 0


IDLE = Activity()


@dataclass(frozen=True)
class SearchEffort:
    """Mean number of iterations that an agent's searches took: at a seat of a game, and in a game at all its seats."""

    per_seat: float
    per_game: float


@dataclass(frozen=True)
class CellStatus:
    """Where a cell stands.

    Attributes:
        plan: the cell.
        sums: over the blocks that count so far: in design order, without a gap, before the stop block.
        games_done: games of all its chunks that are done.
        needed_games: games that are wanted: all, or those before the stop block.
        stop_block: blocks from this number on don't count, as the stop rule was met or a guard ended the cell; None: all do.
        overshoot: games played beyond the stop block.
        complete: whether every wanted chunk is done.
        stop_reason: why the cell stops there, in words; None if it doesn't.
        sequential: whether there is a stop rule that looks at what a figure is.
        costs: what its games cost, as far as that was measured.
        guarded: whether it was a guard that ended the cell.
    """

    plan: CellPlan
    sums: BlockSums
    games_done: int
    needed_games: int
    stop_block: int | None
    overshoot: int
    complete: bool
    stop_reason: str | None = None
    sequential: bool = False
    costs: CellCosts = field(default_factory=CellCosts)
    guarded: bool = False

    @property
    def held_back(self) -> int:
        """Games that are done and don't count yet, because a chunk before theirs is missing: given up, or still to come in."""
        return self.games_done - self.sums.games if self.stop_block is None else 0

    @cached_property
    def estimates(self) -> tuple[Estimate, ...]:
        """Every figure. Its intervals are those for watched figures while the cell is played, or if a stop rule watched it."""
        return estimates(self.plan, self.sums, peeking=self.sequential or not self.complete)

    @property
    def rounds(self) -> RoundLengths:
        """How long games took."""
        return round_lengths(self.sums.rounds)

    @cached_property
    def searches(self) -> dict[str, SearchEffort]:
        """What agents that search put into a game, by agent; others are not there."""
        seats: dict[str, int] = {}
        iterations: dict[str, int] = {}
        for slot, number in zip(self.plan.slots, self.sums.iterations, strict=True):
            seats[slot.agent] = seats.get(slot.agent, 0) + self.sums.blocks
            iterations[slot.agent] = iterations.get(slot.agent, 0) + number
        games = max(self.sums.games, 1)
        return {
            name: SearchEffort(number / max(seats[name], 1), number / games) for name, number in iterations.items() if number
        }

    def headline(self) -> tuple[Estimate, ...]:
        """The score of each agent at each seat."""
        return tuple(
            row for row in self.estimates if row.metric == "score" and row.by == "agent_seat" and row.forfeits == "excluded"
        )


@dataclass(frozen=True)
class RunStatus:
    """Where a run stands.

    Attributes:
        state: `preparing` until the first chunk is given out.
        run_dir: the run directory.
        game: name of the game.
        games, games_needed, games_done: as designed; wanted, where stop rules made some unnecessary; in chunks that are done.
        decisions: in chunks that are done.
        chunks, chunks_done: wanted and done.
        retried, failed, duplicates: chunks tried again, attempts that failed, chunks that came in twice; in all sessions.
        quarantined: chunks that failed too often in this session.
        in_flight, workers: chunks in workers' hands, workers that are up; 0 at the end.
        elapsed: seconds since this driver began.
        games_per_second, decisions_per_second: lately.
        eta: seconds until everything is done, from what chunks cost lately; None if nothing can be said yet.
        cells: in order of the sweep.
        metrics_url: where Prometheus finds the metrics, or None.
        message: what the driver is doing, where that takes long; else empty.
        quarantined_agents: agents that forfeited too often, and whose cells were ended.
    """

    state: RunState
    run_dir: str
    game: str
    games: int
    games_needed: int
    games_done: int
    decisions: int
    chunks: int
    chunks_done: int
    retried: int
    failed: int
    duplicates: int
    quarantined: int
    in_flight: int
    workers: int
    elapsed: float
    games_per_second: float
    decisions_per_second: float
    eta: float | None
    cells: tuple[CellStatus, ...]
    metrics_url: str | None = None
    message: str = ""
    quarantined_agents: tuple[AgentQuarantine, ...] = ()

    def to_plain(self) -> dict[str, Any]:
        """For `status.json`: every figure of the run, and of each cell the headline."""
        plain = {key: value for key, value in self.__dict__.items() if key != "cells"}
        plain["quarantined_agents"] = [found.to_plain() for found in self.quarantined_agents]
        plain["cells"] = [
            {
                "cell_id": cell.plan.cell_id,
                "design": cell.plan.design,
                "overrides": cell.plan.overrides,
                "games": cell.plan.games,
                "games_done": cell.games_done,
                "blocks": cell.sums.blocks,
                "stop_block": cell.stop_block,
                "stop_reason": cell.stop_reason,
                "overshoot": cell.overshoot,
                "complete": cell.complete,
                "score": [_short(row) for row in cell.headline()],
            }
            for cell in self.cells
        ]
        return plain


def _short(row: Estimate) -> dict[str, Any]:
    keys = ("agent", "seat", "seat_name", "faction", "estimate", "low", "high", "fair_share", "games", "valid_under_peeking")
    whole = asdict(row)
    return {key: whole[key] for key in keys}
