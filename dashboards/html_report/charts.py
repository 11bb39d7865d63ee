"""Charts as SVG: drawn here, styled by the page, readable without colour and in print, with a title for who can't see."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dashboards.html_report.markup import Markup, joined, tag

_WIDTH = 640
_LEFT, _RIGHT = 14, 14
_ROW = 44
_MARKS = 6
"""Series that differ in colour and dashes; more start anew."""


@dataclass(frozen=True)
class Point:
    """An estimate with its interval, at a label or a number."""

    label: str
    estimate: float
    low: float
    high: float
    x: float = 0.0


@dataclass(frozen=True)
class Scale:
    """A straight map of values to pixels."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Pixels for a value, to a tenth."""
        span = (self.high - self.low) or 1.0
        return round(self.start + (value - self.low) / span * (self.end - self.start), 1)

    def ticks(self, wanted: int = 5) -> list[float]:
        """About so many round values within the scale."""
        span = self.high - self.low
        if span <= 0:
            return [self.low]
        step = next(size * 10.0**power for power in range(-6, 7) for size in (1, 2, 5) if span / (size * 10.0**power) <= wanted)
        first = -(-self.low // step)
        return [round((first + n) * step, 9) for n in range(wanted + 1) if (first + n) * step <= self.high + 1e-12]


def interval_chart(title: str, points: Sequence[Point], fair: float, band: float) -> Markup:
    """Each point under its label: its interval as a bar, its estimate as a dot, the band around the fair share behind."""
    low = min(fair - 2 * band, *(point.low for point in points))
    high = max(fair + 2 * band, *(point.high for point in points))
    scale = Scale(low, high, _LEFT, _WIDTH - _RIGHT)
    height = _ROW * len(points) + 36
    bottom = height - 24
    parts = [_band(scale(fair - band), scale(fair + band), bottom), _line(scale(fair), 4, scale(fair), bottom, "fair")]
    for number, point in enumerate(points):
        y = _ROW * number + 34
        parts += [
            tag("text", point.label, x=_LEFT, y=y - 12, class_="label"),
            _line(scale(point.low), y, scale(point.high), y, "interval"),
            tag("circle", cx=scale(point.estimate), cy=y, r=4, class_="dot"),
        ]
    parts += [tag("text", f"{value:g}", x=scale(value), y=height - 6, class_="tick") for value in scale.ticks()]
    return _picture(title, height, parts)


def span_of(points: Sequence[Point], fair: float) -> tuple[float, float]:
    """Round ends, in hundredths, between which all intervals and the fair share lie with a little room."""
    low = min(fair, *(point.low for point in points))
    high = max(fair, *(point.high for point in points))
    room = max(0.01, (high - low) / 20)
    return max(0.0, math.floor((low - room) * 100) / 100), min(1.0, math.ceil((high + room) * 100) / 100)


def interval_track(point: Point, fair: float, span: tuple[float, float]) -> Markup:
    """A point within a line of a table: its interval as a bar, its estimate as a dot, the fair share as a mark.

    `span` are the values at the track's ends; the figures themselves stand beside it in words.
    """
    low, high = span

    def place(value: float) -> str:
        return f"{100 * (value - low) / ((high - low) or 1.0):.2f}%"

    style = f"--from:{place(point.low)};--to:{place(point.high)};--at:{place(point.estimate)};--mark:{place(fair)}"
    side = "above" if point.low > fair else "below" if point.high < fair else "fair"
    return tag("span", tag("i"), class_=f"track {side}", style=style, aria_hidden="true")


def _band(start: float, end: float, bottom: float) -> Markup:
    return tag("rect", x=start, y=4, width=round(end - start, 1), height=bottom - 4, class_="band")


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)


def curve_chart(
    title: str, path: str, series: Mapping[str, Sequence[Point]], fair: float | None = None, band: float = 0.0
) -> Markup:
    """How figures move with a number: a line with intervals for each series, and behind them the band around a fair share."""
    points = [point for line in series.values() for point in line]
    across = Scale(min(p.x for p in points), max(p.x for p in points), 60, _WIDTH - 120)
    marks = [] if fair is None else [fair - 2 * band, fair + 2 * band]
    low = min([*marks, *(point.low for point in points)])
    high = max([*marks, *(point.high for point in points)])
    height = 300
    up = Scale(low, high, height - 46, 12)
    right = _WIDTH - 120
    parts = []
    if fair is not None:
        tall = round(up(fair - band) - up(fair + band), 1)
        parts.append(tag("rect", x=50, y=up(fair + band), width=right - 40, height=tall, class_="band"))
        parts.append(_line(50, up(fair), right + 10, up(fair), "fair"))
    for number, (name, line) in enumerate(series.items()):
        kind = f"series s{number % _MARKS}"
        parts.append(tag("polyline", points=" ".join(f"{across(p.x)},{up(p.estimate)}" for p in line), class_=kind))
        for point in line:
            parts.append(_line(across(point.x), up(point.low), across(point.x), up(point.high), f"{kind} whisker"))
            parts.append(tag("circle", cx=across(point.x), cy=up(point.estimate), r=3.5, class_=f"{kind} dot"))
        parts.append(tag("text", name, x=right + 14, y=up(line[-1].estimate) + 4, class_=f"label s{number % _MARKS}"))
    values = sorted({point.x for point in points})
    parts += [tag("text", f"{value:g}", x=across(value), y=height - 26, class_="tick") for value in values[:12]]
    parts += [tag("text", f"{value:g}", x=44, y=up(value) + 4, class_="tick end") for value in up.ticks()]
    parts.append(tag("text", path, x=(60 + right) / 2, y=height - 6, class_="tick"))
    return _picture(title, height, parts)


def bar_chart(title: str, counts: Sequence[tuple[str, int]], unit: str) -> Markup:
    """Counts as bars, in the order given."""
    most = max(count for _, count in counts)
    height = 190
    width = (_WIDTH - 20) / len(counts)
    parts = []
    every = -(-len(counts) // 16)
    for number, (label, count) in enumerate(counts):
        tall = round(140 * count / most, 1)
        x = round(10 + number * width, 1)
        bar = tag(
            "rect", tag("title", f"{label}: {count:,}"), x=x, y=150 - tall, width=round(max(width - 2, 1), 1), height=tall
        )
        parts.append(bar)
        if number % every == 0:
            parts.append(tag("text", label, x=round(x + width / 2, 1), y=166, class_="tick"))
    parts.append(tag("text", unit, x=_WIDTH / 2, y=184, class_="tick"))
    return _picture(title, height, parts, "bars")


def _picture(title: str, height: float, parts: Sequence[Markup], kind: str = "chart") -> Markup:
    picture = tag(
        "svg", tag("title", title), joined(parts), viewBox=f"0 0 {_WIDTH} {height:g}", role="img", aria_label=title, class_=kind
    )
    return tag("figure", tag("figcaption", title), picture)
