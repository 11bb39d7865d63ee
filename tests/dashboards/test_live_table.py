"""A live game at a Table is followed while it is played."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from dashboards.cli.errors import UsageError
from dashboards.live.live_table import TableWatch, table_routes
from dashboards.live.server import LiveServer
from engine.codec import pack
from workers.errors import RefusedJobError
from workers.table import TableCore


@pytest.fixture
def table() -> TableCore:
    core = TableCore()
    core.new_game(pack({"game": "connect-four", "seed": 3}))
    return core


@pytest.fixture
def watch(table: TableCore) -> Iterator[TableWatch]:
    found = TableWatch(table.record, "here")
    found.start()
    yield found
    found.close()


def test_moves_come_in_as_they_are_played(table: TableCore, watch: TableWatch) -> None:
    version = watch.wait(0, 5.0)
    assert watch.described(None)["moves"] == []
    for action in (3, 3, 2):
        table.step(pack(action))
    assert watch.wait(version, 5.0) > version
    moves = watch.described(None)["moves"]
    assert [move["words"] for move in moves] == [f"drop a stone into column {n}" for n in (4, 4, 3)]
    assert watch.ending() == "o decides, round 2."


def test_another_game_takes_the_place_of_the_one_before(table: TableCore, watch: TableWatch) -> None:
    table.step(pack(3))
    version = watch.wait(1, 5.0)
    table.new_game(pack({"game": "connect-four", "seed": 3}))
    assert watch.wait(version, 5.0) > version
    assert watch.described(None)["moves"] == []


def test_a_table_that_is_gone(table: TableCore) -> None:
    def ask(since: bytes) -> bytes:
        if calls.pop():
            raise RuntimeError("the actor died\nmore")
        return table.record(since)

    calls = [True, False, False]
    watch = TableWatch(ask, "here")
    watch.start()
    watch.wait(1, 5.0)
    assert watch.lost == "the Table answers no more: the actor died"
    assert "the actor died" in watch.ending()
    watch.close()


def test_a_table_without_a_game() -> None:
    with pytest.raises(RefusedJobError, match="no live game"):
        TableWatch(TableCore().record, "here")


def test_its_pages(table: TableCore, watch: TableWatch) -> None:
    table.step(pack(3))
    with LiveServer(table_routes(watch), port=0) as server:
        page = urllib.request.urlopen(server.url, timeout=10).read().decode()
        assert 'data-live="live"' in page
        assert "live at here" in page
        watch.wait(1, 5.0)
        words = json.loads(urllib.request.urlopen(f"{server.url}words?seat=0", timeout=10).read())
        assert [move["words"] for move in words["moves"]] == ["drop a stone into column 4"]
        svg = urllib.request.urlopen(f"{server.url}position/1?seat=1", timeout=10).read().decode()
        assert svg.startswith("<svg")


@pytest.mark.ray
def test_a_named_table_is_found_in_ray(ray_session: None) -> None:
    import ray

    from dashboards.cli.watch import NAMESPACE, table_of
    from workers.table import Table

    with pytest.raises(UsageError, match="no actor of that name"):
        table_of("nobody", None)
    actor: Any = Table.options(name="somebody", namespace=NAMESPACE).remote()
    ray.get(actor.new_game.remote(pack({"game": "connect-four"})))
    watch = TableWatch(table_of("somebody", None), "somebody")
    ray.get(actor.step.remote(pack(0)))
    watch.start()
    end = time.monotonic() + 10
    while not watch.walk.decisions and time.monotonic() < end:
        watch.wait(1, 1.0)
    watch.close()
    ray.kill(actor)
    assert [decision.chosen.action for decision in watch.walk.decisions] == [0]
