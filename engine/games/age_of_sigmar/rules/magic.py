"""Using powers: casting, unbinding, prayers, and what each payload does (R34, R35; warscrolls)."""

from __future__ import annotations

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.dice import die, roll_dice
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.payloads import apply_payload
from engine.games.age_of_sigmar.rules.powers import SPENT, open_portal_near, user_of
from engine.games.age_of_sigmar.rules.rolls import has_say, hold, let_go, may_bless
from engine.games.age_of_sigmar.rules.terrain import near_kind, unit_sees
from engine.games.age_of_sigmar.rules.units import army_size, has_all, on_field, side_of, unit_gap
from engine.games.age_of_sigmar.rules.wounds import add_wounds
from engine.games.age_of_sigmar.state import NOBODY, Chance, Deed, Resume, Stage, Why
from engine.games.age_of_sigmar.vocabulary import Effect, Feature, Payload, PowerKind
from engine.trace import EVERYBODY, note3
from engine.types import Record, Trace

_SPELL = int(PowerKind.SPELL)
_COMMAND = int(PowerKind.COMMAND)
_RECKLESS = int(Payload.RECKLESS)
_BLOOD_BIND = int(Payload.BLOOD_BIND)
_CONSTELLATION = int(Payload.CONSTELLATION)
_CAST = int(Effect.CAST)
_UNBIND = int(Effect.UNBIND)
_REROLL_CAST = int(Effect.REROLL_CAST)
_DOUBLES = int(Effect.TOTEM_OF_DOUBLES)
_COLLAR = int(Effect.COLLAR)
_AUTO_UNBIND = int(Effect.AUTO_UNBIND)
_ARCANE = int(Feature.ARCANE)
_DIE = int(Chance.DIE)
_WHY_CASTING = int(Why.CASTING)
_WHY_UNBINDING = int(Why.UNBINDING)
_WHY_PRAYER = int(Why.PRAYER)
_STAGE_UNBIND = int(Stage.UNBIND)
_STAGE_ROLL = int(Stage.ROLL)
_SPELL_NEXT, _HERO_NEXT = int(Resume.SPELL), int(Resume.HERO)

UNBIND_RANGE = 18 * INCH
_UNBOUND = int(Deed.UNBOUND)


@rule
def use_power(options: Record, state: Record, power: int, target: int, trace: Trace) -> None:
    """Use a power on a unit (-1: none). Spells are cast and may be unbound; abilities roll; effects follow at once."""
    user = user_of(options, state, power)
    group = options.power[power, columns.GROUP]
    state.used[group] = SPENT if options.power[power, columns.ONCE] else min(state.used[group] + 1, SPENT - 1)
    kind = options.power[power, columns.KIND]
    state.acting = user
    if kind == _SPELL:
        cast(options, state, power, user, target, trace)
        return
    if kind == _COMMAND:
        state.commanded[side_of(user)] = power + 1
    if options.power[power, columns.PAYLOAD] == _CONSTELLATION and state.round_number > 0:
        state.cast[user] += 1
    state.power, state.spell_target = power, target
    if options.power[power, columns.ROLL]:
        pray(options, state, user, trace)
    else:
        carry_out(options, state, trace)


@part
def pray(options: Record, state: Record, user: int, trace: Trace) -> None:
    """A die for an ability that may fail; a blessed player may change it."""
    natural = die(state)
    note3(trace, _DIE, EVERYBODY, _WHY_PRAYER, user, natural)
    hold(state, _WHY_PRAYER, natural, 6)
    if has_say(options, state, side_of(user)):
        state.stage = _STAGE_ROLL
    else:
        settle_prayer(options, state, trace)


@rule
def settle_prayer(options: Record, state: Record, trace: Trace) -> None:
    """A prayer is answered or not."""
    power, user, natural = state.power, state.acting, state.roll
    let_go(state)
    if is_blood_prayer(options, power):
        natural = answer_of_khorne(options, state, user, natural)
    if natural >= options.power[power, columns.ROLL]:
        carry_out(options, state, trace)
        return
    if options.power[power, columns.PAYLOAD] == _CONSTELLATION and natural == 1:
        state.cast[user] = options.casts[user]
    end_power(state)


@rule
def carry_out(options: Record, state: Record, trace: Trace) -> None:
    """The power in use takes effect."""
    power, user, target = state.power, state.acting, state.spell_target
    end_power(state)
    apply_payload(options, state, power, user, target, trace)


@rule
def is_blood_prayer(options: Record, power: int) -> bool:
    """Slaughterpriests share their prayers' uses with Blood Bind: those are the prayers that can go wrong."""
    group = options.power[power, columns.GROUP]
    for other in range(options.powers):
        if options.power[other, columns.GROUP] == group and options.power[other, columns.PAYLOAD] == _BLOOD_BIND:
            return True
    return False


@part
def answer_of_khorne(options: Record, state: Record, user: int, natural: int) -> int:
    """A natural 1 costs the priest D3 mortal wounds; +1 if he slew something since his last hero phase."""
    if natural == 1:
        add_wounds(options, state, user, roll_dice(state.play_rng, 1030), True, False)
        return 0
    return natural + state.recent[user]


