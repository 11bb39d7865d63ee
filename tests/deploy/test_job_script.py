"""The job script, really submitted to a Ray through its Jobs API, with a token."""

from __future__ import annotations

import json
import os
import shlex
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from deployments import DEPLOY

from cluster import open_run

pytestmark = [pytest.mark.ray, pytest.mark.slow]

SWEEP = "game: connect-four\nagents: {g: {kind: greedy}}\ndesign: [{mirror: [g]}]\ngames: 20000\n"
RAY = Path(sys.executable).with_name("ray")

# Submitted from a process of its own: Ray reads the token once for all, and other tests have a Ray without one.
SUBMIT = """
import json, sys, time
from ray.job_submission import JobSubmissionClient
client = JobSubmissionClient(sys.argv[1])
job = client.submit_job(entrypoint=sys.argv[2])
while not (status := client.get_job_status(job)).is_terminal():
    time.sleep(0.2)
info = client.get_job_info(job)
print(json.dumps([status.value, info.driver_exit_code, client.get_job_logs(job), info.driver_info is not None]))
"""


def free_ports(number: int) -> list[int]:
    listeners = [socket.socket() for _ in range(number)]
    for listener in listeners:
        listener.bind(("127.0.0.1", 0))
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


@pytest.fixture(scope="module")
def head() -> Iterator[tuple[str, dict[str, str]]]:
    """The dashboard of a Ray of one node, and the environment of those who may use it."""
    gcs, dashboard, agent = free_ports(3)
    environment = os.environ | {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "t" * 40, "PYTHONPATH": str(DEPLOY.parent)}
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        command = [
            *(RAY, "start", "--head", "--block", "--num-cpus=1", "--node-ip-address=127.0.0.1", f"--port={gcs}"),
            *(f"--dashboard-port={dashboard}", f"--dashboard-agent-listen-port={agent}", "--object-store-memory=100000000"),
            *(f"--temp-dir={Path(folder).resolve()}", "--disable-usage-stats"),
        ]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        try:
            wait_for(f"http://127.0.0.1:{dashboard}/api/version", "t" * 40)
            yield f"http://127.0.0.1:{dashboard}", environment
        finally:
            process.terminate()
            process.wait(timeout=60)


def wait_for(url: str, token: str) -> None:
    end = time.monotonic() + 90
    while time.monotonic() < end:
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
        try:
            with urllib.request.urlopen(request, timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{url} does not answer")


def submit(head: tuple[str, dict[str, str]], *words: object) -> tuple[str, int, str, bool]:
    """Status, exit code and output of the job, and whether it connected to that Ray."""
    address, environment = head
    entrypoint = shlex.join([sys.executable, str(DEPLOY / "job.py"), *map(str, words)])
    done = subprocess.run(
        [sys.executable, "-c", SUBMIT, address, entrypoint],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    status, code, logs, connected = json.loads(done.stdout.splitlines()[-1])
    return status, code, logs, connected


def test_a_submitted_job_plays_the_sweep_and_submitted_again_reports_it(
    head: tuple[str, dict[str, str]], tmp_path: Path
) -> None:
    (tmp_path / "sweep.yaml").write_text(SWEEP)
    words = (tmp_path / "sweep.yaml", tmp_path / "run", "--set", "games=10000")
    for played in (True, False):
        status, code, logs, connected = submit(head, *words)
        assert (status, code) == ("SUCCEEDED", 0), logs
        assert connected == played, "only what is played needs workers"
        assert f"results in {tmp_path / 'run'}" in logs
    assert open_run(tmp_path / "run").status.games_done == 10_000


def test_a_bad_sweep_fails_with_its_reason(head: tuple[str, dict[str, str]], tmp_path: Path) -> None:
    (tmp_path / "sweep.yaml").write_text(SWEEP.replace("greedy", "gready"))
    status, code, logs, _ = submit(head, tmp_path / "sweep.yaml", tmp_path / "run")
    assert (status, code) == ("FAILED", 2)
    assert "gready" in logs
    assert "Traceback" not in logs


def test_nobody_submits_without_the_token(head: tuple[str, dict[str, str]]) -> None:
    request = urllib.request.Request(
        f"{head[0]}/api/jobs/", data=json.dumps({"entrypoint": "true"}).encode(), headers={"Content-Type": "application/json"}
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 401
