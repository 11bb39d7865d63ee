"""States as msgpack bytes, many at once, and bounded msgpack for messages.

An envelope is one msgpack map, with its keys in this order:

    format          "warhost-states"
    format_version  1
    game            the game's name, `war-chest`
    game_version    the version of its rules; saved positions of other versions are refused
    sources         hash of the sources that wrote it; for people, not compared
    layout          hash of the state's fields: names, codes and shapes, without the tag
    options         option path -> value, so that the position can be played on
    count           number of states
    states          count * state size bytes: the raw records, little-endian

Bytes that are read are not trusted. Nothing is built before the whole message was seen to be complete, sizes and depth are
bounded, there are no extension types, and no name in the data chooses a class. Compiled rules don't check their indices, so
decoded states reach nobody before the header was checked and the game's `audit` has accepted each of them: `audit` has to
refuse every state whose fields would lead a verb out of an array's bounds (`engine.testing` tries it with damaged states).
"""

from __future__ import annotations

import hashlib
from typing import Any, Final, cast

import msgpack
import numpy as np

from engine.batch import Batch
from engine.debug import RecordView
from engine.game import FIRST_GAME_OUTCOME, Game, Outcome, UnknownGameError, get_game
from engine.options import GameOptions, OptionError, option_values, resolve_options
from engine.types import RecordArray

FORMAT: Final = "warhost-states"
FORMAT_VERSION: Final = 1

MAX_BYTES: Final = 1 << 28
"""Default bound on the size of a message."""

MAX_DEPTH: Final = 32
"""Bound on how deep maps and arrays of a message are nested."""

MAX_ITEMS: Final = 1 << 20
"""Bound on the entries of one array or map of a message."""

MAX_STATES: Final = 1 << 20
"""Default bound on the states of an envelope."""

_MAX_DECISIONS = 1 << 30
_KEYS = ("format", "format_version", "game", "game_version", "sources", "layout", "options", "count", "states")


class CodecError(ValueError):
    """Bytes that can't be read, or a value that can't be written; the subclasses say why."""


class TruncatedError(CodecError):
    """The bytes end before the message does."""


class OversizedError(CodecError):
    """The message, or a string, array or map in it, is larger than its bound."""


class TooDeepError(CodecError):
    """Maps and arrays are nested deeper than `MAX_DEPTH`."""


class CorruptError(CodecError):
    """The bytes are no msgpack, or an envelope's parts don't fit together."""


class ForeignError(CodecError):
    """Well-formed msgpack, but no envelope of states."""


class FormatVersionError(CodecError):
    """An envelope of a format version that this code doesn't read."""


class WrongGameError(CodecError):
    """States of another game than expected, or of a game that isn't installed."""


class RulesVersionError(CodecError):
    """States of the right game, written under another version of its rules or another layout of its state."""


class InvalidStateError(CodecError):
    """A state that the game's rules can't have made: the message names its index."""


class PackError(CodecError):
    """A value that msgpack can't hold: an integer of more than 64 bits, a NumPy scalar, an object, a cycle."""


def pack(message: Any) -> bytes:
    """A message of maps (string keys), lists, strings, bytes, ints, floats, booleans and None as msgpack bytes.

    Raises:
        PackError: the message holds anything else.
    """
    try:
        return cast("bytes", msgpack.packb(message, use_bin_type=True, strict_types=True))
    except (TypeError, ValueError, OverflowError) as error:
        raise PackError(f"can't be written as msgpack: {error}") from error


def unpack(data: bytes, max_bytes: int = MAX_BYTES) -> Any:
    """The message in `data`, which must hold one message and nothing else. Memory is bounded by a multiple of `len(data)`.

    Raises:
        TruncatedError, OversizedError, TooDeepError, CorruptError
    """
    if len(data) > max_bytes:
        raise OversizedError(f"{len(data)} bytes, at most {max_bytes} are read")
    try:
        end = _skip(data)  # a length that the data can't back up must not become an allocation
        message = _unpacker(data).unpack()
    except msgpack.exceptions.OutOfData:
        raise TruncatedError(f"the message ends after {len(data)} bytes, before it is complete") from None
    except msgpack.exceptions.StackError:
        raise TooDeepError(f"nested deeper than {MAX_DEPTH}") from None
    except (ValueError, TypeError, msgpack.exceptions.UnpackException) as error:
        if "exceeds max" in str(error):
            raise OversizedError(str(error)) from None
        raise CorruptError(f"no msgpack that is read here: {error or type(error).__name__}") from None
    if end != len(data):
        raise CorruptError(f"{len(data) - end} bytes follow the message")
    if _depth_exceeds(message, MAX_DEPTH):
        raise TooDeepError(f"nested deeper than {MAX_DEPTH}")
    return message


