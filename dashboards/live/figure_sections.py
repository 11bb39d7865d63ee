"""The parts of a run's page that say what it has come to: scores, ratings, lengths, ends, the way to the stop rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cluster.findings import Variant, variants_of
from cluster.follower import Sighting
from cluster.results import RunResult
from cluster.statistics import Estimate
from cluster.status import CellStatus
from cluster.stop_rules import FairShareRule, SequentialTest, StopRule
from cluster.stopping import StopScan
from dashboards.html_report import details
from dashboards.html_report.charts import Point, interval_track, span_of
from dashboards.html_report.markup import Markup, table, tag
from dashboards.live.run_sections import card
from dashboards.report_tables import SMOKE_TEST, against_fair_share, digits_for, gap, is_smoke_test, select
from dashboards.words import NOTHING, between, number, score, share, value_text

CELLS_SHOWN = 24
STOPS_SHOWN = 4

OF_WHAT = "sampling error of these agents, not of human play"
WATCHED = f"95 % confidence sequences, which hold however often one looks: {OF_WHAT}"
ORDINARY = f"95 % intervals of a run that was not stopped because of its figures: {OF_WHAT}"


def cell_name(cell: CellStatus) -> str:
    """Design, line-up and what the sweep sets in the cell."""
    words = [cell.plan.design] + ([] if cell.plan.job.lineup == "default" else [cell.plan.job.lineup])
    return ", ".join(words + [f"{path} = {value_text(value)}" for path, value in cell.plan.overrides.items()])


def scores(cells: Sequence[CellStatus], alive: bool) -> Markup:
    """The score of every agent at every seat of every cell, with intervals that are valid for who watches.

    While somebody is at work (`alive`) chunks come in out of order as a matter of course; afterwards a gap is told of.
    """
    parts: list[object] = []
    if not alive:
        parts += [tag("p", f"{cell_name(cell)}: {gap(cell)}", class_="warning") for cell in cells if cell.held_back]
    if any(is_smoke_test(cell) for cell in cells):
        parts.append(tag("p", SMOKE_TEST, class_="soft"))
    shown = cells[:CELLS_SHOWN]
    for cell in shown:
        parts.append(tag("div", *_cell_scores(cell)))
    if len(shown) < len(cells):
        parts.append(tag("p", f"The first {len(shown)} of {len(cells)} cells; warhost report has all.", class_="soft"))
    return card("Scores", *parts, identifier="scores", wide=True)


def _cell_scores(cell: CellStatus) -> Iterator[Markup]:
    rows = list(select(cell, "agent_seat"))
    known = [row for row in rows if row.estimate is not None]
    yield tag("h3", cell_name(cell))
    if not known:
        yield tag("p", "No block is done yet.", class_="soft")
        return
    note = WATCHED if all(row.valid_under_peeking for row in known) else ORDINARY
    yield _score_table(cell, rows)
    yield tag("p", note, ".", class_="soft note")


def _point(row: Estimate) -> Point:
    estimate, low, high = (0.0 if value is None else value for value in (row.estimate, row.low, row.high))
    return Point(f"{row.agent} at {_seat(row)}", estimate, low, high)


def _seat(row: Estimate) -> str:
    return str(row.seat_name) if row.faction in (None, row.seat_name) else f"{row.seat_name} ({row.faction})"


def _score_table(cell: CellStatus, rows: Sequence[Estimate]) -> Markup:
    digits = digits_for(rows)
    fair = next((row.fair_share for row in rows if row.fair_share is not None), 0.5)
    span = span_of([_point(row) for row in rows if row.estimate is not None], fair)
    ends = tag("span", tag("span", f"{span[0]:g}"), tag("span", f"{span[1]:g}"), class_="ends")
    wins = select(cell, "agent_seat", "win_rate")
    lines = []
    for row, win in zip(rows, wins, strict=True):
        known = row.estimate is not None
        cells_ = (
            tag("th", tag("b", row.agent), f" at {_seat(row)}", scope="row"),
            tag("td", interval_track(_point(row), fair, span) if known else "", class_="line"),
            tag("td", tag("b", score(row.estimate, digits)), class_="n"),
            tag("td", between(row.low, row.high, digits), class_="n"),
            tag("td", score(row.fair_share), class_="n extra"),
            tag("td", against_fair_share(row), class_="extra"),
            tag("td", score(win.estimate, digits), class_="n extra"),
            tag("td", number(row.games), class_="n extra"),
        )
        lines.append(tag("tr", *cells_))
    names: list[tuple[object, str]] = [("agent and seat", ""), (ends, "line"), ("score", "n"), ("interval", "n")]
    names += [("fair share", "n extra"), ("", "extra"), ("win rate", "n extra"), ("games", "n extra")]
    head = tag("tr", *(tag("th", name, scope="col", class_=kind or None) for name, kind in names))
    caption = tag("caption", f"Scores of {cell_name(cell)}", class_="unseen")
    return tag("div", tag("table", caption, tag("thead", head), tag("tbody", *lines)), class_="scroll scores", tabindex="0")


@dataclass(frozen=True)
class Strength:
    """Ratings and meetings as they were when so many games were done: they take longer than the rest, and come less often."""

    games: int
    markup: Markup


def strength(result: RunResult) -> Strength:
    """Ratings and head to head of all variants in which agents meet. Reads games where cells share their luck."""
    variants: Sequence[Variant] = [variant for variant in variants_of(result) if any(cell.sums.games for cell in variant.cells)]
    games = sum(cell.sums.games for cell in result.status.cells)
    parts = details.strength_parts(variants)
    words = f"From the first {number(games)} games in design order. These intervals are for one look, not for watching."
    return Strength(
        games, card("Ratings and head to head", *parts, identifier="ratings", wide=True, note=words) if parts else Markup("")
    )


def lengths(cells: Sequence[CellStatus]) -> Markup:
    """How long games are."""
    content = details.length_parts(cells)
    return card("Length of games", *content, identifier="lengths")


def ends(cells: Sequence[CellStatus]) -> Markup:
    """Which condition ended how many games."""
    parts: list[object] = []
    for cell in cells[:CELLS_SHOWN]:
        rows = [
            [
                str(row.outcome).replace("_", " "),
                tag("span", class_="meter", style=f"--share:{100 * (row.estimate or 0):.2f}%", aria_hidden="true"),
                share(row.estimate),
                NOTHING if row.low is None or row.high is None else f"{share(row.low)} to {share(row.high)}",
                number(cell.sums.outcomes[str(row.outcome)]),
            ]
            for row in sorted(
                select(cell, "outcome", "outcome_share", "included"), key=lambda row: (-(row.estimate or 0), str(row.outcome))
            )
        ]
        if rows:
            parts.append(table(cell_name(cell), ("ended by", "", ">share", ">interval", ">games"), rows))
    note = f"95 % intervals for one look, not for watching: {OF_WHAT}" if parts else ""
    return card("How games end", *(parts or [tag("p", "No game is done yet.", class_="soft")]), identifier="ends", note=note)


def stops(sight: Sighting) -> Markup:
    """The way of each stop rule to its bounds; the browser draws it."""
    parts: list[object] = []
    for number_, (cell, scan) in enumerate(zip(sight.result.status.cells, sight.scans, strict=True)):
        if scan is None or len(parts) >= 3 * STOPS_SHOWN:
            continue
        words = _rule_words(scan.rule)
        told = f"Stopped after block {number(cell.stop_block)}: {cell.stop_reason}." if cell.stop_block else _standing(scan)
        chart = tag(
            "div", id=f"stop-{number_}", class_="chart", data_chart=f"stop-{number_}", role="img", aria_label=f"{words}. {told}"
        )
        parts += [tag("h3", cell_name(cell)), tag("p", f"{words}. {told}", class_="soft"), chart]
    return card("The way to the stop rule", *parts, identifier="stops") if parts else Markup("")


def _rule_words(rule: StopRule) -> str:
    lines = " and ".join(f"{target:.4g}" for target in rule.targets)
    if isinstance(rule, SequentialTest):
        return f"Sequential test of {rule.names[0]} against {rule.names[1]}: log likelihood ratio, bounds {lines}"
    if isinstance(rule, FairShareRule):
        return f"Interval of the {rule.metric.replace('_', ' ')} against the band around its fair share, {lines}"
    return f"Half the width of the interval of the {rule.metric.replace('_', ' ')}, {lines} asked for"


def _standing(scan: StopScan) -> str:
    if not scan.path:
        return "Too few blocks to say anything."
    blocks, values = scan.path[-1]
    return f"After {number(blocks)} blocks: {', '.join(f'{value:.4g}' for value in values)}."


def series(sight: Sighting) -> dict[str, Any]:
    """What the browser draws: chart -> columns for uPlot, names of the curves, lines to cross."""
    rates = sight.speed.rates()
    charts: dict[str, Any] = {
        "speed": {
            "time": True,
            "x": [round(at, 1) for at, _ in rates],
            "curves": [{"name": "games/s", "y": [None if rate is None else round(rate, 2) for _, rate in rates]}],
            "targets": [],
            "zero": True,
        }
    }
    for number_, scan in enumerate(sight.scans):
        if scan is not None and scan.path:
            charts[f"stop-{number_}"] = _stop_series(scan)
    return charts


def _stop_series(scan: StopScan) -> dict[str, Any]:
    rule = scan.rule
    if isinstance(rule, SequentialTest):
        names, lines = ["log likelihood ratio"], [rule.names[0], rule.names[1]]
    elif isinstance(rule, FairShareRule):
        names, lines = ["low end", "high end"], ["band", "band"]
    else:
        names, lines = ["half width"], ["asked for"]
    columns = zip(*(values for _, values in scan.path), strict=True)
    return {
        "time": False,
        "x": [blocks for blocks, _ in scan.path],
        "curves": [
            {"name": name, "y": [round(value, 6) for value in column]} for name, column in zip(names, columns, strict=True)
        ],
        "targets": [{"name": name, "y": target} for name, target in zip(lines, rule.targets, strict=True)],
        "zero": False,
    }
