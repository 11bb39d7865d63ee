"""Retake the README's pictures: a position of War Chest, the tables of a run, its page in the browser and one of its games.

    python -m dashboards.pictures [RUN_DIR]

Without a run directory, games of the preset are played for it, and its page is taken while they are. Pages need Chromium and
the extra `test`.
"""

from __future__ import annotations

import io
import sys
import tempfile
import threading
from pathlib import Path

import numpy as np
from rich.console import Console

from cluster import RunResult, load_sweep, open_run, run
from dashboards.pictures.pages import take_game, take_run
from dashboards.report_tables import report
from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, Lanes, agent_keys

HERE = Path(__file__).parent

GAMES = 1_000_000
"""So many for each cell take long enough to be watched."""

MID_GAME = 38
"""Decisions after which the position is drawn: units are out, locations are fought for."""


def take_board() -> None:
    """Draw a position from the middle of a game between two greedy players."""
    greedy = np.zeros((1, 2), AGENT_DTYPE)
    greedy["kind"] = AgentKind.GREEDY
    zero = np.zeros(1, np.int64)
    game = Lanes(Batch.from_seed("war-chest", seed=7), greedy, agent_keys(7, "picture", zero, zero, 2), record=True)
    game.advance()
    batch = Batch.from_seed("war-chest", seed=7)
    for action in game.recorded_actions()[0][:MID_GAME]:
        batch.apply(int(action))
    (HERE / "war-chest-board.svg").write_text(batch.game.render_svg(batch.options_view, batch.view(), None))


def take_report(result: RunResult) -> None:
    """Print the tables of a run as `warhost report` does, into a picture of the terminal."""
    console = Console(record=True, width=96, file=io.StringIO())
    console.print(report(result.status.cells[:1], console.width))
    (HERE / "war-chest-report.svg").write_text(console.export_svg(title="warhost run war-chest"))


def main() -> None:
    """Retake all pictures."""
    take_board()
    if len(sys.argv) > 1:
        result = open_run(sys.argv[1])
        take_run(result.run_dir, HERE)
    else:
        folder = Path(tempfile.mkdtemp()) / "war-chest"
        photographer = threading.Thread(target=take_run, args=(folder, HERE))
        photographer.start()
        result = run(load_sweep("war-chest", games=GAMES), run_dir=folder)
        photographer.join()
    take_report(result)
    take_game(result, HERE)


if __name__ == "__main__":
    main()
