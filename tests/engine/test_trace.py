"""The trace: what it holds, who may see it, and that lost events are no secret."""

from __future__ import annotations

import numpy as np
import pytest

from engine.trace import EVERYBODY, NO_TRACE, Event, new_trace, note, note1, note2, note3, read_trace


def test_events_come_back_in_order_with_their_values() -> None:
    trace = new_trace(8)
    note1(trace, 1, EVERYBODY, 7)
    note2(trace, 2, 0b01, -3, 4)
    note3(trace, 3, 0b10, 1, 2, 3)
    note(trace, 4, 0, 5, 1, 2, 3, 4, 5)
    note(trace, 5, 0, 0, 9, 9, 9, 9, 9)
    assert read_trace(trace) == [
        Event(1, EVERYBODY, (7,)),
        Event(2, 0b01, (-3, 4)),
        Event(3, 0b10, (1, 2, 3)),
        Event(4, 0, (1, 2, 3, 4, 5)),
        Event(5, 0, ()),
    ]


def test_who_may_see_an_event() -> None:
    assert [Event(1, EVERYBODY, ()).seen_by(seat) for seat in range(4)] == [True] * 4
    assert [Event(1, 0b0101, ()).seen_by(seat) for seat in range(4)] == [True, False, True, False]
    assert not any(Event(1, 0, ()).seen_by(seat) for seat in range(4))


def test_a_trace_that_was_too_small_says_so() -> None:
    trace = new_trace(2)
    for value in range(5):
        note1(trace, 1, EVERYBODY, value)
    with pytest.raises(ValueError, match="3 events found no room in 2 rows"):
        read_trace(trace)


def test_a_trace_that_is_exactly_full_lost_nothing() -> None:
    trace = new_trace(2)
    note1(trace, 1, EVERYBODY, 0)
    note1(trace, 1, EVERYBODY, 1)
    assert [event.values for event in read_trace(trace)] == [(0,), (1,)]


def test_nobody_listens_in_bulk_play() -> None:
    note1(NO_TRACE, 1, EVERYBODY, 7)
    assert read_trace(NO_TRACE) == []
    assert read_trace(new_trace(0)) == []


def test_a_new_trace_is_empty() -> None:
    assert read_trace(new_trace()) == []
    assert new_trace(3).dtype == np.int32
