"""Choosing targets, model by model (R27), and resolving a unit's attacks on them (R28)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.data import INCH, LEADER, SIDE_UNITS, WEAPONS
from engine.games.age_of_sigmar.geometry import squared_distance
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.attacks import PROFILE, RESULT, P, R, build_profile, make_attacks
from engine.games.age_of_sigmar.rules.dice import roll_dice
from engine.games.age_of_sigmar.rules.modifiers import model_counts, model_wise, row_holds, total_against
from engine.games.age_of_sigmar.rules.terrain import sees_model
from engine.games.age_of_sigmar.rules.units import army_size, enemy_gap, on_field, side_of
from engine.games.age_of_sigmar.rules.wounds import add_heals, add_wounds
from engine.games.age_of_sigmar.state import Chance
from engine.games.age_of_sigmar.vocabulary import Effect, PhaseMask
from engine.trace import EVERYBODY, note
from engine.types import Actions, Record, Trace

_SHOOTING = int(PhaseMask.SHOOTING)
_COMBAT = int(PhaseMask.COMBAT)
_ATTACKS = int(Effect.ATTACKS)
_ATTACK_DICE = int(Effect.ATTACK_DICE)
_NEEDS_NO_SIGHT = int(Effect.NEEDS_NO_SIGHT)
_AUTOMATIC = int(Effect.HITS_ARE_AUTOMATIC)
_AXE = int(Effect.AXE)
_CANNOT_PILE_IN = int(Effect.CANNOT_PILE_IN)
_STREAM = int(Effect.STREAM)
_REACH, _GROWN = int(Effect.REACH), int(Effect.GROWN_ATTACKS)

_P_HIT, _P_DAMAGE = int(P.HIT), int(P.DAMAGE)
_R_WOUNDS, _R_MORTAL, _R_BACK, _R_HITS = int(R.WOUNDS), int(R.MORTAL), int(R.BACK), int(R.HITS)
_R_HEALS, _R_REFLECTED = int(R.HEALS), int(R.REFLECTED)
_ALWAYS_HITS = -99
_ATTACKS_EVENT = int(Chance.ATTACKS)

STUNNED_MARK = 2
"""`marked` of a unit's first model: it may not pile in before it attacks in this phase."""


@part
def carries(options: Record, state: Record, unit: int, model: int, weapon: int) -> bool:
    """Whether a model has a weapon."""
    return options.loadout_weapons[unit, state.kind[model]] >> weapon & 1 != 0


@part
def in_phase(options: Record, unit: int, weapon: int, phase: int) -> bool:
    """Missile weapons are for the shooting phase, the others for combat (R23)."""
    return (options.weapon[unit, weapon, columns.MISSILE] != 0) == (phase == _SHOOTING)


@rule
def reach_of(options: Record, state: Record, unit: int, weapon: int) -> int:
    """A weapon's Range now, in inches."""
    phase = _SHOOTING if options.weapon[unit, weapon, columns.MISSILE] else _COMBAT
    return options.weapon[unit, weapon, columns.REACH] + total_against(options, state, unit, -1, _REACH, phase, -1)


@rule
def can_reach(options: Record, state: Record, unit: int, model: int, weapon: int, target: int) -> bool:
    """Whether a model of the target is in the weapon's range of this model and visible to it (R27)."""
    inches = reach_of(options, state, unit, weapon)
    if enemy_gap(state, unit, target) > inches * INCH:
        return False
    reach = inches * INCH + options.radius[unit] + options.radius[target]
    reach *= reach
    blind = total_against(options, state, unit, target, _NEEDS_NO_SIGHT, 0, weapon) > 0
    for i in range(options.first[target], options.first[target] + state.alive[target]):
        if squared_distance(state.x[model], state.y[model], state.x[i], state.y[i]) <= reach and (
            blind or sees_model(options, state, unit, model, target, i)
        ):
            return True
    return False


@rule
def clear_aim(options: Record, state: Record, unit: int) -> None:
    """Forget all chosen targets."""
    for place in range(options.room[unit]):
        for weapon in range(WEAPONS):
            state.aimed[place, weapon] = 0
    for weapon in range(WEAPONS):
        state.second[weapon] = 0


@part
def is_free(options: Record, state: Record, unit: int, place: int, weapon: int, phase: int) -> bool:
    """Whether a model has a weapon for this phase that it has not yet aimed."""
    return (
        state.aimed[place, weapon] == 0
        and carries(options, state, unit, options.first[unit] + place, weapon)
        and in_phase(options, unit, weapon, phase)
    )


