"""A run while it goes on: a bar with running figures on a terminal, plain lines elsewhere. Both say what `RunStatus` says."""

from __future__ import annotations

import abc
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from cluster.statistics import Estimate
from cluster.status import CellStatus, RunStatus
from dashboards.words import NOTHING, between, duration, number, score

LINE_SECONDS = 10.0
"""Between two plain lines, unless the run's state changes."""

FIGURES_SHOWN = 8
"""Running figures on a terminal; a plain line names half as many."""


class ProgressDisplay(Protocol):
    """Shows a run's status as it changes; a context manager."""

    def __enter__(self) -> ProgressDisplay: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...

    def update(self, status: RunStatus) -> None:
        """Show a new status."""
        ...


def progress_display(console: Console) -> ProgressDisplay:
    """The display that fits a console: a bar on a terminal, else lines."""
    return BarProgress(console) if console.is_terminal else TextProgress(console)


class LineProgress(abc.ABC):
    """Says something at each change of state or message, and every `LINE_SECONDS`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = -LINE_SECONDS
        self._said: tuple[str, str] = ("", "")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        return None

    def update(self, status: RunStatus) -> None:
        """Say it if it is due."""
        now = self._clock()
        changed = (status.state, status.message) != self._said
        if not changed and now - self._last < LINE_SECONDS:
            return
        self._said, self._last = (status.state, status.message), now
        self.say(status)

    @abc.abstractmethod
    def say(self, status: RunStatus) -> None:
        """Say where the run stands."""


class TextProgress(LineProgress):
    """Plain lines; while there is a message, that is the line."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self._console = console

    def say(self, status: RunStatus) -> None:
        """Print a line."""
        self._console.print(Text(status.message or progress_line(status)))


class BarProgress:
    """A bar with running figures below it, redrawn in place. Messages scroll above it."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._message = ""

    def __enter__(self) -> BarProgress:
        self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._live.stop()

    def update(self, status: RunStatus) -> None:
        """Redraw."""
        if status.message and status.message != self._message:
            self._console.print(Text(status.message))
        self._message = status.message
        self._live.update(progress_panel(status, self._console.width), refresh=True)


def progress_line(status: RunStatus) -> str:
    """All of a status in one line."""
    parts = [f"{status.state}: {number(status.games_done)} of {number(status.games_needed)} games ({_percent(status)} %)"]
    if status.state == "complete":
        parts.append(f"in {duration(status.elapsed)}")
    else:
        parts += [f"{number(status.games_per_second)} games/s", f"{duration(status.eta)} left"]
    parts += [
        f"{_owner(row)} {score(row.estimate)} ({between(row.low, row.high)})" for row in _figures(status, FIGURES_SHOWN // 2)
    ]
    parts += [f"{status.retried} chunks tried again"] if status.retried else []
    parts += [f"{status.quarantined} chunks given up"] if status.quarantined else []
    parts += [f"{found.agent} quarantined" for found in status.quarantined_agents]
    return ", ".join(parts)


def progress_panel(status: RunStatus, width: int) -> RenderableType:
    """A bar, its figures, and running scores with intervals that hold however often one looks; for `width` columns."""
    line = Table.grid(padding=(0, 2))
    done = min(status.games_done, status.games_needed)
    line.add_row(
        Text(status.state),
        ProgressBar(total=max(status.games_needed, 1), completed=done, width=max(8, min(40, width - 72))),
        Text(f"{number(status.games_done)} of {number(status.games_needed)} games"),
        Text(f"{number(status.games_per_second)} games/s"),
        Text(f"{duration(status.eta)} left"),
        Text(f"{status.workers} workers"),
    )
    figures = Table(box=None, padding=(0, 2, 0, 2))
    for name in ("agent and seat", "score so far", "95 % interval, watched", "fair share"):
        figures.add_column(name, justify="left" if name == "agent and seat" else "right", style="dim")
    for row in _figures(status, FIGURES_SHOWN):
        figures.add_row(_owner(row), score(row.estimate), between(row.low, row.high), score(row.fair_share))
    guarded = [Text(found.reason, style="bold red") for found in status.quarantined_agents]
    return Group(line, *guarded, *([figures] if figures.row_count else []))


def _percent(status: RunStatus) -> str:
    if not status.games_needed:
        return NOTHING
    return f"{min(100.0, 100 * status.games_done / status.games_needed):.0f}"


def _figures(status: RunStatus, most: int) -> list[Estimate]:
    """The running figures that are worth a line: of the cells that are still played, else of all."""
    open_cells = [cell for cell in status.cells if not cell.complete] or list(status.cells)
    return [row for row in _headlines(open_cells) if row.estimate is not None][:most]


def _headlines(cells: list[CellStatus]) -> Iterator[Estimate]:
    for cell in cells:
        yield from cell.headline()


def _owner(row: Estimate) -> str:
    return f"{row.agent} at {row.seat_name}"
