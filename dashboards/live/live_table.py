"""A game at a Table while it is played: its record is asked for now and then, and walked through here."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from sse_starlette import EventSourceResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from cluster.game_walk import GameWalk
from dashboards.live.game_data import describe, head
from dashboards.live.game_page import game_page
from dashboards.live.games import answer, check_seat, picture, seat_of
from dashboards.live.watcher import Watcher
from dashboards.words import number
from engine.codec import pack, unpack
from workers.live_game import LiveGame

ASK_SECONDS = 0.5
WAIT_SECONDS = 5.0

AskTable = Callable[[bytes], bytes]
"""`Table.record`: takes the number of the first action that is wanted, gives the record; both as msgpack."""


class TableWatch(Watcher):
    """Follows the live game at one Table.

    Attributes:
        lost: why the Table answers no more; None while it does.
    """

    def __init__(self, ask: AskTable, name: str) -> None:
        """Begin to follow; whatever `ask` raises goes to the caller.

        Args:
            ask: the Table's `record`.
            name: of the Table, for people.
        """
        super().__init__("warhost-table")
        self.lost: str | None = None
        self._ask, self._name = ask, name
        self._token = ""
        self._walk: GameWalk | None = None
        self._version = 0
        self.look()

    @property
    def walk(self) -> GameWalk:
        """The game as far as it is known."""
        if self._walk is None:
            raise RuntimeError("the Table was never asked")
        return self._walk

    def look(self) -> None:
        """Ask once."""
        record = unpack(self._ask(pack(0 if self._walk is None else len(self._walk.decisions))))
        if record["token"] != self._token:
            record = unpack(self._ask(pack(0)))
            first = LiveGame.load(record["first"])
            walk = GameWalk(first.batch, [""] * first.batch.seats, first.decision_cap)
        else:
            walk = self.walk
        with self._changed:
            for action in record["actions"]:
                walk.step(action)
            if record["actions"] or walk is not self._walk:
                self._version += 1
            self._walk, self._token = walk, record["token"]
            self._changed.notify_all()

    def _go_on(self) -> None:
        while not self._ends.wait(ASK_SECONDS):
            try:
                self.look()
            except Exception as error:  # whatever Ray says of an actor that is gone
                with self._changed:
                    self.lost = f"the Table answers no more: {str(error).splitlines()[0]}"
                    self._version += 1
                    self._changed.notify_all()
                return

    def wait(self, version: int, seconds: float) -> int:
        """The newest version, as soon as it is newer than `version`, or after so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > version or self._ends.is_set(), timeout=seconds)
            return self._version

    def described(self, seat: int | None) -> dict[str, Any]:
        """What the browser gets of the game; raises `IndexError` for a seat that there is not."""
        with self._changed:
            walk = self.walk
            check_seat(walk, seat)
            return {**self.head(), **describe(walk, seat), "ending": self.ending(), "live": True, "start": self._token}

    def head(self) -> dict[str, Any]:
        """The game's name and its seats."""
        return head(self.walk, self.walk.game.title, f"live at {self._name}")

    def ending(self) -> str:
        """Where the game stands."""
        state = self.walk.position(self.walk.positions - 1).view()
        if state.terminal:
            outcome = self.walk.game.outcome_name(state.outcome).replace("_", " ")
            return f"Ended by {outcome} after {number(len(self.walk.decisions))} decisions."
        words = f"{self.walk.seat_names[state.current_player]} decides, round {state.round_number}."
        return words if self.lost is None else f"{words} {self.lost}"


def table_routes(watch: TableWatch) -> list[BaseRoute]:
    """The viewer of a live game: its page, its news, the game's words, a position's picture."""

    async def show(request: Request) -> Response:
        return HTMLResponse(game_page(watch.head(), watch.ending(), live=True))

    async def words(request: Request) -> Response:
        return await answer(lambda: watch.described(seat_of(request)))

    async def position(request: Request) -> Response:
        return await answer(lambda: picture(watch.walk, int(request.path_params["n"]), seat_of(request)))

    async def news(request: Request) -> Response:
        return EventSourceResponse(_moves(watch, request), ping=15)

    return [
        Route("/", show),
        Route("/words", words),
        Route("/position/{n:int}", position),
        Route("/news", news),
    ]


async def _moves(watch: TableWatch, request: Request) -> AsyncIterator[dict[str, str]]:
    version = 0
    while not watch.closed and not await request.is_disconnected():
        newest = await run_in_threadpool(watch.wait, version, WAIT_SECONDS)
        yield {"event": "moved" if newest > version else "alive", "data": json.dumps(newest)}
        version = newest
