"""What a run answers: is each faction (or seat) within its fair share, under which agents, and how strong are the agents.

Everything that terminal, page and files show beyond the estimates of single cells is made here, once. A *variant* is the game
with one line-up and one set of options; cells of one variant differ in who plays. Figures of variants are never pooled.

Whether a faction is too strong is asked of cells in which one agent has all seats, where a sweep has such cells: there nobody
is better than anybody, so what differs is seats and factions. Several agents count alike. An agent that plays at random is
asked only where there is no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from cluster.ids import canonical_json
from cluster.results import RunResult
from cluster.statistics import (
    BAND,
    Effect,
    JointSums,
    Meeting,
    Rating,
    Ratings,
    Robustness,
    Verdict,
    alpha_rank,
    contrast,
    effects,
    fair_share,
    groups_of,
    head_to_head,
    payoffs,
    ratings,
    robustness,
    verdict,
)
from cluster.statistics.groups import Group
from cluster.statistics.placements import placement_ratings
from cluster.status import CellStatus


@dataclass(frozen=True)
class Answer:
    """The score of one faction, seat or side in one variant, and what it says.

    Attributes:
        by, name: `team`, `faction` or `seat`, and which.
        agent: under which agents; None for all of them together.
        estimate, low, high, se: the score, its interval and standard error; None without games.
        fair_share: what it would be if all sides were equally strong.
        verdict: what the interval says of the fair share give or take `band`.
        band: how far from the fair share is still fair.
        blocks, games: that it rests on.
    """

    by: str
    name: str
    agent: str | None
    estimate: float | None
    low: float | None
    high: float | None
    se: float | None
    fair_share: float
    verdict: Verdict
    band: float
    blocks: int
    games: int


@dataclass(frozen=True)
class Question:
    """One faction, seat or side: the answer under all agents together, under each, and whether they agree."""

    together: Answer
    each: tuple[Answer, ...]
    robustness: Robustness


class Variant:
    """The cells of a run that play the same game.

    Attributes:
        lineup: name of the line-up.
        settings: path -> value, of what the sweep's cells set.
        reference: whether the other variants are compared with it.
        cells: where each stands, in the plan's order.
    """

    def __init__(self, result: RunResult, cells: Sequence[CellStatus]) -> None:
        plan = cells[0].plan
        self._result = result
        self.cells = tuple(cells)
        self.lineup = plan.job.lineup
        self.settings: Mapping[str, Any] = plan.overrides
        self.reference = plan.reference

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents that play."""
        return tuple(dict.fromkeys(name for cell in self.cells for name in cell.plan.agents))

    @property
    def sides(self) -> int:
        """How many sides the game has."""
        return len(set(self.cells[0].plan.teams))

    def questions(self, band: float = BAND) -> tuple[Question, ...]:
        """One for each side: team, faction that several seats share, or seat."""
        alone = [cell for cell in self.cells if len(cell.plan.agents) == 1]
        asked = [cell for cell in alone if not _at_random(cell)] or alone or list(self.cells)
        return tuple(_question(self, asked, group, band) for group in _sides(asked[0]))

    @cached_property
    def ratings(self) -> Ratings | None:
        """The agents' ratings; None for one agent."""
        if len(self.agents) < 2:
            return None
        return ratings(self.joint(self.cells, "win_rate" if self.sides == 2 else "score"))

    @cached_property
    def placement_ratings(self) -> Ratings | None:
        """The agents' ratings from whole placements; None for one agent, two sides, teams, or a game without places."""
        plan = self.cells[0].plan
        if len(self.agents) < 2 or self.sides < 3 or self.sides < len(plan.seats):
            return None
        paired = bool(self._result.plan.spec["pair_seeds"])
        frames = [
            self._result.games_of(cell.plan.cell_id)
            .select("game_id", "seat", "seat_name", "agent", "placement", "forfeit_cause", "block_id")
            .with_columns(pl.col("block_id") + (0 if paired else number << 40))
            .collect()
            for number, cell in enumerate(self.cells)
            if cell.sums.games
        ]
        if not frames:
            return None
        games = pl.concat(frames)
        return None if games["placement"].null_count() else placement_ratings(games)

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Every agent against every other."""
        return head_to_head(self.joint(self.cells)) if len(self.agents) > 1 else ()

    @cached_property
    def shares(self) -> dict[str, float] | None:
        """Agent -> its share by alpha-rank; None where some pair never met."""
        table = payoffs(self.meetings)
        return None if table is None else dict(zip(table[0], alpha_rank(table[1]).tolist(), strict=True))

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """What seats, factions and agents do, and their interactions."""
        return effects(self.joint(self.cells))

    def joint(self, cells: Sequence[CellStatus], metric: str = "score") -> JointSums:
        """Joint sums of some of the cells: with the luck that they share, where they share it."""
        if len(cells) == 1 or not self._result.plan.spec["pair_seeds"]:
            return JointSums.independent([(cell.plan, cell.sums) for cell in cells], metric)
        figures = [(cell.plan, self._result.block_figures(cell.plan.cell_id).values) for cell in cells]
        return JointSums.paired(figures, metric)


def variants_of(result: RunResult) -> tuple[Variant, ...]:
    """The variants of a run, in the plan's order."""
    found: dict[str, list[CellStatus]] = {}
    for cell in result.status.cells:
        own = {path: value for path, value in cell.plan.overrides.items() if path.startswith("agents.")}
        found.setdefault(canonical_json([cell.plan.job.lineup, cell.plan.job.options, own]), []).append(cell)
    return tuple(Variant(result, cells) for cells in found.values())


