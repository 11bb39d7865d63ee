"""What a decision leads to: rolls that wait for their player and what goes on once they stand; exact positions."""

from __future__ import annotations

from engine.games.age_of_sigmar.actions import DETAIL, FEATURE, PARTS, TARGET, VERB, Verb
from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules import turns
from engine.games.age_of_sigmar.rules.charges import roll_charge
from engine.games.age_of_sigmar.rules.exact import carry_out_draft, enter, models_to_place
from engine.games.age_of_sigmar.rules.magic import roll_casting, settle_cast, settle_prayer, settle_unbinding
from engine.games.age_of_sigmar.rules.orders import order, roll_move, roll_run
from engine.games.age_of_sigmar.rules.payloads import put_effect
from engine.games.age_of_sigmar.rules.reactions import warn
from engine.games.age_of_sigmar.rules.rolls import bless, has_say, let_go
from engine.games.age_of_sigmar.rules.shock import settle_shock
from engine.games.age_of_sigmar.rules.targets import clear_aim
from engine.games.age_of_sigmar.state import NOBODY, Moved, Phase, Resume, Stage, Standing, Triumph, Why
from engine.types import Record, Trace

_V_EXACT, _V_NUMBER = int(Verb.EXACT), int(Verb.NUMBER)

_S_PLACE = int(Stage.PLACE)
_S_UNBIND, _S_MOVE = int(Stage.UNBIND), int(Stage.MOVE)
_S_CHARGE = int(Stage.CHARGE)
_S_ROLL = int(Stage.ROLL)
_S_PILE = int(Stage.PILE_IN)
_S_EXACT = int(Stage.EXACT)
_W_CHARGE, _W_RUN, _W_CASTING = int(Why.CHARGE), int(Why.RUN), int(Why.CASTING)
_W_UNBINDING, _W_PRAYER, _W_PRIORITY = int(Why.UNBINDING), int(Why.PRAYER), int(Why.PRIORITY)
_SPENT = int(Triumph.SPENT)

_TO_SET_UP, _TO_AFTER = int(Resume.SET_UP), int(Resume.AFTER_SET_UP)
_TO_MOVEMENT = int(Resume.MOVEMENT)
_TO_CHARGED, _TO_PILED = int(Resume.CHARGED), int(Resume.PILED_IN)

_MOVEMENT, _SETUP = int(Phase.MOVEMENT), int(Phase.SETUP)
_MOVED, _RAN = int(Moved.MOVED), int(Moved.RAN)
_WAITING = int(Standing.WAITING)
_INSPIRED_EFFECT = 7


@rule
def ask(state: Record, stage: int, seat: int) -> None:
    """Ask a seat next, before anything goes on; `resume` keeps what goes on after it."""
    state.stage = stage
    state.current_player = seat
    state.resume = -1 - state.resume


@rule
def has_come(options: Record, state: Record, unit: int, trace: Trace) -> None:
    """A unit was set up: in the battle enemies may react; else the other side goes on."""
    state.acting = NOBODY
    if state.phase == _MOVEMENT:
        warn(options, state, unit, trace)
        state.done[unit] = 1
        state.moved[unit] = _MOVED
        state.resume = _TO_MOVEMENT
    else:
        state.picker = 1 - state.current_player
        state.resume = _TO_SET_UP


@part
def finish_move(state: Record, unit: int) -> None:
    """The acting unit has moved, or stands still."""
    state.done[unit] = 1
    state.rolled = 0
    state.acting = NOBODY
    state.resume = _TO_AFTER if state.phase == _SETUP else _TO_MOVEMENT


@rule
def offer_roll(options: Record, state: Record, trace: Trace) -> None:
    """A roll was made: its player is asked if he has a say in it, else it is settled."""
    if has_say(options, state, state.current_player):
        ask(state, _S_ROLL, state.current_player)
    else:
        settle(options, state, trace)


