"""The steps of a battle in order: what goes on when nobody has to decide and no wound waits."""

from __future__ import annotations

from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules import fights, opening, turns
from engine.games.age_of_sigmar.rules.aftermath import axes_fall, streams_burn
from engine.games.age_of_sigmar.rules.charges import can_shoot, charge_again, may_charge
from engine.games.age_of_sigmar.rules.magic import take_effect
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.orders import may_be_moved
from engine.games.age_of_sigmar.rules.powers import has_target, may_use
from engine.games.age_of_sigmar.rules.shock import next_shock
from engine.games.age_of_sigmar.rules.targets import clear_aim, reachable, strike_all, waits_for_second
from engine.games.age_of_sigmar.rules.turns import may_sacrifice
from engine.games.age_of_sigmar.rules.units import army_size, on_field, side_of
from engine.games.age_of_sigmar.state import NOBODY, Phase, Resume, Stage
from engine.games.age_of_sigmar.vocabulary import Effect, PhaseMask, When
from engine.types import Record, Trace

_SET_UP, _GENERALS, _OBJECTIVES, _AFTER = (
    int(Resume.SET_UP),
    int(Resume.GENERALS),
    int(Resume.OBJECTIVES),
    int(Resume.AFTER_SET_UP),
)
_ROUND, _TURN, _HERO, _SPELL = int(Resume.ROUND), int(Resume.TURN), int(Resume.HERO), int(Resume.SPELL)
_MOVEMENT, _SHOOTING, _AIMING, _SHOT = int(Resume.MOVEMENT), int(Resume.SHOOTING), int(Resume.AIMING), int(Resume.SHOT)
_CHARGES, _CHARGED, _COMBAT = int(Resume.CHARGES), int(Resume.CHARGED), int(Resume.COMBAT)
_COMBAT_POWERS, _FIGHTS, _PILED_IN = int(Resume.COMBAT_POWERS), int(Resume.FIGHTS), int(Resume.PILED_IN)
_FOUGHT, _COMBAT_END, _SHOCK = int(Resume.FOUGHT), int(Resume.COMBAT_END), int(Resume.SHOCK)
_AFTERMATH, _SHOCK_POWERS, _TRANSMUTED = int(Resume.AFTERMATH), int(Resume.SHOCK_POWERS), int(Resume.TRANSMUTED)

_S_HERO, _S_MOVE_UNIT, _S_SHOOT, _S_AIM = (
    int(Stage.HERO),
    int(Stage.MOVE_UNIT),
    int(Stage.SHOOT_UNIT),
    int(Stage.AIM),
)
_S_CHARGE_UNIT, _S_PICK_MODEL = int(Stage.CHARGE_UNIT), int(Stage.PICK_MODEL)
_P_MOVEMENT, _P_SHOOTING, _P_CHARGE = int(Phase.MOVEMENT), int(Phase.SHOOTING), int(Phase.CHARGE)
_MASK_SHOOTING, _MASK_COMBAT = int(PhaseMask.SHOOTING), int(PhaseMask.COMBAT)
_WHEN_HERO, _WHEN_SHOOTING = int(When.HERO), int(When.SHOOTING)
_WHEN_COMBAT, _WHEN_SHOCK = int(When.COMBAT), int(When.BATTLESHOCK)
_RUN_AND_SHOOT, _SHOOT_TWICE, _CANNOT_ACT = (
    int(Effect.RUN_AND_SHOOT),
    int(Effect.SHOOT_TWICE),
    int(Effect.CANNOT_ACT),
)


@rule
def continue_battle(options: Record, state: Record, trace: Trace) -> bool:
    """One step; True if somebody has to decide or the battle is over."""
    step = state.resume
    if step <= _TURN:
        return opening_step(options, state, step, trace)
    if step <= _MOVEMENT:
        return early_step(options, state, step, trace)
    if step <= _CHARGED:
        return middle_step(options, state, step, trace)
    return late_step(options, state, step, trace)


@rule
def opening_step(options: Record, state: Record, step: int, trace: Trace) -> bool:
    """Set-up, rounds, turns."""
    if step == _SET_UP:
        return opening.next_to_set_up(options, state)
    if step == _GENERALS:
        return opening.next_general(state)
    if step == _OBJECTIVES:
        return opening.next_objective(options, state, trace)
    if step == _AFTER:
        return opening.next_after_set_up(options, state)
    if step == _ROUND:
        return turns.begin_round(options, state, trace)
    turns.begin_turn(options, state, trace)
    return False


@rule
def early_step(options: Record, state: Record, step: int, trace: Trace) -> bool:
    """Hero and movement phase."""
    if step == _SPELL:
        state.resume = _HERO
        take_effect(options, state, trace)
        return False
    if step == _HERO:
        state.acting = NOBODY
        if any_power(options, state, _WHEN_HERO) or any_sacrifice(options, state):
            return ask(state, _S_HERO)
        turns.forget_kills(state, state.active)
        turns.end_phase(options, state)
        state.phase = _P_MOVEMENT
        state.resume = _MOVEMENT
        return False
    for unit in range(state.active * SIDE_UNITS, state.active * SIDE_UNITS + army_size(options, state.active)):
        if may_be_moved(options, state, unit):
            return ask(state, _S_MOVE_UNIT)
    turns.end_phase(options, state)
    state.phase = _P_SHOOTING
    state.resume = _SHOOTING
    return False


