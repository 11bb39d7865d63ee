"""Metrics stay up after the end of a run, with its final state."""

from __future__ import annotations

import threading
import urllib.request
from pathlib import Path

import pytest
from cluster_samples import sweep

from cluster import RunStatus, run
from cluster.run_directory import RunDirectory
from cluster.stop_signals import StopSignals

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("ray_session")]


def test_the_last_scrape_finds_the_final_state(tmp_path: Path) -> None:
    urls, scraped = set[str](), list[str]()

    def scrape_late(url: str) -> None:
        finished = any(event["kind"] == "finish" for event in RunDirectory(tmp_path).read_events())
        with urllib.request.urlopen(url) as answer:
            scraped.append(answer.read().decode() if finished else "too early")

    def watch(status: RunStatus) -> None:
        if status.metrics_url is not None:
            urls.add(status.metrics_url)
        if status.state == "complete":
            threading.Timer(0.5, scrape_late, urls).start()

    result = run(sweep(2000, metrics={"linger": 1.5}), run_dir=tmp_path, workers=1, on_status=watch)
    assert result.exit_code == 0
    (text,) = scraped
    assert f"warhost_chunks_done_total {result.status.chunks:.1f}" in text
    assert "warhost_workers_alive 0.0" in text


def test_a_signal_ends_the_wait() -> None:
    signals = StopSignals()
    threading.Timer(0.1, lambda: signals._heard(15, None)).start()
    waiting = threading.Thread(target=signals.wait, args=(60,))
    waiting.start()
    waiting.join(5)
    assert not waiting.is_alive()
    signals.wait(60)
