"""Checks that need a process of plain Python (`NUMBA_DISABLE_JIT=1`), where every index and every store is checked.

Compiled code computes in 64 bits, cuts what it stores and trusts its indices. The child plays the same games with range-checked
views: what compiled code would silently cut, wrap or read from elsewhere shows there as another hash or an exception.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields
from typing import Any

import numpy as np

from engine.codec import CodecError, pack, unpack
from engine.options import option_values
from engine.testing.fingerprints import follow, request_batch
from engine.testing.subject import Mismatch, Subject, named_check

_GAMES = 3
_DECISIONS = 120
_DAMAGED_STATES = 150
_TIMEOUT_SECONDS = 300


@named_check
def plain_python(subject: Subject) -> None:
    """Compiled and plain-Python runs give the same states, legal actions, views, priorities, values and results."""
    request = _request(subject, "follow")
    reply = _ask_child(request)
    for lane, actions in enumerate(request["walks"]):
        compiled: list[dict[str, str]] = []
        follow(request_batch(request, lane), actions, compiled)
        plain = reply["walks"][lane]
        for decision, (one, other) in enumerate(zip(compiled, plain["prints"], strict=False)):
            differing = [verb for verb in one if one[verb] != other.get(verb)]
            if differing:
                raise Mismatch(f"compiled code and plain Python differ in {', '.join(differing)}", lane, decision)
        if plain["error"]:
            raise Mismatch(f"plain Python raised {plain['error']}", lane, len(plain["prints"]))


@named_check
def damaged_states(subject: Subject) -> None:
    """A state with changed bytes is refused by `audit`, or can be played on: it never leads a verb out of an array."""
    for found in _ask_child(_request(subject, "damage"))["faults"]:
        raise Mismatch(f"audit accepts {found['damage']}, then {found['error']}", found["lane"], found["decision"])


def _request(subject: Subject, task: str) -> dict[str, Any]:
    walks = [[p.action for p in walk if p.action >= 0] for walk in subject.walks[:_GAMES]]
    if task == "follow":  # one game to its end, so that returns and summary are compared too
        shortest = min(range(len(walks)), key=lambda lane: len(walks[lane]))
        walks = [walk if lane == shortest else walk[:_DECISIONS] for lane, walk in enumerate(walks)]
    else:
        walks = [walk[:_DECISIONS] for walk in walks]
    keys = np.stack([subject.setup_keys(subject.games), subject.play_keys(subject.games)])
    rules = subject.game.rules
    verbs = [verb for field in fields(rules) if (verb := getattr(rules, field.name)) is not None]
    return {
        "task": task,
        "game": subject.game.name,
        "modules": sorted({verb.__module__ for verb in verbs}),
        "options": option_values(subject.options),
        "keys": keys.astype("<u8").tobytes(),
        "walks": walks,
        "damaged_states": _DAMAGED_STATES,
        "seed": subject.seed,
    }


def _ask_child(request: dict[str, Any]) -> dict[str, Any]:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    child = subprocess.run(
        [sys.executable, "-m", "engine.testing.plain_child"],
        input=pack(request),
        env=environment,
        capture_output=True,
        timeout=_TIMEOUT_SECONDS,
        check=False,
    )
    try:
        reply: dict[str, Any] = unpack(child.stdout)
    except CodecError as error:
        raise Mismatch(f"the plain-Python process failed: {child.stderr.decode(errors='replace')[-2000:]}") from error
    return reply
