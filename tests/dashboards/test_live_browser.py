"""The live pages in a real browser: what they show against the report, at each turn of a run; the viewer of every game."""

from __future__ import annotations

import re
import signal
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "faults" / "support"))

from browser_pages import CHROMIUM, PHONE, chromium, page_of
from cluster_samples import play_all
from fault_samples import driver, finished, wait_for_chunks
from playwright.sync_api import Browser, Page, expect

from cluster import load_sweep, make_plan, open_run
from cluster.plan import Plan
from cluster.run_directory import RunDirectory
from dashboards.cli.watch import pages_of
from dashboards.live.live_table import TableWatch, table_routes
from dashboards.live.server import LiveServer
from dashboards.report_tables import digits_for, select
from engine.codec import pack
from engine.game import BUILT_IN_GAMES
from workers.table import TableCore

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine (apt-get install chromium)")

SECONDS = 20_000
"""For what comes by itself, in milliseconds."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def served(finished_run: Path) -> Iterator[LiveServer]:
    with pages_of(finished_run, port=0) as server:
        yield server


def shown_scores(page: Page) -> list[list[str]]:
    """Agent and seat, score, interval, fair share, win rate and games of each line, as they stand on the page."""
    rows = page.locator("#scores tbody tr").all()
    cells = [row.locator("th, td").all_inner_texts() for row in rows]
    return [[line[0], line[2], line[3], line[4], line[6], line[7]] for line in cells]


def reported_scores(run_dir: Path) -> list[list[str]]:
    """The same from `report --json`."""
    result = open_run(run_dir)
    lines = []
    for status, cell in zip(result.status.cells, result.summary["cells"], strict=True):
        digits = digits_for(select(status, "agent_seat"))
        for row in cell["agent_seats"]:
            score, win = row["score"], row["win_rate"]
            figures = f"{score['estimate']:.{digits}f}", f"{score['low']:.{digits}f} to {score['high']:.{digits}f}"
            fair, wins = f"{row['fair_share']:.3f}", f"{win['estimate']:.{digits}f}"
            lines.append([f"{row['agent']} at {row['seat_name']}", *figures, fair, wins, f"{row['games']:,}"])
    return lines


def shown_ends(page: Page) -> list[int]:
    """Games of each line of how games end."""
    return sorted(int(cell.replace(",", "")) for cell in page.locator("#ends tbody td:last-child").all_inner_texts())


def reported_ends(run_dir: Path) -> list[int]:
    """The same from `report --json`."""
    return sorted(count for cell in open_run(run_dir).summary["cells"] for count in cell["outcomes"].values())


def compare_with_the_report(page: Page, run_dir: Path) -> None:
    """What the page shows once it has seen all that is there; a worker may hand in a chunk after its driver has died."""
    for _ in range(SECONDS // 500):
        if page.locator("#games-done").inner_text() == f"{open_run(run_dir).status.games_done:,}":
            break
        page.wait_for_timeout(500)
    assert shown_scores(page) == reported_scores(run_dir)
    assert shown_ends(page) == reported_ends(run_dir)


def test_a_finished_run_shows_what_the_report_says(browser: Browser, served: LiveServer, finished_run: Path) -> None:
    with page_of(browser) as page:
        page.goto(served.url)
        expect(page.locator("[data-life]")).to_have_text("Finished")
        expect(page.locator("#games-done")).to_have_text(f"{open_run(finished_run).status.games_done:,}")
        assert shown_scores(page) == reported_scores(finished_run)
        assert shown_ends(page) == reported_ends(finished_run)
        assert page.title().endswith("Finished, 100 %")
        assert page.get_by_role("progressbar").get_attribute("aria-valuenow") == "100"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_sticks_out(browser: Browser, served: LiveServer, finished_run: Path, scheme: str) -> None:
    game = f"game/{open_run(finished_run).plan.cells[0].cell_id}/0/0"
    with page_of(browser, PHONE, scheme) as page:
        for path, there in (("", "#scores"), (game, "#board svg")):
            page.goto(f"{served.url}{path}")
            page.locator(there).wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
            paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert (sum(map(int, re.findall(r"\d+", paper)[:3])) > 380) == (scheme == "light")


def test_everything_has_a_name_and_the_keyboard_gets_everywhere(
    browser: Browser, served: LiveServer, finished_run: Path
) -> None:
    nameless = """() => [...document.querySelectorAll("button, select, input, a, [role=img], [role=progressbar]")].filter((e) =>
        !(e.getAttribute("aria-label") || e.labels?.length || e.textContent.trim())).map((e) => e.outerHTML)"""
    game = f"game/{open_run(finished_run).plan.cells[0].cell_id}/0/0#decision=3"
    with page_of(browser) as page:
        for path in ("", game):
            page.goto(f"{served.url}{path}")
            page.locator("h1").wait_for()
            assert page.evaluate(nameless) == []
            assert page.locator("h1").count() == 1
        expect(page.locator("#slider")).to_have_value("4", timeout=SECONDS)
        reached = set()
        for _ in range(40):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.id"))
        assert {"slider", "back", "play", "on", "view", "rounds", "moves"} <= reached


@pytest.mark.ray
@pytest.mark.slow
def test_the_page_of_a_run_that_is_killed_and_resumed(browser: Browser, tmp_path: Path) -> None:
    run_dir = tmp_path / "run"
    big, blocks = 20_000_000, 2000
    with page_of(browser) as page, driver(run_dir, big, blocks) as process:
        wait_for_chunks(run_dir, 0)
        with pages_of(run_dir, port=0) as server:
            page.goto(server.url)
            expect(page.locator("[data-life]")).to_have_text("Running", timeout=SECONDS)
            before = page.locator("#games-done").inner_text()
            expect(page.locator("#games-done")).not_to_have_text(before, timeout=SECONDS)
            expect(page.locator("#rate")).not_to_have_text("0", timeout=SECONDS)
            expect(page.locator("#workers tbody tr")).to_have_count(2, timeout=SECONDS)
            expect(page.locator("#speed-chart canvas")).to_be_visible(timeout=SECONDS)
            expect(page.locator("#scores")).to_contain_text("which hold however often one looks")
            expect(page.locator("#age")).to_contain_text("Figures", timeout=SECONDS)
            process.send_signal(signal.SIGKILL)
            process.wait(timeout=30)
            expect(page.locator("[data-life]")).to_have_text("Died", timeout=SECONDS)
            expect(page.locator("#state")).to_contain_text("warhost run")
            compare_with_the_report(page, run_dir)
            with driver(run_dir, big, blocks) as again:
                expect(page.locator("[data-life]")).to_have_text("Running", timeout=2 * SECONDS)
                expect(page.locator("#events")).to_contain_text("resume")
                more = len(list((run_dir / "chunks").rglob("*.parquet"))) + 4
                wait_for_chunks(run_dir, more)
                again.send_signal(signal.SIGINT)
                assert finished(again)[0] == 75
            expect(page.locator("[data-life]")).to_have_text("Stopped", timeout=SECONDS)
            compare_with_the_report(page, run_dir)


@pytest.fixture(scope="module")
def one_block(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A run of one block of a game between greedy players; its plan and directory."""

    def play(game: str) -> tuple[Plan, Path]:
        agents, design = {"greedy": {"kind": "greedy"}}, [{"mirror": ["greedy"]}]
        plan = make_plan(load_sweep({"game": game, "agents": agents, "design": design, "games": 1, "metrics": None}))
        run = RunDirectory(tmp_path_factory.mktemp(game))
        play_all(run, plan)
        return plan, run.path

    return play


