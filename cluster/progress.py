"""What is done of a run, and how fast: from the files that are there when the driver begins, then chunk by chunk."""

from __future__ import annotations

import copy
import itertools
import threading
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import polars as pl

from cluster.agent_costs import CellCosts
from cluster.agent_guard import AgentGuard, AgentQuarantine
from cluster.cell_progress import CellProgress
from cluster.closed_prefix import LEAST, LEAST_AT_WORK, ClosedPrefix, keep_prefix, read_prefix
from cluster.costs import block_seconds
from cluster.fleet_kinds import SAMPLE
from cluster.plan import CellPlan, Plan
from cluster.run_directory import RunDirectory, ScanReport, chunk_file_name, chunk_index
from cluster.scheduler_types import ChunkRef
from cluster.spec import SweepSpec
from cluster.status import IDLE, Activity, CellStatus, RunState, RunStatus
from cluster.stopping import rule_of_cell
from workers.chunk_file import read_footer_in, read_table_in
from workers.errors import StorageError
from workers.sums import BlockSums

WINDOW_SECONDS = 30.0
"""Speeds are those of the last so many seconds."""

CHUNK_SECONDS_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)


class Speed:
    """Games, decisions and planned work per second of late, from chunks as they come in; added up second by second."""

    def __init__(self) -> None:
        self._seconds: deque[tuple[int, list[float]]] = deque()
        self._started: float | None = None

    def begin(self, now: float) -> None:
        """The first chunk was given out."""
        self._started = now if self._started is None else self._started

    def add(self, now: float, games: int, decisions: int, cost: float) -> None:
        """A chunk came in that was expected to take `cost` seconds of one core."""
        if not self._seconds or self._seconds[-1][0] != int(now):
            self._seconds.append((int(now), [0.0, 0.0, 0.0]))
        sums = self._seconds[-1][1]
        for place, amount in enumerate((games, decisions, cost)):
            sums[place] += amount
        self._forget(now)

    def _forget(self, now: float) -> None:
        while self._seconds and self._seconds[0][0] < now - WINDOW_SECONDS:
            self._seconds.popleft()

    def rates(self, now: float) -> tuple[float, float, float]:
        """Games, decisions and seconds of planned work, each per second."""
        self._forget(now)
        if self._started is None or not self._seconds:
            return 0.0, 0.0, 0.0
        seconds = max(min(now - self._started, WINDOW_SECONDS), 1e-3)
        games, decisions, work = (sum(sums[place] for _, sums in self._seconds) for place in range(3))
        return games / seconds, decisions / seconds, work / seconds


