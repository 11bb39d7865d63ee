"""Component files: TOML that adds or changes warscrolls and armies without touching code.

A file has tables `[warscroll.KEY]` and `[army.NAME]`; README.md shows one. A key that exists is changed field by field; a
new one needs every field. Texts of such files travel inside the options (`custom`), so that workers need no file.
"""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.games.age_of_sigmar.vocabulary import Condition, Effect, Payload, PhaseMask, PowerKind, Target, When
from engine.games.age_of_sigmar.warscrolls import WARSCROLLS
from engine.games.age_of_sigmar.warscrolls.model import Build, Modifier, Named, Power, Special, Warscroll, Weapon, dice
from engine.options import near_word


class ComponentError(ValueError):
    """A component file that can't be used: names the unit and the field."""


_DICE = re.compile(r"^(\d*)[dD](\d+)(?:\+(\d+))?$")
_PLAIN_FIELDS = ("name", "move", "wounds", "bravery", "save", "least", "most", "cost", "source", "casts", "unbinds", "role")


def load(paths: list[str] | list[Path]) -> dict[str, Any]:
    """The option overrides that component files stand for; reads and checks every file.

    Raises:
        ComponentError: names the file, unit and field.
    """
    texts = [Path(path).read_text(encoding="utf-8") for path in paths]
    scrolls: Mapping[str, Warscroll] | None = None
    for path, text in zip(paths, texts, strict=True):
        try:
            scrolls, _ = apply(text, scrolls)
        except ComponentError as error:
            raise ComponentError(f"{path}: {error}") from None
    return {"custom": texts}


