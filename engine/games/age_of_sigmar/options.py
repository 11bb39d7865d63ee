"""The options of Age of Sigmar. The defaults are the four pages of 2015 with the two starter armies."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, Literal, Self, cast, get_args

import numpy as np
from pydantic import Field, create_model, model_validator

from engine.games.age_of_sigmar import components
from engine.games.age_of_sigmar.data import ARMIES
from engine.games.age_of_sigmar.muster import MusterError, Unit, check_limits, read_army
from engine.games.age_of_sigmar.warscrolls import WARSCROLLS
from engine.games.age_of_sigmar.warscrolls.model import Warscroll
from engine.options import ComponentError, GameOptions, OptionGroup, group, option

Split = Literal["choice", "long", "short", "diagonal"]
Triumphs = Literal["off", "red", "blue", "both"]
Blockers = Literal["none", "monsters_only", "all"]
CoverTest = Literal["centre_in", "overlap", "whole_disc"]
Rerolls = Literal["sensible", "always"]
Realm = Literal["fire", "metal", "beasts", "life", "light", "death", "shadow"]
Scenery = Literal["none", "damned", "arcane", "inspiring", "deadly", "mystical", "sinister", "roll"]
RadiusTable = Literal["area", "long", "short"]

SPLITS: tuple[str, ...] = get_args(Split)
BLOCKERS: tuple[str, ...] = get_args(Blockers)
COVER_TESTS: tuple[str, ...] = get_args(CoverTest)
SCENERY: tuple[str, ...] = get_args(Scenery)
"""By the number of a feature's kind (`vocabulary.Feature`); the last one rolls for it."""
TRIUMPHS: tuple[str, ...] = get_args(Triumphs)


class BoardOptions(OptionGroup):
    """The battlefield."""

    width: int = option(72, "Long side in inches.", source="R6; fact sheet 1.2", mark="house", ge=36, le=72)
    height: int = option(48, "Short side in inches.", source="R6; fact sheet 1.2", mark="house", ge=36, le=72)


class TerrainOptions(OptionGroup):
    """Terrain features."""

    per_square: int = option(
        -1, "Features on each 2-foot square; -1 rolls on the table of the sheet.", source="R7", ge=-1, le=3
    )
    choice: int = option(1, "Features where the table lets the players choose.", source="R7", mark="house", ge=0, le=3)
    blocking: int = option(25, "Percentage of features that are solid buildings.", source="R7", mark="house", ge=0, le=100)
    scenery: Scenery = option(
        "roll", "The Scenery Table: a roll for each feature, one result for all of them, or not used.", source="R8"
    )


class SuddenDeathOptions(OptionGroup):
    """Sudden death."""

    enabled: bool = option(True, "Whether a much smaller army may pick an objective.", source="R13")
    strict: bool = option(False, "More than a third more models instead of at least a third more.", source="R13", mark="house")


class SightOptions(OptionGroup):
    """Line of sight."""

    models_block: Blockers = option("none", "Which other models block sight.", source="fact sheet 1.2", mark="house")


class CoverOptions(OptionGroup):
    """Cover."""

    test: CoverTest = option("centre_in", "What of a disc must be in a feature.", source="R32", mark="house")


class SpellOptions(OptionGroup):
    """The spells of all wizards."""

    arcane_bolt: int = option(5, "Casting value of Arcane Bolt.", source="R35", ge=2, le=13)
    mystic_shield: int = option(6, "Casting value of Mystic Shield.", source="R35", ge=2, le=13)
    once_per_side: bool = option(False, "A spell may be attempted once a turn by a side.", source="R35, Handbook", mark="house")


class ArmyOptions(OptionGroup):
    """One army."""

    list: str = option("custom", "Name of an army list, or `custom` for `units`.", source="fact sheet 3", mark="house")
    units: tuple[str, ...] = option(
        (), "Units as `key:size:build:special=count`, if the list is `custom`.", source="R1", mark="house"
    )


class ArmiesOptions(OptionGroup):
    """Both armies."""

    red: ArmyOptions = group(ArmyOptions(list="starter_stormcast"), "Red's army.")
    blue: ArmyOptions = group(ArmyOptions(list="starter_khorne"), "Blue's army.")
    points: int = option(0, "Cap on the points of an army; 0 is none.", source="fact sheet 3", mark="house", ge=0, le=10000)
    pitched: bool = option(False, "Check the limits of pitched battles.", source="fact sheet 3", mark="house")


def _numbers_of(scroll: Warscroll) -> type[OptionGroup]:
    def number(name: str, low: int, high: int) -> Any:
        value = getattr(scroll, name)
        field = option(value, f"{scroll.name}: {name}.", source=scroll.source, ge=low, le=high)
        return (int, field)

    fields: Any = {
        "move": number("move", 0, 30),
        "wounds": number("wounds", 1, 60),
        "bravery": number("bravery", 0, 20),
        "save": number("save", 2, 7),
        "cost": number("cost", 0, 2000),
    }
    return cast("type[OptionGroup]", create_model(f"{scroll.key}_numbers", __base__=OptionGroup, **fields))


_NUMBERS: dict[str, Any] = {
    key: (model, Field(model(), description=f"{WARSCROLLS[key].name}."))
    for key, model in ((key, _numbers_of(scroll)) for key, scroll in WARSCROLLS.items())
}
ScrollNumbers: Any = create_model("ScrollNumbers", __base__=OptionGroup, **_NUMBERS)
"""A group with the characteristics of every warscroll."""


