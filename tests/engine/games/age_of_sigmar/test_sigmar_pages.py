"""The four pages, continued: rules for armies, dice, phases and wounds as a whole, each on a position made by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sigmar_field import (
    BIG,
    BLUE,
    FIGHTS,
    HERO,
    MOVING,
    SHOOTING,
    at_stage,
    battle,
    by_hand,
    effect_number,
    gap,
    legal,
    line_of,
    lost,
    models_of,
    play,
    record_of,
    scene,
    use,
    walk,
    with_luck,
)

from engine.batch import Batch
from engine.games.age_of_sigmar import GAME
from engine.games.age_of_sigmar.actions import ACTION_NUMBER, Action, Verb
from engine.games.age_of_sigmar.attack_odds import mean
from engine.games.age_of_sigmar.data import SIDE_MODELS, SIDE_UNITS
from engine.games.age_of_sigmar.odds import Circumstances, odds
from engine.games.age_of_sigmar.state import Chance, Flag, Moved, Phase, Stage
from engine.options import OptionError, iterate_options, resolve_options
from engine.trace import new_trace, read_trace

TREES = "treelord"  # 12 wounds, save 3+


def play_and_tell(batch: Batch, action: Action) -> list[tuple[int, ...]]:
    """Carry out an action; returns the attacks that followed: attacker, target, attacks, wounds, mortal wounds."""
    trace = new_trace(64)
    batch.apply(ACTION_NUMBER[action], trace=trace)
    return [tuple(event.values) for event in read_trace(trace) if event.kind == Chance.ATTACKS]


def custom(red: list[str], blue: list[str], **more: Any) -> dict[str, Any]:
    """Option overrides of two armies."""
    lists = {"armies.red.list": "custom", "armies.blue.list": "custom"}
    return {**lists, "armies.red.units": red, "armies.blue.units": blue, **more}


def wall(batch: Batch, x: float, y: float, w: float, h: float) -> None:
    """One solid building with its middle at a point, `w` and `h` inches to each side."""
    state = batch.states[0]
    state["features"] = 1
    for name, value in (("x", x), ("y", y), ("w", w), ("h", h)):
        state[f"feature_{name}"][0] = round(value * 1000)
    state["feature_flags"][0] = Flag.COVER | Flag.BLOCKS | Flag.IMPASSABLE


@pytest.mark.rule("R1")
def test_armies_may_have_any_size_that_the_table_holds() -> None:
    one, many = ["lord_relictor"], ["clanrats:40", "clanrats:40", "clanrats:40", "clanrats:8"]
    with pytest.raises(OptionError, match="clanrats: size 8"):
        resolve_options(GAME.options, custom(one, many))
    many[-1] = "skryre_acolytes:5"
    record = resolve_options(GAME.options, custom(one, many)).to_record()
    assert record["army_models"].tolist() == [1, 125]
    with pytest.raises(OptionError, match=f"at most {SIDE_MODELS} models"):
        resolve_options(GAME.options, custom(one, [*many, "skryre_acolytes:5"])).to_record()
    with pytest.raises(OptionError, match="the cap is 79"):
        resolve_options(GAME.options, custom(one, one, **{"armies.points": 79}))


@pytest.mark.rule("R4")
@pytest.mark.parametrize("how", ["per_unit", "per_model"])
def test_random_attacks_are_rolled_once_for_a_unit_and_weapon(how: str) -> None:
    batch = scene(["freeguild_outriders:5"], ["plague_monks:10"], 12, random_attacks=how)
    counts = set()
    for number in range(24):
        trial = with_luck(batch, number)
        at_stage(trial, *SHOOTING)
        play(trial, Action(Verb.PICK, unit=0))
        [(_, _, attacks, *_)] = play_and_tell(trial, Action(Verb.AIM, target=0, detail=0))
        counts.add(attacks)
    assert (counts == {5, 10, 15}) == (how == "per_unit")
    assert min(counts) >= 5
    assert max(counts) <= 15


@pytest.mark.rule("R4")
@pytest.mark.parametrize("how", ["per_attack", "per_unit"])
def test_random_damage_is_rolled_for_each_attack(how: str) -> None:
    batch = scene(["warboss:1:massive choppa"], ["plague_monks:10"], 2, random_damage=how)
    totals = set()
    for number in range(120):
        trial = with_luck(batch, number)
        at_stage(trial, *FIGHTS)
        play(trial, Action(Verb.PICK, unit=0))
        play(trial, Action(Verb.STAY))
        [(_, _, _, wounds, _)] = play_and_tell(trial, Action(Verb.AIM, target=0, detail=0))
        totals.add(wounds)
    assert bool(totals & {5, 7, 8}) == (how == "per_attack")  # no multiple of 1, 2 or 3 equal dice of D3


@pytest.mark.rule("R6")
def test_the_battlefield_is_no_smaller_than_three_feet() -> None:
    with pytest.raises(OptionError, match=r"board\.height"):
        resolve_options(GAME.options, {"board.height": 35})
    batch = battle("starter_stormcast", "starter_khorne", 2, **{"board.width": 36, "board.height": 36})
    for _ in walk(batch, 2, 300):
        for unit in range(2 * SIDE_UNITS):
            assert all(0 <= x <= 36_000 and 0 <= y <= 36_000 for x, y in models_of(batch, unit))


REALM = """
[[warscroll.liberators.ability]]
name = "Forged in Fire"
effect = "hit"
value = 1
when = [["in_realm", "FIRE"]]
"""


@pytest.mark.rule("R6")
@pytest.mark.parametrize(("realm", "hits"), [("fire", Fraction(2, 3)), ("life", Fraction(1, 2))])
def test_powers_may_ask_for_the_realm(realm: str, hits: Fraction) -> None:
    here = {"custom": (REALM,), "realm": realm}
    found = odds("liberators:5:hammer and shield", "bloodreavers:10:axes", Circumstances(options=here)).wounds
    assert mean(found) == 11 * hits * Fraction(2, 3)
    batch = battle("storm", "blood", 1, realm=realm)
    assert f"realm of {realm}" in GAME.render_text(batch.options_view, batch.view(), None)


@pytest.mark.rule("R6")
def test_a_realm_that_is_none_is_named() -> None:
    with pytest.raises(OptionError, match=r"liberators.*no realm 'WATER'"):
        resolve_options(GAME.options, {"custom": (REALM.replace("FIRE", "WATER"),)})


@pytest.mark.rule("R16")
def test_phases_follow_in_their_order_and_each_side_has_a_turn_a_round() -> None:
    batch = battle("starter_stormcast", "starter_khorne", 6)
    turns: dict[tuple[int, int], list[int]] = {}
    sides: dict[int, set[int]] = {}
    for _ in walk(batch, 6, 700):
        state = batch.states[0]
        if state["phase"] == Phase.SETUP or state["stage"] in (Stage.PRIORITY, Stage.FIRST_TURN):
            continue
        here = (int(state["round_number"]), int(state["turn"]))
        turns.setdefault(here, []).append(int(state["phase"]))
        sides.setdefault(here[0], set()).add(int(state["active"]))
    assert len(turns) > 6
    for phases in turns.values():
        assert phases == sorted(phases)
    assert all(found == {0, 1} for number, found in sides.items() if number < max(sides))


@pytest.mark.rule("R16")
def test_who_uses_powers_after_set_up_first_is_rolled_off() -> None:
    red, blue = ["night_runners:10"], ["freeguild_archers:10"]
    begun = set()
    for seed in range(8):
        options = resolve_options(GAME.options, custom(red, blue, **{"sudden_death.enabled": False, "terrain.per_square": 0}))
        batch = Batch.from_seed(GAME, options, 1, seed)
        while batch.states["stage"][0] != Stage.AFTER_SETUP:
            batch.apply(int(batch.legal_actions()[0]))
        first = int(batch.states["current_player"][0])
        assert batch.states["round_number"][0] == 0
        play(batch, Action(Verb.DONE))
        assert batch.states["stage"][0] == Stage.AFTER_SETUP
        assert batch.states["current_player"][0] == 1 - first
        begun.add(first)
    assert begun == {0, 1}


@pytest.mark.rule("R17")
def test_powers_of_the_hero_phase_are_for_the_own_one() -> None:
    batch = scene(["lord_relictor", "battlemage:1:bright"], ["grey_seer"], 12)
    for seat in range(2):
        at_stage(batch, *HERO, seat=seat)
        record = record_of(batch)
        owners = {int(record["power"][a.power, 1]) for a in legal(batch) if a.power >= 0}
        assert owners == {seat}
    at_stage(batch, *HERO)
    use(batch, "Lightning Storm", target=0)
    left = {a.power for a in legal(batch)} if batch.states["stage"][0] == Stage.HERO else set()
    number = next(
        k for k in range(int(record["powers"])) if bytes(record["power_name"][k].astype("u1")).startswith(b"Lightning")
    )
    assert number not in left  # one prayer a hero phase


@pytest.mark.rule("R22")
@pytest.mark.parametrize(("unit", "passes"), [("knight_venator", True), ("lord_celestant", False)])
def test_fliers_pass_over_models_and_walls(unit: str, passes: bool) -> None:
    # a wall of buildings 20 inches wide, and friends behind it: who walks has to stay on this side
    spots = {0: [(30.0, 20.0)], 1: line_of(10, 23, 24.2, 1.4), BLUE: [(30.0, 40.0)]}
    batch = by_hand([unit, "freeguild_guard:10"], ["warboss"], spots)
    wall(batch, 30, 22.5, 20, 0.3)
    at_stage(batch, *MOVING)
    play(batch, Action(Verb.PICK, unit=0))
    play(batch, Action(Verb.TOWARDS, target=0))
    (_, y), *_ = models_of(batch, 0)
    assert (y > 26_000) == passes
    assert passes or y < 22_500


@pytest.mark.rule("R22")
def test_fliers_near_an_enemy_may_only_stay_or_retreat_and_never_end_near_one() -> None:
    near = scene(["knight_venator", "lord_relictor"], ["warboss"], 3.5)
    at_stage(near, *MOVING)
    play(near, Action(Verb.PICK, unit=0))
    assert {a.verb for a in legal(near)} == {Verb.RETREAT, Verb.RETREAT_RUNNING, Verb.DONE}
    far = scene(["knight_venator", "lord_relictor"], ["warboss"], 9)
    at_stage(far, *MOVING)
    play(far, Action(Verb.PICK, unit=0))
    play(far, Action(Verb.TOWARDS, target=0))
    assert gap(far, 0, BLUE) > 3000


@pytest.mark.rule("R23")
@pytest.mark.parametrize("moved", list(Moved))
def test_units_that_ran_or_retreated_do_not_shoot(moved: Moved) -> None:
    batch = scene(["freeguild_handgunners:10"], [BIG], 12)
    batch.states["moved"][0, 0] = moved
    at_stage(batch, *SHOOTING)
    assert (Action(Verb.PICK, unit=0) in legal(batch)) == (moved not in (Moved.RAN, Moved.RETREATED))


@pytest.mark.rule("R23")
def test_each_model_shoots_with_all_its_missile_weapons_even_in_melee() -> None:
    batch = scene(["bastiladon:1:solar engine"], ["liberators:5"], 5)
    assert gap(batch, 0, BLUE) <= 3000
    at_stage(batch, *SHOOTING)
    play(batch, Action(Verb.PICK, unit=0))
    assert len(play_and_tell(batch, Action(Verb.AIM, target=0, detail=0))) == 2  # solar engine and javelins, not the tail


@pytest.mark.rule("R23")
def test_missile_weapons_are_not_for_the_combat_phase() -> None:
    batch = scene(["bastiladon:1:solar engine"], ["liberators:5"], 4.5)
    at_stage(batch, *FIGHTS)
    play(batch, Action(Verb.PICK, unit=0))
    play(batch, Action(Verb.STAY))
    [(_, _, attacks, *_)] = play_and_tell(batch, Action(Verb.AIM, target=0, detail=0))
    assert attacks == 3  # the tail alone


@pytest.mark.rule("R30")
def test_healing_cancels_wounds_but_brings_nobody_back() -> None:
    healed = False
    for number in range(12):
        batch = with_luck(scene(["lord_relictor", "liberators:5"], [BIG], 25), number)
        state = batch.states[0]
        first = int(record_of(batch)["first"][1])
        state["alive"][1] = 3
        for name in ("x", "y", "kind"):
            state[name][first + 3 : first + 5] = 0
        state["hurt"][first] = 1
        at_stage(batch, *HERO)
        use(batch, "Healing Storm", unit=1)
        assert state["alive"][1] == 3
        assert state["hurt"][first : first + 5].sum() in (0, 1)  # never below none
        healed |= int(state["hurt"][first]) == 0
    assert healed


@pytest.mark.rule("R31")
def test_mortal_wounds_need_no_rolls_and_are_allocated_like_others() -> None:
    # a Warpfire Thrower: D3 mortal wounds with each shot; a save of 2+ with a shield is no help
    shielded = scene(["warpfire_thrower"], [TREES], 7, **{"units.treelord.save": 2})
    shielded.states["effects"][0, BLUE, effect_number(shielded, "Mystic Shield", 1)] = 1
    seen = set()
    for number in range(24):
        trial = with_luck(shielded, number)
        at_stage(trial, *SHOOTING)
        play(trial, Action(Verb.PICK, unit=0))
        [(_, _, _, wounds, mortal)] = play_and_tell(trial, Action(Verb.AIM, target=0, detail=0))
        assert wounds == mortal == lost(trial, BLUE)
        seen.add(wounds)
    assert seen == {1, 2, 3}


@pytest.mark.rule("R31")
def test_mortal_wounds_of_an_attack_join_the_pool_of_its_wounds() -> None:
    """Executioners: sixes are mortal, other hits are wounds; the owner allocates all of them at once."""
    batch = scene(["executioners:10"], ["liberators:5"], 1.2)
    asked = 0
    for number in range(12):
        trial = with_luck(batch, number)
        at_stage(trial, *FIGHTS)
        play(trial, Action(Verb.PICK, unit=0))
        play(trial, Action(Verb.STAY))
        told = play_and_tell(trial, Action(Verb.AIM, target=0, detail=0))
        wounds, mortal = sum(e[3] for e in told), sum(e[4] for e in told)
        if trial.states["stage"][0] == Stage.ALLOCATE and 0 < mortal < wounds:
            assert trial.states["pool"][0, BLUE] == wounds
            asked += 1
    assert asked > 0


@pytest.mark.rule("R36")
def test_every_reading_that_players_could_dispute_is_an_option_that_rules_see() -> None:
    """Nothing is rolled off inside a battle: the options are the agreement, and none of them is idle."""
    for path, value in OTHER_VALUES.items():
        around = AROUND.get(path, {})
        before = resolve_options(GAME.options, around).to_record()
        changed = resolve_options(GAME.options, {**around, path: value}).to_record()
        assert changed.tobytes() != before.tobytes(), path
    marked = {info.path for info in iterate_options(GAME.options()) if info.mark == "house"}
    assert marked - set(OTHER_VALUES) == {"armies.points", "armies.pitched"}  # looked at when armies are checked (R1)


AROUND: dict[str, dict[str, Any]] = {
    "armies.red.units": {"armies.red.list": "custom", "armies.red.units": ("liberators:5",)},
    "armies.blue.units": {"armies.blue.list": "custom", "armies.blue.units": ("liberators:5",)},
    "summoning": {"armies.red.list": "custom", "armies.red.units": ("branchwraith",)},
}
OTHER_VALUES: dict[str, Any] = {
    "armies.red.list": "storm",
    "armies.blue.list": "blood",
    "armies.red.units": ("liberators:10",),
    "armies.blue.units": ("liberators:10",),
    "custom": ("[warscroll.liberators]\nwounds = 3\n",),
    "summoning": True,
    "realm": "death",
    "radius_table": "long",
    "board.width": 60,
    "board.height": 44,
    "terrain.choice": 3,
    "terrain.blocking": 50,
    "terrain.scenery": "arcane",
    "sudden_death.strict": True,
    "los.models_block": "all",
    "cover.test": "overlap",
    "spells.once_per_side": True,
    "max_rounds": 6,
    "first_round_roll": True,
    "rule_of_one": True,
    "save_dash_unmodifiable": False,
    "random_attacks": "per_model",
    "random_damage": "per_unit",
    "alloc_policy": "free",
    "stack_same_name": True,
    "reroll_policy": "always",
    "triumphs": "both",
    "radius_percent": 90,
    "pile_in_strict": True,
    "exact_positions": True,
    "retreat_and_run": False,
}


@pytest.mark.rule("R9")
def test_set_up_goes_unit_by_unit_in_turn_the_winner_of_the_roll_off_first() -> None:
    batch = battle("storm", "blood", 4)
    order = []
    while batch.states["stage"][0] <= Stage.PLACE:
        actions = [a for a in legal(batch) if a.verb != Verb.DONE]
        if batch.states["stage"][0] == Stage.DEPLOY:
            order.append(int(batch.states["current_player"][0]))
        play(batch, actions[0])
    winner = int(batch.states["roll_winner"][0])
    both = 2 * min(np.bincount(order))
    assert order[:both] == [winner, 1 - winner] * (both // 2)
