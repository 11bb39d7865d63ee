"""A person at one seat of a game, compiled agents at the others: a conversation in lines of text.

What others decide is told in words only if the person's seat can tell it apart from whatever else they could have decided; luck
only if the seat may see it. Undo goes back within one's own chain of decisions, as long as nothing was revealed in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from cluster.sight import can_tell
from engine.agents.compiled import AGENT_DTYPE, EXTERNAL
from engine.agents.searching import PositionSearch
from engine.agents.specs import AgentSpec, agent_record, resolve_agent
from engine.batch import Batch, Lanes, agent_keys, block_keys
from engine.game import Game
from engine.options import GameOptions
from engine.rng import derive_key, key_array
from engine.trace import new_trace, read_trace
from engine.types import RecordArray

HELP = "a number decides; ? hints, b board, u undo, q quit"
HINTS = 5


class GoneError(Exception):
    """The person left before the end."""


class PlaySession:
    """One game.

    Args:
        game, options: what is played.
        seat: the person's.
        against: who decides at all other seats; a compiled agent.
        adviser: a search for hints.
        seed: of all luck.
        ask: shows a prompt and gives the person's line; `None` at the end of input.
        say: shows a line.
    """

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        seat: int,
        against: AgentSpec,
        adviser: AgentSpec,
        seed: int,
        ask: Callable[[str], str | None],
        say: Callable[[str], None],
    ) -> None:
        block = np.zeros(1, np.int64)
        self.batch = Batch.new(game, options, block_keys(seed, "setup", block), block_keys(seed, "play", block))
        self._seat, self._seed, self._ask, self._say = seat, seed, ask, say
        self._names = game.seats(options)
        self._keys = agent_keys(seed, "play", block, block, self.batch.seats)
        self._agents = np.array([agent_record(resolve_agent(against, game))] * self.batch.seats, AGENT_DTYPE)
        self._agents[seat]["kind"] = EXTERNAL
        self._adviser = np.array([agent_record(resolve_agent(adviser, game))], AGENT_DTYPE)
        self._undo: list[RecordArray] = []

    def play(self) -> None:
        """Play to the end, or raise `GoneError`."""
        self._let_others_play()
        while not self.batch.view().terminal:
            self._decide()
            self._let_others_play()
        self._show_board()
        self._say(self._ending())

    def _ending(self) -> str:
        state = self.batch.view()
        credits_of, _ = self.batch.settle()
        shares = ", ".join(
            f"{name} {credit / 12:.3g}" for name, credit in zip(self._names, credits_of[0].tolist(), strict=True)
        )
        return f"The game is over ({self.batch.game.outcome_name(state.outcome)}): {shares}"

    def _show_board(self) -> None:
        self._say(self.batch.game.render_text(self.batch.options_view, self.batch.view(), self._seat))

    def _words(self, action: int) -> str:
        return self.batch.game.describe_action(self.batch.options_view, self.batch.view(), action)

    def _decide(self) -> None:
        legal = self.batch.legal_actions().tolist()
        self._show_board()
        for number, action in enumerate(legal, start=1):
            self._say(f"{number:4d}  {self._words(action)}")
        while True:
            line = self._ask(f"{self._names[self._seat]} ({HELP})> ")
            if line is None or line.strip() == "q":
                raise GoneError
            if self._obey(line.strip(), legal):
                return

    def _obey(self, line: str, legal: list[int]) -> bool:
        """Carry out a line; whether the position is another now."""
        if line == "?":
            self._hint()
        elif line == "b":
            self._show_board()
        elif line == "u":
            return self._take_back()
        elif line.isascii() and line.isdigit() and 1 <= int(line) <= len(legal):
            self._undo.append(self.batch.states.copy())
            self._apply(legal[int(line) - 1])
            return True
        else:
            self._say(f"1 .. {len(legal)}; {HELP}")
        return False

    def _take_back(self) -> bool:
        if not self._undo:
            self._say("there is nothing to undo: others have decided since, or something was revealed")
            return False
        self.batch.states[:] = self._undo.pop()
        return True

    def _hint(self) -> None:
        key = key_array(derive_key(self._seed, "hint", str(self.batch.view().decisions)))
        result = PositionSearch(self.batch, self._adviser).decide(0, key)
        self._say(f"{result.iterations} playouts; visits, expected return:")
        for move in result.moves[:HINTS]:
            self._say(f"{move.visits:8d}  {move.mean:.3f}  {self._words(move.action)}")

    def _let_others_play(self) -> None:
        """Everything up to the person's next choice: what others decide, and decisions that are forced."""
        before = self.batch.states.copy()
        lanes = Lanes(self.batch, self._agents, self._keys, record=True)
        lanes.advance()
        (actions,) = lanes.recorded_actions()
        self.batch.states[:] = before
        for action in actions.tolist():
            seat = self.batch.view().current_player
            if len(self.batch.legal_actions()) > 1:
                self._undo.clear()
            name = self._names[seat]
            told = self._words(action) if can_tell(self.batch, action, self._seat) else "a decision that you can't see"
            self._say(f"{name}: {told}")
            self._apply(action)

    def _apply(self, action: int) -> None:
        heard = new_trace()
        self.batch.apply(action, trace=heard)
        events = [event for event in read_trace(heard) if event.seen_by(self._seat)]
        for event in events:
            self._say(f"  {self.batch.game.describe_event(event)[0]}")
        if events:
            self._undo.clear()


def lines_of(text: str) -> Callable[[str], str | None]:
    """An `ask` that gives the lines of a text, for scripts."""
    lines: Iterator[str] = iter(text.splitlines())
    return lambda prompt: next(lines, None)
