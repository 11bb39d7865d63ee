"""The pages of `deploy/`: links lead somewhere, every way is described whole, and what they call exists."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from deployments import DEPLOY, IMAGE
from typer.testing import CliRunner

from dashboards.cli.main import app

README = (DEPLOY / "README.md").read_text()
WAYS = ("Kubernetes with Ray", "Kubernetes as an array", "Virtual machines with Ray", "Slurm", "AWS Batch", "Google Batch")


@pytest.mark.parametrize("page", ["README.md", "runbook.md"])
def test_links_lead_to_files(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (DEPLOY / page).read_text())
    assert links
    assert [link for link in links if not (DEPLOY / link).exists()] == []


def test_every_file_is_told_of() -> None:
    pages = README + (DEPLOY / "runbook.md").read_text()
    folders = ("kubernetes", "ray", "slurm", "aws-batch", "google-batch")
    files = [path for folder in folders for path in (DEPLOY / folder).iterdir()]
    assert len(files) == 10
    assert [path.name for path in files if path.name not in pages] == []


@pytest.mark.parametrize("way", WAYS)
def test_each_way_says_how_to_watch_to_stop_and_to_go_on(way: str) -> None:
    (section,) = re.findall(rf"\n## {way}\n(.*?)(?=\n## |\Z)", README, re.DOTALL)
    if way == "Slurm":
        section = "".join((DEPLOY / name).read_text() for name in re.findall(r"\]\((slurm/[^)]+)\)", section))
    assert all(word in section.lower() for word in ("watch", "stop", "go on")), section


def test_what_is_called_exists() -> None:
    for call in re.findall(r"[`'(]warhost ([a-z]+[^`'\n]*)[`']", README):
        words = call.split()
        shown = CliRunner().invoke(app, [words[0], "--help"], terminal_width=200)
        assert shown.exit_code == 0, call
        assert all(word in shown.output for word in words if word.startswith("--")), call


def test_the_image_is_named_alike_everywhere() -> None:
    for path in DEPLOY.rglob("*"):
        if path.is_file():
            assert set(re.findall(r"registry\.example\.com/[\w:./-]+\w", path.read_text(errors="ignore"))) <= {IMAGE}, path


def test_the_job_script_says_how_it_is_called() -> None:
    done = subprocess.run([sys.executable, DEPLOY / "job.py", "--help"], capture_output=True, text=True, check=True)
    assert "PRESET|FILE RUN_DIRECTORY" in done.stdout
    assert "--metrics-port" in done.stdout
