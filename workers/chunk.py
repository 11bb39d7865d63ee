"""A chunk of games: from a job to Parquet bytes, as a pure function.

Nothing here knows of Ray, of the clock or of files. The same job gives the same rows, sums and content hash whoever computes
it, and whatever the size of the batches it is played in.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pydantic import ValidationError

from engine.agents.metering import Meter
from engine.batch import Batch, agent_keys, block_keys, round_summaries
from engine.codec import CodecError, check_states, decode_states, pack
from engine.rng import seed_stream
from engine.trace import NO_TRACE
from engine.types import Keys, RecordArray
from workers.build import build, differences
from workers.cell import Cell
from workers.chunk_file import ChunkFooter, chunk_name, encode_tables
from workers.content import TABLES, content_hash
from workers.errors import RefusedJobError
from workers.finished import Curves, FinishedGames, concatenate
from workers.messages import CellJob, ChunkJob
from workers.playing import Players, fields_of, play_games
from workers.rows import tables_of
from workers.sums import BlockSums
from workers.tally import sums_of
from workers.travel import LiveChunk

BATCH_GAMES = 8192
"""Games in memory at a time; no result depends on it."""

_WORD = float(1 << 64)


@dataclass(frozen=True)
class ChunkResult:
    """What a chunk came to.

    Attributes:
        files: table (`workers.content.TABLES`) -> Parquet bytes; only `games` is always there.
        sums: block sums.
        content_hash: hash of the rows.
    """

    files: dict[str, bytes]
    sums: BlockSums
    content_hash: str

    def to_bytes(self) -> bytes:
        """As msgpack: each of `workers.content.TABLES` (bytes or nil), `sums`, `content_hash`."""
        tables = {name: self.files.get(name) for name in TABLES}
        return pack({**tables, "sums": self.sums.to_plain(), "content_hash": self.content_hash})


def run_chunk(job: bytes) -> bytes:
    """Play the chunk of a `ChunkJob` message; see `ChunkResult.to_bytes` for what comes back.

    Raises:
        RefusedJobError: no job of this protocol, of these rules, or with words that mean nothing here.
        AgentSetupError: an agent can't be loaded or set up.
        EngineError: a defect of the game's rules.
    """
    return play_chunk(read_job(job)).to_bytes()


def read_job(job: bytes) -> ChunkJob:
    """The job in a message.

    Raises:
        RefusedJobError: it isn't one of this protocol, or one for another build than this process has.
    """
    try:
        read = ChunkJob.from_bytes(job)
    except (CodecError, ValidationError) as error:
        raise RefusedJobError(f"no chunk job of this protocol: {error}") from None
    differ = differences(read.build, build())
    if differ:
        raise RefusedJobError(f"the job is to be played with another build than this worker has: {differ}")
    return read


def play_chunk(job: ChunkJob, batch_games: int = BATCH_GAMES) -> ChunkResult:
    """Play all games of a chunk, `batch_games` at a time; raises as `run_chunk`."""
    cell = Cell.resolve(job.cell)
    with Players.of_cell(cell) as players:
        return play_with(cell, job, players, batch_games)


def play_with(
    cell: Cell,
    job: ChunkJob,
    players: Players,
    batch_games: int = BATCH_GAMES,
    live: LiveChunk | None = None,
    meter: Meter | None = None,
) -> ChunkResult:
    """`play_chunk` with agents that are ready, for callers with many chunks of a cell; `live`, `meter` as in `play_games`."""
    games = finish_games(cell, job, players, batch_games, live, meter)
    tables = tables_of(cell, games)
    sums = sums_of(cell, games)
    content = content_hash(tables)
    footer = ChunkFooter(
        chunk=chunk_name(job),
        first_block=job.first_block,
        blocks=job.blocks,
        rules_version=cell.game.rules_version,
        content_hash=content,
        tables=tuple(tables),
        sums=sums,
    )
    return ChunkResult(encode_tables(tables, footer), sums, content)


def finish_games(
    cell: Cell,
    job: ChunkJob,
    players: Players,
    batch_games: int = BATCH_GAMES,
    live: LiveChunk | None = None,
    meter: Meter | None = None,
) -> FinishedGames:
    """Play all games of a chunk to their ends, in one batch if their states travel."""
    numbers = np.arange(job.first_game, job.first_game + job.games, dtype=np.int64)
    starts = start_states(cell)
    if live is not None:
        return _finish_batch(cell, players, starts, numbers, live, meter)
    return concatenate(
        [
            _finish_batch(cell, players, starts, numbers[first : first + batch_games], None, meter)
            for first in range(0, len(numbers), batch_games)
        ]
    )


def _finish_batch(
    cell: Cell,
    players: Players,
    starts: RecordArray | None,
    numbers: npt.NDArray[np.int64],
    live: LiveChunk | None,
    meter: Meter | None,
) -> FinishedGames:
    blocks, rotations = np.divmod(numbers, cell.rotations)
    batch = new_games(cell, blocks, starts)
    keys = agent_keys(cell.job.seed, cell.job.cell_id, blocks, rotations, cell.seats)
    recorded = recorded_games(cell.job, blocks, rotations) | ~cell.reproducible()[rotations]
    first = batch.states.copy() if cell.job.record_curves else None
    played = play_games(cell, players, batch, blocks, rotations, keys, recorded | cell.job.record_curves, live, meter)
    return FinishedGames(
        blocks=blocks,
        rotations=rotations,
        credits=played.credits,
        winners=batch.states["winners"].copy(),
        outcomes=batch.states["outcome"].copy(),
        rounds=batch.states["round_number"].copy(),
        decisions=batch.states["decisions"].copy(),
        seat_decisions=played.seat_decisions,
        iterations=played.iterations,
        forfeits=played.forfeits,
        hashes=batch.hashes(),
        summaries=played.summaries,
        actions={game: taken for game, taken in played.actions.items() if recorded[game]},
        curves=None if first is None else _curves(cell, first, batch, played.actions),
    )


def _curves(cell: Cell, first: RecordArray, last: Batch, actions: dict[int, npt.NDArray[np.int32]]) -> Curves:
    """Figures by round: the games are played once more, without agents, so that bulk play needn't look for ends of rounds."""
    again = Batch(cell.game, cell.options, first)
    taken = [actions[game] for game in range(len(again))]
    games, rounds, figures = round_summaries(again, taken, last.states["round_number"], cell.job.decision_cap)
    return Curves(games, rounds, fields_of(figures))


