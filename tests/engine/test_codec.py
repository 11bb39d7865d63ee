"""States as bytes and back; what isn't ours, whole or sane is refused with an error of its own, in bounded memory."""

from __future__ import annotations

import contextlib
import resource
import tracemalloc
from typing import Any

import msgpack
import numpy as np
import pytest
import toy_duel
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import codec
from engine.batch import Batch
from engine.codec import (
    CodecError,
    CorruptError,
    ForeignError,
    FormatVersionError,
    InvalidStateError,
    OversizedError,
    PackError,
    RulesVersionError,
    TooDeepError,
    TruncatedError,
    WrongGameError,
    decode_states,
    encode_states,
    layout_hash,
    pack,
    unpack,
)
from engine.game import get_game
from engine.games.connect_four.options import ConnectFourOptions

MESSAGES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def envelope(**changes: Any) -> dict[str, Any]:
    batch = Batch.from_seed("connect-four", n=3, seed=5)
    message: dict[str, Any] = msgpack.unpackb(encode_states(batch))
    return message | changes


@given(MESSAGES)
def test_messages_come_back_equal(message: Any) -> None:
    assert unpack(pack(message)) == message


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_codec_error(data: bytes) -> None:
    with contextlib.suppress(CodecError):
        unpack(data)


@settings(max_examples=60)
@given(st.data())
def test_any_damage_to_an_envelope_is_harmless(data: st.DataObject) -> None:
    raw = bytearray(pack(envelope()))
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        batch = decode_states(bytes(raw))
    except CodecError:
        return
    for lane in range(len(batch)):
        batch.legal_actions(lane)


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, np.int64(3), {1, 2}, (1, 2), object(), "\ud800"])
def test_what_msgpack_cannot_hold_is_refused(value: Any) -> None:
    with pytest.raises(PackError):
        pack({"value": value})


def test_a_cycle_is_refused() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    with pytest.raises(PackError):
        pack(cycle)


@pytest.mark.parametrize("length", range(0, 200, 13))
def test_truncated_bytes(length: int) -> None:
    with pytest.raises(TruncatedError):
        unpack(pack(envelope())[:length])


@pytest.mark.parametrize("depth", [codec.MAX_DEPTH + 2, 600, 5000, 1_000_000])
def test_deep_messages(depth: int) -> None:
    with pytest.raises(TooDeepError):
        unpack(b"\x91" * depth + b"\x01")


def test_the_depth_that_is_allowed() -> None:
    unpack(b"\x91" * codec.MAX_DEPTH + b"\x01")


@pytest.mark.parametrize(
    "bomb",
    [
        b"\xdd\xff\xff\xff\xff",  # an array of 2**32 - 1
        b"\xdf\xff\xff\xff\xff",  # a map
        b"\xc6\xff\xff\xff\xff",  # bytes
        b"\xdb\xff\xff\xff\xff",  # text
        b"\xdd\x00\x0f\xff\xff" * 500,  # arrays of a million in each other
    ],
)
def test_a_length_that_the_data_cannot_back_up_costs_no_memory(bomb: bytes) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tracemalloc.start()
    with pytest.raises((TruncatedError, OversizedError)):
        unpack(bomb)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_an_array_larger_than_the_bound() -> None:
    with pytest.raises(OversizedError):
        unpack(b"\xdd" + (codec.MAX_ITEMS + 1).to_bytes(4, "big") + b"\x00" * (codec.MAX_ITEMS + 1))


def test_more_bytes_than_the_caller_takes() -> None:
    with pytest.raises(OversizedError):
        unpack(pack("x" * 100), max_bytes=50)


@pytest.mark.parametrize(
    "data",
    [
        b"\xc1",  # no msgpack type
        b"\xd6\xff\x00\x00\x00\x00",  # a timestamp
        b"\xc7\x00\x05",  # an empty extension
        b"\xc7\x03\x05abc",  # an extension
        b"\x81\x01\x02",  # a key that is no string
        b"\x81\x90\x02",  # a key that is a list
        b"\xa1\xff",  # text that is no UTF-8
        pack(1) + pack(2),  # two messages
    ],
)
def test_what_is_not_read_here(data: bytes) -> None:
    with pytest.raises((CorruptError, OversizedError)):
        unpack(data)


@pytest.mark.parametrize("message", [None, 3, [], {}, {"format": "warhost-run"}, [envelope()]])
def test_foreign_messages(message: Any) -> None:
    with pytest.raises(ForeignError):
        decode_states(pack(message))


