"""The board of War Chest: hexes, locations and the sets that rules look up.

Hexes are numbered 0 .. 46 by column from west to east, then from north to south; flat-top, in axial coordinates (q, r)
with q growing to the east and r to the south within a column. A set of hexes is one i8, bit h for hex h. The 2-player board
is a subset of the 4-player board, so that one numbering serves both. Turning the board by 180 degrees takes hex h to 46 - h.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.arrays import table
from engine.bits import count
from engine.compilation import rule

Axial = tuple[int, int]

COLUMN_LETTERS = "ABCDEFGHIJK"


def _on_board(q: int, r: int, width: int) -> bool:
    return abs(q) <= width and abs(r) <= 3 and abs(q + r) <= 3


HEXES: tuple[Axial, ...] = tuple((q, r) for q in range(-5, 6) for r in range(-3, 4) if _on_board(q, r, 5))
"""Axial coordinates of each hex of the 4-player board."""

HEX_COUNT = len(HEXES)
HEX_NUMBER: dict[Axial, int] = {axial: number for number, axial in enumerate(HEXES)}


def hex_name(number: int) -> str:
    """A hex as people write it: a letter for the column, A (west) .. K (east), and r + 4."""
    q, r = HEXES[number]
    return f"{COLUMN_LETTERS[q + 5]}{r + 4}"


HEX_NAMES = tuple(hex_name(number) for number in range(HEX_COUNT))


def hex_set(numbers: Iterable[int]) -> int:
    """The set of some hexes as one integer."""
    return sum(1 << number for number in numbers)


def members(hexes: int) -> list[int]:
    """The hexes of a set, ascending."""
    return [number for number in range(HEX_COUNT) if hexes >> number & 1]


def distance(a: int, b: int) -> int:
    """Steps from one hex to another on an endless board."""
    dq, dr = HEXES[b][0] - HEXES[a][0], HEXES[b][1] - HEXES[a][1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def in_line(a: int, b: int) -> bool:
    """Whether two hexes lie on one of the six straight lines."""
    dq, dr = HEXES[b][0] - HEXES[a][0], HEXES[b][1] - HEXES[a][1]
    return dq == 0 or dr == 0 or dq + dr == 0


def rotated(hexes: int) -> int:
    """A set turned by 180 degrees."""
    return hex_set(HEX_COUNT - 1 - number for number in members(hexes))


def _axial_set(*axials: Axial) -> int:
    return hex_set(HEX_NUMBER[axial] for axial in axials)


TWO_PLAYER_BOARD = _axial_set(*(axial for axial in HEXES if abs(axial[0]) <= 3))
FOUR_PLAYER_BOARD = (1 << HEX_COUNT) - 1

RAVEN_STARTS = _axial_set((-1, -2), (2, -3), (-4, 1))
WOLF_STARTS = rotated(RAVEN_STARTS)
_NEUTRAL = _axial_set((-2, 0), (1, -1), (3, -2), (-3, 2), (-1, 1), (2, 0), (-5, 3), (5, -3))
LOCATIONS = RAVEN_STARTS | WOLF_STARTS | _NEUTRAL
"""The 14 locations; 10 of them lie on the 2-player board, two of each side's three starts among them."""


def _near(number: int, *distances: int, straight: bool = False) -> int:
    return hex_set(h for h in range(HEX_COUNT) if distance(number, h) in distances and (in_line(number, h) or not straight))


_ALL = range(HEX_COUNT)
NEIGHBOURS = table([_near(h, 1) for h in _ALL], "i8")
"""The hexes next to each hex."""
AT_TWO = table([_near(h, 2) for h in _ALL], "i8")
"""The hexes exactly two away."""
WITHIN_TWO = table([_near(h, 1, 2) for h in _ALL], "i8")
"""The hexes one or two away."""
LINE_TWO = table([_near(h, 2, straight=True) for h in _ALL], "i8")
"""The hexes exactly two away in a straight line."""
LINE_THREE = table([_near(h, 3, straight=True) for h in _ALL], "i8")
"""The hexes exactly three away in a straight line."""

STEPS: tuple[tuple[int, int], ...] = tuple((a, b) for a in _ALL for b in _ALL if distance(a, b) == 1)
"""Every step from a hex to a neighbour, ascending: how actions number pairs of neighbours."""
FIRST_STEP = table([sum(1 for step in STEPS if step[0] < h) for h in _ALL], "i2")


@rule
def step_number(origin: int, destination: int) -> int:
    """The index in `STEPS` of a step between neighbours."""
    return FIRST_STEP[origin] + count(NEIGHBOURS[origin] & ((1 << destination) - 1))
