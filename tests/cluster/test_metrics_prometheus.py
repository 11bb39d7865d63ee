"""A real Prometheus scrapes a real run, through a stop and a resume, and answers questions about it."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "faults" / "support"))

from fault_samples import driver, finished

from cluster import open_run
from cluster.metrics import METRICS

PROMETHEUS = shutil.which("prometheus")

pytestmark = [
    pytest.mark.ray,
    pytest.mark.slow,
    pytest.mark.skipif(PROMETHEUS is None, reason="no prometheus on this machine (apt-get install prometheus)"),
]

DEPLOY = Path(__file__).parents[2] / "deploy"

GAMES, BLOCKS = 20_000_000, 2000


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Prometheus:
    """Asks a Prometheus PromQL queries."""

    def __init__(self, port: int) -> None:
        self.port = port

    def ask(self, query: str) -> dict[tuple[str, ...], float]:
        """Label values, sorted by label name and without job and instance -> value."""
        url = f"http://127.0.0.1:{self.port}/api/v1/query?{urllib.parse.urlencode({'query': query})}"
        with urllib.request.urlopen(url, timeout=5) as answer:
            rows = json.load(answer)["data"]["result"]
        hidden = {"__name__", "job", "instance"}
        return {tuple(v for k, v in sorted(row["metric"].items()) if k not in hidden): float(row["value"][1]) for row in rows}

    def answers(self, query: str, seconds: float = 180) -> bool:
        """Whether a query has data soon."""
        try:
            return bool(self.until(query, bool, seconds))
        except AssertionError:
            return False

    def until(
        self, query: str, holds: Callable[[dict[tuple[str, ...], float]], bool], seconds: float = 180
    ) -> dict[tuple[str, ...], float]:
        """Ask until the answer is as wished."""
        end, found = time.monotonic() + seconds, {}
        while time.monotonic() < end:
            try:
                found = self.ask(query)
            except urllib.error.URLError:
                found = {}
            if found and holds(found):
                return found
            time.sleep(0.3)
        raise AssertionError(f"{query}: {found} after {seconds} s")


@pytest.fixture
def metrics_port() -> int:
    return free_port()


@pytest.fixture
def prometheus(tmp_path: Path, metrics_port: int) -> Iterator[Prometheus]:
    assert PROMETHEUS is not None
    port, config = free_port(), tmp_path / "prometheus.yml"
    target = f"{{targets: ['127.0.0.1:{metrics_port}']}}"
    scrape = (
        f"scrape_configs: [{{job_name: warhost, scrape_interval: 500ms, scrape_timeout: 500ms, static_configs: [{target}]}}]"
    )
    rules = DEPLOY / "prometheus" / "rules.yml"
    config.write_text(f"global: {{evaluation_interval: 1s}}\nrule_files: ['{rules}']\n{scrape}")
    words = [
        PROMETHEUS,
        f"--config.file={config}",
        f"--storage.tsdb.path={tmp_path / 'tsdb'}",
        f"--web.listen-address=127.0.0.1:{port}",
        "--query.lookback-delta=1h",
    ]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield Prometheus(port)
    process.terminate()
    process.wait(timeout=20)


def panel_queries() -> Iterator[tuple[str, str]]:
    """Every query of every panel of every dashboard, with what Grafana puts in for its variables."""
    variables = {"$job": "warhost", "$instance": ".*", "$game": ".*", "$__rate_interval": "20s"}
    for path in sorted((DEPLOY / "grafana" / "dashboards").glob("*.json")):
        for panel in json.loads(path.read_text())["panels"]:
            for target in panel.get("targets", ()):
                query = target["expr"]
                for variable, value in variables.items():
                    query = query.replace(variable, value)
                assert "$" not in query
                yield f"{path.stem}: {panel['title']}", query


def test_prometheus_sees_a_run_stop_and_go_on(tmp_path: Path, prometheus: Prometheus, metrics_port: int) -> None:
    run_dir = tmp_path / "run"
    with driver(run_dir, GAMES, BLOCKS, port=metrics_port) as process:
        prometheus.until("sum(warhost_games_total)", lambda found: found[()] > 20_000)
        prometheus.until("warhost_workers_alive", lambda found: found[()] == 2)
        assert 1 <= prometheus.ask("warhost_chunks_in_flight")[()] <= 4
        assert prometheus.ask("sum(warhost_games_planned)")[()] == 2 * GAMES
        silent = [name for name, query in panel_queries() if not prometheus.answers(query)]
        assert silent == [], "panels without data"
        score = prometheus.ask("sum by (agent) (warhost_score_total) / sum by (agent) (warhost_seat_games_total)")
        assert score.keys() == {("dice",), ("keen",)}
        assert score[("dice",)] < 0.1 < 0.5 < score[("keen",)]
        assert 4 <= prometheus.ask("histogram_quantile(0.5, sum by (le) (warhost_game_rounds_bucket))")[()] <= 42
        assert prometheus.until("sum(rate(warhost_decisions_total[20s]))", lambda found: found[()] > 0)
        assert "http://127.0.0.1" in json.loads((run_dir / "status.json").read_text())["metrics_url"]
        process.send_signal(signal.SIGINT)
        assert finished(process)[0] == 75
    stopped = open_run(run_dir).status
    with driver(run_dir, GAMES, BLOCKS, port=metrics_port) as process:
        prometheus.until("sum(warhost_games_total)", lambda found: found[()] > stopped.games_done)
        process.send_signal(signal.SIGINT)
        assert finished(process)[0] == 75
    counters = [f"{spec.name}_{'total' if spec.kind == 'counter' else 'count'}" for spec in METRICS if spec.kind != "gauge"]
    resets = {name: prometheus.ask(f"max(resets({name}[10m]))") for name in counters}
    assert resets.pop("warhost_forfeits_total") == {}, "nobody forfeits here"
    assert set(map(str, resets.values())) == {str({(): 0.0})}, resets
    assert json.loads((run_dir / "status.json").read_text())["metrics_url"] is None
