"""The plain-Python side of `engine.testing.plain`: reads a request from stdin, plays, writes a reply to stdout."""

from __future__ import annotations

import contextlib
import importlib
import sys
import traceback
from collections.abc import Iterator
from typing import Any

import numpy as np

from engine import playout
from engine.batch import Batch, EngineError
from engine.codec import InvalidStateError, decode_states, encode_states, pack, unpack
from engine.game import UnknownGameError, get_game
from engine.testing.fingerprints import follow, request_batch
from engine.trace import NO_TRACE
from engine.types import RecordArray

_DECISIONS_AFTER_DAMAGE = 8


def main() -> None:
    """Answer one request."""
    request = unpack(sys.stdin.buffer.read())
    load_game(request["game"], request["modules"])
    reply = _follow_walks(request) if request["task"] == "follow" else {"faults": list(_damage(request))}
    sys.stdout.buffer.write(pack(reply))


def load_game(name: str, modules: list[str]) -> None:
    """Register a game: by its name, or by importing the modules that hold its rules."""
    with contextlib.suppress(UnknownGameError):
        get_game(name)
        return
    for module in modules:
        importlib.import_module(module)


def _in_words(error: BaseException) -> str:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.endswith(("compilation.py", "debug.py"))]
    return f"{type(error).__name__}: {error} (in {frames[-1].name}, {frames[-1].filename}:{frames[-1].lineno})"


def _follow_walks(request: dict[str, Any]) -> dict[str, Any]:
    replies = []
    for lane, actions in enumerate(request["walks"]):
        prints: list[dict[str, str]] = []
        error = ""
        try:
            follow(request_batch(request, lane), actions, prints)
        except Exception as raised:  # whatever the game's rules raise is the answer
            error = _in_words(raised)
        replies.append({"prints": prints, "error": error})
    return {"walks": replies}


def _damage(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Damage states along the walks; yields the ones that were accepted and then led a verb astray."""
    chance = np.random.default_rng(request["seed"])
    share = request["damaged_states"] / max(sum(len(walk) for walk in request["walks"]), 1)
    for lane, actions in enumerate(request["walks"]):
        batch = request_batch(request, lane)
        for decision, action in enumerate(actions):
            for _ in range(chance.poisson(share)):
                states, damage = _damaged(batch, chance)
                error = _misled(batch, states, chance)
                if error:
                    yield {"damage": damage, "error": error, "lane": lane, "decision": decision}
            playout.step_lane(batch.record, batch.states, 0, action, batch.game.decision_cap, NO_TRACE)


def _damaged(batch: Batch, chance: np.random.Generator) -> tuple[RecordArray, str]:
    """A copy of the state with one entry of one field replaced, mostly by a small number."""
    states = batch.states.copy()
    names = [name for name in states.dtype.names or () if states[name].size]
    name = names[int(chance.integers(len(names)))]
    entries = states[name].reshape(-1)
    index = int(chance.integers(len(entries)))
    limits = np.iinfo(entries.dtype)
    wild = int(chance.integers(limits.min, limits.max, endpoint=True, dtype=entries.dtype))
    value = wild if chance.random() < 0.4 else max(int(entries[index]) + int(chance.choice([-1, 1, 2, 9])), limits.min)
    entries[index] = min(value, limits.max)
    states[name] = entries.reshape(states[name].shape)
    return states, f"{name}[{index}] = {entries[index]} instead of {batch.states[name].reshape(-1)[index]}"


def _misled(batch: Batch, states: RecordArray, chance: np.random.Generator) -> str:
    """Play on from states out of an envelope; says what went wrong, or nothing."""
    try:
        decoded = decode_states(encode_states(Batch(batch.game, batch.options, states)))
    except InvalidStateError:
        return ""
    try:
        for _ in range(_DECISIONS_AFTER_DAMAGE):
            if decoded.states["terminal"][0]:
                decoded.settle()
                return ""
            legal = decoded.legal_actions()
            decoded.priorities(0, legal)
            decoded.values()
            for seat in range(decoded.seats):
                decoded.observe(seat)
                decoded.copy().resample(seat, np.ones((1, 2), np.uint64))
            decoded.apply(int(chance.choice(legal)))
    except EngineError as error:
        return "" if "0 legal actions" in str(error) else _in_words(error)
    except Exception as error:  # whatever the game's rules raise is the answer
        return _in_words(error)
    return ""


if __name__ == "__main__":
    main()
