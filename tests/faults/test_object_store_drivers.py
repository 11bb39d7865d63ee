"""A whole run in an object store, on workers of a real Ray: killed, gone on with, and read by every command."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fault_samples import driver, finished, same_run, undisturbed_run

from cluster import open_run
from cluster.run_directory import RunDirectory
from workers.places import Place, place_of
from workers.storage import storage_at

pytestmark = [pytest.mark.ray, pytest.mark.slow]

GAMES, BLOCKS = 8_000, 50


def wait_for_chunks(run_dir: Place, more_than: int, seconds: float = 300.0) -> int:
    storage, end = storage_at(run_dir), time.monotonic() + seconds
    while time.monotonic() < end:
        found = len(storage.sizes("chunks"))
        if found > more_than:
            return found
        time.sleep(0.05)
    raise AssertionError(f"no more than {more_than} chunks within {seconds} s")


def warhost(*words: object) -> str:
    command = [sys.executable, "-m", "dashboards.cli.main", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_driver_killed_in_a_bucket_is_gone_on_with_to_the_same_tables(s3: str, tmp_path: Path) -> None:
    here, there = undisturbed_run(tmp_path / "run", GAMES, BLOCKS), place_of(f"{s3}/runs/first")
    with driver(there, GAMES, BLOCKS) as first:
        done = wait_for_chunks(there, 10)
        assert first.poll() is None, "the run was over too early"
        first.send_signal(signal.SIGKILL)
        first.wait(timeout=30)
    assert json.loads(warhost("status", there, "--json"))["driver"]["state"] == "dead"
    with driver(there, GAMES, BLOCKS) as one, driver(there, GAMES, BLOCKS) as other:
        ended = sorted(finished(process, 300) for process in (one, other))
    assert ended[0][0] == 0, ended
    refusals = ("is being driven by another process", "another driver has taken over")  # the second if it was very slow
    assert ended[1][0] == 0 or any(words in ended[1][1] for words in refusals), "it found a finished run, or was refused"
    assert done < len(storage_at(there).sizes("chunks"))
    same_run(here, there)
    assert [event["kind"] for event in RunDirectory(there).read_events()].count("resume") in {1, 2}
    words = [json.loads(warhost("report", place, "--json")) for place in (here, there)]
    assert words[0]["cells"] == words[1]["cells"]
    assert {"report/report.html", "report/estimates.parquet"} <= storage_at(there).sizes("report").keys()
    assert "0 came out otherwise" in warhost("verify", there, "--sample", "20")
    assert json.loads(warhost("run", there, "--json"))["complete"]
    game = open_run(there).games.select("game_id").first().collect().item()
    replayed = [json.loads(warhost("replay", place, game, "--json")) for place in (here, there)]
    assert replayed[0] == replayed[1]
