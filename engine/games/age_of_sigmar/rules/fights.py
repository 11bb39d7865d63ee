"""The combat phase: alternating picks, piling in, what units do after their attacks (R25, R26)."""

from __future__ import annotations

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNITS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.contact import PILE_IN, pile_in
from engine.games.age_of_sigmar.rules.dice import die, roll_dice
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.moves import shift_towards
from engine.games.age_of_sigmar.rules.orders import is_free_to_move
from engine.games.age_of_sigmar.rules.powers import engaged, has_target, may_use
from engine.games.age_of_sigmar.rules.space import CLOSE, RETREAT
from engine.games.age_of_sigmar.rules.turns import fix_auras
from engine.games.age_of_sigmar.rules.units import (
    army_size,
    centre_x,
    centre_y,
    enemy_gap,
    in_turn,
    measure_enemies,
    nearest_enemy,
    on_field,
    side_of,
)
from engine.games.age_of_sigmar.state import NOBODY, Deed, Moved, Phase, Resume, Stage
from engine.games.age_of_sigmar.vocabulary import Effect, PowerKind
from engine.types import Record, Trace

_FIGHT_UNIT, _PILE, _POWERS, _SLIP = (
    int(Stage.FIGHT_UNIT),
    int(Stage.PILE_IN),
    int(Stage.COMBAT_POWERS),
    int(Stage.SLIP_AWAY),
)
_TO_FIGHTS, _TO_END, _TO_PILED = int(Resume.FIGHTS), int(Resume.COMBAT_END), int(Resume.PILED_IN)
_TO_POWERS = int(Resume.COMBAT_POWERS)
_COMBAT_PHASE = int(Phase.COMBAT)
_SHOCK_PHASE = int(Phase.BATTLESHOCK)
_TO_SHOCK_POWERS, _TO_AFTERMATH, _TO_TURN_END = int(Resume.SHOCK_POWERS), int(Resume.AFTERMATH), int(Resume.TURN_END)
_SAW_FLIGHT = int(Deed.SAW_FLIGHT)
_COMMAND = int(PowerKind.COMMAND)
_RETREATED = int(Moved.RETREATED)
_CANNOT_ACT, _CANNOT_MOVE = int(Effect.CANNOT_ACT), int(Effect.CANNOT_MOVE)
_STOMP, _WITHDRAW = int(Effect.STOMP), int(Effect.WITHDRAW)
_RETREAT_AFTER, _MOVE_AFTER = int(Effect.RETREAT_AFTER), int(Effect.MOVE_AFTER)
STOMPED = 2
"""`done` of a unit is a set of bits: 1 has fought, 2 has been stomped on."""


@rule
def begin_combat(options: Record, state: Record) -> None:
    """The phase begins: giants stomp, then powers of its start."""
    state.phase = _COMBAT_PHASE
    state.picker = state.active
    state.cursor = 0
    for step in range(UNITS):
        unit = in_turn(state, step)
        needed = total(options, state, unit, _STOMP) if on_field(state, unit) else 0
        if needed:
            enemy = 1 - side_of(unit)
            for other in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
                if enemy_gap(state, unit, other) <= 3 * INCH and die(state) >= needed:
                    state.done[other] |= STOMPED
    fix_auras(options, state)
    state.resume = _TO_POWERS


@part
def begin_shock(options: Record, state: Record) -> None:
    """The battleshock phase begins."""
    state.phase = _SHOCK_PHASE
    state.cursor = 0
    fix_auras(options, state)
    state.resume = _TO_SHOCK_POWERS


@rule
def next_phase_power(options: Record, state: Record, when: int, after: int) -> bool:
    """Powers of the start of the combat or battleshock phase, the active player's first; True if somebody has to decide."""
    while state.cursor < 2:
        side = state.active if state.cursor == 0 else 1 - state.active
        for power in range(options.powers):
            if (
                may_use(options, state, power, side, when)
                and in_own_turn(options, state, power, side)
                and has_target(options, state, power)
            ):
                state.stage = _POWERS
                state.current_player = side
                return True
        state.cursor += 1
    state.cursor = 0
    state.resume = after
    return False


@part
def in_own_turn(options: Record, state: Record, power: int, side: int) -> bool:
    """Command abilities are for the own turn; other powers of the start of combat for both."""
    return side == state.active or options.power[power, columns.KIND] != _COMMAND


