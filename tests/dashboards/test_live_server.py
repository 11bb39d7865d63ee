"""The live pages' server, asked over HTTP: what it shows, to whom, and what it refuses."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cluster import open_run
from dashboards.cli.watch import pages_of
from dashboards.live.hub import Hub
from dashboards.live.server import LiveServer, PortError


def get(url: str, **headers: str) -> tuple[int, dict[str, str], str]:
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, dict(answer.headers), answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read().decode()


@pytest.fixture
def server(finished_run: Path) -> Iterator[LiveServer]:
    with pages_of(finished_run, port=0) as found:
        yield found


def test_the_page_holds_every_part_without_script_from_elsewhere(server: LiveServer) -> None:
    code, headers, body = get(server.url)
    assert code == 200
    for part in ("progress", "scores", "speed", "ends", "lengths", "forfeits", "workers", "events", "ratings", "games"):
        assert f'id="{part}"' in body
    assert "http://" not in body.replace(server.url, "").replace("http://www.w3.org", "")
    assert "script-src 'self'" in headers["content-security-policy"]


def test_figures_are_those_of_the_report(server: LiveServer, finished_run: Path) -> None:
    _, _, body = get(f"{server.url}data")
    view = json.loads(body)
    assert (view["life"], view["words"]) == ("finished", "Finished, 100 %")
    for cell in open_run(finished_run).summary["cells"]:
        for row in cell["agent_seats"]:
            assert f"{row['score']['estimate']:.3f}" in view["parts"]["scores"]


def test_the_stream_gives_the_whole_view_first(server: LiveServer) -> None:
    with urllib.request.urlopen(f"{server.url}news", timeout=10) as answer:
        lines = [answer.readline().decode().strip() for _ in range(3)]
    assert lines[1] == "event: view"
    view = json.loads(lines[2].removeprefix("data: "))
    assert "scores" in view["parts"]


def test_what_people_and_agents_write_is_text(tmp_path: Path, play: Any) -> None:
    agents, design = {"a": {"kind": "greedy"}}, [{"mirror": ["a"]}]
    sweep = {"game": "connect-four", "title": "<script>alert(1)</script>", "agents": agents, "design": design, "games": 20}
    run = play(tmp_path / "run", sweep)
    run.events.write("retry", "ValueError: <img src=x onerror=alert(2)>", worker=0)
    with pages_of(run.path, port=0) as server:
        _, _, body = get(server.url)
    assert "<script>alert" not in body
    assert "<img" not in body
    assert "&lt;img src=x onerror=alert(2)&gt;" in body


def test_only_reading_and_only_under_this_machines_name(server: LiveServer) -> None:
    request = urllib.request.Request(server.url, data=b"x", method="POST")
    with pytest.raises(urllib.error.HTTPError, match="405"):
        urllib.request.urlopen(request, timeout=10)
    assert get(server.url, Host="evil.example")[0] == 421
    assert get(server.url, Host="localhost:1")[0] == 200


def test_another_host_asks_for_the_token(finished_run: Path) -> None:
    with pages_of(finished_run, host="0.0.0.0", port=0) as server:
        where, _, token = server.url.partition("?token=")
        base = f"http://127.0.0.1:{where.rsplit(':', 1)[1]}"
        assert len(token) >= 20
        assert get(base)[0] == get(f"{base}data")[0] == get(f"{base}assets/live.css")[0] == 401
        assert get(f"{base}?token=wrong")[0] == 401
        assert get(f"{base}data", Authorization=f"Bearer {token}")[0] == 200
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(f"{base}?token={token}", timeout=10) as answer:
            assert answer.status == 200
            assert "token" not in answer.url, "it stays out of the history"


def test_assets_are_a_closed_list(server: LiveServer) -> None:
    assert get(f"{server.url}assets/report.css")[0] == 200
    assert get(f"{server.url}assets/uplot.LICENSE")[0] == 200
    assert get(f"{server.url}assets/..%2Fserver.py")[0] == 404


def test_a_port_that_is_taken(server: LiveServer, finished_run: Path) -> None:
    port = int(server.url.rsplit(":", 1)[1].rstrip("/"))
    with pytest.raises(PortError, match=f"port {port}.*--port"):
        LiveServer([], port=port)


def test_a_run_that_has_not_begun_is_waited_for(tmp_path: Path, play: Any) -> None:
    hub = Hub(tmp_path / "run")
    hub.start()
    try:
        assert hub.view.life == "waiting"
        sweep = {"game": "connect-four", "agents": {"a": {"kind": "greedy"}}, "design": [{"mirror": ["a"]}], "games": 20}
        threading.Thread(target=play, args=(tmp_path / "run", sweep)).start()
        version = 0
        while hub.view.life != "finished":
            view = hub.wait(version, 20.0)
            assert view.version > version
            version = view.version
    finally:
        hub.close()


def test_watching_nothing_is_an_error(warhost: Any, tmp_path: Path) -> None:
    result = warhost("watch", tmp_path)
    assert result.exit_code == 2
    assert "no run directory" in result.stderr
