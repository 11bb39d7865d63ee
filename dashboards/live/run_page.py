"""A run's page: the shell that the browser loads once, and the parts that come again when they change."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cluster.follower import Sighting
from dashboards.html_report.markup import Markup, joined, tag
from dashboards.live import figure_sections, run_sections
from dashboards.live.run_sections import STATES, card
from engine.game import get_game

TOP = ("progress", "scores")
LEFT = ("speed", "ends", "lengths", "forfeits", "games")
RIGHT = ("stops", "workers", "events")
BOTTOM = ("ratings",)
PLACES = ("state", *TOP, *LEFT, *RIGHT, *BOTTOM)
"""Parts of the page in their order; left and right stand side by side where there is room."""


@dataclass(frozen=True)
class RunView:
    """What the page shows of one look at a run.

    Attributes:
        version: grows with each view that is shown.
        title: of the page.
        subtitle: of which run.
        life: how it is with the run, as `cluster.follower.Life`.
        words: the state in a few words, for a tab's title and for who can't see.
        saved: when the driver saved its status last, in seconds since 1970; None if it never did.
        parts: identifier -> HTML.
        series: chart -> what the browser draws.
    """

    version: int
    title: str
    subtitle: str
    life: str
    words: str
    saved: float | None
    parts: Mapping[str, Markup]
    series: Mapping[str, Any]


def waiting_view(run_dir: str | os.PathLike[str], words: str = "The run has not begun yet") -> RunView:
    """What is shown while there is no run in the directory that can be read."""
    badge = tag("span", tag("span", class_="dot", aria_hidden="true"), words, class_="badge idle", data_life="waiting")
    parts = {"state": tag("div", badge, id="state"), **{name: empty_part(name) for name in PLACES if name != "state"}}
    return RunView(0, "warhost", str(run_dir), "waiting", words, None, parts, {})


def empty_part(identifier: str) -> Markup:
    """What stands where a part has nothing to say."""
    return tag("section", id=identifier, hidden="hidden")


def run_view(sight: Sighting, strength: figure_sections.Strength | None, games: Markup) -> RunView:
    """Draw every part.

    Args:
        sight: what was seen.
        strength: ratings as they were computed last; None before that.
        games: the part that leads to the board viewer.
    """
    result, cells = sight.result, sight.result.status.cells
    now = time.time()
    parts = {
        "state": run_sections.state(sight),
        "progress": run_sections.progress(sight),
        "scores": figure_sections.scores(cells, sight.alive),
        "speed": run_sections.speed(sight),
        "ends": figure_sections.ends(cells),
        "lengths": figure_sections.lengths(cells),
        "forfeits": run_sections.forfeits(cells, result.status.quarantined_agents),
        "stops": figure_sections.stops(sight),
        "workers": run_sections.workers(sight, now),
        "events": run_sections.events(sight.events),
        "ratings": strength.markup if strength is not None else Markup(""),
        "games": games,
    }
    count, seed = len(cells), result.plan.seed
    title = result.plan.spec.get("title") or get_game(result.plan.game).title
    subtitle = f"{result.plan.game}, {count} cell{'s' if count != 1 else ''}, seed {seed}; {result.run_dir}"
    status = result.status
    percent = 100 * min(status.games_done, status.games_needed) / max(status.games_needed, 1)
    saved = None if sight.driver.silence is None else now - sight.driver.silence
    return RunView(
        version=0,
        title=str(title),
        subtitle=subtitle,
        life=sight.life,
        words=f"{STATES[sight.life][1]}, {percent:.0f} %",
        saved=saved,
        parts={name: parts[name] or empty_part(name) for name in PLACES},
        series=figure_sections.series(sight),
    )


def games_part(recent: list[tuple[str, str]]) -> Markup:
    """Links to recorded games, each (game id, words), and a field for any other id."""
    items = [tag("li", tag("a", name, href=f"game/{name}"), tag("span", words, class_="soft")) for name, words in recent]
    field = tag(
        "form",
        tag("label", "Any game by its id", **{"for": "game-id"}),
        tag("input", id="game-id", name="id", required="required", placeholder="cell/block/rotation", autocomplete="off"),
        tag("button", "Open"),
        action="game",
        method="get",
    )
    note = "Every game that is done can be looked at, decision by decision."
    return card("Games", tag("ul", *items, class_="games"), field, identifier="games", note=note)


def page(title: str, body: Markup, scripts: tuple[str, ...], styles: tuple[str, ...] = (), base: str = "") -> str:
    """An HTML document of the live pages, with scripts and styles by their names among the assets.

    `base` leads from the page to the root of the server, such as `../../`.
    """
    sheets = ("report.css", "live.css", *styles)
    head = tag(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'),
        tag("title", title),
        Markup(f'<link rel="icon" href="{base}assets/icon.svg" type="image/svg+xml">'),
        *(Markup(f'<link rel="stylesheet" href="{base}assets/{name}">') for name in sheets),
        *(tag("script", src=f"{base}assets/{name}", defer="defer") for name in scripts),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def run_page(view: RunView) -> str:
    """The run's page with all its parts, as of now."""
    header = tag(
        "header",
        tag("div", tag("h1", view.title, id="title"), tag("p", view.subtitle, id="subtitle", class_="soft")),
        tag("div", view.parts["state"], tag("p", "", id="age", class_="soft"), class_="now"),
        class_="top",
    )
    left, right = (tag("div", *(view.parts[name] for name in names), class_="column") for names in (LEFT, RIGHT))
    top, bottom = ([view.parts[name] for name in names] for names in (TOP, BOTTOM))
    grid = tag("div", *top, left, right, *bottom, class_="grid")
    body = tag(
        "body",
        tag("a", "To the scores", href="#scores", class_="skip"),
        header,
        tag("main", grid),
        tag("p", "", id="said", class_="unseen", role="status", aria_live="polite"),
        tag(
            "noscript", tag("p", "Without JavaScript this page shows one moment: reload it to see the next.", class_="warning")
        ),
        data_page="run",
    )
    return page(
        f"{view.title}: {view.words}",
        joined((body,)),
        ("uplot.min.js", "idiomorph.min.js", "charts.js", "run.js"),
        ("uplot.min.css",),
    )
