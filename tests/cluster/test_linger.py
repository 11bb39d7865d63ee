"""Metrics stay up after the end of a run, with its final state."""

from __future__ import annotations

import os
import signal
import threading
import time
import urllib.request
from pathlib import Path

import pytest
from cluster_samples import sweep

from cluster import RunStatus, run
from cluster.run_directory import RunDirectory
from cluster.stop_signals import StopSignals

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("ray_session")]


def test_the_last_scrape_finds_the_final_state(tmp_path: Path) -> None:
    scraped: list[str] = []
    begun = threading.Event()

    def scrape_after_the_end(url: str) -> None:
        while not any(event["kind"] == "finish" for event in RunDirectory(tmp_path).read_events()):
            time.sleep(0.05)
        with urllib.request.urlopen(url) as answer:
            scraped.append(answer.read().decode())
        os.kill(os.getpid(), signal.SIGTERM)  # ends the wait, which would be a minute

    def watch(status: RunStatus) -> None:
        if status.metrics_url is not None and not begun.is_set():
            begun.set()
            threading.Thread(target=scrape_after_the_end, args=(status.metrics_url,), daemon=True).start()

    result = run(sweep(2000, metrics={"linger": 60}), run_dir=tmp_path, workers=1, on_status=watch)
    assert result.exit_code == 0
    (text,) = scraped
    for last in (text, (tmp_path / "metrics.prom").read_text()):
        assert f"warhost_chunks_done_total {result.status.chunks:.1f}" in last
        assert "warhost_workers_alive 0.0" in last


def test_a_signal_ends_the_wait() -> None:
    signals = StopSignals()
    threading.Timer(0.1, lambda: signals._heard(15, None)).start()
    waiting = threading.Thread(target=signals.wait, args=(60,))
    waiting.start()
    waiting.join(5)
    assert not waiting.is_alive()
    signals.wait(60)
