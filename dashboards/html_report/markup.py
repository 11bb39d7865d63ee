"""Small pieces of HTML. Everything that isn't a `Markup` is escaped, so no name in a sweep can become markup."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def escaped(value: object) -> Markup:
    """HTML for a value: itself if it is `Markup`, else its text."""
    return value if isinstance(value, Markup) else Markup(html.escape(str(value)))


def tag(name: str, /, *content: object, **attributes: object) -> Markup:
    """An element; `class_` and the like lose their last `_`, and other `_` become `-`. None leaves an attribute out."""
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{words}>{joined(content)}</{name}>")


def joined(parts: Iterable[object], between: str = "") -> Markup:
    """Parts one after the other."""
    return Markup(between.join(escaped(part) for part in parts))


def table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Markup:
    """A table in a box that scrolls sideways on a narrow screen. Columns whose name starts with `>` hold numbers."""
    numeric = ["n" if name.startswith(">") else None for name in columns]
    head = joined(
        tag("th", name.removeprefix(">"), class_=kind, scope="col") for name, kind in zip(columns, numeric, strict=True)
    )
    body = joined(tag("tr", *(tag("td", value, class_=kind) for value, kind in zip(row, numeric, strict=True))) for row in rows)
    return tag(
        "div",
        tag("table", tag("caption", caption), tag("thead", tag("tr", head)), tag("tbody", body)),
        class_="scroll",
        tabindex="0",
    )


def section(title: str, *content: object, identifier: str) -> Markup:
    """A part of the page under a heading."""
    return tag("section", tag("h2", title), *content, id=identifier)
