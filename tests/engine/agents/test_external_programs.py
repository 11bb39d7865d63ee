"""Agents that are programs of their own: the protocol, the example, and what each kind of failure costs whom."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import engine.agents
from engine.agents.external import ExternalPlayer
from engine.agents.invariance import find_variance
from engine.agents.match import play_lanes
from engine.agents.player import AgentSetupError
from engine.agents.specs import agent_identity, agent_record, is_reproducible, read_agent
from engine.batch import Batch, agent_keys
from engine.game import Outcome, get_game
from engine.testing import check_agent

HERE = Path(__file__).parent
EXAMPLE = Path(engine.agents.__file__).parent / "programs/first_wish.py"
GAMES, BAD = 5, 2


def program(path: str = "bad_program.py", **settings):
    return read_agent({"kind": "external", "command": [sys.executable, path], **settings})


def play(spec, game="connect-four", games: int = GAMES, directory: Path = HERE):
    """The program at seat 0 against greedy; the batch and what it left."""
    found = get_game(game)
    batch = Batch.from_seed(found, None, games, seed=5)
    keys = agent_keys(5, "cell", np.arange(games), np.zeros(games, np.int64), batch.seats)
    agents = np.array([agent_record(spec), *[agent_record(read_agent({"kind": "greedy"}))] * (batch.seats - 1)])
    with ExternalPlayer(spec, found, found.options(), seed=11, base_directory=directory) as player:
        return batch, play_lanes(batch, agents, keys, None, [player])


@pytest.fixture(scope="module")
def undisturbed():
    batch, result = play(program())
    assert not result.causes.any()
    return batch.states


ERRORS = ["crash", "exit", "garbage", "list", "deep", "flood", "lines", "stale"]
ILLEGAL = ["illegal", "text", "truth", "nothing", "huge"]


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        *((fault, Outcome.FORFEIT_ERROR) for fault in ERRORS),
        *((fault, Outcome.FORFEIT_ILLEGAL) for fault in ILLEGAL),
        ("hang", Outcome.FORFEIT_TIMEOUT),
    ],
)
def test_a_failure_forfeits_its_own_game_and_seat_alone(fault, cause, undisturbed):
    batch, result = play(program(parameters={"fault": fault, "bad": str(BAD)}, deadline=1.5))
    assert [(f.lane, f.seat, f.cause) for f in result.forfeits] == [(BAD, 0, cause)]
    state = batch.view(BAD)
    assert (state.terminal, state.outcome, state.winners) == (1, cause, 0b10)
    assert result.credits[BAD].tolist() == [0, 12]
    others = np.arange(GAMES) != BAD
    assert (batch.states[others] == undisturbed[others]).all()


def test_a_program_hears_of_each_game_once_and_of_its_end(tmp_path):
    note = tmp_path / "note"
    play(program(parameters={"note": str(note)}), games=2)
    heard = note.read_text().splitlines()
    assert heard[:2] == ["new_game 0", "decide 0"]
    assert [line for line in heard if not line.startswith("decide")] == ["new_game 0", "new_game 1", "over 0", "over 1"]


@pytest.mark.parametrize(
    ("command", "words"),
    [(["/no/such/program"], "No such file"), ([sys.executable, "bad_program.py"], "ended with exit code 1")],
)
def test_a_program_that_cannot_begin_is_the_sweeps_fault(command, words):
    spec = read_agent({"kind": "external", "command": command, "parameters": {"fault": "refuse"}})
    with pytest.raises(AgentSetupError, match=words):
        play(spec)


def test_a_program_that_never_says_hello_is_given_up(tmp_path):
    (tmp_path / "mute.py").write_text("import time\ntime.sleep(3600)\n")
    begun = time.monotonic()
    with pytest.raises(AgentSetupError, match="no answer within 1 s"):
        play(program("mute.py", setup_deadline=1.0), directory=tmp_path)
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize("game", ["connect-four", "war-chest"])
def test_the_example_is_forty_lines_and_plays(game, tmp_path):
    shutil.copy(EXAMPLE, tmp_path)
    assert len(EXAMPLE.read_text().splitlines()) <= 40
    spec = program(
        "first_wish.py", files=["first_wish.py"], parameters={"wishes": ["control", "attack", "4"]}, reproducible=True
    )
    batch, result = play(spec, game, games=2, directory=tmp_path)
    assert not result.causes.any()
    assert result.seat_decisions[:, 0].min() > 1
    assert is_reproducible(spec)
    assert list(agent_identity(spec, tmp_path)["file_hashes"]) == ["first_wish.py"]
    if game == "connect-four":
        assert batch.states["stones"][:, 0].min() >> 21 & 1  # its first stone went into the middle
        check_agent(game, spec, positions=6, base_directory=tmp_path)
        assert find_variance(spec, get_game(game), get_game(game).options(), games=6, base_directory=tmp_path) is None


COUNTS_ITS_ANSWERS = """
import json, sys
answers = 0
for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if request["call"] == "decide":
        answers += 1
        reply["action"] = request["legal"][answers % len(request["legal"])]
    print(json.dumps(reply), flush=True)
"""


def test_a_program_that_remembers_other_games_is_found_out(tmp_path):
    (tmp_path / "counts.py").write_text(COUNTS_ITS_ANSWERS)
    game = get_game("connect-four")
    spec = program("counts.py", reproducible=True)
    found = find_variance(spec, game, game.options(), games=6, base_directory=tmp_path)
    assert found is not None
    assert "another way in batches of 5" in found
