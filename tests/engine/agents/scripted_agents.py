"""Agents that do as they are told, some of it badly; they run in processes of their own."""

from __future__ import annotations

import ctypes
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from engine.agents.python import PythonAgent


def _drop_last(actions, row):
    actions.pop()


def _set(value):
    def act(actions, row):
        actions[row] = value

    return act


def _raise(actions, row):
    raise RuntimeError("raised as told")


def _hang(actions, row):
    time.sleep(3600)


def _compute_for_ever(actions, row):
    while True:
        pass


def _allocate(actions, row):
    np.empty(8 << 30, np.uint8)  # address space only: nothing is touched


def _write_garbage_to_every_file(actions, row):
    for file in range(3, 32):
        try:
            os.write(file, b"\xff" * 64)
        except OSError:
            continue


FAULTS = {
    "raise": _raise,
    "hang": _hang,
    "compute": _compute_for_ever,
    "allocate": _allocate,
    "exit": lambda actions, row: sys.exit(3),
    "kill": lambda actions, row: os.kill(os.getpid(), signal.SIGKILL),
    "crash": lambda actions, row: ctypes.string_at(0),
    "close": lambda actions, row: os.closerange(3, 64),
    "garbage": _write_garbage_to_every_file,
    "too_large": _set(10**30),
    "not_legal": _set(7),
    "nan": _set(math.nan),
    "text": _set("3"),
    "short": _drop_last,
}


class Scripted(PythonAgent):
    """Plays the first legal action; in the games of parameter `bad`, from decision `after` on, it commits `fault` instead."""

    def setup(self, context):
        self._fault = FAULTS[context.parameters.get("fault", "raise")]
        self._bad = set(context.parameters.get("bad", []))
        self._after = context.parameters.get("after", 4)

    def act(self, observations, legal):
        actions = [int(choices[0]) for choices in legal.lists]
        for row in reversed(range(len(observations))):
            if observations.games[row] in self._bad and observations.decisions[row] >= self._after:
                self._fault(actions, row)
        return actions


class Noisy(PythonAgent):
    """Prints, reads, and overwrites what it is given; and plays the first legal action."""

    def act(self, observations, legal):
        print("garbage " * 1000)
        os.write(1, b"\x00\xff" * 5000)
        assert sys.stdin.read() == ""
        answer = np.array([choices[0] for choices in legal.lists], np.float64)
        observations.records.view(np.uint8)[:] = 7
        observations.seats[:] = 5
        observations.keys[:] = 0
        for choices in legal.lists:
            choices[:] = -1
        return answer


class WholeMatrix(PythonAgent):
    """Answers an array with a dimension too many."""

    def act(self, observations, legal):
        return legal.mask


class Parent(PythonAgent):
    """Starts a process of its own that would run for an hour, notes its id in a file, and plays the first legal action."""

    def setup(self, context):
        sleeper = subprocess.Popen(["sleep", "3600"])
        Path(context.parameters["note"]).write_text(str(sleeper.pid))

    def act(self, observations, legal):
        return [choices[0] for choices in legal.lists]


class Diary(PythonAgent):
    """Writes down all that it is told: one line a call, to the file of parameter `note`."""

    def setup(self, context):
        self._note = Path(context.parameters["note"])
        self._write(f"setup {context.game} {context.seats} {context.options} {context.seed}")
        self._write("file " + context.files["weights.txt"].read_text())

    def _write(self, line):
        with self._note.open("a") as file:
            file.write(line + "\n")

    def new_games(self, games):
        self._write(f"new {' '.join(games)}")

    def end_games(self, games):
        self._write(f"end {' '.join(games)}")
        raise RuntimeError("an error here costs no game")

    def act(self, observations, legal):
        self._write(f"act {len(observations)}")
        return [choices[0] for choices in legal.lists]


class DiesAfter(PythonAgent):
    """Works for a number of calls, then takes its process with it."""

    def setup(self, context):
        self._left = context.parameters["calls"]

    def act(self, observations, legal):
        if self._left == 0:
            os._exit(9)
        self._left -= 1
        return [choices[0] for choices in legal.lists]


class BatchDependent(PythonAgent):
    """Declares what it doesn't hold: its choice depends on its row in the batch."""

    def act(self, observations, legal):
        return [choices[row % len(choices)] for row, choices in enumerate(legal.lists)]


class BadSetup(PythonAgent):
    """Can't be set up."""

    def setup(self, context):
        raise FileNotFoundError("weights.npz is missing")


class NoAgent:
    """No subclass of PythonAgent."""
