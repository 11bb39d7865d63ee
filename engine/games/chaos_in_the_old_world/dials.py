"""The four threat dials: a row of positions for each power, written as options write them (sheet 3)."""

from __future__ import annotations

import enum


class Instruction(enum.IntEnum):
    """What a position of a dial tells its power to do (rulebook p. 23)."""

    START = 0
    SCORE = 1
    UPGRADE = 2
    DRAW = 3
    REMOVE_CORRUPTION = 4
    WARPSTONES = 5
    NOBLES = 6
    REMOVE_TOKENS = 7
    VICTORY = 8


DIAL_POSITIONS = 12
"""Positions of a dial, at most, with start and victory."""

DIALS = (
    (
        "3 start",
        "6 score 4",
        "12 upgrade",
        "14 draw 2",
        "17 score 4",
        "23 upgrade",
        "28 upgrade",
        "31 draw 2",
        "32 draw 2",
        "35 victory",
    ),
    (
        "1 start",
        "5 score 3",
        "10 remove_corruption 1",
        "13 upgrade",
        "18 score 3",
        "22 upgrade",
        "26 remove_corruption 2",
        "30 upgrade",
        "33 score 3",
        "34 remove_corruption 2",
        "35 victory",
    ),
    (
        "2 start",
        "7 warpstones 1",
        "9 upgrade",
        "15 score 3",
        "20 upgrade",
        "21 warpstones 2",
        "25 upgrade",
        "29 score 5",
        "35 victory",
    ),
    (
        "4 start",
        "8 score 3",
        "11 upgrade",
        "16 nobles 2",
        "19 upgrade",
        "24 upgrade",
        "27 remove_tokens 2",
        "35 victory",
    ),
)
"""By power: threat, instruction and its number. The threat at Victory is a house value; it is irrelevant."""


def parse_position(text: str) -> tuple[int, Instruction, int]:
    """One position, such as `6 score 4` or `12 upgrade`, as threat, instruction and number.

    Raises:
        ValueError: the text is none.
    """
    words = text.split()
    if len(words) not in (2, 3) or not all(word.isdigit() for word in (words[0], *words[2:])):
        raise ValueError(f"dial: {text!r} is not `THREAT INSTRUCTION [NUMBER]`")
    try:
        instruction = Instruction[words[1].upper()]
    except KeyError:
        names = ", ".join(member.name.lower() for member in Instruction)
        raise ValueError(f"dial: unknown instruction {words[1]!r} in {text!r}; there are {names}") from None
    threat, amount = int(words[0]), int(words[2]) if len(words) == 3 else 0
    if threat > 100 or amount > 20:
        raise ValueError(f"dial: {text!r}: threat at most 100, number at most 20")
    return threat, instruction, amount


def parse_dial(positions: tuple[str, ...]) -> list[tuple[int, Instruction, int]]:
    """A whole dial.

    Raises:
        ValueError: it doesn't start with `start`, end with `victory`, or is too long.
    """
    parsed = [parse_position(position) for position in positions]
    if not 2 <= len(parsed) <= DIAL_POSITIONS:
        raise ValueError(f"dial: {len(parsed)} positions, must be 2 .. {DIAL_POSITIONS}")
    kinds = [instruction for _, instruction, _ in parsed]
    if kinds[0] != Instruction.START or kinds[-1] != Instruction.VICTORY:
        raise ValueError("dial: the first position is `start`, the last one `victory`")
    if any(kind in (Instruction.START, Instruction.VICTORY) for kind in kinds[1:-1]):
        raise ValueError("dial: `start` and `victory` stand only at its ends")
    return parsed
