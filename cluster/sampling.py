"""Combinations drawn from ranges of values: a function of the sweep alone, so a resumed or repeated run draws the same."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.stats import qmc

from cluster.ids import canonical_json
from cluster.spec_models import Range, Sample

_STREAM = 0x5A4D
"""Sets the draws of samples apart from anything else that a seed might be used for."""


def sampled_combinations(sample: Sample, seed: int) -> Iterator[dict[str, Any]]:
    """The combinations of a sample in the order in which they are drawn, equal ones once.

    Args:
        sample: what to draw.
        seed: of the sweep.
    """
    seen = set()
    for point in _points(sample.method, len(sample.ranges), sample.size, seed):
        values = zip(sample.ranges.items(), point.tolist(), strict=True)
        combination = {path: _value(allowed, place) for (path, allowed), place in values}
        key = canonical_json(combination)
        if key not in seen:
            seen.add(key)
            yield combination


def _points(method: str, dimensions: int, size: int, seed: int) -> npt.NDArray[np.float64]:
    """(size, dimensions), each in 0 .. 1, 1 excluded."""
    rng = np.random.default_rng([seed, _STREAM])
    if method == "random":
        return rng.random((size, dimensions))
    if method == "latin":
        return np.asarray(qmc.LatinHypercube(dimensions, rng=rng).random(size), np.float64)
    # Sobol points are balanced in powers of two; any beginning of them is spread evenly
    points = qmc.Sobol(dimensions, rng=rng).random_base2(math.ceil(math.log2(size)))[:size]
    return np.asarray(points, np.float64)


def _value(allowed: Range | list[Any], place: float) -> Any:
    """The value at a place, 0 .. 1; floats to six digits, so that a file can name them."""
    if isinstance(allowed, list):
        return allowed[int(place * len(allowed))]
    whole = isinstance(allowed.low, int) and isinstance(allowed.high, int)
    low, high = float(allowed.low), float(allowed.high) + whole
    drawn = low * (high / low) ** place if allowed.scale == "log" else low + place * (high - low)
    return min(math.floor(drawn), int(allowed.high)) if whole else float(f"{drawn:.6g}")
