"""What recorded games of fixed seeds are compared by."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from engine.batch import Batch


def fingerprint_of(batch: Batch) -> dict[str, Any]:
    """How finished games ended.

    Returns:
        "states": 16 hexadecimal digits, a hash of the last states; "decisions" of all games; "outcomes", name -> games.
    """
    outcomes, counts = np.unique(batch.states["outcome"], return_counts=True)
    return {
        "states": hashlib.blake2b(batch.hashes().astype("<u8").tobytes(), digest_size=8).hexdigest(),
        "decisions": int(batch.states["decisions"].sum()),
        "outcomes": {batch.game.outcome_name(int(code)): int(n) for code, n in zip(outcomes, counts, strict=True)},
    }
