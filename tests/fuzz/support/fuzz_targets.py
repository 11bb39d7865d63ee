"""What is fuzzed: everything that reads bytes which somebody else may have written.

A target takes any bytes and returns what it made of them in a word; what it may raise it catches itself, so that whatever comes
out of it is a finding. `SEEDS` are whole messages for it to start from, `WORDS` what is worth putting in.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cluster.presets import preset_text
from cluster.spec import SpecError, load_sweep
from engine.agents.external import ExternalPlayer
from engine.agents.process import DiedError
from engine.agents.questions import Questions
from engine.agents.specs import read_agent
from engine.agents.wire import FRAMES, LINES, MAX_REPLY, WireError, from_frame, to_frame
from engine.batch import Batch
from engine.codec import CodecError, InvalidStateError, decode_states, encode_states, pack, unpack
from engine.game import Outcome, get_game

Target = Callable[[bytes], str]

GAMES = ("connect-four", "war-chest")


def fuzz_codec(data: bytes) -> str:
    """`engine.codec`: any bytes are a message or a `CodecError`; states that are accepted can be written, and read again."""
    try:
        batch = decode_states(data)
    except CodecError as error:
        return type(error).__name__
    again = decode_states(encode_states(batch))
    assert np.array_equal(again.states, batch.states)
    return "states"


def fuzz_message(data: bytes) -> str:
    """`engine.codec.unpack` alone: what is read can be written, and what was written comes back as the same bytes."""
    try:
        message = unpack(data)
    except CodecError as error:
        return type(error).__name__
    written = pack(message)
    assert pack(unpack(written)) == written
    return "message"


def fuzz_sweep(data: bytes) -> str:
    """`cluster.spec`: any file is a sweep or a `SpecError` that says something; a sweep comes back equal."""
    path = _folder() / "sweep.yaml"
    path.write_bytes(data)
    try:
        sweep = load_sweep(path)
    except SpecError as error:
        return "refused" if str(error).strip() else "refused without a word"
    assert load_sweep(sweep.to_plain(), base_directory=_folder()).to_plain() == sweep.to_plain()
    return "sweep"


def fuzz_protocol(data: bytes) -> str:
    """`engine.agents.external`: whatever a program prints, its seat gets a legal action or forfeits, and nobody else notices.

    The bytes are its output, request by request; a line end is a reply's end. The msgpack framing is read as well.
    """
    try:
        size = FRAMES.size(data, MAX_REPLY)
        if size is not None and size <= len(data):
            assert isinstance(from_frame(data[:size]), dict)
    except WireError:
        pass
    with _Scripted(data) as player:
        (answer,) = player.decide(_question())
    if answer.cause == Outcome.RUNNING:
        assert _question().is_legal(0, answer.action)
        return "action"
    assert answer.cause in (Outcome.FORFEIT_ERROR, Outcome.FORFEIT_ILLEGAL)
    assert answer.text
    return answer.cause.name


class _Output:
    """In place of a program's process: its whole output is there from the start."""

    pid = 0

    def __init__(self, output: bytes) -> None:
        self._left = bytearray(output)

    def call(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """As `AgentProcess.call`, without the waiting."""
        LINES.write(message, 1 << 28)
        try:
            size = LINES.size(self._left, LINES.max_reply)
            if size is None:
                raise DiedError("the output ends")
            line, self._left = self._left[:size], self._left[size:]
            return LINES.read(line)
        except WireError as error:
            raise DiedError(str(error)) from error

    def close(self) -> None:
        """Nothing to end."""


class _Scripted(ExternalPlayer):
    """A player whose program has printed given bytes. Processes that replace it print nothing."""

    def __init__(self, output: bytes) -> None:
        game = get_game("connect-four")
        super().__init__(read_agent({"kind": "external", "command": ["program"]}), game, game.options())
        self._output = output

    def launch(self) -> Any:
        """The next process."""
        output, self._output = self._output, b""
        return _Output(output)


@cache
def _question() -> Questions:
    game = get_game("connect-four")
    batch = Batch.from_seed(game, None, 1, seed=5)
    legal = np.array([batch.legal_actions(0)], np.int32)
    seen = np.zeros(1, game.observation_dtype)
    keys = np.ones((1, 2), np.uint64)
    return Questions(
        ("g",), np.zeros(1, np.int8), np.zeros(1, np.int32), keys, seen, legal, np.array([legal.shape[1]], np.int32)
    )


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-sweep-"))


@cache
def _envelopes() -> tuple[bytes, ...]:
    return tuple(encode_states(Batch.from_seed(game, None, 2, seed=5)) for game in GAMES)


def _lines(*replies: Any) -> bytes:
    return b"".join(json.dumps(reply).encode() + b"\n" for reply in replies)


def _sweeps() -> tuple[bytes, ...]:
    full = """
game: war-chest
seed: 7
cells: {grid: {royal_guard.card: [classic, revised]}, reference: {royal_guard.card: classic}}
agents: {greedy: {kind: greedy}, tree: {kind: ismcts, level: fast}, mine: {kind: external, command: [./x]}}
design: [{mirror: [greedy]}, {round_robin: [greedy, tree]}, {one_vs_field: {of: mine, field: greedy}}]
games: 2000
stop: {metric: score, faction: raven, half_width: 0.01}
guards: {max_forfeit_rate: 0.01}
record: {actions: "sample:0.01", curves: rounds}
metrics: {host: 127.0.0.1, port: 9464, linger: 60}
on_event: {command: [echo], kinds: [finish]}
"""
    small = b"game: connect-four\nagents: {g: {kind: greedy}}\ndesign: [{mirror: [g]}]\ngames: 200\n"
    return full.encode(), small, preset_text("war-chest").encode()


TARGETS: dict[str, Target] = {
    "codec": fuzz_codec,
    "message": fuzz_message,
    "sweep": fuzz_sweep,
    "protocol": fuzz_protocol,
}

SEEDS: dict[str, Callable[[], tuple[bytes, ...]]] = {
    "codec": _envelopes,
    "message": lambda: (pack({"a": [1, -1, 2.5, None, True, b"x", "y"], "b": {"c": [[[]]]}}), *_envelopes()),
    "sweep": _sweeps,
    "protocol": lambda: (
        _lines({"id": 0}, {"id": 1}, {"id": 2, "action": 3}),
        _lines({"id": 0}, {"id": 1}, {"id": 2, "action": 99}),
        to_frame({"status": "answers", "actions": b"\0" * 8}, MAX_REPLY),
    ),
}

WORDS: dict[str, tuple[bytes, ...]] = {
    "codec": (b"\xc0", b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\xd4\x01\0", b"\xff"),
    "message": (b"\xc0", b"\xdd\0\x10\0\0", b"\xdf\0\x10\0\0", b"\x91" * 40, b"\xc7\0\x01", b"\xcf" + b"\xff" * 8),
    "sweep": (
        b"&a ", b"*a", b"!!python/object:os.system ", b"<<: ", b"? ", b"- ", b": ", b"{", b"[", b"\t", b"~", b".inf", b".nan",
        b"1e999", b"-1", b"0x10", b"9" * 50, b"\xef\xbb\xbf", b"--- ", b"|\n", b"options: ", b"halving: ", b"start: ", b"null",
    ),
    "protocol": (b'{"id":0}\n', b"\n", b"null", b"1e999", b"NaN", b"-0", b"9" * 5000, b"[" * 2000, b'"action":', b"true"),
}  # fmt: skip

EXPECTED: dict[str, set[str]] = {
    "codec": {"states", InvalidStateError.__name__},
    "message": {"message"},
    "sweep": {"sweep", "refused"},
    "protocol": {"action", "FORFEIT_ERROR", "FORFEIT_ILLEGAL"},
}
"""What a run of some length must have come to at least once, or it looked at too little."""
