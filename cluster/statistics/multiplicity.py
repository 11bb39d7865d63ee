"""Corrections for looking at many figures at once: one of many is far from its truth by chance alone.

Sources:
    Holm, "A simple sequentially rejective multiple test procedure" (Scandinavian Journal of Statistics 6, 1979).
    Bonferroni's inequality, for intervals that all hold together.
"""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjusted p-values: whoever takes for real what is below 5 % errs with any of them in 5 % of cases at most.

    None stays None, and doesn't count among the many.
    """
    known = sorted((value, place) for place, value in enumerate(p_values) if value is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (value, place) in enumerate(known):
        largest = max(largest, min(1.0, (len(known) - rank) * value))
        adjusted[place] = largest
    return adjusted


def simultaneous(confidence: float, many: int) -> float:
    """The confidence of each of `many` intervals so that all of them hold together with `confidence`."""
    return 1 - (1 - confidence) / max(many, 1)
