"""The rows of component files: which fields a warscroll, weapon, ability, power or army may have, and what they may hold."""

from __future__ import annotations

import enum
import re
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from engine.games.age_of_sigmar.vocabulary import (
    KEYWORD_ARGUMENTS,
    REALMS,
    Condition,
    Effect,
    Payload,
    PhaseMask,
    PowerKind,
    Target,
    When,
)
from engine.games.age_of_sigmar.warscrolls.model import Clause, dice
from engine.options import near_word

Word = TypeVar("Word", bound=enum.IntEnum)

_DICE = re.compile(r"(\d*)[dD](\d+)(?:\+(\d))?")
_INTERNAL = (Condition.ALWAYS, Condition.NEAR_UNIT, Condition.UNDER, Condition.MODEL_NEAR_UNIT, Condition.UNIT_UNDER)
"""Conditions that the game writes itself; a file can't, as they name slots and numbers of one battle."""


def read_dice(value: Any) -> int:
    """A dice code from 2, "D3", "2D6" or "D3+3".

    Raises:
        ValueError: it is none of them.
    """
    if isinstance(value, int) and not isinstance(value, bool) and -100 <= value < 1000:
        return value
    found = _DICE.fullmatch(str(value))
    if found is None or not 1 <= int(found[1] or 1) <= 9 or not 2 <= int(found[2]) <= 6:
        raise ValueError(f"{value!r} is neither a number nor dice such as D3, 2D6 or D3+3")
    return dice(int(found[1] or 1), int(found[2]), int(found[3] or 0))


def _reader(kind: type[Word]) -> BeforeValidator:
    def read(value: Any) -> Word:
        names = [member.name.lower() for member in kind]
        if value not in names:
            raise ValueError(f"unknown word {value!r}{near_word(str(value), names)}")
        return kind[value.upper()]

    return BeforeValidator(read)


def _clause(value: Any) -> Clause:
    word, *arguments = value if isinstance(value, list) else [value]
    names = [member.name.lower() for member in Condition if member not in _INTERNAL]
    if word not in names:
        raise ValueError(f"unknown word {word!r}{near_word(str(word), names)}")
    condition = Condition[word.upper()]
    if len(arguments) > 2:
        raise ValueError(f"{word}: at most two arguments, not {arguments}")
    first, second = [*arguments, 0, 0][:2]
    for place, argument in enumerate((first, second)):
        wanted = str if KEYWORD_ARGUMENTS.get(condition) == place else int
        if not isinstance(argument, wanted) or isinstance(argument, bool):
            raise ValueError(
                f"{word}: argument {place + 1} is {argument!r}, must be {'keywords' if wanted is str else 'a number'}"
            )
    if condition == Condition.IN_REALM and first.lower() not in REALMS:
        raise ValueError(f"{word}: no realm {first!r}; there are {', '.join(realm.upper() for realm in REALMS)}")
    return (condition, first, second)


Dice = Annotated[int, BeforeValidator(read_dice)]
Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[ -~]+$")]
Keyword = Annotated[str, Field(min_length=1, pattern=r"^[A-Z][A-Z' -]*$")]
Keywords = Annotated[str, Field(pattern=r"^([A-Z][A-Z' -]*(\+[A-Z][A-Z' -]*)*)?$")]


class Row(BaseModel):
    """A table of a component file; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class WeaponRow(Row):
    """A weapon profile. Of a weapon that the warscroll has already only what changes is given."""

    name: Name
    reach: int | None = Field(None, ge=1, le=60)
    attacks: Dice | None = None
    hit: int | None = Field(None, ge=2, le=7)
    wound: int | None = Field(None, ge=2, le=7)
    rend: int | None = Field(None, ge=0, le=9)
    damage: Dice | None = None
    missile: bool | None = None
    leader: int | None = Field(None, ge=0, le=9)
    leader_hit: int | None = Field(None, ge=0, le=9)
    leader_wound: int | None = Field(None, ge=0, le=9)
    each: bool | None = None


class AbilityRow(Row):
    """One modifier of an ability (`warscrolls.model.Modifier`)."""

    name: Name
    effect: Annotated[Effect, _reader(Effect)]
    value: Dice = 1
    when: list[Annotated[Clause, BeforeValidator(_clause)]] = Field([], max_length=3)
    phase: Annotated[PhaseMask, _reader(PhaseMask)] = PhaseMask.ANY
    weapons: list[Name] = []
    aura: int = Field(0, ge=0, le=99)
    to: Keywords = ""
    itself: bool = False
    enemies: bool = False
    everybody: bool = False
    fixed: bool = False


class EffectRow(Row):
    """What a power puts on a unit for a while (`warscrolls.model.Named`)."""

    name: Name
    lasts: Annotated[str, Field(pattern=r"^(hero|turn|phase|combat|battle)$")] = "hero"
    ability: list[AbilityRow] = []


class PowerRow(Row):
    """A spell, an ability that is used, or a command ability (`warscrolls.model.Power`)."""

    name: Name
    kind: Annotated[PowerKind, _reader(PowerKind)] = PowerKind.ABILITY
    target: Annotated[Target, _reader(Target)] = Target.NONE
    payload: Annotated[Payload, _reader(Payload)] = Payload.EFFECT
    roll: int = Field(0, ge=0, le=13)
    reach: int = Field(0, ge=0, le=99)
    sight: bool = False
    to: Keywords = ""
    dice: Dice = 0
    uses: int = Field(1, ge=1, le=16)
    group: str = ""
    once: bool = False
    when: Annotated[When, _reader(When)] = When.HERO
    extra: int = Field(0, ge=0, le=3)
    effect: list[EffectRow] = []


class BuildRow(Row):
    """A choice of weapons for the unit (`warscrolls.model.Build`)."""

    weapons: list[Name] = Field(min_length=1)
    leader: list[Name] = []
    keywords: list[Keyword] = []
    ability: list[AbilityRow] = []
    power: list[PowerRow] = []


class SpecialRow(Row):
    """Weapons that one model in `per` may carry instead."""

    weapons: list[Name] = Field(min_length=1)
    per: int = Field(ge=1, le=40)


class ScrollRow(Row):
    """A warscroll. Of one that exists only what changes is given; see `components.NEEDED` for a new one."""

    name: Name | None = None
    move: int | None = Field(None, ge=0, le=30)
    wounds: int | None = Field(None, ge=1, le=60)
    bravery: int | None = Field(None, ge=0, le=20)
    save: int | None = Field(None, ge=2, le=7)
    least: int | None = Field(None, ge=1, le=40)
    most: int | None = Field(None, ge=1, le=40)
    cost: int | None = Field(None, ge=0, le=2000)
    base: list[Annotated[int, Field(ge=10, le=200)]] | None = Field(None, min_length=2, max_length=2)
    keywords: list[Keyword] | None = None
    source: Name | None = None
    casts: int | None = Field(None, ge=0, le=9)
    unbinds: int | None = Field(None, ge=0, le=9)
    role: Annotated[str, Field(pattern=r"^(leader|battleline|behemoth|artillery|other)$")] | None = None
    weapon: list[WeaponRow] = []
    build: dict[str, BuildRow] = {}
    special: dict[str, SpecialRow] = {}
    ability: list[AbilityRow] = []
    power: list[PowerRow] = []
    without: list[str] = []
    """Abilities and powers that a changed warscroll loses, by name."""


class ArmyRow(Row):
    """An army list."""

    units: list[str] = Field(min_length=1)
