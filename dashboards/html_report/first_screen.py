"""What the page begins with: answers, differences by rule value, agents, what it rests on, the response curve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from cluster.comparison import Comparison, compare_cells
from cluster.component_rows import house_uses_frame
from cluster.findings import Answer, Question, Variant
from cluster.ladder import rung_of
from cluster.results import RunResult
from cluster.status import CellStatus
from dashboards.findings_tables import cell_name, sentence, variant_name
from dashboards.html_report.charts import Point, curve_chart, interval_chart
from dashboards.html_report.markup import Markup, joined, section, table, tag
from dashboards.report_tables import SMOKE_TEST, gap, is_smoke_test
from dashboards.words import NOTHING, between, drafts, number, p_value, score, share, value_text
from engine.agents.specs import is_reproducible, read_agent
from engine.game import Outcome, get_game
from engine.options import iterate_options

FEW_LINES = 8
SAMPLING = "95 % intervals: sampling error of these agents, not of human play"


@dataclass(frozen=True)
class Asked:
    """A variant with its questions, computed once."""

    variant: Variant
    questions: tuple[Question, ...]


def answers(asked: Sequence[Asked]) -> Markup:
    """One sentence a question, most telling colour at the side, and the intervals in one picture."""
    items, points = [], []
    fair, band = 0.5, 0.02
    for one in asked:
        name = variant_name(one.variant) if len(asked) > 1 else ""
        for question in one.questions:
            answer = question.together
            fair, band = answer.fair_share, answer.band
            text = f"{name}: {sentence(question)}" if name else sentence(question)
            items.append(tag("li", text, class_=answer.verdict.split(" ")[0]))
            points += [_point(f"{answer.name}, {name}" if name else answer.name, answer)] if answer.estimate is not None else []
    one_share = len({question.together.fair_share for one in asked for question in one.questions}) == 1
    chart = interval_chart(f"Scores and fair share. {SAMPLING}", points[:24], fair, band) if points and one_share else ""
    return section(
        "Answers", tag("ul", *items, class_="answers"), tag("p", f"{SAMPLING}.", class_="soft"), chart, identifier="answers"
    )


def _point(label: str, answer: Answer, x: float = 0.0) -> Point:
    estimate, low, high = (0.0 if value is None else value for value in (answer.estimate, answer.low, answer.high))
    return Point(label, estimate, low, high, x)


def changed_paths(result: RunResult) -> list[str]:
    """Paths that have several values in cells that differ in nothing else."""
    values: dict[str, set[str]] = {}
    for cell in result.plan.cells:
        for path, value in cell.overrides.items():
            values.setdefault(path, set()).add(value_text(value))
    return [path for path, found in values.items() if len(found) > 1]


def comparisons(result: RunResult) -> list[tuple[str, Comparison]]:
    """The run's own comparisons, one for each path that it varies with all else equal."""
    found = []
    for path in changed_paths(result):
        try:
            found.append((path, compare_cells(result, path)))
        except ValueError:
            continue  # its values never stand side by side, as in a sample
    return found


def rule_values(compared: Sequence[tuple[str, Comparison]]) -> Markup:
    """The difference that each rule value makes to each seat's score."""
    if not compared:
        return Markup("")
    parts = []
    for path, comparison in compared:
        rows = [row for row in comparison.rows if row.metric == "score" and row.by in ("seat", "faction")]
        lines = [
            [
                f"{row.b.removeprefix(f'{path} = ')} against {row.a.removeprefix(f'{path} = ')}",
                row.design,
                row.name,
                score(row.estimate_a),
                score(row.estimate_b),
                NOTHING if row.difference is None else f"{row.difference:+.4f}",
                NOTHING if row.low is None or row.high is None else f"{row.low:+.4f} to {row.high:+.4f}",
                p_value(row.p_value),
                number(row.blocks),
                NOTHING if row.variance_saved is None else share(row.variance_saved),
            ]
            for row in rows
        ]
        columns = ("value", "design", "seat", ">before", ">after", ">difference", ">95 % interval", ">adjusted p", ">blocks")
        caption = f"Differences by {path}, paired by block, and the share of their variance that pairing saves. {SAMPLING}"
        parts.append(table(caption, (*columns, ">variance saved"), lines))
    return section("What each rule value changes", *parts, identifier="differences")


def each_agent(asked: Sequence[Asked]) -> Markup:
    """The same figures under each agent, and for how many they hold."""
    rows = []
    for one in asked:
        for question in one.questions:
            together = question.together
            rows.append([variant_name(one.variant), together.name, "together", *_figures(together), str(question.robustness)])
            if len(question.each) > 1:
                rows += [["", "", str(answer.agent), *_figures(answer), ""] for answer in question.each]
    columns = ("variant", "side", "agents", ">score", ">95 % interval", ">fair share", "verdict", ">games", "holds")
    return section("Under each agent", table(SAMPLING, columns, rows), identifier="agents")


def _figures(answer: Answer) -> tuple[str, ...]:
    interval = between(answer.low, answer.high)
    return score(answer.estimate), interval, score(answer.fair_share), answer.verdict, number(answer.games)


def rests_on(result: RunResult) -> Markup:
    """Agents and their rungs on the game's ladder, house values, caps, forfeits, agents that can't be repeated, versions."""
    items = [joined((tag("dt", name), tag("dd", value))) for name, value in _facts(result)]
    smoke = tag("p", SMOKE_TEST, class_="warning") if any(is_smoke_test(cell) for cell in result.status.cells) else ""
    warnings = [tag("p", line, class_="warning") for line in result.plan.warnings]
    return section("What this rests on", smoke, tag("dl", *items), *warnings, identifier="basis")


