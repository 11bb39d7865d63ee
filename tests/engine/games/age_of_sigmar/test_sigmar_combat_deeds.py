"""Abilities at work in movement, charges and combat, on positions made by hand (fact sheet, section 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sigmar_field import (
    BIG,
    BLUE,
    CHARGES,
    FIGHTS,
    HERO,
    SHOOTING,
    at_stage,
    by_hand,
    effect_number,
    gap,
    legal,
    line_of,
    lost,
    play,
    power_number,
    scene,
    use,
    with_luck,
)

from engine.batch import Batch
from engine.games.age_of_sigmar.actions import Action, Verb
from engine.games.age_of_sigmar.state import Phase, Resume, Stage


def trials(make: Callable[[], Batch], number: int = 20) -> list[Batch]:
    """The same position with different luck."""
    batch = make()
    return [with_luck(batch, k) for k in range(number)]


def strike(batch: Batch) -> None:
    """Red's first unit fights the only enemy in reach, without piling in; owners allocate at the rear."""
    at_stage(batch, *FIGHTS)
    play(batch, Action(Verb.PICK, unit=0))
    play(batch, Action(Verb.STAY))
    while not batch.states["terminal"][0] and batch.states["stage"][0] in (Stage.AIM, Stage.ALLOCATE):
        play(batch, legal(batch)[0])


@pytest.mark.rule("Mighty Lord of Khorne: Reality-splitting Axe")
def test_the_reality_splitting_axe_slays_who_it_wounded() -> None:
    ends = set()
    for batch in trials(lambda: scene(["mighty_lord_of_khorne"], [BIG], 2.7), 40):
        strike(batch)
        marked = bool(batch.states["marked"][0].any())
        batch.states["done"][0] = 1
        at_stage(batch, Stage.COMBAT_POWERS, Phase.COMBAT, Resume.COMBAT_POWERS)
        play(batch, Action(Verb.DONE))
        ends.add((marked, bool(batch.states["alive"][0, BLUE])))
    assert ends == {(True, True), (True, False), (False, True)}


@pytest.mark.rule("Blood Warriors: No Respite; Skullreapers: Murderous to the Last; Wrathmongers: Bloodfury")
@pytest.mark.parametrize(
    ("name", "victims"),
    [("No Respite", "blood_warriors:5"), ("Murderous to the Last", "skullreapers:5"), ("Bloodfury", "wrathmongers:5")],
)
def test_models_slain_in_combat_still_hurt_who_slew_them(name: str, victims: str) -> None:
    hurt = 0
    for batch in trials(lambda: scene(["retributors:5"], [victims], 1.9), 12):
        strike(batch)
        hurt += lost(batch, 0)
        assert batch.states["alive"][0, BLUE] == 5 or batch.states["slain"][0, BLUE] > 0
    assert hurt > 0, name


@pytest.mark.rule("Khorgoraths: Taker of Heads")
def test_a_khorgorath_heals_by_slaying_and_frightens_by_wounding() -> None:
    healed = 0
    for batch in trials(lambda: scene([BIG], ["clanrats:10"], 2.2)):
        batch.states["hurt"][0, 0] = 3
        strike(batch)  # Taker of Heads
        slew = batch.states["slain"][0, BLUE] > 0
        assert (batch.states["hurt"][0, 0] < 3) == slew
        assert batch.states["struck"][0, 0] == int(slew)  # Horrific Predator looks at this
        healed += slew
    assert healed > 0


@pytest.mark.rule("Aspiring Deathbringer: Witness my Ascension")
def test_a_deathbringer_avenges_a_hero_of_khorne() -> None:
    batch = scene(["warboss"], ["bloodstoker", "aspiring_deathbringer"], 25)
    batch.states["pool"][0, BLUE] = 5
    at_stage(batch, *CHARGES)
    play(batch, Action(Verb.DONE))
    assert batch.states["alive"][0, BLUE] == 0
    vengeance = effect_number(batch, "Vengeance", 1)  # Witness my Ascension
    assert batch.states["effects"][0, BLUE + 1, vengeance] == 1


@pytest.mark.rule("Megaboss: Strength from Victory")
def test_who_slays_a_hero_grows() -> None:
    for batch in trials(lambda: scene(["megaboss"], ["bloodstoker"], 2.0)):
        strike(batch)
        slew = batch.states["alive"][0, BLUE] == 0
        assert batch.states["bonus"][0, 0] == int(slew)
        if slew:
            return
    raise AssertionError("never slain")


