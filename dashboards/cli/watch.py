"""`warhost watch`: a run's page in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from cluster.follower import Follower
from dashboards.cli.console import err
from dashboards.cli.parameters import RunDir
from dashboards.live.games import Games, game_routes
from dashboards.live.hub import Hub
from dashboards.live.server import LiveServer, run_routes
from dashboards.words import examples

EXAMPLES = examples(
    "warhost watch runs/war-chest",
    "warhost watch runs/war-chest --port 9000",
    "warhost watch runs/war-chest --host 0.0.0.0",
)

Port = Annotated[int | None, typer.Option("--port", min=0, max=65535, help="By default 8808, or any other if that is taken.")]
Host = Annotated[str, typer.Option("--host", help="To listen on. Other than this machine's own it asks for a token.")]


def watch(run_dir: RunDir, port: Port = None, host: Host = "127.0.0.1") -> None:
    """Show a run in the browser: progress, scores, speed, workers, events; any of its games decision by decision.

    The page follows the run by itself, whether it runs, was stopped or is finished. It only reads: nothing that one does there
    changes anything. With **--host** it can be seen from other machines by whoever has the address with the token that is
    printed; there is no encryption, so use it in a network that you trust. Ctrl-C ends the page and leaves the run alone.
    """
    Follower(run_dir)
    with pages_of(run_dir, host, port) as server, suppress(KeyboardInterrupt):
        server.join()


@contextmanager
def pages_of(run_dir: Path, host: str = "127.0.0.1", port: int | None = None) -> Iterator[LiveServer]:
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
