"""`warhost watch`: a run's page in the browser."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any

import ray
import typer
from ray.exceptions import RayError
from rich.text import Text

from cluster.follower import Follower
from dashboards.cli.console import err
from dashboards.cli.errors import UsageError
from dashboards.cli.parameters import Address
from dashboards.live.games import Games, game_routes
from dashboards.live.hub import Hub
from dashboards.live.live_table import AskTable, TableWatch, table_routes
from dashboards.live.server import LiveServer, run_routes
from dashboards.words import examples
from workers.errors import RefusedJobError

EXAMPLES = examples(
    "warhost watch runs/war-chest",
    "warhost watch runs/war-chest --port 9000",
    "warhost watch runs/war-chest --host 0.0.0.0",
    "warhost watch table:my-game --address auto",
)

NAMESPACE = "warhost"
TABLE_SECONDS = 30.0
"""So long a Table may take for an answer: it may be busy with a chunk."""

Port = Annotated[int | None, typer.Option("--port", min=0, max=65535, help="By default 8808, or any other if that is taken.")]
Host = Annotated[str, typer.Option("--host", help="To listen on. Other than this machine's own it asks for a token.")]


Source = Annotated[
    str, typer.Argument(metavar="RUN_DIR|table:NAME", help="The directory of a run; or a Table with a live game.")
]
TABLE = "table:"


def watch(source: Source, port: Port = None, host: Host = "127.0.0.1", address: Address = None) -> None:
    """Show a run in the browser: progress, scores, speed, workers, events; any of its games decision by decision.

    The page follows the run by itself, whether it runs, was stopped or is finished. It only reads: nothing that one does there
    changes anything. With **--host** it can be seen from other machines by whoever has the address with the token that is
    printed; there is no encryption, so use it in a network that you trust. Ctrl-C ends the page and leaves the run alone.

    **table:NAME** shows the live game at a Table (`workers.table`) as it is played: the actor of that name in the namespace
    `warhost` of the Ray at **--address**.
    """
    if source.startswith(TABLE):
        with table_pages(source.removeprefix(TABLE), host, port, address) as server, suppress(KeyboardInterrupt):
            server.join()
        return
    Follower(source)
    with pages_of(source, host, port) as server, suppress(KeyboardInterrupt):
        server.join()


@contextmanager
def table_pages(name: str, host: str, port: int | None, address: str | None) -> Iterator[LiveServer]:
    """Serve the page of the live game at a Table while the context is open, and say where.

    Raises:
        UsageError: there is no such Table, or it has no live game.
    """
    ask = table_of(name, address)
    try:
        follow = TableWatch(ask, name)
    except (RefusedJobError, RayError) as error:
        raise UsageError(f"table:{name}: {str(error).splitlines()[0]}") from None
    with LiveServer(table_routes(follow), host, port) as server:
        follow.start()
        err().print(Text(f"Watch it at {server.url}"))
        try:
            yield server
        finally:
            follow.close()


def table_of(name: str, address: str | None) -> AskTable:
    """The `record` of the Table of that name; raises `UsageError` if there is none."""
    if not ray.is_initialized():
        try:
            ray.init(address=address or "auto", namespace=NAMESPACE, log_to_driver=False, logging_level=logging.ERROR)
        except ConnectionError as error:
            raise UsageError(f"table:{name}: no Ray to look in: {error}; name it with --address") from None
    try:
        table: Any = ray.get_actor(name, namespace=NAMESPACE)
    except ValueError:
        raise UsageError(f"table:{name}: no actor of that name in the namespace {NAMESPACE} of this Ray") from None

    def ask(since: bytes) -> bytes:
        reply: Any = table.record.remote(since)
        found: bytes = ray.get(reply, timeout=TABLE_SECONDS)
        return found

    return ask


@contextmanager
def pages_of(run_dir: str | os.PathLike[str], host: str = "127.0.0.1", port: int | None = None) -> Iterator[LiveServer]:
    """Serve the pages of a run, begun or not, while the context is open, and say where.

    Raises:
        PortError: the address can't be used.
    """
    hub = Hub(run_dir)
    with LiveServer([*run_routes(hub), *game_routes(Games(run_dir))], host, port) as server:
        hub.start()
        err().print(Text(f"Watch it at {server.url}"))
        try:
            yield server
        finally:
            hub.close()