@pytest.mark.rule("Lord of Khorne on Juggernaut: Slaughterous Charge")
def test_a_slaughterous_charge_tramples() -> None:
    trampled = 0
    for batch in trials(lambda: scene(["lord_of_khorne_on_juggernaut"], [BIG], 8)):
        at_stage(batch, *CHARGES)
        play(batch, Action(Verb.PICK, unit=0))
        if Action(Verb.CHARGE, target=0) in legal(batch):
            play(batch, Action(Verb.CHARGE, target=0))
            trampled += lost(batch, BLUE)
            assert lost(batch, BLUE) <= 3
    assert trampled > 0


@pytest.mark.rule("Lord of Khorne on Juggernaut: Brass-clad Shield; Bastiladon: Impervious Defence")
@pytest.mark.parametrize(
    ("target", "share"), [("lord_of_khorne_on_juggernaut", 1), ("bastiladon", 1), (BIG, 2)]
)  # half of the wounds of a spell are ignored: Brass-clad Shield, Impervious Defence
def test_some_ignore_wounds_of_spells(target: str, share: int) -> None:
    found = 0
    for batch in trials(lambda: scene(["battlemage:1:bright"], [target], 14), 60):
        at_stage(batch, *HERO)
        use(batch, "Arcane Bolt", target=0)
        found += lost(batch, BLUE)
    assert (found > 75) == (share == 2), found  # 100 expected, or 50


@pytest.mark.rule("Slann: Arcane Vassal")
def test_a_spell_may_be_measured_from_a_vassal() -> None:
    places = {0: [(20.0, 5.0)], 1: [(20.0, 18.0)], BLUE: [(20.0, 33.0)]}
    batch = by_hand(["slann", "skink_priest"], ["warboss"], places)
    at_stage(batch, *HERO)
    assert Action(Verb.POWER, power=power_number(batch, "Arcane Bolt"), target=0) in legal(batch)  # Arcane Vassal
    alone = by_hand(["slann", "kroxigor:3"], ["warboss"], {**places, 1: line_of(3, 20, 18, 2.5)})
    at_stage(alone, *HERO)
    assert Action(Verb.POWER, power=power_number(alone, "Arcane Bolt"), target=0) not in legal(alone)


@pytest.mark.rule("Saurus Oldblood: Paragon of Order")
def test_a_paragon_of_order_re_forms_units() -> None:
    batch = scene(["saurus_oldblood", "saurus_guard:5"], ["warboss"], 25)
    at_stage(batch, *HERO)
    before = gap(batch, 1, BLUE)
    use(batch, "Paragon of Order", unit=1)
    assert before - 3100 <= gap(batch, 1, BLUE) < before


@pytest.mark.rule("Salamanders: It Burns!")
def test_what_a_stream_wounded_may_burn_on() -> None:
    burnt = set()
    for batch in trials(lambda: scene(["salamanders:1"], [BIG], 8), 60):
        at_stage(batch, *SHOOTING)
        play(batch, Action(Verb.PICK, unit=0))
        play(batch, Action(Verb.AIM, target=0, detail=0))
        burnt.add(lost(batch, BLUE))  # It Burns!
    assert max(burnt) > 6
    assert 0 in burnt


@pytest.mark.rule("Razordons: Instinctive Defence; Freeguild Handgunners: Piper")
@pytest.mark.parametrize("unit", ["razordons:1", "freeguild_handgunners:10"])
def test_some_shoot_at_who_charges_them(unit: str) -> None:
    hurt = 0
    for batch in trials(lambda: scene([BIG], [unit], 6)):
        at_stage(batch, *CHARGES)
        play(batch, Action(Verb.PICK, unit=0))
        if Action(Verb.CHARGE, target=0) in legal(batch):
            play(batch, Action(Verb.CHARGE, target=0))
            hurt += lost(batch, 0)  # Instinctive Defence
    assert hurt > 0


