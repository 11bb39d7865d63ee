"""Sets of whole numbers kept as sorted runs: memory grows with the gaps, not with the numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator


class IntervalSet:
    """A set of integers >= 0 that arrive nearly in order."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._firsts: list[int] = []
        self._ends: list[int] = []
        self._size = 0
        for number in numbers:
            self.add(number)

    @classmethod
    def below_limit(cls, limit: int) -> IntervalSet:
        """The numbers from 0 on that are below `limit`."""
        found = cls()
        if limit > 0:
            found._firsts, found._ends, found._size = [0], [limit], limit
        return found

    def copy(self) -> IntervalSet:
        """The same numbers in a set of its own."""
        other = IntervalSet()
        other._firsts, other._ends, other._size = self._firsts.copy(), self._ends.copy(), self._size
        return other

    def add(self, number: int) -> bool:
        """Add a number; False if it was there already."""
        if number < 0:
            raise ValueError(f"{number} is below 0")
        at = bisect_right(self._firsts, number) - 1
        if at >= 0 and number < self._ends[at]:
            return False
        joins_left = at >= 0 and self._ends[at] == number
        joins_right = at + 1 < len(self._firsts) and self._firsts[at + 1] == number + 1
        if joins_left and joins_right:
            self._ends[at] = self._ends.pop(at + 1)
            self._firsts.pop(at + 1)
        elif joins_left:
            self._ends[at] += 1
        elif joins_right:
            self._firsts[at + 1] = number
        else:
            self._firsts.insert(at + 1, number)
            self._ends.insert(at + 1, number + 1)
        self._size += 1
        return True

    def __contains__(self, number: int) -> bool:
        at = bisect_right(self._firsts, number) - 1
        return at >= 0 and number < self._ends[at]

    def __len__(self) -> int:
        return self._size

    def below(self, limit: int) -> int:
        """How many numbers are below `limit`."""
        at = bisect_right(self._firsts, limit - 1)
        return sum(min(end, limit) - first for first, end in zip(self._firsts[:at], self._ends[:at], strict=True))

    def runs(self) -> Iterator[tuple[int, int]]:
        """Each run as (first, end), end not included, ascending."""
        return zip(self._firsts, self._ends, strict=True)

    @property
    def prefix(self) -> int:
        """Where the run that starts at 0 ends: the smallest number that is not in the set."""
        return self._ends[0] if self._firsts and self._firsts[0] == 0 else 0
