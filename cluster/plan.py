"""A sweep as cells and chunks: pure, deterministic, and small however many games it has."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cluster.spec import SpecError, SweepSpec
from engine.game import get_game
from engine.options import option_values, resolve_options
from workers.messages import CellJob, ChunkJob


class PlanError(ValueError):
    """A plan that can't be extended as asked: `differences` says, line by line, what differs."""

    def __init__(self, differences: tuple[str, ...]) -> None:
        super().__init__("\n".join(differences))
        self.differences = differences


@dataclass(frozen=True)
class Segment:
    """`chunks` chunks of `blocks_per_chunk` blocks each, the first of which starts at block `first_block`."""

    first_block: int
    blocks_per_chunk: int
    chunks: int

    @property
    def end_block(self) -> int:
        """The block after the last."""
        return self.first_block + self.blocks_per_chunk * self.chunks


@dataclass(frozen=True)
class Chunk:
    """A contiguous range of blocks of one cell: what one worker is given at a time.

    Attributes:
        cell: index into `Plan.cells`.
        index: number of the chunk within its cell.
        first_block, blocks: the range.
        first_game, games: the same range in games, as chunk files are named.
    """

    cell: int
    index: int
    first_block: int
    blocks: int
    first_game: int
    games: int


@dataclass(frozen=True)
class Slot:
    """Where one seat of one rotation stands in block sums: slot number `rotation * seats + seat`."""

    rotation: int
    seat: int
    seat_name: str
    faction: str
    team: int
    agent: str


@dataclass(frozen=True)
class CellPlan:
    """One cell of a plan.

    Attributes:
        index: place in `Plan.cells`.
        job: what workers are told.
        design: the design entry it comes from, such as `round_robin: greedy, random`.
        overrides: option path -> value, of the options that this cell's line-up, grid or list sets.
        games_asked: games as asked for; `games` is this rounded up to whole blocks.
        blocks: number of blocks.
        seats, teams, factions: one entry a seat.
        segments: the chunks, in order of blocks, without gaps.
        reference: whether this is the cell that others are compared with.
    """

    index: int
    job: CellJob
    design: str
    overrides: dict[str, Any]
    games_asked: int
    blocks: int
    seats: tuple[str, ...]
    teams: tuple[int, ...]
    factions: tuple[str, ...]
    segments: tuple[Segment, ...]
    reference: bool = False

    @property
    def cell_id(self) -> str:
        """Hash of the resolved cell."""
        return self.job.cell_id

    @property
    def rotations(self) -> int:
        """Games in a block."""
        return self.job.rotations

    @property
    def games(self) -> int:
        """Games in all."""
        return self.blocks * self.rotations

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents that play, each once, in the order in which seatings name them."""
        return tuple(dict.fromkeys(name for seating in self.job.seatings for name in seating))

    @property
    def slots(self) -> tuple[Slot, ...]:
        """One entry a slot of the block sums."""
        return tuple(
            Slot(rotation, seat, self.seats[seat], self.factions[seat], self.teams[seat], agent)
            for rotation, seating in enumerate(self.job.seatings)
            for seat, agent in enumerate(seating)
        )

    @property
    def number_of_chunks(self) -> int:
        """Chunks in all."""
        return sum(segment.chunks for segment in self.segments)

    def chunk(self, index: int) -> Chunk:
        """Chunk `index` of the cell; raises `IndexError` if there is none."""
        rest = index
        for segment in self.segments:
            if 0 <= rest < segment.chunks:
                blocks = segment.blocks_per_chunk
                first = segment.first_block + rest * blocks
                return Chunk(self.index, index, first, blocks, first * self.rotations, blocks * self.rotations)
            rest -= segment.chunks
        raise IndexError(f"cell {self.cell_id} has {self.number_of_chunks} chunks, there is no chunk {index}")

    def chunks(self) -> Iterator[Chunk]:
        """Every chunk of the cell in order of blocks."""
        return (self.chunk(index) for index in range(self.number_of_chunks))


@dataclass(frozen=True)
class Plan:
    """What a run plays, in which chunks.

    Attributes:
        spec: the sweep with every default filled in.
        game, rules_version, seed: as in every job.
        cells: in order of the sweep.
        warnings: what a person should know, one line each; holds the spec's warnings, too.
    """

    spec: dict[str, Any]
    game: str
    rules_version: str
    seed: int
    cells: tuple[CellPlan, ...]
    warnings: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(cell.games for cell in self.cells)

    @property
    def number_of_chunks(self) -> int:
        """Chunks in all."""
        return sum(cell.number_of_chunks for cell in self.cells)

    def order(self) -> Iterator[Chunk]:
        """Every chunk once, in the order in which they are handed out: cells take turns by the share of their blocks done."""

        def turns(cell: CellPlan) -> Iterator[tuple[int, int, Chunk]]:
            return (((chunk.first_block << 64) // cell.blocks, cell.index, chunk) for chunk in cell.chunks())

        for _, _, chunk in heapq.merge(*map(turns, self.cells)):
            yield chunk

    def chunk_job(self, chunk: Chunk) -> ChunkJob:
        """The message that has a worker play `chunk`."""
        return ChunkJob(cell=self.cells[chunk.cell].job, first_block=chunk.first_block, blocks=chunk.blocks)

    def find_cell(self, cell_id: str) -> CellPlan:
        """The cell of that id; raises `KeyError`."""
        for cell in self.cells:
            if cell.cell_id == cell_id:
                return cell
        raise KeyError(cell_id)

    def to_plain(self) -> dict[str, Any]:
        """The plan as maps, lists and scalars, for JSON: small, whatever the number of games."""
        raise NotImplementedError

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Plan:
        """The inverse of `to_plain`."""
        raise NotImplementedError


def make_plan(spec: SweepSpec) -> Plan:
    """The plan of a sweep.

    Raises:
        SpecError: a design that can't be played with the game's seats; options that don't fit together; a missing agent file.
    """
    game = get_game(spec.game)
    options = resolve_options(game.options, spec.options)
    names = [name for entry in spec.design for name in (entry.round_robin or entry.mirror or entry.all or [])]
    if len(names) != 2:
        raise SpecError(["design: two agents are needed"])
    job = CellJob(
        cell_id="0123456789ab",
        game=game.name,
        rules_version=game.rules_version,
        options=option_values(options),
        lineup="default",
        agents=spec.agents,
        seatings=[names, names[::-1]],
        decision_cap=spec.decision_cap or game.decision_cap,
        seed=spec.seed,
        pair_seeds=spec.pair_seeds,
        record_actions=spec.record.actions_share,
        base_directory=str(spec.base_directory),
    )
    blocks = -(-spec.games // 2)
    size = min(100, blocks)
    segments = [Segment(0, size, blocks // size)]
    if blocks % size:
        segments.append(Segment(blocks - blocks % size, blocks % size, 1))
    cell = CellPlan(
        index=0,
        job=job,
        design=f"round_robin: {', '.join(names)}",
        overrides={},
        games_asked=spec.games,
        blocks=blocks,
        seats=game.seats(options),
        teams=game.teams(options),
        factions=game.factions(options),
        segments=tuple(segments),
    )
    return Plan(spec.to_plain(), game.name, game.rules_version, spec.seed, (cell,), spec.warnings)


def extend_plan(old: Plan, spec: SweepSpec) -> Plan:
    """The plan of a changed sweep, over what `old` has: its chunks stay, further ones are added.

    Raises:
        PlanError: something changed that would make the run's data another run's; says what.
        SpecError: as `make_plan`.
    """
    raise NotImplementedError
