"""Forfeits with more than two sides, and what a seat can't see: shown on Highest Bid, a game of three seats."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from highest_bid import CARDS, DECISIONS, GAME, HIGHEST, SEATS

from engine.agents.match import play_lanes
from engine.agents.player import Answer, PythonPlayer, Questions
from engine.agents.python import PythonAgent
from engine.agents.specs import GreedySpec, PythonSpec, RandomSpec, agent_record, read_agent
from engine.batch import Batch, agent_keys
from engine.game import Outcome

HERE = Path(__file__).parent
GAMES = 8
BAD = 5


def scripted(**parameters) -> PythonSpec:
    spec = read_agent({"kind": "python", "path": "scripted_agents:Scripted", "parameters": parameters})
    assert isinstance(spec, PythonSpec)
    return spec


def play(spec: PythonSpec, seat: int = 1):
    """The agent at `seat`, greedy, which bids 3 each time, at the others."""
    batch = Batch.from_seed(GAME, None, GAMES, seed=2)
    keys = agent_keys(2, "cell", np.arange(GAMES), np.zeros(GAMES, np.int64), SEATS)
    records = [agent_record(GreedySpec(kind="greedy"))] * SEATS
    records[seat] = agent_record(spec)
    with PythonPlayer(spec, GAME, GAME.options(), base_directory=HERE) as player:
        return batch, play_lanes(batch, np.array(records), keys, None, [player], record=True), keys


@pytest.mark.parametrize(
    ("fault", "cause"), [("raise", Outcome.FORFEIT_ERROR), ("nan", Outcome.FORFEIT_ILLEGAL), ("exit", Outcome.FORFEIT_ERROR)]
)
def test_the_seat_is_played_on_by_random_and_gets_nothing(fault, cause):
    batch, result, keys = play(scripted(fault=fault, bad=[str(BAD)], after=4))
    clean, undisturbed, _ = play(scripted())
    assert np.argwhere(result.causes).tolist() == [[BAD, 1]]
    assert result.causes[BAD, 1] == cause
    assert (batch.states["outcome"] == HIGHEST).all()
    assert result.seat_decisions.tolist() == [[3, 3, 3]] * GAMES
    others = np.arange(GAMES) != BAD
    assert (batch.states[others] == clean.states[others]).all()
    assert (result.credits[others] == undisturbed.credits[others]).all()

    played = result.actions[BAD].tolist()
    random_from_there = Batch.from_seed(GAME, None, GAMES, seed=2)
    for action in played[:4]:
        random_from_there.apply(action, BAD)
    agents = [agent_record(GreedySpec(kind="greedy"))] * SEATS
    agents[1] = agent_record(RandomSpec(kind="random"))
    again = play_lanes(random_from_there, np.array(agents), keys, record=True)
    assert again.actions[BAD].tolist() == played[4:]


def test_a_forfeited_seat_gets_nothing_even_if_random_wins_for_it():
    won = 0
    for seat in range(SEATS):
        everywhere = scripted(fault="nan", bad=[str(game) for game in range(GAMES)], after=0)
        batch, result, _ = play(everywhere, seat)
        assert (result.causes[:, seat] == Outcome.FORFEIT_ILLEGAL).all()
        assert (result.credits[:, seat] == 0).all()
        won += int((batch.states["winners"] >> seat & 1).sum())
        for lane in range(GAMES):
            winners = int(batch.states["winners"][lane])
            for other in range(SEATS):
                if other != seat:
                    assert result.credits[lane, other] == (12 // winners.bit_count() if winners >> other & 1 else 0)
    assert won > 0, "no game in which the rule makes a difference"


class Listener:
    """A player that keeps its questions and takes the first legal action."""

    def __init__(self) -> None:
        self.heard: list[Questions] = []

    def begin(self) -> None:
        pass

    def decide(self, questions: Questions) -> list[Answer]:
        self.heard.append(questions)
        return [Answer(int(choices[0])) for choices in questions.legal]

    def end(self, games) -> None:
        pass

    def close(self) -> None:
        pass


def told(batch: Batch, seat: int, keys) -> list[bytes]:
    """All that the agent at `seat` is told while the others bid the same."""
    listener = Listener()
    records = [agent_record(GreedySpec(kind="greedy"))] * SEATS
    records[seat] = agent_record(scripted())
    play_lanes(batch.copy(), np.array(records), keys, None, [listener])
    return [
        b"".join([repr(q.games).encode(), *(np.ascontiguousarray(part).tobytes() for part in list(vars(q).values())[1:])])
        for q in listener.heard
    ]


@pytest.mark.parametrize("seat", range(SEATS))
def test_what_a_seat_cannot_see_changes_nothing_that_its_agent_is_told(seat):
    keys = agent_keys(2, "cell", np.arange(GAMES), np.zeros(GAMES, np.int64), SEATS)
    batch = Batch.from_seed(GAME, None, GAMES, seed=2)
    other = batch.copy()
    other.resample(seat, agent_keys(99, "", np.arange(GAMES), np.zeros(GAMES, np.int64), 1)[:, 0])
    assert (other.states["cards"] != batch.states["cards"]).any()
    assert told(other, seat, keys) == told(batch, seat, keys)

    seen = batch.copy()
    seen.states["cards"][:, seat] = (seen.states["cards"][:, seat] + 1) % CARDS
    assert told(seen, seat, keys) != told(batch, seat, keys), "the comparison would notice"


def test_an_agent_is_asked_in_the_order_of_lanes():
    listener = Listener()
    batch = Batch.from_seed(GAME, None, 4)
    keys = agent_keys(0, "", np.arange(4), np.zeros(4, np.int64), SEATS)
    play_lanes(batch, np.array([agent_record(scripted())] * SEATS), keys, None, [listener], games=["d", "c", "b", "a"])
    assert [q.games for q in listener.heard] == [("d", "c", "b", "a")] * DECISIONS
    assert [q.seats.tolist() for q in listener.heard[:4]] == [[0] * 4, [1] * 4, [2] * 4, [0] * 4]


def test_the_base_class_decides_nothing():
    with pytest.raises(NotImplementedError):
        PythonAgent().act(None, None)
