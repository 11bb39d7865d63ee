"""What an agent in Python can do wrong, and what it costs whom. Every agent here runs in its real process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine.agents.match import play_lanes
from engine.agents.player import GIVE_UP_AFTER, AgentSetupError, HostError, PythonPlayer
from engine.agents.specs import GreedySpec, PythonSpec, RandomSpec, agent_record, read_agent
from engine.batch import Batch, agent_keys
from engine.game import Outcome, get_game

HERE = Path(__file__).parent
GAMES = 6
BAD = 2
CONNECT_FOUR = get_game("connect-four")


def scripted(name: str = "Scripted", **settings) -> PythonSpec:
    spec = read_agent({"kind": "python", "path": f"scripted_agents:{name}", **settings})
    assert isinstance(spec, PythonSpec)
    return spec


def player_of(spec: PythonSpec) -> PythonPlayer:
    return PythonPlayer(spec, CONNECT_FOUR, CONNECT_FOUR.options(), seed=11, base_directory=HERE)


def play(spec: PythonSpec, player: PythonPlayer | None = None, games: int = GAMES, seat: int = 0):
    """Connect Four: the agent at `seat` against greedy; the batch and what it left."""
    batch = Batch.from_seed(CONNECT_FOUR, None, games, seed=5)
    keys = agent_keys(5, "cell", np.arange(games), np.zeros(games, np.int64), 2)
    records = [agent_record(GreedySpec(kind="greedy"))] * 2
    records[seat] = agent_record(spec)
    with player or player_of(spec) as asked:
        return batch, play_lanes(batch, np.array(records), keys, None, [asked])


@pytest.fixture(scope="module")
def undisturbed():
    batch, result = play(scripted())
    assert not result.causes.any()
    return batch.states


def children() -> set[int]:
    """Processes whose parent is this one, zombies too."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(after_name[1]) == os.getpid():
            found.add(int(status.parent.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_dead(pid: int) -> None:
    for _ in range(200):
        if not is_alive(pid):
            return
        time.sleep(0.05)
    raise AssertionError(f"process {pid} is still alive")


ERRORS = ["raise", "exit", "kill", "crash", "close", "garbage"]
ILLEGAL = ["not_legal", "too_large", "nan", "text", "short"]


@pytest.mark.parametrize(
    ("fault", "cause"),
    [*((f, Outcome.FORFEIT_ERROR) for f in ERRORS), *((f, Outcome.FORFEIT_ILLEGAL) for f in ILLEGAL)],
)
def test_only_the_game_at_fault_is_forfeited_and_the_other_side_wins(fault, cause, undisturbed):
    before = children()
    batch, result = play(scripted(parameters={"fault": fault, "bad": [str(BAD)]}))
    assert np.argwhere(result.causes).tolist() == [[BAD, 0]]
    assert result.causes[BAD, 0] == cause
    assert [(f.lane, f.seat, f.cause) for f in result.forfeits] == [(BAD, 0, cause)]
    state = batch.view(BAD)
    assert (state.terminal, state.outcome, state.winners, state.decisions) == (1, cause, 0b10, 4)
    assert result.credits[BAD].tolist() == [0, 12]
    others = np.arange(GAMES) != BAD
    assert (batch.states[others] == undisturbed[others]).all()
    assert children() == before


@pytest.mark.parametrize("fault", ["hang", "compute"])
def test_an_overrun_forfeits_the_slow_game_alone(fault, undisturbed):
    batch, result = play(scripted(parameters={"fault": fault, "bad": [str(BAD)]}, deadline=1.5))
    assert np.argwhere(result.causes).tolist() == [[BAD, 0]]
    assert result.causes[BAD, 0] == Outcome.FORFEIT_TIMEOUT
    assert result.forfeits[0].text == "no answer within 1.5 s"
    others = np.arange(GAMES) != BAD
    assert (batch.states[others] == undisturbed[others]).all()


def test_memory_beyond_the_limit_is_an_error_of_the_agent(undisturbed):
    greedy_for_memory = {"fault": "allocate", "bad": [str(BAD)]}
    _, result = play(scripted(parameters=greedy_for_memory, memory_gib=4))
    assert np.argwhere(result.causes).tolist() == [[BAD, 0]]
    assert result.causes[BAD, 0] == Outcome.FORFEIT_ERROR
    assert "MemoryError" in result.forfeits[0].text
    batch, result = play(scripted(parameters=greedy_for_memory))
    assert not result.causes.any()
    assert (batch.states == undisturbed).all()


def test_the_text_of_an_exception_reaches_the_result():
    _, result = play(scripted(parameters={"fault": "raise", "bad": [str(BAD)]}))
    assert "RuntimeError: raised as told" in result.forfeits[0].text
    assert "scripted_agents.py" in result.forfeits[0].text


def test_a_crash_says_how_the_process_ended():
    _, result = play(scripted(parameters={"fault": "exit", "bad": [str(BAD)]}))
    assert result.forfeits[0].text == "the process ended with exit code 3"
    _, result = play(scripted(parameters={"fault": "crash", "bad": [str(BAD)]}))
    assert result.forfeits[0].text == "the process was killed by SIGSEGV"


@pytest.mark.parametrize("fault", ["raise", "exit", "nan", "short"])
def test_who_forfeits_does_not_depend_on_the_batch(fault):
    results = []
    for size in (1, 64):
        batch, result = play(scripted(parameters={"fault": fault, "bad": ["0", "3"]}, batch_size=size), games=4, seat=1)
        results.append((batch.states.tobytes(), result.causes.tolist()))
    assert results[0] == results[1]
    assert np.argwhere(results[0][1]).tolist() == [[0, 1], [3, 1]]


def test_an_answer_of_the_wrong_rank_forfeits_every_game():
    _, result = play(scripted("WholeMatrix"), games=2)
    assert result.causes.tolist() == [[Outcome.FORFEIT_ILLEGAL, 0]] * 2
    assert "shape (1, 7)" in result.forfeits[0].text


def test_prints_reads_and_overwritten_inputs_do_no_harm(undisturbed):
    batch, result = play(scripted("Noisy"))
    assert not result.causes.any()
    assert (batch.states == undisturbed).all()


def test_a_process_that_dies_of_old_age_is_replaced_and_costs_nothing(undisturbed):
    batch, result = play(scripted("DiesAfter", parameters={"calls": 3}))
    assert not result.causes.any()
    assert (batch.states == undisturbed).all()
    batch, result = play(scripted("DiesAfter", parameters={"calls": 9}, batch_size=1))
    assert not result.causes.any()
    assert (batch.states == undisturbed).all()


def test_an_agent_whose_processes_die_one_after_the_other_is_asked_no_more():
    games = GIVE_UP_AFTER + 3
    spec = scripted("DiesAfter", parameters={"calls": 0})
    _, result = play(spec, games=games)
    assert (result.causes[:, 0] == Outcome.FORFEIT_ERROR).all()
    assert not result.causes[:, 1].any()
    said = [f.text for f in result.forfeits]
    assert said.count("the process ended with exit code 9") == GIVE_UP_AFTER - 1
    assert said[-1] == f"{GIVE_UP_AFTER} processes died one after the other; it is asked no more"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("BadSetup", "FileNotFoundError: weights.npz is missing"),
        ("NoAgent", "is no subclass of engine.agents.python.PythonAgent"),
        ("Missing", "has no attribute 'Missing'"),
    ],
)
def test_an_agent_that_cannot_be_set_up_stops_the_match_with_its_text(name, text):
    before = children()
    with pytest.raises(AgentSetupError, match=text):
        play(scripted(name))
    assert children() == before


