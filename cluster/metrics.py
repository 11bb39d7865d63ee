"""Every metric that the coordinator exports, for Prometheus.

Counters are read off the sums of what is in the run directory, at each scrape. So they never count twice, and go on where they
were when the run is resumed. Labels take few values: no chunk, no game id, no worker, no cell is ever one.

They are not given to Ray's metrics agent (`ray.util.metrics`) as well: its counters live in the processes that count, so they
would count a chunk that is tried again twice, begin at 0 with each new worker and each resume, and lag by its reporting period.
Ray's dashboard shows Ray's side of a run (actors, CPUs, memory); Prometheus scrapes both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from prometheus_client import CollectorRegistry, generate_latest, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from cluster.progress import CHUNK_SECONDS_BUCKETS, Progress
from cluster.spec import Metrics
from cluster.status import Activity
from engine.game import CREDITS_PER_GAME
from workers.sums import BlockSums

LABELS: Mapping[str, str] = {
    "game": "name of the game",
    "agent": "name of the agent, as in the sweep; (others) beyond the first fifty",
    "seat": "name of the seat",
    "outcome": "how games ended",
    "cause": "why an agent forfeited: error, illegal or timeout",
    "shard": "which shard of a sweep, as 1/8; in the text file that a shard leaves, nowhere else",
}
"""Every label that a metric may have, and what it means."""

MAX_AGENTS = 50
OTHERS = "(others)"

ROUND_BUCKETS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000)


@dataclass(frozen=True)
class MetricSpec:
    """One metric: its name without the suffix that its kind adds, its kind, unit, labels and meaning."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    unit: str
    labels: tuple[str, ...]
    help: str


METRICS: tuple[MetricSpec, ...] = (
    MetricSpec("warhost_games", "counter", "games", ("game", "outcome"), "Games in chunks that are done, by how they ended."),
    MetricSpec("warhost_games_planned", "gauge", "games", ("game",), "Games that the run still wants or has played."),
    MetricSpec("warhost_decisions", "counter", "decisions", ("game",), "Decisions in chunks that are done."),
    MetricSpec(
        "warhost_seat_games",
        "counter",
        "games",
        ("game", "agent", "seat"),
        "Games of an agent at a seat, in blocks without forfeits.",
    ),
    MetricSpec(
        "warhost_score",
        "counter",
        "games",
        ("game", "agent", "seat"),
        "Sum of the scores of an agent at a seat; over seat games: its mean.",
    ),
    MetricSpec(
        "warhost_wins",
        "counter",
        "games",
        ("game", "agent", "seat", "outcome"),
        "Sole and team wins of an agent at a seat, by how the game ended.",
    ),
    MetricSpec(
        "warhost_forfeits", "counter", "games", ("game", "agent", "seat", "cause"), "Games that an agent forfeited at a seat."
    ),
    MetricSpec("warhost_game_rounds", "histogram", "rounds", ("game",), "Length of games."),
    MetricSpec("warhost_chunk_seconds", "histogram", "seconds", (), "Time that a worker took for a chunk."),
    MetricSpec("warhost_chunks_planned", "gauge", "chunks", (), "Chunks that the run wants."),
    MetricSpec("warhost_chunks_done", "counter", "chunks", (), "Chunks whose file is there."),
    MetricSpec("warhost_chunks_retried", "counter", "chunks", (), "Times that a chunk was tried again."),
    MetricSpec("warhost_chunks_failed", "counter", "chunks", (), "Attempts at a chunk that failed."),
    MetricSpec("warhost_chunks_duplicate", "counter", "chunks", (), "Times that a chunk came in again."),
    MetricSpec("warhost_chunks_quarantined", "gauge", "chunks", (), "Chunks that failed too often in this session."),
    MetricSpec("warhost_chunks_in_flight", "gauge", "chunks", (), "Chunks in workers' hands."),
    MetricSpec("warhost_workers_alive", "gauge", "workers", (), "Workers that are up."),
    MetricSpec("warhost_workers_lost", "counter", "workers", (), "Workers that died or did not answer."),
    MetricSpec("warhost_disk_free_bytes", "gauge", "bytes", (), "Bytes that are free where the run directory is."),
)
"""The metrics: code and documentation read this table."""

_SPECS = {spec.name: spec for spec in METRICS}

Samples = dict[tuple[str, ...], float]


