"""What the first chunks come to is kept, and believed only as long as their files are what they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cluster_samples import begin, play_all, play_some, small_plan, sweep

from cluster import closed_prefix
from cluster.plan import Plan
from cluster.progress import Progress
from cluster.run_directory import RunDirectory, chunk_file_name

CELLS = [{"round_robin": ["dice", "keen"]}, {"mirror": ["keen"]}]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed_prefix, "LEAST", 3)
    monkeypatch.setattr("cluster.progress.LEAST", 3)


def loaded(directory: RunDirectory, plan: Plan) -> tuple[Progress, list[str]]:
    """What a driver finds, and the files whose footers it read."""
    opened: list[str] = []
    progress = Progress(plan, sweep(design=CELLS), directory)
    ends = directory.storage.ends

    def watched(names: Any) -> Any:
        for name, source in ends(names):
            opened.append(name)
            yield name, source

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(directory.storage, "ends", watched)
        progress.load(set_aside=True)
    return progress, opened


def figures(progress: Progress) -> list[Any]:
    return [
        (list(cell.done.runs()), cell.sums.to_plain(), cell.closed.games, cell.closed.decisions, cell.with_forfeits)
        for cell in progress.cells
    ]


@pytest.fixture(params=["folder", "s3"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    return tmp_path / "run" if request.param == "folder" else f"{request.getfixturevalue('s3')}/run"


def test_a_driver_that_goes_on_opens_only_what_came_later(place: Any) -> None:
    directory, plan = begin(place, sweep(design=CELLS))
    chunks = plan.cells[0].number_of_chunks
    play_some(directory, plan, [*range(6), 8])
    first, opened = loaded(directory, plan)
    assert len(opened) == 7
    first.keep_prefixes()
    second, opened = loaded(directory, plan)
    assert [plan.cells[0].cell_id in name for name in opened] == [True], "the one beyond the gap"
    assert figures(second) == figures(first)
    play_some(directory, plan, [6, 7, *range(9, chunks)])
    play_some(directory, plan, [0, 1], cell=1)
    third, opened = loaded(directory, plan)
    assert len(opened) == chunks - 6 + 2
    third.keep_prefixes()
    whole, opened = loaded(directory, plan)
    assert len(opened) == 2, "two chunks are not worth it"
    assert figures(whole) == figures(third)


def test_a_driver_that_is_killed_has_kept_what_it_came_to(place: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a word at its end; what comes in while the thread writes changes nothing of what it writes."""
    monkeypatch.setattr("cluster.progress.LEAST_AT_WORK", 4)
    directory, plan = begin(place, sweep(design=CELLS))
    progress, _ = loaded(directory, plan)
    play_some(directory, plan, range(3))
    progress.take_chunks()
    progress.keep_in_passing()
    assert progress._keeper is None, "three are too few"
    play_some(directory, plan, range(3, 6))
    progress.take_chunks()
    progress.keep_in_passing()
    play_some(directory, plan, range(6, 9))
    progress.take_chunks()
    assert progress._keeper is not None
    progress._keeper.join()
    assert progress._kept == {0: 6, 1: 0}
    again, opened = loaded(directory, plan)
    assert len(opened) == 3
    assert figures(again) == figures(progress)


def damage_of(kind: str) -> Callable[[RunDirectory, Plan], None]:
    def change(directory: RunDirectory, plan: Plan) -> None:
        storage, cell = directory.storage, plan.cells[0]
        kept = f"sums/{cell.cell_id}.json"
        name = chunk_file_name(cell, 2)
        data, held = storage.get(name) or b"", storage.get(kept) or b""
        match kind:
            case "a file is gone":
                storage.remove(name)
            case "a file is torn":
                storage.put(name, data[:-1])
            case "a stray lies between":
                storage.put(f"chunks/{cell.cell_id}/0000000001-7.parquet", data)
            case "other rules":
                storage.put(kept, held.replace(cell.job.rules_version.encode(), b"0+other"))
            case "it is torn":
                storage.put(kept, held[:-9])
            case "it is a list":
                storage.put(kept, b"[]")
            case "sums of another shape":
                storage.put(kept, held.replace(b'"slots": 4', b'"slots": 2'))
            case "it promises too much":
                storage.put(kept, held.replace(b'"chunks": 6', b'"chunks": 900'))

    return change


@pytest.mark.parametrize(
    ("kind", "done"),
    [
        ("a file is gone", 5),
        ("a file is torn", 5),
        ("a stray lies between", 6),
        ("other rules", 6),
        ("it is torn", 6),
        ("it is a list", 6),
        ("sums of another shape", 6),
        ("it promises too much", 6),
    ],
)
def test_what_is_kept_is_not_believed_when_files_are_others(kind: str, done: int, tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, sweep(design=CELLS))
    play_some(directory, plan, range(6))
    loaded(directory, plan)[0].keep_prefixes()
    assert len(loaded(directory, plan)[1]) == 0
    damage_of(kind)(directory, plan)
    progress, opened = loaded(directory, plan)
    assert len(opened) >= 5
    assert len(progress.cells[0].done) == done


def test_looking_at_a_run_writes_nothing(tmp_path: Path) -> None:
    plan = small_plan(sweep(design=CELLS))
    directory = RunDirectory(tmp_path)
    play_all(directory, plan)
    Progress(plan, sweep(design=CELLS), directory).load()
    assert not (tmp_path / "sums").exists()