def test_nobody_forfeits_when_our_own_process_cannot_start(monkeypatch):
    spec = scripted(parameters={"fault": "exit", "bad": [str(BAD)]})
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(HostError, match="can't be started: the process ended with exit code 1"):
        play(spec)


def test_a_process_that_cannot_be_replaced_is_no_forfeit(monkeypatch):
    spec = scripted(parameters={"fault": "exit", "bad": [str(BAD)]})
    player = player_of(spec)
    player.start()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(HostError, match="can't be started"):
        play(spec, player)


def test_closing_a_player_ends_what_its_agent_started(tmp_path):
    before = children()
    note = tmp_path / "pid"
    spec = scripted("Parent", parameters={"note": str(note)})
    with player_of(spec) as player:
        player.start()
        assert player.pid is not None
        assert is_alive(player.pid)
        sleeper = int(note.read_text())
        assert is_alive(sleeper)
    wait_until_dead(sleeper)
    assert children() == before


def test_a_player_that_is_dropped_leaves_no_process():
    before = children()
    player = player_of(scripted())
    player.start()
    assert children() != before
    del player
    assert children() == before


def test_the_agent_dies_with_a_parent_that_is_killed(tmp_path):
    script = f"""
import sys; sys.path.append({str(HERE)!r})
import numpy as np
from engine.agents.match import play_lanes
from engine.agents.player import PythonPlayer
from engine.agents.specs import PythonSpec, agent_record
from engine.batch import Batch, agent_keys
from engine.game import get_game
game = get_game("connect-four")
told = {{"fault": "compute", "bad": ["0"], "after": 0}}
spec = PythonSpec(kind="python", path="scripted_agents:Scripted", parameters=told, deadline=600)
player = PythonPlayer(spec, game, game.options())
player.start()
print(player.pid, flush=True)
batch = Batch.from_seed(game)
nought = np.zeros(1, np.int64)
play_lanes(batch, np.array([agent_record(spec)] * 2), agent_keys(0, "", nought, nought, 2), None, [player])
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=tmp_path) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        time.sleep(1)
        assert is_alive(pid)
        parent.send_signal(signal.SIGKILL)
    wait_until_dead(pid)


def test_agents_without_a_player_are_refused():
    batch = Batch.from_seed(CONNECT_FOUR, None, 2)
    keys = agent_keys(0, "", np.arange(2), np.zeros(2, np.int64), 2)
    records = np.array([agent_record(scripted(), player=1), agent_record(RandomSpec(kind="random"))])
    with player_of(scripted()) as player, pytest.raises(ValueError, match="player 1, there are 1"):
        play_lanes(batch, records, keys, None, [player])