@pytest.mark.parametrize(
    ("error", "changes"),
    [
        (FormatVersionError, {"format_version": 2}),
        (FormatVersionError, {"format_version": "1"}),
        (WrongGameError, {"game": "conect-four"}),
        (RulesVersionError, {"game_version": "0"}),
        (RulesVersionError, {"layout": "0" * 16}),
        (CorruptError, {"options": {"opening_moves": 99}}),
        (CorruptError, {"options": {"openings": 1}}),
        (CorruptError, {"options": []}),
        (CorruptError, {"count": 2}),
        (CorruptError, {"count": -1}),
        (CorruptError, {"count": True}),
        (CorruptError, {"states": "text"}),
        (CorruptError, {"states": b""}),
        (CorruptError, {"further": 1}),
        (OversizedError, {"count": 2**40}),
    ],
)
def test_envelopes_that_are_refused(error: type[CodecError], changes: dict[str, Any]) -> None:
    with pytest.raises(error):
        decode_states(pack(envelope(**changes)))


def test_another_game_than_expected() -> None:
    with pytest.raises(WrongGameError, match="not of 'war-chest'"):
        decode_states(pack(envelope()), expected_game="war-chest")


def test_more_states_than_the_caller_takes() -> None:
    with pytest.raises(OversizedError):
        decode_states(pack(envelope()), max_states=2)


def test_another_source_hash_of_the_same_version_is_read() -> None:
    assert len(decode_states(pack(envelope(sources="connect_four_000000000000")))) == 3


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("current_player", 2),
        ("current_player", -1),
        ("terminal", 2),
        ("terminal", 1),
        ("winners", 1),
        ("winners", 4),
        ("decisions", -1),
        ("decisions", 2**31 - 1),
        ("round_number", -1),
        ("outcome", 6),
        ("outcome", 99),
        ("outcome", 16),
        ("setup_rng", 0),
        ("play_rng", 0),
        ("stones", 1 << 6),
        ("opening_moves", 3),
    ],
)
def test_states_that_the_rules_cannot_have_made(field: str, value: int) -> None:
    batch = Batch.from_seed("connect-four", n=3, seed=5)
    batch.states[field][1] = value
    with pytest.raises(InvalidStateError, match="state 1"):
        decode_states(encode_states(batch))


def test_an_audit_that_stumbles_refuses_the_state() -> None:
    batch = Batch.from_seed(toy_duel.GAME, n=1)
    batch.states["decisions"] = 2**30
    with pytest.raises(InvalidStateError):
        decode_states(encode_states(batch))


def test_a_saved_game_is_played_on_to_the_same_end() -> None:
    batch = Batch.from_seed("connect-four", ConnectFourOptions(opening_moves=4), n=8, seed=3)
    for lane in range(8):
        for _ in range(lane):
            batch.apply(int(batch.legal_actions(lane)[0]), lane)
    saved = decode_states(encode_states(batch), "connect-four")
    assert saved.options == ConnectFourOptions(opening_moves=4)
    for lane in range(8):
        while not batch.states["terminal"][lane]:
            action = int(batch.legal_actions(lane)[-1])
            batch.apply(action, lane)
            saved.apply(action, lane)
    assert (saved.hashes() == batch.hashes()).all()


def test_equal_batches_give_equal_bytes_and_no_states_are_fine() -> None:
    assert encode_states(Batch.from_seed("connect-four", n=4)) == encode_states(Batch.from_seed("connect-four", n=4))
    assert len(decode_states(encode_states(Batch.from_seed("connect-four", n=0)))) == 0


def test_states_are_little_endian_records_of_the_header_first() -> None:
    batch = Batch.from_seed("connect-four", n=1)
    batch.states["setup_rng"][0] = [0x0102030405060708, 1]
    assert msgpack.unpackb(encode_states(batch))["states"][:8] == bytes(range(8, 0, -1))


def test_the_layout_hash_sees_names_codes_and_shapes_but_not_the_tag() -> None:
    game = get_game("connect-four")
    layout = layout_hash(game.state)
    fields = [(name, game.state[name].base, game.state[name].shape) for name in game.state.names or ()]
    assert layout_hash(np.dtype([("other_tag", "u1", (0,)), *fields[1:]])) == layout
    assert layout_hash(np.dtype([*fields[:-1], ("stones", "i8", (3,))])) != layout
    assert layout_hash(np.dtype([*fields[:-1], ("pebbles", "i8", (2,))])) != layout
    assert layout_hash(np.dtype([*fields[:-1], ("stones", "i4", (2,))])) != layout


def test_a_batch_too_large_for_one_envelope_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MAX_STATES", 3)
    with pytest.raises(OversizedError):
        encode_states(Batch.from_seed("connect-four", n=4))


def test_an_envelope_with_keys_of_two_kinds_is_refused() -> None:
    with pytest.raises(CorruptError, match="missing or unknown keys"):
        decode_states(msgpack.packb(envelope() | {"more": 1, b"more": 1}))