@pytest.mark.rule("Freeguild Guard: Drummer")
def test_a_drummer_leads_a_counter_charge() -> None:
    came = 0
    blue = ["warboss", "freeguild_guard:10:halberds and shields"]
    places = {0: [(20.0, 20.0)], BLUE: [(20.0, 27.0)], BLUE + 1: line_of(10, 23, 29.5, 1.1)}
    for batch in trials(lambda: by_hand([BIG], blue, places)):
        at_stage(batch, *CHARGES)
        play(batch, Action(Verb.PICK, unit=0))
        if Action(Verb.CHARGE, target=0) in legal(batch):
            play(batch, Action(Verb.CHARGE, target=0))
            came += int(batch.states["charged"][0, BLUE + 1] > 0)  # Drummer
    assert came > 0


@pytest.mark.rule("Bastiladon: Tide of Snakes")
def test_snakes_bite_what_is_near() -> None:
    bitten = set()
    for batch in trials(lambda: scene(["bastiladon:1:ark of sotek"], [BIG], 6)):
        at_stage(batch, Stage.COMBAT_POWERS, Phase.COMBAT, Resume.COMBAT_POWERS)
        use(batch, "Tide of Snakes")
        bitten.add(lost(batch, BLUE))
    assert len(bitten) > 2
    assert max(bitten) <= 8


@pytest.mark.rule("Megaboss: Waaagh!")
def test_a_waaagh_needs_friends_near() -> None:
    roars: dict[int, set[int]] = {}
    for friends in (0, 3):
        red = ["megaboss", *["warchanter"] * friends]
        places = {k: [(20.0 + 2 * k, 20.0)] for k in range(friends + 1)}
        for batch in trials(lambda red=red, places=places: by_hand(red, [BIG], {**places, BLUE: [(20, 23)]})):  # type: ignore[misc]
            at_stage(batch, Stage.COMBAT_POWERS, Phase.COMBAT, Resume.COMBAT_POWERS)
            use(batch, "Waaagh!")
            number = effect_number(batch, "Waaagh! (1)", 0)
            roars.setdefault(friends, set()).add(int(batch.states["effects"][0, 0, number]))
    assert roars == {0: {0}, 3: {0, 1}}


@pytest.mark.rule("Skaven Warlord: Verminous Valour; Gryph-hounds: Darting Attacks")
@pytest.mark.parametrize("unit", ["skaven_warlord", "gryph_hounds:1"])
def test_some_slip_away_after_their_attacks(unit: str) -> None:
    offered = 0
    for batch in trials(lambda: scene([unit], [BIG], 2.5)):
        strike(batch)
        if batch.states["stage"][0] == Stage.SLIP_AWAY:  # Verminous Valour, Darting Attacks
            before = gap(batch, 0, BLUE)
            play(batch, Action(Verb.AWAY))
            offered += gap(batch, 0, BLUE) > before
    assert offered > 0


@pytest.mark.rule("Freeguild Crossbowmen: Reload, Fire!")
def test_massed_crossbows_shoot_twice() -> None:
    first, second = line_of(20, 10, 10, 1.2), [(20.0, 22.0)]
    batch = by_hand(["freeguild_crossbowmen:20"], ["treelord"], {0: first, BLUE: second})
    at_stage(batch, *SHOOTING)
    play(batch, Action(Verb.PICK, unit=0))
    shots = 0
    while batch.states["stage"][0] == Stage.AIM:
        play(batch, Action(Verb.AIM, target=0, detail=0))
        shots += 1
    assert shots == 2  # Reload, Fire!


@pytest.mark.rule("Treelord: Groundshaking Stomp")
def test_a_stomp_shakes_who_is_near() -> None:
    shaken = set()
    for batch in trials(lambda: scene(["treelord"], ["clanrats:10"], 3)):
        at_stage(batch, *CHARGES)
        play(batch, Action(Verb.DONE))
        shaken.add(int(batch.states["done"][0, BLUE]) & 2)  # Groundshaking Stomp
    assert shaken == {0, 2}


@pytest.mark.rule("Clanrats: Clan Banner")
def test_clanrats_may_retreat_and_charge() -> None:
    batch: Any = scene(["clanrats:10"], ["warboss"], 8)
    batch.states["moved"][0, 0] = 3
    at_stage(batch, *CHARGES)
    assert Action(Verb.PICK, unit=0) in legal(batch)
    other = scene(["night_runners:10"], ["warboss"], 8)
    other.states["moved"][0, 0] = 3
    at_stage(other, *CHARGES)
    assert Action(Verb.PICK, unit=0) not in legal(other)
