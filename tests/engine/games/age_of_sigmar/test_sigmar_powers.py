"""Spells, prayers, commands and other powers that players use, on positions made by hand (fact sheet, section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from sigmar_field import (
    BIG,
    BLUE,
    CHARGES,
    HERO,
    SHOOTING,
    at_stage,
    by_hand,
    effect_number,
    legal,
    line_of,
    lost,
    play,
    power_number,
    record_of,
    scene,
    use,
    with_luck,
)

from engine.batch import Batch
from engine.games.age_of_sigmar.actions import Action, Verb
from engine.games.age_of_sigmar.state import Phase, Resume, Stage


def wounds(make: Callable[[], Batch], act: Callable[[Batch], None], unit: int, trials: int = 16) -> set[int]:
    """The numbers of wounds that a unit suffers with different luck."""
    found = set()
    for number in range(trials):
        batch = with_luck(make(), number)
        before = lost(batch, unit)
        act(batch)
        while batch.states["stage"][0] == Stage.UNBIND:
            play(batch, Action(Verb.DONE))
        found.add(lost(batch, unit) - before)
    return found


# power -> its user, its target, distance, which numbers of wounds it may do


POWERS: dict[str, tuple[str, str, float, set[int]]] = {
    "Lightning Storm": ("lord_relictor", BIG, 10, {0, 1, 2, 3}),
    "Warding Lantern (burn)": ("lord_castellant", BIG, 10, {1}),
    "Blood Boil": ("slaughterpriest", "warboss", 12, {0, 1, 2, 3, 4, 5, 6}),
    "Green Puke": ("weirdnob_shaman", BIG, 4, {0, 1, 2, 3}),
    "Foot of Gork": ("weirdnob_shaman", BIG, 12, {0, 1, 2, 3, 4, 5, 6}),
    "Gaze of Mork": ("great_shaman", BIG, 12, {0, 1, 2, 3}),
    "Vermintide": ("grey_seer", "clanrats:20", 20, set(range(12))),
    "Warp Lightning": ("warlock_engineer", BIG, 12, {0, 1, 2, 3}),
    "Warp Lightning (supercharged)": ("warlock_engineer", BIG, 12, {0, 1, 2, 3, 4, 5, 6}),
    "Fireball": ("battlemage:1:bright", BIG, 12, {0, 1, 2, 3, 4, 5, 6}),
    "Chain Lightning": ("battlemage:1:heavens", BIG, 12, {0, 1, 2, 3}),
    "Soul Steal": ("battlemage:1:amethyst", BIG, 12, {0, 1, 2, 3, 4, 5}),
    "Awakening the Wood": ("treelord_ancient", BIG, 12, {0, 1, 2, 3}),
    "Word of Pain": ("sorceress", BIG, 12, {0, 1}),
    "Summon Starlight (blind)": ("skink_starpriest", "bloodletters:10", 12, {0, 1, 2, 3}),
}


@pytest.mark.rule("warscrolls")
@pytest.mark.parametrize("name", POWERS)
def test_a_power_of_the_hero_phase_hurts_as_it_says(name: str) -> None:
    user, target, distance, possible = POWERS[name]

    def make() -> Batch:
        batch = scene([user], [target], distance)
        at_stage(batch, *HERO)
        return batch

    found = wounds(make, lambda batch: use(batch, name, target=0), BLUE)
    assert found <= possible
    assert len(found) >= min(len(possible), 2)


@pytest.mark.rule("Lord-Castellant")
def test_a_lantern_burns_daemons_more() -> None:
    def make() -> Batch:
        batch = scene(["lord_castellant"], ["bloodletters:10"], 8)
        at_stage(batch, *HERO)
        return batch

    assert wounds(make, lambda batch: use(batch, "Warding Lantern (burn)", target=0), BLUE) == {1, 2, 3}


@pytest.mark.rule("Lord-Castellant: Warding Lantern (ward)")
def test_a_lantern_wards_stormcast_and_nobody_else() -> None:
    batch = scene(["lord_castellant", "liberators:5", "freeguild_guard:10"], [BIG], 25)
    at_stage(batch, *HERO)
    number = power_number(batch, "Warding Lantern (ward)")
    assert {a.unit for a in legal(batch) if a.power == number} == {0, 1}
    use(batch, "Warding Lantern (ward)", unit=1)
    assert batch.states["effects"][0, :3, effect_number(batch, "Warding Lantern", 0)].tolist() == [0, 1, 0]
    left = {a.power for a in legal(batch)} if batch.states["stage"][0] == Stage.HERO else set()
    assert not left & {number, power_number(batch, "Warding Lantern (burn)")}  # one light a phase


@pytest.mark.rule("Grey Seer: Skittering Leap of Faith")
def test_a_leap_of_faith_is_for_skaven_within_26_inches() -> None:
    places = {0: [(20.0, 5.0)], 1: line_of(10, 20, 25, 1.1), 2: line_of(10, 20, 36, 1.1), BLUE: [(60.0, 40.0)]}
    batch = by_hand(["grey_seer", "clanrats:10", "clanrats:10"], ["warboss"], places)
    at_stage(batch, *HERO)
    use(batch, "Skittering Leap of Faith")
    assert batch.states["effects"][0, :3, effect_number(batch, "Stay and Die", 0)].tolist() == [1, 1, 0]


@pytest.mark.rule("Lord-Celestant on Dracoth: Lord of the Host")
@pytest.mark.parametrize(("distance", "steady"), [(20.0, True), (33.0, False)])
def test_the_host_of_a_lord_does_not_waver(distance: float, steady: bool) -> None:
    places = {0: [(10.0, 5.0)], 1: line_of(5, 10, 5 + distance, 1.7), BLUE: [(60.0, 40.0)]}
    fled = set()
    for number in range(12):
        batch = with_luck(by_hand(["lord_celestant_on_dracoth", "liberators:5"], ["warboss"], places), number)
        at_stage(batch, *HERO)
        use(batch, "Lord of the Host")
        batch.states["slain"][0, 1] = 6
        at_stage(batch, *CHARGES)
        play(batch, Action(Verb.DONE))
        while batch.states["stage"][0] == Stage.FLEE:
            play(batch, legal(batch)[0])
        fled.add(5 - int(batch.states["alive"][0, 1]))
    assert (fled == {0}) == steady


@pytest.mark.rule("Warlock Engineer")
def test_a_supercharged_spell_that_fails_hurts_its_caster() -> None:
    def make() -> Batch:
        batch = scene(["warlock_engineer"], [BIG], 12)
        at_stage(batch, *HERO)
        return batch

    found = wounds(make, lambda batch: use(batch, "Warp Lightning (supercharged)", target=0), 0, 60)
    assert 0 in found
    assert any(found - {0})


@pytest.mark.rule("Lord-Relictor")
@pytest.mark.parametrize(
    ("name", "user", "unit"), [("Healing Storm", "lord_relictor", 0), ("Lifesurge", "battlemage:1:jade", 0)]
)
def test_healing_heals_up_to_three_wounds_of_one_model(name: str, user: str, unit: int) -> None:
    healed = set()
    for number in range(30):
        batch = with_luck(scene([user], [BIG], 25), number)
        batch.states["hurt"][0, 0] = 4
        at_stage(batch, *HERO)
        use(batch, name, unit=unit)
        while batch.states["stage"][0] == Stage.UNBIND:
            play(batch, Action(Verb.DONE))
        healed.add(4 - int(batch.states["hurt"][0, 0]))
    assert healed == {0, 1, 2, 3}


SHOTS: dict[str, tuple[str, str, float, set[int]]] = {
    "Storm Breath": ("lord_celestant_on_dracoth", BIG, 9, {0, 1, 2, 3}),
    "Sigmarite Warcloak": ("lord_celestant", BIG, 12, {0, 1, 2, 3, 4, 5, 6}),
}


@pytest.mark.rule("warscrolls")
@pytest.mark.parametrize("name", SHOTS)
def test_a_power_of_the_shooting_phase_hurts_as_it_says(name: str) -> None:
    user, target, distance, possible = SHOTS[name]

    def make() -> Batch:
        batch = scene([user], [target], distance)
        at_stage(batch, *SHOOTING)
        return batch

    found = wounds(make, lambda batch: use(batch, name, target=0), BLUE)
    assert found <= possible
    assert len(found) > 1


@pytest.mark.rule("Ratling Gun, Warpfire Thrower, Grey Seer")
@pytest.mark.parametrize(
    ("name", "user", "stage", "good", "bad"),
    [
        ("More-more Warp Lead!", "ratling_gun", SHOOTING, "More-more Warp Lead!", "Jammed"),
        ("More-more Warpfire!", "warpfire_thrower", SHOOTING, "More-more Warpfire!", "Blocked"),
        ("Warpstone Token", "grey_seer", HERO, "Warpstone Token", "Bitten on nothing"),
    ],
)
def test_what_is_pushed_too_far_hurts_on_a_one(name: str, user: str, stage: Any, good: str, bad: str) -> None:
    ones = 0
    for number in range(40):
        batch = with_luck(scene([user], [BIG], 7), number)
        at_stage(batch, *stage)
        use(batch, name)
        effects = batch.states["effects"][0, 0]
        failed = bool(effects[effect_number(batch, bad, 0)]) if batch.states["alive"][0, 0] else True
        assert failed == (lost(batch, 0) > 0)
        assert failed or effects[effect_number(batch, good, 0)]
        ones += failed
    assert 1 <= ones <= 18


@pytest.mark.rule("Battlemage")
def test_the_owner_picks_the_model_that_is_transmuted() -> None:
    slain = set()
    for number in range(30):
        batch = with_luck(scene(["battlemage:1:gold"], ["liberators:5"], 12), number)
        at_stage(batch, *HERO)
        use(batch, "Final Transmutation", target=0)
        if batch.states["stage"][0] == Stage.PICK_MODEL:
            assert batch.states["current_player"][0] == 1
            play(batch, Action(Verb.ALLOCATE, detail=1))
            slain.add(5 - int(batch.states["alive"][0, BLUE]))
    assert slain == {0, 1}  # two wounds left: slain on 3 or more


@pytest.mark.rule("Bloodsecrator, Lord-Celestant on Dracoth")
def test_some_auras_are_fixed_at_the_start_of_their_phase() -> None:
    batch = scene(["bloodsecrator", "blood_warriors:5"], ["warboss"], 2.5)
    portal, rage = effect_number(batch, "Portal of Skulls", 0), effect_number(batch, "Rage of Khorne", 0)
    batch.states["effects"][0, 0, portal] = 1
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.DONE))
    assert batch.states["phase"][0] == Phase.COMBAT
    assert batch.states["effects"][0, :3, rage].tolist() == [1, 1, 0]


@pytest.mark.rule("Mighty Lord of Khorne")
def test_gorelord_helps_its_lord_and_three_more() -> None:
    batch = scene(
        ["mighty_lord_of_khorne", "blood_warriors:5", "bloodreavers:10", "bloodstoker", "skullreapers:5"], ["warboss"], 20
    )
    at_stage(batch, *HERO)
    for unit in (1, 2, 3):
        use(batch, "Gorelord", unit=unit)
    assert batch.states["effects"][0, :5, effect_number(batch, "Gorelord", 0)].tolist() == [1, 1, 1, 1, 0]
    assert not any(a.power == power_number(batch, "Gorelord") for a in legal(batch))


@pytest.mark.rule("Branchwraith")
def test_dryads_are_summoned_and_count_as_losses_only() -> None:
    for number in range(12):
        batch = with_luck(scene(["branchwraith"], ["warboss"], 25, summoning=True), number)
        at_stage(batch, *HERO)
        use(batch, "Roused to Wrath")
        if batch.states["alive"][0, 1]:
            assert 2 <= batch.states["alive"][0, 1] <= 12
            assert batch.states["set_up"][0, 0] == 1
            return
    raise AssertionError("never cast")


@pytest.mark.rule("Spellweaver")
def test_slain_models_return_and_stay_counted_as_losses() -> None:
    for number in range(12):
        batch = with_luck(scene(["spellweaver", "eternal_guard:10"], ["warboss"], 25), number)
        first = int(record_of(batch)["first"][1])
        state = batch.states[0]
        state["alive"][1], state["lost"][0] = 6, 4
        for name in ("x", "y", "kind"):
            state[name][first + 6 : first + 10] = 0
        at_stage(batch, *HERO)
        use(batch, "Blessing of Life", unit=1)
        if state["alive"][1] > 6:
            assert state["alive"][1] <= 9
            assert state["lost"][0] == 4
            return
    raise AssertionError("never cast")


@pytest.mark.rule("Spellweaver: Heartwood Staff")
def test_a_heartwood_staff_unbinds_once_without_a_roll() -> None:
    for number in range(8):
        batch = with_luck(scene(["battlemage:1:bright"], ["spellweaver"], 12), number)
        at_stage(batch, *HERO)
        use(batch, "Arcane Bolt", target=0)
        if batch.states["stage"][0] == Stage.UNBIND:
            play(batch, Action(Verb.UNBIND, unit=0))
            assert lost(batch, BLUE) == 0
            return
    raise AssertionError("never cast")


@pytest.mark.rule("Sorceress")
def test_a_blood_sacrifice_slays_a_friend_for_two_on_the_dice() -> None:
    batch = by_hand(["sorceress", "darkshards:10"], ["warboss"], {0: [(20, 20)], 1: line_of(10, 20, 22, 1.3), BLUE: [(20, 45)]})
    at_stage(batch, *HERO)
    use(batch, "Blood Sacrifice", unit=1)
    assert batch.states["alive"][0, 1] == 9
    assert batch.states["effects"][0, 0, effect_number(batch, "Blood Sacrifice", 0)] == 1


@pytest.mark.rule("Slann")
@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("Constellation: The Great Drake", "The Great Drake"),
        ("Constellation: The Hunter's Steed", "The Hunter's Steed"),
        ("Constellation: The Sage's Staff", "The Sage's Staff"),
    ],
)
def test_a_constellation_is_chosen_instead_of_a_spell(name: str, effect: str) -> None:
    results = set()
    for number in range(30):
        batch = with_luck(scene(["slann", "saurus_guard:5"], ["warboss"], 25), number)
        at_stage(batch, *HERO)
        use(batch, name)
        chosen = int(batch.states["effects"][0, 1, effect_number(batch, effect, 0)])
        results.add((chosen, int(batch.states["cast"][0, 0])))
    assert results == {(1, 1), (0, 1), (0, 3)}  # chosen on 4 or more; a 1 ends all casting


@pytest.mark.rule("Slann: Celestial Configuration")
def test_a_constellation_is_rolled_after_set_up() -> None:
    risen: Counter[int] = Counter()
    for number in range(40):
        batch = with_luck(scene(["slann", "saurus_guard:5", "skinks:10"], ["warboss"], 25), number)
        batch.states["round_number"][0] = 0
        at_stage(batch, Stage.AFTER_SETUP, Phase.SETUP, Resume.AFTER_SET_UP)
        use(batch, "Celestial Configuration")
        signs = [effect_number(batch, name, 0) for name in ("The Great Drake", "The Hunter's Steed", "The Sage's Staff")]
        found = [[int(batch.states["effects"][0, unit, sign]) for sign in signs] for unit in range(3)]
        assert found[0] == found[1] == found[2]
        assert sum(found[0]) == 1
        risen[found[0].index(1)] += 1
        assert batch.states["cast"][0, 0] == 0  # no spell is lost for it
    assert min(risen.values()) >= 5
    assert len(risen) == 3


@pytest.mark.rule("R8 Mystical")
def test_a_stunned_unit_may_use_abilities_but_no_spells() -> None:
    batch = scene(["battlemage:1:bright", "lord_relictor"], ["warboss"], 10)
    stunned = effect_number(batch, "Stunned", 0)
    batch.states["effects"][0, 0, stunned] = batch.states["effects"][0, 1, stunned] = 1
    batch.states["general"][0, 0] = 1
    at_stage(batch, *HERO)
    powers = {a.power for a in legal(batch)}
    assert power_number(batch, "Arcane Bolt") not in powers
    assert power_number(batch, "Inspiring Presence") in powers
