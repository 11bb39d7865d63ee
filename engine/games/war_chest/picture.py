"""The SVG of a position of War Chest: a hex board in the middle, the seats' coins below it."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape
from typing import Any

from engine.games.war_chest.board import HEX_COUNT, HEX_NAMES, HEXES
from engine.games.war_chest.data import UNIT_CARDS, UNIT_COUNT, UNIT_NAMES, UNIT_OF_STACK
from engine.games.war_chest.state import NOBODY
from engine.games.war_chest.words import seat_title

_HEX = 40.0
"""From the centre of a hex to a corner, in the picture's units."""
_MARGIN = 24.0
_PANEL_LINE = 17.0
_PANEL_WIDTH = 380.0
_TITLE_HEIGHT = 40.0

_PAPER = "#f6f3ec"
_INK = "#2e2a26"
_FIELD = "#e4dcc8"
_LOCATION = "#c9d3b4"
_EDGE = "#b8ad95"
_SIDE = ("#33597f", "#9c3f32")
_SIDE_PALE = ("#a9bfd4", "#e0b3a9")
_SIDE_NAMES = ("Raven", "Wolf")


def _centre(place: int) -> tuple[float, float]:
    q, r = HEXES[place]
    return 1.5 * _HEX * q, math.sqrt(3) * _HEX * (r + q / 2)


def _corners(x: float, y: float, size: float) -> str:
    return " ".join(f"{x + size * math.cos(math.pi * k / 3):.1f},{y + size * math.sin(math.pi * k / 3):.1f}" for k in range(6))


def _text(x: float, y: float, words: str, size: float, fill: str = _INK, anchor: str = "middle", weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}">'
        f"{escape(words)}</text>"
    )


def _control(options: Any, state: Any, place: int) -> int | None:
    """The side that controls a hex, or None."""
    for team in range(2):
        if state.markers[team] >> place & 1:
            return team
    return None


def _hex_svg(options: Any, state: Any, place: int, x: float, y: float) -> str:
    """One hex: its field, its name, and the ring of a location in the colour of who controls it."""
    location = options.locations >> place & 1
    side = _control(options, state, place)
    fill = _FIELD if not location else _LOCATION if side is None else _SIDE_PALE[side]
    stroke, width = (_SIDE[side], 3) if side is not None else (_EDGE, 1)
    words = HEX_NAMES[place]
    if location:
        words += ": location, " + ("neutral" if side is None else f"controlled by {_SIDE_NAMES[side]}")
    parts = [
        f'<polygon points="{_corners(x, y, _HEX - 1.5)}" fill="{fill}" stroke="{_EDGE}"/>',
    ]
    if location:
        parts.append(f'<polygon points="{_corners(x, y, _HEX - 5)}" fill="none" stroke="{stroke}" stroke-width="{width}"/>')
    parts.append(_text(x, y + _HEX * 0.68, HEX_NAMES[place], 9, "#857b68"))
    stack = state.stack_at[place]
    if stack != NOBODY:
        parts.append(_stack_svg(state, stack, x, y))
        unit = UNIT_OF_STACK[stack]
        words += f"; {_SIDE_NAMES[state.owner[unit] & 1]}'s {UNIT_NAMES[unit]}, height {state.height[stack]}"
    return f"<g><title>{escape(words)}</title>{''.join(parts)}</g>"


def _stack_svg(state: Any, stack: int, x: float, y: float) -> str:
    """A stack as coins that overlap, at most four of them drawn, with the unit's short name and the height."""
    unit, height = UNIT_OF_STACK[stack], state.height[stack]
    colour = _SIDE[state.owner[unit] & 1]
    drawn = min(height, 4)
    base = y + 3.0 * (drawn - 1) / 2 - 5
    coins = [
        f'<circle cx="{x:.1f}" cy="{base - 4 * k:.1f}" r="19" fill="{colour}" stroke="{_PAPER}" stroke-width="1.5"/>'
        for k in range(drawn)
    ]
    top = base - 4 * (drawn - 1)
    badge = [
        f'<circle cx="{x + 19:.1f}" cy="{top - 13:.1f}" r="8.5" fill="{_PAPER}" stroke="{colour}" stroke-width="1.5"/>',
        _text(x + 19, top - 9.4, str(height), 11, colour, weight="bold"),
    ]
    name = _text(x, top + 5, UNIT_CARDS[unit].short, 15, _PAPER, weight="bold")
    return "".join([*coins, name, *(badge if height > 1 else [])])


