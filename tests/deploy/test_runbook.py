"""The runbook: a paragraph for every alert, whose commands are real; a killed run is looked at and mended by them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from deployments import DEPLOY, put_warhost
from typer.testing import CliRunner

from cluster import open_run
from dashboards.cli.main import app

GAMES = 400_000
SWEEP = f"game: connect-four\nagents: {{g: {{kind: greedy}}}}\ndesign: [{{mirror: [g]}}]\ngames: {GAMES}\n"

RUN = "whole/shards/000001-of-000001"

ALERTS = {
    rule["alert"]: rule
    for group in yaml.safe_load((DEPLOY / "prometheus" / "rules.yml").read_text())["groups"]
    for rule in group["rules"]
    if "alert" in rule
}


@dataclass(frozen=True)
class Paragraph:
    """What the runbook says of an alert: what it means, a command to look, one to act."""

    meaning: str
    look: str
    act: str


def read_runbook() -> dict[str, Paragraph]:
    """Its paragraphs, by alert."""
    text = (DEPLOY / "runbook.md").read_text()
    found = {}
    for section in text.split("\n## ")[1:]:
        match = re.fullmatch(
            r"(\w+)\n(.+?)\n\nLook.*?:[^\n]*\n(?:[^\n`]+\n)*\n```bash\n([^\n]+)\n```\n\nAct.*?\n```bash\n([^\n]+)\n```\n*",
            section,
            re.DOTALL,
        )
        assert match, f"not of the form of the others:\n{section}"
        found[match[1]] = Paragraph(*match.groups()[1:])
    return found


RUNBOOK = read_runbook()


def test_every_alert_has_its_paragraph_and_links_to_it() -> None:
    assert set(RUNBOOK) == set(ALERTS)
    for name, rule in ALERTS.items():
        page, _, anchor = rule["annotations"]["runbook_url"].partition("#")
        assert page.endswith("/deploy/runbook.md")
        assert anchor == name.lower(), "as headings are made into anchors"
        assert len(RUNBOOK[name].meaning) > 100


@pytest.mark.parametrize("name", RUNBOOK)
def test_the_commands_of_warhost_exist_with_their_options(name: str) -> None:
    for line in (RUNBOOK[name].look, RUNBOOK[name].act):
        for call in re.findall(r"warhost ([a-z][^;&|]*)", line):
            words = call.split()
            command = words[:2] if words[0] == "agent" else words[:1]
            shown = CliRunner().invoke(app, [*command, "--help"], terminal_width=200)
            assert shown.exit_code == 0, call
            assert all(word in shown.output for word in words if word.startswith("--")), call


def bash(command: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Call a command of the runbook as a person would, with `warhost` and `python` of this environment."""
    path = os.pathsep.join([str(folder / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | variables | {"PATH": path, "RUN_DIR": str(folder / RUN)}
    return subprocess.run(
        ["bash", "-c", command], env=environment, cwd=folder, capture_output=True, text=True, timeout=240, check=False
    )


@pytest.fixture(scope="module")
def killed_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run, `RUN`, whose driver was killed in the middle. It is a shard of one: that needs no Ray."""
    folder = tmp_path_factory.mktemp("killed")
    programs = put_warhost(folder)
    (folder / "sweep.yaml").write_text(SWEEP)
    words = ["run", "sweep.yaml", "--run-dir", "whole", "--shard", "1/1", "--workers", "1"]
    process = subprocess.Popen([programs / "warhost", *words], cwd=folder, stderr=subprocess.DEVNULL, start_new_session=True)
    run = folder / RUN
    end = time.monotonic() + 120
    while len(list(run.glob("chunks/*/*.parquet"))) < 2:
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=30)
    return folder


@pytest.mark.slow
def test_a_killed_run_is_found_dead_and_gone_on_with_as_the_runbook_says(killed_run: Path) -> None:
    for look in sorted({paragraph.look for paragraph in RUNBOOK.values()}):
        looked = bash(look, killed_run)
        nothing_found = looked.returncode == 1 and look.startswith("grep")
        assert looked.returncode == 0 or nothing_found, looked.stderr
    gone = RUNBOOK["WarhostDriverGone"]
    looked = bash(gone.look, killed_run)
    assert "its driver is gone" in looked.stdout, looked.stdout
    assert open_run(killed_run / RUN).exit_code == 75
    acted = bash(gone.act, killed_run)
    assert acted.returncode == 0, acted.stderr
    assert open_run(killed_run / RUN).status.games_done == GAMES
    assert bash(gone.act, killed_run).returncode == 0, "again: it reports"


@pytest.mark.slow
def test_a_run_that_is_moved_to_a_larger_disk_goes_on_there(killed_run: Path) -> None:
    (killed_run / "larger").mkdir()
    acted = bash(RUNBOOK["WarhostDiskFillsUp"].act, killed_run, LARGER_DISK=str(killed_run / "larger"))
    assert acted.returncode == 0, acted.stderr
    assert open_run(killed_run / "larger" / Path(RUN).name).exit_code == 0
