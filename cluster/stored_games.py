"""Games that lie in a run directory: found by their ids, replayed, and compared with what was written down of them."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import polars as pl

from cluster.ids import GameId
from cluster.plan import CellPlan, Chunk, Plan
from cluster.replay import Ending, GameRecord, Replay, ReplayError, endings, play_again, replay_game
from cluster.run_directory import RunDirectory, chunk_file_name, chunk_index
from engine.game import get_game
from workers.cell import FORFEIT_CAUSES, Cell
from workers.chunk_file import read_chunk

_CAUSE_CODES: dict[str | None, int] = {name: code for code, name in FORFEIT_CAUSES.items()}


@dataclass(frozen=True)
class StoredGame:
    """What the files of a run say of a game.

    Attributes:
        id: which game.
        ending: what it came to.
        record: its stored actions and forfeits; None if its actions were not stored.
    """

    id: GameId
    ending: Ending
    record: GameRecord | None


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


def find_game(run: RunDirectory, plan: Plan, game: GameId) -> StoredGame:
    """Look a game up.

    Raises:
        ReplayError: the run has no such cell or game, or has not played it yet.
        TornFileError: its chunk file is damaged.
    """
    cell, chunk = _locate(plan, game)
    if not run.storage.exists(chunk_file_name(cell, chunk.index)):
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
    cell = resolve_cell(plan.find_cell(game.cell_id))
    again = bool(cell.reproducible()[game.rotation])
    if not again and stored.record is None:
        who = ", ".join(sorted(set(cell.job.seatings[game.rotation])))
        raise ReplayError(
            f"{game}: {who} may decide otherwise each time, and this game's actions were not stored (record.actions)"
        )
    replay = replay_game(cell, game, None if again else stored.record, boards=boards, legal=legal)
    return replay, stored.ending.differences(replay.ending)


def verify(run: RunDirectory, plan: Plan, sample: int = 100, seed: int = 0) -> Verification:
    """Replay a random sample of a run's games and compare.

    Args:
        run: the run's directory.
        plan: its plan.
        sample: how many games.
        seed: of the choice of games: the same seed chooses the same ones of the same run.

    Raises:
        ReplayError: the run was played with other rules.
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


def resolve_cell(cell: CellPlan) -> Cell:
    """The cell under the rules that it was played with; under others, whose games would be others, it raises `ReplayError`."""
    job, here = cell.job, get_game(cell.job.game).rules_version
    if job.rules_version != here:
        raise ReplayError(
            f"cell {job.cell_id} was played with rules {job.rules_version} of {job.game}, here are {here}: "
            "replay it with the version of warhost that played it"
        )
    return Cell.resolve(job)


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
            index = chunk_index(cell, name.rpartition("/")[2].removesuffix(".parquet"))
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
        causes = tuple(_CAUSE_CODES.get(cause, 0) for cause in seats["forfeit_cause"].to_list())
        record = GameRecord(actions[name], causes) if name in actions else None
        found[name] = StoredGame(GameId.parse(name), ending, record)
    return found


def _verify_chunk(run: RunDirectory, cell: CellPlan, chunk: Chunk, games: list[int]) -> Verification:
    blocks, rotations = np.divmod(np.array(games, np.int64) + chunk.first_game, cell.rotations)
    ids = [str(GameId(cell.cell_id, int(block), int(rotation))) for block, rotation in zip(blocks, rotations, strict=True)]
    stored = _read_games(run, cell, chunk.index, ids)
    resolved = resolve_cell(cell)
    again: list[Ending | None] = [None] * len(ids)
    reproducible = resolved.reproducible()[rotations]
    free = np.flatnonzero(reproducible)
    if len(free):
        batch, played = play_again(resolved, blocks[free], rotations[free])
        for place, ending in zip(free.tolist(), endings(resolved, batch, played.credits), strict=True):
            again[place] = ending
    for place in np.flatnonzero(~reproducible).tolist():
        record = stored[ids[place]].record
        if record is not None:
            again[place] = replay_game(resolved, GameId.parse(ids[place]), record).ending
    mismatches = []
    for name, came_to in zip(ids, again, strict=True):
        different = () if came_to is None else stored[name].ending.differences(came_to)
        if different:
            mismatches.append(Mismatch(name, different))
    skipped = again.count(None)
    return Verification(len(ids) - skipped, len(ids), tuple(mismatches), skipped)
