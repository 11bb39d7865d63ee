"""The steps "change a card's cost" and "add a card" in the README of Chaos in the Old World, followed to the letter."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import engine.games.chaos_in_the_old_world as chaos
from cluster import load_sweep, make_plan
from dashboards.cli.main import app
from workers.chunk import play_chunk
from workers.messages import ChunkJob

README = Path(chaos.__file__).with_name("README.md").read_text()
COST = "khorne.cards.blood_frenzy.cost"


def section(title: str) -> str:
    """A section of the README, without the next one."""
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def write_files(title: str, folder: Path) -> list[str]:
    """Every file that a section shows, by the name in its first line."""
    files = re.findall(r"```(?:toml|yaml)\n# (\S+)\n(.*?)```", section(title), re.DOTALL)
    for name, text in files:
        (folder / name).write_text(text)
    return [name for name, _ in files]


def play_four(sweep: Path) -> dict[str, pl.DataFrame]:
    """The tables of four games of the first cell of a sweep."""
    job = ChunkJob(cell=make_plan(load_sweep(sweep)).cells[0].job, first_block=0, blocks=4)
    return {name: pl.read_parquet(data) for name, data in play_chunk(job).files.items()}


def test_change_a_cards_cost(tmp_path: Path) -> None:
    assert write_files("Change a card's cost", tmp_path) == ["costs.toml", "dear-frenzy.yaml", "frenzy-grid.yaml"]
    plan = make_plan(load_sweep(tmp_path / "dear-frenzy.yaml"))
    assert [cell.job.options[COST] for cell in plan.cells] == [1]
    grid = make_plan(load_sweep(tmp_path / "frenzy-grid.yaml"))
    assert [cell.job.options[COST] for cell in grid.cells] == [0, 1, 2]
    assert plan.cells[0].job.options == grid.cells[1].job.options
    assert len(play_four(tmp_path / "dear-frenzy.yaml")["games"]) == 16


def test_the_options_that_it_names_are_listed() -> None:
    command = re.search(r"`warhost (games chaos-in-the-old-world --options \w+)`", section("Change a card's cost"))
    assert command
    listed = CliRunner().invoke(app, shlex.split(command[1]), terminal_width=200)
    assert listed.exit_code == 0
    assert COST in listed.output


@pytest.mark.ray
def test_its_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ray_session: None) -> None:
    write_files("Change a card's cost", tmp_path)
    monkeypatch.chdir(tmp_path)
    sweep = tmp_path / "dear-frenzy.yaml"
    sweep.write_text(sweep.read_text().replace("games: 2000", "games: 20"))
    (commands,) = re.findall(r"```bash\n(.*?)```", section("Change a card's cost"), re.DOTALL)
    for line in commands.splitlines():
        result = CliRunner().invoke(app, shlex.split(line)[1:])
        assert result.exit_code == 0, (line, result.output)
    assert (tmp_path / "runs/dear-frenzy/report/report.html").is_file()


def test_add_a_card(tmp_path: Path) -> None:
    assert write_files("Add a card", tmp_path) == ["harvest.toml", "harvest.yaml"]
    used = play_four(tmp_path / "harvest.yaml")["components"].filter(pl.col("component").cast(pl.String) == "Extra card 1")
    assert used["drawn"].sum() > 0, "it is in Khorne's deck"
