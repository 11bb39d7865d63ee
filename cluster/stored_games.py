"""Games that lie in a run directory: found by their ids, replayed, and compared with what was written down of them."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import numpy as np
import polars as pl

from cluster.plan import CellPlan, Chunk, Plan
from cluster.replay import Ending, GameId, Replay, ReplayError, endings, play_again, replay_game
from cluster.run_directory import RunDirectory, chunk_index
from engine.agents.specs import read_agent
from workers.cell import Cell
from workers.chunk_file import read_chunk


@dataclass(frozen=True)
class StoredGame:
    """What the files of a run say of a game.

    Attributes:
        id: which game.
        ending: what it came to.
        actions: its stored actions, or None.
    """

    id: GameId
    ending: Ending
    actions: tuple[int, ...] | None


@dataclass(frozen=True)
class Mismatch:
    """A game that did not come out the same again."""

    game_id: str
    differences: tuple[str, ...]


@dataclass(frozen=True)
class Verification:
    """What `verify` found.

    Attributes:
        checked: games that were replayed.
        games: games of the run that are done.
        mismatches: those that came out otherwise.
        skipped: sampled games that can't be replayed: their agents are not reproducible and their actions were not stored.
    """

    checked: int
    games: int
    mismatches: tuple[Mismatch, ...]
    skipped: int


def reproducible(cell: CellPlan) -> bool:
    """Whether every game of a cell comes out the same from its id: true if all its agents are reproducible."""
    return not _unreproducible(cell)


def _unreproducible(cell: CellPlan) -> list[str]:
    return [name for name in cell.agents if not read_agent(cell.job.agents[name]).is_reproducible]


def find_game(run: RunDirectory, plan: Plan, game: GameId) -> StoredGame:
    """Look a game up.

    Raises:
        ReplayError: the run has no such cell or game, or has not played it yet.
        TornFileError: its chunk file is damaged.
    """
    cell, chunk = _locate(plan, game)
    if not run.chunk_file(cell, chunk.index).is_file():
        raise ReplayError(f"{game}: the run has not played this game yet")
    stored = _read_games(run, cell, chunk.index, [str(game)])
    return stored[str(game)]


def replay_stored(
    run: RunDirectory, plan: Plan, game: GameId, *, boards: bool = False, legal: bool = False
) -> tuple[Replay, tuple[str, ...]]:
    """Replay a game of a run; also returns in what it differs from what the run wrote down, which should be nothing.

    Raises:
        ReplayError: as `find_game`; or its agents are not reproducible and its actions were not stored.
    """
    stored = find_game(run, plan, game)
    cell = plan.find_cell(game.cell_id)
    if stored.actions is None and not reproducible(cell):
        names = ", ".join(_unreproducible(cell))
        raise ReplayError(
            f"{game}: {names} may decide otherwise each time, and this game's actions were not stored (record.actions)"
        )
    actions = None if reproducible(cell) else stored.actions
    replay = replay_game(Cell.resolve(cell.job), game, actions, boards=boards, legal=legal)
    return replay, stored.ending.differences(replay.ending)


def verify(run: RunDirectory, plan: Plan, sample: int = 100, seed: int = 0) -> Verification:
    """Replay a random sample of a run's games and compare.

    Args:
        run: the run's directory.
        plan: its plan.
        sample: how many games.
        seed: of the choice of games: the same seed chooses the same ones of the same run.

    Raises:
        TornFileError: a chunk file is damaged, or its rows are not those that its content hash speaks of.
    """
    chunks = list(_done_chunks(run, plan))
    ends = list(accumulate(chunk.games for _, chunk in chunks))
    total = ends[-1] if ends else 0
    numbers = sorted(random.Random(seed).sample(range(total), min(sample, total)))
    checked = skipped = 0
    mismatches: list[Mismatch] = []
    by_chunk: dict[int, list[int]] = {}
    for number in numbers:
        at = bisect_right(ends, number)
        by_chunk.setdefault(at, []).append(number - (ends[at] - chunks[at][1].games))
    for at, games in by_chunk.items():
        cell, chunk = chunks[at]
        found = _verify_chunk(run, cell, chunk, games)
        checked += found.checked
        skipped += found.skipped
        mismatches += found.mismatches
    return Verification(checked, total, tuple(mismatches), skipped)


def _locate(plan: Plan, game: GameId) -> tuple[CellPlan, Chunk]:
    try:
        cell = plan.find_cell(game.cell_id)
    except KeyError:
        cells = ", ".join(cell.cell_id for cell in plan.cells)
        raise ReplayError(f"{game}: the run has no cell {game.cell_id}; it has {cells}") from None
    if not 0 <= game.rotation < cell.rotations:
        raise ReplayError(f"{game}: a block of this cell has rotations 0 to {cell.rotations - 1}")
    try:
        return cell, cell.chunk_of_block(game.block)
    except IndexError:
        raise ReplayError(f"{game}: cell {game.cell_id} has blocks 0 to {cell.blocks - 1}") from None


def _done_chunks(run: RunDirectory, plan: Plan) -> Iterator[tuple[CellPlan, Chunk]]:
    for cell in plan.cells:
        for name in run.storage.names(f"chunks/{cell.cell_id}", ".parquet"):
            index = chunk_index(cell, Path(name).stem)
            if index is not None:
                yield cell, cell.chunk(index)


def _read_games(run: RunDirectory, cell: CellPlan, index: int, ids: Sequence[str]) -> dict[str, StoredGame]:
    """What the files of a chunk say of games, by id; the rows are checked against the chunk's content hash."""
    chunk = run.chunk_file(cell, index)
    _, tables = read_chunk(run.path, f"{cell.cell_id}/{chunk.stem}")
    rows = tables["games"].filter(pl.col("game_id").is_in(ids)).sort("game_id", "seat")
    actions: dict[str, tuple[int, ...]] = {}
    if "actions" in tables:
        kept = tables["actions"].filter(pl.col("game_id").is_in(ids))
        actions = {game_id: tuple(taken) for game_id, taken in zip(kept["game_id"], kept["actions"].to_list(), strict=True)}
    found = {}
    for (game_id,), seats in rows.group_by(["game_id"], maintain_order=True):
        name = str(game_id)
        ending = Ending(int(seats["state_hash"][0]), tuple(seats["score"].to_list()), str(seats["outcome"][0]))
        found[name] = StoredGame(GameId.parse(name), ending, actions.get(name))
    return found


def _verify_chunk(run: RunDirectory, cell: CellPlan, chunk: Chunk, games: list[int]) -> Verification:
    blocks, rotations = np.divmod(np.array(games, np.int64) + chunk.first_game, cell.rotations)
    ids = [str(GameId(cell.cell_id, int(block), int(rotation))) for block, rotation in zip(blocks, rotations, strict=True)]
    stored = _read_games(run, cell, chunk.index, ids)
    resolved = Cell.resolve(cell.job)
    again: list[Ending | None]
    if reproducible(cell):
        batch, _ = play_again(resolved, blocks, rotations)
        again = [*endings(resolved, batch)]
    else:
        again = [_step_through(resolved, stored[name]) for name in ids]
    mismatches = []
    for name, ending in zip(ids, again, strict=True):
        different = () if ending is None else stored[name].ending.differences(ending)
        if different:
            mismatches.append(Mismatch(name, different))
    skipped = again.count(None)
    return Verification(len(ids) - skipped, len(ids), tuple(mismatches), skipped)


def _step_through(cell: Cell, game: StoredGame) -> Ending | None:
    return None if game.actions is None else replay_game(cell, game.id, game.actions).ending