def ratings_frame(variants: Sequence[Variant]) -> pl.DataFrame:
    """The ratings of every variant, one row each: line-up, settings (JSON), the fields of `statistics.Rating`, and the `basis`.

    The basis is `results`, or `placements` where games of more than two sides have them.
    """
    bases = {"results": [v.ratings for v in variants], "placements": [v.placement_ratings for v in variants]}
    frames = []
    for basis, found in bases.items():
        rows = [(v, row) for v, rated in zip(variants, found, strict=True) if rated for row in rated.rows]
        frames.append(_frame(Rating, rows).with_columns(basis=pl.lit(basis)))
    return pl.concat(frames)


def effects_frame(variants: Sequence[Variant]) -> pl.DataFrame:
    """The effects of every variant, one row each: line-up and settings (JSON), then the fields of `statistics.Effect`."""
    return _frame(Effect, [(variant, row) for variant in variants for row in variant.effects])


def _frame(kind: Any, rows: Sequence[tuple[Variant, Any]]) -> pl.DataFrame:
    types = {"int": pl.Int64, "str": pl.String, "str | None": pl.String, "float": pl.Float64, "float | None": pl.Float64}
    schema = {"lineup": pl.String, "settings": pl.String, **{field.name: types[str(field.type)] for field in fields(kind)}}
    words = (
        {"lineup": variant.lineup, "settings": canonical_json(dict(variant.settings)), **asdict(row)} for variant, row in rows
    )
    return pl.DataFrame(list(words), schema=schema)


def _at_random(cell: CellStatus) -> bool:
    return any(cell.plan.job.agents[name]["kind"] == "random" for name in cell.plan.agents)


def _sides(cell: CellStatus) -> Iterator[Group]:
    groups = list(groups_of(cell.plan))
    kinds = {group.by for group in groups}
    wanted = next(kind for kind in ("team", "faction", "seat") if kind in kinds)
    return (group for group in groups if group.by == wanted)


def _name(cell: CellStatus, group: Group) -> str:
    if group.by == "team":
        seats = [seat for seat, team in zip(cell.plan.seats, cell.plan.teams, strict=True) if team == group.team]
        return "+".join(seats)
    if group.by == "faction" or group.faction == group.seat_name:
        return str(group.faction)
    return f"{group.seat_name} ({group.faction})"


def _question(variant: Variant, cells: Sequence[CellStatus], group: Group, band: float) -> Question:
    each = tuple(_alone(cell, group, band) for cell in cells)
    together = each[0] if len(cells) == 1 else _together(variant, cells, group, band)
    if len(cells) == 1:
        together = Answer(**{**vars(together), "agent": None})
    verdicts = {str(answer.agent): answer.verdict for answer in each}
    return Question(together, each, robustness(together.verdict, verdicts))


def _alone(cell: CellStatus, group: Group, band: float) -> Answer:
    """The answer of one cell: the very row of its estimates."""
    row = next(
        row
        for row in cell.estimates
        if (row.by, row.metric, row.forfeits) == (group.by, "score", "excluded")
        and (row.seat, row.team, row.faction) == (group.seat, group.team, group.faction)
    )
    share = fair_share(cell.plan)
    said = verdict(row.low, row.high, share, band)
    agents = "/".join(cell.plan.agents)
    name = _name(cell, group)
    return Answer(group.by, name, agents, row.estimate, row.low, row.high, row.se, share, said, band, row.blocks, row.games)


def _together(variant: Variant, cells: Sequence[CellStatus], group: Group, band: float) -> Answer:
    """The mean over cells, each counting alike."""
    joint = variant.joint(cells)
    weights = np.zeros(len(joint.means))
    played = [cell for cell in cells if cell.sums.blocks > cell.sums.excluded_blocks]
    for cell, start in zip(cells, joint.offsets, strict=False):
        if cell in played:
            slots = next(own.slots for own in _sides(cell) if _name(cell, own) == _name(cells[0], group))
            weights[[start + slot for slot in slots]] = 1 / len(slots) / len(played)
    found = contrast(joint, weights)
    share = fair_share(cells[0].plan)
    name = _name(cells[0], group)
    if found is None:
        return Answer(group.by, name, None, None, None, None, None, share, "not enough games", band, 0, 0)
    watched = any(cell.sequential or not cell.complete for cell in cells)
    interval = found.interval(watched=watched)
    said = verdict(interval.low, interval.high, share, band)
    games = sum(cell.sums.games for cell in played)
    return Answer(
        group.by, name, None, found.estimate, interval.low, interval.high, found.se, share, said, band, found.blocks, games
    )
