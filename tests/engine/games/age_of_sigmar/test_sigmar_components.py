"""Component files: a TOML adds or changes warscrolls and armies; bad ones get an error that names the unit and the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.age_of_sigmar import GAME, components
from engine.games.age_of_sigmar.components import option_overrides
from engine.games.age_of_sigmar.odds import Circumstances, odds
from engine.games.age_of_sigmar.vocabulary import Effect
from engine.games.age_of_sigmar.warscrolls import WARSCROLLS
from engine.options import ComponentError, OptionError, resolve_options

NEW_UNIT = """
[warscroll.lantern_guard]
name = "Lantern Guard"
move = 5
wounds = 1
bravery = 6
save = 4
least = 5
most = 20
cost = 90
base = [32, 32]
keywords = ["ORDER", "HUMAN"]
source = "ours"

[[warscroll.lantern_guard.weapon]]
name = "glaive"
reach = 2
attacks = 2
hit = 4
wound = 3
rend = 1
damage = "D3"

[[warscroll.lantern_guard.ability]]
name = "Lantern Light"
effect = "reroll_hit"
value = 1
when = [["target_has", "CHAOS"]]

[army.lanterns]
units = ["lantern_guard:10"]
"""


def test_a_component_file_adds_a_warscroll_and_an_army(tmp_path: Path) -> None:
    path = tmp_path / "lanterns.toml"
    path.write_text(NEW_UNIT)
    options = resolve_options(GAME.options, {**components.load([path]), "armies.red.list": "lanterns"})
    record = options.to_record()
    assert record["models"][0] == 10
    assert record["weapon"][0, 0, 5] == 1030


def test_a_component_file_changes_one_field_of_a_warscroll(tmp_path: Path) -> None:
    path = tmp_path / "tough.toml"
    path.write_text("[warscroll.liberators]\nwounds = 3\n")
    options = resolve_options(GAME.options, {**components.load([path]), "armies.red.list": "storm"})
    assert options.to_record()["wounds"][3] == 3


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("move = 5", "mvoe = 5", r"lantern_guard.mvoe: unknown field, did you mean move"),
        ('damage = "D3"', 'damage = "DX"', "lantern_guard.weapon\\[1\\].damage: 'DX' is neither"),
        (
            'effect = "reroll_hit"',
            'effect = "reroll_hits"',
            r"lantern_guard.ability\[1\].effect: unknown word 'reroll_hits', did you mean reroll_hit",
        ),
        ("save = 4", "save = 9", "lantern_guard.save: 9"),
        ("bravery = 6\n", "", "lantern_guard.bravery: missing"),
        ("reach = 2\n", "", r"lantern_guard.weapon\[1\].reach: missing"),
        ("base = [32, 32]", "base = 32", "lantern_guard.base: 32"),
        ('name = "glaive"', "name = 7", r"lantern_guard.weapon\[1\].name: 7"),
        ("hit = 4", 'hit = "4+"', r"lantern_guard.weapon\[1\].hit: '4\+'"),
        ("rend = 1", "rend = 1\nrange = 2", r"lantern_guard.weapon\[1\].range: unknown field"),
        ('"target_has", "CHAOS"', '"target_has", 5', r"lantern_guard.ability\[1\].when\[1\].*argument 1 is 5"),
        ('"target_has", "CHAOS"', '"target_hsa", "CHAOS"', "unknown word 'target_hsa', did you mean target_has"),
        (
            "value = 1",
            'value = 1\nweapons = ["glave"]',
            "lantern_guard.ability.Lantern Light.weapons: no weapon 'glave', did you mean glaive",
        ),
        ("most = 20", "most = 4", "lantern_guard.most: 4"),
        (
            'units = ["lantern_guard:10"]',
            'units = ["lantern_gaurd:10"]',
            "army.lanterns: lantern_gaurd: no warscroll of that name, did you mean lantern_guard",
        ),
        ('units = ["lantern_guard:10"]', 'units = "lantern_guard:10"', "army.lanterns.units"),
        ("[army.lanterns]", "[armies.lanterns]", "armies: unknown table"),
        ("move = 5", "move = ", "not TOML"),
    ],
)
def test_a_bad_component_file_names_unit_and_field(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = tmp_path / "bad.toml"
    assert old in NEW_UNIT
    path.write_text(NEW_UNIT.replace(old, new))
    with pytest.raises(ComponentError, match=words):
        components.load([path])


def test_later_files_build_on_earlier_ones_and_texts_travel_in_the_options() -> None:
    tougher = "[warscroll.lantern_guard]\nwounds = 2\n"
    overrides = option_overrides([NEW_UNIT, tougher])
    assert set(overrides) == {"custom"}
    options = resolve_options(GAME.options, {**overrides, "armies.red.list": "lanterns"})
    assert options.to_record()["wounds"][0] == 2
    with pytest.raises(ComponentError, match=r"lantern_guard.name: missing"):
        option_overrides([tougher])


def test_weapons_and_abilities_change_by_name() -> None:
    text = """
