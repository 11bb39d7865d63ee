"""One look for every table."""

from __future__ import annotations

from rich import box
from rich.table import Table


def new_table(title: str | None, *columns: str) -> Table:
    """An empty table. A column whose name starts with `>` is aligned to the right; names may be given twice."""
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in columns:
        right = name.startswith(">")
        table.add_column(name.removeprefix(">"), justify="right" if right else "left", no_wrap=right)
    return table
