"""What passes between the coordinator and its workers: msgpack bytes, nothing else.

A `CellJob` is everything a worker must know of a cell; a `ChunkJob` adds a range of blocks. Both are pure data: the same job
gives the same rows whoever plays it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from engine.codec import pack, unpack
from workers.build import build

PROTOCOL: Final = 1
"""Version of these messages; a worker refuses another."""

CellId = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{1,64}$")]
"""A cell's chunks are in a folder of its id, so that a forged plan or message must not lead out of the run directory."""


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class CellJob(_Message):
    """One cell, resolved.

    Attributes:
        cell_id: hash of the resolved cell.
        game: name of the game.
        rules_version: `Game.rules_version` where the plan was made; a worker with other sources refuses the job.
        options: every option by path, resolved.
        lineup: name of the line-up.
        agents: agent name -> agent spec, as in the sweep file.
        drafters: agent name -> name of the agent that decides in its place in the draft.
        seatings: one list a rotation; each names the agent at every seat.
        decision_cap: cap on the decisions of a game.
        seed: the run's seed.
        pair_seeds: whether cells share the luck of equal block numbers.
        record_actions: share of games whose actions are stored, 0 .. 1.
        record_curves: whether figures at the end of each round are stored.
        start: msgpack states to play on from (block b starts from state b modulo their number), or None.
        base_directory: folder that relative paths of agents' files start from.
        agent_files: agent name -> name of a file -> hash of its content where the plan was made; a worker that finds another
            content refuses the job.
    """

    cell_id: CellId
    game: str
    rules_version: str
    options: dict[str, Any]
    lineup: str
    agents: dict[str, dict[str, Any]]
    seatings: list[list[str]]
    decision_cap: int
    seed: int
    pair_seeds: bool = True
    record_actions: float = 0.0
    record_curves: bool = False
    drafters: dict[str, str] = {}
    start: bytes | None = None
    base_directory: str = "."
    agent_files: dict[str, dict[str, str]] = {}

    @property
    def rotations(self) -> int:
        """Games in a block."""
        return len(self.seatings)


class ChunkJob(_Message):
    """A contiguous range of blocks of one cell; game g of a cell is block g // rotations, rotation g % rotations.

    `build` says with what code and libraries it is to be played (`workers.build`); a worker that has others refuses it.
    """

    protocol: Literal[1] = PROTOCOL
    build: dict[str, str] = Field(default_factory=build)
    cell: CellJob
    first_block: int
    blocks: int

    @property
    def first_game(self) -> int:
        """Number of the first game within its cell."""
        return self.first_block * self.cell.rotations

    @property
    def games(self) -> int:
        """How many games."""
        return self.blocks * self.cell.rotations

    def to_bytes(self) -> bytes:
        """The message."""
        return pack(self.model_dump())

    @classmethod
    def from_bytes(cls, data: bytes) -> ChunkJob:
        """Read a message; raises `engine.codec.CodecError` or pydantic's `ValidationError`."""
        return cls.model_validate(unpack(data))
