"""The rest of the page: ratings, head to head, effects, lengths, ends, components, pairs of pieces, stages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from cluster.component_rows import components_of_cell, synergies_of_cell
from cluster.findings import Variant
from cluster.results import RunResult
from cluster.statistics import Effect, Meeting, Rating
from cluster.statistics.components import ComponentFigure
from cluster.status import CellStatus
from dashboards.findings_tables import cell_name, variant_name
from dashboards.html_report.charts import bar_chart
from dashboards.html_report.first_screen import SAMPLING
from dashboards.html_report.markup import Markup, section, table, tag
from dashboards.report_tables import ASSOCIATION, is_smoke_test
from dashboards.words import NOTHING, between, drafts, number, p_value, score, share, value_text

_PAIRS_SHOWN = 10


def strength(variants: Sequence[Variant]) -> Markup:
    """Ratings and the head-to-head heat map of each variant in which agents meet."""
    parts = strength_parts(variants)
    return section("Ratings and head to head", *parts, identifier="ratings") if parts else Markup("")


def strength_parts(variants: Sequence[Variant]) -> list[object]:
    """The tables of `strength`, without the heading; empty where agents don't meet."""
    parts: list[object] = []
    for variant in variants:
        found = variant.ratings
        if found is not None:
            parts.append(tag("h3", variant_name(variant)))
            parts.append(_ratings(found.rows, variant.shares))
            parts += [tag("p", line, class_="warning") for line in found.warnings]
            places = variant.placement_ratings
            if places is not None:
                parts.append(_ratings(places.rows, None, "Ratings from whole placements"))
            parts.append(_heat_map(variant))
    return parts


def _ratings(rows: Sequence[Rating], shares: dict[str, float] | None, title: str = "Ratings") -> Markup:
    lines = []
    for row in rows:
        if row.by != "tie":
            ends = NOTHING if row.elo is None or row.se is None else f"{_end(row.low, '-')} to {_end(row.high, '+')}"
            rank = share(shares.get(row.name)) if shares and row.by == "agent" else ""
            elo = NOTHING if row.elo is None else f"{row.elo:+.0f}"
            lines.append([row.by, row.name, elo, ends, number(row.games), rank, row.method.replace("-", " ")])
    columns = ("", "", ">Elo", ">95 % interval", ">games", ">alpha-rank", "method")
    return table(f"{title}, mean 0. {SAMPLING}", columns, lines)


def _end(value: float | None, sign: str) -> str:
    return f"{sign}∞" if value is None else f"{value:+.0f}"


def _heat_map(variant: Variant) -> Markup:
    found = {(meeting.agent, meeting.opponent): meeting for meeting in variant.meetings}
    rows = [[name, *(_heat(found.get((name, other))) for other in variant.agents)] for name in variant.agents]
    columns = ("", *(f">{name}" for name in variant.agents))
    return table(f"Score of the row against the column. {SAMPLING}", columns, rows)


def _heat(meeting: Meeting | None) -> object:
    if meeting is None:
        return ""
    if meeting.estimate is None:
        return NOTHING
    tone = "var(--good)" if meeting.estimate >= 0.5 else "var(--high)"
    style = f"--tone:{tone};--much:{120 * abs(meeting.estimate - 0.5):.0f}"
    return tag("span", f"{score(meeting.estimate)} ({between(meeting.low, meeting.high)})", class_="heat", style=style)


def effect_table(variants: Sequence[Variant]) -> Markup:
    """Seats, factions, agents and their interactions from one model."""
    parts: list[object] = []
    for variant in variants:
        rows = [_effect(row) for row in variant.effects if row.estimate is not None]
        if rows:
            columns = ("what", "agent", "seat", "faction", ">effect", ">95 % interval", ">p")
            caption = f"{variant_name(variant)}: effects on the score, from one model. {SAMPLING}"
            parts.append(table(caption, columns, rows))
    return section("Effects", *parts, identifier="effects") if parts else Markup("")


def _effect(row: Effect) -> list[str]:
    ends = NOTHING if row.low is None or row.high is None else f"{row.low:+.4f} to {row.high:+.4f}"
    return [row.term, row.agent or "", row.seat or "", row.faction or "", f"{row.estimate:+.4f}", ends, p_value(row.p_value)]


def lengths(cells: Sequence[CellStatus]) -> Markup:
    """How long games take, in rounds: a histogram over all cells, and each cell's figures."""
    return section("Lengths", *length_parts(cells), identifier="lengths")


def length_parts(cells: Sequence[CellStatus]) -> tuple[Markup, Markup]:
    """The histogram and the table of `lengths`, without the heading."""
    counts: Counter[int] = Counter()
    rows = []
    for cell in cells:
        counts.update(cell.sums.rounds)
        found = cell.rounds
        mean = NOTHING if found.mean is None else f"{found.mean:.1f}"
        rows.append([*cell_name(cell), number(found.games), number(found.median), number(found.p95), mean])
    columns = ("design", "variant", ">games", ">median", ">95 % take at most", ">mean")
    chart = bar_chart("Games by number of rounds, all cells", _bins(counts), "rounds") if counts else Markup("")
    return chart, table("Rounds of a game", columns, rows)


