"""What a run has come to: Polars frames and plain figures, all from the run directory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import polars as pl

from cluster.block_figures import BlockFigures, block_figures
from cluster.cell_progress import CellProgress
from cluster.coordinator import ExitCode
from cluster.halving import Stage
from cluster.plan import Plan
from cluster.progress import Progress
from cluster.run_directory import chunk_file_name, provenance, spec_hash
from cluster.statistics import Estimate, estimates_frame
from cluster.status import CellStatus, RunStatus
from workers.places import Place
from workers.rows import COMPONENT_COLUMNS, GAME_COLUMNS, ROUND_COLUMNS, Column

_TOP_LEVEL = ("games", "agents", "seats", "factions", "outcomes", "rounds", "components", "estimates")
"""What also stands at the top of the document about a run of one cell."""

_BLOCK = pl.col("block_id")
_BLOCK_OF_GAME = pl.col("game_id").str.split("/").list.get(1).cast(pl.Int64)

_OF_THE_CELL = frozenset({"cell_id", "design"})
"""Columns of an estimate that its cell says already."""


@dataclass(frozen=True)
class RunResult:
    """What is in a run directory.

    Only blocks that count are looked at: of each cell those from the first one on, without a gap, before its stop block. So
    what is here depends on how far each cell is and on nothing else.

    Attributes:
        run_dir: where it is.
        plan: what was to be played.
        status: where it stands.
        exit_code: 0 complete, 3 stopped by a guard, 75 incomplete and resumable.
        notes: what a person should know, one line each.
    """

    run_dir: Place
    plan: Plan
    status: RunStatus
    exit_code: int
    notes: tuple[str, ...]
    _progress: Progress

    @property
    def complete(self) -> bool:
        """Whether everything that the sweep asks for is done; it is not where a guard ended cells."""
        return all(cell.complete for cell in self.status.cells) and not self.status.quarantined_agents

    @property
    def games(self) -> pl.LazyFrame:
        """One row for each game and seat: the columns of `workers.rows.GAME_COLUMNS`, then the game's own."""
        return self._rows("games", self._progress.cells, _BLOCK, GAME_COLUMNS)

    @property
    def components(self) -> pl.LazyFrame:
        """One row for each component that a seat used in a game: the columns of `workers.rows.COMPONENT_COLUMNS`."""
        return self._rows("components", self._progress.cells, _BLOCK_OF_GAME, COMPONENT_COLUMNS)

    def games_of(self, cell_id: str) -> pl.LazyFrame:
        """The rows of `games` of one cell, in their order; raises `KeyError` if there is no such cell."""
        return self._rows("games", [self._cell(cell_id)], _BLOCK, GAME_COLUMNS)

    def components_of(self, cell_id: str) -> pl.LazyFrame:
        """The rows of `components` of one cell; raises `KeyError` if there is no such cell."""
        return self._rows("components", [self._cell(cell_id)], _BLOCK_OF_GAME, COMPONENT_COLUMNS)

    @property
    def rounds(self) -> pl.LazyFrame:
        """One row for each game, seat and round, if `record.curves` asks for them: `ROUND_COLUMNS`, then the game's own."""
        return self._rows("rounds", self._progress.cells, _BLOCK_OF_GAME, ROUND_COLUMNS)

    def rounds_of(self, cell_id: str) -> pl.LazyFrame:
        """The rows of `rounds` of one cell; raises `KeyError` if there is no such cell."""
        return self._rows("rounds", [self._cell(cell_id)], _BLOCK_OF_GAME, ROUND_COLUMNS)

    def block_figures(self, cell_id: str) -> BlockFigures:
        """What each block of a cell brought; raises `KeyError` if there is no such cell."""
        return block_figures(self._cell(cell_id).plan, self.games_of(cell_id))

    def _cell(self, cell_id: str) -> CellProgress:
        found = next((cell for cell in self._progress.cells if cell.plan.cell_id == cell_id), None)
        if found is None:
            raise KeyError(cell_id)
        return found

    @cached_property
    def estimates(self) -> pl.DataFrame:
        """Every figure of every cell: the columns of `cluster.statistics.SCHEMA`."""
        return estimates_frame(row for cell in self.status.cells for row in cell.estimates)

    @property
    def provenance(self) -> dict[str, Any]:
        """With what the run was begun: versions of rules, Python and libraries."""
        return self._progress.directory.read_provenance()

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The closed stages of a staged design, in order."""
        return tuple(Stage.from_plain(stage) for stage in self._progress.directory.read_stages())

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The run in one document (contract 9); what may differ between two runs of one sweep is under `execution`."""
        cells = [_cell_summary(cell) for cell in self.status.cells]
        document = {
            "game": self.plan.game,
            "rules_version": self.plan.rules_version,
            "seed": self.plan.seed,
            "spec_hash": spec_hash(self.plan.spec),
            "complete": self.complete,
            "quarantined_agents": [found.to_plain() for found in self.status.quarantined_agents],
            "warnings": list(self.plan.warnings),
            "cells": cells,
        }
        if self.stages:
            document["stages"] = [stage.to_plain() for stage in self.stages]
        if len(cells) == 1:
            document |= {key: cells[0][key] for key in _TOP_LEVEL}
        return document | {"execution": self._execution()}

    def _execution(self) -> dict[str, Any]:
        status = self.status
        names = ("state", "games_done", "elapsed", "retried", "failed", "duplicates", "quarantined")
        return {
            "run_dir": str(self.run_dir),
            "exit_code": self.exit_code,
            "notes": list(self.notes),
            **{name: getattr(status, name) for name in names},
            "costs": [{"cell_id": cell.plan.cell_id, **cell.costs.to_plain()} for cell in status.cells],
            "overshoot": sum(cell.overshoot for cell in status.cells),
            "provenance": provenance(self.plan),
        }

    def _rows(self, table: str, cells: Iterable[CellProgress], block: pl.Expr, columns: Iterable[Column]) -> pl.LazyFrame:
        frames = []
        for cell in cells:
            numbers = range(min(cell.closed.prefix, cell.needed_chunks))
            files = self._progress.directory.storage.fetch(chunk_file_name(cell.plan, n, table) for n in numbers)
            if files:
                frame = pl.scan_parquet([files[name] for name in sorted(files)], hive_partitioning=False)
                frames.append(frame if cell.stop_block is None else frame.filter(block < cell.stop_block))
        if not frames:
            return pl.LazyFrame(schema={column.name: column.dtype for column in columns})
        return pl.concat(frames)


