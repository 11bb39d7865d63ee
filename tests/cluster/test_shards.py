"""Shards: who plays what, how a batch system's index is read, and that merged they are the run in one place, to the byte."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from cluster_samples import begin, play_some, small_chunks, small_plan, sweep
from hypothesis import given, settings
from hypothesis import strategies as st

from cluster import open_run, run
from cluster.merge import MergeError, find_shards, merge
from cluster.plan import Plan
from cluster.run_directory import ChangedRunError, RunDirectory
from cluster.shard_status import shards_status
from cluster.shards import SHARDS_FOLDER, Shard, ShardError, plan_of_shard, shard_from_environment
from cluster.spec import SpecError
from workers.chunk import play_chunk
from workers.chunk_file import write_chunk

AGENTS = {"dice": {"kind": "random"}, "keen": {"kind": "greedy"}}
TWO_CELLS = [{"round_robin": ["dice", "keen"]}, {"mirror": ["keen"]}]


def blocks_of(plan: Plan) -> list[tuple[str, int, int]]:
    return [(plan.cells[c.cell].cell_id, c.first_block, c.blocks) for c in plan.order()]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.integers(2, 900), st.integers(1, 30))
def test_shards_divide_a_plan_without_gap_or_overlap(count: int, games: int, blocks: int) -> None:
    plan = small_plan(sweep(games=games, design=TWO_CELLS), blocks)
    parts = [blocks_of(plan_of_shard(plan, Shard(number, count))) for number in range(1, count + 1)]
    assert sorted(chunk for part in parts for chunk in part) == sorted(blocks_of(plan))


def test_shards_have_nearly_equal_shares_of_every_cell() -> None:
    plan = small_plan(sweep(games=2000, design=TWO_CELLS), blocks=5)
    for number in range(1, 8):
        for cell in plan_of_shard(plan, Shard(number, 7)).cells:
            whole = plan.find_cell(cell.cell_id)
            assert abs(cell.blocks - whole.blocks / 7) <= 2 * 5


def test_small_cells_spread_over_the_shards() -> None:
    plan = small_plan(sweep(games=2, cells={"grid": {"opening_moves": [0, 1, 2, 3, 4, 5]}}), blocks=10)
    assert [len(plan_of_shard(plan, Shard(number, 3)).cells) for number in (1, 2, 3)] == [2, 2, 2]


@pytest.mark.parametrize("text", ["0/4", "5/4", "1/0", "a/b", "3", "-1/4", "1/4/2", "1/1000000"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    with pytest.raises(ShardError):
        Shard.parse(text)


ENVIRONMENTS = {
    "Slurm from 1": (
        {"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "8", "SLURM_ARRAY_TASK_COUNT": "8"},
        "3/8",
    ),
    "Slurm from 0": (
        {"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "7", "SLURM_ARRAY_TASK_COUNT": "8"},
        "4/8",
    ),
    "Slurm, tasks submitted again": (
        {
            "SLURM_ARRAY_TASK_ID": "5",
            "SLURM_ARRAY_TASK_MIN": "3",
            "SLURM_ARRAY_TASK_MAX": "5",
            "SLURM_ARRAY_TASK_COUNT": "2",
            "WARHOST_SHARDS": "8",
        },
        "5/8",
    ),
    "AWS Batch": ({"AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "4"}, "1/4"),
    "Google Batch": ({"BATCH_TASK_INDEX": "3", "BATCH_TASK_COUNT": "4"}, "4/4"),
    "Kubernetes": ({"JOB_COMPLETION_INDEX": "1", "WARHOST_SHARDS": "4"}, "2/4"),
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_array_index_of_a_batch_system_names_the_shard(name: str) -> None:
    environment, shard = ENVIRONMENTS[name]
    assert str(shard_from_environment(environment)) == shard


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({}, "write --shard K/N"),
        ({"JOB_COMPLETION_INDEX": "1"}, "set WARHOST_SHARDS"),
        ({"BATCH_TASK_INDEX": "4", "BATCH_TASK_COUNT": "4"}, "indices 0 to 3"),
        ({"SLURM_ARRAY_TASK_ID": "0", "WARHOST_SHARDS": "8"}, "indices 1 to 8"),
        ({"BATCH_TASK_INDEX": "x", "BATCH_TASK_COUNT": "4"}, "no number"),
        ({"BATCH_TASK_INDEX": "1", "JOB_COMPLETION_INDEX": "1"}, "a Google Batch task and a Kubernetes"),
        (
            {
                "SLURM_ARRAY_TASK_ID": "5",
                "SLURM_ARRAY_TASK_MIN": "3",
                "SLURM_ARRAY_TASK_MAX": "5",
                "SLURM_ARRAY_TASK_COUNT": "2",
            },
            "a part of a whole",
        ),
    ],
)
def test_an_environment_that_does_not_tell_is_refused_with_what_to_set(environment: dict[str, str], told: str) -> None:
    with pytest.raises(ShardError, match=told):
        shard_from_environment(environment)


@pytest.mark.parametrize("key", ["stop", "halving"])
def test_a_sweep_that_looks_at_figures_while_it_plays_has_no_shards(key: str, tmp_path: Path) -> None:
    words: dict[str, Any] = {
        "stop": {"stop": {"agent": "keen", "half_width": 0.1}},
        "halving": {"halving": {"stages": 2}, "cells": {"grid": {"opening_moves": [0, 1]}}},
    }
    with pytest.raises(SpecError, match=f"{key}: a shard plays fixed numbers"):
        run(sweep(**words[key]), tmp_path / "run", shard=Shard(1, 2))


def begin_shards(path: Path, plan: Plan, count: int) -> list[RunDirectory]:
    """Shards with all that they should play, played in this process."""
    runs = []
    for number in range(1, count + 1):
        shard = Shard(number, count)
        directory = RunDirectory(path / SHARDS_FOLDER / shard.folder)
        directory.write_plan(plan, shard)
        own = directory.read_plan()
        for chunk in own.order():
            job = own.chunk_job(chunk)
            result = play_chunk(job)
            write_chunk(directory.path, job, result.files, result.content_hash)
        runs.append(directory)
    return runs


def figures(path: Path) -> str:
    document = open_run(path).summary
    document.pop("execution")
    return json.dumps(document, sort_keys=True)


def files(path: Path) -> dict[str, bytes]:
    return {p.relative_to(path).as_posix(): p.read_bytes() for p in sorted((path / "chunks").rglob("*.parquet"))}


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Plan]:
    directory, plan = begin(tmp_path_factory.mktemp("single") / "run", sweep(design=TWO_CELLS), blocks=10)
    for cell in plan.cells:
        play_some(directory, plan, range(cell.number_of_chunks), cell.index)
    return directory.path, plan


@pytest.mark.parametrize("count", [1, 3, 50])
def test_merged_shards_are_the_run_in_one_place_to_the_byte(single: tuple[Path, Plan], count: int, tmp_path: Path) -> None:
    path, plan = single
    begin_shards(tmp_path / "run", plan, count)
    report = merge(tmp_path / "run")
    assert (report.complete, report.copied, report.overlaps, report.notes) == (True, plan.number_of_chunks, 0, [])
    assert files(tmp_path / "run") == files(path)
    assert figures(tmp_path / "run") == figures(path)
    assert [event["kind"] for event in RunDirectory(tmp_path / "run").read_events()] == ["merge"]
    again = merge(tmp_path / "run")
    assert (again.copied, again.overlaps) == (0, plan.number_of_chunks)


def test_gaps_are_told_shard_by_shard_and_filled_by_a_second_merge(single: tuple[Path, Plan], tmp_path: Path) -> None:
    path, plan = single
    runs = begin_shards(tmp_path / "run", plan, 4)
    lost = next((runs[1].path / "chunks").rglob("*.parquet"))
    kept = lost.read_bytes()
    lost.unlink()
    shutil.move(runs[3].path, tmp_path / "elsewhere")
    report = merge(tmp_path / "run")
    assert not report.complete
    text = "\n".join(report.notes)
    assert f"gaps: {plan.number_of_chunks - report.chunks} of {plan.number_of_chunks} chunks are missing" in text
    assert "shards that were not begun: 4/4" in text
    assert f"go on with: warhost run {runs[1].path}" in text
    assert open_run(tmp_path / "run").exit_code == 75
    lost.write_bytes(kept)
    assert merge(tmp_path / "run", [runs[1].path, tmp_path / "elsewhere"]).complete
    assert figures(tmp_path / "run") == figures(path)


def test_overlapping_shards_are_told_and_do_no_harm(single: tuple[Path, Plan], tmp_path: Path) -> None:
    path, plan = single
    runs = begin_shards(tmp_path / "run", plan, 2)
    shutil.copytree(path / "chunks", runs[0].path / "chunks", dirs_exist_ok=True)
    foreign = merge(tmp_path / "run")
    assert foreign.overlaps > 0
    assert any("were there already, with the same rows" in note for note in foreign.notes)
    assert files(tmp_path / "run") == files(path)


def test_a_chunk_that_came_out_differently_in_two_shards_is_refused(single: tuple[Path, Plan], tmp_path: Path) -> None:
    _, plan = single
    runs = begin_shards(tmp_path / "run", plan, 2)
    other, other_plan = begin(tmp_path / "other", sweep(design=TWO_CELLS, seed=6), blocks=10)
    play_some(other, other_plan, range(1))
    ours = next((runs[0].path / "chunks").rglob("0000000000-*.parquet"))
    merge(tmp_path / "run")
    ours.write_bytes(next((other.path / "chunks").rglob("*.parquet")).read_bytes())
    with pytest.raises(MergeError, match="different rows"):
        merge(tmp_path / "run")


def test_runs_that_do_not_belong_together_are_refused(single: tuple[Path, Plan], tmp_path: Path) -> None:
    _, plan = single
    first, second = begin_shards(tmp_path / "run", plan, 2)
    other, _ = begin(tmp_path / "seed", sweep(design=TWO_CELLS, seed=6))
    with pytest.raises(MergeError, match="seed: 5 -> 6"):
        merge(tmp_path / "merged", [first.path, other.path])
    finer, _ = begin(tmp_path / "finer", sweep(design=TWO_CELLS), blocks=5)
    with pytest.raises(MergeError, match="chunk boundaries"):
        merge(tmp_path / "merged", [first.path, finer.path])
    third = RunDirectory(tmp_path / "third")
    third.write_plan(plan, Shard(3, 3))
    with pytest.raises(MergeError, match="divided in different ways"):
        merge(tmp_path / "merged", [first.path, third.path])
    with pytest.raises(MergeError, match="is a shard itself"):
        merge(first.path, [second.path])
    with pytest.raises(MergeError, match="no shards to merge"):
        merge(tmp_path / "nothing")
    assert not (tmp_path / "merged").exists()


def test_shards_of_other_versions_are_told(single: tuple[Path, Plan], tmp_path: Path) -> None:
    _, plan = single
    runs = begin_shards(tmp_path / "run", plan, 2)
    spec = runs[1].path / "spec.yaml"
    spec.write_text(spec.read_text().replace("numba: ", "numba: 9."))
    assert any("mixed versions" in note and "numba" in note for note in merge(tmp_path / "run").notes)


def test_a_shard_is_played_by_processes_without_ray_and_goes_on_as_it_was_begun(tmp_path: Path) -> None:
    spec = sweep(games=400, design=TWO_CELLS)
    with small_chunks(10):
        for number in (1, 2):
            result = run(spec, tmp_path / "run", workers=2, shard=Shard(number, 2))
            assert result.exit_code == 0
            assert any("not a sample of the whole" in note for note in result.notes)
        path = result.run_dir
        lost = next((path / "chunks").rglob("*.parquet"))
        lost.unlink()
        status = shards_status(tmp_path / "run")
        assert status is not None
        assert status.complete
        assert run(spec, path, workers=1).exit_code == 0
        assert lost.is_file()
        with pytest.raises(ChangedRunError, match="shard: 2/2 -> 1/2"):
            run(spec, _renamed(tmp_path / "run"), workers=1, shard=Shard(1, 2))
        assert merge(tmp_path / "run").complete
    samples = (path / "metrics.prom").read_text()
    assert 'warhost_games_planned{game="connect-four",shard="2/2"} 400.0' in samples
    assert [event["kind"] for event in RunDirectory(path).read_events()] == ["start", "finish", "resume", "finish"]


def _renamed(run_dir: Path) -> Path:
    """A copy of shard 2/2 under the folder of shard 1/2 of another run directory."""
    copy = run_dir.with_name("copy")
    shutil.copytree(run_dir / SHARDS_FOLDER / Shard(2, 2).folder, copy / SHARDS_FOLDER / Shard(1, 2).folder)
    return copy


def test_status_adds_up_what_the_shards_said_and_names_those_not_begun(single: tuple[Path, Plan], tmp_path: Path) -> None:
    _, plan = single
    assert shards_status(tmp_path / "run") is None
    for number, done in ((1, 100), (3, 40)):
        directory = RunDirectory(tmp_path / "run" / SHARDS_FOLDER / Shard(number, 3).folder)
        directory.write_plan(plan, Shard(number, 3))
        state = "complete" if number == 1 else "incomplete"
        directory.write_status({"state": state, "games_done": done, "games_needed": 100, "games_per_second": 5.0, "eta": 9.0})
    status = shards_status(tmp_path / "run")
    assert status is not None
    assert (status.games_done, status.games_needed, status.games_per_second, status.eta) == (140, 200, 0.0, None)
    assert [str(shard) for shard in status.missing] == ["2/3"]
    assert not status.complete
    assert [run.path.name for run in find_shards(tmp_path / "run")] == [Shard(n, 3).folder for n in (1, 3)]
