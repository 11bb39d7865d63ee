"""The movement phase: what a unit may be ordered to do, and carrying it out (R19-R22)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.games.age_of_sigmar.actions import Verb
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNIT_MODELS
from engine.games.age_of_sigmar.geometry import root_up, segment_squared_distance, squared_distance, step_towards
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.contact import nearest_model
from engine.games.age_of_sigmar.rules.dice import die, roll_dice
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.moves import any_deadly, cross_deadly, move_allowance, move_unit, remember
from engine.games.age_of_sigmar.rules.rolls import hold
from engine.games.age_of_sigmar.rules.space import KEEP_AWAY, RETREAT
from engine.games.age_of_sigmar.rules.units import (
    army_size,
    centre_x,
    centre_y,
    enemy_gap,
    nearest_enemy,
    on_field,
    side_of,
)
from engine.games.age_of_sigmar.rules.wounds import add_wounds
from engine.games.age_of_sigmar.state import Chance, Moved, Standing, Why
from engine.games.age_of_sigmar.vocabulary import Effect
from engine.trace import EVERYBODY, note3
from engine.types import Actions, Record, Trace

_ROOM = 2 * UNIT_MODELS
_TOWARDS, _RUN_TOWARDS, _KEEP_DISTANCE = int(Verb.TOWARDS), int(Verb.RUN_TOWARDS), int(Verb.KEEP_DISTANCE)
_TO_FEATURE, _RUN_TO_FEATURE, _SUPPORT = int(Verb.TO_FEATURE), int(Verb.RUN_TO_FEATURE), int(Verb.SUPPORT)
_RETREAT, _RETREAT_RUNNING, _AWAY, _MARCH = (
    int(Verb.RETREAT),
    int(Verb.RETREAT_RUNNING),
    int(Verb.AWAY),
    int(Verb.MARCH),
)
_MOVED, _RAN, _RETREATED, _MARCHED = int(Moved.MOVED), int(Moved.RAN), int(Moved.RETREATED), int(Moved.MARCHED)
_HIDDEN, _WAITING = int(Standing.HIDDEN), int(Standing.WAITING)

_RUN, _RUN_BEST, _E_RETREAT = int(Effect.RUN), int(Effect.RUN_BEST), int(Effect.RETREAT)
_OVERRUN, _NO_RUN, _HAS_MARCH, _CAN_HIDE = int(Effect.OVERRUN), int(Effect.NO_RUN), int(Effect.MARCH), int(Effect.HIDDEN)
_CANNOT_MOVE, _CANNOT_ACT, _ONLY_NEAREST = int(Effect.CANNOT_MOVE), int(Effect.CANNOT_ACT), int(Effect.MARCHING_SHOT)
_DICE_MOVE, _WILD = int(Effect.DICE_MOVE), int(Effect.WILD_DOUBLE)
_DIE, _WHY_RUN, _WHY_MOVE = int(Chance.DIE), int(Why.RUN), int(Why.MOVE)
_BEYOND = 100 * INCH


@part
def may_be_moved(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit may be picked in the movement phase: each once (R19)."""
    if state.done[unit]:
        return False
    if state.standing[unit] in (_HIDDEN, _WAITING):
        return may_appear(options, state, unit)
    return on_field(state, unit) and is_free_to_move(options, state, unit)


