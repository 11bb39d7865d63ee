"""Compiled code is never older than its sources, and never reads or writes outside an array."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from engine import compilation
from engine.compilation import cache_directory, hash_sources

HELPER = """
from engine.compilation import rule

@rule
def prize():
    return 3
"""
PLAY = """
import dataclasses, sys
import house_duel
from engine.batch import Batch
batch = Batch.from_seed(house_duel.GAME, n=1)
batch.apply(int(batch.legal_actions()[0]))
print(batch.view().spare[0])
"""
GAME = """
import dataclasses
from pathlib import Path
import toy_duel as toy
from engine.compilation import rule
from engine.game import register, state_dtype
from house_duel.helper import prize

@rule
def apply_action(options, state, action, trace):
    toy.apply_action(options, state, action, trace)
    state.spare[0] = prize()

GAME = register(dataclasses.replace(
    toy.GAME, name="house-duel", state=state_dtype("house_duel", Path(__file__).parent, toy.FIELDS),
    rules=dataclasses.replace(toy.RULES, apply_action=apply_action),
))
"""


def python(script: str, directory: Path, **environment: str) -> str:
    """Run a script in a new process that keeps its compiled code in `directory`; returns what it prints."""
    path = os.pathsep.join([str(directory), str(Path(__file__).parent / "support")])
    settings = os.environ | {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(directory / "cache")} | environment
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=directory, env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A third-party game in a package of its own: `apply_action` calls a helper in another module."""
    package = tmp_path / "house_duel"
    package.mkdir()
    (package / "__init__.py").write_text(GAME)
    (package / "helper.py").write_text(HELPER)
    return tmp_path


@pytest.mark.slow
def test_an_edit_of_a_helper_of_a_game_is_seen_by_its_cached_kernels(house: Path) -> None:
    """numba stamps a cached function with its own file only: kernels and `apply_action` did not change here."""
    assert python(PLAY, house) == "3"
    assert list((house / "cache").rglob("*.nbc")), "nothing was cached: the test would show nothing"
    (house / "house_duel" / "helper.py").write_text(HELPER.replace("return 3", "return 4"))
    assert python(PLAY, house) == "4"


def test_an_edit_of_the_core_moves_the_cache(tmp_path: Path) -> None:
    shutil.copytree(
        Path(compilation.__file__).parent, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__", "games")
    )
    print_directory = "from engine.compilation import cache_directory; print(cache_directory())"
    before = python(print_directory, tmp_path)
    with (tmp_path / "engine" / "rng.py").open("a") as rng:
        rng.write("\n# another line\n")
    after = python(print_directory, tmp_path)
    assert Path(before).parent == Path(after).parent == tmp_path / "cache"
    assert before != after


def test_the_cache_is_private() -> None:
    assert cache_directory().stat().st_mode & 0o777 == 0o700


def test_bounds_checked_code_has_a_cache_of_its_own(tmp_path: Path) -> None:
    print_directory = "from engine.compilation import cache_directory; print(cache_directory().name)"
    assert python(print_directory, tmp_path, NUMBA_BOUNDSCHECK="1") == python(print_directory, tmp_path) + "-boundscheck"


def test_source_hashes_see_names_contents_and_borders(tmp_path: Path) -> None:
    one, two = tmp_path / "a.py", tmp_path / "b.py"
    one.write_text("xy")
    two.write_text("z")
    before = hash_sources([one, two])
    assert hash_sources([two, one]) == before
    one.write_text("x")
    two.write_text("yz")
    assert hash_sources([one, two]) != before


SHARED = """
import numpy as np
from engine.compilation import rule

@rule
def lower_half(number, limit):
    return min(number, limit) // 2

@rule
def halves(small, words):
    wide = lower_half(5, small[0]) + lower_half(small[1], 7) + lower_half(small[1], np.int32(3))
    return wide + np.int64(lower_half(words[0], words[1]))

def main():
    print(halves(np.array([4, -3], np.int8), np.array([1 << 63, 6], np.uint64)))
    for signature in sorted(lower_half.signatures, key=str):
        print(*signature)
"""


@pytest.mark.skipif(compilation.JIT_DISABLED, reason="nothing is compiled")
def test_callers_share_a_rule_whatever_the_widths_of_their_integers(tmp_path: Path) -> None:
    """In a process with an empty cache: code that is found there doesn't tell what it was compiled from."""
    (tmp_path / "shared.py").write_text(SHARED)
    found = python("import shared; shared.main()", tmp_path)
    assert found.splitlines() == [str(2 - 2 - 2 + 3), "int64 int64", "uint64 uint64"]


BOUNDS_CHECKED = textwrap.dedent(
    """
    import numpy as np
    from engine.agents.compiled import AGENT_DTYPE
    from engine.batch import Batch, agent_keys
    from engine.game import get_game
    import toy_duel
    for name in ({names}):
        game = get_game(name)
        batch = Batch.from_seed(game, n=30)
        agents = np.zeros(batch.seats, AGENT_DTYPE)
        agents["kind"] = [1, 2]
        batch.play(agents, agent_keys(0, "c", np.arange(30), np.zeros(30, np.int64), batch.seats))
        print(name, int((batch.states["terminal"] == 1).sum()))
    """
)


@pytest.mark.slow
def test_games_stay_within_their_arrays(tmp_path: Path) -> None:
    """With `NUMBA_BOUNDSCHECK=1` an index outside raises; without, it would read or write whatever is there."""
    script = BOUNDS_CHECKED.replace("{names}", "'connect-four', 'toy-duel', 'war-chest'")
    assert python(script, tmp_path, NUMBA_BOUNDSCHECK="1") == "connect-four 30\ntoy-duel 30\nwar-chest 30"


@pytest.mark.slow
def test_the_bounds_check_would_find_an_index_outside(tmp_path: Path) -> None:
    script = textwrap.dedent(
        """
        import broken_games
        from engine.batch import Batch
        game = broken_games.BROKEN["copy_independence"]["aliasing"]
        batch = Batch.from_seed(game, n=2)
        try:
            batch.apply(int(batch.legal_actions()[0]))
        except IndexError as error:
            print("found")
        """
    )
    assert python(script, tmp_path, NUMBA_BOUNDSCHECK="1") == "found"
