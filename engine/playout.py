"""Kernels that play a batch of games.

`advance` plays each lane until its game ends or until a seat has to decide whose agent is not compiled; the caller fills in the
answers and calls again. A lane's game depends on its state, agents and keys alone, never on the other lanes.
"""

from __future__ import annotations

import enum
from typing import Any, SupportsIndex, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import overload

from engine.agents.compiled import EXTERNAL, RANDOM, choose_action
from engine.arrays import scratch_words
from engine.compilation import JIT_DISABLED, kernel, kernel_part
from engine.debug import RecordView
from engine.rng import below, extend_key, seed_stream, splitmix64, stir
from engine.types import Actions, Keys, Record, RecordArray, Stream, Trace
from engine.verbs import (
    action_priority,
    final_returns,
    legal_actions,
    new_initial_state,
    observation,
    position_value,
    resample,
    step,
    summarize,
    summarize_round,
)

Log: TypeAlias = npt.NDArray[np.int32] | None
"""The actions of games by lane and decision, or None where nobody wants them."""


class LaneStatus(enum.IntEnum):
    """Where a lane stands after `advance`."""

    RUNNING = 0
    WAITING = 1
    ANSWERED = 2
    DONE = 3
    FAULT = 4
    """The rules offered no legal action, or more than the game's bound, before the end: a defect of the game."""


_RUNNING = int(LaneStatus.RUNNING)
_WAITING = int(LaneStatus.WAITING)
_ANSWERED = int(LaneStatus.ANSWERED)
_DONE = int(LaneStatus.DONE)
_FAULT = int(LaneStatus.FAULT)


def lane(records: RecordArray, index: SupportsIndex) -> Record:
    """Record `index` of a batch, in place: a numba record in compiled code, a `RecordView` in plain Python."""
    return RecordView(cast("np.void", records[index]))


@overload(lane, inline="always")
def _compiled_lane(records, index):  # type: ignore[no-untyped-def]
    if isinstance(records, types.Array) and isinstance(records.dtype, types.Record):
        return lambda records, index: records[index]
    return None


def write_down(log: Log, index: int, decision: int, action: int) -> None:
    """Note the action of one decision in the log of one lane. Where the log is `None` the compiled code holds nothing of it."""
    if log is not None:
        log[index, decision] = action


@overload(write_down, inline="always")
def _compiled_write_down(log, index, decision, action):  # type: ignore[no-untyped-def]
    if isinstance(log, types.Array):

        def store(log, index, decision, action):  # type: ignore[no-untyped-def]
            log[index, decision] = action

        return store
    return lambda log, index, decision, action: None


def as_argument(record: np.void) -> Any:
    """A record as an argument for verbs and kernels: itself, or a `RecordView` in plain Python."""
    return RecordView(record) if JIT_DISABLED else record


@kernel
def start_games(options: Record, states: RecordArray, setup_keys: Keys, play_keys: Keys, trace: Trace) -> None:
    """Set up a game in each lane of `states`, which is all zeros; keys: u8, shape (n, 2)."""
    for i in range(states.shape[0]):
        new_initial_state(options, lane(states, i), setup_keys[i], play_keys[i], trace)


@kernel
def advance(
    options: Record,
    states: RecordArray,
    agents: RecordArray,
    agent_keys: Keys,
    decision_cap: int,
    status: Stream,
    seat_decisions: Stream,
    actions: Stream,
    legal: Stream,
    n_legal: Stream,
    log: Log,
    buffer: Actions,
    trace: Trace,
) -> None:
    """Play every lane that is RUNNING or ANSWERED until it is DONE, WAITING or at FAULT.

    Args:
        options: options record.
        states: (n,) state records.
        agents: (n, seats) records of `AGENT_DTYPE`, or (1, seats) that decide in every lane.
        agent_keys: (n, seats, 2) u8.
        decision_cap: cap on the decisions of a game.
        status: (n,) i1, `LaneStatus`.
        seat_decisions: (n, seats) i4, decisions counted for each seat.
        actions: (n,) i4, the answer of an ANSWERED lane; it must be legal.
        legal: (n or 0, max_legal_actions) i4, filled for WAITING lanes; without rows no agent may be external or a search.
        n_legal: (n,) i4, how many of them.
        log: (n, columns) i4, where column d takes the action of the game's decision d, whoever made it; or None. Compiled code
            without a log is a version of its own: a test for it in the loop would cost 2-3% of Connect Four's rate.
        buffer: (max_legal_actions,) i4, overwritten.
        trace: events of all lanes one after the other; `NO_TRACE` in bulk play.
    """
    for i in range(states.shape[0]):
        if status[i] != _RUNNING and status[i] != _ANSWERED:
            continue
        state = lane(states, i)
        if status[i] == _ANSWERED:
            seat_decisions[i, state.current_player] += 1
            write_down(log, i, state.decisions, actions[i])
            step(options, state, actions[i], decision_cap, trace)
        row = i if agents.shape[0] > 1 else 0
        status[i] = _play_on(options, state, agents[row], agent_keys[i], decision_cap, seat_decisions[i], buffer, trace, log, i)
        if status[i] == _WAITING:
            n_legal[i] = legal_actions(options, state, legal[i])


