"""Jobs and made-up games for the tests of the workers."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from engine.agents.specs import read_agent
from engine.game import Component, Outcome, get_game, summary_dtype
from engine.options import option_values, resolve_options
from workers.cell import Cell
from workers.finished import FinishedGames
from workers.messages import CellJob, ChunkJob
from workers.playing import fields_of


def cell_job(game: str = "connect-four", options: dict[str, Any] | None = None, **changes: Any) -> CellJob:
    """A cell of two random agents in both orders."""
    found = get_game(game)
    words: dict[str, Any] = {
        "cell_id": "00c0ffee00c0ffee",
        "game": game,
        "rules_version": found.rules_version,
        "options": option_values(resolve_options(found.options, options or {})),
        "lineup": "default",
        "agents": {"alice": {"kind": "random"}, "bob": {"kind": "random"}},
        "seatings": [["alice", "bob"], ["bob", "alice"]],
        "decision_cap": found.decision_cap,
        "seed": 7,
    }
    return CellJob(**(words | changes))


def chunk_job(first_block: int = 0, blocks: int = 8, **cell: Any) -> ChunkJob:
    """A chunk of `cell_job(**cell)`."""
    return ChunkJob(cell=cell_job(**cell), first_block=first_block, blocks=blocks)


COMPONENTS = tuple(Component("unit" if i < 3 else "card", name) for i, name in enumerate(("axe", "bow", "cart", "axe", "dove")))


def team_cell() -> Cell:
    """A cell of a game that nobody can play: four seats, two teams, three rotations, five components of two kinds."""
    arrays = [(name, "i1", (len(COMPONENTS),)) for name in ("dealt", "drafted_pick", "drawn", "played", "first_round")]
    game = dataclasses.replace(
        get_game("connect-four"),
        name="team-game",
        summary=summary_dtype([("stones", "i1"), *arrays, ("points", "i4")]),
        components=COMPONENTS,
        seats=lambda options: ("north", "east", "south", "west"),
        teams=lambda options: (0, 1, 0, 1),
        factions=lambda options: ("red", "blue", "red", "blue"),
    )
    seatings = [["a", "b", "a", "c"], ["b", "a", "c", "a"], ["c", "a", "b", "a"]]
    job = cell_job(agents={name: {"kind": "random"} for name in "abc"}, seatings=seatings)
    seating = np.array([["abc".index(name) for name in row] for row in seatings], np.int32)
    options = game.options()
    agents = tuple(read_agent({"kind": "random"}) for _ in "abc")
    return Cell(
        job, game, options, game.seats(options), game.teams(options), game.factions(options), ("a", "b", "c"), agents, seating
    )


def made_up_games(cell: Cell, blocks: int, seed: int, forfeit_rate: float = 0.05) -> FinishedGames:
    """Random results of whole blocks, that no rules made: any outcome, any winners, any summaries."""
    random = np.random.default_rng(seed)
    n, seats = blocks * cell.rotations, cell.seats
    numbers = np.arange(n, dtype=np.int64)
    summaries = fields_of(np.zeros((n, seats), cell.game.summary))
    for name, zeros in summaries.items():
        shape = zeros.shape
        present = random.random(shape) < 0.4 if len(shape) == 3 else np.ones(shape, np.bool_)
        summaries[name] = (random.integers(0, 50, shape) * present).astype(zeros.dtype)
    forfeits = random.choice(
        [0, Outcome.FORFEIT_ERROR, Outcome.FORFEIT_TIMEOUT], (n, seats), p=[1 - forfeit_rate, *2 * [forfeit_rate / 2]]
    )
    winners = random.choice([0, 1, 2, 4, 5, 8, 10, 3, 15], n).astype(np.int32)
    return FinishedGames(
        blocks=numbers // cell.rotations,
        rotations=numbers % cell.rotations,
        credits=random.integers(0, 13, (n, seats)).astype(np.int8),
        winners=winners,
        outcomes=random.choice([int(Outcome.DECISION_CAP), 16, 17], n).astype(np.int16),
        rounds=random.integers(1, 9, n).astype(np.int16),
        decisions=random.integers(0, 400, n).astype(np.int32),
        seat_decisions=random.integers(0, 100, (n, seats)).astype(np.int32),
        iterations=random.integers(0, 5000, (n, seats)),
        forfeits=forfeits.astype(np.int8),
        hashes=random.integers(0, 1 << 63, n).astype(np.uint64) * np.uint64(2),
        summaries=summaries,
        actions={},
    )


def some_games(games: FinishedGames, first: int, last: int) -> FinishedGames:
    """The games first .. last - 1."""
    cut = {
        f.name: getattr(games, f.name)[first:last]
        for f in dataclasses.fields(games)
        if f.name not in {"actions", "summaries", "curves"}
    }
    summaries = {name: values[first:last] for name, values in games.summaries.items()}
    return FinishedGames(**cut, summaries=summaries, actions={})
