"""The verbs of a game, as functions that compiled code and plain Python can call for any game.

Each verb finds the game's own function by the tag in the state's record type. In compiled code that happens while numba types
the caller, so a generic kernel costs nothing at run time; in plain Python it is a look-up.

`options` and `state` are records. Every function works in place and allocates nothing that outlives it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TypeVar, cast

from numba import types
from numba.extending import overload

from engine.compilation import rule
from engine.game import FIRST_GAME_OUTCOME, Game, Outcome, game_of_tag, tag_of
from engine.types import Actions, AnyFunction, Record, Stream, Trace

F = TypeVar("F", bound=AnyFunction)

DECISION_CAP = int(Outcome.DECISION_CAP)


def _game_of_dtype(dtype) -> Game:  # type: ignore[no-untyped-def]
    game = game_of_tag(tag_of(dtype))
    if game is None:
        raise TypeError(f"no registered game has states of dtype {tag_of(dtype)!r}")
    return game


def _game_of_fields(names: Iterable[str]) -> Game | None:
    """The game whose tag is among a numba record's fields; numba sorts fields that share an offset by name."""
    return next((game for game in map(game_of_tag, names) if game is not None), None)


def _verb(stub: F) -> F:
    """Make a stub call the function of that name of the game whose state is the second argument."""
    name = stub.__name__

    @functools.wraps(stub)
    def call(*arguments):  # type: ignore[no-untyped-def]
        return getattr(_game_of_dtype(arguments[1].dtype).rules, name)(*arguments)

    @overload(call, strict=False)
    def choose(*arguments):  # type: ignore[no-untyped-def]
        state = arguments[1]
        if not isinstance(state, types.Record):
            return None
        game = _game_of_fields(state.fields)
        if game is None:
            return None
        function = getattr(game.rules, name)
        if function is None:
            return None
        return lambda *arguments: function(*arguments)

    return cast("F", call)


@_verb
def new_initial_state(options: Record, state: Record, setup_key: Stream, play_key: Stream, trace: Trace) -> None:
    """Set up a game in `state`, which is all zeros, from two keys of shape (2,)."""


@_verb
def legal_actions(options: Record, state: Record, out: Actions) -> int:
    """Write the current player's legal actions to `out`, ascending and unique; returns how many (at least 1 before the end)."""
    return 0


@_verb
def apply_action(options: Record, state: Record, action: int, trace: Trace) -> None:
    """Carry out a legal action of the current player, and what follows from it up to the next decision or the end."""


@_verb
def returns(options: Record, state: Record, out: Stream) -> None:
    """Write the return of each seat (f8, 0 .. 1) of a game that its own rules ended."""


@_verb
def observation(options: Record, state: Record, seat: int, out: Record) -> None:
    """Write what a seat sees to `out`, a record of the game's observation dtype that is all zeros."""


@_verb
def resample(options: Record, state: Record, seat: int, key: Stream) -> None:
    """Replace what a seat can't see, and both streams, by a draw that depends only on what it sees, the options and `key`."""


@_verb
def summarize(options: Record, state: Record, seat: int, out: Record) -> None:
    """Write what a finished game leaves in the results for a seat to `out`, a record of the summary dtype, all zeros."""


@_verb
def summarize_round(options: Record, state: Record, seat: int, out: Record) -> None:
    """Write a seat's figures at the end of a round to `out`, a record of the game's `round_summary` dtype, all zeros.

    It is called at the first decision of the next round, or at the end of the game. Only games that keep such figures have it.
    """


@_verb
def action_priority(options: Record, state: Record, action: int) -> int:
    """How much a simple player wants a legal action: the larger the better; from what the current player sees alone."""
    return 0


@_verb
def position_value(options: Record, state: Record, seat: int) -> float:
    """An estimate of a seat's return from a position, 0 .. 1, for searches that stop early."""
    return 0.0


@rule
def step(options: Record, state: Record, action: int, decision_cap: int, trace: Trace) -> None:
    """Apply an action, count the decision, and end the game at the cap (no winner, outcome `decision_cap`)."""
    apply_action(options, state, action, trace)
    state.decisions += 1
    if state.decisions >= decision_cap and state.terminal == 0:
        state.terminal = 1
        state.outcome = DECISION_CAP
        state.winners = 0


@rule
def final_returns(options: Record, state: Record, sides: int, out: Stream) -> None:
    """The return of each seat of a finished game, whoever ended it (contract 2).

    The game's own `returns` where its rules ended it; 1/sides for each seat at the cap; 1 for each winner of a forfeit.
    """
    if state.outcome >= FIRST_GAME_OUTCOME:
        returns(options, state, out)
        return
    for seat in range(out.shape[0]):
        if state.outcome == DECISION_CAP:
            out[seat] = 1.0 / sides
        else:
            out[seat] = float(state.winners >> seat & 1)
