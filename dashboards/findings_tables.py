"""Answers, ratings and head-to-head scores of a run for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cluster.findings import Answer, Question, Variant
from cluster.statistics import Rating
from cluster.status import CellStatus
from dashboards.tables import new_table
from dashboards.words import NOTHING, between, number, score, share, value_text

SAMPLING = "Intervals are the sampling error of these agents, not of human play."


def variant_name(variant: Variant) -> str:
    """Line-up and settings in one line; `the rulebook's game` where there is nothing to say."""
    words = [] if variant.lineup == "default" else [variant.lineup]
    words += [f"{path} = {value_text(value)}" for path, value in variant.settings.items()]
    return ", ".join(words) + (" (reference)" if variant.reference else "") if words else "the rulebook's game"


def cell_name(cell: CellStatus) -> tuple[str, str]:
    """A cell's design entry, and its line-up and settings in one line."""
    words = [] if cell.plan.job.lineup == "default" else [cell.plan.job.lineup]
    words += [f"{path} = {value_text(value)}" for path, value in cell.plan.overrides.items()]
    return cell.plan.design, ", ".join(words)


def findings(variants: Sequence[Variant]) -> RenderableType:
    """All that a run answers: sentences first, then ratings where agents meet."""
    parts: list[RenderableType] = [Text("Answers", style="bold")]
    for variant in variants:
        parts += [Text(f"{variant_name(variant)}: {sentence(question)}") for question in variant.questions()]
    parts.append(Text(SAMPLING, style="dim"))
    for variant in variants:
        parts += list(_strength(variant, len(variants) > 1))
    return Group(*parts, Text(""))


def sentence(question: Question) -> str:
    """The answer to one question in one sentence."""
    answer = question.together
    if answer.estimate is None:
        return f"{answer.name}: not enough games (none)."
    found = f"{score(answer.estimate)} ({between(answer.low, answer.high)})"
    agents = f" under {question.each[0].agent}"
    if len(question.each) > 1:
        told = answer.verdict != "not enough games"
        agents = f"; {question.robustness}" if told else f" under {len(question.each)} agents together"
    return f"{answer.name} scores {found}, fair share {score(answer.fair_share)}: {said(answer)}{agents}."


def said(answer: Answer) -> str:
    """The verdict in words, with its band."""
    if answer.verdict == "not enough games":
        return f"not enough games to tell it from the fair share ± {answer.band:g}"
    return f"{answer.verdict} the fair share ± {answer.band:g}"


def _strength(variant: Variant, several: bool) -> Iterator[RenderableType]:
    found = variant.ratings
    if found is None:
        return
    where = f", {variant_name(variant)}" if several else ""
    yield rating_table(found.rows, variant.shares, f"Ratings{where}")
    yield from (Text(line, style="yellow") for line in found.warnings)
    if len(variant.agents) > 2:
        yield head_to_head_table(variant, f"Head to head: score of the row against the column{where}")


def rating_table(rows: Sequence[Rating], shares: dict[str, float] | None, title: str = "Ratings") -> Table:
    """Elo with intervals, and alpha-rank where everybody met."""
    table = new_table(title, "", "", ">Elo", ">95 % interval", ">games", *((">alpha-rank",) if shares else ()))
    for row in rows:
        if row.by == "tie":
            continue
        ends = NOTHING if row.elo is None or row.se is None else f"{_end(row.low, '-')} to {_end(row.high, '+')}"
        elo = NOTHING if row.elo is None else f"{row.elo:+.0f}"
        more = (share(shares.get(row.name)) if row.by == "agent" else "",) if shares else ()
        table.add_row(row.by, row.name, elo, ends, number(row.games), *more)
    return table


def _end(value: float | None, sign: str) -> str:
    return f"{sign}∞" if value is None else f"{value:+.0f}"


def head_to_head_table(variant: Variant, title: str) -> Table:
    """Who scores how much against whom."""
    table = new_table(title, "", *(f">{name}" for name in variant.agents))
    found = {(meeting.agent, meeting.opponent): meeting for meeting in variant.meetings}
    for name in variant.agents:
        cells = [found.get((name, other)) for other in variant.agents]
        table.add_row(
            name, *("" if cell is None else f"{score(cell.estimate)} ({between(cell.low, cell.high)})" for cell in cells)
        )
    return table
