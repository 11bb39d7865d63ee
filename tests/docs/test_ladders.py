"""What the READMEs say of the strength of agents is what was measured: tables are the data's, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from cluster.ladder import measured_ladder
from dashboards.ladder_tables import ladder_markdown, levels_markdown
from engine.game import BUILT_IN_GAMES

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = Path(engine.__file__).resolve().parents[1]


@pytest.mark.parametrize("game", sorted(BUILT_IN_GAMES))
def test_the_page_of_a_game_shows_its_ladder(game: str) -> None:
    ladder = measured_ladder(game)
    page = (PACKAGES / BUILT_IN_GAMES[game].replace(".", "/") / "README.md").read_text()
    if ladder is None:
        assert "ladder has not been measured" in page
    else:
        assert ladder_markdown(ladder) in page, f"put in: warhost bench ladder {game} --measured --markdown"


def test_the_readme_shows_the_levels() -> None:
    assert levels_markdown() in (ROOT / "README.md").read_text()
