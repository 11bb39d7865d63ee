"""The oracles that are no attacks (fact sheet, section 5), by the engine's own dice: fixed seeds, exact tests of shares.

Each case counts how often something happens in battles that differ in nothing but their luck, and compares the count with the
oracle's exact chance by a binomial test at 1 in 10,000 (of distributions by a chi-squared test).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from sigmar_field import (
    BLUE,
    CHARGES,
    FIGHTS,
    HERO,
    MOVING,
    at_stage,
    by_hand,
    effect_number,
    legal,
    line_of,
    play,
    power_number,
    record_of,
    with_luck,
)

from engine.batch import Batch
from engine.compilation import JIT_DISABLED, kernel
from engine.games.age_of_sigmar.actions import Action, Verb
from engine.games.age_of_sigmar.attack_odds import mean
from engine.games.age_of_sigmar.odds import Circumstances, odds
from engine.games.age_of_sigmar.rules.ground import features_of_square
from engine.games.age_of_sigmar.state import Phase, Stage
from engine.playout import as_argument
from engine.types import Actions, Record

TRIALS = 300 if JIT_DISABLED else 1_000
ORACLES = {entry["id"]: entry for entry in json.loads((Path(__file__).parent / "oracles.json").read_text())}


def fraction(entry: Any) -> Fraction:
    return Fraction(entry["num"], entry["den"])


def expect_share(hits: Iterable[bool], chance: Fraction) -> None:
    found = [bool(hit) for hit in hits]
    if chance in (0, 1):
        assert set(found) == {chance == 1}
    else:
        assert stats.binomtest(sum(found), len(found), float(chance)).pvalue > 1e-4


def expect_counts(values: Iterable[int], pmf: dict[int, Fraction]) -> None:
    found = Counter(values)
    assert set(found) <= {value for value, p in pmf.items() if p}
    number = sum(found.values())
    cells = sorted((float(p) * number, found[value]) for value, p in pmf.items() if p)
    while len(cells) > 1 and cells[0][0] < 5:
        (expected, seen), (more, others) = cells[0], cells[1]
        cells = sorted([(expected + more, seen + others), *cells[2:]])
    if len(cells) > 1:
        expected, seen = np.array(cells).T
        assert stats.chisquare(seen, expected * seen.sum() / expected.sum()).pvalue > 1e-4


def repeat(batch: Batch, trial: Callable[[Batch], Any], number: int = TRIALS) -> list[Any]:
    """What a trial gives in copies of a battle with different luck."""
    return [trial(with_luck(batch, k)) for k in range(number)]


# --- spells: O22, O23, O24


def casters(*more: str) -> Batch:
    """A wizard, an enemy of his and an enemy wizard who may unbind; perhaps somebody beside the enemy."""
    spots = {0: [(20, 20)], 1: [(18, 20)], BLUE: [(20, 30)], BLUE + 1: [(24, 30)]}
    spots |= {BLUE + 2 + k: [(26 + 3 * k, 30)] for k in range(len(more))}
    batch = by_hand(["battlemage:1:bright", "lord_relictor"], ["warboss", "weirdnob_shaman", *more], spots)
    at_stage(batch, *HERO)
    return batch


def cast(batch: Batch, name: str, unbinds: bool) -> str:
    """Cast a spell once: `failed`, `unbound` or `cast`."""
    verb = Verb.POWER if name == "Arcane Bolt" else Verb.POWER_ON_FRIEND
    action = next(a for a in legal(batch) if a.verb == verb and a.power == power_number(batch, name))
    play(batch, action)
    if batch.states["stage"][0] != Stage.UNBIND:
        return "failed"
    rolled = batch.states["power"][0]
    play(batch, Action(Verb.UNBIND, unit=1) if unbinds else Action(Verb.DONE))
    shielded = batch.states["effects"][0, :, effect_number(batch, "Mystic Shield", 0)].any()
    hurt = batch.states["hurt"][0].any()
    assert rolled >= 0
    return "cast" if shielded or hurt else "unbound"


@pytest.mark.rule("R34, R35")
@pytest.mark.parametrize(("name", "oracle"), [("Arcane Bolt", "O22"), ("Mystic Shield", "O23")])
def test_spells_are_cast_and_unbound_as_often_as_the_oracle_says(name: str, oracle: str) -> None:
    facts = ORACLES[oracle]
    results = repeat(casters(), lambda battle: cast(battle, name, True))
    expect_share((result != "failed" for result in results), fraction(facts["p_cast"]))
    expect_share((result == "cast" for result in results), fraction(facts["p_cast_and_not_unbound"]))
    expect_share((result == "unbound" for result in results if result != "failed"), fraction(facts["p_unbound_given_cast"]))


@pytest.mark.rule("R35")
def test_an_arcane_bolt_does_d3_mortal_wounds() -> None:
    def wounds(battle: Batch) -> int:
        return int(battle.states["hurt"][0].sum()) if cast(battle, "Arcane Bolt", False) == "cast" else 0

    found = repeat(casters(), wounds)
    third = Fraction(5, 18)
    expect_counts(found, {0: Fraction(1, 6), 1: third, 2: third, 3: third})
    assert third * 6 == fraction(ORACLES["O22"]["expected_mortals"])


@pytest.mark.rule("Bloodsecrator")
def test_near_an_open_portal_successful_casting_rolls_are_made_again() -> None:
    batch = casters("bloodsecrator")
    batch.states["effects"][0, BLUE + 2, effect_number(batch, "Portal of Skulls", 1)] = 1
    results = repeat(batch, lambda battle: cast(battle, "Arcane Bolt", False))
    expect_share((result != "failed" for result in results), fraction(ORACLES["O24"]["p_cast"]))


# --- battleshock: O25 to O28


def shaken(unit: str, models: int, slain: int) -> Batch:
    """A unit that lost models in this turn, before battleshock."""
    far, near = line_of(models, 10, 40, 1.45), [(20.0, 5.0)]
    batch = by_hand(["lord_relictor"], [unit], {0: near, BLUE: far[:14] + [(x, 42.5) for x, _ in far[14:]]})
    batch.states["slain"][0, BLUE] = slain
    at_stage(batch, *CHARGES)
    return batch


def fleeing(battle: Batch) -> int:
    before = int(battle.states["alive"][0, BLUE])
    play(battle, Action(Verb.DONE))
    while battle.states["stage"][0] == Stage.FLEE:
        play(battle, Action(Verb.FLEE, detail=0))
    return before - int(battle.states["alive"][0, BLUE])


@pytest.mark.rule("R33")
@pytest.mark.parametrize(
    ("oracle", "unit", "left", "slain"),
    [
        ("O25", "bloodreavers:10:axes", 6, 4),
        ("O26", "bloodreavers:10:axes and icon", 6, 4),
        ("O27", "bloodreavers:20:axes", 16, 4),
        ("O28", "liberators:5", 3, 2),
    ],
)
def test_as_many_flee_as_the_oracle_says(oracle: str, unit: str, left: int, slain: int) -> None:
    pmf = {int(value): fraction(p) for value, p in ORACLES[oracle]["pmf"].items()}
    expect_counts(repeat(shaken(unit, left, slain), fleeing), pmf)
    assert mean(pmf) == fraction(ORACLES[oracle]["mean"])


# --- charges: O29

CHARGERS: dict[str, tuple[list[str], str, int]] = {
    "two_d6": (["lord_relictor"], "", 2000),
    "two_d6_reroll": (["saurus_oldblood", "skink_priest:1:priestly trappings"], "Celestial Rites", 2000),
    "two_d6_plus3": (["mighty_lord_of_khorne", "bloodstoker"], "Whipped to Fury", 2000),
    "best2_of_3": (["mighty_lord_of_khorne"], "Gorelord", 2000),
    "three_d6": (["prosecutors_hammers:3"], "", 2000),
}
GAPS = ("4", "6", "7", "9", "12", "15") if JIT_DISABLED else tuple(ORACLES["O29"]["table"])


def charger(row: str, gap: float) -> Batch:
    """A unit so many inches from an enemy, with what makes its charge special; others far away."""
    red, name, _ = CHARGERS[row]
    first = line_of(3, 20, 10, 2) if row == "three_d6" else [(20.0, 10.0)]
    spots = {0: first, **{place: [(60.0, 2.0)] for place in range(1, len(red))}, BLUE: [(20.0, 30.0)]}
    batch = by_hand(red, ["lord_relictor"], spots)
    radii = int(record_of(batch)["radius"][0]) + int(record_of(batch)["radius"][BLUE])
    batch = by_hand(red, ["lord_relictor"], {**spots, BLUE: [(20.0, 10 + gap + radii / 1000)]})
    if name:
        batch.states["effects"][0, 0, effect_number(batch, name, 0)] = 1
    at_stage(batch, *CHARGES)
    return batch


def reaches(battle: Batch) -> bool:
    """Whether the first unit's charge succeeds; a roll that falls short is made again where that is allowed."""
    if Action(Verb.PICK, unit=0) not in legal(battle):
        return False
    play(battle, Action(Verb.PICK, unit=0))
    if battle.states["stage"][0] == Stage.ROLL:
        enough = int(battle.states["roll"][0]) * 1000 + 500 >= int(battle.states["gap"][0, 0, 0])
        play(battle, Action(Verb.DONE if enough else Verb.REROLL))
    return Action(Verb.CHARGE, target=0) in legal(battle)


