"""Agents with `placement: shared`: a few desks decide for all tables, each with one batch for many of them.

A table asks with msgpack bytes and waits; a desk takes all that has come while its agent computed, and asks the agent about
rows of several tables at once. So batches depend on timing, and an agent whose decisions depend on its batch gives other games
each time, as it says of itself if it doesn't declare itself reproducible. What forfeits is decided by `PythonPlayer` in the
desk, row by row where a batch fails, so one table's bad luck is not another's.

Request: `context` (text: hash of the introduction), `call`, and for the calls

    `begin`   a match begins
    `decide`  games, seats, decisions, keys, observations, counts, legal: as in `engine.agents.wire`
    `end`     games: a match is over

A desk that doesn't know the context answers status `unknown`; the table then asks again with `introduction`: agent, game,
rules_version, options, seed, base_directory, files, build. Replies otherwise: status `done`, of `decide` with actions (i4 as
bytes), causes (i1 as bytes, an `Outcome`), texts (of the rows that forfeit) and cpu_seconds; or `error`, the name of its class,
and `text`.
"""

from __future__ import annotations

import hashlib
import socket
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from engine.agents.player import Answer, PythonPlayer, Questions
from engine.agents.process_player import AgentSetupError, HostError
from engine.agents.specs import AgentFileError, AgentPathError, AgentSpec, PythonSpec, file_hashes, read_agent
from engine.codec import pack, unpack
from engine.game import Game, Outcome, get_game
from engine.options import GameOptions, option_values, resolve_options
from workers.build import build, differences
from workers.errors import RefusedJobError
from workers.metering import process_seconds

Ask: TypeAlias = Callable[[bytes], bytes]
"""Sends a request to a desk and waits for the reply."""

CONTEXTS_AT_HAND = 4
"""So many cells' processes a desk keeps ready."""

_ERRORS: dict[str, type[Exception]] = {error.__name__: error for error in (AgentSetupError, HostError, RefusedJobError)}


class DeskError(RuntimeError):
    """A desk failed in a way that is no agent's fault: the text says how."""


class SharedPlayer:
    """A table's side: answers for an agent by asking a desk.

    Attributes:
        pid: None: the agent's process is not this machine's.
        cpu_seconds: what the agent's process spent on the answers so far.
    """

    pid: int | None = None

    def __init__(
        self,
        spec: PythonSpec,
        game: Game,
        options: GameOptions,
        *,
        seed: int,
        base_directory: Path,
        files: Mapping[str, str],
        ask: Ask,
    ) -> None:
        """As `PythonPlayer`; the desk must find the `files` (name -> hash), and `ask` reaches it."""
        self.cpu_seconds = 0.0
        self._game = game
        self._batch_size = spec.batch_size
        self._ask = ask
        self._introduction = {
            "agent": spec.model_dump(mode="json"),
            "game": game.name,
            "rules_version": game.rules_version,
            "options": option_values(options),
            "seed": seed,
            "base_directory": str(base_directory.resolve()),
            "files": dict(files),
            "build": build(),
        }
        self._context = hashlib.blake2b(pack(self._introduction), digest_size=16).hexdigest()

    def begin(self) -> None:
        """A match begins: an agent that can't be set up is the sweep's fault."""
        self._call({"call": "begin"})

    def decide(self, questions: Questions) -> list[Answer]:
        """One answer a question, asked for in batches of at most `batch_size` rows."""
        answers: list[Answer] = []
        for first in range(0, len(questions), self._batch_size):
            rows = questions.rows(first, first + self._batch_size)
            reply = self._call({"call": "decide", **rows.to_plain()})
            self.cpu_seconds += float(reply["cpu_seconds"])
            answers += _unpack_answers(reply)
        return answers

    def end(self, games: Sequence[str]) -> None:
        """A match is over."""
        self._call({"call": "end", "games": list(games)})

    def close(self) -> None:
        """The agent's processes are the desk's."""

    def _call(self, request: dict[str, Any]) -> dict[str, Any]:
        message = {"context": self._context, **request}
        reply = unpack(self._ask(pack(message)))
        if reply.get("status") == "unknown":
            reply = unpack(self._ask(pack({**message, "introduction": self._introduction})))
        if reply.get("status") == "done":
            return dict(reply)
        name, text = str(reply.get("error")), str(reply.get("text"))
        raise _ERRORS[name](text) if name in _ERRORS else DeskError(f"{name}: {text}")


@dataclass(frozen=True)
class _Hosted:
    """An agent at a desk: who answers for it, in which game, how many rows it takes at a time."""

    player: PythonPlayer
    game: Game
    batch_size: int