def _refuse_extension(code: int, data: bytes) -> Any:
    raise ValueError(f"extension type {code}")


def _unpacker(data: bytes) -> msgpack.Unpacker:
    size = max(len(data), 1)
    unpacker = msgpack.Unpacker(
        raw=False,
        strict_map_key=True,
        ext_hook=_refuse_extension,
        max_buffer_size=size,
        max_str_len=size,
        max_bin_len=size,
        max_array_len=MAX_ITEMS,
        max_map_len=MAX_ITEMS,
        max_ext_len=0,
    )
    unpacker.feed(data)
    return unpacker


def _skip(data: bytes) -> int:
    """Read over the message without building anything; returns where it ends."""
    unpacker = _unpacker(data)
    unpacker.skip()
    return int(unpacker.tell())


def _depth_exceeds(message: Any, limit: int) -> bool:
    level = [message]
    for _ in range(limit + 1):
        level = [
            part
            for node in level
            if isinstance(node, (list, dict))
            for part in (node.values() if isinstance(node, dict) else node)
            if isinstance(part, (list, dict))
        ]
        if not level:
            return False
    return True


def layout_hash(dtype: np.dtype[np.void]) -> str:
    """A hash of a state's fields in order, each with name, code and shape; without the tag, which changes with any source."""
    fields = cast("Any", dtype.fields)
    digest = hashlib.blake2b(digest_size=8)
    for name in (dtype.names or ())[1:]:
        kind = fields[name][0]
        digest.update(f"{name}:{kind.base.kind}{kind.base.itemsize}:{kind.shape};".encode())
    return digest.hexdigest()


def encode_states(batch: Batch) -> bytes:
    """The states of a batch, with their game and options, as one envelope: equal batches give equal bytes.

    Raises:
        OversizedError: more than `MAX_STATES` states, or more bytes than `MAX_BYTES`.
    """
    game, states = batch.game, batch.states
    if len(states) > MAX_STATES or states.nbytes > MAX_BYTES - (1 << 20):
        raise OversizedError(f"{len(states)} states of {states.itemsize} bytes do not fit in one envelope")
    return pack(
        {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": game.name,
            "game_version": game.version,
            "sources": game.tag,
            "layout": layout_hash(game.state),
            "options": option_values(batch.options),
            "count": len(states),
            "states": np.ascontiguousarray(states.astype(states.dtype.newbyteorder("<"), copy=False)).tobytes(),
        }
    )


def decode_states(
    data: bytes, expected_game: str | None = None, max_states: int = MAX_STATES, max_bytes: int = MAX_BYTES
) -> Batch:
    """The batch in an envelope, checked: every state has passed the header's checks and the game's `audit`.

    States of the same game, game version and layout are read; the sources that wrote them may have been others.

    Raises:
        TruncatedError, OversizedError, TooDeepError, CorruptError: as `unpack`; also more than `max_states` states.
        ForeignError: msgpack, but no envelope.
        FormatVersionError, WrongGameError, RulesVersionError: an envelope that this code, caller or game doesn't read.
        InvalidStateError: a state that the rules can't have made.
    """
    envelope = _envelope(unpack(data, max_bytes))
    game = _game_of(envelope, expected_game)
    options = _options_of(envelope, game)
    count, raw = envelope["count"], envelope["states"]
    if count > max_states:
        raise OversizedError(f"{count} states, at most {max_states} are read")
    if len(raw) != count * game.state.itemsize:
        raise CorruptError(f"{len(raw)} bytes for {count} states of {game.state.itemsize} bytes")
    states = np.frombuffer(raw, game.state.newbyteorder("<"), count).astype(game.state)
    check_states(game, options, states)
    return Batch(game, options, states)