@rule
def settle(options: Record, state: Record, trace: Trace) -> None:
    """The roll in hand stands: what it was for goes on."""
    why, side = state.why, state.current_player
    if why == _W_CHARGE:
        state.rolled = state.roll
        let_go(state)
        ask(state, _S_CHARGE, side)
    elif why == _W_RUN:
        run(options, state, trace)
    elif why == _W_CASTING:
        settle_cast(options, state)
        if state.stage == _S_UNBIND:
            ask(state, _S_UNBIND, state.current_player)
    elif why == _W_UNBINDING:
        settle_unbinding(state)
    elif why == _W_PRAYER:
        settle_prayer(options, state, trace)
    elif why == _W_PRIORITY:
        turns.settle_priority(state)
        ask(state, state.stage, state.current_player)
    elif settle_shock(options, state, trace):
        ask(state, state.stage, side)


@part
def run(options: Record, state: Record, trace: Trace) -> None:
    """Carry out the order to run that waited for its roll; exact positions are entered only now."""
    action, unit = state.pending, state.acting
    if PARTS[action, VERB] == _V_EXACT:
        ask(state, _S_EXACT, state.current_player)
        return
    target = (1 - state.current_player) * SIDE_UNITS + PARTS[action, TARGET]
    order(options, state, unit, PARTS[action, VERB], target, PARTS[action, FEATURE], trace)
    let_go(state)
    finish_move(state, unit)


@part
def roll_again(options: Record, state: Record, trace: Trace) -> None:
    """A roll is made once more (R3: once only)."""
    state.again = 1
    if state.why == _W_CHARGE:
        roll_charge(options, state, state.acting, trace)
    elif state.why == _W_RUN:
        roll_run(options, state, state.acting, trace)
    else:
        roll_casting(options, state, state.acting, trace)
    offer_roll(options, state, trace)


@rule
def speed(options: Record, state: Record, doubled: bool, trace: Trace) -> None:
    """Random Move is rolled, perhaps doubled; then its player, or on a double the enemy, gives the order."""
    lost = roll_move(options, state, state.acting, doubled, trace)
    ask(state, _S_MOVE, 1 - state.active if lost else state.active)


@rule
def exact(options: Record, state: Record, action: int, verb: int, trace: Trace) -> None:
    """Exact positions: the choice to hand them in, or one more number (`rules.exact`)."""
    if verb == _V_NUMBER:
        enter(state, PARTS[action, DETAIL])
        if state.entered < 4 * models_to_place(options, state):
            ask(state, _S_EXACT, state.current_player)
        else:
            finish_exact(options, state, trace)
        return
    state.back, state.entered = state.stage, 0
    if PARTS[action, DETAIL]:
        state.pending = action
        roll_run(options, state, state.acting, trace)
        offer_roll(options, state, trace)
    else:
        ask(state, _S_EXACT, state.current_player)


@part
def finish_exact(options: Record, state: Record, trace: Trace) -> None:
    """All positions are entered: carried out or refused. A run that is refused stands still."""
    unit, back, side = state.acting, state.back, state.current_player
    late = state.phase == _MOVEMENT and (state.late[unit] or state.standing[unit] == _WAITING)
    done_so = carry_out_draft(options, state, trace)
    runs = state.why == _W_RUN
    if runs:
        let_go(state)
    if not done_so and not runs:
        ask(state, back, side)
    elif back == _S_PLACE:
        state.late[unit] = int(late)
        has_come(options, state, unit, trace)
    elif back == _S_MOVE:
        if not done_so:
            state.moved[unit] = _RAN
        finish_move(state, unit)
    elif back == _S_CHARGE:
        state.rolled = 0
        state.resume = _TO_CHARGED
    else:
        clear_aim(options, state, unit)
        state.resume = _TO_PILED


@part
def use_triumph(options: Record, state: Record, trace: Trace) -> None:
    """Blessed: a die is changed. Inspired: the unit that fights re-rolls failed hits in this phase (R14)."""
    side = state.current_player
    if state.stage == _S_PILE:
        state.triumph[side] = _SPENT
        put_effect(options, state, state.acting, options.common[side, _INSPIRED_EFFECT])
        ask(state, _S_PILE, side)
        return
    bless(state, side)
    if state.why == _W_PRIORITY:
        state.roll_winner = side
    settle(options, state, trace)