def _folded(lines: Sequence[str]) -> object:
    """Some lines as they are, many behind their number."""
    if len(lines) <= FEW_LINES:
        return "; ".join(lines) or "none used"
    return tag("details", tag("summary", f"{len(lines)} values"), "; ".join(lines))


def _facts(result: RunResult) -> Iterator[tuple[str, object]]:
    cells = result.status.cells
    games = sum(cell.sums.games for cell in cells)
    specs: dict[str, Any] = {name: spec for cell in cells for name, spec in cell.plan.job.agents.items()}
    yield "Agents", "; ".join(f"{name}: {_agent_words(spec)}" for name, spec in specs.items())
    rungs = {name: rung_of(result.plan.game, spec) for name, spec in specs.items()}
    yield (
        "On the ladder",
        "; ".join(f"{name}: {rung or 'not among the agents that were measured'}" for name, rung in rungs.items()),
    )
    drafters = {name: drafter for cell in cells for name, drafter in cell.plan.job.drafters.items()}
    if drafters:
        yield "Drafts", f"by {drafts(drafters)}"
    loose = [name for name, spec in specs.items() if not is_reproducible(read_agent(spec))]
    yield "Not reproducible", ", ".join(loose) or "none: every game can be played again from its id"
    yield "House values", _folded(list(_house_values(result)))
    yield from _house_uses(result)
    caps = sum(cell.sums.outcomes.get(Outcome.DECISION_CAP.name.lower(), 0) for cell in cells)
    yield "Ended by the decision cap", f"{number(caps)} of {number(games)} games"
    yield "Forfeits", f"{number(sum(sum(cell.sums.forfeits.values()) for cell in cells))} of {number(games)} games"
    done = "complete" if result.complete else f"not complete: {number(result.status.games_done)} games done"
    yield "Games", f"{number(games)} in {number(sum(cell.sums.blocks for cell in cells))} blocks, {done}"
    gaps = [f"{', '.join(filter(None, cell_name(cell)))}: {gap(cell)}" for cell in cells if cell.held_back]
    if gaps:
        yield "Done and not counted", " ".join(gaps)
    stops = [f"{cell.plan.design}: {cell.stop_reason}" for cell in cells if cell.stop_reason]
    if stops:
        yield "Stopped", "; ".join(stops)
    yield "Intervals", _interval_words(cells)
    yield "Seed", f"{result.plan.seed}, {'paired' if result.plan.spec['pair_seeds'] else 'not paired'} over cells"
    yield "Rules", f"{result.plan.game} {result.plan.rules_version}"
    yield "Versions", ", ".join(f"{name} {value}" for name, value in result.provenance.items() if isinstance(value, str))


def _interval_words(cells: Sequence[CellStatus]) -> str:
    """For which looks the intervals hold."""
    if any(cell.sequential or not cell.complete for cell in cells):
        watched = "those of scores, win rates and answers hold however often one looks (confidence sequences)"
        return f"where a cell is still played, or a stop rule watches it, {watched}; all others are for one look"
    return "for a number of games that was fixed beforehand"


def _agent_words(spec: dict[str, Any]) -> str:
    rest = {
        key: value
        for key, value in spec.items()
        if key in ("path", "level", "iterations", "milliseconds", "parameters") and value
    }
    return ", ".join([str(spec["kind"]), *(f"{key} {value_text(value)}" for key, value in rest.items())])


def _house_values(result: RunResult) -> Iterator[str]:
    """Options that are ours, not the rulebook's, with the values that were played."""
    for info in iterate_options(get_game(result.plan.game).options()):
        if info.mark == "house":
            values = dict.fromkeys(value_text(cell.job.options.get(info.path)) for cell in result.plan.cells)
            yield f"{info.path} = {' / '.join(values)}"


def _house_uses(result: RunResult) -> Iterator[tuple[str, str]]:
    """How often house values decided something, over all cells."""
    frame = house_uses_frame(result)
    if frame.is_empty():
        return
    games = sum(cell.sums.games for cell in result.status.cells)
    sums = (
        frame.group_by("house_value")
        .agg(pl.col("uses", "games_with").sum())
        .sort("uses", "house_value", descending=[True, False])
    )
    words = [
        f"{name.replace('_', ' ')} {number(uses)} times ({share(some / games)} of games)"
        for name, uses, some in sums.iter_rows()
    ]
    yield "House values decided something", "; ".join(words)


def response_curves(result: RunResult, asked: Sequence[Asked]) -> Markup:
    """Scores against each number that the sweep varies, where nothing else varies with it."""
    parts = []
    for path in changed_paths(result):
        values = [one.variant.settings.get(path) for one in asked]
        others = {str({k: v for k, v in one.variant.settings.items() if k != path}) for one in asked}
        if len(others) > 1 or not all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
            continue
        series: dict[str, list[Point]] = {}
        for one in sorted(asked, key=lambda one: float(one.variant.settings[path])):
            for question in one.questions:
                answer = question.together
                if answer.estimate is not None:
                    point = _point(answer.name, answer, float(one.variant.settings[path]))
                    series.setdefault(answer.name, []).append(point)
        if series:
            first = asked[0].questions[0].together
            parts.append(curve_chart(f"Scores by {path}. {SAMPLING}", path, series, first.fair_share, first.band))
    return section("Response curve", *parts, identifier="curve") if parts else Markup("")
