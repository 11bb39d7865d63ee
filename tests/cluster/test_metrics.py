"""Metrics: what the run directory holds, under few labels."""

from __future__ import annotations

import urllib.request
from pathlib import Path

import pytest
from cluster_samples import LocalPool, begin, drive, play_some, sweep
from prometheus_client.parser import text_string_to_metric_families

from cluster.metrics import LABELS, MAX_AGENTS, METRICS, OTHERS, RunCollector, served
from cluster.progress import Progress
from cluster.run_directory import RunDirectory
from cluster.spec import Metrics
from cluster.status import IDLE, Activity

BUSY = Activity(in_flight=3, workers=2, quarantined=1)


def samples(progress: Progress, activity: Activity = BUSY) -> dict[tuple[str, ...], float]:
    found = {}
    for family in RunCollector(progress, lambda: activity).collect():
        for sample in family.samples:
            found[(sample.name, *(f"{key}={value}" for key, value in sorted(sample.labels.items())))] = sample.value
    return found


@pytest.fixture(scope="module")
def progress(tmp_path_factory: pytest.TempPathFactory) -> Progress:
    directory, plan = begin(tmp_path_factory.mktemp("run"), sweep())
    drive(directory, plan, sweep(), LocalPool(directory))
    return loaded(directory)


def loaded(directory: RunDirectory) -> Progress:
    progress = Progress(directory.read_plan(), sweep(), directory)
    progress.load()
    return progress


def test_every_label_is_one_of_the_few_that_are_allowed(progress: Progress) -> None:
    assert set(LABELS) == {"game", "agent", "seat", "outcome", "cause", "shard"}
    allowed = {spec.name: set(spec.labels) for spec in METRICS}
    assert set().union(*allowed.values()) <= set(LABELS)
    for family in RunCollector(progress, lambda: IDLE).collect():
        for sample in family.samples:
            assert set(sample.labels) - {"le"} <= allowed[family.name]


def test_every_metric_of_the_table_is_exported_once_with_its_help(progress: Progress) -> None:
    families = list(RunCollector(progress, lambda: IDLE).collect())
    assert sorted(family.name for family in families) == sorted(spec.name for spec in METRICS)
    helps = {spec.name: (spec.kind, spec.help) for spec in METRICS}
    assert all((family.type, family.documentation) == helps[family.name] for family in families)
    assert all(spec.unit and spec.help.endswith(".") and spec.name.startswith("warhost_") for spec in METRICS)


def test_the_number_of_series_depends_on_the_sweep_and_not_on_its_length(tmp_path: Path, progress: Progress) -> None:
    directory, plan = begin(tmp_path, sweep(games=2000))
    drive(directory, plan, sweep(games=2000), LocalPool(directory))
    longer = Progress(plan, sweep(games=2000), directory)
    longer.load()
    assert longer.games_done == 5 * progress.games_done
    assert samples(longer).keys() - samples(progress).keys() <= {k for k in samples(longer) if "outcome=draw" in k}


def test_agents_beyond_the_fiftieth_share_a_label(progress: Progress) -> None:
    collector = RunCollector(progress, lambda: IDLE)
    assert MAX_AGENTS == 50
    collector._agents = dict.fromkeys(collector._agents, OTHERS)
    agents = {s.labels["agent"] for f in collector.collect() for s in f.samples if "agent" in s.labels}
    assert agents == {OTHERS}


def test_counters_are_the_sums_of_the_run_directory(progress: Progress) -> None:
    found, sums = samples(progress), progress.cells[0].sums
    games = {key: value for key, value in found.items() if key[0] == "warhost_games_total"}
    assert sum(games.values()) == 400
    assert {key[2].removeprefix("outcome="): value for key, value in games.items()} == sums.outcomes
    assert found[("warhost_decisions_total", "game=connect-four")] == sums.decisions
    assert found[("warhost_chunks_done_total",)] == progress.plan.number_of_chunks
    assert found[("warhost_chunk_seconds_count",)] == progress.plan.number_of_chunks
    assert found[("warhost_game_rounds_count", "game=connect-four")] == 400
    assert found[("warhost_game_rounds_sum", "game=connect-four")] == sum(n * g for n, g in sums.rounds.items())
    scores = {key: value for key, value in found.items() if key[0] == "warhost_score_total"}
    assert sum(scores.values()) == 400
    assert found[("warhost_seat_games_total", "agent=keen", "game=connect-four", "seat=x")] == 200
    wins = [value for key, value in found.items() if key[0] == "warhost_wins_total" and "agent=keen" in key]
    assert sum(wins) == sum(
        int(sums.totals["wins"][n]) for n, slot in enumerate(progress.cells[0].plan.slots) if slot.agent == "keen"
    )
    assert found[("warhost_chunks_in_flight",)] == 3
    assert found[("warhost_workers_alive",)] == 2


def test_scores_are_those_of_the_tables(progress: Progress) -> None:
    found, (cell,) = samples(progress), progress.status("complete", 0.0, 0.0).cells
    shown = {(row.agent, row.seat_name): (row.estimate, row.games) for row in cell.headline()}
    assert len(shown) == 4
    for (agent, seat), (estimate, games) in shown.items():
        labels = (f"agent={agent}", "game=connect-four", f"seat={seat}")
        assert found["warhost_seat_games_total", *labels] == games
        assert found["warhost_score_total", *labels] / games == pytest.approx(estimate, abs=1e-12)


def test_counters_go_on_after_a_resume(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep())
    play_some(directory, plan, range(8))
    directory.events.write("retry", "fault")
    directory.write_telemetry({"seconds": 0.2})
    before = samples(loaded(directory))
    drive(directory, plan, sweep(), LocalPool(directory))
    after = samples(loaded(directory))
    assert sum(value for key, value in before.items() if key[0] == "warhost_games_total") == 160
    counters = [key for key in before if key[0].endswith(("_total", "_count", "_bucket", "_sum"))]
    assert all(after[key] >= before[key] for key in counters)
    assert after[("warhost_chunks_retried_total",)] == before[("warhost_chunks_retried_total",)] == 1


def test_metrics_are_served_on_a_free_port_and_stop_with_the_run(progress: Progress) -> None:
    with served(Metrics(), progress, lambda: BUSY) as url:
        assert url is not None
        assert url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(url, timeout=5) as answer:
            families = {family.name for family in text_string_to_metric_families(answer.read().decode())}
        assert families == {spec.name for spec in METRICS}
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(url, timeout=5)
    with served(None, progress, lambda: BUSY) as nothing:
        assert nothing is None
