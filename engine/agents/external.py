"""Agents that are programs of their own, in any language: one line of JSON in, one line of JSON out.

Every request has an `id`, a number, and gets exactly one line in return that repeats it. What a program prints beside that is
garbage, and costs it the game; standard error is free for all that it has to say. Requests, by `call`:

`hello`: `protocol` (1), `game`, `rules_version`, `options` (path -> value), `seats`, `teams`, `factions` (one entry a seat),
`num_distinct_actions`, `parameters`, `seed`. Reply: `{"id": 0}`.

`new_game`: `game` (its id). Reply: `{"id": 1}`.

`decide`: `game`, `seat`, `decision` (decisions made before, by all seats), `key` (32 hexadecimal digits: the decision's luck),
`observation` (field -> number or nested lists), `legal` (numbers of actions), `parts` (their named parts, in the same order).
Reply: `{"id": 2, "action": 3}`.

`over`: `game`. Reply: `{"id": 3}`.

A program that sends garbage or too much, takes too long or answers what isn't legal forfeits the game that it was asked about,
for its seat alone; one that ends is started anew and asked once more before it does. After each of these it is started anew for
the next question, and told of running games by `new_game`. It should end when standard input does. `engine/agents/programs/`
holds one of forty lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.agents.process import AgentProcess
from engine.agents.process_player import AgentSetupError, ProcessPlayer
from engine.agents.questions import Answer, FailedCallError, Questions, judge
from engine.agents.specs import ExternalSpec
from engine.agents.wire import LINES, plain
from engine.game import MAX_ACTIONS, Game, Outcome
from engine.options import GameOptions, option_values

PROTOCOL = 1

_NO_ACTION = -1


class ExternalPlayer(ProcessPlayer):
    """Asks a program, one decision at a time."""

    def __init__(
        self, spec: ExternalSpec, game: Game, options: GameOptions, *, seed: int = 0, base_directory: Path | None = None
    ) -> None:
        """Prepare; the program starts with the first question, or with `start`. Arguments as for `PythonPlayer`."""
        super().__init__(" ".join(spec.command))
        self._spec = spec
        self._game = game
        self._directory = (base_directory or Path()).resolve()
        self._requests = 0
        self._introduction = {
            "call": "hello",
            "protocol": PROTOCOL,
            "game": game.name,
            "rules_version": game.rules_version,
            "options": plain(option_values(options)),
            "seats": list(game.seats(options)),
            "teams": list(game.teams(options)),
            "factions": list(game.factions(options)),
            "num_distinct_actions": game.num_distinct_actions,
            "parameters": dict(spec.parameters),
            "seed": seed,
        }

    def launch(self) -> AgentProcess:
        """Start the program; raises `AgentSetupError` if there is none."""
        try:
            return AgentProcess(self._directory, self._spec.command, LINES, self._directory)
        except OSError as error:
            raise AgentSetupError(f"{self._spec.command[0]}: {error.strerror or error}") from error

    def introduce(self, process: AgentProcess) -> None:
        """Say hello."""
        self._exchange(process, self._introduction, self._spec.setup_deadline)

    def decide(self, questions: Questions) -> list[Answer]:
        """One answer a question, in the order given."""
        return [self.decide_alone(questions.rows(row, row + 1)) for row in range(len(questions))]

    def ask(self, questions: Questions) -> list[Answer]:
        """Ask about the first row, after telling of its game if that is new."""
        process = self.ready_process()
        game = questions.games[0]
        if game not in self.known:
            self._exchange(process, {"call": "new_game", "game": game}, self._spec.deadline)
            self.known.add(game)
        action = self._exchange(process, self._question(questions), self._spec.deadline).get("action")
        self.answered()
        is_action = type(action) is int and 0 <= action < MAX_ACTIONS
        return [judge(questions, 0, action if is_action and isinstance(action, int) else _NO_ACTION)]

    def end(self, games: Sequence[str]) -> None:
        """Tell that these games are over. A program that fails now has nothing left to lose."""
        process = self._process
        if process is None:
            return
        for game in games:
            if game in self.known:
                self.known.discard(game)
                try:
                    self._exchange(process, {"call": "over", "game": game}, self._spec.deadline)
                except FailedCallError:
                    return

    def _question(self, questions: Questions) -> dict[str, Any]:
        seen, legal = questions.observations[0], questions.legal[0, : questions.n_legal[0]].tolist()
        return {
            "call": "decide",
            "game": questions.games[0],
            "seat": int(questions.seats[0]),
            "decision": int(questions.decisions[0]),
            "key": "".join(f"{word:016x}" for word in questions.keys[0].tolist()),
            "observation": {name: seen[name].tolist() for name in seen.dtype.names or ()},
            "legal": legal,
            "parts": [plain(self._game.decode_action(action)) for action in legal],
        }

    def _exchange(self, process: AgentProcess, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        number, self._requests = self._requests, self._requests + 1
        reply = self.call(process, {"id": number, **request}, seconds)
        if reply.get("id") != number:
            self.lose_process(Outcome.FORFEIT_ERROR)
            raise FailedCallError(Outcome.FORFEIT_ERROR, f"the program answered request {reply.get('id')!r:.40}, not {number}")
        return reply
