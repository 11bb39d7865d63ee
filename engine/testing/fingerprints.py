"""What the verbs say about a position, as short hashes that two processes can compare."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from engine.batch import Batch
from engine.game import get_game
from engine.options import resolve_options
from engine.rng import derive_key, key_array

FULL_EVERY = 4
"""Every how many decisions the dearer verbs are compared too: plain Python is slow."""


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def fingerprint(batch: Batch, decision: int) -> dict[str, str]:
    """Of a batch of one game: verb -> hash of what it writes. `state` always; the others every `FULL_EVERY` decisions."""
    prints = {"state": _hash(batch.states.tobytes())}
    legal = batch.legal_actions()
    prints["legal_actions"] = _hash(legal.tobytes())
    if batch.states["terminal"][0]:
        twelfths, summaries = batch.settle()
        return prints | {"returns": _hash(twelfths.tobytes()), "summarize": _hash(summaries.tobytes())}
    if decision % FULL_EVERY:
        return prints
    prints["action_priority"] = _hash(batch.priorities(0, legal).tobytes())
    prints["position_value"] = _hash(batch.values().tobytes())
    prints["observation"] = _hash(b"".join(batch.observe(seat).tobytes() for seat in range(batch.seats)))
    prints["resample"] = _hash(b"".join(_resampled(batch, seat) for seat in range(batch.seats)))
    return prints


def _resampled(batch: Batch, seat: int) -> bytes:
    dealt = batch.copy()
    dealt.resample(seat, key_array(derive_key(0, "fingerprint"))[None])
    return dealt.states.tobytes()


def follow(batch: Batch, actions: list[int], prints: list[dict[str, str]]) -> None:
    """Play the given actions in a batch of one game; append the fingerprint of each position to `prints` as it is reached."""
    prints.append(fingerprint(batch, 0))
    for decision, action in enumerate(actions, start=1):
        batch.apply(action)
        prints.append(fingerprint(batch, decision))


def request_batch(request: dict[str, Any], lane: int) -> Batch:
    """One new game of a request that `engine.testing.plain` made."""
    game = get_game(request["game"])
    keys = np.frombuffer(request["keys"], "<u8").astype(np.uint64).reshape(2, -1, 2)
    return Batch.new(game, resolve_options(game.options, request["options"]), *keys[:, lane : lane + 1])
