"""Army lists, points, limits, component files: what can be fielded, and errors that name the unit and the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.age_of_sigmar import GAME, components
from engine.games.age_of_sigmar.components import ComponentError
from engine.games.age_of_sigmar.data import ARMIES, POINTS_LISTS
from engine.games.age_of_sigmar.muster import MusterError, check_limits, points, read_army, read_unit
from engine.games.age_of_sigmar.warscrolls import WARSCROLLS
from engine.options import OptionError, resolve_options

FACTS = {
    "storm": (1000, 27, 67),
    "blood": (1000, 38, 85),
    "stars": (1000, 50, 71),
    "waaagh": (1000, 22, 75),
    "rats": (1000, 60, 79),
    "free": (1000, 62, 78),
    "starter_stormcast": (732, 18, 47),
    "starter_khorne": (640, 29, 54),
}


@pytest.mark.parametrize("name", FACTS)
@pytest.mark.rule("fact sheet 3")
def test_lists_have_the_points_models_and_wounds_of_the_fact_sheet(name: str) -> None:
    units = read_army(ARMIES[name], WARSCROLLS, small=name.startswith("starter"))
    models = sum(unit.models for unit in units)
    wounds = sum(unit.models * unit.scroll.wounds for unit in units)
    assert (points(units), models, wounds) == FACTS[name]


@pytest.mark.parametrize("name", POINTS_LISTS)
def test_house_lists_keep_the_cap(name: str) -> None:
    check_limits(read_army(ARMIES[name], WARSCROLLS), 1000, pitched=False)


def test_every_warscroll_has_a_source_and_can_be_fielded_in_every_build() -> None:
    assert len(WARSCROLLS) == 85
    for key, scroll in WARSCROLLS.items():
        assert scroll.source
        for build in scroll.builds:
            assert read_unit(f"{key}:{scroll.least}:{build}", WARSCROLLS).models == scroll.least


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("liberator:5", "did you mean liberators"),
        ("liberators:4", "liberators: size 4"),
        ("liberators:5:hammers", "liberators: build 'hammers'"),
        ("liberators:5:paired hammers:grandhammer=2", "liberators: 2 models with grandhammer"),
        ("liberators:five", "liberators: size 'five'"),
    ],
)
def test_a_unit_that_cannot_be_fielded_is_named(text: str, words: str) -> None:
    with pytest.raises(MusterError, match=words):
        read_unit(text, WARSCROLLS)


def test_limits_are_named() -> None:
    units = read_army(ARMIES["storm"], WARSCROLLS)
    with pytest.raises(MusterError, match="1000 points, the cap is 900"):
        check_limits(units, 900, pitched=False)
    with pytest.raises(MusterError, match="battleline"):
        check_limits(read_army(("slann",), WARSCROLLS), 1000, pitched=True)


def test_a_wrong_army_in_the_options_is_an_option_error() -> None:
    with pytest.raises(OptionError, match="liberator: no warscroll"):
        resolve_options(GAME.options, {"armies.red.list": "custom", "armies.red.units": ["liberator:5"]})


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
        ('damage = "D3"', 'damage = "DX"', "lantern_guard.weapon.damage"),
        ('effect = "reroll_hit"', 'effect = "reroll_hits"', "lantern_guard.ability.effect: unknown word"),
        ("save = 4", "save = 9", "lantern_guard.save: 9"),
        ("bravery = 6\n", "", "lantern_guard.bravery: missing"),
        ("reach = 2\n", "", "lantern_guard.weapon.reach: missing"),
    ],
)
def test_a_bad_component_file_names_unit_and_field(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = tmp_path / "bad.toml"
    assert old in NEW_UNIT
    path.write_text(NEW_UNIT.replace(old, new))
    with pytest.raises(ComponentError, match=words):
        components.load([path])


def test_options_name_every_key_of_the_fact_sheet() -> None:
    paths = {
        "board.width", "board.height", "rule_of_one", "sudden_death.strict", "max_rounds", "los.models_block", "cover.test",
        "save_dash_unmodifiable", "random_attacks", "random_damage", "alloc_policy", "stack_same_name", "triumphs",
        "terrain.choice", "reroll_policy", "radius_percent", "first_round_roll", "spells.once_per_side", "summoning",
    }  # fmt: skip
    from engine.options import iterate_options

    assert paths <= {info.path for info in iterate_options(GAME.options())}
