"""Checks of play itself: legal actions, endings, and that a game depends on its keys and actions alone."""

from __future__ import annotations

import numpy as np

from engine import playout
from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys, round_summaries
from engine.codec import CodecError, check_header, decode_states, encode_states
from engine.game import Outcome
from engine.testing.subject import Mismatch, Position, Subject, difference, named_check
from engine.trace import NO_TRACE, new_trace, read_trace
from engine.types import RecordArray

_BATCH = 64


@named_check
def legality(subject: Subject) -> None:
    """`legal_actions` gives at least one action before the end, at most its bound, ascending, unique, in range."""
    game = subject.game
    for position in subject.positions:
        if position.terminal:
            continue
        where, legal = (position.lane, position.decision), position.legal
        if not 1 <= position.claimed <= game.max_legal_actions:
            raise Mismatch(f"{position.claimed} legal actions, must be 1 .. {game.max_legal_actions}", *where)
        if (np.diff(legal) <= 0).any():
            raise Mismatch(f"legal actions {legal.tolist()} are not ascending and unique", *where)
        if legal[0] < 0 or legal[-1] >= game.num_distinct_actions:
            raise Mismatch(f"legal actions {legal.tolist()} leave 0 .. {game.num_distinct_actions - 1}", *where)


@named_check
def termination(subject: Subject) -> None:
    """Games end by the game's own rules before its decision cap: of random decisions, or else the same games of `greedy`.

    Random decisions never end some games (in War Chest they use up all coins, then pass for ever); players who want to win do.
    """
    capped = None
    for walk in subject.walks:
        last = walk[-1]
        if not last.terminal:
            raise Mismatch("the game stopped before its end: there is nothing to do", last.lane, last.decision)
        if last.state["outcome"][0] == Outcome.DECISION_CAP:
            capped = last
    if capped is not None and (_played_by_greedy(subject).states["outcome"] == Outcome.DECISION_CAP).any():
        text = f"neither random decisions nor greedy ones had ended the game at its cap of {subject.game.decision_cap}"
        raise Mismatch(text, capped.lane, capped.decision)


def _played_by_greedy(subject: Subject) -> Batch:
    batch = subject.fresh()
    agents = np.zeros(subject.seats, AGENT_DTYPE)
    agents["kind"] = AgentKind.GREEDY
    blocks = np.arange(len(batch), dtype=np.int64)
    batch.play(agents, agent_keys(subject.seed, "check", blocks, np.zeros(len(batch), np.int64), subject.seats))
    return batch


@named_check
def header(subject: Subject) -> None:
    """The header's fields are in range, decisions count one by one, and rounds never go back."""
    for walk in subject.walks:
        rounds = 0
        for position in walk:
            state = position.state[0]
            try:
                check_header(subject.game, subject.seats, state)
            except ValueError as error:
                raise Mismatch(str(error), position.lane, position.decision) from error
            if state["decisions"] != position.decision:
                raise Mismatch(
                    f"decisions is {state['decisions']}: only the engine counts them", position.lane, position.decision
                )
            if state["round_number"] < rounds:
                text = f"round_number went from {rounds} to {state['round_number']}"
                raise Mismatch(text, position.lane, position.decision)
            rounds = int(state["round_number"])


@named_check
def determinism(subject: Subject) -> None:
    """The same keys and actions give the same bytes, at every decision of every game."""
    batch = subject.fresh()
    for decision in range(max(len(walk) for walk in subject.walks)):
        for walk in subject.walks:
            if decision < len(walk):
                _expect_state(walk[decision], batch.states[walk[decision].lane])
        actions = np.array([w[decision].action if decision < len(w) else -1 for w in subject.walks], np.int64)
        playout.step_lanes(batch.record, batch.states, actions, subject.game.decision_cap, NO_TRACE)


def _expect_state(position: Position, state: np.void) -> None:
    changed = difference(position.state[0], state)
    if changed:
        raise Mismatch(f"played again with the same keys and actions, {changed}", position.lane, position.decision)


@named_check
def batch_size(subject: Subject) -> None:
    """A game played by compiled agents is the same alone and in a batch, at any place of it."""
    whole, whole_decisions = _played(subject, 0, _BATCH)
    for first, last in ((0, 1), (_BATCH - 1, _BATCH), (7, 29)):
        part, decisions = _played(subject, first, last)
        for lane in range(first, last):
            changed = difference(whole[lane], part[lane - first])
            if changed:
                raise Mismatch(f"in batches of {_BATCH} and {last - first} games, {changed}", lane)
            if (whole_decisions[lane] != decisions[lane - first]).any():
                raise Mismatch(f"in batches of {_BATCH} and {last - first} games, the seats' decisions differ", lane)