def result_of(progress: Progress, status: RunStatus, exit_code: int | None = None, notes: tuple[str, ...] = ()) -> RunResult:
    """The result of a run whose run directory was read into `progress`."""
    code = exit_code
    if code is None:
        guarded = ExitCode.GUARD if status.quarantined_agents else ExitCode.COMPLETE
        code = guarded if all(cell.complete for cell in status.cells) else ExitCode.INCOMPLETE
    return RunResult(progress.directory.path, progress.plan, status, int(code), notes, progress)


def _cell_summary(cell: CellStatus) -> dict[str, Any]:
    plan, rounds = cell.plan, cell.rounds
    return {
        "cell_id": plan.cell_id,
        "design": plan.design,
        "lineup": plan.job.lineup,
        "options": plan.job.options,
        "overrides": plan.overrides,
        "reference": plan.reference,
        "seatings": plan.job.seatings,
        "agent_specs": {name: plan.job.agents[name] for name in plan.agents},
        "drafters": plan.job.drafters,
        "games": cell.sums.games,
        "blocks": cell.sums.blocks,
        "excluded_blocks": cell.sums.excluded_blocks,
        "stop_block": cell.stop_block,
        "stop_reason": cell.stop_reason,
        "agents": _figures(cell.estimates, "agent", ("agent",)),
        "agent_seats": _figures(cell.estimates, "agent_seat", ("agent", "seat", "seat_name", "faction")),
        "seats": _figures(cell.estimates, "seat", ("seat", "seat_name", "faction")),
        "factions": _figures(cell.estimates, "faction", ("faction",)) or _figures(cell.estimates, "seat", ("faction",)),
        "components": _figures(cell.estimates, "component", ("kind", "component", "use")),
        "outcomes": dict(sorted(cell.sums.outcomes.items())),
        "rounds": asdict(rounds),
        "forfeits": _forfeits(cell),
        "iterations": {name: asdict(effort) for name, effort in sorted(cell.searches.items())},
        "estimates": [_columns(row) for row in cell.estimates],
    }


def _columns(row: Estimate) -> dict[str, Any]:
    """A row of the `estimates` frame without columns that don't apply; the figure itself is always there, null if unknown."""
    always = {"estimate", "low", "high", "se"}
    columns = asdict(row).items()
    return {name: value for name, value in columns if name not in _OF_THE_CELL and (value is not None or name in always)}


def _figures(rows: Iterable[Estimate], by: str, keys: tuple[str, ...]) -> list[dict[str, Any]]:
    """The rows of one kind of group: each metric with its interval, under what the group is."""
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        if row.by == by and row.forfeits == "excluded":
            name = tuple(getattr(row, key) for key in keys)
            group = groups.setdefault(
                name, {**dict(zip(keys, name, strict=True)), "games": row.games, "fair_share": row.fair_share}
            )
            group[row.metric] = {
                key: getattr(row, key)
                for key in ("estimate", "low", "high", "se", "method", "confidence", "valid_under_peeking")
            }
    return list(groups.values())


def _forfeits(cell: CellStatus) -> list[dict[str, Any]]:
    slots, found = cell.plan.slots, []
    for key, games in sorted(cell.sums.forfeits.items()):
        slot, _, cause = key.partition(":")
        found.append({"agent": slots[int(slot)].agent, "seat": slots[int(slot)].seat_name, "cause": cause, "games": games})
    return found
