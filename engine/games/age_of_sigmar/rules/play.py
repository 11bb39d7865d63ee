"""One decision carried out, and what follows from it up to the next decision."""

from __future__ import annotations

from engine.games.age_of_sigmar.actions import DETAIL, FEATURE, PARTS, POWER, TARGET, UNIT, VERB, Verb
from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule, verb
from engine.games.age_of_sigmar.rules import opening, turns
from engine.games.age_of_sigmar.rules.aftermath import ask_or_inflict, inflict
from engine.games.age_of_sigmar.rules.charges import charge, roll_charge
from engine.games.age_of_sigmar.rules.dice import roll_dice
from engine.games.age_of_sigmar.rules.fights import do_pile_in, pick_to_fight, slip_away, withdraw
from engine.games.age_of_sigmar.rules.ground import set_out
from engine.games.age_of_sigmar.rules.magic import unbind, use_power
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.orders import has_throttle, is_run, order, roll_move, roll_run
from engine.games.age_of_sigmar.rules.payloads import put_effect, transmute
from engine.games.age_of_sigmar.rules.settling import (
    ask,
    exact,
    finish_move,
    has_come,
    offer_roll,
    roll_again,
    settle,
    speed,
    use_triumph,
)
from engine.games.age_of_sigmar.rules.steps import ask_for_order, continue_battle
from engine.games.age_of_sigmar.rules.targets import aim, aim_second, clear_aim, waits_for_second
from engine.games.age_of_sigmar.rules.victory import check_losses
from engine.games.age_of_sigmar.rules.wounds import add_wounds, flee
from engine.games.age_of_sigmar.state import NOBODY, Phase, Resume, Stage, Standing
from engine.games.age_of_sigmar.vocabulary import Effect
from engine.types import Record, Trace

_V_SPLIT, _V_HALF, _V_DEPLOY, _V_PLACE = int(Verb.SPLIT), int(Verb.HALF), int(Verb.DEPLOY), int(Verb.PLACE)
_V_FIRST, _V_SECOND, _V_GENERAL = int(Verb.GO_FIRST), int(Verb.GO_SECOND), int(Verb.GENERAL)
_V_OBJECTIVE, _V_UNIT, _V_FEATURE = int(Verb.OBJECTIVE), int(Verb.NAME_UNIT), int(Verb.NAME_FEATURE)
_V_POWER = int(Verb.POWER)
_V_SACRIFICE, _V_UNBIND, _V_PICK = int(Verb.SACRIFICE), int(Verb.UNBIND), int(Verb.PICK)
_V_TOWARDS, _V_MARCH, _V_SUPPORT = int(Verb.TOWARDS), int(Verb.MARCH), int(Verb.SUPPORT)
_V_AIM, _V_CHARGE, _V_WRAP = int(Verb.AIM), int(Verb.CHARGE), int(Verb.WRAP)
_V_PILE_IN, _V_WITHDRAW = int(Verb.PILE_IN), int(Verb.WITHDRAW)
_V_ALLOCATE, _V_FLEE, _V_BLESS, _V_DONE = int(Verb.ALLOCATE), int(Verb.FLEE), int(Verb.BLESS), int(Verb.DONE)
_V_REROLL, _V_SPEED = int(Verb.REROLL), int(Verb.SPEED)
_V_EXACT, _V_NUMBER = int(Verb.EXACT), int(Verb.NUMBER)

_S_DEPLOY, _S_PLACE, _S_AFTER_SETUP, _S_HERO = int(Stage.DEPLOY), int(Stage.PLACE), int(Stage.AFTER_SETUP), int(Stage.HERO)
_S_UNBIND, _S_MOVE_UNIT, _S_MOVE, _S_SHOOT = int(Stage.UNBIND), int(Stage.MOVE_UNIT), int(Stage.MOVE), int(Stage.SHOOT_UNIT)
_S_CHARGE_UNIT, _S_CHARGE = int(Stage.CHARGE_UNIT), int(Stage.CHARGE)
_S_POWERS, _S_SLIP, _S_ROLL = int(Stage.COMBAT_POWERS), int(Stage.SLIP_AWAY), int(Stage.ROLL)
_S_SPEED, _S_PICK_MODEL = int(Stage.SPEED), int(Stage.PICK_MODEL)

_TO_SET_UP = int(Resume.SET_UP)
_TO_HERO, _TO_SPELL, _TO_MOVEMENT = int(Resume.HERO), int(Resume.SPELL), int(Resume.MOVEMENT)
_TO_SHOOTING, _TO_AIMING, _TO_CHARGES = int(Resume.SHOOTING), int(Resume.AIMING), int(Resume.CHARGES)
_TO_CHARGED, _TO_COMBAT, _TO_PILED = int(Resume.CHARGED), int(Resume.COMBAT), int(Resume.PILED_IN)
_TO_FIGHTS, _TO_SHOCK = int(Resume.FIGHTS), int(Resume.SHOCK)

