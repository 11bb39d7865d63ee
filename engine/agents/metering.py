"""Where what agents cost is measured: around their decisions, by whoever wants to know. Nothing of a game depends on it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

import numpy as np


class Meter(Protocol):
    """Takes note of what agents cost. It looks at a clock; the engine doesn't."""

    def measure(self, agent: np.void) -> AbstractContextManager[None]:
        """A context in which this agent alone decides: a record of `AGENT_DTYPE`, not compiled into bulk play."""
        ...
