"""The decisions of a run as Parquet files, for training: every game that counts, walked again, in parts of bounded size."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import polars as pl

from cluster.api import open_run
from cluster.decision_rows import DECISION_COLUMNS, PlayedGames, decision_rows, observation_columns
from cluster.plan import Chunk
from cluster.replay import ReplayError, play_again
from cluster.results import RunResult
from cluster.status import CellStatus
from cluster.stored_games import resolve_cell
from workers.cell import FORFEIT_CAUSES, Cell
from workers.chunk_file import read_chunk
from workers.places import Place
from workers.storage import Storage, storage_at

INDEX = "columns.json"
"""File of an export that says what its columns mean; a folder that holds it is an export."""

EXPORT_FORMAT = 1

SLICE_BYTES = 32 << 20
"""A file holds whole games of about so many bytes before compression, so that memory is bounded."""

_ROW_BYTES = 192
"""What a decision takes beside its observation, at a guess."""


class ExportError(ValueError):
    """A folder that an export can't be written to."""


@dataclass(frozen=True)
class ExportReport:
    """What was written: files, games and decisions."""

    files: int
    games: int
    decisions: int


def export_decisions(
    run_dir: str | os.PathLike[str],
    out: str | os.PathLike[str],
    visits: bool = True,
    on_file: Callable[[int, int], None] | None = None,
) -> ExportReport:
    """Write the decisions of every game that counts to `<out>/<cell>/<first game>-<games>.parquet`, and what they mean beside.

    The same run gives the same bytes. Games are stepped through their stored actions; those whose actions are not stored are
    played again from their ids.

    Args:
        run_dir: the run.
        out: a folder that is not there, or an export, which is replaced.
        visits: whether to search again for what agents' searches looked at, which costs what it cost to play.
        on_file: told of (games done, games in all) after each file.

    Raises:
        ExportError: the folder holds something else.
        ReplayError: other rules, or a game that can't be replayed, or comes out otherwise.
        StorageError: a file can't be read or written.
    """
    result = open_run(run_dir)
    storage = storage_at(out)
    _make_room(storage)
    files: dict[str, list[str]] = {}
    games = decisions = 0
    total = sum(cell.sums.games for cell in result.status.cells)
    for status in result.status.cells:
        cell = resolve_cell(status.plan)
        written = files.setdefault(status.plan.cell_id, [])
        for name, played in _slices(result.run_dir, status, cell):
            rows = decision_rows(cell, played, visits)
            buffer = io.BytesIO()
            rows.write_parquet(buffer)
            storage.put(f"{status.plan.cell_id}/{name}.parquet", buffer.getvalue())
            written.append(f"{status.plan.cell_id}/{name}.parquet")
            games, decisions = games + len(played.blocks), decisions + len(rows)
            if on_file is not None:
                on_file(games, total)
    storage.put(INDEX, (json.dumps(_index(result, files), indent=1) + "\n").encode())
    return ExportReport(sum(map(len, files.values())), games, decisions)


def _make_room(storage: Storage) -> None:
    """Remove an older export, and nothing else. While its index is empty an export is not whole."""
    if storage.get(INDEX) is None and any(True for _ in storage.names("", "")):
        raise ExportError(f"{storage.root} is not empty and holds no export ({INDEX}): name another folder, or remove it")
    storage.put(INDEX, b"{}\n")
    for name in list(storage.names("", ".parquet")):
        storage.remove(name)