@part
def ask(state: Record, stage: int) -> bool:
    """The active player decides."""
    state.stage = stage
    state.current_player = state.active
    return True


@part
def ask_for_order(options: Record, state: Record) -> None:
    """A unit is picked to move: what comes after its order."""
    if state.phase == _P_MOVEMENT:
        state.resume = _MOVEMENT
    else:
        state.resume = _AFTER


@rule
def middle_step(options: Record, state: Record, step: int, trace: Trace) -> bool:
    """Shooting and charge phase."""
    if step == _SHOOTING:
        if state.cursor == 0 and (any_shooter(options, state) or any_power(options, state, _WHEN_SHOOTING)):
            state.acting = NOBODY
            return ask(state, _S_SHOOT)
        state.cursor = 0
        streams_burn(options, state)
        turns.end_phase(options, state)
        state.phase = _P_CHARGE
        state.resume = _CHARGES
        return False
    if step == _AIMING:
        return aim_next(options, state, _MASK_SHOOTING, _SHOT, trace)
    if step == _SHOT:
        shoot_again(options, state)
        return False
    if step == _CHARGED and state.acting >= 0:
        charge_again(options, state, state.acting)
    state.acting = NOBODY
    state.rolled = 0
    for unit in range(state.active * SIDE_UNITS, state.active * SIDE_UNITS + army_size(options, state.active)):
        if may_charge(options, state, unit):
            return ask(state, _S_CHARGE_UNIT)
    turns.end_phase(options, state)
    state.resume = _COMBAT
    return False


@part
def shoot_again(options: Record, state: Record) -> None:
    """A unit has shot: some may shoot twice."""
    unit = state.acting
    if on_field(state, unit) and state.twice == 0 and total(options, state, unit, _SHOOT_TWICE):
        state.twice = 1
        state.resume = _AIMING
    else:
        state.twice = 0
        state.acting = NOBODY
        state.resume = _SHOOTING


@rule
def aim_next(options: Record, state: Record, phase: int, after: int, trace: Trace) -> bool:
    """Ask for the next target while weapons are free that reach one; then resolve all attacks (R27)."""
    unit = state.acting
    if on_field(state, unit) and (waits_for_second(options, state, unit) or reachable(options, state, unit, phase, -1)):
        state.stage = _S_AIM
        state.current_player = unit // SIDE_UNITS
        return True
    if on_field(state, unit):
        strike_all(options, state, unit, phase, trace)
    state.resume = after
    return False


@rule
def late_step(options: Record, state: Record, step: int, trace: Trace) -> bool:
    """Combat and battleshock phase, end of the turn."""
    if step == _COMBAT:
        fights.begin_combat(options, state)
        return False
    if step == _COMBAT_POWERS:
        return fights.next_phase_power(options, state, _WHEN_COMBAT, _FIGHTS)
    if step == _SHOCK_POWERS:
        return fights.next_phase_power(options, state, _WHEN_SHOCK, _SHOCK)
    if step == _TRANSMUTED:
        state.stage = _S_PICK_MODEL
        state.current_player = side_of(state.victim)
        return True
    if step == _FIGHTS:
        state.acting = NOBODY
        return fights.next_fight(options, state)
    if step == _PILED_IN:
        return aim_next(options, state, _MASK_COMBAT, _FOUGHT, trace)
    if step == _FOUGHT:
        return fights.after_fight(options, state)
    if step == _COMBAT_END:
        axes_fall(options, state)
        turns.end_phase(options, state)
        fights.begin_shock(options, state)
        return False
    if step == _SHOCK:
        return next_shock(options, state, trace)
    if step == _AFTERMATH:
        return fights.next_aftermath(options, state)
    return turns.end_turn(options, state, trace)


@part
def any_shooter(options: Record, state: Record) -> bool:
    """Whether the active side has a unit that can shoot at something."""
    for unit in range(state.active * SIDE_UNITS, state.active * SIDE_UNITS + army_size(options, state.active)):
        if may_shoot(options, state, unit):
            return True
    return False


@rule
def may_shoot(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit has not shot, may shoot, and reaches an enemy (R23)."""
    if state.done[unit] or not can_shoot(options, state, unit, total(options, state, unit, _RUN_AND_SHOOT)):
        return False
    if total(options, state, unit, _CANNOT_ACT):
        return False
    clear_aim(options, state, unit)
    return reachable(options, state, unit, _MASK_SHOOTING, -1) != 0


@rule
def any_sacrifice(options: Record, state: Record) -> bool:
    """Whether a unit may sacrifice at a Damned feature."""
    for unit in range(state.active * SIDE_UNITS, state.active * SIDE_UNITS + army_size(options, state.active)):
        for feature in range(state.features):
            if on_field(state, unit) and may_sacrifice(options, state, unit, feature):
                return True
    return False


@part
def any_power(options: Record, state: Record, when: int) -> bool:
    """Whether the active side has a power with a legal target in this phase."""
    for power in range(options.powers):
        if may_use(options, state, power, state.active, when) and has_target(options, state, power):
            return True
    return False
