"""Results as tables: one row per game and seat, one per component that a seat used, one per game whose actions are stored,
and one per round and seat where curves are asked for.

The columns stand in `GAME_COLUMNS`, `COMPONENT_COLUMNS`, `ROUND_COLUMNS` and `ACTION_COLUMNS`, which documentation and tests
read too. Rows are in the order of game numbers, then rounds, seats, components, and depend on the games alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from engine.game import COMPONENT_FIELDS, SUMMARY_HEADER, Game
from workers.cell import FORFEIT_CAUSES, Cell
from workers.finished import FinishedGames

DataType: TypeAlias = "type[pl.DataType] | pl.DataType"


@dataclass(frozen=True)
class Column:
    """One column: its name, its Polars type, and what it says, with the unit if it has one."""

    name: str
    dtype: DataType
    meaning: str


GAME_COLUMNS = (
    Column("game", pl.Categorical, "name of the game"),
    Column("rules_version", pl.Categorical, "version of the rules and hash of their sources"),
    Column("cell_id", pl.Categorical, "hash of the resolved cell"),
    Column("block_id", pl.Int64, "number of the block within its cell; games of a block share their luck"),
    Column("game_id", pl.String, "cell_id/block_id/rotation"),
    Column("rotation", pl.Int16, "which seating of the block"),
    Column("players", pl.Int8, "number of seats"),
    Column("lineup", pl.Categorical, "name of the line-up"),
    Column("seat", pl.Int8, "number of the seat, from 0"),
    Column("seat_name", pl.Categorical, "name of the seat"),
    Column("faction", pl.Categorical, "what the seat plays with"),
    Column("team", pl.Int8, "number of the seat's side, from 0"),
    Column("agent", pl.Categorical, "name of the agent at the seat, as in the sweep"),
    Column("first_player", pl.Int8, "the seat that the game began with"),
    Column("sole_win", pl.Boolean, "the seat won alone, or with its team alone"),
    Column("shared_win", pl.Boolean, "the seat won together with another side"),
    Column("score", pl.Int8, "the seat's return in twelfths: 12 for a sole win, 6 for a draw of two sides"),
    Column("placement", pl.Int8, "place of the seat, 1 is best; null in games without places"),
    Column("outcome", pl.Categorical, "how the game ended"),
    Column("rounds", pl.Int16, "number of the game's last round"),
    Column("decisions", pl.Int32, "decisions of all seats"),
    Column("seat_decisions", pl.Int32, "decisions of this seat"),
    Column("iterations", pl.Int64, "playouts that this seat's searches took; 0 for agents that don't search"),
    Column("forfeit_cause", pl.Categorical, "error, illegal or timeout where the seat's agent forfeited, else null"),
    Column("state_hash", pl.UInt64, "hash of the last state's bytes"),
)
"""Columns of the `games` table (contract 7); the scalar fields of the game's summary follow them."""

COMPONENT_COLUMNS = (
    Column("game_id", pl.String, "cell_id/block_id/rotation"),
    Column("seat", pl.Int8, "number of the seat, from 0"),
    Column("kind", pl.Categorical, "kind of the component, such as unit"),
    Column("component", pl.Categorical, "name of the component"),
    Column("dealt", pl.Int16, "pieces that the seat was given; null where the game doesn't count it, as in the columns below"),
    Column("drafted_pick", pl.Int16, "number of the pick that took it in a draft"),
    Column("drawn", pl.Int16, "times drawn"),
    Column("played", pl.Int16, "times played"),
    Column("first_round", pl.Int16, "round of its first play"),
)
"""Columns of the `components` table (contract 7): a row for each component that a seat was dealt, drafted, drew or played."""

ACTION_COLUMNS = (
    Column("game_id", pl.String, "cell_id/block_id/rotation"),
    Column("actions", pl.List(pl.Int32), "actions of all seats in order, forced ones included"),
)
"""Columns of the `actions` table: games whose actions are stored."""

ROUND_COLUMNS = (
    Column("game_id", pl.String, "cell_id/block_id/rotation"),
    Column("seat", pl.Int8, "number of the seat, from 0"),
    Column("round", pl.Int16, "number of the round at whose end the figures are taken"),
)
"""Columns of the `rounds` table, a row for each round and seat of each game; the game's own figures follow them.

A round's end is the first decision of the next one, or the end of the game.
"""

