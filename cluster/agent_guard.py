"""The guard against agents that forfeit too often: such an agent is set apart, and the cells without it are finished.

Where that happens is a function of the sweep alone. Blocks of all cells with agents that can forfeit are looked at in one
order, by the number of games before them in their cell, each only when all before it are done. After each block every agent's
forfeits of each cause are held against the games that it has played up to there. The blocks up to the one that was too much
count; those after it, of any cell with the agent, don't, whoever had played them already.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from cluster.cell_progress import CellProgress
from engine.agents.specs import read_agent

GUARD_GAMES = 500
"""Games of an agent after which its forfeits are held against the limit."""

_Position = tuple[int, int]
"""Place of a block in the order: games of its cell before it, and the cell's number."""

_END: _Position = (1 << 62, 0)


@dataclass(frozen=True)
class AgentQuarantine:
    """An agent that was set apart.

    Attributes:
        agent: its name.
        cause: of the forfeits: `error`, `illegal` or `timeout`.
        forfeits, games: games that it forfeited so, and that it played, up to the block after which it was set apart.
        limit: share of its games that it may forfeit so.
        cells: ids of the cells that end there; cells with it that were done before are none of them.
    """

    agent: str
    cause: str
    forfeits: int
    games: int
    limit: float
    cells: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Who and why, in a sentence."""
        return (
            f"agent {self.agent} is quarantined: it forfeited {self.forfeits} of {self.games} games ({self.cause}), "
            f"{self.forfeits / self.games:.2%}; guards.max_forfeit_rate allows {self.limit:.2%}"
        )

    def to_plain(self) -> dict[str, Any]:
        """As maps, lists and scalars."""
        return {**asdict(self), "cells": list(self.cells), "rate": self.forfeits / self.games}


class AgentGuard:
    """Looks at the cells of a run as they grow.

    Attributes:
        quarantines: agents that were set apart, in the order in which that happened.
    """

    def __init__(self, cells: Sequence[CellProgress], limit: float) -> None:
        """`limit` is the share of an agent's games that may end in a forfeit of one cause; 1 lets everything pass."""
        self.quarantines: list[AgentQuarantine] = []
        self._limit = limit
        self._cells = [_GuardedCell(cell) for cell in cells if limit < 1 and _can_forfeit(cell)]
        self._forfeits: dict[str, Counter[str]] = {}
        self._judged: set[str] = set()

    def look(self) -> list[AgentQuarantine]:
        """Go as far as all blocks are done, and end the cells of agents that are found at fault; returns these agents."""
        before = len(self.quarantines)
        for cell in self._cells:
            cell.read_on()
        while (position := self._next_position()) is not None:
            self._judge(position)
        return self.quarantines[before:]

    def _next_position(self) -> _Position | None:
        """Of the next block that can change a verdict, if all blocks before it and itself are done.

        Between forfeits rates only fall, so these are the blocks with one, and that with which an agent has games enough.
        """
        waiting = [cell.forfeits[0][0] for cell in self._cells if cell.forfeits]
        waiting += [found for name in self._suspects() if name not in self._judged and (found := self._games_enough(name))]
        position = min(waiting, default=_END)
        return position if position < min((cell.frontier for cell in self._cells), default=_END) else None

    def _suspects(self) -> list[str]:
        """Agents that have forfeited and are not set apart."""
        return sorted(self._forfeits.keys() - {found.agent for found in self.quarantines})

    def _games_enough(self, agent: str) -> _Position | None:
        """Of the block with which an agent has played `GUARD_GAMES` games; None if it never will."""
        last = self._cells[-1].number
        keys = range(GUARD_GAMES * max(cell.rotations for cell in self._cells) + 1)
        key = bisect_left(keys, GUARD_GAMES, key=lambda key: self._games(agent, (key, last)))
        return next(((key, cell.number) for cell in self._cells if self._games(agent, (key, cell.number)) >= GUARD_GAMES), None)

    def _games(self, agent: str, position: _Position) -> int:
        return sum(cell.blocks_until(position) * cell.games_per_block[agent] for cell in self._cells)

    def _judge(self, position: _Position) -> None:
        for cell in self._cells:
            if cell.forfeits and cell.forfeits[0][0] == position:
                for (agent, cause), games in cell.forfeits.popleft()[1].items():
                    self._forfeits.setdefault(agent, Counter())[cause] += games
        for agent in self._suspects():
            games = self._games(agent, position)
            if games < GUARD_GAMES:
                continue
            self._judged.add(agent)
            cause, forfeits = min(self._forfeits[agent].items(), key=lambda item: (-item[1], item[0]))
            if forfeits > self._limit * games:
                self._set_apart(AgentQuarantine(agent, cause, forfeits, games, self._limit, ()), position)

    def _set_apart(self, found: AgentQuarantine, position: _Position) -> None:
        ended = []
        for cell in self._cells:
            if cell.games_per_block[found.agent] and cell.end_at(position, found.reason):
                ended.append(cell.progress.plan.cell_id)
        self.quarantines.append(AgentQuarantine(**{**asdict(found), "cells": tuple(ended)}))


