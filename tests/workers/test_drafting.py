"""Who drafts can be another than who plays on."""

from __future__ import annotations

from random import Random
from typing import Any

import polars as pl
import pytest
from worker_kills import play_through_kills
from worker_samples import chunk_job

from workers.cell import Cell
from workers.chunk import play_chunk
from workers.errors import RefusedJobError
from workers.messages import ChunkJob
from workers.storage import LocalStorage

TREE = {"kind": "ismcts", "iterations": 12, "depth": 0}
KINDS: dict[str, dict[str, Any]] = {"dice": {"kind": "random"}, "keen": {"kind": "greedy"}, "tree": TREE}
PICKS = ["game_id", "seat", "component", "drafted_pick"]


def draft_job(one: str, other: str, drafters: dict[str, str] | None = None, blocks: int = 6, **changes: Any) -> ChunkJob:
    """A chunk of War Chest games with a draft between two agents of `KINDS`."""
    return chunk_job(
        blocks=blocks,
        game="war-chest",
        options={"setup": "draft"},
        agents=KINDS | {f"{name} again": spec for name, spec in KINDS.items()},
        seatings=[[one, other], [other, one]],
        drafters=drafters or {},
        **changes,
    )


def rows(job: ChunkJob, table: str = "games") -> pl.DataFrame:
    return pl.read_parquet(play_chunk(job).files[table])


@pytest.mark.parametrize("record_actions", [0.0, 0.4])
@pytest.mark.parametrize("names", [("dice", "keen"), ("tree", "keen")])
def test_who_drafts_for_itself_by_another_name_plays_the_same_games(names: tuple[str, str], record_actions: float) -> None:
    by_others = draft_job(*names, {name: f"{name} again" for name in names}, record_actions=record_actions)
    alone = draft_job(*names, record_actions=record_actions)
    assert play_chunk(by_others).files.keys() == play_chunk(alone).files.keys()
    for table in play_chunk(alone).files:
        assert rows(by_others, table).equals(rows(alone, table)), table


def test_the_drafters_picks_are_those_of_its_own_games_and_the_play_is_not() -> None:
    lent, own = draft_job("dice", "keen", {"dice": "keen"}, blocks=40), draft_job("keen", "keen", blocks=40)
    assert rows(lent, "components").select(PICKS).equals(rows(own, "components").select(PICKS))
    scores = rows(lent).filter(pl.col("agent").cast(pl.String) == "keen")["score"]
    assert scores.mean() > 8, "the other one still plays at random"


def test_only_the_seat_that_has_a_drafter_drafts_otherwise() -> None:
    picks = rows(draft_job("dice", "tree", {"tree": "keen"}), "components")
    plain = rows(draft_job("dice", "keen"), "components")
    assert picks.select(PICKS).equals(plain.select(PICKS))


def test_a_chunk_with_a_drafter_travels(tmp_path) -> None:
    job = draft_job("tree", "keen", {"keen": "tree again"}, blocks=2, record_actions=1.0)
    result, kills, taken_up = play_through_kills(job, LocalStorage(tmp_path), Random(3))
    assert kills >= 3
    assert taken_up > 0
    assert result.files == play_chunk(job).files


def test_an_agent_in_a_process_leads_an_army_that_another_has_drafted() -> None:
    mine = {"kind": "python", "path": "preferences", "reproducible": True}
    words = {"game": "war-chest", "options": {"setup": "draft"}, "seatings": [["mine", "keen"], ["keen", "mine"]], "blocks": 3}
    job = chunk_job(agents=KINDS | {"mine": mine}, drafters={"mine": "keen"}, **words)
    assert rows(job)["forfeit_cause"].null_count() == 12
    own = draft_job("keen", "keen", blocks=3)
    assert rows(job, "components").select(PICKS).equals(rows(own, "components").select(PICKS))
    assert not rows(job)["state_hash"].equals(rows(own)["state_hash"])


def test_games_without_a_draft_are_as_they_are() -> None:
    words = {"agents": KINDS, "seatings": [["dice", "keen"], ["keen", "dice"]]}
    plain = play_chunk(chunk_job(game="war-chest", **words))
    assert play_chunk(chunk_job(game="war-chest", drafters={"dice": "keen"}, **words)).files == plain.files


def test_a_clock_or_a_process_at_the_draft() -> None:
    timed = KINDS | {"timed": {"kind": "ismcts", "milliseconds": 5}, "mine": {"kind": "python", "path": "m:A"}}
    seatings = [["dice", "keen"], ["keen", "keen"]]
    cell = Cell.resolve(chunk_job(game="war-chest", agents=timed, seatings=seatings, drafters={"dice": "timed"}).cell)
    assert cell.reproducible().tolist() == [False, True]
    with pytest.raises(RefusedJobError, match="run in a process don't draft"):
        Cell.resolve(chunk_job(game="war-chest", agents=timed, seatings=seatings, drafters={"dice": "mine"}).cell)
    with pytest.raises(RefusedJobError, match="don't fit"):
        Cell.resolve(chunk_job(game="war-chest", agents=timed, seatings=seatings, drafters={"dice": "nobody"}).cell)
