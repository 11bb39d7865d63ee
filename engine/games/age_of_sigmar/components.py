"""Component files: TOML that adds or changes warscrolls and armies without touching code.

A file has tables `[warscroll.KEY]` and `[army.NAME]`; README.md shows one, `component_rows.py` has every field. A key that
exists is changed field by field: its weapons by name, its abilities and powers by name (given ones replace those of the same
name). The texts of such files travel inside the options (`custom`), so that workers need no file.
"""

from __future__ import annotations

import dataclasses
import functools
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.games.age_of_sigmar.component_rows import AbilityRow, ArmyRow, PowerRow, ScrollRow, WeaponRow
from engine.games.age_of_sigmar.muster import MusterError, read_army, read_unit
from engine.games.age_of_sigmar.vocabulary import Payload
from engine.games.age_of_sigmar.warscrolls import WARSCROLLS
from engine.games.age_of_sigmar.warscrolls.model import Build, Modifier, Named, Power, Special, Warscroll, Weapon
from engine.options import ComponentError, near_word

NEEDED = ("name", "move", "wounds", "bravery", "save", "least", "most", "cost", "base", "keywords", "source", "weapon")
"""What a new warscroll must have."""
_NEW_WEAPON = ("reach", "attacks", "hit", "wound")
_SEVERAL = {Payload.WAAAGH: 2, Payload.CONSTELLATION: 3, Payload.BURST: 2, Payload.EFFECT: 1, Payload.EFFECT_ALL: 1}
"""How many effects a payload chooses from; the others use one or none."""
Scrolls = dict[str, Warscroll]
Armies = dict[str, tuple[str, ...]]


def option_overrides(texts: Iterable[str]) -> dict[str, Any]:
    """The option overrides (path -> value) of component files, read in order; a later file wins.

    Raises:
        ComponentError: no TOML, an unknown field or word, a value out of range, or a unit that can't be fielded; names the
            unit and the field.
    """
    scrolls: Mapping[str, Warscroll] | None = None
    kept = tuple(texts)
    for text in kept:
        scrolls, _ = apply(text, scrolls)
    return {"custom": kept}


def load(paths: Iterable[str | Path]) -> dict[str, Any]:
    """The option overrides that component files stand for.

    Raises:
        ComponentError: names the file, the unit and the field.
        OSError: a file that can't be read.
    """
    texts: list[str] = []
    for path in paths:
        texts.append(Path(path).read_text(encoding="utf-8"))
        try:
            option_overrides(texts)
        except ComponentError as error:
            raise ComponentError(f"{path}: {error}") from None
    return {"custom": tuple(texts)}


def apply(text: str, scrolls: Mapping[str, Warscroll] | None = None) -> tuple[Scrolls, Armies]:
    """Warscrolls after the changes of one file, and the armies that it names.

    Raises:
        ComponentError: names the unit and the field.
    """
    changed, armies = _changes(text)
    known = dict(WARSCROLLS if scrolls is None else scrolls)
    for key, row in changed.items():
        known[key] = _scroll(key, row, known.get(key))
    for name, units in armies.items():
        try:
            read_army(units, known, small=True)
        except MusterError as error:
            raise ComponentError(f"army.{name}: {error}") from None
    return known, armies


