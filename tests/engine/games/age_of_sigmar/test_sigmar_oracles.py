"""The exact oracles of the fact sheet (section 5): the analytic evaluator meets them to the last fraction."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.games.age_of_sigmar.attack_odds import mean
from engine.games.age_of_sigmar.odds import Circumstances, odds

ORACLES = {entry["id"]: entry for entry in json.loads((Path(__file__).parent / "oracles.json").read_text())}

HAMMERS = "liberators:5:hammer and shield"
CASES: dict[str, tuple[str, str, Circumstances]] = {
    "O01": (HAMMERS, "bloodreavers:10", Circumstances()),
    "O02": (HAMMERS, "blood_warriors:5", Circumstances()),
    "O03": (HAMMERS, "blood_warriors:5", Circumstances(target_effects=("Mystic Shield",))),
    "O04": (HAMMERS, "blood_warriors:5", Circumstances(target_effects=("Mystic Shield",), save_bonus=1)),
    "O05": ("bloodreavers:10:blades", HAMMERS, Circumstances()),
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


def test_points_of_a_distribution_add_up_to_one() -> None:
    for case in CASES.values():
        assert sum(odds(*case).wounds.values()) == 1
