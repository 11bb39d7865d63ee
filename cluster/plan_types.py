"""A plan as data: cells, chunks, slots. `cluster.plan` makes plans."""

from __future__ import annotations

import base64
import binascii
import heapq
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from workers.messages import CellJob, ChunkJob

PLAN_FORMAT: Final = 1
"""Version of `Plan.to_plain`; another is refused."""


class PlanError(ValueError):
    """A plan that can't be read, or not be extended as asked: `differences` says, line by line, what differs."""

    def __init__(self, differences: Sequence[str]) -> None:
        super().__init__("\n".join(differences))
        self.differences = tuple(differences)


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
        overrides: path -> value, of options and agents' parameters that this cell's line-up, grid, list or sample sets.
        games_asked: games as asked for; `games` is this rounded up to whole blocks.
        blocks: number of blocks.
        seats, teams, factions: one entry a seat.
        segments: the chunks, in order of blocks, without gaps.
        reference: whether this cell's options are those that others are compared with.
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
    def first_block(self) -> int:
        """Number of the first block; of a shard's part of a cell it need not be 0."""
        return self.segments[0].first_block if self.segments else 0

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

    def chunk_of_block(self, block: int) -> Chunk:
        """The chunk that holds `block`; raises `IndexError` if there is none."""
        before = 0
        for segment in self.segments:
            if segment.first_block <= block < segment.end_block:
                return self.chunk(before + (block - segment.first_block) // segment.blocks_per_chunk)
            before += segment.chunks
        raise IndexError(f"cell {self.cell_id} has {self.blocks} blocks, there is no block {block}")

    def chunks(self) -> Iterator[Chunk]:
        """Every chunk of the cell in order of blocks."""
        return (self.chunk(index) for index in range(self.number_of_chunks))

    def _to_plain(self) -> dict[str, Any]:
        plain = asdict(self)
        plain["job"] = self.job.model_dump(exclude={"start"})
        return plain

    @classmethod
    def _from_plain(cls, plain: dict[str, Any], start: bytes | None) -> CellPlan:
        lists = {key: tuple(plain[key]) for key in ("seats", "teams", "factions")}
        segments = tuple(Segment(**segment) for segment in plain["segments"])
        job = CellJob.model_validate({**plain["job"], "start": start})
        return cls(**{**plain, **lists, "segments": segments, "job": job})


@dataclass(frozen=True)
class Plan:
    """What a run plays, in which chunks. Small, however many games there are: chunks are counted, not listed.

    Attributes:
        spec: the sweep with every default filled in, as `SweepSpec.to_plain` gives it.
        game, rules_version, seed: as in every job.
        cells: in order of the sweep.
        warnings: what a person should know, one line each; holds the spec's warnings, too.
        start: the positions that are played on from, as msgpack, or None.
        agent_files: agent -> file -> hash of its contents, of agents that have files.
        component_files: component file -> hash of its contents; what it says stands in the options of the cells.
    """

    spec: dict[str, Any]
    game: str
    rules_version: str
    seed: int
    cells: tuple[CellPlan, ...]
    warnings: tuple[str, ...] = ()
    start: bytes | None = None
    agent_files: dict[str, dict[str, str]] = field(default_factory=dict)
    component_files: dict[str, str] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(cell.games for cell in self.cells)

    @property
    def number_of_chunks(self) -> int:
        """Chunks in all."""
        return sum(cell.number_of_chunks for cell in self.cells)

    def order(self) -> Iterator[Chunk]:
        """Every chunk once, in the order in which they are handed out: cells take turns by the share of their blocks done.

        It is a function of the plan alone: a resumed run goes through the same order and leaves out what is done.
        """

        def turns(cell: CellPlan) -> Iterator[tuple[int, int, Chunk]]:
            return (((chunk.first_block << 64) // cell.blocks, cell.index, chunk) for chunk in cell.chunks())

        return (chunk for _, _, chunk in heapq.merge(*map(turns, self.cells)))

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
        """The plan as maps, lists and scalars, for JSON; `from_plain` reads it."""
        return {
            "format": PLAN_FORMAT,
            "spec": self.spec,
            "game": self.game,
            "rules_version": self.rules_version,
            "seed": self.seed,
            "warnings": list(self.warnings),
            "start": None if self.start is None else base64.b64encode(self.start).decode(),
            "agent_files": self.agent_files,
            "component_files": self.component_files,
            "cells": [cell._to_plain() for cell in self.cells],
        }

    @classmethod
    def from_plain(cls, plain: Any) -> Plan:
        """The inverse of `to_plain`, also after JSON made lists of tuples.

        Raises:
            PlanError: no plan, or one of another format.
        """
        if not isinstance(plain, dict) or plain.get("format") != PLAN_FORMAT:
            raise PlanError([f"no plan of format {PLAN_FORMAT}"])
        try:
            start = None if plain["start"] is None else base64.b64decode(plain["start"], validate=True)
            cells = tuple(CellPlan._from_plain(cell, start) for cell in plain["cells"])
            names = ("spec", "game", "rules_version", "seed", "agent_files", "component_files")
            return cls(**{name: plain[name] for name in names}, cells=cells, warnings=tuple(plain["warnings"]), start=start)
        except (KeyError, TypeError, ValidationError, binascii.Error) as error:
            raise PlanError([f"a damaged plan: {type(error).__name__}: {error}"]) from None
