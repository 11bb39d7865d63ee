"""What a game costs: a static table, so that chunk boundaries are the same on every machine and every day.

The figures are rough (one core of a 2-core x86-64 machine): a factor of two off makes chunks half or twice as long, no more.
They change only with a release, and a run keeps the boundaries it was planned with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ROW_SECONDS = 1.5e-6
"""For each game and seat: set-up, scoring, the row in the results."""

ROW_BYTES = 12.0
"""On disk, for each game and seat, compressed."""

ACTION_BYTES = 1.5
"""On disk, for each decision of a game whose actions are stored."""

CHUNK_SECONDS = 1.5
"""Work in a chunk, if blocks are that small."""

MAX_CHUNK_GAMES = 65_536


@dataclass(frozen=True)
class GameCost:
    """Decisions in a typical game; agent kind -> seconds for each decision, rules included."""

    decisions: float
    seconds: Mapping[str, float]


GAME_COSTS: Mapping[str, GameCost] = {
    "connect-four": GameCost(21.0, {"random": 3.5e-8, "greedy": 2.0e-7}),
    "war-chest": GameCost(500.0, {"random": 5.0e-7, "greedy": 2.0e-6}),
}

DEFAULT_GAME_COST = GameCost(500.0, {"random": 2e-6, "greedy": 1e-5, "python": 2e-4, "external": 1e-2})
"""For games that the table doesn't know, and for kinds that it doesn't know of a game."""

UNKNOWN_KIND_SECONDS = 1e-3
"""Seconds a decision of a kind that stands nowhere in the table."""


def decision_seconds(game: str, agent: Mapping[str, Any]) -> float:
    """Estimated seconds for each decision of an agent; `agent` is its spec as data."""
    kind = str(agent["kind"])
    known = GAME_COSTS.get(game, DEFAULT_GAME_COST).seconds
    return known.get(kind, DEFAULT_GAME_COST.seconds.get(kind, UNKNOWN_KIND_SECONDS))


def block_seconds(
    game: str, agents: Mapping[str, Mapping[str, Any]], seatings: Sequence[Sequence[str]], decision_cap: int
) -> float:
    """Estimated seconds of one core for a block: one game a seating."""
    decisions = game_decisions(game, decision_cap)
    each = {name: decision_seconds(game, agent) for name, agent in agents.items()}
    return sum(
        len(seating) * ROW_SECONDS + decisions * sum(each[name] for name in seating) / len(seating) for seating in seatings
    )


def game_decisions(game: str, decision_cap: int) -> float:
    """Estimated decisions of a game."""
    return min(GAME_COSTS.get(game, DEFAULT_GAME_COST).decisions, float(decision_cap))


def block_bytes(game: str, rotations: int, seats: int, decision_cap: int, actions_share: float) -> float:
    """Estimated bytes on disk of a block."""
    return rotations * (seats * ROW_BYTES + actions_share * ACTION_BYTES * game_decisions(game, decision_cap))


def blocks_per_chunk(seconds: float, rotations: int) -> int:
    """Blocks of `seconds` each in a chunk: `CHUNK_SECONDS` of work, at most `MAX_CHUNK_GAMES` games, one block at least."""
    return max(1, min(int(CHUNK_SECONDS / seconds), MAX_CHUNK_GAMES // rotations))