@rule
def reachable(options: Record, state: Record, unit: int, phase: int, weapon: int) -> int:
    """Bit set of the enemy places that a weapon not yet aimed can reach; -1 asks for any weapon."""
    found = 0
    base = (1 - side_of(unit)) * SIDE_UNITS
    longest = options.reach[unit, 1 if phase == _SHOOTING else 0]
    longest = (longest + total_against(options, state, unit, -1, _REACH, phase, -1)) * INCH
    for place in range(army_size(options, 1 - side_of(unit))):
        target = base + place
        if on_field(state, target) and enemy_gap(state, unit, target) <= longest:
            found |= int(any_reaches(options, state, unit, phase, weapon, target)) << place
    return found


@rule
def any_reaches(options: Record, state: Record, unit: int, phase: int, weapon: int, target: int) -> bool:
    """Whether a model has a free weapon that reaches the target; -1 asks for any weapon."""
    for place in range(state.alive[unit]):
        for w in range(options.weapons[unit]):
            if (
                (weapon < 0 or weapon == w)
                and is_free(options, state, unit, place, w, phase)
                and can_reach(options, state, unit, options.first[unit] + place, w, target)
            ):
                return True
    return False


@rule
def aim(options: Record, state: Record, unit: int, phase: int, weapon: int, target: int, half: bool) -> None:
    """Aim free weapons that reach the target at it: all, one weapon, or every second model (at least one).

    Of a single model that may split, `half` sends half of a weapon's attacks on: its next target gets the rest (R27).
    """
    place_of_target = target % SIDE_UNITS + 1
    for w in range(options.weapons[unit]):
        if weapon >= 0 and weapon != w:
            continue
        able = 0
        for place in range(state.alive[unit]):
            if is_free(options, state, unit, place, w, phase) and can_reach(
                options, state, unit, options.first[unit] + place, w, target
            ):
                able += 1
                if not half or able % 2 == 1:
                    state.aimed[place, w] = place_of_target
        if half and able == 1 and state.alive[unit] == 1 and options.weapon[unit, w, columns.ATTACKS] > 1:
            state.second[w] = place_of_target


@rule
def aim_second(options: Record, state: Record, unit: int, target: int) -> None:
    """Send the second halves of a single model's attacks to a target in reach; to that of the first halves: all go there."""
    for w in range(options.weapons[unit]):
        if state.second[w] == state.aimed[0, w] and state.second[w] > 0:
            other = state.aimed[0, w] != target % SIDE_UNITS + 1
            if other and can_reach(options, state, unit, options.first[unit], w, target):
                state.second[w] = target % SIDE_UNITS + 1
            else:
                state.second[w] = 0


@rule
def waits_for_second(options: Record, state: Record, unit: int) -> bool:
    """Whether the other half of a single model's attacks needs a target."""
    for w in range(options.weapons[unit]):
        if state.second[w] > 0 and state.second[w] == state.aimed[0, w]:
            return True
    return False


@rule
def strike_all(options: Record, state: Record, unit: int, phase: int, trace: Trace) -> None:
    """Resolve all attacks of a unit, one target after the other (R27, R28); the wounds wait in the pools."""
    base = (1 - side_of(unit)) * SIDE_UNITS
    rolls = scratch(WEAPONS)
    for weapon in range(options.weapons[unit]):
        dice = total_against(options, state, unit, -1, _ATTACK_DICE, phase, weapon)
        rolls[weapon] = roll_dice(state.play_rng, options.weapon[unit, weapon, columns.ATTACKS])
        rolls[weapon] += roll_dice(state.play_rng, dice)
    for place in range(army_size(options, 1 - side_of(unit))):
        if is_target(options, state, unit, place):
            strike(options, state, unit, base + place, phase, rolls, trace)
    clear_aim(options, state, unit)


@rule
def is_target(options: Record, state: Record, unit: int, place: int) -> bool:
    """Whether any attack is aimed at the enemy unit at a place."""
    for weapon in range(options.weapons[unit]):
        if state.second[weapon] == place + 1:
            return True
        for model in range(state.alive[unit]):
            if state.aimed[model, weapon] == place + 1:
                return True
    return False


@rule
def strike(options: Record, state: Record, unit: int, target: int, phase: int, rolls: Actions, trace: Trace) -> None:
    """Resolve a unit's attacks on one target: weapon by weapon, the leader's apart where they differ."""
    profile = scratch(PROFILE)
    result = scratch(RESULT)
    hits_before = 0
    for weapon in range(options.weapons[unit]):
        for leader in range(2):
            attacks = count_attacks(options, state, unit, target, phase, weapon, leader, rolls[weapon])
            if attacks <= 0:
                continue
            build_profile(options, state, unit, target, weapon, phase, leader, profile)
            if options.damage_per_unit:
                profile[_P_DAMAGE] = roll_dice(state.play_rng, profile[_P_DAMAGE])
            if hits_before > 0 and total_against(options, state, unit, target, _AUTOMATIC, phase, weapon):
                profile[_P_HIT] = _ALWAYS_HITS
            for entry in range(RESULT):
                result[entry] = 0
            make_attacks(state.play_rng, profile, attacks, result)
            hits_before = result[_R_HITS]
            settle_attacks(options, state, unit, target, phase, weapon, result)
            wounds = result[_R_WOUNDS] + result[_R_MORTAL]
            note(trace, _ATTACKS_EVENT, EVERYBODY, 5, unit, target, attacks, wounds, result[_R_MORTAL])


