"""Workers that die in the middle of a chunk, at rests of their own choice."""

from __future__ import annotations

from random import Random

from engine.batch import Lanes
from workers.cell import Cell
from workers.chunk import ChunkResult, play_with
from workers.messages import ChunkJob
from workers.playing import Players
from workers.storage import LocalStorage
from workers.travel import LiveChunk


class KilledError(BaseException):
    """The worker is gone: nothing catches it."""


class Doomed(LiveChunk):
    """Stores its states at every rest, and dies at a rest of its own choice; `left` None: never."""

    left: int | None = None
    random = Random(0)

    def lanes(self) -> int:
        return self.random.randint(1, 3)

    def rest(self, lanes: Lanes) -> None:
        super().rest(lanes)
        if self.left is not None:
            self.left -= 1
            if self.left <= 0:
                raise KilledError


def play(job: ChunkJob, live: LiveChunk | None) -> ChunkResult:
    cell = Cell.resolve(job.cell)
    with Players.of_cell(cell) as players:
        return play_with(cell, job, players, live=live)


def play_through_kills(job: ChunkJob, storage: LocalStorage, random: Random) -> tuple[ChunkResult, int, int]:
    """Result, kills, and decisions that the last worker found made."""
    for kills in range(1000):
        live = Doomed(storage, job, save_seconds=0.0)
        live.left = random.randint(1, 12)
        live.random = random
        try:
            return play(job, live), kills, live.taken_up
        except KilledError:
            continue
    raise AssertionError("it does not get on")
