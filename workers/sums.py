"""Block sums: what a chunk adds to a cell's figures, in integers.

A block's games fill *slots*: slot `rotation * seats + seat`. Every linear figure (score of an agent, at a seat, of a faction)
is a mean over slots, so its block variance follows from the sums and cross products of the slots. Integers add up to the same
whatever the order, so the same sweep gives the same table for one worker or a thousand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

METRICS = ("credits", "wins")
"""`credits`: returns in 1/12. `wins`: 1 for a sole or team win (contract 2), else 0."""

COMPONENT_USES = ("dealt", "played")
"""Uses of a component that sums are kept for: the seat was dealt at least one, played at least one."""


@dataclass
class ComponentSums:
    """Over the blocks of a cell, for one component and one use (`dealt`, `played`): n = seats that had it, y = their credits.

    Per block b the pair (n_b, y_b) is summed as n, y, nn, ny, yy, from which a ratio y/n and its block variance follow.
    """

    n: int = 0
    y: int = 0
    nn: int = 0
    ny: int = 0
    yy: int = 0

    def add(self, other: ComponentSums) -> None:
        """Add another's sums."""
        self.n += other.n
        self.y += other.y
        self.nn += other.nn
        self.ny += other.ny
        self.yy += other.yy


@dataclass
class BlockSums:
    """Sums over closed blocks of one cell. `slots` = rotations x seats.

    A block in which an agent forfeited tells nothing of the game: it is left out of `totals`, `products`, `outcome_wins` and
    `components`, so estimates rest on `blocks - excluded_blocks`. `games`, `decisions`, `outcomes`, `rounds` count every game.

    Attributes:
        slots: number of slots.
        blocks, games, decisions: counts.
        totals: metric -> (slots,) i8, sums over blocks.
        products: metric -> (slots, slots) i8, sums over blocks of the products of slot values.
        outcomes: outcome name -> games.
        outcome_wins: outcome name -> (slots,) list, sole or team wins of each slot by that outcome; add up to `totals["wins"]`.
        rounds: number of rounds -> games.
        iterations: (slots,) playouts that searches took at each slot, forfeited games included.
        forfeits: (slot, cause name) as "slot:cause" -> games.
        excluded_blocks: blocks left out for a forfeit; they count in `blocks`.
        excluded_totals, excluded_products: as `totals` and `products`, over the excluded blocks.
        components: use -> component index -> sums.
    """

    slots: int
    blocks: int = 0
    games: int = 0
    decisions: int = 0
    totals: dict[str, npt.NDArray[np.int64]] = field(default_factory=dict)
    products: dict[str, npt.NDArray[np.int64]] = field(default_factory=dict)
    outcomes: dict[str, int] = field(default_factory=dict)
    outcome_wins: dict[str, list[int]] = field(default_factory=dict)
    rounds: dict[int, int] = field(default_factory=dict)
    iterations: list[int] = field(default_factory=list)
    forfeits: dict[str, int] = field(default_factory=dict)
    excluded_blocks: int = 0
    excluded_totals: dict[str, npt.NDArray[np.int64]] = field(default_factory=dict)
    excluded_products: dict[str, npt.NDArray[np.int64]] = field(default_factory=dict)
    components: dict[str, dict[int, ComponentSums]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.iterations = self.iterations or [0] * self.slots
        for metric in METRICS:
            for totals in (self.totals, self.excluded_totals):
                if metric not in totals:
                    totals[metric] = np.zeros(self.slots, np.int64)
            for products in (self.products, self.excluded_products):
                if metric not in products:
                    products[metric] = np.zeros((self.slots, self.slots), np.int64)

    def add(self, other: BlockSums) -> None:
        """Add the sums of other blocks of the same cell."""
        if other.slots != self.slots:
            raise ValueError(f"sums over {other.slots} slots do not add to sums over {self.slots}")
        self.blocks += other.blocks
        self.games += other.games
        self.decisions += other.decisions
        self.excluded_blocks += other.excluded_blocks
        self.iterations = [a + b for a, b in zip(self.iterations, other.iterations, strict=True)]
        for metric in METRICS:
            self.totals[metric] += other.totals[metric]
            self.products[metric] += other.products[metric]
            self.excluded_totals[metric] += other.excluded_totals[metric]
            self.excluded_products[metric] += other.excluded_products[metric]
        for own, more in ((self.outcomes, other.outcomes), (self.forfeits, other.forfeits)):
            for name, number in more.items():
                own[name] = own.get(name, 0) + number
        for length, number in other.rounds.items():
            self.rounds[length] = self.rounds.get(length, 0) + number
        for name, wins in other.outcome_wins.items():
            mine = self.outcome_wins.get(name, [0] * self.slots)
            self.outcome_wins[name] = [a + b for a, b in zip(mine, wins, strict=True)]
        for use, table in other.components.items():
            rows = self.components.setdefault(use, {})
            for index, sums in table.items():
                rows.setdefault(index, ComponentSums()).add(sums)

    def to_plain(self) -> dict[str, Any]:
        """As maps, lists and ints with sorted keys, for JSON or msgpack."""
        return {
            "slots": self.slots,
            "blocks": self.blocks,
            "games": self.games,
            "decisions": self.decisions,
            "excluded_blocks": self.excluded_blocks,
            "totals": {metric: self.totals[metric].tolist() for metric in METRICS},
            "products": {metric: self.products[metric].tolist() for metric in METRICS},
            "excluded_totals": {metric: self.excluded_totals[metric].tolist() for metric in METRICS},
            "excluded_products": {metric: self.excluded_products[metric].tolist() for metric in METRICS},
            "outcomes": dict(sorted(self.outcomes.items())),
            "outcome_wins": dict(sorted(self.outcome_wins.items())),
            "rounds": {str(length): self.rounds[length] for length in sorted(self.rounds)},
            "iterations": list(self.iterations),
            "forfeits": dict(sorted(self.forfeits.items())),
            "components": {
                use: {str(i): [s.n, s.y, s.nn, s.ny, s.yy] for i, s in sorted(table.items())}
                for use, table in sorted(self.components.items())
            },
        }

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> BlockSums:
        """The inverse of `to_plain`."""
        return cls(
            slots=plain["slots"],
            blocks=plain["blocks"],
            games=plain["games"],
            decisions=plain["decisions"],
            excluded_blocks=plain["excluded_blocks"],
            totals={metric: np.array(plain["totals"][metric], np.int64) for metric in METRICS},
            products={metric: np.array(plain["products"][metric], np.int64) for metric in METRICS},
            excluded_totals={metric: np.array(plain["excluded_totals"][metric], np.int64) for metric in METRICS},
            excluded_products={metric: np.array(plain["excluded_products"][metric], np.int64) for metric in METRICS},
            outcomes=dict(plain["outcomes"]),
            outcome_wins={name: list(wins) for name, wins in plain["outcome_wins"].items()},
            rounds={int(length): number for length, number in plain["rounds"].items()},
            iterations=list(plain["iterations"]),
            forfeits=dict(plain["forfeits"]),
            components={
                use: {int(i): ComponentSums(*values) for i, values in table.items()}
                for use, table in plain["components"].items()
            },
        )
