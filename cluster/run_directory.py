"""The run on the disk: `RunDirectory` is the truth about a run, and holds nothing that it could not read from the disk again.

spec.yaml               the sweep with every default filled in, its hash, and with what it was begun
plan/plan.json          the plan: cells and chunk boundaries, fixed when the run is begun or extended
chunks/<cell>/          chunk files: a chunk counts if and only if its file is there (`workers.chunk_file`)
chunks/*/*.states       what chunks that take long have come to (`workers.travel`)
components/, rounds/, actions/   what belongs to the chunks
set-aside/              chunk files that could not be read
quarantine/             jobs of chunks that failed too often, to be played alone
stages/<number>.json    what closed stages of a staged design have come to (`cluster.halving`)
events.jsonl            what happened (`cluster.events`)
telemetry/chunks.jsonl  who played which chunk in how many seconds
status.json             where the run stands, replaced as a whole
metrics.prom            the last word of its metrics, as Prometheus reads text files
shards/<K>-of-<N>/      runs of shards, to be merged (`cluster.merge`)
lock                    who drives the run now
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.metadata
import json
import os
import platform
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from cluster.events import EventLog, append_line, read_lines
from cluster.interval_set import IntervalSet
from cluster.plan import CellPlan, Plan, decisive_spec, resumable_differences
from cluster.shards import Shard, ShardError, plan_of_shard
from workers.chunk_file import read_footer, table_path
from workers.errors import TornFileError
from workers.storage import LocalStorage, explained
from workers.sums import BlockSums
from workers.travel import SUFFIX

FORMAT_VERSION = 1
"""Of the directory as a whole; another is refused."""

_LIBRARIES = ("warhost", "numpy", "numba", "polars", "ray")


class RunDirectoryError(RuntimeError):
    """A folder that is no run directory, or one of another format."""


class RunLockedError(RunDirectoryError):
    """Another driver is at work in the run directory; says which."""


class ChangedRunError(RunDirectoryError):
    """The sweep, the seed or the rules are not those that the run was begun with; `lines` says what differs, path by path."""

    def __init__(self, path: Path, lines: Sequence[str]) -> None:
        hint = (
            "`warhost extend` raises games, tightens a stop or adds cells; anything else is another run, in another --run-dir"
        )
        super().__init__(f"{path} holds another run (there -> now):\n" + "\n".join(f"  {line}" for line in lines) + f"\n{hint}")
        self.lines = tuple(lines)


def spec_hash(spec: dict[str, Any]) -> str:
    """Twelve hexadecimal digits over everything in a resolved sweep that can change a result."""
    return hashlib.blake2b(json.dumps(decisive_spec(spec), sort_keys=True).encode(), digest_size=6).hexdigest()


def provenance(plan: Plan) -> dict[str, Any]:
    """With what a run is played: versions of rules, Python and libraries."""
    return {
        "rules_version": {plan.game: plan.rules_version},
        **({"components": plan.component_files} if plan.component_files else {}),
        "python": platform.python_version(),
        **{name: _version(name) for name in _LIBRARIES},
    }


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


@dataclass(frozen=True)
class DoneChunk:
    """A chunk whose file is there: its number in its cell, its sums, the hash of its rows."""

    index: int
    sums: BlockSums
    content_hash: str


@dataclass
class ScanReport:
    """What a scan set aside or passed over: file -> why."""

    torn: dict[str, str] = field(default_factory=dict)
    strays: dict[str, str] = field(default_factory=dict)


class RunDirectory:
    """One run on the disk. See the module."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.storage = LocalStorage(self.path)
        self._lock: int | None = None

    @property
    def begun(self) -> bool:
        """Whether a run was begun here: `spec.yaml` is written last."""
        return (self.path / "spec.yaml").is_file()

    @cached_property
    def events(self) -> EventLog:
        """The run's diary, of this session."""
        return EventLog(self.path / "events.jsonl")

    def write_plan(self, plan: Plan, shard: Shard | None = None) -> None:
        """Begin the run, or put an extended plan in the place of the old one. Needs the lock.

        The plan bears its sweep, so the two never contradict each other, whenever the driver is killed.

        Args:
            plan: of the whole sweep.
            shard: the share of it that this run plays; all if None.
        """
        self.storage.put("plan/plan.json", json.dumps(plan.to_plain(), sort_keys=True).encode())
        document = {
            "format": FORMAT_VERSION,
            "spec_hash": spec_hash(plan.spec),
            "provenance": provenance(plan),
            **({} if shard is None else {"shard": str(shard)}),
            "spec": plan.spec,
        }
        self.storage.put("spec.yaml", yaml.safe_dump(document, sort_keys=False, allow_unicode=True).encode())

    def read_plan(self) -> Plan:
        """What this run plays: the plan that was fixed when it was begun or extended, or its shard's part of it.

        Raises:
            RunDirectoryError: this is no run directory, or one of another format.
        """
        plan, shard = self.read_whole_plan(), self.read_shard()
        return plan if shard is None else plan_of_shard(plan, shard)

    def read_whole_plan(self) -> Plan:
        """The plan of the whole sweep, whatever share of it this run plays; raises as `read_plan`."""
        self._read_spec()
        try:
            return Plan.from_plain(json.loads((self.path / "plan/plan.json").read_text()))
        except (OSError, ValueError) as error:
            raise RunDirectoryError(f"{self.path} is no run directory: {error}") from error

    def read_shard(self) -> Shard | None:
        """The share of the sweep that this run plays; None if all of it. Raises as `read_plan`."""
        written = self._read_spec().get("shard")
        try:
            return None if written is None else Shard.parse(str(written))
        except ShardError as error:
            raise RunDirectoryError(f"{self.path}: {error}") from error

    def read_provenance(self) -> dict[str, Any]:
        """With what the run was begun: versions of rules, Python and libraries; raises as `read_plan`."""
        found = self._read_spec().get("provenance")
        return found if isinstance(found, dict) else {}

    def _read_spec(self) -> dict[str, Any]:
        try:
            document = yaml.safe_load((self.path / "spec.yaml").read_text())
        except (OSError, ValueError, yaml.YAMLError) as error:
            raise RunDirectoryError(f"{self.path} is no run directory: {error}") from error
        found = document.get("format") if isinstance(document, dict) else None
        if not isinstance(document, dict) or found != FORMAT_VERSION:
            raise RunDirectoryError(f"{self.path} has format {found}, this version of warhost reads format {FORMAT_VERSION}")
        return document

    def check_unchanged(self, stored: Plan, now: Plan, shard: Shard | None = None) -> None:
        """Refuse to go on under another sweep, with other rules or agents, or as another shard than the run was begun with.

        Raises:
            ChangedRunError: says what differs.
        """
        lines = resumable_differences(stored, now)
        began_as = self.read_shard()
        if began_as != shard:
            lines = (*lines, f"shard: {began_as or 'the whole sweep'} -> {shard or 'the whole sweep'}")
        if lines:
            raise ChangedRunError(self.path, lines)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the run directory: one driver at a time. The lock goes with the process, however it ends.

        Raises:
            RunLockedError: another driver has it.
            StorageError: the folder can't be made or written.
        """
        path = self.path / "lock"
        with explained("make", self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                owner = os.pread(handle, 4096, 0).decode(errors="replace").strip()
                raise RunLockedError(f"{self.path} is being driven by another process: {owner or 'unknown'}") from None
            owner = f"process {os.getpid()} on {socket.gethostname()} since {_now()}"
            os.ftruncate(handle, 0)
            os.pwrite(handle, owner.encode(), 0)
            try:
                yield
            finally:  # a driver that fails says good-bye, too: its process may live on, as a notebook does
                os.ftruncate(handle, 0)
        finally:
            os.close(handle)

    def scan(
        self,
        cell: CellPlan,
        report: ScanReport | None = None,
        set_aside: bool = False,
        known: IntervalSet | None = None,
    ) -> Iterator[DoneChunk]:
        """The chunks of a cell that are done, in order of their numbers, from the footers of their files.

        Args:
            cell: the cell.
            report: takes up what was passed over and why.
            set_aside: move torn files out of the way; needs the lock.
            known: numbers of chunks whose files needn't be read again.

        Raises:
            ChangedRunError: a chunk was played with other rules.
        """
        notes = ScanReport() if report is None else report
        for name in self.storage.names(f"chunks/{cell.cell_id}", ".parquet"):
            index = chunk_index(cell, name.rpartition("/")[2].removesuffix(".parquet"))
            if index is None:
                notes.strays[name] = "no chunk of the plan"
                continue
            if known is not None and index in known:
                continue
            try:
                footer = read_footer(f"{self.path}/{name}")
            except TornFileError as error:
                notes.torn[name] = str(error)
                if set_aside:
                    self._set_aside(name)
                continue
            if footer.rules_version != cell.job.rules_version:
                line = f"{name}: played with rules {footer.rules_version} -> {cell.job.rules_version}"
                raise ChangedRunError(self.path, (line,))
            yield DoneChunk(index, footer.sums, footer.content_hash)

    def _set_aside(self, name: str) -> None:
        target = self.path / "set-aside" / f"{name.replace('/', '_')}.{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
        with explained("set aside", self.path / name):
            target.parent.mkdir(exist_ok=True)
            (self.path / name).rename(target)

    def remove_passed_states(self) -> None:
        """Remove the live states of chunks whose results are there: a worker died in between. Needs the lock."""
        for name in list(self.storage.names("chunks", SUFFIX)):
            if self.storage.exists(name.removesuffix(SUFFIX) + ".parquet"):
                self.storage.remove(name)

    def chunk_file(self, cell: CellPlan, index: int, table: str = "games") -> Path:
        """Where a chunk's file of a table (`workers.content.TABLES`) is, or would be."""
        chunk = cell.chunk(index)
        return self.path / table_path(f"{cell.cell_id}/{chunk.first_game:010d}-{chunk.games}", table)

    def write_status(self, status: dict[str, Any]) -> None:
        """Replace `status.json` as a whole; it is no truth, so it needn't survive a power cut."""
        path = self.path / "status.json"
        temporary = path.with_suffix(".json.tmp")
        with explained("write", path):
            temporary.write_text(json.dumps(status, indent=1))
            temporary.replace(path)

    def read_status(self) -> dict[str, Any] | None:
        """The last status that was written, or None."""
        try:
            value = json.loads((self.path / "status.json").read_text())
        except (OSError, ValueError):
            return None
        return value if isinstance(value, dict) else None

    def write_telemetry(self, line: dict[str, Any]) -> None:
        """Append a line to `telemetry/chunks.jsonl`."""
        path = self.path / "telemetry/chunks.jsonl"
        with explained("write", path):
            path.parent.mkdir(exist_ok=True)
            append_line(path, line)

    def read_telemetry(self) -> Iterator[dict[str, Any]]:
        """Every line of `telemetry/chunks.jsonl`."""
        return read_lines(self.path / "telemetry/chunks.jsonl")

    def write_stage(self, number: int, stage: dict[str, Any]) -> None:
        """Close a stage of a staged design: `stages/<number>.json`, from 1. Needs the lock."""
        self.storage.put(f"stages/{number:02d}.json", json.dumps(stage, indent=1, sort_keys=True).encode())

    def read_stages(self) -> list[dict[str, Any]]:
        """The closed stages, in order."""
        return [json.loads((self.path / name).read_text()) for name in sorted(self.storage.names("stages", ".json"))]

    def store_job(self, name: str, job: bytes) -> Path:
        """Keep the job of a chunk that failed too often, so that one command plays it alone."""
        self.storage.put(f"quarantine/{name}.job", job)
        return self.path / f"quarantine/{name}.job"


def chunk_index(cell: CellPlan, stem: str) -> int | None:
    """The number of the chunk whose file is called `<first game>-<games>`; None if the plan has no such chunk."""
    first, _, games = stem.partition("-")
    if not (first.isdigit() and games.isdigit()):
        return None
    try:
        chunk = cell.chunk_of_block(int(first) // cell.rotations)
    except IndexError:
        return None
    return chunk.index if (chunk.first_game, chunk.games) == (int(first), int(games)) else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
