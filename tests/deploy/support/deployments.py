"""The files of `deploy/`, read."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"

IMAGE = "registry.example.com/warhost:0.1.0"


def shellcheck(script: Path) -> tuple[int, str]:
    """What shellcheck says of a script: its exit code and its findings."""
    program = Path(sys.executable).with_name("shellcheck")
    done = subprocess.run([program, script], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def put_warhost(folder: Path) -> Path:
    """A program `warhost` in `bin` of a folder, for scripts that find it on the PATH; gives `bin`."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    (programs / "warhost").write_text(f'#!/bin/sh\nexec {sys.executable} -m dashboards.cli.main "$@"\n')
    (programs / "warhost").chmod(0o755)
    return programs


def documents() -> list[tuple[str, dict[str, Any]]]:
    """Every document of the Kubernetes manifests, with a name for it."""
    found = []
    for path in sorted((DEPLOY / "kubernetes").glob("*.yaml")):
        found += [(f"{path.stem}:{document['kind']}", document) for document in yaml.safe_load_all(path.read_text())]
    return found


def document(name: str) -> dict[str, Any]:
    """The document of that name."""
    return dict(documents())[name]


def pod_templates(value: Any) -> Iterator[dict[str, Any]]:
    """Every pod template in a document, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in {"template", "submitterPodTemplate"}:
                yield inner
            else:
                yield from pod_templates(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from pod_templates(inner)


def read_json(name: str) -> dict[str, Any]:
    """A JSON file of `deploy/`."""
    value: dict[str, Any] = json.loads((DEPLOY / name).read_text())
    return value
