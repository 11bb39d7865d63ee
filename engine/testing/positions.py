"""Checks of positions: components, equal bytes for equal positions, symmetry, and what a finished game leaves."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from engine.batch import Batch
from engine.debug import RecordView
from engine.game import CREDITS_PER_GAME, HEADER, Outcome
from engine.testing.subject import Mismatch, Position, Subject, difference, named_check
from engine.types import RecordArray


@named_check
def conservation(subject: Subject) -> None:
    """The game's `audit` holds after every decision: no component appears, vanishes or leaves its range."""
    for position in subject.positions:
        try:
            subject.game.audit(subject.words, RecordView(position.state[0]))
        except ValueError as error:
            raise Mismatch(f"audit: {error}", position.lane, position.decision) from error


@named_check
def equal_bytes(subject: Subject) -> None:
    """Positions that are equal to every seat have equal bytes, whatever order of decisions led there.

    Two orders of the same decisions often lead to equal positions: the check plays both and, where every seat's view and the
    header agree, deals what is hidden with one key in both. Then no byte may differ: no padding, no slot left dirty.
    """
    dtype = subject.game.state
    if dtype.itemsize != sum(dtype[name].itemsize for name in dtype.names or ()):
        raise Mismatch("the state's dtype has padding, whose bytes mean nothing")
    for position in subject.sample(80):
        for one, other in _orders(position):
            pair = _played_both_ways(subject, position, one, other)
            if pair is not None:
                _expect_equal(subject, position, pair)


def _orders(position: Position) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Pairs of orders of the same actions: two of one seat's in a row, or two of one seat's around another's."""
    chosen = np.unique(position.legal[np.linspace(0, len(position.legal) - 1, 4).astype(int)]).tolist()
    for a, b in itertools.combinations(chosen, 2):
        yield (a, b), (b, a)
        for x in chosen[:2]:
            yield (a, x, b), (b, x, a)


def _played_both_ways(
    subject: Subject, position: Position, one: tuple[int, ...], other: tuple[int, ...]
) -> tuple[Batch, Batch] | None:
    batches = subject.batch(position.state), subject.batch(position.state)
    for batch, actions in zip(batches, (one, other), strict=True):
        for action in actions:
            if action not in batch.legal_actions():
                return None
            subject.step(batch, action)
        if batch.states["terminal"][0]:
            return None
    return batches if public_view(subject, batches[0].states) == public_view(subject, batches[1].states) else None


def public_view(subject: Subject, states: RecordArray) -> list[bytes]:
    """Of one state: the header without the streams, and what each seat sees."""
    shared = [states[name].tobytes() for name, *_ in HEADER if not name.endswith("_rng")]
    batch = Batch(subject.game, subject.options, states)
    return shared + [batch.observe(seat).tobytes() for seat in range(subject.seats)]


def _expect_equal(subject: Subject, position: Position, pair: tuple[Batch, Batch]) -> None:
    for seat in range(subject.seats):
        dealt = [batch.copy() for batch in pair]
        for batch in dealt:
            batch.resample(seat, subject.key("equal")[None])
        changed = difference(dealt[0].states[0], dealt[1].states[0])
        if changed:
            text = f"two orders of decisions lead to positions that nobody can tell apart, but {changed}"
            raise Mismatch(text, position.lane, position.decision)


@named_check
def symmetry(subject: Subject) -> None:
    """In the mirror image of a position the mirror images of the actions are legal and lead to mirror images."""
    mirror = subject.game.mirror
    if mirror is None:
        return
    for position in subject.sample(120):
        image = _mirrored(subject, position.state)
        _, legal = subject.legal(image)
        expected = sorted(mirror.action(int(action)) for action in position.legal)
        if legal.tolist() != expected:
            text = f"the mirror image has legal actions {legal.tolist()} instead of {expected}"
            raise Mismatch(text, position.lane, position.decision)
        straight = subject.batch(position.state)
        subject.step(straight, position.action)
        subject.step(image, mirror.action(position.action))
        changed = difference(_mirrored(subject, straight.states).states[0], image.states[0])
        if changed:
            raise Mismatch(f"the mirrored action leads elsewhere: {changed}", position.lane, position.decision)


def _mirrored(subject: Subject, states: RecordArray) -> Batch:
    batch = subject.batch(states)
    if subject.game.mirror is not None:
        subject.game.mirror.state(batch.view())
    return batch


@named_check
def results(subject: Subject) -> None:
    """Returns share out one game or nothing, agree with `winners`, and come with a named outcome and a sane summary."""
    for walk in subject.walks:
        last = walk[-1]
        if not last.terminal:
            raise Mismatch("the game has no end, so no results", last.lane, last.decision)
        _expect_results(subject, subject.batch(last.state), last)
    capped = subject.fresh(1)
    while not capped.states["terminal"][0]:
        capped.apply(int(capped.legal_actions()[0]), decision_cap=2)
    if capped.states["decisions"][0] == 2 and capped.states["outcome"][0] == Outcome.DECISION_CAP:
        twelfths, _ = capped.settle()
        if (twelfths != CREDITS_PER_GAME // capped.sides).any():
            raise Mismatch(f"at the cap the seats get {twelfths[0].tolist()} twelfths", 0, 2)


def _expect_results(subject: Subject, batch: Batch, last: Position) -> None:
    where = (last.lane, last.decision)
    twelfths, summaries = batch.settle()
    teams = np.array(batch.teams)
    sides = [twelfths[0][teams == side] for side in range(batch.sides)]
    if any((side != side[0]).any() for side in sides):
        raise Mismatch(f"members of a team get {twelfths[0].tolist()} twelfths", *where)
    total = sum(int(side[0]) for side in sides)
    if total not in (0, CREDITS_PER_GAME) or (twelfths < 0).any():
        raise Mismatch(f"the sides' returns add up to {total} twelfths", *where)
    winners = int(last.state["winners"][0])
    if winners and [bool(credit) for credit in twelfths[0]] != [bool(winners >> seat & 1) for seat in range(subject.seats)]:
        raise Mismatch(f"winners is {winners:#b}, the returns are {twelfths[0].tolist()} twelfths", *where)
    outcome = int(last.state["outcome"][0])
    if outcome != Outcome.DECISION_CAP and not subject.game.outcomes.get(outcome, "").strip():
        raise Mismatch(f"outcome {last.state['outcome'][0]} has no name of the game's", *where)
    _expect_summaries(subject, summaries[0], winners, where)


def _expect_summaries(subject: Subject, summaries: RecordArray, winners: int, where: tuple[int, int]) -> None:
    for seat, summary in enumerate(summaries):
        if not 0 <= summary["placement"] <= subject.seats:
            raise Mismatch(f"seat {seat} is placed {summary['placement']} of {subject.seats}", *where)
        if winners >> seat & 1 and summary["placement"] > 1:
            raise Mismatch(f"seat {seat} won and is placed {summary['placement']}", *where)
        if not 0 <= summary["first_player"] < subject.seats:
            raise Mismatch(f"first_player is {summary['first_player']} of {subject.seats} seats", *where)
        for name in summary.dtype.names or ():
            shape = summary.dtype[name].shape
            if shape not in ((), (len(subject.game.components),)):
                raise Mismatch(f"summary field {name} has shape {shape}, {len(subject.game.components)} components", *where)
    if len(set(summaries["first_player"].tolist())) != 1:
        raise Mismatch(f"the seats' summaries disagree on first_player: {summaries['first_player'].tolist()}", *where)
