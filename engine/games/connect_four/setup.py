"""A new game of Connect Four."""

from __future__ import annotations

from engine.arrays import scratch
from engine.compilation import rule
from engine.games.connect_four.rules import drop, has_four, landing, legal_actions
from engine.games.connect_four.state import COLUMNS, Chance
from engine.rng import below, seed_stream
from engine.trace import EVERYBODY, note1
from engine.types import Record, Stream, Trace

_OPENING_MOVE = int(Chance.OPENING_MOVE)


@rule
def new_initial_state(options: Record, state: Record, setup_key: Stream, play_key: Stream, trace: Trace) -> None:
    """An empty board, x to move; then the opening moves that the options ask for."""
    seed_stream(state.setup_rng, setup_key)
    seed_stream(state.play_rng, play_key)
    state.round_number = 1
    if options.opening_moves > 0:
        make_opening_moves(options, state, trace)


@rule
def make_opening_moves(options: Record, state: Record, trace: Trace) -> None:
    """Drop random stones that don't win; stop early where every move would."""
    columns = scratch(COLUMNS)
    for _ in range(options.opening_moves):
        n = legal_actions(options, state, columns)
        quiet = 0
        for i in range(n):
            seat = state.current_player
            if not has_four(state.stones[seat] | landing(state.stones[0] | state.stones[1], columns[i])):
                columns[quiet] = columns[i]
                quiet += 1
        if quiet == 0:
            return
        column = columns[below(state.setup_rng, quiet)]
        note1(trace, _OPENING_MOVE, EVERYBODY, column)
        drop(state, column)
        state.opening_moves += 1
