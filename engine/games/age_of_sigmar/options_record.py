"""Turns the options into the record that compiled rules read: units by slot, abilities as rows, powers as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.columns import NAME_LENGTH, OPTIONS_DTYPE
from engine.games.age_of_sigmar.data import INCH, POWERS, ROWS, SIDE_MODELS, SIDE_UNITS
from engine.games.age_of_sigmar.expectation import expected_wounds
from engine.games.age_of_sigmar.muster import MusterError, Unit, read_unit
from engine.games.age_of_sigmar.row_builder import COMMON, LASTS, Common, RowBuilder
from engine.games.age_of_sigmar.vocabulary import EFFECTS, REALMS, Payload, PowerKind, Target, When
from engine.games.age_of_sigmar.warscrolls.model import D3, Power

if TYPE_CHECKING:
    from engine.games.age_of_sigmar.options import SigmarOptions


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
    builder = RowBuilder(armies, summoned)
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
    out["set_realm"] = builder.keyset(options.realm.upper())
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


def _side(builder: RowBuilder, side: int) -> list[int]:
    return [slot for slot in builder.units if slot // SIDE_UNITS == side]


def _summoned(army: Sequence[Unit], scrolls: Any) -> list[Unit]:
    keys = [p.to.lower() for unit in army for p in unit.powers if p.payload == Payload.SUMMON]
    return [read_unit(f"{key}:12", scrolls) for key in dict.fromkeys(keys)]


def _letters(text: str) -> list[int]:
    data = text.encode("ascii", "replace")[:NAME_LENGTH]
    return [*data, *[0] * (NAME_LENGTH - len(data))]


def _fill_numbers(options: SigmarOptions, out: np.void) -> None:
    from engine.games.age_of_sigmar.options import BLOCKERS, COVER_TESTS, SCENERY, SPLITS, TRIUMPHS  # noqa: PLC0415  (it needs this module)

    out["board"] = (options.board.width * INCH, options.board.height * INCH)
    out["per_square"], out["choice"] = options.terrain.per_square, options.terrain.choice
    out["blocking"], out["scenery"] = options.terrain.blocking, SCENERY.index(options.terrain.scenery)
    out["sudden_death"], out["strict"] = options.sudden_death.enabled, options.sudden_death.strict
    out["models_block"] = BLOCKERS.index(options.los.models_block)
    out["cover_test"] = COVER_TESTS.index(options.cover.test)
    out["once_per_side"] = options.spells.once_per_side
    out["realm"] = REALMS.index(options.realm)
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


def _fill_units(options: SigmarOptions, builder: RowBuilder, out: np.void) -> None:
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
        out["radius"][slot] = scroll.radius(options.radius_table) * options.radius_percent // 100
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


def _fill_rows(builder: RowBuilder, out: np.void) -> None:
    for slot, rows in builder.rows.items():
        if len(rows) > ROWS:
            raise MusterError(f"{builder.units[slot].scroll.key}: {len(rows)} modifiers, at most {ROWS}")
        rows.sort(key=lambda row: row[0])
        for number, row in enumerate(rows):
            out["rows"][slot, number] = row
        for effect in range(EFFECTS + 1):
            out["row_start"][slot, effect] = sum(row[0] < effect for row in rows)


def _fill_sets(builder: RowBuilder, out: np.void) -> None:
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


def _fill_threat(builder: RowBuilder, out: np.void) -> None:
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


def _fill_powers(options: SigmarOptions, builder: RowBuilder, out: np.void) -> None:
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


def _add_own_powers(builder: RowBuilder, slot: int, unit: Unit, rows: list[tuple[list[int], str]]) -> None:
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


def _recipients(builder: RowBuilder, slot: int, power: Power) -> list[int]:
    side = slot // SIDE_UNITS
    if power.target == Target.ENEMY:
        return [s for s in builder.units if s // SIDE_UNITS != side and builder.has(s, power.to)]
    group = power.payload in (Payload.EFFECT_ALL, Payload.WAAAGH, Payload.CONSTELLATION)
    if power.target == Target.FRIEND or group:
        return [s for s in builder.units if s // SIDE_UNITS == side and (builder.has(s, power.to) or s == slot)]
    return [slot]


def _power_row(builder: RowBuilder, owner: int, side: int, power: Power) -> list[int]:
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