def _panel(options: Any, state: Any, other: int, lines: list[str], x: float, y: float) -> str:
    """A seat's name and what is told of its coins."""
    signs = [
        word for word, holds in (("initiative", state.initiative == other), ("decides", state.current_player == other)) if holds
    ]
    heading = seat_title(other, state.players) + (f" - {', '.join(signs)}" if signs and not state.draft_step else "")
    height = _PANEL_LINE * (len(lines) + 1) + 14
    rows = [_text(x + 12, y + 20, heading, 14, _SIDE[other & 1], "start", "bold")]
    rows += [_text(x + 12, y + 20 + _PANEL_LINE * (k + 1), line, 11, anchor="start") for k, line in enumerate(lines)]
    frame = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{_PANEL_WIDTH}" height="{height:.1f}" rx="6" fill="#fffdf8" '
        f'stroke="{_SIDE_PALE[other & 1]}" stroke-width="1.5"/>'
    )
    return f"<g>{frame}{''.join(rows)}</g>"


def _wrapped(line: str, width: int = 58) -> list[str]:
    """A line cut at spaces into lines of at most `width` characters."""
    lines: list[str] = []
    for word in line.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _panel_lines(state: Any, other: int, lines: list[str]) -> list[str]:
    """A seat's units with their short names, then `lines`, wrapped."""
    units = ", ".join(f"{UNIT_NAMES[u]} ({UNIT_CARDS[u].short})" for u in range(UNIT_COUNT) if state.owner[u] == other)
    return [part for line in [units or "no units yet", *lines] for part in _wrapped(line)]


def picture(options: Any, state: Any, title: str, lines_of: Callable[[int], list[str]]) -> str:
    """The whole document.

    Args:
        options: options record.
        state: state view.
        title: the line above the board.
        lines_of: seat -> what is to be told of its coins.
    """
    board = [place for place in range(HEX_COUNT) if options.board >> place & 1]
    centres = {place: _centre(place) for place in board}
    half_width = max(x for x, _ in centres.values()) + _HEX
    half_height = max(y for _, y in centres.values()) + _HEX * math.sqrt(3) / 2
    width = max(2 * half_width, 2 * _PANEL_WIDTH + _MARGIN) + 2 * _MARGIN
    middle, top = width / 2, _TITLE_HEIGHT + 1.5 * _MARGIN
    hexes = [_hex_svg(options, state, place, middle + x, top + half_height + y) for place, (x, y) in centres.items()]
    markers = [
        _text(middle, top - 12, _markers_line(options, state, 0), 12, _SIDE[0]),
        _text(middle, top + 2 * half_height + 22, _markers_line(options, state, 1), 12, _SIDE[1]),
    ]
    panels, bottom = _panels(options, state, lines_of, middle, top + 2 * half_height + 40)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {bottom + _MARGIN:.0f}" role="img" '
        f'aria-label="War Chest" font-family="Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="{_PAPER}"/>'
        f"{_text(middle, 30, title, 17, weight='bold')}{''.join(markers)}{''.join(hexes)}{panels}</svg>"
    )


def _markers_line(options: Any, state: Any, team: int) -> str:
    placed = state.markers[team].bit_count()
    return f"{_SIDE_NAMES[team]}: {placed} of {options.markers} control markers placed"


def _panels(options: Any, state: Any, lines_of: Callable[[int], list[str]], middle: float, y: float) -> tuple[str, float]:
    """The seats' panels in rows of two, Raven's on the left; returns them and where they end."""
    parts = []
    for first in range(0, state.players, 2):
        row = [_panel_lines(state, other, lines_of(other)) for other in (first, first + 1)]
        lines = max(len(entry) for entry in row)
        for k, entry in enumerate(row):
            x = middle - _PANEL_WIDTH - _MARGIN / 2 if k == 0 else middle + _MARGIN / 2
            parts.append(_panel(options, state, first + k, entry + [""] * (lines - len(entry)), x, y))
        y += _PANEL_LINE * (lines + 1) + 14 + _MARGIN / 2
    return "".join(parts), y
