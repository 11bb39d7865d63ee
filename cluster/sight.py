"""Who can tell what another seat decided: told from what it would see had the decision been another."""

from __future__ import annotations

import numpy as np

from engine import playout
from engine.batch import Batch
from engine.rng import derive_key, key_array
from engine.trace import NO_TRACE
from engine.types import RecordArray

WORLDS = 3
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
    if batch.view().current_player == seat:
        return True
    worlds = np.concatenate([batch.states, _alike(batch, seat)])
    tried = [_after(batch, batch.states, np.array([action], np.int64))]
    for number in range(len(worlds)):
        world = Batch(batch.game, batch.options, worlds[number : number + 1])
        legal = world.legal_actions().astype(np.int64)
        others = legal[legal != action]
        if len(others):
            tried.append(_after(batch, world.states, others))
    after = Batch(batch.game, batch.options, np.concatenate(tried))
    seen = [row.tobytes() for row in after.observe(seat)]
    return seen[0] not in seen[1:]


def _alike(batch: Batch, seat: int) -> RecordArray:
    """Games that look the same to a seat, with the luck that is to come in the real one."""
    worlds = Batch(batch.game, batch.options, np.repeat(batch.states, WORLDS))
    words = str(batch.view().decisions)
    worlds.resample(seat, np.stack([key_array(derive_key(number, "sight", words)) for number in range(WORLDS)]))
    worlds.states["play_rng"] = batch.states["play_rng"]
    return worlds.states


def _after(batch: Batch, states: RecordArray, actions: np.ndarray[tuple[int], np.dtype[np.int64]]) -> RecordArray:
    """The positions that actions lead to from one position."""
    tried = np.repeat(states, len(actions))
    playout.step_lanes(batch.record, tried, actions, batch.game.decision_cap, NO_TRACE)
    return tried
