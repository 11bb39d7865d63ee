"""One game that is played step by step: to be watched, and to move from one process to another."""

from __future__ import annotations

import uuid
from typing import Any

import numpy as np

from engine.batch import Batch, block_keys
from engine.codec import CorruptError, decode_states, encode_states, pack, unpack
from engine.debug import RecordView
from engine.game import get_game
from engine.options import resolve_options


class LiveGame:
    """A game in progress.

    Attributes:
        batch: a batch of this one game.
        decision_cap: cap on its decisions.
        first: snapshot of the position that it began or was loaded with.
        actions: those carried out since.
    """

    def __init__(self, batch: Batch, decision_cap: int | None = None) -> None:
        if len(batch) != 1:
            raise ValueError(f"a live game is one game, not {len(batch)}")
        self.batch = batch
        self.decision_cap = batch.game.decision_cap if decision_cap is None else decision_cap
        self.first = self.snapshot()
        self.actions: list[int] = []
        self._token = uuid.uuid4().hex

    @classmethod
    def new(
        cls, game: str, options: dict[str, Any] | None = None, seed: int = 0, block: int = 0, decision_cap: int | None = None
    ) -> LiveGame:
        """The first position of a block of a run with that seed, as paired cells deal it.

        Raises:
            UnknownGameError, OptionError: no such game or option.
        """
        found = get_game(game)
        blocks = np.array([block], np.int64)
        chosen = resolve_options(found.options, options or {})
        batch = Batch.new(found, chosen, block_keys(seed, "setup", blocks), block_keys(seed, "play", blocks))
        return cls(batch, decision_cap)

    @classmethod
    def load(cls, snapshot: bytes) -> LiveGame:
        """A game from its snapshot.

        Raises:
            CodecError: the bytes are no snapshot of one game that can be played on here.
        """
        message = unpack(snapshot)
        match message:
            case {"states": bytes(states), "decision_cap": int(decision_cap), **rest} if not rest and decision_cap > 0:
                batch = decode_states(states, max_states=1)
            case _:
                raise CorruptError("no snapshot of a live game")
        if len(batch) != 1:
            raise CorruptError("the snapshot holds no state")
        return cls(batch, decision_cap)

    def snapshot(self) -> bytes:
        """The game as msgpack: its options, state and streams; `load` goes on from there exactly."""
        return pack({"states": encode_states(self.batch), "decision_cap": self.decision_cap})

    def legal(self) -> list[int]:
        """The current player's legal actions, ascending; empty after the end."""
        actions: list[int] = self.batch.legal_actions().tolist()
        return actions

    def step(self, action: int) -> None:
        """Carry out a legal action of the current player.

        Raises:
            ValueError: the game is over or the action isn't legal.
        """
        self.batch.apply(action, decision_cap=self.decision_cap)
        self.actions.append(action)

    def record(self, since: int = 0) -> dict[str, Any]:
        """What the game is followed by: {"token": which game, "first": its first snapshot, "actions": from `since` on}.

        The first snapshot is there where `since` is 0, else empty. Who steps through the actions from there sees every
        position. No two games have the same token, though they begin alike.
        """
        return {"token": self._token, "first": b"" if since else self.first, "actions": self.actions[since:]}

    def status(self) -> dict[str, Any]:
        """Where the game stands, as a map for messages."""
        state, game = self.batch.view(), self.batch.game
        return {
            "game": game.name,
            "current_player": state.current_player,
            "terminal": bool(state.terminal),
            "outcome": game.outcome_name(state.outcome),
            "winners": [seat for seat in range(self.batch.seats) if state.winners >> seat & 1],
            "round_number": state.round_number,
            "decisions": state.decisions,
            "state_hash": int(self.batch.hashes()[0]),
        }

    def describe(self) -> list[dict[str, Any]]:
        """Every legal action with its number and the rulebook's words."""
        words = self.batch.game.describe_action
        return [{"action": action, "text": words(self.batch.record, self.batch.view(), action)} for action in self.legal()]

    def observe(self, seat: int) -> dict[str, Any]:
        """What a seat sees: field -> number or nested lists."""
        self._check_seat(seat)
        seen = self.batch.observe(seat)[0]
        return {name: seen[name].tolist() for name in seen.dtype.names or ()}

    def render(self, seat: int | None = None, svg: bool = False) -> str:
        """The position as text or as an SVG, as a seat sees it or, with None, all of it."""
        if seat is not None:
            self._check_seat(seat)
        game = self.batch.game
        draw = game.render_svg if svg else game.render_text
        return draw(self.batch.record, RecordView(self.batch.states[0]), seat)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.batch.seats:
            raise ValueError(f"seat {seat} of {self.batch.seats}")
