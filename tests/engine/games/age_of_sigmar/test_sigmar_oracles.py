"""The exact oracles of the fact sheet (section 5): the analytic evaluator meets them to the last fraction."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from engine.compilation import JIT_DISABLED, kernel
from engine.games.age_of_sigmar.attack_odds import dice_distribution, mean
from engine.games.age_of_sigmar.odds import ATTACKER, TARGET, Circumstances, face_to_face, odds
from engine.games.age_of_sigmar.options import SigmarOptions
from engine.games.age_of_sigmar.rules.targets import aim, clear_aim, strike_all
from engine.games.age_of_sigmar.warscrolls.model import D3
from engine.options import resolve_options
from engine.playout import as_argument
from engine.rng import derive_key, key_array, seed_stream
from engine.trace import NO_TRACE
from engine.types import Actions, Record, Trace

SAMPLES = 300 if JIT_DISABLED else 20_000

ORACLES = {entry["id"]: entry for entry in json.loads((Path(__file__).parent / "oracles.json").read_text())}

HAMMERS = "liberators:5:hammer and shield"
CASES: dict[str, tuple[str, str, Circumstances]] = {
    "O01": (HAMMERS, "bloodreavers:10", Circumstances()),
    "O02": (HAMMERS, "blood_warriors:5", Circumstances()),
    "O03": (HAMMERS, "blood_warriors:5", Circumstances(target_effects=("Mystic Shield",))),
    "O04": (HAMMERS, "blood_warriors:5", Circumstances(target_effects=("Mystic Shield",), save_bonus=1)),
    "O05": ("bloodreavers:10:blades", HAMMERS, Circumstances()),
    "O06": ("bloodreavers:10:blades", HAMMERS, Circumstances(friends=("bloodsecrator",))),
    "O08": ("blood_warriors:5:paired axes", HAMMERS, Circumstances()),
    "O09": ("retributors:5", "blood_warriors:5", Circumstances()),
    "O11": ("retributors:5:standard:starsoul mace=1", "blood_warriors:5", Circumstances()),
    "O13": ("lord_celestant_on_dracoth:1:tempestos hammer", "khorgoraths:1", Circumstances()),
    "O14": ("lord_celestant_on_dracoth:1:stormstrike glaive", "khorgoraths:1", Circumstances(charged=True)),
    "O15": ("khorgoraths:1", HAMMERS, Circumstances()),
    "O17": ("prosecutors_hammers:3:hammer and shield", "bloodreavers:10", Circumstances(phase="shooting", gap=9000)),
    "O18": ("judicators:5:bow", "blood_warriors:5", Circumstances(phase="shooting", gap=15000)),
    "O20": ("ratling_gun", "liberators:5:paired hammers", Circumstances(phase="shooting", gap=15000)),
    "O21": ("warp_lightning_cannon", "liberators:5", Circumstances(phase="shooting", gap=15000)),
    "O36": (HAMMERS, "bloodreavers:10", Circumstances(attacker_effects=("Ensorcelled",))),
    "O37": (HAMMERS, "bloodreavers:10", Circumstances(attacker_effects=("Sacrifice",))),
}


def fraction(entry: Any) -> Fraction:
    return Fraction(entry["num"], entry["den"])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.rule("R28")
def test_distribution_of_wounds_is_exact(name: str) -> None:
    oracle, found = ORACLES[name], odds(*CASES[name]).wounds
    assert mean(found) == fraction(oracle["mean"])
    if "pmf" in oracle:
        expected = {int(value): fraction(p) for value, p in oracle["pmf"].items()}
        assert {v: p for v, p in found.items() if p} == {v: p for v, p in expected.items() if p}


@pytest.mark.parametrize("name", [name for name in CASES if "slain_pmf" in ORACLES[name] or "slain_mean" in ORACLES[name]])
@pytest.mark.rule("R29")
def test_models_slain_are_exact(name: str) -> None:
    oracle, found = ORACLES[name], odds(*CASES[name]).slain
    if "slain_mean" in oracle:
        assert mean(found) == fraction(oracle["slain_mean"])
    if "slain_pmf" in oracle:
        assert {v: p for v, p in found.items() if p} == {
            int(v): fraction(p) for v, p in oracle["slain_pmf"].items() if p["num"]
        }


@kernel
def sample_strikes(options: Record, state: Record, phase: int, out: Actions, trace: Trace) -> None:
    """Wounds that all attacks of red's first unit bring blue's first, once for each entry of `out`."""
    for k in range(out.shape[0]):
        clear_aim(options, state, ATTACKER)
        aim(options, state, ATTACKER, phase, -1, TARGET, False)
        strike_all(options, state, ATTACKER, phase, trace)
        out[k] = state.pool[TARGET]
        state.pool[TARGET], state.pool[ATTACKER], state.axe[TARGET] = 0, 0, 0


@pytest.mark.parametrize("name", CASES)
@pytest.mark.rule("R27, R28")
def test_battles_roll_the_same_distribution(name: str) -> None:
    attacker, target, around = CASES[name]
    overrides = {
        "armies.red.list": "custom", "armies.red.units": (attacker, *around.friends),
        "armies.blue.list": "custom", "armies.blue.units": (target,),
    }  # fmt: skip
    record = resolve_options(SigmarOptions, overrides).to_record()
    state = face_to_face(record, around)
    seed_stream(state["play_rng"][0], key_array(derive_key(7, "strikes", name)))
    values = np.zeros(SAMPLES, np.int32)
    sample_strikes(as_argument(record), as_argument(state[0]), 1 if around.phase == "shooting" else 2, values, NO_TRACE)
    exact = odds(attacker, target, around if not around.save_bonus else replace(around, save_bonus=0)).wounds
    assert set(np.unique(values).tolist()) <= set(exact)
    cells = sorted((float(p) * SAMPLES, int((values == value).sum())) for value, p in exact.items() if p)
    while cells[0][0] < 5:
        (expected, seen), (more, others) = cells[0], cells[1]
        cells = sorted([(expected + more, seen + others), *cells[2:]])
    wanted, seen = np.array(cells).T
    assert stats.chisquare(seen, wanted * seen.sum() / wanted.sum()).pvalue > 1e-4


@pytest.mark.rule("R3")
def test_d3_is_half_a_die_rounded_up() -> None:
    spread = dice_distribution(D3)
    halves = Counter((face + 1) // 2 for face in range(1, 7))
    assert spread == {value: Fraction(number, 6) for value, number in halves.items()}
    assert mean(spread) == fraction(ORACLES["O42"]["mean"])


def test_points_of_a_distribution_add_up_to_one() -> None:
    for case in CASES.values():
        assert sum(odds(*case).wounds.values()) == 1
