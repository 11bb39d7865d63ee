"""Warming up a machine: one process compiles, the others wait and load."""

from __future__ import annotations

import json
import os
import subprocess
import sys

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


def test_markers_are_for_one_version_and_processor(cache, monkeypatch):
    node.warm(["connect-four"])
    monkeypatch.setattr(node.llvmlite.binding, "get_host_cpu_name", lambda: "another")
    assert node.will_compile("connect-four")


def test_expectations_without_experience(cache):
    assert node.expected_compile_seconds("connect-four") == node.TYPICAL_COMPILE_SECONDS


def test_unknown_games(cache):
    with pytest.raises(UnknownGameError, match="did you mean connect-four"):
        node.warm(["connect-for"])
