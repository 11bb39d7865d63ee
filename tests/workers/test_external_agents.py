"""Chunks with agents that kernels wait for: forfeits in rows and sums, actions of games that can't be repeated."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from worker_agents import is_unlucky
from worker_samples import chunk_job

from engine.agents.player import AgentSetupError
from engine.batch import Batch
from engine.codec import pack, unpack
from engine.game import get_game
from workers.cell import Cell
from workers.chunk import new_games, play_chunk, play_with, run_chunk
from workers.chunk_file import chunk_name, read_chunk
from workers.errors import LeftOffError, RefusedJobError
from workers.table import CELLS_AT_HAND, TableCore
from workers.tally import sums_from_rows

SUPPORT = str(Path(__file__).parent / "support")
PATH = "worker_agents:First"


def job_with(blocks: int = 10, changes: dict | None = None, **spec):
    agents = {"alice": {"kind": "python", "path": PATH, **spec}, "bob": {"kind": "random"}}
    return chunk_job(blocks=blocks, agents=agents, base_directory=SUPPORT, **(changes or {}))


@pytest.mark.parametrize("fault", ["error", "illegal"])
def test_forfeits_reach_rows_and_sums(fault):
    job = job_with(parameters={"fault": fault})
    result = play_chunk(job)
    games = pl.read_parquet(result.files["games"])
    forfeits = games.filter(pl.col("forfeit_cause").is_not_null())
    assert forfeits["game_id"].to_list() == [f"00c0ffee00c0ffee/{block}/{rotation}" for block in (3, 8) for rotation in (0, 1)]
    assert set(forfeits["agent"].cast(pl.String)) == {"alice"}
    assert set(forfeits["forfeit_cause"].cast(pl.String)) == {fault}
    assert set(forfeits["outcome"].cast(pl.String)) == {f"forfeit_{fault}"}
    assert forfeits["score"].to_list() == [0, 0, 0, 0]
    others = games.filter(pl.col("game_id").is_in(forfeits["game_id"].implode()) & (pl.col("agent").cast(pl.String) == "bob"))
    assert others["score"].to_list() == [12, 12, 12, 12]
    assert others["sole_win"].all()
    sums = result.sums
    assert (sums.blocks, sums.excluded_blocks, sums.games) == (10, 2, 20)
    assert sums.forfeits == {f"0:{fault}": 2, f"3:{fault}": 2}
    assert sums.outcomes[f"forfeit_{fault}"] == 4
    assert f"forfeit_{fault}" not in sums.outcome_wins
    assert sums.excluded_totals["wins"].tolist() == [0, 2, 2, 0]
    assert sums.totals["credits"].sum() == 12 * 16
    assert sums_from_rows(games, None, job.cell).to_plain() == sums.to_plain()


def test_actions_of_games_that_an_id_cannot_repeat_are_stored():
    job = job_with(parameters={"fault": "error"}, changes={"seatings": [["alice", "bob"], ["bob", "bob"]]})
    result = unpack(run_chunk(job.to_bytes()))
    games, actions = pl.read_parquet(result["games"]), pl.read_parquet(result["actions"])
    ids = games["game_id"].to_list()[::2]
    assert actions["game_id"].to_list() == [name for name in ids if name.endswith("/0")]
    cell, game = Cell.resolve(job.cell), get_game("connect-four")
    hashes = dict(games.select("game_id", "state_hash").iter_rows())
    blocks = pl.Series([int(name.split("/")[1]) for name in actions["game_id"]], dtype=pl.Int64).to_numpy()
    starts = new_games(cell, blocks, None)
    for lane, (name, taken) in enumerate(actions.iter_rows()):
        batch = Batch(game, game.options(), starts.states[lane : lane + 1].copy())
        for action in taken:
            batch.apply(action)
        assert is_unlucky(name) or int(batch.hashes()[0]) == hashes[name]


def test_reproducible_agents_leave_no_actions_and_the_same_rows_in_any_batch():
    job = job_with(reproducible=True)
    whole, small = play_chunk(job), play_chunk(job, batch_games=3)
    assert set(whole.files) == {"games"}
    assert whole.files == small.files


def test_the_shipped_python_agent_plays():
    agents = {"alice": {"kind": "python", "path": "preferences", "reproducible": True}, "bob": {"kind": "random"}}
    job = chunk_job(blocks=4, agents=agents)
    assert play_chunk(job).content_hash == play_chunk(job).content_hash


def test_an_agent_that_cannot_be_loaded_is_no_forfeit():
    with pytest.raises(AgentSetupError, match="worker_agents"):
        play_chunk(chunk_job(agents={"alice": {"kind": "python", "path": "worker_agents:No"}, "bob": {"kind": "random"}}))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"kind": "grandmaster"}, "agents.alice"),
        ({"kind": "random", "iterations": 5}, r"agents\.alice\.random\.iterations"),
        ({"kind": "python", "path": "preference"}, "did you mean preferences"),
    ],
)
def test_agents_that_make_no_sense_are_refused(spec, words):
    with pytest.raises(RefusedJobError, match=words):
        play_chunk(chunk_job(agents={"alice": spec, "bob": {"kind": "random"}}))


def test_a_table_keeps_an_agents_process_for_the_next_chunk(tmp_path):
    log = tmp_path / "log"
    table = TableCore()
    cells = [f"{i:016x}" for i in range(CELLS_AT_HAND + 1)]

    def play(cell_id: str, first_block: int) -> None:
        job = job_with(blocks=2, parameters={"log": str(log)}, changes={"cell_id": cell_id, "first_block": first_block})
        table.play(job.to_bytes(), str(tmp_path))
        assert read_chunk(tmp_path, chunk_name(job))[0].blocks == 2

    try:
        for first_block in (0, 2):
            play(cells[0], first_block)
        assert len(log.read_text().splitlines()) == 1
        for cell_id in (*cells[1:], cells[0]):
            play(cell_id, 4)
        started = [line.split() for line in log.read_text().splitlines()]
        assert len(started) == len({pid for pid, _ in started}) == CELLS_AT_HAND + 2
        assert len({seed for _, seed in started}) == 1
    finally:
        table.close()


def test_an_agent_does_not_learn_the_seed_of_the_run(tmp_path):
    job = job_with(blocks=1, parameters={"log": str(tmp_path / "log")})
    play_chunk(job)
    assert int((tmp_path / "log").read_text().split()[1]) != job.cell.seed


def test_forfeits_of_agents_whose_machine_may_shut_down_are_not_counted(tmp_path, monkeypatch):
    """A machine that shuts down ends all its processes, agents' too: that is no fault of theirs."""
    table = TableCore()

    def shut_down_meanwhile(*arguments, **more):
        result = play_with(*arguments, **more)
        table.leave_off(pack({"seconds": 30}))
        return result

    monkeypatch.setattr("workers.table.play_with", shut_down_meanwhile)
    try:
        with pytest.raises(LeftOffError, match="not counted"):
            table.play(job_with(parameters={"fault": "error"}).to_bytes(), str(tmp_path))
        assert not list(tmp_path.rglob("*.parquet"))
    finally:
        table.close()