@pytest.mark.rule("R24")
@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("row", CHARGERS)
def test_charges_succeed_as_often_as_the_oracle_says(row: str, gap: str) -> None:
    table = ORACLES["O29"]["table"][gap]
    chance = fraction(table[row]) if row in table else Fraction(0)
    expect_share(repeat(charger(row, int(gap)), reaches, TRIALS // 3), chance)


# --- the duel: O33


Wounds = tuple[int, int]
"""Wounds left of red and of blue."""


def after_turn(wounds: Wounds, red: list[Fraction], blue: list[Fraction], red_first: bool) -> dict[Wounds, Fraction]:
    """Wounds left after a turn in which both strike, who is still alive after the first blow."""
    out: dict[Wounds, Fraction] = defaultdict(Fraction)
    for dealt, p in enumerate(red):
        for taken, q in enumerate(blue):
            a, b = max(wounds[0] - taken, 0), max(wounds[1] - dealt, 0)
            if red_first and b == 0:
                a = wounds[0]
            elif not red_first and a == 0:
                b = wounds[1]
            out[a, b] += p * q
    return out


def red_wins(red: list[Fraction], blue: list[Fraction], rounds: list[tuple[Fraction, tuple[bool, bool]]]) -> Fraction:
    """Chance that red wins, 5 wounds each: `rounds` are the chances of who has the first and the second turn of a round."""
    value = {(a, 0): Fraction(1) for a in range(1, 6)} | {(0, b): Fraction(0) for b in range(1, 6)}
    for wounds in sorted(((a, b) for a in range(1, 6) for b in range(1, 6)), key=sum):
        ahead, same = Fraction(0), Fraction(0)
        for chance, (first, second) in rounds:
            for middle, p in after_turn(wounds, red, blue, first).items():
                ends = after_turn(middle, red, blue, second) if min(middle) else {middle: Fraction(1)}
                for end, q in ends.items():
                    if end == wounds:
                        same += chance * p * q
                    else:
                        ahead += chance * p * q * value[end]
        value[wounds] = ahead / (1 - same)
    return value[5, 5]


def strikes(attacker: str, target: str) -> list[Fraction]:
    """Chance of each number of wounds of one combat."""
    found = odds(attacker, target, Circumstances()).wounds
    return [found.get(value, Fraction(0)) for value in range(max(found) + 1)]


@pytest.mark.rule("R25")
def test_the_duel_of_two_heroes_is_exact() -> None:
    relictor, stoker = strikes("lord_relictor", "bloodstoker"), strikes("bloodstoker", "lord_relictor")
    facts = ORACLES["O33"]
    assert sum(k * p for k, p in enumerate(relictor)) == fraction(facts["rel_mean_per_strike"])
    own, enemy = (True, False), (False, True)
    one, half = Fraction(1), Fraction(1, 2)
    assert red_wins(relictor, stoker, [(one, own)]) == fraction(facts["p_relictor_wins_alternating_own_turn_first"])
    assert red_wins(relictor, stoker, [(one, enemy)]) == fraction(facts["p_relictor_wins_alternating_enemy_turn_first"])
    rolled = red_wins(relictor, stoker, [(half, own), (half, enemy)])
    assert rolled == fraction(facts["p_relictor_wins_priority_roll_each_round"])


def duel(battle: Batch) -> bool:
    """Fight to the death, turns alternating, red's first; True if red wins."""
    seat = 0
    while not battle.states["terminal"][0]:
        at_stage(battle, *FIGHTS, seat)
        battle.states["done"][0] = 0
        while battle.states["phase"][0] == Phase.COMBAT and not battle.states["terminal"][0]:
            actions = legal(battle)
            play(battle, Action(Verb.STAY) if Action(Verb.STAY) in actions else actions[0])
        seat = 1 - seat
    return int(battle.states["winners"][0]) == 1


@pytest.mark.rule("R25")
def test_the_duel_of_two_heroes_by_dice() -> None:
    batch = by_hand(["lord_relictor"], ["bloodstoker"], {0: [(20, 20)], BLUE: [(20, 22)]}, max_rounds=30)
    chance = fraction(ORACLES["O33"]["p_relictor_wins_alternating_own_turn_first"])
    expect_share(repeat(batch, duel, TRIALS // 2), chance)


# --- terrain: O34, O35


@kernel
def sample_features(options: Record, state: Record, out: Actions) -> None:
    """Features of a 2-foot square, once for each entry of `out`."""
    for k in range(out.shape[0]):
        out[k] = features_of_square(options, state)


@pytest.mark.rule("R7")
@pytest.mark.parametrize("choice", [0, 1, 2, 3])
def test_squares_get_as_many_features_as_the_oracle_says(choice: int) -> None:
    batch = by_hand(["lord_relictor"], ["bloodstoker"], {0: [(20, 20)], BLUE: [(20, 22)]}, **{
        "terrain.per_square": -1, "terrain.choice": choice,
    })  # fmt: skip
    values = np.zeros(10 * TRIALS, np.int32)
    sample_features(batch.record, as_argument(batch.states[0]), values)
    pmf = {0: Fraction(3, 36), 2: Fraction(14, 36), 1: Fraction(16, 36), 3: Fraction(0)}
    pmf[choice] += Fraction(3, 36)
    assert mean(pmf) == fraction(ORACLES["O34"][f"mean_choice_{choice}"])
    expect_counts(values.tolist(), pmf)


@pytest.mark.rule("R8 Deadly")
@pytest.mark.parametrize(("models", "unit"), [(5, "liberators:5"), (10, "bloodreavers:10:axes")])
def test_deadly_terrain_slays_one_in_six_of_those_who_run_across(models: int, unit: str) -> None:
    row = line_of(models, 20, 20, 1.65)
    batch = by_hand([unit, "lord_relictor"], ["warboss"], {0: row, 1: [(5, 5)], BLUE: [(27, 45)]})
    state = batch.states[0]
    state["features"] = 1
    state["feature_x"][0], state["feature_y"][0], state["feature_w"][0], state["feature_h"][0] = 28000, 22000, 14000, 600
    state["feature_flags"][0], state["feature_kind"][0] = 1, 4

    def slain(battle: Batch) -> int:
        at_stage(battle, *MOVING)
        play(battle, Action(Verb.PICK, unit=0))
        play(battle, Action(Verb.RUN_TOWARDS, target=0))
        return models - int(battle.states["alive"][0, 0])

    found = repeat(batch, slain)
    expect_share((number > 0 for number in found), fraction(ORACLES["O35"]["p_at_least_one"][str(models)]))
    binomial = {k: Fraction(stats.binom.pmf(k, models, 1 / 6)).limit_denominator(10**12) for k in range(models + 1)}
    expect_counts(found, binomial)


# --- allocation, Gorefists, double turns: O39, O41, O43


@pytest.mark.rule("R29")
@pytest.mark.parametrize(("policy", "way", "slain"), [("wounded_first", 0, 1), ("free", 2, 0)])
def test_three_single_wounds_slay_one_model_or_spread(policy: str, way: int, slain: int) -> None:
    row, far = line_of(5, 20, 20, 1.7), [(20.0, 40.0)]
    batch = by_hand(["liberators:5"], ["warboss"], {0: row, BLUE: far}, alloc_policy=policy)
    for _ in range(3):
        batch.states["pool"][0, 0] = 1
        at_stage(batch, *CHARGES)
        play(batch, Action(Verb.DONE))
        if batch.states["stage"][0] == Stage.ALLOCATE:
            play(batch, Action(Verb.ALLOCATE, detail=way))
    key = "slain_wounded_first" if policy == "wounded_first" else "slain_free_spreading"
    assert 5 - batch.states["alive"][0, 0] == slain == fraction(ORACLES["O39"][key])


@pytest.mark.rule("Gorefist")
def test_gorefists_return_as_many_wounds_as_the_oracle_says() -> None:
    found = odds("liberators:5:hammer and shield", "blood_warriors:5:axe and gorefist").returned
    assert mean(found) == fraction(ORACLES["O41"]["mean"])
    expected = {int(value): fraction(p) for value, p in ORACLES["O41"]["pmf"].items()}
    assert {v: p for v, p in found.items() if p} == {v: p for v, p in expected.items() if p}


@pytest.mark.rule("R15")
def test_double_turns_are_as_frequent_as_the_oracle_says() -> None:
    batch = by_hand(["lord_relictor"], ["bloodstoker"], {0: [(20, 5)], BLUE: [(20, 42)]}, first_round_roll=True)
    batch.states["round_number"][0] = 0

    def doubles(battle: Batch) -> bool:
        firsts = []
        for _ in range(5):
            battle.states["turn"][0] = 1
            at_stage(battle, *CHARGES)
            battle.states["round_number"][0] = len(firsts)
            play(battle, Action(Verb.DONE))
            assert battle.states["stage"][0] == Stage.PRIORITY
            play(battle, Action(Verb.GO_FIRST))
            firsts.append(int(battle.states["active"][0]))
        return any(one == 1 and following == 0 for one, following in pairwise(firsts))

    expect_share(repeat(batch, doubles, TRIALS // 2), fraction(ORACLES["O43"]["p"]))


def test_every_oracle_has_a_test() -> None:
    folder = Path(__file__).parent
    text = "".join(path.read_text() for path in folder.glob("test_sigmar_*.py"))
    assert [name for name in ORACLES if f'"{name}"' not in text] == []
