"""Stop rules: looked at after every block in design order, whatever the chunks and the order in which they come in."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from cluster_samples import begin, play_some, small_plan, sweep
from hypothesis import given, settings
from hypothesis import strategies as st

from cluster.cell_progress import CellProgress
from cluster.plan import CellPlan
from cluster.progress import Progress
from cluster.statistics import Moments, block_interval
from cluster.stop_rules import StopRule, WidthRule
from cluster.stopping import StopScan, rule_of_cell
from workers.chunk import play_chunk
from workers.messages import ChunkJob
from workers.sums import BlockSums
from workers.tally import BlockValues, block_values, sums_from_rows

SLOTS = 4


def values_of(credit: list[tuple[int, ...]], fair: list[bool], first: int = 0) -> BlockValues:
    numbers = np.arange(first, first + len(credit), dtype=np.int64)
    array = np.array(credit, np.int64).reshape(len(credit), SLOTS)
    return BlockValues(numbers, np.array(fair, np.bool_), {"credits": array, "wins": array // 12})


def stop_block_by_hand(rule: WidthRule, credit: list[tuple[int, ...]], fair: list[bool]) -> int | None:
    seen: list[int] = []
    for block, values in enumerate(credit):
        if fair[block]:
            seen.append(sum(values[slot] for slot in rule.slots))
            moments = Moments.of_equal_blocks(len(seen), len(rule.slots), sum(seen), sum(v * v for v in seen), 12)
            interval = block_interval(moments)
            if len(seen) >= rule.min_blocks and interval is not None and interval.half_width <= rule.half_width:
                return block + 1
    return None


blocks_strategy = st.lists(
    st.tuples(*[st.sampled_from([0, 6, 12])] * SLOTS, st.sampled_from([True] * 9 + [False])), min_size=1, max_size=120
)


@settings(max_examples=60, deadline=None)
@given(
    blocks=blocks_strategy,
    slots=st.sets(st.integers(0, SLOTS - 1), min_size=1),
    half_width=st.floats(0.02, 0.4),
    min_blocks=st.integers(2, 30),
    data=st.data(),
)
def test_the_stop_block_is_the_first_at_which_the_tables_interval_is_narrow_enough(
    blocks: list[tuple[int, ...]], slots: set[int], half_width: float, min_blocks: int, data: st.DataObject
) -> None:
    credit, fair = [block[:SLOTS] for block in blocks], [bool(block[SLOTS]) for block in blocks]
    rule = WidthRule(tuple(sorted(slots)), "score", min_blocks, half_width)
    scan, at = StopScan(rule), 0
    while at < len(blocks):
        end = data.draw(st.integers(at + 1, len(blocks)))
        scan.look(values_of(credit[at:end], fair[at:end], at))
        at = end
    assert scan.stop_block == stop_block_by_hand(rule, credit, fair)


def test_the_closed_form_misses_no_block_in_long_runs() -> None:
    random = np.random.default_rng(1)
    values = random.choice([0, 6, 12, 24], 30_000)
    blocks = np.arange(1, len(values) + 1, dtype=np.int64)
    rule = WidthRule((0, 1), "score", 100, 0.005)
    totals, squares = np.cumsum(values), np.cumsum(values * values)
    near = rule.near(blocks, totals, squares)
    met = np.array([rule.reason(int(blocks[i]), int(totals[i]), int(squares[i])) is not None for i in range(0, len(values), 7)])
    assert met.any()
    assert not (met & ~near[::7]).any()
    assert near.sum() <= met.sum() * 7 + 50


@pytest.fixture(scope="module")
def cell_and_rows() -> tuple[CellPlan, StopRule, pl.DataFrame]:
    spec = sweep(games=1200, agents={"a": {"kind": "random"}, "b": {"kind": "random"}}, design=[{"round_robin": ["a", "b"]}])
    spec = spec.model_copy(
        update={"stop": sweep(stop={"agent": "dice", "half_width": 0.05}).stop.model_copy(update={"agent": "a"})}
    )  # type: ignore[union-attr]
    cell = small_plan(spec).cells[0]
    result = play_chunk(ChunkJob(cell=cell.job, first_block=0, blocks=cell.blocks))
    rule = rule_of_cell(spec.stop, cell)
    assert rule is not None
    return cell, rule, pl.read_parquet(result.files["games"])


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_the_stop_block_and_the_tables_are_the_same_for_any_chunks_in_any_order(
    cell_and_rows: tuple[CellPlan, StopRule, pl.DataFrame], data: st.DataObject
) -> None:
    first_cell, rule, rows = cell_and_rows
    spec = sweep(games=1200)
    cell = small_plan(spec, blocks=data.draw(st.integers(3, 80))).cells[0]
    cell = CellPlan(**{**first_cell.__dict__, "segments": cell.segments})

    def rows_of(plan: CellPlan, index: int) -> pl.DataFrame:
        chunk = plan.chunk(index)
        return rows.filter(pl.col("block_id").is_between(chunk.first_block, chunk.first_block + chunk.blocks - 1))

    def read_rows(plan: CellPlan, index: int, table: str) -> pl.DataFrame | None:
        return rows_of(plan, index) if table == "games" else None

    def read_sums(plan: CellPlan, index: int) -> BlockSums:
        return sums_from_rows(rows_of(plan, index), None, plan.job)

    progress = CellProgress(cell, rule, read_rows, read_sums)
    order = data.draw(st.permutations(range(cell.number_of_chunks)))
    told = [progress.add(index, read_sums(cell, index)) for index in order]
    assert sum(told) == 1
    whole = StopScan(rule)
    whole.look(block_values(rows, cell.job))
    assert progress.stop_block == whole.stop_block
    assert progress.stop_block is not None
    kept = rows.filter(pl.col("block_id") < progress.stop_block)
    assert progress.sums.to_plain() == sums_from_rows(kept, None, cell.job).to_plain()
    assert progress.overshoot == (cell.blocks - progress.stop_block) * cell.rotations
    assert cell.chunk(progress.needed_chunks - 1).first_block < progress.stop_block


def test_a_rule_that_speaks_of_nobody_in_a_cell_stops_nothing_there() -> None:
    stop = sweep(stop={"agent": "dice", "half_width": 0.1}).stop
    assert stop is not None
    mirror = small_plan(sweep(design=[{"mirror": ["keen"]}])).cells[0]
    assert rule_of_cell(stop, mirror) is None
    assert rule_of_cell(None, mirror) is None


def test_a_resumed_run_finds_the_same_stop_block_in_its_files(tmp_path: Path) -> None:
    spec = sweep(games=2000, stop={"agent": "keen", "half_width": 0.02})
    directory, plan = begin(tmp_path / "run", spec)
    play_some(directory, plan, range(plan.cells[0].number_of_chunks))
    progress = Progress(plan, spec, directory)
    progress.load()
    cell = progress.cells[0]
    assert cell.stop_block is not None
    assert cell.stop_block >= 100
    assert cell.complete
    assert cell.sums.blocks == cell.stop_block < cell.plan.blocks
