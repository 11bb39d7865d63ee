"""Recorded games at hand for the viewer, and the routes that show them."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from cluster.game_walk import GameWalk, walk_stored
from cluster.ids import GameId, IdError
from cluster.replay import ReplayError
from cluster.run_directory import RunDirectory, RunDirectoryError
from dashboards.live.game_data import describe, head
from dashboards.live.game_page import game_page, problem_page
from dashboards.words import number
from workers.errors import WorkerError

GAMES_KEPT = 6
"""So many games are kept at hand; the one that was looked at longest ago goes first."""


@dataclass(frozen=True)
class Shown:
    """A game and what is said of it as a whole."""

    walk: GameWalk
    head: dict[str, Any]
    ending: str


class Games:
    """The games of a run, replayed when they are asked for."""

    def __init__(self, run_dir: str | os.PathLike[str]) -> None:
        self._run = RunDirectory(run_dir)
        self._lock = threading.Lock()
        self._shown: OrderedDict[str, Shown] = OrderedDict()

    def find(self, game: GameId) -> Shown:
        """A game to be looked at. Calls wait for each other: rules may have to be compiled first.

        Raises:
            ReplayError, RunDirectoryError, WorkerError: it can't be replayed; says why.
        """
        name = str(game)
        with self._lock:
            if name not in self._shown:
                self._shown[name] = self._load(game)
            self._shown.move_to_end(name)
            if len(self._shown) > GAMES_KEPT:
                self._shown.popitem(last=False)
            return self._shown[name]

    def _load(self, game: GameId) -> Shown:
        walk, replay, differences = walk_stored(self._run, self._run.read_plan(), game)
        scores = ", ".join(
            f"{name} {credit / 12:.3g}" for name, credit in zip(walk.seat_names, replay.ending.credits, strict=True)
        )
        outcome = replay.ending.outcome.replace("_", " ")
        ending = f"Ended by {outcome} after {number(len(walk.decisions))} decisions, in round {replay.rounds}. Score: {scores}."
        ending += f" The run wrote down something else: {'; '.join(differences)}." if differences else ""
        return Shown(walk, head(walk, walk.game.title, str(game)), ending)

    def described(self, shown: Shown, seat: int | None) -> dict[str, Any]:
        """What the browser gets of a game; raises `IndexError` for a seat that there is not."""
        with self._lock:
            check_seat(shown.walk, seat)
            return {**shown.head, **describe(shown.walk, seat), "ending": shown.ending, "live": False}


def check_seat(walk: GameWalk, seat: int | None) -> None:
    """Raises `IndexError` for a seat that the game has not."""
    if seat is not None and not 0 <= seat < len(walk.seat_names):
        raise IndexError(f"there are seats 0 to {len(walk.seat_names) - 1}")


def picture(walk: GameWalk, position: int, seat: int | None) -> str:
    """A position as SVG, as a seat sees it or all of it; raises `IndexError`."""
    check_seat(walk, seat)
    batch = walk.position(position)
    return batch.game.render_svg(batch.options_view, batch.view(), seat)


def seat_of(request: Request) -> int | None:
    """The seat in a query, None for all; raises `ValueError`."""
    word = request.query_params.get("seat", "")
    return int(word) if word else None


def _game_of(request: Request) -> GameId:
    words = request.path_params
    return GameId.parse(f"{words['cell']}/{words['block']}/{words['rotation']}")


_PROBLEMS = (IdError, ReplayError, RunDirectoryError, WorkerError, OSError)


def game_routes(games: Games) -> list[BaseRoute]:
    """The viewer of a run's games: its page, a game's words, a position's picture."""

    async def choose(request: Request) -> Response:
        try:
            found = GameId.parse(request.query_params.get("id", "").strip())
        except IdError as error:
            return HTMLResponse(problem_page(str(error)), 404)
        return RedirectResponse(f"game/{found}", 303)

    async def show(request: Request) -> Response:
        try:
            shown = await run_in_threadpool(games.find, _game_of(request))
        except _PROBLEMS as error:
            return HTMLResponse(problem_page(str(error), "../../../"), 404)
        return HTMLResponse(game_page(shown.head, shown.ending))

    async def words(request: Request) -> Response:
        def look() -> dict[str, Any]:
            return games.described(games.find(_game_of(request)), seat_of(request))

        return await answer(look)

    async def position(request: Request) -> Response:
        def look() -> str:
            return picture(games.find(_game_of(request)).walk, int(request.path_params["n"]), seat_of(request))

        return await answer(look)

    path = "/game/{cell}/{block:int}/{rotation:int}"
    return [
        Route("/game", choose),
        Route(path, show),
        Route(f"{path}/words", words),
        Route(f"{path}/position/{{n:int}}", position),
    ]


async def answer(look: Callable[[], Any]) -> Response:
    """JSON for a map, an SVG for a text, or why there is none."""
    try:
        found = await run_in_threadpool(look)
    except (*_PROBLEMS, IndexError, ValueError) as error:
        return PlainTextResponse(str(error), 404)
    if isinstance(found, str):
        return Response(found, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})
    return JSONResponse(found)