def _slices(run_dir: Place, status: CellStatus, cell: Cell) -> Iterator[tuple[str, PlayedGames]]:
    """The games of a cell that count, in files of bounded size: (name, games)."""
    end = status.plan.first_block + status.sums.blocks
    row_bytes = cell.game.observation_dtype.itemsize + _ROW_BYTES
    for chunk in status.plan.chunks():
        if chunk.first_block >= end:
            return
        stored = _Stored(run_dir, cell, chunk, end)
        for first, last in _bounds(stored.decisions.tolist(), max(1, SLICE_BYTES // row_bytes)):
            yield f"{chunk.first_game + first:010d}-{last - first}", stored.games(first, last)


def _bounds(decisions: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """Cut games into ranges of about `most` decisions, at least one game each."""
    first = total = 0
    for game, number in enumerate(decisions):
        if total and total + number > most:
            yield first, game
            first, total = game, 0
        total += number
    if first < len(decisions):
        yield first, len(decisions)


class _Stored:
    """The games of a chunk before block `end`, as its files tell of them.

    Attributes:
        decisions: (n,) how many each has.
    """

    def __init__(self, run_dir: Place, cell: Cell, chunk: Chunk, end: int) -> None:
        _, tables = read_chunk(run_dir, f"{cell.job.cell_id}/{chunk.first_game:010d}-{chunk.games}")
        self._cell = cell
        self._rows = tables["games"].filter(pl.col("block_id") < end)
        self._actions = tables.get("actions")
        self.decisions = self._rows["decisions"].gather_every(cell.seats).to_numpy()

    def games(self, first: int, last: int) -> PlayedGames:
        """Games `first` .. `last - 1` with their actions."""
        seats = self._cell.seats
        rows = self._rows[first * seats : last * seats]
        codes = {name: code for code, name in FORFEIT_CAUSES.items()}
        causes = rows["forfeit_cause"].cast(pl.String).replace_strict(codes, default=None, return_dtype=pl.Int64).fill_null(0)
        blocks = rows["block_id"].gather_every(seats).to_numpy()
        rotations = rows["rotation"].gather_every(seats).cast(pl.Int64).to_numpy()
        return PlayedGames(
            blocks=blocks,
            rotations=rotations,
            actions=self._taken(rows["game_id"].gather_every(seats), blocks, rotations),
            credits=rows["score"].cast(pl.Int64).to_numpy().reshape(-1, seats),
            outcomes=rows["outcome"].cast(pl.String).gather_every(seats).to_list(),
            causes=causes.to_numpy().reshape(-1, seats),
            hashes=rows["state_hash"].gather_every(seats).to_numpy(),
        )

    def _taken(self, ids: pl.Series, blocks: Any, rotations: Any) -> list[Any]:
        """The actions of games: those that are stored, and those of the others, which are played again."""
        kept: dict[str, Any] = {}
        if self._actions is not None:
            stored = self._actions.filter(pl.col("game_id").is_in(ids.implode()))
            kept = {name: np.array(taken, np.int32) for name, taken in stored.iter_rows()}
        taken = [kept.get(name) for name in ids]
        missing = np.array([place for place, found in enumerate(taken) if found is None], np.int64)
        if len(missing):
            lost = missing[~self._cell.reproducible()[rotations[missing]]]
            if len(lost):
                raise ReplayError(
                    f"{ids[int(lost[0])]}: its agents may decide otherwise each time, and its actions are not stored"
                )
            _, again = play_again(self._cell, blocks[missing], rotations[missing], record=True)
            for row, place in enumerate(missing.tolist()):
                taken[place] = again.actions[row]
        return taken


def _index(result: RunResult, files: dict[str, list[str]]) -> dict[str, Any]:
    """What a program must know to read an export."""
    first = resolve_cell(result.plan.cells[0])
    game = first.game
    columns = (*DECISION_COLUMNS, *observation_columns(first))
    return {
        "format": EXPORT_FORMAT,
        "game": game.name,
        "rules_version": game.rules_version,
        "columns": [{"name": column.name, "type": str(column.dtype), "meaning": column.meaning} for column in columns],
        "observation": asdict(game.observation_spec()),
        "actions": asdict(game.action_spec()),
        "cells": [
            {
                "cell_id": cell.plan.cell_id,
                "design": cell.plan.design,
                "lineup": cell.plan.job.lineup,
                "options": cell.plan.job.options,
                "seats": list(cell.plan.seats),
                "agents": {name: cell.plan.job.agents[name] for name in cell.plan.agents},
                "games": cell.sums.games,
                "files": files[cell.plan.cell_id],
            }
            for cell in result.status.cells
        ],
    }
