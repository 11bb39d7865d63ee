"""Chunks: they cover each cell once, their boundaries are fixed, and a million of them cost nothing."""

from __future__ import annotations

import itertools
import json
import time
import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster.chunking import TAIL_SHARE, cut
from cluster.costs import (
    ACTION_BYTES,
    CHUNK_SECONDS,
    DECISION_SECONDS,
    DEFAULT_GAME_COST,
    GAME_COSTS,
    MAX_CHUNK_GAMES,
    UNKNOWN_KIND_SECONDS,
    KindCost,
    block_bytes,
    block_cost,
    blocks_per_chunk,
    kind_cost,
)
from cluster.plan import Plan, PlanError, Segment, make_plan, plan_summary, resumable_differences
from cluster.spec import SpecError, load_sweep

SWEEP = {
    "game": "connect-four",
    "agents": {"greedy": {"kind": "greedy"}, "random": {"kind": "random"}},
    "design": [{"round_robin": ["greedy", "random"]}, {"mirror": ["greedy"]}],
    "games": 1000,
}


def plan_of(games=1000, **changes):
    return make_plan(load_sweep(SWEEP | {"games": games} | changes))


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 70_000))
def test_segments_cover_the_blocks_once_in_order(first, blocks, size):
    segments = cut(first, blocks, size)
    assert len(segments) <= 3
    assert segments[0].first_block == first
    assert segments[-1].end_block == first + blocks
    assert all(a.end_block == b.first_block for a, b in itertools.pairwise(segments))
    assert all(1 <= segment.blocks_per_chunk <= size and segment.chunks >= 1 for segment in segments)


def test_chunks_get_smaller_in_the_last_tenth():
    assert cut(0, 10_000, 1000) == (Segment(0, 1000, 9), Segment(9000, 250, 4))
    assert cut(0, 1000, 1000) == (Segment(0, 250, 4),)
    assert cut(5, 7, 2) == (Segment(5, 2, 3), Segment(11, 1, 1))
    assert cut(0, 0, 10) == ()
    assert TAIL_SHARE == 10


