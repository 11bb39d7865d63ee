"""Checks of hidden information: what a seat can't see reaches neither it nor its agents, and `resample` deals it afresh.

The checks perturb with the game's own `resample`: every state that it deals for a seat looks the same to that seat. That
`resample` is a function of the view alone is shown on states with equal views from three sources: states that it dealt itself,
new games, and positions of different games.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from engine.batch import Batch
from engine.game import HEADER
from engine.testing.subject import Mismatch, Position, Subject, difference, named_check
from engine.types import RecordArray

_NEW_GAMES = 96


def _dealt(subject: Subject, states: RecordArray, seat: int, word: str) -> Batch:
    batch = subject.batch(states)
    keys = np.repeat(subject.key("deal", word)[None], len(states), axis=0)
    batch.resample(seat, keys)
    return batch


@named_check
def hidden_information(subject: Subject) -> None:
    """What a seat can't see changes neither its observation, its legal actions and their priorities, nor its picture."""
    for position in subject.sample(60):
        for seat in range(subject.seats):
            for word in ("a", "b"):
                dealt = _dealt(subject, position.state, seat, word)
                _expect_same_view(subject, position, dealt, seat)
                if seat == position.seat:
                    _expect_same_choice(subject, position, dealt)


def _expect_same_view(subject: Subject, position: Position, dealt: Batch, seat: int) -> None:
    where = (position.lane, position.decision)
    true = subject.batch(position.state)
    changed = difference(true.observe(seat)[0], dealt.observe(seat)[0])
    if changed:
        raise Mismatch(f"seat {seat}'s observation shows what it can't see: {changed}", *where)
    for render in (subject.game.render_text, subject.game.render_svg):
        if render(subject.words, true.view(), seat) != render(subject.words, dealt.view(), seat):
            raise Mismatch(f"{render.__name__} for seat {seat} shows what the seat can't see", *where)


def _expect_same_choice(subject: Subject, position: Position, dealt: Batch) -> None:
    where = (position.lane, position.decision)
    _, legal = subject.legal(dealt)
    if legal.tolist() != position.legal.tolist():
        text = f"the legal actions {position.legal.tolist()} become {legal.tolist()} when what the seat can't see changes"
        raise Mismatch(text, *where)
    wanted, now = (batch.priorities(0, position.legal) for batch in (subject.batch(position.state), dealt))
    if (wanted != now).any():
        k = int(np.argmax(wanted != now))
        text = (
            f"the priority of action {position.legal[k]} goes from {wanted[k]} to {now[k]} when what the seat can't see changes"
        )
        raise Mismatch(text, *where)


@named_check
def resample_keeps_the_view(subject: Subject) -> None:
    """`resample` changes neither the header nor what the seat sees, keeps components, and overwrites both streams."""
    kept = [name for name, *_ in HEADER if not name.endswith("_rng")]
    for position in subject.sample(60):
        where = (position.lane, position.decision)
        for seat in range(subject.seats):
            dealt = _dealt(subject, position.state, seat, "a")
            other = _dealt(subject, position.state, seat, "b")
            for name in kept:
                if dealt.states[name][0] != position.state[name][0]:
                    raise Mismatch(f"resample for seat {seat} changed {name}", *where)
            for name in ("setup_rng", "play_rng"):
                if (dealt.states[name] == position.state[name]).all() or (dealt.states[name] == other.states[name]).all():
                    raise Mismatch(f"resample for seat {seat} left {name} as it was", *where)
            changed = difference(subject.batch(position.state).observe(seat)[0], dealt.observe(seat)[0])
            if changed:
                raise Mismatch(f"resample for seat {seat} changed what it sees: {changed}", *where)
            try:
                subject.game.audit(subject.words, dealt.view())
            except ValueError as error:
                raise Mismatch(f"after resample for seat {seat}: {error}", *where) from error


@named_check
def resample_depends_on_the_view_alone(subject: Subject) -> None:
    """States with equal views become equal, byte for byte, when `resample` deals with one key."""
    for position in subject.sample(60):
        for seat in range(subject.seats):
            sources = [position.state, *(_dealt(subject, position.state, seat, word).states for word in ("a", "b", "c"))]
            _expect_one_deal(subject, np.concatenate(sources), seat, (position.lane, position.decision))
    new = subject.fresh(_NEW_GAMES).states
    played = np.concatenate([position.state for position in subject.sample(400)])
    for seat in range(subject.seats):
        for states in (*_with_equal_views(subject, new, seat), *_with_equal_views(subject, played, seat)):
            _expect_one_deal(subject, states, seat, (None, int(states["decisions"][0])))


def _with_equal_views(subject: Subject, states: RecordArray, seat: int) -> list[RecordArray]:
    seen = Batch(subject.game, subject.options, states).observe(seat)
    groups: dict[bytes, list[int]] = defaultdict(list)
    shared = [name for name, *_ in HEADER if not name.endswith("_rng")]
    for index in range(len(states)):
        if not states["terminal"][index]:
            groups[b"".join([*(states[name][index].tobytes() for name in shared), seen[index].tobytes()])].append(index)
    return [states[indices] for indices in groups.values() if len(indices) > 1]


def _expect_one_deal(subject: Subject, states: RecordArray, seat: int, where: tuple[int | None, int]) -> None:
    dealt = _dealt(subject, states, seat, "one").states
    for other in dealt[1:]:
        changed = difference(dealt[0], other)
        if changed:
            raise Mismatch(f"resample for seat {seat} used what the seat can't see: with one view and key, {changed}", *where)