class RunCollector(Collector):
    """Computes every metric from a run's progress when it is asked."""

    def __init__(self, progress: Progress, activity: Callable[[], Activity]) -> None:
        self._progress = progress
        self._activity = activity
        agents = dict.fromkeys(name for cell in progress.plan.cells for name in cell.agents)
        self._agents = {name: name if place < MAX_AGENTS else OTHERS for place, name in enumerate(agents)}

    def collect(self) -> Iterable[Metric]:
        """All metrics, each once."""
        with self._progress.lock:
            values: dict[str, Samples] = {spec.name: {} for spec in METRICS if spec.kind != "histogram"}
            rounds: dict[int, int] = {}
            for cell in self._progress.cells:
                slots = [(self._agents[slot.agent], slot.seat_name) for slot in cell.plan.slots]
                for sums in cell.closed.runs():
                    self._add_sums(values, sums, slots, cell.plan.job.game)
                    for length, games in sums.rounds.items():
                        rounds[length] = rounds.get(length, 0) + games
            self._add_run(values)
            seconds = self._progress.chunk_seconds
            histograms = {
                "warhost_game_rounds": ((self._progress.plan.game,), _buckets(rounds), sum(n * g for n, g in rounds.items())),
                "warhost_chunk_seconds": ((), _cumulative(CHUNK_SECONDS_BUCKETS, seconds.counts), seconds.total),
            }
        for name, samples in values.items():
            yield _family(_SPECS[name], samples)
        for name, (labels, buckets, total) in histograms.items():
            spec = _SPECS[name]
            family = HistogramMetricFamily(spec.name, spec.help, labels=spec.labels)
            family.add_metric(labels, buckets=buckets, sum_value=total)
            yield family

    def _add_sums(self, values: dict[str, Samples], sums: BlockSums, slots: list[tuple[str, str]], game: str) -> None:
        def add(name: str, labels: tuple[str, ...], amount: float) -> None:
            values[name][labels] = values[name].get(labels, 0.0) + amount

        add("warhost_decisions", (game,), sums.decisions)
        for outcome, games in sums.outcomes.items():
            add("warhost_games", (game, outcome), games)
        for number, (agent, seat) in enumerate(slots):
            add("warhost_seat_games", (game, agent, seat), sums.blocks - sums.excluded_blocks)
            add("warhost_score", (game, agent, seat), float(sums.totals["credits"][number]) / CREDITS_PER_GAME)
        for outcome, wins in sums.outcome_wins.items():
            for (agent, seat), number in zip(slots, wins, strict=True):
                add("warhost_wins", (game, agent, seat, outcome), number)
        for key, games in sums.forfeits.items():
            slot, _, cause = key.partition(":")
            add("warhost_forfeits", (game, *slots[int(slot)], cause), games)

    def _add_run(self, values: dict[str, Samples]) -> None:
        progress, activity = self._progress, self._activity()
        cells, counts = progress.cells, progress.counts
        values["warhost_games_planned"][(progress.plan.game,)] = sum(cell.needed_games for cell in cells)
        for name, value in {
            "warhost_chunks_planned": sum(cell.needed_chunks for cell in cells),
            "warhost_chunks_done": sum(len(cell.done) for cell in cells),
            "warhost_chunks_retried": counts["retry"],
            "warhost_chunks_failed": counts["retry"] + counts["quarantine"],
            "warhost_chunks_duplicate": counts["duplicate"],
            "warhost_chunks_quarantined": activity.quarantined,
            "warhost_chunks_in_flight": activity.in_flight,
            "warhost_workers_alive": activity.workers,
            "warhost_workers_lost": counts["worker lost"],
        }.items():
            values[name][()] = value
        free = progress.directory.storage.free_bytes()
        if free is not None:
            values["warhost_disk_free_bytes"][()] = free


def _family(spec: MetricSpec, samples: Samples) -> Metric:
    kind = CounterMetricFamily if spec.kind == "counter" else GaugeMetricFamily
    family = kind(spec.name, spec.help, labels=spec.labels)
    for labels, value in sorted(samples.items()):
        family.add_metric(labels, value)
    return family


def _cumulative(bounds: tuple[float, ...], counts: list[int]) -> list[tuple[str, float]]:
    totals, total = [], 0
    for bound, count in zip((*map(str, bounds), "+Inf"), counts, strict=True):
        total += count
        totals.append((bound, float(total)))
    return totals


def _buckets(lengths: Mapping[int, int]) -> list[tuple[str, float]]:
    counts = [0] * (len(ROUND_BUCKETS) + 1)
    for length, games in lengths.items():
        counts[next((n for n, bound in enumerate(ROUND_BUCKETS) if length <= bound), len(ROUND_BUCKETS))] += games
    return _cumulative(tuple(float(bound) for bound in ROUND_BUCKETS), counts)


def metrics_text(progress: Progress, activity: Activity, labels: Mapping[str, str]) -> bytes:
    """A run's metrics as text in Prometheus' format, for a textfile collector; `labels` are added to every sample."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Labelled(RunCollector(progress, lambda: activity), labels))
    return generate_latest(registry)


class _Labelled(Collector):
    """A collector's metrics with further labels."""

    def __init__(self, inner: Collector, labels: Mapping[str, str]) -> None:
        self._inner = inner
        self._labels = labels

    def collect(self) -> Iterable[Metric]:
        """All metrics, each once."""
        for family in self._inner.collect():
            family.samples = [sample._replace(labels={**sample.labels, **self._labels}) for sample in family.samples]
            yield family


@contextmanager
def served(settings: Metrics | None, progress: Progress, activity: Callable[[], Activity]) -> Iterator[str | None]:
    """Serve a run's metrics over HTTP while the context is open; gives the address, or None if the sweep asks for none.

    Raises:
        OSError: the port is taken.
    """
    if settings is None:
        yield None
        return
    registry = CollectorRegistry(auto_describe=False)
    registry.register(RunCollector(progress, activity))
    server, thread = start_http_server(settings.port, settings.host, registry=registry)
    try:
        yield f"http://{settings.host}:{server.server_port}/metrics"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5.0)