def new_games(
    cell: Cell, blocks: npt.NDArray[np.int64], starts: RecordArray | None, trace: npt.NDArray[np.int32] = NO_TRACE
) -> Batch:
    """The first position of each game, given the numbers of their blocks.

    With `pair_seeds` the cell is no part of the keys, so that block 17 has the same deal in every cell. With start states
    block b plays on from state b modulo their number; both its streams start anew from the block's keys, so that blocks that
    share a state have luck of their own, and the games of one block share theirs. `trace` takes up what chance brings.
    """
    words = () if cell.job.pair_seeds else (cell.job.cell_id,)
    setup_keys = block_keys(cell.job.seed, "setup", blocks, *words)
    play_keys = block_keys(cell.job.seed, "play", blocks, *words)
    if starts is None:
        return Batch.new(cell.game, cell.options, setup_keys, play_keys, trace)
    states = starts[blocks % len(starts)]
    states["setup_rng"] = _seeded(setup_keys)
    states["play_rng"] = _seeded(play_keys)
    return Batch(cell.game, cell.options, states)


def _seeded(keys: Keys) -> Keys:
    streams = np.empty_like(keys)
    for stream, key in zip(streams, keys, strict=True):
        seed_stream(stream, key)
    return streams


def start_states(cell: Cell) -> RecordArray | None:
    """The positions that the cell's games play on from; None if they begin at the beginning. Raises `RefusedJobError`."""
    if cell.job.start is None:
        return None
    try:
        states = decode_states(cell.job.start, expected_game=cell.game.name).states
        check_states(cell.game, cell.options, states)  # they were checked for their own options, which may be others
    except CodecError as error:
        raise RefusedJobError(f"cell {cell.job.cell_id}: start states: {error}") from None
    if len(states) == 0:
        raise RefusedJobError(f"cell {cell.job.cell_id}: there are no start states")
    return states


def recorded_games(job: CellJob, blocks: npt.NDArray[np.int64], rotations: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Which games' actions are stored on request: a share `record_actions` of them, chosen by a hash of their ids."""
    if job.record_actions <= 0.0 or job.record_actions >= 1.0:
        return np.full(len(blocks), job.record_actions >= 1.0)
    words = agent_keys(0, f"record/{job.cell_id}", blocks, rotations, 1)[:, 0, 0]
    return words < np.uint64(job.record_actions * _WORD)
