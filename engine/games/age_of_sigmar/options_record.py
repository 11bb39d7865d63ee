"""Turns the options into the record that compiled rules read: units by slot, abilities as rows, powers as rows."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.columns import NAME_LENGTH, OPTIONS_DTYPE
from engine.games.age_of_sigmar.data import FIXED, INCH, KEYWORD_SETS, NAMED, POWERS, ROWS, SIDE_MODELS, SIDE_UNITS
from engine.games.age_of_sigmar.expectation import expected_wounds
from engine.games.age_of_sigmar.muster import MusterError, Unit, read_unit
from engine.games.age_of_sigmar.state import Phase
from engine.games.age_of_sigmar.vocabulary import (
    EFFECTS,
    KEYWORD_ARGUMENTS,
    Condition,
    Effect,
    Payload,
    PhaseMask,
    PowerKind,
    Target,
    When,
)
from engine.games.age_of_sigmar.warscrolls.model import D3, Clause, Modifier, Named, Power

if TYPE_CHECKING:
    from engine.games.age_of_sigmar.options import SigmarOptions


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


class _Builder:
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


def record_of(options: SigmarOptions) -> np.void:
    """The options record (`columns.OPTIONS_DTYPE`).

    Raises:
        MusterError: an army that can't be fielded.
    """
    armies = options.mustered()
    scrolls, _ = options.scrolls()
    summoned = [_summoned(army, scrolls) if options.summoning else [] for army in armies]
    for side in range(2):
        if len(armies[side]) + len(summoned[side]) > SIDE_UNITS:
            raise MusterError(f"{len(armies[side])} units leave no room for summoned ones, at most {SIDE_UNITS} in all")
    builder = _Builder(armies, summoned)
    record = np.zeros(1, OPTIONS_DTYPE)
    out = record[0]
    _fill_numbers(options, out)
    _fill_units(options, builder, out)
    common = [[builder.add_named(n, side, _side(builder, side), -1) for n in COMMON] for side in range(2)]
    out["common"] = common
    for slot, unit in builder.units.items():
        for modifier in unit.modifiers:
            if modifier.aura:
                builder.add_aura(slot, modifier)
            else:
                builder.add_row(slot, modifier)
    _fill_powers(options, builder, out)
    _fill_rows(builder, out)
    _fill_sets(builder, out)
    _fill_threat(builder, out)
    for number, (named, side) in enumerate(builder.named):
        out["named_lasts"][number] = LASTS.index(named.lasts)
        out["named_side"][number] = side
        out["effect_name"][number] = _letters(named.name)
    out["named"] = len(builder.named)
    out["fixed_auras"] = len(builder.fixed)
    for number, (row, reached) in enumerate(builder.fixed):
        out["fixed"][number], out["fixed_to"][number] = row, reached
    return record[0]


def _side(builder: _Builder, side: int) -> list[int]:
    return [slot for slot in builder.units if slot // SIDE_UNITS == side]


def _summoned(army: Sequence[Unit], scrolls: Any) -> list[Unit]:
    keys = [p.to.lower() for unit in army for p in unit.powers if p.payload == Payload.SUMMON]
    return [read_unit(f"{key}:12", scrolls) for key in dict.fromkeys(keys)]


def _letters(text: str) -> list[int]:
    data = text.encode("ascii", "replace")[:NAME_LENGTH]
    return [*data, *[0] * (NAME_LENGTH - len(data))]


def _fill_numbers(options: SigmarOptions, out: np.void) -> None:
    from engine.games.age_of_sigmar.options import BLOCKERS, COVER_TESTS, SPLITS, TRIUMPHS  # noqa: PLC0415  (it needs this module)

    out["board"] = (options.board.width * INCH, options.board.height * INCH)
    out["per_square"], out["choice"] = options.terrain.per_square, options.terrain.choice
    out["blocking"], out["scenery"] = options.terrain.blocking, options.terrain.scenery
    out["sudden_death"], out["strict"] = options.sudden_death.enabled, options.sudden_death.strict
    out["models_block"] = BLOCKERS.index(options.los.models_block)
    out["cover_test"] = COVER_TESTS.index(options.cover.test)
    out["once_per_side"] = options.spells.once_per_side
    out["split"] = SPLITS.index(options.split)
    out["max_rounds"] = options.max_rounds
    out["first_round_roll"] = options.first_round_roll
    out["rule_of_one"] = options.rule_of_one
    out["save_dash"] = options.save_dash_unmodifiable
    out["attacks_per_model"] = options.random_attacks == "per_model"
    out["damage_per_unit"] = options.random_damage == "per_unit"
    out["free_allocation"] = options.alloc_policy == "free"
    out["stacks"] = options.stack_same_name
    out["reroll_always"] = options.reroll_policy == "always"
    out["triumphs"] = (0, 1, 2, 3)[TRIUMPHS.index(options.triumphs)]
    out["strict_pile_in"] = options.pile_in_strict
    out["exact"] = options.exact_positions
    out["retreat_and_run"] = options.retreat_and_run


def _fill_units(options: SigmarOptions, builder: _Builder, out: np.void) -> None:
    out["units"] = (builder.own[0], builder.own[1])
    for side in range(2):
        army = [unit for slot, unit in builder.units.items() if slot // SIDE_UNITS == side][: builder.own[side]]
        out["army_points"][side] = sum(unit.cost for unit in army)
        out["army_models"][side] = sum(unit.models for unit in army)
    out["slots"] = [sum(slot // SIDE_UNITS == side for slot in builder.units) for side in range(2)]
    next_model = [0, SIDE_MODELS]
    for slot, unit in builder.units.items():
        side, scroll = slot // SIDE_UNITS, unit.scroll
        out["keywords"][slot] = builder.mask("+".join(unit.keywords))
        out["radius"][slot] = scroll.radius * options.radius_percent // 100
        out["models"][slot] = out["room"][slot] = unit.models
        out["first"][slot] = next_model[side]
        next_model[side] += unit.models
        out["summoned"][slot] = slot % SIDE_UNITS >= builder.own[side]
        if next_model[side] > SIDE_MODELS * (side + 1):
            raise MusterError(f"an army has at most {SIDE_MODELS} models, summoned ones included")
        for loadout, (count, weapons) in enumerate(unit.loadouts):
            out["loadout_models"][slot, loadout] = count
            out["loadout_weapons"][slot, loadout] = weapons
        out["cost"][slot] = unit.cost
        for name in ("move", "wounds", "bravery", "save", "casts", "unbinds"):
            out[name][slot] = getattr(scroll, name)
        out["weapons"][slot] = len(unit.weapons)
        out["unit_name"][slot] = _letters(scroll.name)
        for number, w in enumerate(unit.weapons):
            row = (
                w.reach,
                w.attacks,
                w.hit,
                w.wound,
                w.rend,
                w.damage,
                w.missile,
                w.leader,
                w.leader_hit,
                w.leader_wound,
                w.each,
            )
            out["weapon"][slot, number] = row
            out["weapon_name"][slot, number] = _letters(w.name)
            out["reach"][slot, int(w.missile)] = max(out["reach"][slot, int(w.missile)], w.reach)


def _fill_rows(builder: _Builder, out: np.void) -> None:
    for slot, rows in builder.rows.items():
        if len(rows) > ROWS:
            raise MusterError(f"{builder.units[slot].scroll.key}: {len(rows)} modifiers, at most {ROWS}")
        rows.sort(key=lambda row: row[0])
        for number, row in enumerate(rows):
            out["rows"][slot, number] = row
        for effect in range(EFFECTS + 1):
            out["row_start"][slot, effect] = sum(row[0] < effect for row in rows)


def _fill_sets(builder: _Builder, out: np.void) -> None:
    out["set_hero"] = builder.keyset("HERO")
    out["set_khorne_hero"] = builder.keyset("KHORNE+HERO")
    out["set_monster"] = builder.keyset("MONSTER")
    out["set_target"] = [builder.keyset(word) for word in ("HERO", "WIZARD", "PRIEST", "MONSTER")]
    out["set_orruk"] = builder.keyset("ORRUK")
    out["set_daemon"] = builder.keyset("DAEMON")
    out["set_chaos_daemon"] = builder.keyset("CHAOS+DAEMON")
    out["set_skink_hero"] = builder.keyset("SKINK+HERO")
    for number, mask in enumerate(builder.sets):
        out["keyword_sets"][number] = mask


def _fill_threat(builder: _Builder, out: np.void) -> None:
    for slot, unit in builder.units.items():
        weapons = [w for i, w in enumerate(unit.weapons) if unit.loadouts[0][1] >> i & 1]
        for other, enemy in builder.units.items():
            if other // SIDE_UNITS != slot // SIDE_UNITS:
                for missile in range(2):
                    used = [w for w in weapons if w.missile == bool(missile)]
                    out["threat"][missile, slot, other] = expected_wounds(used, unit.modifiers, enemy)


def _universal(options: SigmarOptions, slot: int) -> list[Power]:
    """The two spells of all wizards (R35)."""
    values = options.spells
    return [
        Power("Arcane Bolt", PowerKind.SPELL, Target.ENEMY, Payload.MORTAL, values.arcane_bolt, 18, True, dice=D3),
        Power("Mystic Shield", PowerKind.SPELL, Target.FRIEND, Payload.EFFECT, values.mystic_shield, 18, True),
    ]


def _fill_powers(options: SigmarOptions, builder: _Builder, out: np.void) -> None:
    rows: list[tuple[list[int], str]] = []
    for side in range(2):
        inspiring = int(out["common"][side][Common.INSPIRING])
        row = _power_row(
            builder, -1, side, Power("Inspiring Presence", PowerKind.COMMAND, Target.FRIEND, Payload.EFFECT, reach=12)
        )
        row[columns.NAME] = inspiring
        rows.append((row, "Inspiring Presence"))
    for slot, unit in builder.units.items():
        if unit.scroll.casts:
            shield = int(out["common"][slot // SIDE_UNITS][Common.SHIELD])
            for power in _universal(options, slot):
                row = _power_row(builder, slot, slot // SIDE_UNITS, power)
                if power.payload == Payload.EFFECT:
                    row[columns.NAME] = shield
                rows.append((row, power.name))
        _add_own_powers(builder, slot, unit, rows)
    if len(rows) > POWERS:
        raise MusterError(f"the two armies have {len(rows)} powers, at most {POWERS}")
    for number, (row, name) in enumerate(rows):
        if row[columns.GROUP] < 0:
            row[columns.GROUP] = number
        out["power"][number] = row
        out["power_name"][number] = _letters(name)
    out["powers"] = len(rows)


def _add_own_powers(builder: _Builder, slot: int, unit: Unit, rows: list[tuple[list[int], str]]) -> None:
    groups: dict[str, int] = {}
    side = slot // SIDE_UNITS
    numbers: dict[int, int] = {}
    for power in unit.powers:
        row = _power_row(builder, slot, side, power)
        if power.group:
            row[columns.GROUP] = groups.setdefault(power.group, len(rows))
        for named in power.effects:
            key = id(named)
            if key not in numbers:
                numbers[key] = builder.add_named(named, side, _recipients(builder, slot, power), slot)
        if power.effects:
            row[columns.NAME] = numbers[id(power.effects[0])]
        rows.append((row, power.name))


def _recipients(builder: _Builder, slot: int, power: Power) -> list[int]:
    side = slot // SIDE_UNITS
    if power.target == Target.ENEMY:
        return [s for s in builder.units if s // SIDE_UNITS != side and builder.has(s, power.to)]
    group = power.payload in (Payload.EFFECT_ALL, Payload.WAAAGH, Payload.CONSTELLATION)
    if power.target == Target.FRIEND or group:
        return [s for s in builder.units if s // SIDE_UNITS == side and (builder.has(s, power.to) or s == slot)]
    return [slot]


def _power_row(builder: _Builder, owner: int, side: int, power: Power) -> list[int]:
    phase = When.HERO if power.kind == PowerKind.COMMAND and power.payload != Payload.WAAAGH else power.phase
    return [
        owner,
        side,
        int(power.kind),
        int(phase),
        power.roll,
        power.reach,
        int(power.sight),
        int(power.target),
        builder.keyset(power.to) if power.to else -1,
        int(power.payload),
        power.dice,
        -1,
        power.uses,
        -1,
        int(power.once),
        power.extra,
    ]
