"""What a seat knows of another's decision: told from what it would see had the decision been another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine import playout
from engine.batch import Batch
from engine.rng import derive_key, key_array
from engine.trace import NO_TRACE
from engine.types import RecordArray

WORLDS = 24
"""So many games that a seat can't tell from the real one are thought of beside it."""


def can_tell(batch: Batch, action: int, seat: int) -> bool:
    """Whether a seat can tell which action the current player takes.

    It can, unless some other action leaves it seeing the very same: an action of the game as it is, or of one of `WORLDS` games
    that look the same to the seat beforehand, played on with the same luck.

    Args:
        batch: one game that is not over; left as it is.
        action: a legal action.
        seat: who looks on.
    """
    return not _alike(batch, action, seat)


def told_words(batch: Batch, action: int, seat: int) -> tuple[str, bool]:
    """What a seat can tell of the action that the current player takes, in words, and whether that is all.

    Where it isn't, these are the words with which the descriptions of all actions that look alike begin; maybe none.
    """
    words = _words(batch, action)
    others = [_words(world, other) for world, other in _alike(batch, action, seat)]
    return (words, True) if not others else (_common_beginning([words, *others]), False)


def _words(batch: Batch, action: int) -> str:
    return batch.game.describe_action(batch.options_view, batch.view(), action)


def _common_beginning(texts: Sequence[str]) -> str:
    common = []
    for words in zip(*(text.split(" ") for text in texts), strict=False):
        if len(set(words)) > 1:
            break
        common.append(words[0])
    return " ".join(common)


def _alike(batch: Batch, action: int, seat: int) -> list[tuple[Batch, int]]:
    """Other actions, each with the game that it is of, after which the seat sees what it sees after this one."""
    if batch.view().current_player == seat:
        return []
    choices: list[tuple[Batch, int]] = []
    after = [_after(batch, np.array([action], np.int64))]
    for world in (batch, *_worlds(batch, seat)):
        legal = world.legal_actions().astype(np.int64)
        others = legal[legal != action]
        choices += [(world, other) for other in others.tolist()]
        after.append(_after(world, others))
    seen = [row.tobytes() for row in Batch(batch.game, batch.options, np.concatenate(after)).observe(seat)]
    return [choice for choice, sight in zip(choices, seen[1:], strict=True) if sight == seen[0]]


def _worlds(batch: Batch, seat: int) -> list[Batch]:
    """Games that look the same to a seat, with the luck that is to come in the real one."""
    worlds = Batch(batch.game, batch.options, np.repeat(batch.states, WORLDS))
    words = str(batch.view().decisions)
    worlds.resample(seat, np.stack([key_array(derive_key(number, "sight", words)) for number in range(WORLDS)]))
    worlds.states["play_rng"] = batch.states["play_rng"]
    return [Batch(batch.game, batch.options, worlds.states[number : number + 1]) for number in range(WORLDS)]


def _after(batch: Batch, actions: npt.NDArray[np.int64]) -> RecordArray:
    """The positions that actions lead to from one position."""
    tried = np.repeat(batch.states, len(actions))
    playout.step_lanes(batch.record, tried, actions, batch.game.decision_cap, NO_TRACE)
    return tried