@rule
def settle_attacks(options: Record, state: Record, unit: int, target: int, phase: int, weapon: int, result: Actions) -> None:
    """Put what attacks led to into the pools (R29, R31)."""
    before = state.pool[target]
    add_wounds(options, state, target, result[_R_WOUNDS], False, False)
    add_wounds(options, state, target, result[_R_MORTAL], True, False)
    caused = state.pool[target] - before
    if caused and total_against(options, state, unit, target, _AXE, phase, weapon):
        state.axe[target] += caused
    if phase == _COMBAT:
        state.struck[unit] |= int(caused > 0)
        if result[_R_HITS] and total_against(options, state, unit, target, _CANNOT_PILE_IN, phase, weapon):
            state.marked[options.first[target]] |= STUNNED_MARK * int(result[_R_MORTAL] > 0)
    elif caused and total_against(options, state, unit, target, _STREAM, phase, weapon):
        state.marked[options.first[target]] |= STUNNED_MARK
    add_heals(options, state, target, result[_R_HEALS])
    add_wounds(options, state, unit, result[_R_BACK], True, False)
    if result[_R_REFLECTED]:
        reflect(options, state, target, result[_R_REFLECTED])


@rule
def reflect(options: Record, state: Record, unit: int, wounds: int) -> None:
    """Thundershield: each enemy unit within 3 inches suffers a mortal wound for each save."""
    base = (1 - side_of(unit)) * SIDE_UNITS
    for enemy in range(base, base + army_size(options, 1 - side_of(unit))):
        if enemy_gap(state, unit, enemy) <= 3 * INCH:
            add_wounds(options, state, enemy, wounds, True, False)


@rule
def count_attacks(
    options: Record, state: Record, unit: int, target: int, phase: int, weapon: int, leader: int, base: int
) -> int:
    """Attacks with one weapon on one target, of the leader (1) or of the others (0)."""
    extra = total_against(options, state, unit, target, _ATTACKS, phase, weapon)
    if state.bonus[unit]:
        extra += state.bonus[unit] * total_against(options, state, unit, target, _GROWN, phase, weapon)
    bonus = options.weapon[unit, weapon, columns.MORE_ATTACKS] if leader else 0
    attacks = 0
    for place in range(state.alive[unit]):
        if (state.kind[options.first[unit] + place] == LEADER) != (leader == 1):
            continue
        first = state.aimed[place, weapon] == target % SIDE_UNITS + 1
        second = state.second[weapon] == target % SIDE_UNITS + 1 and place == 0
        if not first and not second:
            continue
        each = attacks_of_model(options, state, unit, target, phase, weapon, place, base) + bonus + extra
        if state.second[weapon] > 0:
            each = (each + 1) // 2 if first else each // 2
        attacks += max(each, 0)
    return attacks


@rule
def attacks_of_model(
    options: Record, state: Record, unit: int, target: int, phase: int, weapon: int, place: int, base: int
) -> int:
    """Attacks of one model before what holds for the whole unit."""
    model = options.first[unit] + place
    code = options.weapon[unit, weapon, columns.ATTACKS]
    attacks = base
    if options.attacks_per_model and code >= 1000:
        attacks = roll_dice(state.play_rng, code)
    if options.weapon[unit, weapon, columns.EACH]:
        attacks = models_in_reach(options, state, unit, model, weapon, target)
    for row in range(options.row_start[unit, _ATTACKS], options.row_start[unit, _ATTACKS + 1]):
        wanted = options.rows[unit, row, columns.PHASE]
        if (
            model_wise(options, unit, row)
            and wanted in (0, phase)
            and row_holds(options, state, unit, target, row)
            and not model_counts(options, state, unit, row, model)
        ):
            attacks -= options.rows[unit, row, columns.VALUE]
    return attacks


@rule
def models_in_reach(options: Record, state: Record, unit: int, model: int, weapon: int, target: int) -> int:
    """Enemy models of one unit in a weapon's range of a model."""
    reach = reach_of(options, state, unit, weapon) * INCH + options.radius[unit] + options.radius[target]
    found = 0
    for i in range(options.first[target], options.first[target] + state.alive[target]):
        found += squared_distance(state.x[model], state.y[model], state.x[i], state.y[i]) <= reach * reach
    return found