def _bins(counts: Counter[int]) -> list[tuple[str, int]]:
    """At most 40 bars of equal width."""
    low, high = min(counts), max(counts)
    width = -(-(high - low + 1) // 40)
    bins = []
    for start in range(low, high + 1, width):
        label = str(start) if width == 1 else f"{start}-{start + width - 1}"
        bins.append((label, sum(counts[number] for number in range(start, start + width))))
    return bins


def ends(result: RunResult) -> Markup:
    """How games end, and in which rounds they end so."""
    parts: list[object] = []
    for cell in result.status.cells:
        rows = []
        by_round = _rounds_by_outcome(result, cell)
        for row in cell.estimates:
            if row.by == "outcome":
                spread = by_round.get(str(row.outcome), ("", "", ""))
                interval = NOTHING if row.low is None or row.high is None else f"{share(row.low)} to {share(row.high)}"
                games = number(cell.sums.outcomes[str(row.outcome)])
                rows.append([str(row.outcome).replace("_", " "), games, share(row.estimate), interval, *spread])
        columns = ("outcome", ">games", ">share", ">95 % interval", ">5 % by round", ">half by round", ">95 % by round")
        parts.append(table(f"{', '.join(filter(None, cell_name(cell)))}. {SAMPLING}", columns, rows))
    return section("Ends", *parts, identifier="ends")


def _rounds_by_outcome(result: RunResult, cell: CellStatus) -> dict[str, tuple[str, str, str]]:
    rounds = pl.col("rounds")
    spread = [rounds.quantile(share, interpolation="lower").alias(str(share)) for share in (0.05, 0.5, 0.95)]
    games = result.games_of(cell.plan.cell_id).filter(pl.col("seat") == 0)
    frame = games.group_by(pl.col("outcome").cast(pl.String)).agg(spread).collect()
    return {str(row[0]): (number(row[1]), number(row[2]), number(row[3])) for row in frame.iter_rows()}


def components(result: RunResult) -> Markup:
    """Gains of components by use, and for games of two sides the pairs that do most and least together."""
    parts: list[object] = []
    for cell in result.status.cells:
        found = () if is_smoke_test(cell) else components_of_cell(result, cell.plan.cell_id)
        if found:
            parts.append(tag("h3", ", ".join(filter(None, cell_name(cell)))))
            parts += list(_component_tables(found, cell.plan.job.drafters))
            if len(cell.plan.agents) == 1:  # nobody is better than anybody: what differs is what was dealt
                parts += list(_pairs(result, cell, sorted({row.kind for row in found if row.use == "dealt"})))
    if not parts:
        return Markup("")
    return section("Components", tag("p", ASSOCIATION, class_="soft"), *parts, identifier="components")


def _component_tables(found: Sequence[ComponentFigure], drafters: Mapping[str, str]) -> Iterator[Markup]:
    columns = ("kind", "component", ">pick", ">times", ">score", ">seat's average", ">gain", ">interval", ">adjusted p")
    for use in dict.fromkeys(row.use for row in found):
        rows = sorted((row for row in found if row.use == use), key=lambda row: (row.pick or 0, -row.gain))
        reading = " / ".join(dict.fromkeys(row.reading for row in rows))
        lines = [
            [
                row.kind,
                row.component.replace("_", " "),
                number(row.pick) if row.pick else "",
                number(row.times),
                score(row.score),
                score(row.expected),
                f"{row.gain:+.4f}",
                NOTHING if row.low is None or row.high is None else f"{row.low:+.4f} to {row.high:+.4f}",
                p_value(row.p_value),
            ]
            for row in rows
        ]
        who = f", by {drafts(drafters)}" if use == "drafted" and drafters else ""
        caption = f"When {use}{who} ({reading}): all intervals hold together with 95 %. "
        caption += "Sampling error of these agents, not of human play"
        yield tag("details", tag("summary", f"When {use}{who}: {len(rows)}, {reading}"), table(caption, columns, lines))


def _pairs(result: RunResult, cell: CellStatus, kinds: Sequence[str]) -> Iterator[Markup]:
    for kind in kinds:
        try:
            model = synergies_of_cell(result, cell.plan.cell_id, kind)
        except ValueError:
            continue  # other than two sides, or drafted: there is no such table
        if model is None or not model.pairs:
            continue
        shown = [*model.pairs[:_PAIRS_SHOWN], *model.pairs[_PAIRS_SHOWN:][-_PAIRS_SHOWN:]]
        rows = [
            [f"{row.one} + {row.other}", f"{row.estimate:+.4f}", f"{row.low:+.4f} to {row.high:+.4f}", number(row.blocks)]
            for row in shown
        ]
        caption = (
            f"What pairs do beyond their pieces, drawn towards 0 (spread of all pairs {model.spread:.4f}). "
            "Sampling error of these agents, not of human play"
        )
        title = f"Pairs of {kind}s: the {len(shown)} that do most and least of {len(model.pairs)}"
        yield tag("details", tag("summary", title), table(caption, ("pair", ">effect", ">95 % interval", ">blocks"), rows))


def stages(result: RunResult) -> Markup:
    """The stages of a staged design."""
    parts = []
    for stage in result.stages:
        rows = [
            [
                ", ".join(f"{path} = {value_text(value)}" for path, value in standing.combination.items()),
                NOTHING if standing.loss is None else f"{standing.loss:.5f}",
                "yes" if standing.kept else "no",
            ]
            for standing in stage.standings
        ]
        columns = ("combination", ">mean squared distance from the fair share", "goes on")
        parts.append(table(f"Stage {stage.number}, nearest to balance first", columns, rows))
    return section("Stages", *parts, identifier="stages") if parts else Markup("")
