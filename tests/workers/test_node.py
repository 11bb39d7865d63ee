"""Warming up a machine: one process compiles, the others wait and load."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import filelock
import pytest

from engine.game import UnknownGameError
from workers import node
from workers.errors import StorageError

SCRIPT = """
import json, sys
from workers import node
will = node.will_compile("connect-four")
report = node.warm(["connect-four"])[0]
answer = {"will": will, "compiled": report.compiled, "seconds": report.seconds}
answer |= {"now": node.will_compile("connect-four"), "expected": node.expected_compile_seconds("connect-four")}
print(json.dumps(answer))
"""


def start(cache: str) -> subprocess.Popen[str]:
    environment = os.environ | node.WORKER_ENVIRONMENT | {"NUMBA_CACHE_DIR": cache}
    return subprocess.Popen([sys.executable, "-c", SCRIPT], env=environment, stdout=subprocess.PIPE, text=True)


def answer(process: subprocess.Popen[str]) -> dict:
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    return json.loads(output)


@pytest.mark.slow
def test_one_process_compiles_and_the_others_load(tmp_path):
    two = [start(str(tmp_path)) for _ in range(2)]
    first = [answer(process) for process in two]
    assert sorted(found["compiled"] for found in first) == [False, True]
    assert all(found["will"] and not found["now"] for found in first)
    later = answer(start(str(tmp_path)))
    assert not later["will"]
    assert not later["compiled"]
    took = next(found["seconds"] for found in first if found["compiled"])
    assert later["seconds"] < took / 2
    assert later["expected"] == pytest.approx(took, abs=0.01)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    (tmp_path / "version").mkdir()
    monkeypatch.setattr(node, "cache_directory", lambda: tmp_path / "version")
    return tmp_path / "version"


def test_a_warm_machine_needs_no_lock(cache):
    first = node.warm(["connect-four"])[0]
    assert first.game == "connect-four"
    assert first.compiled
    assert not node.will_compile("connect-four")
    with filelock.FileLock(cache / "compile.lock"):
        assert not node.warm(["connect-four"], lock_seconds=0.01)[0].compiled


def test_waiting_for_another_compiler_has_an_end(cache):
    with filelock.FileLock(cache / "compile.lock"), pytest.raises(StorageError, match="another process has been compiling"):
        node.warm(["connect-four"], lock_seconds=0.05)


def test_a_cache_that_cannot_be_written_is_no_obstacle(cache, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(filelock.FileLock, "acquire", refuse)
    assert node.warm(["connect-four"])[0].compiled


def test_searches_are_compiled_where_they_are_wanted(cache):
    node.warm(["connect-four"])
    assert node.will_compile("connect-four", searches=True)
    report = node.warm(["connect-four"], searches=True)[0]
    assert report.compiled
    assert report.searches
    assert not node.will_compile("connect-four", searches=True)
    assert not node.warm(["connect-four"], searches=True)[0].compiled


@pytest.mark.slow
def test_no_chunk_of_searches_compiles_on_a_warm_machine(tmp_path):
    """Numba's own count of what it compiled and what it loaded, in a process that plays a chunk after another one warmed up."""
    script = """
import json, sys
from worker_samples import chunk_job
from workers import node
from workers.chunk import run_chunk
from engine.agents.search import search_lanes
if sys.argv[1] == "warm":
    node.warm(["connect-four"], searches=True)
agents = {"tree": {"kind": "ismcts", "level": "fast", "iterations": 5}}
run_chunk(chunk_job(agents=agents, seatings=[["tree", "tree"]], blocks=1).to_bytes())
print(json.dumps({"compiled": sum(search_lanes.stats.cache_misses.values())}))
"""
    support = str(Path(__file__).parent / "support")
    environment = os.environ | node.WORKER_ENVIRONMENT | {"NUMBA_CACHE_DIR": str(tmp_path)}
    environment["PYTHONPATH"] = os.pathsep.join([support, environment.get("PYTHONPATH", "")])
    found = []
    for word in ("warm", "play"):
        command = [sys.executable, "-c", script, word]
        run = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, timeout=300, check=True)
        found.append(json.loads(run.stdout)["compiled"])
    assert found == [1, 0]


def test_markers_are_for_one_version_and_processor(cache, monkeypatch):
    node.warm(["connect-four"])
    monkeypatch.setattr(node.llvmlite.binding, "get_host_cpu_name", lambda: "another")
    assert node.will_compile("connect-four")


def test_expectations_without_experience(cache):
    assert node.expected_compile_seconds("connect-four") == node.TYPICAL_COMPILE_SECONDS


def test_unknown_games(cache):
    with pytest.raises(UnknownGameError, match="did you mean connect-four"):
        node.warm(["connect-for"])
