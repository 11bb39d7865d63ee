"""Shards: a sweep played in N shares that know nothing of each other, without a cluster, and merged afterwards.

Each shard is a run of its own whose plan holds a contiguous range of chunks of each cell. Which chunks those are is a function
of the whole plan alone, so that N machines agree without speaking. `cluster.merge` joins them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cluster.plan_types import CellPlan, Plan, Segment
from cluster.spec_errors import SpecError
from cluster.spec_models import SweepSpec

SHARDS_FOLDER = "shards"
"""Folder of a run directory that holds its shards."""

COUNT_VARIABLE = "WARHOST_SHARDS"
"""Variable that says how many shards there are, where the batch system doesn't, or counts only those submitted again."""

MAX_SHARDS = 100_000

_WRITTEN = re.compile(r"(\d{1,6})/(\d{1,6})")
_FOLDER = re.compile(r"(\d{6})-of-(\d{6})")


class ShardError(ValueError):
    """No shard, or a batch system's environment that doesn't tell which one is meant."""


@dataclass(frozen=True, order=True)
class Shard:
    """Shard `number`, from 1, of `count`."""

    number: int
    count: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.count <= MAX_SHARDS:
            raise ShardError(
                f"there is no shard {self.number}/{self.count}: shards count from 1/{self.count} up, as in 1/8 to 8/8"
            )

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    @property
    def folder(self) -> str:
        """Name of its folder, which sorts by number."""
        return f"{self.number:06d}-of-{self.count:06d}"

    @classmethod
    def parse(cls, text: str) -> Shard:
        """The shard in `K/N`. Raises `ShardError`."""
        found = _WRITTEN.fullmatch(text.strip())
        if not found:
            raise ShardError(f"{text!r} is no shard: K/N, such as 1/8 for the first of eight, or auto")
        return cls(int(found[1]), int(found[2]))

    @classmethod
    def from_folder(cls, name: str) -> Shard | None:
        """The shard of a folder's name; None if it is no such name."""
        found = _FOLDER.fullmatch(name)
        return cls(int(found[1]), int(found[2])) if found else None


@dataclass(frozen=True)
class _System:
    """How a batch system tells a task its place. `size` is None where it doesn't say how many there are."""

    name: str
    index: str
    size: str | None
    first: int


_SYSTEMS = (
    _System("a Slurm job array", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 1),
    _System("an AWS Batch array job", "AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", 0),
    _System("a Google Batch task", "BATCH_TASK_INDEX", "BATCH_TASK_COUNT", 0),
    _System("a Kubernetes Indexed Job", "JOB_COMPLETION_INDEX", None, 0),
)


def shard_from_environment(environment: Mapping[str, str]) -> Shard:
    """The shard that a batch system's array index stands for.

    Slurm says how many tasks were submitted, which are fewer when failed ones are submitted again; Kubernetes doesn't say it.
    There `WARHOST_SHARDS` does.

    Raises:
        ShardError: no batch system is found, two are, or the number of shards isn't known; says what to set.
    """
    found = [system for system in _SYSTEMS if environment.get(system.index)]
    if len(found) != 1:
        what = " and ".join(system.name for system in found) or "no array index"
        names = ", ".join(system.index for system in _SYSTEMS)
        raise ShardError(f"--shard auto: {what} in the environment (looked for {names}); write --shard K/N")
    system = found[0]
    index = _whole(environment, system.index)
    if COUNT_VARIABLE in environment:
        count, first = _whole(environment, COUNT_VARIABLE), system.first
    elif system.size is None or system.size not in environment:
        raise ShardError(f"--shard auto: {system.name} doesn't say how many tasks there are: set {COUNT_VARIABLE}")
    else:
        count, first = _whole(environment, system.size), _first_index(system, environment)
    if not first <= index < first + count:
        raise ShardError(
            f"--shard auto: {system.index} is {index}, but {count} shards have the indices {first} to {first + count - 1}"
        )
    return Shard(index - first + 1, count)


def _first_index(system: _System, environment: Mapping[str, str]) -> int:
    """Index of the first task: Slurm's arrays may start at 0 or 1, and are taken only if they have no holes."""
    lowest, highest = environment.get("SLURM_ARRAY_TASK_MIN"), environment.get("SLURM_ARRAY_TASK_MAX")
    if system.index != "SLURM_ARRAY_TASK_ID" or lowest is None or highest is None:
        return system.first
    first, last = _whole(environment, "SLURM_ARRAY_TASK_MIN"), _whole(environment, "SLURM_ARRAY_TASK_MAX")
    if first > 1 or last - first + 1 != _whole(environment, "SLURM_ARRAY_TASK_COUNT"):
        raise ShardError(
            f"--shard auto: the array {lowest} to {highest} is a part of a whole: set {COUNT_VARIABLE} to the number of shards "
            "(the array's indices then count from 1)"
        )
    return first


def _whole(environment: Mapping[str, str], name: str) -> int:
    text = environment[name]
    if not re.fullmatch(r"\d{1,9}", text):
        raise ShardError(f"--shard auto: {name} is {text!r}, no number")
    return int(text)


def check_sharded(spec: SweepSpec) -> None:
    """Refuse what shards can't do: to stop by figures, for which every shard would have to know all others' games.

    Raises:
        SpecError: says which key.
    """
    problems = [
        f"{key}: a shard plays fixed numbers of games, and can't know when the whole has enough: remove it, or use a cluster"
        for key in ("stop", "halving")
        if getattr(spec, key) is not None
    ]
    if problems:
        raise SpecError(problems)


def plan_of_shard(plan: Plan, shard: Shard) -> Plan:
    """The part of a plan that a shard plays: of each cell a contiguous range of chunks; cells without any are left out.

    Cell number c gives its N ranges to the shards in turn from shard c on, so that small cells spread over all shards.
    """
    cells: list[CellPlan] = []
    for cell in plan.cells:
        segments = tuple(_cut_out(cell, _own_chunks(cell, shard)))
        if segments:
            blocks = sum(segment.end_block - segment.first_block for segment in segments)
            cells.append(replace(cell, index=len(cells), blocks=blocks, segments=segments))
    return replace(plan, cells=tuple(cells))


def _own_chunks(cell: CellPlan, shard: Shard) -> range:
    """The chunks of a cell whose middle block is in the shard's part of its blocks: chunks may differ in size."""
    part = (shard.number - 1 - cell.index) % shard.count

    def part_of(index: int) -> int:
        chunk = cell.chunk(index)
        return (2 * chunk.first_block + chunk.blocks) * shard.count // (2 * cell.blocks)

    chunks = range(cell.number_of_chunks)
    return range(bisect_left(chunks, part, key=part_of), bisect_left(chunks, part + 1, key=part_of))


def _cut_out(cell: CellPlan, chunks: range) -> Iterator[Segment]:
    """The segments of a cell that hold a range of its chunks."""
    before = 0
    for segment in cell.segments:
        first, end = max(chunks.start - before, 0), min(chunks.stop - before, segment.chunks)
        if first < end:
            size = segment.blocks_per_chunk
            yield Segment(segment.first_block + first * size, size, end - first)
        before += segment.chunks
