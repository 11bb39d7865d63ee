"""Tables on a real Ray."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from worker_samples import chunk_job

from engine.codec import pack, unpack
from workers.chunk import play_chunk
from workers.chunk_file import chunk_name, read_chunk, read_footer
from workers.errors import DeterminismError, RefusedJobError, StorageError
from workers.live_game import LiveGame
from workers.messages import ChunkJob
from workers.node import WORKER_ENVIRONMENT
from workers.sums import BlockSums
from workers.table import Table

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("ray_session")]


@pytest.fixture(scope="module")
def tables() -> Iterator[list]:
    import ray

    actors = [Table.options(runtime_env={"env_vars": WORKER_ENVIRONMENT}).remote() for _ in range(2)]
    yield actors
    for actor in actors:
        ray.kill(actor)


def ask(reference) -> object:
    import ray

    return unpack(ray.get(reference, timeout=150))


def test_two_tables_are_two_processes(tables):
    pids = {ask(table.ping.remote())["pid"] for table in tables}
    assert len(pids) == 2
    assert os.getpid() not in pids


def test_warm(tables):
    reports = ask(tables[0].warm.remote(pack({"games": ["connect-four"], "searches": False})))
    assert [report["game"] for report in reports] == ["connect-four"]


def test_a_chunk_is_the_same_wherever_it_is_played(tables, tmp_path):
    job = chunk_job(first_block=4, blocks=50)
    here = play_chunk(job)
    for i in range(len(tables)):
        (tmp_path / str(i)).mkdir()
    answers = [ask(table.play.remote(job.to_bytes(), str(tmp_path / str(i)))) for i, table in enumerate(tables)]
    for i, answer in enumerate(answers):
        assert answer["content_hash"] == here.content_hash
        assert answer["sums"] == here.sums.to_plain()
        assert (answer["games"], answer["decisions"], answer["duplicate"]) == (100, here.sums.decisions, False)
        assert answer["bytes"] == sum(map(len, here.files.values()))
        assert 0 < answer["write_seconds"] < answer["seconds"]
        file = tmp_path / str(i) / "chunks" / f"{chunk_name(job)}.parquet"
        assert file.read_bytes() == here.files["games"]
    assert answers[0]["pid"] != answers[1]["pid"]


def test_two_tables_given_the_same_chunk(tables, tmp_path):
    job = chunk_job(blocks=20)
    answers = [ask(table.play.remote(job.to_bytes(), str(tmp_path))) for table in (*tables, *tables)]
    assert [answer["duplicate"] for answer in answers] == [False, True, True, True]
    footer, _ = read_chunk(tmp_path, chunk_name(job))
    assert footer.sums.to_plain() == answers[0]["sums"]


def test_two_tables_at_the_same_time(tables, tmp_path):
    jobs = [chunk_job(first_block=5 * i, blocks=5) for i in range(8)]
    calls = [table.play.remote(job.to_bytes(), str(tmp_path)) for job in jobs for table in tables]
    assert len({ask(call)["content_hash"] for call in calls}) == 8
    total = BlockSums(4)
    for path in (tmp_path / "chunks").rglob("*.parquet"):
        total.add(read_footer(path).sums)
    assert total.to_plain() == play_chunk(chunk_job(blocks=40)).sums.to_plain()


def test_errors_keep_their_type_and_words(tables, tmp_path):
    table = tables[0]
    with pytest.raises(RefusedJobError, match="protocol"):
        ask(table.play.remote(b"nonsense", str(tmp_path)))
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="can't"):
        ask(table.play.remote(chunk_job().to_bytes(), str(tmp_path / "file")))
    ask(table.play.remote(chunk_job().to_bytes(), str(tmp_path)))
    job = chunk_job()
    forged = ChunkJob(cell=job.cell.model_copy(update={"seed": 8}), first_block=0, blocks=8)
    with pytest.raises(DeterminismError, match="twice"):
        ask(table.play.remote(forged.to_bytes(), str(tmp_path)))
    assert ask(table.ping.remote())["pid"]


def test_a_live_game_moves_between_tables_and_ends_as_if_it_had_stayed(tables):
    import ray

    here = LiveGame.new("connect-four", {"opening_moves": 2}, seed=5)
    start = here.snapshot()
    while legal := here.legal():
        here.step(legal[here.status()["state_hash"] % len(legal)])
    decisions = 0
    while True:
        table = tables[decisions // 3 % 2]
        status = ask(table.load.remote(start))
        for _ in range(3):
            legal = [entry["action"] for entry in ask(table.legal.remote())]
            if legal:
                status = ask(table.step.remote(pack(legal[status["state_hash"] % len(legal)])))
        watched = ask(table.render.remote(pack({"seat": None, "svg": False})))
        if status["terminal"]:
            break
        start = ray.get(table.snapshot.remote(), timeout=150)
        decisions += 3
    assert decisions >= 6
    assert status == here.status()
    assert watched == here.render()


def test_a_table_has_one_thread(tables):
    assert {value for name, value in WORKER_ENVIRONMENT.items() if name.endswith("_THREADS")} == {"1"}
    import ray

    def threads(_) -> dict:
        import numba
        import polars

        return {"numba": numba.config.NUMBA_NUM_THREADS, "polars": polars.thread_pool_size()}

    assert ray.get(tables[0].__ray_call__.remote(threads), timeout=150) == {"numba": 1, "polars": 1}


def test_calls_for_the_live_game_are_carried_out_in_their_order(tables):
    ask(tables[0].new_game.remote(pack({"game": "connect-four", "seed": 3})))
    references = [tables[0].step.remote(pack(column)) for column in (3, 3, 2, 4, 1)]
    decisions = [ask(reference)["decisions"] for reference in references]
    assert decisions == [1, 2, 3, 4, 5]


def test_chunks_given_together_come_out_as_if_played_alone(tables, tmp_path):
    jobs = [chunk_job(first_block=first, blocks=400) for first in range(0, 1600, 400)]
    references = [tables[0].play.remote(job.to_bytes(), str(tmp_path)) for job in jobs]
    hashes = [ask(reference)["content_hash"] for reference in references]
    assert hashes == [play_chunk(job).content_hash for job in jobs]
    assert [read_footer(tmp_path / f"chunks/{chunk_name(job)}.parquet").content_hash for job in jobs] == hashes
