"""Whole battles: recorded ones, greedy players against random ones, and that no list or seat is out of play."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sigmar_golden import CASES, FILE, GAME, fingerprint, play

from engine.compilation import JIT_DISABLED
from engine.games.age_of_sigmar.data import POINTS_LISTS
from engine.games.age_of_sigmar.state import Ending

BATTLES = 60


@pytest.mark.rule("golden")
@pytest.mark.skipif(JIT_DISABLED, reason="minutes in plain Python; the next test has a battle of it")
@pytest.mark.parametrize("case", CASES)
def test_recorded_battles_are_played_again_to_the_byte(case: str) -> None:
    """A change here changes results: run `support/sigmar_golden.py` to record anew; after the release raise `Game.version`."""
    recorded = json.loads(FILE.read_text())
    assert recorded["version"] == GAME.version
    assert fingerprint(case) == recorded["games"][case]


@pytest.mark.rule("golden")
@pytest.mark.skipif(JIT_DISABLED, reason="it compares compiled code with plain Python")
def test_plain_python_plays_the_same_battle_to_its_end() -> None:
    script = (
        "from sigmar_golden import play\n"
        "batch = play('starter_stormcast', 'starter_khorne', ('greedy', 'random'), 1)\n"
        "print(int(batch.hashes()[0]), int(batch.states['decisions'][0]))"
    )
    settings = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    path = os.pathsep.join([str(Path(__file__).parent / "support"), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", script], env=settings | {"PYTHONPATH": path}, capture_output=True, text=True, check=True
    )
    compiled = play("starter_stormcast", "starter_khorne", ("greedy", "random"), 1)
    assert done.stdout.split() == [str(int(compiled.hashes()[0])), str(int(compiled.states["decisions"][0]))]


@pytest.mark.rule("greedy")
@pytest.mark.skipif(JIT_DISABLED, reason="minutes in plain Python")
def test_greedy_wins_mirrored_battles_against_random() -> None:
    """Nine in ten and more over all lists in long runs (README); the margin is for 720 battles."""
    scores = []
    for army in POINTS_LISTS:
        for seat in range(2):
            agents = ("greedy", "random") if seat == 0 else ("random", "greedy")
            twelfths, _ = play(army, army, agents, BATTLES).settle()
            scores.append(twelfths[:, seat].mean() / 12)
    assert np.mean(scores) > 0.88, scores
    assert min(scores) > 0.70, scores


@pytest.mark.rule("R11, R12, R13")
@pytest.mark.skipif(JIT_DISABLED, reason="minutes in plain Python")
def test_battles_end_by_the_rules_and_in_every_way() -> None:
    batch = play("blood", "stars", ("random", "random"), 400)
    assert set(batch.states["outcome"].tolist()) <= {int(ending) for ending in Ending}
    assert {Ending.ANNIHILATION, Ending.SUDDEN_DEATH, Ending.MINOR_VICTORY} <= set(batch.states["outcome"].tolist())
    assert batch.states["round_number"].max() <= 8
