"""A roll in hand: its player may roll again where an ability lets him, or change a die if his army is blessed (R3, R14).

Rolls for charges, runs, spells, unbinding, prayers, battleshock and priority wait for their player if he has a say in them.
`roll` is the total as it stands, `best` what it becomes if a die is changed, `why` what it is for, `again` whether it has been
rolled again (once only, R3), `pending` what goes on afterwards (the order to run; the unit that unbinds).
"""

from __future__ import annotations

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.inlining import rule
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.state import Triumph, Why
from engine.games.age_of_sigmar.vocabulary import Effect
from engine.types import Record

_CHARGE, _RUN, _CASTING = int(Why.CHARGE), int(Why.RUN), int(Why.CASTING)
_REROLL_CHARGE, _REROLL_RUN, _REROLL_CAST = int(Effect.REROLL_CHARGE), int(Effect.REROLL_RUN), int(Effect.REROLL_CAST)
_BLESSED, _SPENT = int(Triumph.BLESSED), int(Triumph.SPENT)
_MOST = 100


@rule
def hold(state: Record, why: int, roll: int, best: int) -> None:
    """A roll is made: its total, and what it becomes if one die is changed."""
    state.why = why
    state.roll = min(max(roll, 0), _MOST)
    state.best = min(max(best, 0), _MOST)


@rule
def let_go(state: Record) -> None:
    """The roll in hand is settled."""
    state.why, state.roll, state.best, state.again, state.pending = 0, 0, 0, 0, 0


@rule
def may_reroll(options: Record, state: Record) -> bool:
    """Whether the acting unit may roll again: charges and runs always, spells if they failed (warscrolls)."""
    if state.again:
        return False
    unit = state.acting
    if state.why == _CHARGE:
        return total(options, state, unit, _REROLL_CHARGE) > 0
    if state.why == _RUN:
        return total(options, state, unit, _REROLL_RUN) > 0
    if state.why == _CASTING:
        return state.roll < options.power[state.power, columns.ROLL] and total(options, state, unit, _REROLL_CAST) > 0
    return False


@rule
def may_bless(state: Record, seat: int) -> bool:
    """Whether a blessed army still has its die to change, and changing one would change the roll (R14)."""
    return state.triumph[seat] == _BLESSED and state.best != state.roll


@rule
def has_say(options: Record, state: Record, seat: int) -> bool:
    """Whether the player of a roll has anything to decide about it."""
    return may_bless(state, seat) or may_reroll(options, state)


@rule
def bless(state: Record, seat: int) -> None:
    """Change the die; once a battle."""
    state.roll = state.best
    state.triumph[seat] = _SPENT