def _can_forfeit(cell: CellProgress) -> bool:
    """Whether an agent of the cell is not compiled."""
    return any(read_agent(cell.plan.job.agents[name]).external for name in cell.plan.agents)


class _GuardedCell:
    """A cell with agents that can forfeit.

    Attributes:
        number: place of the cell in the plan.
        rotations: games in a block.
        games_per_block: agent -> games of a block in which it plays.
        forfeits: blocks with forfeits that were not judged yet: position, and (agent, cause) -> games.
    """

    def __init__(self, progress: CellProgress) -> None:
        self.progress = progress
        self.number = progress.plan.index
        self.rotations = progress.plan.rotations
        self.games_per_block = Counter(name for seating in progress.plan.job.seatings for name in set(seating))
        self.forfeits: deque[tuple[_Position, dict[tuple[str, str], int]]] = deque()
        self._chunks_read = 0

    @property
    def frontier(self) -> _Position:
        """Of the first block that may count and is not done."""
        return _END if self._ended else (self.progress.sums.blocks * self.rotations, self.number)

    @property
    def _ended(self) -> bool:
        return self.progress.stop_block is not None or self.progress.complete

    def blocks_until(self, position: _Position) -> int:
        """How many of the cell's blocks count up to and with a position."""
        key, number = position
        blocks = (key if self.number <= number else key - 1) // self.rotations + 1
        return min(blocks, self.progress.sums.blocks if self._ended else self.progress.plan.blocks)

    def read_on(self) -> None:
        """Take up the forfeits of chunks that count and were not read yet."""
        progress = self.progress
        for index in range(self._chunks_read, min(progress.closed.prefix, progress.needed_chunks)):
            self._chunks_read = index + 1
            if index in progress.with_forfeits:
                self._take_forfeits(progress.rows(index, "games"))

    def _take_forfeits(self, rows: pl.DataFrame | None) -> None:
        if rows is None:
            raise ValueError(f"a chunk of cell {self.progress.plan.cell_id} counts as done and has no rows")
        end = self.progress.stop_block
        found = (
            rows.filter(pl.col("forfeit_cause").is_not_null() & (pl.lit(end is None) | (pl.col("block_id") < (end or 0))))
            .select("block_id", "game_id", pl.col("agent", "forfeit_cause").cast(pl.String))
            .unique()
            .group_by("block_id", "agent", "forfeit_cause")
            .len()
            .sort("block_id", "agent", "forfeit_cause")
        )
        for block, agent, cause, games in found.iter_rows():
            position = ((block - self.progress.plan.first_block) * self.rotations, self.number)
            if not self.forfeits or self.forfeits[-1][0] != position:
                self.forfeits.append((position, {}))
            self.forfeits[-1][1][agent, cause] = games

    def end_at(self, position: _Position, reason: str) -> bool:
        """Let no block after a position count; returns False if none would have."""
        ended = self.progress.end_after(self.blocks_until(position), reason)
        if ended:
            self.forfeits.clear()
        return ended