class ChunkSeconds:
    """A histogram of how long chunks took."""

    def __init__(self) -> None:
        self.counts = [0] * (len(CHUNK_SECONDS_BUCKETS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one chunk."""
        place = next((n for n, bound in enumerate(CHUNK_SECONDS_BUCKETS) if seconds <= bound), len(CHUNK_SECONDS_BUCKETS))
        self.counts[place] += 1
        self.total += seconds


class Progress:
    """What is done of a run. `lock` guards everything: the metrics are read by another thread.

    Attributes:
        plan: the run's plan.
        cells: one entry a cell.
        counts: kind of event -> how many, in all sessions.
        chunk_seconds: in all sessions, from the telemetry.
        costs: what the games of each cell cost, from the telemetry; in the order of `cells`.
    """

    def __init__(self, plan: Plan, spec: SweepSpec, directory: RunDirectory) -> None:
        self.plan = plan
        self.directory = directory
        self.lock = threading.RLock()
        self.cells = [
            CellProgress(cell, rule_of_cell(spec.stop, cell), self._read_rows, self._read_sums) for cell in plan.cells
        ]
        self._guard = AgentGuard(self.cells, spec.guards.max_forfeit_rate)
        self.counts: Counter[str] = Counter()
        self.chunk_seconds = ChunkSeconds()
        self.costs = [CellCosts() for _ in plan.cells]
        self.speed = Speed()
        self._block_costs = [
            block_seconds(cell.job.game, cell.job.agents, cell.job.seatings, cell.job.decision_cap, spec.decision_seconds)
            for cell in plan.cells
        ]
        self._kept: dict[int, int] = {}
        self._keeper: threading.Thread | None = None
        self._last_played: dict[str, deque[str]] = {}
        self._cached: dict[int, tuple[tuple[object, ...], CellStatus]] = {}

    def load(self, set_aside: bool = False) -> ScanReport:
        """Take over what the run directory holds.

        Args:
            set_aside: move torn files out of the way; needs the lock.

        Raises:
            ChangedRunError: a chunk was played with other rules.
        """
        with self.lock:
            report = self.take_chunks(set_aside)
            self.take_diaries(self.directory.read_events(), self.directory.read_telemetry())
        return report

    def take_chunks(self, set_aside: bool = False) -> ScanReport:
        """Take over chunks whose files are there and were not taken yet; as `load`."""
        report = ScanReport()
        with self.lock:
            for number, cell in enumerate(self.cells):
                self._begin_with_prefix(number, cell)
                for chunk in self.directory.scan(cell.plan, report, set_aside, known=cell.done):
                    cell.add(chunk.index, chunk.sums)
            self._guard.look()
        return report

    def _begin_with_prefix(self, number: int, cell: CellProgress) -> None:
        if number not in self._kept:
            prefix = read_prefix(self.directory.storage, cell.plan)
            self._kept[number] = 0 if prefix is None else prefix.chunks
            if prefix is not None:
                cell.begin_with(prefix)

    def keep_prefixes(self) -> None:
        """Keep what cells have come to, where that is much more than what is kept; needs the lock. Raises `StorageError`."""
        if self._keeper is not None:
            self._keeper.join()
        self._keep(self._grown(LEAST))

    def keep_in_passing(self) -> None:
        """The same while the run is at work, in case its driver is killed; on a thread, as listing files takes time."""
        if self._keeper is not None and self._keeper.is_alive():
            return
        if grown := self._grown(LEAST_AT_WORK, share=0.25):
            self._keeper = threading.Thread(target=self._keep_if_possible, args=(grown,), daemon=True)
            self._keeper.start()

    def _grown(self, least: int, share: float = 0.0) -> dict[int, ClosedPrefix]:
        """Copies of what cells have come to, by their numbers, where so many chunks, or such a share, came to what is kept."""
        with self.lock:
            kept = [self._kept.get(number, 0) for number in range(len(self.cells))]
            return {
                number: copy.deepcopy(cell.prefix)
                for number, cell in enumerate(self.cells)
                if cell.closed.prefix - kept[number] >= max(least, share * kept[number])
            }

    def _keep(self, prefixes: Mapping[int, ClosedPrefix]) -> None:
        for number, prefix in prefixes.items():
            keep_prefix(self.directory.storage, self.cells[number].plan, prefix)
            self._kept[number] = prefix.chunks

    def _keep_if_possible(self, prefixes: Mapping[int, ClosedPrefix]) -> None:
        with suppress(StorageError):  # it saves time, no more
            self._keep(prefixes)

    def take_diaries(self, events: Iterable[dict[str, Any]], telemetry: Iterable[dict[str, Any]]) -> None:
        """Take over lines of `events.jsonl` and `telemetry/chunks.jsonl`, each once."""
        with self.lock:
            self.counts.update(event["kind"] for event in events)
            costs = {cell.cell_id: mine for cell, mine in zip(self.plan.cells, self.costs, strict=True)}
            for line in telemetry:
                self.chunk_seconds.add(float(line.get("seconds", 0.0)))
                last = self._last_played.setdefault(str(line.get("processor") or ""), deque(maxlen=SAMPLE))
                last.append(str(line.get("chunk")))
                costs.get(str(line.get("chunk")).partition("/")[0], CellCosts()).add(line)

    def played_on(self) -> dict[str, list[ChunkRef]]:
        """Kind of processor -> the last chunks that it played, as far as they are done; "" of which nobody knows on what."""
        found = {kind: self._done_among(names) for kind, names in self._last_played.items()}
        known = {kind: chunks for kind, chunks in found.items() if chunks}
        if known:
            return known
        runs = ((number, run) for number, cell in enumerate(self.cells) for run in cell.done.runs())
        done = (ChunkRef(number, index) for number, (first, end) in runs for index in range(first, end))
        unknown = list(itertools.islice(done, SAMPLE))
        return {"": unknown} if unknown else {}

    def _done_among(self, names: Iterable[str]) -> list[ChunkRef]:
        numbers = {cell.plan.cell_id: number for number, cell in enumerate(self.cells)}
        chunks = []
        for name in names:
            cell_id, _, stem = name.partition("/")
            number = numbers.get(cell_id)
            index = None if number is None else chunk_index(self.cells[number].plan, stem)
            if number is not None and index is not None and index in self.cells[number].done:
                chunks.append(ChunkRef(number, index))
        return chunks

    def add(self, chunk: ChunkRef, sums: BlockSums, telemetry: Mapping[str, Any], now: float) -> bool:
        """Take a chunk whose file is there now; returns whether its cell's stop rule was met with it.

        `telemetry` is its line of `telemetry/chunks.jsonl`.
        """
        with self.lock:
            cell = self.cells[chunk.cell]
            if chunk.index in cell.done:
                return False
            self.speed.add(now, sums.games, sums.decisions, self.expected_seconds(chunk))
            self.chunk_seconds.add(float(telemetry["seconds"]))
            self.costs[chunk.cell].add(telemetry)
            return cell.add(chunk.index, sums)

    def expected_seconds(self, chunk: ChunkRef) -> float:
        """What the plan expects a chunk to cost, in seconds of one core."""
        return self._block_costs[chunk.cell] * self.plan.cells[chunk.cell].chunk(chunk.index).blocks

    def look_at_guard(self) -> list[AgentQuarantine]:
        """Put the blocks that were closed since to the guard; returns agents that it set apart, whose cells end with that."""
        with self.lock:
            return self._guard.look()

    @property
    def quarantined_agents(self) -> tuple[AgentQuarantine, ...]:
        """Agents that forfeited too often."""
        return tuple(self._guard.quarantines)

    @property
    def complete(self) -> bool:
        """Whether every wanted chunk is done."""
        return all(cell.complete for cell in self.cells)

    @property
    def resting_state(self) -> RunState:
        """The state of the run while nobody drives it."""
        if not self.complete:
            return "incomplete"
        return "stopped by a guard" if self.quarantined_agents else "complete"

    @property
    def games_done(self) -> int:
        """Games in all chunks that are done."""
        return sum(cell.closed.games for cell in self.cells)

    def status(
        self,
        state: RunState,
        now: float,
        started: float,
        activity: Activity = IDLE,
        message: str = "",
        metrics_url: str | None = None,
    ) -> RunStatus:
        """Where the run stands at `now`; the driver began at `started`, of the same clock."""
        with self.lock:
            games_rate, decisions_rate, work_rate = (
                self.speed.rates(now) if state in {"running", "draining"} else (0.0, 0.0, 0.0)
            )
            cells = tuple(self._cell_status(number) for number in range(len(self.cells)))
            left = sum(self._work_left(number) for number in range(len(self.cells)))
            return RunStatus(
                state=state,
                run_dir=str(self.directory.path),
                game=self.plan.game,
                games=self.plan.games,
                games_needed=sum(cell.needed_games for cell in cells),
                games_done=self.games_done,
                decisions=sum(cell.closed.decisions for cell in self.cells),
                chunks=sum(cell.needed_chunks for cell in self.cells),
                chunks_done=sum(cell.done.below(cell.needed_chunks) for cell in self.cells),
                retried=self.counts["retry"],
                failed=self.counts["retry"] + self.counts["quarantine"],
                duplicates=self.counts["duplicate"],
                quarantined=activity.quarantined,
                in_flight=activity.in_flight,
                workers=activity.workers,
                elapsed=now - started,
                games_per_second=games_rate,
                decisions_per_second=decisions_rate,
                eta=left / work_rate if work_rate and left else (0.0 if not left else None),
                cells=cells,
                metrics_url=metrics_url,
                message=message,
                quarantined_agents=self.quarantined_agents,
            )

    def _cell_status(self, number: int) -> CellStatus:
        cell = self.cells[number]
        key = (id(cell.sums), cell.closed.games, cell.stop_block, self.costs[number].games)
        cached = self._cached.get(number)
        if cached is not None and cached[0] == key:
            return cached[1]
        status = CellStatus(
            cell.plan,
            cell.sums,
            cell.closed.games,
            cell.needed_games,
            cell.stop_block,
            cell.overshoot,
            cell.complete,
            cell.stop_reason,
            cell.sequential,
            replace(self.costs[number], agent_seconds=dict(self.costs[number].agent_seconds)),
            cell.guarded,
        )
        self._cached[number] = (key, status)
        return status

    def _work_left(self, number: int) -> float:
        cell = self.cells[number]
        if cell.stop_block is not None:
            return 0.0 if cell.complete else self._block_costs[number] * cell.needed_games / cell.plan.rotations
        return self._block_costs[number] * max(0, cell.plan.blocks - cell.closed.games // cell.plan.rotations)

    def _read_rows(self, cell: CellPlan, index: int, table: str) -> pl.DataFrame | None:
        return read_table_in(self.directory.storage, chunk_file_name(cell, index, table))

    def _read_sums(self, cell: CellPlan, index: int) -> BlockSums:
        return read_footer_in(self.directory.storage, chunk_file_name(cell, index)).sums


def order_of(plan: Plan) -> Iterator[ChunkRef]:
    """The plan's chunks in the order in which to play them, as the scheduler speaks of them."""
    return (ChunkRef(chunk.cell, chunk.index) for chunk in plan.order())
