"""Who may use which power on whom: spells, prayers, command abilities (R17, R18, R34, R35)."""

from __future__ import annotations

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.terrain import unit_sees
from engine.games.age_of_sigmar.rules.units import army_size, has_all, on_field, side_of, unit_gap
from engine.games.age_of_sigmar.vocabulary import Effect, Payload, PowerKind, Target, When
from engine.types import Record

_SPELL = int(PowerKind.SPELL)
_COMMAND = int(PowerKind.COMMAND)
_NONE = int(Target.NONE)
_ENEMY = int(Target.ENEMY)
_OTHER_FRIEND = int(Target.OTHER_FRIEND)
_ANY = int(Target.ANY)
_HERO = int(When.HERO)

_CANNOT_ACT = int(Effect.CANNOT_ACT)
_VASSAL = int(Effect.ARCANE_VASSAL)
_PORTAL = int(Effect.PORTAL)

_HEAL = int(Payload.HEAL)
_REVIVE = int(Payload.REVIVE)
_SUMMON = int(Payload.SUMMON)
_BLOOD_BIND = int(Payload.BLOOD_BIND)
_CONSTELLATION = int(Payload.CONSTELLATION)


_EFFECT = int(Payload.EFFECT)

SPENT = 100
"""`used` of a power that is spent for the battle."""


@rule
def user_of(options: Record, state: Record, power: int) -> int:
    """The unit that uses a power: its owner, or the general; -1 if it can't act."""
    owner = options.power[power, columns.OWNER]
    side = options.power[power, columns.SIDE]
    if owner < 0:
        owner = state.general[side]
    if owner < 0 or not on_field(state, owner):
        return -1
    return owner


@rule
def may_use(options: Record, state: Record, power: int, side: int, when: int) -> bool:
    """Whether a side may use a power in a phase, whatever its target."""
    if options.power[power, columns.SIDE] != side or options.power[power, columns.WHEN] != when:
        return False
    user = user_of(options, state, power)
    if user < 0:
        return False
    used = state.used[options.power[power, columns.GROUP]]
    if used >= options.power[power, columns.USES]:
        return False
    kind = options.power[power, columns.KIND]
    if kind == _SPELL:
        return may_cast(options, state, power, user)
    if kind == _COMMAND:
        is_general = state.general[side] == user and state.general_lost[side] == 0
        return is_general and state.commanded[side] in (0, power + 1)
    if options.power[power, columns.PAYLOAD] == _CONSTELLATION and when == _HERO:
        return state.cast[user] < options.casts[user]
    return True


@rule
def may_cast(options: Record, state: Record, power: int, user: int) -> bool:
    """Spells left to attempt (R34); with `spells.once_per_side` none of the same kind by the same side."""
    if state.cast[user] >= options.casts[user] or total(options, state, user, _CANNOT_ACT):
        return False
    if options.once_per_side:
        for other in range(options.powers):
            if state.used[other] and same_spell(options, power, other):
                return False
    return True


@rule
def same_spell(options: Record, power: int, other: int) -> bool:
    """Whether two powers of one side are the same spell of different wizards."""
    if options.power[power, columns.SIDE] != options.power[other, columns.SIDE]:
        return False
    for column in (columns.KIND, columns.ROLL, columns.PAYLOAD, columns.DICE, columns.TARGET):
        if options.power[power, column] != options.power[other, column]:
            return False
    return True


@part
def takes_itself(options: Record, power: int) -> bool:
    """Whether a power has no target to choose."""
    return options.power[power, columns.TARGET] == _NONE


@rule
def itself_is_legal(options: Record, state: Record, power: int) -> bool:
    """Whether a power without a target would do anything."""
    user = user_of(options, state, power)
    payload = options.power[power, columns.PAYLOAD]
    if payload == _SUMMON:
        return summoned_unit(options, state, power) >= 0
    if payload == _CONSTELLATION and options.power[power, columns.EXTRA]:
        chosen = options.power[power, columns.NAME] + options.power[power, columns.EXTRA] - 1
        return state.effects[user, chosen] == 0
    if payload == _EFFECT:
        return options.stacks != 0 or state.effects[user, options.power[power, columns.NAME]] == 0
    return True


