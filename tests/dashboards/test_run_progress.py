"""Progress: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import dataclasses
import io

from rich.console import Console

from cluster import open_run
from cluster.status import RunStatus
from dashboards.run_progress import BarProgress, TextProgress, progress_display, progress_line


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def status_of(run_dir: object, **changes: object) -> RunStatus:
    status = open_run(str(run_dir)).status
    defaults = {"state": "running", "games_per_second": 1234.0, "eta": 75.0, "games_done": 300}
    return dataclasses.replace(status, **{**defaults, **changes})  # type: ignore[arg-type]


def test_a_line_every_ten_seconds_and_at_each_change(finished_run: object) -> None:
    console = Console(file=io.StringIO(), soft_wrap=True)
    clock = Clock()
    display = TextProgress(console, clock)
    running = status_of(finished_run)
    for clock.now in (0.0, 1.0, 9.0, 10.0, 12.0):
        display.update(running)
    display.update(status_of(finished_run, state="draining"))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert [line.split(":")[0] for line in lines] == ["running", "running", "draining"]


def test_a_message_is_said_once(finished_run: object) -> None:
    console = Console(file=io.StringIO(), soft_wrap=True)
    display = TextProgress(console, Clock())
    compiling = status_of(finished_run, state="preparing", message="compiling the rules")
    display.update(compiling)
    display.update(compiling)
    assert console.file.getvalue() == "compiling the rules\n"  # type: ignore[attr-defined]


def test_a_line_holds_games_speed_time_left_and_running_figures(finished_run: object) -> None:
    line = progress_line(status_of(finished_run))
    assert line.startswith("running: 300 of 600 games (50 %), 1,234 games/s, 1 min 15 s left, greedy at x 0.")
    assert "left, greedy at x" in line
    assert line.count(" to ") == 4
    assert "tried again" not in line
    assert "2 chunks tried again" in progress_line(status_of(finished_run, retried=2))


def test_an_empty_run_has_no_figures_and_no_nan(half_run: object) -> None:
    status = status_of(half_run, games_needed=0, games_done=0, eta=None)
    assert "nan" not in progress_line(status).lower()


def test_a_terminal_gets_a_bar(finished_run: object) -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=120, color_system=None)
    display = progress_display(console)
    assert isinstance(display, BarProgress)
    with display:
        display.update(status_of(finished_run, message="compiling the rules"))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "compiling the rules" in shown
    assert "300 of 600 games" in shown
    assert "1,234 games/s" in shown
    assert "greedy at o" in shown


def test_no_terminal_gets_lines() -> None:
    assert isinstance(progress_display(Console(file=io.StringIO())), TextProgress)