_MOVEMENT, _SHOOTING, _SETUP = int(Phase.MOVEMENT), int(Phase.SHOOTING), int(Phase.SETUP)
_FIELD, _WAITING = int(Standing.FIELD), int(Standing.WAITING)
_WITHDRAWAL = int(Effect.WITHDRAW)
_DAMNED_EFFECT = 2
_D3 = 1030


@verb
def apply_action(options: Record, state: Record, action: int, trace: Trace) -> None:
    """Carry out a decision, then everything up to the next one."""
    verb = PARTS[action, VERB]
    base = state.current_player * SIDE_UNITS
    unit = base + PARTS[action, UNIT] if PARTS[action, UNIT] >= 0 else NOBODY
    target = (1 - state.current_player) * SIDE_UNITS + PARTS[action, TARGET] if PARTS[action, TARGET] >= 0 else NOBODY
    if verb < _V_EXACT or verb == _V_DONE:
        state.entered = 0
    if verb == _V_DONE:
        done(options, state, trace)
    elif verb <= _V_FEATURE:
        set_up(options, state, action, verb, unit, trace)
    elif verb <= _V_UNBIND:
        magic(options, state, action, verb, unit, target, trace)
    elif verb == _V_EXACT or verb == _V_NUMBER:
        exact(options, state, action, verb, trace)
    elif verb == _V_PICK:
        pick(options, state, unit, trace)
    elif verb <= _V_MARCH and state.stage != _S_SLIP:
        move(options, state, action, verb, unit, target, trace)
    else:
        fight(options, state, action, verb, target, trace)
    continue_if_running(options, state, trace)


@rule
def continue_if_running(options: Record, state: Record, trace: Trace) -> None:
    """Wounds first, then the end of the battle, then the next step: until somebody has to decide."""
    waiting = is_asked_already(state)
    while not waiting and state.terminal == 0:
        if ask_or_inflict(options, state, trace):
            return
        if state.phase > _SETUP and check_losses(options, state, trace):
            return
        waiting = continue_battle(options, state, trace)


@part
def is_asked_already(state: Record) -> bool:
    """Whether the action itself led to the next question: then `ask` left `resume` below zero."""
    if state.resume < 0:
        state.resume = -1 - state.resume
        return True
    return False


@rule
def set_up(options: Record, state: Record, action: int, verb: int, unit: int, trace: Trace) -> None:
    """Decisions before the first hero phase, and who goes first."""
    detail = PARTS[action, DETAIL]
    side = state.current_player
    if verb == _V_SPLIT:
        opening.choose_split(state, detail)
        ask(state, state.stage, state.current_player)
    elif verb == _V_HALF:
        opening.choose_half(state, detail)
    elif verb == _V_DEPLOY:
        state.acting = unit
        ask(state, _S_PLACE, side)
    elif verb == _V_PLACE:
        place(options, state, detail, trace)
    elif verb in (_V_FIRST, _V_SECOND):
        turns.take_first(state, side if verb == _V_FIRST else 1 - side)
    elif verb == _V_GENERAL:
        state.general[side] = unit
        state.picker = 1 - side
    elif verb == _V_OBJECTIVE:
        opening.pick_objective(state, detail)
    elif verb == _V_UNIT:
        state.objective_target = unit
    else:
        state.objective_target = PARTS[action, FEATURE]


@part
def place(options: Record, state: Record, spot: int, trace: Trace) -> None:
    """Set up the acting unit at a spot: in its zone, or anywhere if it comes out of hiding."""
    unit = state.acting
    hidden = state.phase == _MOVEMENT
    state.late[unit] = int(hidden and (state.late[unit] or state.standing[unit] == _WAITING))
    set_out(options, state, unit, spot, hidden, True)
    has_come(options, state, unit, trace)


@rule
def magic(options: Record, state: Record, action: int, verb: int, unit: int, target: int, trace: Trace) -> None:
    """Powers, sacrifices, unbinding."""
    if verb == _V_UNBIND:
        unbind(options, state, unit, trace)
        if state.stage == _S_ROLL:
            ask(state, _S_ROLL, state.current_player)
        return
    if verb == _V_SACRIFICE:
        state.feature_used[PARTS[action, FEATURE]] = 1
        put_effect(options, state, unit, options.common[state.current_player, _DAMNED_EFFECT])
        add_wounds(options, state, unit, roll_dice(state.play_rng, _D3), True, False)
        return
    stage = state.stage
    use_power(options, state, PARTS[action, POWER], target if verb == _V_POWER else unit, trace)
    if state.stage != stage:
        ask(state, state.stage, state.current_player)


@rule
def pick(options: Record, state: Record, unit: int, trace: Trace) -> None:
    """A unit is picked to move, shoot, charge or fight."""
    state.acting = unit
    if state.stage == _S_MOVE_UNIT or state.stage == _S_AFTER_SETUP:
        if state.standing[unit] != _FIELD:
            ask(state, _S_PLACE, state.current_player)
            return
        ask_for_order(options, state)
        if has_throttle(options, state, unit) and state.phase == _MOVEMENT:
            ask(state, _S_SPEED, state.current_player)
        else:
            roll_move(options, state, unit, False, trace)
            ask(state, _S_MOVE, state.current_player)
    elif state.stage == _S_SHOOT:
        clear_aim(options, state, unit)
        state.done[unit] = 1
        state.resume = _TO_AIMING
    elif state.stage == _S_CHARGE_UNIT:
        state.done[unit] = 1
        state.resume = _TO_CHARGED
        roll_charge(options, state, unit, trace)
        offer_roll(options, state, trace)
    else:
        pick_to_fight(options, state, unit)
        ask(state, state.stage, state.current_player)


