"""The process of one Python agent: `python -m engine.agents.host`, started by `engine.agents.process`.

Requests come in on standard input and replies go out on what was standard output (`engine.agents.wire`). Before the agent is
loaded both are moved out of its reach: what it prints goes to standard error, and it reads nothing.
"""

from __future__ import annotations

import importlib
import operator
import os
import resource
import select
import signal
import threading
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from engine.agents.python import AgentContext, Legal, Observations, PythonAgent, observation_dtype
from engine.agents.wire import MAX_REPLY, MAX_REQUEST, MAX_TEXT, read_message, to_frame
from engine.codec import unpack
from engine.game import MAX_ACTIONS, ActionPart, ActionSpec, ObservationField, ObservationSpec

NO_ACTION = -1
"""Stands for an answer that can't be an action: no integer, or out of every game's range."""


class AnswerShapeError(ValueError):
    """An answer with another number of actions than was asked for."""


def take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Move standard input and output to private files; afterwards prints go to standard error and reads find nothing.

    They stay open to the very end of the process: the parent, which sees them close, then finds its exit status.
    """
    requests, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return os.fdopen(requests, "rb", closefd=False), os.fdopen(replies, "wb", closefd=False)


def die_with_parent(requests: BinaryIO) -> None:
    """End this process and those it started as soon as the other end of the pipe is closed, even while the agent computes."""

    def watch() -> None:
        poll = select.poll()
        poll.register(requests.fileno(), 0)  # a closed pipe is reported whatever one asks for
        poll.poll()
        os.killpg(os.getpgrp(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def bound_memory(limit: int | None) -> None:
    """Bound the address space: beyond it, allocations raise `MemoryError`."""
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def load_agent(path: str) -> PythonAgent:
    """An object of the class at `package.module:Class`.

    Raises:
        TypeError: it is no subclass of `PythonAgent`; importing and constructing may raise anything.
    """
    module, _, name = path.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    if not (isinstance(found, type) and issubclass(found, PythonAgent)):
        raise TypeError(f"{path} is no subclass of engine.agents.python.PythonAgent")
    return found()


def read_context(data: Mapping[str, Any]) -> AgentContext:
    """`AgentContext` from its plain form."""
    action_spec, seen = data["action_spec"], data["observation_spec"]
    parts = [ActionPart(part["name"], part["meaning"], tuple(part["values"])) for part in action_spec["parts"]]
    fields = [ObservationField(**{**field, "shape": tuple(field["shape"])}) for field in seen["fields"]]
    return AgentContext(
        game=data["game"],
        rules_version=data["rules_version"],
        options=data["options"],
        seats=tuple(data["seats"]),
        teams=tuple(data["teams"]),
        factions=tuple(data["factions"]),
        action_spec=ActionSpec(action_spec["version"], action_spec["num_distinct_actions"], tuple(parts)),
        observation_spec=ObservationSpec(seen["version"], tuple(fields)),
        parameters=data["parameters"],
        files={name: Path(path) for name, path in data["files"].items()},
        seed=data["seed"],
    )


def _as_action(value: Any) -> int:
    """A value that can be an action, or `NO_ACTION`; floats without a fraction count, truth values don't."""
    if isinstance(value, (bool, np.bool_)):
        return NO_ACTION
    if isinstance(value, (float, np.floating)):
        return int(value) if value.is_integer() and 0 <= value < MAX_ACTIONS else NO_ACTION
    try:
        action = operator.index(value)
    except TypeError:
        return NO_ACTION
    return action if 0 <= action < MAX_ACTIONS else NO_ACTION


def as_actions(answer: Any, n: int) -> npt.NDArray[np.int64]:
    """What an agent answered as i8, shape (n,), with `NO_ACTION` for whatever can't be one.

    Raises:
        AnswerShapeError: the answer is not one value a row.
    """
    values = answer if isinstance(answer, (list, tuple)) else np.asarray(answer)
    if isinstance(values, np.ndarray) and values.ndim != 1:
        raise AnswerShapeError(f"act answered an array of shape {values.shape}, not ({n},)")
    if len(values) != n:
        raise AnswerShapeError(f"act answered {len(values)} actions for {n} decisions")
    return np.array([_as_action(value) for value in values], np.int64)


class Host:
    """Carries out requests on one agent."""

    def __init__(self) -> None:
        self._agent = PythonAgent()
        self._context: AgentContext
        self._packed_parts = b""
        self._parts: list[dict[str, Any]] | None = None

    def reply(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The reply to a request; whatever the agent raises becomes a reply too."""
        if request["call"] == "hello":
            return {"status": "here"}
        try:
            if request["call"] == "setup":
                return self._setup(request)
            return self._act(request)
        except AnswerShapeError as error:
            return {"status": "shape", "text": str(error)}
        except Exception:
            return {"status": "error", "text": traceback.format_exc()[-MAX_TEXT:]}

    def _setup(self, request: Mapping[str, Any]) -> dict[str, Any]:
        bound_memory(request["memory"])
        self._context = read_context(request["context"])
        self._packed_parts = request["parts"]
        self._agent = load_agent(request["path"])
        self._agent.setup(self._context)
        return {"status": "ready"}

    def _act(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self._end_games(request["over"])
        if request["new"]:
            self._agent.new_games(request["new"])
        observations, legal = self._read_questions(request)
        actions = as_actions(self._agent.act(observations, legal), len(request["games"]))
        return {"status": "answers", "actions": actions.astype("<i8").tobytes()}

    def _end_games(self, games: Sequence[str]) -> None:
        if not games:
            return
        try:
            self._agent.end_games(games)
        except Exception:
            traceback.print_exc()

    def _read_questions(self, request: Mapping[str, Any]) -> tuple[Observations, Legal]:
        spec = self._context.observation_spec
        observations = Observations(
            spec,
            np.frombuffer(bytearray(request["observations"]), observation_dtype(spec)),
            request["games"],
            np.frombuffer(bytearray(request["seats"]), "<i1"),
            np.frombuffer(bytearray(request["decisions"]), "<i4"),
            np.frombuffer(bytearray(request["keys"]), "<u8").reshape(-1, 2),
        )
        counts = np.frombuffer(request["counts"], "<i4")
        rows = np.frombuffer(bytearray(request["legal"]), "<i4")
        lists = np.split(rows, np.cumsum(counts)[:-1])
        return observations, Legal(lists, self._context.action_spec.num_distinct_actions, self._parts_of)

    def _parts_of(self, action: int) -> dict[str, Any]:
        if self._parts is None:
            self._parts = unpack(self._packed_parts)
        return dict(self._parts[action])


def main() -> None:
    """Serve requests until the pipe is closed."""
    requests, replies = take_over_pipes()
    die_with_parent(requests)
    host = Host()
    while (request := read_message(requests, MAX_REQUEST)) is not None:
        replies.write(to_frame(host.reply(request), MAX_REPLY))
        replies.flush()


if __name__ == "__main__":
    main()
