"""What the README shows is tried: its sweep files, its Python, its agent, its commands, its links."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cluster import load_sweep, run
from dashboards.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    """The README's fenced blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


SWEEPS = {text.split("\n", 1)[0].removeprefix("# "): text for text in blocks("yaml")}


def test_the_readme_shows_two_complete_sweep_files() -> None:
    assert sorted(SWEEPS) == ["four-players.yaml", "royal-guard.yaml"]


@pytest.mark.ray
@pytest.mark.parametrize("name", sorted(SWEEPS))
def test_each_sweep_file_of_the_readme_runs(name: str, tmp_path: Path, ray_session: None) -> None:
    (tmp_path / name).write_text(SWEEPS[name])
    result = run(load_sweep(tmp_path / name, games=300), run_dir=tmp_path / "run", workers=1)
    assert result.complete
    assert result.estimates.filter(by="agent", metric="score")["estimate"].null_count() == 0


@pytest.mark.ray
def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ray_session: None) -> None:
    monkeypatch.chdir(tmp_path)
    (text,) = [text for text in blocks("python") if "load_sweep" in text]
    exec(compile(text.replace("games=2_000", "games=200"), "README.md", "exec"), {})
    assert (tmp_path / "runs" / "from-python" / "spec.yaml").is_file()


def test_the_pettingzoo_loop_of_the_readme_plays_a_game() -> None:
    (text,) = [text for text in blocks("python") if "pettingzoo" in text]
    names: dict[str, Any] = {}
    exec(compile(text, "README.md", "exec"), names)
    assert names["table"].agents == []
    assert names["info"]["outcome"]


@pytest.mark.ray
def test_the_agent_of_the_readme_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ray_session: None) -> None:
    (text,) = [text for text in blocks("python") if "PythonAgent" in text]
    (tmp_path / "my_agents.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    sweep = {
        "game": "connect-four",
        "agents": {"mine": {"kind": "python", "path": "my_agents:FirstLegal"}, "random": {"kind": "random"}},
        "design": [{"round_robin": ["mine", "random"]}],
        "games": 20,
    }
    result = run(load_sweep(sweep, base_directory=tmp_path), run_dir=tmp_path / "run", workers=1)
    assert result.complete
    assert result.games.collect()["forfeit_cause"].to_list() == [None] * 40


def test_the_commands_of_the_tour_exist_with_the_options_that_it_shows() -> None:
    tour = next(text for text in blocks("bash") if "warhost games " in text)
    for line in tour.splitlines():
        words = line.split("#")[0].split()
        assert words[0] == "warhost"
        command = words[1:3] if words[1:3] == ["bench", "ladder"] else words[1:2]
        shown = CliRunner().invoke(app, [*command, "--help"], terminal_width=200).output
        assert "Usage" in shown, line
        for word in words[2:]:
            if word.startswith("-"):
                assert word in shown, line


def test_files_that_the_readme_names_exist() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    paths = re.findall(r"`((?:engine|workers|cluster|dashboards|deploy)/[\w/.]+)`", README)
    assert links
    missing = [name for name in links + paths if not _is_there(name)]
    assert missing == []


def _is_there(name: str) -> bool:
    """In the checkout, or, where the tests run against an installed wheel, among the installed packages."""
    import engine

    return (ROOT / name).exists() or (Path(engine.__file__).parents[1] / name).exists()


@pytest.mark.ray
@pytest.mark.slow
def test_the_job_script_plays_a_preset_and_reports_a_finished_run(tmp_path: Path) -> None:
    sweep = tmp_path / "sweep.yaml"
    sweep.write_text("game: connect-four\nagents: {g: {kind: greedy}}\ndesign: [{mirror: [g]}]\ngames: 500\n")
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, str(ROOT / "deploy" / "job.py"), str(sweep), str(tmp_path / "run")],
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        assert str(tmp_path / "run") in done.stdout


def test_the_scrape_configuration_is_valid() -> None:
    done = subprocess.run(
        ["promtool", "check", "config", str(ROOT / "deploy" / "prometheus" / "prometheus.yml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.ray
def test_the_live_game_of_the_readme_can_be_watched(ray_session: None) -> None:
    from dashboards.cli.watch import table_of
    from dashboards.live.live_table import TableWatch

    (text,) = [text for text in blocks("python") if "Table.options" in text]
    names: dict[str, object] = {}
    exec(compile(text, "README.md", "exec"), names)
    watch = TableWatch(table_of("my-game", None), "my-game")
    assert [decision.chosen.words for decision in watch.walk.decisions] == ["drop a stone into column 4"]