_USES = tuple(name for name in COMPONENT_FIELDS if name != "first_round")
_HEADER = tuple(entry[0] for entry in SUMMARY_HEADER)


def summary_columns(game: Game) -> tuple[str, ...]:
    """The fields of a game's summary that become columns of the `games` table.

    Raises:
        ValueError: a field is an array that is no component field, or has the name of another column.
    """
    names = tuple(name for name in game.summary.names or () if name not in _HEADER and name not in COMPONENT_FIELDS)
    taken = {column.name for column in GAME_COLUMNS}
    for name in names:
        if name in taken or game.summary[name].shape:
            raise ValueError(f"{game.name}: summary field {name!r} is an array, or a column of that name exists")
    return names


def round_columns(game: Game) -> tuple[str, ...]:
    """The figures that a game keeps by round, which become columns of the `rounds` table.

    Raises:
        ValueError: a field has the name of another column.
    """
    names = () if game.round_summary is None else tuple(game.round_summary.names or ())
    taken = {column.name for column in ROUND_COLUMNS}
    for name in names:
        if name in taken:
            raise ValueError(f"{game.name}: a column {name!r} exists in the rounds table")
    return names


def component_fields(game: Game) -> tuple[str, ...]:
    """The component fields that a game counts, in the order of `COMPONENT_FIELDS`."""
    return tuple(name for name in COMPONENT_FIELDS if name in (game.summary.names or ()))


def _words(names: Sequence[str], codes: npt.NDArray[Any]) -> pl.Series:
    """`names[code]` for each code, as a categorical column."""
    return pl.Series(names, dtype=pl.String).cast(pl.Categorical).gather(codes.astype(np.uint32))


def _same_word(word: str, rows: int) -> pl.Series:
    return pl.Series([word]).cast(pl.Categorical).new_from_index(0, rows)


def game_ids(cell_id: str, blocks: npt.NDArray[np.int64], rotations: npt.NDArray[np.int64]) -> pl.Series:
    """`cell/block/rotation` of each game."""
    numbers = pl.DataFrame({"block": blocks, "rotation": rotations})
    return numbers.select(pl.format("{}/{}/{}", pl.lit(cell_id), "block", "rotation").alias("game_id"))["game_id"]


def _outcome_words(cell: Cell, codes: npt.NDArray[np.int16]) -> pl.Series:
    names = cell.outcome_names()
    known = np.array(sorted(names), np.int16)
    places = np.searchsorted(known, codes).clip(max=len(known) - 1)
    if not (known[places] == codes).all():
        raise ValueError(f"{cell.game.name}: outcome codes {sorted(set(codes.tolist()) - set(names))} have no name")
    return _words([names[code] for code in known.tolist()], places)


def _forfeit_words(forfeits: npt.NDArray[np.int8]) -> pl.Series:
    if not forfeits.any():
        return pl.Series([None], dtype=pl.Categorical).new_from_index(0, forfeits.size)
    words = [FORFEIT_CAUSES.get(code) for code in forfeits.ravel().tolist()]
    return pl.Series(words, dtype=pl.Categorical)


def _placements(placement: npt.NDArray[np.int8]) -> pl.Series:
    series = pl.Series(placement)
    return series if placement.all() else series.replace(0, None)


def tables_of(cell: Cell, games: FinishedGames) -> dict[str, pl.DataFrame]:
    """All tables that these games have, by name, in the order of `workers.content.TABLES`."""
    ids = game_ids(cell.job.cell_id, games.blocks, games.rotations)
    tables = {
        "games": game_rows(cell, games, ids),
        "components": component_rows(cell, games, ids),
        "rounds": round_rows(cell, games, ids),
        "actions": action_rows(cell, games, ids),
    }
    return {name: table for name, table in tables.items() if table is not None}


