"""The server of the live pages: Starlette on uvicorn, in a thread of its own, on this machine unless told otherwise."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import threading
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import uvicorn
from sse_starlette import EventSourceResponse
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from dashboards.live.access import Gate, is_loopback
from dashboards.live.hub import Hub
from dashboards.live.run_page import RunView, run_page

DEFAULT_PORT = 8808
"""Taken if it is free and no other was asked for."""

WAIT_SECONDS = 5.0
"""After so long without news the stream says that it lives."""

_ASSETS = Path(__file__).with_name("assets")
_REPORT_STYLE = Path(__file__).parents[1] / "html_report" / "style.css"


class PortError(RuntimeError):
    """Nothing can be served at the address that was asked for; says why."""


def message_of(view: RunView, before: RunView | None) -> dict[str, Any]:
    """What the browser needs to go from one view to another: parts and charts that changed, and the rest whole."""
    old_parts, old_series = ({}, {}) if before is None else (before.parts, before.series)
    return {
        "version": view.version,
        "title": view.title,
        "subtitle": view.subtitle,
        "life": view.life,
        "words": view.words,
        "saved": view.saved,
        "now": time.time(),
        "parts": {name: part for name, part in view.parts.items() if old_parts.get(name) != part},
        "series": {name: chart for name, chart in view.series.items() if old_series.get(name) != chart},
    }


def run_routes(hub: Hub) -> list[BaseRoute]:
    """The run's page, its news as a stream, and all of it as one JSON document."""

    async def show(request: Request) -> Response:
        return HTMLResponse(run_page(hub.view))

    async def data(request: Request) -> Response:
        return JSONResponse(message_of(hub.view, None))

    async def news(request: Request) -> Response:
        return EventSourceResponse(_news(hub, request), ping=15)

    return [Route("/", show), Route("/data", data), Route("/news", news)]


async def _news(hub: Hub, request: Request) -> AsyncIterator[dict[str, str]]:
    before: RunView | None = None
    while not hub.closed and not await request.is_disconnected():
        version = -1 if before is None else before.version
        view = await run_in_threadpool(hub.wait, version, WAIT_SECONDS)
        if view.version > version:
            yield {"event": "view", "id": str(view.version), "data": json.dumps(message_of(view, before), allow_nan=False)}
            before = view
        else:
            yield {"event": "alive", "data": ""}


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    path = _REPORT_STYLE if name == "report.css" else _ASSETS / name
    known = name == "report.css" or name in {found.name for found in _ASSETS.iterdir()}
    return FileResponse(path) if known else PlainTextResponse("There is no such file.", 404)


def application(routes: Sequence[BaseRoute], token: str | None) -> Starlette:
    """The ASGI application: some pages' routes, and the assets; without a token for requests from this machine only."""
    return Starlette(routes=[*routes, Route("/assets/{name}", _asset)], middleware=[Middleware(Gate, token=token)])


class LiveServer:
    """Serves routes until it is closed; a context manager.

    Attributes:
        url: where; with the token, where one is needed.
    """

    def __init__(self, routes: Sequence[BaseRoute], host: str = "127.0.0.1", port: int | None = None) -> None:
        """Begin to listen; nothing is answered before `start`.

        Args:
            routes: of the pages.
            host: to listen on; a token is asked of everybody unless it is this machine's own.
            port: `DEFAULT_PORT` if that is free, else any, where it is None.

        Raises:
            PortError: the address can't be used.
        """
        self.token = None if is_loopback(host) else secrets.token_urlsafe(18)
        self._socket = _listen(host, port)
        number = self._socket.getsockname()[1]
        name = socket.gethostname() if host in {"0.0.0.0", "::"} else f"[{host}]" if ":" in host else host  # noqa: S104
        self.url = f"http://{name}:{number}/" + ("" if self.token is None else f"?token={self.token}")
        config = uvicorn.Config(
            application(routes, self.token),
            log_level="critical",
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._serve, name="warhost-pages", daemon=True)

    def _serve(self) -> None:
        asyncio.run(self._server.serve(sockets=[self._socket]))

    def start(self) -> LiveServer:
        """Answer in the background."""
        self._thread.start()
        return self

    def join(self) -> None:
        """Wait until it is closed; an interrupt comes through."""
        while self._thread.is_alive():
            self._thread.join(timeout=0.5)

    def close(self) -> None:
        """Answer no more."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(timeout=10)
        self._socket.close()

    def __enter__(self) -> LiveServer:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _listen(host: str, port: int | None) -> socket.socket:
    wanted = [DEFAULT_PORT, 0] if port is None else [port]
    problem: OSError | None = None
    for number in wanted:
        try:
            family = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0][0]
            return socket.create_server((host, number), family=family)
        except OSError as error:
            problem = error
    raise PortError(f"{host}, port {wanted[0]}: {problem.strerror if problem else ''}; choose another with --host or --port")
