"""The Dockerfile: linted, slim, without root, and true to the packages; and kernels compiled for a processor by name."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from deployments import DEPLOY

DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
ROOT = DEPLOY.parent


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([hadolint, DEPLOY / "Dockerfile"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def copied() -> list[str]:
    """What the Dockerfile copies from the checkout."""
    lines = [line.split()[1:-1] for line in DOCKERFILE.splitlines() if line.startswith("COPY ") and "--from" not in line]
    return [name for names in lines for name in names]


def test_what_is_copied_passes_the_ignore_file_and_makes_the_wheel() -> None:
    allowed = [line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line.startswith("!")]
    assert sorted(copied()) == sorted(allowed)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {*wheel["packages"], *wheel["force-include"], project["project"]["readme"]} <= set(copied())
    assert all(any(fnmatch.fnmatch(name, file) for name in copied()) for file in project["project"]["license-files"])
    (extras,) = re.findall(r"wheel\}\[([\w,]+)\]", DOCKERFILE)
    assert set(extras.split(",")) == {"cluster", "s3"} <= set(project["project"]["optional-dependencies"])


def test_the_image_is_slim_and_runs_without_root_and_asks_for_tokens() -> None:
    lines = DOCKERFILE.splitlines()
    assert [line for line in lines if line.startswith("FROM ")][-1] == "FROM python:3.11-slim"
    assert lines.index("USER 1000:1000") < next(n for n, line in enumerate(lines) if line.startswith("ENTRYPOINT"))
    assert "RAY_AUTH_MODE=token" in DOCKERFILE


def warm(cache: Path, cpu: str) -> list[dict[str, object]]:
    """Compile Connect Four as the image does."""
    environment = {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-m", "dashboards.cli.main", "warm", "connect-four", "--json"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    reports: list[dict[str, object]] = json.loads(done.stdout)
    return reports


@pytest.mark.slow
def test_kernels_of_a_named_processor_are_found_again_wherever_they_were_compiled(tmp_path: Path) -> None:
    """The index names the processor of the build argument and no features, so that the machine's own play no part."""
    assert warm(tmp_path, "x86-64-v3")[0]["compiled"]
    assert not warm(tmp_path, "x86-64-v3")[0]["compiled"]
    indices = [path.read_bytes() for path in tmp_path.rglob("*.nbi")]
    assert indices
    assert all(b"x86-64-v3" in index for index in indices if b"unknown-linux-gnu" in index)
    assert not any(b"+avx" in index or b"+sse" in index for index in indices)
