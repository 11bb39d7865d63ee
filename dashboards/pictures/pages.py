"""Pictures of the live pages, taken with Debian's Chromium through Playwright (in the extra `test`)."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from cluster import RunResult
from dashboards.live.games import Games, game_routes
from dashboards.live.hub import Hub
from dashboards.live.server import LiveServer, run_routes

_DESKTOP, _PHONE = (1280, 1000), (390, 844)
DECISION = 38
"""The decision at which the viewer is shown."""

SHARE_DONE = 60
"""Per cent of a run at which its page is shown."""


def take_run(run_dir: str | os.PathLike[str], folder: Path) -> None:
    """Write `watch-run.png` and `watch-run-phone.png`: a run's page when `SHARE_DONE` of it is done.

    Raises:
        RuntimeError: there is no Chromium.
    """
    hub = Hub(run_dir)
    with LiveServer(run_routes(hub), port=0) as server, _chromium() as browser:
        hub.start()
        while hub.view.life != "finished" and _percent(hub) < SHARE_DONE:
            hub.wait(hub.view.version, 1.0)
        _take(browser, server.url, "#speed-chart canvas", folder / "watch-run.png", _DESKTOP, "light")
        _take(browser, server.url, "#scores", folder / "watch-run-phone.png", _PHONE, "dark")
        hub.close()


def take_game(result: RunResult, folder: Path) -> None:
    """Write `watch-game.png`: the viewer with the run's first game; raises as `take_run`."""
    game = f"game/{result.plan.cells[0].cell_id}/0/0#decision={DECISION}"
    with LiveServer(game_routes(Games(result.run_dir)), port=0) as server, _chromium() as browser:
        _take(browser, f"{server.url}{game}", "#board svg", folder / "watch-game.png", _DESKTOP, "light")


def _percent(hub: Hub) -> int:
    found = re.search(r"(\d+) %", hub.view.words)
    return int(found[1]) if found else 0


@contextmanager
def _chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise RuntimeError("no chromium on this machine (apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


def _take(browser: Browser, url: str, there: str, path: Path, size: tuple[int, int], scheme: Literal["light", "dark"]) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(url)
    page.locator(there).first.wait_for()
    page.wait_for_timeout(1000)  # the first news of the stream, and what it draws
    page.screenshot(path=path)
    context.close()
