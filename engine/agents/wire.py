"""What passes between a player and the process of its agent: bounded messages, in one of two framings.

`LINES` is for programs of any language (`engine.agents.external`): a line of JSON each. `FRAMES` is for agents in Python:
msgpack with the length in front, as follows.

Request `hello`, before anything of the agent is loaded. Reply: status `here`.

Request `setup`: path, memory (bytes or None), context (as `AgentContext`, plain), parts (bytes: msgpack list of the named parts
of every action). Reply: status `ready`.

Request `act`: over, new, games (lists of ids); seats (i1), decisions (i4), keys (u8, two a row), observations (records), counts
(i4), legal (i4, rows one after the other): each as bytes, little-endian. Reply: status `answers`, actions (i8 as bytes; -1 for
what can't be an action); or status `shape`, text: the answer has another shape than the question.

The last two may be answered by status `error`, text: the agent raised.
"""

from __future__ import annotations

import dataclasses
import json
import struct
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from engine.codec import CodecError, pack, unpack

_LENGTH = struct.Struct("<I")

MAX_REQUEST = 1 << 28
"""Bound on a request in bytes."""

MAX_REPLY = 1 << 22
"""Bound on a reply in bytes."""

MAX_LINE = 1 << 16
"""Bound on a program's line in bytes."""

MAX_TEXT = 4000
"""Bound on the text of an error in characters; the end of a traceback says most."""


class WireError(ValueError):
    """Bytes that are no message, or a message that is too large."""


def to_frame(message: Mapping[str, Any], bound: int) -> bytes:
    """A message as bytes with their length in front.

    Raises:
        WireError: it is larger than `bound`.
    """
    body = pack(message)
    if len(body) > bound:
        raise WireError(f"a message of {len(body)} bytes, at most {bound} may pass")
    return _LENGTH.pack(len(body)) + body


def frame_size(head: bytes | bytearray, bound: int) -> int | None:
    """Length of the frame that starts so, head included; None while too few bytes are here to say.

    Raises:
        WireError: it is larger than `bound`.
    """
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack_from(head)
    if length > bound:
        raise WireError(f"a message of {length} bytes is announced, at most {bound} may pass")
    return _LENGTH.size + int(length)


def from_frame(frame: bytes | bytearray) -> dict[str, Any]:
    """The message in a whole frame.

    Raises:
        WireError: it holds no msgpack map.
    """
    try:
        message = unpack(bytes(frame[_LENGTH.size :]))
    except CodecError as error:
        raise WireError(str(error)) from error
    if not isinstance(message, dict):
        raise WireError(f"a message must be a map, not {type(message).__name__}")
    return message


def read_message(pipe: BinaryIO, bound: int) -> dict[str, Any] | None:
    """Wait for the next message; None at the end of the pipe."""
    head = pipe.read(_LENGTH.size)
    size = frame_size(head, bound)
    if size is None:
        return None
    return from_frame(head + pipe.read(size - _LENGTH.size))


def to_line(message: Mapping[str, Any], bound: int) -> bytes:
    """A message as a line of JSON.

    Raises:
        WireError: it is larger than `bound`.
    """
    line = json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    if len(line) > bound:
        raise WireError(f"a message of {len(line)} bytes, at most {bound} may pass")
    return line


def line_size(head: bytes | bytearray, bound: int) -> int | None:
    """Length of the line that starts so, its end included; None while the end isn't here.

    Raises:
        WireError: it is longer than `bound`.
    """
    end = head.find(b"\n", 0, bound)
    if end >= 0:
        return end + 1
    if len(head) >= bound:
        raise WireError(f"a line without an end within {bound} bytes")
    return None


def from_line(line: bytes | bytearray) -> dict[str, Any]:
    """The message in a line.

    Raises:
        WireError: it holds no JSON object.
    """
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise WireError(f"a line that is no JSON: {error}") from error
    if not isinstance(message, dict):
        raise WireError(f"a message must be an object, not {type(message).__name__}")
    return message


@dataclasses.dataclass(frozen=True)
class Framing:
    """How messages become bytes and bytes messages: `write(message, bound)`, `size(head, bound)`, `read(frame)`."""

    write: Callable[[Mapping[str, Any], int], bytes]
    size: Callable[[bytes | bytearray, int], int | None]
    read: Callable[[bytes | bytearray], dict[str, Any]]
    max_reply: int


FRAMES = Framing(to_frame, frame_size, from_frame, MAX_REPLY)
LINES = Framing(to_line, line_size, from_line, MAX_LINE)


def plain(value: Any) -> Any:
    """Data classes as maps and tuples as lists, all the way down."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value
