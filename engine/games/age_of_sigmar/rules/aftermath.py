"""What follows wounds: allocation, deeds of who slew, last blows of the slain (R29; warscrolls)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNITS
from engine.games.age_of_sigmar.inlining import rule
from engine.games.age_of_sigmar.rules.attacks import PROFILE, RESULT, R, build_profile, make_attacks
from engine.games.age_of_sigmar.rules.dice import die, roll_dice
from engine.games.age_of_sigmar.rules.modifiers import total, total_against
from engine.games.age_of_sigmar.rules.units import (
    army_size,
    enemy_gap,
    has_all,
    in_turn,
    measure_enemies,
    on_field,
    side_of,
)
from engine.games.age_of_sigmar.rules.wounds import REAR, add_heals, add_wounds, allocate, has_choice, slay
from engine.games.age_of_sigmar.state import Phase, Stage, Standing
from engine.games.age_of_sigmar.vocabulary import Effect, PhaseMask
from engine.types import Record, Trace

_COMBAT_PHASE = int(Phase.COMBAT)
_COMBAT = int(PhaseMask.COMBAT)
_ALLOCATE = int(Stage.ALLOCATE)
_DESTROYED = int(Standing.DESTROYED)
_LAST_BLOW, _DEATH_MORTAL, _BLOOD_FURY = int(Effect.LAST_BLOW), int(Effect.DEATH_MORTAL), int(Effect.BLOOD_FURY)
_HEAL_ON_KILL, _GROW, _ATTACKS = int(Effect.HEAL_ON_KILL), int(Effect.GROW_ON_HERO), int(Effect.ATTACKS)
_AXE = int(Effect.AXE)
_R_WOUNDS, _R_MORTAL = int(R.WOUNDS), int(R.MORTAL)
_MOST = 30_000
_MOST_BONUS = 20


@rule
def ask_or_inflict(options: Record, state: Record, trace: Trace) -> bool:
    """Give out all wounds that wait; True if an owner has to say which models suffer them."""
    again = True
    while again:
        again = False
        for step in range(UNITS):
            unit = in_turn(state, step)
            if state.pool[unit] > 0:
                if not on_field(state, unit):
                    state.pool[unit], state.axe[unit] = 0, 0
                elif has_choice(options, state, unit):
                    state.stage = _ALLOCATE
                    state.victim = unit
                    state.current_player = side_of(unit)
                    return True
                else:
                    inflict(options, state, unit, REAR, trace)
                    again = True
    return False


@rule
def inflict(options: Record, state: Record, unit: int, way: int, trace: Trace) -> None:
    """Allocate a unit's wounds and let what slew it, and what died, have its due."""
    killer = state.acting
    is_enemy = killer >= 0 and side_of(killer) != side_of(unit)
    near = is_enemy and on_field(state, killer) and enemy_gap(state, killer, unit) <= 3 * INCH + options.reach[unit, 0] * INCH
    blow = total(options, state, unit, _LAST_BLOW)
    death = total(options, state, unit, _DEATH_MORTAL)
    fury = total(options, state, unit, _BLOOD_FURY)
    slain = allocate(options, state, unit, way, trace)
    if slain == 0 or not is_enemy:
        return
    state.kills[killer] = min(state.kills[killer] + slain, _MOST)
    state.recent[killer] = 1
    if state.phase < _COMBAT_PHASE:
        return
    reward(options, state, killer, unit)
    if near:
        last_deeds(options, state, unit, killer, slain, blow, death, fury)


@rule
def reward(options: Record, state: Record, killer: int, unit: int) -> None:
    """Deeds in combat: Taker of Heads, Strength from Victory."""
    healed = total(options, state, killer, _HEAL_ON_KILL)
    if healed:
        add_heals(options, state, killer, healed)
    if state.standing[unit] == _DESTROYED and has_all(options, unit, options.set_hero) and total(options, state, killer, _GROW):
        state.bonus[killer] = min(state.bonus[killer] + 1, _MOST_BONUS)


@rule
def last_deeds(options: Record, state: Record, unit: int, killer: int, slain: int, blow: int, death: int, fury: int) -> None:
    """What models slain in combat still do to the unit that slew them, before they are gone."""
    if blow:
        blows(options, state, unit, killer, slain)
    if death:
        for _ in range(slain):
            rolled = die(state)
            if rolled >= 4:
                add_wounds(options, state, killer, 1 if rolled < 6 else roll_dice(state.play_rng, 1030), True, False)
    if fury:
        blows(options, state, killer, killer, min(slain, state.alive[killer]))


@rule
def blows(options: Record, state: Record, unit: int, target: int, models: int) -> None:
    """So many models of a unit, rank and file, attack a unit with their melee weapons (its own, in a blood fury)."""
    profile = scratch(PROFILE)
    result = scratch(RESULT)
    for weapon in range(options.weapons[unit]):
        if options.weapon[unit, weapon, columns.MISSILE] or options.loadout_weapons[unit, 0] >> weapon & 1 == 0:
            continue
        attacks = roll_dice(state.play_rng, options.weapon[unit, weapon, columns.ATTACKS])
        attacks += total_against(options, state, unit, target, _ATTACKS, _COMBAT, weapon)
        build_profile(options, state, unit, target, weapon, _COMBAT, 0, profile)
        for entry in range(RESULT):
            result[entry] = 0
        make_attacks(state.play_rng, profile, max(attacks, 0) * models, result)
        add_wounds(options, state, target, result[_R_WOUNDS], False, False)
        add_wounds(options, state, target, result[_R_MORTAL], True, False)


@rule
def axes_fall(options: Record, state: Record) -> None:
    """End of the combat phase: a model that an axe wounded and that lives is slain on the axe's roll."""
    for step in range(UNITS):
        unit = in_turn(state, step)
        if not on_field(state, unit):
            continue
        needed = axe_roll(options, state, 1 - side_of(unit))
        slain = 0
        for model in range(options.first[unit] + state.alive[unit] - 1, options.first[unit] - 1, -1):
            if state.marked[model] & 1 and needed and die(state) >= needed:
                slay(options, state, unit, model)
                slain += 1
            else:
                state.marked[model] = 0
        if slain:
            measure_enemies(options, state, unit)


@rule
def axe_roll(options: Record, state: Record, side: int) -> int:
    """The roll on which a side's axe slays."""
    needed = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        for row in range(options.row_start[unit, _AXE], options.row_start[unit, _AXE + 1]):
            needed = max(needed, options.rows[unit, row, columns.VALUE])
    return needed


@rule
def streams_burn(options: Record, state: Record) -> None:
    """End of the shooting phase: units that a stream of fire wounded suffer D3 mortal wounds on its roll."""
    for step in range(UNITS):
        unit = in_turn(state, step)
        if on_field(state, unit) and state.marked[options.first[unit]] & 2:
            state.marked[options.first[unit]] -= 2
            if die(state) >= 4:
                add_wounds(options, state, unit, roll_dice(state.play_rng, 1030), True, False)