class Desk:
    """The agents of a few cells, each in a process of its own, and whoever asks them. Not thread-safe."""

    def __init__(self) -> None:
        self._hosted: OrderedDict[str, _Hosted] = OrderedDict()

    def answer(self, requests: Sequence[bytes]) -> list[bytes]:
        """A reply to each request. Rows that the same agent is to decide go to it together, as its `batch_size` allows."""
        messages = [unpack(request) for request in requests]
        replies: dict[int, dict[str, Any]] = {}
        waiting: list[int] = []
        for number, message in enumerate(messages):
            reply = self._prepare(message)
            if reply is None:
                waiting.append(number)
            else:
                replies[number] = reply
        for group in self._groups(messages, waiting):
            replies.update(self._decide(messages, group))
        while len(self._hosted) > CONTEXTS_AT_HAND:
            self._hosted.popitem(last=False)[1].player.close()
        return [pack(replies[number]) for number in range(len(messages))]

    def close(self) -> None:
        """End the agents' processes."""
        while self._hosted:
            self._hosted.popitem()[1].player.close()

    def _prepare(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """The reply to all but a call to decide in a known context."""
        context = message["context"]
        try:
            if context not in self._hosted:
                if "introduction" not in message:
                    return {"status": "unknown"}
                self._hosted[context] = _player(message["introduction"])
            self._hosted.move_to_end(context)
            if message["call"] == "decide":
                return None
            if message["call"] == "begin":
                self._hosted[context].player.begin()
            else:
                self._hosted[context].player.end(message["games"])
        except (AgentSetupError, AgentPathError, HostError, RefusedJobError) as error:
            return _error(error)
        return {"status": "done"}

    def _groups(self, messages: Sequence[Mapping[str, Any]], waiting: Sequence[int]) -> list[list[int]]:
        """Which requests are decided together: of one context, no game twice, no more rows than the agent takes."""
        groups: list[tuple[str, set[str], list[int]]] = []
        for number in waiting:
            context, games = messages[number]["context"], messages[number]["games"]
            for of, taken, members in groups:
                fits = len(taken) + len(games) <= self._hosted[context].batch_size
                if of == context and fits and taken.isdisjoint(games):
                    taken.update(games)
                    members.append(number)
                    break
            else:
                groups.append((context, set(games), [number]))
        return [members for _, _, members in groups]

    def _decide(self, messages: Sequence[Mapping[str, Any]], group: Sequence[int]) -> dict[int, dict[str, Any]]:
        hosted = self._hosted[messages[group[0]]["context"]]
        player = hosted.player
        game = hosted.game
        asked = [Questions.from_plain(messages[number], game.observation_dtype, game.max_legal_actions) for number in group]
        pid, before = player.pid, process_seconds(player.pid)
        try:
            answers = player.decide(Questions.joined(asked))
        except (AgentSetupError, HostError) as error:
            return dict.fromkeys(group, _error(error))
        spent = process_seconds(player.pid) - (before if player.pid == pid else 0.0)
        replies, first = {}, 0
        for number, questions in zip(group, asked, strict=True):
            own = answers[first : first + len(questions)]
            first += len(questions)
            replies[number] = {**_pack_answers(own), "cpu_seconds": spent * len(own) / len(answers)}
        return replies


def _player(introduction: Mapping[str, Any]) -> _Hosted:
    """The agent that an introduction speaks of; raises `RefusedJobError` if this is no place to host it."""
    differ = differences(build(), introduction["build"])
    if differ:
        raise RefusedJobError(f"a worker asks with another build than its shared agent has: {differ}")
    spec, game = read_agent(introduction["agent"]), get_game(introduction["game"])
    if not isinstance(spec, PythonSpec) or game.rules_version != introduction["rules_version"]:
        raise RefusedJobError(
            f"agents of kind {spec.kind} for {introduction['rules_version']} of {game.name} are not hosted here"
        )
    options = resolve_options(game.options, introduction["options"])
    base = Path(introduction["base_directory"])
    check_files(spec, introduction["files"], base)
    return _Hosted(PythonPlayer(spec, game, options, seed=introduction["seed"], base_directory=base), game, spec.batch_size)


def check_files(spec: AgentSpec, hashes: Mapping[str, str], base_directory: Path) -> None:
    """Refuse to play with files of an agent that are not those of the plan: on this machine, or since it was made.

    Raises:
        RefusedJobError: names the file.
    """
    if not hashes:
        return
    try:
        found = file_hashes(spec, base_directory)
    except AgentFileError as error:
        raise RefusedJobError(f"a file of an agent is missing on {socket.gethostname()}: {error}") from None
    for name, wanted in hashes.items():
        if found.get(name) != wanted:
            where = f"{base_directory / name} on {socket.gethostname()}"
            raise RefusedJobError(f"{where} has another content than where the run was planned")


def _error(error: Exception) -> dict[str, Any]:
    return {"error": type(error).__name__, "text": str(error)}


def _pack_answers(answers: Sequence[Answer]) -> dict[str, Any]:
    return {
        "status": "done",
        "actions": np.array([answer.action for answer in answers], "<i4").tobytes(),
        "causes": np.array([answer.cause for answer in answers], "<i1").tobytes(),
        "texts": [answer.text for answer in answers if answer.cause != Outcome.RUNNING],
    }


def _unpack_answers(reply: Mapping[str, Any]) -> list[Answer]:
    texts = iter(reply["texts"])
    actions, causes = np.frombuffer(reply["actions"], "<i4"), np.frombuffer(reply["causes"], "<i1")
    return [
        Answer(action) if cause == Outcome.RUNNING else Answer(action, Outcome(cause), next(texts))
        for action, cause in zip(actions.tolist(), causes.tolist(), strict=True)
    ]
