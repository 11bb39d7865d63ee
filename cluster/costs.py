"""What a game costs: a static table, so that chunk boundaries are the same on every machine and every day.

Measured with `workers.chunk.run_chunk` on one core of a 2-core x86-64 machine, rows, sums and Parquet included. A factor of two
off makes chunks half or twice as long, no more. The figures change only with a release, and a run keeps the boundaries that it
was planned with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.agents.specs import read_agent, resolve_agent
from engine.game import get_game

ACTION_BYTES = 1.5
"""On disk, for each decision of a game whose actions are stored."""

CHUNK_SECONDS = 1.5
"""Work in a chunk, if blocks are that small."""

MAX_CHUNK_GAMES = 65_536


@dataclass(frozen=True)
class KindCost:
    """A game in which one kind of agent has all seats: its decisions, and the seconds of one core that it takes in all."""

    decisions: float
    seconds: float


@dataclass(frozen=True)
class GameCost:
    """Costs of a game.

    Attributes:
        kinds: agent kind -> cost.
        decisions: decisions of a game whose agents are of other kinds.
        seat_bytes: on disk for each game and seat, without actions.
    """

    kinds: Mapping[str, KindCost]
    decisions: float
    seat_bytes: float


GAME_COSTS: Mapping[str, GameCost] = {
    "age-of-sigmar": GameCost({"random": KindCost(220, 4e-4), "greedy": KindCost(470, 1.4e-3)}, decisions=400, seat_bytes=40),
    "chaos-in-the-old-world": GameCost(
        {"random": KindCost(200, 2e-4), "greedy": KindCost(210, 1.6e-3)}, decisions=210, seat_bytes=80
    ),
    "connect-four": GameCost({"random": KindCost(21, 2.6e-6), "greedy": KindCost(24, 3.2e-6)}, decisions=24, seat_bytes=13),
    "war-chest": GameCost({"random": KindCost(880, 6.6e-5), "greedy": KindCost(62, 2.3e-5)}, decisions=150, seat_bytes=27),
    "war-of-the-ring": GameCost(
        {"random": KindCost(3700, 1.6e-3), "greedy": KindCost(730, 4e-3)}, decisions=730, seat_bytes=120
    ),
}

SEARCH_KINDS = ("flat_monte_carlo", "ismcts")

DEFAULT_GAME_COST = GameCost({}, decisions=300, seat_bytes=30)
"""For games that the table doesn't know."""

DECISION_SECONDS: Mapping[str, float] = {"random": 5e-7, "greedy": 5e-6, "python": 2e-4}
"""For kinds that the table doesn't know of a game: kind -> seconds for each decision."""

UNKNOWN_KIND_SECONDS = 1e-3
"""For each decision of a kind that stands nowhere in the table."""

ITERATION_SECONDS: Mapping[str, float] = {
    "age-of-sigmar": 4e-5,
    "chaos-in-the-old-world": 3e-4,
    "connect-four": 7e-7,
    "war-chest": 6e-6,
    "war-of-the-ring": 1.2e-4,
}
"""For each iteration of a search."""

UNKNOWN_ITERATION_SECONDS = 5e-5
"""For searches of games that the table doesn't know."""

SEARCH_DECISIONS: Mapping[str, float] = {
    "age-of-sigmar": 260,
    "chaos-in-the-old-world": 210,
    "connect-four": 28,
    "war-chest": 65,
    "war-of-the-ring": 730,
}
"""Decisions with a choice in a game between searches."""


def kind_cost(game: str, agent: Mapping[str, Any], decision_cap: int) -> KindCost:
    """The cost of a game that one agent, a spec as data, plays at all seats; a low cap makes it shorter."""
    known, kind = GAME_COSTS.get(game, DEFAULT_GAME_COST), str(agent["kind"])
    cost = _search_cost(game, agent) if kind in SEARCH_KINDS else known.kinds.get(kind)
    if cost is None:
        cost = KindCost(known.decisions, known.decisions * DECISION_SECONDS.get(kind, UNKNOWN_KIND_SECONDS))
    share = min(1.0, decision_cap / cost.decisions)
    return KindCost(share * cost.decisions, share * cost.seconds)


def _search_cost(game: str, agent: Mapping[str, Any]) -> KindCost:
    decisions = SEARCH_DECISIONS.get(game, DEFAULT_GAME_COST.decisions)
    found = agent
    if agent.get("level") is not None:
        found = resolve_agent(read_agent(agent), get_game(game)).model_dump(mode="json")
    if found.get("milliseconds") is not None:
        return KindCost(decisions, decisions * float(found["milliseconds"]) / 1000)
    iteration = ITERATION_SECONDS.get(game, UNKNOWN_ITERATION_SECONDS)
    return KindCost(decisions, decisions * int(found["iterations"]) * iteration)


_NOBODY: Mapping[str, float] = {}


def block_cost(
    game: str,
    agents: Mapping[str, Mapping[str, Any]],
    seatings: Sequence[Sequence[str]],
    decision_cap: int,
    decision_seconds: Mapping[str, float] = _NOBODY,
) -> KindCost:
    """The cost of a block, one game a seating: where agents meet, each counts by its seats.

    Args:
        game: its name.
        agents: specs as data.
        seatings: an agent for each seat.
        decision_cap: of a game.
        decision_seconds: agent -> seconds for each of its decisions, where the sweep knows better than the table.
    """
    shares = [(name, 1 / len(seating)) for seating in seatings for name in seating]
    each = {name: kind_cost(game, agents[name], decision_cap) for name in dict.fromkeys(name for name, _ in shares)}
    for name in each.keys() & decision_seconds.keys():
        each[name] = KindCost(each[name].decisions, each[name].decisions * decision_seconds[name])
    return KindCost(
        sum(each[name].decisions * share for name, share in shares), sum(each[name].seconds * share for name, share in shares)
    )


def block_seconds(
    game: str,
    agents: Mapping[str, Mapping[str, Any]],
    seatings: Sequence[Sequence[str]],
    decision_cap: int,
    decision_seconds: Mapping[str, float] = _NOBODY,
) -> float:
    """Estimated seconds of one core for a block; arguments as for `block_cost`."""
    return block_cost(game, agents, seatings, decision_cap, decision_seconds).seconds


def block_bytes(game: str, rotations: int, seats: int, decisions: float, actions_share: float) -> float:
    """Estimated bytes on disk of a block with so many decisions, of which a share is stored."""
    known = GAME_COSTS.get(game, DEFAULT_GAME_COST)
    return rotations * seats * known.seat_bytes + actions_share * ACTION_BYTES * decisions


def blocks_per_chunk(seconds: float, rotations: int) -> int:
    """Blocks of `seconds` each in a chunk: `CHUNK_SECONDS` of work, at most `MAX_CHUNK_GAMES` games, one block at least."""
    return max(1, min(int(CHUNK_SECONDS / seconds), MAX_CHUNK_GAMES // rotations))