@part
def move(options: Record, state: Record, action: int, verb: int, unit: int, target: int, trace: Trace) -> None:
    """A movement order for the acting unit."""
    acting = state.acting
    if is_run(verb):
        state.pending = action
        roll_run(options, state, acting, trace)
        offer_roll(options, state, trace)
        return
    other = unit if verb == _V_SUPPORT else target
    order(options, state, acting, verb, other, PARTS[action, FEATURE], trace)
    finish_move(state, acting)


@rule
def fight(options: Record, state: Record, action: int, verb: int, target: int, trace: Trace) -> None:
    """Aiming, charging, piling in, allocating, fleeing."""
    unit, detail = state.acting, PARTS[action, DETAIL]
    if verb == _V_AIM:
        if waits_for_second(options, state, unit):
            aim_second(options, state, unit, target)
        else:
            phase = 1 if state.phase == _SHOOTING else 2
            aim(options, state, unit, phase, detail - 2 if detail >= 2 else -1, target, detail == 1)
        if state.resume != _TO_PILED:
            state.resume = _TO_AIMING
    elif verb in (_V_CHARGE, _V_WRAP):
        charge(options, state, unit, target, verb == _V_WRAP, trace)
        state.rolled = 0
        state.resume = _TO_CHARGED
    elif verb == _V_PILE_IN:
        do_pile_in(options, state, unit)
        clear_aim(options, state, unit)
        state.resume = _TO_PILED
    elif verb == _V_WITHDRAW:
        withdraw(options, state, unit, total(options, state, unit, _WITHDRAWAL), trace)
        state.picker = 1 - state.current_player
        state.resume = _TO_FIGHTS
    elif verb == _V_ALLOCATE and state.stage == _S_PICK_MODEL:
        victim = state.victim
        state.victim = NOBODY
        transmute(options, state, victim, detail)
        state.resume = _TO_HERO
    elif verb == _V_ALLOCATE:
        victim = state.victim
        state.victim = NOBODY
        inflict(options, state, victim, detail, trace)
    elif verb == _V_FLEE:
        victim, models = state.victim, state.fleeing
        state.victim, state.fleeing = NOBODY, 0
        flee(options, state, victim, models, detail, trace)
        state.resume = _TO_SHOCK
    elif verb == _V_BLESS:
        use_triumph(options, state, trace)
    elif verb == _V_REROLL:
        roll_again(options, state, trace)
    elif verb == _V_SPEED:
        speed(options, state, True, trace)
    else:
        leave(options, state, verb, trace)


@part
def leave(options: Record, state: Record, verb: int, trace: Trace) -> None:
    """After its attacks: away from the enemy, or on towards him; or stay where it is instead of piling in."""
    if state.stage == _S_SLIP:
        slip_away(options, state, verb != _V_TOWARDS, trace)
    else:
        clear_aim(options, state, state.acting)
        state.resume = _TO_PILED


@rule
def done(options: Record, state: Record, trace: Trace) -> None:
    """Nothing (more): the phase goes on, or the offer is declined."""
    stage = state.stage
    if stage == _S_DEPLOY:
        opening.finish_set_up(state, state.current_player)
        state.picker = 1 - state.current_player
        state.resume = _TO_SET_UP
    elif stage == _S_AFTER_SETUP:
        opening.skip_after_set_up(state)
    elif stage == _S_HERO:
        end_of_hero(options, state)
    elif stage == _S_UNBIND:
        state.current_player = state.active
        state.resume = _TO_SPELL
    elif stage == _S_MOVE_UNIT:
        turns.end_phase(options, state)
        state.phase = _SHOOTING
        state.resume = _TO_SHOOTING
    elif stage == _S_MOVE:
        finish_move(state, state.acting)
    elif stage == _S_SHOOT:
        state.cursor = 1
    elif stage == _S_CHARGE_UNIT:
        turns.end_phase(options, state)
        state.resume = _TO_COMBAT
    elif stage == _S_ROLL:
        settle(options, state, trace)
    elif stage == _S_SPEED:
        speed(options, state, False, trace)
    elif stage == _S_CHARGE:
        state.rolled = 0
        state.resume = _TO_CHARGES
    elif stage == _S_POWERS:
        state.cursor += 1
    elif stage == _S_SLIP:
        state.rolled = 0


@part
def end_of_hero(options: Record, state: Record) -> None:
    """The hero phase ends."""
    turns.forget_kills(state, state.active)
    turns.end_phase(options, state)
    state.phase = _MOVEMENT
    state.resume = _TO_MOVEMENT
