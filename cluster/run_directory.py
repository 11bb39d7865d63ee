"""The run on the disk: `RunDirectory` is the truth about a run, and holds nothing that it could not read from the disk again.

spec.yaml               the sweep with every default filled in, its hash, and with what it was begun
plan/plan.json          the plan: cells and chunk boundaries, fixed when the run is begun or extended
chunks/<cell>/          chunk files: a chunk counts if and only if its file is there (`workers.chunk_file`)
chunks/*/*.states       what chunks that take long have come to (`workers.travel`)
components/, rounds/, actions/   what belongs to the chunks
sums/<cell>.json        what its first chunks come to, for a quick resume (`cluster.closed_prefix`)
set-aside/              chunk files that could not be read
quarantine/             jobs of chunks that failed too often, to be played alone
stages/<number>.json    what closed stages of a staged design have come to (`cluster.halving`)
events.jsonl            what happened (`cluster.events`, `cluster.diary`)
telemetry/chunks.jsonl  who played which chunk in how many seconds
status.json             where the run stands, replaced as a whole
metrics.prom            the last word of its metrics, as Prometheus reads text files
shards/<K>-of-<N>/      runs of shards, to be merged (`cluster.merge`)
lock                    who drives the run now (`cluster.lock`)

It is a folder on a disk or a network file system, or an address in an object store (`workers.storage`).
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import yaml

from cluster.diary import Diary
from cluster.differences import differences
from cluster.events import EventLog, events_among
from cluster.interval_set import IntervalSet
from cluster.lock import Lease, LockHeldError, disk_lock
from cluster.plan import CellPlan, Plan, decisive_spec, resumable_differences
from cluster.shards import Shard, ShardError, plan_of_shard
from workers.build import build
from workers.chunk_file import read_footers, table_path
from workers.errors import StorageError, TornFileError
from workers.places import Place
from workers.storage import LocalStorage, storage_at
from workers.sums import BlockSums
from workers.travel import SUFFIX

FORMAT_VERSION = 1
"""Of the directory as a whole; another is refused."""

_LIBRARIES = ("warhost", "ray")


class RunDirectoryError(RuntimeError):
    """A folder that is no run directory, or one of another format."""


class RunLockedError(RunDirectoryError):
    """Another driver is at work in the run directory; says which."""


_EXTEND = "`warhost extend` raises games, tightens a stop or adds cells; anything else is another run, in another --run-dir"


class ChangedRunError(RunDirectoryError):
    """The sweep, the seed, the rules or the code are not those that the run was begun with; `lines` says what differs."""

    def __init__(self, path: Place, lines: Sequence[str], hint: str = _EXTEND) -> None:
        super().__init__(f"{path} holds another run (there -> now):\n" + "\n".join(f"  {line}" for line in lines) + f"\n{hint}")
        self.lines = tuple(lines)


def spec_hash(spec: dict[str, Any]) -> str:
    """Twelve hexadecimal digits over everything in a resolved sweep that can change a result."""
    return hashlib.blake2b(json.dumps(decisive_spec(spec), sort_keys=True).encode(), digest_size=6).hexdigest()


def provenance(plan: Plan) -> dict[str, Any]:
    """With what a run is played: versions of rules, Python and libraries, and the build that its jobs are for."""
    return {
        "rules_version": {plan.game: plan.rules_version},
        **({"components": plan.component_files} if plan.component_files else {}),
        "python": platform.python_version(),
        **{name: _version(name) for name in _LIBRARIES},
        **build(),
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
        self.storage = storage_at(path)
        self.path = self.storage.root
        self.telemetry = Diary(self.storage, "telemetry/chunks.jsonl")
        self.diary = Diary(self.storage, "events.jsonl")
        self._lease: Lease | None = None
        self._look_due, self._was_gone = 0.0, False

    @property
    def begun(self) -> bool:
        """Whether a run was begun here: `spec.yaml` is written last."""
        return self.storage.exists("spec.yaml")

    @cached_property
    def events(self) -> EventLog:
        """The run's diary, of this session."""
        return EventLog(self.diary)

    def write_plan(self, plan: Plan, shard: Shard | None = None, begun_with: dict[str, Any] | None = None) -> None:
        """Begin the run, or put an extended plan in the place of the old one. Needs the lock.

        The plan bears its sweep, so the two never contradict each other, whenever the driver is killed.

        Args:
            plan: of the whole sweep.
            shard: the share of it that this run plays; all if None.
            begun_with: as `provenance`, if it was begun elsewhere. A run that was begun here keeps what it was begun with.
        """
        begun_with = self.read_provenance() if self.begun else begun_with or provenance(plan)
        self.storage.put("plan/plan.json", json.dumps(plan.to_plain(), sort_keys=True).encode())
        document = {
            "format": FORMAT_VERSION,
            "spec_hash": spec_hash(plan.spec),
            "provenance": begun_with,
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
            return Plan.from_plain(json.loads(self._read("plan/plan.json")))
        except ValueError as error:
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
            document = yaml.safe_load(self._read("spec.yaml"))
        except (ValueError, yaml.YAMLError) as error:
            raise RunDirectoryError(f"{self.path} is no run directory: {error}") from error
        found = document.get("format") if isinstance(document, dict) else None
        if not isinstance(document, dict) or found != FORMAT_VERSION:
            raise RunDirectoryError(f"{self.path} has format {found}, this version of warhost reads format {FORMAT_VERSION}")
        return document

    def _read(self, name: str) -> str:
        data = self.storage.get(name)
        if data is None:
            raise RunDirectoryError(f"{self.path} is no run directory: there is no {name}")
        return data.decode()

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

    def check_build(self) -> None:
        """Refuse to play on with other code or libraries than the run was begun with.

        Raises:
            ChangedRunError: says what differs.
        """
        begun_with = self.read_provenance()
        here = {name: version for name, version in build().items() if name in begun_with}
        lines = tuple(differences({name: begun_with[name] for name in here}, here))
        if lines:
            hint = "go on with the versions that it was begun with, or play another run, in another --run-dir"
            raise ChangedRunError(self.path, lines, hint)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the run directory: one driver at a time. On a disk the lock goes with the process, however it ends; in an object
        store it is a lease, which runs out some time after its driver was killed.

        Raises:
            RunLockedError: another driver has it.
            StorageError: the folder can't be made or written, or the store not be reached.
        """
        try:
            with disk_lock(self.storage.root) if isinstance(self.storage, LocalStorage) else self._leased():
                try:
                    yield
                finally:
                    with suppress(StorageError):  # diaries are no truth
                        self.flush()
        except LockHeldError as held:
            raise RunLockedError(f"{self.path} is being driven by another process: {held}") from None

    @contextmanager
    def _leased(self) -> Iterator[None]:
        self._lease = Lease(self.storage)
        try:
            with self._lease.held():
                yield
        finally:
            self._lease = None

    def flush(self) -> None:
        """Have all lines of the diaries where they can be read. Raises `StorageError`."""
        self.diary.flush()
        self.telemetry.flush()

    def why_not_go_on(self) -> str | None:
        """Why a driver can't go on here, if it can't: the directory is gone, or another driver has it now."""
        if self._lease is not None and self._lease.lost:
            return f"another driver has taken over {self.path}, after this one was not heard of for too long"
        if time.monotonic() >= self._look_due:
            self._look_due = time.monotonic() + self.storage.look_seconds
            self._was_gone = self.is_gone()
        return f"the run directory {self.path} is gone, or can't be read" if self._was_gone else None

    def is_gone(self) -> bool:
        """Whether a run that was begun here is not to be found."""
        try:
            return not self.begun
        except StorageError:
            return True

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
        indices = dict(self._chunks_of(cell, notes, IntervalSet() if known is None else known))
        for name, footer in read_footers(self.storage, indices):
            if isinstance(footer, TornFileError):
                notes.torn[name] = str(footer)
                if set_aside:
                    self._set_aside(name)
                continue
            if footer.rules_version != cell.job.rules_version:
                line = f"{name}: played with rules {footer.rules_version} -> {cell.job.rules_version}"
                raise ChangedRunError(self.path, (line,))
            yield DoneChunk(indices[name], footer.sums, footer.content_hash)

    def _chunks_of(self, cell: CellPlan, notes: ScanReport, known: IntervalSet) -> Iterator[tuple[str, int]]:
        """Files of a cell's chunks and the chunks' numbers, but for those that are known."""
        for name in self.storage.names(f"chunks/{cell.cell_id}", ".parquet"):
            index = chunk_index(cell, name.rpartition("/")[2].removesuffix(".parquet"))
            if index is None:
                notes.strays[name] = "no chunk of the plan"
            elif index not in known:
                yield name, index

    def _set_aside(self, name: str) -> None:
        self.storage.set_aside(name, f"set-aside/{name.replace('/', '_')}.{datetime.now(UTC):%Y%m%dT%H%M%S%f}")

    def remove_passed_states(self) -> None:
        """Remove the live states of chunks whose results are there: a worker died in between. Needs the lock."""
        for name in list(self.storage.names("chunks", SUFFIX)):
            if self.storage.exists(name.removesuffix(SUFFIX) + ".parquet"):
                self.storage.remove(name)

    def chunk_file(self, cell: CellPlan, index: int, table: str = "games") -> Place:
        """Where a chunk's file of a table (`workers.content.TABLES`) is, or would be."""
        return self.storage.path(chunk_file_name(cell, index, table))

    def write_status(self, status: dict[str, Any]) -> None:
        """Replace `status.json` as a whole; it is no truth, so it needn't survive a power cut."""
        self.storage.put_lightly("status.json", json.dumps(status, indent=1).encode())
        self.flush()

    def read_status(self) -> dict[str, Any] | None:
        """The last status that was written, or None."""
        try:
            value = json.loads(self.storage.get("status.json") or b"")
        except (StorageError, ValueError):
            return None
        return value if isinstance(value, dict) else None

    def write_telemetry(self, line: dict[str, Any]) -> None:
        """Append a line to `telemetry/chunks.jsonl`."""
        self.telemetry.append(line)

    def read_telemetry(self) -> Iterator[dict[str, Any]]:
        """Every line of `telemetry/chunks.jsonl`."""
        return self.telemetry.lines()

    def read_events(self) -> Iterator[dict[str, Any]]:
        """Every event in the order in which they were written."""
        return events_among(self.diary.lines())

    def write_stage(self, number: int, stage: dict[str, Any]) -> None:
        """Close a stage of a staged design: `stages/<number>.json`, from 1. Needs the lock."""
        self.storage.put(f"stages/{number:02d}.json", json.dumps(stage, indent=1, sort_keys=True).encode())

    def read_stages(self) -> list[dict[str, Any]]:
        """The closed stages, in order."""
        return [json.loads(self._read(name)) for name in self.storage.names("stages", ".json")]

    def store_job(self, name: str, job: bytes) -> Place:
        """Keep the job of a chunk that failed too often, so that one command plays it alone."""
        self.storage.put(f"quarantine/{name}.job", job)
        return self.storage.path(f"quarantine/{name}.job")


def chunk_file_name(cell: CellPlan, index: int, table: str = "games") -> str:
    """The name of a chunk's file of a table (`workers.content.TABLES`), below the run directory."""
    chunk = cell.chunk(index)
    return table_path(f"{cell.cell_id}/{chunk.first_game:010d}-{chunk.games}", table)


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
