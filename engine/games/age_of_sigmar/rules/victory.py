"""Victory: annihilation, sudden death, losses compared (R11-R13)."""

from __future__ import annotations

from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule, verb
from engine.games.age_of_sigmar.rules.terrain import near_feature
from engine.games.age_of_sigmar.rules.units import army_size, has_all, on_field
from engine.games.age_of_sigmar.state import NOBODY, Chance, Ending, Objective, Standing
from engine.trace import EVERYBODY, note2
from engine.types import Record, Stream, Trace

_ANNIHILATION = int(Ending.ANNIHILATION)
_SUDDEN_DEATH = int(Ending.SUDDEN_DEATH)
_MINOR = int(Ending.MINOR_VICTORY)
_EQUAL = int(Ending.EQUAL_LOSSES)
_MUTUAL = int(Ending.MUTUAL_DESTRUCTION)
_ASSASSINATE = int(Objective.ASSASSINATE)
_BLUNT = int(Objective.BLUNT)
_ENDURE = int(Objective.ENDURE)
_SEIZE = int(Objective.SEIZE)
_DESTROYED = int(Standing.DESTROYED)
_VICTORY = int(Chance.VICTORY)


@part
def end_battle(state: Record, outcome: int, winners: int, trace: Trace) -> None:
    """The battle is over; `winners` is a bit mask of seats, 0 a draw."""
    state.terminal = 1
    state.outcome = outcome
    state.winners = winners
    note2(trace, _VICTORY, EVERYBODY, outcome, winners)


@part
def has_models(options: Record, state: Record, side: int) -> bool:
    """Whether a side has models on the battlefield."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if on_field(state, unit):
            return True
    return False


@rule
def check_losses(options: Record, state: Record, trace: Trace) -> bool:
    """Major victories that follow from losses: annihilation (R11), Assassinate and Blunt (R13). True if the battle ended."""
    red, blue = has_models(options, state, 0), has_models(options, state, 1)
    if not red or not blue:
        if red:
            end_battle(state, _ANNIHILATION, 1, trace)
        elif blue:
            end_battle(state, _ANNIHILATION, 2, trace)
        else:
            end_battle(state, _MUTUAL, 0, trace)
        return True
    wanted = state.objective == _ASSASSINATE or state.objective == _BLUNT
    if wanted and state.objective_target >= 0 and state.standing[state.objective_target] == _DESTROYED:
        end_battle(state, _SUDDEN_DEATH, 1 << state.objective_seat, trace)
        return True
    return False


@rule
def check_round(options: Record, state: Record, trace: Trace) -> bool:
    """At the end of a round: Endure after the sixth, Seize ground after the fourth, the last one. True if the battle ended."""
    seat = state.objective_seat
    if state.objective == _ENDURE and state.round_number == 6 and has_veterans(options, state, seat):
        end_battle(state, _SUDDEN_DEATH, 1 << seat, trace)
        return True
    if state.objective == _SEIZE and state.round_number == 4 and holds_ground(options, state, seat):
        end_battle(state, _SUDDEN_DEATH, 1 << seat, trace)
        return True
    if state.round_number < options.max_rounds:
        return False
    compare_losses(state, trace)
    return True


@part
def has_veterans(options: Record, state: Record, side: int) -> bool:
    """Whether a model that was on the table at the start is alive: units that were summoned or came later don't count."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + options.units[side]):
        if on_field(state, unit) and state.late[unit] == 0:
            return True
    return False


@rule
def holds_ground(options: Record, state: Record, side: int) -> bool:
    """Whether a side has a model within 3 inches of the chosen feature."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if on_field(state, unit) and near_feature(options, state, unit, state.objective_target, 3):
            return True
    return False


@rule
def compare_losses(state: Record, trace: Trace) -> None:
    """The smaller part lost of what was set up wins a minor victory; fractions are compared exactly (R12)."""
    red = state.lost[0] * max(state.set_up[1], 1)
    blue = state.lost[1] * max(state.set_up[0], 1)
    if red == blue:
        end_battle(state, _EQUAL, 0, trace)
    else:
        end_battle(state, _MINOR, 1 if red < blue else 2, trace)


@rule
def outnumbered_side(options: Record, state: Record) -> int:
    """The side that may pick an objective: the other has a third more models (R13); -1 if neither."""
    if options.sudden_death == 0:
        return NOBODY
    for side in range(2):
        more, fewer = 3 * state.set_up[1 - side], 4 * state.set_up[side]
        if more > fewer or (more == fewer and options.strict == 0):
            return side
    return NOBODY


@rule
def may_be_named(options: Record, state: Record, objective: int, unit: int) -> bool:
    """Whether the enemy may name a unit for an objective: a HERO, WIZARD, PRIEST or MONSTER, or five models or more."""
    if not on_field(state, unit):
        return False
    if objective == _BLUNT:
        return state.alive[unit] >= 5
    for word in range(4):
        if has_all(options, unit, options.set_target[word]):
            return True
    return False


@verb
def returns(options: Record, state: Record, out: Stream) -> None:
    """1 for the winner, 1/2 each for a draw."""
    for seat in range(2):
        out[seat] = 0.5 if state.winners == 0 else float(state.winners >> seat & 1)
