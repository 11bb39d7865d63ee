"""Events are told to commands and addresses, and whoever is told can't hold up a run."""

from __future__ import annotations

import http.server
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from cluster_samples import sweep

from cluster import event_hooks
from cluster.event_hooks import EventHook
from cluster.run_directory import RunDirectory
from cluster.spec import SpecError, SweepSpec
from cluster.spec_models import OnEvent

APPEND = "import sys; open(sys.argv[1], 'a').write(sys.stdin.read() + '\\n')"


class Receiver(http.server.BaseHTTPRequestHandler):
    got: list[dict[str, object]]

    def do_POST(self) -> None:
        self.got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200 if self.path == "/events" else 500)
        self.end_headers()

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[dict[str, object]]]]:
    handler = type("Handler", (Receiver,), {"got": []})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", handler.got
        server.shutdown()


def told(settings: OnEvent, path: Path) -> EventHook:
    hook, log = EventHook(settings), RunDirectory(path).events
    log.listeners.append(hook.tell)
    log.write("start", "begun", games=10)
    log.write("finish", "complete", exit_code=0)
    hook.close()
    return hook


def test_a_command_gets_each_event_on_its_input(tmp_path: Path) -> None:
    target = tmp_path / "told"
    hook = told(OnEvent(command=[sys.executable, "-c", APPEND, str(target)]), tmp_path)
    assert hook.problems == ()
    lines = [path.read_text().splitlines() for path in (target, tmp_path / "events.jsonl")]
    assert [json.loads(line) for line in lines[0]] == [json.loads(line) for line in lines[1]]
    assert len(lines[0]) == 2


def test_an_address_gets_the_kinds_that_were_asked_for(tmp_path: Path, receiver: tuple[str, list[dict[str, object]]]) -> None:
    url, got = receiver
    assert told(OnEvent(url=f"{url}/events", kinds=["finish"]), tmp_path).problems == ()
    assert [event["kind"] for event in got] == ["finish"]
    assert got[0]["exit_code"] == 0


def test_who_fails_is_told_of_at_the_end_and_the_diary_is_whole(
    tmp_path: Path, receiver: tuple[str, list[dict[str, object]]]
) -> None:
    for settings in (
        OnEvent(command=["/no/such/program"]),
        OnEvent(command=[sys.executable, "-c", "raise SystemExit(3)"]),
        OnEvent(url=f"{receiver[0]}/wrong"),
    ):
        (problem,) = told(settings, tmp_path).problems
        assert "2 events could not be told" in problem
    assert len((tmp_path / "events.jsonl").read_text().splitlines()) == 6


def test_who_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_hooks, "DEADLINE_SECONDS", 0.3)
    (problem,) = told(OnEvent(command=["sleep", "60"]), tmp_path).problems
    assert "too slow" in problem or "timed out" in problem


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ({}, "needs a command or a url"),
        ({"url": "file:///etc/passwd"}, "on_event.url"),
        ({"command": ["true"], "kinds": ["finished"]}, "there is no kind of event 'finished'"),
    ],
)
def test_words_that_mean_nothing_are_refused(words: dict[str, object], what: str) -> None:
    with pytest.raises(SpecError, match=what):
        sweep(on_event=words)


def test_who_is_told_changes_no_plan() -> None:
    from cluster.run_directory import spec_hash

    told_of: SweepSpec = sweep(on_event={"command": ["true"]})
    assert spec_hash(told_of.to_plain()) == spec_hash(sweep().to_plain())
