"""What the agents of a chunk cost in processor seconds. These figures go to the telemetry, never into results."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import numpy as np
import psutil

from engine.agents.compiled import EXTERNAL
from engine.agents.questions import Player
from engine.types import RecordArray


class AgentPlayer(Player, Protocol):
    """A player whose agent runs in a process: its id, if it is one of this machine's."""

    @property
    def pid(self) -> int | None:
        """See the class."""
        ...


class CpuMeter:
    """Adds up processor seconds of agents that search or have a process: an `engine.agents.metering.Meter`.

    Agents with equal records (one search under two names) share what they cost alike. Of a process that was replaced, what it
    used since it was last looked at is lost, so the figure of an agent that crashes is a lower bound.

    Attributes:
        seconds: (agents,) in the order of `records`; 0 for agents that are compiled into bulk play.
        process_seconds: of these, in processes of agents.
    """

    def __init__(self, records: RecordArray, players: Sequence[AgentPlayer]) -> None:
        self.seconds = np.zeros(len(records), np.float64)
        self.process_seconds = 0.0
        self._players = players
        self._places: dict[bytes, list[int]] = {}
        for place in range(len(records)):
            self._places.setdefault(records[place].tobytes(), []).append(place)

    @contextmanager
    def measure(self, agent: np.void) -> Iterator[None]:
        """See `Meter`: this thread's seconds, and for an agent with a process those of the process."""
        player = self._players[int(agent["parameters"][0])] if agent["kind"] == EXTERNAL else None
        pid = None if player is None else player.pid
        process, elsewhere, thread = process_seconds(pid), _seconds_elsewhere(player), time.thread_time()
        try:
            yield
        finally:
            spent = time.thread_time() - thread
            if player is not None:
                in_process = process_seconds(player.pid) - (process if player.pid == pid else 0.0)
                in_process += _seconds_elsewhere(player) - elsewhere
                self.process_seconds += in_process
                spent += in_process
            places = self._places[agent.tobytes()]
            self.seconds[places] += spent / len(places)


def _seconds_elsewhere(player: AgentPlayer | None) -> float:
    """What a player says of the processor seconds of an agent that runs on other machines, so far."""
    return float(getattr(player, "cpu_seconds", 0.0))


def process_seconds(pid: int | None) -> float:
    """Processor seconds of a process, and of those that it started and waited for; 0 if it is gone."""
    if pid is None:
        return 0.0
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system + times.children_user + times.children_system)