def game_rows(cell: Cell, games: FinishedGames, ids: pl.Series) -> pl.DataFrame:
    """The `games` rows: columns as in `GAME_COLUMNS`, then `summary_columns`; n * seats rows. `ids`: from `game_ids`."""
    n, seats = len(games), cell.seats
    rows = n * seats
    sole, shared = cell.wins(games.winners)

    def per_game(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.repeat(values, seats)

    def per_seat(values: Sequence[int] | range) -> npt.NDArray[np.int8]:
        return np.tile(np.array(values, np.int8), n)

    seat_codes = per_seat(range(seats))
    columns: dict[str, Any] = {
        "game": _same_word(cell.game.name, rows),
        "rules_version": _same_word(cell.game.rules_version, rows),
        "cell_id": _same_word(cell.job.cell_id, rows),
        "block_id": per_game(games.blocks),
        "game_id": ids.gather(per_game(np.arange(n, dtype=np.uint32))),
        "rotation": per_game(games.rotations.astype(np.int16)),
        "players": np.full(rows, seats, np.int8),
        "lineup": _same_word(cell.job.lineup, rows),
        "seat": seat_codes,
        "seat_name": _words(cell.seat_names, seat_codes),
        "faction": _words(cell.factions, seat_codes),
        "team": per_seat(cell.teams),
        "agent": _words(cell.agent_names, cell.seating[games.rotations].ravel()),
        "first_player": games.summaries["first_player"].ravel(),
        "sole_win": sole.ravel(),
        "shared_win": shared.ravel(),
        "score": games.credits.ravel(),
        "placement": _placements(games.summaries["placement"].ravel()),
        "outcome": _outcome_words(cell, games.outcomes).gather(per_game(np.arange(n, dtype=np.uint32))),
        "rounds": per_game(games.rounds),
        "decisions": per_game(games.decisions),
        "seat_decisions": games.seat_decisions.ravel(),
        "iterations": games.iterations.ravel(),
        "forfeit_cause": _forfeit_words(games.forfeits),
        "state_hash": per_game(games.hashes),
    }
    columns |= {name: games.summaries[name].ravel() for name in summary_columns(cell.game)}
    return pl.DataFrame(columns)


def component_rows(cell: Cell, games: FinishedGames, ids: pl.Series) -> pl.DataFrame | None:
    """The `components` rows, or None if the game counts no components."""
    counted = component_fields(cell.game)
    if not counted:
        return None
    number = len(cell.game.components)
    values = {name: games.summaries[name].ravel() for name in counted}
    used = np.zeros(len(games) * cell.seats * number, np.bool_)
    for name in counted:
        if name in _USES:
            used |= values[name] != 0
    places = np.flatnonzero(used)
    numbers = places.astype(np.uint32)  # divides faster than i8
    pairs = numbers // number
    game = pairs // cell.seats
    index, seat = numbers - pairs * number, pairs - game * cell.seats
    kinds = [component.kind for component in cell.game.components]
    columns: dict[str, Any] = {
        "game_id": ids.gather(game),
        "seat": seat.astype(np.int8),
        "kind": _same_word(kinds[0], len(places)) if len(set(kinds)) == 1 else _words(kinds, index),
        "component": _words([component.name for component in cell.game.components], index),
    }
    for name in COMPONENT_FIELDS:
        if name in counted:
            columns[name] = values[name].take(places).astype(np.int16, copy=False)
        else:
            columns[name] = pl.Series([None], dtype=pl.Int16).new_from_index(0, len(places))
    return pl.DataFrame(columns)


def round_rows(cell: Cell, games: FinishedGames, ids: pl.Series) -> pl.DataFrame | None:
    """The `rounds` rows, or None if figures by round are not stored."""
    curves = games.curves
    if curves is None:
        return None
    columns: dict[str, Any] = {
        "game_id": ids.gather(np.repeat(curves.games, cell.seats)),
        "seat": np.tile(np.arange(cell.seats, dtype=np.int8), len(curves.games)),
        "round": np.repeat(curves.rounds, cell.seats),
    }
    return pl.DataFrame(columns | {name: values.ravel() for name, values in curves.figures.items()})


def action_rows(cell: Cell, games: FinishedGames, ids: pl.Series) -> pl.DataFrame | None:
    """The `actions` rows, or None if no game's actions are stored."""
    if not games.actions:
        return None
    chosen = np.array(sorted(games.actions), np.int64)
    actions = pl.Series([games.actions[i].tolist() for i in chosen.tolist()], dtype=pl.List(pl.Int32))
    return pl.DataFrame({"game_id": ids.gather(chosen), "actions": actions})