@part
def next_aftermath(options: Record, state: Record) -> bool:
    """First into the Fray: who saw enemies flee may pile in and attack; True if somebody has to decide."""
    for step in range(UNITS):
        unit = in_turn(state, step)
        if state.reacted[unit] & _SAW_FLIGHT:
            state.reacted[unit] -= _SAW_FLIGHT
            if on_field(state, unit) and engaged(options, state, unit) and not total(options, state, unit, _CANNOT_ACT):
                state.acting = unit
                state.stage = _PILE
                state.current_player = side_of(unit)
                state.resume = _TO_PILED
                return True
    state.acting = NOBODY
    state.resume = _TO_TURN_END
    return False


@part
def may_fight(options: Record, state: Record, unit: int) -> bool:
    """Charged this turn, or has models within 3 inches of an enemy; once a phase (R25)."""
    if not on_field(state, unit) or state.done[unit] & 1 or total(options, state, unit, _CANNOT_ACT):
        return False
    return state.charged[unit] > 0 or engaged(options, state, unit)


@part
def any_may_fight(options: Record, state: Record, side: int) -> bool:
    """Whether a side has an eligible unit."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if may_fight(options, state, unit):
            return True
    return False


@rule
def next_fight(options: Record, state: Record) -> bool:
    """The sides pick in turn, the active player first; who has nobody left is passed over (R25)."""
    for _ in range(2):
        if any_may_fight(options, state, state.picker):
            state.stage = _FIGHT_UNIT
            state.current_player = state.picker
            return True
        state.picker = 1 - state.picker
    state.resume = _TO_END
    return False


@part
def pick_to_fight(options: Record, state: Record, unit: int) -> None:
    """A unit is picked: it may pile in, or withdraw if its warscroll lets it."""
    state.acting = unit
    state.done[unit] |= 1
    state.stage = _PILE
    state.resume = _TO_PILED


@part
def may_pile_in(options: Record, state: Record, unit: int) -> bool:
    """Whether nothing holds its models in place, and it was not stunned in this phase."""
    stunned = state.marked[options.first[unit]] & 2 != 0
    return is_free_to_move(options, state, unit) and not stunned


@part
def may_withdraw(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit may slip away instead of fighting."""
    return total(options, state, unit, _WITHDRAW) > 0 and is_free_to_move(options, state, unit)


@rule
def withdraw(options: Record, state: Record, unit: int, inches: int, trace: Trace) -> None:
    """Away from the nearest enemy, to more than 3 inches from all of them."""
    enemy = nearest_enemy(options, state, unit)
    if enemy < 0:
        return
    me = options.first[unit]
    x, y = state.x[me], state.y[me]
    goal_x = x + (x - centre_x(options, state, enemy)) * 20
    goal_y = y + (y - centre_y(options, state, enemy)) * 20
    shift_towards(options, state, unit, goal_x, goal_y, inches * INCH, RETREAT, trace)
    measure_enemies(options, state, unit)


@part
def do_pile_in(options: Record, state: Record, unit: int) -> None:
    """Pile in 3 inches (R26)."""
    pile_in(options, state, unit, PILE_IN)


@rule
def after_fight(options: Record, state: Record) -> bool:
    """After its attacks a unit may retreat or move on; True if its player has to decide."""
    unit = state.acting
    state.picker = 1 - side_of(unit)
    state.resume = _TO_FIGHTS if state.phase == _COMBAT_PHASE else _TO_AFTERMATH
    if not on_field(state, unit) or total(options, state, unit, _CANNOT_MOVE):
        return False
    needed = total(options, state, unit, _RETREAT_AFTER)
    if needed and engaged(options, state, unit) and die(state) >= needed:
        state.rolled = options.move[unit]
    elif total(options, state, unit, _MOVE_AFTER):
        state.rolled = roll_dice(state.play_rng, total(options, state, unit, _MOVE_AFTER))
    else:
        return False
    state.stage = _SLIP
    state.current_player = side_of(unit)
    return True


@rule
def slip_away(options: Record, state: Record, away: bool, trace: Trace) -> None:
    """Move so far as was rolled: away from the enemy, or towards the nearest one."""
    unit = state.acting
    inches = state.rolled
    state.rolled = 0
    enemy = nearest_enemy(options, state, unit)
    if enemy < 0:
        return
    if away:
        state.moved[unit] = max(state.moved[unit], _RETREATED)
        withdraw(options, state, unit, inches, trace)
        return
    gap = enemy_gap(state, unit, enemy)
    goal_x, goal_y = centre_x(options, state, enemy), centre_y(options, state, enemy)
    shift_towards(options, state, unit, goal_x, goal_y, min(inches * INCH, max(gap - 10, 0)), CLOSE, trace)
    measure_enemies(options, state, unit)