def _played(subject: Subject, first: int, last: int) -> tuple[RecordArray, np.ndarray[tuple[int, ...], np.dtype[np.int32]]]:
    blocks = np.arange(_BATCH, dtype=np.int64)
    keys = agent_keys(subject.seed, "check", blocks, np.zeros_like(blocks), subject.seats)[first:last]
    agents = np.zeros((_BATCH, subject.seats), AGENT_DTYPE)
    agents["kind"] = np.where(np.indices(agents.shape).sum(axis=0) % 3 == 0, AgentKind.GREEDY, AgentKind.RANDOM)
    setup, play = subject.setup_keys(_BATCH)[first:last], subject.play_keys(_BATCH)[first:last]
    batch = Batch.new(subject.game, subject.options, setup, play)
    decisions = batch.play(agents[first:last], keys)
    return batch.states, decisions


@named_check
def codec(subject: Subject) -> None:
    """Positions survive being written and read, and play on with the same options."""
    states = np.concatenate([position.state for position in subject.sample(200)] + [walk[-1].state for walk in subject.walks])
    batch = subject.batch(states)
    data = encode_states(batch)
    try:
        back = decode_states(data, subject.game.name)
    except CodecError as error:
        raise Mismatch(f"states that the rules made are refused: {error}") from error
    for lane in range(len(states)):
        changed = difference(states[lane], back.states[lane])
        if changed:
            raise Mismatch(f"after decoding, {changed}", decision=int(states["decisions"][lane]))
    if back.options != subject.options:
        raise Mismatch("the options changed on their way through the envelope")
    if encode_states(back) != data:
        raise Mismatch("written again, the envelope has other bytes")


@named_check
def copy_independence(subject: Subject) -> None:
    """A verb changes no state but its own: neighbours in the array, copies and the options stay as they are."""
    for position in subject.sample(60):
        batch = subject.batch(np.concatenate([position.state] * 3))
        subject.step(batch, position.action, lane=1)
        _expect_neighbours(subject, batch, position, "apply_action")
        batch.states[1] = position.state[0]
        playout.resample_lanes(batch.record, batch.states[1:2], np.array([position.seat]), subject.key("copy")[None])
        _expect_neighbours(subject, batch, position, "resample")
        batch.states[1:2] = np.zeros(1, subject.game.state)
        playout.start_games(batch.record, batch.states[1:2], subject.setup_keys(1), subject.play_keys(1), NO_TRACE)
        _expect_neighbours(subject, batch, position, "new_initial_state")


def _expect_neighbours(subject: Subject, batch: Batch, position: Position, verb: str) -> None:
    if subject.record_bytes(batch) != subject.options.to_record().tobytes():
        raise Mismatch(f"{verb} changed the options", position.lane, position.decision)
    for neighbour in (0, 2):
        changed = difference(position.state[0], batch.states[neighbour])
        if changed:
            raise Mismatch(f"{verb} of one game reached into another: {changed}", position.lane, position.decision)


@named_check
def verbs_that_read(subject: Subject) -> None:
    """Legal actions, observation, priorities, value, returns and summaries leave the state as it is."""
    for position in subject.sample(60):
        batch = subject.batch(position.state)
        subject.legal(batch)
        batch.priorities(0, position.legal)
        batch.values()
        for seat in range(subject.seats):
            batch.observe(seat)
        _expect_untouched(position, batch)
    for walk in subject.walks:
        batch = subject.batch(walk[-1].state)
        if walk[-1].terminal:
            batch.settle()
        if subject.game.round_summary is not None:
            round_summaries(batch, [np.zeros(0, np.int32)], batch.states["round_number"], subject.game.decision_cap)
        _expect_untouched(walk[-1], batch)


def _expect_untouched(position: Position, batch: Batch) -> None:
    changed = difference(position.state[0], batch.states[0])
    if changed:
        raise Mismatch(f"a verb that only reads changed the state: {changed}", position.lane, position.decision)


@named_check
def trace(subject: Subject) -> None:
    """Listening to a game changes nothing of it; each event has room, words and seats that may see it."""
    for walk in subject.walks[:6]:
        lane = walk[0].lane
        keys = subject.setup_keys(subject.games)[lane : lane + 1], subject.play_keys(subject.games)[lane : lane + 1]
        heard = new_trace()
        batch = Batch.new(subject.game, subject.options, *keys, heard)
        _expect_events(subject, walk[0], heard)
        for position in walk:
            _expect_traced(position, batch)
            if position.action >= 0:
                heard = new_trace()
                batch.apply(position.action, trace=heard)
                _expect_events(subject, position, heard)


def _expect_traced(position: Position, batch: Batch) -> None:
    changed = difference(position.state[0], batch.states[0])
    if changed:
        raise Mismatch(f"with and without a trace, {changed}", position.lane, position.decision)


def _expect_events(subject: Subject, position: Position, heard: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> None:
    for event in read_trace(heard):
        words, fields = subject.game.describe_event(event)
        if not words.strip() or not fields or not all(isinstance(name, str) for name in fields):
            raise Mismatch(f"{event} has no words or no named fields", position.lane, position.decision)
        if not (event.visible_to == -1 or 0 <= event.visible_to < 1 << subject.seats):
            raise Mismatch(f"{event} is visible to seats that are not in the game", position.lane, position.decision)
