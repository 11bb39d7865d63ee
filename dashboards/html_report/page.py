"""The page as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cluster.findings import Variant, variants_of
from cluster.results import RunResult
from dashboards.html_report import by_round, details, first_screen
from dashboards.html_report.forfeits import forfeits
from dashboards.html_report.markup import Markup, tag
from engine.game import get_game

_STYLE = Path(__file__).with_name("style.css")


def report_page(result: RunResult, variants: Sequence[Variant] | None = None) -> str:
    """The report of a run, finished or not, as one HTML file: no script, and nothing that is loaded from elsewhere.

    Args:
        result: of the run.
        variants: the run's, if they are at hand.
    """
    variants = variants_of(result) if variants is None else variants
    asked = [first_screen.Asked(variant, variant.questions()) for variant in variants]
    title = result.plan.spec.get("title") or f"{get_game(result.plan.game).title}: what a run came to"
    parts = (
        tag("header", tag("h1", title), tag("p", _subtitle(result), class_="soft")),
        first_screen.answers(asked),
        first_screen.rule_values(first_screen.comparisons(result)),
        first_screen.each_agent(asked),
        first_screen.rests_on(result),
        first_screen.response_curves(result, asked),
        details.stages(result),
        details.strength(variants),
        details.effect_table(variants),
        details.lengths(result.status.cells),
        details.ends(result),
        forfeits(result),
        by_round.scores_by_ending(result),
        by_round.curves(result),
        details.components(result),
    )
    head = tag(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", title),
        tag("style", Markup(_STYLE.read_text())),
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', tag('main', *parts)), lang='en')}\n"


def _subtitle(result: RunResult) -> str:
    cells, seed = len(result.plan.cells), result.plan.seed
    return f"{result.plan.game}, {cells} cell{'s' if cells != 1 else ''}, seed {seed}; run directory {result.run_dir}"