class SigmarOptions(GameOptions):
    """See the table of `warhost games age-of-sigmar --options`."""

    armies: ArmiesOptions = group(ArmiesOptions(), "Armies.")
    board: BoardOptions = group(BoardOptions(), "The battlefield.")
    terrain: TerrainOptions = group(TerrainOptions(), "Terrain.")
    sudden_death: SuddenDeathOptions = group(SuddenDeathOptions(), "Sudden death.")
    los: SightOptions = group(SightOptions(), "Line of sight.")
    cover: CoverOptions = group(CoverOptions(), "Cover.")
    spells: SpellOptions = group(SpellOptions(), "Spells.")
    realm: Realm = option(
        "fire", "The Mortal Realm: a label, and a condition for powers that ask for it.", source="R6", mark="house"
    )
    split: Split = option(
        "choice", "How the battlefield is split; `choice` lets the winner of the roll-off decide.", source="R9"
    )
    max_rounds: int = option(8, "Battle rounds until losses are compared.", source="R12", mark="house", ge=6, le=30)
    first_round_roll: bool = option(
        False, "Roll for the first turn of round one instead of who finished set-up first.", source="R15", mark="house"
    )
    rule_of_one: bool = option(False, "A natural 1 always fails.", source="R3, Handbook", mark="house")
    save_dash_unmodifiable: bool = option(True, "A save of - always fails.", source="R5", mark="house")
    random_attacks: Literal["per_unit", "per_model"] = option(
        "per_unit", "How often random Attacks are rolled.", source="R4", mark="house"
    )
    random_damage: Literal["per_attack", "per_unit"] = option(
        "per_attack", "How often random Damage is rolled.", source="R4", mark="house"
    )
    alloc_policy: Literal["wounded_first", "free"] = option(
        "wounded_first", "Whether a new allocation must go on with the wounded model.", source="R29", mark="house"
    )
    stack_same_name: bool = option(False, "Effects of the same name add up on a unit.", source="R35", mark="house")
    reroll_policy: Rerolls = option(
        "sensible", "Re-roll failed dice only where the modified roll fails, or always.", source="R3", mark="house"
    )
    triumphs: Triumphs = option("off", "Who won a major victory before and rolls for a triumph.", source="R14", mark="house")
    summoning: bool = option(False, "Whether units may be summoned.", source="fact sheet 7.17", mark="house")
    radius_table: RadiusTable = option(
        "area",
        "Discs made of bases: of the same area, or as wide as the base is `long` or `short`.",
        source="fact sheet 1.2",
        mark="house",
    )
    radius_percent: int = option(
        100, "Radius of the discs in per cent of the table of bases.", source="fact sheet 1.2", mark="house", ge=40, le=160
    )
    pile_in_strict: bool = option(
        False, "Piling in must end nearer to the closest enemy, not only no farther.", source="R26", mark="house"
    )
    exact_positions: bool = option(
        False,
        "Players may hand in exact positions of models (for agents that arrange units themselves).",
        source="fact sheet 1.2",
        mark="house",
    )
    retreat_and_run: bool = option(True, "A retreat may run.", source="R20", mark="house")
    custom: tuple[str, ...] = option(
        (), "Texts of component files (TOML) that add or change warscrolls and armies.", source="README", mark="house"
    )
    units: ScrollNumbers = group(ScrollNumbers(), "Characteristics and points of every warscroll.")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        try:
            for units in self.mustered():
                check_limits(units, self.armies.points, self.armies.pitched)
        except (MusterError, ComponentError) as error:
            raise ValueError(str(error)) from None
        return self

    def scrolls(self) -> tuple[dict[str, Warscroll], dict[str, tuple[str, ...]]]:
        """Warscrolls and army lists, with the changes of `units` and `custom`."""
        return _scrolls(self.units, self.custom)

    def mustered(self) -> tuple[list[Unit], list[Unit]]:
        """The units of both armies.

        Raises:
            MusterError, ComponentError: names the unit and the field.
        """
        scrolls, lists = self.scrolls()
        armies = []
        for army in (self.armies.red, self.armies.blue):
            if army.list != "custom" and army.list not in lists:
                raise MusterError(f"no army list {army.list!r}; there are {', '.join(lists)}")
            texts = army.units if army.list == "custom" else lists[army.list]
            armies.append(read_army(texts, scrolls, small=army.list.startswith("starter")))
        return armies[0], armies[1]

    def to_record(self) -> np.void:
        """One record of `OPTIONS_DTYPE`."""
        from engine.games.age_of_sigmar.options_record import record_of  # noqa: PLC0415  (it needs this module)

        return record_of(self)


def _scrolls(numbers: Any, custom: tuple[str, ...]) -> tuple[dict[str, Warscroll], dict[str, tuple[str, ...]]]:
    changed = dict(WARSCROLLS)
    for key, scroll in WARSCROLLS.items():
        values = getattr(numbers, key)
        if values != _default_numbers(key):
            changed[key] = _replaced(scroll, values)
    lists = dict(ARMIES)
    for text in custom:
        changed, more = components.apply(text, changed)
        lists |= more
    return changed, lists


@functools.cache
def _default_numbers(key: str) -> Any:
    return getattr(ScrollNumbers(), key)


def _replaced(scroll: Warscroll, values: Any) -> Warscroll:
    return dataclasses.replace(scroll, **values.model_dump())
