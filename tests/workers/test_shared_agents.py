"""Desks: the same games as with processes of one's own, batches over tables, and what a table is told when something fails."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from worker_samples import chunk_job

from engine.agents.player import AgentSetupError
from engine.codec import pack, unpack
from workers.cell import Cell
from workers.chunk import play_chunk, play_with
from workers.desk_actor import DeskService
from workers.errors import RefusedJobError
from workers.metering import CpuMeter
from workers.playing import Players
from workers.shared_agents import CONTEXTS_AT_HAND, Desk, DeskError, SharedPlayer

SUPPORT = str(Path(__file__).parent / "support")


def job_with(log: Path, blocks: int = 6, first_block: int = 0, changes: dict | None = None, **settings):
    told = {"log": str(log), **settings.pop("parameters", {})}
    spec = {"kind": "python", "path": "shared_samples:Noting", "parameters": told, "reproducible": True, **settings}
    agents = {"alice": {**spec, "placement": "shared"}, "bob": {"kind": "random"}}
    return chunk_job(first_block, blocks, agents=agents, base_directory=SUPPORT, **(changes or {}))


def lines(log: Path) -> list[tuple[int, int, int]]:
    return [tuple(map(int, line.split())) for line in log.read_text().splitlines()]  # type: ignore[misc]


class Booth:
    """A desk that waits for so many requests and answers them together, for tables in threads."""

    def __init__(self, tables: int) -> None:
        self.desk = Desk()
        self.sizes: list[int] = []
        self.open = tables
        self.waiting: list[tuple[bytes, list[bytes], threading.Event]] = []
        self.lock = threading.Condition()

    def ask(self, request: bytes) -> bytes:
        reply: list[bytes] = []
        done = threading.Event()
        with self.lock:
            self.waiting.append((request, reply, done))
            self._answer_if_all_wait()
        assert done.wait(60)
        return reply[0]

    def leave(self) -> None:
        with self.lock:
            self.open -= 1
            self._answer_if_all_wait()

    def _answer_if_all_wait(self) -> None:
        if self.waiting and len(self.waiting) >= self.open:
            now, self.waiting = self.waiting, []
            self.sizes.append(len(now))
            for (_, reply, done), answer in zip(now, self.desk.answer([request for request, _, _ in now]), strict=True):
                reply.append(answer)
                done.set()


def play_at(booth: Booth, jobs) -> list[bytes | None]:
    """Each job at a table of its own, all at once; the rows of each as Parquet."""
    found: list[bytes | None] = [None] * len(jobs)

    def play(number: int) -> None:
        try:
            cell = Cell.resolve(jobs[number].cell)
            with Players.of_cell(cell, {"alice": booth.ask}) as players:
                assert isinstance(players.external[0], SharedPlayer)
                found[number] = play_with(cell, jobs[number], players).files["games"]
        finally:
            booth.leave()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    booth.desk.close()
    return found


def test_tables_that_share_an_agent_play_the_games_that_they_play_alone(tmp_path):
    log = tmp_path / "log"
    jobs = [job_with(log, first_block=6 * k) for k in range(3)]
    alone = [play_chunk(job).files["games"] for job in jobs]
    log.unlink()
    booth = Booth(len(jobs))
    assert play_at(booth, jobs) == alone
    seen = lines(log)
    assert len({pid for pid, _, _ in seen}) == 1
    assert max(rows for _, rows, _ in seen) > 12, "no batch holds rows of two tables"
    assert len(set(alone)) == 3


def test_no_more_rows_go_together_than_the_agent_takes(tmp_path):
    log = tmp_path / "log"
    jobs = [job_with(log, first_block=6 * k, batch_size=16) for k in range(3)]
    play_at(Booth(len(jobs)), jobs)
    assert 12 < max(rows for _, rows, _ in lines(log)) <= 16


def test_a_chunk_that_is_played_twice_at_once_has_no_game_twice_in_a_batch(tmp_path):
    log = tmp_path / "log"
    one, other = play_at(Booth(2), [job_with(log)] * 2)
    assert one == other
    assert all(rows == games for _, rows, games in lines(log))


def test_cells_with_other_parameters_have_processes_of_their_own_but_not_for_ever(tmp_path):
    log = tmp_path / "log"
    booth = Booth(1)
    for k in range(CONTEXTS_AT_HAND + 2):
        job = job_with(log, blocks=1, parameters={"number": k})
        booth.open = 1
        cell = Cell.resolve(job.cell)
        with Players.of_cell(cell, {"alice": booth.ask}) as players:
            play_with(cell, job, players)
        assert len(booth.desk._hosted) == min(k + 1, CONTEXTS_AT_HAND)
    booth.desk.close()
    assert len({pid for pid, _, _ in lines(log)}) == CONTEXTS_AT_HAND + 2


def test_what_an_agent_costs_at_its_desk_is_the_agents(tmp_path):
    job = job_with(tmp_path / "log", blocks=40)
    cell, booth = Cell.resolve(job.cell), Booth(1)
    with Players.of_cell(cell, {"alice": booth.ask}) as players:
        meter = CpuMeter(players.records, players.external)
        play_with(cell, job, players, meter=meter)
    booth.desk.close()
    assert meter.process_seconds > 0
    assert meter.seconds[0] >= meter.process_seconds


def asking(desk: Desk):
    return lambda request: desk.answer([request])[0]


def play_with_desk(job, desk: Desk) -> None:
    cell = Cell.resolve(job.cell)
    with Players.of_cell(cell, {"alice": asking(desk)}) as players:
        play_with(cell, job, players)


def test_an_agent_that_cannot_be_set_up_is_the_sweeps_fault_at_every_table(tmp_path):
    desk = Desk()
    for _ in range(2):
        with pytest.raises(AgentSetupError, match="no network there"):
            play_with_desk(job_with(tmp_path / "log", parameters={"broken": True}), desk)
    desk.close()


def test_a_file_that_changed_since_the_plan_is_refused_here_and_at_a_desk(tmp_path):
    (tmp_path / "net.npz").write_bytes(b"other weights")
    changes = {"agent_files": {"alice": {"net.npz": "00"}}}
    job = job_with(tmp_path / "log", files=[str(tmp_path / "net.npz")], changes=changes)
    job.cell.agent_files["alice"] = {str(tmp_path / "net.npz"): "00"}
    desk = Desk()
    with pytest.raises(RefusedJobError, match="another content"):
        play_with_desk(job, desk)
    with pytest.raises(RefusedJobError, match="another content"):
        play_chunk(job)
    (tmp_path / "net.npz").unlink()
    with pytest.raises(RefusedJobError, match="missing"):
        play_chunk(job)


def test_a_desk_of_another_build_is_refused(tmp_path, monkeypatch):
    desk = Desk()
    real = desk._prepare

    def other_build(message):
        if "introduction" in message:
            message["introduction"]["build"] = {**message["introduction"]["build"], "numpy": "1.0"}
        return real(message)

    monkeypatch.setattr(desk, "_prepare", other_build)
    with pytest.raises(RefusedJobError, match="numpy"):
        play_with_desk(job_with(tmp_path / "log"), desk)


def test_an_error_of_no_known_kind_is_told_in_words(tmp_path):
    job = job_with(tmp_path / "log")
    cell = Cell.resolve(job.cell)
    with (
        pytest.raises(DeskError, match="MemoryError: too much"),
        Players.of_cell(cell, {"alice": lambda request: pack({"error": "MemoryError", "text": "too much"})}) as players,
    ):
        play_with(cell, job, players)


class _SlowDesk:
    """Stands in for a desk: notes how many requests come together, and takes its time."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def answer(self, requests):
        self.sizes.append(len(requests))
        if any(unpack(request) == "bad" for request in requests):
            raise ValueError("no request")
        time.sleep(0.01)
        return [pack(unpack(request) + 1) for request in requests]


def test_a_service_answers_together_what_came_meanwhile_and_holds_a_bounded_number():
    async def everything() -> tuple[list[int], list[int]]:
        service = DeskService(queue=4)
        desk = service._desk = _SlowDesk()  # type: ignore[assignment]
        replies = await asyncio.gather(*[service.ask(pack(number)) for number in range(41)])
        service._at_work.cancel()  # type: ignore[union-attr]
        return [unpack(reply) for reply in replies], desk.sizes

    replies, sizes = asyncio.run(everything())
    assert replies == list(range(1, 42))
    assert sum(sizes) == 41
    assert 1 < max(sizes) <= 5
    assert np.mean(sizes) > 2


def test_a_service_survives_a_request_that_makes_no_sense():
    async def everything() -> bytes:
        service = DeskService()
        service._desk = _SlowDesk()  # type: ignore[assignment]
        with pytest.raises(ValueError, match="no request"):
            await service.ask(pack("bad"))
        reply = await service.ask(pack(1))
        service._at_work.cancel()  # type: ignore[union-attr]
        return reply

    assert unpack(asyncio.run(everything())) == 2