@functools.lru_cache(maxsize=64)
def _changes(text: str) -> tuple[dict[str, ScrollRow], Armies]:
    """The rows of a file, checked one by one."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ComponentError(f"not TOML: {error}") from None
    for word, tables in document.items():
        if word not in ("warscroll", "army"):
            raise ComponentError(f"{word}: unknown table{near_word(word, ['warscroll', 'army'])}; there are warscroll, army")
        if not isinstance(tables, dict) or not all(isinstance(row, dict) for row in tables.values()):
            raise ComponentError(f"{word}: must hold tables such as [{word}.my_own]")
    scrolls = {key: _checked(ScrollRow, row, key) for key, row in document.get("warscroll", {}).items()}
    armies = {name: _checked(ArmyRow, row, f"army.{name}") for name, row in document.get("army", {}).items()}
    return scrolls, {name: tuple(row.units) for name, row in armies.items()}


def _checked(kind: Any, row: Any, where: str) -> Any:
    try:
        return kind.model_validate(row)
    except ValidationError as error:
        raise ComponentError(_first_error(error, kind, where)) from None


def _first_error(error: ValidationError, kind: Any, where: str) -> str:
    """The first thing that is wrong, as `liberators.weapon[2].damage: ...`."""
    found = error.errors()[0]
    path, model = where, kind
    for part in found["loc"]:
        path += f"[{part + 1}]" if isinstance(part, int) else f".{part}"
    if found["type"] == "extra_forbidden":
        for part in found["loc"][:-1]:
            model = _row_of(model, part) or model
        return f"{path}: unknown field{near_word(str(found['loc'][-1]), list(model.model_fields))}"
    if found["type"] == "missing":
        return f"{path}: missing"
    words = found["msg"].removeprefix("Value error, ")
    return (
        f"{path}: {words}"
        if words.startswith(("unknown word", repr(found["input"])))
        else f"{path}: {found['input']!r}: {words}"
    )


def _row_of(model: Any, field: str | int) -> Any:
    """The kind of rows that a field of a row holds."""
    kinds = {"weapon": WeaponRow, "ability": AbilityRow, "power": PowerRow}
    if not isinstance(field, str) or field not in model.model_fields:
        return None
    if field in kinds:
        return kinds[field]
    arguments = getattr(model.model_fields[field].annotation, "__args__", ())
    return next((kind for kind in arguments if hasattr(kind, "model_fields")), None)


def _scroll(key: str, row: ScrollRow, old: Warscroll | None) -> Warscroll:
    given = row.model_dump(include=set(NEEDED) | {"casts", "unbinds", "role"}, exclude={"weapon"}, exclude_none=True)
    given |= {name: tuple(given[name]) for name in ("base", "keywords") if name in given}
    if old is None:
        for field in NEEDED:
            if not getattr(row, field) and getattr(row, field) != 0:
                raise ComponentError(f"{key}.{field}: missing; a new warscroll needs it")
        weapons = _weapons(key, row, ())
        builds = {"standard": Build(tuple(weapon.name for weapon in weapons))} if not row.build else {}
        old = Warscroll(key=key, weapons=weapons, builds=builds, **given)
    scroll = dataclasses.replace(
        old,
        **given,
        weapons=_weapons(key, row, old.weapons),
        builds={**old.builds, **{name: _build(entry) for name, entry in row.build.items()}},
        specials={**old.specials, **{n: Special(tuple(entry.weapons), entry.per) for n, entry in row.special.items()}},
        modifiers=_merged(old.modifiers, [_modifier(entry) for entry in row.ability], row.without),
        powers=_merged(old.powers, [_power(key, entry) for entry in row.power], row.without),
    )
    _check_scroll(key, scroll, row, old)
    return scroll


def _merged(old: tuple[Any, ...], new: list[Any], without: list[str]) -> tuple[Any, ...]:
    """What a warscroll has, less what goes and what comes anew under the same name, and what comes."""
    gone = {*without, *(entry.name for entry in new)}
    return (*(entry for entry in old if entry.name not in gone), *new)


def _check_scroll(key: str, scroll: Warscroll, row: ScrollRow, old: Warscroll) -> None:
    """What fields must be to each other; every build can be fielded."""
    if scroll.least > scroll.most:
        raise ComponentError(f"{key}.most: {scroll.most}, must be at least `least`, {scroll.least}")
    named = {modifier.name for modifier in old.modifiers} | {power.name for power in old.powers}
    for name in row.without:
        if name not in named:
            raise ComponentError(f"{key}.without: no ability or power {name!r}{near_word(name, sorted(named))}")
    weapons = {weapon.name for weapon in scroll.weapons}
    for name, build in scroll.builds.items():
        _check_names(f"{key}.build.{name}", (*build.weapons, *build.leader), weapons)
    for name, special in scroll.specials.items():
        _check_names(f"{key}.special.{name}", special.weapons, weapons)
    for modifier in (*scroll.modifiers, *(m for build in scroll.builds.values() for m in build.modifiers)):
        if modifier.weapons and not modifier.aura:
            _check_names(f"{key}.ability.{modifier.name}.weapons", modifier.weapons, weapons)
    for name in scroll.builds:
        try:
            read_unit(f"{key}:{scroll.least}:{name}", {key: scroll})
        except MusterError as error:
            raise ComponentError(f"{key}.build.{name}: {str(error).removeprefix(f'{key}: ')}") from None


def _check_names(where: str, names: Iterable[str], known: set[str]) -> None:
    for name in names:
        if name not in known:
            raise ComponentError(f"{where}: no weapon {name!r}{near_word(name, sorted(known))}")


def _weapons(key: str, row: ScrollRow, old: tuple[Weapon, ...]) -> tuple[Weapon, ...]:
    """The old weapons with what changes, then new ones."""
    weapons = {weapon.name: weapon for weapon in old}
    for number, entry in enumerate(row.weapon, 1):
        given = entry.model_dump(exclude_none=True)
        if entry.name in weapons:
            weapons[entry.name] = dataclasses.replace(weapons[entry.name], **given)
            continue
        for field in _NEW_WEAPON:
            if field not in given:
                raise ComponentError(f"{key}.weapon[{number}].{field}: missing; a new weapon needs it")
        weapons[entry.name] = Weapon(**given)
    return tuple(weapons.values())


def _modifier(row: AbilityRow) -> Modifier:
    return Modifier(
        row.name, row.effect, row.value, tuple(row.when), row.phase, tuple(row.weapons), row.aura, row.to, row.itself,
        row.enemies, row.everybody, row.fixed,
    )  # fmt: skip


def _power(key: str, row: PowerRow) -> Power:
    needed = _SEVERAL.get(row.payload, 0)
    if len(row.effect) < needed:
        raise ComponentError(f"{key}.power.{row.name}.effect: {len(row.effect)}, this payload needs {needed}")
    effects = tuple(Named(e.name, tuple(_modifier(entry) for entry in e.ability), e.lasts) for e in row.effect)
    return Power(
        row.name, row.kind, row.target, row.payload, row.roll, row.reach, row.sight, row.to, row.dice, effects, row.uses,
        row.group, row.once, row.when, row.extra,
    )  # fmt: skip


def _build(row: Any) -> Build:
    return Build(
        tuple(row.weapons),
        tuple(_modifier(entry) for entry in row.ability),
        tuple(_power("build", entry) for entry in row.power),
        tuple(row.keywords),
        tuple(row.leader),
    )
