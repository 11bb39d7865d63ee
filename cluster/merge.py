"""Joining shards: their chunk files become those of one run, after a look at whether they belong together.

Nothing is added up: a run is its chunk files, so the merged run is the same as one that was played in one place, to the byte.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cluster.differences import differences
from cluster.plan import Plan, resumable_differences
from cluster.run_directory import DoneChunk, RunDirectory, RunDirectoryError, ScanReport
from cluster.shards import SHARDS_FOLDER, Shard
from workers.chunk_file import read_footer_in, table_path
from workers.storage import storage_at


class MergeError(RunDirectoryError):
    """Runs that don't belong together; `lines` says why, one line each."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = tuple(lines)


@dataclass
class MergeReport:
    """What a merge did.

    Attributes:
        shards: runs that were read.
        chunks: chunks that the merged run has now.
        wanted: chunks of the whole sweep.
        copied: chunks that were new to it.
        overlaps: chunks that came twice, with the same rows.
        notes: what a person should know, one line each: gaps, overlaps, other versions, torn files.
    """

    shards: int
    wanted: int
    chunks: int = 0
    copied: int = 0
    overlaps: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether the merged run has every chunk."""
        return self.chunks == self.wanted


def find_shards(run_dir: str | os.PathLike[str]) -> list[RunDirectory]:
    """The shards that were begun below a run directory, in order of their numbers."""
    storage = storage_at(run_dir)
    names = storage.folders(SHARDS_FOLDER)
    runs = [RunDirectory(storage.path(f"{SHARDS_FOLDER}/{name}")) for name in names if Shard.from_folder(name) is not None]
    return [run for run in runs if run.begun]


def merge(run_dir: str | os.PathLike[str], others: Sequence[str | os.PathLike[str]] = ()) -> MergeReport:
    """Copy the chunks of shards into the run directory, which becomes the run of the whole sweep. It may be done again.

    Args:
        run_dir: where the merged run is, or is to be.
        others: runs to read; those in `shards/` of the run directory if there are none.

    Raises:
        MergeError: there is nothing to merge, or the runs are of different sweeps, rules or divisions; or two of them have the
            same chunk with different rows.
        RunLockedError: a driver is at work in the run directory.
    """
    target = RunDirectory(run_dir)
    sources = [RunDirectory(path) for path in others] or find_shards(run_dir)
    if not sources:
        raise MergeError([f"{target.path}: no shards to merge in {target.path / SHARDS_FOLDER}, and none were named"])
    plans = [source.read_whole_plan() for source in sources]
    _check_alike(target, sources, plans)
    with target.locked():
        if not target.begun:
            target.write_plan(plans[0], begun_with=sources[0].read_provenance())
        report = MergeReport(len(sources), plans[0].number_of_chunks)
        report.notes += _version_notes(sources) + _processor_notes(target, sources)
        for source in sources:
            _take_over(source, target, plans[0], report)
        report.chunks = sum(1 for _ in _done(target, plans[0], report))
        report.notes += _gap_notes(target, sources, plans[0], report)
        target.events.write(
            "merge", f"{report.copied} chunks from {len(sources)} runs", chunks=report.chunks, wanted=report.wanted
        )
    return report


def _check_alike(target: RunDirectory, sources: Sequence[RunDirectory], plans: Sequence[Plan]) -> None:
    """Refuse runs of different sweeps, rules, chunk boundaries or divisions into shards."""
    lines, first = [], sources[0]
    held = [(target, target.read_whole_plan())] if target.begun else []
    for run, plan in [*zip(sources[1:], plans[1:], strict=True), *held]:
        found = resumable_differences(plans[0], plan)
        if not found and [cell.segments for cell in plans[0].cells] != [cell.segments for cell in plan.cells]:
            found = ("chunk boundaries: planned by different versions of warhost, or with other decision_seconds",)
        lines += [f"{run.path} and {first.path} are different runs: {line}" for line in found]
    if target.begun and target.read_shard() is not None:
        lines.append(f"{target.path} is a shard itself: merge into another directory")
    shards = {str(run.path): shard for run in sources if (shard := run.read_shard()) is not None}
    if len({shard.count for shard in shards.values()}) > 1:
        lines += [f"{path} is shard {shard}: the sweep was divided in different ways" for path, shard in shards.items()]
    if lines:
        raise MergeError(lines)


def _version_notes(sources: Sequence[RunDirectory]) -> list[str]:
    """Other versions of libraries under the same rules: the rows are the same by contract, and a person should know."""
    first, notes = sources[0], []
    before = first.read_provenance()
    for run in sources[1:]:
        found = ", ".join(differences(before, run.read_provenance()))
        if found:
            notes.append(f"mixed versions: {found} ({first.path.name} -> {run.path.name})")
    return notes


def _processor_notes(target: RunDirectory, sources: Sequence[RunDirectory]) -> list[str]:
    """On what kinds of processors the shards were played, if on several: nobody has compared what they come to."""
    kinds = sorted({str(line["processor"]) for run in sources for line in run.read_telemetry() if line.get("processor")})
    if len(kinds) < 2:
        return []
    compare = f"on a machine of each kind, compare a sample: warhost verify {target.path} --sample 20"
    return [f"mixed processors: {', '.join(kinds)}; {compare}"]


def _done(run: RunDirectory, plan: Plan, report: MergeReport) -> Iterator[tuple[str, DoneChunk]]:
    """Every whole chunk of a run as (`<cell>/<file>`, what its footer says)."""
    scan = ScanReport()
    for cell in plan.cells:
        for done in run.scan(cell, scan):
            chunk = cell.chunk(done.index)
            yield f"{cell.cell_id}/{chunk.first_game:010d}-{chunk.games}", done
    report.notes += [f"{run.path / name} is torn and left out: {why}" for name, why in scan.torn.items()]


def _take_over(source: RunDirectory, target: RunDirectory, plan: Plan, report: MergeReport) -> None:
    for name, done in _done(source, plan, report):
        held = table_path(name, "games")
        if not target.storage.exists(held):
            tables = read_footer_in(source.storage, held).tables
            for table in sorted(tables, key=lambda table: table == "games"):  # `games` last: with it the chunk counts
                path = table_path(name, table)
                data = source.storage.get(path)
                if data is None:
                    raise MergeError([f"{source.storage.path(path)} is missing, and its chunk can't be taken over"])
                target.storage.put(path, data)
            report.copied += 1
            continue
        there = read_footer_in(target.storage, held).content_hash
        if there != done.content_hash:
            raise MergeError(
                [
                    f"chunk {name} has different rows in {source.path} and {target.path} "
                    f"(content hash {done.content_hash} and {there}): a defect, or another machine's code; nothing was replaced"
                ]
            )
        report.overlaps += 1


def _gap_notes(target: RunDirectory, sources: Sequence[RunDirectory], plan: Plan, report: MergeReport) -> list[str]:
    """Which shards are missing or not complete, and what to do about it."""
    notes = [f"{report.overlaps} chunks were there already, with the same rows"] if report.overlaps else []
    if report.complete:
        return notes
    shards = [shard for run in sources if (shard := run.read_shard()) is not None]
    notes.append(f"gaps: {report.wanted - report.chunks} of {report.wanted} chunks are missing")
    if shards:
        missing = sorted(set(range(1, shards[0].count + 1)) - {shard.number for shard in shards})
        if missing:
            notes.append(f"shards that were not begun: {', '.join(f'{number}/{shards[0].count}' for number in missing)}")
    for run in sources:
        own = run.read_plan()
        done = sum(1 for cell in own.cells for _ in run.scan(cell))
        if done < own.number_of_chunks:
            notes.append(f"{run.path} has {done} of its {own.number_of_chunks} chunks; go on with: warhost run {run.path}")
    notes.append(f"or play all that is missing in the merged run: warhost run {target.path}")
    return notes