@rule
def summoned_unit(options: Record, state: Record, power: int) -> int:
    """The unit slot that a summoning fills, or -1 if it can't be: summoning is off, or the unit has come already."""
    side = options.power[power, columns.SIDE]
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        wanted = options.power[power, columns.KEYSET]
        if options.summoned[unit] and state.standing[unit] == 0 and has_all(options, unit, wanted):
            return unit
    return -1


@rule
def in_reach(options: Record, state: Record, power: int, user: int, target: int) -> bool:
    """Range and sight from the user, or of a spell from a vassal of a Slann."""
    reach = options.power[power, columns.RANGE] * INCH
    sight = options.power[power, columns.SIGHT]
    if unit_gap(options, state, user, target) <= reach and (
        not sight or target == user or unit_sees(options, state, user, target)
    ):
        return True
    if options.power[power, columns.KIND] != _SPELL:
        return False
    far = total(options, state, user, _VASSAL) * INCH
    if far == 0:
        return False
    side = side_of(user)
    for vassal in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if (
            vassal != user
            and on_field(state, vassal)
            and has_all(options, vassal, options.set_skink_hero)
            and unit_gap(options, state, user, vassal) <= far
            and unit_gap(options, state, vassal, target) <= reach
            and (not sight or unit_sees(options, state, vassal, target))
        ):
            return True
    return False


@rule
def target_is_legal(options: Record, state: Record, power: int, target: int) -> bool:
    """Whether a power may be used on a unit: side, keywords, range, sight, and that it would do anything."""
    user = user_of(options, state, power)
    if not on_field(state, target) or not has_all(options, target, options.power[power, columns.KEYSET]):
        return False
    wanted = options.power[power, columns.TARGET]
    friend = side_of(target) == options.power[power, columns.SIDE]
    if wanted != _ANY and friend != (wanted != _ENEMY):
        return False
    if wanted == _OTHER_FRIEND and target == user:
        return False
    return would_do(options, state, power, target) and in_reach(options, state, power, user, target)


@rule
def would_do(options: Record, state: Record, power: int, target: int) -> bool:
    """Leaves out what would change nothing: an effect that is there already, healing of the unhurt."""
    payload = options.power[power, columns.PAYLOAD]
    named = options.power[power, columns.NAME]
    if payload == _EFFECT:
        return options.stacks != 0 or state.effects[target, named] == 0
    if payload == _HEAL:
        return named >= 0 or is_hurt(options, state, target)
    if payload == _REVIVE:
        return state.alive[target] < options.models[target]
    if payload == _BLOOD_BIND:
        return not engaged(options, state, target)
    return True


@rule
def engaged(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit is within 3 inches of an enemy."""
    side = 1 - side_of(unit)
    for enemy in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if unit_gap(options, state, unit, enemy) <= 3 * INCH:
            return True
    return False


@rule
def has_target(options: Record, state: Record, power: int) -> bool:
    """Whether a power has a legal target."""
    if takes_itself(options, power):
        return itself_is_legal(options, state, power)
    for side in range(2):
        for target in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            if target_is_legal(options, state, power, target):
                return True
    return False


@part
def is_hurt(options: Record, state: Record, unit: int) -> bool:
    """Whether a model of a unit is wounded."""
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        if state.hurt[i] > 0:
            return True
    return False


@rule
def open_portal_near(options: Record, state: Record, caster: int) -> bool:
    """Whether a caster is within 18 inches of an open Portal of Skulls, of either side."""
    for side in range(2):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            if on_field(state, unit):
                reach = total(options, state, unit, _PORTAL)
                if reach and unit_gap(options, state, unit, caster) <= reach * INCH:
                    return True
    return False
