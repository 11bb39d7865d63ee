"""CONTRIBUTING, "Add a game", followed to the letter in a copy of the packages."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).resolve().parents[2]


def steps_of(section: str) -> list[tuple[str, str]]:
    """The fenced blocks of a section of CONTRIBUTING: (language, text)."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    body = text[text.index(f"## {section}\n") :]
    body = body[: body.index("\n## ", 3)]
    return re.findall(r"```(bash|diff)\n(.*?)```", body, re.DOTALL)


def apply_diff(root: Path, diff: str) -> None:
    """Apply a one-hunk diff without line numbers: the lines before must occur exactly once."""
    lines = diff.splitlines()
    path = root / lines[1].removeprefix("+++ b/")
    hunk = [line for line in lines[3:] if line]
    before = "".join(line[1:] + "\n" for line in hunk if line[0] in " -")
    after = "".join(line[1:] + "\n" for line in hunk if line[0] in " +")
    text = path.read_text()
    assert text.count(before) == 1, f"{path.name} has these lines {text.count(before)} times:\n{before}"
    path.write_text(text.replace(before, after))


@pytest.mark.slow
def test_the_steps_to_add_a_game_lead_to_a_game_that_passes_the_conformance_suite(tmp_path: Path) -> None:
    packages = Path(engine.__file__).resolve().parents[1]
    for name in ("engine", "workers", "cluster", "dashboards"):
        shutil.copytree(packages / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    binaries = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PATH": binaries, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    outputs = []
    for language, text in steps_of("Add a game"):
        if language == "diff":
            apply_diff(tmp_path, text)
            continue
        done = subprocess.run(
            ["bash", "-euc", text], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=500
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
        outputs.append(done.stdout)
    assert "hidden_information" in outputs[-2]
    assert "Connect Three" in outputs[-1]
    leftovers = [
        path.name
        for path in (tmp_path / "engine/games/connect_three").glob("*.py")
        if re.search("four", path.read_text(), re.IGNORECASE)
    ]
    assert leftovers == []