[warscroll.liberators]
without = ["Lay Low the Tyrants"]
[[warscroll.liberators.weapon]]
name = "warhammer"
hit = 2
"""
    changed, _ = components.apply(text)
    old, new = WARSCROLLS["liberators"], changed["liberators"]
    assert new.weapons[0].hit == 2
    assert new.weapons[1:] == old.weapons[1:]
    assert [m.effect for m in old.modifiers] == [Effect.HIT]
    assert new.modifiers == ()
    with pytest.raises(ComponentError, match=r"liberators.without: .* 'Lay Low the Tyrant', did you mean"):
        components.apply('[warscroll.liberators]\nwithout = ["Lay Low the Tyrant"]\n')


POWERS = """
[warscroll.lantern_priest]
name = "Lantern Priest"
move = 5
wounds = 5
bravery = 7
save = 4
least = 1
most = 1
cost = 90
base = [40, 40]
keywords = ["ORDER", "HUMAN", "HERO", "PRIEST"]
source = "ours"

[[warscroll.lantern_priest.weapon]]
name = "lamp"
reach = 1
attacks = "D3"
hit = 4
wound = 4

[[warscroll.lantern_priest.power]]
name = "Blessed Light"
target = "friend"
roll = 3
reach = 12
to = "HUMAN"

[[warscroll.lantern_priest.power.effect]]
name = "Blessed Light"
[[warscroll.lantern_priest.power.effect.ability]]
name = "Blessed Light"
effect = "wound"
"""


def test_a_new_power_brings_its_effect() -> None:
    around = Circumstances(
        friends=("lantern_priest",), attacker_effects=("Blessed Light",), options=option_overrides([NEW_UNIT, POWERS])
    )
    plain = odds("lantern_guard:10", "orruks:10", Circumstances(options=option_overrides([NEW_UNIT, POWERS])))
    blessed = odds("lantern_guard:10", "orruks:10", around)
    mean = lambda spread: sum(v * p for v, p in spread.items())  # noqa: E731
    assert mean(blessed.wounds) == mean(plain.wounds) * 5 / 4
    with pytest.raises(ComponentError, match=r"lantern_priest.power.Blessed Light.effect: 0, this payload needs 1"):
        option_overrides([POWERS[: POWERS.index("[[warscroll.lantern_priest.power.effect]]")]])


def test_a_whole_army_may_take_the_place_of_a_printed_list() -> None:
    overrides = option_overrides(['[army.storm]\nunits = ["liberators:10", "lord_celestant"]\n'])
    options = resolve_options(GAME.options, {**overrides, "armies.red.list": "storm"})
    assert list(options.to_record()["models"][:3]) == [10, 1, 0]


def test_a_bad_text_in_the_options_is_an_option_error() -> None:
    with pytest.raises(OptionError, match=r"liberators.mvoe: unknown field"):
        resolve_options(GAME.options, {"custom": ("[warscroll.liberators]\nmvoe = 3\n",)})