@pytest.mark.parametrize("game", sorted(BUILT_IN_GAMES))
def test_a_game_is_walked_through_as_all_and_as_each_seat(browser: Browser, one_block: Any, game: str) -> None:
    plan, run_dir = one_block(game)
    cell = plan.cells[0]
    with pages_of(run_dir, port=0) as server, page_of(browser) as page:
        where = f"{server.url}game/{cell.cell_id}/0/0"
        urllib.request.urlopen(f"{where}/words?seat=0", timeout=500).close()  # rules are compiled here, once
        page.goto(server.url)
        page.locator("#games a").first.click()
        page.locator("#board svg").wait_for(timeout=6 * SECONDS)
        expect(page.locator("#caption")).to_have_text("The start")
        start = page.locator("#board").inner_html()
        moves = page.locator("#moves li[id]").count()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#slider")).to_have_value("2")
        assert page.url.endswith("#decision=1")
        page.keyboard.press("End")
        expect(page.locator("#slider")).to_have_value(str(moves))
        expect(page.locator("#on")).to_be_disabled()
        page.wait_for_function("before => document.getElementById('board').innerHTML !== before", arg=start)
        page.keyboard.press("Home")
        page.locator("#play").click()
        expect(page.locator("#slider")).not_to_have_value("0", timeout=SECONDS)
        page.locator("#play").click()
        for seat in range(len(cell.seats)):
            page.locator("#view").select_option(str(seat))
            expect(page.locator("#moves li[id]")).to_have_count(moves, timeout=6 * SECONDS)
            page.locator("#board svg").wait_for()


def test_a_link_opens_one_decision(browser: Browser, served: LiveServer, finished_run: Path) -> None:
    game = f"{served.url}game/{open_run(finished_run).plan.cells[0].cell_id}/2/1"
    with page_of(browser) as page:
        page.goto(f"{game}#decision=5")
        expect(page.locator("#caption")).to_contain_text("decision 5", timeout=SECONDS)
        assert page.locator("#moves [aria-current]").get_attribute("id") == "m5"
        page.locator("#m7 a").click()
        expect(page.locator("#caption")).to_contain_text("decision 7")
        page.locator("#rounds").select_option(index=2)
        expect(page.locator("#caption")).to_contain_text("round 2")


def test_a_game_that_is_not_there(browser: Browser, served: LiveServer) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{served.url}game?id=nonsense")
    expect(page.locator("main")).to_contain_text("'nonsense' is no game id")
    page.goto(f"{served.url}game/0123456789ab/0/0")
    expect(page.locator("main")).to_contain_text("the run has no cell")
    context.close()


def test_a_live_game_moves_by_itself(browser: Browser) -> None:
    table = TableCore()
    table.new_game(pack({"game": "connect-four", "seed": 3}))
    watch = TableWatch(table.record, "here")
    watch.start()
    with LiveServer(table_routes(watch), port=0) as server, page_of(browser) as page:
        page.goto(server.url)
        page.locator("#board svg").wait_for(timeout=SECONDS)
        for count, column in enumerate((3, 3, 2), start=1):
            table.step(pack(column))
            expect(page.locator("#slider")).to_have_value(str(count), timeout=SECONDS)
        expect(page.locator("#caption")).to_contain_text("drop a stone into column 3")
        page.locator("#play").click()
        table.step(pack(0))
        expect(page.locator("#moves li[id]")).to_have_count(4, timeout=SECONDS)
        expect(page.locator("#slider")).to_have_value("3")
    watch.close()
