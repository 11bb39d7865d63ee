"""The SVG of a position: regions where a person expects them, armies, characters, the Fellowship, and a panel of text."""

from __future__ import annotations

import functools
import math
import textwrap
from collections.abc import Callable
from html import escape
from typing import Any

from engine.games.war_of_the_ring.board import (
    CITY,
    FORTIFICATION,
    NATION_OF,
    NUMBER,
    REGION_COUNT,
    REGIONS,
    SITE,
    STRONGHOLD,
    TOWN,
)
from engine.games.war_of_the_ring.data import CHARACTER_COUNT, CHARACTER_NAMES, FREE, NAZGUL, SHADOW, SIDE_OF
from engine.games.war_of_the_ring.state import NOBODY

_SCALE = 1.5
_MARGIN = 40.0
_TOP = 50.0
_WIDTH = 1000 * _SCALE + 2 * _MARGIN
_MAP_HEIGHT = 690 * _SCALE + 2 * _MARGIN
_LINE = 17.0
_LETTERS = 210
_COAST = 76.0
_COAST_CORNERS = 14
"""The land ends that far from the middle of a region, in so many corners."""

_PAPER = "#f4efe2"
_INK = "#2e2a26"
_LAND = "#d8ceb6"
_SIDE = ("#2f5f8f", "#a23b2c")
_NATION_COLOURS = ("#8a6d4b", "#8fc98f", "#33508c", "#8fb8de", "#3f7a4f", "#e0c341", "#c0503c", "#dd8d3d")


def _point(region: int) -> tuple[float, float]:
    return _MARGIN + REGIONS[region].x * _SCALE, _TOP + _MARGIN + REGIONS[region].y * _SCALE


def _text(x: float, y: float, words: str, size: float, fill: str = _INK, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}">{escape(words)}</text>'


Corners = list[tuple[float, float]]


def _nearer(corners: Corners, site: tuple[float, float], other: tuple[float, float]) -> Corners:
    """The part of a convex shape that lies nearer to `site` than to `other`."""
    (x, y), (u, v) = site, other
    kept: Corners = []

    def beyond(corner: tuple[float, float]) -> float:
        return (corner[0] - (x + u) / 2) * (u - x) + (corner[1] - (y + v) / 2) * (v - y)

    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        before, after = beyond(start), beyond(end)
        if before <= 0:
            kept.append(start)
        if before * after < 0:
            share = before / (before - after)
            kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    return kept


@functools.cache
def _land() -> str:
    """The land, each region in its nation's colour: the points nearer to it than to others, and not far out at sea."""
    shapes = []
    points = [_point(region) for region in range(REGION_COUNT)]
    for region, (x, y) in enumerate(points):
        turns = [2 * math.pi * k / _COAST_CORNERS for k in range(_COAST_CORNERS)]
        corners = [(x + _COAST * math.cos(turn), y + _COAST * math.sin(turn)) for turn in turns]
        for other, point in enumerate(points):
            if other != region and corners:
                corners = _nearer(corners, (x, y), point)
        fill = _LAND if NATION_OF[region] < 0 else _NATION_COLOURS[NATION_OF[region]]
        path = " ".join(f"{u:.1f},{v:.1f}" for u, v in corners)
        shapes.append(f'<polygon points="{path}" fill="{fill}" fill-opacity="0.45" stroke="{_PAPER}" stroke-width="1.5"/>')
    return "".join(shapes)


@functools.cache
def _borders() -> str:
    lines = []
    for region in range(REGION_COUNT):
        for key in REGIONS[region].neighbours:
            other = NUMBER[key]
            if region < other:
                (x, y), (u, v) = _point(region), _point(other)
                ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}"'
                lines.append(f'<line {ends} stroke="#a99c7f" stroke-opacity="0.6"/>')
    return "".join(lines)


def _site(region: int, x: float, y: float, edge: str) -> str:
    """A shape for the Settlement: circle for a Town, square for a City, a larger one for a Stronghold."""
    fill = _LAND if NATION_OF[region] < 0 else _NATION_COLOURS[NATION_OF[region]]
    style = f'fill="{fill}" stroke="{edge}" stroke-width="2"'
    if SITE[region] == STRONGHOLD:
        return f'<rect x="{x - 13:.1f}" y="{y - 13:.1f}" width="26" height="26" {style}/>'
    if SITE[region] == CITY:
        return f'<rect x="{x - 10:.1f}" y="{y - 10:.1f}" width="20" height="20" rx="5" {style}/>'
    if SITE[region] == FORTIFICATION:
        return f'<path d="M{x - 11:.1f} {y + 9:.1f}h22l-11 -20z" {style}/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{10 if SITE[region] == TOWN else 6}" {style}/>'


def _counters(state: Any, region: int, x: float, y: float) -> list[str]:
    """The sides' units as coloured counters, Nazgul and characters as letters."""
    parts = []
    for side in (FREE, SHADOW):
        if state.units[side, region]:
            at = x + (-22 if side == FREE else 22)
            parts.append(f'<circle cx="{at:.1f}" cy="{y:.1f}" r="10" fill="{_SIDE[side]}"/>')
            parts.append(_text(at, y + 4, str(state.units[side, region]), 12, "#ffffff"))
    if state.army[region, NAZGUL]:
        parts.append(_text(x + 22, y - 13, "N" * min(state.army[region, NAZGUL], 4), 10, _SIDE[SHADOW]))
    for side in (FREE, SHADOW):
        letters = "".join(
            CHARACTER_NAMES[c].removeprefix("The ")[0]
            for c in range(CHARACTER_COUNT)
            if state.where[c] == region and SIDE_OF[c] == side
        )
        if letters:
            parts.append(_text(x + (-22 if side == FREE else 22), y + 22, letters, 11, _SIDE[side]))
    return parts


def _region(state: Any, region: int, words: str) -> str:
    x, y = _point(region)
    owner = state.control[region]
    parts = [_site(region, x, y, _INK if owner == NOBODY else _SIDE[owner])]
    if state.besieged[region] != NOBODY:
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="19" fill="none" stroke="{_INK}" stroke-dasharray="4 3"/>')
    if state.mordor == NOBODY and state.place == region:
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#f2d13c" stroke="{_INK}"/>')
    parts += _counters(state, region, x, y)
    parts.append(_text(x, y + 27, REGIONS[region].name, 8, "#6b614f"))
    return f"<g><title>{escape(words or REGIONS[region].name)}</title>{''.join(parts)}</g>"


def picture(state: Any, title: str, panel: list[str], words: Callable[[int], str]) -> str:
    """The SVG document; `words(region)` says what stands in a region."""
    lines = [piece for entry in panel for piece in textwrap.wrap(entry, _LETTERS)]
    height = _TOP + _MAP_HEIGHT + _LINE * (len(lines) + 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH:.0f} {height:.0f}" font-family="sans-serif">',
        f'<rect width="{_WIDTH:.0f}" height="{height:.0f}" fill="{_PAPER}"/>',
        _text(_MARGIN, 32, title, 20, anchor="start"),
        _land(),
        _borders(),
        *(_region(state, region, words(region)) for region in range(REGION_COUNT)),
        *(_text(_MARGIN, _TOP + _MAP_HEIGHT + _LINE * (row + 1), line, 13, anchor="start") for row, line in enumerate(lines)),
        "</svg>",
    ]
    return "".join(parts)
