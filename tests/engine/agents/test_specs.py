"""Agents as a sweep file writes them."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest
from pydantic import ValidationError

from engine.agents.compiled import AgentKind
from engine.agents.specs import (
    AgentFileError,
    AgentPathError,
    agent_identity,
    agent_record,
    class_path,
    file_hashes,
    is_reproducible,
    read_agent,
)

PYTHON = {"kind": "python", "path": "mine:Net", "files": ["net.pt"], "parameters": {"depth": 2, "names": ["a", None]}}


def test_compiled_agents_are_a_kind_alone():
    for kind, number in (("random", AgentKind.RANDOM), ("greedy", AgentKind.GREEDY)):
        spec = read_agent({"kind": kind})
        assert agent_record(spec, player=3)["kind"] == number
        assert not np.any(agent_record(spec, player=3)["parameters"])
        assert is_reproducible(spec)


def test_an_agent_in_python_is_external_and_names_its_player():
    spec = read_agent(PYTHON)
    record = agent_record(spec, player=3)
    assert record["kind"] == AgentKind.EXTERNAL
    assert record["parameters"].tolist() == [3, 0, 0, 0, 0, 0, 0, 0]


def test_an_agent_in_python_is_reproducible_only_if_it_says_so():
    assert not is_reproducible(read_agent(PYTHON))
    assert is_reproducible(read_agent({**PYTHON, "reproducible": True}))


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({"kind": "minimax"}, ()),
        ({}, ()),
        ({"kind": "random", "depth": 3}, ("random", "depth")),
        ({"kind": "python"}, ("python", "path")),
        ({**PYTHON, "knid": 1}, ("python", "knid")),
        ({**PYTHON, "deadline": 0}, ("python", "deadline")),
        ({**PYTHON, "deadline": "10"}, ("python", "deadline")),
        ({**PYTHON, "batch_size": 0}, ("python", "batch_size")),
        ({**PYTHON, "files": [3]}, ("python", "files", 0)),
        ({**PYTHON, "reproducible": "yes"}, ("python", "reproducible")),
    ],
)
def test_a_wrong_agent_is_refused_with_its_place(data, where):
    with pytest.raises(ValidationError) as caught:
        read_agent(data)
    assert [error["loc"] for error in caught.value.errors()] == [where]


def test_identity_holds_every_setting_and_what_the_files_hold(tmp_path):
    (tmp_path / "net.pt").write_bytes(b"weights")
    identity = agent_identity(read_agent(PYTHON), tmp_path)
    assert identity["file_hashes"] == {"net.pt": hashlib.blake2b(b"weights", digest_size=16).hexdigest()}
    assert identity["parameters"] == {"depth": 2, "names": ["a", None]}
    assert identity["deadline"] == 10.0
    assert json.loads(json.dumps(identity)) == identity
    (tmp_path / "net.pt").write_bytes(b"other weights")
    assert agent_identity(read_agent(PYTHON), tmp_path) != identity


def test_where_an_agent_runs_is_no_part_of_what_it_is(tmp_path):
    (tmp_path / "net.pt").write_bytes(b"weights")
    one = agent_identity(read_agent(PYTHON), tmp_path)
    elsewhere = {"placement": "shared", "actors": 2, "resources": {"num_gpus": 0.5, "memory_gib": 1.0}}
    assert agent_identity(read_agent({**PYTHON, **elsewhere}), tmp_path) == one
    assert agent_identity(read_agent({**PYTHON, "threads": 2}), tmp_path) != one
    assert agent_identity(read_agent({**PYTHON, "packages": ["torch==2.13.0"]}), tmp_path) != one


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(AgentFileError, match=r"net\.pt: No such file or directory"):
        file_hashes(read_agent(PYTHON), tmp_path)


def test_plain_forms_read_back_as_the_same_agent():
    spec = read_agent(PYTHON)
    assert read_agent(spec.model_dump(mode="json")) == spec


def test_registered_names_and_near_ones():
    assert class_path("preferences") == "engine.agents.examples:Preferences"
    assert class_path("mine.agents:Net") == "mine.agents:Net"
    with pytest.raises(AgentPathError, match="did you mean preferences"):
        class_path("preference")