def _envelope(message: Any) -> dict[str, Any]:
    if not isinstance(message, dict) or message.get("format") != FORMAT:
        raise ForeignError(f"no envelope of states: it has no format {FORMAT!r}")
    if message.get("format_version") != FORMAT_VERSION:
        raise FormatVersionError(f"format version {message.get('format_version')!r}, this code reads {FORMAT_VERSION}")
    if set(message) != set(_KEYS):
        raise CorruptError(f"missing or unknown keys: {sorted(map(repr, set(message) ^ set(_KEYS)))}")
    for key, kind in (
        ("game", str),
        ("game_version", str),
        ("layout", str),
        ("options", dict),
        ("count", int),
        ("states", bytes),
    ):
        if not isinstance(message[key], kind) or isinstance(message[key], bool):
            raise CorruptError(f"{key}: {type(message[key]).__name__} instead of {kind.__name__}")
    if message["count"] < 0:
        raise CorruptError(f"count: {message['count']}")
    return message


def _game_of(envelope: dict[str, Any], expected: str | None) -> Game:
    name = envelope["game"]
    if expected is not None and name != expected:
        raise WrongGameError(f"states of {name!r}, not of {expected!r}")
    try:
        game = get_game(name)
    except UnknownGameError as error:
        raise WrongGameError(str(error)) from None
    if envelope["game_version"] != game.version:
        raise RulesVersionError(f"{name}: states of version {envelope['game_version']!r}, the rules here are {game.version!r}")
    if envelope["layout"] != layout_hash(game.state):
        raise RulesVersionError(f"{name}: the states have other fields than the rules here, though the version is the same")
    return game


def _options_of(envelope: dict[str, Any], game: Game) -> GameOptions:
    try:
        return resolve_options(game.options, envelope["options"])
    except (OptionError, TypeError) as error:
        raise CorruptError(f"options of {game.name}: {error}") from None


def check_states(game: Game, options: GameOptions, states: RecordArray) -> None:
    """Check states from outside before compiled code sees them.

    Raises:
        InvalidStateError: a header or a position that the rules can't have made.
    """
    view = RecordView(options.to_record())
    seats = len(game.seats(options))
    for index, state in enumerate(states):
        try:
            check_header(game, seats, state)
            game.audit(view, RecordView(state))
        except Exception as error:  # an audit may stumble over anything in bytes from outside
            raise InvalidStateError(f"{game.name}: state {index}: {error or type(error).__name__}") from error


def check_header(game: Game, seats: int, state: np.void) -> None:
    """Check the fields that every state has, and that no stream is all zeros (`below` would never return).

    Raises:
        ValueError: says which of it doesn't hold.
    """
    for name in state.dtype.names or ():
        if name.endswith("_rng") and not state[name].any(axis=-1).all():
            raise ValueError(f"{name} is all zeros")
    if not 0 <= state["current_player"] < seats:
        raise ValueError(f"current_player is {state['current_player']} of {seats} seats")
    if state["terminal"] not in (0, 1):
        raise ValueError(f"terminal is {state['terminal']}")
    if not 0 <= state["winners"] < 1 << seats:
        raise ValueError(f"winners is {state['winners']:#x} with {seats} seats")
    if not 0 <= state["decisions"] <= _MAX_DECISIONS:
        raise ValueError(f"decisions is {state['decisions']}")
    if state["round_number"] < 0:
        raise ValueError(f"round_number is {state['round_number']}")
    outcome = int(state["outcome"])
    if outcome not in (game.outcomes if outcome >= FIRST_GAME_OUTCOME else list(Outcome)):
        raise ValueError(f"outcome {outcome} is unknown")
    if (outcome != Outcome.RUNNING) != bool(state["terminal"]):
        raise ValueError(f"outcome is {game.outcome_name(outcome)} and terminal is {state['terminal']}")
    if outcome == Outcome.RUNNING and state["winners"]:
        raise ValueError(f"winners is {state['winners']:#x} before the end")
