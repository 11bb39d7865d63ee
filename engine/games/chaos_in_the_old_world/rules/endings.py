"""Step 6 of the end phase: how the game ends (rulebook p. 22), or the next round begins; and what an ending is worth."""

from __future__ import annotations

from engine.bits import count
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.data import POWERS, REGIONS, Phase
from engine.games.chaos_in_the_old_world.rules.figures import end_of_round_marks
from engine.games.chaos_in_the_old_world.rules.pieces import highest_threat, to_phase
from engine.games.chaos_in_the_old_world.state import NOBODY, Ending
from engine.types import Record, Stream

_OLD_WORLD = int(Phase.OLD_WORLD)
_DIAL = int(Ending.DIAL)
_VICTORY_POINTS = int(Ending.VICTORY_POINTS)
_FIVE_REGIONS = int(Ending.FIVE_REGIONS)
_OLD_WORLD_EXHAUSTED = int(Ending.OLD_WORLD_EXHAUSTED)
_LAST_ROUND = 120


@rule
def end_round(options: Record, state: Record) -> None:
    """Look at the four endings in their order; if none holds, a new round."""
    playing = playing_powers(options)
    victorious = at_victory(options, state)
    rich = with_points(options, state, options.victory_points)
    if victorious:
        end_game(options, state, _DIAL, most_points(state, victorious))
    elif rich:
        end_game(options, state, _VICTORY_POINTS, by_threat(options, state, most_points(state, rich)))
    elif state.ruins >= options.ruins_to_end:
        end_game(options, state, _FIVE_REGIONS, by_threat(options, state, most_points(state, playing)))
    elif state.old_world_left == 0:
        end_game(options, state, _OLD_WORLD_EXHAUSTED, 0)
    else:
        new_round(options, state)


@rule
def playing_powers(options: Record) -> int:
    """The powers of this game, as a set."""
    powers = 0
    for power in range(POWERS):
        if options.seat_of[power] != NOBODY:
            powers |= 1 << power
    return powers


@rule
def at_victory(options: Record, state: Record) -> int:
    """The powers whose dials show Victory, as a set."""
    powers = 0
    for power in range(POWERS):
        if options.seat_of[power] != NOBODY and state.dial[power] == options.dial_end[power]:
            powers |= 1 << power
    return powers


@rule
def with_points(options: Record, state: Record, points: int) -> int:
    """The powers with at least so many victory points, as a set."""
    powers = 0
    for power in range(POWERS):
        if options.seat_of[power] != NOBODY and state.victory_points[power] >= points:
            powers |= 1 << power
    return powers


@rule
def most_points(state: Record, powers: int) -> int:
    """Of a set of powers those with most victory points."""
    most = -1
    best = 0
    for power in range(POWERS):
        if powers >> power & 1:
            points = state.victory_points[power]
            if points > most:
                most = points
                best = 0
            if points == most:
                best |= 1 << power
    return best


@rule
def by_threat(options: Record, state: Record, powers: int) -> int:
    """Ties for points go to the highest threat."""
    return 1 << highest_threat(options, state, powers)


@rule
def end_game(options: Record, state: Record, outcome: int, powers: int) -> None:
    """The game is over; winners are seats."""
    state.terminal = 1
    state.outcome = outcome
    state.winners = 0
    for power in range(POWERS):
        if powers >> power & 1:
            state.winners |= 1 << options.seat_of[power]


@rule
def new_round(options: Record, state: Record) -> None:
    """Control, counters and marks of the round end; the next Old World phase begins."""
    end_of_round_marks(options, state)
    for power in range(POWERS):
        state.advances[power] = 0
        for region in range(REGIONS):
            state.placed_now[region, power] = 0
            state.placed_step[region, power] = 0
            state.placed_round[region, power] = 0
            state.killed_in[region, power] = 0
    state.round_number = min(state.round_number + 1, _LAST_ROUND)
    to_phase(state, _OLD_WORLD)


@rule
def returns(options: Record, state: Record, out: Stream) -> None:
    """Winners share one game; if the Old World withstood, nobody gets anything."""
    winners = count(state.winners)
    for seat in range(options.players):
        out[seat] = float(state.winners >> seat & 1) / max(winners, 1)
