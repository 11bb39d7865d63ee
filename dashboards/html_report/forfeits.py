"""Games that agents forfeited: who was set apart for it, and the scores with these games beside those without."""

from __future__ import annotations

from collections.abc import Iterator

from cluster.results import RunResult
from cluster.status import CellStatus
from dashboards.findings_tables import cell_name
from dashboards.html_report.markup import Markup, section, table, tag
from dashboards.report_tables import select
from dashboards.words import between, number, score


def forfeits(result: RunResult) -> Markup:
    """The section on forfeits; nothing where nobody forfeited."""
    reasons = [tag("p", found.reason, class_="warning") for found in result.status.quarantined_agents]
    rows = [row for cell in result.status.cells if cell.sums.excluded_blocks for row in _rows(cell)]
    if not rows and not reasons:
        return Markup("")
    columns = ("cell", "agent", ">score without", ">95 % interval", ">games", ">score with", ">95 % interval", ">games")
    words = "Scores without blocks in which an agent forfeited, as everywhere else on this page, and with them"
    return section("Forfeits", *reasons, table(words, columns, rows) if rows else "", identifier="forfeits")


def _rows(cell: CellStatus) -> Iterator[list[object]]:
    pairs = zip(select(cell, "agent"), select(cell, "agent", forfeits="included"), strict=True)
    for without, with_ in pairs:
        figures = [(score(row.estimate), between(row.low, row.high), number(row.games)) for row in (without, with_)]
        yield [cell_name(cell), without.agent or "any", *figures[0], *figures[1]]
