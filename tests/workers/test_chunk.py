"""run_chunk is a pure function of its job."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import polars as pl
import pytest
from worker_samples import cell_job, chunk_job

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys, block_keys
from engine.codec import encode_states, pack, unpack
from engine.game import get_game
from workers.cell import Cell
from workers.chunk import finish_games, play_chunk, recorded_games, run_chunk
from workers.errors import RefusedJobError
from workers.finished import FinishedGames
from workers.playing import Players
from workers.sums import BlockSums


def finished(job) -> FinishedGames:
    cell = Cell.resolve(job.cell)
    return finish_games(cell, job, Players.of_cell(cell))


def games_of(job) -> pl.DataFrame:
    return pl.read_parquet(unpack(run_chunk(job.to_bytes()))["games"])


def test_the_same_job_gives_the_same_bytes():
    job = chunk_job(blocks=20, record_actions=0.5).to_bytes()
    assert run_chunk(job) == run_chunk(job)


@pytest.mark.slow
def test_other_processes_threads_and_hash_seeds_give_the_same_bytes(tmp_path):
    job = chunk_job(blocks=600, record_actions=0.1).to_bytes()
    (tmp_path / "job").write_bytes(job)
    script = (
        "import sys, hashlib; from workers.chunk import run_chunk; "
        "print(hashlib.blake2b(run_chunk(open(sys.argv[1], 'rb').read())).hexdigest())"
    )
    digests = set()
    for threads in ("1", "2"):
        environment = os.environ | {"POLARS_MAX_THREADS": threads, "PYTHONHASHSEED": threads}
        command = [sys.executable, "-c", script, str(tmp_path / "job")]
        digests.add(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
    assert len(digests) == 1


@pytest.mark.parametrize("batch_games", [1, 7, 16, 1000])
def test_the_size_of_batches_does_not_matter(batch_games):
    job = chunk_job(first_block=3, blocks=20, record_actions=0.4)
    assert play_chunk(job, batch_games).files == play_chunk(job).files


def test_first_middle_and_last_block_alone_are_those_of_the_chunk():
    whole = games_of(chunk_job(first_block=100, blocks=31))
    for block in (100, 115, 130):
        alone = games_of(chunk_job(first_block=block, blocks=1))
        assert alone.equals(whole.filter(pl.col("block_id") == block))


def test_chunks_add_up_whatever_their_bounds():
    whole = play_chunk(chunk_job(first_block=5, blocks=30))
    parts = [play_chunk(chunk_job(first_block=first, blocks=n)) for first, n in ((5, 1), (6, 20), (26, 9))]
    sums = BlockSums(4)
    for part in parts:
        sums.add(part.sums)
    assert sums.to_plain() == whole.sums.to_plain()
    rows = pl.concat([pl.read_parquet(part.files["games"]) for part in parts])
    assert rows.equals(pl.read_parquet(whole.files["games"]))


def test_what_is_in_the_result():
    job = chunk_job(blocks=4)
    result = unpack(run_chunk(job.to_bytes()))
    assert set(result) == {"games", "components", "rounds", "actions", "sums", "content_hash"}
    assert result["components"] is result["rounds"] is result["actions"] is None
    assert BlockSums.from_plain(result["sums"]).games == 8
    metadata = pl.read_parquet_metadata(result["games"])
    assert json.loads(metadata["warhost.sums"]) == result["sums"]
    assert metadata["warhost.content_hash"] == result["content_hash"]
    assert metadata["warhost.chunk"] == "00c0ffee00c0ffee/0000000000-8"
    assert metadata["warhost.rules_version"] == get_game("connect-four").rules_version


def test_rotations_of_a_block_share_their_luck_and_cells_share_it_if_paired():
    options = {"opening_moves": 6}

    def openings(**cell) -> list[list[int]]:
        job = chunk_job(blocks=40, decision_cap=1, options=options, record_actions=1.0, **cell)
        games = finished(job)
        hashes = [int(state) for state in games.hashes]
        first = [int(games.actions[i][0]) for i in range(len(games))]
        return [hashes, first]

    paired, other = openings(), openings(cell_id="0000000000000001")
    alone, another = openings(pair_seeds=False), openings(pair_seeds=False, cell_id="0000000000000001")
    same_move = [i for i in range(80) if paired[1][i] == other[1][i]]
    assert len(same_move) > 5
    assert all(paired[0][i] == other[0][i] for i in same_move)
    assert not set(alone[0]) & set(another[0])


def test_games_of_other_blocks_and_seeds_differ():
    one = games_of(chunk_job(blocks=64, options={"opening_moves": 6}))["state_hash"]
    assert one.n_unique() == 128
    assert not set(one) & set(games_of(chunk_job(blocks=64, options={"opening_moves": 6}, seed=8))["state_hash"])


def start_states(n: int) -> bytes:
    batch = Batch.from_seed("connect-four", n=n, seed=3)
    for lane in range(n):
        for _ in range(lane + 1):
            batch.apply(int(batch.legal_actions(lane)[0]), lane)
    return encode_states(batch)


def test_play_starts_from_the_given_states():
    job = chunk_job(blocks=7, start=start_states(3))
    games = finished(job)
    before = np.array([block % 3 + 1 for block in games.blocks])
    assert (games.seat_decisions.sum(axis=1) == games.decisions - before).all()
    assert len(set(games.hashes.tolist())) == 14
    assert (games.summaries["stones"].sum(axis=1) == games.decisions).all()


def test_streams_of_start_states_begin_anew_from_the_keys_of_the_block():
    job = chunk_job(blocks=2, start=start_states(1), decision_cap=1)
    cell = Cell.resolve(job.cell)
    from workers.chunk import new_games

    blocks = np.array([0, 0, 1], np.int64)
    starts = np.array(Batch.from_seed("connect-four", n=1, seed=3).states)
    states = new_games(cell, blocks, starts).states
    fresh = Batch.new(cell.game, cell.options, block_keys(7, "setup", blocks), block_keys(7, "play", blocks)).states
    for stream in ("setup_rng", "play_rng"):
        assert (states[stream] == fresh[stream]).all()
        assert (states[stream][0] == states[stream][1]).all()
        assert (states[stream][0] != states[stream][2]).all()


def replayed_hashes(job, actions: pl.DataFrame) -> dict[str, int]:
    hashes = {}
    for game_id, taken in actions.iter_rows():
        block = np.array([int(game_id.split("/")[1])], np.int64)
        batch = Batch.new(
            get_game("connect-four"),
            get_game("connect-four").options(),
            block_keys(job.cell.seed, "setup", block),
            block_keys(job.cell.seed, "play", block),
        )
        for action in taken:
            batch.apply(action, decision_cap=job.cell.decision_cap)
        hashes[game_id] = int(batch.hashes()[0])
    return hashes


@pytest.mark.parametrize("share", [0.25, 1.0])
def test_stored_actions_replay_to_the_same_state(share):
    job = chunk_job(blocks=40, record_actions=share)
    result = unpack(run_chunk(job.to_bytes()))
    games = pl.read_parquet(result["games"])
    actions = pl.read_parquet(result["actions"])
    wanted = dict(games.select("game_id", "state_hash").iter_rows())
    found = replayed_hashes(job, actions)
    assert found == {game_id: wanted[game_id] for game_id in found}
    assert 5 < len(found) < 40 if share < 1 else len(found) == 80


def test_storing_actions_changes_no_game():
    none, some = (games_of(chunk_job(blocks=40, record_actions=share)) for share in (0.0, 0.3))
    assert none.equals(some)


def test_the_share_of_stored_games_follows_from_their_ids():
    blocks = np.arange(20_000, dtype=np.int64)
    chosen = recorded_games(cell_job(record_actions=0.01), blocks, blocks % 2)
    assert 150 < chosen.sum() < 250
    more = recorded_games(cell_job(record_actions=0.5, seed=99), blocks, blocks % 2)
    assert (chosen & ~more).sum() == 0
    assert (chosen[5000:5100] == recorded_games(cell_job(record_actions=0.01), blocks[5000:5100], blocks[5000:5100] % 2)).all()


def test_agents_sit_where_the_seating_says():
    agents = {"good": {"kind": "greedy"}, "bad": {"kind": "random"}}
    games = games_of(chunk_job(blocks=100, agents=agents, seatings=[["good", "bad"], ["bad", "good"]]))
    score = games.group_by(pl.col("agent").cast(pl.String), "seat").agg(pl.col("score").cast(pl.Float64).mean() / 12)
    figures = {(agent, seat): mean for agent, seat, mean in score.iter_rows()}
    assert min(figures["good", 0], figures["good", 1]) > 0.7 > 0.3 > max(figures["bad", 0], figures["bad", 1])


def test_games_equal_those_of_a_bare_batch():
    """The fast path of a chunk is the engine's own."""
    blocks = np.repeat(np.arange(50, dtype=np.int64), 2)
    rotations = np.tile(np.array([0, 1], np.int64), 50)
    game = get_game("connect-four")
    batch = Batch.new(game, game.options(), block_keys(7, "setup", blocks), block_keys(7, "play", blocks))
    agents = np.zeros(2, AGENT_DTYPE)
    agents["kind"] = AgentKind.RANDOM
    batch.play(agents, agent_keys(7, "00c0ffee00c0ffee", blocks, rotations, 2))
    assert games_of(chunk_job(blocks=50))["state_hash"].to_list()[::2] == batch.hashes().tolist()


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"rules_version": "1+000000000000"}, "1.000000000000 of connect-four"),
        ({"options": {"opening_moves": 99}}, "opening_moves"),
        ({"options": {"opening_move": 1}}, "did you mean opening_moves"),
        ({"seatings": [["alice"]]}, "2 seats"),
        ({"seatings": []}, "2 seats"),
        ({"seatings": [["alice", "eve"]]}, "eve"),
        ({"start": b"nonsense"}, "start states"),
        ({"start": start_states(0)}, "no start states"),
    ],
)
def test_jobs_that_make_no_sense_here_are_refused(changes, word):
    job = chunk_job()
    job = job.model_copy(update={"cell": job.cell.model_copy(update=changes)})
    with pytest.raises(RefusedJobError, match=word):
        run_chunk(job.to_bytes())


def test_unknown_games_are_refused():
    job = chunk_job()
    job = job.model_copy(update={"cell": job.cell.model_copy(update={"game": "connect-for"})})
    with pytest.raises(RefusedJobError, match="did you mean connect-four"):
        run_chunk(job.to_bytes())


def test_other_protocols_are_refused():
    message = unpack(chunk_job().to_bytes())
    with pytest.raises(RefusedJobError, match="protocol"):
        run_chunk(pack(message | {"protocol": 2}))
    with pytest.raises(RefusedJobError, match="protocol"):
        run_chunk(b"\xc1")
    with pytest.raises(RefusedJobError, match="surprise"):
        run_chunk(pack(message | {"surprise": 1}))