@given(st.integers(1, 40_000))
def test_chunks_of_a_cell_cover_it_once(games):
    for cell in plan_of(games).cells:
        chunks = list(cell.chunks())
        assert len(chunks) == cell.number_of_chunks
        assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
        assert chunks[0].first_block == 0
        assert sum(chunk.blocks for chunk in chunks) == cell.blocks
        assert all(a.first_block + a.blocks == b.first_block for a, b in itertools.pairwise(chunks))
        assert all(chunk.games == chunk.blocks * cell.rotations for chunk in chunks)
        assert all(chunk.first_game == chunk.first_block * cell.rotations for chunk in chunks)
        assert games <= cell.games < games + cell.rotations
        for block in {0, cell.blocks // 2, cell.blocks - 1}:
            held = cell.chunk_of_block(block)
            assert held.first_block <= block < held.first_block + held.blocks


def test_there_is_no_chunk_outside():
    (cell, _) = plan_of().cells
    for wrong in (-1, cell.number_of_chunks):
        with pytest.raises(IndexError, match="there is no chunk"):
            cell.chunk(wrong)
    for wrong in (-1, cell.blocks):
        with pytest.raises(IndexError, match="there is no block"):
            cell.chunk_of_block(wrong)


def test_order_has_every_chunk_once_and_cells_take_turns():
    plan = plan_of(3_000_000)
    order = list(plan.order())
    assert len(order) == plan.number_of_chunks == len({(chunk.cell, chunk.index) for chunk in order})
    done = [0, 0]
    for chunk in order:
        assert chunk.first_block == done[chunk.cell], "each cell's chunks come in order"
        share = [blocks / cell.blocks for blocks, cell in zip(done, plan.cells, strict=True)]
        assert share[chunk.cell] == min(share)
        done[chunk.cell] += chunk.blocks
    assert {chunk.cell for chunk in order[:2]} == {0, 1}, "every cell has figures early"
    assert order == list(plan.order())


def test_a_million_chunks_cost_nothing():
    plan = plan_of()
    many = replace(plan.cells[0], blocks=10**9, segments=(Segment(0, 1000, 10**6),))
    large = replace(plan, cells=(many, plan.cells[1]))
    tracemalloc.start()
    start = time.process_time()
    assert many.chunk(777_777).first_block == 777_777_000
    assert many.chunk_of_block(999_999_999).index == 999_999
    assert len(json.dumps(large.to_plain())) < 20_000
    head = list(itertools.islice(large.order(), 100))
    seconds, peak = time.process_time() - start, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(head) == 100
    assert seconds < 5
    assert peak < 2_000_000


def test_a_chunk_job_is_what_the_chunk_says():
    plan = plan_of(200_001)
    chunk = plan.cells[1].chunk(1)
    job = plan.chunk_job(chunk)
    assert job.cell == plan.cells[1].job
    assert (job.first_block, job.blocks, job.first_game, job.games) == (
        chunk.first_block,
        chunk.blocks,
        chunk.first_game,
        chunk.games,
    )


def test_chunk_sizes_follow_the_static_table():
    def seconds(*seatings, cap=42):
        return block_cost("connect-four", SWEEP["agents"], seatings, cap).seconds

    random, greedy = seconds(["random", "random"]), seconds(["greedy", "greedy"])
    assert random == GAME_COSTS["connect-four"].kinds["random"].seconds
    assert random < greedy
    assert seconds(["greedy", "random"], ["random", "greedy"]) == pytest.approx(random + greedy)
    assert seconds(["random", "random"], cap=7) == pytest.approx(random / 3)
    assert blocks_per_chunk(0.01, 2) == int(CHUNK_SECONDS / 0.01)
    assert blocks_per_chunk(1e-9, 2) == MAX_CHUNK_GAMES // 2
    assert blocks_per_chunk(1e9, 120) == 1


def test_chunks_of_slow_agents_are_short():
    agents = {"slow": {"kind": "python", "path": "preferences"}}
    cell = plan_of(10_000, agents=agents, design=[{"mirror": ["slow"]}]).cells[0]
    decisions = GAME_COSTS["connect-four"].decisions
    assert cell.chunk(0).games == int(CHUNK_SECONDS / (decisions * DECISION_SECONDS["python"]))


def test_a_sweep_may_know_better_what_a_decision_costs():
    agents = {"slow": {"kind": "python", "path": "preferences"}}
    wanted = {"agents": agents, "design": [{"mirror": ["slow"]}]}
    unknown, known = plan_of(10_000, **wanted), plan_of(10_000, **wanted, decision_seconds={"slow": 0.02})
    cost = GAME_COSTS["connect-four"].decisions * 0.02
    assert known.cells[0].chunk(0).games == int(CHUNK_SECONDS / cost) < unknown.cells[0].chunk(0).games / 50
    assert plan_summary(known).core_hours * 3600 == pytest.approx(10_000 * cost)
    assert [cell.cell_id for cell in known.cells] == [cell.cell_id for cell in unknown.cells]
    assert resumable_differences(unknown, known) == ()
    with pytest.raises(SpecError, match="unknown agent 'slwo', did you mean slow"):
        plan_of(100, **wanted, decision_seconds={"slwo": 0.02})


def test_games_and_kinds_that_the_table_does_not_know_have_a_cost():
    default = DEFAULT_GAME_COST.decisions
    assert kind_cost("go", {"kind": "greedy"}, 10**6) == KindCost(default, default * DECISION_SECONDS["greedy"])
    assert kind_cost("go", {"kind": "oracle"}, 10**6) == KindCost(default, default * UNKNOWN_KIND_SECONDS)
    assert kind_cost("connect-four", {"kind": "python"}, 12) == KindCost(12, 12 * DECISION_SECONDS["python"])
    assert set(GAME_COSTS) >= {"connect-four", "war-chest"}


def test_disk_is_rows_and_the_share_of_actions():
    assert block_bytes("connect-four", 2, 2, 48, 0) == 2 * 2 * GAME_COSTS["connect-four"].seat_bytes
    assert block_bytes("connect-four", 2, 2, 48, 0.5) - block_bytes("connect-four", 2, 2, 48, 0) == 48 * ACTION_BYTES / 2


def test_plans_survive_json():
    plan = plan_of(12345, cells={"grid": {"opening_moves": [2, 4]}, "reference": {"opening_moves": 2}})
    assert Plan.from_plain(json.loads(json.dumps(plan.to_plain()))) == plan


@pytest.mark.parametrize(
    "damage",
    [
        lambda plain: [],
        lambda plain: plain | {"format": 2},
        lambda plain: {key: value for key, value in plain.items() if key != "cells"},
        lambda plain: plain | {"cells": [{}]},
        lambda plain: plain | {"cells": 3},
        lambda plain: plain | {"start": "@"},
        lambda plain: plain | {"cells": [plain["cells"][0] | {"job": {"cell_id": 3}}]},
        lambda plain: plain | {"cells": [plain["cells"][0] | {"other": 3}]},
    ],
)
def test_damaged_plans_are_refused(damage):
    with pytest.raises(PlanError, match="plan"):
        Plan.from_plain(damage(plan_of().to_plain()))


def test_summary_adds_up():
    plan = plan_of(1001)
    summary = plan_summary(plan)
    assert summary.games == 1002 + 1001 == sum(cell.games for cell in summary.cells)
    assert summary.blocks == 501 + 1001
    assert summary.chunks == plan.number_of_chunks
    assert summary.designs == ("round_robin: greedy, random", "mirror: greedy")
    assert summary.core_hours * 3600 == pytest.approx(sum(cell.core_seconds for cell in summary.cells))
    assert summary.disk_bytes > 0
    assert all(cell.seats_balanced and cell.neighbours_balanced for cell in summary.cells)
    json.dumps(summary.to_plain())


def test_a_search_costs_its_budget():
    thousand = kind_cost("connect-four", {"kind": "ismcts", "iterations": 1000}, 42)
    assert kind_cost("connect-four", {"kind": "ismcts", "iterations": 4000}, 42).seconds == 4 * thousand.seconds
    timed = kind_cost("connect-four", {"kind": "flat_monte_carlo", "milliseconds": 50.0}, 42)
    assert timed.seconds == pytest.approx(timed.decisions * 0.05)
    levels = [
        kind_cost("war-chest", {"kind": "ismcts", "level": level}, 1000).seconds for level in ("fast", "standard", "strong")
    ]
    assert levels == sorted(levels)
    assert levels[1] / kind_cost("war-chest", {"kind": "ismcts", "level": "standard"}, 1000).decisions <= 0.2
