"""Exact positions handed in by a player: entered number by number, judged, carried out if legal (fact sheet, 1.2).

`draft` holds the coordinates entered so far, `entered` how many numbers; two numbers make a coordinate. An arrangement that
breaks a rule is refused: the player gets the menu again without this choice; a run that is refused stands still.
"""

from __future__ import annotations

from engine.arrays import scratch
from engine.games.age_of_sigmar.actions import NUMBERS
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNIT_MODELS
from engine.games.age_of_sigmar.inlining import rule
from engine.games.age_of_sigmar.rules.charges import after_charge
from engine.games.age_of_sigmar.rules.contact import PILE_IN as PILE_IN_DISTANCE
from engine.games.age_of_sigmar.rules.ground import arm, size_to_set_up
from engine.games.age_of_sigmar.rules.judge import Kind, judge
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.moves import flies, move_allowance, passes_over, remember
from engine.games.age_of_sigmar.rules.orders import after_move
from engine.games.age_of_sigmar.rules.powers import engaged
from engine.games.age_of_sigmar.rules.units import enemy_gap, measure_enemies, nearest_enemy, side_of
from engine.games.age_of_sigmar.state import Chance, Moved, Phase, Stage, Why
from engine.games.age_of_sigmar.vocabulary import Effect
from engine.trace import EVERYBODY, note2
from engine.types import Actions, Record, Trace

_ROOM = 2 * UNIT_MODELS
_S_PLACE, _S_MOVE, _S_CHARGE, _S_PILE = int(Stage.PLACE), int(Stage.MOVE), int(Stage.CHARGE), int(Stage.PILE_IN)
_SET_UP, _APPEAR, _MOVE, _RETREAT = int(Kind.SET_UP), int(Kind.APPEAR), int(Kind.MOVE), int(Kind.RETREAT)
_CHARGE, _PILE_IN = int(Kind.CHARGE), int(Kind.PILE_IN)
_P_SETUP = int(Phase.SETUP)
_WHY_RUN = int(Why.RUN)
_E_RETREAT = int(Effect.RETREAT)
_MOVED, _RAN, _RETREATED = int(Moved.MOVED), int(Moved.RAN), int(Moved.RETREATED)
_REFUSED = int(Chance.REFUSED)
REFUSED = -1
"""`entered` after an arrangement was refused, until the decision is made in another way."""


@rule
def models_to_place(options: Record, state: Record) -> int:
    """How many models the acting unit's player says the positions of."""
    unit = state.acting
    return size_to_set_up(options, state, unit) if state.back == _S_PLACE else state.alive[unit]


@rule
def enter(state: Record, number: int) -> None:
    """One more number of a coordinate: the first one counts `NUMBERS` times."""
    place = state.entered // 2
    if state.entered % 2 == 0:
        state.draft[place] = number * NUMBERS
    else:
        state.draft[place] += number
    state.entered += 1


@rule
def most_to_enter(options: Record, state: Record) -> int:
    """The largest number that may come next: coordinates stay on the battlefield."""
    side = options.board[state.entered // 2 % 2]
    if state.entered % 2 == 0:
        return side // NUMBERS
    return min(side - state.draft[state.entered // 2], NUMBERS - 1)


@rule
def kind_of(options: Record, state: Record) -> int:
    """What the acting unit does, as `judge` calls it."""
    if state.back == _S_PLACE:
        return _SET_UP if state.phase == _P_SETUP else _APPEAR
    if state.back == _S_MOVE:
        return _RETREAT if engaged(options, state, state.acting) else _MOVE
    return _CHARGE if state.back == _S_CHARGE else _PILE_IN


@rule
def allowance_of(options: Record, state: Record, kind: int) -> int:
    """How far its models may move."""
    unit = state.acting
    if kind == _PILE_IN:
        return PILE_IN_DISTANCE
    if kind == _CHARGE:
        return state.rolled * INCH
    inches = state.rolled * INCH if state.rolled > 0 else move_allowance(options, state, unit)
    if kind == _RETREAT:
        inches += total(options, state, unit, _E_RETREAT) * INCH
    if state.why == _WHY_RUN:
        inches += state.roll * INCH
    return inches


@rule
def carry_out_draft(options: Record, state: Record, trace: Trace) -> bool:
    """All numbers are entered: the unit goes where they say, if no rule is against it; False if it is refused."""
    unit, kind = state.acting, kind_of(options, state)
    models = models_to_place(options, state)
    over = passes_over(options, state, unit) if kind == _MOVE or kind == _RETREAT else flies(options, state, unit)
    allowance = allowance_of(options, state, kind) if kind >= _MOVE else 0
    broken = judge(options, state, unit, state.draft, models, kind, allowance, over)
    state.entered = 0
    if broken:
        note2(trace, _REFUSED, EVERYBODY, unit, broken)
        state.entered = REFUSED
        clear_draft(state)
        return False
    old = scratch(_ROOM)
    if kind >= _MOVE:
        remember(options, state, unit, old)
    for k in range(models):
        state.x[options.first[unit] + k] = state.draft[2 * k]
        state.y[options.first[unit] + k] = state.draft[2 * k + 1]
    clear_draft(state)
    if kind < _MOVE:
        arm(options, state, unit, models)
    settle_draft(options, state, unit, kind, old, trace)
    return True


@rule
def settle_draft(options: Record, state: Record, unit: int, kind: int, old: Actions, trace: Trace) -> None:
    """What a move of this kind leads to."""
    if kind == _CHARGE:
        before = scratch(SIDE_UNITS)
        base = (1 - side_of(unit)) * SIDE_UNITS
        for place in range(SIDE_UNITS):
            before[place] = enemy_gap(state, unit, base + place)
        measure_enemies(options, state, unit)
        target = nearest_enemy(options, state, unit)
        after_charge(options, state, unit, target, before[target - base], old, trace)
        return
    measure_enemies(options, state, unit)
    if kind == _MOVE or kind == _RETREAT:
        runs = state.why == _WHY_RUN
        state.moved[unit] = _RETREATED if kind == _RETREAT else (_RAN if runs else _MOVED)
        after_move(options, state, unit, runs, old, trace)


@rule
def clear_draft(state: Record) -> None:
    """Forget what was entered."""
    for place in range(_ROOM):
        state.draft[place] = 0
