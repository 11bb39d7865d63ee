"""A real browser for the pages: Debian's Chromium, driven by Playwright. Whatever goes wrong on a page fails its test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = shutil.which("chromium")
DESKTOP, PHONE = (1280, 900), (390, 844)


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def page_of(browser: Browser, size: tuple[int, int] = DESKTOP, scheme: Any = "light") -> Iterator[Page]:
    """A page; at its end there must have been no error in its console, and no request to any other host."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: problems.append(request.url) if urlsplit(request.url).hostname != "127.0.0.1" else None)
    yield page
    context.close()
    assert problems == []
