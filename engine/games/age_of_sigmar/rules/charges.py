"""The charge phase: who may charge, the roll, impact, reactions (R24)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNIT_MODELS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.contact import charge_move, first_contact
from engine.games.age_of_sigmar.rules.dice import die, roll_dice
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.moves import any_deadly, cross_deadly, move_unit, remember
from engine.games.age_of_sigmar.rules.orders import is_free_to_move
from engine.games.age_of_sigmar.rules.rolls import hold
from engine.games.age_of_sigmar.rules.space import CLOSE
from engine.games.age_of_sigmar.rules.targets import aim, clear_aim, strike_all
from engine.games.age_of_sigmar.rules.units import (
    army_size,
    centre_x,
    centre_y,
    enemy_gap,
    nearest_gap,
    on_field,
    side_of,
)
from engine.games.age_of_sigmar.rules.wounds import add_wounds
from engine.games.age_of_sigmar.state import Chance, Deed, Moved, Why
from engine.games.age_of_sigmar.vocabulary import Effect, PhaseMask
from engine.trace import EVERYBODY, note3
from engine.types import Actions, Record, Trace

_ROOM = 2 * UNIT_MODELS
_CHARGE, _DICE, _RANGE = int(Effect.CHARGE), int(Effect.CHARGE_DICE), int(Effect.CHARGE_RANGE)
_NO_CHARGE, _RUN_AND_CHARGE, _RETREAT_AND_CHARGE = (
    int(Effect.NO_CHARGE),
    int(Effect.RUN_AND_CHARGE),
    int(Effect.RETREAT_AND_CHARGE),
)
_IMPACT, _BULK, _STAND, _COUNTER = (
    int(Effect.IMPACT),
    int(Effect.BULK),
    int(Effect.STAND_AND_SHOOT),
    int(Effect.COUNTER_CHARGE),
)
_RAN, _RETREATED, _MARCHED = int(Moved.RAN), int(Moved.RETREATED), int(Moved.MARCHED)
_SHOOTING = int(PhaseMask.SHOOTING)
_DIE, _WHY_CHARGE, _WHY_REACTION = int(Chance.DIE), int(Why.CHARGE), int(Why.REACTION)
_AGAIN = int(Effect.CHARGE_AGAIN)
_SHOT_BACK, _TRAMPLED = int(Deed.SHOT_BACK), int(Deed.TRAMPLED)
_CHARGE_INCHES = 12
_MOST = 100


@rule
def may_charge(options: Record, state: Record, unit: int) -> bool:
    """Within 12 inches of an enemy, not within 3, did not run or retreat; once a phase (R24)."""
    if not on_field(state, unit) or state.done[unit] or not is_free_to_move(options, state, unit):
        return False
    moved = state.moved[unit]
    if moved == _MARCHED or total(options, state, unit, _NO_CHARGE):
        return False
    if moved == _RAN and not total(options, state, unit, _RUN_AND_CHARGE):
        return False
    if moved == _RETREATED and not total(options, state, unit, _RETREAT_AND_CHARGE):
        return False
    gap = nearest_gap(options, state, unit)
    reach = max(total(options, state, unit, _RANGE), _CHARGE_INCHES)
    return 3 * INCH < gap <= reach * INCH


@rule
def roll_charge(options: Record, state: Record, unit: int, trace: Trace) -> None:
    """The charge roll: two dice; three dice for some, of which all or the best two count."""
    kind = total(options, state, unit, _DICE)
    one, two = die(state), die(state)
    rolled, lowest = one + two, min(one, two)
    if kind >= 3:
        three = die(state)
        rolled += three
        if kind == 3:
            lowest = min(lowest, three)
        else:
            rolled -= min(lowest, three)
            lowest = max(lowest, min(three, max(one, two)))
    rolled += total(options, state, unit, _CHARGE)
    hold(state, _WHY_CHARGE, rolled, rolled + 6 - lowest)
    note3(trace, _DIE, EVERYBODY, _WHY_CHARGE, unit, state.roll)


@part
def in_charge_reach(options: Record, state: Record, unit: int, target: int) -> bool:
    """Whether some model has a straight, clear way to within half an inch of the target."""
    if not on_field(state, target) or enemy_gap(state, unit, target) > state.rolled * INCH + INCH // 2:
        return False
    return first_contact(options, state, unit, target, state.rolled, scratch(3))


@rule
def charge(options: Record, state: Record, unit: int, target: int, wrap: bool, trace: Trace) -> None:
    """Carry out a charge."""
    old = scratch(_ROOM)
    remember(options, state, unit, old)
    gap = enemy_gap(state, unit, target)
    if charge_move(options, state, unit, target, state.rolled, wrap):
        after_charge(options, state, unit, target, gap, old, trace)


@rule
def after_charge(options: Record, state: Record, unit: int, target: int, gap: int, old: Actions, trace: Trace) -> None:
    """A charge that came from so far has reached its target: Deadly terrain, impact, then the enemy's reactions."""
    state.charged[unit] = min(gap // INCH + 1, _MOST)
    state.reacted[unit] |= _TRAMPLED
    if any_deadly(state):
        cross_deadly(options, state, unit, old, trace)
    if on_field(state, unit):
        impact(options, state, unit, target)
    if on_field(state, unit):
        react(options, state, unit, trace)


@part
def charge_again(options: Record, state: Record, unit: int) -> None:
    """A charge has ended: a Maw-krusha that left nothing within 3 inches may charge once more."""
    if state.reacted[unit] & _TRAMPLED:
        state.reacted[unit] -= _TRAMPLED
        if on_field(state, unit) and total(options, state, unit, _AGAIN) and nearest_gap(options, state, unit) > 3 * INCH:
            state.done[unit] = 0


@rule
def impact(options: Record, state: Record, unit: int, target: int) -> None:
    """Mortal wounds of a charge: each enemy unit within 1 inch, or the dice of a monster's bulk on the target."""
    needed = total(options, state, unit, _IMPACT)
    enemy = 1 - side_of(unit)
    if needed:
        for other in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
            if enemy_gap(state, unit, other) <= INCH and die(state) >= needed:
                add_wounds(options, state, other, roll_dice(state.play_rng, 1030), True, False)
    dice = total(options, state, unit, _BULK)
    if dice and enemy_gap(state, unit, target) <= INCH:
        wounds = 0
        for _ in range(dice):
            wounds += die(state) >= 4
        add_wounds(options, state, target, wounds, True, False)


@rule
def react(options: Record, state: Record, unit: int, trace: Trace) -> None:
    """Enemies of a charging unit shoot at it once a turn, or come to meet it."""
    enemy = 1 - side_of(unit)
    for other in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
        if not on_field(state, other):
            continue
        needed = total(options, state, other, _STAND)
        if needed and state.reacted[other] & _SHOT_BACK == 0 and enemy_gap(state, other, unit) <= 3 * INCH:
            state.reacted[other] |= _SHOT_BACK
            rolled = die(state)
            note3(trace, _DIE, EVERYBODY, _WHY_REACTION, other, rolled)
            if rolled >= needed:
                clear_aim(options, state, other)
                aim(options, state, other, _SHOOTING, -1, unit, False)
                strike_all(options, state, other, _SHOOTING, trace)
        counter = total(options, state, other, _COUNTER)
        if counter and state.reacted[other] & _SHOT_BACK == 0 and nearest_gap(options, state, other) > 3 * INCH:
            state.reacted[other] |= _SHOT_BACK
            counter_charge(options, state, other, unit, roll_dice(state.play_rng, counter), trace)


@rule
def counter_charge(options: Record, state: Record, unit: int, target: int, inches: int, trace: Trace) -> None:
    """A drummer leads a unit D6 inches towards the enemy that charged: into contact if that is near enough."""
    if enemy_gap(state, unit, target) > 6 * INCH:
        return
    gap = enemy_gap(state, unit, target)
    if gap <= inches * INCH + INCH // 2 and charge_move(options, state, unit, target, inches, False):
        state.charged[unit] = gap // INCH + 1
        return
    goal_x = centre_x(options, state, target)
    goal_y = centre_y(options, state, target)
    move_unit(options, state, unit, goal_x, goal_y, min(inches * INCH, max(gap - 10, 0)), CLOSE, trace)


@part
def can_shoot(options: Record, state: Record, unit: int, run_and_shoot: int) -> bool:
    """Whether a unit has missile weapons and neither ran nor retreated (R23)."""
    return (
        on_field(state, unit)
        and options.reach[unit, 1] > 0
        and (state.moved[unit] != _RAN or run_and_shoot > 0)
        and state.moved[unit] != _RETREATED
    )
