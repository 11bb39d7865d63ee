"""Names for the two shapes that compiled code passes around.

numba types functions by their arguments at run time; to mypy a record is opaque. These aliases say which it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Record: TypeAlias = Any
"""One game's state, options, observation or summary: a numba record, or a `RecordView` in plain Python."""

Stream: TypeAlias = Any
"""Two u8 words of a random stream, shape (2,); usually a field of a state."""

Trace: TypeAlias = Any
"""The event buffer of `engine.trace`: i4, shape (rows, 8); zero rows when nobody listens."""

Actions: TypeAlias = Any
"""A caller's buffer for legal actions: i4, shape (max_legal_actions,)."""

RecordArray: TypeAlias = npt.NDArray[np.void]
"""A batch: structured array, shape (games,)."""

Keys: TypeAlias = npt.NDArray[np.uint64]
"""128-bit keys: u8, shape (..., 2)."""

AnyFunction: TypeAlias = Callable[..., Any]
