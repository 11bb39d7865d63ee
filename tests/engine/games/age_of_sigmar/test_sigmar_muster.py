"""Army lists, points, limits: what can be fielded, and errors that name the unit and the field."""

from __future__ import annotations

import pytest

from engine.games.age_of_sigmar import GAME
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


@pytest.mark.rule("fact sheet 1.2")
@pytest.mark.parametrize(("table", "radius"), [("area", 1347), ("long", 1772), ("short", 1024)])
def test_discs_are_made_of_bases_by_the_table(table: str, radius: int) -> None:
    chosen = {"armies.red.list": "custom", "armies.red.units": ["khorgoraths:1", "liberators:5"], "radius_table": table}
    record = resolve_options(GAME.options, chosen).to_record()
    assert record["radius"][:2].tolist() == [radius, 787]  # bases of 90x52 and of 40 mm


def test_options_name_every_key_of_the_fact_sheet() -> None:
    paths = {
        "board.width", "board.height", "rule_of_one", "sudden_death.strict", "max_rounds", "los.models_block", "cover.test",
        "save_dash_unmodifiable", "random_attacks", "random_damage", "alloc_policy", "stack_same_name", "triumphs",
        "terrain.choice", "reroll_policy", "radius_table", "radius_percent", "first_round_roll", "spells.once_per_side",
        "summoning", "realm",
    }  # fmt: skip
    from engine.options import iterate_options

    assert paths <= {info.path for info in iterate_options(GAME.options())}
