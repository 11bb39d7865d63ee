"""Drivers in processes of their own, and what two runs must have in common."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import polars as pl

from cluster import RunResult, open_run
from workers.chunk_file import ChunkFooter, read_footers
from workers.places import Place
from workers.storage import storage_at

OUTPUTS: dict[int, Path] = {}
"""Driver's process -> the file that it prints into."""

DRIVER = Path(__file__).parent / "driver.py"


@contextmanager
def driver(
    run_dir: Place, games: int, blocks: int, workers: int = 2, port: int = 0, **environment: str
) -> Iterator[subprocess.Popen[str]]:
    """A driver process with more in its environment; killed at the end if it still lives."""
    words = [sys.executable, str(DRIVER), str(run_dir), *map(str, (games, blocks, workers, port))]
    folder = run_dir.parent if isinstance(run_dir, Path) else Path(tempfile.gettempdir())
    output = folder / f"{run_dir.name}.{uuid.uuid4().hex}.output"  # a pipe that nobody reads would stop the driver
    output.parent.mkdir(parents=True, exist_ok=True)
    file = output.open("w+")
    process = subprocess.Popen(
        words,
        stdout=file,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env=os.environ | environment,
    )
    OUTPUTS[process.pid] = output
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait(timeout=30)
        file.close()


def finished(process: subprocess.Popen[str], seconds: float = 240.0) -> tuple[int, str]:
    """Wait for a driver; its exit code and what it printed."""
    code = process.wait(timeout=seconds)
    return code, OUTPUTS.pop(process.pid).read_text()


def undisturbed_run(run_dir: Path, games: int, blocks: int) -> Path:
    """Play a run to its end; where it is."""
    with driver(run_dir, games, blocks) as process:
        code, output = finished(process)
    assert code == 0, output
    return run_dir


def wait_for_chunks(run_dir: Path, more_than: int, seconds: float = 240.0, process: subprocess.Popen[str] | None = None) -> int:
    """Wait until more chunk files than that are there; returns how many there are."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = len(chunk_files(run_dir))
        if found > more_than or (process is not None and process.poll() is not None):
            return found
        time.sleep(0.01)
    raise AssertionError(f"no more than {more_than} chunks within {seconds} s")


def chunk_files(run_dir: Path) -> list[Path]:
    return [path for path in (run_dir / "chunks").rglob("*.parquet") if not path.name.startswith(".")]


def content_hashes(run_dir: Place) -> dict[str, str]:
    """Chunk -> hash of its rows."""
    storage = storage_at(run_dir)
    found = (footer for _, footer in read_footers(storage, storage.names("chunks", ".parquet")))
    return {footer.chunk: footer.content_hash for footer in found if isinstance(footer, ChunkFooter)}


def table_bytes(result: RunResult) -> bytes:
    """The estimates, byte by byte."""
    return result.estimates.write_json().encode()


def same_run(first: Place, second: Place) -> None:
    """Both runs are complete, with the same chunks, rows and tables."""
    one, two = open_run(first), open_run(second)
    assert one.exit_code == two.exit_code == 0
    assert content_hashes(first) == content_hashes(second)
    assert table_bytes(one) == table_bytes(two)
    sums = [[cell.sums.to_plain() for cell in result.status.cells] for result in (one, two)]
    assert sums[0] == sums[1]
    assert one.games.select(pl.len()).collect().item() == two.games.select(pl.len()).collect().item()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def blocking_node(address: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A node of one CPU as pods and machines have it, `ray start --block`, which hears SIGTERM; killed at the end."""
    words = [sys.executable, "-m", "ray.scripts.scripts", "start", f"--address={address}", "--num-cpus=1", "--block"]
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env=os.environ | environment
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(timeout=30)


@contextmanager
def nodes(*cpus: int) -> Iterator[Any]:
    """A cluster with a head that plays nothing and a node for each number of CPUs; the dead are soon missed."""
    from ray.cluster_utils import Cluster

    patience = {f"health_check_{name}": value for name, value in (("initial_delay_ms", 1000), ("period_ms", 1000))}
    patience |= {"health_check_timeout_ms": 2000, "health_check_failure_threshold": 3}
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:  # socket paths must be short
        head = {"num_cpus": 0, "_system_config": patience, "include_dashboard": False, "temp_dir": folder}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            for number in cpus:
                cluster.add_node(num_cpus=number)
            yield cluster
        finally:
            cluster.shutdown()
