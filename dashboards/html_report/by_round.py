"""Where scores come from, and how seats stand from round to round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cluster.results import RunResult
from cluster.round_rows import curves_of_cell, endings_of_cell
from cluster.statistics.by_round import CurvePoint, EndingScore
from dashboards.findings_tables import cell_name
from dashboards.html_report.charts import Point, curve_chart
from dashboards.html_report.first_screen import SAMPLING
from dashboards.html_report.markup import Markup, joined, section, table, tag
from dashboards.words import NOTHING, between, number, score

SELECTION = "Late rounds are over the games that lasted so long, which are a selection."


def scores_by_ending(result: RunResult) -> Markup:
    """Each seat's score split by how games ended, and by the round in which they did."""
    parts = []
    for cell in result.status.cells:
        found = endings_of_cell(result, cell.plan.cell_id)
        outcomes = [row for row in found if row.outcome is not None]
        rounds = [row for row in found if row.round is not None]
        if found:
            title = ", ".join(filter(None, cell_name(cell)))
            parts.append(_split(f"{title}: score by way of ending", outcomes))
            parts.append(_split(f"{title}: score by last round", rounds))
    explained = tag("p", "The parts of a line add up to the seat's score.", class_="soft")
    return section("Scores by ending and round", explained, *parts, identifier="endings") if parts else Markup("")


def _split(title: str, rows: Sequence[EndingScore]) -> Markup:
    columns = sorted({_ending(row) for row in rows})
    seats = dict.fromkeys((row.agent, row.seat_name) for row in rows)
    by_place = {(row.agent, row.seat_name, _ending(row)): row for row in rows}
    lines = []
    for agent, seat in seats:
        cells = [by_place.get((agent, seat, column)) for column in columns]
        lines.append([agent, seat, *map(_part, cells)])
    heads = [f">{str(name).replace('_', ' ')}" if isinstance(name, str) else f">round {name}" for name in columns]
    return table(f"{title}. {SAMPLING}", ("agent", "seat", *heads), lines)


def _ending(row: EndingScore) -> str | int:
    return row.outcome if row.outcome is not None else int(row.round or 0)


def _part(row: EndingScore | None) -> Markup | str:
    if row is None:
        return NOTHING
    return joined((score(row.score), tag("br"), tag("small", between(row.low, row.high), class_="soft")))


def curves(result: RunResult) -> Markup:
    """A chart for each figure by round of each cell, where the sweep records them."""
    parts: list[object] = []
    for cell in result.status.cells:
        found = curves_of_cell(result, cell.plan.cell_id)
        if found:
            figures = list(dict.fromkeys(point.figure for point in found))
            title = ", ".join(filter(None, cell_name(cell)))
            charts = joined(_chart(title, figure, [p for p in found if p.figure == figure]) for figure in figures)
            words = ", ".join(figure.replace("_", " ") for figure in figures)
            parts.append(tag("details", tag("summary", f"{title}: {words}"), charts, open=None if parts else "open"))
    if not parts:
        return Markup("")
    return section("Round by round", tag("p", f"{SELECTION} {SAMPLING}.", class_="soft"), *parts, identifier="curves")


def _chart(title: str, figure: str, points: Sequence[CurvePoint]) -> Markup:
    words = figure.replace("_", " ")
    series = dict(_series(points))
    rounds = sorted({point.round for point in points})
    lines = [[name, *_means(line, rounds)] for name, line in series.items()]
    games = {point.round: point.games for point in points}
    lines.append(["games", *(number(games[round_number]) for round_number in rounds)])
    columns = ("seat", *(f">round {round_number}" for round_number in rounds))
    chart = curve_chart(f"{title}: mean {words} at the end of each round", "round", series)
    return joined((chart, table(f"Mean {words} at the end of each round", columns, lines)))


def _series(points: Sequence[CurvePoint]) -> Iterator[tuple[str, list[Point]]]:
    agents = {point.agent for point in points}
    for agent, seat in dict.fromkeys((point.agent, point.seat_name) for point in points):
        line = [point for point in points if (point.agent, point.seat_name) == (agent, seat)]
        name = seat if len(agents) == 1 else f"{agent} at {seat}"
        yield name, [Point(name, p.mean, _or(p.low, p.mean), _or(p.high, p.mean), p.round) for p in line]


def _or(value: float | None, other: float) -> float:
    return other if value is None else value


def _means(line: Sequence[Point], rounds: Sequence[int]) -> list[str]:
    by_round = {point.x: point.estimate for point in line}
    return [f"{by_round[round_number]:.2f}" if round_number in by_round else NOTHING for round_number in rounds]