def apply(text: str, scrolls: Mapping[str, Warscroll] | None = None) -> tuple[dict[str, Warscroll], dict[str, tuple[str, ...]]]:
    """Warscrolls after the changes of one file, and the armies that it names.

    Raises:
        ComponentError: names the unit and field.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ComponentError(f"not TOML: {error}") from None
    unknown = sorted(set(document) - {"warscroll", "army"})
    if unknown:
        raise ComponentError(f"{unknown[0]}: unknown table{near_word(unknown[0], ['warscroll', 'army'])}")
    known = dict(WARSCROLLS if scrolls is None else scrolls)
    for key, row in document.get("warscroll", {}).items():
        known[key] = _scroll(key, row, known.get(key))
    return known, {name: _army(name, row) for name, row in document.get("army", {}).items()}


def _army(name: str, row: Any) -> tuple[str, ...]:
    units = row.get("units") if isinstance(row, dict) else None
    if not isinstance(units, list) or not all(isinstance(unit, str) for unit in units):
        raise ComponentError(f"army {name}: units must be a list of unit texts")
    return tuple(units)


def _scroll(key: str, row: Any, old: Warscroll | None) -> Warscroll:
    if not isinstance(row, dict):
        raise ComponentError(f"{key}: not a table")
    known = [*_PLAIN_FIELDS, "base", "keywords", "weapon", "build", "special", "ability", "power"]
    for field in row:
        if field not in known:
            raise ComponentError(f"{key}.{field}: unknown field{near_word(field, known)}")
    changes: dict[str, Any] = {}
    for field in _PLAIN_FIELDS:
        if field in row:
            changes[field] = _typed(key, field, row[field], str if field in ("name", "source", "role") else int)
    if "base" in row:
        changes["base"] = tuple(_typed(key, "base", side, int) for side in row["base"])
    if "keywords" in row:
        changes["keywords"] = tuple(row["keywords"])
    if "weapon" in row:
        changes["weapons"] = tuple(_weapon(key, entry) for entry in row["weapon"])
    if "build" in row:
        changes["builds"] = {name: Build(tuple(entry["weapons"])) for name, entry in row["build"].items()}
    if "special" in row:
        changes["specials"] = {name: Special(tuple(entry["weapons"]), entry["per"]) for name, entry in row["special"].items()}
    if "ability" in row:
        changes["modifiers"] = tuple(_modifier(key, entry) for entry in row["ability"])
    if "power" in row:
        changes["powers"] = tuple(_power(key, entry) for entry in row["power"])
    return _finished(key, changes, old)


def _finished(key: str, changes: dict[str, Any], old: Warscroll | None) -> Warscroll:
    if old is not None:
        scroll = dataclasses.replace(old, **changes)
    else:
        if "weapons" in changes and "builds" not in changes:
            changes["builds"] = {"standard": Build(tuple(weapon.name for weapon in changes["weapons"]))}
        needed = [f.name for f in dataclasses.fields(Warscroll) if f.default is dataclasses.MISSING and f.name != "key"]
        missing = [name for name in needed if name not in changes and name != "specials"]
        missing = [name for name in missing if name not in ("modifiers", "powers")]
        if missing:
            raise ComponentError(f"{key}.{missing[0]}: missing; a new warscroll needs it")
        scroll = Warscroll(key=key, **changes)
    for field, low, high in (("move", 0, 30), ("wounds", 1, 60), ("bravery", 0, 20), ("save", 2, 7), ("most", 1, 40)):
        if not low <= getattr(scroll, field) <= high:
            raise ComponentError(f"{key}.{field}: {getattr(scroll, field)}, must be {low} .. {high}")
    names = {weapon.name for weapon in scroll.weapons}
    for name, build in scroll.builds.items():
        for weapon in (*build.weapons, *build.leader):
            if weapon not in names:
                raise ComponentError(f"{key}.build.{name}: no weapon {weapon!r}{near_word(weapon, sorted(names))}")
    return scroll


def _typed(key: str, field: str, value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ComponentError(f"{key}.{field}: {value!r} is not {'a number' if kind is int else 'a text'}")
    return value


def _dice(key: str, field: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000:
        return value
    found = _DICE.match(str(value))
    if found is None:
        raise ComponentError(f"{key}.{field}: {value!r} is neither a number nor dice such as D3, 2D6 or D3+3")
    return dice(int(found[1] or 1), int(found[2]), int(found[3] or 0))


def _weapon(key: str, row: dict[str, Any]) -> Weapon:
    fields = {field.name for field in dataclasses.fields(Weapon)}
    for field in row:
        if field not in fields:
            raise ComponentError(f"{key}.weapon.{field}: unknown field{near_word(field, sorted(fields))}")
    for field in ("name", "reach", "attacks", "hit", "wound"):
        if field not in row:
            raise ComponentError(f"{key}.weapon.{field}: missing")
    values: dict[str, Any] = {k: (_dice(key, f"weapon.{k}", v) if k in ("attacks", "damage") else v) for k, v in row.items()}
    return Weapon(**values)


def _member(key: str, field: str, word: Any, kind: Any) -> Any:
    names = [member.name.lower() for member in kind]
    if word not in names:
        raise ComponentError(f"{key}.{field}: unknown word {word!r}{near_word(str(word), names)}")
    return kind[str(word).upper()]


def _modifier(key: str, row: dict[str, Any]) -> Modifier:
    clauses = []
    for entry in row.get("when", []):
        word, *arguments = entry if isinstance(entry, list) else [entry]
        first, second = [*arguments, 0, 0][:2]
        clauses.append((_member(key, "ability.when", word, Condition), first, second))
    if "name" not in row or "effect" not in row:
        raise ComponentError(f"{key}.ability.{'effect' if 'name' in row else 'name'}: missing")
    value = row.get("value", 1)
    return Modifier(
        row["name"],
        _member(key, "ability.effect", row["effect"], Effect),
        value if isinstance(value, int) else _dice(key, "ability.value", value),
        tuple(clauses),
        _member(key, "ability.phase", row.get("phase", "any"), PhaseMask),
        tuple(row.get("weapons", ())),
        row.get("aura", 0),
        row.get("to", ""),
        row.get("itself", False),
        row.get("enemies", False),
        row.get("everybody", False),
    )


def _power(key: str, row: dict[str, Any]) -> Power:
    modifiers = tuple(_modifier(key, entry) for entry in row.get("effect", []))
    named = (Named(row["name"], modifiers, row.get("lasts", "hero")),) if modifiers else ()
    return Power(
        row["name"],
        _member(key, "power.kind", row.get("kind", "ability"), PowerKind),
        _member(key, "power.target", row.get("target", "none"), Target),
        _member(key, "power.payload", row.get("payload", "effect"), Payload),
        row.get("roll", 0),
        row.get("reach", 0),
        row.get("sight", False),
        row.get("to", ""),
        _dice(key, "power.dice", row.get("dice", 0)),
        named,
        phase=_member(key, "power.when", row.get("when", "hero"), When),
    )