@part
def may_appear(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit that hides, or was kept back hidden, may appear on the battlefield."""
    return options.summoned[unit] == 0 and total(options, state, unit, _CAN_HIDE) > 0


@part
def is_free_to_move(options: Record, state: Record, unit: int) -> bool:
    """Whether nothing holds the unit in place."""
    return total(options, state, unit, _CANNOT_MOVE) == 0 and total(options, state, unit, _CANNOT_ACT) == 0


@part
def may_run(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit may run (R21)."""
    return total(options, state, unit, _NO_RUN) == 0


@part
def may_march(options: Record, state: Record, unit: int) -> bool:
    """Whether a drum lets the unit march."""
    return total(options, state, unit, _HAS_MARCH) > 0


@part
def may_run_anywhere(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit may run to features and away, too: reckless riders may not."""
    return total(options, state, unit, _ONLY_NEAREST) == 0


@part
def may_run_towards(options: Record, state: Record, unit: int, target: int) -> bool:
    """Reckless riders run only towards the nearest enemy."""
    return total(options, state, unit, _ONLY_NEAREST) == 0 or nearest_enemy(options, state, unit) == target


@rule
def roll_run(options: Record, state: Record, unit: int, trace: Trace) -> None:
    """A die for a run, the best of two for some (R21)."""
    rolled = die(state)
    if total(options, state, unit, _RUN_BEST):
        rolled = max(rolled, die(state))
    bonus = total(options, state, unit, _RUN)
    hold(state, _WHY_RUN, rolled + bonus, 6 + bonus)
    note3(trace, _DIE, EVERYBODY, _WHY_RUN, unit, state.roll)


@rule
def is_run(verb: int) -> bool:
    """Whether an order is to run."""
    return verb == _RUN_TOWARDS or verb == _RUN_TO_FEATURE or verb == _RETREAT_RUNNING


@rule
def order(options: Record, state: Record, unit: int, verb: int, target: int, feature: int, trace: Trace) -> None:
    """Carry out a movement order; a run has been rolled."""
    old = scratch(_ROOM)
    remember(options, state, unit, old)
    allowance = state.rolled * INCH if state.rolled > 0 else move_allowance(options, state, unit)
    mode = KEEP_AWAY
    state.moved[unit] = _MOVED
    if verb in (_RETREAT, _RETREAT_RUNNING):
        mode = RETREAT
        state.moved[unit] = _RETREATED
        allowance += total(options, state, unit, _E_RETREAT) * INCH
    elif verb == _MARCH:
        allowance *= 2
        state.moved[unit] = _MARCHED
    runs = is_run(verb)
    if runs:
        allowance += state.roll * INCH
        if verb != _RETREAT_RUNNING:
            state.moved[unit] = _RAN
    goal = scratch(3)
    set_goal(options, state, unit, verb, target, feature, allowance, goal)
    moved = move_unit(options, state, unit, goal[0], goal[1], goal[2], mode, trace)
    if verb in (_RETREAT, _RETREAT_RUNNING) and not moved:
        state.moved[unit] = 0
    if moved:
        after_move(options, state, unit, runs, old, trace)


@rule
def after_move(options: Record, state: Record, unit: int, runs: bool, old: Actions, trace: Trace) -> None:
    """A unit has moved from where it was: Deadly terrain for runs, enemies rolled over."""
    if runs and any_deadly(state):
        cross_deadly(options, state, unit, old, trace)
    if on_field(state, unit):
        overrun(options, state, unit, old)


@rule
def set_goal(
    options: Record, state: Record, unit: int, verb: int, target: int, feature: int, allowance: int, goal: Actions
) -> None:
    """Write where an order leads, for the unit's first model: a point and how far to go at most."""
    me = options.first[unit]
    goal[2] = allowance
    if verb in (_TO_FEATURE, _RUN_TO_FEATURE):
        aim_whole_unit(options, state, unit, state.feature_x[feature], state.feature_y[feature], goal)
    elif verb == _SUPPORT:
        aim_whole_unit(options, state, unit, centre_x(options, state, target), centre_y(options, state, target), goal)
        apart = root_up(squared_distance(state.x[me], state.y[me], goal[0], goal[1]))
        goal[2] = min(allowance, max(apart - 3 * INCH - options.radius[unit], 0))
    elif verb in (_RETREAT, _RETREAT_RUNNING, _AWAY):
        enemy = nearest_enemy(options, state, unit)
        away_from(state, me, centre_x(options, state, enemy), centre_y(options, state, enemy), goal)
    else:
        towards_enemy(options, state, unit, verb, target, allowance, goal)


@part
def aim_whole_unit(options: Record, state: Record, unit: int, x: int, y: int, goal: Actions) -> None:
    """A goal for the first model that brings the unit's middle to a point."""
    me = options.first[unit]
    goal[0] = x + state.x[me] - centre_x(options, state, unit)
    goal[1] = y + state.y[me] - centre_y(options, state, unit)


@rule
def away_from(state: Record, model: int, x: int, y: int, goal: Actions) -> None:
    """A goal far away on the other side of a model than a point."""
    goal[0] = state.x[model] - step_towards(state.x[model], state.y[model], x, y, _BEYOND)
    goal[1] = state.y[model] - step_towards(state.y[model], state.x[model], y, x, _BEYOND)


@rule
def towards_enemy(options: Record, state: Record, unit: int, verb: int, target: int, allowance: int, goal: Actions) -> None:
    """Along the closest pair of models of the two units, to just outside 3 inches, or to the wanted distance."""
    best, from_x, from_y, to_x, to_y = 1 << 60, 0, 0, 0, 0
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        j = nearest_model(options, state, target, state.x[i], state.y[i])
        apart = squared_distance(state.x[i], state.y[i], state.x[j], state.y[j])
        if apart < best:
            best, from_x, from_y, to_x, to_y = apart, state.x[i], state.y[i], state.x[j], state.y[j]
    me = options.first[unit]
    gap = enemy_gap(state, unit, target)
    wanted = 3 * INCH + 20
    if verb == _KEEP_DISTANCE:
        wanted = max(options.reach[unit, 1] - 1, 4) * INCH
    goal[2] = min(allowance, abs(gap - wanted))
    if gap < wanted:
        away_from(state, me, to_x, to_y, goal)
    else:
        goal[0] = state.x[me] + to_x - from_x
        goal[1] = state.y[me] + to_y - from_y


@rule
def overrun(options: Record, state: Record, unit: int, old: Actions) -> None:
    """Rolling Doom: the first enemy unit that the machine rolled over suffers mortal wounds."""
    dice = total(options, state, unit, _OVERRUN)
    if dice == 0:
        return
    enemy = 1 - side_of(unit)
    best, found = 1 << 60, -1
    for other in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
        if on_field(state, other) and crossed(options, state, unit, other, old[0], old[1]):
            j = nearest_model(options, state, other, old[0], old[1])
            apart = squared_distance(old[0], old[1], state.x[j], state.y[j])
            if apart < best:
                best, found = apart, other
    if found >= 0:
        add_wounds(options, state, found, roll_dice(state.play_rng, dice), True, False)


@rule
def crossed(options: Record, state: Record, unit: int, other: int, ax: int, ay: int) -> bool:
    """Whether the unit's single model moved over a model of another unit."""
    from_here = options.first[unit]
    reach = options.radius[unit] + options.radius[other]
    for i in range(options.first[other], options.first[other] + state.alive[other]):
        if segment_squared_distance(ax, ay, state.x[from_here], state.y[from_here], state.x[i], state.y[i]) < reach * reach:
            return True
    return False


@part
def has_throttle(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit's random Move may be doubled before it is rolled."""
    return total(options, state, unit, _WILD) > 0


@rule
def roll_move(options: Record, state: Record, unit: int, doubled: bool, trace: Trace) -> bool:
    """Random Move is rolled when the unit is picked (R4): 0 for others. True if the enemy moves it (a double)."""
    state.rolled = 0
    if not total(options, state, unit, _DICE_MOVE):
        return False
    inches, lost = move_allowance(options, state, unit) // INCH, False
    if doubled:
        one, two = die(state), die(state)
        inches, lost = 2 * (one + two), one == two
    state.rolled = min(inches, 100)
    note3(trace, _DIE, EVERYBODY, _WHY_MOVE, unit, inches)
    return lost