@rule
def cast(options: Record, state: Record, power: int, user: int, target: int, trace: Trace) -> None:
    """Two dice of at least the casting value (R34); near an open portal a success must be rolled again."""
    state.cast[user] += 1
    state.power, state.spell_target = power, target
    roll_casting(options, state, user, trace)
    if state.roll >= options.power[power, columns.ROLL] and open_portal_near(options, state, user):
        state.again = 1
        roll_casting(options, state, user, trace)
    if has_say(options, state, side_of(user)):
        state.stage = _STAGE_ROLL
    else:
        settle_cast(options, state)


@rule
def roll_casting(options: Record, state: Record, user: int, trace: Trace) -> None:
    """Two dice and what adds to them; a shaman's double hurts the nearest ORRUK unit within 10 inches."""
    one, two = die(state), die(state)
    price = total(options, state, user, _DOUBLES)
    if price and one == two:
        hurt_nearest_orruks(options, state, user, price)
    bonus = total(options, state, user, _CAST) + int(near_kind(options, state, user, _ARCANE, 3))
    rolled = one + two + bonus
    hold(state, _WHY_CASTING, rolled, rolled + 6 - min(one, two))
    note3(trace, _DIE, EVERYBODY, _WHY_CASTING, user, state.roll)


@rule
def settle_cast(options: Record, state: Record) -> None:
    """A spell is cast, and an enemy wizard may try to unbind it; or it failed."""
    user, power, rolled = state.acting, state.power, state.roll
    let_go(state)
    if rolled < options.power[power, columns.ROLL]:
        if options.power[power, columns.PAYLOAD] == _RECKLESS:
            wounds = roll_dice(state.play_rng, options.power[power, columns.DICE])
            add_wounds(options, state, user, wounds, True, False)
        end_power(state)
        return
    state.rolled = rolled
    state.resume = _SPELL_NEXT
    if anyone_unbinds(options, state, user):
        state.stage = _STAGE_UNBIND
        state.current_player = 1 - side_of(user)


@rule
def hurt_nearest_orruks(options: Record, state: Record, user: int, price: int) -> None:
    """Brutal Power: mortal wounds to the nearest ORRUK unit within 10 inches, the shaman himself apart."""
    best, found = 10 * INCH + 1, NOBODY
    for step in range(2):
        side = side_of(user) ^ step
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            if unit != user and on_field(state, unit) and has_all(options, unit, options.set_orruk):
                gap = unit_gap(options, state, user, unit)
                if gap < best:
                    best, found = gap, unit
    if found >= 0:
        add_wounds(options, state, found, roll_dice(state.play_rng, price), True, False)


@rule
def anyone_unbinds(options: Record, state: Record, caster: int) -> bool:
    """Whether an enemy may try to unbind."""
    side = 1 - side_of(caster)
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if may_unbind(options, state, unit, caster):
            return True
    return False


@rule
def may_unbind(options: Record, state: Record, unit: int, caster: int) -> bool:
    """A wizard (or who unbinds as one) within 18 inches of the caster who sees him, with an attempt left (R34)."""
    if not on_field(state, unit):
        return False
    attempts = options.unbinds[unit] + total(options, state, unit, _COLLAR)
    if state.unbound[unit] >= attempts:
        return False
    return unit_gap(options, state, unit, caster) <= UNBIND_RANGE and unit_sees(options, state, unit, caster)


@part
def unbind(options: Record, state: Record, unit: int, trace: Trace) -> None:
    """Two dice higher than the casting roll undo the spell (R34); a heartwood staff does it once a battle without a roll."""
    state.unbound[unit] += 1
    if total(options, state, unit, _AUTO_UNBIND) and state.reacted[unit] & _UNBOUND == 0:
        state.reacted[unit] |= _UNBOUND
        hold(state, _WHY_UNBINDING, state.rolled + 1, state.rolled + 1)
        settle_unbinding(state)
        return
    bonus = total(options, state, unit, _UNBIND) + int(near_kind(options, state, unit, _ARCANE, 3))
    one, two = die(state), die(state)
    rolled = one + two + bonus
    hold(state, _WHY_UNBINDING, rolled, rolled + 6 - min(one, two))
    note3(trace, _DIE, EVERYBODY, _WHY_UNBINDING, unit, state.roll)
    if may_bless(state, side_of(unit)):
        state.stage = _STAGE_ROLL
    else:
        settle_unbinding(state)


@rule
def settle_unbinding(state: Record) -> None:
    """The spell is undone, or takes effect."""
    undone = state.roll > state.rolled
    let_go(state)
    state.current_player = state.active
    if undone:
        end_power(state)
        state.resume = _HERO_NEXT
    else:
        state.resume = _SPELL_NEXT


@part
def take_effect(options: Record, state: Record, trace: Trace) -> None:
    """A cast spell that was not unbound takes effect; its target may be gone by then."""
    power, user, target = state.power, state.acting, state.spell_target
    end_power(state)
    if on_field(state, user) and (target < 0 or on_field(state, target)):
        apply_payload(options, state, power, user, target, trace)


@part
def end_power(state: Record) -> None:
    """Forget the power in use."""
    state.power, state.spell_target, state.rolled = NOBODY, NOBODY, 0
