"""Block sums of finished games, from arrays while a chunk is played or from its rows afterwards: one code, equal sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from workers.cell import FORFEIT_CAUSES, Cell
from workers.finished import FinishedGames
from workers.messages import CellJob
from workers.sums import COMPONENT_USES, METRICS, BlockSums, ComponentSums


@dataclass(frozen=True)
class BlockValues:
    """What each of B whole blocks of a cell brought, in the order of their numbers.

    Attributes:
        blocks: (B,) i8, the blocks' numbers.
        fair: (B,) bool, no agent forfeited in the block.
        values: metric -> (B, slots) i8.
    """

    blocks: npt.NDArray[np.int64]
    fair: npt.NDArray[np.bool_]
    values: dict[str, npt.NDArray[np.int64]]


@dataclass(frozen=True)
class _Values:
    """What sums are made from, of n games: arrays of shape (n,), (n, seats) or (n, seats, components)."""

    blocks: npt.NDArray[np.int64]
    credits: npt.NDArray[Any]
    wins: npt.NDArray[np.bool_]
    outcomes: npt.NDArray[Any]
    rounds: npt.NDArray[Any]
    decisions: npt.NDArray[Any]
    iterations: npt.NDArray[np.int64]
    forfeits: npt.NDArray[Any]
    uses: dict[str, npt.NDArray[np.bool_]]


def sums_of(cell: Cell, games: FinishedGames) -> BlockSums:
    """The sums over whole blocks of finished games."""
    uses = [use for use in COMPONENT_USES if use in (cell.game.summary.names or ())]
    values = _Values(
        blocks=games.blocks,
        credits=games.credits,
        wins=cell.wins(games.winners)[0],
        outcomes=games.outcomes,
        rounds=games.rounds,
        decisions=games.decisions,
        iterations=games.iterations,
        forfeits=games.forfeits,
        uses={use: games.summaries[use] > 0 for use in uses},
    )
    return _sum(cell, values)


def sums_from_rows(games: pl.DataFrame, components: pl.DataFrame | None, cell: Cell | CellJob) -> BlockSums:
    """The sums over the whole blocks in `games` rows, such as a prefix of a chunk file: equal to those of playing just these.

    Args:
        games: `games` rows of one cell in their order.
        components: `components` rows; those of other games are passed over. None leaves the components' sums empty.
        cell: the cell; who calls often resolves it once.

    Raises:
        ValueError: the rows are not whole blocks in order.
        RefusedJobError: the cell can't be resolved here.
    """
    resolved = _resolved(cell)
    return _sum(resolved, _values_of_rows(resolved, games, components))


def block_values(games: pl.DataFrame, cell: Cell | CellJob) -> BlockValues:
    """What each block in `games` rows brought, for figures that are looked at after every block; raises as `sums_from_rows`."""
    resolved = _resolved(cell)
    return _block_values(resolved, _values_of_rows(resolved, games, None))


def _resolved(cell: Cell | CellJob) -> Cell:
    return cell if isinstance(cell, Cell) else Cell.resolve(cell)


def _block_values(cell: Cell, values: _Values) -> BlockValues:
    blocks = len(values.blocks) // cell.rotations
    fair = np.logical_not(values.forfeits.reshape(blocks, cell.slots).any(axis=1))
    by_metric = {
        "credits": values.credits.astype(np.int64).reshape(blocks, cell.slots),
        "wins": values.wins.astype(np.int64).reshape(blocks, cell.slots),
    }
    return BlockValues(values.blocks[:: cell.rotations], fair, by_metric)


def _values_of_rows(cell: Cell, games: pl.DataFrame, components: pl.DataFrame | None) -> _Values:
    seats, number = cell.seats, len(games) // cell.seats
    blocks = games["block_id"].to_numpy()[::seats]
    order = games.select((pl.col("rotation").cast(pl.Int64) * seats + pl.col("seat")).alias("slot"))["slot"].to_numpy()
    whole = len(games) % cell.slots == 0
    if not whole or not (order.reshape(-1, cell.slots) == np.arange(cell.slots)).all() or (np.diff(blocks) < 0).any():
        raise ValueError(f"{len(games)} rows are not whole blocks of {cell.slots} rows in order")
    names = {name: code for code, name in cell.outcome_names().items()}
    causes = {name: code for code, name in FORFEIT_CAUSES.items()}

    def per_seat(name: str) -> npt.NDArray[Any]:
        return games[name].to_numpy().reshape(number, seats)

    def per_game(name: str) -> npt.NDArray[Any]:
        return games[name].to_numpy()[::seats]

    return _Values(
        blocks=blocks,
        credits=per_seat("score"),
        wins=per_seat("sole_win"),
        outcomes=_codes(games["outcome"], names)[::seats],
        rounds=per_game("rounds"),
        decisions=per_game("decisions"),
        iterations=per_seat("iterations"),
        forfeits=_codes(games["forfeit_cause"], causes).reshape(number, seats),
        uses={} if components is None else _uses_of_rows(cell, games, components),
    )


def _codes(words: pl.Series, codes: dict[str, int]) -> npt.NDArray[np.int64]:
    """The code of each word, 0 for null."""
    return words.cast(pl.String).replace_strict(codes, default=None, return_dtype=pl.Int64).fill_null(0).to_numpy()


def _uses_of_rows(cell: Cell, games: pl.DataFrame, components: pl.DataFrame) -> dict[str, npt.NDArray[np.bool_]]:
    ids = games["game_id"].gather_every(cell.seats).alias("game_id").to_frame().with_row_index("game")
    places = {(part.kind, part.name): index for index, part in enumerate(cell.game.components)}
    words = pl.DataFrame(
        {"kind": [kind for kind, _ in places], "component": [name for _, name in places], "index": list(places.values())},
        schema={"kind": pl.Categorical, "component": pl.Categorical, "index": pl.Int64},
    )
    rows = components.join(ids, on="game_id").join(words, on=["kind", "component"])
    shape = (len(ids), cell.seats, len(places))
    uses = {}
    for use in COMPONENT_USES:
        if use in (cell.game.summary.names or ()):
            had = rows.filter(pl.col(use) > 0)
            uses[use] = np.zeros(shape, np.bool_)
            uses[use][had["game"].to_numpy(), had["seat"].to_numpy(), had["index"].to_numpy()] = True
    return uses


def _sum(cell: Cell, values: _Values) -> BlockSums:
    per_block = _block_values(cell, values)
    fair = per_block.fair
    sums = BlockSums(
        slots=cell.slots,
        blocks=len(fair),
        games=len(values.blocks),
        decisions=int(values.decisions.sum(dtype=np.int64)),
        excluded_blocks=int((~fair).sum()),
        iterations=values.iterations.reshape(-1, cell.slots).sum(axis=0).tolist(),
    )
    for metric in METRICS:
        values_of_blocks = per_block.values[metric].astype(np.float64)  # for BLAS; exact, as sums stay far below 2 ** 53
        for chosen, totals, products in (
            (values_of_blocks[fair], sums.totals, sums.products),
            (values_of_blocks[~fair], sums.excluded_totals, sums.excluded_products),
        ):
            totals[metric] = chosen.sum(axis=0).astype(np.int64)
            products[metric] = (chosen.T @ chosen).astype(np.int64)
    _count_endings(cell, values, per_block, sums)
    for use, had in values.uses.items():
        sums.components[use] = _component_sums(per_block, had.view(np.int8).reshape(len(fair), cell.slots, -1)[fair])
    return sums


def _count_endings(cell: Cell, values: _Values, per_block: BlockValues, sums: BlockSums) -> None:
    names = cell.outcome_names()
    by_block = values.outcomes.reshape(-1, cell.rotations)
    wins = per_block.values["wins"].reshape(-1, cell.rotations, cell.seats)
    for code, number in _counted(values.outcomes):
        name = names[code]
        sums.outcomes[name] = number
        chosen = (by_block == code) & per_block.fair[:, None]
        if chosen.any():
            sums.outcome_wins[name] = (wins * chosen[:, :, None]).sum(axis=0).ravel().tolist()
    sums.rounds.update(_counted(values.rounds))
    game, seat = np.nonzero(values.forfeits)
    for slot, code in zip((game % cell.rotations) * cell.seats + seat, values.forfeits[game, seat], strict=True):
        key = f"{slot}:{FORFEIT_CAUSES[int(code)]}"
        sums.forfeits[key] = sums.forfeits.get(key, 0) + 1


def _counted(numbers: npt.NDArray[Any]) -> list[tuple[int, int]]:
    """Each of some small numbers, none negative, and how often it occurs."""
    counts = np.bincount(numbers)
    return [(number, int(counts[number])) for number in np.flatnonzero(counts).tolist()]


def _component_sums(per_block: BlockValues, had: npt.NDArray[np.int8]) -> dict[int, ComponentSums]:
    """Of (fair blocks, slots, components) zeros and ones: the sums of each component that a seat had at all."""
    scores = per_block.values["credits"][per_block.fair].astype(np.int16)  # a block has few slots: 16 bits hold its sums
    n = np.zeros((len(had), had.shape[2]), np.int16)
    y = np.zeros_like(n)
    for slot in range(had.shape[1]):
        n += had[:, slot]
        y += scores[:, slot, None] * had[:, slot]
    linear = [n.sum(axis=0, dtype=np.int64).tolist(), y.sum(axis=0, dtype=np.int64).tolist()]
    columns = [np.einsum("bc,bc->c", a, b, dtype=np.int64).tolist() for a, b in ((n, n), (n, y), (y, y))]
    rows = enumerate(zip(*linear, *columns, strict=True))
    return {index: ComponentSums(*row) for index, row in rows if row[0]}
