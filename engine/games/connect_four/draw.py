"""A position of Connect Four as text and as SVG."""

from __future__ import annotations

from typing import Any

from engine.games.connect_four.state import COLUMN_BITS, COLUMNS, ROWS


def _stone(state: Any, row: int, column: int) -> str:
    bit = COLUMN_BITS * column + row
    for seat, sign in enumerate("xo"):
        if state.stones[seat] >> bit & 1:
            return sign
    return "."


def render_text(options: Any, state: Any, seat: int | None) -> str:
    """The board, highest row first, with the numbers of the columns below."""
    rows = ["".join(_stone(state, row, column) for column in range(COLUMNS)) for row in reversed(range(ROWS))]
    return "\n".join([*rows, "".join(str(column + 1) for column in range(COLUMNS))])


def render_svg(options: Any, state: Any, seat: int | None) -> str:
    """The board as an SVG document of 7 by 6 holes."""
    size = 40
    fill = {"x": "#c8452f", "o": "#e0b13c", ".": "#f4f1ea"}
    names = {"x": "x", "o": "o", ".": "empty"}
    circles = [
        f'<circle cx="{size * column + size // 2}" cy="{size * (ROWS - 1 - row) + size // 2}" r="{size * 2 // 5}" '
        f'fill="{fill[stone]}"><title>column {column + 1}, row {row + 1}: {names[stone]}</title></circle>'
        for column in range(COLUMNS)
        for row in range(ROWS)
        for stone in [_stone(state, row, column)]
    ]
    width, height = size * COLUMNS, size * ROWS
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="Connect Four">'
        f'<rect width="{width}" height="{height}" rx="8" fill="#2b4c7e"/>{"".join(circles)}</svg>'
    )
