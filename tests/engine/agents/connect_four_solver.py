"""Exact values of Connect Four positions with few holes left, by plain search; it shares no code with the engine."""

from __future__ import annotations

ROWS, COLUMNS = 6, 7


def heights_of(mine: int, theirs: int) -> list[int]:
    return [bin((mine | theirs) >> (7 * column) & 0x7F).count("1") for column in range(COLUMNS)]


def wins(stones: int) -> bool:
    return any(stones & stones >> s & stones >> 2 * s & stones >> 3 * s for s in (1, 6, 7, 8))


def values(mine: int, theirs: int, memory: dict[tuple[int, int], int] | None = None) -> dict[int, int]:
    """For each column that isn't full: 1 if dropping there wins against every answer, 0 if it draws, -1 if it loses."""
    memory = {} if memory is None else memory
    found = {}
    for column, height in enumerate(heights_of(mine, theirs)):
        if height < ROWS:
            after = mine | 1 << (7 * column + height)
            found[column] = 1 if wins(after) else -value(theirs, after, memory)
    return found


def value(mine: int, theirs: int, memory: dict[tuple[int, int], int]) -> int:
    """Of the position for the seat to move: 1, 0 or -1."""
    if (mine, theirs) not in memory:
        memory[mine, theirs] = max(values(mine, theirs, memory).values(), default=0)
    return memory[mine, theirs]
