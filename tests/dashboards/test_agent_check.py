"""`warhost agent check` tells a good agent from bad ones."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

AGENTS = """
from engine.agents.python import PythonAgent

class Illegal(PythonAgent):
    def act(self, observations, legal):
        return [-5 if decision > 8 else row[0] for row, decision in zip(legal.lists, observations.decisions)]

class ByBatch(PythonAgent):
    def act(self, observations, legal):
        return [row[len(legal) % len(row)] for row in legal.lists]
"""


@pytest.fixture
def bad_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "agents_to_check.py").write_text(AGENTS)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])


def findings(result: Any) -> dict[str, bool | None]:
    return {finding["check"]: finding["ok"] for finding in json.loads(result.stdout)}


def check(warhost: Callable[..., Any], *arguments: object) -> Any:
    return warhost("agent", "check", *arguments, "--game", "connect-four", "--games", 6, "--json")


def test_a_good_agent_passes(warhost: Callable[..., Any]) -> None:
    result = check(warhost, "preferences", "--reproducible", "--parameters", '{"prefer": {"column": [4, 3, 5]}}')
    assert result.exit_code == 0
    found = findings(result)
    assert [name for name, ok in found.items() if ok] == ["legality", "restart", "leaks", "invariance"]


@pytest.mark.parametrize(("agent", "failed"), [("Illegal", "legality"), ("ByBatch", "invariance")])
def test_a_bad_agent_fails(warhost: Callable[..., Any], bad_agents: None, agent: str, failed: str) -> None:
    result = check(warhost, f"agents_to_check:{agent}", "--reproducible")
    assert result.exit_code == 1
    assert findings(result)[failed] is False


@pytest.mark.parametrize(
    ("agent", "said"),
    [("preferences", "might declare itself reproducible"), ("agents_to_check:ByBatch", "and isn't: game 0 goes another way")],
)
def test_what_is_not_declared_is_tried_and_cannot_fail(
    warhost: Callable[..., Any], bad_agents: None, agent: str, said: str
) -> None:
    result = check(warhost, agent)
    found = {finding["check"]: finding for finding in json.loads(result.stdout)}
    assert result.exit_code == 0
    assert (found["leaks"]["ok"], found["invariance"]["ok"]) == (None, None)
    assert said in found["invariance"]["text"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("preference",), "did you mean preferences?"),
        (("no_such:Agent",), "No module named 'no_such'; it is looked for"),
        (("preferences", "--parameters", "{"), "--parameters {: no JSON"),
        (("preferences", "--parameters", "[1]"), "must be a JSON object"),
        (("preferences", "--file", "weights.npz"), "--file weights.npz: No such file"),
    ],
)
def test_an_agent_that_cannot_be_set_up_is_a_clear_error(
    warhost: Callable[..., Any], arguments: tuple[str, ...], told: str
) -> None:
    result = check(warhost, *arguments)
    assert result.exit_code == 2
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1


PROGRAMS = {
    "good": "request['legal'][int(request['key'], 16) % len(request['legal'])]",
    "illegal": "99",
    "remembers": "request['legal'][answers % len(request['legal'])]",
}
PROGRAM = """
import json, sys
answers = 0
for line in sys.stdin:
    request = json.loads(line)
    reply = {{"id": request["id"]}}
    if request["call"] == "decide":
        answers += 1
        reply["action"] = {choice}
    print(json.dumps(reply), flush=True)
"""


@pytest.mark.parametrize(("name", "failed"), [("good", None), ("illegal", "legality"), ("remembers", "invariance")])
def test_a_program_is_checked_as_agents_in_python_are(
    warhost: Callable[..., Any], tmp_path: Path, name: str, failed: str | None
) -> None:
    program = tmp_path / "a program.py"
    program.write_text(PROGRAM.format(choice=PROGRAMS[name]))
    result = check(warhost, "--command", f"{sys.executable} '{program}'", "--reproducible", "--file", str(program))
    found = {finding["check"]: finding for finding in json.loads(result.stdout)}
    assert list(found) == ["legality", "score", "speed", "memory", "restart", "leaks", "invariance"]
    assert result.exit_code == (failed is not None)
    if failed is None:
        assert [check for check, finding in found.items() if finding["ok"]] == ["legality", "restart", "leaks", "invariance"]
        assert float(found["memory"]["text"].split()[0]) > 1
    else:
        assert found[failed]["ok"] is False


@pytest.mark.parametrize(
    "arguments", [(), ("",), ("preferences", "--command", "x"), ("--command", ""), ("--command", "./no-such-program")]
)
def test_what_is_to_be_checked_is_named_once(warhost: Callable[..., Any], arguments: tuple[str, ...]) -> None:
    assert check(warhost, *arguments).exit_code == 2
