"""The page on the columns of all tables: `python -m dashboards.column_docs > cluster/TABLES.md`.

Names, types and meanings are read where the code has them: in `workers.rows`, in the games' summaries, and in the docstrings of
the dataclasses whose fields are the columns of the report's tables.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

import numpy as np

from cluster.component_rows import HOUSE_SCHEMA
from cluster.decision_rows import DECISION_COLUMNS, OBSERVATION_PREFIX
from cluster.statistics import Effect, Estimate, Rating
from cluster.statistics.by_round import CurvePoint, EndingScore
from cluster.statistics.components import ComponentFigure
from engine.game import BUILT_IN_GAMES, get_game
from workers.chunk_file import FOLDERS
from workers.rows import (
    ACTION_COLUMNS,
    COMPONENT_COLUMNS,
    GAME_COLUMNS,
    ROUND_COLUMNS,
    Column,
    round_columns,
    summary_columns,
)

INTRODUCTION = """\
# The tables of a run

Made from the code by `python -m dashboards.column_docs > cluster/TABLES.md`; a test compares them.

All tables are Parquet files below the run directory, to be read with anything that reads Parquet. A chunk of games is a file in
`chunks/<cell>/`; its other tables, where there are any, bear the same name in the folders that are named below. They join on
`game_id` and `seat`. Blocks that count are those from 0 on without a gap, before the `stop_block` of the cell if it has one
(`warhost report --json` says it); files may hold more. `RunResult.games` in Python holds just those that count.
"""

ROWS = {"games": GAME_COLUMNS, "components": COMPONENT_COLUMNS, "rounds": ROUND_COLUMNS, "actions": ACTION_COLUMNS}
EACH = {
    "games": "A row for each game and seat",
    "components": "A row for each component that a seat was dealt, drafted, drew or played in a game",
    "rounds": "A row for each game, seat and round, if `record.curves` asks for them",
    "actions": "A row for each game whose actions are stored (`record.actions`)",
}
FIGURES: dict[str, type[Any]] = {
    "estimates": Estimate,
    "components": ComponentFigure,
    "ratings": Rating,
    "effects": Effect,
    "endings": EndingScore,
    "curves": CurvePoint,
}
"""Table of `warhost report` -> whose fields its columns are."""

BESIDE = {
    "ratings": "`lineup`, `settings` (JSON) and `basis` (`results` or `placements`) say of which variant they are.",
    "effects": "`lineup` and `settings` (JSON) say of which variant they are.",
}

HOUSE_VALUES = {
    "cell_id": "of which cell",
    "house_value": "a number that is ours and not the rulebook's",
    "uses": "how often it decided something",
    "games_with": "in how many games it did",
    "games": "all games of the cell",
}
"""Columns of `house_uses_frame`."""

_ENTRY = re.compile(r"    (?P<names>\w+(?:, \w+)*): (?P<text>.*)")


def described(kind: type[Any]) -> list[tuple[tuple[str, ...], str]]:
    """The attributes that a dataclass's docstring describes: names and what they say, in order.

    Raises:
        ValueError: they are not its fields.
    """
    lines = (inspect.getdoc(kind) or "").partition("Attributes:\n")[2].splitlines()
    found: list[tuple[tuple[str, ...], str]] = []
    for line in lines:
        entry = _ENTRY.fullmatch(line)
        if entry is not None:
            found.append((tuple(entry["names"].split(", ")), entry["text"]))
        elif line.strip():
            names, text = found[-1]
            found[-1] = names, f"{text} {line.strip()}"
    told = [name for names, _ in found for name in names]
    if sorted(told) != sorted(field.name for field in fields(kind)):
        raise ValueError(f"{kind.__name__}: the docstring describes {told}")
    return found


def page() -> str:
    """The whole page, as Markdown."""
    return "\n".join([INTRODUCTION, *_chunk_tables(), *_game_columns(), *_report_tables(), _decision_table()])


def _chunk_tables() -> Iterator[str]:
    for name, columns in ROWS.items():
        yield f"## `{FOLDERS[name]}/<cell>/*.parquet`\n{EACH[name]}.\n"
        yield _table(("Column", "Type", "Meaning"), ((f"`{column.name}`", _type(column), column.meaning) for column in columns))


def _type(column: Column) -> str:
    return str(column.dtype() if isinstance(column.dtype, type) else column.dtype)


def _game_columns() -> Iterator[str]:
    yield (
        "## Columns of each game\nOf `chunks`, after those above: a seat's figures at the end of the game. Of `rounds`: at the "
        "end of the round. The game's `summary.py` counts them.\n"
    )
    rows = []
    for name in sorted(BUILT_IN_GAMES):
        game = get_game(name)
        own = _words(summary_columns(game), game.summary)
        by_round = _words(round_columns(game), game.round_summary) if game.round_summary is not None else ""
        rows.append((name, own or "none", by_round or "none"))
    yield _table(("Game", "`chunks`", "`rounds`"), rows)


def _words(names: Iterable[str], dtype: np.dtype[np.void]) -> str:
    return ", ".join(f"`{name}` ({dtype[name].name})" for name in names)


def _report_tables() -> Iterator[str]:
    for name, kind in FIGURES.items():
        beside = f" {BESIDE[name]}" if name in BESIDE else ""
        yield f"## `report/{name}.parquet` (and `.csv`)\n{(inspect.getdoc(kind) or '').splitlines()[0]}{beside}\n"
        rows = ((", ".join(f"`{name}`" for name in names), text) for names, text in described(kind))
        yield _table(("Columns", "Meaning"), rows)
    yield "## `report/house_values.parquet` (and `.csv`)\nHow often a house value decided something in a cell.\n"
    yield _table(("Columns", "Meaning"), ((f"`{name}`", HOUSE_VALUES[name]) for name in HOUSE_SCHEMA))


def _decision_table() -> str:
    rows = [(f"`{column.name}`", _type(column), column.meaning) for column in DECISION_COLUMNS]
    rows.append((f"`{OBSERVATION_PREFIX}<field>`", "of the field", "what the seat saw; `columns.json` there tells more"))
    head = "A row for each decision, of games that count; `warhost export --decisions` writes them.\n"
    return f"## `decisions/<cell>/*.parquet`\n{head}\n{_table(('Column', 'Type', 'Meaning'), rows)}"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = ["|" + "|".join(cells) + "|" for cells in (heads, ("---",) * len(heads), *rows)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
