"""The viewer's page: board, controls, decisions. The browser fills in the game."""

from __future__ import annotations

from typing import Any

from dashboards.html_report.markup import Markup, joined, tag
from dashboards.live.run_page import page

_BUTTONS = (
    ("first", "M2 2h2v12H2zM14 2v12L5 8z", "", "To the start (Home)"),
    ("back", "M12 2v12L3 8z", "", "One decision back (left arrow)"),
    ("play", "M3 2l11 6-11 6z", "Play", "Play or pause (space)"),
    ("on", "M4 2l9 6-9 6z", "", "One decision on (right arrow)"),
    ("last", "M2 2l9 6-9 6zM12 2h2v12h-2z", "", "To the end (End)"),
)
"""Identifier, drawing, word and meaning of the buttons below the board."""


def game_page(head: dict[str, Any], ending: str, live: bool = False) -> str:
    """The page of a game.

    Args:
        head: from `dashboards.live.game_data.head`.
        ending: what it came to.
        live: it is still played.
    """
    seats = ", ".join(_seat(seat) for seat in head["seats"])
    base = "" if live else "../../../"
    back = "" if live else tag("a", "← The run", href=base)
    header = tag(
        "header",
        tag("div", tag("h1", head["title"]), tag("p", f"{head['id']}: {seats}", class_="soft")),
        tag("div", tag("p", back), tag("p", ending, id="ending", class_="soft"), class_="now"),
        class_="top game-top",
    )
    board = tag(
        "section",
        tag("h2", "Board", class_="unseen"),
        tag("div", id="board", role="img", aria_label="The position", class_="board"),
        _controls(head),
        tag("p", id="caption", class_="moment", aria_live="polite"),
        tag("ul", id="luck", class_="luck"),
        class_="card board-card",
    )
    side = tag(
        "div",
        tag("section", tag("h2", "Decisions"), _jumps(), tag("ol", id="moves", class_="moves", tabindex="0"), class_="card"),
        tag(
            "section",
            tag("h2", "How it stood"),
            tag("p", "What the game's own rule of thumb expects each seat to get; a click goes there.", class_="soft"),
            tag("div", data_chart="values", role="img", aria_label="Expected return of each seat over the game's decisions"),
            class_="card",
        ),
        class_="column",
    )
    body = tag(
        "body",
        header,
        tag("main", board, side, class_="viewer"),
        tag(
            "noscript",
            tag("p", "The viewer needs JavaScript; `warhost replay` shows the same in a terminal.", class_="warning"),
        ),
        data_page="game",
        data_live="live" if live else None,
    )
    scripts = ("uplot.min.js", "charts.js", "game.js")
    return page(f"{head['title']}, {head['id']}", joined((body,)), scripts, ("uplot.min.css",), base)


def _seat(seat: dict[str, Any]) -> str:
    faction = "" if seat["faction"] == seat["name"] else f" ({seat['faction']})"
    return f"{seat['name']}{faction}" + (f" by {seat['agent']}" if seat["agent"] else "")


def _controls(head: dict[str, Any]) -> Markup:
    buttons = [
        tag(
            "button",
            tag("svg", tag("path", d=drawing), viewBox="0 0 16 16", aria_hidden="true"),
            tag("span", f" {word}" if word else ""),
            id=name,
            type="button",
            title=words,
            aria_label=None if word else words,
        )
        for name, drawing, word, words in _BUTTONS
    ]
    slider = tag("input", id="slider", type="range", min=0, max=0, value=0, aria_label="Position in the game")
    options = [tag("option", "all", value=""), *(tag("option", seat["name"], value=n) for n, seat in enumerate(head["seats"]))]
    view = tag("label", "Seen by ", tag("select", *options, id="view"))
    speed = tag(
        "label", "Pace ", tag("select", *(tag("option", words, value=ms) for words, ms in _PACES), id="pace"), class_="pace"
    )
    return tag(
        "div", slider, tag("div", *buttons, class_="buttons"), tag("div", view, speed, class_="buttons"), class_="controls"
    )


_PACES = (("calm", 1200), ("brisk", 500), ("fast", 150))


def _jumps() -> Markup:
    rounds = tag("label", "Round ", tag("select", id="rounds"))
    return tag("div", rounds, tag("div", id="turns", class_="turns", role="group", aria_label="Turning points"), class_="jumps")


def problem_page(words: str, base: str = "") -> str:
    """What is shown where there is no game to show."""
    body = tag(
        "body",
        tag(
            "main",
            tag("section", tag("h1", "No such game"), tag("p", words), tag("a", "← The run", href=base or "."), class_="card"),
        ),
    )
    return page("No such game", body, (), (), base)
