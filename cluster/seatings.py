"""Seatings: who sits where in the games of one block, so that no agent profits from its seats or neighbours. Pure.

A *position* is what an agent is given: a seat, or in team games a side. Rows of positions hold indices of agents.

Sources: Williams, "Experimental designs balanced for the estimation of residual effects of treatments" (1949) for the
row-complete squares; cyclic designs: John, "Cyclic Designs" (1987).
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Row = tuple[int, ...]


def zigzag(n: int) -> Row:
    """0, 1, n-1, 2, n-2, ...: for even n the differences of neighbours modulo n are all different."""
    return tuple((i + 1) // 2 if i % 2 else (n - i // 2) % n for i in range(n))


def williams_square(n: int) -> list[Row]:
    """A row-complete square for n agents at n positions: n rows for even n, 2n for odd n > 1.

    Each agent is at each position equally often, and each ordered pair of agents is seated side by side equally often:
    once for even n, twice for odd n. For n = 2 it is both orders, for n = 3 all six.
    """
    rows = [tuple((value + shift) % n for value in zigzag(n)) for shift in range(n)]
    return rows + [row[::-1] for row in rows] if n % 2 and n > 1 else rows


def distinct_orders(items: Sequence[int]) -> list[Row]:
    """Every distinct order of a multiset, lexicographically."""
    counts = Counter(items)
    rows: list[Row] = [()]
    for _ in items:
        rows = [(*row, value) for row in rows for value in sorted(counts) if row.count(value) < counts[value]]
    return rows


def number_of_orders(items: Sequence[int]) -> int:
    """How many rows `distinct_orders` has, without making them."""
    return math.factorial(len(items)) // math.prod(math.factorial(count) for count in Counter(items).values())


def cyclic_design(agents: int, positions: int, rows: int) -> list[Row]:
    """`rows` rows, a multiple of `agents`, in cycles: each cycle shifts its first row through all agents.

    So each agent is at each position once a cycle. The first row of a cycle is the zigzag times a multiplier that has no
    common divisor with `agents`: 1, -1, 2, -2, ...; a prime number of agents, not smaller than that of positions, with
    `agents - 1` cycles seats each ordered pair side by side equally often. With fewer agents than positions the row goes
    round: a, b, a, b.
    """
    if rows % agents:
        raise ValueError(f"{rows} rows are no multiple of {agents} agents")
    units = [unit for unit in range(1, agents // 2 + 1) if math.gcd(unit, agents) == 1] or [1]
    multipliers = list(dict.fromkeys(sign * unit % agents for unit in units for sign in (1, -1)))
    base = zigzag(agents)
    first = [base[position % agents] for position in range(positions)]
    return [
        tuple((value * multipliers[cycle % len(multipliers)] + shift) % agents for value in first)
        for cycle in range(rows // agents)
        for shift in range(agents)
    ]


def partnership_seatings(teams: tuple[int, ...]) -> list[Row]:
    """Four agents in two teams of two: all three partnerships, 12 rows.

    Each partnership is played four times: each agent is at each seat once and has each opponent on either hand equally often.
    """
    first, second = ([seat for seat, team in enumerate(teams) if team == side] for side in sorted(set(teams)))
    seats = (first[0], second[0], first[1], second[1])
    rows = []
    for a, b, c, d in ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2)):  # a and b against c and d
        for order in ((a, c, b, d), (b, d, a, c), (c, a, d, b), (d, b, c, a)):
            placed = dict(zip(seats, order, strict=True))
            rows.append(tuple(placed[seat] for seat in range(4)))
    return rows


@dataclass(frozen=True)
class Balance:
    """How even the seatings of a block are.

    Attributes:
        seatings: games in a block.
        at_seat: agent -> how often it is at each seat.
        beside: (agent, other) -> how often `other` is at the seat after the agent's; agents that differ only.
        partners: (agent, other), in order of name -> how often they are on one side; team games only.
    """

    seatings: int
    at_seat: dict[str, tuple[int, ...]]
    beside: dict[tuple[str, str], int]
    partners: dict[tuple[str, str], int]

    @property
    def seats_balanced(self) -> bool:
        """Whether each agent is at each seat equally often, so that a seat's advantage gives nobody more than its share."""
        return all(len(set(counts)) == 1 for counts in self.at_seat.values())

    def factions_balanced(self, factions: Sequence[str]) -> bool:
        """Whether each agent plays with each faction equally often for each seat that has it; `factions`: one a seat."""
        for counts in self.at_seat.values():
            shares: dict[str, list[int]] = {}
            for faction, count in zip(factions, counts, strict=True):
                shares.setdefault(faction, []).append(count)
            if len({Fraction(sum(found), len(found)) for found in shares.values()}) > 1:
                return False
        return True

    @property
    def neighbours_balanced(self) -> bool:
        """Whether each agent sits before each other one as often as after it."""
        return all(count == self.beside.get((other, agent), 0) for (agent, other), count in self.beside.items())


def balance_report(seatings: Sequence[Sequence[str]], teams: tuple[int, ...]) -> Balance:
    """Counts over the seatings of a block; each names the agent at every seat."""
    names = sorted({name for seating in seatings for name in seating})
    seats = range(len(teams))
    beside: Counter[tuple[str, str]] = Counter()
    partners: Counter[tuple[str, str]] = Counter()
    for seating in seatings:
        beside.update((a, b) for a, b in itertools.pairwise(seating) if a != b)
        for seat in seats:
            for other in range(seat + 1, len(teams)):
                if teams[seat] == teams[other]:
                    low, high = sorted((seating[seat], seating[other]))
                    partners[low, high] += 1
    at_seat = {name: tuple(sum(seating[seat] == name for seating in seatings) for seat in seats) for name in names}
    return Balance(len(seatings), at_seat, dict(sorted(beside.items())), dict(sorted(partners.items())))
