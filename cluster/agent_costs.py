"""What games cost in processor seconds, from the telemetry: beside the results, never in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class CellCosts:
    """Processor seconds of the chunks of a cell that were measured.

    Attributes:
        games: their games.
        cpu_seconds: of their workers and of agents' processes, all in all.
        agent_seconds: agent -> of these, in its searches or its process; agents that are compiled into bulk play have none.
    """

    games: int = 0
    cpu_seconds: float = 0.0
    agent_seconds: dict[str, float] = field(default_factory=dict)

    def add(self, line: Mapping[str, Any]) -> None:
        """Take up a line of `telemetry/chunks.jsonl`; lines without figures are passed over."""
        if line.get("cpu_seconds") is None:
            return
        self.games += int(str(line["chunk"]).rpartition("-")[2])
        self.cpu_seconds += float(line["cpu_seconds"])
        for agent, seconds in line.get("agent_cpu_seconds", {}).items():
            self.agent_seconds[agent] = self.agent_seconds.get(agent, 0.0) + float(seconds)

    def to_plain(self) -> dict[str, Any]:
        """Mean processor seconds of a game, all in all and by agent; None where nothing was measured."""
        games = self.games
        return {
            "measured_games": games,
            "cpu_seconds_per_game": self.cpu_seconds / games if games else None,
            "agents": {name: seconds / games for name, seconds in sorted(self.agent_seconds.items())} if games else {},
        }