@kernel_part
def _play_on(
    options: Record,
    state: Record,
    agents: RecordArray,
    agent_keys: Keys,
    decision_cap: int,
    seat_decisions: Stream,
    buffer: Actions,
    trace: Trace,
    log: Log,
    index: int,
) -> int:
    """Play one game on; returns DONE, WAITING or FAULT."""
    stream = scratch_words(2)
    while state.terminal == 0:
        n = legal_actions(options, state, buffer)
        seat = np.uint64(state.current_player)  # unsigned: a signed index would be tested for being negative, 5% of the time
        if n > 1:
            if n > buffer.shape[0]:
                return _FAULT
            agent = lane(agents, seat)
            if agent.kind >= EXTERNAL:
                return _WAITING
            extend_key(agent_keys[seat], state.decisions, stream)
            seed_stream(stream, stream)
            if agent.kind == RANDOM:  # bulk play, without a call
                action = buffer[below(stream, n)]
            else:
                action = choose_action(options, state, agent, stream, buffer, n)
        elif n == 1:
            action = buffer[0]
        else:
            return _FAULT
        seat_decisions[seat] += 1
        write_down(log, index, state.decisions, action)
        step(options, state, action, decision_cap, trace)
    return _DONE


@kernel
def settle(options: Record, states: RecordArray, sides: int, returns_out: Stream, summaries: RecordArray) -> None:
    """Write the returns, (n, seats) f8, and the summaries, (n, seats) records all zeros, of finished games."""
    for i in range(states.shape[0]):
        state = lane(states, i)
        final_returns(options, state, sides, returns_out[i])
        for seat in range(returns_out.shape[1]):
            summarize(options, state, seat, lane(summaries[i], seat))


@kernel
def follow_rounds(
    options: Record, states: RecordArray, actions: Actions, ends: Stream, decision_cap: int, out: RecordArray, trace: Trace
) -> int:
    """Play games again by their recorded actions, and write down each seat's figures at the end of each round.

    Args:
        options: options record.
        states: (n,) first positions; they become the last ones.
        actions: (total,) i4, the actions of one game after the other.
        ends: (n,) i8, where each game's actions end.
        decision_cap: cap on the decisions of a game.
        out: (rows, seats) records of the game's `round_summary`, all zeros: a row for each round of each game, from that of its
            first position to its last, in order.
        trace: `NO_TRACE`.

    Returns:
        How many rows there are; of those beyond `out` nothing is written.
    """
    row = 0
    first = 0
    for i in range(states.shape[0]):
        state = lane(states, i)
        for k in range(first, ends[i]):
            before = state.round_number
            step(options, state, actions[k], decision_cap, trace)
            for _ in range(state.round_number - before):
                row = _note_round(options, state, out, row)
        row = _note_round(options, state, out, row)
        first = ends[i]
    return row


@kernel_part
def _note_round(options: Record, state: Record, out: RecordArray, row: int) -> int:
    if row < out.shape[0]:
        for seat in range(out.shape[1]):
            summarize_round(options, state, seat, lane(out[row], seat))
    return row + 1


@kernel
def key_seats(games: Keys, rotations: Stream, out: Keys) -> None:
    """`out[i, seat]` = the key of game key `games[i]`, rotation and seat; out: u8, shape (n, seats, 2)."""
    key = scratch_words(2)
    for i in range(games.shape[0]):
        extend_key(games[i], rotations[i], key)
        for seat in range(out.shape[1]):
            extend_key(key, seat, out[i, seat])


@kernel
def key_decisions(states: RecordArray, lanes: Stream, seats: Stream, agent_keys: Keys, out: Keys) -> None:
    """`out[i]` = the key of the decision that seat `seats[i]` has to make in lane `lanes[i]`, as compiled agents get it."""
    for i in range(lanes.shape[0]):
        extend_key(agent_keys[lanes[i], seats[i]], lane(states, lanes[i]).decisions, out[i])


@kernel
def hash_words(words: Stream, out: Stream) -> None:
    """`out[i]` = a 64-bit hash of the words of row i; words: u8, shape (n, k)."""
    for i in range(words.shape[0]):
        value = np.uint64(words.shape[1])
        for k in range(words.shape[1]):
            value = stir(value, words[i, k])
        out[i] = splitmix64(value)


@kernel
def legal_actions_of(options: Record, states: RecordArray, index: int, out: Actions) -> int:
    """`legal_actions` of one lane."""
    return legal_actions(options, lane(states, index), out)


@kernel
def step_lane(options: Record, states: RecordArray, index: int, action: int, decision_cap: int, trace: Trace) -> None:
    """`step` of one lane."""
    step(options, lane(states, index), action, decision_cap, trace)


@kernel
def step_lanes(options: Record, states: RecordArray, actions: Stream, decision_cap: int, trace: Trace) -> None:
    """`step` of every lane whose action is not negative."""
    for i in range(states.shape[0]):
        if actions[i] >= 0:
            step(options, lane(states, i), actions[i], decision_cap, trace)


@kernel
def observe(options: Record, states: RecordArray, lanes: Stream, seats: Stream, out: RecordArray) -> None:
    """`observation` of lane `lanes[i]` for seat `seats[i]` into `out[i]`, which is all zeros."""
    for i in range(lanes.shape[0]):
        observation(options, lane(states, lanes[i]), seats[i], lane(out, i))


@kernel
def resample_lanes(options: Record, states: RecordArray, seats: Stream, keys: Keys) -> None:
    """`resample` of every lane for its seat in `seats`."""
    for i in range(states.shape[0]):
        resample(options, lane(states, i), seats[i], keys[i])


@kernel
def priorities_of(options: Record, states: RecordArray, index: int, actions: Actions, out: Stream) -> None:
    """`action_priority` of each action in one lane; out: i8."""
    for k in range(actions.shape[0]):
        out[k] = action_priority(options, lane(states, index), actions[k])


@kernel
def values_of(options: Record, states: RecordArray, index: int, out: Stream) -> None:
    """`position_value` of one lane for each seat; out: f8, shape (seats,)."""
    for seat in range(out.shape[0]):
        out[seat] = position_value(options, lane(states, index), seat)
