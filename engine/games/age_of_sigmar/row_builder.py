"""Collects what a battle's warscrolls say as rows of numbers: keyword sets, named effects, modifiers, auras."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable, Sequence

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.data import FIXED, KEYWORD_SETS, NAMED, SIDE_UNITS
from engine.games.age_of_sigmar.muster import MusterError, Unit
from engine.games.age_of_sigmar.state import Phase
from engine.games.age_of_sigmar.vocabulary import KEYWORD_ARGUMENTS, Condition, Effect, PhaseMask
from engine.games.age_of_sigmar.warscrolls.model import Clause, Modifier, Named


class Common(enum.IntEnum):
    """Named effects that every army has."""

    INSPIRING = 0
    SHIELD = 1
    DAMNED = 2
    STUNNED = 3
    ENSORCELLED = 4
    FEAR = 5
    AVENGER = 6
    INSPIRED = 7


COMMON: tuple[Named, ...] = (
    Named("Inspiring Presence", (Modifier("Inspiring Presence", Effect.NO_SHOCK, 1),)),
    Named("Mystic Shield", (Modifier("Mystic Shield", Effect.SAVE, 1),)),
    Named("Sacrifice", (Modifier("Damned", Effect.HIT, 1),)),
    Named("Stunned", (Modifier("Mystical", Effect.CANNOT_ACT, 1),)),
    Named("Ensorcelled", (Modifier("Mystical", Effect.REROLL_WOUND, 3),)),
    Named("Fear", ()),
    Named(
        "Vengeance",
        (Modifier("Witness my Ascension", Effect.REROLL_HIT, 3), Modifier("Witness my Ascension", Effect.REROLL_SAVE, 3)),
        "battle",
    ),
    Named("Inspired", (Modifier("Triumph", Effect.REROLL_HIT, 3, phase=PhaseMask.COMBAT),), "phase"),
)
"""By `Common`: Inspiring Presence (R18), Mystic Shield (R35), the Scenery Table (R8), a deed, a triumph (R14)."""

_ON_BATTLESHOCK = (Effect.NO_SHOCK, Effect.BRAVERY, Effect.SHOCK, Effect.SHOCK_TWO_DICE)

LASTS = ("hero", "turn", "phase", "combat", "battle")


class RowBuilder:
    """Collects keyword sets, named effects, rows and powers while the record is filled."""

    def __init__(self, armies: Sequence[Sequence[Unit]], summoned: Sequence[Sequence[Unit]]) -> None:
        self.units: dict[int, Unit] = {}
        for side in range(2):
            for place, unit in enumerate([*armies[side], *summoned[side]]):
                self.units[side * SIDE_UNITS + place] = unit
        self.own = {side: len(armies[side]) for side in range(2)}
        self.words: list[str] = []
        self.sets: list[int] = []
        self.named: list[tuple[Named, int]] = []
        self.rows: dict[int, list[list[int]]] = {slot: [] for slot in self.units}
        self.fixed: list[tuple[list[int], int]] = []

    def mask(self, text: str) -> int:
        """The bit mask of the keywords in `A+B`."""
        total = 0
        for word in filter(None, text.split("+")):
            if word not in self.words:
                self.words.append(word)
                if len(self.words) > 62:
                    raise MusterError(f"keyword {word!r}: more than 62 keywords in one battle")
            total |= 1 << self.words.index(word)
        return total

    def keyset(self, text: str) -> int:
        """The number of a set of keywords."""
        mask = self.mask(text)
        if mask not in self.sets:
            self.sets.append(mask)
            if len(self.sets) > KEYWORD_SETS:
                raise MusterError("too many sets of keywords in one battle")
        return self.sets.index(mask)

    def has(self, slot: int, text: str) -> bool:
        """Whether a unit has all keywords of `A+B`."""
        return set(filter(None, text.split("+"))) <= set(self.units[slot].keywords)

    def add_named(self, named: Named, side: int, recipients: Iterable[int], source: int) -> int:
        """Number a named effect and write its modifiers into the rows of every unit that it may come to."""
        number = len(self.named)
        if number >= NAMED:
            raise MusterError("too many named effects in one battle")
        self.named.append((named, side))
        reached = list(recipients)
        for modifier in named.modifiers:
            if modifier.aura:
                self.add_aura(source, modifier, (Condition.UNIT_UNDER, source, number))
            else:
                for slot in reached:
                    self.add_row(slot, modifier, ((Condition.UNDER, number, 0),))
        return number

    def add_aura(self, source: int, modifier: Modifier, extra: Clause | None = None) -> None:
        """Write an aura into the rows of the units that it reaches."""
        if modifier.fixed:
            self.add_fixed(source, modifier, -1 if extra is None else int(extra[2]))
            return
        model_wise = modifier.effect == Effect.ATTACKS and modifier.everybody
        near = Condition.MODEL_NEAR_UNIT if model_wise else Condition.NEAR_UNIT
        for slot in self.reached(source, modifier):
            clauses: tuple[Clause, ...] = () if slot == source else ((near, source, modifier.aura),)
            self.add_row(slot, modifier, (*clauses, *((extra,) if extra else ())))

    def reached(self, source: int, modifier: Modifier) -> list[int]:
        """The units that an aura may come to reach."""
        side = source // SIDE_UNITS
        return [
            slot
            for slot in self.units
            if (modifier.everybody or (slot // SIDE_UNITS == side) != modifier.enemies)
            and self.has(slot, modifier.to)
            and (slot != source or modifier.itself)
        ]

    def add_fixed(self, source: int, modifier: Modifier, needs: int) -> None:
        """An aura that is fixed at the start of a phase: a named effect that lasts it, and who may get it."""
        reached = self.reached(source, modifier)
        inner = dataclasses.replace(modifier, aura=0, to="", itself=False, everybody=False, enemies=False, fixed=False)
        named = self.add_named(Named(modifier.name, (inner,), "phase"), source // SIDE_UNITS, reached, source)
        phase = Phase.BATTLESHOCK if modifier.effect in _ON_BATTLESHOCK else Phase.COMBAT
        if len(self.fixed) >= FIXED:
            raise MusterError(f"{modifier.name}: more than {FIXED} auras that are fixed at the start of a phase")
        self.fixed.append(([source, needs, modifier.aura, int(phase), named], sum(1 << slot for slot in reached)))

    def add_row(self, slot: int, modifier: Modifier, more: tuple[Clause, ...] = ()) -> None:
        """Write one modifier into a unit's rows."""
        clauses = [*more, *modifier.clauses]
        if len(clauses) > 3:
            raise MusterError(f"{modifier.name}: more than three conditions")
        row = [int(modifier.effect), modifier.value, int(modifier.phase), self.weapon_set(slot, modifier)]
        if row[-1] < 0:
            return
        for condition, first, second in clauses:
            row += [int(condition), *self.arguments(condition, first, second)]
        row += [0] * (columns.ROW_COLUMNS - len(row))
        self.rows[slot].append(row)

    def weapon_set(self, slot: int, modifier: Modifier) -> int:
        """Bit set of the unit's weapons that a modifier names by a part of their names; 0 for all, -1 if it has none."""
        if not modifier.weapons:
            return 0
        weapons = self.units[slot].weapons
        found = sum(1 << i for i, w in enumerate(weapons) if any(word in w.name for word in modifier.weapons))
        exact = sum(1 << i for i, w in enumerate(weapons) if w.name in modifier.weapons)
        return exact or found or -1

    def arguments(self, condition: Condition, first: int | str, second: int | str) -> list[int]:
        """Arguments of a condition with keywords as numbers of sets."""
        values = [first, second]
        if condition in KEYWORD_ARGUMENTS:
            place = KEYWORD_ARGUMENTS[condition]
            values[place] = self.keyset(str(values[place]))
        return [int(value) for value in values]
