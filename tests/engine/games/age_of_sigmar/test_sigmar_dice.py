"""The engine's own dice against the exact evaluator: chi-squared tests over large samples with fixed seeds."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from engine.arrays import scratch
from engine.compilation import JIT_DISABLED, kernel
from engine.games.age_of_sigmar.attack_odds import attack_distribution, dice_distribution, mean, repeated, save_chance
from engine.games.age_of_sigmar.rules.attacks import PROFILE, RESULT, P, R, make_attacks
from engine.games.age_of_sigmar.rules.dice import roll_dice
from engine.games.age_of_sigmar.warscrolls.model import D3, D6, dice
from engine.rng import derive_key, key_array, seed_stream
from engine.types import Actions, Stream

SAMPLES = 2_000 if JIT_DISABLED else 200_000
_WOUNDS, _MORTAL = int(R.WOUNDS), int(R.MORTAL)


@kernel
def sample(stream: Stream, profile: Actions, attacks: int, out: Actions) -> None:
    """Wounds of so many attacks, once for each entry of `out`."""
    result = scratch(RESULT)
    for k in range(out.shape[0]):
        for entry in range(RESULT):
            result[entry] = 0
        make_attacks(stream, profile, attacks, result)
        out[k] = result[_WOUNDS] + result[_MORTAL]


@kernel
def sample_dice(stream: Stream, code: int, out: Actions) -> None:
    """A dice code, rolled once for each entry of `out`."""
    for k in range(out.shape[0]):
        out[k] = roll_dice(stream, code)


def profile_of(**entries: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    profile = np.zeros(PROFILE, np.int32)
    profile[[P.HIT, P.WOUND, P.SAVE, P.DAMAGE]] = 4, 3, 4, 1
    for name, value in entries.items():
        profile[P[name]] = value
    return profile


def stream_of(word: str) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, key_array(derive_key(5, "test", word)))
    return stream


def expect(values: np.ndarray[tuple[int], np.dtype[np.int32]], exact: dict[int, float]) -> None:
    """Chi-squared test; cells with small expectations are pooled. The level is 1 in 10,000: seeds are fixed."""
    assert set(np.unique(values).tolist()) <= {value for value, p in exact.items() if p}
    cells = sorted((float(p) * len(values), int((values == value).sum())) for value, p in exact.items() if p)
    while len(cells) > 1 and cells[0][0] < 5:
        (expected, seen), (more, others) = cells[0], cells[1]
        cells = sorted([(expected + more, seen + others), *cells[2:]])
    expected, seen = np.array(cells).T
    if len(cells) > 1:
        assert stats.chisquare(seen, expected * seen.sum() / expected.sum()).pvalue > 1e-4


PROFILES = {
    "plain": {},
    "rend": {"REND": 2, "DAMAGE": D3},
    "rerolls": {"HIT_REROLL": 1, "WOUND_REROLL": 3, "SAVE_REROLL": 1},
    "modifiers": {"HIT_MODIFIER": 1, "WOUND_MODIFIER": -1, "SAVE_MODIFIER": 2, "REND": 1},
    "mortal instead": {"SIX_HIT_MORTAL": 2, "DAMAGE": 2, "REND": 1},
    "mortal too": {"SIX_HIT_ALSO": 2, "DAMAGE": D6},
    "more attacks": {"SIX_HIT_ATTACKS": 1, "SIX_WOUND_ATTACKS": 1},
    "sixes to wound": {"SIX_WOUND_DAMAGE": D6, "SIX_WOUND_REND": 3, "SIX_WOUND_MORTAL": 1},
    "wound rolls": {"WOUND_ROLLS": D6},
    "contest": {"CONTEST": 1},
    "no save": {"NO_SAVE": 1, "DAMAGE_PLUS": 2},
    "rule of one with re-rolls": {"RULE_OF_ONE": 1, "HIT": 2, "HIT_MODIFIER": 1, "HIT_REROLL": 1, "SAVE": 2, "SAVE_REROLL": 1},
    "rule of one": {"RULE_OF_ONE": 1, "HIT": 2, "HIT_MODIFIER": 3, "SAVE": 3, "SAVE_MODIFIER": 2},
    "cannon": {"AUTO_CANNON": 1},
    "slays": {"SLAYS": 4},
    "ignores rend": {"IGNORE_REND": 1, "REND": 1},
    "daemonblades": {"SIX_HIT_WOUNDED": 1},
}


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.rule("R28")
def test_dice_follow_the_exact_distribution(name: str) -> None:
    profile = profile_of(**PROFILES[name])
    exact = repeated(attack_distribution({entry: int(profile[entry]) for entry in P}), 3)
    values = np.zeros(SAMPLES, np.int32)
    sample(stream_of(name), profile, 3, values)
    expect(values, {value: float(p) for value, p in exact.items()})


@pytest.mark.parametrize("code", [D3, D6, dice(2, 6), dice(1, 3, 3)])
@pytest.mark.rule("R3")
def test_dice_codes(code: int) -> None:
    values = np.zeros(SAMPLES, np.int32)
    sample_dice(stream_of(str(code)), code, values)
    expect(values, {value: float(p) for value, p in dice_distribution(code).items()})


TRIGGERS: dict[str, dict[str, int]] = {
    "six_hit_mortal": {"SIX_HIT_MORTAL": 2},
    "six_hit_also": {"SIX_HIT_ALSO": 1},
    "six_hit_attacks": {"SIX_HIT_ATTACKS": 1},
    "six_hit_damage": {"SIX_HIT_DAMAGE": 3},
    "six_hit_wounded": {"SIX_HIT_WOUNDED": 1},
    "six_wound_damage": {"SIX_WOUND_DAMAGE": D3},
    "six_wound_rend": {"SIX_WOUND_REND": 3},
    "six_wound_mortal": {"SIX_WOUND_MORTAL": 1},
    "six_wound_attacks": {"SIX_WOUND_ATTACKS": 1},
    "wound_rolls": {"WOUND_ROLLS": D3},
    "contest": {"CONTEST": 1},
    "reroll_hit": {"HIT_REROLL": 3},
    "reroll_wound": {"WOUND_REROLL": 1},
    "hit_bonus": {"HIT_MODIFIER": 1},
}


@pytest.mark.rule("R28")
@pytest.mark.parametrize("first", TRIGGERS)
def test_every_pair_of_triggers_follows_the_exact_distribution(first: str) -> None:
    """Other calculators were wrong where two abilities meet in one roll (fact sheet, 4.2)."""
    others = [name for name in TRIGGERS if name > first]
    for second in others:
        profile = profile_of(**TRIGGERS[first], **TRIGGERS[second])
        values = np.zeros(SAMPLES // 4, np.int32)
        sample(stream_of(f"{first} {second}"), profile, 2, values)
        exact = repeated(attack_distribution({e: int(profile[e]) for e in P}), 2)
        expect(values, {value: float(p) for value, p in exact.items()})


def expected(**entries: int) -> Fraction:
    """Exact expected wounds of an attack."""
    profile = profile_of(**entries)
    return mean(attack_distribution({e: int(profile[e]) for e in P}))


REROLLS = st.sampled_from([0, 1, 3])
PLAIN = st.fixed_dictionaries(
    {
        "HIT": st.integers(2, 6), "WOUND": st.integers(2, 6), "SAVE": st.integers(2, 6), "REND": st.integers(0, 3),
        "DAMAGE": st.sampled_from([1, 3, D3, D6]), "HIT_MODIFIER": st.integers(-1, 1), "WOUND_MODIFIER": st.integers(-1, 1),
        "SAVE_MODIFIER": st.integers(-1, 2), "HIT_REROLL": REROLLS, "WOUND_REROLL": REROLLS, "SAVE_REROLL": REROLLS,
        "RULE_OF_ONE": st.integers(0, 1),
    }
)  # fmt: skip


@pytest.mark.rule("R28, fact sheet 5: damage never falls with a worse save, more attacks, rend, better hits and wounds")
@given(entries=PLAIN)
@settings(max_examples=40, deadline=None)
def test_damage_never_falls_with_a_worse_save_more_rend_or_better_rolls(entries: dict[str, int]) -> None:
    before = expected(**entries)
    for name in ("SAVE", "REND", "HIT_MODIFIER", "WOUND_MODIFIER"):
        assert before <= expected(**{**entries, name: entries[name] + 1}), name
    assert before >= expected(**{**entries, "SAVE_MODIFIER": entries["SAVE_MODIFIER"] + 1})
    one = attack_distribution({e: int(profile_of(**entries)[e]) for e in P})
    assert mean(repeated(one, 2)) <= mean(repeated(one, 3))


@pytest.mark.rule("R28, fact sheet 5: damage never falls with a worse save")
@given(entries=PLAIN, names=st.lists(st.sampled_from(list(TRIGGERS)), max_size=3))
@settings(max_examples=40, deadline=None)
def test_abilities_do_not_make_a_worse_save_better(entries: dict[str, int], names: list[str]) -> None:
    for name in names:
        entries = {**entries, **TRIGGERS[name]}
    for name in ("SAVE", "REND"):
        assert expected(**entries) <= expected(**{**entries, name: entries[name] + 1}), name


EDGES = {
    "save3_plus2_rend0": {"SAVE": 3, "SAVE_MODIFIER": 2},
    "save3_plus2_rend0_rule_of_one": {"SAVE": 3, "SAVE_MODIFIER": 2, "RULE_OF_ONE": 1},
    "save6_rend1": {"SAVE": 6, "REND": 1},
    "hit6_minus1": {"SAVE": 6, "SAVE_MODIFIER": -1},
    "save4_reroll1_rend0": {"SAVE": 4, "SAVE_REROLL": 1},
    "save4_reroll1_rend2": {"SAVE": 4, "SAVE_REROLL": 1, "REND": 2},
    "reroll_failed_4plus_mod_plus1": {"SAVE": 4, "SAVE_REROLL": 3, "SAVE_MODIFIER": 1},
    "reroll_failed_4plus_mod_minus1": {"SAVE": 4, "SAVE_REROLL": 3, "REND": 1},
    "save_dash_plus3": {"SAVE": 7, "SAVE_MODIFIER": 3, "NO_SAVE": 1},
}


@pytest.mark.rule("R3, R5")
@pytest.mark.parametrize("name", EDGES)
def test_edges_of_saves_and_rerolls(name: str) -> None:
    oracles = json.loads((Path(__file__).parent / "oracles.json").read_text())
    edge = next(entry for entry in oracles if entry["id"] == "O38")[name]
    profile = profile_of(**EDGES[name])
    chance = save_chance({entry: int(profile[entry]) for entry in P}, int(profile[P.REND]))
    assert chance == Fraction(edge["num"], edge["den"])
